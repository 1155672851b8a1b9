"""`graphmem up`: everything on one machine, watched until it is told to stop."""

import asyncio
import contextlib
import errno
import os
import signal
import sys
import time
import webbrowser
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

import httpx
from pydantic import SecretStr
from rich.console import Console

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import digest
from graphmem.cli import demo as year
from graphmem.cli.watch import EngineWatch
from graphmem.errors import CANNOT_START, SetupError
from graphmem.local.child import Child
from graphmem.local.datadir import DataDir, Running
from graphmem.local.disk import Disk
from graphmem.local.engines import private_neo4j, private_valkey
from graphmem.local.neo4j import PrivateNeo4j
from graphmem.local.ports import is_free
from graphmem.settings import Settings
from graphmem.web.session import LINK_LASTS, seal_of, sign_in_path
from graphmem.wiring import model_folder

_PATIENCE = 240.0  # seconds until a start counts as failed; a slow disk may need many


def up(settings: Settings, *, browser: bool, demo: bool = False) -> None:
    """Starts everything, prints where it is, and stays until Ctrl-C or SIGTERM."""
    console = Console(highlight=False)
    data = DataDir(settings.data_dir.expanduser().resolve())
    try:
        _up(settings, data, console, browser=browser, demo=demo)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        cures = ["make room on it", "or name a folder on another one with --data-dir"]
        raise SetupError(f"the disk of {data.path} is full", cures) from error


def _up(settings: Settings, data: DataDir, console: Console, *, browser: bool, demo: bool) -> None:
    data.prepare()
    with data.claim():
        if not is_free(settings.host, settings.port):
            raise SetupError(
                f"port {settings.port} on {settings.host} is taken",
                ["stop what uses it, or choose another with --port or GRAPHMEM_PORT"],
            )
        asyncio.run(_Run(settings, data, console, browser=browser, demo=demo).run())


@dataclass
class _Run:
    settings: Settings
    data: DataDir
    console: Console
    browser: bool
    demo: bool = False
    children: list[Child] = field(default_factory=list)
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    watch: asyncio.Task[None] | None = None

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._told_to_stop)
        began = time.monotonic()
        try:
            running = await self._start()
            if not self.stop.is_set():
                self.data.announce(running)
                self._say_where(running, time.monotonic() - began)
                if self.demo:
                    await self._tell_a_year(running)
                await self.stop.wait()
        finally:
            self.data.local_json.unlink(missing_ok=True)
            if self.watch is not None:
                self.watch.cancel()
            for child in reversed(self.children):
                await child.stop()
            self.console.print("graphmem has stopped.")

    async def _start(self) -> Running:
        settings, data = self.settings, self.data
        if settings.embedder == "onnx":
            await asyncio.to_thread(model_folder, settings, self.console)
        environment = dict(os.environ)
        secrets = data.secrets()
        neo4j_uri, redis_url = settings.neo4j_uri, settings.redis_url
        neo4j = None
        if neo4j_uri is None:
            server = await asyncio.to_thread(private_neo4j, settings, data, self.console)
            neo4j = await self._child("Neo4j", server.command(), server.environment(), patience=20)
            neo4j_uri = server.uri
            environment |= {
                "NEO4J_URI": neo4j_uri,
                "NEO4J_USERNAME": "neo4j",
                "NEO4J_PASSWORD": server.password,
                "GRAPHMEM_ENGINE_DIR": str(server.home),
            }
            self.watch = asyncio.create_task(self._watch(neo4j, server))
        if redis_url is None:
            queue = private_valkey(data)
            await self._child("Valkey", queue.command(), dict(os.environ))
            redis_url = queue.url
            environment["REDIS_URL"] = redis_url
        key = settings.key.get_secret_value() if settings.key else secrets.key
        environment |= {
            "GRAPHMEM_KEY": key,
            "GRAPHMEM_HOST": settings.host,
            "GRAPHMEM_PORT": str(settings.port),
        }
        ours = [sys.executable, "-m", "graphmem"]
        web = await self._child("web server", [*ours, "serve"], environment, patience=settings.stop_seconds + 5)
        await self._wait_until_ready(web, neo4j)
        await self._child("worker", [*ours, "worker"], environment)
        return Running(
            url=self._url,
            key=key,
            bolt=neo4j_uri,
            redis=redis_url,
            pid=os.getpid(),
            bolt_username="neo4j" if neo4j else None,
            bolt_password=secrets.neo4j_password if neo4j else None,
        )

    async def _watch(self, child: Child, server: PrivateNeo4j) -> None:
        engine = Engine(server.uri, username="neo4j", password=server.password, database=None, retry_for=0)
        try:
            disk = Disk(server.home, self.settings.min_free_mb)
            await EngineWatch(child, server, engine, disk, say=self._say).go()
        finally:
            await engine.close()

    async def _child(
        self, name: str, command: list[str], environment: dict[str, str], *, patience: float = 10
    ) -> Child:
        log = self.data.logs / f"{name.lower().replace(' ', '-')}.log"
        child = Child(name, command, log=log, say=self._say, environment=environment, patience=patience,
                      final=CANNOT_START, on_final=self.stop.set)  # fmt: skip
        self.children.append(child)
        await child.start()
        return child

    async def _wait_until_ready(self, web: Child, neo4j: Child | None) -> None:
        with self.console.status("Starting …"):
            async with httpx.AsyncClient(timeout=10, trust_env=False) as client:
                ready = await self._until(_can_be_used(client, f"{self._url}/health/ready"), web)
        if ready or (self.stop.is_set() and not web.gave_up):
            return
        silent = web if web.gave_up or neo4j is None or neo4j.alive else neo4j
        raise SetupError(
            f"the {silent.name} did not start. The end of its log:\n{silent.last_words()}",
            [f"the whole log: {silent.log}", "`graphmem doctor` checks what it needs"],
        )

    async def _until(self, probe: Callable[[], Awaitable[bool]], web: Child) -> bool:
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end and not self.stop.is_set() and not web.gave_up:
            if await probe():
                return True
            await asyncio.sleep(0.1)
        return False

    def _told_to_stop(self) -> None:
        if self.stop.is_set():
            for child in self.children:
                child.kill()
        self.stop.set()

    def _say(self, text: str) -> None:
        with contextlib.suppress(OSError):  # on a full disk no child should die over a line
            self.console.print(f"{time.strftime('%H:%M:%S')} {text}", markup=False)

    @property
    def _url(self) -> str:
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.settings.host, self.settings.host)  # noqa: S104
        return f"http://{host}:{self.settings.port}"

    async def _tell_a_year(self, running: Running) -> None:
        telling = asyncio.create_task(year.load(running.url, running.key))
        stopping = asyncio.create_task(self.stop.wait())
        with self.console.status("Telling it a year in the life of a family and a team …"):
            await asyncio.wait({telling, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if telling.cancel():
            return
        told = f"{telling.result()} facts" if telling.result() else "it knew the year before"
        self.console.print(f"  demo    {told}: look at the user {year.USER}", markup=False)

    def _sign_in_link(self, running: Running) -> str:
        """Signs a browser in once, within minutes."""
        secret = self.settings.model_copy(update={"key": SecretStr(running.key)})
        path = sign_in_path(seal_of(secret), digest(running.key), now=datetime.now(UTC))
        return f"{running.url}{path}{f'?to=/%3Fuser={year.USER}' if self.demo else ''}"

    def _say_where(self, running: Running, seconds: float) -> None:
        self.console.print(f"[bold]graphmem is running[/bold] at {running.url} (started in {seconds:.1f} s)")
        link = self._sign_in_link(running)
        minutes = int(LINK_LASTS.total_seconds() // 60)
        self.console.print(f"  look    {link}", markup=False, soft_wrap=True)
        self.console.print(f"          (signs you in once, within {minutes} minutes)", markup=False)
        self.console.print(f"  key     in {self.data.local_json}", markup=False)
        self.console.print(f"  graph   {running.bolt}", markup=False)
        self.console.print("""  try     graphmem remember "I'm allergic to peanuts\"""", markup=False)
        self.console.print("""          graphmem recall "What should I avoid eating?\"""", markup=False)
        self.console.print("  stop    Ctrl-C", markup=False)
        can_show = sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        if self.browser and can_show and sys.stdout.isatty():
            webbrowser.open(self._sign_in_link(running))


def _can_be_used(client: httpx.AsyncClient, url: str) -> Callable[[], Awaitable[bool]]:
    """Whether the first question and the first fact are answered in time: nothing is still being loaded."""

    async def probe() -> bool:
        try:
            state = (await client.get(url)).json()
        except (httpx.TransportError, ValueError):
            return False
        return bool(state["engine"] and state["vectors"] and not state["loading"])

    return probe
