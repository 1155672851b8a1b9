"""Who said a text that begins with their name, as transcripts do: "Ann: I like tea"."""

import re

ROLES = ("user", "assistant")
_SPEAKER = re.compile(r"([^\W\d_][\w .'-]{0,30}): (?=\S)")


def speaker(text: str) -> str | None:
    """Who said it, where the text tells."""
    found = _SPEAKER.match(text)
    return found[1] if found else None


def spoken(text: str) -> str:
    """What was said, without the role of who said it; a name stays, for others will ask for it."""
    found = _SPEAKER.match(text)
    return text[found.end() :] if found and found[1] in ROLES else text
