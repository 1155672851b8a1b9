"""A disk that fills up: writes are refused in time, reads go on, and nothing acknowledged is lost even by a panic."""

import json
import time
from collections.abc import Iterator

import httpx
import neo4j
import pytest
from neo4j.exceptions import DatabaseError

from tests.attack.small_disk import NoMount, fill, small_disk
from tests.local.up import Up

MEGABYTE = 1_000_000
LEAST = 100


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """One on a disk of 300 MB, of which 100 have to stay free."""
    folder = tmp_path_factory.mktemp("full")
    try:
        with small_disk(folder / "disk", megabytes=300) as disk:
            started = Up.start(disk / "data", output=folder / "up.out", GRAPHMEM_MIN_FREE_MB=str(LEAST))
            try:
                started.wait_until_ready()
                yield started
            finally:
                started.stop()
    except NoMount as error:
        pytest.skip(f"no disk can be mounted here: {error}")


@pytest.fixture
def client(up: Up) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {up.running.key}"}
    with httpx.Client(base_url=up.running.url, headers=headers, timeout=60) as client:
        yield client


def tell(client: httpx.Client, content: str) -> httpx.Response:
    return client.post("/v1/memories", json={"user_id": "full", "memories": [{"content": content}]})


def known(client: httpx.Client) -> set[str]:
    answer = client.get("/v1/memories", params={"user_id": "full", "limit": 500})
    assert answer.status_code == 200, answer.text
    return {memory["content"] for memory in answer.json()["memories"]}


def test_with_too_little_room_writes_are_refused_and_reads_go_on_until_there_is_more(
    up: Up, client: httpx.Client
) -> None:
    assert tell(client, "The ladder is in the barn").status_code == 200

    ballast = fill(up.folder.parent, leave=(LEAST - 5) * MEGABYTE)
    refused = tell(client, "The rake is in the barn")
    posted = client.post(
        "/rpc",
        json={"jsonrpc": "2.0", "id": 1, "method": "memory.add", "params": {"user_id": "full", "content": "x y"}},
    )
    state = client.get("/health/ready")
    doctor = up.run("doctor", "--json", GRAPHMEM_MIN_FREE_MB=str(LEAST))

    assert (refused.status_code, refused.json()["error"]["code"]) == (507, "disk_full")
    assert "GRAPHMEM_MIN_FREE_MB" in refused.json()["error"]["message"]
    assert posted.json()["error"]["code"] == -32057
    assert (state.status_code, state.json()["writes"]) == (200, False)
    assert known(client) == {"The ladder is in the barn"}
    [disk] = [found for found in json.loads(doctor.stdout) if found["check"] == "disk"]
    assert disk["state"] == "wrong"
    assert "nothing is written" in disk["seen"]
    up.wait_for(lambda: "nothing is written until it has 100 MB" in up.said)

    ballast.unlink()
    assert tell(client, "The rake is in the barn").status_code == 200
    assert known(client) == {"The ladder is in the barn", "The rake is in the barn"}
    up.wait_for(lambda: "the disk has room again" in up.said)


def test_after_a_panic_the_engine_is_restarted_once_there_is_room_and_everything_acknowledged_is_there(
    up: Up, client: httpx.Client
) -> None:
    """The disk is filled behind its back to the last byte, while it writes."""
    kept = known(client)
    before = up.child("Neo4jCommunity").pid
    ballast = fill(up.folder.parent)
    panic(up)
    assert client.get("/v1/memories", params={"user_id": "full"}).status_code == 503
    assert up.child("Neo4jCommunity").pid == before  # on a full disk it would panic again

    ballast.unlink()
    up.wait_for(lambda: "Neo4j can't go on after an error; restarting it" in up.said)
    again(up, client)
    assert known(client) == kept
    up.wait_for(lambda: tell(client, "The scythe is in the barn").status_code == 200)  # a cold engine takes its time
    assert known(client) == {*kept, "The scythe is in the barn"}
    assert up.child("Neo4jCommunity").pid != before


def panic(up: Up) -> None:
    """Writes until the engine can't go on, past our own check."""
    auth = ("neo4j", str(up.running.bolt_password))
    with neo4j.GraphDatabase.driver(up.running.bolt, auth=auth, max_transaction_retry_time=0) as driver:
        for _ in range(100):
            try:
                driver.execute_query("UNWIND range(1, 20000) AS n CREATE (:Ballast {n: n, text: 'ballast'})")
            except DatabaseError as error:
                if str(error.code).endswith("TransactionStartFailed"):
                    return
    raise AssertionError("it did not panic")


def again(up: Up, client: httpx.Client) -> None:
    end = time.monotonic() + 400
    while client.get("/health/ready").status_code != 200:
        assert time.monotonic() < end, up.said
        time.sleep(0.3)
