"""serve and migrate: start of the server and migration of the database."""

from __future__ import annotations

import argparse
import logging
import logging.config
import os
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from app.cli.command_context import exit_with_error, the_settings
from app.games import shelf
from app.settings import Settings, former_variables
from app.store.engine import UnsafeDatabase, open_engine
from app.store.migrate import create_schema, migrate_database
from app.store.startup_checks import check_safe

if TYPE_CHECKING:
    import uvicorn

log = logging.getLogger(__name__)

# seconds without a request; longer than a proxy keeps its connection (Caddy: 120), or its next
# request would be lost
KEPT_OPEN = 130
# seconds after which a server process without a sign of life is replaced; on a busy machine a start
# takes longer than the five of uvicorn
LONGEST_SILENCE = 60


def add_commands(commands: argparse._SubParsersAction) -> None:
    serve = commands.add_parser("serve", help="run the server")
    serve.add_argument(
        "--demo", action="store_true", default=None, help="always show a game between bots"
    )
    serve.add_argument("--host")
    serve.add_argument("--port", type=int)
    serve.add_argument("--workers", type=int, help="server processes; more than one needs Postgres")
    serve.add_argument(
        "--migrate",
        action="store_true",
        help="migrate the database first (always done for SQLite and an empty database)",
    )
    serve.set_defaults(run=run_server)
    commands.add_parser("migrate", help="migrate the database to this version").set_defaults(
        run=run_migrations
    )


def run_server(asked: argparse.Namespace) -> int:
    import uvicorn  # noqa: PLC0415 slow, and only this command needs it
    from uvicorn.supervisors import Multiprocess  # noqa: PLC0415 as uvicorn

    from app.main import create_server  # noqa: PLC0415 as uvicorn
    from app.web.connection_limits import raise_file_limit  # noqa: PLC0415 as uvicorn
    from app.web.metrics import logging_of  # noqa: PLC0415 as uvicorn

    chosen = {
        name: getattr(asked, name)
        for name in ("demo", "host", "port", "workers")
        if getattr(asked, name) is not None
    }
    settings = the_settings(**chosen)
    migrates = asked.migrate or settings.database_url.startswith("sqlite")
    _bring_up(settings, migrate_database if migrates else create_schema)
    _insist_on_a_safe_database(settings)
    games = ", ".join(sorted(shelf())) or "no game installed"
    print(f"Caracole at {settings.base_url} ({games})", flush=True)
    print(raise_file_limit(), flush=True)
    for name, value in chosen.items():
        # Each server process reads its own settings.
        os.putenv(f"CARACOLE_{name.upper()}", str(value))
    log_config = logging_of(settings.log_format, settings.log_level)
    _warn_of_former_variables(log_config)
    likes = server_options(settings, log_config)
    if settings.workers == 1:
        uvicorn.run(create_server(settings), **likes)
    else:
        config = uvicorn.Config("app.main:create_server", factory=True, **likes)
        Multiprocess(config, sockets=[open_shared_socket(config)]).run()
    return 0


def server_options(settings: Settings, log_config: dict[str, Any]) -> dict[str, Any]:
    """Options of the HTTP server."""
    from app.web.connection_limits import LimitedConnection  # noqa: PLC0415 as uvicorn

    likes: dict[str, Any] = {
        "host": settings.host,
        "port": settings.port,
        "workers": settings.workers,
        "log_config": log_config,
        "access_log": False,
        "proxy_headers": True,
        "forwarded_allow_ips": settings.trusted_proxies,
        "server_header": False,
        "timeout_graceful_shutdown": 8,
        "timeout_keep_alive": KEPT_OPEN,
        "timeout_worker_healthcheck": LONGEST_SILENCE,
        "http": LimitedConnection,
        "ws": "none",
    }
    return likes


def _warn_of_former_variables(log_config: dict[str, Any]) -> None:
    """Log a warning for each variable under a former name, in the form of the server's log."""
    logging.config.dictConfig(log_config)
    for old, new in former_variables():
        log.warning("%s is now %s; the old name goes with the next release", old, new)


def open_shared_socket(config: uvicorn.Config) -> socket.socket:
    """Open the socket shared by several server processes.

    Its connections inherit TCP_NODELAY. Without it Nagle's algorithm (RFC 896) delays every answer
    by 40 ms.
    """
    shared = config.bind_socket()
    shared.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return shared


def run_migrations(_: argparse.Namespace) -> int:
    settings = the_settings()
    _bring_up(settings, migrate_database)
    _insist_on_a_safe_database(settings)
    print("The database is up to date.")
    return 0


def _bring_up(settings: Settings, way: Callable[[str], None]) -> None:
    try:
        way(settings.database_url)
    except Exception as wrong:  # noqa: BLE001 the administrator must see any cause
        exit_with_error(f"the database cannot be migrated: {wrong}")


def _insist_on_a_safe_database(settings: Settings) -> None:
    try:
        engine = open_engine(settings.database_url)
        check_safe(engine)
        engine.dispose()
    except UnsafeDatabase as unsafe:
        exit_with_error(f"the server does not start: {unsafe}")
