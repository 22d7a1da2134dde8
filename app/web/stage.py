"""The game on the start page: its board, the last thing that was said of it, who plays."""
from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request
from markupsafe import Markup

from app.club import watch
from app.club.club import Club
from app.club.problems import NoSuchGame
from app.kernel.contract import Marks
from app.web import svg
from app.web.language import language_of
from app.web.play_page import last_way


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
    is_measured: bool
    seats: tuple[StageSeat, ...]


def stage_now(request: Request, address: str) -> Stage:
    """The game as it stands on the start page: drawn once after each move, however many have it before them."""
    club, language = request.app.state.club, language_of(request)
    game = watch.follow(club, address).game
    return request.app.state.gallery.page(("stage", game.id, game.number, language), lambda: stage_of(club, address, language))


def stage_of(club: Club, address: str, language: str) -> Stage:
    """What a spectator sees of the game just now, small."""
    look = watch.look(club, address)
    if look.view is None:
        raise NoSuchGame
    said = next((line.says.in_(language) for told in reversed(watch.log(look, max(0, look.at - 30))) for line in reversed(told.lines) if line.level == 1), "")
    shapes = {side.key: side.shape for side in look.scenario.sides}
    scene = look.box.drawing(look.view, Marks(trail=last_way(look)), language)
    drawing, live = Markup(svg.svg(scene)), Markup(svg.live(scene, "still"))
    return Stage(look.game.address, look.at, look.game.turn, drawing, live, said, scene.measure is not None,
                 tuple(StageSeat(seat.name or "", shapes.get(seat.side, "a")) for seat in look.seats))
