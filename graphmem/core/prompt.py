"""The block of remembered facts that goes into an agent's prompt."""

from collections.abc import Sequence
from enum import StrEnum

from graphmem.model import Recalled


class Style(StrEnum):
    HEADING = "heading"
    BRACKET = "bracket"


_TITLE = {Style.HEADING: "## User Memory", Style.BRACKET: "[User Memory]"}


def block(recalled: Sequence[Recalled], style: Style) -> str:
    """A title and a line for each fact; nothing when there are no facts."""
    if not recalled:
        return ""
    # A fact with line breaks of its own stays one line: a memory can't add a heading or a bullet to the prompt.
    lines = (f"- {' '.join(item.memory.content.split())}" for item in recalled)
    return "\n".join((_TITLE[style], *lines))
