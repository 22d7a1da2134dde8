"""Guards of a prisoner: who may escort, and how they are named."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from app.games.cry_havoc import orders
from app.games.cry_havoc.events import GuardsAssigned
from app.games.cry_havoc.occupancy import (
    are_neighbours,
    is_animal,
    is_prisoner,
    not_own,
    refusals_of,
    unable_to_act,
    unit_named,
)
from app.games.cry_havoc.state import Battle, Unit
from app.games.cry_havoc.tables import TYPES
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say

OPTION = "surrender_and_ransom"


Units = Sequence[Unit]


def unfit_escort(guards: Units) -> Refusal | None:
    """CH-OPT-11: A prisoner is escorted by an adjacent knight, sergeant, or two men-at-arms."""
    kinds = [TYPES[unit.kind] if not is_animal(unit) else {} for unit in guards]
    fit = all(kind.get("can_escort_alone") or kind.get("man_at_arms") for kind in kinds)
    if fit and (any(kind["can_escort_alone"] for kind in kinds) or len(kinds) > 1):
        return None
    return no(
        "CH-OPT-11",
        "An escort is a knight, a sergeant or two men-at-arms, not {who}.",
        "Una escolta es un caballero, un sargento o dos hombres de armas, no {who}.",
        who=[unit.name for unit in guards] or "-",
    )


def away_from_him(prisoner: Unit, guards: Units) -> Refusal | None:
    away = [unit.name for unit in guards if not are_neighbours(unit, prisoner)]
    if not away:
        return None
    return no(
        "CH-OPT-11",
        "{who} must be next to {whom}.",
        "{who} debe estar junto a {whom}.",
        who=away,
        whom=prisoner.name,
    )


def bound_himself(unit: Unit) -> Refusal | None:
    if not is_prisoner(unit):
        return None
    return no(
        "CH-OPT-11",
        "{who} is a prisoner and cannot guard.",
        "{who} es prisionero y no puede hacer guardia.",
        who=unit.name,
    )


def has_yielded(battle: Battle, unit: Unit) -> bool:
    """True for a knight who has surrendered; the captive of a scenario is led like an animal
    instead.
    """
    return OPTION in battle.options and is_prisoner(unit) and unit.id != battle.facts.get("captive")


def not_in_my_hands(battle: Battle, prisoner: Unit, seat: str) -> Refusal | None:
    if has_yielded(battle, prisoner) and prisoner.hex and prisoner.captor == battle.seats.get(seat):
        return None
    return no(
        "CH-OPT-11",
        "{whom} is no prisoner of yours.",
        "{whom} no es prisionero tuyo.",
        whom=prisoner.name,
    )


def assign_guards_refusals(
    battle: Battle, order: orders.AssignGuards, seat: str
) -> tuple[Refusal, ...]:
    prisoner = unit_named(battle, order.prisoner)
    guards = [unit_named(battle, unit) for unit in dict.fromkeys(order.guards)]
    first = (
        found_in(*map(bound_himself, guards))
        or found_in(*(not_own(battle, unit, seat) for unit in guards))
        or found_in(not_in_my_hands(battle, prisoner, seat))
    )
    if first:
        return first
    return found_in(
        *(unable_to_act(unit) for unit in guards),
        unfit_escort(guards),
        away_from_him(prisoner, guards),
    )


def assign_guards(battle: Battle, order: orders.AssignGuards, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 handed to every chapter
    refuse_if(refusals_of(assign_guards_refusals, battle, order, seat))
    return [GuardsAssigned(order.prisoner, tuple(dict.fromkeys(order.guards)))]


def assign_guards_assessment(battle: Battle, order: orders.AssignGuards, seat: str) -> Assessment:
    return Assessment(no=refusals_of(assign_guards_refusals, battle, order, seat))


def assign_guards_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of escorts from the units adjacent to a prisoner: a knight, a sergeant or a pair."""
    found = []
    for prisoner in prisoners_of(battle, seat):
        near = [
            unit
            for unit in battle.units.values()
            if not not_own(battle, unit, seat)
            and not unable_to_act(unit)
            and are_neighbours(unit, prisoner)
        ]
        for guards in (*((unit,) for unit in near), *combinations(near, 2)):
            if not unfit_escort(guards) and not (
                len(guards) > 1 and any(not unfit_escort((unit,)) for unit in guards)
            ):
                order = orders.AssignGuards(prisoner.id, tuple(unit.id for unit in guards))
                found.append(
                    Offer(
                        order,
                        say(
                            "{guards} guard {whom}",
                            "{guards}: guardia de {whom}",
                            guards=[unit.name for unit in guards],
                            whom=prisoner.name,
                        ),
                        refusals_of(assign_guards_refusals, battle, order, seat),
                        piece=guards[0].id,
                        target=prisoner.id,
                    )
                )
    return found


def prisoners_of(battle: Battle, seat: str) -> list[Unit]:
    return [unit for unit in battle.units.values() if not not_in_my_hands(battle, unit, seat)]
