"""Changes of the Shooting Phase."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolution.changes import (
    all_changed,
    figure_changed,
    taken_off,
    unit_changed,
    work_changed,
)
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.pieces import GONE
from app.games.heart_of_africa.state import Battle, Happening, Orders
from app.kernel.space.plane import Point


def shooters_declared(battle: Battle, event: e.ShootersDeclared) -> Battle:
    return battle.with_shooting(shooters=(*battle.shooting.shooters, *event.figures))


def fire_written(battle: Battle, event: e.FireWritten) -> Battle:
    was = battle.shooting.orders.get(event.side, Orders())
    return battle.with_shooting(
        orders={
            **battle.shooting.orders,
            event.side: Orders((*was.shots, *event.shots), (*was.torches, *event.torches)),
        }
    )


def fire_struck_out(battle: Battle, event: e.FireStruckOut) -> Battle:
    was = battle.shooting.orders.get(event.side, Orders())
    kept = Orders(
        tuple(shot for shot in was.shots if shot.figure not in event.figures),
        tuple(torch for torch in was.torches if torch.figure not in event.figures),
    )
    return battle.with_shooting(orders={**battle.shooting.orders, event.side: kept})


def fire_sealed(battle: Battle, event: e.FireSealed) -> Battle:
    was = battle.shooting.orders.get(event.side, Orders())
    return replace(
        battle.with_shooting(
            orders={**battle.shooting.orders, event.side: replace(was, sealed=True)}
        ),
        passed=(*battle.passed, event.side),
    )


def fire_opened(battle: Battle, event: e.FireOpened) -> Battle:
    return battle.with_shooting(queue=event.queue, torches=event.torches)


def shot_fired(battle: Battle, event: e.ShotFired) -> Battle:
    now, who = battle.shooting, event.figure
    fired = now.fired if who in now.fired else (*now.fired, who)
    dice = {**now.shot_dice, who: (*now.shot_dice.get(who, ()), event.die)}
    return battle.with_shooting(
        fired=fired,
        shot_dice=dice,
        queue=now.queue[1:] if event.last and now.queue else now.queue,
    )


def holed(battle: Battle, event: e.Holed) -> Battle:
    return (
        battle
        if event.vessel in battle.shooting.holed
        else battle.with_shooting(holed=(*battle.shooting.holed, event.vessel))
    )


def breach_rolled(battle: Battle, event: e.BreachRolled) -> Battle:
    """The battle with a hole that opens when the shooting is over."""
    return (
        battle
        if event.hole is None
        else battle.with_shooting(cut=(*battle.shooting.cut, (event.building, event.hole)))
    )


def roof_fire_rolled(battle: Battle, event: e.RoofFireRolled) -> Battle:
    """The battle with a roof that burns when the shooting is over."""
    return (
        battle.with_shooting(
            kindled=(*battle.shooting.kindled, (event.room, event.figure, event.at))
        )
        if event.lit and event.at
        else battle
    )


def vessel_hit(battle: Battle, event: e.VesselHit) -> Battle:
    return figure_changed(battle, event.vessel, hits=battle.figures[event.vessel].hits + event.hits)


def removed(battle: Battle, event: e.Removed) -> Battle:
    exits: dict[str, int] = {}
    for key in event.figures:
        if event.cause == "exited" and battle.figures[key].unit:
            exits[battle.figures[key].unit] = exits.get(battle.figures[key].unit, 0) + 1
    for unit, number in exits.items():
        battle = unit_changed(battle, unit, exited=battle.units[unit].exited + number)
    return taken_off(battle, event.figures, event.cause)


def attendant_lost(battle: Battle, event: e.AttendantLost) -> Battle:
    return taken_off(battle, [event.attendant], "in_his_place")


def unit_lost(battle: Battle, event: e.UnitLost) -> Battle:
    owed = (
        None
        if battle.morale.owed is None
        else tuple(test for test in battle.morale.owed if test.unit != event.unit)
    )
    return unit_changed(battle.with_morale(owed=owed), event.unit, where=GONE, fate=event.fate)


def spell_broken(battle: Battle, event: e.SpellBroken) -> Battle:  # noqa: ARG001 the fact is enough
    return replace(battle, spell_broken=True)


def jammed(battle: Battle, event: e.Jammed) -> Battle:
    was = battle.figures[event.figure]
    return figure_changed(
        battle,
        event.figure,
        jammed=event.turn if event.turn is not None else was.jammed,
        out_of_order=event.for_good or was.out_of_order,
    )


def with_breach(work: Work, hole: tuple[Point, Point]) -> Work:
    return replace(work, breaches=(*work.breaches, hole))


def fire_closed(battle: Battle, event: e.FireClosed) -> Battle:  # noqa: ARG001 the fact is enough
    for building, hole in battle.shooting.cut:
        battle = work_changed(battle, building, partial(with_breach, hole=hole))
    return replace(
        battle.with_shooting(queue=None, holed=(), orders={}, cut=(), kindled=()), struck_by=()
    )


def baggage_taken(battle: Battle, event: e.BaggageTaken) -> Battle:
    at = battle.figures[event.element].at
    battle = taken_off(battle, [event.element], "captured")
    happening = Happening("baggage_captured", event.side, event.element, at, event.by)
    return replace(
        battle,
        captured={**battle.captured, event.side: battle.captured.get(event.side, 0) + 1},
        happened=(*battle.happened, happening),
    )


def torch_rolled(battle: Battle, event: e.TorchRolled) -> Battle:
    return battle.with_shooting(
        torches=tuple(torch for torch in battle.shooting.torches if torch.figure != event.figure),
        fired=(*battle.shooting.fired, event.figure),
    )


def fire_lit(battle: Battle, event: e.FireLit) -> Battle:
    return replace(battle, fires=(*battle.fires, event.fire))


def reloaded(battle: Battle, event: e.Reloaded) -> Battle:
    return all_changed(battle, event.figures, lambda figure: replace(figure, smoke=None))


def smoke_marked(battle: Battle, event: e.SmokeMarked) -> Battle:
    return all_changed(battle, event.figures, lambda figure: replace(figure, smoke=battle.turn))
