"""`graphmem serve`: the web server."""

import sys
from typing import NoReturn

import structlog
import uvicorn

from graphmem import logs
from graphmem.errors import CANNOT_START, SetupError
from graphmem.settings import Settings
from graphmem.web.app import create_app

_log = structlog.get_logger()


def serve(settings: Settings) -> None:
    """Serves until it is told to stop."""
    logs.configure(settings.log_level)
    failed: list[SetupError] = []

    def give_up(error: SetupError) -> None:
        failed.append(error)
        server.should_exit = True

    try:
        app = create_app(settings, give_up=give_up)
    except SetupError as error:
        _cannot_start(error)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=5,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
    )
    server = uvicorn.Server(config)
    server.run()
    if failed:
        _cannot_start(failed[0])
    if not server.started:
        sys.exit(1)


def _cannot_start(error: SetupError) -> NoReturn:
    for line in (error.problem, *(f"  - {cure}" for cure in error.cures)):
        sys.stderr.write(f"{line}\n")
    sys.exit(CANNOT_START)
