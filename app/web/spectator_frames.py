"""What a stream tells of those who watch a game and of what they say: made once, however many
follow.
"""

from __future__ import annotations

import json
from functools import lru_cache

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from app.services.people import spectator_chat
from app.services.watch import game_view
from app.store.records import Game
from app.web.page_cache import Page, page_of
from app.web.pages import worded
from app.web.spectator_page import hall_page
from app.web.sse_broadcaster import Tell


class Said(Page, frozen=True):
    """A frame of the hall; `seated` are those who sit at the game by now: whoever sat down since
    his stream began hears no more of it.
    """

    seated: frozenset[int] = frozenset()


def watching(request: Request, game_id: int, language: str) -> Tell:
    """How many watch, in words."""

    async def told(*_: int) -> Page:
        return counted(language, request.app.state.services.stands.count(game_id))

    return told


@lru_cache(maxsize=256)
def counted(language: str, count: int) -> Page:
    """So many, as a frame: the same for every stream that begins before another comes."""
    words = worded(language, "play/watching.html", count=count)
    return page_of(
        "event: watching\ndata: "
        f"{json.dumps({'count': count, 'words': words}, ensure_ascii=False)}\n\n"
    )


def said(request: Request, game: Game, language: str, *, is_shown: bool) -> Tell:
    """That something was said; where the hall `is_shown` also the list of what was, the same for
    everybody: as strangers read it, if they may watch.
    """

    async def told(*_: int) -> Page:
        return await run_in_threadpool(_said, request, game, language, is_shown=is_shown)

    return told


def _said(request: Request, game: Game, language: str, *, is_shown: bool) -> Page:
    services = request.app.state.services
    news, seated = spectator_chat.heard(services, game.id)

    def draw() -> Page:
        text = f"event: remark\ndata: {news}\n\n"
        if is_shown:
            words = worded(
                language,
                "play/hall_list.html",
                hall=hall_page(services, game_view.look(services, game.address), None),
            )
            text += f"event: hall\ndata: {json.dumps({'news': news, 'list': words}, ensure_ascii=False)}\n\n"
        return page_of(text)

    page = request.app.state.gallery.page(("hall", game.id, news, language, is_shown), draw)
    return Said(page.plain, page.packed, seated)
