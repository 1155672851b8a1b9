"""`make fuzz`: thousands of requests to a graphmem of its own; MAX_EXAMPLES says how many a route gets at most."""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import httpx

from graphmem.adapters.neo4j.keys import Keys
from graphmem.local.ports import free_port
from graphmem.model import Tenant
from graphmem.wiring import engine_of
from tests.fuzz.run import fuzz
from tests.service import engines, environment


def ready(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health/ready").status_code == 200
    except httpx.TransportError:
        return False


async def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        async with engines(folder / "data") as settings:
            address = f"http://127.0.0.1:{port}"
            process = subprocess.Popen(
                [sys.executable, "-m", "graphmem", "serve"], env=environment(settings, GRAPHMEM_PORT=str(port))
            )
            try:
                while not ready(address):
                    time.sleep(0.5)
                engine = engine_of(settings)
                keys = [
                    await Keys(engine).create(Tenant(tenant), "fuzz", now=datetime.now(UTC))
                    for tenant in ("fuzz", "other-fuzz")
                ]
                await engine.close()
                examples = int(os.environ.get("MAX_EXAMPLES", "50"))
                phases = os.environ.get("PHASES", "coverage,fuzzing,stateful")
                done = fuzz(address, keys, folder, phases=phases, examples=examples)
            finally:
                process.terminate()
                process.wait(30)
    sys.stdout.write(done.stdout + done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
