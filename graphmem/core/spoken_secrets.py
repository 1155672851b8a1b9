"""Secrets told in a sentence: passwords, PINs, codes, combinations, seed phrases and logins."""

import re
from collections.abc import Callable, Sequence

from graphmem.core import logins
from graphmem.core import secret_values as values
from graphmem.core import secret_words as words
from graphmem.core.spelt import unspelt

_REACH = 160  # characters after the word within which its value is said
_FILLER = 8  # words between the word and "is"
_MARK = re.compile(
    r"^[\"')\]]{0,2}\s{0,3}(?::=|=>|->|→|[:=–—]|-{1,2}(?=\s))\s*|(?<=\S)\s{0,3}(?::|=|=>|->|→)(?=\s)|\s[–—-]{1,2}\s"
)
_SENTENCE = re.compile(r"[.!?](?=\s+[^\W\d_a-z])|\n\s*\n")
_POSSESSIVE = re.compile(r"^'?s(?=\s)|^'(?=\s)")
_PLAIN = re.compile(r"(?i)^[^\W\d_]+(?:['-][^\W\d_]+)*$")
_HIDDEN = re.compile(r"(?i)^(?:[*•x.…_?-]+|<.*>|\$\{?\w+\}?|\[.*\])$")
_INTRODUCES = frozenset(["still", "now", "it's", "its", "try", "use", "namely", "i.e.", "called", "changed"])
_NEARBY = 70  # characters after the name
_MIXED = re.compile(
    r"(?i)(?<![\w@./:-])(?!(?:office365|o365|iphone|ipad|win\d|windows|1password|\d[a-z]+$|wpa\d|ipv|v\d|mp\d|web\d"
    r"|ps\d|\d+(?:st|nd|rd|th|am|pm|h|k|gb|x)\b))"
    r"(?=[^\s]{0,30}\d)(?=[^\s]{0,30}[a-z])[a-z0-9!@#$%^&*_+=?-]{6,40}(?![\w@/:]|\.\w)"
)
_FIGURES = re.compile(r"(?<![\w.,:/$€£#@-])\d{4,8}(?![\w:/%€$£-]|[.,]\d)")
_UNRELATED = re.compile(
    r"(?i)\b(?:in|since|from|until|till|by|of|before|after|around|about|bis|seit|desde|depuis|dal|sinds|over|under"
    r"|than|every|order|flight|room|bus|year|cost|paid|for)\s+(?:the\s+)?$"
    r"|\b(?:forg\w+|lost|reset|changed|manager|vergessen|olvid\w+|oubli\w+|blocked|expires?)\b"
)
_QUOTED = re.compile(
    r"(?<!\w)[\"'](?P<value>[^\"'\n]{4,40})[\"'][\s,–-]{1,3}(?:(?:is|as|that's)\s+)?(?=(?:my|the|our|your|his|her)\b)"
)
_ENTERED = re.compile(r"(?i)\b(put|putting|typ(?:e|ed|ing)|enter(?:ed|ing)?|tr(?:y|ied|ying))\b(?: in)? (\d{4,8})\b")
# Small and large letters, figures and a sign, all in one word.
_MADE_UP = re.compile(
    r"(?<![\w@./:-])(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)(?=\S*[!@#$%^&*?+=])(?!https?:)[\w!@#$%^&*?+=-]{6,40}(?![\w@/:])"
)
_CLOCK = re.compile(r"^(?:[01]\d|2[0-3])[0-5][05]$")
_BEFORE = re.compile(
    r"(?i)(?P<value>\S{3,64})\s+(?P<link>is|was|as|=|ist|als|es|como|est|comme|é|è|come"
    r"|are)\s+(?:[\w'’-]{1,15}\s+){0,4}?$"
)


def find(text: str) -> str | None:
    """What kind of secret the text tells, also one that is spelt: "p i n is four seven one one"."""
    plain = unspelt(text)
    return _find(text) or (_find(plain) if plain != text else None)


def _find(text: str) -> str | None:
    lowered = text.lower()
    figures = any(character.isdigit() for character in text)
    if words.named(lowered, words.PASSWORD_STEMS) and _tells_password(text):
        return "password"
    if figures and _gives(text, words.KEY, _is_key):
        return "API key"
    if figures and words.named(lowered, words.CODE_STEMS) and (what := _tells_code(text)):
        return what
    if figures and _is_typed(text):
        return "password"
    if words.named(lowered, words.SEED_STEMS) and logins.tells_seed(text):
        return "seed phrase"
    if logins.is_bare_seed(text):
        return "seed phrase"
    return "login" if words.named(lowered, words.LOGIN_STEMS) and logins.tells_login(text) else None


def _tells_password(text: str) -> bool:
    return (
        _gives(text, words.PASSWORD, _is_password)
        or _gives_pass(text)
        or words.ASIAN.search(text) is not None
        or _quoted(text)
        or _stands_near(text, words.PASSWORD, _MIXED)
    )


def _tells_code(text: str) -> str | None:
    if _gives(text, words.PIN, _is_number) or _stands_near(text, words.PIN, _FIGURES):
        return "PIN"
    if _gives(text, words.CODE, _is_code) or _gives(text, words.BARE_CODE, _is_plain_code) or words.OPENED.search(text):
        return "access code"
    if _gives(text, words.COMBINATION, _is_combination) or _gives(text, words.LOCK, _is_lock):
        return "combination"
    return "access code" if _stands_near(text, words.CODE, _FIGURES) else None


def _is_typed(text: str) -> bool:
    """Whether something that can only be a password stands beside a login, or a number beside "wrong PIN"."""
    if words.REFUSED.search(text) and any(
        not values.counts(text[m.start(2) :].split()) for m in _ENTERED.finditer(text)
    ):
        return True
    return any(
        words.LOGIN_PLACE.search(text[max(0, match.start() - _NEARBY) : match.end() + _NEARBY])
        for match in _MADE_UP.finditer(text)
    )


class _Said:
    """What follows a secret's name, up to the end of the sentence."""

    def __init__(self, text: str, match: re.Match[str]) -> None:
        tail = _POSSESSIVE.sub(" 's ", text[match.end() : match.end() + _REACH].replace("’", "'"))
        end = _SENTENCE.search(tail)
        self.before = text[max(0, match.start() - 60) : match.start()]
        self.name = match[0]
        self.tail = tail[: end.start()] if end else tail
        self.words = _MARK.sub(" : ", self.tail).split()[:24]

    def is_postal(self) -> bool:
        """Whether the code is one that anybody may know: of a town, of an error, of a sale."""
        town = re.search(r"(?i:pin[ -]?code)\s+(?:of|in)\s+[A-Z]\w+\s", self.before[-5:] + self.name + self.tail)
        return bool(town) or bool(words.POSTAL.search(self.before[-20:] + " " + " ".join(self.words[:6])))


# Whether words are a value of the kind named; the last argument is what stood between, empty for nothing.
_Judge = Callable[[_Said, Sequence[str], str], bool]


def _gives(text: str, name: re.Pattern[str], is_value: _Judge) -> bool:
    return any(_given(_Said(text, match), is_value) for match in name.finditer(text))


def _given(said: _Said, is_value: _Judge) -> bool:
    if _comes_first(said, is_value):
        return True
    if said.words and said.words[0].strip(values.EDGES).lower() in words.COMPOUNDS:
        return False
    if said.words and is_value(said, said.words, ""):
        return True
    for position, word in enumerate(said.words[: _FILLER + 1]):
        link = word.lower().strip(",")
        if link in words.LINKS or link.endswith("'s") or link in words.WEAK_LINKS:
            rest = said.words[position + 1 :]
            while rest and rest[0].lower().strip(",") in words.SKIPPED | words.LINKS and len(rest) > 1:
                rest = rest[1:]
            kind = "" if link.endswith("'s") and link not in ("'s", "it's", "that's") else link
            kind = "to" if link in words.WEAK_LINKS else kind
            if rest and is_value(said, rest, kind):
                return True
        # "the password hasn't changed, still Tacos4Life"
        if position and link in _INTRODUCES and is_value(said, said.words[position + 1 :] or [""], ""):
            return True
    return False


def _comes_first(said: _Said, is_value: _Judge) -> bool:
    """Whether the value stands before its name: "use hunter3 as the password"."""
    match = _BEFORE.search(said.before)
    if not match or (said.words and said.words[0].strip(values.EDGES).lower() in words.COMPOUNDS):
        return False
    value = match["value"].strip(values.EDGES)
    if match["link"] in ("is", "was", "=", "are") and re.fullmatch(r"\d+(?:-\d+)*", value):
        start = said.before[: match.start()].split()
        return is_value(said, [*start[-1:], value] if start[-1:] and start[-1].isdigit() else [value], "is")
    return values.looks_made(value) and is_value(said, [value], "is")


def _stands_near(text: str, name: re.Pattern[str], value: re.Pattern[str]) -> bool:
    """Whether something that can only be the value stands somewhere near its name: "the PIN? that's easy, 2846"."""
    for match in name.finditer(text):
        said = _Said(text, match)
        compound = said.words and said.words[0].strip(values.EDGES).lower() in words.COMPOUNDS
        verb = re.search(r"(?i)\b(?:i|we|you|they|to|can|will|should|please)\s$", said.before)
        if compound or verb or said.is_postal():
            continue
        window = text[match.end() : match.end() + _NEARBY]
        for found in value.finditer(window):
            rest = window[found.start() :].split()
            counted = values.counts(rest)
            if (
                not counted
                and not values.DATE.match(rest[0].strip(values.EDGES))
                and not _UNRELATED.search(window[: found.start()])
            ):
                return True
    return False


def _quoted(text: str) -> bool:
    return any(words.PASSWORD.search(text[match.end() : match.end() + 40]) for match in _QUOTED.finditer(text))


def _is_password(said: _Said, rest: Sequence[str], link: str) -> bool:
    raw = rest[0]
    value = raw.strip(values.EDGES)
    if link and re.fullmatch(r"\d{1,2}(?:-\d{1,2}){2,4}", value):
        return True
    if not value or _HIDDEN.match(value) or values.DATE.match(value):
        return False
    if link == ":" and "phrase" in said.name.lower() and len(rest) >= 3:
        return True
    if link and link != "to" and values.is_phrase(rest):
        return True
    if any(character.isdigit() for character in value) or not _PLAIN.match(value):
        return values.looks_made(value) and not (value.isdigit() and values.counts(rest))
    if not link:
        return values.has_inner_capital(value) and not words.GIVES_NONE.search(said.before)
    if link == "to":
        return values.has_inner_capital(value) or (bool(words.SETS.search(said.before)) and values.stands_alone(rest))
    if raw[0] in values.QUOTES:
        return len(value) > 1
    lowered = value.lower()
    if words.FICTION.search(" ".join(said.words[:5])):
        return False
    if lowered in words.NON_VALUES or len(value) < 3:
        return False
    if link == ":":
        return True
    return not (lowered.endswith(("ed", "ly")) and len(value) > 4) and values.stands_alone(rest)


def _is_key(said: _Said, rest: Sequence[str], link: str) -> bool:
    value = rest[0].strip(values.EDGES)
    mixed = any(character.isdigit() for character in value) and any(character.isalpha() for character in value)
    return (
        bool(link) and link != "to" and mixed and not said.is_postal() and len(value) >= 6 and values.looks_made(value)
    )


def _is_number(said: _Said, rest: Sequence[str], link: str) -> bool:
    if said.is_postal():
        return False
    value = values.joined_digits(rest)
    if len(value) < 3 or values.counts(rest):
        return False
    if link:
        return True
    subject = said.before.split()[-1:]
    verb = bool(subject) and subject[0].lower() in {"i", "we", "you", "they", "to", "can", "will", "should", "please"}
    return len(value) >= 3 and not verb and not said.name.lower().endswith("pins") and values.stands_alone(rest)


def _is_code(said: _Said, rest: Sequence[str], link: str) -> bool:
    value = rest[0].strip(values.EDGES)
    if re.search(r"(?i)safe|lock|vault", said.name) and re.fullmatch(r"\d{1,2}(?:-\d{1,2}){2,4}", value):
        return True
    if values.DATE.match(value) or words.POSTAL.search(said.before[-12:]):
        return False
    digits = sum(character.isdigit() for character in value)
    if value.isdigit() or values.FIGURES.match(value):
        return _is_number(said, rest, link)
    mixed = digits >= 2 and len(value) >= 5 and any(character.isalpha() for character in value)
    return mixed and value.isascii() and not re.search(r"[/:]", value)


def _is_plain_code(said: _Said, rest: Sequence[str], link: str) -> bool:
    """A code of nothing in particular: any but those that are known to be harmless, if it opens something."""
    own = re.search(
        r"(?i)(?:^|[^\w'-])(?:(?:the|my|our|her|his|their|new|old|secret|der|mein|unser|le|mon|el|il|o|de|a)\s+)?$",
        said.before,
    )
    opens = re.search(rf"(?i)\b{words.LOCKED}\b|\bget(?:ting)? in(?:to)?\b", said.before + said.tail)
    digits = values.joined_digits(rest)
    if not (own or opens) or not 4 <= len(digits) <= 8 or not values.stands_alone(rest):
        return False
    return (bool(link) or bool(own and own[0].strip())) and _is_number(said, rest, link or "is")


def _is_lock(said: _Said, rest: Sequence[str], link: str) -> bool:
    value = rest[0].strip(values.EDGES)
    if not link or link == ":" or not values.stands_alone(rest):
        return False
    if re.fullmatch(r"\d{1,2}(?:-\d{1,2}){2,4}", value):
        return True
    least = 3 if words.PORTABLE.match(said.name) else 4
    return value.isdigit() and len(value) >= least and not _CLOCK.match(value) and _is_number(said, rest, link)


def _is_combination(said: _Said, rest: Sequence[str], link: str) -> bool:
    value = "".join(rest[:5]).strip(values.EDGES)
    listed = re.match(r"\d{1,2}(?:[-,/.]\d{1,2}){2,4}(?!\d)", value)
    turned = len(re.findall(r"(?i)\d{1,2}\s?(?:left|right|clockwise|l|r|links|rechts)\b", said.tail)) > 1
    at_once = bool(listed) and bool(re.search(r"(?i)\b(?:safe|lock|locker|padlock|vault)", said.before))
    return at_once or (
        bool(link)
        and (turned or bool(listed) or (rest[0].strip(values.EDGES).isdigit() and _is_number(said, rest, link)))
    )


def _gives_pass(text: str) -> bool:
    return any(
        not words.PAPER_PASS.search(text[max(0, match.start() - 20) : match.start()])
        and _given(_Said(text, match), _is_pass)
        for match in words.PASS.finditer(text)
    )


def _is_pass(said: _Said, rest: Sequence[str], link: str) -> bool:
    value = rest[0].strip(values.EDGES)
    made = values.looks_made(value) and (bool(link) or not value.isdigit())
    return (made or link == ":" or rest[0][0] in values.QUOTES) and link != "to" and _is_password(said, rest, link)
