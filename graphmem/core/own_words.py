# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""Which words of a message are its user's own: not pasted, quoted, injected, or code."""

import re

_I = re.IGNORECASE
_M = re.MULTILINE
_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_INLINE_CODE = re.compile(r"`[^`\n]+`")
_TAGGED = re.compile(r"<(?P<tag>[a-z][\w-]*)(?:\s[^<>]*)?>.*?</(?P=tag)>", _I | re.DOTALL)
_BRACKETED = re.compile(r"\[(?P<tag>[a-z][\w -]*)\].*?\[/(?P=tag)\]", _I | re.DOTALL)
# A block of memories as it is put before a prompt: a title, then its lines.
_TITLE = (
    r"(?:user |relevant |retrieved |recalled |saved |stored |long[- ]term |past |my |your )*"
    r"(?:memor(?:y|ies)|context|known facts|facts about (?:the )?user|user (?:profile|facts|info\w*|context)|"
    r"about the user|background(?: info\w*)?|instructions?|system(?: prompt| message)?|knowledge|notes|"
    r"said in conversation)"
    r"(?: (?:from|about|of|for) [^\n:]{1,40})?"
)
_BLOCK = re.compile(
    rf"^[ \t]*(?:#+[ \t]*{_TITLE}[ \t]*:?|\[{_TITLE}\][ \t]*:?|\*\*{_TITLE}:?\*\*:?|[-=*]{{3,}}[ \t]*{_TITLE}[ \t]*[-=*]*|"
    rf"{_TITLE}:)[ \t]*(?:\n(?:[ \t]*(?:[-*•·]|\d+[.)])[^\n]*(?:\n|\Z))+|\n(?:[^\n]+(?:\n|\Z))+|[^\n]*(?:\n|\Z))",
    _I | _M,
)
_REPLY_MARK = re.compile(r"^[ \t]*>[^\n]*$", _M)
_TRANSCRIPT = re.compile(r"^[ \t]*(?:\[[^\]\n]{3,20}\][ \t]*)?(?P<who>[A-Z][\w .'-]{0,24}):[ \t]+\S[^\n]*$", _M)
_ASSISTANT_LINE = re.compile(
    r"^[ \t]*(?:assistant|ai|bot|system|chatgpt|claude|gpt|tool|human|user)[ \t]*:[^\n]*$", _I | _M
)
_MACHINE_LINE = re.compile(
    r"^[^\n]*(?:[{};][ \t]*$|=>|</\w+>|\b(?:const|let|var|def|class|function|import|return|SELECT|INSERT|FROM)\s+[\w*.]+\s*[=({:;,]|"
    r"^[ \t]*(?:File \"|at [\w.$]+\(|Traceback|Exception|Error:|WARN|INFO|DEBUG|\$ |>>> )|\|[^|\n]+\|[^|\n]+\||"
    r"\w+\.\w+\(|\b\w+\(\)|\w+ = \{)[^\n]*$",
    _M,
)
_LETTER = re.compile(
    r"^[ \t]*(?:(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b[^\n]{0,40},?|subject:[^\n]*|to whom it may concern,?)[ \t]*\n"
    r".{0,4000}?^[ \t]*(?:(?:best|kind|warm|many|with)?\s*(?:regards|wishes|thanks)|best|sincerely|yours(?: \w+)?|cheers|"
    r"respectfully|love|thank you|thanks)[ \t]*[,!.]?[ \t]*(?:\n+[^\n]{0,40}$)?",
    _I | _M | re.DOTALL,
)
_WORK_ON = (
    r"(?:translat\w+|proof-?read\w*|summari[sz]e\w*|summary|re-?write|re-?phrase|paraphrase|edit|improve|polish|shorten|"
    r"correct|fix|check|review|grammar|spell\w*|format|analy[sz]e|classify|extract|explain|reply to|respond to|answer|"
    r"tone|convert|complete|continue|feedback|critique|read|says|said|wrote|writes|texted|posted|sent me|received|got this|"
    r"write|draft|compose|make (?:this|it)|turn (?:this|it)|what does|what do you think|transcri\w+|label|rate|rank)"
)
_PASTED_AFTER = re.compile(
    rf"\b{_WORK_ON}\b[^\n.?!]{{0,120}}?(?::\s|[.?!:]?[ \t]*\n|[?!.]\s+(?=[\"'“‘«]))"
    r"|\b(?:here(?:'s| is| are)|this is|below is|see) (?:my|the|a|an|our|his|her|their|what)\b[^\n.?!]{0,60}"
    r"\b(?:email|e-mail|letter|essay|draft|text|message|paragraph|post|article|review|bio|code|log|error|output|transcript|"
    r"story|poem|speech|cv|resume|résumé|statement|abstract|caption|tweet|reply|lyrics|chat|conversation)\b[^\n.?!]{0,40}"
    r"(?::|\n)",
    _I,
)
_QUOTES = re.compile(
    r"(?<!\w)[\"“„«](?P<double>[^\"“”„«»\n]{3,2000})[\"”“»]|(?<![\w])['‘](?P<single>[^'‘\n]*(?:\w'\w[^'‘\n]*)*)['’](?!\w)"
)
_FEWEST_QUOTED = 5  # words: less is a title or a word that is spoken of


def own_words(text: str) -> str:
    """The text, as long as it was, with a blank for every character that is not the user's own."""
    kept = list(text)
    for pattern in (_FENCE, _TAGGED, _BRACKETED, _BLOCK, _REPLY_MARK, _ASSISTANT_LINE, _LETTER):
        _blank(kept, pattern)
    _blank_transcript(kept)
    _blank(kept, _INLINE_CODE)
    _blank(kept, _MACHINE_LINE)
    _blank_quotes(kept)
    order = _PASTED_AFTER.search("".join(kept))
    if order and not _is_own_speech("".join(kept), order):
        _erase(kept, order.end(), len(kept))
    return "".join(kept)


def _blank(kept: list[str], pattern: re.Pattern[str]) -> None:
    for match in pattern.finditer("".join(kept)):
        _erase(kept, *match.span())


def _erase(kept: list[str], start: int, end: int) -> None:
    for place in range(start, end):
        if kept[place] != "\n":
            kept[place] = " "


def _blank_transcript(kept: list[str]) -> None:
    """Lines of two speakers or more are a talk that was pasted."""
    lines = list(_TRANSCRIPT.finditer("".join(kept)))
    if len(lines) > 2 and len({line["who"] for line in lines}) > 1:
        for line in lines:
            _erase(kept, *line.span())


def _blank_quotes(kept: list[str]) -> None:
    text = "".join(kept)
    for match in _QUOTES.finditer(text):
        inside = match["double"] or match["single"] or ""
        announced = text[: match.start()].rstrip().endswith(":")
        if len(inside.split()) >= _FEWEST_QUOTED or (announced and len(inside.split()) > 1):
            _erase(kept, *match.span())


_SPEAKS = re.compile(r"^\s*(?:i|i'm|im|my|we|our|i've)\b", _I)
_READS = re.compile(r"\b(?:read|check|answer|explain|fix|continue|complete|got this|review|write|rate|edit)\b", _I)


def _is_own_speech(text: str, order: re.Match[str]) -> bool:
    """Whether what follows an order on a new line is the user going on: it has to say "this" or end in a colon."""
    told = order[0].rstrip()
    if told.endswith(":") or re.search(
        r"\b(?:this|these|following|below|it|text|email|letter|message|essay|paragraph)\b", told, _I
    ):
        return False
    return bool(_SPEAKS.match(text[order.end() :])) or bool(_READS.search(told))
