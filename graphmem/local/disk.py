"""How much room the disk of the graph has."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from graphmem.errors import DiskFull

_MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Disk:
    """The disk that a folder is on, with the megabytes that have to stay free for the engine to end well."""

    folder: Path
    least: int

    @property
    def free(self) -> int:
        """Megabytes that are free."""
        return shutil.disk_usage(self.folder).free // _MEGABYTE

    @property
    def full(self) -> bool:
        return self.free < self.least

    def check(self) -> None:
        """Raises DiskFull when there is too little room to write."""
        free = self.free
        if free < self.least:
            raise DiskFull(
                f"the disk of the graph has {free} MB free, and its engine needs {self.least} MB to stop cleanly "
                "(GRAPHMEM_MIN_FREE_MB): make room on it. Until then nothing is written; reading goes on"
            )
