"""PrecisionMemBench: what must come back for a question, and that nothing else does."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any

from benchmarks.recall.corpus import Asked, Corpus, Hit, Item, Question
from benchmarks.recall.dataset import DataSet, Figures, MissingData, Result, Told
from benchmarks.recall.measures import found_at, mean
from benchmarks.recall.peer import Peer

_USER = "test-user"
_BUDGET = 20  # beliefs, where a case names no number
_FILES = ("beliefs.seed.json", "retrieval.cases.json", "session-retrieval.cases.json")


@dataclass(frozen=True, slots=True)
class Belief(Item):
    """A belief of somebody in one or more scopes; what is pinned is always shown, and so never asked for."""

    user: str = _USER
    scopes: tuple[str, ...] = ()
    pinned: bool = False
    is_question: bool = False
    over: bool = False  # superseded or resolved
    participants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Case(Question):
    """A question in scopes: its `answers`, and only those, must come back."""

    user: str = _USER
    scopes: tuple[str, ...] = ()
    budget: int = _BUDGET
    forbidden: frozenset[str] = frozenset()
    exact: bool = True  # all answers and nothing else
    then: tuple[Belief, ...] = ()  # kept after the question was asked


def load(folders: Sequence[Path], limit: int | None) -> Told:
    places = [place for folder in folders for place in (folder, folder / "precisionmembench", folder / "fixtures")]
    place = next((place for place in places if all((place / name).is_file() for name in _FILES)), None)
    if place is None:
        raise MissingData("fixtures/ of the GitHub repository tenurehq/precisionMemBench (MIT) has it")
    seed, single, sessions = (json.loads((place / name).read_text(encoding="utf-8")) for name in _FILES)
    beliefs = [_belief(raw) for raw in seed]
    corpora = [Corpus("precision", beliefs, [_case(case) for case in single][:limit])]
    for number, session in enumerate(sessions[:limit]):
        corpora.append(Corpus(f"precision-session-{number}", beliefs, list(_turns(session, seed))[:limit]))
    return Told(corpora, seen="seen while building")


def ask(peer: Peer, corpus: Corpus) -> Result:
    """Keeps each scope of each user as a space of its own, and asks in the scopes of the case, in turns."""
    known: dict[str, Belief] = {}
    seconds = _keep(peer, corpus.space, [one for one in corpus.items if isinstance(one, Belief)], known)
    asked = []
    for case in corpus.questions:
        assert isinstance(case, Case)
        hits, took = _found(peer, corpus.space, case, known)
        asked.append(Asked(case, hits, took))
        _keep(peer, corpus.space, case.then, known)
    return Result(asked, len(corpus.items), seconds)


def figures(asked: Sequence[Asked]) -> Figures:
    return {
        "passed": mean(float(_passes(one)) for one in asked),
        "passed, something to find": mean(float(_passes(one)) for one in asked if one.question.answers),
        "precision": mean(value for one in asked if (value := _precision(one)) is not None),
        "recall": mean(_recall(one) for one in asked if one.question.answers),
    }


def _passes(asked: Asked) -> bool:
    case, found = asked.question, found_at(asked.hits, _BUDGET)
    assert isinstance(case, Case)
    return not found & case.forbidden and (not case.exact or found == case.answers)


def _precision(asked: Asked) -> float | None:
    found = found_at(asked.hits, _BUDGET)
    if not found:
        return 0.0 if asked.question.answers else None
    return len(found & asked.question.answers) / len(found)


def _recall(asked: Asked) -> float:
    return len(found_at(asked.hits, _BUDGET) & asked.question.answers) / len(asked.question.answers)


def _keep(peer: Peer, space: str, beliefs: Sequence[Belief], known: dict[str, Belief]) -> float:
    known.update({belief.id: belief for belief in beliefs})
    spaces = dict.fromkeys(_space(space, belief.user, scope) for belief in beliefs for scope in belief.scopes)
    return sum(peer.add(one, [belief for belief in beliefs if one in _spaces(space, belief)]) for one in spaces)


def _found(peer: Peer, space: str, case: Case, known: dict[str, Belief]) -> tuple[list[Hit], float]:
    """What is found in the scopes, best of each first, without what is pinned; then what a relation joins."""
    pinned = [
        belief.id
        for belief in known.values()
        if belief.user == case.user and belief.pinned and not belief.is_question and not belief.over
        and set(belief.scopes) & set(case.scopes)
    ]  # fmt: skip
    room = case.budget - len(pinned[: case.budget])
    if not case.text.strip() or case.budget <= 0:
        return [], 0.0
    answers = [peer.search(_space(space, case.user, scope), case.text, case.budget) for scope in case.scopes]
    merged = [hit for row in zip_longest(*(hits for hits, _ in answers)) for hit in row if hit is not None]
    ids = [id_ for id_ in dict.fromkeys(id_ for hit in merged for id_ in hit.ids) if id_ not in pinned][: case.budget]
    joined = [id_ for found in ids for id_ in known[found].participants if _joins(known[id_], case, [*pinned, *ids])]
    return [Hit((id_,), 0.0) for id_ in [*ids, *joined][:room]], sum(took for _, took in answers)


def _joins(belief: Belief, case: Case, shown: Sequence[str]) -> bool:
    inside = belief.user == case.user and bool(set(belief.scopes) & set(case.scopes))
    return inside and not belief.is_question and belief.id not in shown


def _space(space: str, user: str, scope: str) -> str:
    return f"{space}/{user}/{scope}"


def _spaces(space: str, belief: Belief) -> list[str]:
    return [_space(space, belief.user, scope) for scope in belief.scopes]


def _belief(raw: dict[str, Any]) -> Belief:
    words = [raw["canonical_name"], *raw["aliases"], raw["content"], raw["why_it_matters"]]
    return Belief(
        id=raw["_id"],
        text=" ".join(words),
        said_at=datetime.fromisoformat(raw["created_at"]),
        user=raw["user_id"],
        scopes=tuple(raw["scope"]),
        pinned=raw["pinned"],
        is_question=raw["type"] == "open_question",
        over=bool(raw["superseded_by"] or raw["resolved_at"]),
        participants=tuple(raw.get("participants", ())),
    )


def _case(raw: dict[str, Any]) -> Case:
    relevant = raw["expect"].get("relevantBeliefs", {})
    return Case(
        text=raw["query"],
        answers=frozenset(relevant.get("shouldOnlyInclude", ())),
        kinds=(raw["category"],),
        user=raw.get("userId", _USER),
        scopes=tuple(raw["scope"]),
        budget=raw.get("budget", {}).get("maxBeliefs", _BUDGET),
        forbidden=frozenset(relevant.get("mustExclude", ())),
        exact="shouldOnlyInclude" in relevant,
    )


def _turns(session: dict[str, Any], seed: Sequence[dict[str, Any]]) -> Iterator[Case]:
    """Each message of a session is asked as it stands; some change the beliefs for those after it."""
    known = {raw["_id"]: raw for raw in seed}
    for turn in session["turns"]:
        case = _case({**turn, "query": turn["userMessage"], "category": "Session-level noise isolation"})
        noise = frozenset(turn["expect"].get("noiseCheck", {}).get("mustNotSurface", ()))
        yield replace(case, forbidden=case.forbidden | noise, then=tuple(_changed(turn, known)))


def _changed(turn: dict[str, Any], known: dict[str, dict[str, Any]]) -> Iterator[Belief]:
    if made := turn.get("createBeliefAtTurn"):
        yield _belief(made)
    if update := turn.get("updateBeliefAtTurn"):
        raw = known[update["beliefId"]]
        yield _belief({**raw, "aliases": [*raw["aliases"], *update.get("addAliases", ())]})


PRECISION = DataSet(
    name="precisionmembench",
    title="PrecisionMemBench",
    source="tenurehq/precisionMemBench on GitHub, MIT (the benchmark of a vendor)",
    measures="35 beliefs in scopes, two users; each of 77 cases and 12 turns of sessions says what must come back, and "
    "nothing else may. Scored on what is searched for; what a case has pinned is given to everybody. A memory that "
    "gives as many as it is asked for fails nearly all of them.",
    load=load,
    figures=figures,
    ask=ask,
)
