"""Server-sent events: that a move was made, never what; the browser fetches its own view. What strangers may see is the same for all and comes along."""
from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from functools import lru_cache

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams

from app.club import watch
from app.club.accounts import Visitor
from app.web.auth import user_id
from app.web.forms import whole
from app.web.gallery import HEADER, Page, page_of
from app.web.language import language_of
from app.web.pages import printed
from app.web.play_page import TABS, play_page

router = APIRouter()
HEARTBEAT = 20.0                 # seconds
MOST_AT_ONCE = 500                # frames for a browser that comes back after a long time


@router.get("/games/{address}/events")
async def events(request: Request, address: str, after: int = 0, letters: int = 0, shown: str = "") -> Response:
    """A frame per move after the last one that the browser knows (`Last-Event-ID`, else `after`).

    A stranger who names the tab that he has open (`shown`) is sent what changes on his page too, drawn and compressed once for all of them.
    """
    look = await run_in_threadpool(watch.look, request.app.state.club, address, user_id(request))
    last = whole(request.headers.get("last-event-id", ""))
    seen = after if last is None else last
    visitor = request.state.visitor
    is_packed = "gzip" in request.headers.get("accept-encoding", "")
    sent = frames(request, look.game.id, seen, letters if look.seat else None, visitor)
    if shown in TABS and visitor is None:
        sent = with_pictures(request, look.game.address, shown, sent)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"} | ({"Content-Encoding": "gzip"} if is_packed else {})
    return StreamingResponse(written(sent, is_packed), media_type="text/event-stream", headers=headers)


async def written(sent: AsyncIterator[Page], is_packed: bool) -> AsyncIterator[bytes]:
    """The frames as bytes; compressed, each of them by itself."""
    if is_packed:
        yield HEADER
    async for frame in sent:
        yield frame.packed if is_packed else frame.plain


async def with_pictures(request: Request, address: str, tab: str, sent: AsyncIterator[Page]) -> AsyncIterator[Page]:
    """After each frame that tells of a move, the one with what it changes on the page."""
    async for frame in sent:
        yield frame
        if b"event: moved" in frame.plain:
            yield await run_in_threadpool(picture, request, address, tab)


def picture(request: Request, address: str, tab: str) -> Page:
    """What strangers with this tab are shown of the last move, as a frame."""
    club, language = request.app.state.club, language_of(request)
    look = watch.look(club, address)

    def draw() -> Page:
        parts = printed(request, "play/parts.html", csrf="", page=play_page(club, look, QueryParams(tab=tab), language, None))
        return frame(f"event: shown\ndata: {json.dumps({'number': look.last, 'tab': tab, 'parts': parts}, ensure_ascii=False)}\n\n")
    return request.app.state.gallery.page(("frame", look.game.id, look.last, language, tab), draw)


@lru_cache(maxsize=256)
def frame(text: str) -> Page:
    """A frame, plain and compressed; the same for everybody who is sent it."""
    return page_of(text)


async def frames(request: Request, game_id: int, moved: int, letters: int | None, visitor: Visitor | None) -> AsyncIterator[Page]:
    """Every move for everybody, letters (the number of the last one) for the seats, until browser or server go away or a log-in of the visitor is ended."""
    bell = request.app.state.club.bell
    closing = asyncio.ensure_future(request.app.state.closing.wait())
    ended = asyncio.ensure_future(bell.next_after(visitor.user.id, visitor.ended, "logins") if visitor else closing)
    yield frame("retry: 2000\n\n")
    try:
        while not closing.done() and not ended.done() and not await request.is_disconnected():
            move = asyncio.ensure_future(bell.next_after(game_id, moved))
            letter = None if letters is None else asyncio.ensure_future(bell.next_after(game_id, letters, "letters"))
            waited = {one for one in (move, letter, closing, ended) if one}
            try:
                await asyncio.wait(waited, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
                if move.done():
                    earlier, moved = moved, move.result()
                    made = range(max(earlier + 1, moved - MOST_AT_ONCE), moved + 1)
                    yield frame("".join(f"id: {number}\nevent: moved\ndata: {number}\n\n" for number in made))
                if letter and letter.done():
                    letters = letter.result()
                    yield frame(f"event: letter\ndata: {letters}\n\n")
                if not move.done() and not (letter and letter.done()):
                    yield frame(": still here\n\n")
            finally:
                for one in waited - {closing, ended}:
                    one.cancel()
    finally:
        closing.cancel()
        ended.cancel()


@router.get("/games/{address}/number")
def number(request: Request, address: str) -> Response:
    """The number of the last move, for a page whose stream is blocked."""
    look = watch.look(request.app.state.club, address, user_id(request))
    return JSONResponse({"number": look.last}, headers={"Cache-Control": "no-store"})
