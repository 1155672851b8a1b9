"""Scores what the service makes of what it is told, on the real graph: who the people are, and what changed."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import uuid_utils

from benchmarks.scored import Scored
from graphmem.core.claims import Statement, claim_of
from graphmem.flows.remember import remember
from graphmem.model import Memory, MemoryId, Owner, OwnerType, Person, Scope, Status, Tenant
from graphmem.ports.graph import Listing
from graphmem.wiring import Parts, now

Case = dict[str, Any]


async def score_people(cases: Sequence[Case], parts: Parts) -> Scored:
    """The share of cases with exactly the right people, and of facts attributed to the right one."""
    exact, attributed, misses = [], [], []
    for case in cases:
        owner = _owner("people", case["id"])
        await _tell(owner, case["messages"], parts)
        scope = Scope(owner.tenant, (owner,))
        people = await parts.graph.people(scope, limit=100)
        right = len(people) == len(case["people"]) and _matched(case["people"], people)
        exact.append(right)
        if not right:
            seen = [(person.name, person.aliases, person.relations) for person in people]
            misses.append(f"{case['id']}: people {seen}")
        memories = await parts.graph.listed(scope, _ALL(now=now()))
        for fact in case["about"]:
            told = [memory for memory in memories if fact["contains"].casefold() in memory.content.casefold()]
            good = any(_is(fact["person"], person) for memory in told for person in memory.about)
            attributed.append(good)
            if not good:
                misses.append(f"{case['id']}: “{fact['contains']}” is not about {fact['person']}")
    return Scored({"people exact": _share(exact), "attribution": _share(attributed)}, len(cases), misses)


async def score_changes(cases: Sequence[Case], parts: Parts) -> Scored:
    """The share of right verdicts, and apart from it the share of facts that were retired wrongly."""
    verdicts: Counter[tuple[str, str]] = Counter()
    misses = []
    for case in cases:
        owner = _owner("changes", case["id"])
        await _tell(owner, [case["first"], case["second"]], parts)
        memories = await parts.graph.listed(Scope(owner.tenant, (owner,)), _ALL(now=now()))
        seen = _verdict(memories)
        verdicts[case["verdict"], seen] += 1
        if seen != case["verdict"]:
            misses.append(f"{case['id']}: {seen}, not {case['verdict']}: {case['first']} / {case['second']}")
    right = sum(count for (wanted, seen), count in verdicts.items() if wanted == seen)
    retired = sum(count for (wanted, seen), count in verdicts.items() if seen == "supersedes" != wanted)
    merged = sum(count for (wanted, seen), count in verdicts.items() if seen == "duplicate" != wanted)
    total = len(cases)
    measures = {"accuracy": right / total, "wrongly retired": retired / total, "wrongly merged": merged / total}
    for verdict in ("supersedes", "coexist", "duplicate"):
        given = sum(count for (_, seen), count in verdicts.items() if seen == verdict)
        wanted = sum(count for (want, _), count in verdicts.items() if want == verdict)
        measures[f"{verdict}: precision"] = verdicts[verdict, verdict] / given if given else 1.0
        measures[f"{verdict}: recall"] = verdicts[verdict, verdict] / wanted if wanted else 1.0
    return Scored(measures, total, misses)


def _ALL(**given: Any) -> Listing:  # noqa: N802 (reads like a constant where it is used)
    return Listing(statuses=(Status.ACTIVE, Status.DEPRECATED), limit=100, include_expired=True, **given)


async def _tell(owner: Owner, texts: Sequence[str], parts: Parts) -> None:
    """One text after the other, a minute apart."""
    begin = now() - timedelta(minutes=len(texts))
    for minute, text in enumerate(texts):
        said_at = begin + timedelta(minutes=minute)
        statement = Statement(content=text, said_at=said_at, explicit=True)
        claim = claim_of(statement, id_=MemoryId(str(uuid_utils.uuid7())), now=said_at)
        await remember(
            owner,
            [claim],
            graph=parts.graph,
            parser=parts.parser,
            judge=parts.judge,
            embedder=parts.embedder,
            queue=parts.queue,
            dedup_threshold=parts.settings.dedup_threshold,
            now=said_at,
        )


def _verdict(memories: Sequence[Memory]) -> str:
    if len(memories) == 1:
        return "duplicate"
    return "supersedes" if any(memory.status is Status.DEPRECATED for memory in memories) else "coexist"


def _matched(wanted: Sequence[Case], people: Sequence[Person]) -> bool:
    """Whether each wanted person is another one of the people."""
    if not wanted:
        return True
    first, *rest = wanted
    return any(
        _fits(first, person) and _matched(rest, [other for other in people if other is not person]) for person in people
    )


def _fits(wanted: Case, person: Person) -> bool:
    names = {name.casefold() for name in (person.name, *person.aliases) if name}
    relations = {relation.casefold() for relation in person.relations}
    return {n.casefold() for n in wanted["names"]} <= names and {r.casefold() for r in wanted["relations"]} <= relations


def _is(words: str, person: Person) -> bool:
    known = [person.name or "", *person.aliases, *person.relations]
    return words.casefold() in {name.casefold() for name in known}


def _owner(kind: str, name: str) -> Owner:
    return Owner(Tenant(f"quality-{kind}"), OwnerType.USER, name)


def _share(right: Sequence[bool]) -> float:
    return sum(right) / len(right) if right else 1.0
