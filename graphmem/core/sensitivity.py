"""Whether a text holds what must not be kept: a secret, or what identifies or reaches a person."""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from graphmem.core import addresses, personal_numbers, secret_shapes, spoken_secrets


class SensitiveClass(StrEnum):
    CREDENTIAL = "credential"
    PII = "pii"


@dataclass(frozen=True, slots=True)
class Sensitive:
    """Why a text is sensitive; never what it holds."""

    klass: SensitiveClass
    what: str


_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_SAME = {ord(odd): plain for odd, plain in zip("’‘‛´“”„‐‑‒−", "''''\"\"\"----", strict=True)}


def screen(text: str) -> Sensitive | None:
    """The gravest thing found in the text, if any."""
    plain = unicodedata.normalize("NFKC", text).translate(_UNSEEN | _SAME)
    secret = secret_shapes.find(plain) or spoken_secrets.find(plain) or secret_shapes.find_announced(plain)
    if secret:
        return Sensitive(SensitiveClass.CREDENTIAL, secret)
    personal = personal_numbers.find(plain) or addresses.find(plain)
    return Sensitive(SensitiveClass.PII, personal) if personal else None
