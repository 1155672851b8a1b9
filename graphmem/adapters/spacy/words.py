"""Small questions about the words of a text."""

from spacy.tokens import Doc

_QUOTES = (('"', '"'), ("“", "”"), (" '", "'"), (" ‘", "’"))


def root(doc: Doc, start: int, end: int) -> int:
    """The token that the rest of a phrase hangs on."""
    return int(doc[start:end].root.i)


def gap(doc: Doc, start: int, end: int) -> str:
    """What stands between two phrases, in lower case."""
    return " ".join(doc[start:end].text.lower().replace("’", "'").split()) if start < end else ""


def lower(doc: Doc, start: int, end: int) -> str:
    """Some tokens in lower case with a space between them."""
    return " ".join(token.lower_ for token in doc[max(0, start) : end]).replace("’", "'")


def same_sentence(doc: Doc, one: int, other: int) -> bool:
    """Whether nothing ends a sentence between two tokens."""
    return not any(token.text in (".", "!", "?", ";", "\n") for token in doc[max(0, one) : other])


def closed(doc: Doc, at: int) -> bool:
    """Whether a phrase that ends there is set off from what follows."""
    return at >= len(doc) or doc[at].is_punct or doc[at].lower_ in ("and", "but", "btw", "here", "by")


def quoted(doc: Doc, at: int) -> bool:
    """Whether the word stands in a quotation, which is seldom about the user's own people."""
    text, start = doc.text, doc[at].idx
    for opening, closing in _QUOTES:
        begun = text.rfind(opening, 0, start)
        while begun >= 0 and opening == closing and text[:start].count(opening) % 2 == 0:
            begun = -1
        if begun < 0 or closing not in text[start:]:
            continue
        inside = text[begun + len(opening) : start]
        ends = [i for i, c in enumerate(inside) if c == closing and not inside[i + 1 : i + 2].isalpha()]
        if not ends:
            return True
    return False


def too(doc: Doc, at: int) -> bool:
    """Whether "too" or "as well" follows."""
    following = lower(doc, at, at + 2)
    return following.startswith("too") or following == "as well"


def anymore(doc: Doc, at: int) -> bool:
    """Whether "any more" or "any longer" follows."""
    return any(token.lower_ in ("anymore", "any", "longer") for token in doc[at : at + 3])
