"""Choice of the next unit to activate, and its move after the dice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import numpy as np

from app.games.heart_of_africa import turn_order
from app.games.heart_of_africa.figures import is_attendant, is_there, members, other_side
from app.games.heart_of_africa.movement import formations
from app.games.heart_of_africa.movement.planned_moves import move_refusals
from app.games.heart_of_africa.movement.rank_swaps_and_climbing import cross_refusals
from app.games.heart_of_africa.orders import Activate, Cross, EndActivation, Manoeuvre, Move, Pass
from app.games.heart_of_africa.pieces import AMBUSH, COLUMN, Figure
from app.games.heart_of_africa.setup.scenarios import AMBUSH as AMBUSH_SCENARIO
from app.games.heart_of_africa.setup.scenarios import PLANNED_ATTACK
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
from app.games.heart_of_africa.tactics.hurry import climbs_in
from app.games.heart_of_africa.tactics.own_ways import find_own_ways
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
from app.games.heart_of_africa.tactics.ways import storms_home
from app.kernel.contract import Order
from app.kernel.space.plane import Path, Point, angle_between, angle_to, inches_to

LEAST_GAIN = 0.8
TRIES = {CHARGE: 3, GO: 3, FLY: 1, TURN: 1, CLIMB: 1, LEAVE: 1}
"""Number of sketches of a kind that are drawn."""
SPRINGS = 6.0
"""Least gain for which a hidden unit emerges to move."""
FOREMOST = 60.0
"""Weight that lets units nearer to their goal move first, to make room for those behind."""
FIRST_OF_ALL, CHARGES_FIRST, RESTLESS = 60.0, 15.0, 3.0
WORTH_A_MARCH, HELD_UP = 0.5, 0.7
"""Least hope of a march in inches for each figure, and the share of it below which a march is
held up.
"""
LIES_LOW, OUT_OF_THE_WAY = 6, 18.0
"""Turns for which a hidden unit waits for an enemy, and the distance from which an enemy counts as
away (inches).
"""


def next_move(battle: Battle, side: str) -> Order:
    """The next order of a step of movement."""
    if battle.hand is not None and battle.hand.side == side:
        return (
            lead_unit(battle, side, battle.hand.who)
            if has_figures_left(battle, battle.hand.who)
            else EndActivation()
        )
    return (
        next_in_hand(battle, side)
        if battle.step == UNIT_MOVES
        else singles.next_in_hand(battle, side)
    )


def has_figures_left(battle: Battle, who: str) -> bool:
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
        climb = climbed_first if storms_home(battle, side) else over_the_wall
        return climb(battle, side, who) or finish_move(battle, side, who)
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
    if storms_home(battle, side) and best in (GO, CLIMB, CHARGE):
        climb = climbed_first(battle, side, who)
        if climb is not None:
            return climb
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


def climbed_first(battle: Battle, side: str, who: str) -> Order | None:
    """The climb of the next figure at a work of a unit that climbs, unless it can charge an enemy
    now.
    """
    if not climbs_in(battle, who):
        return None
    best = sketches(battle, side, who)[0]
    busy: Collection[str] = ()
    if best.drill == CHARGE:
        busy = formations.drafted(
            battle, drill_for(battle, who, best), side, explain=False
        ).attack.keys()
    return over_the_wall(battle, side, who, busy)


def over_the_wall(battle: Battle, side: str, who: str, busy: Collection[str] = ()) -> Order | None:
    """The order for the next figure that climbs the work before it, without the busy ones."""
    unit = studied_unit(battle, side, who)
    for man, work in climbers(battle, unit.men, unit.aim.goal):
        if man not in busy and not cross_refusals(battle, battle.figures[man], work, side):
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
            *(onward[:2] if presses_on(battle, side) else ()),
        ):
            order = drawn_sketch(battle, side, who, sketch, studied_unit(battle, side, who))
            if order is not None:
                return order
    return EndActivation()


def presses_on(battle: Battle, side: str) -> bool:
    """True if a unit goes on after an interruption, or after the climb of its first figures."""
    return side == battle.attacker and battle.scenario in (AMBUSH_SCENARIO, PLANNED_ATTACK)


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
    if sketch.drill == GO:
        draft = freed_march(battle, side, draft, sketch, unit)
    if draft.refusals or not draft.paths:
        return None
    if sketch.drill == CHARGE and not draft.attack:
        return None
    if sketch.drill == CHARGE:
        draft = followed_in(battle, side, draft, unit)
    order = Move(who, draft.paths, facings_to_enemy(battle, side, draft), draft.attack)
    if not move_refusals(battle, order, side):
        return order
    plain = draft.move(manoeuvre)
    return plain if not move_refusals(battle, plain, side) else None


def followed_in(
    battle: Battle, side: str, draft: formations.Draft, unit: StudiedUnit
) -> formations.Draft:
    """A draft of a charge in a storm: the figures without an enemy go on by their own ways."""
    if unit.aim.goal is None or not storms_home(battle, side):
        return draft
    paths = {key: draft.paths[key] for key in draft.attack if key in draft.paths}
    own = find_own_ways(battle, side, unit.who, unit.aim.goal, paths, draft.attack)
    if own is None or headway_to(unit, unit.aim.goal, own.paths) <= headway_to(
        unit, unit.aim.goal, draft.paths
    ):
        return draft
    return formations.Draft(own.paths, {}, draft.attack)


def freed_march(
    battle: Battle, side: str, draft: formations.Draft, sketch: Sketch, unit: StudiedUnit
) -> formations.Draft:
    """A draft of a march. If it falls far short of its sketch, each figure goes its own way."""
    if sketch.to is None or unit.aim.goal is None or not storms_home(battle, side):
        return draft
    hoped = headway_to(unit, unit.aim.goal, {man.id: (sketch.to,) for man in unit.men}, unit.here)
    drawn = headway_to(unit, unit.aim.goal, draft.paths)
    if hoped < WORTH_A_MARCH * len(unit.men) or drawn >= HELD_UP * hoped:
        return draft
    own = find_own_ways(battle, side, unit.who, unit.aim.goal)
    if own is None or headway_to(unit, unit.aim.goal, own.paths) <= drawn + LEAST_GAIN:
        return draft
    return formations.Draft(own.paths)


def headway_to(
    unit: StudiedUnit, goal: Point, paths: Mapping[str, Path], start: Point | None = None
) -> float:
    """Inches by which figures get nearer to a goal on their paths, in total."""
    ways = [(start or man.position, paths[man.id][-1]) for man in unit.men if man.id in paths]
    if not ways:
        return 0.0
    far = unit.country.far(np.array([at for way in ways for at in way], dtype=float), goal)
    return float(far[::2].sum() - far[1::2].sum())


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
