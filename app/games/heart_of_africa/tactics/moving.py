"""Choice of the next unit to activate, and its move after the dice."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa import turn_order
from app.games.heart_of_africa.figures import is_attendant, is_there, members, other_side
from app.games.heart_of_africa.movement import formations
from app.games.heart_of_africa.movement.planned_moves import move_refusals
from app.games.heart_of_africa.movement.rank_swaps_and_climbing import cross_refusals
from app.games.heart_of_africa.orders import Activate, Cross, EndActivation, Manoeuvre, Move, Pass
from app.games.heart_of_africa.pieces import AMBUSH, COLUMN, Figure
from app.games.heart_of_africa.setup.scenarios import AMBUSH as AMBUSH_SCENARIO
from app.games.heart_of_africa.state import UNIT_MOVES, Battle
from app.games.heart_of_africa.tactics import burning, singles
from app.games.heart_of_africa.tactics.climbs import climbers
from app.games.heart_of_africa.tactics.columns import lead_in, walked_off
from app.games.heart_of_africa.tactics.destinations import exit_from
from app.games.heart_of_africa.tactics.gathering import (
    close_up,
    each_his_way,
    formed_up,
    is_strung_out,
    is_torn,
)
from app.games.heart_of_africa.tactics.sketch import (
    CHARGE,
    CLIMB,
    FLY,
    GO,
    LEAVE,
    STAY,
    TURN,
    Sketch,
)
from app.games.heart_of_africa.tactics.sketches import sketches
from app.games.heart_of_africa.tactics.strengths import foes, here_of, is_for_close_combat
from app.games.heart_of_africa.tactics.studied_units import StudiedUnit, studied_unit
from app.kernel.contract import Order
from app.kernel.space.plane import Point, angle_between, angle_to, inches_to

LEAST_GAIN = 0.8
TRIES = {CHARGE: 3, GO: 3, FLY: 1, TURN: 1, CLIMB: 1, LEAVE: 1}
"""Number of sketches of a kind that are drawn."""
SPRINGS = 6.0
"""Least gain for which a hidden unit emerges to move."""
FOREMOST = 60.0
"""Weight that lets units nearer to their goal move first, to make room for those behind."""
FIRST_OF_ALL, CHARGES_FIRST, RESTLESS = 60.0, 15.0, 3.0
LIES_LOW, OUT_OF_THE_WAY = 6, 18.0
"""Turns for which a hidden unit waits for an enemy, and the distance from which an enemy counts as
away (inches).
"""


def next_move(battle: Battle, side: str) -> Order:
    """The next order of a step of movement."""
    if battle.hand is not None and battle.hand.side == side:
        return (
            lead_unit(battle, side, battle.hand.who)
            if anybody_left(battle, battle.hand.who)
            else EndActivation()
        )
    return (
        next_in_hand(battle, side)
        if battle.step == UNIT_MOVES
        else singles.next_in_hand(battle, side)
    )


def anybody_left(battle: Battle, who: str) -> bool:
    """True if a figure of the unit is still on the table."""
    return bool(members(battle, who)) if who in battle.units else not battle.figures[who].fate


def next_in_hand(battle: Battle, side: str) -> Order:
    """The order for the unit that gains most by moving now, those in a fire first. Units that stay
    are declared together at the end.
    """
    waiting = turn_order.still_to_act(battle, side)
    hidden = tuple(
        unit.id
        for unit in battle.units.values()
        if unit.side == side
        and unit.where == AMBUSH
        and not unit.activation
        and members(battle, unit.id)
    )
    in_a_fire = next(
        (who for who in (*waiting, *hidden) if burning.figures_caught(battle, who)), None
    )
    if in_a_fire is not None:
        return Activate(in_a_fire)
    for who in waiting:
        if turn_order.is_in_column(battle, who):
            return Activate(who)
    best, chosen = 0.0, ""
    for who in waiting:
        value = eagerness(battle, side, who)
        if value > best:
            best, chosen = value, who
    for who in hidden:
        value = spring_gain(battle, side, who)
        if value > best:
            best, chosen = value, who
    if chosen:
        return Activate(chosen)
    return Pass()


def eagerness(battle: Battle, side: str, who: str) -> float:
    """Gain of a unit by moving now; units in contact or able to charge come first."""
    unit = studied_unit(battle, side, who)
    best = sketches(battle, side, who)[0]
    stay = next(sketch.value for sketch in sketches(battle, side, who) if sketch.drill == STAY)
    if best.drill == STAY:
        return 1.0 if is_torn(battle, who) else 0.0
    gain = best.value - stay
    if gain < LEAST_GAIN:
        return 0.0
    if unit.aim.goal is not None:
        gain += FOREMOST / (10.0 + inches_to(unit.here, unit.aim.goal))
    return gain + (
        FIRST_OF_ALL if best.drill == FLY else CHARGES_FIRST if best.drill == CHARGE else 0.0
    )


def spring_gain(battle: Battle, side: str, who: str) -> float:
    """Gain of a hidden unit by a charge now, or by leaving an ambush that no enemy comes near."""
    if is_for_close_combat(battle, who):
        best = sketches(battle, side, who)[0]
        if best.drill == CHARGE and best.value > SPRINGS:
            return best.value + CHARGES_FIRST
    return RESTLESS if is_idle(battle, side, who) else 0.0


def is_idle(battle: Battle, side: str, who: str) -> bool:
    """True if a hidden unit waits without use: late in a battle elsewhere, or behind a column that
    has passed.
    """
    here = here_of(battle, who)
    seen = foes(battle, side)
    if here is None:
        return False
    if battle.scenario == AMBUSH_SCENARIO:
        goal = exit_from(battle, other_side(side), here)
        passing_by = [
            foe
            for foe in seen
            if foe.key in battle.units
            and inches_to(foe.at, exit_from(battle, other_side(side), foe.at))
            < inches_to(here, goal) + 3
        ]
        near = [foe for foe in passing_by if inches_to(foe.at, here) < OUT_OF_THE_WAY]
        return (bool(near) and is_for_close_combat(battle, who)) or (
            bool(passing_by) and not any(unit.where == COLUMN for unit in battle.units.values())
        )
    return battle.turn > LIES_LOW and all(inches_to(foe.at, here) > OUT_OF_THE_WAY for foe in seen)


def lead_unit(battle: Battle, side: str, who: str) -> Order:
    """The move of the unit in hand; leaving a fire comes first."""
    flight = burning.way_out(battle, side, who)
    if flight is not None:
        return flight
    if battle.hand is not None and battle.hand.stirred:
        return over_the_wall(battle, side, who) or finish_move(battle, side, who)
    if any(figure.at is None and not figure.aboard for figure in figures_in_hand(battle, who)):
        return lead_in(battle, side, who)
    if who not in battle.units or battle.units[who].kind == "baggage":
        return singles.lead_single(battle, side, who)
    return unit_led(battle, side, who)


def unit_led(battle: Battle, side: str, who: str) -> Order:
    """The best order for a unit. If no sketch can be drawn, each figure goes its own way, or the
    unit forms up.
    """
    unit = studied_unit(battle, side, who)
    best = sketches(battle, side, who)[0].drill
    torn = (
        close_up(battle, side, who) if is_torn(battle, who) and best not in (CHARGE, FLY) else None
    )
    order = torn or best_drawn(battle, side, who, unit)
    if order is not None or best == STAY or unit.engaged:
        return order or EndActivation()
    each = (
        each_his_way(battle, side, who, unit.aim.goal)
        if unit.aim.goal is not None and best == GO
        else None
    )
    return each or formed_up(battle, side, who) or EndActivation()


def best_drawn(battle: Battle, side: str, who: str, unit: StudiedUnit) -> Order | None:
    """The best sketch that is lawful, if it is better than staying."""
    tries = dict(TRIES)
    for sketch in sketches(battle, side, who):
        if sketch.drill == STAY:
            return None
        if tries[sketch.drill] > 0:
            tries[sketch.drill] -= 1
            order = drawn_sketch(battle, side, who, sketch, unit)
            if order is not None:
                return order
    return None


def over_the_wall(battle: Battle, side: str, who: str) -> Order | None:
    """The order for the next figure that climbs the work before it."""
    unit = studied_unit(battle, side, who)
    for man, work in climbers(battle, unit.men, unit.aim.goal):
        if not cross_refusals(battle, battle.figures[man], work, side):
            return Cross(man, work)
    return None


def figures_in_hand(battle: Battle, who: str) -> Iterator[Figure]:
    """The figures of the unit in hand."""
    return iter(members(battle, who) if who in battle.units else (battle.figures[who],))


def finish_move(battle: Battle, side: str, who: str) -> Order:
    """The rest of a move that an ambush has interrupted: a charge at the ambush, or nothing."""
    if who in battle.units and battle.units[who].kind == "troops":
        charges = [
            sketch
            for sketch in sketches(battle, side, who)
            if sketch.drill == CHARGE and sketch.value > 0
        ]
        onward = [sketch for sketch in sketches(battle, side, who) if sketch.drill in (GO, LEAVE)]
        for sketch in (
            *charges[:1],
            *(onward[:2] if battle.scenario == AMBUSH_SCENARIO and side == battle.attacker else ()),
        ):
            order = drawn_sketch(battle, side, who, sketch, studied_unit(battle, side, who))
            if order is not None:
                return order
    return EndActivation()


def drawn_sketch(
    battle: Battle, side: str, who: str, sketch: Sketch, unit: StudiedUnit
) -> Order | None:
    """A sketch drawn exactly, if it is lawful."""
    if sketch.drill == TURN:
        return turn_to_enemy(battle, side, who, unit)
    if sketch.drill == CLIMB:
        return over_the_wall(battle, side, who)
    if sketch.drill == LEAVE:
        return walked_off(battle, side, who)
    manoeuvre = drill_for(battle, who, sketch)
    draft = formations.drafted(battle, manoeuvre, side, explain=False)
    if draft.refusals or not draft.paths:
        return None
    if sketch.drill == CHARGE and not draft.attack:
        return None
    order = Move(who, draft.paths, facings_to_enemy(battle, side, draft), draft.attack)
    if not move_refusals(battle, order, side):
        return order
    plain = draft.move(manoeuvre)
    return plain if not move_refusals(battle, plain, side) else None


def drill_for(battle: Battle, who: str, sketch: Sketch) -> Manoeuvre:
    """The drill that carries out a sketch."""
    if sketch.drill == CHARGE:
        return Manoeuvre(who, "charge", target=sketch.target)
    if sketch.to is None:
        return Manoeuvre(who, "close_up")
    if is_torn(battle, who) or is_strung_out(battle, who):
        return Manoeuvre(who, "close_up", sketch.to, sketch.angle)
    return Manoeuvre(who, "displace", sketch.to, sketch.angle)


def facings_to_enemy(battle: Battle, side: str, draft: formations.Draft) -> dict[str, float]:
    """Facings in degrees of figures that do not attack: towards the nearest enemy at the end."""
    found = dict(draft.facing)
    foes = [
        one
        for one in battle.figures.values()
        if one.side != side and is_there(battle, one) and not is_attendant(one)
    ]
    if not foes:
        return found
    for key, path in draft.paths.items():
        if key not in draft.attack:
            end: Point = path[-1]
            near = min(foes, key=lambda one: inches_to(end, one.position))
            if inches_to(end, near.position) > 0.1:
                found[key] = round(angle_to(end, near.position), 1) % 360
    return found


def turn_to_enemy(battle: Battle, side: str, who: str, unit: StudiedUnit) -> Move | None:
    """The move that turns all figures on the spot, each towards the nearest enemy."""
    angles = {}
    for man in unit.men:
        if man.id in unit.engaged:
            continue
        angle = unit.toward_enemy(man.position)
        if angle is not None and angle_between(angle, man.facing) > 3:
            angles[man.id] = angle % 360
    order = Move(who, {}, angles)
    return order if angles and not move_refusals(battle, order, side) else None
