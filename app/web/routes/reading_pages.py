"""Pages of a long game to read: standings, ledger, sides, battles and honours."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from app.services.watch import chronicle, reading_pages
from app.services.watch.reading_pages import GamePages
from app.web.auth import user_id
from app.web.battle_sheet import battle_sheet
from app.web.forms import integer_or_none
from app.web.front_page import drawn_map, front_page
from app.web.language import language_of
from app.web.pages import render_page
from app.web.rate_limiting import spend_allowance
from app.web.reading_page import ledger_filter, ledger_page, person_page, reading_page

router = APIRouter()


def load(request: Request, address: str) -> GamePages:
    """Pages of the game for the visitor. Raises `NoSuchGame`."""
    return reading_pages.load_pages(request.app.state.services, address, user_id(request))


def show(request: Request, told: GamePages, template: str, **context: Any) -> Response:
    """One page with its own context."""
    page = reading_page(told, template.removesuffix(".html").rpartition("/")[2])
    return render_page(request, template, page=page, **context)


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
    front = front_page(told, integer_or_none(turn), language_of(request))
    return show(request, told, "campaigns/front.html", front=front)


@router.get("/games/{address}/chronicle")
def show_chronicle(request: Request, address: str) -> Response:
    """Chronicle with a map after each turn."""
    found = chronicle.load_chronicle(request.app.state.services, address, user_id(request))
    maps = {
        one.chapter.turn: drawn_map(
            found.look, one.chapter.last, f"map-{one.chapter.turn}", language_of(request)
        )
        for one in found.chapters
    }
    template = "campaigns/chronicle.html"
    return show(request, found.told, template, chronicle=found, maps=maps)


@router.get("/games/{address}/standings")
def show_standings(request: Request, address: str) -> Response:
    return show(request, load(request, address), "campaigns/standings.html")


@router.get("/games/{address}/standings.csv")
def download_standings(request: Request, address: str) -> Response:
    spend_allowance(request, "exports", address)
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
    spend_allowance(request, "exports", address)
    told, chosen = load(request, address), ledger_filter(request.query_params)
    rows = [row for row in told.pages.ledger if chosen.takes(row)]
    text = reading_pages.ledger_table(told, rows, language_of(request))
    return table_file(text, f"caracole-{told.look.game.id}-ledger")


@router.get("/games/{address}/people/{side}")
def show_side(request: Request, address: str, side: str) -> Response:
    told = load(request, address)
    return show(request, told, "campaigns/people.html", person=person_page(told, side))


@router.get("/games/{address}/battles/{key}")
def show_battle(request: Request, address: str, key: str) -> Response:
    told = load(request, address)
    return show(request, told, "campaigns/battle.html", battle=told.battle(key))


@router.get("/games/{address}/battles/{key}/sheet")
def show_sheet(request: Request, address: str, key: str, side: str = "") -> Response:
    """Sheet of a battle for a real table; `side` is the player, else the viewer or the attacker."""
    told = load(request, address)
    battle = told.battle(key)
    base_url = request.app.state.settings.base_url
    sheet = battle_sheet(told, battle, side, base_url)
    return show(request, told, "campaigns/sheet.html", battle=battle, sheet=sheet)


@router.get("/games/{address}/honours")
def show_honours(request: Request, address: str) -> Response:
    return show(request, load(request, address), "campaigns/honours.html")
