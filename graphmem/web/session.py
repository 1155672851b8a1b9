"""Texts that only we can have written: a browser's session, a link to sign in, a word to be said on the next page."""

import base64
import binascii
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

import msgspec

from graphmem.settings import Settings

SESSION_COOKIE = "graphmem_session"
SESSION_LASTS = timedelta(days=14)
LINK_LASTS = timedelta(minutes=10)


class Purpose(StrEnum):
    SESSION = "session"
    LINK = "link"
    NEWS = "news"
    RECEIPT = "receipt"
    IMPORT = "import"


class _Sealed(msgspec.Struct, frozen=True, array_like=True):
    purpose: Purpose
    until: int
    text: str


class Seal:
    """Signs a text for one purpose and a while."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    @property
    def forms(self) -> str:
        """The secret that protects the forms."""
        return hmac.new(self._secret, b"forms", hashlib.sha256).hexdigest()

    def closed(self, purpose: Purpose, text: str, *, lasts: timedelta, now: datetime) -> str:
        content = msgspec.json.encode(_Sealed(purpose, int((now + lasts).timestamp()), text))
        return f"{_encoded(content)}.{_encoded(self._mark(content))}"

    def opened(self, purpose: Purpose, sealed: str, *, now: datetime) -> str | None:
        """The text, unless the seal is broken, for something else, or too old."""
        content, _, mark = sealed.partition(".")
        try:
            raw = _decoded(content)
            if not hmac.compare_digest(self._mark(raw), _decoded(mark)):
                return None
            found = msgspec.json.decode(raw, type=_Sealed)
        except (ValueError, binascii.Error, msgspec.DecodeError):
            return None
        fresh = found.purpose is purpose and datetime.fromtimestamp(found.until, UTC) > now
        return found.text if fresh else None

    def _mark(self, content: bytes) -> bytes:
        return hmac.new(self._secret, content, hashlib.sha256).digest()


def seal_of(settings: Settings) -> Seal:
    """The seal of these settings: the same in every process that has the same secret or key."""
    if settings.session_secret is not None:
        return Seal(settings.session_secret.get_secret_value())
    if settings.key is not None:
        key = settings.key.get_secret_value().encode()
        return Seal(hmac.new(key, b"graphmem sessions", hashlib.sha256).hexdigest())
    return Seal(secrets.token_hex(32))


@dataclass(frozen=True, slots=True)
class Token:
    """A session or a link: the digest of the key it stands for, and an id by which it can be ended."""

    mark: str
    id: str

    @classmethod
    def new(cls, mark: str) -> "Token":
        return cls(mark, secrets.token_hex(16))

    def sealed(self, seal: Seal, purpose: Purpose, *, lasts: timedelta, now: datetime) -> str:
        return seal.closed(purpose, f"{self.mark} {self.id}", lasts=lasts, now=now)

    @classmethod
    def opened(cls, seal: Seal, purpose: Purpose, sealed: str, *, now: datetime) -> "Token | None":
        mark, _, id_ = (seal.opened(purpose, sealed, now=now) or "").partition(" ")
        return cls(mark, f"{purpose}:{id_}") if mark and id_ else None


def sign_in_path(seal: Seal, mark: str, *, now: datetime) -> str:
    """Where a browser signs in once, within minutes, as the holder of the key with this digest."""
    return f"/sign-in/{Token.new(mark).sealed(seal, Purpose.LINK, lasts=LINK_LASTS, now=now)}"


def _encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(f"{text}{'=' * (-len(text) % 4)}".encode("ascii"))
