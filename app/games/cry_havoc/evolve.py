"""Fold of events into the state. Nothing here judges, rolls or reads a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

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
from app.games.cry_havoc.unit_changes import (
    all_changed,
    beset_guards,
    changed_unit,
    given_up,
    places_of,
    replace,
)
from app.kernel.contract import Event


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


def ammunition_rolled(battle: Battle, event: e.AmmunitionRolled) -> Battle:
    return changed_unit(battle, event.unit, ammo=event.ammo)


def apply_deployed(battle: Battle, event: e.Deployed) -> Battle:
    return changed_unit(battle, event.unit, hex=event.hex, rear=event.rear)


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
        if event.step == SECOND_FIRE and unit.beset:  # of the prisoner's side: CH-OPT-12
            is_over = (unit.side == event.side) == (unit.state == PRISONER)
            return replace(unit, beset=not is_over)
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


def apply_recovered(battle: Battle, event: e.Recovered) -> Battle:
    state = PRISONER if battle.units[event.unit].state == PRISONER else HEALTHY
    return changed_unit(battle, event.unit, state=state, stunned_in=None)


def cover_set(battle: Battle, event: e.CoverSet) -> Battle:
    return changed_unit(battle, event.unit, cover_side=event.cover)


def apply_shot(battle: Battle, event: e.Shot) -> Battle:
    shooter = battle.units[event.unit]
    left = None if shooter.ammo is None else shooter.ammo - 1
    battle = changed_unit(battle, event.unit, shot=(*shooter.shot, battle.step), ammo=left)
    if event.covered:
        battle = changed_unit(battle, event.target, covered=event.covered)
    if battle.step == FIRST_FIRE:  # of step 1 only: CH-OPT-12
        battle = beset_guards(battle, (event.target,), shooter.side)
    return replace(battle, last_blow=battle.turn)


def apply_fought(battle: Battle, event: e.Fought) -> Battle:
    for unit in event.attackers:
        battle = changed_unit(battle, unit, attacked=True, fought=True)
    for unit in event.defenders:
        battle = changed_unit(battle, unit, fought=True)
    battle = beset_guards(battle, event.defenders, battle.active)
    return replace(battle, combat=Combat(event.attackers, event.defenders), last_blow=battle.turn)


def apply_agreed(battle: Battle, event: e.Agreed) -> Battle:
    return replace(battle, agreed=(*battle.agreed, event.seat))


def surrender_rolled(battle: Battle, event: e.SurrenderRolled) -> Battle:
    if not event.surrendered:
        return battle
    for unit in event.attackers:
        battle = changed_unit(battle, unit, attacked=True, fought=True)
    return replace(battle, last_blow=battle.turn)


def apply_surrendered(battle: Battle, event: e.Surrendered) -> Battle:
    return changed_unit(
        battle,
        event.unit,
        state=PRISONER,
        counter=event.counter,
        ransom=event.figures,
        captor=event.to,
        fought=True,
        beset=False,
        leads=None,
    )


def apply_wounded(battle: Battle, event: e.Wounded) -> Battle:
    ransom = {"counter": event.counter, "ransom": event.figures} if event.counter else {}
    return changed_unit(battle, event.unit, state=WOUNDED, **ransom)


def apply_stunned(battle: Battle, event: e.Stunned) -> Battle:
    battle = given_up(battle, battle.units[event.unit], places_of(battle.units[event.unit]))
    return changed_unit(battle, event.unit, state=STUNNED, stunned_in=event.in_phase_of, leads=None)


def apply_killed(battle: Battle, event: e.Killed) -> Battle:
    """Battle after a death. A dead unit leads no animal and is not led."""
    battle = given_up(battle, battle.units[event.unit], places_of(battle.units[event.unit]))
    battle = let_loose(battle, event.unit)
    return changed_unit(
        battle, event.unit, state=DEAD, killed_by=event.by, leads=None, guards=(), stunned_in=None
    )


def keep_battle(battle: Battle, event: Event) -> Battle:  # noqa: ARG001 - nothing of it is kept
    return battle


def apply_unhorsed(battle: Battle, event: e.Unhorsed) -> Battle:
    rider = battle.units[event.unit]
    battle = changed_unit(battle, event.horse, hex=rider.hex, rear=rider.rear)
    if event.horse_killed:
        battle = changed_unit(battle, event.horse, state=DEAD, killed_by=event.by)
    return changed_unit(battle, event.unit, rides=None, hex=None, rear=None)


def apply_fell(battle: Battle, event: e.Fell) -> Battle:
    unit = battle.units[event.unit]
    battle = given_up(battle, unit, (event.hex,)) if unit.state in (STUNNED, DEAD) else battle
    return changed_unit(battle, event.unit, hex=event.hex)


def apply_retreated(battle: Battle, event: e.Retreated) -> Battle:
    left = [hex_ for hex_ in event.from_hexes if hex_ not in (event.hex, event.rear)]
    battle = given_up(battle, battle.units[event.unit], left)
    return changed_unit(battle, event.unit, hex=event.hex, rear=event.rear)


def apply_asked(battle: Battle, event: e.Asked) -> Battle:
    return replace(battle, pending=(*event.pending, *battle.pending))


def apply_answered(battle: Battle, event: e.Answered) -> Battle:
    return replace(
        battle, pending=battle.pending[: event.place] + battle.pending[event.place + 1 :]
    )


def combat_closed(battle: Battle, event: e.CombatClosed) -> Battle:  # noqa: ARG001 - the event has no fields
    return replace(battle, combat=None)


def apply_advanced(battle: Battle, event: e.Advanced) -> Battle:
    """CH-ADV-07: A unit that advances counts as unmoved in its own phase."""
    return changed_unit(battle, event.unit, hex=event.hex, rear=event.rear)


def apply_moved(battle: Battle, event: e.Moved) -> Battle:
    battle = changed_unit(
        battle, event.unit, hex=event.hex, rear=event.rear, moved=True, leads=event.leads
    )
    for animal, front, rear in event.animals:
        battle = changed_unit(battle, animal, hex=front, rear=rear)
    return battle


def left_map(battle: Battle, event: e.LeftMap) -> Battle:
    for unit in (event.unit, *event.leads):
        battle = changed_unit(battle, unit, hex=None, rear=None, left=event.edge)
    return battle


def let_loose(battle: Battle, animal: str) -> Battle:
    return all_changed(
        battle, lambda unit: replace(unit, leads=None) if unit.leads == animal else unit
    )


def apply_mounted(battle: Battle, event: e.Mounted) -> Battle:
    horse = battle.units[event.animal]
    battle = changed_unit(
        battle,
        event.unit,
        hex=horse.hex,
        rear=horse.rear,
        rides=event.animal,
        busy="mounting",
        leads=None,
    )
    battle = let_loose(battle, event.animal)
    return changed_unit(battle, event.animal, hex=None, rear=None)


def apply_dismounted(battle: Battle, event: e.Dismounted) -> Battle:
    rider = battle.units[event.unit]
    battle = changed_unit(battle, event.animal, hex=rider.hex, rear=rider.rear)
    return changed_unit(battle, event.unit, hex=event.hex, rear=None, rides=None, busy="mounting")


def apply_tied(battle: Battle, event: e.Tied) -> Battle:
    one, other = event.pair
    battle = changed_unit(battle, one, tied_to=(*battle.units[one].tied_to, other))
    battle = changed_unit(battle, other, tied_to=(*battle.units[other].tied_to, one))
    return changed_unit(battle, event.unit, busy="tying")


def apply_untied(battle: Battle, event: e.Untied) -> Battle:
    one, other = event.pair
    battle = changed_unit(
        battle, one, tied_to=tuple(unit for unit in battle.units[one].tied_to if unit != other)
    )
    battle = changed_unit(
        battle, other, tied_to=tuple(unit for unit in battle.units[other].tied_to if unit != one)
    )
    return changed_unit(battle, event.unit, busy="tying")


def lead_lost(battle: Battle, event: e.LeadLost) -> Battle:
    return changed_unit(battle, event.unit, leads=None)


def lead_shifted(battle: Battle, event: e.LeadShifted) -> Battle:
    return changed_unit(battle, event.unit, leads=event.animal)


def ammunition_given(battle: Battle, event: e.AmmunitionGiven) -> Battle:
    giver, to = battle.units[event.giver], battle.units[event.to]
    battle = changed_unit(battle, giver.id, ammo=(giver.ammo or 0) - event.count, busy="sharing")
    return changed_unit(battle, to.id, ammo=(to.ammo or 0) + event.count, busy="sharing")


def guards_assigned(battle: Battle, event: e.GuardsAssigned) -> Battle:
    """Battle with new guards. An attack on the former ones still lets the prisoner run."""
    prisoner = battle.units[event.prisoner]
    beset = prisoner.beset or any(battle.units[unit].beset for unit in prisoner.guards)
    return changed_unit(battle, event.prisoner, guards=event.guards, beset=beset)


def apply_escorted(battle: Battle, event: e.Escorted) -> Battle:
    for unit, hex_, rear in event.places:
        battle = changed_unit(battle, unit, hex=hex_, rear=rear, moved=True, left=event.edge)
    return battle


def apply_escaped(battle: Battle, event: e.Escaped) -> Battle:
    """Battle after an escape. The ransom figures stay (CH-OPT-10), and so does a wound."""
    hurt = battle.units[event.unit].counter == "ransom_wounded"
    state = WOUNDED if hurt else HEALTHY
    return changed_unit(
        battle, event.unit, state=state, escaped=True, captor=None, guards=(), beset=False
    )


def apply_retaken(battle: Battle, event: e.Retaken) -> Battle:
    for unit in event.by:
        battle = changed_unit(battle, unit, attacked=True)
    hurt = battle.units[event.unit].state == WOUNDED
    counter = "ransom_wounded" if hurt else battle.units[event.unit].counter
    return changed_unit(
        battle,
        event.unit,
        state=PRISONER,
        counter=counter,
        captor=event.side,
        guards=event.by,
        beset=False,
        leads=None,
    )


def apply_scored(battle: Battle, event: e.Scored) -> Battle:
    return replace(battle, score=dict(event.score))


def battle_ended(battle: Battle, event: e.BattleEnded) -> Battle:
    return replace(
        battle, winners=event.winners, ending=event.ending, score=dict(event.score), pending=()
    )


APPLY: dict[type, Callable[..., Battle]] = {
    e.AmmunitionRolled: ammunition_rolled,
    e.Deployed: apply_deployed,
    e.StepPassed: step_passed,
    e.StepBegan: step_began,
    e.Recovered: apply_recovered,
    e.CoverSet: cover_set,
    e.Shot: apply_shot,
    e.Fought: apply_fought,
    e.Agreed: apply_agreed,
    e.SurrenderRolled: surrender_rolled,
    e.Surrendered: apply_surrendered,
    e.Wounded: apply_wounded,
    e.Stunned: apply_stunned,
    e.Killed: apply_killed,
    e.Unharmed: keep_battle,
    e.Unhorsed: apply_unhorsed,
    e.Fell: apply_fell,
    e.Retreated: apply_retreated,
    e.Asked: apply_asked,
    e.Answered: apply_answered,
    e.CombatClosed: combat_closed,
    e.Advanced: apply_advanced,
    e.Moved: apply_moved,
    e.LeftMap: left_map,
    e.Mounted: apply_mounted,
    e.Dismounted: apply_dismounted,
    e.Tied: apply_tied,
    e.Untied: apply_untied,
    e.LeadLost: lead_lost,
    e.LeadShifted: lead_shifted,
    e.AmmunitionGiven: ammunition_given,
    e.GuardsAssigned: guards_assigned,
    e.Escorted: apply_escorted,
    e.Escaped: apply_escaped,
    e.Retaken: apply_retaken,
    e.Scored: apply_scored,
    e.BattleEnded: battle_ended,
}
