"""Cached pages with forms for anonymous visitors: the start page, the lobby, rules and
measurements, players and clubs.

A page is rendered once for each language and look. The cached text has a mark in place of the CSRF
token. Each visitor's token replaces the mark, so the cache holds no data of a visitor.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from app.web.language import language_of
from app.web.page_cache import Page, PageCache, page_of
from app.web.pages import LIKES, preferred_look, render_page, render_part, with_headers

MARK = secrets.token_urlsafe(32)
"""Text in place of the token. No other text of a page has it, because it is random."""
Parts = tuple[Page, ...]


def render_public(
    request: Request,
    template: str,
    context: Callable[[], dict[str, Any]],
    *,
    has_games: bool = False,
    is_one_of_many: bool = False,
) -> Response:
    """Page for this visitor. It is cached for anonymous visitors whose address has no query.

    `has_games`: the page lists games, so any change of a list renders it again. `is_one_of_many`:
    there is such a page for each user or club. These pages do not displace the others.
    """
    if request.state.visitor is not None or request.query_params:
        return render_page(request, template, **context())
    version = request.app.state.services.lists.version() if has_games else ()
    looks = [preferred_look(request, name) for name in LIKES]
    key = (template, request.url.path, language_of(request), *looks, *version)
    state = request.app.state
    cache: PageCache[Parts] = state.pages_of_many if is_one_of_many else state.public_pages
    parts = cache.page(
        key, lambda: parts_of(render_part(request, template, **{**context(), "csrf": MARK}))
    )
    return page_response(request, with_part(parts, page_of(request.state.csrf)))


def page_response(request: Request, page: Page) -> Response:
    """Compressed page, or a plain one for a client that does not read the compressed form."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return with_headers(request, HTMLResponse(page.plain))
    packed = HTMLResponse(page.gzip, headers={"Content-Encoding": "gzip"})
    return with_headers(request, packed)


def parts_of(text: str) -> Parts:
    """Parts of a page between its tokens, each compressed."""
    return tuple(page_of(part) for part in text.split(MARK))


def with_part(parts: Parts, between: Page) -> Page:
    """Page with a token, or another part, between its parts."""
    return Page(
        between.plain.join(part.plain for part in parts),
        between.packed.join(part.packed for part in parts),
    )
