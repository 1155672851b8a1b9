# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""A message in sentences, each without what only leads up to it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.core.own_words import own_words

_I = re.IGNORECASE
_LONGEST = 600  # characters of one sentence that are read
_MOST = 60  # sentences of one message that are read
_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b50\u2b55\ufe0f\u200d]")
_END = re.compile(
    r"(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bapprox)(?<!\bNo)"
    r"(?<!\b[A-Z])[.!?…]+[\"')\]]*(?:\s+|$)|\n+|;\s+|\s+[–—]\s+|\s+-{1,2}\s+|\s*\.{3,}\s*|\s{4,}"
)
_BULLET = re.compile(r"[\s\"'“”‘’()\[\],.:*•·–—-]*(?:\d{1,2}[.)]\s+)?")
_PREFACE = re.compile(
    r"(?:"
    r"(?:(?:hi|hey|hello|yo|dear|good (?:morning|evening|afternoon))(?: there| again| (?-i:[A-Z])\w+| all| guys| everyone| claude| chatgpt)?|"
    r"ok(?:ay)?|k|alright|right|so|well|anyways?|anyhow|btw|by the way|oh|ohh?|ah|aha|um+|uh+|hmm+|ugh+|wow|also|and|but|plus|"
    r"yeah|yea|yes|yep|yup|nah|no(?=[,.!;:…-]|\s+(?:i|i'm|im|i've|we|my|it|he|she|they|but|not|thanks|thank|only|never|just|wait|worries)\b|$)|nope|not really|sure|actually|honestly|tbh|frankly|basically|fyi|p\.?s\.?|look|listen|"
    r"thanks(?: (?:a lot|so much|again|for (?:that|the \w+)))?|thank you(?: (?:so|very) much)?|thx|ty|cheers|great|cool|nice|perfect|awesome|lovely|good|"
    r"sounds (?:good|great)|interesting|excellent|got it|makes sense|true|fair enough|haha+|lol|sorry|oops|whoops|"
    r"no worries|of course|definitely|absolutely|exactly|correct|indeed|unfortunately|luckily|sadly|fortunately|"
    r"for (?:context|background|reference|the record|your info(?:rmation)?)|in case it (?:helps|matters)|"
    r"(?:fun|quick|random|small|little|side) (?:fact|note|update|question|thing|one)(?: about me)?|update|context|background|important|"
    r"(?:one|another) (?:more |other )?thing|first(?: of all| off)?|speaking of which|that said|that being said|"
    r"wait|no wait|hold on|scratch that|correction|my (?:bad|mistake)|autocorrect|typo|please|pls|yay|damn|omg|sigh|again)"
    r"(?=[\s,.!:;…-]|$)[\s,.!:;…-]*"
    r"|(?:i mean|you know|i see|(?:just )?so (?:you|u) know|as (?:i|you)(?: may)? (?:said|mentioned|know|told you)(?: before| earlier)?|"
    r"like i said|the thing is|thing is|turns out|it turns out|"
    r"(?:i )?(?:just |also )?(?:want(?:ed)?|would like|'d like|should|need|have|ought) to (?:say|mention|add|tell you|let you know|note|clarify|point out)|"
    r"i (?:should|must|might|may|could) (?:also |probably |perhaps )?(?:mention|say|add|note|tell you)|let me (?:just )?(?:add|mention|tell you|say)|"
    r"(?:i )?forgot to (?:say|mention|tell you|add)|did i (?:mention|say|tell you)|(?:it's |its )?worth (?:mentioning|noting|knowing|saying)|"
    r"(?:not sure|don't know|dunno|idk) if (?:i|it|this)[^,]{0,25}?but|i (?:meant|mean)(?: to (?:say|write|type))?|to be (?:honest|fair|clear|exact)|"
    r"i(?:'ve)? (?:already )?told you(?: before| already)?|"
    r"(?:please |just )*be aware)(?: that\b|,|:|\s)\s*[,:]?\s*(?:that\b(?! (?:is|was|'s)\b)\s*)?"
    r")",
    _I,
)
_TAIL = re.compile(
    r"(?:[\s,.;:–—-]*\b(?:btw|by the way|tbh|lol|haha+|lmao|though|tho|please|pls|plz|thanks|thank you|thx|cheers|fyi|you know|"
    r"actually|just so you know|just fyi|if that helps|if it matters|in case (?:it|that) (?:helps|matters)|to be honest|ok|okay|right|xx?|ha|"
    r"sorry|anyway|i guess)\b|[\s,;:.!…–—-]|\s[:;]-?[)(DPp]+|<3)+$",
    _I,
)
_YES = re.compile(
    r"^\W*(?:oh |ah |ha |well |um+ |haha )?(?:yes|yeah|yea|yep|yup|sure|definitely|absolutely|correct|indeed|exactly|of course|i do|i am|i have|we do|right|true|that's right|aye|y)\b",
    _I,
)
_NO = re.compile(
    r"^\W*(?:oh |ah |ha |well |um+ |haha )?(?:no|nope|nah|not really|never|not at all|i don't|i'm not|i haven't|none|nothing|neither|n)\b(?! (?:\w+ )?(?:problem|worries|idea|clue|wait|one|matter))",
    _I,
)
_CORRECTS = re.compile(
    r"\b(?:no,? wait|wait,? no|scratch that|correction|i meant|i mean(?=,? (?:it's|its|i|my|the|on|in|at|not)\b)|typo|autocorrect|"
    r"my (?:bad|mistake)|i misspoke|mistyped|oops|whoops|got that wrong|that's wrong|not \S+ as i said|i was wrong|"
    r"sorry,? (?:i meant|it's|its|that's|not)|actually,? (?:no|it's|its|that's|make (?:it|that)|sorry|i meant))\b|^\W*\*\s?\w|^\W*sorry[,!]",
    _I,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said in one sentence, where it stands in its message, and how it begins."""

    text: str
    start: int
    raw: str  # the whole sentence, with what leads up to it
    asks: bool = False
    reply: bool | None = None  # it begins with yes or no
    corrects: bool = False
    first: bool = False


def sentences(message: str) -> Iterator[Sentence]:
    """The sentences of the user's own words in a message."""
    text = _EMOJI.sub(" ", own_words(message)).replace("’", "'").replace("‘", "'")
    start, count, corrects = 0, 0, False
    for cut in (*_END.finditer(text), None):
        end = cut.start() if cut else len(text)
        ended = text[end : cut.end()] if cut else ""
        if text[start:end].strip() and count < _MOST:
            found = _sentence(text[start:end], start, asks="?" in ended, first=count == 0, whole=message)
            corrects = corrects or found.corrects
            if found.text or (found.first and found.reply is not None):
                yield Sentence(found.text, found.start, found.raw, found.asks, found.reply, corrects, found.first)
                corrects = False
            count += 1
        start = cut.end() if cut else end


def _sentence(raw: str, start: int, *, asks: bool, first: bool, whole: str) -> Sentence:
    yes, no = bool(_YES.match(raw)), bool(_NO.match(raw))
    begin = _BULLET.match(raw).end()  # type: ignore[union-attr]
    while preface := _PREFACE.match(raw, begin):
        if preface.end() == begin:
            break
        begin = preface.end()
    words = raw[begin : begin + _LONGEST]
    tail = None if asks else _TAIL.search(words)
    words = words[: tail.start()] if tail else words.rstrip()
    if re.match(r"^\W*$", words):
        words = ""
    shown = whole[start : start + len(raw)]
    return Sentence(
        words, start + begin, shown, asks, True if yes else False if no else None, bool(_CORRECTS.search(raw)), first
    )
