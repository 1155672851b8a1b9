"""From a request to remember to what became of each item: the same for every way in."""

from datetime import datetime, tzinfo

import msgspec

from graphmem.core import claims
from graphmem.core.attempts import Attempt
from graphmem.core.claims import Statement, Whose, claim_of, owner_of
from graphmem.core.rights import Holder
from graphmem.deadlines import allowance
from graphmem.errors import InvalidInput
from graphmem.flows.remember import Outcome, new_ids
from graphmem.model import Claim, MemoryId, Provenance
from graphmem.web.api.shapes import Item, ItemError, ItemResult, RememberRequest
from graphmem.web.errors import problem_in
from graphmem.web.own import check_owner, meant_by
from graphmem.wiring import Parts, now

MOST_ITEMS = 1_000
_ITEMS = 100  # that may take as long as any request; more take longer


async def remembered(
    holder: Holder, data: RememberRequest, *, parts: Parts, attempt: Attempt | None = None
) -> list[Outcome]:
    """Keeps each item that can be kept; a request with a key that is sent again keeps nothing twice."""
    if not data.memories:
        raise InvalidInput("memories", "is empty")
    if len(data.memories) > MOST_ITEMS:
        raise InvalidInput("memories", f"has {len(data.memories):,} items; the limit is {MOST_ITEMS:,}")
    meant = await meant_by(holder, msgspec.convert(data, Whose, from_attributes=True), parts=parts)
    owner = owner_of(holder.tenant, meant, owner_type=data.owner_type, owner_id=data.owner_id)
    await check_owner(holder, owner, parts=parts)
    said, zone = now(), claims.zone_of(data.time_zone)
    provenance = Provenance(
        thread_id=data.thread_id if data.thread_specific else None,
        message_id=data.source_message_id,
        tool_run_id=data.source_tool_run_id,
    )
    items = [
        claim_from(index, item, id_, moment=said, zone=zone, assistant_key=data.assistant_key, provenance=provenance)
        for index, (item, id_) in enumerate(zip(data.memories, map(MemoryId, new_ids()), strict=False))
    ]
    with allowance(parts.settings.request_seconds * max(1, len(items) / _ITEMS)):
        return await parts.keeping.remember(owner, items, now=said, attempt=attempt)


def item_result(outcome: Outcome) -> ItemResult:
    if isinstance(outcome, InvalidInput):
        return ItemResult("error", None, False, [], ItemError(outcome.code, outcome.problem, outcome.field))
    status = "updated" if outcome.deduplicated else "saved"
    return ItemResult(status, outcome.memory_id, outcome.deduplicated, list(outcome.superseded))


def claim_from(
    index: int,
    item: Item,
    id_: MemoryId,
    *,
    moment: datetime,
    zone: tzinfo,
    assistant_key: str | None,
    provenance: Provenance,
) -> Claim | InvalidInput:
    if item.value is None:
        problem = problem_in(item.error or "")
        return InvalidInput(f"memories[{index}].{problem.field}".rstrip("."), problem.problem)
    try:
        return claim_of(
            Statement(**msgspec.structs.asdict(item.value)),
            id_=id_,
            now=moment,
            zone=zone,
            assistant_key=assistant_key,
            provenance=provenance,
        )
    except InvalidInput as error:
        return error.at(f"memories[{index}].{error.field}")
