"""View of a battle. Nothing is hidden on this map.

Conditional orders for cover are public too, so that odds and refusals reveal no secret.
"""

from __future__ import annotations

import msgspec

from app.games.cry_havoc.state import Battle, Unit
from app.games.cry_havoc.turn_order import waiting_for
from app.kernel.offers import Decision
from app.kernel.seats import Viewer


class View(msgspec.Struct, frozen=True):
    """Battle as one viewer knows it, and the decisions owed."""

    viewer: Viewer
    battle: Battle
    decisions: tuple[Decision, ...] = ()


def view(battle: Battle, viewer: Viewer) -> View:
    """View built field by field; a field not named here is not visible."""
    seen = Battle(
        map=battle.map,
        scenario=battle.scenario,
        options=battle.options,
        sides=battle.sides,
        seats=battle.seats,
        units={key: seen_unit(unit) for key, unit in battle.units.items()},
        heaps=battle.heaps,
        turn=battle.turn,
        active=battle.active,
        step=battle.step,
        passed=battle.passed,
        agreed=battle.agreed,
        pending=battle.pending,
        combat=battle.combat,
        last_blow=battle.last_blow,
        score=battle.score,
        winners=battle.winners,
        ending=battle.ending,
        facts=battle.facts,
    )
    return View(viewer, seen, waiting_for(battle))


def imagined(known: View) -> Battle:
    """Battle for a sandbox: the viewer knows all of it."""
    return known.battle


def seen_unit(unit: Unit) -> Unit:
    """Unit as all viewers see it, its conditional order for cover included."""
    return Unit(
        id=unit.id,
        name=unit.name,
        kind=unit.kind,
        side=unit.side,
        seat=unit.seat,
        hex=unit.hex,
        rear=unit.rear,
        state=unit.state,
        foot=unit.foot,
        foot_wounded=unit.foot_wounded,
        mounted=unit.mounted,
        mounted_wounded=unit.mounted_wounded,
        weapon=unit.weapon,
        armoured=unit.armoured,
        rides=unit.rides,
        of=unit.of,
        leads=unit.leads,
        tied_to=unit.tied_to,
        counter=unit.counter,
        ransom=unit.ransom,
        captor=unit.captor,
        guards=unit.guards,
        escaped=unit.escaped,
        ammo=unit.ammo,
        cover_side=unit.cover_side,
        covered=unit.covered,
        stunned_in=unit.stunned_in,
        left=unit.left,
        killed_by=unit.killed_by,
        shot=unit.shot,
        moved=unit.moved,
        busy=unit.busy,
        attacked=unit.attacked,
        fought=unit.fought,
        beset=unit.beset,
    )
