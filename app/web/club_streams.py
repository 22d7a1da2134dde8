"""Stream of the chat of a club: numbers only, and each browser fetches its own view."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from app.services.clubs.club_chat import news_for_reader
from app.services.notify.change_notifier import CLUB_CHAT
from app.services.people.accounts import Visitor
from app.web.game_streams import Subscriptions, frames_of_topics, on_logout
from app.web.page_cache import Page
from app.web.sse_broadcaster import make_frame


async def stream_chat(
    request: Request, club_id: int, visitor: Visitor, known: int, news: int
) -> AsyncIterator[Page]:
    """Frames after the news number that the browser knows, until the end of the session or of the
    membership, which each frame and heartbeat checks.
    """
    services, user = request.app.state.services, visitor.user.id
    yield make_frame("retry: 2000\n\n")
    with Subscriptions(request) as subscriptions:
        topics = [
            subscriptions.follow(user, "logins", visitor.ended, visitor.ended, on_logout),
            subscriptions.follow(club_id, CLUB_CHAT, news, known, chat_frame),
        ]
        async for frame in frames_of_topics(topics, subscriptions.subscriber):
            if await run_in_threadpool(news_for_reader, services, club_id, user) is None:
                return
            yield frame


async def chat_frame(_: int, number: int) -> Page:
    return make_frame(f"id: {number}\nevent: moved\ndata: {number}\n\n")
