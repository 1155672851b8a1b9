"""Taking in a file, whichever way it came: over the API or by a form."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from graphmem.core.archive.report import Report
from graphmem.core.claims import ref
from graphmem.core.foreign.items import FORMATS
from graphmem.core.foreign.reading import ENOUGH, format_of
from graphmem.errors import InvalidInput
from graphmem.flows import adopt, archive
from graphmem.model import Tenant
from graphmem.wiring import Parts, now


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """How a file is to be taken in."""

    format: str = "auto"
    user: str | None = None  # whose what others kept becomes; none: whose the file says
    explicit: bool = False
    dry_run: bool = False


async def imported(tenant: Tenant, pieces: AsyncIterator[bytes], asked: Import, *, parts: Parts) -> Report:
    """Puts a file beside what the tenant has, and says what became of it."""
    if asked.format not in ("auto", *FORMATS):
        raise InvalidInput("format", f"{asked.format[:40]!r} is none of auto, {', '.join(FORMATS)}")
    user = None if asked.user is None else ref(asked.user, field="user_id")
    beginning, rest = await _begun(pieces, enough=ENOUGH if asked.format == "auto" else 0)
    chosen = format_of(beginning) if asked.format == "auto" and beginning.strip() else asked.format
    whole = joined(beginning, rest)
    if chosen in ("graphmem", "auto"):
        return await archive.restore(tenant, whole, archive=parts.archive, queue=parts.queue, dry_run=asked.dry_run)
    work = adopt.Adopting(
        tenant=tenant,
        user=user,
        default_user=parts.settings.user,
        explicit=asked.explicit,
        dry_run=asked.dry_run,
        archive=parts.archive,
        keeping=parts.keeping,
        threads=parts.threads,
        extractions=parts.extractions,
        triggers=parts.triggers,
    )
    return await adopt.adopt(whole, chosen, work, clock=now)


async def joined(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in rest:
        yield piece


async def _begun(pieces: AsyncIterator[bytes], *, enough: int) -> tuple[bytes, AsyncIterator[bytes]]:
    """The beginning of a file, and the rest of it."""
    parts: list[bytes] = []
    size = 0
    while size < enough:
        piece = await anext(pieces, None)
        if piece is None:
            break
        parts.append(piece)
        size += len(piece)
    return b"".join(parts), pieces
