"""Who asks for memories, as it is noted with each that is recalled."""

from graphmem.core.rights import Holder
from graphmem.core.uses import Use
from graphmem.wiring import now


def use_by(holder: Holder, interface: str, assistant: str | None = None) -> Use:
    """A recall of this moment, by whoever holds the key."""
    name = holder.name or holder.key_id or "a key"
    return Use(at=now(), key=name, assistant=assistant, interface=interface)
