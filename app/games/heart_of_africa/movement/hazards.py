"""HOA-STR, HOA-TER: Hazards on a way: stake traps, and crocodiles in fords and marshes."""

from __future__ import annotations

from collections.abc import Sequence

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
from app.kernel.space.plane import CONTACT, Point, distance_to_path, first_within, inches_to

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


def ford_along(battle: Battle, way: Sequence[Point]) -> tuple[float, Piece] | None:
    """The ford that a way enters first, and the inches to it. A figure that begins in it enters it
    only after having left it.
    """
    fords = [piece for piece in battle.land.pieces if piece.kind == "ford"]
    found = (
        (length, piece)
        for piece in fords
        for length in impassable.entry_lengths(way, piece.outline)
    )
    return min(found, key=lambda entry: entry[0], default=None)


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
