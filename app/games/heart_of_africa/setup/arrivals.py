"""HOA-DEP: Arrival rolls of units off the table, and their places at the edge of their half."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    figure_of,
    is_independent,
    is_leader,
    members,
    other_side,
    placed,
    unit_of,
)
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.movement import discovery
from app.games.heart_of_africa.pieces import ARRIVING, RESERVE, Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.arrival_places import (
    FIRST_TURN,
    FROM_ARRIVALS,
    FROM_SCOUT,
    NEAR_EDGE,
    NORMALLY,
    WITH_A_GENIUS,
    arrival_stands,
    at_the_edge,
    berth_at_the_edge,
    comers,
    dry_edges,
    near_a_scout,
    near_arrivals,
    scouts_watch,
    set_out,
    touching,
)
from app.games.heart_of_africa.setup.free_ground import put_down
from app.games.heart_of_africa.setup.ground_to_deploy import away_from_works, spots_at_works
from app.games.heart_of_africa.setup.places import (
    company,
    crowded,
    incomplete_unit,
    on_paper,
    on_the_ground,
    overfull,
    scattered,
    strangers,
)
from app.games.heart_of_africa.setup.scenarios import AMBUSH, ENCOUNTER
from app.games.heart_of_africa.setup.table_edges import Rect, half
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import Point


def waiting(battle: Battle, side: str) -> tuple[str, ...]:
    """Units and single figures that roll for arrival, in the order of the roster."""
    units = [
        unit.id
        for unit in battle.units.values()
        if unit.side == side
        and unit.kind == "troops"
        and unit.where == RESERVE
        and members(battle, unit.id)
    ]
    alone = [
        figure.id
        for figure in battle.figures.values()
        if figure.side == side
        and is_independent(figure)
        and not figure.fate
        and figure.where == RESERVE
        and not comes_in_company(battle, figure)
    ]
    return (*units, *alone)


def comes_in_company(battle: Battle, figure: Figure) -> bool:
    unit = battle.units.get(figure.comes_with)
    return unit is not None and unit.where == RESERVE and bool(members(battle, unit.id))


def arriving(battle: Battle, side: str) -> tuple[str, ...]:
    """Units and figures that may be placed now."""
    units = [
        unit.id
        for unit in battle.units.values()
        if unit.side == side and unit.where == ARRIVING and not unit.fate
    ]
    return (
        *units,
        *(
            figure.id
            for figure in battle.figures.values()
            if figure.side == side
            and is_independent(figure)
            and figure.where == ARRIVING
            and not figure.fate
        ),
    )


def needs(battle: Battle, side: str) -> int:
    """HOA-LDR-22: Units still to come arrive on 3 or more, allies too, while an Organisational
    Genius leads the army, on the table or off it.
    """
    leads = any(
        figure.side == side
        and is_leader(figure)
        and not figure.fate
        and "organisational_genius" in figure.traits
        for figure in battle.figures.values()
    )
    return WITH_A_GENIUS if leads else NORMALLY


def opening(battle: Battle, dice: Dice) -> Sequence[Event]:
    """Events of the arrival dice of the first side, and of the other one once nothing is left to
    place.
    """
    if not any(waiting(battle, side) or arriving(battle, side) for side in ("A", "B")):
        return ()
    happened = who_goes_first(battle, dice)
    return onward(
        battle,
        [*happened, *diced(fold(battle, happened), first_side(fold(battle, happened)), dice)],
        dice,
    )


def who_goes_first(battle: Battle, dice: Dice) -> list[Event]:
    """HOA-DEP-02: The attacker rolls and places arrivals first. In an Encounter the order is rolled
    each turn if both sides have arrivals.
    """
    both = all(waiting(battle, side) or arriving(battle, side) for side in ("A", "B"))
    if (
        battle.scenario != ENCOUNTER
        or not both
        or battle.movement.arrivals_first
        or battle.turn < FIRST_TURN
    ):
        return []
    rolled: list[tuple[str, int]] = []
    while not rolled or rolled[-1][1] == rolled[-2][1]:
        rolled += [(side, dice.roll(6, "roll_off", side)) for side in ("A", "B")]
    return [e.ArrivalsDiced(tuple(rolled), "A" if rolled[-2][1] > rolled[-1][1] else "B")]


def first_side(battle: Battle) -> str:
    return battle.movement.arrivals_first or battle.attacker


def diced(battle: Battle, side: str, dice: Dice) -> list[Event]:
    """HOA-DEP-01: From turn 4 on every unit off the table rolls one die, except the column of an
    Ambush. On 5 or 6 it must be placed; without room it waits and does not roll again. A single
    figure comes with the unit named, or rolls too.
    """
    if battle.turn < FIRST_TURN or (battle.scenario == AMBUSH and side == battle.attacker):
        return []
    least = needs(battle, side)
    faces = [(who, dice.roll(6, "arrival", who)) for who in waiting(battle, side)]
    return [e.ArrivalRolled(who, die, least, die >= least) for who, die in faces]


def onward(battle: Battle, happened: Sequence[Event], dice: Dice) -> list[Event]:
    """Events after a placement: a side with nothing left to place is done, and then the second side
    rolls.
    """
    found = list(happened)
    for side in (first_side(fold(battle, found)), other_side(first_side(fold(battle, found)))):
        now = fold(battle, found)
        if side in now.passed:
            continue
        if arriving(now, side):
            break
        found.append(e.StepPassed(side))
        if side == first_side(now):
            found += diced(now, other_side(side), dice)
    return found


def owing(battle: Battle) -> tuple[str, ...]:
    """The side that owes arrivals; a side with nothing to place was skipped after its dice."""
    if not any(arriving(battle, side) for side in ("A", "B")):
        return ()
    first = first_side(battle)
    return tuple(side for side in (first, other_side(first)) if side not in battle.passed)[:1]


def out_of_turn(battle: Battle) -> Refusal:  # noqa: ARG001 the sentence is always the same
    return no(
        "HOA-DEP-02",
        "The other side’s arrivals come first, or you have none.",
        "Antes llega el otro bando, o no tienes llegadas.",
    )


def place(battle: Battle, order: orders.Place, side: str, dice: Dice) -> Sequence[Event]:
    order = set_out(battle, order, side)
    refuse_if(place_refusals(battle, order, side))
    found = arrival_stands(battle, side, comers(battle, order.unit, order.at), order.at)
    happened: list[Event] = [e.Arrived(order.unit, on_paper(found))]
    for figure in found:
        happened += discovery.discovery_events(fold(battle, happened), figure)
    return onward(battle, happened, dice)


def place_refusals(battle: Battle, order: orders.Place, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against these places of arrivals."""
    order = set_out(battle, order, side)
    who = order.unit
    unit = unit_of(battle, who, side) if who in battle.units else None
    thing = unit or figure_of(battle, who, side)
    if thing.side != side or who not in arriving(battle, side):
        return (no("HOA-DEP-01", "That has not arrived.", "Eso no ha llegado."),)
    men = comers(battle, who, order.at)
    found = arrival_stands(battle, side, men, order.at)
    whole = found_in(strangers(men, order.at), incomplete_unit(battle, men, found, "HOA-DEP-03"))
    if whole:
        return whole
    return found_in(
        at_the_edge(battle, side, found),
        on_the_ground(battle, found),
        overfull(battle, side, found),
        crowded(battle, side, found),
        touching(battle, side, found),
        scattered(battle, who, found),
        near_a_scout(battle, side, found),
        near_arrivals(battle, side, found),
        away_from_works(battle, unit, found),
    )


def passing(battle: Battle, side: str, dice: Dice) -> Sequence[Event]:
    """Events of a pass. An arrival must be placed unless there is no room for it."""
    refuse_if(pass_refusals(battle, side))
    happened: list[Event] = [e.StepPassed(side)]
    first = first_side(battle)
    if side == first and other_side(side) not in battle.passed:
        happened += diced(battle, other_side(side), dice)
        if not arriving(fold(battle, happened), other_side(side)):
            happened.append(e.StepPassed(other_side(side)))
    return happened


def pass_refusals(battle: Battle, side: str) -> tuple[Refusal, ...]:
    waits = next(
        (
            who
            for who in arriving(battle, side)
            if spots_for(battle, side, who, random.Random(0)) is not None  # noqa: S311 - a search, no secret
        ),
        None,
    )
    if waits is None:
        return ()
    return (
        no(
            "HOA-DEP-01",
            "{who:The} {who:has|have} arrived and must be placed.",
            "{who:El} {who:ha llegado|han llegado} y hay que "
            "{who:desplegarlo|desplegarla|desplegarlos|desplegarlas}.",
            who=called(battle, waits),
        ),
    )


def spots_for(battle: Battle, side: str, who: str, chance: random.Random) -> orders.Place | None:
    """A lawful place for an arrival."""
    if who in battle.units and battle.units[who].at_works:
        return next(
            (
                order
                for at in spots_at_works(battle, side, who)
                if not place_refusals(battle, order := orders.Place(who, at), side)
            ),
            None,
        )
    own, land = half(battle.land, battle.edges[side]), battle.land
    x0, y0, x1, y1 = own
    men = company(battle, who)
    if berths.is_hull(men):
        found = berth_at_the_edge(
            battle, men[0], ((x0 + x1) / 2, (y0 + y1) / 2), None, own, within=math.inf
        )
        berth = found and orders.Place(who, {men[0].id: (*found.at, found.heading)})
        return None if berth is None or place_refusals(battle, berth, side) else berth
    open_belts = dry_belts(battle, side, chance, x0, y0, x1, y1, land)
    keep_off = ground_to_avoid(battle, side)
    for rect in open_belts:
        for _ in range(3):
            at = put_down(battle, side, who, rect, chance, clear=keep_off)
            if at is None:
                break
            order = orders.Place(who, at)
            if not place_refusals(battle, order, side):
                return order
    return None


def dry_belts(
    battle: Battle,
    side: str,
    chance: random.Random,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    land: Land,
) -> list[Rect]:
    """Strips along the dry edges of the own half in random order, that of the own edge first."""
    belts = {
        "south": (x0, y0, x1, min(y1, NEAR_EDGE)),
        "north": (x0, max(y0, land.depth - NEAR_EDGE), x1, y1),
        "west": (x0, y0, min(x1, NEAR_EDGE), y1),
        "east": (max(x0, land.width - NEAR_EDGE), y0, x1, y1),
    }
    open_belts = [
        belts[edge]
        for edge in dry_edges(battle)
        if belts[edge][0] <= belts[edge][2] and belts[edge][1] <= belts[edge][3]
    ]
    chance.shuffle(open_belts)
    own_edge = battle.edges[side]
    if own_edge in dry_edges(battle):
        open_belts.sort(key=lambda rect: rect != belts[own_edge])
    return open_belts


def ground_to_avoid(battle: Battle, side: str) -> list[tuple[Point, float]]:
    """Circles round enemy Scouts and enemy arrivals, with their radii in inches."""
    keep_off: list[tuple[Point, float]] = [
        (figure.at, FROM_SCOUT + 1.2) for figure in scouts_watch(battle, side) if figure.at
    ]
    keep_off += [
        (figure.at, FROM_ARRIVALS + 1.8)
        for unit in battle.units.values()
        if unit.side != side and unit.arrived
        for figure in placed(battle, unit.id)
        if figure.at
    ]
    return keep_off


def default_arrival(
    battle: Battle, side: str, chance: random.Random
) -> orders.Place | orders.Pass | None:
    """The next arrival placed automatically; a pass if there is no room for any; None if the side
    owes nothing.
    """
    if side not in owing(battle):
        return None
    for who in arriving(battle, side):
        order = spots_for(battle, side, who, chance)
        if order is not None:
            return order
    return orders.Pass()
