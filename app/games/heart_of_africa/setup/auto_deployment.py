"""Automatic deployment: side of the table, order of march, works, and a place for every unit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.figures import (
    is_gun,
    is_mounted,
    leaders,
    members,
    profile,
)
from app.games.heart_of_africa.melee_and_morale.leaders import has_trait, join_refusals
from app.games.heart_of_africa.pieces import SCOUT, TO_DEPLOY
from app.games.heart_of_africa.setup import (
    deployment_turns,
    end_of_deployment,
    march_order,
)
from app.games.heart_of_africa.setup.auto_units import boats, men
from app.games.heart_of_africa.setup.auto_works import (
    camp,
    works,
)
from app.games.heart_of_africa.setup.scenarios import (
    AMBUSH,
    ENCOUNTER,
    RAID,
    chooser,
    edges_open,
    has_home,
)
from app.games.heart_of_africa.setup.table_edges import OPPOSITE, half, in_rect
from app.games.heart_of_africa.state import SIDES_STEP, Battle
from app.kernel.contract import Order
from app.kernel.space.plane import mean_of


def next_order(battle: Battle, side: str, chance: Random) -> Order | None:
    """The next order before the battle; None if the side owes none."""
    if battle.step == SIDES_STEP:
        return (
            first_order(battle, side, chance)
            if side in deployment_turns.owing_sides(battle) and side not in battle.passed
            else None
        )
    if side not in deployment_turns.owing(battle):
        return None
    for plan in (join, camp, works, boats, men):
        order = plan(battle, side, chance)
        if order is not None:
            return order
    return (
        None
        if deployment_turns.left_to_deploy(battle, side)
        and end_of_deployment.end_refusals(battle, side)
        else orders.Pass()
    )


def first_order(battle: Battle, side: str, chance: Random) -> Order | None:
    if side != chooser(battle):
        return None
    edges = [edge for edge in edges_open(battle) if not spoilt(battle, edge)] or list(
        edges_open(battle)
    )
    edge = chance.choice(edges)
    if battle.scenario == AMBUSH:
        return orders.MarchOrder(tuple(column(battle, side)), edge)
    if battle.scenario == RAID and chance.random() < 0.25:
        return orders.ChooseSide(edge, "dawn", chance.randint(2, 5))
    return orders.ChooseSide(edge)


def spoilt(battle: Battle, edge: str) -> bool:
    """True for an edge that a player would not choose: the sea, or next to the defender's
    village.
    """
    land = battle.land
    if edge == land.water_edge or (
        battle.scenario in (AMBUSH, ENCOUNTER) and OPPOSITE[edge] == land.water_edge
    ):
        return True
    if not has_home(battle):
        return False
    villages = [
        mean_of(piece.outline)
        for piece in land.pieces
        if piece.kind == "village" and len(piece.outline) > 2
    ]
    return bool(villages) and not any(
        in_rect(half(land, OPPOSITE[edge]), spot) for spot in villages
    )


def column(battle: Battle, side: str) -> Iterator[str]:
    """An order of march: a strong unit and the Scouts, half of the units, Leader and flag, the
    rest.
    """
    entries = march_order.marchers(battle, side)
    singles = [who for who in entries if who in battle.figures]
    scouts = [who for who in singles if battle.figures[who].type == SCOUT]
    units = sorted(
        (who for who in entries if who in battle.units and battle.units[who].kind == "troops"),
        key=lambda who: (
            any(is_gun(figure) for figure in members(battle, who)),
            -worth(battle, who),
        ),
    )
    baggage = [
        who for who in entries if who in battle.units and battle.units[who].kind == "baggage"
    ]
    van = (len(units) + 1) // 2
    middle_guard, rear = units[van:][:-1], units[van:][-1:]
    yield from (
        *units[:1],
        *scouts,
        *units[1:van],
        *(who for who in singles if who not in scouts),
        *middle_guard,
        *baggage,
        *rear,
    )


def worth(battle: Battle, unit: str) -> int:
    return sum(profile(figure).points for figure in members(battle, unit))


def join(battle: Battle, side: str, chance: Random) -> Order | None:  # noqa: ARG001 no chance in it
    """The order that joins a Charismatic Leader to the dearest unit that moves as the
    Leader does.
    """
    for leader in leaders(battle, side):
        if (
            leader.unit
            or leader.at is not None
            or leader.where != TO_DEPLOY
            or not has_trait(leader, "charismatic")
        ):
            continue
        fit = [
            unit
            for unit in battle.units.values()
            if unit.side == side
            and unit.where == TO_DEPLOY
            and not join_refusals(battle, orders.Join(leader.id, unit.id), side)
            and all(
                is_mounted(figure) == is_mounted(leader) and not is_gun(figure)
                for figure in members(battle, unit.id)
            )
        ]
        if fit:
            return orders.Join(
                leader.id, max(fit, key=lambda unit: (worth(battle, unit.id), unit.id)).id
            )
    return None
