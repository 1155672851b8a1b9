"""`graphmem export` and `graphmem import`: a file, or standard input and output, streamed to and from the server."""

import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import httpx
import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from graphmem.cli.memories import print_json
from graphmem.cli.server import Refused, address, reason
from graphmem.errors import InvalidInput, SetupError
from graphmem.settings import load
from graphmem.web.api.archive_shapes import ImportAnswer

_PIECE = 64_000
_END = 4_000  # bytes in which the footer is
_LASTING = httpx.Timeout(30, read=None, write=None)  # an import answers when it is done


def export(file: str, *, users: list[str] | None, with_embeddings: bool) -> None:
    """Writes beside the file first: what was there stays until the new one is whole."""
    console = Console(stderr=True, highlight=False)
    params: dict[str, Any] = {"with_embeddings": with_embeddings} | ({"user_id": users} if users else {})
    if file == "-":
        for piece in _exported(params):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    target = Path(file)
    if not target.parent.is_dir():
        raise SetupError(f"there is no folder {target.parent}", ["make it first, or name another"])
    beside = target.with_name(f"{target.name}.part")
    end = b""
    try:
        with beside.open("wb") as out, _progress(console) as progress:
            task = progress.add_task("Exporting", total=None)
            for piece in _exported(params):
                out.write(piece)
                end = (end + piece)[-_END:]
                progress.advance(task, len(piece))
        if not _ends_well(end):
            raise SetupError("the export was cut off: the server may have stopped", ["try it again"])
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    counts = msgspec.json.decode(end.splitlines()[-1])["counts"]
    console.print(f"{target}: {_counted(counts)}")


def bring_in(file: str, *, format_: str, user: str | None, explicit: bool, dry_run: bool, as_json: bool) -> None:
    """Sends the file, and prints what became of it."""
    console = Console(stderr=as_json, highlight=False)
    params: dict[str, Any] = {"format": format_, "explicit": explicit, "dry_run": dry_run}
    params |= {"user_id": user} if user is not None else {}
    answers = []
    for name, size, source in _sources(file):
        with source as stream, _progress(Console(stderr=True)) as progress:
            task = progress.add_task(f"Importing {name}", total=size)

            def pieces(stream: IO[bytes] = stream, progress: Progress = progress, task: Any = task) -> Iterator[bytes]:
                while piece := stream.read(_PIECE):
                    yield piece
                    progress.advance(task, len(piece))

            answers.append(_imported(params, pieces()))
    if as_json:
        print_json(answers[0] if len(answers) == 1 else answers)
    for answer in answers if not as_json else ():
        _print(answer, console)
    if any(answer.refused for answer in answers):
        raise typer.Exit(1)


def _sources(file: str) -> Iterator[tuple[str, int | None, Any]]:
    """What is to be sent: the file, or the conversations in a zip."""
    if file == "-":
        yield "standard input", None, _standing(sys.stdin.buffer)
        return
    path = Path(file)
    if not path.is_file():
        raise InvalidInput("FILE", f"there is no file {file}")
    if not zipfile.is_zipfile(path):
        yield path.name, path.stat().st_size, path.open("rb")
        return
    with zipfile.ZipFile(path) as archive:
        found = [
            info
            for info in archive.infolist()
            if Path(info.filename).name.startswith("conversations") and info.filename.endswith(".json")
        ]
        if not found:
            raise InvalidInput("FILE", f"{file} holds no conversations.json")
        for info in sorted(found, key=lambda info: info.filename):
            yield info.filename, info.file_size, archive.open(info)


@contextmanager
def _standing(stream: IO[bytes]) -> Iterator[IO[bytes]]:
    yield stream


def _exported(params: dict[str, Any]) -> Iterator[bytes]:
    url, key = address(load())
    headers = {"Authorization": f"Bearer {key}"}
    try:
        with httpx.stream(
            "GET", f"{url}/v1/export", params=params, headers=headers, timeout=_LASTING, trust_env=False
        ) as response:
            if response.status_code >= 400:
                response.read()
                raise Refused(reason(response))
            yield from response.iter_bytes()
    except httpx.TransportError as error:
        raise SetupError(
            f"graphmem at {url} does not answer, or stopped in the midst of it ({type(error).__name__})",
            ["is it still running? `graphmem doctor` checks"],
        ) from error


def _imported(params: dict[str, Any], pieces: Iterator[bytes]) -> ImportAnswer:
    url, key = address(load())
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/octet-stream"}
    try:
        response = httpx.post(
            f"{url}/v1/import", params=params, headers=headers, content=pieces, timeout=_LASTING, trust_env=False
        )
    except httpx.TransportError as error:
        raise SetupError(
            f"graphmem at {url} does not answer, or stopped in the midst of it ({type(error).__name__})",
            ["import the file again when it runs: what was imported is known"],
        ) from error
    if response.status_code >= 400:
        raise Refused(reason(response))
    return msgspec.json.decode(response.content, type=ImportAnswer)


def _print(answer: ImportAnswer, console: Console) -> None:
    said = ("would be created", "there already") if answer.dry_run else ("created", "already there")
    console.print(f"{answer.format}: {answer.read:,} read")
    console.print(f"  {said[0]}: {_counted(answer.created)}")
    console.print(f"  {said[1]}: {_counted(answer.already_there)}")
    if answer.skipped:
        console.print("  left out: " + ", ".join(f"{count:,} {why}" for why, count in answer.skipped.items()))
    if answer.loose_ties:
        console.print(f"  ties left out that lead to nothing known: {answer.loose_ties:,}")
    for why, count in answer.refused.items():
        console.print(f"  refused: {count:,} × {why}", markup=False)
    for one in answer.refusals[:20]:
        console.print(f"    {one.where}: {one.reason}", markup=False)


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "nothing"


def _ends_well(end: bytes) -> bool:
    return end.endswith(b"\n") and end.splitlines()[-1].startswith(b'{"type":"footer"')


def _progress(console: Console) -> Progress:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True)
