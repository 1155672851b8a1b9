"""The block of remembered facts that goes into an agent's prompt."""

from collections.abc import Sequence
from enum import StrEnum

from graphmem.model import Memory, Recalled


class Style(StrEnum):
    HEADING = "heading"
    BRACKET = "bracket"


_TITLE = {Style.HEADING: "## User Memory", Style.BRACKET: "[User Memory]"}


def block(recalled: Sequence[Recalled], style: Style) -> str:
    """A title and a line for each fact; nothing when there are no facts."""
    if not recalled:
        return ""
    return "\n".join((_TITLE[style], *(line(item.memory) for item in recalled)))


def line(memory: Memory) -> str:
    """The fact, and whom it is about where its words don't say."""
    # A fact with line breaks of its own stays one line: a memory can't add a heading or a bullet to the prompt.
    words = " ".join(memory.content.split())
    unsaid = [person.name for person in memory.about if person.name and person.name.lower() not in words.lower()]
    return f"- {words} (about {', '.join(unsaid)})" if unsaid else f"- {words}"
