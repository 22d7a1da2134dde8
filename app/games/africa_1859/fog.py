"""View of a game. Sealed are the attacker's designations, and conditional orders of the other
side.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.fights.designations import designated
from app.games.africa_1859.procedures import Assault, Procedure
from app.games.africa_1859.state import ENEMY_OF, Leader, Standing, Unit, War
from app.games.africa_1859.turn_order import waiting_for
from app.kernel.offers import Decision
from app.kernel.seats import Viewer


class View(msgspec.Struct, frozen=True):
    """Position as one viewer knows it, and the decisions owed."""

    viewer: Viewer
    war: War
    decisions: tuple[Decision, ...] = ()


def view(war: War, viewer: Viewer) -> View:
    """View built field by field; a field not named here is not visible."""
    seen = War(
        terms=war.terms,
        units={key: seen_unit(unit) for key, unit in war.units.items()},
        leaders={key: seen_leader(leader) for key, leader in war.leaders.items()},
        ground=war.ground,
        phase=war.phase,
        arrivals=war.arrivals,
        stack=tuple(seen_procedure(one, viewer) for one in war.stack),
        reserved=war.reserved,
        abandoned=war.abandoned,
        standing=own_standing(war, viewer),
        ending=war.ending,
    )
    return View(viewer, seen, tuple(waiting_for(war)))


def seen_unit(unit: Unit) -> Unit:
    """Unit as all viewers see it."""
    return Unit(
        id=unit.id,
        kind=unit.kind,
        side=unit.side,
        at=unit.at,
        steps=unit.steps,
        dem=unit.dem,
        marker=unit.marker,
        fired=unit.fired,
        acted=unit.acted,
    )


def seen_leader(leader: Leader) -> Leader:
    """Leader as all viewers see it."""
    return Leader(
        id=leader.id,
        side=leader.side,
        at=leader.at,
        marker=leader.marker,
        lost_in=leader.lost_in,
        replaces=leader.replaces,
    )


def seen_procedure(one: Procedure, viewer: Viewer) -> Procedure:
    """AFB-GEN-02: Designations of the attacker are sealed until the defender has made the own ones.

    Answers settled ahead stay with the own side, as conditional orders do. Everything else of a
    procedure is open.
    """
    if not isinstance(one, Assault) or viewer.finished:
        return one
    att, dfn = one.att, one.dfn
    if viewer.side != one.attacker:
        att = replace(att, settled=())
        if not one.revealed:
            att = replace(att, leader="", vanguard="", screen="")
    if viewer.side != ENEMY_OF[one.attacker]:
        dfn = replace(dfn, settled=())
    return replace(one, att=att, dfn=dfn)


def own_standing(war: War, viewer: Viewer) -> Standing:
    """Conditional orders that the viewer knows: those of the own side."""
    if viewer.finished:
        return war.standing
    mine = war.standing.get(viewer.side or "")
    return {viewer.side or "": mine} if mine else {}


def imagined(known: View) -> War:
    """Position for a sandbox: sealed designations are made anew, by default."""
    return replace(
        known.war,
        stack=tuple(
            designated(known.war, one) if isinstance(one, Assault) else one
            for one in known.war.stack
        ),
    )
