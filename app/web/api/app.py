"""API application, mounted at /api/v1 of the main application."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from app.services.container import Services
from app.settings import Settings
from app.web.api import problems, schema
from app.web.api.request_limits import Bounds
from app.web.api.routes import (
    account,
    armies,
    boxes,
    conditional_orders,
    corrections,
    game_chats,
    game_reports,
    games,
    imports,
    people,
    reading_pages,
    referees,
    rosters,
    rules,
    sandboxes,
    story,
    tables,
)

VERSION = "1.0"
PARTS = (
    games,
    game_chats,
    game_reports,
    tables,
    boxes,
    rules,
    account,
    people,
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


@cache
def api_routes() -> Sequence[BaseRoute]:
    """Routes of the API, each with the documented problems. All applications of a process share
    them, because FastAPI builds a router anew for each inclusion.
    """
    router = APIRouter(
        responses=problems.DOCUMENTED, generate_unique_id_function=schema.operation_id
    )
    for part in PARTS:
        router.include_router(part.router)
    return router.routes


def create_api(services: Services, settings: Settings) -> FastAPI:
    api = FastAPI(
        title="Caracole",
        version=VERSION,
        docs_url=None,
        redoc_url=None,
        responses=problems.DOCUMENTED,
        generate_unique_id_function=schema.operation_id,
    )
    api.state.services, api.state.settings = services, settings
    problems.install_problem_handlers(api)
    api.router.routes.extend(api_routes())
    routes = [
        route for part in PARTS for route in part.router.routes if isinstance(route, APIRoute)
    ]
    schema.install_document(api, services.shelf, routes)
    api.add_middleware(Bounds)
    return api
