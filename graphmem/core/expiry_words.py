"""The words that tell how long something holds, and those that only seem to."""

import re

from graphmem.core.moments import DATE, DURATION, NEXT, PERIOD

_HOUR = r"(?:\d{1,2}(?::\d{2})?\s?(?:am|pm|o'clock|h)|\d{1,2}:\d{2}|noon|midnight)"
_UNTIL = (
    rf"(?:up\s+)?(?:until|till|'?til|untill|through|thru|up\s+to)(?:\s+and\s+including)?\s+(?:around\s+|about\s+"
    rf"|at\s+least\s+|sometime\s+)?(?:{_HOUR}\s+(?:on\s+)?)?(?P<until>{DATE})(?:\s+(?:at\s+)?{_HOUR})?"
)
_FOR = rf"for\s+(?P<for>{DURATION}|{NEXT}|{PERIOD})"
_CLAUSE = rf"(?:(?:just|only|but\s+only)\s+)?(?:{_UNTIL}|{_FOR})(?:\s+(?:only|or\s+so|from\s+now))?"
_DROP = (
    rf"(?:after|in|on|by|at|within|come|past)?\s*(?:(?P<drop_for>{DURATION}|{NEXT})"
    rf"|(?P<drop_on>{DATE}))(?:\s+from\s+now)?"
)

_KEEP = (
    r"(?:remember|keep|save|store|note|hold|bear|memori[sz]e|don'?t\s+forget|do\s+not\s+forget|retain|log|record"
    r"|make\s+a\s+note|take\s+note|know)"
    r"(?:\s+(?:this|that|it|these|in\s+mind|a\s+note|of|on\s+to|me|about|please|the\s+following|for\s+me|down"
    r"|stored|saved|in\s+memory|as\s+valid)){0,4}"
)
_FORGET = (
    r"(?:forget|delete|drop|discard|erase|remove|clear|wipe)(?:\s+(?:this|that|it|about\s+it|about\s+this"
    r"|again)){0,2}|(?:this|it|that)?\s*(?:expires?|is\s+valid|lapses?)"
)
POLITE = (
    r"(?:(?:hey|hi|ok|okay|so|please|pls|plz|can\s+you|could\s+you|would\s+you|i\s+want\s+you\s+to"
    r"|/remember)[\s,]+){0,3}"
)


def _unnamed(pattern: str) -> str:
    return re.sub(r"\?P<\w+>", "?:", pattern)


_THAT = r"(?:\s*[,:–-]+\s*(?:that\s+)?|\s+(?:that\s+)?)"
LEADING = re.compile(
    rf"(?i)^\W{{0,3}}{POLITE}(?:{_KEEP}[\s,:]+{_unnamed(_CLAUSE)}|{_unnamed(_CLAUSE)}[\s,:–-]+{POLITE}{_KEEP}"
    rf"|(?:{_FORGET})\s+{_unnamed(_DROP)}){_THAT}(?=\w)"
    rf"|^\W{{0,3}}{POLITE}(?:just\s+|only\s+|valid\s+)?{_unnamed(_CLAUSE)}\s*:\s*(?=\w)"
)
TRAILING = re.compile(
    rf"(?i)(?:\s{{0,3}}[,;.(–-]{{1,3}}\s{{0,3}}|\s+(?:and|but)\s+){POLITE}(?:{_KEEP}[\s,:]+{_unnamed(_CLAUSE)}"
    rf"|(?:{_FORGET})\s+{_unnamed(_DROP)})[\s.!)]*$"
)
INSTRUCTION = re.compile(rf"(?i)\b{_KEEP}[\s,:]+{_CLAUSE}(?![\w-])")
TONIGHT = re.compile(rf"(?i)\b{_KEEP}[\s,:]+(?:until|till|'?til)\s+{_HOUR}(?![\w-])")
FRONTED = re.compile(rf"(?i)^\W{{0,3}}{POLITE}{_CLAUSE}[\s,:–-]+{POLITE}{_KEEP}\b")
LABEL = re.compile(rf"(?i)^\W{{0,3}}{POLITE}(?:just|only|valid)?\s*{_CLAUSE}\s*:")
DROPPED = re.compile(rf"(?i)\b(?:{_FORGET})\s+{_DROP}(?![\w-])")
SAID = re.compile(rf"(?i)(?<![\w-]){_CLAUSE}(?![\w-])")
DEADLINE = re.compile(rf"(?i)\b(?:by|before|no\s+later\s+than|due(?:\s+on|\s+by)?)\s+(?P<until>{DATE})(?![\w-])")
NOW = re.compile(
    r"(?i)(?<![\w-])(?P<for>(?:this\s+(?:whole\s+)?(?:week|weekend|month|quarter|year)|the\s+rest\s+of\s+(?:the"
    r"|this)\s+(?:week|month|year|day))|(?:all|the\s+whole)\s+(?:week|month)|today\s+only)(?![\w-])"
)

SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
CHUNK = re.compile(r"[,;:()]|\s(?:and|but|because|so|that|which|who|since|while|as|–|-)\s", re.I)
HABIT = re.compile(
    r"(?i)\b(?:every|each|usually|always|normally|often|sometimes|generally|typically|never|rarely|daily|weekly"
    r"|nightly|monthly|once|twice|per|at\s+a\s+time|in\s+a\s+row|used\s+to|tend\s+to"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days|mornings|evenings|(?<!working )(?<!work )nights|afternoons"
    r"|weekends|weekdays|a\s+(?:day|week|month|year)(?=\W*$|\s+and))\b"
)
STATE = re.compile(
    r"(?i)(?:\b(?:am|is|are|be|im|can'?t|cannot|can|won'?t|will|shouldn'?t|should|must|mustn'?t|need|needs"
    r"|have\s+to|has\s+to|gotta|no|avoid|have|has|got|not|don'?t|doesn'?t|off|without"
    r"|stays?|remains?|borrow\w*|rent\w*|book\w*|hir(?:e|ed|ing)|leas\w+|lent|lend\w*|reserv\w*|paus\w*|suspend\w*"
    r"|bann\w*|grounded|prescribed|subscrib\w*|sign\w*|swap\w*|shar(?:e|ing))\b|'m\b|'re\b|'s\b|'ll\b|'ve\s+got\b)"
)
_ARRANGED = (
    r"(?:rented|booked|borrowed|hired|leased|lent|reserved|paused|suspended|banned|grounded|blocked|closed"
    r"|postponed|extended|left|parked|prescribed|signed|subscribed|agreed|promised|swapped|got|put|moved|given|gave"
    r"|stopped|quit|cancelled|canceled|switched|frozen|allowed|told|asked)"
)
_HAVE = r"(?:\b(?:have|has|having|haven'?t|hasn'?t|i've|we've|you've|they've|ive)|'ve|'s)"
PERFECT = re.compile(
    rf"(?i){_HAVE}\s+(?:\w+\s+){{0,2}}?(?:been|known|had|lived|worked|done|seen|met|taught|kept|owned|loved|played"
    rf"|studied|spent|gone|\w{{3,}}ed)\b"
)
ARRANGEMENT = re.compile(rf"(?i)\b{_ARRANGED}\b")
_PAST_WORD = (
    r"(?:was|were|wasn't|weren't|did|didn't|had|hadn't|went|came|ate|drank|drove|felt|knew|lost|made|met|paid|ran"
    r"|said|saw|sat|slept|spent|spoke|stood|taught|thought|took|woke|wore|won|wrote|began|became"
    r"|broke|brought|built|bought|caught|chose|fell|flew|forgot|grew|heard|held|kept|led|sang|sold|sent|stole|swam"
    r"|threw|couldn't|could|wouldn't|studied|\w{2,}ed)"
)
# After these a past form is a participle or a noun: "is closed", "my bed".
_NO_PAST_AFTER = [
    "am",
    "is",
    "are",
    "be",
    "being",
    "'m",
    "'re",
    "'s",
    "'ve",
    "have",
    "has",
    "gets",
    "get",
    "got",
    "not",
    "stays",
    "to",
    "been",
    "a",
    "the",
    "my",
    "no",
]
PAST = re.compile(rf"(?i){''.join(rf'(?<!{word} )' for word in _NO_PAST_AFTER)}\b{_PAST_WORD}\b(?!')")
NOT_PAST = re.compile(
    r"(?i)^(?:need|red|bed|shed|feed|speed|seed|weed|bleed|indeed|hundred|wed|med|kid\w+|\w+bred|embed|sacred|naked"
    r"|wicked)$"
)
ELSEWHEN = re.compile(
    r"(?i)\b(?:in\s+(?:\d{4}|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|spring|summer|autumn|fall|winter|college|school)|ago|last\s+\w+|next\s+\w+|start(?:s|ing)\s|from\s|when\s+i"
    r"|once|after\s+that|back\s+then)\b"
)
LEAVING = re.compile(r"(?i)\b(?:going|flying|travel+ing|heading|leaving|driving|off)\s+(?:back\s+)?(?:to|on\s+a)\b")
LASTS = re.compile(r"(?i)\b(?:is|was|are|lasts?|runs?|takes?)\s*$")
LASTING = re.compile(r"(?i)\b(?:married|together|engaged|sober|friends|clean)\b")
IDIOM = re.compile(
    r"(?i)can(?:'|’)?t\s+wait|cannot\s+wait|can\s+hardly\s+wait|count(?:ing|down)?\s+(?:down|the\s+days)"
    r"|how\s+(?:long|many)|looking\s+forward"
    r"|\b(?:days?|weeks?|months?|sleeps?|hours?)\s*(?:left\s*|to\s+go\s*)?$|\bwait(?:ing)?\s*$"
)
RANGE = re.compile(r"(?i)\b(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?\s*$")
DUTY = re.compile(
    r"(?i)\b(?:need|needs|have\s+to|has\s+to|must|should|got\s+to|gotta|due|deadline|remind\s+me|supposed\s+to"
    r"|finish|submit|todo|to-do|owe|promised)\b"
)

FORMS = tuple(
    re.compile(rf"(?i){form}")
    for form in (rf"(?:in\s+|after\s+)?(?P<for>{DURATION}|{NEXT}|{PERIOD})", _CLAUSE, rf"(?:on\s+)?(?P<until>{DATE})")
)
ISO = re.compile(
    r"(?i)P(?=\w)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?"
)
