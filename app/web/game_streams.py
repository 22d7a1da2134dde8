"""Frames of the streams of games, as server-sent events: move numbers only, and each browser
fetches its own view. Public data, equal for all anonymous visitors, is included.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Iterator
from contextlib import ExitStack

import msgspec
from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams

from app.services.people.accounts import Visitor
from app.services.watch import game_view
from app.web import spectator_frames
from app.web.forms import integer_or_none
from app.web.game_page import CHANGES
from app.web.language import language_of
from app.web.page_cache import HEADER, Page, PageCache
from app.web.pages import render_part
from app.web.panels.compose import compose_page, live_panels
from app.web.panels.frame import build_frame
from app.web.spectator_frames import Said
from app.web.sse_broadcaster import Subscriber, Tell, make_frame

MOST_AT_ONCE = 500  # moves reported to a browser that returns after a long time
Listen = Callable[..., tuple[int, int, Tell]]


class Hall(msgspec.Struct, frozen=True):
    """Page's state of the spectator chat. `news` is the version it knows, `is_shown` means that the
    chat is open. `is_counted` counts the reader as a spectator.
    """

    language: str
    news: int = 0
    is_shown: bool = False
    is_counted: bool = False


ELSEWHERE = Hall("en")


class Farewell(Page, frozen=True):
    """Last frame of a stream."""


async def as_bytes(sent: AsyncIterator[Page], is_packed: bool) -> AsyncIterator[bytes]:
    """Frames as bytes. In a compressed stream each frame is compressed by itself."""
    if is_packed:
        yield HEADER
    async for told in sent:
        yield told.packed if is_packed else told.plain


async def stream_frames(
    request: Request,
    followed: game_view.FollowedGame,
    after: int,
    letters: int,
    visitor: Visitor | None,
    tab: str = "",
    hall: Hall = ELSEWHERE,
) -> AsyncIterator[Page]:
    """Frames of a stream until a disconnect, a shutdown or the end of the session. Every viewer
    gets moves and the number of spectators.

    Players also get the numbers of new messages, counted from the last known one. Other viewers get
    remarks. A viewer without a seat at a waiting game gets only the start. The browser then opens a
    new stream, and permission and delay are checked again.
    """
    bell, criers, listener = request.app.state.services.bell, request.app.state.criers, Subscriber()
    game, last = followed.game, integer_or_none(request.headers.get("last-event-id", ""))
    yield make_frame("retry: 2000\n\n")

    def listen(
        of: int, what: str, number: int, known: int, tell: Tell, *kind: Hashable
    ) -> tuple[int, int, Tell]:
        following = criers.listening(
            listener, (of, what, *kind), number, lambda seen: bell.next_after(of, seen, what), tell
        )
        return known, listening.enter_context(following), tell

    with ExitStack() as listening:
        waits = followed.seat is None and game.status == "open"
        moved = first_move if waits else with_page(request, game.address, tab) if tab else each_move
        known = game.number if waits else after if last is None else last
        heard = [
            listen(
                game.id,
                followed.topic,
                game.number,
                known,
                moved,
                bool(followed.seat),
                waits,
                tab and language_of(request),
                tab,
            )
        ]
        if followed.seat:
            heard.append(listen(game.id, followed.chat, followed.letters, letters, letter_frame))
        if visitor:
            heard.append(listen(visitor.user.id, "logins", visitor.ended, visitor.ended, on_logout))
        heard += about_the_hall(request, followed, visitor, hall, listen, listening)
        async for told in in_turn(heard, listener):
            if isinstance(told, Said) and visitor and visitor.user.id in told.seated:
                # The viewer has taken a seat meanwhile. The next stream carries the topics of a
                # player.
                return
            yield told
            if isinstance(told, Farewell):
                return


async def in_turn(
    topics: Iterable[tuple[int, int, Tell]], listener: Subscriber
) -> AsyncIterator[Page]:
    """Frames that the browser misses on each topic, then new frames until the end. The recorded
    state may already end the stream.
    """
    for known, begins, tell in topics:
        if known < begins:
            told = await tell(known, begins)
            if told is None:
                return
            yield told
    async for told in listener.heard():
        yield told


def about_the_hall(
    request: Request,
    followed: game_view.FollowedGame,
    visitor: Visitor | None,
    hall: Hall,
    listen: Listen,
    listening: ExitStack,
) -> Iterator[tuple[int, int, Tell]]:
    """Topics about spectators and, without a seat or after the end, their chat. A viewer without a
    seat counts as a spectator.
    """
    game, stands = followed.game, request.app.state.services.stands
    if (
        hall.is_counted
        and followed.seat is None
        and game.status != "open"
        and not (visitor and visitor.user.is_bot)
    ):
        listening.enter_context(stands.watching(game.id, visitor.user.id if visitor else None))
    yield listen(
        game.id,
        "watching",
        stands.told(game.id),
        -1,
        spectator_frames.watching_frames(request, game.id, hall.language),
        hall.language,
    )
    if followed.remarks is not None:
        is_shown = hall.is_shown and game.spectators and not followed.is_apart
        told = spectator_frames.remark_frames(request, game, hall.language, is_shown=is_shown)
        yield listen(
            game.id, "remarks", followed.remarks, hall.news, told, is_shown and hall.language
        )


async def each_move(earlier: int, number: int) -> Page:
    """Frame for each move after the earlier one."""
    made = range(max(earlier + 1, number - MOST_AT_ONCE, 1), number + 1)
    return make_frame("".join(f"id: {one}\nevent: moved\ndata: {one}\n\n" for one in made))


async def first_move(*_: int) -> Page:
    """Frame of the first move."""
    first = await each_move(0, 1)
    return Farewell(first.plain, first.packed)


async def letter_frame(_: int, number: int) -> Page:
    return make_frame(f"event: letter\ndata: {number}\n\n")


async def on_logout(*_: int) -> None:
    """End the streams of an account when its sessions end."""


def with_page(request: Request, address: str, tab: str) -> Tell:
    """Frames of the moves, followed by one with the changed parts of the anonymous
    visitors' page.
    """

    async def told(earlier: int, number: int) -> Page:
        moved, picture = (
            await each_move(earlier, number),
            await run_in_threadpool(picture_of, request, address, tab),
        )
        return Page(moved.plain + picture.plain, moved.packed + picture.packed)

    return told


def picture_of(request: Request, address: str, tab: str) -> Page:
    """Frame with the anonymous visitors' view of the last move for this tab."""
    services, language = request.app.state.services, language_of(request)
    look = game_view.load_view(services, address)

    def draw() -> Page:
        live = build_frame(look, QueryParams(tab=tab))
        page = compose_page(services, live, language, None, live_panels(look, tab))
        parts = render_part(request, CHANGES, csrf="", **page.context)
        return make_frame(
            "event: shown\ndata: "
            f"{json.dumps({'number': look.last, 'tab': tab, 'parts': parts}, ensure_ascii=False)}\n\n"
        )

    gallery: PageCache[Page] = request.app.state.gallery
    return gallery.page(("frame", look.game.id, look.last, language, tab), draw)
