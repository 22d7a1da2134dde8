"""Featured game on the start page: board, last message and players."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request
from markupsafe import Markup

from app.kernel.contract import Game, Marks
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.watch import game_view
from app.web import svg
from app.web.language import language_of
from app.web.page_cache import PageCache
from app.web.panels.board import last_path


@dataclass(frozen=True)
class StageSeat:
    name: str
    shape: str


@dataclass(frozen=True)
class Stage:
    address: str
    number: int
    turn: int
    drawing: Markup
    live: Markup
    said: str
    box: Game
    seats: tuple[StageSeat, ...]


def stage_now(request: Request, address: str) -> Stage:
    """Featured game in its current position. The page cache draws it once per move and language."""
    services, language = request.app.state.services, language_of(request)
    game = game_view.load_followed(services, address).game
    page_cache: PageCache[Stage] = request.app.state.page_cache
    return page_cache.page(
        ("stage", game.id, game.number, language), lambda: stage_of(services, address, language)
    )


def stage_of(services: Services, address: str, language: str) -> Stage:
    """Small spectator view of the current position. Raises `NoSuchGame` before the beginning."""
    look = game_view.load_view(services, address)
    if look.view is None:
        raise NoSuchGame
    said = next(
        (
            line.says.in_(language)
            for told in reversed(game_view.load_log(look, max(0, look.at - 30)))
            for line in reversed(told.lines)
            if line.level == 1
        ),
        "",
    )
    shapes = {side.key: side.shape for side in look.scenario.sides}
    scene = look.box.drawing(look.view, Marks(trail=last_path(look)), language)
    drawing, live = Markup(svg.fixed_picture(scene)), Markup(svg.live_markup(scene, "still"))
    return Stage(
        look.game.address,
        look.at,
        look.game.turn,
        drawing,
        live,
        said,
        look.box,
        tuple(StageSeat(seat.name or "", shapes.get(seat.side, "a")) for seat in look.seats),
    )
