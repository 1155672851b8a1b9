"""What a settlement becomes in the graph: the parameters of the one statement that writes it."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
import uuid_utils

from graphmem.adapters.neo4j.change_rows import record
from graphmem.adapters.neo4j.queries import Apply
from graphmem.adapters.neo4j.rows import written
from graphmem.core.change import Addition, merged
from graphmem.core.facets import encode, index_keys
from graphmem.core.outcome import joins, supersession
from graphmem.core.person import EndedBond, Join, KnownPerson, NewBond, NewName, NewPerson, Step, Suggestion
from graphmem.core.picture import Deed
from graphmem.core.reading import Reading
from graphmem.core.settlement import Settlement
from graphmem.model import Claim, Kind, Memory, MemoryId, Owner, Status, Vector

Row = dict[str, Any]

_MOST_CONFLICTS = 2  # kept for somebody to look at, of one fact
_NO_LETTER = re.compile(r"[\W_]")


def apply(
    owner: Owner,
    settlement: Settlement,
    known: Mapping[MemoryId, Memory],
    people: Sequence[KnownPerson],
    *,
    model: str,
    now: datetime,
) -> Apply:
    """The statement that writes all of it."""
    added: dict[MemoryId, Memory] = {}
    repeated: dict[MemoryId, Memory] = {}
    vectors: dict[MemoryId, Vector | None] = {}
    readings: dict[MemoryId, Reading] = {}
    freed: set[MemoryId] = set()  # said outside of threads too: they no longer go with one
    about: list[Row] = []
    superseded: list[Row] = []
    doubted: list[Row] = []
    changes = [_change(deed, by=rule, now=now) for deed, rule in joins(settlement, people)]
    for decision in settlement.decisions:
        claim = decision.claim
        if isinstance(decision, Addition):
            target = claim.id
            added[target] = _new_memory(claim, owner)
            for old, verdict in zip(decision.supersedes, decision.verdicts, strict=True):
                outdated = added.get(old) or repeated.get(old) or known[old]
                was = {
                    "status": outdated.status.value,
                    "valid_to": outdated.valid_to,
                    "updated_at": outdated.updated_at,
                }
                deed = supersession(
                    old, was, by=claim.id, said_at=claim.said_at, reason=verdict.reason, rule=verdict.rule
                )
                changes.append(_change(deed, by=verdict.rule, now=now))
                superseded.append(
                    {"new": claim.id, "old": old, "at": claim.said_at, "reason": verdict.reason, "by": verdict.rule}
                )
            doubted += _conflicts(decision)
        else:
            target = decision.memory_id
            if claim.provenance.thread_id is None:
                freed.add(target)
            pool = added if target in added else repeated
            pool[target] = merged(pool.get(target) or known[target], claim, now=now)
        vectors[target] = decision.vector
        readings[target] = settlement.readings[claim.id]
        about += [
            {"memory": target, "person": told.person, "subject": told.subject, "rule": told.rule, "reason": told.reason}
            for told in settlement.about[claim.id]
        ]

    def rows(memories: Mapping[MemoryId, Memory]) -> list[Row]:
        return [
            {"id": id_, **written(memory), **embedded(vectors[id_], model), **read(readings[id_])}
            for id_, memory in memories.items()
        ]

    return Apply(
        tenant=owner.tenant,
        owners=[owner.id],
        owner=owner.id,
        owner_token=owner.token,
        model=model,
        awaiting_vectors=any(vector is None for vector in vectors.values()),
        things=sorted(settlement.things),
        **_people(settlement, now),
        mentioned=[{"person": person, "at": at} for person, at in settlement.last_mentioned.items()],
        added=[row | _born(added[row["id"]]) for row in rows(added)],
        repeated=[row | ({"thread_id": None} if row["id"] in freed else {}) for row in rows(repeated)],
        about=about,
        superseded=superseded,
        doubted=doubted,
        changes=changes,
    )


def _change(deed: Deed, *, by: str, now: datetime) -> Row:
    id_ = str(uuid_utils.uuid7())
    return {"record": record(id_, deed, by=by, now=now), "touched": sorted(deed.touched)}


def _conflicts(decision: Addition) -> list[Row]:
    """What waits for somebody to settle; looser doubts are for an arbiter only."""
    found = [doubt for doubt in decision.doubts if doubt.conflict is not None][:_MOST_CONFLICTS]
    said_at = decision.claim.said_at
    return [{"new": decision.claim.id, "old": one.memory_id, "at": said_at, "reason": one.conflict} for one in found]


def embedded(vector: Vector | None, model: str) -> Row:
    return {"embedding": vector, "embedding_model": model if vector is not None else None}


def read(reading: Reading) -> Row:
    """What was read from the words, kept so that they need not be read again."""
    return {
        "facets": msgspec.json.encode(encode(reading.facets)).decode() if reading.facets else None,
        "topics": " ".join(topics(reading)) or None,
    }


def topics(reading: Reading) -> list[str]:
    """The slugs of a text's facts as words that a full-text analyzer leaves whole."""
    return [f"t{_NO_LETTER.sub('0', slug)}0" for slug in index_keys(reading.facets)]


def _people(settlement: Settlement, now: datetime) -> dict[str, list[Row]]:
    people, aliases, ended, joined, suggested = [], [], [], [], []
    for rank, (step, said_at) in enumerate(zip(settlement.steps, settlement.said_at, strict=True)):
        order = int(now.timestamp() * 1000) * 100 + min(rank, 99)
        match step:
            case NewPerson():
                people.append(
                    {"id": step.person, "gender": step.gender, "at": said_at, "rule": step.rule, "reason": step.reason}
                )
            case NewName():
                aliases.append(_alias(step, said_at, order, text=step.name, kind="name"))
            case NewBond(bond=bond):
                of_what = {"relation": bond.kind, "former": bond.former, "of": bond.of}
                aliases.append(_alias(step, said_at, order, text=bond.word, kind="relation", **of_what))
            case EndedBond():
                ended.append({"person": step.person, "text": step.bond.word, "former": step.bond.former, "at": said_at})
            case Join():
                joined.append(
                    {
                        "person": step.person,
                        "other": step.other,
                        "at": said_at,
                        "rule": step.rule,
                        "reason": step.reason,
                    }
                )
            case Suggestion():
                suggested.append({"person": step.person, "other": step.other, "at": said_at, "reason": step.reason})
    return {"people": people, "aliases": aliases, "ended": ended, "joined": joined, "suggested": suggested}


def _alias(step: Step, said_at: datetime, order: int, **properties: Any) -> Row:
    marks = {"rank": order, "at": said_at, "rule": step.rule, "reason": step.reason}
    return {"id": str(uuid_utils.uuid7()), "person": step.person, "properties": {**properties, **marks}}


def _new_memory(claim: Claim, owner: Owner) -> Memory:
    return Memory(
        id=claim.id,
        content=claim.content,
        kind=claim.kind or Kind.FACT,
        key=claim.key,
        subjects=claim.subjects,
        tags=claim.tags,
        confidence=claim.confidence,
        importance=claim.importance,
        status=Status.ACTIVE,
        metadata=claim.metadata,
        assistant_key=claim.assistant_key,
        owner=owner,
        embedding_model=None,
        expires_at=claim.expires_at,
        valid_from=claim.said_at,
        valid_to=None,
        created_at=claim.said_at,
        updated_at=claim.said_at,
        provenance=claim.provenance,
    )


def _born(memory: Memory) -> Row:
    """The properties that never change after a memory was made."""
    return {
        "created_at": memory.created_at,
        "thread_id": memory.provenance.thread_id,
        "source_message_id": memory.provenance.message_id,
        "source_tool_run_id": memory.provenance.tool_run_id,
    }
