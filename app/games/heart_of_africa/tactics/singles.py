"""Moves of independent figures: Leader, standard, Witch Doctor, Scout, and the baggage."""

from __future__ import annotations

from app.games.heart_of_africa import turn_order
from app.games.heart_of_africa.figures import is_baggage, is_leader, members, placed
from app.games.heart_of_africa.melee_and_morale.leaders import has_trait
from app.games.heart_of_africa.movement import formations
from app.games.heart_of_africa.movement.planned_moves import move_refusals
from app.games.heart_of_africa.orders import Activate, EndActivation, Manoeuvre, Pass
from app.games.heart_of_africa.pieces import SCOUT, STANDARD_BEARER, WITCH_DOCTOR, Figure, Unit
from app.games.heart_of_africa.setup.scenarios import AMBUSH, RAID
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics import burning
from app.games.heart_of_africa.tactics.columns import walked_off
from app.games.heart_of_africa.tactics.destinations import exit_from, loot
from app.games.heart_of_africa.tactics.gathering import each_his_way
from app.games.heart_of_africa.tactics.strengths import army_worth, centre_of, foes, here_of
from app.games.heart_of_africa.tactics.ways import country, kind_of
from app.kernel.contract import Order
from app.kernel.space.plane import Point, angle_to, inches_to, mean_of, point_at

NEAR_ENOUGH = 1.6
BEHIND = {"leader": 2.2, STANDARD_BEARER: 3.5, WITCH_DOCTOR: 4.0, SCOUT: 3.0}
SHY_OF = 9.0
"""Distance that single figures keep from enemy units (inches)."""
AHEAD_OF_COLUMN = 9.0


def next_in_hand(battle: Battle, side: str) -> Order:
    """The order for the next single figure (or the baggage) with a better place to go to, those in
    a fire first.
    """
    for who in turn_order.still_to_act(battle, side):
        if burning.figures_caught(battle, who):
            return Activate(who)
    for who in turn_order.still_to_act(battle, side):
        if turn_order.is_in_column(battle, who) or wants_to_move(battle, side, who):
            return Activate(who)
    return Pass()


def wants_to_move(battle: Battle, side: str, who: str) -> bool:
    here = here_of(battle, who) if who in battle.units else battle.figures[who].at
    goal = goal_of(battle, side, who)
    return here is not None and goal is not None and inches_to(here, goal) > NEAR_ENOUGH


def lead_single(battle: Battle, side: str, who: str) -> Order:
    """The move of a figure towards its goal."""
    goal = goal_of(battle, side, who)
    if goal is None:
        return EndActivation()
    if battle.scenario == AMBUSH and side == battle.attacker:
        off = walked_off(battle, side, who)
        if off is not None:
            return off
    if who in battle.figures:
        grab = rob_baggage(battle, side, battle.figures[who])
        if grab is not None:
            return grab
    figures = members(battle, who) if who in battle.units else (battle.figures[who],)
    here = centre_of(battle, who) if who in battle.units else figures[0].at or goal
    step = (
        country(battle, kind_of(figures[0])).ahead(here, goal, 14.0)
        if inches_to(here, goal) > 12
        else goal
    )
    for spot in (step, goal):
        order = formations.toward(battle, who, spot)
        draft = formations.drafted(battle, order, side, explain=False)
        if not draft.refusals and draft.paths:
            move = draft.move(order)
            if not move_refusals(battle, move, side):
                return move
    return (
        each_his_way(battle, side, who, goal) if who in battle.units else None
    ) or EndActivation()


def goal_of(battle: Battle, side: str, who: str) -> Point | None:
    if who in battle.units:
        return baggage_goal(battle, side, who)
    figure = battle.figures[who]
    if figure.type == SCOUT:
        return scout_goal(battle, side, figure)
    return behind_the_men(battle, side, figure)


def baggage_goal(battle: Battle, side: str, who: str) -> Point | None:
    """The goal of the baggage in a marching column, in the middle of it; None elsewhere."""
    here = here_of(battle, who)
    if here is None or battle.scenario != AMBUSH or side != battle.attacker:
        return None
    goal = exit_from(battle, side, here)
    ahead = [
        at
        for unit in battle.units.values()
        if unit.side == side
        and unit.kind == "troops"
        and (at := here_of(battle, unit.id)) is not None
        and inches_to(at, goal) < inches_to(here, goal) - 3
    ]
    threats = [
        foe
        for foe in foes(battle, side)
        if inches_to(foe.at, here) < 12 and foe.key in battle.units
    ]
    waiting = any(unit.where == "column" for unit in battle.units.values() if unit.side == side)
    if threats and not ahead:
        return None
    return goal if ahead or not waiting or not threats else None


def scout_goal(battle: Battle, side: str, figure: Figure) -> Point | None:
    """The goal of a Scout: before a marching column, to find ambushes; in a Raid unguarded baggage;
    else with the other units.
    """
    if figure.at is None:
        return None
    if battle.scenario == AMBUSH and side == battle.attacker:
        goal = exit_from(battle, side, figure.at)
        column = [
            at
            for unit in battle.units.values()
            if unit.side == side
            and unit.kind == "troops"
            and (at := here_of(battle, unit.id)) is not None
        ]
        if not column:
            return goal if inches_to(figure.at, goal) > 60 else None
        head = min(column, key=lambda at: inches_to(at, exit_from(battle, side, at)))
        if inches_to(head, exit_from(battle, side, head)) < 8:
            return goal
        return point_at(head, angle_to(head, exit_from(battle, side, head)), AHEAD_OF_COLUMN)
    if battle.scenario == RAID and side == battle.attacker:
        prize = [one for one in loot(battle, side) if guards_of(battle, side, one.position) == 0]
        if prize:
            return min(prize, key=lambda one: inches_to(figure.position, one.position)).at
    return behind_the_men(battle, side, figure)


def guards_of(battle: Battle, side: str, at: Point) -> int:
    return sum(
        foe.count
        for foe in foes(battle, side)
        if inches_to(foe.at, at) < 5 and foe.key in battle.units
    )


def rob_baggage(battle: Battle, side: str, figure: Figure) -> Order | None:
    """The order that takes enemy baggage within reach."""
    if figure.at is None or is_leader(figure):
        return None
    for one in sorted(loot(battle, side), key=lambda one: inches_to(figure.position, one.position)):
        if inches_to(figure.at, one.position) > 26:
            break
        order = Manoeuvre(figure.id, "charge", target=one.id)
        draft = formations.drafted(battle, order, side, explain=False)
        if draft.attack and not draft.refusals:
            move = draft.move(order)
            if not move_refusals(battle, move, side):
                return move
    return None


def need_of(battle: Battle, side: str, unit: Unit, units: list[Unit], here: Point) -> float:
    """Need of a unit for a figure that stands `here`, among the `units` that may get it."""
    at = centre_of(battle, unit.id)
    threat = min((inches_to(at, foe.at) for foe in foes(battle, side)), default=40.0)
    company = sum(1 for other in units if inches_to(here_of(battle, other.id) or at, at) < 10)
    return (
        0.05 * army_worth(battle, unit.id)
        + 2.0 * company
        + (8.0 if unit.marker else 0.0)
        - 0.5 * inches_to(here, at)
        - 0.1 * threat
    )


def behind_the_men(battle: Battle, side: str, figure: Figure) -> Point | None:
    """A place a little behind the unit that most needs the figure: near, marked, valuable; out of
    reach of enemies.
    """
    if figure.at is None:
        return None
    units = [
        unit
        for unit in battle.units.values()
        if unit.side == side
        and unit.kind == "troops"
        and placed(battle, unit.id)
        and unit.where != "ambush"
        and (figure.type != STANDARD_BEARER or unit.contingent == figure.contingent)
    ]
    if not units:
        return (
            exit_from(battle, side, figure.at)
            if battle.scenario == AMBUSH and side == battle.attacker
            else None
        )
    best = max(units, key=lambda unit: need_of(battle, side, unit, units, figure.position))
    at = centre_of(battle, best.id)
    near = min(foes(battle, side), key=lambda foe: inches_to(foe.at, at), default=None)
    if near is None:
        return at
    far = BEHIND["leader" if is_leader(figure) else figure.type] + (
        0.0 if is_leader(figure) and has_trait(figure, "disciplinarian") else 1.0
    )
    if battle.scenario == AMBUSH and side == battle.attacker and not threatened(battle, side, at):
        return (
            exit_from(battle, side, figure.at)
            if inches_to(figure.at, exit_from(battle, side, figure.at)) < 10
            else point_at(at, angle_to(near.at, at), far)
        )
    return point_at(at, angle_to(near.at, at), far)


def threatened(battle: Battle, side: str, at: Point) -> bool:
    return any(inches_to(foe.at, at) < SHY_OF for foe in foes(battle, side))


def own_baggage(battle: Battle, side: str) -> Point | None:
    """The middle of the own baggage."""
    found = [
        one.at
        for one in battle.figures.values()
        if one.side == side and is_baggage(one) and one.at is not None
    ]
    return mean_of(found) if found else None
