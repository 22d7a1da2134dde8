"""The index of routes finds the route that the list would find first."""

from __future__ import annotations

import re

import pytest
from starlette.routing import Match, Route

from app.web.route_index import RouteIndex


def first(routes, path: str, method: str) -> object:
    scope = {"type": "http", "method": method, "path": path, "headers": []}
    return next((one for one in routes if one.matches(scope)[0] == Match.FULL), None)


@pytest.mark.parametrize("part", ["pages", "api"])
def test_index_finds_the_first_route_of_the_list(app, part):
    router = app.router if part == "pages" else app.state.api.router
    index = RouteIndex(router)
    for route in (one for one in router.routes if isinstance(one, Route)):
        for path in {route.path, re.sub(r"\{\w+\}", "new", route.path)}:
            for method in route.methods:
                found = first(index.candidates(path), path, method)
                assert found is first(router.routes, path, method) is not None, path
                assert len(list(index.candidates(path))) < 20


@pytest.mark.parametrize("path", ["/nothing", "/games/x/nothing", "/games/x/", "/rules//"])
def test_unknown_address_is_not_found(web, path):
    assert web.get(path, follow_redirects=False).status_code in (307, 404)
    assert first(RouteIndex(web.app.router).candidates(path), path, "GET") is None


def test_address_with_a_slash_too_many_leads_to_its_page(web):
    answer = web.get("/rules/", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/rules")


def test_wrong_method_is_refused(web):
    assert web.delete("/rules").status_code == 405
