"""Putting facts right and forgetting them through the Python client, against a real server."""

from typing import Any

import msgspec
import pytest

from graphmem.client import Conflict, InvalidInput, NotFound
from tests.client.ways import BOTH, Server, connected, of


@BOTH
@pytest.mark.req("A5")
async def test_a_fact_is_given_to_somebody_else_and_brought_back(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        [tea, _] = await of(memory.remember(["Sarah likes tea", "Ben plays chess"]))
        moved = await of(memory.reassign(tea.memory_id, ["Ben"]))
        assert [person.name for person in moved.about] == ["Ben"]
        nobody = await of(memory.reassign(tea.memory_id, []))
        assert nobody.about == []
        await of(memory.undo(nobody.change_id))
        assert [person.name for person in (await of(memory.get(tea.memory_id))).about] == ["Ben"]

        [red, blue] = await of(memory.remember(["My favorite color is red", "My favorite color is blue"]))
        restored = await of(memory.restore(red.memory_id))
        assert restored.status == "active"
        assert blue.superseded == [red.memory_id]


@BOTH
@pytest.mark.req("A5")
async def test_who_may_be_one_is_said_to_be_two(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        await of(memory.remember(["Katharina likes tea", "Katarina plays chess"]))
        [suggested] = await of(memory.suggestions())
        assert {suggested.person.name, suggested.other.name} == {"Katharina", "Katarina"}
        await of(memory.apart(suggested.person.id, suggested.other.id))
        assert list(await of(memory.suggestions(limit=5))) == []
        assert len((await of(memory.people())).people) == 2


@BOTH
@pytest.mark.req("A5")
async def test_forgetting_needs_a_preview_and_takes_what_came_since(
    readme_server: Server, user: str, kind: Any
) -> None:
    async with connected(kind, readme_server, user) as memory:
        await of(memory.remember(["Sarah likes tea", "I live in Graz"]))
        [sarah] = (await of(memory.people())).people
        early = await of(memory.forget_preview(person_id=sarah.id))
        assert (early.kind, early.erased, early.counts["memories"]) == ("person", False, 1)
        await of(memory.remember("Sarah plays chess"))
        with pytest.raises(Conflict):
            await of(memory.forget(msgspec.structs.replace(early, confirm="another")))
        assert len((await of(memory.person_memories(sarah.id))).memories) == 2

        receipt = await of(memory.forget(early))
        assert (receipt.erased, receipt.counts["memories"], receipt.at is not None) == (True, 2, True)
        with pytest.raises(NotFound):
            await of(memory.person(sarah.id))
        assert [fact.content for fact in (await of(memory.list())).memories] == ["I live in Graz"]
        with pytest.raises(ValueError, match="receipt"):
            await of(memory.forget(receipt))


@BOTH
@pytest.mark.req("A5")
async def test_what_to_forget_is_always_named(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        [kept] = await of(memory.remember("I live in Graz"))
        with pytest.raises(InvalidInput):
            await of(memory.forget_preview())
        preview = await of(memory.forget_preview(memory_id=kept.memory_id))
        assert preview.kind == "memory"
        thread = (await of(memory.open_thread())).id
        assert (await of(memory.forget(await of(memory.forget_preview(thread_id=thread))))).erased
        assert (await of(memory.forget(await of(memory.forget_preview(user_id=user))))).counts["memories"] == 1
        assert (await of(memory.list())).memories == []
