"""HOA-SEQ, HOA-MOV: Conditions and order of activations, and their movement dice."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.heart_of_africa.board import board
from app.games.heart_of_africa.buildings_and_boats import places_aboard, vessels
from app.games.heart_of_africa.events import Activated
from app.games.heart_of_africa.figures import (
    is_attendant,
    is_hidden,
    is_independent,
    is_leader,
    is_vessel,
    members,
    not_there,
    profile,
)
from app.games.heart_of_africa.movement import discovery
from app.games.heart_of_africa.movement.allowances import commands
from app.games.heart_of_africa.movement.contact import no_evasion, opponents_now
from app.games.heart_of_africa.pieces import AMBUSH, COLUMN, ON_TABLE, SCOUT, Figure, Unit
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sight import smoke
from app.games.heart_of_africa.state import INDEPENDENT_MOVES, UNIT_MOVES, Activation, Battle
from app.games.heart_of_africa.tables import Profile, Roll
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, Refused, found_in, no

GENIUS = "organisational_genius"
Rates = tuple[float | None, float | None]
Thrown = tuple[str, str, int]


def activation_refusals(battle: Battle, who: str, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against activating a unit, the baggage or an independent
    figure now.
    """
    thing = battle.units.get(who) or battle.figures.get(who)
    if thing is None or (thing.side != side and not is_public(battle, who)) or thing.fate:
        return (not_there(battle, who, side),)
    if thing.side != side:
        return (no("HOA-SEQ-02", "This unit is not yours.", "Esta unidad no es tuya."),)
    if battle.hand is not None:
        return (
            no(
                "HOA-SEQ-02",
                "{who:The} {who:has|have} not ended {who:its|their} move: end it first.",
                "{who:El} no {who:ha|han} terminado su movimiento: termínalo antes.",
                who=called(battle, battle.hand.who),
            ),
        )
    return (
        unit_refusals(battle, thing)
        if isinstance(thing, Unit)
        else figure_refusals_now(battle, thing)
    )


def is_public(battle: Battle, who: str) -> bool:
    """True if the other side can know of a unit or figure."""
    if who in battle.units:
        return battle.units[who].where == ON_TABLE
    figure = battle.figures[who]
    return figure.at is not None and not is_hidden(battle, figure)


def unit_refusals(battle: Battle, unit: Unit) -> tuple[Refusal, ...]:
    """Everything that speaks against activating a unit or the baggage."""
    if unit.where == COLUMN:
        return found_in(not_its_turn_to_enter(battle, unit.id), in_its_step(battle, unit))
    if unit.where not in (ON_TABLE, AMBUSH):
        return (
            no(
                "HOA-SEQ-02",
                "{who:The} {who:is|are} not on the table.",
                "{who:El} no {who:está|están} en la mesa.",
                who=called(battle, unit),
            ),
        )
    again = None
    if unit.activation:
        again = no(
            "HOA-SEQ-02",
            "{who:The} {who:has had its|have had their} activation this turn.",
            "{who:El} ya {who:ha|han} tenido su activación este turno.",
            who=called(battle, unit),
        )
    stuck = unit_aground(members(battle, unit.id))
    return found_in(in_its_step(battle, unit), again, stuck)


def unit_aground(figures: Iterable[Figure]) -> Refusal | None:
    """Refusal of a unit that consists of vessels that have all run aground."""
    figures = tuple(figures)
    if figures and all(is_vessel(figure) and figure.aground is not None for figure in figures):
        return no(
            "HOA-ART-17", "It has run aground and moves no more.", "Ha encallado y no se mueve más."
        )
    return None


def figure_refusals_now(battle: Battle, figure: Figure) -> tuple[Refusal, ...]:
    """Everything that speaks against activating a figure by itself."""
    if is_attendant(figure) or figure.of:
        return (
            no(
                "HOA-LDR-07",
                "{who} moves with the Leader or White Man that it follows, in the same activation.",
                "{who} mueve con su amo, en la misma activación.",
                who=called(battle, figure),
            ),
        )
    if figure.unit or not is_independent(figure):
        return (
            no(
                "HOA-SEQ-02",
                "{who} moves with its unit.",
                "{who} mueve con su unidad.",
                who=called(battle, figure),
            ),
        )
    if figure.where == COLUMN:
        return found_in(not_its_turn_to_enter(battle, figure.id), in_its_step(battle, figure))
    if figure.at is None:
        return (
            no(
                "HOA-SEQ-02",
                "{who} is not on the table.",
                "{who} no está en la mesa.",
                who=called(battle, figure),
            ),
        )
    again = None
    if figure.activated:
        again = no(
            "HOA-SEQ-04",
            "{who} has already been activated this turn.",
            "{who} ya ha tenido su activación este turno.",
            who=called(battle, figure),
        )
    return found_in(in_its_step(battle, figure), again)


def in_its_step(battle: Battle, thing: Unit | Figure) -> Refusal | None:
    """HOA-SEQ-04: Independent figures and the baggage, as one unit, are moved in turn after all
    units, the attacker's first. A Scout may be one of its side's activations among the units. An
    Organisational Genius may move before all units.
    """
    if isinstance(thing, Unit):
        if (thing.kind == "baggage") == (battle.step == INDEPENDENT_MOVES):
            return None
        if thing.kind == "baggage":
            return baggage_waits()
        return no(
            "HOA-SEQ-04",
            "All units have moved; now independent figures and baggage do.",
            "Las unidades ya han movido; ahora van las figuras independientes y el bagaje.",
        )
    if battle.step == INDEPENDENT_MOVES or goes_with_the_units(thing):
        return None
    if is_leader(thing) and GENIUS in thing.traits:
        return genius_first(battle, thing)
    return no(
        "HOA-SEQ-04",
        "{who:The} {who:moves|move} after the units, with the independent figures.",
        "{who:El} {who:mueve|mueven} después de las unidades, con las figuras independientes.",
        who=called(battle, thing),
    )


def baggage_waits() -> Refusal:
    """HOA-SPC-19: Baggage moves as a unit on one roll, its elements within 4 in of one another. It
    moves in the step of the independent figures, unless a Scout leads it.
    """
    return no(
        "HOA-SPC-19",
        "Baggage moves after all the units.",
        "El bagaje mueve después de todas las unidades.",
    )


def goes_with_the_units(figure: Figure) -> bool:
    """HOA-SPC-13: A Scout acts alone but may be moved among the units, as if it were one; once a
    turn in all.
    """
    return figure.type == SCOUT


def genius_first(battle: Battle, leader: Figure) -> Refusal | None:
    """HOA-LDR-21: An Organisational Genius may be moved before all units of the same side, as its
    first activation of the turn.
    """
    units = any(
        unit.activation
        for unit in battle.units.values()
        if unit.side == leader.side and unit.kind == "troops"
    )
    others = any(
        figure.activated
        for figure in battle.figures.values()
        if figure.side == leader.side and is_independent(figure)
    )
    if battle.step == UNIT_MOVES and not units and not others:
        return None
    return no(
        "HOA-LDR-21",
        "The Genius moves before all units of the same side or after them.",
        "El Genio mueve antes que todas sus unidades o después de ellas.",
    )


def not_its_turn_to_enter(battle: Battle, who: str) -> Refusal | None:
    """HOA-SCN-11: One unit or independent figure of the marching column enters each turn from the
    first on, in the written order, and must enter. It comes over the short side of the column with
    a full move from the edge.
    """
    due = (
        battle.deployment.march[battle.turn - 1]
        if 1 <= battle.turn <= len(battle.deployment.march)
        else ""
    )
    if who == due:
        return None
    return no("HOA-SCN-11", "It is not its turn to enter.", "No le toca entrar este turno.")


def too_late(battle: Battle, who: str, paths: Iterable[str]) -> tuple[Refusal, ...]:
    """Further refusals of an activated unit: mounted figures in contact can no longer evade."""
    unit = battle.units.get(who)
    if unit is None or not unit.activation:
        return ()
    grid = board(battle, unit.side)
    named = [
        battle.figures[key]
        for key in paths
        if key in battle.figures and battle.figures[key].unit == who
    ]
    return found_in(*(no_evasion(battle, figure, opponents_now(figure, grid)) for figure in named))


def movement_dice(
    dice: Dice, roll: Roll, purpose: str, of: str
) -> tuple[float, tuple[Thrown, ...]]:
    """HOA-GEN-10: Only six-sided dice are used: 2D6 adds two of them, D6+3 adds 3 to one."""
    faces = tuple(dice.roll(6, purpose, of) for _ in range(roll.dice))
    return float(roll.total(*faces)), tuple((purpose, of, face) for face in faces)


def dice_columns(figure: Figure) -> tuple[Roll | None, Roll | None]:
    """HOA-TRP-24: The table gives each type its dice for open and for difficult ground; "No" means
    that it does not move there. A result below nothing counts as nothing.
    """
    row = in_the_saddle(figure)
    return row.open, row.difficult


def in_the_saddle(figure: Figure) -> Profile:
    """HOA-TRP-22: Mounted Regulars in the saddle move, shoot and fight as Mounted Musketeers that
    need no reloading; on foot as Regulars.
    """
    return profile(figure)


def rates_rolled(
    battle: Battle, figure: Figure, of: str, dice: Dice
) -> tuple[Rates, tuple[Thrown, ...]]:
    """The allowances of a type and its dice, open dice first. One roll counts for both if the
    columns agree; in the dark only the difficult one is rolled.
    """
    fast, slow = dice_columns(figure)
    if smoke.is_dark(battle):
        if slow is None:
            return (None, None), ()
        inches, faces = movement_dice(dice, slow, "difficult", of)
        return (None, inches), faces
    if fast is None:
        return (None, None), ()
    inches, faces = movement_dice(dice, fast, "open", of)
    if slow is None or slow == fast:
        return (inches, None if slow is None else inches), faces
    creep, more = movement_dice(dice, slow, "difficult", of)
    return (inches, creep), (*faces, *more)


def activated(battle: Battle, who: str, dice: Dice) -> list[Event]:
    """Events of an activation: units in ambush are put on the table first, then the dice are
    rolled.

    An attached Leader of another type than the unit rolls after it. Units with all figures afloat
    roll for their boats.
    """
    unit = battle.units.get(who)
    happened: list[Event] = (
        discovery.reveal(battle, who, "", "moves")
        if unit is not None and unit.where == AMBUSH
        else []
    )
    side = unit.side if unit is not None else battle.figures[who].side
    men = members(battle, who) if unit is not None else (battle.figures[who],)
    ranks = [figure for figure in men if not (unit is not None and is_leader(figure))] or list(men)
    if not ranks:
        raise Refused(no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad."))
    boat = places_aboard.vessel_of(battle, ranks)
    rates, faces = rates_rolled(battle, boat or ranks[0], who, dice)
    own: dict[str, Rates] = (
        {one.id: rates for one in vessels.boats_under(battle, men)} if boat is not None else {}
    )
    for leader in (
        figure for figure in men if unit is not None and is_leader(figure) and not figure.aboard
    ):
        if leader.type not in {figure.type for figure in ranks}:
            own[leader.id], more = rates_rolled(battle, leader, leader.id, dice)
            faces += more
    return [*happened, Activated(Activation(who, side, *rates, own=own), faces)]


def movers(battle: Battle, who: str) -> tuple[Figure, ...]:
    """All figures that an activation covers: the unit or figure, attendants, a lone Leader's Gun
    Bearer.
    """
    return tuple(
        figure
        for figure in battle.figures.values()
        if not figure.fate and commands(battle, who, figure)
    )
