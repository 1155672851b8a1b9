"""`graphmem serve`: the web server."""

import resource
import sys
from typing import NoReturn, cast

import structlog
import uvicorn

from graphmem import logs
from graphmem.errors import CANNOT_START, SetupError
from graphmem.settings import Settings
from graphmem.web.app import create_app
from graphmem.web.connections import Connection, Connections, Limits

_log = structlog.get_logger()
_OTHER_FILES = 200  # that the process has open beside its clients' connections


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
    connections = Connections(_limits(settings))
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=cast("type[Connection]", connections.protocol),
        ws="none",
        log_level="warning",
        access_log=False,
        callback_notify=connections.sweep,
        timeout_notify=1,
        timeout_graceful_shutdown=settings.stop_seconds,
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


def _limits(settings: Settings) -> Limits:
    """The limits of the settings, and no more connections than this process may have files."""
    wanted = settings.connections + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return Limits(
        seconds=settings.client_seconds,
        per_client=settings.client_connections,
        in_all=max(1, min(settings.connections, soft - _OTHER_FILES)),
    )


def _cannot_start(error: SetupError) -> NoReturn:
    for line in (error.problem, *(f"  - {cure}" for cure in error.cures)):
        sys.stderr.write(f"{line}\n")
    sys.exit(CANNOT_START)
