"""The API as an application of its own, under /api/v1 of the other."""
from __future__ import annotations

from fastapi import FastAPI
from fastapi.routing import APIRoute

from app.club.club import Club
from app.settings import Settings
from app.web.api import problems, schema
from app.web.api.bounds import Bounds
from app.web.api.routes import account, armies, boxes, games, people, rules, sandboxes, standing, tables

VERSION = "1.0"
PARTS = (games, tables, boxes, rules, account, people, sandboxes, standing, armies)
"""What is asked most is looked for first."""


def create_api(club: Club, settings: Settings) -> FastAPI:
    api = FastAPI(title="Caracole", version=VERSION, docs_url=None, redoc_url=None, responses=problems.DOCUMENTED, generate_unique_id_function=schema.named)
    api.state.club, api.state.settings = club, settings
    problems.install(api)
    for part in PARTS:
        api.include_router(part.router)
    routes = [route for part in PARTS for route in part.router.routes if isinstance(route, APIRoute)]
    schema.install(api, club.shelf, routes)
    api.add_middleware(Bounds)
    return api
