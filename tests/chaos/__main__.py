"""`make chaos`: everything goes wrong under load, and then each acknowledged fact, message and deletion is looked up.

`--seconds` says for how long (a round of every fault is begun anew until then), `--seed` in which order and with what.
"""

import argparse
import asyncio
import itertools
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from rich.console import Console

from tests.chaos.calls import Service
from tests.chaos.harm import Fault, faults, somewhere
from tests.chaos.ledger import Ledger, Verdict
from tests.chaos.load import load
from tests.local.up import Up
from tests.worker.test_faults import MORE

_PATIENCE = 600.0  # seconds until it must be ready again, or everything read
_BETWEEN = 3.0  # seconds of peace between two faults
_console = Console(highlight=False, soft_wrap=True, markup=False)


async def main(seconds: float, seed: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with somewhere(folder) as (data, settings, small):
            if not small:
                _console.print("no disk can be mounted here: the disk is not filled")
            _console.print(f"starting graphmem up (seed {seed})")
            up = Up.start(data, output=folder / "up.out", **MORE, **settings)  # type: ignore[arg-type]
            try:
                up.wait_until_ready()
                verdict, ledger = await _run(up, seconds, seed, faults(small=small))
            finally:
                up.stop()
    for what, lines in vars(verdict).items():
        for line in lines[:20]:
            _console.print(f"  {what}: {line}")
    _console.print(f"acknowledged: {ledger}")
    _console.print(f"{len(verdict.lost)} lost, {len(verdict.doubled)} doubled, {len(verdict.back)} back")
    return 0 if verdict.good else 1


async def _run(up: Up, seconds: float, seed: int, harm: list[Fault]) -> tuple[Verdict, Ledger]:
    ledger, began = Ledger(), time.monotonic()
    stopped = asyncio.Event()
    async with Service.of(up) as service:
        loading = asyncio.create_task(load(service, ledger, seed=seed, going=lambda: not stopped.is_set()))
        random = Random(seed)
        for fault in itertools.chain.from_iterable(random.sample(harm, len(harm)) for _ in itertools.count()):
            await asyncio.sleep(_BETWEEN)
            if loading.done() or time.monotonic() - began > seconds:
                break
            struck = time.monotonic()
            await fault.strike(up)
            await _until(service.ready, "it is not ready again")
            after = time.monotonic()
            _console.print(
                f"{struck - began:6.0f} s  {fault.name}; ready after {after - struck:.1f} s; so far {ledger}"
            )
        stopped.set()
        await loading
        _console.print(f"{time.monotonic() - began:6.0f} s  the load has ended; waiting until all messages are read")
        await _until(lambda: _read(service, ledger), "messages still wait to be read")
        return await ledger.audit(service), ledger


async def _read(service: Service, ledger: Ledger) -> bool:
    return not any([await service.unread(thread) for thread in ledger.messages])


async def _until(condition: object, otherwise: str) -> None:
    end = time.monotonic() + _PATIENCE
    while not await condition():  # type: ignore[operator]
        if time.monotonic() > end:
            raise SystemExit(f"after {_PATIENCE:.0f} s {otherwise}")
        await asyncio.sleep(0.3)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sys.exit(asyncio.run(main(given.seconds, given.seed)))
