"""Numbers that identify or reach a person: cards, bank accounts, identity numbers, telephones; and e-mail addresses."""

import re

import phonenumbers

_DIGIT = re.compile(r"\d")
_EMAIL = re.compile(r"(?<![\w.+'-])(?!git@)[\w.+'-]{1,64}@(?:[\w-]{1,63}\.){1,6}[^\W\d_]{2,24}(?![\w-])")
_SPELT_EMAIL = re.compile(
    r"(?i)[\w.+-]{1,64}\s?[\[({<]\s?(?:at|ät|@)\s?[\])}>]\s?[\w-]{1,63}\s?(?:[\[({<]\s?(?:dot|punkt|\.)\s?[\])}>]"
    r"|\.|\sdot\s)\s?[a-z]{2,12}\b"
    r"|\b[\w.+-]{1,64}\s(?:at|arroba|chez|klammeraffe)\s[\w-]{2,40}\s(?:dot|punkt|punto|point|ponto)\s(?:com|org"
    r"|net|de|co|edu|io|fr|es|it|nl|eu|uk|ch|at|pt|br|in|me)\b"
)

# What numbers are called that identify a thing, not a person.
_THING = re.compile(
    r"(?i)\b(?:order|tracking|track|parcel|isbn|issn|invoice|ticket|meeting|zoom|serial|booking|confirmation|conf"
    r"|reference|ref|barcode|ean|upc"
    r"|version|sku|part|model|case|commit|build|unix|timestamp|flight|student|customer|member\w*|receipt|product"
    r"|item|score|lottery|population"
    r"|distance|library|loyalty|gift|patent|doi|article|bestell\w*|sendung\w*|rechnung\w*|pedido|commande|ordine"
    r"|bestelling|factura|facture)\b"
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
_IBAN_WORD = re.compile(r"(?i)\biban\b")
_IBAN_LENGTHS = dict(
    (part[:2], int(part[2:]))
    for part in [
        "AD24",
        "AE23",
        "AL28",
        "AT20",
        "AZ28",
        "BA20",
        "BE16",
        "BG22",
        "BH22",
        "BI27",
        "BR29",
        "BY28",
        "CH21",
        "CR22",
        "CY28",
        "CZ24",
        "DE22",
        "DJ27",
        "DK18",
        "DO28",
        "EE20",
        "EG29",
        "ES24",
        "FI18",
        "FK18",
        "FO18",
        "FR27",
        "GB22",
        "GE22",
        "GI23",
        "GL18",
        "GR27",
        "GT28",
        "HN28",
        "HR21",
        "HU28",
        "IE22",
        "IL23",
        "IQ23",
        "IS26",
        "IT27",
        "JO30",
        "KW30",
        "KZ20",
        "LB28",
        "LC32",
        "LI21",
        "LT20",
        "LU20",
        "LV21",
        "LY25",
        "MC27",
        "MD24",
        "ME22",
        "MK19",
        "MN20",
        "MR27",
        "MT31",
        "MU30",
        "NI28",
        "NL18",
        "NO15",
        "OM23",
        "PK24",
        "PL28",
        "PS29",
        "PT25",
        "QA29",
        "RO24",
        "RS22",
        "RU33",
        "SA24",
        "SC31",
        "SD18",
        "SE24",
        "SI19",
        "SK24",
        "SM27",
        "SO23",
        "ST25",
        "SV28",
        "TL23",
        "TN24",
        "TR26",
        "UA29",
        "VA22",
        "VG24",
        "XK20",
        "YE30",
    ]
)

_SSN = re.compile(r"(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])")
_NI = re.compile(r"(?i)(?<![a-z0-9])[a-z]{2} ?\d{2} ?\d{2} ?\d{2} ?[a-d](?![a-z0-9])")
_IDENTITIES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (what, re.compile(rf"(?i)(?<![^\W_])(?:{cue})(?![^\W_])"))
    for what, cue in (
        (
            "bank account number",
            r"iban|a/c(?: no)?|s/c|bank details|bankdaten|datos bancarios|coordonnées bancaires|(?:bank|checking"
            r"|savings|current|giro|deposit)?[ -]?(?:account|acct|acc)(?:'s)? ?(?:number|num|no|nr|#)\.?|sort ?code"
            r"|routing(?: number| no)?|aba|bsb|clabe|ifsc"
            r"|bank account|konto(?:nummer|nr|numret|nummeret)?|blz|bankleitzahl|bankverbindung|cuenta (?:bancaria"
            r"|corriente|de banco)|número de cuenta|(?:numéro de )?compte bancaire|numéro de compte|rib"
            r"|conto (?:corrente|bancario)|conta (?:bancária|corrente)|número da conta|rekeningnummer|numer konta"
            r"|номер сч[её]та",
        ),
        (
            "social security number",
            r"ssn|social security(?: number| no| num)?|soc sec|social|itin|sin number|social insurance(?: number)?"
            r"|sozialversicherungs?\w*|rentenversicherungs?\w*|sv-?nummer"
            r"|numéro de sécu(?:rité sociale)?|numéro de sécurité sociale|sécu|n° de sécu|seguridad social"
            r"|previdência social|ahv(?:-nummer)?|avs",
        ),
        (
            "passport number",
            r"passport|passport (?:number|no|nr|num|#)|reisepass\w*|passnummer|pasaporte|passeport|passaporte"
            r"|passaporto|paspoort\w*|paszport\w*|паспорт\w*|pas[sz]?nummer|pasaport",
        ),
        (
            "driving licence number",
            r"driv(?:er'?s?|ing)[ -]?licen[cs]e|dl (?:number|no|#)|dl#|licen[cs]e (?:number|no)|führerschein\w*"
            r"|permis de conduire|carnet de conducir|licencia de conducir|patente di guida"
            r"|carta de condução|cnh|rijbewijs\w*|prawo jazdy",
        ),
        (
            "national identity number",
            r"national insurance(?: number)?|ni(?: number| no|no)|nino|nhs(?: number| no)?|medicare(?: number"
            r"| card)?|medicaid(?: number)?|personalausweis\w*|ausweisnummer|perso(?:nummer)?|identity (?:card"
            r"|number)|id (?:card|number|no)"
            r"|id-?nummer|national id(?:entity)?(?: number| card| no)?|dni|nie|nif|documento de identidad|cédula"
            r"|cpf|cnpj|rg|codice fiscale|carta d'identità|bsn|burgerservicenummer|aadhaar|aadhar|uidai|pesel|curp"
            r"|rut|cuil|cuit"
            r"|carte d'identité|cni|personnummer\w*|fødselsnummer|cpr(?:-nummer)?|henkilötunnus|hetu|rodné číslo"
            r"|isikukood|tc kimlik\w*|nric|fin number|hkid|my number card|emirates id|ppsn?|egn|cnp|снилс|инн|amka"
            r"|voter id|health card|health insurance(?: number)?|krankenversicherten\w*|versichertennummer"
            r"|krankenkassen\w*|alien number|green card(?: number| no)",
        ),
        (
            "tax number",
            r"tax(?:payer)? ?(?:id|identification|file|reference|number|no)(?: number| no)?|tin|tfn|utr|ein"
            r"|pan(?: card| number| no)?|steuer-?(?:id|nummer|identifikations\w*|nr)|idnr|numéro fiscal"
            r"|número fiscal|nif|partita iva|p\.? ?iva|vat (?:number|no|id)|rfc",
        ),
    )
)
_VALUE = re.compile(
    r"(?<![\w])(?:[A-Za-z]{1,2}[ -])?(?=[^\W_]*\d)[^\W_]+(?:[ ./-]{1,1}(?=[^\W_]*\d)[^\W_]+){0,8}(?:[ -][A-Za-z](?![^\W_]))?"
)
_DATE = re.compile(
    r"^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|(?:19|20)\d\d(?:[-/ ](?:19|20)?\d\d)?"
    r"|\d{1,2}[ ./-](?:19|20)\d\d)$"
)
_AMOUNT = re.compile(
    r"(?i)^\s?(?:k\b|eur|euro|dollar|usd|gbp|pounds|bucks|€|\$|£|%|people|years?|days?|months?|followers|points"
    r"|kr\b|zł|in (?:it|my|the)\b)"
)
_OWNED = re.compile(
    r"(?i)(?:is|that's|was|ist|es|est|é|è|=|are)\s+(?:my|the|our|his|her|mein\w*|mi|mon|ma|minha|o meu|il mio"
    r"|mijn)\s+(?:\w+\s){0,2}$"
)

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
    r"|zadzwoń|номер|телефон|desk|work|home|office|answering)(?![^\W_])"
)
_NORTH_AMERICAN = re.compile(r"^(?:\+?1[ .-]?)?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d[ .-]\d{4}")
_REGIONS = (
    "US",
    "GB",
    "DE",
    "FR",
    "ES",
    "IT",
    "NL",
    "AU",
    "IN",
    "BR",
    "PT",
    "BE",
    "CH",
    "AT",
    "PL",
    "SE",
    "IE",
    "ZA",
    "NZ",
    "MX",
    "DK",
    "NO",
)


def find(text: str) -> str | None:
    """What kind of number or address of a person the text holds."""
    if "@" in text and _EMAIL.search(text):
        return "e-mail address"
    if ("dot" in text or "pun" in text or "(" in text or "[" in text or "poin" in text) and _SPELT_EMAIL.search(text):
        return "e-mail address"
    digits = len(_DIGIT.findall(text))
    if digits < 4:
        return None
    if digits >= 12 and _has_card(text):
        return "card number"
    if digits >= 8 and _has_iban(text):
        return "bank account number"
    if _SSN.search(text) and not _THING.search(text):
        return "social security number"
    if _NI.search(text):
        return "national identity number"
    return _identity(text) or ("phone number" if digits >= 7 and _has_phone(text) else None)


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
        named = _CARD_WORD.search(around) and not _THING.search(around)
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


def _identity(text: str) -> str | None:
    values = [
        (match.start() + _first_digit(match[0]), match.end())
        for match in _VALUE.finditer(text)
        if _identifies(text, match)
    ]
    if not values:
        return None
    for what, cue in _IDENTITIES:
        for match in cue.finditer(text):
            if any(_belongs(text, match, start, end) for start, end in values):
                return what
    return None


def _first_digit(value: str) -> int:
    found = _DIGIT.search(value)
    return found.start() if found else 0


def _identifies(text: str, match: re.Match[str]) -> bool:
    value = match[0]
    digits = len(_DIGIT.findall(value))
    alone = sum(character.isalnum() for character in value)
    return (
        (digits >= 6 or (digits >= 4 and alone >= 7 and digits < alone) or (digits >= 5 and alone >= 9))
        and not _DATE.match(value)
        and not _AMOUNT.match(text[match.end() :])
        and not text[: match.start()].rstrip().endswith(("€", "$", "£"))
    )


def _belongs(text: str, cue: re.Match[str], start: int, end: int) -> bool:
    if start >= cue.end():
        between = text[cue.end() : start]
        return (
            len(between) <= 45
            and not re.search(r"[!?]|(?<!\bno)(?<!\bnr)(?<!\bnum)\.\s|\bhas\b|\bcost\b|\bpaid\b|\bon\s$", between)
            and not _THING.search(between)
        )
    return end <= cue.start() and len(text[end : cue.start()]) <= 40 and bool(_OWNED.search(text[end : cue.start()]))


def _has_phone(text: str) -> bool:
    return any(_is_phone(text, match) for match in _PHONE.finditer(text))


def _is_phone(text: str, match: re.Match[str]) -> bool:
    value = match[0].strip()
    digits = len(_DIGIT.findall(value))
    if not 7 <= digits <= 17 or _DATE.match(value) or _spans_dates(value):
        return False
    before = text[max(0, match.start() - 45) : match.start()]
    after = text[match.end() : match.end() + 35]
    if value.startswith(("+", "00")):
        return digits >= 9 and _possible(value)
    things = [thing.end() for thing in _THING.finditer(before)]
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
        return not _AMOUNT.match(after) and _valid(value, lenient=True)
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
    for region in _REGIONS:
        try:
            number = phonenumbers.parse(value, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number) or (lenient and phonenumbers.is_possible_number(number)):
            return True
    return False
