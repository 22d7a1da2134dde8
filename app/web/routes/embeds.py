"""Read-only games: frames on other sites, projectors and preview pictures. All show the view of
anonymous visitors, and no cookie changes it. A cookie only opens projector and frame of a club's
game.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from app.kernel.record import Broken
from app.kernel.say import Say
from app.services.errors import NoSuchGame
from app.services.watch import game_lists, game_view
from app.services.watch.anonymous_view import is_link_of_club_game, load_anonymous_view
from app.services.watch.game_list import ListedGame
from app.web.auth import user_id
from app.web.client_limits import EventStream
from app.web.deferred_routes import DeferredRoute
from app.web.direct_writes import Write, direct_writer
from app.web.embed_answers import (
    FRAMED,
    OWN_FRAME,
    WALL,
    drawn_picture,
    embedded_page,
    server_zone,
    with_preferences,
)
from app.web.embed_page import NO_GAME, NO_SUCH, none_of, show_of
from app.web.forms import integer_or_none
from app.web.game_streams import accepts_gzip, as_bytes
from app.web.language import language_of
from app.web.page_cache import Page, PageCache
from app.web.pages import render_part
from app.web.preview_image import (
    CLUB_GAME,
    club_game_picture,
    game_picture,
    poster_of,
)
from app.web.sse_broadcaster import Subscriber, Tell, make_frame

router = APIRouter(route_class=DeferredRoute)
Seconds = Annotated[int, Query(ge=5, le=3600)]


@router.get("/embed/games/{address}")
def show_embed(request: Request, address: str) -> Response:
    """Public game for a frame on another site. A game that only its club sees has a neutral card at
    its secret address. Members of the club see it in frames of this site.
    """
    services = request.app.state.services
    try:
        look = load_anonymous_view(services, address, user_id(request))
    except NoSuchGame:
        is_known = is_link_of_club_game(services, address)
        return unshown_game(request, CLUB_GAME if is_known else NO_SUCH, 200 if is_known else 404)
    if look.game.club_only:
        return shown_game(request, look, "embed", OWN_FRAME, f"/embed/games/{look.game.address}")
    if look.game.is_private:
        return unshown_game(request, NO_SUCH, 404)
    return shown_game(request, look, "embed", FRAMED, here=f"/embed/games/{look.game.address}")


def unshown_game(request: Request, words: Say, status: int) -> Response:
    """Frame without a game."""
    language, here = language_of(request), with_preferences(request, request.url.path)
    return embedded_page(request, lambda: none_of("embed", here, language, words), FRAMED, status)


@router.get("/games/{address}/projector")
def show_projector(request: Request, address: str) -> Response:
    """Game for a projector, with the view of anonymous visitors for all. A member of its club sees
    a game that only the club sees.
    """
    services = request.app.state.services
    look = load_anonymous_view(services, address, user_id(request))
    return shown_game(
        request, look, "projector", WALL, here=f"/games/{look.game.address}/projector"
    )


@router.get("/projector")
def one_after_another(request: Request, every: Seconds = 30, after: int = 0) -> Response:
    """Running public games, one after another, each for `every` seconds."""
    services, language = request.app.state.services, language_of(request)
    for found in games_after(game_lists.list_running(services, 50), after):
        try:
            look = game_view.load_view(services, found.game.address)
        except Broken:
            continue
        return shown_game(
            request,
            look,
            "projector",
            WALL,
            here=f"/games/{look.game.address}/projector",
            following=f"/projector?every={every}&after={look.game.id}",
            every=every,
        )
    return embedded_page(
        request,
        lambda: none_of(
            "projector",
            with_preferences(request, f"/projector?every={every}"),
            language,
            NO_GAME,
            every,
        ),
        WALL,
    )


def games_after(games: list[ListedGame], after: int) -> list[ListedGame]:
    """Games in rotation by id, beginning after the id `after`."""
    return sorted(games, key=lambda one: (one.game.id <= after, one.game.id))


def shown_game(
    request: Request,
    look: game_view.GameView,
    kind: str,
    headers: dict[str, str],
    here: str,
    following: str = "",
    every: int = 0,
) -> Response:
    """Page of a game, rendered once for all its viewers."""
    services, language, here, following = (
        request.app.state.services,
        language_of(request),
        with_preferences(request, here),
        with_preferences(request, following),
    )
    return embedded_page(
        request,
        lambda: show_of(services, look, kind, language, here, following, every),
        headers,
        key=(kind, look.game.id, look.last, look.game.status, here, following),
    )


# --- Pictures
@router.get("/games/{address}/picture.png")
def picture_of(request: Request, address: str, at: int | None = None) -> Response:
    """Board after move `at` (None: now) beside the names of game and players. A private game shows
    only its box, and a game that only its club sees nothing of itself.
    """
    services, language = request.app.state.services, language_of(request)
    try:
        look = game_view.load_view(services, address, at=at)
    except NoSuchGame:
        if not is_link_of_club_game(services, address):
            raise
        return drawn_picture(
            request, ("club game", language), lambda: club_game_picture(language), "private"
        )
    key = (
        poster_of(look, language),
        language,
        () if look.game.is_private else (look.game.id, look.at, look.game.status),
    )

    kept = "private" if look.game.is_private else "public"
    return drawn_picture(request, key, lambda: game_picture(look, language), kept)


# --- Event stream
@router.get("/games/{address}/show")
async def stream_show(request: Request, address: str, after: int = 0) -> Response:
    """Event stream for frames and projectors, with the view of anonymous visitors after each move.
    A session changes nothing.
    """
    followed = await run_in_threadpool(game_view.load_followed, request.app.state.services, address)
    last = integer_or_none(request.headers.get("last-event-id", ""))
    is_packed = accepts_gzip(request)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"} | (
        {"Content-Encoding": "gzip"} if is_packed else {}
    )
    write = direct_writer(request, is_packed=is_packed)
    sent = embed_frames(request, followed, after if last is None else last, write)
    return EventStream(request, as_bytes(sent, is_packed), headers)


async def embed_frames(
    request: Request, followed: game_view.FollowedGame, known: int, write: Write | None = None
) -> AsyncIterator[Page]:
    notifier, subscriber, game, what = (
        request.app.state.services.notifier,
        Subscriber(write),
        followed.game,
        followed.topic,
    )
    tell = told_of(request, game.address)
    yield make_frame("retry: 2000\n\n")
    with request.app.state.broadcaster.subscribed(
        subscriber,
        (game.id, what, "show", language_of(request)),
        game.number,
        lambda seen: notifier.next_after(game.id, seen, what),
        tell,
    ) as begins:
        if known < begins and (told := await tell(known, begins)):
            yield told
        async for told in subscriber.frames():
            yield told


def told_of(request: Request, address: str) -> Tell:
    async def told(_: int, __: int) -> Page:
        return await run_in_threadpool(moved_frame, request, address)

    return told


def moved_frame(request: Request, address: str) -> Page:
    """Stream frame with the changed parts of such a page; drawn once."""
    services, language = request.app.state.services, language_of(request)
    look = game_view.load_view(services, address)

    def draw() -> Page:
        show = show_of(services, look, "projector", language, "")
        parts = render_part(
            request,
            "show/moved.html",
            show=show,
            user=None,
            csrf="",
            theme="",
            zone=server_zone(request),
        )
        data = json.dumps({"number": look.last, "parts": parts}, ensure_ascii=False)
        return make_frame(f"id: {look.last}\nevent: shown\ndata: {data}\n\n")

    page_cache: PageCache[Page] = request.app.state.page_cache
    return page_cache.page(
        ("show frame", look.game.id, look.last, look.game.status, language), draw
    )
