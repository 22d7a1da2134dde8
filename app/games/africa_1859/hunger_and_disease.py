"""AFB-CMP: hunger and disease in the end step of the campaign."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.africa_1859.chosen_unit import unit_question
from app.games.africa_1859.counters import is_fighter, kind_of, strength
from app.games.africa_1859.end_step_progress import note
from app.games.africa_1859.ground import map_of, units_at
from app.games.africa_1859.harm import lose_steps
from app.games.africa_1859.orders import Hunger
from app.games.africa_1859.procedures import EndStep, Question
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import SPAIN, War
from app.games.africa_1859.supply import is_supplied, scenario_of


def fighters_at(war: War, space: str) -> list[str]:
    """Spanish fighters in a space, by id."""
    return [unit.id for unit in units_at(war, space, SPAIN) if is_fighter(war, unit)]


def feed(run: Run, now: EndStep) -> bool:
    """AFB-CMP-04: Each space with Spanish fighters out of supply loses 1 step, spaces by id.

    Disease follows. Returns false while a player chooses the unit.
    """
    for space in hungry_spaces(run.war):
        if space not in now.done:
            note(run, space)
            units = fighters_at(run.war, space)
            run.push(Question("hunger", SPAIN, space, units=tuple(units)))
            return False
    return True


def hungry_spaces(war: War) -> Iterator[str]:
    """Spaces with Spanish fighters out of supply, by id; none in a battle."""
    scenario = scenario_of(war)
    if scenario is None or "supply" not in scenario.campaign:
        return
    for space in sorted(map_of(war).spaces):
        if fighters_at(war, space) and not is_supplied(war, space):
            yield space


def strongest(war: War, units: tuple[str, ...]) -> str:
    """Unit with most steps, then the lowest id."""
    return min((war.units[key] for key in units), key=strength).id


def starve(run: Run, question: Question, order: Hunger) -> None:  # noqa: ARG001 - the order names the unit
    """Take a step from the unit chosen."""
    lose_steps(run, order.unit, 1, "hunger")


def roll_diseases(run: Run) -> None:
    """Roll for each large stack outside the towns that are exempt; spaces by id."""
    scenario = scenario_of(run.war)
    for space in unhealthy_spaces(run.war):
        if scenario and run.roll("disease", space) in scenario.campaign["disease"]["results"]:
            fall_ill(run, space)


def unhealthy_spaces(war: War) -> tuple[str, ...]:
    """Spaces with a stack large enough for disease, by id; none in a battle."""
    scenario = scenario_of(war)
    terms = scenario.campaign.get("disease") if scenario else None
    if not terms:
        return ()
    return tuple(
        space
        for space in sorted(set(map_of(war).spaces) - set(terms["except"]))
        if len(fighters_at(war, space)) >= terms["stack_of"]
    )


def fall_ill(run: Run, space: str) -> None:
    """One infantry unit of the space, drawn at random, loses a step."""
    infantry = [
        unit.id
        for unit in units_at(run.war, space, SPAIN)
        if kind_of(run.war, unit).unit_class == "infantry"
    ]
    if len(infantry) > 1:
        infantry = [infantry[run.roll("draw", sides=len(infantry)) - 1]]
    for unit in infantry:
        lose_steps(run, unit, 1, "disease")


HUNGER = unit_question(Hunger, "AFB-CMP-04", strongest, starve)
