"""Changes of turn and step, arrivals and plans."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.conditional_orders.plans import Plans
from app.games.heart_of_africa.evolution.changes import (
    _master,
    all_changed,
    plans_changed,
    put_down,
    unit_changed,
    with_marks,
)
from app.games.heart_of_africa.pieces import ARRIVED, ARRIVING, ON_TABLE, RESERVE
from app.games.heart_of_africa.state import DEPLOYMENT, Battle, Melee, Morale, Shooting


def step_began(battle: Battle, event: e.StepBegan) -> Battle:
    return replace(
        battle.with_movement(activated=0),
        turn=event.turn,
        step=event.step,
        to_act=event.to_act,
        passed=(),
        hand=None,
    )


def step_passed(battle: Battle, event: e.StepPassed) -> Battle:
    if battle.step == DEPLOYMENT:
        battle = battle.with_deployment(deployed=(*battle.deployment.deployed, event.side))
    return replace(battle, passed=(*battle.passed, event.side))


def turn_over(battle: Battle, event: e.TurnOver) -> Battle:
    """The battle without the marks of the turn; contacts, smoke and markers remain."""
    figures = {
        key: replace(
            figure,
            did=(),
            began=None,
            faced=None,
            activated=False,
            won_last_turn=figure.won,
            won=False,
            contact_at_start=(),
            mode_at_start=figure.mode,
        )
        for key, figure in battle.figures.items()
    }
    units = {
        key: replace(unit, activation="", arrived=False, start=event.starts.get(key, 0), joined=0)
        for key, unit in battle.units.items()
    }
    return replace(
        battle.with_movement(charges=(), swapped=(), arrivals_first="", began_in={}),
        figures=figures,
        units=units,
        shooting=Shooting(),
        struck=(),
        struck_by=(),
        melee=Melee(),
        morale=Morale(),
        happened=(),
        context={},
        plans={side: overnight(battle, plans) for side, plans in battle.plans.items()},
    )


def asked(battle: Battle, event: e.Asked) -> Battle:
    return replace(battle, pending=(*battle.pending, event.pending), context=dict(event.context))


def answered(battle: Battle, event: e.Answered) -> Battle:  # noqa: ARG001 the fact is enough
    return replace(battle, pending=battle.pending[1:], context={})


def battle_ended(battle: Battle, event: e.BattleEnded) -> Battle:
    return replace(battle, winner=event.winner, ending=event.ending, to_act="", pending=())


def objective_held(battle: Battle, event: e.ObjectiveHeld) -> Battle:
    return replace(battle, held_since=event.since)


def wind_rolled(battle: Battle, event: e.WindRolled) -> Battle:
    return replace(battle, wind=event.bearing)


def fire_out(battle: Battle, event: e.FireOut) -> Battle:
    return replace(battle, fires=tuple(fire for fire in battle.fires if fire.id != event.fire))


def arrivals_diced(battle: Battle, event: e.ArrivalsDiced) -> Battle:
    return battle.with_movement(arrivals_first=event.first)


def arrival_rolled(battle: Battle, event: e.ArrivalRolled) -> Battle:
    if not event.arrives:
        return battle
    if event.who in battle.units:
        battle = unit_changed(battle, event.who, where=ARRIVING)
        return all_changed(
            battle,
            [
                key
                for key, figure in battle.figures.items()
                if figure.where == RESERVE
                and event.who in (figure.comes_with, _master(battle, figure).comes_with)
            ],
            lambda figure: replace(figure, where=ARRIVING),
        )
    return all_changed(
        battle,
        [key for key, figure in battle.figures.items() if event.who in (key, figure.of)],
        lambda figure: replace(figure, where=ARRIVING),
    )


def arrived(battle: Battle, event: e.Arrived) -> Battle:
    battle = all_changed(
        put_down(battle, event.at),
        event.at,
        lambda figure: replace(figure, did=with_marks(figure, ARRIVED), began=figure.at),
    )
    return (
        unit_changed(battle, event.who, where=ON_TABLE, arrived=True)
        if event.who in battle.units
        else battle
    )


def turn_passed_to(battle: Battle, event: e.TurnPassedTo) -> Battle:
    return replace(battle, to_act=event.side)


def overnight(battle: Battle, plans: Plans) -> Plans:
    """A side's plans at the end of the turn."""
    march = plans.march
    return replace(
        plans,
        march=None if march is None or march.last <= battle.turn else march,
        deployment=None,
        led="",
        why="",
    )


def march_planned(battle: Battle, event: e.MarchPlanned) -> Battle:
    return plans_changed(battle, event.side, march=event.march)


def deployment_planned(battle: Battle, event: e.DeploymentPlanned) -> Battle:
    return plans_changed(battle, event.side, deployment=event.plan)


def policies_set(battle: Battle, event: e.PoliciesSet) -> Battle:
    return plans_changed(battle, event.side, policies=event.policies)


def plan_stopped(battle: Battle, event: e.PlanStopped) -> Battle:
    march = battle.plans[event.side].march
    if march is None:
        raise LookupError(f"{event.side} has no plan to stop")
    return plans_changed(
        battle, event.side, march=replace(march, stopped=event.why, who=event.who, by=event.by)
    )


def done_by_plan(battle: Battle, event: e.DoneByPlan) -> Battle:
    return plans_changed(battle, event.side, led=event.who, why=event.what) if event.who else battle
