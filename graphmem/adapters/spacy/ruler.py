"""The model's attribute rules, answered from memory: spaCy's own ruler tries each rule on each token of each text."""

from itertools import chain
from operator import contains
from typing import Any, NamedTuple, cast

from spacy.language import Language
from spacy.matcher import Matcher
from spacy.pipeline import AttributeRuler
from spacy.tokens import Doc
from spacy.tokens._retokenize import set_token_attrs

_ASKED = frozenset(["TAG", "LOWER", "DEP", "IS_SPACE"])
_MOST_KEPT = 50_000  # kinds of token: new words never end


class _Answer(NamedTuple):
    """What the rules say of one kind of token."""

    rules: tuple[int, ...]  # those that ask about one token and apply to this one
    parts: frozenset[int]  # those parts of rules about several tokens that this one fits


class _Long(NamedTuple):
    """A rule about several tokens."""

    rule: int
    target: int  # which of the tokens it changes
    parts: tuple[int, ...]


class KeptRuler:
    """Sets what the ruler would set; each kind of token is put to its rules once."""

    def __init__(self, ruler: AttributeRuler) -> None:
        self._attrs = ruler.attrs
        self._strings = ruler.vocab.strings
        self._names: list[int | str] = sorted(_ASKED)
        self._matcher = Matcher(ruler.vocab)
        self._short: dict[int, int] = {}  # a part that is all of a rule: the rule
        self._long: dict[int, _Long] = {}  # by the first of its parts
        self._kept: dict[tuple[int, ...], _Answer] = {}
        self._merged: dict[tuple[int, ...], dict[int, int]] = {}
        parts = 0
        for rule, given in enumerate(_rules(ruler)):
            for pattern in given["patterns"]:
                numbers = tuple(range(parts, parts + len(pattern)))
                parts += len(pattern)
                for number, part in zip(numbers, pattern, strict=True):
                    self._matcher.add(str(number), [[part]])
                if len(numbers) == 1:
                    self._short[numbers[0]] = rule
                else:
                    self._long[numbers[0]] = _Long(rule, range(len(numbers))[given["index"]], numbers)

    def __call__(self, doc: Doc) -> Doc:
        kinds = doc.to_array(self._names).tolist()
        answers = [self._kept.get(kind) or self._ask(doc, i, kind) for i, kind in enumerate(map(tuple, kinds))]
        found = [answer.rules for answer in answers]
        if any(answer.parts for answer in answers):
            self._add_long(found, [answer.parts for answer in answers])
        for i, rules in enumerate(found):
            if rules:
                set_token_attrs(doc[i], self._merged.get(rules) or self._merge(rules))
        return doc

    def _ask(self, doc: Doc, at: int, kind: tuple[int, ...]) -> _Answer:
        parts = [int(self._strings[match]) for match, *_ in self._matcher(doc[at : at + 1], allow_missing=True)]
        rules = sorted({self._short[part] for part in parts if part in self._short})
        answer = _Answer(tuple(rules), frozenset(part for part in parts if part not in self._short))
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[kind] = answer
        return answer

    def _add_long(self, found: list[tuple[int, ...]], fitting: list[frozenset[int]]) -> None:
        for start, parts in enumerate(fitting):
            for long in (self._long[part] for part in parts if part in self._long):
                here = fitting[start : start + len(long.parts)]
                if len(here) == len(long.parts) and all(map(contains, here, long.parts)):
                    target = start + long.target
                    found[target] = tuple(sorted({*found[target], long.rule}))

    def _merge(self, rules: tuple[int, ...]) -> dict[int, int]:
        """What some rules set on a token: of two that set the same, the later one counts."""
        merged = dict(chain.from_iterable(self._attrs[rule].items() for rule in rules))
        self._merged[rules] = merged
        return merged


def is_kept(ruler: AttributeRuler) -> bool:
    """Whether all that the rules ask of a token is in what tells its kind."""
    asked = {name for given in _rules(ruler) for pattern in given["patterns"] for part in pattern for name in part}
    return asked <= _ASKED


def _rules(ruler: AttributeRuler) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", ruler.patterns)


@Language.factory("kept_ruler")
def _of(nlp: Language, name: str) -> KeptRuler:  # noqa: ARG001 (spaCy gives both)
    return KeptRuler(nlp.get_pipe("attribute_ruler"))  # type: ignore[arg-type]
