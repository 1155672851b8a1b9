"""What was read lately, so that a fact found in a conversation isn't read again when it is kept."""

from collections import OrderedDict

from graphmem.core.reading import Reading

_MOST = 2_000
_LATELY: OrderedDict[str, Reading] = OrderedDict()  # only ever touched in the one thread that reads


def note(text: str, reading: Reading) -> None:
    _LATELY[text] = reading
    if len(_LATELY) > _MOST:
        _LATELY.popitem(last=False)


def noted(text: str) -> Reading | None:
    """What the text says, if it was read lately; a text is asked for once."""
    return _LATELY.pop(text, None)
