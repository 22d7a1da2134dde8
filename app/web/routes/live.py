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
HEARTBEAT = 20.0


@router.get("/games/{address}/events")
async def events(request: Request, address: str, after: int = 0) -> Response:
    """A frame per move after the last one that the browser knows (`Last-Event-ID`, else `after`)."""
    look = await run_in_threadpool(watch.look, request.app.state.club, address, user_id(request))
    last = whole(request.headers.get("last-event-id", ""))
    seen = after if last is None else last
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(frames(request, look.game.id, seen), media_type="text/event-stream", headers=headers)


async def frames(request: Request, game_id: int, seen: int) -> AsyncIterator[str]:
    bell, closing = request.app.state.club.bell, request.app.state.closing
    yield "retry: 2000\n\n"
    while not closing.is_set() and not await request.is_disconnected():
        try:
            seen = await asyncio.wait_for(bell.next_after(game_id, seen), HEARTBEAT)
            yield f"id: {seen}\nevent: moved\ndata: {seen}\n\n"
        except TimeoutError:
            yield ": still here\n\n"


@router.get("/games/{address}/number")
def number(request: Request, address: str) -> Response:
    """The number of the last move, for a page whose stream is blocked."""
    look = watch.look(request.app.state.club, address, user_id(request))
    return JSONResponse({"number": look.last}, headers={"Cache-Control": "no-store"})
