"""Frames of the moves of a game for anonymous visitors: the changed parts of their page, whole or
as the difference from the last frame.

The parts are drawn once for all visitors of a language and tab. A difference is made of two parts
of the same viewpoint, so it contains only what its readers have or may have.
"""

from __future__ import annotations

import json

import msgspec
from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams

from app.services.watch import game_view
from app.web.game_page import CHANGES
from app.web.language import language_of
from app.web.page_cache import Page
from app.web.pages import render_part
from app.web.panels.compose import compose_page, live_panels
from app.web.panels.frame import build_frame
from app.web.sse_broadcaster import make_frame
from app.web.text_difference import difference_of

MOST_AT_ONCE = 500  # moves reported to a browser that returns after a long time


class Parts(msgspec.Struct, frozen=True):
    """Changed parts of the page after move `number`, as markup."""

    number: int
    text: str


async def each_move(earlier: int, number: int) -> Page:
    """Frame for each move after the earlier one."""
    made = range(max(earlier + 1, number - MOST_AT_ONCE, 1), number + 1)
    return make_frame("".join(f"id: {one}\nevent: moved\ndata: {one}\n\n" for one in made))


class BoardFrames:
    """Maker of the frames of one game for one language and tab.

    All subscribers of a broadcast get their frames from one maker, so `_before` are the parts that
    the subscribers of the last broadcast hold.
    """

    def __init__(self, request: Request, address: str, tab: str):
        self._request, self._address, self._tab = request, address, tab
        self._number = 0
        self._before: Parts | None = None
        self._now: Parts | None = None

    async def whole(self, earlier: int, number: int) -> Page:
        """Numbers of the moves, then the whole parts."""
        parts = await self._load(number)
        picture = await run_in_threadpool(self._frame, parts)
        return joined(await each_move(earlier, number), picture)

    async def whole_once(self, earlier: int, number: int) -> Page:
        """Whole parts for one stream, which keeps no text."""
        return await BoardFrames(self._request, self._address, self._tab).whole(earlier, number)

    async def difference(self, earlier: int, number: int) -> Page:
        """Numbers of the moves, then the difference from the parts of the last broadcast."""
        parts = await self._load(number)
        picture = await run_in_threadpool(self._frame, parts, self._before)
        return joined(await each_move(earlier, number), picture)

    async def _load(self, number: int) -> Parts:
        """Parts for the broadcast of this move, perhaps of a later one."""
        if self._now is None or number != self._number:
            self._number, self._before = number, self._now
            if self._now is None or self._now.number < number:
                self._now = await run_in_threadpool(
                    load_parts, self._request, self._address, self._tab
                )
        return self._now

    def _frame(self, parts: Parts, before: Parts | None = None) -> Page:
        since = before and before.number

        def draw() -> Page:
            sent = {"number": parts.number, "tab": self._tab, "since": since}
            made = difference_of(before.text, parts.text) if before else parts.text
            words = json.dumps(sent | {"parts": made}, ensure_ascii=False, separators=(",", ":"))
            return make_frame(f"event: shown\ndata: {words}\n\n")

        key = ("frame", self._address, parts.number, since, language_of(self._request), self._tab)
        page: Page = self._request.app.state.page_cache.page(key, draw)
        return page


def load_parts(request: Request, address: str, tab: str) -> Parts:
    """Parts of the anonymous visitors' page after the last move that they may see."""
    services, language = request.app.state.services, language_of(request)
    look = game_view.load_view(services, address)

    def draw() -> Parts:
        live = build_frame(look, QueryParams(tab=tab))
        page = compose_page(services, live, language, None, live_panels(look, tab))
        return Parts(look.last, render_part(request, CHANGES, csrf="", **page.context))

    parts: Parts = request.app.state.page_cache.page(
        ("parts", look.game.id, look.last, language, tab), draw
    )
    return parts


def joined(first: Page, second: Page) -> Page:
    """One frame made of two."""
    return Page(first.plain + second.plain, first.packed + second.packed)
