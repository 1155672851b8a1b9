"""Numbers that only a word beside them tells from others: bank accounts, passports, licences, national and tax"
" numbers."""

import re

DIGIT = re.compile(r"\d")
# What numbers are called that identify a thing, not a person.
THING = re.compile(
    r"(?i)\b(?:order|tracking|track|parcel|isbn|issn|invoice|ticket|meeting|zoom|serial|booking|confirmation|conf"
    r"|reference|ref|barcode|ean|upc"
    r"|version|sku|part|model|case|commit|build|unix|timestamp|flight|student|customer|member\w*|receipt|product"
    r"|item|score|lottery|population"
    r"|distance|library|loyalty|gift|patent|doi|article|bestell\w*|sendung\w*|rechnung\w*|pedido|commande|ordine"
    r"|bestelling|factura|facture)\b"
)
_IDENTITIES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (what, re.compile(rf"(?i)(?<![^\W_])(?:{cue})(?![^\W_])"))
    for what, cue in (
        (
            "bank account number",
            r"iban|a/c(?: no)?|s/c|bank details|bankdaten|datos bancarios|coordonnées bancaires|(?:bank|checking"
            r"|savings|current|giro|deposit)?[ -]?(?:account|acct|acc)(?:'s)? ?(?:number|num|no|nr|#)\.?|sort ?code"
            r"|routing(?: number| no)?|aba|bsb|clabe|ifsc"
            r"|bank account|konto(?:nummer|nr|numret|nummeret)?|blz|bankleitzahl|bankverbindung|cuenta (?:bancaria"
            r"|corriente|de banco)|número de cuenta|(?:numéro de )?compte bancaire|numéro de compte|(?-i:RIB)"
            r"|conto (?:corrente|bancario)|conta (?:bancária|corrente)|número da conta|rekeningnummer|numer konta"
            r"|номер сч[её]та",
        ),
        (
            "social security number",
            r"ssn|social security(?: number| no| num)?|soc sec|(?:my|his|her|their|our"
            r"|your) soc(?:ial)?(?! (?:media|life|circle|club))|(?:the|whole|full) social|itin|sin number"
            r"|social insurance(?: number)?"
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
            r"|id-?nummer|national id(?:entity)?(?: number| card| no)?|dni|nif|my nie|(?-i:NIE|RG)"
            r"|documento de identidad|cédula"
            r"|cpf|cnpj|codice fiscale|carta d'identità|bsn|burgerservicenummer|aadhaar|aadhar|uidai|pesel|curp"
            r"|rut|cuil|cuit"
            r"|carte d'identité|cni|personnummer\w*|fødselsnummer|cpr(?:-nummer)?|henkilötunnus|hetu|rodné číslo"
            r"|isikukood|tc kimlik\w*|nric|fin number|hkid|my number card|emirates id|ppsn?|egn|cnp|снилс|инн|amka"
            r"|voter id|health card|health insurance(?: number)?|krankenversicherten\w*|versichertennummer"
            r"|krankenkassen\w*|alien number|green card(?: number| no)",
        ),
        (
            "tax number",
            r"tax(?:payer)? ?(?:id|identification|file|reference|number|no)(?: number| no)?|tfn|utr|my (?:tin|ein"
            r"|pan)|(?-i:TIN|EIN|PAN)"
            r"|pan (?:card|number|no)|steuer-?(?:id|nummer|identifikations\w*|nr)|idnr|numéro fiscal"
            r"|número fiscal|nif|partita iva|p\.? ?iva|vat (?:number|no|id)|rfc",
        ),
    )
)
_VALUE = re.compile(
    r"(?<!\w)(?:[A-Za-z]{1,2}[ -])?(?=[^\W_]*\d)[^\W_]+(?:[ ./-](?=[^\W_]*\d)[^\W_]+){0,8}"
    r"(?:[ -][A-Za-z](?![^\W_]))?"
)
DATE = re.compile(
    r"^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|(?:19|20)\d\d(?:[-/ ](?:19|20)?\d\d)?"
    r"|\d{1,2}[ ./-](?:19|20)\d\d)$"
)
AMOUNT = re.compile(
    r"(?i)^\s?(?:k\b|eur|euro|dollar|usd|gbp|pounds|bucks|€|\$|£|%|people|years?|days?|months?|followers|points"
    r"|kr\b|zł|in (?:it|my|the)\b)"
)
_OWNED = re.compile(
    r"(?i)(?:is|that's|was|ist|es|est|é|è|=|are)\s+(?:my|the|our|his|her|mein\w*|mi|mon|ma|minha|o meu|il mio"
    r"|mijn)\s+(?:\w+\s){0,2}$"
)


def find(text: str) -> str | None:
    """What kind of identity number the text holds."""
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
    found = DIGIT.search(value)
    return found.start() if found else 0


def _identifies(text: str, match: re.Match[str]) -> bool:
    value = match[0]
    digits = len(DIGIT.findall(value))
    alone = sum(character.isalnum() for character in value)
    return (
        (digits >= 6 or (digits >= 4 and alone >= 7 and digits < alone) or (digits >= 5 and alone >= 9))
        and not DATE.match(value)
        and not AMOUNT.match(text[match.end() :])
        and not text[: match.start()].rstrip().endswith(("€", "$", "£"))
    )


def _belongs(text: str, cue: re.Match[str], start: int, end: int) -> bool:
    if start >= cue.end():
        between = text[cue.end() : start]
        return (
            len(between) <= 45
            and not re.search(r"[!?]|(?<!\bno)(?<!\bnr)(?<!\bnum)\.\s|\bhas\b|\bcost\b|\bpaid\b|\bon\s$", between)
            and not THING.search(between)
        )
    return end <= cue.start() and len(text[end : cue.start()]) <= 40 and bool(_OWNED.search(text[end : cue.start()]))
