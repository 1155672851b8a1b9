"""A small disk of its own for a test, where the machine lets us mount one."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class NoMount(Exception):
    """This machine doesn't let us mount a disk."""


@contextmanager
def small_disk(folder: Path, *, megabytes: int) -> Iterator[Path]:
    """A folder on a disk that holds no more than this, until the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise NoMount(str(error)) from error
    if done.returncode:
        raise NoMount(done.stderr.strip())
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path, *, leave: int = 0) -> Path:
    """Fills the disk of a folder, but for some bytes; removing the file frees it again."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        while (room := shutil.disk_usage(folder).free - leave) > 0:
            try:
                file.write(b"\0" * min(room, 1_000_000))
            except OSError:
                break
    return ballast
