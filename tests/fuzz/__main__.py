"""`make fuzz`: thousands of requests to a graphmem of its own, by each kind of caller.

MAX_EXAMPLES says how many a route gets at most from each, ROLES which of them, PHASES which of schemathesis's phases.
"""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from graphmem.local.ports import free_port
from graphmem.wiring import engine_of
from tests.fuzz.run import ROLES, cases, fuzz, keys_of
from tests.service import engines, served


async def main() -> int:
    examples = int(os.environ.get("MAX_EXAMPLES", "50"))
    phases = os.environ.get("PHASES", "coverage,fuzzing,stateful")
    failed, total = False, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with engines(folder / "data") as settings:
            with served(settings, port=free_port()) as address:
                engine = engine_of(settings)
                for role in os.environ.get("ROLES", ",".join(ROLES)).split(","):
                    keys = await keys_of(role, engine)
                    done = fuzz(
                        address, keys, folder, phases=phases, examples=examples, more=["--generation-database", "none"]
                    )
                    failed, total = failed or done.returncode != 0, total + cases(done.stdout)
                    sys.stdout.write(f"\n=== as {role}: {cases(done.stdout):,} cases\n{done.stdout}{done.stderr}")
                await engine.close()
    sys.stdout.write(f"\n{total:,} cases in all\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
