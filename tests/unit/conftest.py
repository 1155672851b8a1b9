"""What the unit tests share: the models, each loaded once."""

import pytest
from spacy.language import Language

from graphmem.adapters.learned.reader import MessageReader
from graphmem.adapters.spacy.nlp import load
from graphmem.ports.language import Judge
from graphmem.wiring import judge_of, reader_of


@pytest.fixture(scope="session")
def nlp() -> Language:
    return load()


@pytest.fixture(scope="session")
def reader() -> MessageReader:
    return reader_of()


@pytest.fixture(scope="session")
def judge() -> Judge:
    return judge_of()
