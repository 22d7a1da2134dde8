"""Loopholes of a building."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.heart_of_africa.figures import visible_figures
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.sight.lines import Loophole, Wall
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import CONTACT, Point, distance_to_path


def loopholes_of_room(work: Work, room: str) -> tuple[Loophole, ...]:
    """The loopholes of a room: five in its outer wall and two towards the courtyard, evenly
    spaced.
    """
    return lines.loopholes_of(work, room)


def no_loophole(battle: Battle, figure: Figure, declared: Iterable[str] = ()) -> Refusal | None:
    """Reason why a figure inside cannot shoot this turn: it has no loophole, or its loophole is
    taken. `declared` figures shoot already.
    """
    work = lines.building_of(battle, figure.room)
    if work is None:
        return no(
            "HOA-FRT-21",
            "{who} is in no building.",
            "{who} no está en ningún edificio.",
            who=called(battle, figure),
        )
    mine = loophole_of(battle, figure)
    if mine is None:
        if any(
            breach_of(wall, hole)
            for hole in work.breaches
            for wall in lines.walls_of(work)
            if figure.room.partition("/")[2] in (wall.room, wall.beyond)
        ):
            return None
        return no(
            "HOA-FRT-21",
            "{who} stands at no loophole: five in an outer wall, two in an inner one.",
            "{who} no está en ninguna tronera: hay cinco por muro exterior y dos por muro interior.",
            who=called(battle, figure),
        )
    taken = {
        loophole_of(battle, battle.figures[key])
        for key in (*battle.shooting.shooters, *declared)
        if key != figure.id and battle.figures[key].room == figure.room
    }
    if mine in taken:
        return no(
            "HOA-FRT-21",
            "Another figure shoots through the loophole of {who}.",
            "Otra figura dispara por la tronera de {who}.",
            who=called(battle, figure),
        )
    return None


def loophole_of(battle: Battle, figure: Figure) -> Loophole | None:
    """The loophole of a figure, or of the figure in front of it in its unit."""
    own = lines.own_loophole(battle, figure)
    if own is not None or not figure.unit:
        return own
    front = next(
        (
            one
            for one in visible_figures(battle, figure.side)
            if one.unit == figure.unit and relieve_each_other(battle, one, figure)
        ),
        None,
    )
    return lines.own_loophole(battle, front) if front is not None else None


def breach_of(wall: Wall, hole: tuple[Point, Point]) -> bool:
    """True if a breach is in that wall."""
    return all(distance_to_path(end, (wall.a, wall.b)) <= CONTACT for end in hole)


def relieve_each_other(battle: Battle, front: Figure, rear: Figure) -> bool:
    """HOA-FRT-22: Muzzle-loaders relieve each other at the loopholes of a building in two ranks, as
    they do behind a field fortification.
    """
    return (
        bool(front.room) and front.room == rear.room and lines.is_second_rank(battle, front, rear)
    )
