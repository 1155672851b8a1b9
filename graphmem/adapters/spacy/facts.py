"""What a parsed text says: phrases that people use first, the parser's frames where no phrase is known."""

import re
from collections.abc import Iterator
from dataclasses import replace

from spacy.tokens import Doc, Token

from graphmem.adapters.spacy.frames import Clause, Frame, corrects, framed, limits, subject_of
from graphmem.adapters.spacy.predicates import ENDS, EVENT, HABIT, PREDICATES, Found, Predicate
from graphmem.core.facets import Facet, State
from graphmem.core.wording import moments, normal, slug, word

_LONGEST = 2_000  # characters looked at: a fact is short
_CUT = re.compile(
    r"[.!?;\n]+(?:\s+|$)|\s[-–—]+\s|:\s+"
    r"|,\s*(?=(?:so|and|but|because|though|i|i'm|im|i've|i'd|we|we're|we've|he|he's|she|she's|they|it|it's|my(?!\s[\w-]+,)|our|the|had|got|started|moved|"
    r"sold|no|not|can|please|gave|back|feeling|from|love|hate|don't|took|airline|turns)\b)"
    r"|\s+(?=(?:because|but|although|though)\b)|\s+and\s+(?=(?:i|i'm|we|he|she|they|my|it|got|have|has|am|is)\b)",
    re.IGNORECASE,
)
_DENIED_INSIDE = frozenset(["diet", "status", "is_a", "comes_from"])  # "not" stands after their verb
_ANY_MORE = re.compile(r"\b(?:any ?more|any longer|no longer)\b", re.IGNORECASE)
_ONSET = re.compile(r"\b(?:started|began|since|stopped|became|gone back to|went back to)\b", re.IGNORECASE)
_IT = re.compile(r"^(?:it|them|that|this|one)\b")
_PLANS = frozenset(["plan", "want", "hope", "think", "wish", "would", "like", "consider"])
_SKIPPED = frozenset(
    ["nsubj", "aux", "auxpass", "neg", "punct", "advmod", "mark", "cc", "intj", "det", "poss", "nsubjpass", "npadvmod"]
)
_LIGHT = frozenset(
    [
        "be",
        "have",
        "get",
        "do",
        "go",
        "make",
        "take",
        "keep",
        "start",
        "try",
        "need",
        "say",
        "tell",
        "know",
        "think",
        "want",
    ]
)


def facets(doc: Doc) -> tuple[Facet, ...]:
    """Every facet of a text, in the order in which they are said."""
    text = doc.text[:_LONGEST].replace("’", "'")
    correction = corrects(text)
    found: list[Facet] = []
    before = ""
    for clause in _clauses(doc, text):
        clause = Clause(clause.text, clause.start, doc, before)
        said = [*_scheduled(clause, text), *_phrased(clause, found)]
        said = said or _parsed(clause)
        before = next((facet.subject for facet in reversed(said) if facet.subject), before) or _named_in(clause)
        found += said
    return tuple(dict.fromkeys(_with(facet, correction=correction) for facet in _told_apart(found)))


def _clauses(doc: Doc, text: str) -> Iterator[Clause]:
    start = 0
    for cut in (*_CUT.finditer(text), None):
        end = cut.start() if cut else len(text)
        if text[start:end].strip():
            yield Clause(text[start:end], start, doc, "")
        start = cut.end() if cut else end


def _phrased(clause: Clause, earlier: list[Facet]) -> list[Facet]:
    said: list[Facet] = []
    lowered = clause.text.lower()
    for predicate in (*PREDICATES, *ENDS):
        match = predicate.pattern.search(clause.text) if predicate.cue in lowered else None
        found = predicate.read(match) if match else None
        if match is None or found is None:
            continue
        if _IT.match(found.object):
            found = Found(
                found.key,
                found.value,
                next((f.object for f in reversed([*earlier, *said]) if f.object), ""),
                found.polarity,
            )
        facet = _facet(clause, match, predicate, found)
        if facet is not None:
            said.append(facet)
    return said


def _facet(clause: Clause, match: re.Match[str], predicate: Predicate, found: Found) -> Facet | None:
    past = bool(match.groupdict().get("past"))
    if not past and not predicate.done:
        past = bool(re.match(r"(?:was|were)\b", match[0], re.IGNORECASE))
    frame = framed(clause, match.start(), match.end(), past=past)
    ended = predicate.ended or frame.ended
    inside = predicate.rule in _DENIED_INSIDE and re.search(r"\bnot\b|n't\b", match[0], re.IGNORECASE)
    negative = (frame.denied or bool(inside)) and not predicate.ended
    ended = ended or (bool(inside) and bool(_ANY_MORE.search(clause.text)))
    if predicate.rule == "eats_meat" and negative:
        found, negative, ended = Found("diet", "vegetarian"), False, False
    state = frame.state
    if predicate.done and state in (State.PAST, State.TEMPORARY, State.PLANNED) and not frame.denied:
        state = _done_state(state, clause.text)
    if found.key in ("answer_language", "answer_length", "units") and state is State.WISHED:
        state = State.CURRENT
    if predicate.ended and frame.denied:
        return None
    return Facet(
        rule=predicate.rule,
        subject=_subject(clause, match, frame, found),
        key=found.key,
        single=predicate.single,
        value=found.value,
        object=found.object,
        polarity=-found.polarity if negative else found.polarity,
        state=state,
        ended=ended,
        fresh=frame.fresh or predicate.ended,
        context=() if predicate.done or _ONSET.search(clause.text[: match.start()]) else frame.context,
        start=clause.start + match.start(),
        end=clause.start + match.end(),
    )


def _done_state(state: State, text: str) -> State:
    if state is State.PLANNED:
        return (
            State.PLANNED
            if re.search(r"\b(?:going to|gonna|will|'ll|plan|moving|relocating|about to|turning|getting)\b", text, re.I)
            else State.CURRENT
        )
    return (
        State.PAST
        if re.search(r"\b(?:when i was|as a (?:kid|child)|years ago|back in|used to)\b", text, re.I)
        else State.CURRENT
    )


def _subject(clause: Clause, match: re.Match[str], frame: Frame, found: Found) -> str:
    start = match[0].lower()
    if start.startswith(("my ", "our ", "new ")) or match.groupdict().get("r"):
        return ""
    if found.key == "preferred_name" or match.re.pattern.startswith("(?P<v>"):
        return clause.before if match.groupdict().get("whose") else ""
    if found.key in ("answer_language", "answer_length", "units"):
        owner = subject_of(clause, clause.text[: match.start()])
        return "" if owner in ("you",) else owner
    if found.key == "relationship_status" and re.search(
        r"\band (?:i|me)\b|\bme and\b|\bmy divorce\b", clause.text, re.I
    ):
        return ""
    return frame.subject


def _scheduled(clause: Clause, text: str) -> list[Facet]:
    when = moments(clause.text)
    if not when or re.search(r"\b(?:birthday|born|anniversary is|date of birth)\b", clause.text, re.I):
        return []
    habit = HABIT.search(clause.text)
    if habit:
        times = " ".join(one for one in when if one[0] == "T")
        key = "when_wake" if habit["wake"] else "when_bed" if habit["bed"] else f"when_{slug(habit[0])}"
        frame = framed(clause, habit.start(), habit.end(), past=False)
        if not times:
            return []
        return [_timed(clause, "habit", key, times, frame.subject, frame, habit.span())]
    event = EVENT.search(clause.text) or EVENT.search(text[: clause.start])
    if event is None or re.search(
        r"\b(?:went|go|goes|going|play|plays|ran|run|used to|was|were|love|like|hate)\b", clause.text, re.I
    ):
        return []
    if re.search(r"\b(?:an?|another|one)\s+(?:[\w-]+\s+)?$", event["before"], re.IGNORECASE):
        return []  # a meeting is any meeting: the next one may be another
    before = re.sub(
        r".*\b(?:my|our|the|a|an|is|have|has|they|got|moved|changed|rebooked|me|weekly|daily|regular|his|her|next|i|we|and)\b",
        "",
        event["before"],
        flags=re.I,
    )
    key = "when_" + slug(" ".join((before, event["head"], event["after"] or "")))
    frame = framed(clause, 0, len(clause.text), past=False)
    owner = re.search(r"\b(?:my|our)\s+(\w+)'s\b|(?-i:\b([A-Z]\w+))'s\b", clause.text, re.I)
    subject = normal(owner[1] or owner[2]) if owner and event.re is EVENT else ""
    return [_timed(clause, "event", key, " ".join(when), subject, frame, event.span())]


def _timed(clause: Clause, rule: str, key: str, value: str, subject: str, frame: Frame, span: tuple[int, int]) -> Facet:
    weekdays = rule == "habit"
    return Facet(
        rule=rule,
        subject=subject,
        key=key,
        single=True,
        value=value,
        state=State.PAST if frame.state is State.PAST else State.CURRENT,
        fresh=frame.fresh,
        context=tuple(one for one in limits(clause.text) if one != "morning") if weekdays else (),
        start=clause.start + span[0],
        end=clause.start + span[1],
    )


def _parsed(clause: Clause) -> list[Facet]:
    """The main verb and its object, for what no known phrase says."""
    span = clause.doc.char_span(clause.start, clause.start + len(clause.text), alignment_mode="contract")
    if span is None or not len(span):
        return []
    verb = _main_verb(span.root)
    if verb.pos_ not in ("VERB", "AUX"):
        return []
    named = [
        child
        for child in verb.children
        if child.dep_ in ("dobj", "attr", "acomp", "prep", "xcomp", "advcl", "prt", "oprd")
    ]
    words = " ".join(_content(child) for child in named if child.dep_ in ("dobj", "attr", "acomp", "oprd"))
    words = words or " ".join(_content(child) for child in named if child.dep_ == "prep" and child.lower_ != "because")
    if not words and verb.lemma_ in _LIGHT:
        return []
    start = verb.idx - clause.start
    frame = framed(clause, start, start + len(verb.text), past=verb.tag_ in ("VBD",))
    denied = any(child.dep_ == "neg" for child in verb.children)
    particle = next((child.lower_ for child in verb.children if child.dep_ == "prt"), "")
    return [
        Facet(
            rule="parsed",
            subject=frame.subject,
            key="does",
            value=f"{word(verb.lemma_.lower())} {particle}".strip(),
            object=words,
            polarity=-1 if frame.denied or denied else 1,
            state=frame.state,
            ended=frame.ended or (denied and bool(_ANY_MORE.search(clause.text))),
            fresh=frame.fresh,
            context=frame.context,
            confidence=0.6,
            start=clause.start + max(start, 0),
            end=clause.start + len(clause.text),
        )
    ]


def _main_verb(root: Token) -> Token:
    while True:
        inner = next(
            (child for child in root.children if child.dep_ in ("xcomp", "ccomp") and child.pos_ == "VERB"), None
        )
        if inner is None or root.lemma_ not in _PLANS | {
            "stop",
            "quit",
            "start",
            "begin",
            "have",
            "try",
            "give",
            "use",
            "take",
            "keep",
        }:
            return root
        root = inner


def _content(token: Token) -> str:
    return normal(
        " ".join(
            part.text
            for part in token.subtree
            if part.dep_ not in ("punct", "relcl", "advcl") and part.pos_ not in ("ADP", "SYM", "INTJ")
        )
    )


def _named_in(clause: Clause) -> str:
    return subject_of(clause, clause.text)


def _told_apart(found: list[Facet]) -> Iterator[Facet]:
    """Drops what a more telling facet of the same words says already."""
    for facet in found:
        covered = any(
            other is not facet
            and other.key == facet.key
            and other.subject == facet.subject
            and other.polarity == facet.polarity
            and other.object == facet.object
            and len(other.value) > len(facet.value)
            and facet.value in other.value
            for other in found
        )
        if not covered:
            yield facet


def _with(facet: Facet, *, correction: bool) -> Facet:
    return replace(facet, correction=True) if correction else facet
