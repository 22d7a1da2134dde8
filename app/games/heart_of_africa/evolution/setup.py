"""Changes before the first turn: sides, table, deployment."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolution.changes import (
    _master,
    all_changed,
    figure_changed,
    put_down,
    unit_changed,
)
from app.games.heart_of_africa.pieces import AMBUSH, COLUMN, GONE, ON_TABLE, RESERVE
from app.games.heart_of_africa.state import SIDES_STEP, Battle, Conditions


def battle_began(battle: None, event: e.BattleBegan) -> Battle:  # noqa: ARG001 there was none
    return Battle(
        event.land,
        event.scenario,
        event.options,
        dict(event.seats),
        dict(event.names),
        event.attacker,
        dict(event.edges) or {"A": "south", "B": "north"},
        conditions_of(event),
        figures={figure.id: figure for figure in event.figures},
        units={unit.id: unit for unit in event.units},
        step=SIDES_STEP,
    )


def conditions_of(event: e.BattleBegan) -> Conditions:
    return Conditions(
        event.has_defender,
        event.campaign,
        dict(event.points),
        event.dark,
        event.turn_limit,
        event.objective,
        dict(event.fighting),
        {side: dict(items) for side, items in event.stores.items()},
        event.lesson,
    )


def roles_fixed(battle: Battle, event: e.RolesFixed) -> Battle:
    return replace(
        battle.with_conditions(
            has_defender=event.has_defender, turn_limit=event.turn_limit
        ).with_deployment(first_down=event.first),
        scenario=event.scenario,
        attacker=event.attacker,
    )


def side_chosen(battle: Battle, event: e.SideChosen) -> Battle:
    return replace(battle.with_conditions(dark=event.dark), edges=dict(event.edges))


def march_ordered(battle: Battle, event: e.MarchOrdered) -> Battle:
    in_column = {
        key: replace(unit, where=COLUMN) for key, unit in battle.units.items() if key in event.order
    }
    figures = {
        key: replace(figure, where=COLUMN)
        for key, figure in battle.figures.items()
        if key in event.order
        or (
            not figure.unit
            and (figure.of in event.order or _master(battle, figure).unit in event.order)
        )
    }
    return replace(
        battle.with_deployment(march=event.order),
        edges=dict(event.edges),
        units={**battle.units, **in_column},
        figures={**battle.figures, **figures},
    )


def work_placed(battle: Battle, event: e.WorkPlaced) -> Battle:
    return replace(battle, land=replace(battle.land, works=(*battle.land.works, event.work)))


def piece_placed(battle: Battle, event: e.PiecePlaced) -> Battle:
    return replace(
        battle.with_conditions(objective=event.objective or battle.conditions.objective),
        land=replace(battle.land, pieces=(*battle.land.pieces, event.piece)),
    )


def deployed(battle: Battle, event: e.Deployed) -> Battle:
    battle = put_down(battle, event.at, aboard=event.aboard)
    battle = all_changed(
        battle, event.rooms, lambda figure: replace(figure, room=event.rooms[figure.id])
    )
    if event.who in battle.units:
        battle = unit_changed(
            battle,
            event.who,
            where=AMBUSH if event.ambush else ON_TABLE,
            behind=event.behind,
            advance_guard=event.advance_guard,
        )
    return battle


def held_back(battle: Battle, event: e.HeldBack) -> Battle:
    if event.who in battle.units:
        return unit_changed(battle, event.who, where=GONE if event.away else RESERVE)
    return all_changed(
        battle,
        [key for key, figure in battle.figures.items() if event.who in (key, figure.of)],
        lambda figure: replace(figure, where=RESERVE, comes_with=event.comes_with),
    )


def objective_named(battle: Battle, event: e.ObjectiveNamed) -> Battle:
    return battle.with_conditions(objective=event.objective)


def joined(battle: Battle, event: e.Joined) -> Battle:
    unit = battle.units[event.unit]
    battle = unit_changed(
        battle,
        unit.id,
        original=unit.original + 1,
        start=unit.start + 1,
        joined=unit.joined + 1,
    )
    return figure_changed(battle, event.figure, unit=event.unit, where=ON_TABLE)


def leader_freed(battle: Battle, event: e.LeaderFreed) -> Battle:
    has_moved = battle.hand is not None and event.figure in battle.hand.done
    return figure_changed(
        battle,
        event.figure,
        unit="",
        may_join=event.may_join,
        activated=battle.figures[event.figure].activated or has_moved,
    )
