"""Secrets that give themselves away by their shape: tokens of services, key files, URLs, headers, commands and"
" settings."""

import re
from itertools import pairwise

_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (what, re.compile(pattern))
    for what, pattern in (
        ("private key", r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File|AGE-SECRET-KEY-1[A-Z0-9]{20}"),
        ("API key", r"(?<![A-Za-z0-9])sk-(?=[\w-]{0,80}\d)[A-Za-z0-9][\w-]{15,}"),
        ("AWS access key", r"(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA)[A-Z0-9]{12,}"),
        ("GitHub token", r"(?<![A-Za-z0-9])(?:gh[a-z]_[A-Za-z0-9]{16,}|github_pat_\w{16,})"),
        ("GitLab token", r"(?<![A-Za-z0-9])gl[a-z]{2,6}-[\w-]{16,}"),
        ("Slack token", r"(?<![A-Za-z0-9])(?:xox[a-z][-.]|xapp-)[\w.-]{10,}"),
        ("Google API key", r"(?<![A-Za-z0-9])AIza[\w-]{25,}|(?<![A-Za-z0-9])ya29\.[\w-]{16,}|GOCSPX-[\w-]{16,}"),
        ("payment service key", r"(?<![A-Za-z0-9])[a-z]{2,5}_(?:live|test)_[A-Za-z0-9]{10,}"),
        ("token", r"(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}"),
        ("API key", r"(?<![A-Za-z0-9])SG\.[\w-]{16,}\.[\w-]{16,}"),
        ("bot token", r"(?<!\d)\d{8,10}:AA[\w-]{30,}|(?<![\w-])[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{25,}"),
        ("webhook address", r"hooks\.slack\.com/(?:services|workflows)/\w|discord(?:app)?\.com/api/webhooks/\d"),
        ("token", r"(?<![A-Za-z0-9])(?:pypi-[\w-]{16,}|dapi[a-f0-9]{32})"),
        ("password hash", r"\$(?:2[abxy]|argon2\w{1,2}|[156y])\$[\w./=,+$-]{20,}"),
        ("Wi-Fi password", r"\bWIFI:(?=[^\n]{0,80}\bP:[^;\s])"),
    )
)
# A short prefix, then a long run without words: how most services shape their tokens.
_PREFIXED = re.compile(
    r"(?<![A-Za-z0-9_-])([a-zA-Z][a-zA-Z0-9]{1,11})((?:[_-][a-z0-9]{1,8}){0,2})[_-]([A-Za-z0-9]{24,})"
)
_DIGESTS = re.compile(r"(?i)^(?:sha\d*|md5|digest|commit|rev|git|blake\w*|etag|uuid|img|image|file|trace|span|build)$")

_URL = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@]{0,64}:([^\s/@]{1,128})@[^\s@]")
_HEADER = re.compile(
    r"(?i)\b(?:proxy-)?authorization\b[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:[a-z]{3,12}\s{1,3})?[\w.~+/=-]{6,}"
    r"|\bbearer\s{1,3}(?=[\w.~+/=-]{0,60}\d)[\w.~+/=-]{16,}"
)
_COMMAND = re.compile(
    r"(?i)\b(?:curl|wget|http|https|xh)\b[^\n]{0,200}?\s(?:-u|--user|-a"
    r"|--auth)[ =]?[\"']?[^\s:'\"]{1,64}:[^\s'\"]{1,128}"
    r"|(?<!\w)--?(?:[a-z]{1,20}-)?(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api-?key"
    r"|access-?key)[ =][\"']?[^\s'\"<$-][^\s'\"]{2,}"
    r"|\b(?:sshpass|docker login|podman login|az login|mysql\w*|mariadb|mongo\w*|redis-cli)\b[^\n]{0,120}?\s-(?:p"
    r"|a) ?[\"']?[^\s'\"$<-][^\s'\"]{2,}"
    r"|\bnet use\b[^\n]{0,80}/user:\S{1,64}\s+\S"
)

_NAMED = re.compile(
    r"(?i)(?:pass(?:word|wd|phrase|code)?|pwd|secret|(?<![a-z])(?:pw|pin|psk|otp|auth|creds?|sig|cookie|session)"
    r"|token|credentials?"
    r"|(?:api|access|account|shared ?access|private|secret|signing|encryption|master|service|auth|client|storage"
    r"|license)[_ .-]{0,1}key|sessionid|(?<![a-z])key)"
    r"(?:[_-][a-z0-9]{1,12}){0,2}"
    r"(?P<link>[\"']?\s{0,3}(?::=|=>|=|:)\s{0,3})(?P<value>[\"'][^\"'\n]{3,200}[\"']|[^\s\"',;&|(){}\[\]<>]{4,})"
)
_PLACEHOLDER = re.compile(
    r"(?i)^(?:\$|%\w|<|\{|\*{2,}|x{3,}$|\.{2,}|_{2,}|your[_-]|my[_-]|null$|none$|true$|false$|undefined$|https?:"
    r"|env[.(]|os\.|process\.)"
)
_RANDOM = re.compile(r"(?<![\w/+.-])[A-Za-z0-9+/_=.~-]{16,}(?![\w/+])")
_SECRET_WORD = re.compile(
    r"(?i)\b(?:(?:api|access|secret|private|signing|encryption|auth|deploy|license|licence|product|activation"
    r"|recovery|ssh|account|storage|master)[ _-]?keys?"
    r"|api|key|keys|apikey|tokens?|secrets?|credentials?|creds|auth|oauth|password|passwort|contraseña|clé"
    r"|schlüssel|clave|chave|chiave|sleutel|ключ|токен|cookie|session id"
    r"|airtable|openai|anthropic|claude|stripe|twilio|heroku|vercel|netlify|cloudflare|sendgrid|mailgun|mailchimp"
    r"|notion|linear|figma|mapbox|firebase|supabase|datadog|databricks|aws|azure|gcp"
    r"|slack|discord|telegram|shopify|paypal|square|plaid|algolia|sentry|okta|auth0|jira|atlassian|confluence"
    r"|trello|asana|zapier|hubspot|salesforce|pagerduty|newrelic|grafana|openweather\w*|rapidapi|mistral|cohere"
    r"|groq|perplexity|deepseek|hugging ?face)\b"
)
_NEAR = 60
_SHORTEST = 12  # characters without a space that a shape has at least


def find(text: str) -> str | None:
    """What kind of secret the text holds by its shape."""
    long_words = " ".join(word for word in text.split() if len(word) >= _SHORTEST)
    if "PRIVATE KEY" in text:
        long_words += text
    if long_words:
        for what, shape in _SHAPES:
            if shape.search(long_words):
                return what
        if _has_prefixed_token(long_words):
            return "token"
        if "://" in text and any(not _PLACEHOLDER.match(match[1]) for match in _URL.finditer(text)):
            return "connection string"
    lowered = text.lower()
    if ("bearer" in lowered or "authorization" in lowered) and _HEADER.search(text):
        return "authorization header"
    if (" -" in text or "--" in text or "/user:" in lowered) and _COMMAND.search(text):
        return "password on a command line"
    return None


def find_announced(text: str) -> str | None:
    """What kind of secret the text holds by a name beside it: a setting, or a random token near a telling word."""
    if (":" in text or "=" in text) and _has_named_secret(text):
        return "secret setting"
    return "API key" if _has_random_token(text) else None


def looks_random(token: str) -> bool:
    """Whether a run of characters was made by a machine: no word, date, path or version reads like this."""
    letters = sum(character.isalpha() for character in token)
    digits = sum(character.isdigit() for character in token)
    if digits < 2 or letters < 4 or letters + digits < 0.8 * len(token):
        return False
    changes = sum(_sort(one) != _sort(other) for one, other in pairwise(token))
    return changes >= len(token) // 5


def _sort(character: str) -> int:
    if character.isdigit():
        return 0
    return 1 + character.isupper() if character.isalpha() else 3


def _has_prefixed_token(text: str) -> bool:
    return any(
        looks_random(match[3]) and not _DIGESTS.match(match[1]) and not _DIGESTS.match(match[2].strip("_-"))
        for match in _PREFIXED.finditer(text)
    )


def _has_named_secret(text: str) -> bool:
    for match in _NAMED.finditer(text):
        value = match["value"].strip("\"'")
        if _PLACEHOLDER.match(value):
            continue
        # "key: value" and "token: 5" are said of harmless things too; what only a setting says needs no further proof.
        if looks_random(value) or ("=" in match["link"] and _is_setting(match[0], value)):
            return True
    return False


def _is_setting(whole: str, value: str) -> bool:
    harmless = re.match(r"(?i)(?:key|token|auth|session|cookie|sig|pin)", whole)
    return not value.isdigit() and (not harmless or (len(value) >= 12 and any(c.isdigit() for c in value)))


def _in_link(text: str, position: int) -> bool:
    word = text[max(0, position - 200) : position].rpartition(" ")[2]
    return "://" in word or word.lower().startswith(("www.", "sha"))


def _stands_for_nothing_else(token: str) -> bool:
    """Whether a token is long and mixed as neither a digest nor a name is, so that it is a secret even unannounced."""
    kinds = [sum(map(of, token)) for of in (str.isupper, str.islower, str.isdigit)]
    return len(token) >= 30 and min(kinds) >= 3 and token.isalnum()


def _has_random_token(text: str) -> bool:
    for match in _RANDOM.finditer(text):
        if not looks_random(match[0]) or _in_link(text, match.start()):
            continue
        if _stands_for_nothing_else(match[0]):
            return True
        before = text[max(0, match.start() - _NEAR) : match.start()]
        after = text[match.end() : match.end() + _NEAR // 2]
        if _SECRET_WORD.search(before) or _SECRET_WORD.search(after):
            return True
    return False
