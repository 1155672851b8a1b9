"""`graphmem up` and the commands beside it, in real processes."""

import json
import os
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

from graphmem.cli.graph import wait_for_engine
from graphmem.errors import SetupError
from graphmem.local.child import Child
from graphmem.local.ports import free_port
from graphmem.settings import load
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
    assert httpx.get(f"{written['url']}/health/ready").json() == {
        "status": "ready",
        "engine": True,
        "queue": True,
        "vectors": True,
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


@pytest.mark.req("L3")
def test_memories_can_be_listed_searched_shown_deleted_and_cleared(up: Up) -> None:
    who = ("--user", "cli")
    kept = json.loads(up.run("remember", "I ski", "I like tea", "--tag", "t", *who, "--json").stdout)
    assert [result["status"] for result in kept["results"]] == ["saved", "saved"]
    ids = [result["memory_id"] for result in kept["results"]]

    assert "I ski" in up.run("memory", "list", *who).stdout
    assert [m["id"] for m in json.loads(up.run("memory", "list", *who, "--json").stdout)["memories"]] == ids[::-1]
    assert "I like tea" in up.run("memory", "search", "hot drinks", *who).stdout
    assert json.loads(up.run("memory", "search", "skiing", *who, "--json").stdout)["memories"][0]["id"] == ids[0]
    assert ids[0] in up.run("memory", "show", ids[0]).stdout
    assert json.loads(up.run("memory", "show", ids[0], "--json").stdout)["tags"] == ["t"]
    assert up.run("memory", "delete", ids[0]).stdout.startswith("deleted")
    gone = up.run("memory", "show", ids[0])
    assert (gone.returncode, "no such memory" in gone.stderr) == (1, True)

    refused = up.run("memory", "clear", *who, answer="n\n")
    assert "Delete every memory of user cli for good?" in refused.stdout
    assert "Nothing was deleted" in refused.stdout
    assert "I like tea" in up.run("memory", "list", *who).stdout
    assert "deleted 1 memory" in up.run("memory", "clear", *who, answer="y\n").stdout
    assert json.loads(up.run("memory", "clear", *who, "--yes", "--json").stdout) == {"deleted": 0}
    assert "Nothing is known" in up.run("memory", "list", *who).stdout


def test_a_bad_command_is_answered_in_words(up: Up) -> None:
    answer = up.run("remember", "x", "--kind", "opinion")
    assert answer.returncode == 1
    assert "opinion" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_commands_say_how_to_start_it_when_it_is_not_running(up: Up, tmp_path: Path) -> None:
    answer = up.run("recall", "x", GRAPHMEM_DATA_DIR=str(tmp_path))
    assert answer.returncode == 1
    assert "graphmem up" in answer.stderr


@pytest.mark.req("S2")
def test_a_key_opens_its_own_tenant_until_it_is_revoked(up: Up) -> None:
    made = json.loads(up.run("key", "create", "--tenant", "acme", "--name", "robot", "--json").stdout)
    assert "Nothing is known" in up.run("memory", "list", GRAPHMEM_KEY=made["key"]).stdout
    [listed] = [key for key in json.loads(up.run("key", "list", "--json").stdout) if key["tenant"] == "acme"]
    assert made["key"] not in str(listed)

    assert up.run("key", "revoke", listed["id"]).returncode == 0
    assert up.run("key", "revoke", "nothing").returncode == 1


def test_the_doctor_finds_nothing_wrong(up: Up) -> None:
    answer = up.run("doctor", "--json", GRAPHMEM_PORT=str(up.port))
    states = {finding["check"]: finding["state"] for finding in json.loads(answer.stdout)}
    assert answer.returncode == 0
    assert states == dict.fromkeys(
        ["disk", "port", "java", "engine jars", "model", "engine", "schema", "vector index", "queue"], "ok"
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
        other.stop()


@pytest.mark.req("P1", "P3", "P5", "D4")
def test_people_history_and_reasons_are_told_on_the_command_line(up: Up) -> None:
    """The two conversations a newcomer tries: a favourite colour that changes, and a wife with a name."""
    who = ("--user", "story")
    up.run("remember", "My favourite colour is red", *who)
    blue = json.loads(up.run("remember", "my favorite color is blue", *who, "--json").stdout)["results"][0]
    answer = up.run("recall", "What's my favourite colour?", *who).stdout
    assert "blue" in answer
    assert "red" not in answer
    history = up.run("memory", "history", blue["memory_id"]).stdout
    assert history.index("red") < history.index("blue")
    assert "Replaced “My favourite colour is red”" in up.run("memory", "why", blue["memory_id"]).stdout

    up.run("remember", "my wife Sarah likes Italian food", *who)
    answer = up.run("recall", "What does my wife like?", *who).stdout
    assert "Italian food" in answer
    assert "Sarah" in answer
    listed = up.run("people", "list", *who).stdout
    assert "Sarah" in listed
    assert "wife" in listed
    assert "Italian food" in up.run("people", "show", "my wife", *who).stdout
    shown = json.loads(up.run("people", "show", "Sarah", *who, "--json").stdout)
    assert shown["person"]["relations"] == ["wife"]
    assert "nobody is known" in up.run("people", "show", "Zoltan", *who).stderr
    assert "2020-01-01x" in up.run("memory", "list", "--as-of", "2020-01-01x", *who).stderr


@pytest.mark.req("P6", "D5", "A6")
def test_people_are_put_right_and_it_is_undone_on_the_command_line(up: Up) -> None:
    who = ("--user", "mending")
    facts = ("my boss hates mondays", "Ingrid plays the harp", "Ingrid rows on Sundays")
    for fact in facts:
        up.run("remember", fact, *who)

    assert "Ingrid: 3 memories" in up.run("people", "merge", "my boss", "Ingrid", *who).stdout
    assert "undone  merge" in up.run("undo", *who).stdout
    assert "Inga (Ingrid)" in up.run("people", "rename", "Ingrid", "Inga", *who).stdout
    assert "boat" in up.run("people", "alias", "Inga", "--add", "boat lady", *who).stdout
    shown = json.loads(up.run("people", "show", "Inga", *who, "--json").stdout)
    rows = next(memory["id"] for memory in shown["memories"] if "rows" in memory["content"])
    split = up.run("people", "split", "Inga", rows, "--name", "Ingrid Two", *who).stdout
    assert "Ingrid Two: 1 memories; Inga: 1" in split
    changes = up.run("changes", *who).stdout
    assert all(kind in changes for kind in ("merge", "rename", "alias", "split", "(undone)"))
    assert "about my boss" in up.run("memory", "reassign", rows, "my boss").stdout
    for kind in ("reassign", "split", "alias", "rename"):
        assert f"undone  {kind}" in up.run("undo", *who).stdout
    assert "nothing was changed" in up.run("undo", *who).stderr
    assert "the same person" in up.run("people", "merge", "Ingrid", "Ingrid", *who).stderr


@pytest.mark.req("X3", "R3", "L2")
def test_threads_are_opened_read_merged_and_deleted_on_the_command_line(up: Up) -> None:
    who = ("--user", "talker")
    thread = json.loads(up.run("thread", "open", *who, "--json").stdout)["id"]
    assert "remembered" in up.run("thread", "post", thread, "Remember that I hate olives").stdout
    assert "posted" in up.run("thread", "post", thread, "I live in Graz").stdout
    assert up.run("thread", "post", thread, "x", "--role", "robot").returncode == 1
    assert "2 messages will be read" in up.run("thread", "extract", thread).stdout
    up.wait_for(lambda: json.loads(up.run("thread", "show", thread, "--json").stdout)["thread"]["unchecked"] == 0)
    assert "I live in Graz" in up.run("memory", "list", *who).stdout
    assert thread in up.run("thread", "list", *who).stdout
    assert "I live in Graz" in up.run("thread", "show", thread).stdout
    assert "belong to talker" in up.run("thread", "merge", thread).stdout

    assert "Nothing was deleted" in up.run("thread", "delete", thread, answer="n\n").stdout
    assert "deleted 2 messages" in up.run("thread", "delete", thread, "--yes").stdout
    assert "no such thread" in up.run("thread", "show", thread).stderr
    assert "I live in Graz" in up.run("memory", "list", *who).stdout

    counted = json.loads(up.run("memory", "gc", "--dry-run", "--json").stdout)
    assert (counted["dry_run"], counted["owners"] > 0, counted["expired"]) == (True, True, 0)
    assert "removed: 0 expired" in " ".join(up.run("memory", "gc").stdout.split())


@pytest.mark.req("A6")
def test_one_can_chat_with_it_on_the_command_line(up: Up) -> None:
    who = ("--user", "chatting")
    up.run("chat", "Remember my favorite color is blue", *who)
    assert "blue" in up.run("chat", "What's my favorite color?", *who).stdout
    up.run("chat", "Remember my wife Sarah likes Italian food", *who)
    told = up.run("chat", "What does my wife like?", *who).stdout
    assert "Italian food" in told
    assert "Sarah" in told
    assert "blue" in up.run("memory", "search", "favorite", *who).stdout


async def test_an_engine_that_ends_again_and_again_is_given_up_with_its_last_words(tmp_path: Path) -> None:
    dying = [sys.executable, "-c", "raise SystemExit('not enough heap')"]
    child = Child("Neo4j", dying, log=tmp_path / "neo4j.log", say=lambda _: None)
    await child.start()
    try:
        with pytest.raises(SetupError, match="not enough heap"):
            await wait_for_engine(load().model_copy(update={"neo4j_uri": f"bolt://127.0.0.1:{free_port()}"}), child)
    finally:
        await child.stop()


def ended_well(started: Up, number: int) -> None:
    """Tells it to stop: it does in seconds, says so, and leaves nothing behind."""
    children = started.children()
    assert len(children) >= 4
    assert started.stop(number) < 20
    assert "graphmem has stopped" in started.said
    assert [child for child in children if child.is_running()] == []
    assert not (started.folder / "local.json").exists()


def test_it_stops_when_it_is_told_to_starts_again_with_its_memories_and_no_child_outlives_it(up: Up) -> None:
    """The last one here that needs the one of this module: interrupted, started on the same data, killed."""
    assert up.run("remember", "I was born in Recife", "--user", "again").returncode == 0
    ended_well(up, signal.SIGINT)

    again = Up.start(up.folder)
    again.wait_until_ready()
    assert "I was born in Recife" in again.run("recall", "Where do I come from?", "--user", "again").stdout
    children = again.children()
    again.process.kill()
    again.process.wait()
    assert psutil.wait_procs(children, timeout=30)[1] == []


def test_it_does_not_start_on_another_models_vectors_and_reembed_is_the_cure(tmp_path: Path) -> None:
    """A copy of the model under another name stands in for another model."""
    model = tmp_path / "another-model"
    model.mkdir()
    source = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "graphmem" / "all-minilm-l6-v2"
    for name in ("model.onnx", "tokenizer.json"):
        (model / name).symlink_to(source / name)
    first = Up.start(tmp_path / "data")
    first.wait_until_ready()
    first.run("remember", "I was born in Recife", "I ski")
    same = {"NEO4J_URI": first.running.bolt, "NEO4J_PASSWORD": str(first.running.bolt_password),
            "REDIS_URL": first.running.redis, "GRAPHMEM_MODEL_DIR": str(model)}  # fmt: skip

    refused = Up.start(tmp_path / "unused", **same)
    assert refused.process.wait(60) == 1
    assert "graphmem reembed" in refused.said

    # While the first one serves with the old model:
    answer = first.run("reembed", GRAPHMEM_MODEL_DIR=str(model))
    assert answer.returncode == 0, answer.stderr
    assert "2 memories now have vectors of onnx:another-model" in answer.stdout
    assert "I was born in Recife" in first.run("recall", "Recife").stdout

    second = Up.start(tmp_path / "unused", **same)
    try:
        second.wait_until_ready()
        assert "I was born in Recife" in second.run("recall", "Where do I come from?").stdout
    finally:
        second.stop()
        ended_well(first, signal.SIGTERM)
