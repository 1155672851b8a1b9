"""An environment of its own for each peer, made by the run from pinned requirements."""

import hashlib
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from rich.console import Console

from benchmarks.recall.peer import PeerFailed

_ROOT = Path(__file__).resolve().parents[2]
_PEERS = _ROOT / "benchmarks" / "peers"
NOBODY = "nobody"


def made(name: str, *, needs: str, user: str | None, console: Console) -> Path:
    """The interpreter of a peer's environment, which is made if it isn't there or its pins have changed."""
    requirements = _PEERS / name / "requirements.txt"
    digest = hashlib.sha256(requirements.read_bytes()).hexdigest()
    folder = _ROOT / ".venv-peers" / name
    python, mark = folder / "bin" / "python", folder / ".made"
    if mark.is_file() and mark.read_text() == digest:
        return python
    console.print(f"Making an environment for {name}")
    uv = str(Path(sys.executable).with_name("uv"))
    _run([uv, "venv", "--clear", "--python", _interpreter(needs, user), str(folder)])
    _run([uv, "pip", "install", "--python", str(python), "--require-hashes", "-r", str(requirements)])
    mark.write_text(digest)
    return python


def version(name: str) -> str:
    """The pinned version of the peer itself: the first word of its `requirements.in`."""
    package = (_PEERS / name / "requirements.in").read_text().split()[0].partition("[")[0]
    pins = (_PEERS / name / "requirements.txt").read_text().splitlines()
    return next(line.removeprefix(f"{package}==").split()[0] for line in pins if line.startswith(f"{package}=="))


@cache
def _interpreter(needs: str, user: str | None) -> str:
    """A Python of this machine that can do what the peer needs, as the user it runs as."""
    folders = [*os.environ["PATH"].split(os.pathsep), "/usr/bin", "/usr/local/bin"]
    found = [shutil.which(f"python3{minor}", path=folder) for minor in (".12", ".11", "") for folder in folders]
    for python in dict.fromkeys([sys.executable, *filter(None, found)]):
        try:
            check = subprocess.run([python, "-c", needs or "pass"], capture_output=True, user=user, check=False)
        except PermissionError:
            continue
        if check.returncode == 0:
            return python
    raise PeerFailed(f"no Python here that can do `{needs}`")


def _run(command: list[str]) -> None:
    environment = {**os.environ, "UV_PYTHON_DOWNLOADS": "never", "UV_LINK_MODE": "copy"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        told = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        raise PeerFailed(f"its environment can't be made: {' '.join(told)[:300]}")
