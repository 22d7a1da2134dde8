"""Lobby: open tables, new tables, seats and the armies that players bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.bot_strengths import NORMAL, TITLES
from app.kernel.contract import Game
from app.kernel.rated_scenarios import may_be_rated
from app.kernel.refusal import Refusal, Refused
from app.services.clubs import club_games
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.play import demonstrations, invitations, lobby, open_seats, rematches
from app.services.play.game_setup import choices_of_form, load_setup_progress
from app.services.play.new_tables import NewTable
from app.services.play.next_season import next_season_form
from app.services.watch import game_lists, game_view
from app.services.watch.broadcast_delay import AT_ONCE, DELAYS
from app.services.watch.scenario_balance import load_balances
from app.web.auth import as_user, redirect_with_session, require_user, user_id
from app.web.clock_page import clock_asked, clock_given
from app.web.confirmation import is_confirmed
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, flag_field, integer_or_none, options_of_form
from app.web.game_setup_page import (
    BRINGS,
    TERMS,
    Agreeing,
    by_chance,
    given_in,
    has_lot,
    setup_questions,
    with_another_number,
)
from app.web.language import language_of
from app.web.page_question import leaving_question
from app.web.pages import render_page, zone_of
from app.web.public_pages import render_public
from app.web.rate_limiting import rate_limit_address, rate_limit_request
from app.web.waiting_page import show_waiting_room

router = APIRouter(route_class=DeferredRoute)
PROPOSE, IF_NONE = "another", "if none"
SHOW_TERMS = "show_terms"
"""Button that asks for the fields of the battle chosen so far."""
REFEREES = ("referee_1", "referee_2", "referee_3")
"""Fields of the referees whom a founder names beside themselves."""


@router.get("/lobby")
def show_lobby(request: Request) -> Response:
    services, me = request.app.state.services, user_id(request)
    return render_public(
        request, "lobby/games.html", lambda: _lobby_context(services, me), has_games=True
    )


def _lobby_context(services: Services, me: int | None) -> dict[str, Any]:
    joinable = open_seats.list_joinable(services, me)
    return {
        "tables": lobby.open_tables(services, me),
        "joinable": joinable,
        "going_on": open_seats.list_watchable(services, 12, me, joinable),
        "finished": game_lists.list_finished(services, 8, user_id=me),
        "campaigns": list(demonstrations.guided_campaigns(services)),
        "shelf": services.shelf,
    }


@router.get("/tables/new")
def new_table(request: Request, box: str = "", scenario: str = "", season_of: str = "") -> Response:
    """Form of a new table. The address may contain the terms and the armies, or the finished
    contest whose next season it is.
    """
    if user_id(request) is None:
        rate_limit_request(request, "looks")
    found = box_of(request, box)
    usual = [option.key for option in found.card.options if option.usual]
    given = dict(request.query_params)
    if season_of:
        given |= next_season_form(
            request.app.state.services, season_of, user_id(request), language_of(request)
        )
    return new_page(request, found, scenario, given, usual, fresh=not season_of, propose=IF_NONE)


@router.get("/tables/new/drawing")
def draw_table(
    request: Request, box: str = "", scenario: str = "", other: bool = False
) -> Response:
    """Picture and questions of a randomly generated table, for a request by htmx."""
    rate_limit_request(request, "looks")
    found = box_of(request, box)
    asked = scenario_questions(
        request,
        found,
        scenario,
        dict(request.query_params),
        PROPOSE if other else IF_NONE,
        chosen=True,
    )
    if asked is None or asked.gallery is None:
        raise NoSuchGame
    return render_page(
        request, "lobby/by_chance.html", agreeing=asked, box=found, scenario=scenario
    )


@router.post("/tables")
async def open_table(request: Request) -> Response:
    form = await csrf_form(request)
    box = box_of(request, str(form.get("box", "")) or "?")
    given = {name: str(value) for name, value in form.items() if name != "options"}
    chosen = options_of_form(form)
    scenario, _, side = given.get("seat", "").partition("/")
    if "other" in given:
        return await run_in_threadpool(
            new_page, request, box, scenario, given, chosen, propose=PROPOSE
        )
    if SHOW_TERMS in given:
        return await run_in_threadpool(new_page, request, box, scenario, given, chosen)
    try:
        return await run_in_threadpool(
            _open_table, request, box, scenario, side, given, chosen, flag_field(form, "spectators")
        )
    except Refused as refused:
        return await run_in_threadpool(
            new_page, request, box, scenario, given, chosen, refused.refusals, 422
        )


def box_of(request: Request, key: str) -> Game:
    """Box with this key, or the first one for an empty key; raises `NoSuchGame`."""
    shelf: Mapping[str, Game] = request.app.state.services.shelf
    if key and key not in shelf:
        raise NoSuchGame
    return shelf[key] if key else next(iter(shelf.values()))


def scenario_questions(
    request: Request,
    box: Game,
    scenario: str,
    given: dict[str, str],
    propose: str = "",
    chosen: bool = False,
) -> Agreeing | None:
    """Questions about a scenario; raises `NoSuchGame` if the box has no such scenario.

    `propose` asks for a new random number, or for one if none was named. `chosen` selects the
    randomly generated table.
    """
    if scenario not in {one.key for one in box.card.scenarios}:
        raise NoSuchGame
    terms = given_in(given, TERMS)
    if box.agreement and chosen:
        terms = by_chance(box.agreement, scenario, terms)
    if box.agreement and (
        propose == PROPOSE or (propose == IF_NONE and not has_lot(box.agreement, scenario, terms))
    ):
        terms = with_another_number(box.agreement, scenario, terms)
    return setup_questions(
        request.app.state.services,
        box,
        scenario,
        terms,
        given_in(given, BRINGS),
        language_of(request),
        user_id(request),
    )


def new_page(
    request: Request,
    box: Game,
    scenario: str,
    given: dict[str, str],
    chosen: Sequence[str],
    findings: tuple[Refusal, ...] = (),
    status: int = 200,
    fresh: bool = False,
    propose: str = "",
) -> Response:
    """Form of a new table with the input so far. A box with something to agree shows one scenario
    at a time.
    """
    scenarios = box.card.scenarios
    shown = next((one for one in scenarios if one.key == scenario), scenarios[0])
    if box.agreement:
        scenarios = (shown,)
    clubs = club_games.founding_clubs(request.app.state.services, user_id(request), box.card)
    zone = next((one.zone for one in clubs if str(one.id) == given.get("club")), zone_of(request))
    return render_page(
        request,
        template_of(box),
        status=status,
        boxes=list(request.app.state.services.shelf.values()),
        box=box,
        scenarios=scenarios,
        shown=shown,
        delays=DELAYS,
        strengths={key: TITLES[key] for key in box.card.bot_strengths},
        may_be_rated=[one for one in scenarios if may_be_rated(box.card, one)],
        most_per_side=max(one.most_per_side for one in box.card.scenarios),
        clock=clock_asked(given, zone, box.card.deadlines_of(shown.key), fresh=fresh),
        findings=findings,
        given=given,
        chosen=chosen,
        fresh=fresh,
        agreeing=scenario_questions(request, box, shown.key, given, propose, propose == PROPOSE),
        balances=load_balances(request.app.state.services, box),
        clubs=clubs,
    )


def template_of(box: Game) -> str:
    """Template of the form of a new table, campaign or contest."""
    if box.card.open_seats is None:
        return "lobby/new.html"
    return "contests/found.html" if box.card.kind == "contest" else "campaigns/found.html"


def is_against_bot(given: dict[str, str]) -> bool:
    return given.get("against") == "bot"


def strength_given(given: dict[str, str]) -> str:
    """Strength of the bot in the form; normal in a form without one, and against people."""
    return (given.get("strength") or NORMAL) if is_against_bot(given) else NORMAL


def invited_name(given: dict[str, str]) -> str:
    """Name of the member to invite; "" without one, and against a bot."""
    return "" if is_against_bot(given) else " ".join(given.get("invite", "").split())


def further_choices(given: dict[str, str]) -> dict[str, Any]:
    """Fields of the form that may be empty or missing: two numbers, and the strength of the bot."""
    numbers = {name: integer_or_none(given.get(name) or "") for name in ("others_per_side", "club")}
    return {**numbers, "strength": strength_given(given)}


def rate_limit_new_table(request: Request, against: str, visibility: str) -> None:
    """Count a new table, and one that stands in the lobby by its address too."""
    rate_limit_request(request, "tables")
    if against == "people" and visibility == "open":
        rate_limit_address(request, "tables in lobby")


def _open_table(
    request: Request,
    box: Game,
    scenario: str,
    side: str,
    given: dict[str, str],
    options: tuple[str, ...],
    spectators: bool,
) -> Response:
    services, against = request.app.state.services, "bot" if is_against_bot(given) else "people"
    rate_limit_new_table(request, against, given.get("visibility", "open"))
    with as_user(request, language_of(request)) as (me, token):
        if invited := invited_name(given):
            invitations.check_invitable(services, me, invited)
        asked = NewTable(
            box.card.key,
            scenario,
            side,
            options,
            given.get("visibility", "open"),
            spectators,
            against,
            added=given.get("added", ""),
            title=given.get("title", ""),
            per_side=integer_or_none(given.get("per_side") or "1") or 0,
            terms=given_in(given, TERMS),
            brings=choices_of_form(services, box, me, given_in(given, BRINGS)),
            clock=clock_given(given),
            delay=given.get("delay", AT_ONCE),
            referees=[given.get(name, "") for name in REFEREES],
            gathers=True,
            rated=bool(given.get("rated")),
            **further_choices(given),
        )
        game = lobby.open_with_terms(services, me, asked)
    page = "/gathering" if box.card.open_seats and against == "people" else ""
    if invited and (game.status == "open" or page):
        invitations.invite_member(services, game.address, me, invited)
    return redirect_with_session(request, f"/games/{game.address}{page}", token)


# --- Waiting room
@router.post("/games/{address}/join")
async def join_table(request: Request, address: str) -> Response:
    return await run_in_threadpool(_join_table, request, address, await csrf_form(request))


def _join_table(request: Request, address: str, form: FormData) -> Response:
    services, given, added = (
        request.app.state.services,
        given_in(form, BRINGS),
        str(form.get("added", "")),
    )
    look = game_view.load_view(services, address, user_id(request))
    try:
        with as_user(request, language_of(request)) as (me, token):
            brings = choices_of_form(services, look.box, me, given)
            game = lobby.join_table(
                services,
                address,
                me,
                str(form.get("seat", "")) or None,
                added,
                brings,
                str(form.get("pledge", "")),
            )
    except Refused as refused:
        return refused_at(request, address, given, refused, added)
    return redirect_with_session(request, f"/games/{game.address}", token)


@router.post("/games/{address}/brings")
async def hand_in(request: Request, address: str) -> Response:
    """Change a side's people or army before the game begins."""
    return await run_in_threadpool(_hand_in, request, address, await csrf_form(request))


def _hand_in(request: Request, address: str, form: FormData) -> Response:
    services, given, me = (
        request.app.state.services,
        given_in(form, BRINGS),
        require_user(request),
    )
    look = game_view.load_view(services, address, me)
    try:
        lobby.change_choices(
            services,
            address,
            me,
            choices_of_form(
                services, look.box, me, given, load_setup_progress(services, address, me).mine
            ),
        )
    except Refused as refused:
        return refused_at(request, address, given, refused)
    return RedirectResponse(f"/games/{look.game.address}", 303)


def refused_at(
    request: Request, address: str, given: dict[str, str], refused: Refused, added: str = ""
) -> Response:
    """Waiting room with the refused input and the reasons. If the game has begun meanwhile, the
    refusal is raised again.
    """
    look = game_view.load_view(request.app.state.services, address, user_id(request))
    if look.game.status != "open" or (look.box.agreement is None and not added):
        raise refused
    return show_waiting_room(request, look, given, refused.refusals, 422, added=added)


@router.get("/games/{address}/leave")
def ask_before_leaving(request: Request, address: str) -> Response:
    """Question before leaving the table. Without a seat at a waiting table it leads to the game."""
    look = game_view.load_view(request.app.state.services, address, user_id(request))
    question = leaving_question(look)
    if question is None:
        return RedirectResponse(f"/games/{look.game.address}", 303)
    return render_page(request, "parts/page_question.html", question=question)


@router.post("/games/{address}/leave")
async def leave_table(request: Request, address: str) -> Response:
    """Leave a table that has not begun. Needs a confirmation."""
    form = await csrf_form(request)
    return await run_in_threadpool(_leave_table, request, address, form)


def _leave_table(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    if not is_confirmed(form) and leaving_question(game_view.load_view(services, address, me)):
        return RedirectResponse(f"/games/{address}/leave", 303)
    lobby.leave_table(services, address, me)
    return RedirectResponse("/lobby", 303)


@router.post("/games/{address}/rematch")
async def open_rematch(request: Request, address: str) -> Response:
    form = await csrf_form(request)
    me = require_user(request)
    rate_limit_request(request, "tables")
    game = await run_in_threadpool(
        rematches.open_rematch, request.app.state.services, address, me, str(form.get("added", ""))
    )
    return RedirectResponse(f"/games/{game.address}", 303)
