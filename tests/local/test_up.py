"""`graphmem up` and the commands beside it, in real processes."""

import json
import re
import signal
import socket
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from graphmem import resources
from graphmem.cli.graph import wait_for_engine
from graphmem.errors import SetupError
from graphmem.local.child import Child
from graphmem.local.ports import free_port
from graphmem.settings import load
from graphmem.wiring import OWN_MODEL
from tests.local.up import Up


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """One that runs for this whole module."""
    started = Up.start(tmp_path_factory.mktemp("up") / "data")
    try:
        started.wait_until_ready()
        yield started
    finally:
        if started.process.poll() is None:
            started.stop()


def test_it_says_where_it_is_in_a_file_only_its_owner_can_read(up: Up) -> None:
    path = up.folder / "local.json"
    written = json.loads(path.read_text())

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {"url", "key", "bolt", "redis", "pid"} <= set(written)
    assert written["pid"] == up.process.pid
    while (told := httpx.get(f"{written['url']}/health/ready").json())["status"] == "degraded":
        time.sleep(0.1)  # its worker begins while it serves already
    assert told == {
        "status": "ready",
        "engine": True,
        "queue": True,
        "vectors": True,
        "worker": True,
        "writes": True,
        "loading": [],
    }


def test_it_prints_a_link_that_signs_in_once(up: Up) -> None:
    link = re.search(r"http://\S+/sign-in/\S+", up.said)
    assert link is not None
    first, again = (httpx.get(link.group(), trust_env=False) for _ in range(2))
    assert (first.status_code, first.headers["location"]) == (303, "/")
    assert again.status_code == 401


@pytest.mark.req("R1", "Q3")
def test_the_first_two_commands_of_the_readme_work(up: Up) -> None:
    kept = up.run("remember", "I'm allergic to peanuts")
    assert kept.returncode == 0, kept.stderr
    assert "remembered" in kept.stdout

    recalled = up.run("recall", "What should I avoid eating?")
    assert "I'm allergic to peanuts" in recalled.stdout


def test_commands_say_how_to_start_it_when_it_is_not_running(up: Up, tmp_path: Path) -> None:
    answer = up.run("recall", "x", GRAPHMEM_DATA_DIR=str(tmp_path))
    assert answer.returncode == 1
    assert "graphmem up" in answer.stderr


@pytest.mark.req("L2")
def test_what_nobody_needs_is_counted_and_removed_on_the_command_line(up: Up) -> None:
    counted = json.loads(up.run("memory", "gc", "--dry-run", "--json").stdout)
    assert (counted["dry_run"], counted["owners"] > 0, counted["expired"]) == (True, True, 0)
    assert "removed: 0 expired" in " ".join(up.run("memory", "gc").stdout.split())


def test_the_doctor_finds_nothing_wrong(up: Up) -> None:
    answer = up.run("doctor", "--json", GRAPHMEM_PORT=str(up.port))
    states = {finding["check"]: finding["state"] for finding in json.loads(answer.stdout)}
    assert answer.returncode == 0
    assert states == dict.fromkeys(
        [
            "disk",
            "port",
            "java",
            "engine jars",
            "models",
            "embedder",
            "engine",
            "schema",
            "vector index",
            "stored rows",
            "worker",
            "queue",
        ],
        "ok",
    )


def test_the_doctor_says_what_is_wrong_and_how_to_mend_it(up: Up, tmp_path: Path) -> None:
    answer = up.run(
        "doctor", NEO4J_URI="bolt://127.0.0.1:1", REDIS_URL="redis://127.0.0.1:1", GRAPHMEM_MODEL_DIR=str(tmp_path)
    )
    assert answer.returncode == 1
    for words in ("NEO4J_URI", "REDIS_URL", "GRAPHMEM_MODEL_DIR"):
        assert words in answer.stdout


def test_a_second_one_on_the_same_data_is_told_who_has_it(up: Up) -> None:
    answer = up.run("up", "--data-dir", str(up.folder), "--no-browser")
    assert answer.returncode == 1
    assert f"process {up.process.pid} has it" in " ".join(answer.stderr.split())


def test_a_taken_port_is_named(up: Up, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = up.run("up", "--data-dir", str(tmp_path), "--port", str(port), "--no-browser")
    assert answer.returncode == 1
    assert f"port {port} on 127.0.0.1 is taken" in answer.stderr


def test_a_child_that_dies_is_started_again_and_said_so(up: Up) -> None:
    worker = up.child("worker")
    worker.kill()
    up.wait_for(lambda: "worker ended (signal SIGKILL); starting it again" in up.said)
    up.wait_for(lambda: any("worker" in child.cmdline() for child in up.children()))


@pytest.mark.req("R2")
def test_killing_neo4j_while_memories_are_saved_loses_none_that_was_acknowledged(up: Up) -> None:
    """Saves one memory after the other; kills the engine in the midst; then asks for each acknowledged one."""
    headers = {"Authorization": f"Bearer {up.running.key}"}
    kept: dict[str, str] = {}
    refused = 0
    killed = False
    with httpx.Client(base_url=up.running.url, headers=headers, timeout=60) as client:
        number = 0
        while len(kept) < 100:
            number += 1
            assert number < 1_000, f"{len(kept)} kept of {number}"
            if len(kept) == 40 and not killed:
                killed = True
                up.child("Neo4jCommunity").kill()
            content = f"Parcel {number:05d} is in the shed"
            answer = client.post("/v1/memories", json={"user_id": "crash", "memories": [{"content": content}]})
            if answer.status_code == 200:
                kept[answer.json()["results"][0]["memory_id"]] = content
                continue
            assert answer.status_code == 503, answer.text
            assert answer.json()["error"]["code"] == "engine_unavailable"
            assert int(answer.headers["Retry-After"]) > 0
            refused += 1
            assert refused < 400, up.said
            time.sleep(0.2)
        lost = [
            content
            for id_, content in kept.items()
            if client.get(f"/v1/memories/{id_}").json().get("content") != content
        ]
        listed = client.get("/v1/memories", params={"user_id": "crash", "limit": 500}).json()["memories"]

    assert lost == []
    assert refused > 0
    contents = [memory["content"] for memory in listed]
    assert len(contents) == len(set(contents))
    assert "Neo4j ended (signal SIGKILL)" in up.said


def test_with_addresses_given_it_starts_no_private_ones(up: Up, tmp_path: Path) -> None:
    running = up.running
    other = Up.start(
        tmp_path / "data",
        NEO4J_URI=running.bolt,
        NEO4J_PASSWORD=str(running.bolt_password),
        REDIS_URL=running.redis,
    )
    try:
        other.wait_until_ready()
        commands = [" ".join(child.cmdline()) for child in other.children()]
        assert not [command for command in commands if "Neo4jCommunity" in command or "valkey-server" in command]
        assert other.running.bolt == running.bolt
    finally:
        ended_well(other, signal.SIGTERM, children=2)


async def test_an_engine_that_ends_again_and_again_is_given_up_with_its_last_words(tmp_path: Path) -> None:
    dying = [sys.executable, "-c", "raise SystemExit('not enough heap')"]
    child = Child("Neo4j", dying, log=tmp_path / "neo4j.log", say=lambda _: None)
    await child.start()
    try:
        with pytest.raises(SetupError, match="not enough heap"):
            await wait_for_engine(load().model_copy(update={"neo4j_uri": f"bolt://127.0.0.1:{free_port()}"}), child)
    finally:
        await child.stop()


def ended_well(started: Up, number: int, *, children: int) -> None:
    """Tells it to stop: it does in seconds, says so, and leaves nothing behind."""
    found = started.children()
    assert len(found) >= children
    assert started.stop(number) < 20
    assert "graphmem has stopped" in started.said
    assert [child for child in found if child.is_running()] == []
    assert not (started.folder / "local.json").exists()


@pytest.fixture
def another_model(tmp_path: Path) -> str:
    """A copy of the model under another name, which stands in for another model."""
    folder = tmp_path / "another-model"
    folder.mkdir()
    source = resources.folder("models") / OWN_MODEL
    for name in ("model.onnx", "tokenizer.json"):
        (folder / name).symlink_to(source / name)
    return str(folder)


def test_it_does_not_start_on_another_models_vectors_and_reembed_is_the_cure(
    up: Up, another_model: str, tmp_path: Path
) -> None:
    who = ("--user", "again")
    assert up.run("remember", "I was born in Recife", *who).returncode == 0
    refused = Up.start(tmp_path / "other", NEO4J_URI=up.running.bolt, REDIS_URL=up.running.redis,
                       NEO4J_PASSWORD=str(up.running.bolt_password), GRAPHMEM_MODEL_DIR=another_model)  # fmt: skip
    assert refused.process.wait(60) == 1
    assert "graphmem reembed" in refused.said

    # While the first one serves with the old model:
    answer = up.run("reembed", GRAPHMEM_MODEL_DIR=another_model)

    assert answer.returncode == 0, answer.stderr
    assert re.search(r"\d+ memories now have vectors of onnx:another-model", answer.stdout)
    assert "I was born in Recife" in up.run("recall", "Recife", *who).stdout


def test_it_stops_in_seconds_starts_again_with_its_memories_and_no_child_outlives_it(
    up: Up, another_model: str
) -> None:
    """The last one here: interrupted, started again on the same data, killed."""
    ended_well(up, signal.SIGINT, children=4)

    again = Up.start(up.folder, GRAPHMEM_MODEL_DIR=another_model)
    again.wait_until_ready()
    assert "I was born in Recife" in again.run("recall", "Where do I come from?", "--user", "again").stdout
    children = again.children()
    again.process.kill()
    again.process.wait()
    assert psutil.wait_procs(children, timeout=30)[1] == []
