"""Wiring of the application, the only module that imports every package."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping

from fastapi import FastAPI

from app.games import shelf as boxes
from app.kernel.contract import Game
from app.services.container import Services
from app.services.notify.delivery_channels.mail import DeliverySettings, SmtpServer
from app.services.rate_limit import RateLimiter
from app.settings import Settings
from app.store.migrate import create_schema

# Passed to `sys.setswitchinterval`: seconds after which a computing thread (a bot, a survey)
# yields. An order passes between threads dozens of times.
THREAD_SWITCH_SECONDS = 0.0005

# Thresholds of the garbage collector once the server runs. Templates leave cycles, and a collection
# of 50,000 new objects delayed every sixth page by 60 ms. Spectators who join leave many objects. A
# collection of 20 times 10,000 stopped all requests for 100 ms, one of 3 times 5,000 for 7 ms.
IN_SERVICE = (5_000, 3, 700)


def create_services(settings: Settings, shelf: Mapping[str, Game]) -> Services:
    """Open the services on the database of the settings.

    An empty database gets its tables; one of an older version needs `python -m app migrate`.
    """
    create_schema(settings.database_url)
    valkey_url = settings.valkey_url.get_secret_value()
    replica_url = settings.replica_url.get_secret_value()
    services = Services.open(shelf, settings.database_url, valkey_url, replica_url)
    services.store.zone = settings.timezone
    if valkey_url:
        services.share_counters(valkey_url)
    services.limits = RateLimiter(lifted=not settings.rate_limits, shared=services.shared)
    services.demands = settings.second_factor
    services.post = DeliverySettings(
        settings.base_url, smtp_of(settings), hosts=tuple(settings.webhook_hosts.lower().split())
    )
    return services


def smtp_of(settings: Settings) -> SmtpServer | None:
    """Mail server of the settings; None if this server sends no mail."""
    if not settings.smtp_host:
        return None
    return SmtpServer(
        settings.smtp_host,
        settings.smtp_port,
        settings.smtp_security,
        settings.mail_from,
        settings.smtp_user,
        settings.smtp_password.get_secret_value(),
    )


def create_app(settings: Settings | None = None) -> FastAPI:
    """Build the whole application: services and web pages."""
    from app.web.app import create_web  # noqa: PLC0415 - the command line needs no web

    settings = settings or Settings()
    return create_web(
        create_services(
            settings, {key: box for key, box in boxes().items() if box.card.on_the_pages}
        ),
        settings,
    )


def create_server(settings: Settings | None = None) -> FastAPI:
    """Build the application for a process of its own. uvicorn calls it as a factory
    (`app.main:create_server`).
    """
    web = create_app(settings)
    sys.setswitchinterval(THREAD_SWITCH_SECONDS)
    gc.freeze()  # objects loaded by now stay, so the garbage collector need not scan them
    gc.set_threshold(*IN_SERVICE)
    return web
