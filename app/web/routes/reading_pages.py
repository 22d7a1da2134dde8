"""Pages of a long game to read: standings, ledger, sides, battles and honours."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from app.kernel.reading_pages import BattlePage
from app.services.watch import reading_pages
from app.services.watch.contest_statistics import contest_statistics
from app.services.watch.place_course import place_course
from app.services.watch.reading_pages import GamePages
from app.services.watch.struck_battles import find_struck_battle
from app.web.account_curve import account_curve
from app.web.auth import user_id
from app.web.battle_page import show_battle_page
from app.web.battle_sheet import battle_sheet
from app.web.contest_page import contest_front, with_draft
from app.web.deferred_routes import DeferredRoute
from app.web.forms import integer_or_none
from app.web.front_page import front_page
from app.web.game_page import preview_card
from app.web.honours_page import honours_page
from app.web.kept_parts import render_with_part
from app.web.language import language_of
from app.web.pages import render_page
from app.web.panels.frame import side_shapes
from app.web.place_curve import place_curve
from app.web.rate_limiting import rate_limit_request
from app.web.reading_page import ledger_filter, ledger_page, reading_page
from app.web.score_sheet import printed_round

router = APIRouter(route_class=DeferredRoute)


def load(request: Request, address: str) -> GamePages:
    """Pages of the game for the visitor. Raises `NoSuchGame`."""
    return reading_pages.load_pages(request.app.state.services, address, user_id(request))


def show(request: Request, told: GamePages, template: str, **context: Any) -> Response:
    """One page with its own context."""
    page = reading_page(told, template.removesuffix(".html").rpartition("/")[2])
    card = preview_card(request, told.look)
    return render_page(request, template, page=page, card=card, **context)


def show_print(
    request: Request, told: GamePages, number: int, battle: BattlePage | None = None
) -> Response:
    """Print of a round of a contest, or of one battle of it."""
    state = request.app.state
    only = battle.key if battle else ""
    printed = printed_round(state.services, told, number, state.settings.base_url, only)
    return show(request, told, "contests/print.html", printed=printed, one_battle=battle)


def table_file(text: str, name: str) -> Response:
    """CSV as a download."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.csv"',
        "Cache-Control": "no-store",
    }
    return PlainTextResponse(text, media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/games/{address}/front")
def show_front(request: Request, address: str, turn: str = "") -> Response:
    """Front page; `turn` is the turn of the map. Without a number it is the present one."""
    told = load(request, address)
    state = request.app.state
    if told.pages.contest is not None:
        front_of_contest = contest_front(state.services, told)
        return show(request, with_draft(told), "contests/front.html", front=front_of_contest)
    front = front_page(
        state.services, told, integer_or_none(turn), language_of(request), state.drawn_maps
    )
    return show(request, told, "campaigns/front.html", front=front)


@router.get("/games/{address}/rounds")
def show_rounds(request: Request, address: str) -> Response:
    """All rounds of a contest."""
    return show(request, with_draft(load(request, address)), "contests/rounds.html")


@router.get("/games/{address}/rounds/{number}/print")
def print_round(request: Request, address: str, number: int) -> Response:
    """Pairings of a published round for print, with a score sheet for each open battle."""
    return show_print(request, load(request, address), number)


@router.get("/games/{address}/statistics")
def show_statistics(request: Request, address: str) -> Response:
    """Results of a contest by scenario and by army."""
    told = load(request, address)
    statistics = contest_statistics(request.app.state.services, told)
    return show(request, told, "contests/statistics.html", statistics=statistics)


@router.get("/games/{address}/standings")
def show_standings(request: Request, address: str) -> Response:
    told = load(request, address)
    page, card = reading_page(told, "standings"), preview_card(request, told.look)
    part = "campaigns/standings_part.html"
    return render_with_part(request, "campaigns/standings.html", part, page, card=card)


@router.get("/games/{address}/standings.csv")
def download_standings(request: Request, address: str) -> Response:
    rate_limit_request(request, "exports", address)
    told = load(request, address)
    text = reading_pages.standings_table(told, language_of(request))
    return table_file(text, f"caracole-{told.look.game.id}-standings")


@router.get("/games/{address}/ledger")
def show_ledger(request: Request, address: str) -> Response:
    told = load(request, address)
    return show(
        request, told, "campaigns/ledger.html", ledger=ledger_page(told, request.query_params)
    )


@router.get("/games/{address}/ledger.csv")
def download_ledger(request: Request, address: str) -> Response:
    rate_limit_request(request, "exports", address)
    told, chosen = load(request, address), ledger_filter(request.query_params)
    rows = reading_pages.chosen_rows(told, chosen)
    text = reading_pages.ledger_table(told, rows, language_of(request))
    return table_file(text, f"caracole-{told.look.game.id}-ledger")


@router.get("/games/{address}/people/{side}")
def show_side(request: Request, address: str, side: str, history: str = "") -> Response:
    """Page of a side; with `history=all` its whole history."""
    told = load(request, address)
    most = None if history == "all" else reading_pages.RECENT
    person, look = reading_pages.person_of(told, side, most), told.look
    if told.pages.contest is not None:
        curve = place_curve(place_course(look, side))
        return show(request, told, "contests/entrant.html", person=person, curve=curve)
    accounts = account_curve(told.pages, look.history.turn(look.at), side_shapes(look))
    return show(request, told, "campaigns/people.html", person=person, curve=accounts)


@router.get("/games/{address}/battles/{key}")
def show_battle(request: Request, address: str, key: str) -> Response:
    """Page of a battle. One that a correction has struck is told so (410)."""
    told = load(request, address)
    if told.pages.battle(key) is None:
        struck = find_struck_battle(told.look, key)
        if struck is not None:
            return show(request, told, "campaigns/struck.html", status=410, struck=struck)
    return show_battle_page(request, told, key)


@router.get("/games/{address}/battles/{key}/sheet")
def show_sheet(request: Request, address: str, key: str, side: str = "") -> Response:
    """Sheet of a battle for a real table; `side` is the player, else the viewer or the attacker."""
    told = load(request, address)
    battle = told.battle(key)
    if told.pages.contest is not None:
        return show_print(request, told, battle.turn, battle)
    base_url = request.app.state.settings.base_url
    services, language = request.app.state.services, language_of(request)
    sheet = battle_sheet(services, told, battle, side, base_url, language)
    return show(request, told, "campaigns/sheet.html", battle=battle, sheet=sheet)


@router.get("/games/{address}/honours")
def show_honours(request: Request, address: str) -> Response:
    told = load(request, address)
    state = request.app.state
    honours = honours_page(told, language_of(request), state.drawn_maps)
    return show(request, told, "campaigns/honours.html", honours=honours)
