"""Former addresses of pages. Each is answered with a permanent redirect to the present one."""

from __future__ import annotations

import re

from fastapi import Request
from fastapi.responses import RedirectResponse

MOVED = (
    (re.compile(r"(/games/[^/]+(?:/at/\d+|/sandboxes/[^/]+)?)/words", re.ASCII), r"\1/text"),
    (re.compile(r"(/games/[^/]+)/letters(/\d+(?:/report)?)?", re.ASCII), r"\1/messages\2"),
    (re.compile(r"(/games/[^/]+)/hall", re.ASCII), r"\1/spectators"),
    (re.compile(r"/to/(\d+)", re.ASCII), r"/open-game/\1"),
    (re.compile(r"/proof", re.ASCII), "/quality"),
    (re.compile(r"/account/notices/receivers", re.ASCII), "/account/notices/targets"),
)
"""Patterns of former paths, each with its present path."""

MOVED_TABS = {"words": "text", "letters": "messages", "hall": "spectators"}
"""Former names of the tabs beside the board."""


def redirect_from_former_address(request: Request) -> RedirectResponse | None:
    """Redirect with the same method and query; None if the path is no former one."""
    for former, present in MOVED:
        found = former.fullmatch(request.url.path)
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
