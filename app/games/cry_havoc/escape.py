"""Escape of a prisoner, and the retaking of a fugitive."""

from __future__ import annotations

from itertools import combinations

from app.games.cry_havoc import move_offers, move_steps, movement, orders
from app.games.cry_havoc.events import CombatClosed, Escaped, Retaken
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.guards import OPTION, Units, has_yielded, unfit_escort
from app.games.cry_havoc.harm import unhorse
from app.games.cry_havoc.occupancy import (
    are_neighbours,
    is_animal,
    is_dazed,
    is_living,
    is_mounted,
    is_prisoner,
    not_own,
    refusals_of,
    unable_to_act,
    unit_named,
    within_reach,
)
from app.games.cry_havoc.state import PRISONER, Battle, Unit
from app.games.cry_havoc.surrender import has_fled
from app.games.cry_havoc.tables import TYPES
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.form import Field
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say


def well_guarded(battle: Battle, prisoner: Unit) -> Refusal | None:
    """CH-OPT-12: A prisoner may run if a guard is not adjacent, or was attacked by the prisoner's
    friends.
    """
    guards = [battle.units[unit] for unit in prisoner.guards] or unnamed_guards(battle, prisoner)
    missing = any(
        unable_to_act(unit) or not are_neighbours(unit, prisoner) for unit in guards
    ) or bool(unfit_escort(guards))
    if missing or prisoner.beset or any(unit.beset for unit in guards):
        return None
    return no(
        "CH-OPT-12",
        "Still next to {who} and not attacked: {guards}.",
        "{guards}: junto a {who} y sin haber sufrido ataques.",
        guards=[unit.name for unit in guards],
        who=prisoner.name,
    )


def still_stunned(prisoner: Unit) -> Refusal | None:
    """Refusal of acts of a prisoner stunned before the capture; the stun ends in step 5."""
    if not is_dazed(prisoner):
        return None
    return no(
        "CH-SEQ-10",
        "{who} was stunned before the capture and recovers in step 5.",
        "{who} sufrió aturdimiento antes de la captura y se recupera en el paso 5.",
        who=prisoner.name,
    )


def unnamed_guards(battle: Battle, prisoner: Unit) -> list[Unit]:
    """Adjacent units of the captor that could form an escort; they guard while none is named."""
    near = [
        unit
        for unit in battle.units.values()
        if unit.side == prisoner.captor
        and unit.side != prisoner.side
        and not is_animal(unit)
        and not unable_to_act(unit)
        and are_neighbours(unit, prisoner)
    ]
    alone = [unit for unit in near if not unfit_escort((unit,))]
    return alone[:1] or [unit for unit in near if TYPES[unit.kind]["man_at_arms"]]


def escape_refusals(battle: Battle, order: orders.Escape, seat: str) -> tuple[Refusal, ...]:
    unit = unit_named(battle, order.unit)
    first = found_in(not_own(battle, unit, seat))
    if first:
        return first
    if not has_yielded(battle, unit):
        return (
            no(
                "CH-OPT-12",
                "{who} has not surrendered.",
                "{who} no se ha rendido.",
                who=unit.name,
            ),
        )
    run = orders.Move(unit.id, order.path)
    return found_in(
        held_back(battle, unit),
        refusals_of(movement.move_refusals, running(battle, unit), run, seat),
    )


def running(battle: Battle, unit: Unit) -> Battle:
    """Battle after the start of an escape: a normal enemy again, with the figures of the
    counter.
    """
    return fold(battle, [Escaped(unit.id)])


def escape(battle: Battle, order: orders.Escape, seat: str, dice: Dice) -> list[Event]:
    refuse_if(refusals_of(escape_refusals, battle, order, seat))
    run = orders.Move(order.unit, order.path)
    return [
        Escaped(order.unit),
        *movement.move(running(battle, battle.units[order.unit]), run, seat, dice),
    ]


def escape_assessment(battle: Battle, order: orders.Escape, seat: str) -> Assessment:
    refused = refusals_of(escape_refusals, battle, order, seat)
    unit = battle.units.get(order.unit)
    if unit is None or not_own(battle, unit, seat) or not has_yielded(battle, unit):
        return Assessment(no=refused)
    walked = move_offers.move_assessment(
        running(battle, unit), orders.Move(unit.id, order.path or (unit.hex or "",)), seat
    )
    return Assessment(
        no=refused,
        report=walked.report,
        reach={} if held_back(battle, unit) else walked.reach,
    )


def held_back(battle: Battle, prisoner: Unit) -> tuple[Refusal, ...]:
    return found_in(still_stunned(prisoner), well_guarded(battle, prisoner))


def escape_offers(battle: Battle, seat: str) -> list[Offer]:
    captives = [
        unit
        for unit in battle.units.values()
        if has_yielded(battle, unit) and unit.hex and not not_own(battle, unit, seat)
    ]
    way = Field.path("path", say("Way", "Camino"))
    return [
        Offer(
            orders.Escape(unit.id, (unit.hex or "",)),
            say("{who} escapes", "{who} escapa", who=unit.name),
            held_back(battle, unit),
            (way,),
            piece=unit.id,
        )
        for unit in captives
    ]


def joining(unit: Unit, attackers: Units, defenders: Units) -> Refusal | None:
    """CH-OPT-13: A prisoner may join an attack of a friend on the guard as in any multiple
    combat.
    """
    rescued = any(not is_prisoner(other) for other in attackers) and any(
        other.id in unit.guards for other in defenders
    )
    if rescued and not unit.moved:
        return None
    return no(
        "CH-OPT-13",
        "{who} is a prisoner and can only join a friend's attack on the guard.",
        "{who} es prisionero: solo se suma al ataque de un amigo contra su guardián.",
        who=unit.name,
    )


def cannot_be_retaken(battle: Battle, fugitive: Unit, seat: str) -> Refusal | None:
    runs = (
        is_living(fugitive)
        and has_fled(fugitive)
        and not is_prisoner(fugitive)
        and fugitive.side != battle.seats.get(seat)
    )
    if runs and OPTION in battle.options:
        return None
    return no(
        "CH-OPT-14", "{whom} is no fugitive.", "{whom} no es un fugitivo.", whom=fugitive.name
    )


def hands_full(unit: Unit) -> Refusal | None:
    """Refusal of a unit that has used its attack of the phase; retaking uses it up."""
    if unit.attacked:
        return no(
            "CH-CBT-17",
            "{who} has fought in this phase.",
            "{who} ya ha atacado en esta fase.",
            who=unit.name,
        )
    return move_steps.kept_busy(unit)


def cannot_lay_hands_on(battle: Battle, unit: Unit, fugitive: Unit) -> Refusal | None:
    if within_reach(battle, unit, fugitive):
        return None
    return no(
        "CH-OPT-14",
        "{who} is not next to {whom}, or a wall or window is between.",
        "{who} no está junto a {whom}, o hay una pared o ventana por medio.",
        who=unit.name,
        whom=fugitive.name,
    )


def retake_refusals(battle: Battle, order: orders.Retake, seat: str) -> tuple[Refusal, ...]:
    fugitive = unit_named(battle, order.prisoner)
    units = [unit_named(battle, unit) for unit in dict.fromkeys(order.units)]
    first = found_in(*(not_own(battle, unit, seat) for unit in units)) or found_in(
        cannot_be_retaken(battle, fugitive, seat)
    )
    if first:
        return first
    return found_in(
        *(unable_to_act(unit) for unit in units),
        unable_to_hold(units),
        *(hands_full(unit) for unit in units),
        *(cannot_lay_hands_on(battle, unit, fugitive) for unit in units),
    )


def unable_to_hold(units: Units) -> Refusal | None:
    """Refusal of units that could form no escort; they may attack instead."""
    if not unfit_escort(units):
        return None
    return no(
        "CH-OPT-14",
        "{who} cannot form an escort; they may only attack.",
        "{who} no pueden formar escolta; solo pueden atacar.",
        who=[unit.name for unit in units] or "-",
    )


def retake(battle: Battle, order: orders.Retake, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 every chapter is handed dice
    refuse_if(refusals_of(retake_refusals, battle, order, seat))
    fugitive, side = battle.units[order.prisoner], battle.seats[seat]
    happened: list[Event] = [CombatClosed()] if battle.combat else []
    happened.append(Retaken(fugitive.id, tuple(dict.fromkeys(order.units)), side))
    return happened + (
        unhorse(fold(battle, happened), fugitive.id, PRISONER, False, side)
        if is_mounted(fugitive)
        else []
    )


def retake_assessment(battle: Battle, order: orders.Retake, seat: str) -> Assessment:
    return Assessment(no=refusals_of(retake_refusals, battle, order, seat))


def retake_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers to retake each fugitive in reach: by one escort, or by a choice of several."""
    found = []
    for fugitive in battle.units.values():
        if cannot_be_retaken(battle, fugitive, seat):
            continue
        near = [
            unit
            for unit in battle.units.values()
            if not not_own(battle, unit, seat)
            and not unable_to_act(unit)
            and not hands_full(unit)
            and not cannot_lay_hands_on(battle, unit, fugitive)
        ]
        found += [
            retake_offer(battle, seat, fugitive, units)
            for units in (*((unit,) for unit in near), *combinations(near, 2))
            if len(units) == 1 or all(unfit_escort((unit,)) for unit in units)
        ]
    return found


def retake_offer(battle: Battle, seat: str, fugitive: Unit, units: Units) -> Offer:
    order = orders.Retake(tuple(unit.id for unit in units), fugitive.id)
    return Offer(
        order,
        say(
            "{who}: retake {whom}",
            "{who}: apresar otra vez a {whom}",
            who=[unit.name for unit in units],
            whom=fugitive.name,
        ),
        refusals_of(retake_refusals, battle, order, seat),
        piece=units[0].id,
        place=fugitive.hex or "",
        target=fugitive.id,
    )
