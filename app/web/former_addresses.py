"""Former addresses of pages. Each is answered with a permanent redirect to the present one."""

from __future__ import annotations

import re

from fastapi import Request
from fastapi.responses import RedirectResponse

MOVED = (
    (r"(/games/[^/]+(?:/at/\d+|/sandboxes/[^/]+)?)/words", r"\1/text"),
    (r"(/games/[^/]+)/letters(/\d+(?:/report)?)?", r"\1/messages\2"),
    (r"(/games/[^/]+)/hall", r"\1/spectators"),
    (r"/to/(\d+)", r"/open-game/\1"),
    (r"/proof", "/quality"),
)
"""Patterns of former paths, each with its present path."""

MOVED_TABS = {"words": "text", "letters": "messages", "hall": "spectators"}
"""Former names of the tabs beside the board."""


def redirect_from_former_address(request: Request) -> RedirectResponse | None:
    """Redirect with the same method and query; None if the path is no former one."""
    for former, present in MOVED:
        found = re.fullmatch(former, request.url.path, re.ASCII)
        if found:
            path = found.expand(present)
            return RedirectResponse(str(request.url.replace(path=path, scheme="", netloc="")), 308)
    return None


def redirect_from_former_tab(request: Request) -> RedirectResponse | None:
    """Redirect to the present name of the tab; None if the query has no former one."""
    tab = MOVED_TABS.get(request.query_params.get("tab", ""))
    if tab is None or request.method != "GET":
        return None
    address = request.url.include_query_params(tab=tab)
    return RedirectResponse(str(address.replace(scheme="", netloc="")), 308)
