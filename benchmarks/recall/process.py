"""A peer in a process of its own, spoken to over lines of JSON (`benchmarks/peers/serve.py` is the other end)."""

import json
import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from benchmarks.recall.corpus import Hit, Item
from benchmarks.recall.footprint import folder_size, resident
from benchmarks.recall.peer import Footprint, PeerFailed

_ROOT = Path(__file__).resolve().parents[2]
# No keys, no caches of the user's, and no way to a network that a library would try first.
_OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "ANONYMIZED_TELEMETRY": "False",
    "MEM0_TELEMETRY": "False",
    "DO_NOT_TRACK": "1",
}


class ProcessPeer:
    """What a command keeps and finds that serves `benchmarks.peers.serve`."""

    def __init__(
        self,
        name: str,
        about: str,
        *,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        beside: Sequence[int] = (),
        user: str | None = None,
        patience: float,
    ) -> None:
        self.name, self.about = name, about
        self._folder, self._beside, self._patience = folder, beside, patience
        self._errors = folder.with_suffix(".log")
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                command,
                cwd=_ROOT,
                env={"PATH": os.environ["PATH"], "HOME": str(folder), **_OFFLINE, **environment},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
                user=user,
            )
        self._read()

    def add(self, space: str, items: Sequence[Item]) -> float:
        listed = [(item.id, item.text, item.said_at.isoformat() if item.said_at else None) for item in items]
        return float(self._ask({"space": space, "items": listed})["seconds"])

    def search(self, space: str, query: str, limit: int) -> tuple[Sequence[Hit], float]:
        answer = self._ask({"space": space, "query": query, "limit": limit})
        return [Hit((id_,), score) for id_, score in answer["hits"]], float(answer["seconds"])

    def footprint(self) -> Footprint:
        return Footprint(disk=folder_size(self._folder), memory=sum(map(resident, (self._process.pid, *self._beside))))

    def close(self) -> None:
        """Ends the process, which ends by itself when nobody asks any more."""
        with suppress(BrokenPipeError):
            self._stdin.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._stdout.close()

    @property
    def _stdin(self) -> TextIO:
        assert self._process.stdin is not None
        return self._process.stdin  # type: ignore[return-value]

    @property
    def _stdout(self) -> TextIO:
        assert self._process.stdout is not None
        return self._process.stdout  # type: ignore[return-value]

    def _ask(self, request: dict[str, object]) -> dict[str, Any]:
        try:
            print(json.dumps(request), file=self._stdin, flush=True)
        except BrokenPipeError:
            raise PeerFailed(self._last_words()) from None
        return self._read()

    def _read(self) -> dict[str, Any]:
        """The next answer; a peer that is silent for too long is ended."""
        timer = threading.Timer(self._patience, self._process.kill)
        timer.start()
        line = self._stdout.readline()
        timer.cancel()
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        self._process.wait()
        raise PeerFailed(self._last_words())

    def _last_words(self) -> str:
        lines = [line for line in self._errors.read_text(errors="replace").splitlines() if line.strip()]
        if self._process.wait() == -9:
            return f"no answer within {self._patience:.0f} s"
        return lines[-1][:300] if lines else f"ended with {self._process.returncode}"
