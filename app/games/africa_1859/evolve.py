"""Fold of events into the state. Nothing here judges, rolls or reads a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from app.games.africa_1859 import events as e
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.state import (
    ELIMINATED,
    LOST,
    Phase,
    Unit,
    War,
)
from app.kernel.contract import Event


def evolve(war: War | None, event: Event) -> War:
    """State after the event."""
    if isinstance(event, e.Began):
        return event.war
    return APPLY[type(event)](war, event)


def fold(war: War, events: Iterable[Event]) -> War:
    """State after all of the events."""
    for event in events:
        war = evolve(war, event)
    return war


SPACES = "units_by_space"
"""Name of the cached property of a position; it goes on to the next position."""


def changed(war: War, **changes: Any) -> War:
    """State with changes of anything but the units."""
    after = replace(war, **changes)
    if SPACES in war.__dict__:
        after.__dict__[SPACES] = war.__dict__[SPACES]
    return after


def with_units(war: War, units: Iterable[str], **changes: Any) -> War:
    """State with these changes of some units."""
    fresh = {key: replace(war.units[key], **changes) for key in units}
    after = replace(war, units={**war.units, **fresh})
    if SPACES in war.__dict__:
        after.__dict__[SPACES] = regrouped(war, fresh)
    return after


def regrouped(war: War, fresh: Mapping[str, Unit]) -> dict[str, list[Unit]]:
    """Units by space after some have changed."""
    spaces = {one.at for one in fresh.values()} | {war.units[key].at for key in fresh}
    found = dict(war.units_by_space)
    for space in spaces:
        stay = [one for one in found.get(space, ()) if one.id not in fresh]
        there = [*stay, *(one for one in fresh.values() if one.at == space)]
        found[space] = sorted(there, key=lambda one: one.id)
        if not there:
            del found[space]
    return found


def with_leaders(war: War, leaders: Iterable[str], **changes: Any) -> War:
    """State with these changes of some leaders."""
    fresh = {key: replace(war.leaders[key], **changes) for key in leaders}
    return changed(war, leaders={**war.leaders, **fresh})


def with_counters(war: War, counters: Iterable[str], **changes: Any) -> War:
    """State with changes that units and leaders have in common."""
    keys = tuple(counters)
    war = with_units(war, [key for key in keys if key in war.units], **changes)
    return with_leaders(war, [key for key in keys if key in war.leaders], **changes)


def with_ground(war: War, **changes: Any) -> War:
    return changed(war, ground=replace(war.ground, **changes))


def with_phase(war: War, **changes: Any) -> War:
    return changed(war, phase=replace(war.phase, **changes))


def unchanged(war: War, event: Event) -> War:  # noqa: ARG001 - facts of the log change nothing
    return war


def phase_began(war: War, event: e.PhaseBegan) -> War:
    phase = Phase(
        event.turn,
        event.side,
        ships_fired=war.phase.ships_fired,
        storm=war.phase.storm,
    )
    return changed(war, phase=phase)


def phase_ended(war: War, event: e.PhaseEnded) -> War:
    return with_phase(war, ended=(*war.phase.ended, event.seat))


def opened(war: War, event: e.Opened) -> War:
    return with_phase(war, open=event.space, opened=(*war.phase.opened, event.space))


def closed(war: War, event: e.Closed) -> War:  # noqa: ARG001 - one space is open
    return with_phase(war, open="")


def reserved(war: War, event: e.Reserved) -> War:
    others = tuple(key for key in war.reserved if key not in event.counters)
    return changed(war, reserved=others if event.lent else (*others, *event.counters))


def seat_abandoned(war: War, event: e.SeatAbandoned) -> War:
    """Allies that have ended the phase act again, so that they can order what they receive."""
    side, phase = war.terms.seats[event.seat], war.phase
    again = side == phase.side and event.seat not in phase.ended
    return changed(
        war,
        terms=replace(war.terms, commands={**war.terms.commands, **event.commands}),
        abandoned=(*war.abandoned, event.seat),
        reserved=tuple(key for key in war.reserved if key not in event.commands),
        phase=replace(phase, ended=()) if again else phase,
    )


def standing_set(war: War, event: e.StandingSet) -> War:
    standing = {**war.standing, event.side: event.standing}
    return changed(war, standing={side: one for side, one in standing.items() if one})


def moved(war: War, event: e.Moved) -> War:
    return with_counters(war, event.counters, at=event.path[-1])


def entered(war: War, event: e.Entered) -> War:
    fresh = {unit.id: unit for unit in event.units}
    war = replace(
        war,
        units={**war.units, **fresh},
        leaders={**war.leaders, **{leader.id: leader for leader in event.leaders}},
    )
    war = with_counters(war, event.counters, at=event.space)
    arrivals = war.arrivals
    if event.group >= 0:
        arrivals = replace(
            arrivals,
            to_come=tuple(number for number in arrivals.to_come if number != event.group),
            received=_added(arrivals.received, event.side, event.steps),
        )
    return changed(war, arrivals=arrivals)


def _added(numbers: Mapping[str, int], key: str, amount: int) -> dict[str, int]:
    return {**numbers, key: numbers.get(key, 0) + amount}


def marked(war: War, event: e.Marked) -> War:
    units = [key for key in event.counters if key in war.units]
    if event.acted:
        war = with_units(war, units, acted=True)
    if event.fell_back:
        war = with_phase(war, fell_back=(*war.phase.fell_back, *units))
    return with_counters(war, event.counters, marker=True)


def guns_marked(war: War, event: e.GunsMarked) -> War:
    acted = {"acted": True} if event.acted else {}
    return with_units(war, event.guns, marker=True, fired=True, **acted)


def ship_fired(war: War, event: e.ShipFired) -> War:
    return with_phase(war, ships_fired=(*war.phase.ships_fired, event.ship))


def steps_lost(war: War, event: e.StepsLost) -> War:
    steps = max(0, war.units[event.unit].steps - event.steps)
    return with_units(war, [event.unit], steps=steps)


def steps_gained(war: War, event: e.StepsGained) -> War:
    return with_units(war, [event.unit], steps=war.units[event.unit].steps + event.steps)


def demoralised(war: War, event: e.Demoralised) -> War:
    return with_units(war, [event.unit], dem=True)


def rallied(war: War, event: e.Rallied) -> War:
    return with_units(war, [event.unit], dem=False)


def removed(war: War, event: e.Removed) -> War:
    units = [key for key in event.counters if key in war.units]
    leaders = [key for key in event.counters if key in war.leaders]
    gone = {"dem": False, "marker": False, "fired": False, "acted": False}
    war = with_units(war, units, at=event.to, **gone)
    if event.to == ELIMINATED:
        war = with_units(war, units, steps=0)
    lost_in = war.turn if event.to == LOST else 0
    return with_leaders(war, leaders, at=event.to, marker=False, lost_in=lost_in)


def leader_replaced(war: War, event: e.LeaderReplaced) -> War:
    return with_leaders(war, [event.leader], lost_in=0)


def control_taken(war: War, event: e.ControlTaken) -> War:
    ground = war.ground
    gone = (*ground.camps_gone, event.space) if event.camp_gone else ground.camps_gone
    return with_ground(war, control={**ground.control, event.space: event.side}, camps_gone=gone)


def dug(war: War, event: e.Dug) -> War:
    return with_ground(war, digging=(*war.ground.digging, (event.unit, event.space)))


def works_placed(war: War, event: e.WorksPlaced) -> War:
    return with_ground(war, works=(*war.ground.works, event.space))


def struck(war: War, event: e.Struck) -> War:
    return with_ground(war, struck=(*war.ground.struck, event.space))


def markers_removed(war: War, event: e.MarkersRemoved) -> War:  # noqa: ARG001 - all of them
    war = with_units(war, war.units, marker=False, fired=False, acted=False)
    war = with_leaders(war, war.leaders, marker=False)
    war = with_phase(war, ships_fired=())
    return with_ground(war, digging=(), struck=())


def storm_rolled(war: War, event: e.StormRolled) -> War:
    return with_phase(war, storm=event.storm)


def pushed(war: War, event: e.Pushed) -> War:
    return changed(war, stack=(*war.stack, event.procedure))


def updated(war: War, event: e.Updated) -> War:
    return changed(war, stack=(*war.stack[:-1], event.procedure))


def popped(war: War, event: e.Popped) -> War:  # noqa: ARG001 - the innermost one
    return changed(war, stack=war.stack[:-1])


def asked(war: War, event: e.Asked) -> War:  # noqa: ARG001 - the question on top
    question = war.stack[-1]
    if not isinstance(question, Question):
        raise TypeError(f"no question is on top: {question}")
    return changed(war, stack=(*war.stack[:-1], replace(question, asked=True)))


def ended(war: War, event: e.Ended) -> War:
    return changed(war, ending=event.ending, stack=())


APPLY: dict[type, Callable[..., War]] = {
    e.SidesBid: unchanged,
    e.Rolled: unchanged,
    e.PhaseBegan: phase_began,
    e.PhaseEnded: phase_ended,
    e.Opened: opened,
    e.Closed: closed,
    e.Reserved: reserved,
    e.SeatAbandoned: seat_abandoned,
    e.StandingSet: standing_set,
    e.Moved: moved,
    e.Entered: entered,
    e.Marked: marked,
    e.GunsMarked: guns_marked,
    e.ShipFired: ship_fired,
    e.StepsLost: steps_lost,
    e.StepsGained: steps_gained,
    e.Checked: unchanged,
    e.Demoralised: demoralised,
    e.Rallied: rallied,
    e.Removed: removed,
    e.LeaderReplaced: leader_replaced,
    e.ControlTaken: control_taken,
    e.Dug: dug,
    e.WorksPlaced: works_placed,
    e.Struck: struck,
    e.MarkersRemoved: markers_removed,
    e.StormRolled: storm_rolled,
    e.Pushed: pushed,
    e.Updated: updated,
    e.Popped: popped,
    e.Asked: asked,
    e.Answered: unchanged,
    e.Revealed: unchanged,
    e.Clashed: unchanged,
    e.CalledOff: unchanged,
    e.Ended: ended,
    e.Noted: unchanged,
}
