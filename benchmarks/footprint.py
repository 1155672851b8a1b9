"""How long a second start takes, and how much memory everything needs when idle: part of `make bench`."""

import tempfile
import time
from pathlib import Path

import psutil
from rich.console import Console
from rich.table import Table

from tests.local.up import Up

_SETTLE = 10.0  # seconds until nothing is left to do after a start


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="graphmem-footprint-") as folder:
        first = Up.start(Path(folder) / "data")
        first.wait_until_ready()
        first.stop()
        began = time.monotonic()
        second = Up.start(Path(folder) / "data")
        try:
            second.wait_until_ready()
            started = time.monotonic() - began
            time.sleep(_SETTLE)
            processes = [psutil.Process(second.process.pid), *second.children()]
            sizes = {_name(process): process.memory_info().rss / 1e6 for process in processes}
        finally:
            stopped = second.stop()
    table = Table("Measure", "Value", "Bar", title="Footprint of graphmem up")
    table.add_row("second start", f"{started:.1f} s", "within 20 s")
    table.add_row("stop", f"{stopped:.1f} s", "seconds")
    for name, size in sizes.items():
        table.add_row(f"resident, idle: {name}", f"{size:.0f} MB", "")
    table.add_row("resident, idle: all together", f"{sum(sizes.values()):.0f} MB", "under 1,500 MB")
    Console(highlight=False).print(table)


def _name(process: psutil.Process) -> str:
    command = process.cmdline()
    for word, name in (("Neo4jCommunity", "Neo4j"), ("valkey", "Valkey"), ("serve", "web"), ("worker", "worker")):
        if any(word in part for part in command):
            return name
    return "up"


if __name__ == "__main__":
    main()
