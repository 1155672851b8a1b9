"""Threads are read for facts: when, by whom, and exactly once."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
import uuid_utils

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.sizes import RecentSizes
from graphmem.core.conversation import Conversation
from graphmem.core.messages import Draft
from graphmem.core.triggers import Triggers
from graphmem.errors import LeaseLost
from graphmem.flows import converse, extract
from graphmem.flows.extract import Reading, extract_next
from graphmem.model import Extraction, ExtractionState, Memory, Message, Owner, Role, Scope, Thread
from graphmem.ports.extractions import Outcome
from graphmem.ports.graph import Listing
from graphmem.settings import Settings
from graphmem.wiring import Parts, now, parts
from tests.worker.reading import Scripted, read_thread


@pytest.fixture(scope="module")
async def built(settings: Settings, engine: Engine) -> AsyncIterator[Parts]:
    async with parts(settings) as made:
        yield made


@pytest.fixture
def work(built: Parts) -> Reading:
    return Reading(
        extractions=built.extractions,
        extractor=Scripted(),
        keeping=built.keeping,
        sizes=RecentSizes(built.graph),
        triggers=Triggers(),
        confidence=0.7,
        max_per_turn=10,
        lease=30,
        tries=3,
        pause=0.05,
    )


class Talk:
    """A thread, and what is done with it."""

    def __init__(self, built: Parts, owner: Owner, **given: Any) -> None:
        moment = now()
        self.built, self.owner = built, owner
        self.thread = Thread(
            id=str(uuid_utils.uuid7()),
            tenant=owner.tenant,
            user=owner.ref,
            created_at=moment,
            updated_at=moment,
            **given,
        )

    @classmethod
    async def open(cls, built: Parts, owner: Owner, **given: Any) -> "Talk":
        talk = cls(built, owner, **given)
        await built.threads.open(talk.thread)
        return talk

    async def say(self, *words: str, role: str = "user", triggers: Triggers | None = None, **given: Any) -> Thread:
        posted = await converse.post(
            self.thread.tenant,
            self.thread.id,
            [Draft(role=role, content=text, **given) for text in words],
            threads=self.built.threads,
            keeping=self.built.keeping,
            triggers=triggers or Triggers(),
            now=now(),
        )
        return posted.thread

    async def read(self, work: Reading) -> bool:
        return await read_thread(self.thread.tenant, self.thread.id, work)

    async def ask(self) -> None:
        await extract.ask(
            self.thread.tenant, self.thread.id, extractions=self.built.extractions, queue=self.built.queue
        )

    async def now_is(self) -> Thread:
        found = await self.built.threads.thread(self.thread.tenant, self.thread.id)
        assert found is not None
        return found

    async def messages(self) -> list[Message]:
        return await self.built.threads.messages(self.thread.tenant, self.thread.id, after=0, limit=100)

    async def memories(self) -> list[Memory]:
        scope = Scope(self.owner.tenant, (self.owner,))
        return await self.built.graph.listed(scope, Listing(now=now()))

    async def runs(self) -> list[Extraction]:
        return await self.built.extractions.listed(
            self.thread.tenant, thread_id=self.thread.id, user=None, status=None, limit=50, before=None
        )


OFF = Triggers(threshold=0, debounce=None)


@pytest.mark.req("X2")
async def test_a_thread_is_due_when_enough_messages_are_unread(built: Parts, owner: Owner) -> None:
    talk = await Talk.open(built, owner)
    for _ in range(3):
        assert (await talk.say("I ski", triggers=Triggers(debounce=None))).extraction is ExtractionState.IDLE
    assert (await talk.say("pending", status="pending")).extraction is ExtractionState.IDLE
    assert (await talk.say("I ski", triggers=Triggers(debounce=None))).extraction is ExtractionState.PENDING
    few = await Talk.open(built, owner)
    assert (await few.say("I ski", triggers=Triggers(threshold=1))).extraction is ExtractionState.PENDING


@pytest.mark.req("X3")
async def test_an_exchange_makes_a_thread_due_a_while_later(built: Parts, work: Reading, owner: Owner) -> None:
    talk = await Talk.open(built, owner)
    short = Triggers(debounce=5)
    await talk.say("I live in Graz", triggers=replace(short, debounce=None))
    assert (await talk.now_is()).extraction is ExtractionState.IDLE
    await talk.say("How nice", role="assistant", triggers=short)
    assert (await talk.now_is()).extraction is ExtractionState.PENDING
    assert not await talk.read(work)
    await asyncio.sleep(5)
    assert await talk.read(work)
    assert [memory.content for memory in await talk.memories()] == ["I live in Graz"]


@pytest.mark.req("X3")
async def test_a_user_who_gets_no_answer_is_heard_a_while_later(built: Parts, work: Reading, owner: Owner) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I live in Graz", triggers=Triggers(debounce=2))
    assert (await talk.now_is()).extraction is ExtractionState.PENDING
    async with asyncio.timeout(60):
        while True:  # until it is due by the engine's clock, which tells nobody
            if await talk.read(work):
                break
            await asyncio.sleep(0.2)
    assert [memory.content for memory in await talk.memories()] == ["I live in Graz"]


@pytest.mark.req("X3")
async def test_a_thread_that_extracts_by_itself_is_due_after_each_message_of_the_user(
    built: Parts, owner: Owner
) -> None:
    talk = await Talk.open(built, owner, auto_extract=True)
    assert (await talk.say("Hello", role="assistant", triggers=OFF)).extraction is ExtractionState.IDLE
    assert (await talk.say("I ski", triggers=OFF)).extraction is ExtractionState.PENDING
    quiet = await Talk.open(built, owner, auto_extract=True)
    assert (await quiet.say("I ski", triggers=Triggers(enabled=False))).extraction is ExtractionState.IDLE


@pytest.mark.req("X3")
async def test_every_message_can_make_its_thread_due(built: Parts, owner: Owner) -> None:
    talk = await Talk.open(built, owner)
    every = replace(OFF, every_message=True)
    assert (await talk.say("Hello", role="assistant", triggers=every)).extraction is ExtractionState.IDLE
    assert (await talk.say("I ski", triggers=every)).extraction is ExtractionState.PENDING


@pytest.mark.req("X3")
async def test_a_thread_can_be_read_by_hand(built: Parts, work: Reading, owner: Owner) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I ski", triggers=Triggers(enabled=False))
    assert not await talk.read(work)
    await talk.ask()
    assert await talk.read(work)
    assert [memory.content for memory in await talk.memories()] == ["I ski"]
    await talk.ask()
    assert (await talk.now_is()).extraction is ExtractionState.IDLE


@pytest.mark.req("X4", "M4")
async def test_a_run_keeps_what_is_new_and_marks_what_it_read(
    built: Parts, work: Reading, owner: Owner, engine: Engine
) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I ski", "I live in Graz", "I ski", role="user")
    await talk.say("Good to know", role="assistant")
    await talk.say("not yet", status="pending")
    assert await talk.read(work)

    thread = await talk.now_is()
    assert (thread.unchecked, thread.extraction) == (0, ExtractionState.IDLE)
    assert [message.checked for message in await talk.messages()] == [True, True, True, True, False]
    assert sorted(memory.content for memory in await talk.memories()) == ["I live in Graz", "I ski"]
    assert {memory.provenance.thread_id for memory in await talk.memories()} == {talk.thread.id}
    [run] = await talk.runs()
    assert (run.status, run.messages, run.found, run.kept, run.extractor) == ("done", 4, 3, 3, "scripted")
    assert run.took_ms is not None
    async with engine._session(write=False) as session:
        result = await session.run(
            "MATCH (m:Memory {owner: $owner})-[:LEARNED_FROM]->(s:Message)-[:IN_THREAD]->(t:Thread {id: $id}) "
            "RETURN m.content = s.content AS same",
            owner=owner.id, id=talk.thread.id,
        )  # fmt: skip
        assert [record["same"] async for record in result] == [True, True, True]


@pytest.mark.req("X4")
async def test_the_extractor_sees_what_was_said_before_and_what_is_known(
    built: Parts, work: Reading, owner: Owner
) -> None:
    talk = await Talk.open(built, owner)
    extractor = work.extractor
    assert isinstance(extractor, Scripted)
    await talk.say("I live in Graz", "We have two cats", "I play the violin", "I ski")
    await talk.read(work)
    await talk.say("Where do you live?", role="assistant")
    await talk.say("Near the river in Graz", "a", "b", "c")
    await talk.read(work)

    [_, second] = extractor.shown
    assert [m.content for m in second.earlier][-4:] == [
        "I live in Graz",
        "We have two cats",
        "I play the violin",
        "I ski",
    ]
    assert second.unread[0].content == "Where do you live?"
    assert "I live in Graz" in second.known


@pytest.mark.req("X6")
async def test_what_is_unsure_too_much_or_sensitive_is_left_with_its_reason(
    built: Parts, work: Reading, owner: Owner
) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("My phone number is +43 660 1234567", "I ski", "I row", "I swim")
    await talk.read(
        replace(work, extractor=Scripted(change=lambda f: replace(f, confidence=0.5 if "row" in f.content else 0.9)))
    )
    assert sorted(memory.content for memory in await talk.memories()) == ["I ski", "I swim"]
    [run] = await talk.runs()
    assert run.refused == {"sensitive: pii": 1, "not sure enough": 1}
    assert "1234567" not in str(run)


@pytest.mark.req("X2")
async def test_only_one_of_many_workers_reads_a_thread(built: Parts, work: Reading, owner: Owner) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I ski", "I row", "I swim", "I run")
    extractor = work.extractor
    assert isinstance(extractor, Scripted)
    extractor.may.clear()
    readers = [asyncio.create_task(talk.read(work)) for _ in range(8)]
    await extractor.began.wait()
    assert (await talk.now_is()).extraction is ExtractionState.RUNNING
    await asyncio.sleep(0.5)
    extractor.may.set()
    assert sorted(await asyncio.gather(*readers)) == [False] * 7 + [True]
    assert len(extractor.shown) == 1


@pytest.mark.req("X2")
async def test_a_worker_whose_lease_ran_out_writes_nothing(built: Parts, work: Reading, owner: Owner) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I ski", "I row", "I swim", "I run")
    slow, quick = Scripted(change=lambda f: replace(f, content=f"{f.content} slowly")), Scripted()
    slow.may.clear()

    class Frozen:
        """The same graph for a worker that can't renew, as one that hangs."""

        def __getattr__(self, name: str) -> Any:
            return getattr(built.extractions, name)

        async def renew(self, *_: Any, **__: Any) -> bool:
            return False

    hanging = asyncio.create_task(talk.read(replace(work, extractor=slow, lease=1, extractions=Frozen())))
    await slow.began.wait()
    assert not await talk.read(work)
    await asyncio.sleep(1.1)
    assert await talk.read(replace(work, extractor=quick))
    slow.may.set()
    await hanging

    assert sorted(memory.content for memory in await talk.memories()) == ["I row", "I run", "I ski", "I swim"]
    assert [run.status for run in await talk.runs()] == ["done", "lost"]
    assert (await talk.now_is()).unchecked == 0


async def test_a_long_run_keeps_its_lease(built: Parts, work: Reading, owner: Owner) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I ski", "I row", "I swim", "I run")
    slow = Scripted()
    slow.may.clear()
    reading = asyncio.create_task(talk.read(replace(work, extractor=slow, lease=1.5)))
    await slow.began.wait()
    await asyncio.sleep(3)
    assert not await talk.read(work)
    slow.may.set()
    assert await reading
    assert [run.status for run in await talk.runs()] == ["done"]


@pytest.mark.req("X4")
async def test_a_failed_run_is_tried_again_and_at_last_shown_as_failed(
    built: Parts, work: Reading, owner: Owner
) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I ski", "I row", "I swim", "I run")
    failing = replace(work, extractor=Scripted(failures=2), pause=5, tries=2)
    assert await talk.read(failing)
    assert (await talk.now_is()).extraction is ExtractionState.PENDING
    assert not await talk.read(failing)
    await asyncio.sleep(5)
    assert await talk.read(failing)

    thread = await talk.now_is()
    assert (thread.extraction, thread.unchecked, thread.error) == (ExtractionState.FAILED, 4, "the model is away")
    assert [run.status for run in await talk.runs()] == ["failed", "retrying"]
    assert not await talk.read(failing)
    await talk.ask()
    assert await talk.read(failing)
    assert ((await talk.now_is()).extraction, (await talk.now_is()).error) == (ExtractionState.IDLE, None)
    assert [run.status for run in await talk.runs()][:2] == ["done", "retried"]
    assert len(await talk.memories()) == 4


async def test_an_unexpected_error_is_named_without_its_words(built: Parts, work: Reading, owner: Owner) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I ski", "I row", "I swim", "I run")
    broken = Scripted(failures=1, error=RuntimeError("I ski"))
    await talk.read(replace(work, extractor=broken, tries=1))
    thread = await talk.now_is()
    assert (thread.extraction, thread.error) == (ExtractionState.FAILED, "RuntimeError")


@pytest.mark.req("X4")
async def test_the_next_messages_of_a_failed_thread_have_it_tried_again(
    built: Parts, work: Reading, owner: Owner
) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I ski", "I row", "I swim", "I run")
    await talk.read(replace(work, extractor=Scripted(failures=1), tries=1))
    await talk.say("I climb")
    assert await talk.read(work)
    assert len(await talk.memories()) == 5


async def test_messages_that_come_while_others_are_read_are_read_next(
    built: Parts, work: Reading, owner: Owner
) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I ski", "I row", "I swim", "I run")
    extractor = work.extractor
    assert isinstance(extractor, Scripted)
    extractor.may.clear()
    reading = asyncio.create_task(talk.read(work))
    await extractor.began.wait()
    await talk.say("I climb", "I dive", "I sail", "I sing")
    extractor.may.set()
    await reading
    assert (await talk.now_is()).unchecked == 4
    assert await talk.read(work)
    assert len(await talk.memories()) == 8


@pytest.mark.req("S8")
@pytest.mark.parametrize("deed", ["delete", "clear"])
async def test_what_is_read_while_its_thread_goes_is_not_kept(
    built: Parts, work: Reading, owner: Owner, deed: str
) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I ski", "I row", "I swim", "I run")
    extractor = work.extractor
    assert isinstance(extractor, Scripted)
    extractor.may.clear()
    reading = asyncio.create_task(talk.read(work))
    await extractor.began.wait()
    if deed == "delete":
        await converse.delete(owner.tenant, talk.thread.id, threads=built.threads)
    else:
        await converse.clear(owner.tenant, talk.thread.id, threads=built.threads, now=now())
    extractor.may.set()
    await reading
    assert await talk.memories() == []
    if deed == "clear":
        assert (await talk.now_is()).unchecked == 0


@pytest.mark.req("R3")
async def test_what_was_kept_when_asked_is_not_kept_again(built: Parts, work: Reading, owner: Owner) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("Remember that I hate olives", "I ski", "I row", "I swim")
    await talk.read(work)
    assert sorted(memory.content for memory in await talk.memories()) == ["I hate olives", "I row", "I ski", "I swim"]


@pytest.mark.req("R3")
async def test_a_wish_that_got_lost_between_two_writes_is_fulfilled_by_the_worker(
    built: Parts, work: Reading, owner: Owner
) -> None:
    talk = await Talk.open(built, owner)
    moment = now()
    message = Message(id="wish", role=Role.USER, content="Remember that I hate olives", said_at=moment)
    due = Triggers().due([message], asked=True)
    await built.threads.post(owner.tenant, talk.thread.id, [message], due=due, now=moment)
    assert (await talk.now_is()).extraction is ExtractionState.PENDING
    await talk.ask()
    await talk.read(replace(work, extractor=Scripted(confidence=0.1)))
    assert [memory.content for memory in await talk.memories()] == ["I hate olives"]


async def test_hundreds_of_threads_that_wait_are_read_in_the_order_they_came(
    built: Parts, work: Reading, owner: Owner
) -> None:
    while await extract_next(work, now=now()):
        pass  # what other tests left
    talks = [await Talk.open(built, owner) for _ in range(200)]
    order = talks[::2] + talks[1::2]
    for talk in order:
        await talk.say("I ski", triggers=Triggers(threshold=1))

    async def read() -> None:
        while await extract_next(work, now=now()):
            pass

    await asyncio.gather(*(read() for _ in range(4)))
    runs = await built.extractions.listed(
        owner.tenant, thread_id=None, user=owner.ref, status=None, limit=1_000, before=None
    )
    begun = dict.fromkeys(run.thread_id for run in reversed(runs))  # one that is tried again began before
    assert list(begun) == [talk.thread.id for talk in order]


async def test_a_settlement_and_its_marks_are_written_together_or_not_at_all(
    built: Parts, work: Reading, owner: Owner
) -> None:
    talk = await Talk.open(built, owner)
    await talk.say("I ski", "I row", "I swim", "I run")
    taken = await built.extractions.take(owner.tenant, talk.thread.id, extractor="x", lease=30)
    assert taken is not None
    lost = replace(taken, extraction_id=str(uuid_utils.uuid7()))
    unread, _ = await built.extractions.unread(lost, limit=10, earlier=0)
    claims, _read, _left = extract.chosen(
        talk.thread, unread, await Scripted().extract(Conversation(unread=tuple(unread))),
        confidence=0.5, max_per_turn=5, now=now(),
    )  # fmt: skip
    outcome = Outcome(messages=[m.id for m in unread], found=4, kept=4, refused={})
    with pytest.raises(LeaseLost):
        await built.keeping.remember(
            owner, claims, now=now(), also=built.extractions.done(lost, outcome, due=Triggers().rest())
        )
    assert await talk.memories() == []
    assert (await talk.now_is()).unchecked == 4
