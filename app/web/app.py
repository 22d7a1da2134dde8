"""FastAPI application: routes, problem pages, static files and middleware."""

from __future__ import annotations

import asyncio
import math
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware

from app.services.container import Services
from app.services.workers import start_workers
from app.settings import Settings
from app.web import problems
from app.web.api.app import WITHOUT_EXTRAS, create_api
from app.web.api.plain_orders import PlainOrders
from app.web.client_limits import OpenPerClient, RequestLimit
from app.web.concurrency_limit import (
    AT_ONCE,
    LONGEST_HOLD,
    PER_ADDRESS,
    PER_LOGIN,
    ConcurrencyLimit,
    ConcurrencyLimitByClient,
)
from app.web.connection_limits import STATE as CONNECTION_LIMITS
from app.web.connection_limits import ConnectionLimits
from app.web.mail_page import mail_in_html
from app.web.metrics import AccessLog, HealthCheck, Metrics
from app.web.middleware import ANONYMOUS_AT_ONCE, RequestGuard
from app.web.order_threads import OrderWriter
from app.web.page_cache import PageCache
from app.web.password_queue import PasswordQueue
from app.web.route_index import index_routes
from app.web.routes import (
    accounts,
    api_reference,
    armies,
    army_lists,
    battle_codes,
    battle_results,
    bot_substitutes,
    chronicle,
    clock,
    club_chat,
    club_chronicle,
    club_dates,
    club_embeds,
    club_files,
    club_hooks,
    club_news,
    club_pictures,
    club_polls,
    club_reports,
    club_rules,
    club_welcome,
    clubs,
    conditional_orders,
    corrections,
    dice,
    embeds,
    feeds,
    game,
    gathering,
    home,
    imports,
    lobby,
    notices,
    oembed,
    people,
    photographs,
    play,
    ratings,
    reading_pages,
    referees,
    report,
    rosters,
    rules,
    sandboxes,
    second_factor,
    spectators,
    streams,
    table_editor,
    tokens,
    waiting,
    wishes,
)
from app.web.sse_broadcaster import SseBroadcaster
from app.web.static_files import STATIC, CachedFiles
from app.web.waiting_counts import WaitingCounts

ROUTE_MODULES = (
    streams,
    game,
    play,
    home,
    spectators,
    accounts,
    second_factor,
    notices,
    feeds,
    people,
    club_chat,
    club_chronicle,
    club_dates,
    club_hooks,
    club_pictures,
    club_news,
    club_polls,
    club_reports,
    club_rules,
    club_welcome,
    club_files,
    clubs,
    ratings,
    waiting,
    wishes,
    armies,
    army_lists,
    lobby,
    table_editor,
    rules,
    report,
    reading_pages,
    chronicle,
    battle_codes,
    battle_results,
    photographs,
    api_reference,
    tokens,
    embeds,
    club_embeds,
    oembed,
    clock,
    sandboxes,
    conditional_orders,
    corrections,
    referees,
    gathering,
    rosters,
    bot_substitutes,
    imports,
    dice,
)
"""Modules of routes; those that are asked for most are looked for first. Their routes are complete,
and `include_router` would build each of them again.
"""


def close_when_told(closing: asyncio.Event) -> None:
    """Close the open streams on SIGTERM and SIGINT. Uvicorn waits for open streams before it
    announces its shutdown.
    """
    if threading.current_thread() is not threading.main_thread():
        # A test runs the application in a thread that receives no signals.
        return
    loop = asyncio.get_running_loop()

    def after(its_own: Callable[..., Any]) -> Callable[[int, FrameType | None], None]:
        def told(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(closing.set)
            its_own(number, frame)

        return told

    for number in (signal.SIGTERM, signal.SIGINT):
        its_own = signal.getsignal(number)
        if callable(its_own):
            signal.signal(number, after(its_own))


def add_caches(app: FastAPI) -> None:
    """Add the caches of pages, pictures and maps that all visitors may see."""
    app.state.page_cache = PageCache()
    app.state.public_pages = PageCache(most=60)
    app.state.pages_of_many = PageCache(most=120)
    app.state.pictures = PageCache(most=60, stays=3600.0)
    app.state.drawn_maps = PageCache(most=300, stays=3600.0)
    app.state.kept_parts = PageCache(most=16, stays=3600.0)
    app.state.kept_chapters = PageCache(most=500, stays=3600.0)


def add_limits(app: FastAPI, settings: Settings) -> None:
    """Add the limits of open streams, password checks and simultaneous requests."""
    limited = settings.rate_limits
    app.state.streams = OpenPerClient(settings.streams_per_client if limited else 0)
    app.state.passwords = PasswordQueue(is_lifted=not limited)
    app.state.by_address = ConcurrencyLimitByClient(PER_ADDRESS if limited else math.inf)
    app.state.by_login = ConcurrencyLimitByClient(PER_LOGIN if limited else math.inf)
    app.state.anonymous_limit = ConcurrencyLimit(ANONYMOUS_AT_ONCE)
    app.state.request_limit = ConcurrencyLimit(AT_ONCE, LONGEST_HOLD)
    app.state.order_writer = OrderWriter(app.state.services.store)


def create_web(services: Services, settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, ConnectionLimits]]:
        await run_in_threadpool(start_workers, services, settings.demo, settings.archive_days)
        app.state.closing = asyncio.Event()
        app.state.broadcaster = SseBroadcaster(app.state.closing)
        app.state.waiting_counts = WaitingCounts(services)
        close_when_told(app.state.closing)
        yield {CONNECTION_LIMITS: ConnectionLimits(settings)}
        app.state.closing.set()
        await run_in_threadpool(services.close)

    app = FastAPI(title="Caracole", lifespan=lifespan, openapi_url=None, **WITHOUT_EXTRAS)
    app.state.services, app.state.settings = services, settings
    add_caches(app)
    add_limits(app, settings)
    services.post = msgspec.structs.replace(services.post, dress=mail_in_html)
    problems.install_problem_handlers(app)
    api = create_api(services, settings)

    app.add_middleware(RequestGuard)
    app.add_middleware(GZipMiddleware, minimum_size=700, compresslevel=4)
    app.add_middleware(PlainOrders, api=api)
    app.add_middleware(
        RequestLimit, most=settings.connections_per_client if settings.rate_limits else 0
    )
    app.state.figures, app.state.pulse = Metrics(services), HealthCheck(services)
    app.add_middleware(AccessLog, kept=app.state.figures)
    # Pages and API share the services, the change notifier and the closing event.
    api.state = app.state
    app.state.api = api
    app.mount("/api/v1", api)
    app.mount("/static", CachedFiles(STATIC, services.shelf.values()))
    app.router.routes.extend(route for part in ROUTE_MODULES for route in part.router.routes)
    index_routes(app.router)
    return app
