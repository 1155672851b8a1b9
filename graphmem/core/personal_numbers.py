"""Numbers that identify or reach a person: cards, bank accounts, identity numbers, telephones; and e-mail addresses."""

import re

from graphmem.core import identities, telephones
from graphmem.core.identities import DIGIT, THING

_EMAIL = re.compile(r"(?<![\w.+'-])(?!git@)[\w.+'-]{1,64}@(?:[\w-]{1,63}\.){1,6}[^\W\d_]{2,24}(?![\w-])")
_SPELT_EMAIL = re.compile(
    r"(?i)[\w.+-]{1,64}\s?[\[({<]\s?(?:at|ät|@)\s?[\])}>]\s?[\w-]{1,63}\s?(?:[\[({<]\s?(?:dot|punkt|\.)\s?[\])}>]"
    r"|\.|\sdot\s)\s?[a-z]{2,12}\b"
    r"|\b[\w.+-]{1,64}\s(?:at|arroba|chez|klammeraffe)\s[\w-]{2,40}\s(?:dot|punkt|punto|point|ponto)\s(?:com|org"
    r"|net|de|co|edu|io|fr|es|it|nl|eu|uk|ch|at|pt|br|in|me)\b"
)

_RUN = re.compile(r"(?<![\w.,-])(?<!\d[ -])\d(?:[ -]{0,1}\d){11,18}(?![ -]?\d)(?!\w)")
_CARD_WORD = re.compile(
    r"(?i)\b(?:credit|debit|bank|payment)[ -]?(?:card|karte)|\bcard(?:'s)? (?:number|no|nr|is|ending)|\b(?:card"
    r"|visa|master ?card|amex|american express|maestro"
    r"|discover|diners|jcb|unionpay|kreditkarte\w*|karte|tarjeta|carte|cartão|cartao|carta|kaart|karta|kort)\b"
)
_ISSUERS = re.compile(
    r"4\d{15}(?:\d{3})?$|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$|3[47]\d{13}$|3(?:0[0-59]"
    r"|[689]\d)\d{11}$"
    r"|(?:6011|64[4-9]\d|65\d\d|81\d\d)\d{12}(?:\d{3})?$|(?:35\d\d|2131|1800)\d{11,12}$|62\d{14,17}$|(?:50[1-3]\d"
    r"|5[6-9]\d\d|6(?:304|39\d|7\d\d))\d{8,15}$|9792\d{12}$|220[0-4]\d{12}$"
)

_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}")
_COUNTRIES = (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20"
    " EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30"
    " KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23"
    " PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26"
    " UA29 VA22 VG24 XK20 YE30"
)
_IBAN_LENGTHS = {part[:2]: int(part[2:]) for part in _COUNTRIES.split()}

_SSN = re.compile(r"(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])")
_NI = re.compile(r"(?i)(?<![a-z0-9])[a-z]{2} ?\d{2} ?\d{2} ?\d{2} ?[a-d](?![a-z0-9])")


def find(text: str) -> str | None:
    """What kind of number or address of a person the text holds."""
    if "@" in text and _EMAIL.search(text):
        return "e-mail address"
    if ("dot" in text or "pun" in text or "(" in text or "[" in text or "poin" in text) and _SPELT_EMAIL.search(text):
        return "e-mail address"
    digits = len(DIGIT.findall(text))
    if digits < 4:
        return None
    if digits >= 12 and _has_card(text):
        return "card number"
    if digits >= 8 and _has_iban(text):
        return "bank account number"
    if _SSN.search(text) and not THING.search(text):
        return "social security number"
    if _NI.search(text):
        return "national identity number"
    return identities.find(text) or ("phone number" if digits >= 7 and telephones.found_in(text) else None)


def luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of the others."""
    total = 0
    for position, digit in enumerate(map(int, reversed(digits))):
        doubled = digit * (1 + position % 2)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def _has_card(text: str) -> bool:
    for match in _RUN.finditer(text):
        number = re.sub(r"[ -]", "", match[0])
        around = text[max(0, match.start() - 60) : match.end() + 30]
        named = _CARD_WORD.search(around) and not THING.search(around)
        if named or (luhn(number) and _ISSUERS.match(number)):
            return True
    return False


def _has_iban(text: str) -> bool:
    for match in _IBAN.finditer(text):
        number = re.sub(r"[ -]", "", match[0]).upper()
        length = _IBAN_LENGTHS.get(number[:2])
        if length is None or len(number) < length or not number.isascii():
            continue
        number = number[:length]
        if int("".join(str(int(character, 36)) for character in number[4:] + number[:4])) % 97 == 1:
            return True
    return False
