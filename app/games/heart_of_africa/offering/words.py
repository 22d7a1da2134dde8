"""The labels of offers: what a unit or figure is called on a button."""
from __future__ import annotations

from collections.abc import Iterable

from app.games.heart_of_africa.drawing.figures import codes
from app.games.heart_of_africa.drawing.places import spelled
from app.games.heart_of_africa.naming import ROOMS, figure_title, unit_title
from app.games.heart_of_africa.state import Battle
from app.kernel.offers import Choice
from app.kernel.refusal import Refusal
from app.kernel.say import Say, name, say
from app.kernel.space.plane import Point


def called(battle: Battle, key: str) -> Say:
    """A unit with its code ("A3 Warriors"), a figure by its title; remembered with the battle."""
    known: dict[str, Say] = battle.__dict__.setdefault("labels", {})
    if key not in known:
        if key in battle.units:
            code = codes(battle).get(key, "")
            known[key] = say("{code} {title}", "{code} {title}", code=code, title=unit_title(battle, key)) if code else unit_title(battle, key)
        else:
            figure = battle.figures.get(key)
            code = codes(battle).get(figure.unit, "") if figure is not None else ""
            title = figure_title(battle, key)
            known[key] = say("{title} ({code})", "{title} ({code})", title=title, code=code) if code else title
    return known[key]


def choices(battle: Battle, keys: Iterable[str], no: Iterable[Refusal] = ()) -> tuple[Choice, ...]:
    """Units or figures to choose from."""
    refused = tuple(no)
    return tuple(Choice(key, called(battle, key), refused, at=where(battle, key)) for key in keys)


def where(battle: Battle, key: str) -> str:
    """The place of a figure that stands on the table."""
    figure = battle.figures.get(key)
    return spelled(figure.at) if figure is not None and figure.at is not None else ""


def spot(point: Point, label: Say | None = None) -> Choice:
    """A place that may be chosen."""
    word = spelled((round(point[0], 3), round(point[1], 3)))
    return Choice(word, label or name(word))


def room_title(room: str) -> Say:
    return ROOMS.get(room.rpartition("/")[2], name(room))


COMPASS: tuple[tuple[float, Say], ...] = (
    (0, say("east", "este")), (45, say("north-east", "nordeste")), (90, say("north", "norte")), (135, say("north-west", "noroeste")),
    (180, say("west", "oeste")), (225, say("south-west", "suroeste")), (270, say("south", "sur")), (315, say("south-east", "sureste")),
)
