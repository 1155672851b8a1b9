"""What processes and folders take up."""

from pathlib import Path

import psutil


def resident(pid: int) -> int:
    """Bytes of memory that a process and its children hold; none once it has ended."""
    try:
        process = psutil.Process(pid)
        return sum(one.memory_info().rss for one in (process, *process.children(recursive=True)))
    except psutil.NoSuchProcess:
        return 0


def folder_size(folder: Path) -> int:
    """Bytes on disk below a folder."""
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
