"""The folder that holds everything of one private graphmem: stores, logs, secrets, and who runs it."""

import fcntl
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec

from graphmem.errors import SetupError


class Secrets(msgspec.Struct, frozen=True):
    """What this data folder was made with."""

    neo4j_password: str
    valkey_password: str
    key: str


class Running(msgspec.Struct, frozen=True):
    """Where a running graphmem is, for the other commands."""

    url: str
    key: str
    bolt: str
    redis: str
    pid: int
    bolt_username: str | None = None
    bolt_password: str | None = None


@dataclass(frozen=True, slots=True)
class DataDir:
    path: Path

    @property
    def neo4j(self) -> Path:
        return self.path / "neo4j"

    @property
    def valkey(self) -> Path:
        return self.path / "valkey"

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def local_json(self) -> Path:
        return self.path / "local.json"

    def prepare(self) -> None:
        try:
            self.logs.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SetupError(
                f"the data folder {self.path} can't be made: {error.strerror}",
                ["name another one with --data-dir or GRAPHMEM_DATA_DIR"],
            ) from error
        self.path.chmod(0o700)

    def secrets(self) -> Secrets:
        """The passwords and the key of this folder, made at the first call."""
        path = self.path / "secrets.json"
        if path.is_file():
            return msgspec.json.decode(path.read_bytes(), type=Secrets)
        made = Secrets(
            neo4j_password=secrets.token_urlsafe(24),
            valkey_password=secrets.token_urlsafe(24),
            key=f"gm_{secrets.token_urlsafe(32)}",
        )
        write_private(path, msgspec.json.encode(made))
        return made

    def running(self) -> Running | None:
        """Where graphmem runs on this folder, if it does."""
        try:
            return msgspec.json.decode(self.local_json.read_bytes(), type=Running)
        except FileNotFoundError:
            return None

    def announce(self, running: Running) -> None:
        write_private(self.local_json, msgspec.json.format(msgspec.json.encode(running)))

    def claim(self) -> IO[str]:
        """Takes this folder for the calling process until the returned file is closed."""
        file = (self.path / "lock").open("a+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip() or "another process"
            file.close()
            running = self.running()
            where = f" and serves {running.url}" if running else ""
            raise SetupError(
                f"{self.path} is in use: process {holder} has it{where}",
                ["use that one, or stop it first", "or start on other data with --data-dir"],
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        return file


def write_private(path: Path, content: bytes) -> None:
    """Writes a file that only its owner can read, whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    part.replace(path)
