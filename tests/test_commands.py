"""The commands a person types, in processes of their own, beside a running graphmem."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphmem.settings import Settings
from tests.service import environment

Run = Callable[..., "subprocess.CompletedProcess[str]"]
COMMAND = [sys.executable, "-m", "graphmem"]


@pytest.fixture
def run(settings: Settings, readme_server: tuple[str, Path]) -> Run:
    """A command, and what it says."""
    _, folder = readme_server

    def command(*words: str, answer: str | None = None, **more: str) -> "subprocess.CompletedProcess[str]":
        given = environment(settings, GRAPHMEM_DATA_DIR=str(folder), COLUMNS="160", **more)
        return subprocess.run(
            [*COMMAND, *words], env=given, input=answer, capture_output=True, text=True, timeout=120, check=False
        )

    return command


@pytest.fixture
def worker(settings: Settings) -> Iterator[None]:
    """One that reads threads until the test is over."""
    process = subprocess.Popen([*COMMAND, "worker"], env=environment(settings))
    yield
    process.terminate()
    process.wait(30)


@pytest.mark.req("L3")
def test_memories_can_be_listed_searched_shown_deleted_and_cleared(run: Run) -> None:
    who = ("--user", "cli")
    kept = json.loads(run("remember", "I ski", "I like tea", "--tag", "t", *who, "--json").stdout)
    assert [result["status"] for result in kept["results"]] == ["saved", "saved"]
    ids = [result["memory_id"] for result in kept["results"]]

    assert "I ski" in run("memory", "list", *who).stdout
    assert [m["id"] for m in json.loads(run("memory", "list", *who, "--json").stdout)["memories"]] == ids[::-1]
    assert "I like tea" in run("memory", "search", "hot drinks", *who).stdout
    assert json.loads(run("memory", "search", "skiing", *who, "--json").stdout)["memories"][0]["id"] == ids[0]
    assert ids[0] in run("memory", "show", ids[0]).stdout
    assert json.loads(run("memory", "show", ids[0], "--json").stdout)["tags"] == ["t"]
    assert run("memory", "delete", ids[0]).stdout.startswith("deleted")
    gone = run("memory", "show", ids[0])
    assert (gone.returncode, "no such memory" in gone.stderr) == (1, True)

    refused = run("memory", "clear", *who, answer="n\n")
    assert "Delete every memory of user cli for good?" in refused.stdout
    assert "Nothing was deleted" in refused.stdout
    assert "I like tea" in run("memory", "list", *who).stdout
    assert "deleted 1 memory" in run("memory", "clear", *who, answer="y\n").stdout
    assert json.loads(run("memory", "clear", *who, "--yes", "--json").stdout) == {"deleted": 0}
    assert "Nothing is known" in run("memory", "list", *who).stdout


def test_a_bad_command_is_answered_in_words(run: Run) -> None:
    answer = run("remember", "x", "--kind", "opinion")
    assert answer.returncode == 1
    assert "opinion" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.req("S2")
def test_a_key_opens_its_own_tenant_until_it_is_revoked(run: Run) -> None:
    made = json.loads(run("key", "create", "--tenant", "acme-commands", "--name", "robot", "--json").stdout)
    assert "Nothing is known" in run("memory", "list", GRAPHMEM_KEY=made["key"]).stdout
    [listed] = [key for key in json.loads(run("key", "list", "--json").stdout) if key["tenant"] == "acme-commands"]
    assert made["key"] not in str(listed)

    assert run("key", "revoke", listed["id"]).returncode == 0
    assert run("key", "revoke", "nothing").returncode == 1


@pytest.mark.req("P1", "P3", "P5", "D4")
def test_people_history_and_reasons_are_told_on_the_command_line(run: Run) -> None:
    """The two conversations a newcomer tries: a favourite colour that changes, and a wife with a name."""
    who = ("--user", "story")
    run("remember", "My favourite colour is red", *who)
    blue = json.loads(run("remember", "my favorite color is blue", *who, "--json").stdout)["results"][0]
    answer = run("recall", "What's my favourite colour?", *who).stdout
    assert "blue" in answer
    assert "red" not in answer
    history = run("memory", "history", blue["memory_id"]).stdout
    assert history.index("red") < history.index("blue")
    assert "Replaced “My favourite colour is red”" in run("memory", "why", blue["memory_id"]).stdout

    run("remember", "my wife Sarah likes Italian food", *who)
    answer = run("recall", "What does my wife like?", *who).stdout
    assert "Italian food" in answer
    assert "Sarah" in answer
    listed = run("people", "list", *who).stdout
    assert "Sarah" in listed
    assert "wife" in listed
    assert "Italian food" in run("people", "show", "my wife", *who).stdout
    shown = json.loads(run("people", "show", "Sarah", *who, "--json").stdout)
    assert shown["person"]["relations"] == ["wife"]
    assert "nobody is known" in run("people", "show", "Zoltan", *who).stderr
    assert "2020-01-01x" in run("memory", "list", "--as-of", "2020-01-01x", *who).stderr


@pytest.mark.req("P6", "D5", "A6")
def test_people_are_put_right_and_it_is_undone_on_the_command_line(run: Run) -> None:
    who = ("--user", "mending")
    facts = ("my boss hates mondays", "Ingrid plays the harp", "Ingrid rows on Sundays")
    for fact in facts:
        run("remember", fact, *who)

    assert "Ingrid: 3 memories" in run("people", "merge", "my boss", "Ingrid", *who).stdout
    assert "undone  merge" in run("undo", *who).stdout
    assert "Inga (Ingrid)" in run("people", "rename", "Ingrid", "Inga", *who).stdout
    assert "boat" in run("people", "alias", "Inga", "--add", "boat lady", *who).stdout
    shown = json.loads(run("people", "show", "Inga", *who, "--json").stdout)
    rows = next(memory["id"] for memory in shown["memories"] if "rows" in memory["content"])
    split = run("people", "split", "Inga", rows, "--name", "Ingrid Two", *who).stdout
    assert "Ingrid Two: 1 memories; Inga: 1" in split
    changes = run("changes", *who).stdout
    assert all(kind in changes for kind in ("merge", "rename", "alias", "split", "(undone)"))
    assert "about my boss" in run("memory", "reassign", rows, "my boss").stdout
    for kind in ("reassign", "split", "alias", "rename"):
        assert f"undone  {kind}" in run("undo", *who).stdout
    assert "nothing was changed" in run("undo", *who).stderr
    assert "the same person" in run("people", "merge", "Ingrid", "Ingrid", *who).stderr


@pytest.mark.req("X3", "R3", "L2")
def test_threads_are_opened_read_merged_and_deleted_on_the_command_line(run: Run, worker: None) -> None:
    who = ("--user", "talker")
    thread = json.loads(run("thread", "open", *who, "--json").stdout)["id"]
    assert "remembered" in run("thread", "post", thread, "Remember that I hate olives").stdout
    assert "posted" in run("thread", "post", thread, "I live in Graz").stdout
    assert run("thread", "post", thread, "x", "--role", "robot").returncode == 1
    assert "2 messages will be read" in run("thread", "extract", thread).stdout
    for _ in range(120):
        if json.loads(run("thread", "show", thread, "--json").stdout)["thread"]["unchecked"] == 0:
            break
        time.sleep(0.5)
    assert "I live in Graz" in run("memory", "list", *who).stdout
    assert thread in run("thread", "list", *who).stdout
    assert "I live in Graz" in run("thread", "show", thread).stdout
    assert "belong to talker" in run("thread", "merge", thread).stdout

    assert "Nothing was deleted" in run("thread", "delete", thread, answer="n\n").stdout
    assert "deleted 2 messages" in run("thread", "delete", thread, "--yes").stdout
    assert "no such thread" in run("thread", "show", thread).stderr
    assert "I live in Graz" in run("memory", "list", *who).stdout


@pytest.mark.req("A6")
def test_one_can_chat_with_it_on_the_command_line(run: Run) -> None:
    who = ("--user", "chatting")
    run("chat", "Remember my favorite color is blue", *who)
    assert "blue" in run("chat", "What's my favorite color?", *who).stdout
    run("chat", "Remember my wife Sarah likes Italian food", *who)
    told = run("chat", "What does my wife like?", *who).stdout
    assert "Italian food" in told
    assert "Sarah" in told
    assert "blue" in run("memory", "search", "favorite", *who).stdout


def test_a_command_does_not_wait_for_the_servers_libraries() -> None:
    loaded = "import sys, graphmem.cli.memories, graphmem.cli.people; print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    assert not {"litestar", "neo4j", "spacy", "arq"} & set(said)
