"""Answers of the bot to decisions owed: victim, retreat, fall, advance."""

from __future__ import annotations

import msgspec

from app.games.cry_havoc import advance, orders, retreat_orders, retreats
from app.games.cry_havoc.occupancy import hexes_of
from app.games.cry_havoc.state import (
    WOUNDED,
    Advance,
    Battle,
    Fall,
    Retreat,
    TrainRetreat,
    Unit,
    Victim,
)
from app.games.cry_havoc.tactics.aims import Aim
from app.games.cry_havoc.tactics.danger import danger
from app.games.cry_havoc.tactics.marching import plan_for
from app.games.cry_havoc.tactics.place_values import Plan, value_of
from app.games.cry_havoc.tactics.worth import BLOW, share_lost, worth
from app.kernel.contract import Order
from app.kernel.space.hexes import Hex

LEAST_ADVANCE = 0.3


def answer(battle: Battle, seat: str) -> Order:
    """Answer to the first pending decision."""
    match battle.pending[0]:
        case Victim(units=units, letter=letter):
            return orders.ChooseVictim(
                min(units, key=lambda unit: (cost_of(battle, battle.units[unit], letter), unit))
            )
        case Retreat(unit=unit):
            return best_retreat(battle, seat, battle.units[unit])
        case TrainRetreat():
            return retreat_orders.retreat_train_offers(battle, seat)[0].order
        case Fall(unit=unit, options=options, result=result):
            plan = plan_for(battle, seat)
            return orders.FallAt(
                unit,
                min(
                    options,
                    key=lambda hex_: (
                        risk(plan, battle.units[unit], (hex_,)) if result != "dead" else 0,
                        hex_,
                    ),
                ),
            )
        case Advance() as owed:
            return onward(battle, seat, owed)
    raise TypeError(battle.pending[0])


def cost_of(battle: Battle, unit: Unit, letter: str) -> float:
    """Loss of the owner if this unit takes the letter."""
    return worth(battle, unit) * share_lost(
        battle, unit, WOUNDED if letter == "A" else BLOW[letter]
    )


def risk(plan: Plan, unit: Unit, hexes: tuple[Hex, ...]) -> float:
    return danger(plan.battle, unit, hexes, plan.foes, plan.friends)


def best_retreat(battle: Battle, seat: str, unit: Unit) -> Order:
    """Retreat to the best place by safety and aim."""
    plan = plan_for(battle, seat)
    aim = plan.aims.get(unit.id, Aim())
    options = retreats.retreat_options(battle, unit)

    def value(option: retreats.Option) -> float:
        hexes = tuple(hex_ for hex_ in option if hex_)
        return value_of(plan, unit, hexes, aim) if unit.side == plan.side else 0.0

    return orders.RetreatTo(unit.id, *max(options, key=lambda option: (value(option), option)))


def onward(battle: Battle, seat: str, owed: Advance) -> Order:
    """Advance if the lost hex is a better place, else a refusal of it."""
    plan = plan_for(msgspec.structs.replace(battle, pending=()), seat)
    found: list[tuple[float, orders.AdvanceTo]] = []
    for key in owed.units:
        unit = battle.units[key]
        aim = plan.aims.get(key, Aim())
        here = value_of(plan, unit, hexes_of(unit), aim)
        for reach in advance.reach_of(battle, unit).values():
            _, hexes = advance.advance_end(battle, unit, tuple(reach.path))
            found.append(
                (value_of(plan, unit, hexes, aim) - here, orders.AdvanceTo(key, tuple(reach.path)))
            )
    gain, order = max(
        found, key=lambda one: (one[0], one[1].unit, one[1].path), default=(0.0, None)
    )
    if (
        order is not None
        and gain > LEAST_ADVANCE
        and not advance.advance_refusals(battle, order, seat)
    ):
        return order
    return orders.DeclineAdvance()
