"""Settings: from the environment, from a file, and explained when they are wrong."""

from pathlib import Path

import pytest

from graphmem.errors import SetupError
from graphmem.settings import Settings, load


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for names in Settings.names().values():
        for name in names:
            monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_the_environment_wins_over_the_file(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (elsewhere / "graphmem.toml").write_text('port = 9001\n[recall]\ntop_k = 7\n[neo4j]\nuri = "bolt://a:1"\n')
    assert (load().port, load().recall_top_k, load().neo4j_uri) == (9001, 7, "bolt://a:1")

    monkeypatch.setenv("GRAPHMEM_PORT", "9002")
    monkeypatch.setenv("NEO4J_URI", "bolt://b:2")
    assert (load().port, load().recall_top_k, load().neo4j_uri) == (9002, 7, "bolt://b:2")
    assert load(port=9003).port == 9003


@pytest.mark.parametrize(
    ("name", "value", "field", "read"),
    [
        ("NEO4J_USER", "ann", "neo4j_username", "ann"),
        ("USER_MEMORY_ENABLED", "false", "recall_enabled", False),
        ("USER_MEMORY_RECALL_TOP_K", "3", "recall_top_k", 3),
        ("USER_MEMORY_RECALL_MIN_SIMILARITY", "0.5", "recall_min_similarity", 0.5),
        ("USER_MEMORY_DEDUP_THRESHOLD", "0.95", "dedup_threshold", 0.95),
        ("MEM_CONFIDENCE_MIN", "0.7", "confidence_min", 0.7),
    ],
)
def test_names_known_from_elsewhere_are_taken(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, field: str, read: object
) -> None:
    monkeypatch.setenv(name, value)
    assert getattr(load(), field) == read


@pytest.mark.parametrize(
    ("name", "value"), [("GRAPHMEM_PORT", "web"), ("GRAPHMEM_EMBEDDER", "magic"), ("GRAPHMEM_TENANT", "A/B")]
)
def test_a_wrong_value_is_told_by_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SetupError, match=name):
        load()


def test_a_broken_file_is_told(elsewhere: Path) -> None:
    (elsewhere / "graphmem.toml").write_text("port = \n")
    with pytest.raises(SetupError, match=r"graphmem\.toml"):
        load()


def test_another_file_can_be_named(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (elsewhere / "mine.toml").write_text("port = 9005\n")
    monkeypatch.setenv("GRAPHMEM_CONFIG", str(elsewhere / "mine.toml"))
    assert load().port == 9005


def test_no_secret_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "hush")
    monkeypatch.setenv("GRAPHMEM_KEY", "gm_hush")
    assert "hush" not in repr(load())
