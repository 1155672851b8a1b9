"""The arbiter that asks a model: one of three answers, and coexistence whenever there is none."""

import json
from collections.abc import AsyncIterator, Iterator

import pytest

from graphmem.adapters.llm.arbiter import LlmArbiter
from graphmem.adapters.llm.chat import Chat
from graphmem.adapters.openai import Server
from graphmem.core.verdict import BESIDE, Effect, Verdict
from tests import llm_server
from tests.llm_server import KEY, MODEL, LlmServer, Reply, fails, says

OLDER, NEWER = "I bank with Barclays", "I switched my account to Starling"


@pytest.fixture
def llm() -> Iterator[LlmServer]:
    with LlmServer(opinion("coexists")) as running:
        yield running


@pytest.fixture
async def arbiter(llm: LlmServer) -> AsyncIterator[LlmArbiter]:
    server = Server(llm.url, key=KEY, timeout=1, pause=0.01)
    yield LlmArbiter(Chat(server, model=MODEL))
    await server.close()


def opinion(verdict: str, confidence: object = 0.95, reason: object = "another\n bank") -> Reply:
    return says({"reason": reason, "verdict": verdict, "confidence": confidence})


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("word", "effect"),
    [("supersedes", Effect.SUPERSEDES), ("duplicate", Effect.DUPLICATE), ("coexists", Effect.COEXIST)],
)
async def test_an_opinion_is_a_verdict_with_its_reason(
    llm: LlmServer, arbiter: LlmArbiter, word: str, effect: Effect
) -> None:
    llm.behave(opinion(word))
    assert await arbiter.judge(older=OLDER, newer=NEWER) == Verdict(effect, "another bank", f"model/{MODEL}")
    [body] = llm.asked
    assert json.loads(body["messages"][-1]["content"]) == {"older": OLDER, "newer": NEWER}
    assert body["temperature"] == 0


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    "reply",
    [
        opinion("supersedes", confidence=0.79),
        opinion("supersedes", confidence=95),
        opinion("supersedes", confidence="sure"),
        opinion("replaces"),
        opinion("supersedes", reason=None),
        says("supersedes"),
        says({"verdict": "supersedes"}),
        says(None, refusal="no"),
        says('{"reason": "", "verdict": "supersedes", "confidence": 1}', finish_reason="length"),
        fails(500),
        fails(401),
        llm_server.DROPPED,
        llm_server.HTML,
        llm_server.completion(),
        llm_server.slow(opinion("supersedes"), 3),
    ],
)
async def test_in_doubt_and_on_any_error_both_stand(llm: LlmServer, arbiter: LlmArbiter, reply: Reply) -> None:
    llm.behave(reply)
    assert await arbiter.judge(older=OLDER, newer=NEWER) == BESIDE


async def test_a_wrong_word_is_told_and_a_right_one_taken(llm: LlmServer, arbiter: LlmArbiter) -> None:
    llm.behave(opinion("replaces"), opinion("supersedes"))
    assert (await arbiter.judge(older=OLDER, newer=NEWER)).effect is Effect.SUPERSEDES
    assert "supersedes, duplicate, coexists" in llm.asked[1]["messages"][-1]["content"]


async def test_a_long_reason_is_cut(llm: LlmServer, arbiter: LlmArbiter) -> None:
    llm.behave(opinion("supersedes", reason="because " * 1_000))
    assert len((await arbiter.judge(older=OLDER, newer=NEWER)).reason) == 200
