"""Pages of a long game with a large part that depends on the position and on the viewer only.

The part is rendered and compressed once. The rest of the page is that of the visitor.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from fastapi import Request, Response

from app.services.watch.game_view import GameView
from app.web.language import language_of
from app.web.page_cache import Page, page_of
from app.web.pages import render_part, zone_of
from app.web.public_pages import MARK, page_response, parts_of, with_part
from app.web.reading_page import ReadingPage


def render_with_part(
    request: Request, template: str, part: str, page: ReadingPage, **context: Any
) -> Response:
    """Page whose template prints `part`. The template of the part gets `page` only."""

    def draw() -> Page:
        return page_of(render_part(request, part, page=page))

    look = page.look
    key = (part, language_of(request), zone_of(request), *known_to(page))
    kept = request.app.state.kept_parts.page(key, draw) if is_shared(look) else draw()
    around = render_part(request, template, page=page, part=MARK, **context)
    return page_response(request, with_part(parts_of(around), kept))


def is_shared(look: GameView) -> bool:
    """True for the view of a position. A view with the viewer's own plans is another one."""
    return look.view is look.history.view(look.at, look.viewer)


def known_to(page: ReadingPage) -> tuple[Hashable, ...]:
    """All that such a part depends on, beside language and time zone. The hash of the last move
    names the record. The address has the token of a private game.
    """
    look = page.look
    return page.base, look.at, look.history.head, look.viewer, page.mine, *page.players.items()
