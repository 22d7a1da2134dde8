"""API application, mounted at /api/v1 of the main application."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from app.services.container import Services
from app.settings import Settings
from app.web.api import problems, schema
from app.web.api.request_limits import Bounds
from app.web.api.routes import (
    account,
    armies,
    boxes,
    club_announcements,
    club_chronicle,
    club_dates,
    club_files,
    club_hooks,
    club_messages,
    club_pictures,
    club_polls,
    club_rules,
    club_welcome,
    clubs,
    conditional_orders,
    corrections,
    dice,
    game_chats,
    game_reports,
    games,
    given_orders,
    imports,
    looks,
    people,
    reading_pages,
    referees,
    rosters,
    rules,
    sandboxes,
    story,
    tables,
    wishes,
)
from app.web.route_index import index_routes

VERSION = "1.0"
WITHOUT_EXTRAS: dict[str, Any] = {
    "docs_url": None,
    "redoc_url": None,
    "telemetry": {"tracing": False, "metrics": False, "logs": False},
}
"""Parts of FastAPI that Caracole replaces. It would ask OpenTelemetry before each request; the
figures are ours (`web/metrics`).
"""
PARTS = (
    given_orders,
    looks,
    games,
    game_chats,
    game_reports,
    tables,
    dice,
    wishes,
    boxes,
    rules,
    account,
    people,
    club_announcements,
    club_chronicle,
    club_dates,
    club_hooks,
    club_messages,
    club_pictures,
    club_polls,
    club_rules,
    club_welcome,
    club_files,
    clubs,
    sandboxes,
    conditional_orders,
    armies,
    reading_pages,
    referees,
    corrections,
    rosters,
    story,
    imports,
)
"""Routes in the order of matching; the most frequent come first."""


def create_api(services: Services, settings: Settings) -> FastAPI:
    api = FastAPI(
        title="Caracole",
        version=VERSION,
        **WITHOUT_EXTRAS,
    )
    api.state.services, api.state.settings = services, settings
    problems.install_problem_handlers(api)
    routes = [
        route for part in PARTS for route in part.router.routes if isinstance(route, APIRoute)
    ]
    api.router.routes.extend(routes)
    index_routes(api.router)
    schema.install_document(api, services.shelf, routes)
    api.add_middleware(Bounds)
    return api
