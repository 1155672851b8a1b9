"""How fluently the picture of everything moves, with 2,000 nodes against a hundred: `make bench`."""

import asyncio
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.async_api import Page, async_playwright
from rich.console import Console
from rich.table import Table

from benchmarks import pages
from benchmarks.speed import _server, _until_ready
from graphmem.adapters.neo4j import schema
from graphmem.local.ports import free_port
from graphmem.wiring import parts
from tests.browser.conftest import CHROMIUM, sign_in
from tests.service import engines

_PEOPLE = 1_000  # and as many facts are drawn
_FEW = 49  # people and facts of the small picture
_STEPS = 90
_FRAMES = """() => { window.frames_ = []; let last = performance.now();
  const tick = (now) => { window.frames_.push(now - last); last = now; window.ticking = requestAnimationFrame(tick); };
  window.ticking = requestAnimationFrame(tick); }"""
_STOP = "() => { cancelAnimationFrame(window.ticking); return window.frames_.slice(2); }"


@dataclass(frozen=True, slots=True)
class Moved:
    nodes: int
    opened: float  # seconds until it is drawn
    panning: float  # milliseconds a frame, p95
    zooming: float


async def run(console: Console) -> None:
    if CHROMIUM is None:
        console.print("NOT MEASURED: the picture. There is no chromium on this machine.")
        return
    with tempfile.TemporaryDirectory(prefix="graphmem-picture-") as folder:
        async with engines(Path(folder)) as settings, parts(settings) as built:
            await schema.apply(built.engine, model=built.embedder.model, dimensions=built.embedder.dimensions)
            address = f"http://127.0.0.1:{(port := free_port())}"
            with _server(settings, port):
                async with httpx.AsyncClient(base_url=address, timeout=120) as client:
                    await _until_ready(client)
                    await pages._fill(built, client, _PEOPLE, console)
                async with async_playwright() as playwright:
                    browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                    context = await browser.new_context(base_url=address, viewport={"width": 1440, "height": 900})
                    page = await context.new_page()
                    await sign_in(page)
                    few, many = [await _moved(page, limit) for limit in (_FEW, 1_000)]
                    await browser.close()
    title = "The picture of everything, drawn without a graphics card"
    table = Table("Measure", f"{few.nodes:,} nodes", f"{many.nodes:,} nodes", "Ratio", title=title)
    for name, of in (("panning, a frame, p95", "panning"), ("zooming, a frame, p95", "zooming")):
        one, other = getattr(few, of), getattr(many, of)
        table.add_row(name, f"{one:.0f} ms", f"{other:.0f} ms", f"{other / one:.1f}")
    table.add_row("until it is drawn", f"{few.opened:.1f} s", f"{many.opened:.1f} s", f"{many.opened / few.opened:.1f}")
    console.print(table)


async def _moved(page: Page, limit: int) -> Moved:
    """What moving the picture costs when it has at most so many facts and people."""
    await page.route("**/v1/graph?**", lambda route: route.continue_(
        url=route.request.url.replace("limit=1000", f"limit={limit}")
    ))  # fmt: skip
    loop = asyncio.get_running_loop()
    began = loop.time()
    await page.goto(f"/graph?user={pages._USER}")
    picture = page.locator("[data-explore]")
    await page.locator("[data-drawn]").wait_for()
    opened = loop.time() - began
    nodes = int(await picture.get_attribute("data-drawn") or 0)
    box = await picture.bounding_box()
    assert box is not None
    x, y = box["x"] + 30, box["y"] + 30  # a corner, where no node is
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.evaluate(_FRAMES)
    for step in range(_STEPS):
        await page.mouse.move(x + 3 * step, y + 2 * step)
    panning: list[float] = await page.evaluate(_STOP)
    await page.mouse.up()
    await page.evaluate(_FRAMES)
    for step in range(_STEPS // 3):
        await page.mouse.wheel(0, -60 if step % 2 else 60)
    zooming: list[float] = await page.evaluate(_STOP)
    await page.unroute("**/v1/graph?**")
    return Moved(nodes, opened, _slow(panning), _slow(zooming))


def _slow(frames: list[float]) -> float:
    return statistics.quantiles(frames, n=20)[-1]


def main() -> None:
    asyncio.run(run(Console(highlight=False)))


if __name__ == "__main__":
    main()
