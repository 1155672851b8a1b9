"""The Python client, waiting and async, against a real server."""

import inspect
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from graphmem.client import (
    ApiError,
    AsyncGraphmem,
    Conflict,
    Fact,
    Graphmem,
    InvalidInput,
    NotAuthenticated,
    NotFound,
    Unavailable,
    Unreachable,
)
from tests.client.ways import BOTH, Faulty, Server, busy, connected, of
from tests.service import KEY


@BOTH
@pytest.mark.req("A5")
async def test_memories_are_kept_found_and_put_right(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        [red] = await of(memory.remember("My favorite color is red"))
        [blue, bad] = await of(memory.remember([Fact("My favorite color is blue"), {"content": ""}]))
        assert (red.status, blue.superseded, bad.status) == ("saved", [red.memory_id], "error")

        answer = await of(memory.recall("What's my favorite color?", options={"explain": True, "limit": 3}))
        assert "\n- My favorite color is blue (since " in answer.context
        assert answer.context.endswith('; before: "My favorite color is red")')
        tight = {"include": ["memories", "messages"], "max_tokens": 10}
        small = await of(memory.recall("What's my favorite color?", options=tight))
        assert (small.memories, small.messages, small.context) == ([], [], "")
        assert [gone.id for gone in answer.suppressed_memories] == [red.memory_id]
        assert isinstance(answer.memories[0].created_at, datetime)

        assert [item.id for item in (await of(memory.list())).memories] == [blue.memory_id]
        past = {"status": "all", "as_of": datetime.now(UTC)}
        assert len((await of(memory.list(options=past))).memories) == 1
        versions = await of(memory.history(blue.memory_id))
        assert [version.content[-4:] for version in versions] == [" red", "blue"]
        assert (await of(memory.why(blue.memory_id))).replaces[0].id == red.memory_id

        changed = await of(memory.update(blue.memory_id, {"content": "My favorite color is green", "importance": None}))
        assert (await of(memory.get(blue.memory_id))).content == "My favorite color is green"
        undone = await of(memory.undo(changed.change_id))
        assert undone.undone_at is not None
        assert changed.change_id in [change.id for change in (await of(memory.changes())).changes]
        with pytest.raises(Conflict) as caught:
            await of(memory.undo(changed.change_id))
        assert caught.value.code == "already_undone"

        await of(memory.delete(blue.memory_id))
        with pytest.raises(NotFound):
            await of(memory.get(blue.memory_id))
        assert await of(memory.clear()) == 1


@BOTH
@pytest.mark.req("A5")
async def test_people_are_put_right(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        results = await of(memory.remember(["Sarah likes tea", "Ben plays chess", "Ben lives in Graz"]))
        people = {person.name: person.id for person in (await of(memory.people())).people}
        assert set(people) == {"Sarah", "Ben"}

        renamed = await of(memory.rename(people["Sarah"], "Sarah Miller", add_aliases=["my boss"]))
        assert (renamed.name, renamed.relation) == ("Sarah Miller", "boss")
        [found] = (await of(memory.people(options={"person": "my boss"}))).people
        assert found.id == people["Sarah"]
        parted = await of(memory.split(people["Ben"], [results[1].memory_id], name="Benjamin"))
        assert (parted.person.name, parted.rest.memory_count) == ("Benjamin", 1)
        merged = await of(memory.merge(parted.person.id, people["Ben"]))
        assert (merged.id, merged.memory_count) == (people["Ben"], 2)
        assert len((await of(memory.person_memories(people["Ben"]))).memories) == 2
        assert (await of(memory.person(people["Ben"]))).name == "Ben"


@BOTH
@pytest.mark.req("A5")
async def test_an_error_says_what_the_api_says(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        with pytest.raises(InvalidInput) as caught:
            await of(memory.recall(""))
        assert (caught.value.status, caught.value.code) == (400, "invalid_input")
        assert [detail.field for detail in caught.value.details] == ["query"]
        with pytest.raises(ValueError, match="UUID"):
            await of(memory.get("../people"))
    async with connected(kind, readme_server, user) as memory:
        memory._http.headers["Authorization"] = "Bearer wrong"
        with pytest.raises(NotAuthenticated):
            await of(memory.list())


def test_a_client_without_a_key_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRAPHMEM_KEY", raising=False)
    with pytest.raises(ValueError, match="GRAPHMEM_KEY"):
        Graphmem()


@pytest.mark.req("A5")
def test_a_server_that_cannot_now_is_asked_again(readme_server: Server, user: str) -> None:
    way = Faulty(httpx.ConnectError("refused"), busy(429, "too_many_requests"), busy(503, "outcome_unknown"))
    with Graphmem(readme_server[0], KEY, user_id=user, transport=way) as memory:
        [kept] = memory.remember("I like tea")

    assert kept.status == "saved"
    assert len({request.headers["Idempotency-Key"] for request in way.requests}) == 1
    assert len(way.requests) == 4


@pytest.mark.req("A5")
def test_a_lost_answer_keeps_nothing_twice(readme_server: Server, user: str) -> None:
    way = Faulty(httpx.ReadError("lost"), after=True)
    with Graphmem(readme_server[0], KEY, user_id=user, transport=way) as memory:
        results = memory.remember(["My favorite color is red", "My favorite color is blue"])
        everything = memory.list(options={"status": "all"}).memories

    assert [result.status for result in results] == ["saved", "saved"]
    assert results[1].superseded == [results[0].memory_id]
    assert [(item.content, item.status) for item in everything] == [
        ("My favorite color is blue", "active"),
        ("My favorite color is red", "deprecated"),
    ]


@pytest.mark.req("A5")
@pytest.mark.parametrize("fault", [httpx.ReadError("lost"), busy(503, "outcome_unknown")])
def test_what_can_do_harm_twice_is_not_sent_twice(
    readme_server: Server, user: str, fault: httpx.ReadError | httpx.Response
) -> None:
    with Graphmem(readme_server[0], KEY, user_id=user) as memory:
        [kept] = memory.remember("I like tea")
    way = Faulty(fault, after=True)
    problems = (Unreachable, Unavailable)
    with Graphmem(readme_server[0], KEY, user_id=user, transport=way) as memory, pytest.raises(problems):
        memory.update(str(kept.memory_id), {"content": "I like coffee"})
    assert len(way.requests) == 1


def test_in_the_end_it_gives_up(readme_server: Server, user: str) -> None:
    with Graphmem(readme_server[0], KEY, retries=1, user_id=user, transport=Faulty(busy(), busy())) as memory:
        with pytest.raises(Unavailable) as caught:
            memory.list()
        assert isinstance(caught.value, ApiError)
    with Graphmem("http://127.0.0.1:9", KEY, retries=1, user_id=user) as memory, pytest.raises(Unreachable):
        memory.list()


@pytest.mark.req("A5")
def test_importing_the_client_needs_nothing_of_the_server() -> None:
    code = """
import sys
from importlib.metadata import packages_distributions
ours = {"graphmem", "httpx", "httpcore", "h11", "anyio", "sniffio", "idna", "certifi", "msgspec", "typing_extensions"}
foreign = {name for name in packages_distributions() if name not in ours}
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in foreign:
            raise ImportError(f"{name} is the server's")
sys.meta_path.insert(0, Refuse())
from graphmem.client import AsyncGraphmem, Graphmem
with Graphmem("http://127.0.0.1:9", "gm_x"):
    print(len(foreign) > 50)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "True"), done.stderr


@pytest.mark.req("A5")
def test_both_clients_have_the_same_calls() -> None:
    def calls_of(kind: type) -> dict[str, dict[str, str]]:
        return {
            name: {field.name: str(field.annotation) for field in inspect.signature(call).parameters.values()}
            for name, call in inspect.getmembers(kind, inspect.isfunction)
            if not name.startswith("_")
        }

    waiting, awaited = calls_of(Graphmem), calls_of(AsyncGraphmem)
    assert waiting.pop("import_archive").keys() == awaited.pop("import_archive").keys()
    assert waiting == awaited
    assert len(waiting) > 30
