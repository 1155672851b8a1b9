"""Scores recall: is a fact that answers the question among the first five, and how far up?"""

from collections.abc import Sequence
from typing import Any

import uuid_utils

from benchmarks.scored import Scored
from graphmem.core.claims import Statement, claim_of
from graphmem.flows.recall import Wanted, recall
from graphmem.flows.remember import remember
from graphmem.model import MemoryId, Owner, OwnerType, Scope, Tenant
from graphmem.wiring import Parts, now

_LIMIT = 5


async def score_recall(cases: Sequence[dict[str, Any]], parts: Parts) -> Scored:
    """Hit@5, mean reciprocal rank, and how many memories a recall gives for a question of its own and of others."""
    hits = ranks = given = strangers = 0.0
    misses = []
    questions = [(case, question) for case in cases for question in case["queries"]]
    for case in cases:
        await _keep(case, parts)
    for case, question in questions:
        found = await _ask(case["id"], question["q"], parts)
        right = [
            place for place, text in enumerate(found, 1) if text in {case["facts"][i] for i in question["answers"]}
        ]
        hits += bool(right)
        ranks += 1 / right[0] if right else 0
        given += len(found)
        if not right:
            misses.append(f"{case['id']}: {question['q']}")
    others = [(other["id"], question["q"]) for case, question in questions for other in cases[:3] if other is not case]
    for owner, text in others:
        strangers += len(await _ask(owner, text, parts))
    count = len(questions)
    return Scored(
        {
            "hit@5": hits / count,
            "MRR": ranks / count,
            "memories given": given / count,
            "memories given to a stranger's question": strangers / max(len(others), 1),
        },
        count,
        misses,
    )


async def _keep(case: dict[str, Any], parts: Parts) -> None:
    moment = now()
    claims = [
        claim_of(Statement(content=fact), id_=MemoryId(str(uuid_utils.uuid7())), now=moment) for fact in case["facts"]
    ]
    await remember(
        _owner(case["id"]),
        claims,
        graph=parts.graph,
        parser=parts.parser,
        judge=parts.judge,
        embedder=parts.embedder,
        queue=parts.queue,
        dedup_threshold=parts.settings.dedup_threshold,
        now=moment,
    )


async def _ask(owner: str, text: str, parts: Parts) -> list[str]:
    settings = parts.settings
    wanted = Wanted(query=text, limit=_LIMIT, min_relevance=settings.recall_min_relevance, min_confidence=0)
    scope = Scope(Tenant("quality"), (_owner(owner),))
    found = await recall(scope, wanted, graph=parts.graph, sizes=parts.sizes, embedder=parts.embedder, now=now())
    return [item.memory.content for item in found.memories]


def _owner(name: str) -> Owner:
    return Owner(Tenant("quality"), OwnerType.USER, name)
