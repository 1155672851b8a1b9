"""The lines of an archive and the files of others, read without a graph."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.archive import sides
from graphmem.core.archive.ids import names_of, stand_in
from graphmem.core.archive.lines import Numbered, Splitter, opening, read
from graphmem.core.archive.records import ChangeLine, MemoryLine, MessageLine, ThreadLine
from graphmem.core.archive.screening import checked_record
from graphmem.core.foreign.elements import Elements
from graphmem.core.foreign.items import Fact, Item, Talk, Unread, moment_of
from graphmem.core.foreign.reading import ForeignReader, format_of
from graphmem.errors import BadLine, InvalidInput, SensitiveInput
from graphmem.model import Tenant

ID = "01890000-0000-7000-8000-000000000000"
OTHER = "01890000-0000-7000-8000-000000000001"
AT = "2026-01-01T10:00:00.123456789Z"
MEMORY = MemoryLine(id=ID, owner="user/me", content="I ski", kind="fact", created_at=AT, updated_at=AT)
SECRET = "My password is Tr0ub4dor&3-horse"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def cut(text: bytes, sizes: list[int]) -> list[bytes]:
    pieces = []
    for size in sizes:
        pieces.append(text[:size])
        text = text[size:]
    return [*pieces, text]


@given(st.lists(st.binary(max_size=20)), st.lists(st.integers(0, 9)))
def test_lines_come_out_whole_however_they_are_cut(lines: list[bytes], sizes: list[int]) -> None:
    wanted = [line.replace(b"\n", b"") for line in lines]
    splitter = Splitter()
    found = [line for piece in cut(b"\n".join(wanted), sizes) for line in splitter.feed(piece)]
    found += list(splitter.end())
    assert found == [Numbered(number, line) for number, line in enumerate(wanted, 1) if line.strip()]


@given(
    st.lists(st.dictionaries(st.text(max_size=3), JSON, max_size=3), max_size=5),
    st.lists(st.integers(0, 30)),
    st.booleans(),
)
def test_the_objects_of_a_list_come_out_whole_however_it_is_cut(
    items: list[dict[str, Any]], sizes: list[int], wrapped: bool
) -> None:
    document: Any = {"note": 'a [ \\ " {', "results": items} if wrapped else items
    elements = Elements()
    found = [json.loads(e) for piece in cut(json.dumps(document).encode(), sizes) for e in elements.feed(piece)]
    elements.end()
    assert found == items
    assert elements.count == len(items)


@pytest.mark.parametrize("text", ['[{"a": 1}, {"b": "x', "", "[", '{"results": [{"a": 1}'])
def test_a_document_that_was_cut_off_is_noticed(text: str) -> None:
    elements = Elements()
    list(elements.feed(text.encode()))
    with pytest.raises(InvalidInput):
        elements.end()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "is not JSON"),
        ("[1]", "has no type"),
        ('{"type": "unicorn"}', "has the type 'unicorn'"),
        ('{"type": "memory", "id": "x"}', "memory: Expected `str` matching regex"),
        (f'{{"type": "owner", "owner": "user/x", "tenant": "{ID}"}}', "owner: Object contains unknown field `tenant`"),
        ('{"type": "owner", "owner": "god/x"}', "owner: "),
        ("\ud800".encode("utf-8", "surrogatepass"), "is not UTF-8"),
    ],
)
def test_a_line_that_can_not_be_read_is_named_with_its_number(text: str | bytes, problem: str) -> None:
    with pytest.raises(BadLine, match=r"line 7") as caught:
        read(Numbered(7, text if isinstance(text, bytes) else text.encode()))
    assert problem in caught.value.problem


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"type": "header", "format": "graphmem", "version": 2, "new": True}, "has version 2"),
        ({"type": "header", "format": "other", "version": 1}, "no archive of graphmem"),
        ({"type": "memory"}, "no archive of graphmem"),
    ],
)
def test_a_file_of_another_kind_or_version_is_told_at_its_first_line(line: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadLine, match=problem):
        opening(Numbered(1, json.dumps(line).encode()))


def test_an_id_is_kept_unless_it_came_under_another_once() -> None:
    tenant = Tenant("t")
    other = stand_in(tenant, ID)
    assert other != ID
    assert other[:14] == ID[:14]  # the same time, the same version
    assert stand_in(Tenant("u"), ID) != other
    assert names_of([ID], tenant=tenant, here=()) == {ID: ID}
    assert names_of([ID], tenant=tenant, here=(ID,)) == {ID: ID}
    assert names_of([ID], tenant=tenant, here=(other,)) == {ID: other}


@pytest.mark.req("R7")
@pytest.mark.parametrize(
    "change",
    [{"content": SECRET}, {"tags": [SECRET]}, {"metadata": {"a": [{"password": "Tr0ub4dor&3-horse"}]}}],
)
def test_a_credential_in_a_memory_of_a_file_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(SensitiveInput):
        checked_record(msgspec.structs.replace(MEMORY, **change))


@pytest.mark.req("R7")
def test_a_credential_is_refused_in_changes_and_threads_and_taken_out_of_messages() -> None:
    node = {"label": "Memory", "properties": {"content": SECRET}}
    change = ChangeLine(
        id=ID, owner="user/me", kind="edit", by="x", summary="", at=AT,
        before={"nodes": {ID: node}, "ties": []}, after={"nodes": {ID: node}, "ties": []},
    )  # fmt: skip
    with pytest.raises(SensitiveInput):
        checked_record(change)
    thread = ThreadLine(id="t", user="u", positions=0, created_at=AT, updated_at=AT, metadata={"title": SECRET})
    with pytest.raises(SensitiveInput):
        checked_record(thread)
    message = MessageLine(
        thread="t",
        id="m",
        role="user",
        content=f"Hello. {SECRET}",
        status="completed",
        position=1,
        said_at=AT,
        created_at=AT,
    )
    kept = checked_record(message)
    assert isinstance(kept, MessageLine)
    assert "Tr0ub4dor" not in kept.content
    assert kept.redacted
    assert checked_record(kept) == kept


def test_what_identifies_a_person_was_asked_for_once_and_comes_along() -> None:
    memory = msgspec.structs.replace(MEMORY, content="My phone number is +49 30 901820")
    assert checked_record(memory) == memory


@pytest.mark.parametrize(
    "change",
    [
        {"content": " "},
        {"content": "x" * 10_001},
        {"key": "Not A Slug"},
        {"created_at": "2026-02-30T10:00:00Z"},
        {"owner": "user/a\nb"},
    ],
)
def test_a_memory_that_no_other_way_in_would_take_is_not_taken_from_a_file(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        checked_record(msgspec.structs.replace(MEMORY, **change))


@pytest.mark.req("S2")
def test_a_change_can_not_name_another_tenant() -> None:
    node = {"label": "Person", "properties": {"id": ID, "tenant": "victim", "owner": "user/u"}}
    tie = {"type": "KNOWN_TO", "source": ID, "target": "user/u", "kind": "", "properties": {}}
    side = {"nodes": {ID: node}, "ties": [tie]}
    gone = {"nodes": {ID: None}, "ties": [{**tie, "properties": None}]}
    sides.check(side, gone)
    placed = sides.with_tenant(side, Tenant("mine"))
    assert placed["nodes"][ID]["properties"] == {"id": ID, "tenant": "mine", "owner": "mine/user/u"}
    assert placed["ties"][0]["target"] == "mine/user/u"
    assert sides.with_tenant(sides.without_tenant(placed, Tenant("mine")), Tenant("mine")) == placed


PERSON = {"label": "Person", "properties": {"id": ID, "tenant": "", "owner": "user/u"}}
TIE = {"type": "ABOUT", "source": ID, "target": OTHER, "kind": "", "properties": {}}


def one_node(**properties: Any) -> dict[str, Any]:
    return {"nodes": {ID: {"label": "Memory", "properties": properties}}, "ties": []}


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ({"nodes": {}}, {"nodes": {}}, "before"),
        (one_node(content=5), one_node(content="x"), f"before.nodes.{ID}.properties.content"),
        (one_node(content="x"), one_node(content=None), f"after.nodes.{ID}.properties.content"),
        (one_node(kind="odd"), one_node(kind="fact"), f"before.nodes.{ID}.properties.kind"),
        (one_node(confidence=7), one_node(confidence=1), f"before.nodes.{ID}.properties.confidence"),
        (one_node(tags=[1]), one_node(tags=[]), f"before.nodes.{ID}.properties.tags"),
        (one_node(metadata="{"), one_node(metadata="{}"), f"before.nodes.{ID}.properties.metadata"),
        (one_node(updated_at="x"), one_node(updated_at=None), f"before.nodes.{ID}.properties.updated_at"),
        (
            one_node(expires_at={"moment": "9999-12-31T23:59:59-23:00"}),
            one_node(expires_at=None),
            f"before.nodes.{ID}.properties.expires_at",
        ),
        (one_node(key="k" * 201), one_node(key=None), f"before.nodes.{ID}.properties.key"),
        (one_node(embedding_model="m"), one_node(embedding_model="m"), f"before.nodes.{ID}.properties.embedding_model"),
        (one_node(owner="user/v"), one_node(owner="user/u"), f"before.nodes.{ID}.properties.owner"),
        (one_node(odd=1), one_node(odd=1), f"before.nodes.{ID}.properties.odd"),
        (one_node(content="x"), one_node(), f"after.nodes.{ID}"),
        (one_node(content="x"), {"nodes": {ID: None}, "ties": []}, f"before.nodes.{ID}.label"),
        (one_node(), {"nodes": {}, "ties": []}, "after"),
        ({"nodes": {"x": None}, "ties": []}, {"nodes": {"x": None}, "ties": []}, "before.nodes"),
        ({"nodes": {ID: None}, "ties": []}, {"nodes": {ID: None}, "ties": []}, f"after.nodes.{ID}"),
        ({"nodes": {ID: PERSON}, "ties": []}, {"nodes": {ID: None}, "ties": [TIE]}, "after"),
        ({"nodes": {OTHER: PERSON}, "ties": []}, {"nodes": {OTHER: None}, "ties": []}, f"before.nodes.{OTHER}.properties.id"),
        ({"nodes": {}, "ties": [{**TIE, "type": "OWNS"}]}, {"nodes": {}, "ties": []}, "before.ties[0].type"),
        ({"nodes": {}, "ties": [{**TIE, "target": "user/u"}]}, {"nodes": {}, "ties": []}, "before.ties[0].target"),
        ({"nodes": {}, "ties": [{**TIE, "kind": "x"}]}, {"nodes": {}, "ties": []}, "before.ties[0].kind"),
        (
            {"nodes": {}, "ties": [{**TIE, "type": "SUPERSEDES"}]},
            {"nodes": {}, "ties": []},
            "before.ties[0].properties.at",
        ),
    ],
)  # fmt: skip
def test_a_change_says_nothing_that_the_graph_could_not_hold(
    before: dict[str, Any], after: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        sides.check(before, after)
    assert caught.value.field == field


def items(repository: Path, name: str, format_: str, size: int = 100) -> list[Item]:
    text = (repository / "tests" / "samples" / name).read_bytes()
    assert format_of(text) == format_
    reader = ForeignReader(format_)
    found = [item for piece in cut(text, [size] * (len(text) // size)) for item in reader.feed(piece)]
    return [*found, *reader.end()]


def test_the_entities_of_an_mcp_memory_server_become_facts(repository: Path) -> None:
    found = items(repository, "mcp-memory.jsonl", "mcp-memory")
    facts = [item for item in found if isinstance(item, Fact)]
    assert [fact.statement.content for fact in facts if fact.where == "line 2"] == [
        "Nadia_Rahman: Nadia leads the design team",
        "Nadia_Rahman: Is allergic to peanuts",
    ]
    assert facts[2].statement.subjects == ["Nadia Rahman"]
    assert facts[-1].statement.content == "Nadia_Rahman works on Heron"
    assert len(facts) == 8
    assert len({fact.mark for fact in facts}) == 8


def test_memories_of_mem0_keep_their_times_and_owners(repository: Path) -> None:
    found = items(repository, "mem0.json", "mem0")
    facts = [item for item in found if isinstance(item, Fact)]
    assert facts[0].statement.said_at == datetime(2025, 3, 2, 17, 15, 0, 120_000, UTC)
    assert [fact.user for fact in facts] == ["olga"] * 5 + [None]
    assert facts[5].assistant == "concierge"
    assert [item.reason for item in found if isinstance(item, Unread)] == [
        "holds no fact",
        "is a relation of mem0's graph",
    ]


def test_of_a_chatgpt_conversation_the_branch_that_was_shown_is_taken(repository: Path) -> None:
    [first, second] = items(repository, "chatgpt.json", "chatgpt")
    assert isinstance(first, Talk)
    assert first.title == 'Moving house ["new"]'
    assert [(draft.id, draft.role) for draft in first.drafts] == [
        ("u1", "user"), ("a1b", "assistant"), ("u2", "user"), ("a2", "assistant"),
    ]  # fmt: skip
    assert first.drafts[2].content == "I'm allergic to shellfish, so no seafood places."
    assert first.drafts[3].said_at == first.drafts[2].said_at == datetime(2025, 1, 7, 0, 25, tzinfo=UTC)
    assert dict(first.skipped) == {"not said by either of the two": 2}
    assert isinstance(second, Talk)


def test_of_a_claude_conversation_the_words_of_both_are_taken(repository: Path) -> None:
    [first, second] = items(repository, "claude.json", "claude")
    assert isinstance(first, Talk)
    assert [(draft.role, draft.content) for draft in first.drafts] == [
        ("user", "My son Emil turns nine in May."),
        ("assistant", "How nice, what does he like?"),
        ("user", "He loves kites."),
    ]
    assert isinstance(second, Talk)
    assert second.drafts == ()


def test_a_conversation_whose_nodes_lead_in_a_circle_ends(repository: Path) -> None:
    node = {"message": None, "parent": "b", "children": ["b"]}
    item = [{"id": "x", "mapping": {"a": node, "b": {**node, "parent": "a", "children": ["a"]}}, "current_node": "a"}]
    reader = ForeignReader("chatgpt")
    [talk] = reader.feed(json.dumps(item).encode())
    assert isinstance(talk, Talk)


@pytest.mark.parametrize("value", [None, "", "yesterday", 1e30, True, [], float("nan")])
def test_an_odd_time_is_no_time(value: Any) -> None:
    assert moment_of(value) is None


@pytest.mark.parametrize("text", [b"", b"hello", b'[{"a": 1}]', b"PK\x03\x04"])
def test_a_file_that_is_none_we_know_is_told(text: bytes) -> None:
    with pytest.raises(InvalidInput):
        format_of(text)
