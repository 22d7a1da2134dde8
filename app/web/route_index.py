"""Look-up of routes by the fixed words of their paths."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send


class Words:
    """Node of the tree of path words. `after` has the nodes of the next word by that word; the node
    of a parameter has the key "". `routes` end here, each with its place in the list.
    """

    def __init__(self) -> None:
        self.after: dict[str, Words] = {}
        self.routes: list[tuple[int, BaseRoute]] = []


class RouteIndex:
    """ASGI application of a router that compares a request with a few routes instead of all. The
    first route that fits answers, as in the list. An unknown address is compared with none.
    """

    def __init__(self, router: APIRouter):
        self._router, self._every_route = router, router.middleware_stack
        self._root, self._mounts = Words(), list[tuple[int, BaseRoute]]()
        for number, route in enumerate(router.routes):
            if isinstance(route, APIRoute) and ":" not in route.path:
                self._node_of(route.path).routes.append((number, route))
            else:
                self._mounts.append((number, route))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._every_route(scope, receive, send)
            return
        scope.setdefault("router", self._router)
        found, path = False, scope["path"].removeprefix(scope.get("root_path", ""))
        for route in self.candidates(path):
            match, more = route.matches(scope)
            if match == Match.FULL:
                scope.update(more)
                await route.handle(scope, receive, send)
                return
            found = found or match == Match.PARTIAL
        if found or self._has_other_slash(path):
            await self._every_route(scope, receive, send)
        else:
            await self._router.default(scope, receive, send)

    def candidates(self, path: str) -> Iterator[BaseRoute]:
        """Routes whose fixed words are those of the path, in the order of the list."""
        nodes = [self._root]
        for word in path.split("/"):
            nodes = [node.after[key] for node in nodes for key in {word, ""} if key in node.after]
        found = [one for node in nodes for one in node.routes]
        return (route for _, route in sorted([*self._mounts, *found], key=lambda one: one[0]))

    def _node_of(self, path: str) -> Words:
        node = self._root
        for word in path.split("/"):
            node = node.after.setdefault("" if "{" in word else word, Words())
        return node

    def _has_other_slash(self, path: str) -> bool:
        """True if a route may have this address with or without a slash at its end."""
        other = path.rstrip("/") if path.endswith("/") else f"{path}/"
        return any(isinstance(route, APIRoute) for route in self.candidates(other))


def index_routes(router: APIRouter) -> None:
    """Let a router look its routes up. They must be complete."""
    router.middleware_stack = RouteIndex(router)
