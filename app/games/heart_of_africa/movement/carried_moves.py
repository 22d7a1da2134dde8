"""HOA-MOV: Events of a move: figures walk, stop, turn back and make room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from app.games.heart_of_africa.board import every_base, nearest_free, on_top_of
from app.games.heart_of_africa.buildings_and_boats import rooms
from app.games.heart_of_africa.events import (
    FigureMoved,
    FigureTurned,
    Shifted,
)
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    is_attendant,
    visible_figures,
)
from app.games.heart_of_africa.melee_and_morale import losses
from app.games.heart_of_africa.movement import discovery, hazards
from app.games.heart_of_africa.movement.contact import charges_of
from app.games.heart_of_africa.movement.slow_going import DIFFICULT, OPEN, slowing
from app.games.heart_of_africa.movement.walking import (
    Step,
)
from app.games.heart_of_africa.pieces import (
    CHARGED,
    MOVED,
    Figure,
)
from app.games.heart_of_africa.state import Battle, Charge
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.space.plane import (
    Path,
    angle_between,
    angle_to,
    cut_path,
    on_grid,
    path_length,
)

TURN_SEEN = 0.05
"""Changes of facing below this are ignored (degrees)."""


def carried_out(
    battle: Battle, steps: Sequence[Step], facing: Mapping[str, float], dice: Dice
) -> tuple[list[Event], bool]:
    """Events of the moves one after another, then of the turns of figures that stay. True if a
    discovery has stopped one of them, so that the rest of the unit waits for new orders.
    """
    happened: list[Event] = []
    now, forced = battle, False
    for step in steps:
        if now.figures[step.figure.id].fate:  # removed with a Leader moved before
            continue
        events, stopped = walked(now, step, facing.get(step.figure.id), dice)
        happened += events
        now = fold(now, events)
        forced = forced or bool(stopped)
        if stopped == "ambush":
            return happened + made_room(now, steps, forced), True
    turns = [
        FigureTurned(key, angle % 360)
        for key, angle in facing.items()
        if key not in {step.figure.id for step in steps}
        and angle_between(battle.figures[key].facing, angle) > TURN_SEEN
    ]
    happened += turns
    return happened + made_room(fold(now, turns), steps, forced), False


def walked(battle: Battle, step: Step, facing: float | None, dice: Dice) -> tuple[list[Event], str]:
    """Events of one figure's move to its end, or to a trap or an ambush on its way, and the name of
    that obstacle.
    """
    figure = battle.figures[step.figure.id]
    found = discovery.found_along(battle, figure, step.way)
    trap = hazards.trap_along(battle, figure, step.way)
    if found is not None and (trap is None or found[0] <= trap[0]):
        return halted(battle, figure, step, facing, found, dice)
    marks = marks_of(step)
    if trap is not None:
        way = backed(battle, figure, step.way, trap[0])
        happened: list[Event] = [
            FigureMoved(
                figure.id,
                way,
                facing_after(figure, way, facing),
                marks,
                round(path_length(way), 3),
                step.rate,
                stopped="trap",
                room=room_on(battle, figure, way),
                marsh=marsh_of(battle, way),
            )
        ]
        happened += hazards.sprung(fold(battle, happened), figure, trap[1], dice)
        for _, ford in hazards.fords_entered(battle, way):
            if not fold(battle, happened).figures[figure.id].fate:
                happened += hazards.bitten(fold(battle, happened), figure.id, ford, dice)
        return happened, "trap"
    return went_all_the_way(battle, figure, step, facing, marks, dice), ""


def went_all_the_way(
    battle: Battle,
    figure: Figure,
    step: Step,
    facing: float | None,
    marks: tuple[str, ...],
    dice: Dice,
) -> list[Event]:
    """Events of a move that nothing hidden stopped. The fords on the way require their crocodile
    dice before anything after them.
    """
    rolled, drowned = into_the_ford(battle, figure, step, step.way, facing, dice)
    if drowned:
        return drowned
    charges: tuple[Charge, ...] = ()
    if step.touches:
        charges = charges_of(
            battle,
            msgspec.structs.replace(figure, room=figure.room if step.room is None else step.room),
            step.way[-1],
            figure.began or step.way[0],
        )
    happened: list[Event] = [
        FigureMoved(
            figure.id,
            step.way,
            facing_after(figure, step.way, facing),
            (*marks, CHARGED) if charges else marks,
            round(step.length, 3),
            step.rate,
            charges,
            room=step.room,
            marsh=marsh_of(battle, step.way),
        ),
        *rolled,
    ]
    if step.leaves:
        happened += losses.removal(fold(battle, happened), [figure.id], "exited")
    return happened


def into_the_ford(
    battle: Battle, figure: Figure, step: Step, way: Path, facing: float | None, dice: Dice
) -> tuple[list[Event], list[Event]]:
    """Events of the crocodile dice of the fords on the way. If the figure is lost, the second list
    holds the whole move, which ends there.
    """
    rolled: list[Event] = []
    for inches, ford in hazards.fords_entered(battle, way):
        rolled += hazards.bitten(fold(battle, rolled), figure.id, ford, dice)
        if not fold(battle, rolled).figures[figure.id].fate:
            continue
        short = cut(way, inches)
        return rolled, [
            FigureMoved(
                figure.id,
                short,
                facing_after(figure, short, facing),
                marks_of(step),
                round(path_length(short), 3),
                step.rate,
            ),
            *rolled,
        ]
    return rolled, []


def marks_of(step: Step) -> tuple[str, ...]:
    return (MOVED, step.mark) if step.mark else (MOVED,)


def halted(
    battle: Battle,
    figure: Figure,
    step: Step,
    facing: float | None,
    found: tuple[float, tuple[str, ...]],
    dice: Dice,
) -> tuple[list[Event], str]:
    """Events of a figure that stops where it has found an ambush; it may continue with the rest of
    its roll.
    """
    way = backed(battle, figure, step.way, found[0])
    rolled, drowned = into_the_ford(battle, figure, step, way, facing, dice)
    if drowned:
        return drowned, ""
    length = path_length(way)
    spent = (battle.hand.spent.get(figure.id, 0.0) if battle.hand else 0.0) + length
    happened: list[Event] = []
    if length > 0.001 or figure.at is None:
        rate = DIFFICULT if slowing(battle, figure, way) else OPEN
        happened.append(
            FigureMoved(
                figure.id,
                way,
                facing_after(figure, way, facing),
                marks_of(step),
                round(length, 3),
                rate,
                stopped="ambush",
                spent=round(spent, 3),
                room=room_on(battle, figure, way),
                marsh=marsh_of(battle, way),
            )
        )
    happened += rolled
    for unit in found[1]:
        happened += discovery.reveal(fold(battle, happened), unit, figure.id, "found")
    return happened, "ambush"


def facing_after(figure: Figure, way: Path, wished: float | None) -> float:
    """HOA-MOV-04: At the end of its move a figure faces as ordered, else along the last leg.
    Turning costs no distance, but is done in the activation.
    """
    if wished is not None:
        return wished % 360
    legs = [(a, b) for a, b in pairwise(way) if a != b]
    return round(angle_to(*legs[-1]), 3) % 360 if legs else figure.facing


def room_on(battle: Battle, figure: Figure, way: Path) -> str | None:
    """The room in which a shortened way ends, if it differs from the room before."""
    room = rooms.room_after(battle, way)
    return None if room == figure.room else room


def marsh_of(battle: Battle, way: Path) -> str:
    """Id of the infested marsh on a way, for the dice at the end of the move."""
    marsh = hazards.infested(battle, way)
    return marsh.id if marsh is not None else ""


def cut(way: Path, length: float) -> Path:
    """The first inches of a way, on the grid of places; at least two points."""
    short = tuple(on_grid(point) for point in cut_path(way, max(length, 0.0)))
    return short if len(short) > 1 else (short[0], short[0])


def backed(battle: Battle, figure: Figure, way: Path, length: float) -> Path:
    """The way up to a forced stop, shortened further while its end overlaps a base."""
    bases = [
        spot
        for spot in every_base(battle)
        if spot.figure.id != figure.id and not is_attendant(spot.figure)
    ]
    while length > 0 and on_top_of(bases, figure, cut(way, length)[-1], {}) is not None:
        length -= 0.1
    return cut(way, length)


def made_room(battle: Battle, steps: Sequence[Step], forced: bool) -> list[Event]:
    """Events that push attendants aside where another figure now stands. After a forced stop they
    also move figures that went to a place still occupied.
    """
    happened: list[Event] = []
    walkers = [
        battle.figures[step.figure.id]
        for step in steps
        if battle.figures[step.figure.id].at is not None
    ]
    aside = [
        figure for figure in visible_figures(battle) if is_attendant(figure) and not figure.aboard
    ]
    if forced:
        aside = [*walkers, *aside]
    if not aside:
        return []
    movers_now = [
        spot
        for spot in every_base(battle)
        if any(spot.figure.id == walker.id for walker in walkers)
    ]
    now = battle
    for figure in aside:
        bases = every_base(now)
        if on_top_of(bases if forced else movers_now, figure, figure.position, {}) is None:
            continue
        push = [Shifted(figure.id, nearest_free(now, figure, figure.position, bases))]
        happened += push
        now = fold(now, push)
    return happened
