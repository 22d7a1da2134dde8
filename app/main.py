"""Wiring: the only module that knows every package."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping

from fastapi import FastAPI

from app.games import shelf as boxes
from app.kernel.contract import Game
from app.services.container import Services
from app.services.notify.delivery_channels.mail import Post, Smtp
from app.services.rate_limit import Limits
from app.settings import Settings
from app.store.migrate import furnish

# seconds after which a thread that reckons (a bot, a survey) lets another go on: an order changes
# hands dozens of times
HANDOVER = 0.0005


def create_services(settings: Settings, shelf: Mapping[str, Game]) -> Services:
    """The club on the settings' database; an empty one is furnished, one of an older version waits
    for `python -m app migrate`.
    """
    furnish(settings.database_url)
    services = Services.open(shelf, settings.database_url)
    services.store.zone = settings.zone
    services.limits = Limits(lifted=not settings.limits)
    services.demands = settings.second_factor
    services.post = Post(
        settings.base_url, smtp_of(settings), hosts=tuple(settings.hook_hosts.lower().split())
    )
    return services


def smtp_of(settings: Settings) -> Smtp | None:
    """The mail server of the settings; None: this house sends no mail."""
    if not settings.smtp_host:
        return None
    return Smtp(
        settings.smtp_host,
        settings.smtp_port,
        settings.smtp_security,
        settings.mail_from,
        settings.smtp_user,
        settings.smtp_password.get_secret_value(),
    )


def create_app(settings: Settings | None = None) -> FastAPI:
    """The whole application."""
    from app.web.app import create_web  # noqa: PLC0415 - the command line needs no web

    settings = settings or Settings()
    return create_web(
        create_services(
            settings, {key: box for key, box in boxes().items() if box.card.on_the_pages}
        ),
        settings,
    )


def create_server(settings: Settings | None = None) -> FastAPI:
    """The whole application in a process that does nothing else, as uvicorn asks for it
    (`app.main:create_server`, factory).
    """
    web = create_app(settings)
    sys.setswitchinterval(HANDOVER)
    gc.freeze()  # what has been read by now stays: the collector need not look at it again
    return web
