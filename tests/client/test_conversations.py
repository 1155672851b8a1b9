"""Conversations through the Python client, waiting and async, against a real server."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from graphmem.client import Conflict, InvalidInput, NotFound, Said, Unreachable
from tests.client.ways import BOTH, Faulty, Server, busy, connected, of


@BOTH
@pytest.mark.req("A5", "X1")
async def test_a_conversation_is_held(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user, assistant_key="cook") as memory:
        opened = await of(memory.open_thread(f"{user}-talk", options={"chat_id": "kitchen", "metadata": {"a": 1}}))
        assert (opened.user_id, opened.assistant_key, opened.chat_id, opened.metadata) == (
            user,
            "cook",
            "kitchen",
            {"a": 1},
        )
        assert (await of(memory.open_thread(opened.id))).created_at == opened.created_at

        long_ago = datetime.now(UTC).replace(microsecond=0) - timedelta(days=3)
        said = [Said("user", "I moved to Graz", said_at=long_ago), {"role": "assistant", "content": "When?"}]
        first = await of(memory.post(opened.id, said))
        assert [(one.role, one.position) for one in first.messages] == [("user", 1), ("assistant", 2)]
        assert first.messages[0].said_at == long_ago
        kept = await of(memory.post(opened.id, "Remember that I'm allergic to peanuts"))
        assert (kept.messages[0].role, kept.remembered[0].status) == ("user", "saved")

        waiting = {"role": "assistant", "content": "", "status": "pending", "id": "answer"}
        assert (await of(memory.post(opened.id, waiting))).messages[0].status == "pending"
        ended = await of(memory.finish_message(opened.id, "answer", "Noted."))
        assert (ended.messages[0].status, ended.messages[0].content) == ("completed", "Noted.")
        with pytest.raises(Conflict):
            await of(memory.finish_message(opened.id, "answer", status="failed"))
        with pytest.raises(Conflict):
            await of(memory.post(opened.id, {**waiting, "content": "other words"}))

        page = await of(memory.messages(opened.id, options={"limit": 3}))
        rest = await of(memory.messages(opened.id, options={"cursor": page.next_cursor}))
        assert [one.position for one in (*page.messages, *rest.messages)] == [1, 2, 3, 4]
        turns = (await of(memory.conversation(opened.id))).messages
        assert [[lesson.id for lesson in turn.learned] for turn in turns] == [
            [],
            [],
            [kept.remembered[0].memory_id],
            [],
        ]


@BOTH
@pytest.mark.req("A5", "X1")
async def test_threads_are_listed_and_read_when_asked(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        quiet = await of(memory.open_thread())
        eager = await of(memory.open_thread(options={"auto_extract": True}))
        assert (quiet.id != eager.id, quiet.auto_extract, eager.auto_extract) == (True, False, True)
        other = await of(memory.open_thread(user_id=f"{user}-other"))

        page = await of(memory.threads(options={"limit": 1}))
        assert [thread.id for thread in page.threads] == [eager.id]
        rest = await of(memory.threads(options={"cursor": page.next_cursor}))
        assert [thread.id for thread in rest.threads] == [quiet.id]
        [theirs] = (await of(memory.threads(user_id=f"{user}-other"))).threads
        assert theirs.id == other.id

        await of(memory.post(quiet.id, "I live in Linz"))
        assert (await of(memory.thread(quiet.id))).unchecked == 1
        assert (await of(memory.extract(quiet.id))).extraction in ("pending", "running")


@BOTH
@pytest.mark.req("A5")
async def test_a_post_whose_answer_was_lost_doubles_nothing(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        thread = await of(memory.open_thread())
    way = Faulty(httpx.ReadError("lost"), busy(), after=True)
    async with connected(kind, readme_server, user, transport=way) as memory:
        posted = await of(memory.post(thread.id, ["Remember that I like tea", {"role": "assistant", "content": "Yes"}]))
        assert len(way.requests) == 3
        assert len({request.content for request in way.requests}) == 1

        assert [message.position for message in posted.messages] == [1, 2]
        there = (await of(memory.messages(thread.id))).messages
        assert [message.id for message in there] == [message.id for message in posted.messages]
        everything = (await of(memory.list(options={"status": "all"}))).memories
        assert [fact.id for fact in everything] == [posted.remembered[0].memory_id]


@BOTH
@pytest.mark.req("A5")
async def test_opening_and_ending_are_sent_again(readme_server: Server, user: str, kind: Any) -> None:
    way = Faulty(httpx.ReadError("lost"), after=True)
    async with connected(kind, readme_server, user, transport=way) as memory:
        thread = await of(memory.open_thread())
        assert len(way.requests) == 2
        assert [one.id for one in (await of(memory.threads())).threads] == [thread.id]
        await of(memory.post(thread.id, {"role": "user", "content": "", "status": "pending", "id": "mine"}))
    way = Faulty(httpx.ReadError("lost"), after=True)
    async with connected(kind, readme_server, user, transport=way) as memory:
        ended = await of(memory.finish_message(thread.id, "mine", "Remember that I like tea"))
        assert (len(way.requests), ended.thread.messages, ended.remembered[0].status) == (2, 1, "saved")
        assert len((await of(memory.list(options={"status": "all"}))).memories) == 1


@BOTH
@pytest.mark.req("A5")
async def test_what_a_thread_holds_is_kept_given_and_deleted(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        thread = (await of(memory.open_thread())).id
        results = await of(
            memory.remember_in_thread(thread, ["We meet at noon", "Bring bread"], options={"owner_type": "thread"})
        )
        noon, bread = (result.memory_id for result in results)
        [mine] = await of(memory.remember("I like tea"))
        learned = await of(memory.thread_memories(thread, options={"learned_here": True}))
        assert {fact.id for fact in learned.memories} == {noon, bread}
        assert {fact.id for fact in (await of(memory.thread_memories(thread))).memories} == {
            noon,
            bread,
            mine.memory_id,
        }
        assert [fact.id for fact in (await of(memory.thread_memories(thread, [bread]))).memories] == [bread]

        await of(memory.delete_thread_memories(thread, [bread]))
        assert (await of(memory.thread_memories(thread, [bread]))).memories == []
        merged = await of(memory.merge_thread(thread))
        assert (merged.user_id, merged.moved) == (user, 1)
        assert {fact.id for fact in (await of(memory.list())).memories} == {noon, mine.memory_id}

        await of(memory.post(thread, "Remember that I like jam"))
        assert (await of(memory.clear_thread(thread)))["memories"] == 1
        assert (await of(memory.thread(thread))).messages == 1
        assert (await of(memory.delete_thread(thread)))["messages"] == 1
        with pytest.raises(NotFound):
            await of(memory.thread(thread))


@pytest.mark.parametrize("deed", ["merge_thread", "clear_thread", "delete_thread"])
@BOTH
@pytest.mark.req("A5")
async def test_what_answers_otherwise_the_second_time_is_not_sent_twice(
    readme_server: Server, user: str, kind: Any, deed: str
) -> None:
    async with connected(kind, readme_server, user) as memory:
        thread = (await of(memory.open_thread())).id
    way = Faulty(httpx.ReadError("lost"), after=True)
    async with connected(kind, readme_server, user, transport=way) as memory:
        with pytest.raises(Unreachable):
            await of(getattr(memory, deed)(thread))
    assert len(way.requests) == 1


@BOTH
@pytest.mark.req("A5")
async def test_any_id_of_ones_own_leads_to_its_thread_alone(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        odd = f"{user} ?x=1#y&%2F..ü"
        assert (await of(memory.open_thread(odd))).id == odd
        await of(memory.post(odd, {"role": "user", "content": "…", "status": "pending", "id": "a?b%2Fc"}))
        await of(memory.finish_message(odd, "a?b%2Fc", "done"))
        [only] = (await of(memory.messages(odd))).messages
        assert (only.id, only.content) == ("a?b%2Fc", "done")
        for elsewhere in ("", ".", "..", "x/../y", f"{odd}/messages"):
            with pytest.raises(ValueError, match="id of a thread"):
                await of(memory.delete_thread(elsewhere))
        assert (await of(memory.thread(odd))).messages == 1


@BOTH
@pytest.mark.req("A5")
async def test_what_is_wrong_with_a_message_is_told(readme_server: Server, user: str, kind: Any) -> None:
    way = Faulty()
    async with connected(kind, readme_server, user, transport=way) as memory:
        thread = (await of(memory.open_thread())).id
        with pytest.raises(InvalidInput) as caught:
            await of(memory.post(thread, ["fine", {"role": "king", "content": "hm"}]))
        assert [detail.field for detail in caught.value.details] == ["messages[1].role"]
        assert (await of(memory.thread(thread))).messages == 0
        with pytest.raises(NotFound):
            await of(memory.post(f"{user}-none", "hello"))
        ids = [message["id"] for message in json.loads(way.requests[1].content)["messages"]]
        assert len(set(ids)) == 2
