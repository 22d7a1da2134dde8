"""Routes that FastAPI analyses at their first use, not at the start of the server."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from fastapi.routing import APIRoute
from starlette.routing import get_name

_BUILDING = threading.RLock()


class DeferredRoute(APIRoute):
    """Route that knows its address and function, and the rest when it is asked for it.

    FastAPI reads the parameters of all routes and makes their validators, which took half of a
    start.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **given: Any):
        self._given: dict[str, Any] | None = given
        self.path, self.endpoint = path, endpoint
        self.name = given.get("name") or get_name(endpoint)

    def __getattr__(self, name: str) -> Any:
        """Complete the route, then return the attribute. Called for a missing attribute only."""
        if name.startswith("__") or "_given" not in self.__dict__:
            raise AttributeError(name)
        with _BUILDING:
            if (given := self._given) is not None:
                self._given = None  # FastAPI may ask the route itself
                super().__init__(self.path, self.endpoint, **given)
        return object.__getattribute__(self, name)
