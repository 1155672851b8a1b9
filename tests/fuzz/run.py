"""Runs schemathesis on a graphmem: requests of every kind to every route, and every check there is."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys
from graphmem.core.rights import Grant, KeyRole
from graphmem.model import Tenant

HERE = Path(__file__).resolve().parent
# Who sends the requests.
ROLES: Mapping[str, Grant | None] = {
    "anonymous": None,
    "member": Grant(),
    "read-only": Grant(read_only=True),
    "operator": Grant(role=KeyRole.OPERATOR),
}


async def keys_of(role: str, engine: Engine) -> list[str]:
    """Keys of a role in two tenants, who should not see each other's; none for who has none."""
    grant = ROLES[role]
    if grant is None:
        return []
    keys, now = Keys(engine), datetime.now(UTC)
    return [await keys.create(Tenant(f"fuzz-{place}"), role, now=now, grant=grant) for place in ("a", "b")]


def fuzz(
    address: str, keys: Sequence[str], folder: Path, *, phases: str, examples: int, more: Sequence[str] = ()
) -> subprocess.CompletedProcess[str]:
    """What schemathesis said."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / "schemathesis.toml")]
    command += ["run", f"{address}/schema", "--phases", phases]
    command += ["--max-examples", str(examples), "--seed", "1", *more]
    if keys:
        who = [
            {"name": f"tenant-{place}", "fixedHeaders": [{"name": "Authorization", "value": f"Bearer {key}"}]}
            for place, key in enumerate(keys)
        ]
        auth = folder / "auth.yaml"
        auth.write_text(json.dumps({"auth": who}))
        command += ["--auth-wfc", str(auth)]
    return subprocess.run(command, cwd=HERE.parent.parent, capture_output=True, text=True, check=False)


def cases(said: str) -> int:
    """How many requests were made up."""
    found = re.search(r"([\d,]+) generated", said)
    return int(found[1].replace(",", "")) if found else 0
