"""Export and import through the Python client: streamed, against a real server."""

import io
import json
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from graphmem.client import AsyncGraphmem, Graphmem, InvalidInput, Unavailable, Unreachable
from tests.client.ways import BOTH, Faulty, Server, busy, connected, lines_of, of
from tests.service import KEY

FOOTER = '{"type":"footer","counts":{"memory":0}}'


def archive(user: str, *, memories: int = 3) -> list[str]:
    """The lines of a file with new memories of a user."""
    then = "2026-01-01T10:00:00Z"
    facts = [
        {"id": str(uuid.uuid4()), "owner": f"user/{user}", "content": f"I saw bird {place}", "kind": "fact"}
        | {"type": "memory", "created_at": then, "updated_at": then}
        for place in range(memories)
    ]
    counts = {"memory": memories}
    header = {"type": "header", "format": "graphmem", "version": 1, "counts": counts}
    return [json.dumps(line) for line in (header, *facts, {"type": "footer", "counts": counts})]


@BOTH
@pytest.mark.req("A5")
async def test_an_export_is_the_file_line_by_line(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        await of(memory.remember(["Sarah likes tea", "A line\u2028break within"]))
        await of(memory.remember("I live in Graz", user_id=f"{user}-other"))
        lines = await lines_of(memory.export())
        async with httpx.AsyncClient(base_url=readme_server[0], headers={"Authorization": f"Bearer {KEY}"}) as http:
            assert b"".join(lines) == (await http.get("/v1/export", params={"user_id": user})).content
        records = [json.loads(line) for line in lines]
        assert [record["content"] for record in records if record["type"] == "memory"] == [
            "Sarah likes tea",
            "A line\u2028break within",
        ]

        both = await lines_of(memory.export(users=[user, f"{user}-other"], with_embeddings=True))
        facts = [record for record in map(json.loads, both) if record["type"] == "memory"]
        assert [len(fact["embedding"]) > 100 for fact in facts] == [True] * 3
        with pytest.raises(ValueError, match="empty"):
            memory.export(users=[])


@BOTH
@pytest.mark.req("A5")
async def test_an_archive_is_taken_from_wherever_it_is(
    readme_server: Server, user: str, kind: Any, tmp_path: Path
) -> None:
    def opened(lines: list[str]) -> io.BytesIO:
        return io.BytesIO("\n".join(lines).encode())

    def written(lines: list[str]) -> Path:
        path = tmp_path / "archive.jsonl"
        path.write_text("\n".join(lines))
        return path

    forms: list[Callable[[list[str]], Any]] = [
        lambda lines: lines,
        lambda lines: iter([f"{line}\n".encode() for line in lines]),
        lambda lines: "\n".join(lines).encode(),
        lambda lines: bytearray("\n".join(lines).encode()),
        lambda lines: io.StringIO("\n".join(lines)),
        lambda lines: str(written(lines)),
        opened,
        written,
    ]
    if kind is AsyncGraphmem:
        forms.append(coming)
    async with connected(kind, readme_server, user) as memory:
        for form in forms:
            lines = archive(user, memories=2)
            rehearsed = await of(memory.import_archive(form(lines), dry_run=True))
            report = await of(memory.import_archive(form(lines)))
            again = await of(memory.import_archive(form(lines), format="graphmem"))
            assert (rehearsed.dry_run, rehearsed.created, report.created) == (True, {"memory": 2}, {"memory": 2})
            assert (again.created, again.already_there) == ({}, {"memory": 2})
        assert len((await of(memory.list(options={"limit": 500}))).memories) == 2 * len(forms)


async def coming(lines: list[str]) -> AsyncIterator[str]:
    for line in lines:
        yield line


@BOTH
@pytest.mark.req("A5")
async def test_an_export_can_be_imported_as_it_comes(readme_server: Server, user: str, kind: Any) -> None:
    async with connected(kind, readme_server, user) as memory:
        await of(memory.import_archive(archive(user, memories=1_200)))
        report = await of(memory.import_archive(memory.export()))
        assert (report.created, report.already_there["memory"], report.refused) == ({}, 1_200, {})


@BOTH
@pytest.mark.req("A5")
async def test_what_others_keep_becomes_the_users(readme_server: Server, user: str, kind: Any) -> None:
    file = json.dumps({"results": [{"id": "1", "memory": "I like tea", "user_id": "their-name"}]}).encode()
    async with connected(kind, readme_server, user) as memory:
        report = await of(memory.import_archive(file))
        assert report.format == "mem0"
        await of(memory.import_archive(file, user_id=f"{user}-other", format="mem0"))
        for whose in (user, f"{user}-other"):
            assert [fact.content for fact in (await of(memory.list(user_id=whose))).memories] == ["I like tea"]


@pytest.mark.parametrize("rest", [0, 200_000])
@BOTH
@pytest.mark.req("A5")
async def test_a_line_that_cannot_be_read_is_told(readme_server: Server, user: str, kind: Any, rest: int) -> None:
    header = archive(user)[0]
    async with connected(kind, readme_server, user) as memory:
        with pytest.raises(InvalidInput, match="line 2"):
            await of(memory.import_archive([header, "{", *["x" * 100] * rest]))


class Counting(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A server that gives an answer piece by piece, and notes how much was read or given when it has the first piece."""

    def __init__(self, *pieces: bytes | Exception) -> None:
        self._pieces = pieces
        self.given = 0
        self.taken = 0
        self.asked = 0
        self.taken_first = 0

    def lines(self, count: int) -> Iterator[bytes]:
        for self.taken in range(1, count + 1):
            yield b"x" * 1_000

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked += 1
        if request.method == "POST":
            assert isinstance(request.stream, httpx.SyncByteStream)
            for _ in request.stream:
                self.taken_first = self.taken_first or self.taken
        return httpx.Response(200, content=self._answer())

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked += 1
        if request.method == "POST":
            assert isinstance(request.stream, httpx.AsyncByteStream)
            async for _ in request.stream:
                self.taken_first = self.taken_first or self.taken
        return httpx.Response(200, content=self._async_answer())

    def _answer(self) -> Iterator[bytes]:
        for piece in self._pieces:
            if isinstance(piece, Exception):
                raise piece
            self.given += 1
            yield piece

    async def _async_answer(self) -> AsyncIterator[bytes]:
        for piece in self._answer():
            yield piece


@BOTH
@pytest.mark.req("A5")
async def test_no_more_of_a_file_is_held_than_a_piece(readme_server: Server, user: str, kind: Any) -> None:
    way = Counting(b'{"n":1}\n{"n"', b":2}\n", FOOTER.encode() + b"\n")
    async with connected(kind, readme_server, user, transport=way) as memory:
        given = []
        if kind is Graphmem:
            given = [(line, way.given) for line in memory.export()]
        else:
            given = [(line, way.given) async for line in memory.export()]
        assert given == [(b'{"n":1}\n', 1), (b'{"n":2}\n', 2), (FOOTER.encode() + b"\n", 3)]

    empty = {"format": "graphmem", "dry_run": False, "read": 0, "refusals": [], "loose_ties": 0}
    report = empty | {name: {} for name in ("created", "already_there", "refused", "skipped")}
    way = Counting(json.dumps(report).encode())
    async with connected(kind, readme_server, user, transport=way) as memory:
        await of(memory.import_archive(way.lines(1_000)))
    assert way.taken == 1_000
    assert 0 < way.taken_first < 100


@pytest.mark.parametrize("end", [(), (httpx.ReadError("lost"),)])
@BOTH
@pytest.mark.req("A5")
async def test_an_export_that_is_cut_off_is_noticed(readme_server: Server, user: str, kind: Any, end: Any) -> None:
    way = Counting(b'{"n":1}\n', b'{"n":2', *end)
    async with connected(kind, readme_server, user, transport=way) as memory:
        with pytest.raises(Unreachable):
            await lines_of(memory.export())
    assert way.asked == 1


@BOTH
@pytest.mark.req("A5")
async def test_a_file_is_sent_again_only_if_it_can_be_read_again(
    readme_server: Server, user: str, kind: Any, tmp_path: Path
) -> None:
    lines = archive(user)
    path = tmp_path / "archive.jsonl"
    path.write_text("\n".join(lines))
    way = Faulty(busy(), httpx.ConnectError("refused"))
    async with connected(kind, readme_server, user, transport=way) as memory:
        assert (await of(memory.import_archive(path))).created == {"memory": 3}
        assert len(way.requests) == 3
    way = Faulty(httpx.ReadError("lost"), after=True)
    async with connected(kind, readme_server, user, transport=way) as memory:
        new = archive(user)
        assert (await of(memory.import_archive(new))).already_there == {"memory": 3}
        assert len(way.requests) == 2
        await of(memory.import_archive(lines))
        assert len((await of(memory.list())).memories) == 6
    way = Faulty(busy())
    async with connected(kind, readme_server, user, transport=way) as memory:
        with pytest.raises(Unavailable):
            await of(memory.import_archive(iter(lines)))
        assert len(way.requests) == 1
    way = Faulty(httpx.ConnectError("refused"), busy())
    async with connected(kind, readme_server, user, transport=way) as memory:
        assert sum(b'"type":"memory"' in line for line in await lines_of(memory.export())) == 6
        assert len(way.requests) == 3
