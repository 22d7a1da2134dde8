"""Every module of routes is part of the application."""

from __future__ import annotations

import importlib
import pkgutil

from app.web import routes
from app.web.app import ROUTE_MODULES


def test_every_module_of_routes_is_mounted():
    modules = [
        importlib.import_module(f"{routes.__name__}.{one.name}")
        for one in pkgutil.iter_modules(routes.__path__)
    ]
    assert {one.__name__ for one in modules if hasattr(one, "router")} == {
        one.__name__ for one in ROUTE_MODULES
    }, "add the module to ROUTE_MODULES of app/web/app.py"
