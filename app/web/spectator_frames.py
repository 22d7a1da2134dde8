"""Stream frames about spectators and their chat. Each frame is made once for all subscribers."""

from __future__ import annotations

import json
from functools import lru_cache

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from app.services.people import spectator_chat
from app.services.watch import game_view
from app.store.records import Game
from app.web.page_cache import Page, page_of
from app.web.pages import render_for
from app.web.spectator_page import spectator_page
from app.web.sse_broadcaster import Tell


class ChatFrame(Page, frozen=True):
    """Frame of the spectator chat. `seated` are the users with a seat now; their streams receive no
    more of the chat.
    """

    seated: frozenset[int] = frozenset()


def watching_frames(request: Request, game_id: int, language: str) -> Tell:
    """Return the function that makes the frame with the number of spectators."""

    async def make(*_: int) -> Page:
        return count_frame(language, request.app.state.services.presence.count(game_id))

    return make


@lru_cache(maxsize=256)
def count_frame(language: str, count: int) -> Page:
    """Frame with the number of spectators; cached and shared by new streams."""
    words = render_for(language, "play/watching.html", count=count)
    return page_of(
        "event: watching\ndata: "
        f"{json.dumps({'count': count, 'words': words}, ensure_ascii=False)}\n\n"
    )


def remark_frames(request: Request, game: Game, language: str, *, is_shown: bool) -> Tell:
    """Return the function that makes a frame about new remarks. If `is_shown`, the frame contains
    the list as an anonymous visitor reads it.
    """

    async def make(*_: int) -> Page:
        return await run_in_threadpool(_remark_frame, request, game, language, is_shown=is_shown)

    return make


def _remark_frame(request: Request, game: Game, language: str, *, is_shown: bool) -> Page:
    services = request.app.state.services
    news, seated = spectator_chat.news_and_excluded(services, game.id)

    def draw() -> Page:
        text = f"event: remark\ndata: {news}\n\n"
        if is_shown:
            words = render_for(
                language,
                "play/spectator_chat_list.html",
                spectators=spectator_page(
                    services, game_view.load_view(services, game.address), None
                ),
            )
            text += f"event: spectators\ndata: {json.dumps({'news': news, 'list': words}, ensure_ascii=False)}\n\n"
        return page_of(text)

    page = request.app.state.page_cache.page(
        ("spectators", game.id, news, language, is_shown), draw
    )
    return ChatFrame(page.plain, page.packed, seated)
