"""The log: sentences of each event, in both languages, with numbers, rules and places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import fog
from app.games.heart_of_africa.figures import is_hidden
from app.games.heart_of_africa.log_lines.lines import scenario_title
from app.games.heart_of_africa.log_lines.losses_and_morale import (
    baggage_taken,
    bewitched,
    first_named,
    fought,
    morale_rolled,
    paired,
    rallied,
    removed,
    spell_broken,
    test_cancelled,
    unit_lost,
    vessel_tested,
)
from app.games.heart_of_africa.log_lines.movement import (
    activated,
    activation_ended,
    aground_rolled,
    ambush_revealed,
    boarded,
    crocodile_rolled,
    crossed,
    figure_moved,
    figure_turned,
    mode_changed,
    roof_broken,
    roof_climbed,
    stood_still,
    swapped,
    trap_sprung,
    vessel_moved,
    went_ashore,
)
from app.games.heart_of_africa.log_lines.setup import (
    deployed,
    held_back,
    joined,
    leader_freed,
    march_ordered,
    objective_named,
    piece_placed,
    roles_fixed,
    setup_rolled,
    side_chosen,
    work_placed,
)
from app.games.heart_of_africa.log_lines.shooting import (
    attendant_lost,
    breach_rolled,
    fire_lit,
    fire_sealed,
    fire_struck_out,
    fire_written,
    fragment_rolled,
    holed,
    jammed,
    reloaded,
    roof_fire_rolled,
    save_rolled,
    shooters_declared,
    shot_fired,
    smoke_marked,
    torch_rolled,
    vessel_hit,
)
from app.games.heart_of_africa.log_lines.turns import (
    arrival_rolled,
    arrivals_diced,
    arrived,
    battle_ended,
    deployment_planned,
    done_by_plan,
    fire_out,
    march_planned,
    objective_held,
    plan_stopped,
    policies_set,
    step_began,
    wind_rolled,
)
from app.games.heart_of_africa.pieces import AMBUSH, Figure
from app.games.heart_of_africa.presentation.naming import UNKNOWN
from app.games.heart_of_africa.setup.table_edges import unit_of_length
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.seats import Viewer
from app.kernel.single_lines import Lines, no_line, one_line


def wording(before: Battle | None, event: Event, viewer: Viewer) -> Lines:
    """The lines of an event for this viewer; `before` is the battle before it."""
    if isinstance(event, e.BattleBegan):
        return (
            *one_line(
                "{scenario}.", "{scenario}.", level=0, scenario=scenario_title(event.scenario)
            ),
            *one_line(
                "Lengths are in {unit}.",
                "Las longitudes van en {unit}.",
                "HOA-GEN-02",
                level=2,
                unit=unit_of_length(event.options),
            ),
        )
    told = heard_event(before, event, viewer)
    return TOLD[type(told)](as_known(before, told, viewer), told) if told is not None else ()


def heard_event(before: Battle | None, event: Event, viewer: Viewer) -> Event | None:
    """The part of an event that this viewer may know; None if there is none."""
    if before is None or (not viewer.finished and is_secret(before, event, viewer)):
        return None
    if isinstance(event, e.Removed) and not viewer.finished:
        return e.Removed(
            tuple(key for key in event.figures if not is_unseen(before, key, viewer.side)),
            event.cause,
            event.by,
        )
    return event


def as_known(before: Battle | None, event: Event, viewer: Viewer) -> Battle | None:
    """The battle used for names in an event. Of units still off the table the other side knows only
    that they are to come.
    """
    if before is None or viewer.finished or not isinstance(event, (e.ArrivalRolled, e.Joined)):
        return before
    who = event.who if isinstance(event, e.ArrivalRolled) else event.unit
    thing = before.units.get(who) or before.figures[who]
    if thing.side == viewer.side:
        return before
    known = fog.view(before, viewer).battle
    single = (
        {}
        if who in known.units or who in known.figures
        else {who: Figure(who, UNKNOWN, thing.side)}
    )
    return msgspec.structs.replace(known, figures={**known.figures, **single})


def is_secret(battle: Battle, event: Event, viewer: Viewer) -> bool:
    """True for events known only to their owner: sealed orders, hidden ambushes and their tests,
    preparations of a side.
    """
    own = viewer.side
    match event:
        case (
            e.FireWritten()
            | e.FireStruckOut()
            | e.CancelOrdered()
            | e.Paired()
            | e.FirstNamed()
            | e.OrderOfTests()
            | e.MarchPlanned()
            | e.PoliciesSet()
            | e.PlanStopped()
            | e.DeploymentPlanned()
            | e.DoneByPlan()
        ):
            return side_of(battle, event) != own
        case e.Deployed():
            joins_ambush = event.who in battle.figures and is_hidden(
                battle, battle.figures[event.who]
            )
            return (event.ambush or joins_ambush) and event.side != own
        case e.HeldBack():
            return event.side != own
        case e.MoraleRolled() | e.TestCancelled():
            return is_hidden_unit(battle, event.test.unit, own)
        case e.Activated():
            return is_hidden_unit(battle, event.hand.who, own)
        case e.ActivationEnded():
            return is_hidden_unit(battle, event.who, own)
        case e.Joined() | e.Rallied():
            return is_hidden_unit(battle, event.unit, own)
        case e.StoodStill():
            return all(is_hidden_unit(battle, who, own) for who in event.who)
        case e.Removed():
            return all(is_unseen(battle, key, own) for key in event.figures)
    return False


def side_of(battle: Battle, event: Any) -> str:
    if isinstance(event, e.CancelOrdered):
        return battle.units[event.unit].side
    return battle.figures[event.figure].side if isinstance(event, e.FirstNamed) else event.side


def is_unseen(battle: Battle, key: str, own: str | None) -> bool:
    """True for a figure of a unit that is hidden from this viewer."""
    return is_hidden(battle, battle.figures[key]) and battle.figures[key].side != own


def is_hidden_unit(battle: Battle, who: str, own: str | None) -> bool:
    """True for a unit that is hidden from this viewer."""
    unit = battle.units.get(who)
    return unit is not None and unit.where == AMBUSH and unit.side != own


TOLD: Mapping[type[Event], Callable[[Any, Any], Lines]] = {
    e.SetupRolled: setup_rolled,
    e.RolesFixed: roles_fixed,
    e.SideChosen: side_chosen,
    e.MarchOrdered: march_ordered,
    e.WorkPlaced: work_placed,
    e.PiecePlaced: piece_placed,
    e.Deployed: deployed,
    e.HeldBack: held_back,
    e.Joined: joined,
    e.ObjectiveNamed: objective_named,
    e.LeaderFreed: leader_freed,
    e.StepBegan: step_began,
    e.StepPassed: no_line,
    e.TurnOver: no_line,
    e.Asked: no_line,
    e.Answered: no_line,
    e.BattleEnded: battle_ended,
    e.ObjectiveHeld: objective_held,
    e.WindRolled: wind_rolled,
    e.FireOut: fire_out,
    e.ArrivalsDiced: arrivals_diced,
    e.ArrivalRolled: arrival_rolled,
    e.Arrived: arrived,
    e.MovementBegan: no_line,
    e.Activated: activated,
    e.StoodStill: stood_still,
    e.FigureMoved: figure_moved,
    e.FigureTurned: figure_turned,
    e.Shifted: no_line,
    e.TrapSprung: trap_sprung,
    e.CrocodileRolled: crocodile_rolled,
    e.AmbushRevealed: ambush_revealed,
    e.ActivationEnded: activation_ended,
    e.TurnPassedTo: no_line,
    e.Swapped: swapped,
    e.Crossed: crossed,
    e.RoofBroken: roof_broken,
    e.RoofClimbed: roof_climbed,
    e.Boarded: boarded,
    e.WentAshore: went_ashore,
    e.VesselMoved: vessel_moved,
    e.AgroundRolled: aground_rolled,
    e.ModeChanged: mode_changed,
    e.ShootersDeclared: shooters_declared,
    e.FireWritten: fire_written,
    e.FireStruckOut: fire_struck_out,
    e.FireSealed: fire_sealed,
    e.FireOpened: no_line,
    e.ShotFired: shot_fired,
    e.SaveRolled: save_rolled,
    e.FragmentRolled: fragment_rolled,
    e.BreachRolled: breach_rolled,
    e.RoofFireRolled: roof_fire_rolled,
    e.VesselHit: vessel_hit,
    e.Struck: no_line,
    e.Holed: holed,
    e.AttendantLost: attendant_lost,
    e.Removed: removed,
    e.UnitLost: unit_lost,
    e.SpellBroken: spell_broken,
    e.Jammed: jammed,
    e.FireClosed: no_line,
    e.BaggageTaken: baggage_taken,
    e.TorchRolled: torch_rolled,
    e.FireLit: fire_lit,
    e.Reloaded: reloaded,
    e.SmokeMarked: smoke_marked,
    e.Paired: paired,
    e.FirstNamed: first_named,
    e.FightsSet: no_line,
    e.Fought: fought,
    e.CombatClosed: no_line,
    e.PutToFlight: no_line,
    e.Happened: no_line,
    e.TestsOwed: no_line,
    e.TestsClosed: no_line,
    e.OrderOfTests: no_line,
    e.CancelOrdered: no_line,
    e.TestCancelled: test_cancelled,
    e.MoraleRolled: morale_rolled,
    e.VesselTested: vessel_tested,
    e.Bewitched: bewitched,
    e.Rallied: rallied,
    e.MarchPlanned: march_planned,
    e.PoliciesSet: policies_set,
    e.PlanStopped: plan_stopped,
    e.DeploymentPlanned: deployment_planned,
    e.DoneByPlan: done_by_plan,
}
