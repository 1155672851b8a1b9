"""What was learned from a talk, beside what should have been: counts that can be added up.

A memory tells a fact when it holds every phrase of it: whatever the case, from the beginning of a word or number, and a
number whole ("2 lines" is not in "12 lines", "33" not in "330"; "pharma" is in "pharmacology").
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from benchmarks.talk_cases import Expected, Fact, Talk
from graphmem.web.api.shapes import MemoryShape, PersonShape

# Words for one relation, of which a talk may name another than the service does.
_SAME = (
    "mother mom mum mummy mama",
    "father dad daddy papa",
    "stepmother stepmom stepmum",
    "stepfather stepdad",
    "grandmother grandma gran granny nan nanna",
    "grandfather grandpa grandad granddad",
    "neighbour neighbor",
    "flatmate roommate housemate",
    "colleague coworker co-worker workmate",
    "fiancé fiancée fiance fiancee",
    "co-founder cofounder",
)
_ONE_WORD = {word: words.split()[0] for words in _SAME for word in words.split()}


@dataclass(frozen=True, slots=True)
class Learned:
    """What the service gives at the end of a talk."""

    memories: Sequence[MemoryShape]  # that hold at the end
    people: Sequence[PersonShape]
    in_review: frozenset[str]  # the ids of older facts that wait beside a newer one
    recalled: Sequence[Sequence[str]]  # the words of the memories for each question, best first


class Score(msgspec.Struct, kw_only=True):
    """Counts of one talk, or of several."""

    facts: int = 0
    held: int = 0
    facts_about_somebody: int = 0
    held_about_them: int = 0
    kept: int = 0
    unexpected: int = 0
    unrelated: int = 0
    forbidden: int = 0
    replaced: int = 0
    still_active: int = 0
    still_active_unseen: int = 0
    people: int = 0
    people_found: int = 0
    people_right: int = 0
    questions: int = 0
    answered: int = 0

    def __add__(self, other: "Score") -> "Score":
        mine, others = msgspec.structs.asdict(self), msgspec.structs.asdict(other)
        return Score(**{name: count + others[name] for name, count in mine.items()})


@dataclass(slots=True)
class Scored:
    """The counts of a talk, and each thing that went wrong in a line."""

    score: Score
    misses: list[str] = field(default_factory=list)


def score(talk: Talk, learned: Learned) -> Scored:
    """Counts what was learned from a talk and what was missed."""
    scored = Scored(Score())
    _score_facts(talk, learned, scored)
    _score_kept(talk, learned, scored)
    _score_replaced(talk, learned, scored)
    _score_people(talk, learned, scored)
    _score_questions(talk, learned, scored)
    return scored


def says(text: str, phrases: Sequence[str]) -> bool:
    """Whether a text holds every phrase."""
    return all(_pattern(phrase).search(text.casefold()) for phrase in phrases)


def _pattern(phrase: str) -> re.Pattern[str]:
    words = phrase.casefold()
    before = r"(?<!\d)(?<!\d[.,])" if words[0].isdigit() else r"(?<!\w)"
    return re.compile(before + re.escape(words) + (r"(?![.,]?\d)" if words[-1].isdigit() else ""))


def _score_facts(talk: Talk, learned: Learned, scored: Scored) -> None:
    for fact in talk.expect:
        telling = [memory for memory in learned.memories if says(memory.content, fact.contains)]
        scored.score.facts += 1
        scored.score.held += bool(telling)
        if not telling:
            scored.misses.append(f"{talk.id} not held: {_shown(fact)}")
        if fact.about is not None:
            tied = any(_is_about(memory, fact.about, talk.people) for memory in telling)
            scored.score.facts_about_somebody += 1
            scored.score.held_about_them += tied
            if telling and not tied:
                scored.misses.append(f"{talk.id} held, but not about them: {_shown(fact)}: {telling[0].content}")


def _is_about(memory: MemoryShape, about: str, people: Sequence[Expected]) -> bool:
    known = [one for one in people if about.casefold() in _folded([*one.names, *one.relations])]
    words = _folded([about, *(word for one in known for word in (*one.names, *one.relations))])
    return any(_called(person) & words for person in memory.about)


def _score_kept(talk: Talk, learned: Learned, scored: Scored) -> None:
    """Unexpected is what tells no fact of the talk, nor who somebody is; unrelated what holds no phrase of a fact."""
    who = [[name, relation] for one in talk.people for name in one.names for relation in one.relations]
    facts = [fact.contains for fact in talk.expect] + [one.contains for one in talk.retired]
    facts += [one.by for one in talk.retired] + [one.contains for one in talk.questions]
    for memory in learned.memories:
        expected = any(says(memory.content, fact) for fact in [*facts, *who])
        scored.score.kept += 1
        scored.score.unexpected += not expected
        phrases = [phrase for fact in facts for phrase in fact]
        scored.score.unrelated += not expected and not any(says(memory.content, [phrase]) for phrase in phrases)
        if not expected:
            scored.misses.append(f"{talk.id} kept, not expected: {memory.content}")
    for phrase in talk.forbid:
        holding = [memory for memory in learned.memories if says(memory.content, [phrase])]
        scored.score.forbidden += bool(holding)
        scored.misses += [f"{talk.id} forbidden “{phrase}”: {memory.content}" for memory in holding[:1]]


def _score_replaced(talk: Talk, learned: Learned, scored: Scored) -> None:
    """What tells the older fact together with the newer one tells the change: it isn't the older fact."""
    for one in talk.retired:
        older = [
            memory
            for memory in learned.memories
            if says(memory.content, one.contains) and not says(memory.content, one.by)
        ]
        unseen = [memory for memory in older if memory.id not in learned.in_review]
        scored.score.replaced += 1
        scored.score.still_active += bool(older)
        scored.score.still_active_unseen += bool(unseen)
        where = "" if unseen else " (in review)"
        scored.misses += [f"{talk.id} still active{where}, by {one.by}: {memory.content}" for memory in older[:1]]


def _score_people(talk: Talk, learned: Learned, scored: Scored) -> None:
    """Each person known counts for one person expected: two called Pedro must be two."""
    right = _paired(talk.people, learned.people, _is_right)
    found = _paired(talk.people, learned.people, _is_found)
    scored.score.people += len(talk.people)
    scored.score.people_right += len(right)
    scored.score.people_found += len(found)
    for place, person in enumerate(talk.people):
        if place not in right:
            near = found.get(place)
            seen = f"{near.name or ''} {near.relations}".strip() if near else "not found"
            scored.misses.append(f"{talk.id} person {person.names} {person.relations}: {seen}")


def _is_found(wanted: Expected, person: PersonShape) -> bool:
    return bool(_folded(wanted.names) & _called(person)) if wanted.names else _is_related(wanted, person)


def _is_right(wanted: Expected, person: PersonShape) -> bool:
    return _is_found(wanted, person) and _is_related(wanted, person)


def _is_related(wanted: Expected, person: PersonShape) -> bool:
    return not {_relation(word) for word in wanted.relations}.isdisjoint(map(_relation, person.relations))


def _relation(words: str) -> str:
    """A relation in one of its wordings; an ex is somebody's former one."""
    words = re.sub(r"^ex[- ]", "former ", words.casefold())
    return " ".join(_ONE_WORD.get(word, word) for word in words.split())


def _called(person: PersonShape) -> set[str]:
    return _folded([person.name or "", *person.aliases, *person.relations]) - {""}


def _folded(words: Sequence[str]) -> set[str]:
    return {word.casefold() for word in words}


def _paired(
    wanted: Sequence[Expected], known: Sequence[PersonShape], fits: Callable[[Expected, PersonShape], bool]
) -> dict[int, PersonShape]:
    """As many of the wanted as can be, each with a person of its own (augmenting paths)."""
    holder: dict[int, int] = {}  # by the place of the one known

    def place(one: int, tried: set[int]) -> bool:
        for other, person in enumerate(known):
            if other in tried or not fits(wanted[one], person):
                continue
            tried.add(other)
            if other not in holder or place(holder[other], tried):
                holder[other] = one
                return True
        return False

    for one in range(len(wanted)):
        place(one, set())
    return {one: known[other] for other, one in holder.items()}


def _score_questions(talk: Talk, learned: Learned, scored: Scored) -> None:
    for question, texts in zip(talk.questions, learned.recalled, strict=True):
        answered = any(says(text, question.contains) for text in texts)
        scored.score.questions += 1
        scored.score.answered += answered
        if not answered:
            held = any(says(memory.content, question.contains) for memory in learned.memories)
            why = "held, not recalled" if held else "not held"
            scored.misses.append(f"{talk.id} not answered ({why}): {question.q} {question.contains}")


def _shown(fact: Fact) -> str:
    return f"{fact.contains}" + (f" about {fact.about}" if fact.about else "")
