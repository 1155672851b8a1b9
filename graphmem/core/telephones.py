"""Telephone numbers, with and without the code of their country."""

import re

import phonenumbers

from graphmem.core.identities import AMOUNT, DATE, DIGIT, THING

_PHONE = re.compile(
    r"(?<![\w.,/:-])(?<!\d )(?:\+|00 ?)?\(?\d(?:[ ./()-]{0,3}\d){6,16}(?:\s?(?:x|ext\.?"
    r"|extension)\s?\d{1,5})?(?![\w:])(?![ .,]\d)"
)
_PHONE_WORD = re.compile(
    r"(?i)(?<![^\W_])(?:phones?|mobiles?|mob|cell(?:phone)?|tel(?:e(?:phone|fon\w*|foon\w*|fono|fone))?|call(?:ed|s"
    r"|ing)?|ring|text|dial|whatsapp|signal|telegram|sms|fax|landline|hotline|line"
    r"|reach(?:ed)?|contact|digits|voicemail|hit me up|(?:my|our|the|her|his|their|new|old|work|private|direct"
    r"|mum's|dad's|mom's|personal)\s+(?:number(?:'s)?|num|nr|no)|numbers?\s?:|handy\w*|rufnummer|(?:meine|die|seine"
    r"|ihre|mijn|min|mitt)\s+(?:neue\s+)?(?:nummer|nr)|anrufen|ruf|erreich\w*|móvil|movil|celular|llám\w*|número"
    r"|numero|portable|appel\w*|joindre|numéro"
    r"|cellulare|chiam\w*|telem[óo]vel|telemóvel|lig[au]\w*|mobiel|bel|telefoon|telefon\w*|mobilnummer|komórk\w*"
    r"|zadzwoń|номер|телефон|(?:desk|work|home|office)\s?(?:line|phone|number|:|is)|answering)(?![^\W_])"
)
_NORTH_AMERICAN = re.compile(r"^(?:\+?1[ .-]?)?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d[ .-]\d{4}")
# Where a number without its country may be from.
_REGIONS = "US GB DE FR ES IT NL AU IN BR PT BE CH AT PL SE IE ZA NZ MX DK NO"


def found_in(text: str) -> bool:
    """Whether the text holds a telephone number."""
    return any(_is_phone(text, match) for match in _PHONE.finditer(text))


def _is_phone(text: str, match: re.Match[str]) -> bool:
    value = match[0].strip()
    digits = len(DIGIT.findall(value))
    if not 7 <= digits <= 17 or DATE.match(value) or _spans_dates(value):
        return False
    before = text[max(0, match.start() - 45) : match.start()]
    after = text[match.end() : match.end() + 35]
    if value.startswith(("+", "00")):
        return digits >= 9 and _possible(value)
    things = [thing.end() for thing in THING.finditer(before)]
    cues = [
        cue.end()
        for cue in _PHONE_WORD.finditer(before)
        if not cue[0].lower().endswith(("number", "number's", "nr", "no", "nummer", "numero", "número"))
    ]
    if things and max(things) > max(cues, default=-1):
        return False
    if _NORTH_AMERICAN.match(value):
        return True
    cued = _PHONE_WORD.search(before) or (
        re.match(r"\W{0,3}(?:is|was|ist|es|est|è|é)\b", after) and _PHONE_WORD.search(after)
    )
    grouped = bool(re.search(r"\d[ ./-]+\d", value))
    if cued:
        return not AMOUNT.match(after) and _valid(value, lenient=True)
    return grouped and value.startswith(("0", "(0")) and digits >= 9 and _valid(value, lenient=False)


def _spans_dates(value: str) -> bool:
    return bool(
        re.match(
            r"(?:19|20)\d\d[-./ ]\d{1,2}[-./ ]\d{1,2}\b|(?:19|20)\d\d ?- ?(?:19|20)\d\d$",
            value,
        )
    ) and not value.startswith("0")


def _possible(value: str) -> bool:
    try:
        return phonenumbers.is_possible_number(phonenumbers.parse("+" + value[2:] if value.startswith("00") else value))
    except phonenumbers.NumberParseException:
        return False


def _valid(value: str, *, lenient: bool) -> bool:
    for region in _REGIONS.split():
        try:
            number = phonenumbers.parse(value, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number) or (lenient and phonenumbers.is_possible_number(number)):
            return True
    return False
