"""Secrets that are told as a pair or a list: a user name with its password, the words of a wallet."""

import re

from graphmem.core import secret_values as values
from graphmem.core import secret_words as words

_PAIR = re.compile(
    r"(?i)\b(?:log-?ins?|log in|sign ?in|logins?|credentials?|creds|user(?:name)?|account|zugangsdaten|anmeldung"
    r"|acceso|identifiants?|accesso|inlog\w*)\b"
    r"[^.!?\n]{0,40}?(?<![\w@.])(?P<user>[\w.+@-]{2,64})\s?(?P<mark>/|:|,|\||\band\b|\bwith\b)\s?(?P<value>[^\s/"
    r"|]{4,64})"
)
_PAIR_FIRST = re.compile(
    r"(?i)(?<![\w@.])[\w.+@-]{2,64}\s?[/:|]\s?(?P<value>[^\s/|]{4,64})\s+(?:is|are"
    r"|=)\s+(?:[\w']{1,12}\s+){0,2}?(?:log-?in|creds?|credentials)\b"
)
_USER_PASS = re.compile(
    r"(?i)\buser(?:name)?\s?(?:/|and|&|:)\s?pass(?:word)?s?\b\W{0,3}(?:is|are|=|:)?\s*[\w.@-]{2,40}\s?[/:]\s?\S{3,}"
)
_KNOWN_PAIR = re.compile(
    r"(?i)(?<![\w/.-])(?:admin|administrator|root|guest|ubuntu|postgres)\s?[:/]\s?([^\s/:]{4,64})(?![/:])"
)
_KNOWN_USERS = words.listed("admin administrator root user guest pi ubuntu sa postgres test demo")


def tells_seed(text: str) -> bool:
    """Whether the words of a wallet follow what they are called."""
    return any(_longest_run(text[match.end() : match.end() + 300]) >= 6 for match in words.SEED.finditer(text))


def is_bare_seed(text: str) -> bool:
    """Whether the text is nothing but the words of a wallet."""
    listed = text.split()
    return len(listed) in (12, 15, 18, 21, 24) and _longest_run(text) == len(listed)


def _longest_run(text: str) -> int:
    """How many lower-case words of a mnemonic's length follow one another."""
    longest = run = 0
    for word in re.sub(r"\d{1,2}[.)]|[,:;\"']", " ", text).split():
        fits = word.isalpha() and word.islower() and 3 <= len(word) <= 8 and word not in words.FUNCTION_WORDS
        run = run + 1 if fits else 0
        longest = max(longest, run)
    return longest


def tells_login(text: str) -> bool:
    """Whether a user name stands beside its password."""
    for match in _PAIR.finditer(text):
        value = match["value"].strip(values.EDGES)
        made = values.looks_made(value) and not value.isdigit() and "@" not in value
        if made and (match["mark"] in "/:|" or values.has_inner_capital(value)):
            return True
        known = match["user"].lower() in _KNOWN_USERS and match["mark"] in "/:"
        if known and value.lower() not in words.NON_VALUES:
            return True
    if _USER_PASS.search(text) or any(values.looks_made(match[1]) for match in _KNOWN_PAIR.finditer(text)):
        return True
    return any(values.looks_made(match["value"]) for match in _PAIR_FIRST.finditer(text))
