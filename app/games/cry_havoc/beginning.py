"""Start of a battle: the counters, their seats, and the first step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from app.games.cry_havoc import ammunition, deployment, plans
from app.games.cry_havoc.events import BattleBegan
from app.games.cry_havoc.evolve import evolve
from app.games.cry_havoc.occupancy import is_animal
from app.games.cry_havoc.plans import Plan, SidePlan
from app.games.cry_havoc.state import Battle, Unit
from app.kernel.contract import Event, Setup
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, no

LIMITED_AMMUNITION = "limited_ammunition"


def new_game(setup: Setup, dice: Dice) -> list[Event]:
    """First events: the counters, the dice for missiles if the option is on, then deployment or
    turn 1.
    """
    began = beginning_of(setup)
    quivers = (
        [ammunition.filled(unit, dice) for unit in began.units if not no_quiver(unit)]
        if LIMITED_AMMUNITION in began.options
        else []
    )
    return [began, *quivers, deployment.first_deployment(evolve(None, began))]


def beginning_of(setup: Setup) -> BattleBegan:
    """First event of a battle: the map, the sides and the counters of its scenario."""
    plan = plans.PLANS[setup.scenario]
    units = tuple(unit for side in plan.sides for unit in commanded(side, setup.seats))
    return BattleBegan(
        plan.map,
        plan.key,
        tuple(dict.fromkeys((*plan.options_on, *setup.options))),
        (plan.sides[0].key, plan.sides[1].key),
        dict(setup.seats),
        units,
        facts_of(plan, units),
    )


def start_of(setup: Setup) -> Battle:
    """Position before the deployment, without the dice for missiles."""
    return evolve(None, beginning_of(setup))


def no_quiver(unit: Unit) -> Refusal | None:
    """Refusal for a unit without a missile weapon, or one that has rolled already."""
    if unit.weapon and unit.ammo is None:
        return None
    return no(
        "CH-OPT-01",
        "{who} does not roll for missiles.",
        "{who} no tira por proyectiles.",
        who=unit.name,
    )


def facts_of(plan: Plan, units: Iterable[Unit]) -> dict[str, str]:
    """Facts of this scenario alone: the id of the captive who is led like an animal."""
    captive = next((unit.id for unit in units if unit.name == plan.captive), "")
    return {"captive": captive} if captive else {}


def commanded(side: SidePlan, seats: Mapping[str, str]) -> tuple[Unit, ...]:
    """Units of a side, dealt in turn to its seats. A horse goes with its knight; mules have no
    seat.
    """
    its_seats = [seat for seat, of in seats.items() if of == side.key]
    men = [unit for unit in side.units if not is_animal(unit)]
    owner = {unit.id: its_seats[place % len(its_seats)] for place, unit in enumerate(men)}
    return tuple(
        msgspec.structs.replace(unit, seat=owner.get(unit.id) or owner.get(unit.of or "", ""))
        for unit in side.units
    )
