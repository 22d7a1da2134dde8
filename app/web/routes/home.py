"""The start page, preferences, health."""
from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse

from app.club import accounts, lobby, watch
from app.kernel.say import LANGUAGES
from app.web.auth import log_in_cookie, set_cookie, user_id
from app.web.forms import proven_form
from app.web.language import COOKIE, language_of
from app.web.pages import render
from app.web.stage import stage_of
from starlette.concurrency import run_in_threadpool

router = APIRouter()
THEMES, PALETTES = ("auto", "light", "dark"), ("classic", "deutan", "contrast")


@router.get("/")
def start(request: Request) -> Response:
    club, me = request.app.state.club, user_id(request)
    mine = watch.my_games(club, me) if me else []
    demo = watch.demo(club)
    return render(request, "home/start.html", mine=mine[:8], more=len(mine), boxes=list(club.shelf.values()), demo=demo,
                  stage=stage_of(club, demo.game.address, language_of(request)) if demo else None, going_on=watch.going_on(club, 5))


@router.get("/mine")
def my_games(request: Request) -> Response:
    club, me = request.app.state.club, user_id(request)
    return render(request, "home/mine.html", mine=watch.my_games(club, me) if me else [])


@router.post("/play-now")
async def play_now(request: Request) -> Response:
    """A battle against a bot at once; whoever has no account gets a guest's."""
    form = await proven_form(request)
    return await run_in_threadpool(_play_now, request, str(form.get("box", "")) or None, str(form.get("scenario", "")) or None)


def _play_now(request: Request, box: str | None, scenario: str | None) -> Response:
    club = request.app.state.club
    login = None
    if request.state.visitor is None:
        guest = accounts.create_guest(club, language_of(request))
        login = accounts.start_login(club, guest.id)
    me = login.user.id if login else request.state.visitor.user.id
    game = lobby.play_now(club, me, box)
    response = RedirectResponse(f"/games/{game.address}", 303)
    if login:
        log_in_cookie(request, response, login.token)
    return response


@router.post("/preferences")
async def prefer(request: Request) -> Response:
    """Language, theme and palette: kept with the member, else in cookies."""
    form = await proven_form(request)
    wishes = {"language": str(form.get("language", "")), "theme": str(form.get("theme", "-")), "palette": str(form.get("palette", "-"))}
    back = urlsplit(str(form.get("back", "/")))
    response = RedirectResponse(back.path if back.path.startswith("/") and not back.path.startswith("//") else "/", 303)
    kept = {name: wish for name, wish in wishes.items() if wish in {"language": LANGUAGES, "theme": THEMES, "palette": PALETTES}[name]}
    if me := user_id(request):
        await run_in_threadpool(lambda: accounts.prefer(request.app.state.club, me, **kept))
    for name, wish in kept.items():
        set_cookie(request, response, COOKIE if name == "language" else f"caracole_{name}", wish) if name != "language" else \
            response.set_cookie(COOKIE, wish, max_age=365 * 24 * 3600, path="/", samesite="lax")
    return response


@router.get("/health")
def health(request: Request) -> PlainTextResponse:
    """200 while the ledger answers."""
    request.app.state.club.ping()
    return PlainTextResponse("ok")
