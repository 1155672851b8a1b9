"""What a settlement becomes in the graph: the parameters of the one statement that writes it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import uuid_utils

from graphmem.adapters.neo4j.alias_keys import with_keys
from graphmem.adapters.neo4j.change_rows import record
from graphmem.adapters.neo4j.queries import Apply
from graphmem.adapters.neo4j.rows import written
from graphmem.core.change import Addition, Neighbour, Repetition
from graphmem.core.grams import kept_grams
from graphmem.core.outcome import joins, rewording, supersession
from graphmem.core.person import EndedBond, Join, KnownPerson, NewBond, NewName, NewPerson, Step, Suggestion
from graphmem.core.picture import Deed
from graphmem.core.repeated import merged, rewords
from graphmem.core.settlement import Settlement
from graphmem.core.text import fingerprint
from graphmem.core.verdict import Verdict
from graphmem.model import Claim, Kind, Memory, MemoryId, Owner, Status, Vector

Row = dict[str, Any]

_MOST_CONFLICTS = 2  # kept for somebody to look at, of one fact


def apply(
    owner: Owner,
    settlement: Settlement,
    known: Mapping[MemoryId, Neighbour],
    people: Sequence[KnownPerson],
    *,
    model: str,
    now: datetime,
) -> Apply:
    """The statement that writes all of it."""
    plan = _Plan(known, now)
    freed: set[MemoryId] = set()  # said outside of threads too: they no longer go with one
    about: list[Row] = []
    doubted: list[Row] = []
    changes = [_change(deed, by=rule, now=now) for deed, rule in joins(settlement, people)]
    for decision in settlement.decisions:
        claim = decision.claim
        if isinstance(decision, Addition):
            target = claim.id
            plan.add(decision, _new_memory(claim, owner))
            doubted += _conflicts(decision)
        else:
            target = decision.memory_id
            if claim.provenance.thread_id is None:
                freed.add(target)
            plan.repeat(decision)
        about += [
            {"memory": target, "person": told.person, "subject": told.subject, "rule": told.rule, "reason": told.reason}
            for told in settlement.about[claim.id]
        ]
    return Apply(
        tenant=owner.tenant,
        owners=[owner.id],
        owner=owner.id,
        owner_token=owner.token,
        model=model,
        awaiting_vectors=any(vector is None for vector in plan.vectors.values()),
        things=sorted(settlement.things),
        **_people(settlement, now),
        mentioned=[{"person": person, "at": at} for person, at in settlement.last_mentioned.items()],
        added=[row | _born(plan.added[row["id"]]) for row in plan.rows(plan.added, model)],
        repeated=[row | ({"thread_id": None} if row["id"] in freed else {}) for row in plan.rows(plan.repeated, model)],
        about=about,
        superseded=plan.superseded,
        overtaken=plan.overtaken,
        doubted=doubted,
        changes=changes + plan.changes,
    )


class _Plan:
    """The memories that a settlement leaves, and the records of what it changes among them."""

    def __init__(self, known: Mapping[MemoryId, Neighbour], now: datetime) -> None:
        self.added: dict[MemoryId, Memory] = {}
        self.repeated: dict[MemoryId, Memory] = {}
        self.vectors: dict[MemoryId, Vector | None] = {}  # of the words that are new
        self.superseded: list[Row] = []
        self.overtaken: list[Row] = []
        self.changes: list[Row] = []
        self._known = known
        self._now = now

    def add(self, decision: Addition, memory: Memory) -> None:
        claim, late = decision.claim, decision.late
        self.added[claim.id] = memory
        self.vectors[claim.id] = decision.vector
        for old, verdict in zip(decision.supersedes, decision.verdicts, strict=True):
            self._supersede(old, by=claim.id, at=claim.said_at, verdict=verdict)
        if late is not None:
            if late.after is not None:
                instead_of = late.by if late.overtakes else None
                self._supersede(late.after, by=claim.id, at=claim.said_at, verdict=late.verdict, instead_of=instead_of)
            self._supersede(claim.id, by=late.by, at=late.at, verdict=late.verdict)

    def repeat(self, decision: Repetition) -> None:
        claim, target = decision.claim, decision.memory_id
        was = self._memory(target)
        became = merged(was, decision, now=self._now)
        if rewords(was, claim):
            told, kept = _wording(claim.content), _wording(was.content)
            earlier, later = (kept, told) if became.content == claim.content else (told, kept)
            self.changes.append(_change(rewording(target, earlier, later), by="repetition", now=self._now))
        if became.content == claim.content:
            self.vectors[target] = decision.vector
        (self.added if target in self.added else self.repeated)[target] = became

    def rows(self, memories: Mapping[MemoryId, Memory], model: str) -> list[Row]:
        return [
            {"id": id_, "created_at": memory.created_at, **written(memory), **self._read(id_, model)}
            for id_, memory in memories.items()
        ]

    def _read(self, id_: MemoryId, model: str) -> Row:
        return embedded(self.vectors[id_], model) if id_ in self.vectors else {}

    def _memory(self, id_: MemoryId) -> Memory:
        return self.added.get(id_) or self.repeated.get(id_) or self._known[id_].memory

    def _supersede(
        self, old: MemoryId, *, by: MemoryId, at: datetime, verdict: Verdict, instead_of: MemoryId | None = None
    ) -> None:
        memory = self._memory(old)
        was = {"status": memory.status.value, "valid_to": memory.valid_to, "updated_at": memory.updated_at}
        before = {instead_of: memory.valid_to or at} if instead_of is not None else {}
        deed = supersession(old, was, by=by, at=at, verdict=verdict, now=self._now, instead_of=before)
        self.changes.append(_change(deed, by=verdict.rule, now=self._now))
        row = {"new": by, "old": old, "at": at, "reason": verdict.reason, "by": verdict.rule, "now": self._now}
        self.superseded.append(row)
        self.overtaken += [{"new": id_, "old": old} for id_ in before]
        ended = min(at, memory.valid_to or at)
        for pool in (self.added, self.repeated):
            if old in pool:
                pool[old] = replace(memory, status=Status.DEPRECATED, valid_to=ended, updated_at=self._now)


def _change(deed: Deed, *, by: str, now: datetime) -> Row:
    id_ = str(uuid_utils.uuid7())
    return {"record": record(id_, deed, by=by, now=now), "touched": sorted(deed.touched)}


def _conflicts(decision: Addition) -> list[Row]:
    """What waits for somebody to settle; looser doubts are for an arbiter only."""
    found = [doubt for doubt in decision.doubts if doubt.conflict is not None][:_MOST_CONFLICTS]
    said_at = decision.claim.said_at
    return [{"new": decision.claim.id, "old": one.memory_id, "at": said_at, "reason": one.conflict} for one in found]


def embedded(vector: Vector | None, model: str) -> Row:
    """A vector and its model; of a text that the model can't read, the model alone."""
    return {"embedding": vector or None, "embedding_model": model if vector is not None else None}


def _wording(content: str) -> Row:
    """All that goes with a memory's words, but for the vector."""
    return {"content": content, "fingerprint": fingerprint(content), "grams": kept_grams(content)}


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
    return {"id": str(uuid_utils.uuid7()), "person": step.person, "properties": {**with_keys(properties), **marks}}


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
        "thread_id": memory.provenance.thread_id,
        "source_message_id": memory.provenance.message_id,
        "source_tool_run_id": memory.provenance.tool_run_id,
    }
