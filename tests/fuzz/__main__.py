"""`make fuzz`: thousands of requests to a graphmem of its own; MAX_EXAMPLES says how many a route gets at most."""

import asyncio
import os
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from graphmem.adapters.neo4j.keys import Keys
from graphmem.local.ports import free_port
from graphmem.model import Tenant
from graphmem.wiring import engine_of
from tests.fuzz.run import fuzz
from tests.service import engines, served


async def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with engines(folder / "data") as settings:
            with served(settings, port=free_port()) as address:
                engine = engine_of(settings)
                keys = [
                    await Keys(engine).create(Tenant(tenant), "fuzz", admin=True, now=datetime.now(UTC))
                    for tenant in ("fuzz", "other-fuzz")
                ]
                await engine.close()
                examples = int(os.environ.get("MAX_EXAMPLES", "50"))
                phases = os.environ.get("PHASES", "coverage,fuzzing,stateful")
                done = fuzz(
                    address, keys, folder, phases=phases, examples=examples, more=["--generation-database", "none"]
                )
    sys.stdout.write(done.stdout + done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
