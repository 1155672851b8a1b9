"""Settings: from the environment, from a file, and explained when they are wrong."""

import json
from pathlib import Path

import pytest

from graphmem.cli.config import show
from graphmem.errors import SetupError
from graphmem.settings import Settings, load, origins


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
        ("MEM_CONFIDENCE_MIN", "0.8", "extract_confidence_min", 0.8),
        ("MEM_MAX_PER_TURN", "4", "extract_max_per_turn", 4),
        ("MEM_EXTRACT_MODEL", "small", "extract_model", "small"),
        ("MEM_EXTRACT_TEMPERATURE", "0.2", "extract_temperature", 0.2),
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


@pytest.mark.req("A7")
def test_the_memory_table_of_a_file_is_read(elsewhere: Path) -> None:
    (elsewhere / "graphmem.toml").write_text("[memory]\nextraction_confidence_threshold = 0.6\n")
    assert load().extract_confidence_min == 0.6


@pytest.mark.req("X5")
def test_an_extractor_that_lacks_its_model_or_key_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEM_EXTRACT_PROVIDER", "openai")
    with pytest.raises(SetupError, match=r"^GRAPHMEM_EXTRACT_PROVIDER is openai.* GRAPHMEM_EXTRACT_MODEL"):
        load()
    monkeypatch.setenv("MEM_EXTRACT_MODEL", "small")
    with pytest.raises(SetupError, match="OPENAI_API_KEY"):
        load()
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:11434/v1")
    assert load().extract_provider == "openai"
    monkeypatch.delenv("OPENAI_BASE_URL")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    assert load().extract_model == "small"


def test_an_arbiter_that_lacks_its_model_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_ARBITER", "openai")
    with pytest.raises(SetupError, match=r"^GRAPHMEM_ARBITER is openai.* GRAPHMEM_EXTRACT_MODEL"):
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
    monkeypatch.setenv("GRAPHMEM_EXTRACT_PROVIDER", "openai")
    with pytest.raises(SetupError) as caught:
        load()
    assert "hush" not in repr(caught.value.__cause__)


@pytest.mark.req("A3")
@pytest.mark.parametrize("text", ["remember,forget", " remember , forget ", "remember forget"])
def test_tools_are_turned_off_by_a_list(monkeypatch: pytest.MonkeyPatch, elsewhere: Path, text: str) -> None:
    (elsewhere / "graphmem.toml").write_text('tools_off = ["recall"]\n')
    assert load().tools_off == ("recall",)
    monkeypatch.setenv("GRAPHMEM_TOOLS_OFF", text)
    assert load().tools_off == ("remember", "forget")


@pytest.mark.req("A7")
def test_each_value_tells_where_it_came_from_and_no_secret(
    monkeypatch: pytest.MonkeyPatch, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (elsewhere / "graphmem.toml").write_text(
        'colour = "red"\nport = 9001\n[recall]\ntop_k = 7\n[memory]\nextraction_confidence_threshold = 0.6\n'
        '[neo4j]\npassword = "hush"\n'
    )
    monkeypatch.setenv("USER_MEMORY_RECALL_TOP_K", "3")
    monkeypatch.setenv("GRAPHMEM_KEY", "gm_hush")
    monkeypatch.setenv("GRAPHMEM_URL", "")
    monkeypatch.setenv("REDIS_URL", "redis://ann:hush@localhost:6379/0")
    show(as_json=True)
    said = capsys.readouterr().out
    shown = {row["name"]: row for row in json.loads(said)["settings"]}

    assert set(shown) == {names[0] for names in Settings.names().values()}
    for name, value, source, origin in (
        ("GRAPHMEM_PORT", 9001, "file", "graphmem.toml: port"),
        ("GRAPHMEM_RECALL_TOP_K", 3, "environment", "USER_MEMORY_RECALL_TOP_K"),
        ("GRAPHMEM_EXTRACT_CONFIDENCE_MIN", 0.6, "file", "graphmem.toml: memory_extraction_confidence_threshold"),
        ("NEO4J_PASSWORD", "********", "file", "graphmem.toml: neo4j_password"),
        ("GRAPHMEM_KEY", "********", "environment", "GRAPHMEM_KEY"),
        ("REDIS_URL", "redis://ann:********@localhost:6379/0", "environment", "REDIS_URL"),
        ("GRAPHMEM_URL", None, "default", None),
        ("OPENAI_API_KEY", None, "default", None),
    ):
        row = shown[name]
        assert (row["value"], row["source"], row["origin"]) == (value, source, origin), name
    assert json.loads(said)["unknown"] == ["colour"]
    show(as_json=False)
    table = capsys.readouterr()
    assert "hush" not in said + table.out + table.err
    assert "USER_MEMORY_RECALL_TOP_K" in table.out
    assert "colour" in table.err


@pytest.mark.req("A7")
def test_the_origin_told_is_that_of_the_value_in_force(monkeypatch: pytest.MonkeyPatch, elsewhere: Path) -> None:
    """Whichever of its names a setting is given by, and wherever, what is told and what is used agree."""
    for names in Settings.names().values():
        for alias in names:
            if not alias.endswith("TOP_K"):
                continue
            (elsewhere / "graphmem.toml").write_text(f"{alias.lower()} = 8\n")
            assert (load().recall_top_k, origins()[0]["recall_top_k"].kind) == (8, "file")
            for other in names:
                monkeypatch.setenv(other, "9")
                assert (load().recall_top_k, origins()[0]["recall_top_k"].name) == (9, other)
                monkeypatch.delenv(other)


# Every setting that the systems before this one had, under its name there.
BEFORE = [
    ("PENDING_MESSAGE_COUNT", "6", "pending_message_count", 6),
    ("MEM_AUTO_EXTRACT", "true", "auto_extract", True),
    ("MEM_EXTRACT_PROVIDER", "rules", "extract_provider", "reader"),
    ("MEM_EXTRACT_MODEL", "small", "extract_model", "small"),
    ("MEM_EXTRACT_TEMPERATURE", "0.2", "extract_temperature", 0.2),
    ("MEM_CONFIDENCE_MIN", "0.6", "confidence_min", 0.6),
    ("MEM_MAX_PER_TURN", "4", "extract_max_per_turn", 4),
    ("MEMORY_AUTO_GC", "false", "auto_gc", False),
    ("MEMORY_MAX_ENTRIES", "1000", "max_entries", 1000),
    ("MEMORY_EXTRACTION_ENABLED", "false", "extraction_enabled", False),
    ("MEMORY_EXTRACTION_CONFIDENCE_THRESHOLD", "0.8", "extract_confidence_min", 0.8),
    ("USER_MEMORY_ENABLED", "false", "recall_enabled", False),
    ("USER_MEMORY_RECALL_TOP_K", "3", "recall_top_k", 3),
    ("USER_MEMORY_RECALL_MIN_SIMILARITY", "0.5", "recall_min_similarity", 0.5),
    ("USER_MEMORY_DEDUP_THRESHOLD", "0.95", "dedup_threshold", 0.95),
    ("NEO4J_USER", "ann", "neo4j_username", "ann"),
    ("OPENAI_BASE_URL", "http://127.0.0.1:1/v1", "openai_base_url", "http://127.0.0.1:1/v1"),
    ("REDIS_URL", "redis://127.0.0.1:1", "redis_url", "redis://127.0.0.1:1"),
]


@pytest.mark.req("A7")
@pytest.mark.parametrize(("name", "value", "field", "read"), BEFORE)
@pytest.mark.parametrize("way", ["environment", "file"])
def test_every_name_from_before_is_taken_and_told(
    elsewhere: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    way: str,
    name: str,
    value: str,
    field: str,
    read: object,
) -> None:
    if way == "environment":
        monkeypatch.setenv(name, value)
    else:
        (elsewhere / "graphmem.toml").write_text(f"{name.lower()} = {json.dumps(read)}\n")

    assert getattr(load(), field) == read
    show(as_json=True)
    shown = {row["name"]: row for row in json.loads(capsys.readouterr().out)["settings"]}
    row = shown[Settings.names()[field][0]]
    assert (row["value"], row["source"]) == (read, way)
    assert (name if way == "environment" else "graphmem.toml") in row["origin"]


@pytest.mark.req("A7")
def test_the_memory_table_from_before_is_taken_as_it_stood(elsewhere: Path) -> None:
    (elsewhere / "graphmem.toml").write_text(
        "[memory]\nauto_gc = false\nmax_entries = 1000\nextraction_enabled = false\n"
        "extraction_confidence_threshold = 0.8\n"
    )

    read = load()

    assert (read.auto_gc, read.max_entries, read.extraction_enabled) == (False, 1000, False)
    assert read.extract_confidence_min == 0.8
