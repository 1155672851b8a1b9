"""A process of ours that is kept alive until it is told to stop."""

import asyncio
import contextlib
import ctypes
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

_QUIET_AFTER = 60.0  # seconds alive after which an old crash no longer counts
_LONGEST_PAUSE = 30.0


class Child:
    """Starts a command, starts it again when it dies, and stops it in good time."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        log: Path,
        say: Callable[[str], None],
        environment: Mapping[str, str] | None = None,
        patience: float = 15.0,
        final: int | None = None,
        on_final: Callable[[], None] = lambda: None,
    ) -> None:
        """`final` is the exit code after which it isn't started again; `on_final` is then called."""
        self.name = name
        self.log = log
        self.gave_up = False
        self.crashes = 0
        self._command = command
        self._final = final
        self._on_final = on_final
        self._say = say
        self._environment = dict(environment) if environment is not None else None
        self._patience = patience
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self._stopping = False

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        await self._spawn()
        self._watch = asyncio.create_task(self._keep_alive())

    async def restart(self) -> None:
        """Ends the process, which is then started again."""
        await self._end()

    async def stop(self) -> None:
        """Asks the process to end, and ends it if it doesn't."""
        self._stopping = True
        await self._end()
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch

    async def _end(self) -> None:
        process = self._process
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
            try:
                await asyncio.wait_for(process.wait(), self._patience)
            except TimeoutError:
                self._say(f"{self.name} did not stop in {self._patience:.0f} s and was killed")
                self.kill()
                await process.wait()

    def kill(self) -> None:
        if self.alive and self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    def last_words(self, lines: int = 8) -> str:
        """The end of the log, for an error message."""
        if not self.log.is_file():
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    async def _spawn(self) -> None:
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._environment,
                start_new_session=True,
                preexec_fn=_end_with_parent if sys.platform == "linux" else None,
            )

    async def _keep_alive(self) -> None:
        pause = 1.0
        while True:
            assert self._process is not None  # noqa: S101 (start has spawned it)
            began = time.monotonic()
            code = await self._process.wait()
            if self._stopping:
                return
            if code == self._final:
                self.gave_up = True
                self._on_final()
                return
            self.crashes += 1
            if time.monotonic() - began > _QUIET_AFTER:
                pause = 1.0
            self._say(f"{self.name} ended ({_how(code)}); starting it again in {pause:.0f} s (log: {self.log})")
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
            await self._spawn()


def _how(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def _end_with_parent() -> None:
    """Has the kernel end this process when its parent dies, however it dies."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG
