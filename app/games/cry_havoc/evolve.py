"""Fold of events into the state. Nothing here judges, rolls or reads a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from app.games.cry_havoc import events as e
from app.games.cry_havoc.state import (
    DEAD,
    FIRST_FIRE,
    HEALTHY,
    PRISONER,
    SECOND_FIRE,
    STUNNED,
    WOUNDED,
    Battle,
    Combat,
    Unit,
)
from app.kernel.contract import Event

ANIMALS = ("horse", "mule")
replace = msgspec.structs.replace


def evolve(battle: Battle | None, event: Event) -> Battle:
    if isinstance(event, e.BattleBegan):
        return Battle(
            event.map,
            event.scenario,
            event.options,
            event.sides,
            dict(event.seats),
            {unit.id: unit for unit in event.units},
            facts=dict(event.facts),
            score=dict.fromkeys(event.sides, 0),
        )
    return APPLY[type(event)](battle, event)


def fold(battle: Battle, events: Iterable[Event]) -> Battle:
    """Battle after all of the events."""
    for event in events:
        battle = evolve(battle, event)
    return battle


def changed(battle: Battle, unit: str, **facts: Any) -> Battle:
    """Battle with some facts of one unit replaced."""
    return replace(battle, units={**battle.units, unit: replace(battle.units[unit], **facts)})


def all_changed(battle: Battle, change: Callable[[Unit], Unit]) -> Battle:
    return replace(battle, units={key: change(unit) for key, unit in battle.units.items()})


def ammunition_rolled(battle: Battle, event: e.AmmunitionRolled) -> Battle:
    return changed(battle, event.unit, ammo=event.ammo)


def deployed(battle: Battle, event: e.Deployed) -> Battle:
    return changed(battle, event.unit, hex=event.hex, rear=event.rear)


def step_passed(battle: Battle, event: e.StepPassed) -> Battle:
    return replace(battle, passed=(*battle.passed, event.seat))


def step_began(battle: Battle, event: e.StepBegan) -> Battle:
    """Battle at the start of a step. The covered side ends with a fire step (CH-COV-10), marks of a
    phase with the phase. A close combat counts in step 1 (CH-SEQ-04) and for sharing missiles in
    step 2 (CH-OPT-03), then its mark is removed.
    """

    def freshened(unit: Unit) -> Unit:
        unit = replace(unit, covered=None) if unit.covered else unit
        if event.step == FIRST_FIRE and unit.side == event.side:
            since = (
                "" if unit.stunned_in == event.side else unit.stunned_in
            )  # an earlier phase: CH-SEQ-08
            return replace(unit, shot=(), moved=False, busy="", attacked=False, stunned_in=since)
        if event.step == SECOND_FIRE and unit.side == event.side and unit.fought:
            unit = replace(unit, fought=False)
        if (
            event.step == SECOND_FIRE and unit.side != event.side and unit.beset
        ):  # the prisoner's movement step is over: CH-OPT-12
            return replace(unit, beset=False)
        return unit

    battle = all_changed(battle, freshened)
    return replace(
        battle,
        turn=event.turn,
        active=event.side,
        step=event.step,
        passed=(),
        agreed=(),
        combat=None,
    )


def recovered(battle: Battle, event: e.Recovered) -> Battle:
    return changed(battle, event.unit, state=HEALTHY, stunned_in=None)


def cover_set(battle: Battle, event: e.CoverSet) -> Battle:
    return changed(battle, event.unit, cover_side=event.cover)


def shot(battle: Battle, event: e.Shot) -> Battle:
    shooter = battle.units[event.unit]
    left = None if shooter.ammo is None else shooter.ammo - 1
    battle = changed(battle, event.unit, shot=(*shooter.shot, battle.step), ammo=left)
    if event.covered:
        battle = changed(battle, event.target, covered=event.covered)
    if battle.step == FIRST_FIRE:  # of step 1 only: CH-OPT-12
        battle = beset_guards(battle, (event.target,), shooter.side)
    return replace(battle, last_blow=battle.turn)


def beset_guards(battle: Battle, victims: tuple[str, ...], side: str | None) -> Battle:
    """Battle in which guards attacked by friends of their prisoner are marked (CH-OPT-12)."""
    guarding = {
        guard
        for unit in battle.units.values()
        if unit.state == PRISONER and unit.side == side
        for guard in unit.guards
    }
    for victim in victims:
        if victim in guarding:
            battle = changed(battle, victim, beset=True)
    return battle


def fought(battle: Battle, event: e.Fought) -> Battle:
    for unit in event.attackers:
        battle = changed(battle, unit, attacked=True, fought=True)
    for unit in event.defenders:
        battle = changed(battle, unit, fought=True)
    battle = beset_guards(battle, event.defenders, battle.active)
    return replace(battle, combat=Combat(event.attackers, event.defenders), last_blow=battle.turn)


def agreed(battle: Battle, event: e.Agreed) -> Battle:
    return replace(battle, agreed=(*battle.agreed, event.seat))


def surrender_rolled(battle: Battle, event: e.SurrenderRolled) -> Battle:
    if not event.surrendered:
        return battle
    for unit in event.attackers:
        battle = changed(battle, unit, attacked=True, fought=True)
    return replace(battle, last_blow=battle.turn)


def surrendered(battle: Battle, event: e.Surrendered) -> Battle:
    return changed(
        battle,
        event.unit,
        state=PRISONER,
        counter=event.counter,
        ransom=event.figures,
        captor=event.to,
        fought=True,
        leads=None,
        stunned_in=None,
    )


def given_up(battle: Battle, unit: Unit, hexes: Iterable[str]) -> Battle:
    """Battle whose combat keeps the hexes that its losers left or lie in, for the advance (CH-ADV)."""
    if battle.combat is None:
        return battle
    loser = (
        next((side for side in battle.sides if side != battle.active), None)
        if unit.side is None or unit.kind in ANIMALS
        else unit.side
    )
    winner = next((side for side in battle.sides if side != loser), None)
    fresh = tuple(hex_ for hex_ in hexes if hex_ not in battle.combat.vacated)
    return replace(
        battle,
        combat=replace(battle.combat, winner=winner, vacated=(*battle.combat.vacated, *fresh)),
    )


def places_of(unit: Unit) -> tuple[str, ...]:
    return tuple(hex_ for hex_ in (unit.hex, unit.rear) if hex_)


def wounded(battle: Battle, event: e.Wounded) -> Battle:
    ransom = {"counter": event.counter, "ransom": event.figures} if event.counter else {}
    return changed(battle, event.unit, state=WOUNDED, **ransom)


def stunned(battle: Battle, event: e.Stunned) -> Battle:
    battle = given_up(battle, battle.units[event.unit], places_of(battle.units[event.unit]))
    return changed(battle, event.unit, state=STUNNED, stunned_in=event.in_phase_of, leads=None)


def killed(battle: Battle, event: e.Killed) -> Battle:
    """Battle after a death. A dead unit leads no animal and is not led."""
    battle = given_up(battle, battle.units[event.unit], places_of(battle.units[event.unit]))
    battle = let_loose(battle, event.unit)
    return changed(
        battle, event.unit, state=DEAD, killed_by=event.by, leads=None, guards=(), stunned_in=None
    )


def unchanged(battle: Battle, event: Event) -> Battle:  # noqa: ARG001 - nothing of it is kept
    return battle


def unhorsed(battle: Battle, event: e.Unhorsed) -> Battle:
    rider = battle.units[event.unit]
    battle = changed(battle, event.horse, hex=rider.hex, rear=rider.rear)
    if event.horse_killed:
        battle = changed(battle, event.horse, state=DEAD, killed_by=event.by)
    return changed(battle, event.unit, rides=None, hex=None, rear=None)


def fell(battle: Battle, event: e.Fell) -> Battle:
    unit = battle.units[event.unit]
    battle = given_up(battle, unit, (event.hex,)) if unit.state in (STUNNED, DEAD) else battle
    return changed(battle, event.unit, hex=event.hex)


def retreated(battle: Battle, event: e.Retreated) -> Battle:
    left = [hex_ for hex_ in event.from_hexes if hex_ not in (event.hex, event.rear)]
    battle = given_up(battle, battle.units[event.unit], left)
    return changed(battle, event.unit, hex=event.hex, rear=event.rear)


def asked(battle: Battle, event: e.Asked) -> Battle:
    return replace(battle, pending=(*event.pending, *battle.pending))


def answered(battle: Battle, event: e.Answered) -> Battle:
    return replace(
        battle, pending=battle.pending[: event.place] + battle.pending[event.place + 1 :]
    )


def combat_closed(battle: Battle, event: e.CombatClosed) -> Battle:  # noqa: ARG001 - the event has no fields
    return replace(battle, combat=None)


def advanced(battle: Battle, event: e.Advanced) -> Battle:
    """CH-ADV-07: A unit that advances counts as unmoved in its own phase."""
    return changed(battle, event.unit, hex=event.hex, rear=event.rear)


def moved(battle: Battle, event: e.Moved) -> Battle:
    battle = changed(
        battle, event.unit, hex=event.hex, rear=event.rear, moved=True, leads=event.leads
    )
    for animal, front, rear in event.animals:
        battle = changed(battle, animal, hex=front, rear=rear)
    return battle


def left_map(battle: Battle, event: e.LeftMap) -> Battle:
    for unit in (event.unit, *event.leads):
        battle = changed(battle, unit, hex=None, rear=None, left=event.edge)
    return battle


def let_loose(battle: Battle, animal: str) -> Battle:
    return all_changed(
        battle, lambda unit: replace(unit, leads=None) if unit.leads == animal else unit
    )


def mounted(battle: Battle, event: e.Mounted) -> Battle:
    horse = battle.units[event.animal]
    battle = changed(
        battle,
        event.unit,
        hex=horse.hex,
        rear=horse.rear,
        rides=event.animal,
        busy="mounting",
        leads=None,
    )
    battle = let_loose(battle, event.animal)
    return changed(battle, event.animal, hex=None, rear=None)


def dismounted(battle: Battle, event: e.Dismounted) -> Battle:
    rider = battle.units[event.unit]
    battle = changed(battle, event.animal, hex=rider.hex, rear=rider.rear)
    return changed(battle, event.unit, hex=event.hex, rear=None, rides=None, busy="mounting")


def tied(battle: Battle, event: e.Tied) -> Battle:
    one, other = event.pair
    battle = changed(battle, one, tied_to=(*battle.units[one].tied_to, other))
    battle = changed(battle, other, tied_to=(*battle.units[other].tied_to, one))
    return changed(battle, event.unit, busy="tying")


def untied(battle: Battle, event: e.Untied) -> Battle:
    one, other = event.pair
    battle = changed(
        battle, one, tied_to=tuple(unit for unit in battle.units[one].tied_to if unit != other)
    )
    battle = changed(
        battle, other, tied_to=tuple(unit for unit in battle.units[other].tied_to if unit != one)
    )
    return changed(battle, event.unit, busy="tying")


def lead_lost(battle: Battle, event: e.LeadLost) -> Battle:
    return changed(battle, event.unit, leads=None)


def lead_shifted(battle: Battle, event: e.LeadShifted) -> Battle:
    return changed(battle, event.unit, leads=event.animal)


def ammunition_given(battle: Battle, event: e.AmmunitionGiven) -> Battle:
    giver, to = battle.units[event.giver], battle.units[event.to]
    battle = changed(battle, giver.id, ammo=(giver.ammo or 0) - event.count, busy="sharing")
    return changed(battle, to.id, ammo=(to.ammo or 0) + event.count, busy="sharing")


def guards_assigned(battle: Battle, event: e.GuardsAssigned) -> Battle:
    return changed(battle, event.prisoner, guards=event.guards)


def escorted(battle: Battle, event: e.Escorted) -> Battle:
    for unit, hex_, rear in event.places:
        battle = changed(battle, unit, hex=hex_, rear=rear, moved=True, left=event.edge)
    return battle


def escaped(battle: Battle, event: e.Escaped) -> Battle:
    """Battle after an escape. The ransom figures stay (CH-OPT-10), and so does a wound."""
    hurt = battle.units[event.unit].counter == "ransom_wounded"
    return changed(
        battle, event.unit, state=WOUNDED if hurt else HEALTHY, escaped=True, captor=None, guards=()
    )


def retaken(battle: Battle, event: e.Retaken) -> Battle:
    for unit in event.by:
        battle = changed(battle, unit, attacked=True)
    hurt = battle.units[event.unit].state == WOUNDED
    counter = "ransom_wounded" if hurt else battle.units[event.unit].counter
    return changed(
        battle,
        event.unit,
        state=PRISONER,
        counter=counter,
        captor=event.side,
        guards=event.by,
        leads=None,
        stunned_in=None,
    )


def scored(battle: Battle, event: e.Scored) -> Battle:
    return replace(battle, score=dict(event.score))


def battle_ended(battle: Battle, event: e.BattleEnded) -> Battle:
    return replace(
        battle, winners=event.winners, ending=event.ending, score=dict(event.score), pending=()
    )


APPLY: dict[type, Callable[..., Battle]] = {
    e.AmmunitionRolled: ammunition_rolled,
    e.Deployed: deployed,
    e.StepPassed: step_passed,
    e.StepBegan: step_began,
    e.Recovered: recovered,
    e.CoverSet: cover_set,
    e.Shot: shot,
    e.Fought: fought,
    e.Agreed: agreed,
    e.SurrenderRolled: surrender_rolled,
    e.Surrendered: surrendered,
    e.Wounded: wounded,
    e.Stunned: stunned,
    e.Killed: killed,
    e.Unharmed: unchanged,
    e.Unhorsed: unhorsed,
    e.Fell: fell,
    e.Retreated: retreated,
    e.Asked: asked,
    e.Answered: answered,
    e.CombatClosed: combat_closed,
    e.Advanced: advanced,
    e.Moved: moved,
    e.LeftMap: left_map,
    e.Mounted: mounted,
    e.Dismounted: dismounted,
    e.Tied: tied,
    e.Untied: untied,
    e.LeadLost: lead_lost,
    e.LeadShifted: lead_shifted,
    e.AmmunitionGiven: ammunition_given,
    e.GuardsAssigned: guards_assigned,
    e.Escorted: escorted,
    e.Escaped: escaped,
    e.Retaken: retaken,
    e.Scored: scored,
    e.BattleEnded: battle_ended,
}
