"""A `graphmem up` in a process of its own, as a person would start it."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil

from graphmem.local.datadir import DataDir, Running
from graphmem.local.ports import free_port

COMMAND = [sys.executable, "-m", "graphmem"]


@dataclass
class Up:
    """One `graphmem up`, its data folder and what it printed."""

    folder: Path
    port: int
    process: "subprocess.Popen[bytes]"
    output: Path

    @classmethod
    def start(
        cls,
        folder: Path,
        *,
        port: int | None = None,
        arguments: Sequence[str] = (),
        output: Path | None = None,
        **environment: str,
    ) -> "Up":
        folder.mkdir(parents=True, exist_ok=True)
        port = port or free_port()
        output = output or folder.with_suffix(".out")
        with output.open("wb") as file:
            process = subprocess.Popen(
                [*COMMAND, "up", "--data-dir", str(folder), "--port", str(port), "--no-browser", *arguments],
                stdout=file,
                stderr=subprocess.STDOUT,
                env={**os.environ, **environment},
            )
        return cls(folder, port, process, output)

    @property
    def said(self) -> str:
        return re.sub(r"\s+", " ", self.output.read_text())

    @property
    def running(self) -> Running:
        running = DataDir(self.folder).running()
        assert running is not None, self.said
        return running

    def wait_until_ready(self, within: float = 600) -> None:
        self.wait_for(lambda: "graphmem is running" in self.said, within)
        self.wait_for(lambda: httpx.get(f"{self.running.url}/health/ready").status_code == 200, within)

    def wait_for(self, condition: object, within: float = 120) -> None:
        end = time.monotonic() + within
        while time.monotonic() < end:
            if condition():  # type: ignore[operator]
                return
            assert self.process.poll() is None, self.said
            time.sleep(0.1)
        raise AssertionError(f"waited {within:.0f} s in vain; it said: {self.said}")

    def child(self, word: str) -> psutil.Process:
        """The child whose command has this word in it."""
        [found] = [
            child for child in self.children() if word in child.cmdline()[-1] or word in " ".join(child.cmdline())
        ]
        return found

    def children(self) -> list[psutil.Process]:
        found: list[psutil.Process] = psutil.Process(self.process.pid).children(recursive=True)
        return found

    def stop(self, number: int = signal.SIGTERM) -> float:
        """Tells it to stop and says how long that took."""
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(60)
        return time.monotonic() - began

    def run(self, *arguments: str, answer: str | None = None, **environment: str) -> "subprocess.CompletedProcess[str]":
        """Another command, beside it."""
        return subprocess.run(
            [*COMMAND, *arguments],
            capture_output=True,
            text=True,
            input=answer,
            env={**os.environ, "GRAPHMEM_DATA_DIR": str(self.folder), "COLUMNS": "160", **environment},
            timeout=120,
            check=False,
        )
