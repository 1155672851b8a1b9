"""What was said is found by its words at once and by its meaning later, and never brings back what no longer holds."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from graphmem.adapters.neo4j import schema
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.adapters.neo4j.sizes import RecentSizes
from graphmem.adapters.neo4j.threads import Neo4jThreads
from graphmem.core.triggers import Due
from graphmem.flows import tend
from graphmem.flows.recall import Recollection, Wanted, recall
from graphmem.flows.remember import remember
from graphmem.model import Include, Message, MessageStatus, Owner, OwnerType, Provenance, Role, Scope, Thread
from graphmem.ports.language import Embedder
from graphmem.ports.quotes import QuoteSearch
from graphmem.wiring import parser_of
from tests.conftest import claim
from tests.doubles import REPLACED, ToldJudge
from tests.graph.test_recall_ways import Waker, counted

BOTH = frozenset(Include)
JUDGE = ToldJudge({("I live in Porto", "I live in Lisbon"): REPLACED})
WEDDING = "My sister's wedding is on the twelfth of June in Évora"


class Talk:
    """A user with one thread, to whom things are said and of whom things are asked."""

    def __init__(self, engine: Engine, embedder: Embedder, owner: Owner, now: datetime, key: str | None = None) -> None:
        self.ran, self.graph = counted(engine, embedder)
        self.sizes = RecentSizes(self.graph)
        self.threads = Neo4jThreads(self.ran, posted=self.sizes.posted)
        self.embedder, self.owner, self.now = embedder, owner, now
        self.thread = Thread(
            id=f"talk-{uuid.uuid4().hex[:12]}", tenant=owner.tenant, user=owner.ref, assistant_key=key,
            created_at=now, updated_at=now,
        )  # fmt: skip

    async def say(self, *texts: str, role: Role = Role.USER, **more: object) -> list[str]:
        await self.threads.open(self.thread)
        messages = [
            Message(id=uuid.uuid4().hex, role=role, content=text, said_at=self.now, **more)  # type: ignore[arg-type]
            for text in texts
        ]
        due = Due(spoke=False, every=False, threshold=99, soon=None)
        await self.threads.post(self.owner.tenant, self.thread.id, messages, due=due, now=self.now)
        return [message.id for message in messages]

    async def embed(self) -> None:
        await tend.embed_missing(graph=self.graph, embedder=self.embedder)

    async def learn(self, text: str, message: str) -> None:
        """Keeps a fact that was learned from a message."""
        fact = replace(claim(text, now=self.now), provenance=Provenance(self.thread.id, message))
        await remember(
            self.owner, [fact], graph=self.graph, parser=parser_of(), judge=JUDGE, embedder=self.embedder,
            queue=Waker(), dedup_threshold=0.9, now=self.now, also=self.threads.learned(self.thread, self.owner),
        )  # fmt: skip

    async def ask(
        self, query: str, include: frozenset[Include] | None = BOTH, scope: Scope | None = None, **more: object
    ) -> Recollection:
        wanted = Wanted(
            query=query, limit=5, min_similarity=0.35, min_confidence=0, include=include, **more  # type: ignore[arg-type]
        )  # fmt: skip
        scope = scope or Scope(self.owner.tenant, (self.owner,), self.thread.assistant_key)
        return await recall(scope, wanted, graph=self.graph, sizes=self.sizes, embedder=self.embedder, now=self.now)

    async def quoted(self, query: str, include: frozenset[Include] | None = BOTH, **more: object) -> list[str]:
        return [quote.text for quote in (await self.ask(query, include, **more)).quotes]  # type: ignore[arg-type]


@pytest.fixture
def talk(engine: Engine, embedder: Embedder, owner: Owner, now: datetime) -> Talk:
    return Talk(engine, embedder, owner, now)


async def test_what_was_said_a_second_ago_is_found_by_its_words_and_later_by_its_meaning(talk: Talk) -> None:
    assert await talk.quoted("When is the wedding?") == []  # and that there was nothing is not held against the next
    [id_] = await talk.say(WEDDING)

    [quote] = (await talk.ask("When is the wedding?")).quotes
    assert (quote.text, quote.role, quote.message_id, quote.thread_id) == (WEDDING, Role.USER, id_, talk.thread.id)
    assert (quote.said_at, quote.similarity) == (talk.now, None)
    assert await talk.quoted("Which family celebration comes up this summer?") == []

    await talk.embed()
    assert await talk.quoted("Which family celebration comes up this summer?") == [WEDDING]


async def test_a_recall_of_somebody_without_threads_asks_nothing_about_messages(talk: Talk) -> None:
    await talk.ask("What do I like?")
    talk.ran.ran.clear()
    await talk.ask("What do I like?", None)
    assert talk.ran.ran == ["recall/searchable"]


async def test_unasked_a_message_is_quoted_where_it_clearly_answers_and_facts_are_few(talk: Talk) -> None:
    await talk.say(WEDDING, "The printer is jammed again", "When is my sister's wedding?")
    await talk.embed()

    assert await talk.quoted("When is my sister's wedding?", None) == [WEDDING]
    assert await talk.quoted("What should I cook tonight?", None) == []
    assert await talk.quoted("When is my sister's wedding?", frozenset([Include.MEMORIES])) == []
    for past in ({"as_of": talk.now}, {"valid_at": talk.now}, {"person": "my sister"}):
        assert await talk.quoted("When is my sister's wedding?", **past) == []


async def test_a_fact_that_is_given_is_not_quoted_again(talk: Talk) -> None:
    [id_, _] = await talk.say("I'm allergic to peanuts. The ferry leaves at nine.", "I am allergic to peanuts!")
    await talk.learn("I'm allergic to peanuts", id_)
    await talk.embed()

    answer = await talk.ask("What am I allergic to?")
    assert [item.memory.content for item in answer.memories] == ["I'm allergic to peanuts"]
    assert answer.quotes == ()
    [ferry] = await talk.quoted("When does the ferry leave?")
    assert ferry.endswith("The ferry leaves at nine.")
    alone = await talk.ask("What am I allergic to?", frozenset([Include.MESSAGES]))
    assert alone.memories == ()
    assert "peanuts" in alone.quotes[0].text


async def test_what_was_replaced_is_not_brought_back(talk: Talk) -> None:
    [old] = await talk.say("I live in Porto")
    await talk.learn("I live in Porto", old)
    await talk.say("Living in Porto, you could take the tram.", "Shall I look for flats?", role=Role.ASSISTANT)
    await talk.say("Is Porto rainy in winter, where I live?")
    await talk.embed()
    assert any("Porto" in text for text in await talk.quoted("Where do I live?", frozenset([Include.MESSAGES])))

    [new] = await talk.say("I moved to Lisbon")
    await talk.learn("I live in Lisbon", new)
    await talk.embed()
    for question in ("Where do I live?", "Which city is my home?", "Do I live in Porto?"):
        answer = await talk.ask(question)
        assert not any("Porto" in quote.text for quote in answer.quotes if "Porto" not in question), answer.quotes


async def test_a_message_goes_with_the_memory_it_taught(talk: Talk) -> None:
    [id_] = await talk.say("I have a standing date with my therapist on Mondays")
    await talk.say("Mondays with the therapist, noted.", role=Role.ASSISTANT)
    await talk.learn("I see my therapist on Mondays", id_)
    await talk.embed()
    scope = Scope(talk.owner.tenant, (talk.owner,))
    [memory] = (await talk.ask("When do I see my therapist?")).memories

    assert await talk.graph.delete(scope, memory.memory.id)
    assert await talk.quoted("When do I see my therapist?") == []


async def test_only_this_users_own_threads_are_quoted_and_only_to_their_assistant(
    engine: Engine, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    cook = Talk(engine, embedder, owner, now, key="cook")
    await cook.say(WEDDING)
    await cook.embed()
    other = Owner(owner.tenant, OwnerType.USER, f"{owner.ref}-other")
    chat = Owner(owner.tenant, OwnerType.CHAT, "family")

    assert await cook.quoted("When is the wedding?") == [WEDDING]
    assert await cook.quoted("When is the wedding?", scope=Scope(owner.tenant, (owner,), "coach")) == []
    assert await cook.quoted("When is the wedding?", scope=Scope(owner.tenant, (owner,))) == []
    assert await cook.quoted("When is the wedding?", scope=Scope(owner.tenant, (other, chat), "cook")) == []


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("[redacted: a password] The wedding is in June", {"redacted": ("a password",)}),
        ("The wedding is in June", {"status": MessageStatus.PENDING}),
        ("The wedding is in June", {"status": MessageStatus.FAILED}),
        ("The wedding is in June", {"role": Role.SYSTEM}),
        ("The wedding is in June", {"role": Role.TOOL}),
        ("For the wedding call me on +351 912 345 678", {}),
        ("## User Memory\n- The wedding is in May", {}),
    ],
)
async def test_secrets_instructions_and_pasted_blocks_are_not_quoted(
    talk: Talk, text: str, more: dict[str, object]
) -> None:
    await talk.say(text, **more)  # type: ignore[arg-type]
    await talk.embed()

    assert await talk.quoted("When is the wedding?") == []


async def test_of_a_long_message_the_sentence_that_answers_is_quoted(talk: Talk) -> None:
    filler = " ".join(f"Paragraph {number} is about nothing in particular." for number in range(200))
    await talk.say(f"{filler} The wedding cake comes from Pastelaria Santo António. {filler}")

    assert await talk.quoted("Where does the wedding cake come from?") == [
        "The wedding cake comes from Pastelaria Santo António."
    ]


async def test_a_pending_message_is_found_when_it_is_finished(talk: Talk) -> None:
    [id_] = await talk.say("", status=MessageStatus.PENDING)
    done = Message(id=id_, role=Role.USER, content=WEDDING, said_at=talk.now, position=1)
    due = Due(spoke=False, every=False, threshold=99, soon=None)
    await talk.threads.finish(talk.owner.tenant, talk.thread.id, done, due=due, now=talk.now)

    assert await talk.quoted("When is the wedding?") == [WEDDING]


async def test_the_index_finds_what_a_scan_finds(talk: Talk) -> None:
    await talk.say(WEDDING, *(f"Note {number} about my garden" for number in range(250)))
    await talk.embed()
    [vector] = await talk.embedder.embed(["Which family celebration comes up?"])
    search = QuoteSearch(vector=vector, words=["celebration"], phrases=[], messages=1, now=talk.now)
    scope = Scope(talk.owner.tenant, (talk.owner,))

    def texts(sayings: Sequence[object]) -> list[str]:
        return sorted(one.content for one in sayings if (one.similarity or 0) > 0.3)  # type: ignore[attr-defined]

    by_scan = await talk.graph.quotes.search(scope, search)
    by_index = await talk.graph.quotes.search(scope, replace(search, messages=251))
    assert WEDDING in texts(by_scan.candidates)
    assert texts(by_index.candidates) == texts(by_scan.candidates)
    assert talk.ran.ran[-2:] == ["recall/messages_by_scan", "recall/messages_by_index"]


async def test_messages_of_an_older_graph_are_brought_along(
    talk: Talk, engine: Engine, graph: Neo4jGraph, embedder: Embedder
) -> None:
    await talk.say(WEDDING)
    await engine.define(
        f"MATCH (s:Message {{thread: '{talk.thread.id}'}})-[:IN_THREAD]->(t) REMOVE s:Quotable, s.owner, s.owner_token, "
        "s.embedding_model, s.grams, t.owner_token, t.awaiting_vectors"
    )
    assert await talk.quoted("When is the wedding?") == []
    for statement in schema.steps()[12]:
        await engine.define(statement)
    await talk.embed()
    talk.sizes = RecentSizes(graph)

    assert await talk.quoted("When is the wedding?") == [WEDDING]
    assert await graph.quotes.threads_awaiting_vectors(10) == []
    later = talk.now + timedelta(minutes=1)
    talk.now = later
    await talk.say("The wedding starts at noon")
    assert "The wedding starts at noon" in await talk.quoted("When does the wedding start?")
