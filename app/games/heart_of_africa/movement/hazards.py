"""HOA-STR, HOA-TER: Hazards on a way: stake traps, and crocodiles in fords and marshes."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely.ops import substring

from app.games.heart_of_africa.events import CrocodileRolled, TrapSprung
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import is_vessel, radius
from app.games.heart_of_africa.land import TRAPS, Piece, Work
from app.games.heart_of_africa.melee_and_morale import losses
from app.games.heart_of_africa.pieces import SCOUT, Figure
from app.games.heart_of_africa.sight import ground, impassable, smoke
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import WORKS
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.space.plane import (
    CONTACT,
    Point,
    distance_to_path,
    first_within,
    inches_to,
    is_inside,
)

RIVER = ("river", "ford")
TRAP_RADIUS = WORKS["stake_trap"]["marker_in"] / 2
ESCAPE = WORKS["stake_trap"]["escape_on"]


def trap_along(battle: Battle, figure: Figure, way: Sequence[Point]) -> tuple[float, Work] | None:
    """HOA-STR-03: A figure of either side that moves onto a trap marker stops where its base first
    touches it, for the rest of the turn. The owner then shows the marker. A figure that escaped
    from a real trap leaves it without another roll.
    """
    if is_vessel(figure):
        return None
    found = None
    apart = TRAP_RADIUS + radius(figure)
    for trap in battle.land.works:
        if trap.kind not in TRAPS or trap.removed or trap.at is None:
            continue
        if trap.shown and inches_to(way[0], trap.at) <= apart + CONTACT:
            continue
        if distance_to_path(trap.at, way) >= apart - CONTACT:
            continue
        length = first_within(way, trap.at, apart)
        if length is not None and (found is None or length < found[0]):
            found = (length, trap)
    return found


def escapes_on(battle: Battle, figure: Figure) -> int:
    """HOA-STR-04: At a real trap the figure rolls one die. A Scout is safe on 3 or more, a Pygmy on
    4, others on 5 by day and on 6 in the dark. No saving roll and no attendant helps.
    """
    if figure.type == SCOUT:
        return ESCAPE["scout"]
    if figure.type.startswith("pygmy"):
        return ESCAPE["pygmy"]
    return ESCAPE["others_night" if smoke.is_dark(battle) else "others_day"]


def sprung(battle: Battle, figure: Figure, trap: Work, dice: Dice) -> list[Event]:
    """Events of a marker that is shown: a dummy is removed, a real trap requires a die."""
    if trap.kind != "stake_trap":
        return [TrapSprung(figure.id, trap.id, real=False)]
    needs = escapes_on(battle, figure)
    die = dice.roll(6, "trap", figure.id)
    happened: list[Event] = [TrapSprung(figure.id, trap.id, real=True, die=die, needs=needs)]
    if die < needs:
        happened += losses.removal(fold(battle, happened), [figure.id], "trap")
    return happened


def fords_entered(battle: Battle, way: Sequence[Point]) -> tuple[tuple[float, Piece], ...]:
    """HOA-TER-31: The fords at which a way begins a crossing, each with the inches to it, in order.
    A way that begins in a ford, or that comes back to one without leaving the river, goes on with
    its crossing.
    """
    fords = [piece for piece in battle.land.pieces if piece.kind == "ford"]
    entries = sorted(
        (
            (length, piece)
            for piece in fords
            for length in impassable.entry_lengths(way, piece.outline)
        ),
        key=lambda entry: entry[0],
    )
    if not entries:
        return ()
    last = 0.0 if any(is_inside(piece.outline, way[0]) for piece in fords) else None
    found = []
    for length, piece in entries:
        if last is None or leaves_the_river(battle, way, last, length):
            found.append((length, piece))
        last = length
    return tuple(found)


def leaves_the_river(battle: Battle, way: Sequence[Point], start: float, stop: float) -> bool:
    """True if a way is on dry ground somewhere between two lengths along it (inches)."""
    river = shapely.unary_union(
        [ground.extent_of(piece) for piece in battle.land.pieces if piece.kind in RIVER]
    )
    stretch = substring(shapely.LineString(way), start, stop)
    return bool(stretch.difference(river.buffer(ground.SLIGHT)).length > ground.SLIGHT)


def infested(battle: Battle, way: Sequence[Point]) -> Piece | None:
    """The crocodile marsh that some part of a way lies in."""
    if not any(piece.crocodiles for piece in battle.land.pieces):
        return None
    return next(iter(ground.crocodile_marshes(battle, way)), None)


def bitten(battle: Battle, figure: str, piece: Piece, dice: Dice) -> list[Event]:
    """One crocodile die: a figure is lost on a 1."""
    die = dice.roll(6, "crocodile", figure)
    happened: list[Event] = [CrocodileRolled(figure, piece.id, die)]
    if die == 1:
        happened += losses.removal(fold(battle, happened), [figure], "crocodile")
    return happened


def crocodiles(battle: Battle, dice: Dice) -> list[Event]:
    """Events of the dice of figures that have gone through an infested marsh, in the order of their
    moves.
    """
    happened: list[Event] = []
    pieces = {piece.id: piece for piece in battle.land.pieces}
    for figure, marsh in battle.hand.wading if battle.hand else ():
        if not battle.figures[figure].fate:
            happened += bitten(fold(battle, happened), figure, pieces[marsh], dice)
    return happened
