# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""Whether a sentence says something lasting, or why not."""

import re

from graphmem.adapters.spacy.parts import ORDER, is_question
from graphmem.adapters.spacy.standing import is_standing

_I = re.IGNORECASE
_LONGEST = 2_000
_HYPOTHETICAL = re.compile(
    r"\b(?:if i (?:were|was|had|could|won|did|got|became|lived|owned)|if (?:he|she|we|they) (?:were|had|could)|if my \w+ (?:were|was|had)|"
    r"suppose|supposing|imagine|pretend|let'?s (?:say|pretend|imagine|assume)|hypothetically|what if|say i (?:had|was|were|am|'m)|"
    r"assum(?:e|ing) (?:that )?(?:i|my|we)|would have|wouldn't have|in theory|as if i|if only|unless i)\b|^if\b",
    _I,
)
_SUPPOSED = re.compile(
    r"^(?:let'?s (?:say|assume|pretend|imagine|suppose)|suppose|supposing|imagine|pretend|assume|assuming|hypothetically|say i|what if)\b",
    _I,
)
_WISH = re.compile(
    r"\b(?:i wish|wish i|if only|(?:i|we|he|she|they)'?d (?:really |so )?(?:love|like|want) |(?:i|we|he|she|they) would (?:really |so )?(?:love|like|want) |one day i|some ?day i|"
    r"dream(?:s|ing)? (?:of|about)|dreamt|dreamed|in my dreams?|(?:i|we)(?:'m| am|'re| are)? (?:really )?(?:hope|hoping|want|wanting|wanna|wan na)(?: to)?|bucket list|"
    r"(?:i'm|i am|we're|we are|i've been|i was|been) (?:\w+ )?(?:thinking (?:of|about)|considering|tempted|wondering|contemplating|debating)|can't wait)\b",
    _I,
)
_FOR_NOW = re.compile(
    r"\b(?:right now|rn|at this (?:very )?(?:moment|second)|at the moment|atm|today|tonight|this (?:morning|afternoon|evening|second|instant)|just now|"
    r"barely slept|so tired|stuck in|on my way|brb|it'?s raining|running late|for now|a (?:minute|second|moment|sec|few minutes|couple of minutes|while|bit) ago|"
    r"last night|an hour ago|yesterday|for the moment|temporarily|in (?:a|an|\d+|five|ten) (?:minute|min|hour|sec|bit|moment)\w*|already left|"
    r"this week|this weekend|so far|yet again|tomorrow)\b",
    _I,
)
_LASTING = re.compile(
    r"\b(?:always|never|every|from now on|as of today|starting (?:today|tomorrow)|today (?:is|was) my|(?:birthday|anniversary|wedding) is|remember|prefer|allergic|birthday|"
    r"turn(?:ed|s|ing) \d+|moved|started (?:a|my|as|at|working|learning)|got (?:engaged|married|divorced|promoted|fired|laid off|accepted|diagnosed|my (?:degree|licen[cs]e|results))|diagnosed|born|"
    r"adopted|proposed|pregnant|passed away|died|retired|quit|resigned|signed|closed on|graduat\w+|broke (?:my|her|his|up)|gave birth|had (?:a|our|the) baby)\b",
    _I,
)
_TOLD = re.compile(rf"^\W*(?:hey |ok |please |pls )*{ORDER}\b", _I)
_QUOTED = re.compile(r"[\"“”«»].{12,}[\"“”«»]|(?<!\w)['‘].{15,}['’](?!\w)")
_CODE = re.compile(
    r"```|\b(?:const|let|var|def|class|function|import|return|SELECT)\s+\w+\s*[=({:]|[{};]\s*$|=>|</\w+>|"
    r"\w+\(\)|\w+\.\w+\("
)
_JOKE = re.compile(
    r"\b(?:lmao|rofl|jk|just kidding|kidding|yeah right|as if|not\s*!+$|sarcasm|joking)\b|[🙄😜🤪😏]|(?<!\w)/s\b|"
    r"\b(?:haha+|lol|ha) (?:sure|yeah sure|right|yes sure)\b",
    _I,
)
_LAUGH = re.compile(r"\b(?:lol|haha+|hehe+)\b|[😂🤣😹]", _I)
_EXAGGERATED = re.compile(
    r"\b(?:basically|literally|practically|at this point|might as well|pretty much|a million|a thousand|zillion|gazillion|forever|king of|queen of|"
    r"married to my|live(?:s)? (?:on|off)|run(?:s)? on|survive on|allergic to (?:mondays?|mornings?|work|exercise|people|math|maths|cardio|adult\w*|responsib\w*)|(?:professional|expert) "
    r"(?:procrastinator|napper|overthinker)|phd in|degree in (?:procrast\w+|naps?|napping)|middle name is|soulmate is|blood type is)\b",
    _I,
)
_ASIDE = re.compile(
    r"^\W*(?:thanks|thank you|thx|ty|ok|okay|cool|great|perfect|sure|hi|hello|hey|yes|no|yeah|nope|"
    r"sounds (?:good|great)|got it|nice|bye)\b[\s\w]{0,12}\W*$",
    _I,
)
_HEARSAY = re.compile(
    r"^(?:they|people|everyone|everybody|some(?:one|body)?|experts|scientists|studies|the (?:news|article|book|movie|film|show|internet)|rumou?r) "
    r"(?:say|says|said|think|thinks|claim|claims|believe)\b|\b(?:apparently|allegedly|supposedly|i (?:heard|read|saw) (?:that|somewhere|on)|according to)\b",
    _I,
)
_FICTION = re.compile(
    r"\b(?:my|the|our|a|main) (?:character|protagonist|hero|heroine|villain|narrator|avatar|oc|npc|persona)\b|"
    r"\bin (?:my|the|this|a|our) (?:story|novel|book|game|film|movie|dream|campaign|script|screenplay|scene|series|show|play|scenario|lyrics|song)\b|"
    r"\b(?:role-?play|dungeon|d&d|dnd campaign|fictional|fanfic\w*|once upon a time)\b",
    _I,
)
_TO_ASSISTANT = re.compile(r"\b(?:you|your|u|ur|yours|yourself)\b", _I)


def worth_keeping(text: str, *, raw: str = "") -> str | None:
    """Why a sentence is no lasting statement, or None when it may be one; `raw` are its words with all around them."""
    text = text[:_LONGEST].strip().replace("’", "'")
    raw = raw[:_LONGEST].replace("’", "'") or text
    if not text or _ASIDE.match(text):
        return "says nothing"
    if _CODE.search(text):
        return "code"
    if _HYPOTHETICAL.search(text) and not is_standing(text):
        return "hypothetical"
    if text.endswith("?") or is_question(text):
        return "question"
    if _JOKE.search(raw) or (_EXAGGERATED.search(text) and _LAUGH.search(raw)):
        return "joke"
    if _FICTION.search(text):
        return "fiction"
    if _TOLD.match(text) and not is_standing(text):
        return "instruction"
    if _QUOTED.search(text):
        return "quoted"
    if _WISH.search(text):
        return "wish"
    if _HEARSAY.search(text):
        return "hearsay"
    if _FOR_NOW.search(text) and not _LASTING.search(text):
        return "only for now"
    return None


def is_told(text: str) -> bool:
    """Whether a text begins like an order."""
    return bool(_TOLD.match(text))


def is_supposed(text: str) -> bool:
    """Whether a text begins with what is only assumed, and so all that follows."""
    return bool(_SUPPOSED.match(text))


def is_fiction(text: str) -> bool:
    return bool(_FICTION.search(text))


def speaks_to_assistant(text: str) -> bool:
    return bool(_TO_ASSISTANT.search(text))


def is_laughed(text: str) -> bool:
    return bool(_LAUGH.search(text))


_ROLE_PLAY = re.compile(
    r"\b(?:role-?play|let'?s (?:play|pretend|imagine)|pretend (?:that )?(?:i|i'm|you|we)|play (?:the )?(?:role|part) of|i'?ll (?:be|play) (?:the|a|an)\b|"
    r"imagine (?:that )?(?:i'm|i am|you're|you are|we're|we are)|stay in character|in character|text adventure|continue the (?:campaign|story|game|adventure|quest|scene)|player \d|mock interview|"
    r"you are (?:now )?(?:a|an|the) [^.?!]{2,60}?(?:and|,) (?:i'm|i am|i'll be)|practi[cs]e (?:a )?(?:conversation|dialogue))\b|^\s*\*[^*\n]+\*",
    _I,
)
_OUT_OF_IT = re.compile(
    r"\b(?:out of character|ooc|(?:stop|end|exit|pause|quit|enough|done|finish\w*|leave)\b[^.!?]{0,30}\b(?:role-?play|game|scene|playing|pretending|character|it there|now)|"
    r"back to (?:reality|normal|real)|real (?:question|talk|life)|irl|for real|in reality|seriously though|game over|thanks,? that was)\b",
    _I,
)


def begins_role_play(text: str) -> bool:
    """Whether the user begins to speak as somebody else."""
    return bool(_ROLE_PLAY.search(text)) and not _OUT_OF_IT.search(text)


def ends_role_play(text: str) -> bool:
    """Whether the user speaks as themselves again."""
    return bool(_OUT_OF_IT.search(text))
