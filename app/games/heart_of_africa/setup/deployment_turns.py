"""HOA-DEP: Units that are still to be deployed, and the side whose turn it is."""

from __future__ import annotations

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.figures import (
    defender,
    is_independent,
    is_vessel,
    other_side,
    placed,
)
from app.games.heart_of_africa.pieces import AMBUSH, ON_TABLE, TO_DEPLOY, Figure, Unit
from app.games.heart_of_africa.setup.places import is_follower
from app.games.heart_of_africa.setup.scenarios import AMBUSH as AMBUSH_SCENARIO
from app.games.heart_of_africa.setup.scenarios import (
    CHOICE_OF_SIDE,
    ENCOUNTER,
    Part,
    chooser,
    part_of,
)
from app.games.heart_of_africa.state import SIDES_STEP, Battle
from app.kernel.contract import Event
from app.kernel.refusal import Refusal, no


def owing_sides(battle: Battle) -> tuple[str, ...]:
    """The side that chooses its edge of the table, or writes its order of march."""
    return (chooser(battle),) if battle.scenario else ()


def units_left(battle: Battle, side: str) -> tuple[str, ...]:
    """Units, the baggage included, that a side has neither deployed nor held back."""
    return tuple(
        unit.id
        for unit in battle.units.values()
        if unit.side == side and unit.where == TO_DEPLOY and not unit.fate
    )


def singles_left(battle: Battle, side: str) -> tuple[str, ...]:
    """Independent figures that a side has neither deployed nor held back, and Leaders that have
    joined a deployed unit.
    """
    return tuple(
        figure.id
        for figure in battle.figures.values()
        if figure.side == side
        and figure.at is None
        and not figure.fate
        and (
            (is_independent(figure) and figure.where == TO_DEPLOY) or joins_his_men(battle, figure)
        )
    )


def joins_his_men(battle: Battle, figure: Figure) -> bool:
    unit = battle.units.get(figure.unit)
    return (
        unit is not None
        and figure.at is None
        and unit.where in (ON_TABLE, AMBUSH)
        and bool(placed(battle, unit.id))
    )


def boats_left(battle: Battle, side: str) -> tuple[Figure, ...]:
    """Canoes and dhows that are not on the water: they may be left ashore."""
    return tuple(
        figure
        for figure in battle.figures.values()
        if figure.side == side
        and is_vessel(figure)
        and not figure.unit
        and figure.at is None
        and figure.where == TO_DEPLOY
        and not figure.fate
    )


def left_to_deploy(battle: Battle, side: str) -> tuple[str, ...]:
    return (*units_left(battle, side), *singles_left(battle, side))


def owing(battle: Battle) -> tuple[str, ...]:
    """The side whose turn it is to deploy: alternately in an Encounter, else the defender first and
    then, without a column, the attacker.
    """
    if battle.scenario == ENCOUNTER:
        return alternating_sides(battle)
    if battle.scenario == AMBUSH_SCENARIO:
        return battle.deployment.left(defender(battle))
    first = battle.deployment.first_down or defender(battle)
    return battle.deployment.left(first, other_side(first))[:1]


def alternating_sides(battle: Battle) -> tuple[str, ...]:
    """HOA-SCN-05: In an Encounter the sides deploy one unit in turn, the baggage included. The
    attacker begins in a campaign, else the winner of a roll-off. A reserve or an ambush uses up a
    turn. Independent figures follow, again one by one.
    """
    return (battle.to_act,) if battle.to_act else due_side(battle, battle.first_side)


def due_side(battle: Battle, first: str) -> tuple[str, ...]:
    """The side that goes on, starting from `first`: units before single figures."""
    for kind in (units_left, singles_left):
        for side in (first, other_side(first)):
            if kind(battle, side) and side not in battle.passed:
                return (side,)
    return ()


def turn_passed(before: Battle, after: Battle, side: str) -> list[Event]:
    """Events after a unit or figure of an Encounter is deployed: the other side goes on. After the
    last unit the order of single figures starts again.
    """
    if after.scenario != ENCOUNTER:
        return []
    ended = any(units_left(before, one) for one in ("A", "B")) and not any(
        units_left(after, one) for one in ("A", "B")
    )
    sides = due_side(after, after.first_side if ended else other_side(side))
    return [e.TurnPassedTo(sides[0] if sides else "")]


def out_of_turn(battle: Battle) -> Refusal:
    """Refusal of an order before the battle that is not due, or not from this side."""
    if battle.step == SIDES_STEP:
        rule = CHOICE_OF_SIDE.get(battle.scenario, "HOA-SCN-03")
        if battle.scenario == AMBUSH_SCENARIO:
            return no(
                rule,
                "First the attacker writes the order of march.",
                "Antes escribe el atacante su orden de marcha.",
            )
        return no(
            rule,
            "First the sides of the table are chosen.",
            "Antes se eligen los lados de la mesa.",
        )
    rule = part_of(battle, battle.attacker).waits
    if battle.scenario == AMBUSH_SCENARIO:
        return no(
            rule,
            "The order of march is written; the defender deploys.",
            "El orden de marcha está escrito; despliega el defensor.",
        )
    return no(rule, "It is not your turn to deploy.", "No te toca desplegar.")


def not_ones_own(thing: Unit | Figure, side: str) -> Refusal | None:
    return (
        None
        if thing.side == side
        else no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad.")
    )


def done_with(part: Part) -> Refusal:
    return no(
        part.rule,
        "That is on the table already, or has been held back.",
        "Eso ya está en la mesa o se ha dejado fuera.",
    )


def not_due(battle: Battle, who: str, side: str, part: Part) -> Refusal | None:
    """Refusal of a unit or figure whose turn it is not."""
    thing = battle.units.get(who) or battle.figures[who]
    if who not in battle.units and is_follower(battle, battle.figures[who]):
        return no(
            "CAR-TAB-06",
            "This figure is deployed with the Leader or White Man that it follows.",
            "Esta figura se despliega con su amo.",
        )
    free_boat = (
        who in battle.figures and is_vessel(battle.figures[who]) and not battle.figures[who].unit
    )
    if who in battle.figures and not free_boat and who not in singles_left(battle, side):
        return done_with(part)
    if thing.where != TO_DEPLOY and not (
        who in battle.figures and joins_his_men(battle, battle.figures[who])
    ):
        return done_with(part)
    if (
        battle.scenario == ENCOUNTER
        and who in battle.figures
        and not free_boat
        and (units_left(battle, side) or units_left(battle, other_side(side)))
    ):
        return no(
            "HOA-SCN-05",
            "Units first; independent figures are deployed after all units.",
            "Primero las unidades; las figuras independientes, cuando estén todas.",
        )
    return None
