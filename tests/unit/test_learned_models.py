"""The models of our own: what they are made of, and what whoever uses one can rely on."""

import hashlib
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.adapters.learned.judge import PairJudge
from graphmem.adapters.learned.reader import MessageReader
from graphmem.adapters.learned.runner import Runner
from graphmem.core.mentions import Sort
from graphmem.core.verdict import verdict_of
from graphmem.errors import SetupError
from graphmem.model import Kind
from graphmem.ports.language import Judge, Parser
from graphmem.resources import folder, shipped_model
from graphmem.wiring import JUDGE, OWN_MODEL, READER

FACTS = ["I live in Bristol", "My wife Sarah is a vet", "I'm allergic to peanuts"]
STRANGE = ["", " ", "\n\n", "?", "🐱🐶", "我喜欢猫", "\x00", "a" * 5_000, "I like tea. " * 800]


@pytest.mark.parametrize("name", [OWN_MODEL, READER, JUDGE])
def test_the_models_that_ship_are_whole(name: str) -> None:
    assert (shipped_model(name) / "model.onnx").is_file()


def test_a_model_that_is_not_there_is_told_with_a_cure() -> None:
    with pytest.raises(SetupError, match="the model reader-0 is not complete") as caught:
        shipped_model("reader-0")
    assert "install graphmem again" in caught.value.cures[0]


def ship(to: Path, content: bytes) -> None:
    names = ["model.onnx", "tokenizer.json"]
    for name in names:
        (to / name).write_bytes(content)
    (to / "SHA256SUMS").write_text("".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name in names))


def test_a_model_of_which_a_file_is_missing_or_another_is_told(tmp_path: Path) -> None:
    ship(tmp_path, b"as it was")
    assert shipped_model(str(tmp_path)) == tmp_path
    (tmp_path / "model.onnx").write_bytes(b"another")
    with pytest.raises(SetupError, match=r"is damaged: .*model\.onnx"):
        shipped_model(str(tmp_path))
    (tmp_path / "model.onnx").unlink()
    with pytest.raises(SetupError, match=r"is not complete: .*model\.onnx"):
        shipped_model(str(tmp_path))


def test_a_folder_without_a_model_can_not_be_loaded(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=f"the model {tmp_path.name} can't be loaded") as caught:
        Runner(tmp_path, output="scores")
    assert "install graphmem again" in caught.value.cures[0]


@pytest.mark.parametrize("damaged", ["model.onnx", "tokenizer.json"])
def test_a_damaged_model_can_not_be_loaded(tmp_path: Path, damaged: str) -> None:
    shutil.copytree(folder("models") / JUDGE, tmp_path, dirs_exist_ok=True)
    (tmp_path / damaged).write_bytes(b"{}")
    with pytest.raises(SetupError, match="can't be loaded"):
        PairJudge(tmp_path)


@pytest.mark.parametrize("labels", [None, b"", b"{}", b'{"parts": 1}'])
def test_a_reader_without_its_labels_can_not_be_loaded(tmp_path: Path, labels: bytes | None) -> None:
    shutil.copytree(folder("models") / READER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "labels.json").unlink()
    if labels is not None:
        (tmp_path / "labels.json").write_bytes(labels)
    with pytest.raises(SetupError, match=r"labels\.json can't be read"):
        MessageReader(tmp_path)


async def test_the_judge_answers_in_order_and_the_same_when_it_is_asked_again(judge: Judge) -> None:
    pairs = [(one, other) for one in FACTS for other in FACTS]
    once = await judge.odds(pairs)
    assert await judge.odds(pairs[::-1]) == once[::-1]
    assert await judge.odds([*pairs[:2], *pairs[:2]]) == [*once[:2], *once[:2]]
    assert await judge.odds([]) == []


async def test_no_pair_is_too_strange_for_the_judge(judge: Judge) -> None:
    for found in await judge.odds([(one, other) for one in STRANGE for other in (FACTS[0], one)]):
        assert 0 <= found.replaces <= 1
        assert 0 <= found.repeats <= 1


async def test_a_pair_is_judged_alike_alone_and_among_others() -> None:
    pair = ("I live in Bristol", "I live in Leeds")
    [alone] = await PairJudge(shipped_model(JUDGE)).odds([pair])
    among = await PairJudge(shipped_model(JUDGE)).odds([(FACTS[2], "I like tea. " * 20), pair, (FACTS[1], FACTS[2])])
    assert verdict_of(among[1]).effect is verdict_of(alone).effect


def holds(reader: MessageReader, text: str) -> None:
    """Clauses follow one another, and each mark is where its words stand."""
    [one] = reader.read([("Where do you live?", text)])
    assert one.text == text
    ends = 0
    for clause in one.clauses:
        assert ends <= clause.start < clause.end <= len(text)
        assert 0 <= clause.lasting <= 1.001
        assert clause.reason
        ends = clause.end
    for place in one.spoken:
        assert place.asked or text[place.start : place.end] == place.words
        assert place.of is None or place.of in {other.person for other in one.spoken}


@pytest.mark.parametrize("text", STRANGE)
def test_no_message_is_too_strange_for_the_reader(reader: MessageReader, text: str) -> None:
    holds(reader, text)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(max_size=200))
def test_the_reader_marks_what_stands_in_a_message(reader: MessageReader, text: str) -> None:
    holds(reader, text)


def test_a_long_message_is_read_to_its_end_and_its_marks_are_in_place(reader: MessageReader) -> None:
    text = "The bridge over the river opens at noon every day. " * 40 + "My sister Halima lives in Graz."
    [one] = reader.read([("", text)])
    assert one.clauses[-1].end == len(text)
    assert "Halima" in {place.words for place in one.spoken}
    holds(reader, text)


def test_each_message_is_read_by_itself(reader: MessageReader) -> None:
    read = reader.read([("", text) for text in FACTS])
    assert [one.text for one in read] == FACTS
    assert reader.read([]) == []


@pytest.mark.req("X6")
async def test_a_fact_states_something_and_a_question_or_thanks_nothing(parser: Parser) -> None:
    facts = await parser.read(FACTS)
    others = await parser.read(["What is the capital of Peru?", "thanks!", "set a timer for 10 minutes"])
    assert all(reading.lasting >= 0.5 for reading in facts)
    assert all(reading.lasting < 0.5 for reading in others)
    assert {reading.kind for reading in facts} <= set(Kind)


@pytest.mark.req("P1")
async def test_the_parser_tells_whom_a_text_speaks_of(parser: Parser) -> None:
    [wife, home] = await parser.read(["My wife Sarah is a vet", "I live in Bristol"])
    assert [(one.name, [bond.word for bond in one.relations], one.subject) for one in wife.said.mentions] == [
        ("Sarah", ["wife"], True)
    ]
    assert [one.sort for one in home.said.mentions if one.sort is not Sort.THING] == []


async def test_no_text_is_too_strange_for_the_parser(parser: Parser) -> None:
    assert len(await parser.read(STRANGE)) == len(STRANGE)
    [nothing] = await parser.read([""])
    assert (nothing.kind, nothing.lasting, nothing.said.mentions) == (None, 0.0, ())
    assert await parser.read([]) == []
