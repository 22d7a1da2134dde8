"""Start page, preferences and health check."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.concurrency import run_in_threadpool

from app.kernel.contract import Game
from app.kernel.record import Broken
from app.kernel.say import LANGUAGES, say
from app.services.clubs import clubs
from app.services.container import Services
from app.services.people import accounts
from app.services.play import demonstrations, invitations, lobby
from app.services.watch import game_lists
from app.services.watch.game_list import ListedGame
from app.web.auth import as_user, redirect_with_session, set_cookie, user_id
from app.web.changelog_page import IN_VIEW, changelog
from app.web.deferred_routes import DeferredRoute
from app.web.draft import address_of
from app.web.featured_game import Stage, stage_now
from app.web.forms import csrf_form, own_path
from app.web.language import language_of
from app.web.pages import LIKES, render_page
from app.web.problems import SOON
from app.web.public_pages import render_public
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)
# Number of games on the start page, of finished games on a page of "my games", and highest id.
START, PAGE, NO_MORE = (
    8,
    20,
    2**31 - 1,
)
RESULTS = {
    "won": say("Won", "Ganadas"),
    "lost": say("Lost", "Perdidas"),
    "drawn": say("Drawn", "Empatadas"),
}
ROBOTS = """\
User-agent: *
Disallow: /*?
Disallow: /games/*/
Allow: /games/*/report$
Allow: /games/*/front$
Allow: /games/*/chronicle$
Disallow: /armies/draft
Disallow: /embed/
Disallow: /tables/
Disallow: /open-game/
Disallow: /to/
Disallow: /api/v1/
Crawl-delay: 5
"""
KNOWN = {"language": LANGUAGES, **LIKES}


@router.get("/")
def show_start_page(request: Request) -> Response:
    return render_public(
        request, "home/start.html", lambda: _start_context(request), has_games=True
    )


def _start_context(request: Request) -> dict[str, Any]:
    services, me = request.app.state.services, user_id(request)
    mine = game_lists.list_my_games(services, me, START) if me else []
    demo = game_lists.current_demo(services)
    return {
        "mine": mine[:START],
        "invited": invitations.list_invitations(services, me) if me else [],
        "clubs": clubs.invitations_of_user(services, me) if me else (),
        "demo": demo,
        "boxes": [(box, lobby.first_battle(box)) for box in services.shelf.values()],
        "campaigns": list(campaigns_with_bots(services)),
        "stage": _featured_game(request, demo) if demo else None,
        "going_on": game_lists.list_running(services, 5, user_id=me),
    }


@router.get("/changelog")
def show_changelog(request: Request) -> Response:
    return render_public(
        request,
        "home/changelog.html",
        lambda: {"versions": changelog(language_of(request)), "in_view": IN_VIEW},
    )


def campaigns_with_bots(services: Services) -> Iterator[tuple[Game, int, int]]:
    """Guided campaigns, the number of bots against one player, and the number of all players."""
    for box, lesson in demonstrations.guided_campaigns(services):
        players = sum(side.competes for side in lesson.sides)
        yield box, players - 1, players


def _featured_game(request: Request, demo: ListedGame) -> Stage | None:
    """Featured game; None if its record is damaged. Its own page reports the damage."""
    try:
        return stage_now(request, demo.game.address)
    except Broken:
        return None


@router.get("/mine")
def redirect_to_my_games(request: Request) -> Response:
    """Redirect from the former address of the page, with its query."""
    return RedirectResponse(address_of("/my-games", **request.query_params), 308)


@router.get("/my-games")
def my_games(
    request: Request,
    before: Annotated[int | None, Query(ge=1, le=NO_MORE)] = None,
    box: str = "",
    result: str = "",
) -> Response:
    """Games of the visitor, with finished ones in pages. `box` and `result` limit the finished
    ones; unknown values do not.
    """
    services, me = request.app.state.services, user_id(request)
    box, result = box if box in services.shelf else "", result if result in RESULTS else ""
    mine = game_lists.list_my_games(services, me, PAGE, before, box, result) if me else []
    earlier = mine[-1].game.id if sum(one.game.status == "over" for one in mine) == PAGE else None
    kept = {name: value for name, value in (("box", box), ("result", result)) if value}
    return render_page(
        request,
        "home/mine.html",
        mine=mine,
        earlier=address_of("/my-games", **kept, before=str(earlier)) if earlier else "",
        box=box,
        result=result,
        results=RESULTS,
        shelf=services.shelf.values(),
        is_limited=bool(kept),
        invited=invitations.list_invitations(services, me) if me and before is None else [],
        clubs=clubs.invitations_of_user(services, me) if me and before is None else (),
    )


@router.post("/play-now")
async def play_now(request: Request) -> Response:
    """Start a battle against a bot. An anonymous visitor becomes a guest."""
    form = await csrf_form(request)
    return await run_in_threadpool(
        _play_now, request, str(form.get("box", "")) or None, str(form.get("scenario", "")) or None
    )


def _play_now(request: Request, box: str | None, scenario: str | None) -> Response:
    rate_limit_request(request, "tables")
    with as_user(request, language_of(request)) as (me, token):
        game = lobby.play_now(request.app.state.services, me, box, scenario)
    return redirect_with_session(request, f"/games/{game.address}", token)


@router.post("/watch-bots")
async def watch_bots(request: Request) -> Response:
    """Show a campaign of bots; the first user who asks opens it."""
    form = await csrf_form(request)
    return await run_in_threadpool(_watch_bots, request, str(form.get("box", "")))


def _watch_bots(request: Request, box: str) -> Response:
    rate_limit_request(request, "tables")
    game = demonstrations.campaign_of_bots(request.app.state.services, box)
    return RedirectResponse(f"/games/{game.address}", 303)


@router.post("/preferences")
async def save_preferences(request: Request) -> Response:
    """Store language, theme and palette in the account and in cookies."""
    form = await csrf_form(request)
    wishes: dict[str, Any] = {
        name: str(form[name]) for name, known in KNOWN.items() if form.get(name) in known
    }
    if me := user_id(request):
        await run_in_threadpool(
            lambda: accounts.save_preferences(request.app.state.services, me, **wishes)
        )
    response = RedirectResponse(own_path(str(form.get("back", "/"))), 303)
    for name, wish in wishes.items():
        set_cookie(request, response, f"caracole_{name}", wish)
    return response


@router.get("/robots.txt")
def show_robots() -> PlainTextResponse:
    """Rules for crawlers: the first page of a game and its stories, and no address with a
    question.
    """
    return PlainTextResponse(ROBOTS, headers={"Cache-Control": "public, max-age=86400"})


@router.get("/health")
async def report_health(request: Request) -> PlainTextResponse:
    """Answer 200 while the database answers, otherwise 503. The text is one word, for load
    balancers.
    """
    if await request.app.state.pulse.beats():
        return PlainTextResponse("ok")
    return PlainTextResponse("away", 503, {"Retry-After": str(SOON)})


@router.get("/metrics")
def report_metrics(request: Request) -> PlainTextResponse:
    """Prometheus metrics of this process for the administrator's token; without it the answer is
    404.
    """
    token = request.app.state.settings.metrics_token.get_secret_value()
    if not token or not hmac.compare_digest(
        request.headers.get("authorization", "").encode(), f"Bearer {token}".encode()
    ):
        raise HTTPException(404)
    return PlainTextResponse(request.app.state.figures.written(), media_type=CONTENT_TYPE_LATEST)
