"""Runs schemathesis on a graphmem: requests of every kind to every route, and every check there is."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent


def fuzz(
    address: str, keys: Sequence[str], folder: Path, *, phases: str, examples: int, more: Sequence[str] = ()
) -> subprocess.CompletedProcess[str]:
    """What schemathesis said; the keys are of different tenants, who should not see each other's."""
    who = [
        {"name": f"tenant-{place}", "fixedHeaders": [{"name": "Authorization", "value": f"Bearer {key}"}]}
        for place, key in enumerate(keys)
    ]
    auth = folder / "auth.yaml"
    auth.write_text(json.dumps({"auth": who}))
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / "schemathesis.toml")]
    command += ["run", f"{address}/schema", "--auth-wfc", str(auth), "--phases", phases]
    command += ["--max-examples", str(examples), "--seed", "1", *more]
    return subprocess.run(command, cwd=HERE.parent.parent, capture_output=True, text=True, check=False)
