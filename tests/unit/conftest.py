"""What the unit tests share: one language model for all of them."""

from collections.abc import Callable

import pytest
from spacy.language import Language

from graphmem.adapters.spacy.facts import facets
from graphmem.adapters.spacy.nlp import load
from graphmem.core.facets import Facet

Read = Callable[[str], tuple[Facet, ...]]


@pytest.fixture(scope="session")
def nlp() -> Language:
    return load()


@pytest.fixture(scope="session")
def read(nlp: Language) -> Read:
    return lambda text: facets(nlp(text))
