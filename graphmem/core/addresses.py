"""Where a person lives, to the house: streets with a number, as written in English and in other languages."""

import re

_HOUSE = r"\d{1,5}(?:[-/]\d{1,4})?\s?[A-Za-z]?"
_NAME = r"(?:[A-Z][\w'.-]{0,20}|\d{1,3}(?:st|nd|rd|th)|of|the|de|la|St\.?)"
_SURE = r"Street|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Boulevard|Blvd|Terrace|Crescent|Parkway|Pkwy|Mews|Cul-de-sac"
_ALSO = (
    r"St|Dr|Court|Ct|Place|Pl|Way|Close|Grove|Gardens|Square|Sq|Hill|Row|Walk|Parade|Circle|Cir|Trail|Trl|Loop"
    r"|Alley|Quay|Rise|Wharf|Highway|Hwy|Gate|Park|View|Green|Meadows?|Croft|Fields?|Yard"
)
_TURN = r"(?:[NSEW]{1,2}\.?|North|South|East|West)"
_ENGLISH = re.compile(
    rf"(?<![\w.,$€£-]){_HOUSE},?\s+(?:{_TURN}\s+)?(?:{_NAME}\s+){{1,4}}?(?:{_SURE}|{_ALSO})\b\.?(?!-|\s+(?:tickets?"
    rf"|of|film|movie|journal))"
    rf"|(?<![\w.,$€£-]){_HOUSE},?\s+The\s+(?:{_SURE}|{_ALSO})\b"
    rf"|(?<![\w.,$€£-])\d{{1,5}}\s+{_TURN}\s+\d{{1,3}}(?:st|nd|rd|th)\b"
)
_ENGLISH_LOWER = re.compile(
    rf"(?i)(?<![\w.,$€£-]){_HOUSE},?\s+(?:{_TURN}\s+)?(?:[a-z'.-]{{2,20}}\s+|\d{{1,3}}(?:st|nd|rd"
    rf"|th)\s+){{1,3}}?(?:{_SURE}|{_ALSO})\b"
)
_BOX = re.compile(r"(?i)\bP\.?\s?O\.?\s?Box\s+\d|\bpostfach\s+\d|\bapartado (?:de correos )?\d|\bPSC \d{1,5},? box \d")
_UK_POSTCODE = re.compile(r"\b\d{1,4}[a-zA-Z]?\s[^\n\d]{3,60}?\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b")
_US_POSTCODE = re.compile(r"(?<![\w.,$-])\d{1,6}\s[^\n]{3,80}?,?\s[A-Z]{2},?\s+\d{5}(?:-\d{4})?\b")
_UNIT = re.compile(
    r"(?i)(?<![\w.,$-])\d{1,5}\s+[^\W\d][^\n]{2,40}?[\s,]+(?:apt|apartment|suite|unit)\.?\s?#?\d{1,4}\b|\b(?:apt"
    r"|apartment|flat|suite|unit)\.?\s?#?\d{1,4}[a-z]?,?\s+\d{1,5}\s+[A-Z]"
)

_AFTER = r"(?:,|\s|\.|;|!|$)(?!\s?(?:%|km|kg|years?|times?|minutes?|people|tage|jahre|days?|hours?))"
_GERMANIC = re.compile(
    r"(?i)\b[^\W\d_]{2,30}(?:-[^\W\d_]{2,20}){0,3}(?:[ -]?(?:straße|strasse|str\.)|weg|allee|gasse|platz|damm|ufer"
    r"|chaussee|steig|stieg|straat|laan|gracht|plein|kade|dijk|singel"
    rf"|gatan|vägen|gata|veien|gade|vej|vænget|katu|kuja|tie|pad|stræde"
    rf"|allé)\s+\d{{1,4}}(?:[-/]\d{{1,3}})?\s?[a-z]?(?:\b){_AFTER}"
)
_POSTAL_CITY = re.compile(
    r"\b[A-ZÄÖÜ][\w'.ßäöü-]+(?:\s[\w'.ßäöü-]+){0,3}\s\d{1,4}\s?[a-zA-Z]?,?\s+(?:[A-Z]{1,2}-)?\d{4,5}(?:\s[A-Z]{2})?\s+[A-ZÄÖÜ][\w'-]+"
)
_NORWEGIAN = re.compile(r"\b[A-ZÆØÅ]\w+\s[A-ZÆØÅ]\w+\s(?:gate|vei|plass|veg|allé)\s\d{1,3}\s?[a-zA-Z]?\b")
_FRENCH = re.compile(
    r"(?i)(?<![\w.,])\d{1,4}(?:\s?(?:bis|ter|[a-d]))?,?\s+(?:rue|avenue|av\.|boulevard|bd\.?|(?-i:place|route|cours"
    r"|square|passage)|chemin|allée|impasse|quai|faubourg)\s+(?:d[eu]s?\s|la\s|le\s|les\s|l'|d'|(?-i:[A-ZÉ]))"
)
_ROMANCE = re.compile(
    r"(?:\b(?:[Cc]alle|[Aa]venida|[Aa]vda\.?|[Pp]laza|[Pp]aseo|[Cc]amino|[Cc]arrer|[Cc]arretera|[Rr]ua|[Tt]ravessa"
    r"|[Pp]raça|[Aa]lameda|[Ee]strada|Via|in via|[Vv]iale|[Pp]iazza|Corso|[Vv]icolo|Largo|[Uu]l\.|[Uu]lica"
    r"|[Aa]l\.|[Aa]leja|[Oo]s\.|[Uu]lica|[Ss]trada|[Uu]litsa|ул\.|улица|улице|проспект|пр-т)"
    r"|\bC/)\s?(?:[\w'.-]{1,20}\s){0,4}?[\w'.-]{2,20},?\s+(?:n[º°.]?\s?|num\.?\s?|nº\s?|д\.\s?)?"
    rf"\d{{1,4}}(?:/\d{{1,3}})?\s?[a-zA-Z]?(?:\b){_AFTER}"
)
_TURKIC = re.compile(
    r"(?i)\b[^\W\d_]{2,20}\s(?:sokak|sokağı|caddesi|cad\.|sk\.|utca|út|körút|tér)\s(?:no:?\s?)?\d{1,4}\b"
)

_LIVES = re.compile(
    r"(?i)\b(?:(?:home|street|postal|mailing|delivery|shipping|house|billing|work|new|my|our|his|her)\s+address"
    r"|address\s?(?:is|:|=)|adress[ea]?\b|dirección|endereço|indirizzo|adres\b|адрес"
    r"|(?:lives?|living|reside|stay(?:ing)?|moved|moving|house is|home is|place is|we're|i'm|based)\s+(?:at|to)"
    r"|(?<!at )home is|house is|ship (?:it )?to|deliver\w* (?:it )?to|send (?:it|mail|post) to"
    r"|ich wohne|wohnhaft|wir wohnen|j'habite|nous habitons|vivo en|vivimos en|abito in|abito a|ik woon|wij wonen"
    r"|moro n[ao]|bor på|jeg bor|mieszkam)\b"
)
_NUMBER_NEAR = re.compile(
    r"^\W{0,3}(?!an?\s)(?:(?:is|ist|est|es|é|è|now|in|der|dem|am|an|op|de|aan|na|på|at|to|:)\s+){0,3}(?:"
    r"\d{1,5}[a-zA-Z]?,?\s+[A-ZÀ-Þ][\w'-]{2,}(?=\s*(?:,|\.|$|\n|\s[A-Z]))"
    r"|(?:[\w'.-]{1,20}\s){0,3}?[A-ZÀ-Þ][\w'.-]{2,30},?\s+\d{1,4}\s?[a-zA-Z]?(?=\s*(?:,|\.(?:\s|$)|$|\n|\s\d{4,5})))"
)
_ADDRESS = re.compile(
    r"(?i:(?<!ip )(?<!mac )(?<!mail )(?<!web )(?<!wallet )(?<!memory )\baddress\b)[^!?\n]{0,80}?"
    r"(?:\b\d{1,5}[a-zA-Z]?\s+[A-ZÀ-Þ]\w{2,}|\b[A-ZÀ-Þ]\w{2,}\s+(?!(?:19|20)\d\d\b)\d{1,5}\b(?!\s?(?:times|years"
    r"|days)))"
)
_TITLE = re.compile(
    r"(?i)\b(?:film|movie|book|series|song|album|novel|show|musical|watch\w*|read|reading|listen\w*|sitcom|play"
    r"|episode|pub|tickets?)\b"
)


def find(text: str) -> str | None:
    """Whether the text says where someone lives, to the house."""
    if not any(character.isdigit() for character in text):
        return None
    lives = list(_LIVES.finditer(text))
    if any(_NUMBER_NEAR.match(text[match.end() : match.end() + 90]) for match in lives):
        return "home address"
    if _ADDRESS.search(text):
        return "home address"
    if lives and (_ENGLISH_LOWER.search(text) or _ENGLISH.search(text)):
        return "home address"
    if _TITLE.search(text) and not lives:
        return None
    patterns = (
        _ENGLISH,
        _BOX,
        _UK_POSTCODE,
        _US_POSTCODE,
        _UNIT,
        _GERMANIC,
        _NORWEGIAN,
        _POSTAL_CITY,
        _FRENCH,
        _ROMANCE,
        _TURKIC,
    )
    return "street address" if any(pattern.search(text) for pattern in patterns) else None
