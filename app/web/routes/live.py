"""Server-sent events: that a move was made, never what. The browser fetches its own view."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool

from app.club import watch
from app.web.auth import user_id
from app.web.forms import whole

router = APIRouter()
HEARTBEAT = 20.0                 # seconds
MOST_AT_ONCE = 500                # frames for a browser that comes back after a long time


@router.get("/games/{address}/events")
async def events(request: Request, address: str, after: int = 0, letters: int = 0) -> Response:
    """A frame per move after the last one that the browser knows (`Last-Event-ID`, else `after`)."""
    look = await run_in_threadpool(watch.look, request.app.state.club, address, user_id(request))
    last = whole(request.headers.get("last-event-id", ""))
    seen = after if last is None else last
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(frames(request, look.game.id, seen, letters if look.seat else None), media_type="text/event-stream", headers=headers)


async def frames(request: Request, game_id: int, moved: int, letters: int | None) -> AsyncIterator[str]:
    """Until the browser or the server goes away: every move for everybody, letters (the number of the last one) for the seats."""
    bell = request.app.state.club.bell
    closing = asyncio.ensure_future(request.app.state.closing.wait())
    yield "retry: 2000\n\n"
    try:
        while not closing.done() and not await request.is_disconnected():
            move = asyncio.ensure_future(bell.next_after(game_id, moved))
            letter = None if letters is None else asyncio.ensure_future(bell.next_after(game_id, letters, "letters"))
            waited = {one for one in (move, letter, closing) if one}
            try:
                await asyncio.wait(waited, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
                if move.done():
                    earlier, moved = moved, move.result()
                    yield "".join(f"id: {number}\nevent: moved\ndata: {number}\n\n" for number in range(max(earlier + 1, moved - MOST_AT_ONCE), moved + 1))
                if letter and letter.done():
                    letters = letter.result()
                    yield f"event: letter\ndata: {letters}\n\n"
                if not move.done() and not (letter and letter.done()):
                    yield ": still here\n\n"
            finally:
                for one in waited - {closing}:
                    one.cancel()
    finally:
        closing.cancel()


@router.get("/games/{address}/number")
def number(request: Request, address: str) -> Response:
    """The number of the last move, for a page whose stream is blocked."""
    look = watch.look(request.app.state.club, address, user_id(request))
    return JSONResponse({"number": look.last}, headers={"Cache-Control": "no-store"})
