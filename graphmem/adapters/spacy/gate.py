"""Whether a sentence says something lasting, or why not."""

import re
from collections.abc import Iterator

from spacy.tokens import Doc, Span

_I = re.IGNORECASE
_LONGEST = 2_000
_QUESTION = re.compile(
    r"\?\s*$|^\W*(?:so |and |but |ok |hey |hi )?(?:what|whats|what's|who|whom|whose|when|where|why|how|which|is|"
    r"are|do|does|did|can|could|"
    r"would|will|should|shall|may|have you|any (?:tips|ideas|suggestions|recommendations|chance))\b(?! (?:i|"
    r"we) (?:was|am|were|met)\b)",
    _I,
)
_QUESTION_MARK_ONLY = re.compile(r"^\W*(?:when|where|who|will|may|can|whatever|is)\b[^?]*$", _I)
_HYPOTHETICAL = re.compile(
    r"\b(?:if i (?:were|was|had|could|won)|if (?:he|she|we|they) (?:were|had)|suppose|imagine|pretend|let's say|"
    r"lets say|hypothetically|"
    r"what if|say i (?:had|was|were)|assuming i)\b",
    _I,
)
_WISH = re.compile(
    r"\b(?:i wish|if only|(?:i|we)'d love to|(?:i|we) would love to|one day i|some ?day i|dream of)\b", _I
)
_FOR_NOW = re.compile(
    r"\b(?:right now|rn|at this moment|atm|today|tonight|this (?:morning|afternoon|evening)|just now|"
    r"barely slept|so tired|stuck in|"
    r"on my way|brb|it's raining|its raining|running late|for now)\b",
    _I,
)
_LASTING = re.compile(
    r"\b(?:always|never|every|from now on|as of today|today (?:is|was) my|remember|prefer|allergic|birthday|"
    r"turned|moved|started|"
    r"got (?:engaged|married)|diagnosed|born)\b",
    _I,
)
_STANDING = re.compile(
    r"\b(?:always|never|from now on|in future|whenever|every time|call me|remember|don't forget|note that|"
    r"keep in mind|"
    r"your (?:answers|replies|responses)|(?:answer|reply|respond|talk|write)(?: to)? me|prefer|please use|"
    r"answers? (?:short|brief))\b",
    _I,
)
_TOLD = re.compile(
    r"^\W*(?:please |pls |can you |could you |now |ok |just |hey |then )*(?:translate|proofread|summari[sz]e|"
    r"rewrite|write|draft|explain|"
    r"tell|show|set|add|remove|delete|find|search|plan|give|make|create|list|convert|calculate|check|fix|play|"
    r"open|turn|book|order|"
    r"suggest|recommend|compare|describe|generate|help|remind|look|read|send|correct|format|paraphrase|complete|"
    r"continue|define|solve|"
    r"debug|review|proof-read|edit|shorten|let's|lets|try|stop)\b",
    _I,
)
_QUOTED = re.compile(r"[\"“”«»].{12,}[\"“”«»]|(?<!\w)['‘].{15,}['’](?!\w)")
_CODE = re.compile(
    r"```|\b(?:const|let|var|def|class|function|import|return|SELECT)\s+\w+\s*[=({:]|[{};]\s*$|=>|</\w+>|"
    r"\w+\(\)|\w+\.\w+\("
)
_JOKE = re.compile(r"\b(?:lol|lmao|rofl|haha+|jk|just kidding|basically)\b|[😂🤣🙄😜🤪]|/s\b", _I)
_ASIDE = re.compile(
    r"^\W*(?:thanks|thank you|thx|ty|ok|okay|cool|great|perfect|sure|hi|hello|hey|yes|no|yeah|nope|"
    r"sounds (?:good|great)|got it|nice|bye)\b[\s\w]{0,12}\W*$",
    _I,
)
_THEN_ASKED = re.compile(
    r"[,;]\s+(?:so |and |but )?(?=(?:what|which|where|how|who|why|would|could|can|should|do|does|is|are|"
    r"any (?:tips|ideas))\b.*\?)",
    _I,
)
_THEN_SAID = re.compile(r"[,;]\s+(?:because |since |as |and )?(?=(?:i|i'm|im|i've|my|we|we're|our)\b)", _I)
_SPEAKER = re.compile(r"\b(?:i|i'm|im|i've|my|me|we|our|we're|he|she|they|mine|us)\b", _I)


def pieces(doc: Doc) -> Iterator[Span]:
    """The sentences of a text, a statement apart from the question or the order that comes with it."""
    for sentence in doc.sents:
        start = sentence.start_char
        pattern = _THEN_SAID if _TOLD.match(sentence.text) else _THEN_ASKED
        cut = None if _QUOTED.search(sentence.text) else pattern.search(sentence.text)
        if cut is None:
            yield sentence
            continue
        for begin, end in ((0, cut.start()), (cut.end(), len(sentence.text))):
            piece = doc.char_span(start + begin, start + end, alignment_mode="expand")
            if piece is not None:
                yield piece


def worth_keeping(doc: Doc | Span) -> str | None:
    """Why a sentence is no lasting statement, or None when it is one."""
    text = doc.text[:_LONGEST].strip().replace("’", "'")
    if not text or _ASIDE.match(text):
        return "says nothing"
    if _CODE.search(text):
        return "code"
    if _HYPOTHETICAL.search(text):
        return "hypothetical"
    if _QUESTION.search(text) and not (_QUESTION_MARK_ONLY.match(text) and not text.endswith("?")):
        return "question"
    if _TOLD.match(text) and not _STANDING.search(text):
        return "instruction"
    if _QUOTED.search(text):
        return "quoted"
    if _JOKE.search(text) and re.search(r"\blol\b|haha|kidding|\bjk\b|[😂🤣🙄😜🤪]", text, _I):
        return "joke"
    if _WISH.search(text):
        return "wish"
    if _FOR_NOW.search(text) and not _LASTING.search(text):
        return "only for now"
    if not _SPEAKER.search(text) and not _STANDING.search(text) and not _names_someone(doc):
        return "about nobody"
    return None


def _names_someone(doc: Doc | Span) -> bool:
    return any(
        token.pos_ == "PROPN" and token.dep_ in ("nsubj", "nsubjpass", "poss", "appos", "compound") for token in doc
    )
