# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""What a short answer says, put together with the question that it answers."""

import re

from graphmem.core import closed_answers, open_answers

_I = re.IGNORECASE
# Questions about what to do next: the answer is for now.
_ABOUT_THE_TASK = re.compile(
    r"\b(?:would you|shall i|should i|can i|could i|may i|do you (?:want|need|mean|mind|think|feel|agree|see|know|remember|understand|have (?:any )?(?:questions?|time|a moment|"
    r"(?:\w+ )?(?:preference|date|budget|idea|deadline|particular|specific)s?))|(?<!where )(?<!when )did you|are you (?:looking|trying|sure|ready|okay|ok|asking|interested|planning|thinking|going|"
    r"talking|referring|using|getting|seeing|free|available|feeling|happy)|have you (?:tried|considered|thought|checked|looked|already|read|seen|heard|decided|noticed)|anything else|which one|"
    r"how (?:can|may|could) i|what can i|want me to|need me to|like me to|is (?:that|this|it|there(?! any\w*(?: \w+)? (?:that )?you (?:don't|can't|won't|avoid|dislike|hate)))\b|do you prefer (?:the|this|that)\b|does (?:that|this|it)\b|are (?:these|those|there)|what are you|"
    r"what were you|how are you|how is it|how's it|could you|can you|will you|what do you (?:want|need|think|mean|have in mind)|how do you (?:feel|want|know|like (?:it|that|this)))\b",
    _I,
)
_NO_ANSWER = re.compile(
    r"\b(?:idk|dunno|don't know|not sure|no idea|maybe|depends|whatever|surprise me|you (?:choose|pick|decide)|up to you|skip|never ?mind|nothing|anything|something|"
    r"none|thanks|thank you|please|why|later|not yet|hard to say|can't say|secret)\b",
    _I,
)
_START = re.compile(
    r"(?:^|[,;:–—-]\s*|\b(?:and|but|so|then)\s+)(?=(?:what|which|where|when|who|how|do|does|are|is|have|has|any|got|got any|is there|are there)\b)",
    _I,
)
_LEADS = re.compile(
    r"^(?:out of curiosity|by the way|also|great|nice|and|so|just|quick question|may i ask|can i ask|tell me)[\s,:]*",
    _I,
)
_HAS_VERB = re.compile(r"\b(?:i|i'm|im|i've|ive|we|we're|he|she|he's|she's|they|it's|my \w+ (?:is|has|was))\b", _I)
_SAYS_MORE = re.compile(r"\b(?:it|that|he|she|they|this)(?:'s| was| is| were| are) ", _I)
_MOST_WORDS = 16


def answered(question: str, reply: str, *, agrees: bool | None) -> str | None:
    """The statement that a question and its answer make together; `agrees` is what a leading yes or no says."""
    asked = _question(question)
    if asked is None or len(reply.split()) > _MOST_WORDS or _HAS_VERB.match(reply) or _SAYS_MORE.search(reply):
        return None
    words = re.sub(
        r"^(?:just|mostly|mainly|usually|probably|it's|its|that's|they're|a bit of both)\s+",
        "",
        reply.strip(" .,!"),
        flags=_I,
    )
    if words and _NO_ANSWER.search(words):
        return None
    made = _made(asked, words, agrees)
    return " ".join(made.split()) if made else None


def _question(text: str) -> str | None:
    text = " ".join(text.replace("’", "'").split()).rstrip("? !")
    if _ABOUT_THE_TASK.search(text):
        return None
    starts = [match.end() for match in _START.finditer(text)]
    text = text[starts[0] :] if starts else _LEADS.sub("", text)
    about = re.search(r"\b(?:you|your|he|she|his|her|they|their)\b", text, _I) or re.match(r"(?:got )?any\b", text, _I)
    return text if about and len(text.split()) <= 18 else None


def _made(asked: str, words: str, agrees: bool | None) -> str | None:
    if re.search(r"\ballerg", asked, _I) and not re.search(r"\ballerg", words, _I):
        return closed_answers.allergy(asked, words, agrees)
    for pattern, tell in open_answers.FORMS:
        match = pattern.match(asked)
        if match:
            return tell(_parts(match), words) if words else None
    for pattern, make in closed_answers.FORMS:
        match = pattern.match(asked)
        if match:
            return make(_parts(match), words, agrees)
    return None


def _parts(match: re.Match[str]) -> dict[str, str]:
    return {name: (part or "").strip() for name, part in match.groupdict().items()}
