"""AFB-CMP: steps that units get back, and the Moroccan levy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.games.africa_1859 import events as e
from app.games.africa_1859.chosen_unit import unit_question
from app.games.africa_1859.counters import is_fighter, is_on_map, kind_of, titles_of
from app.games.africa_1859.end_step_progress import note
from app.games.africa_1859.ends_of_actions import end_action
from app.games.africa_1859.ground import (
    controller,
    has_camp,
    is_beside_enemy,
    is_enemy_held,
    is_rear_town,
    map_of,
    place,
    rear_towns,
)
from app.games.africa_1859.orders import Levy, Replacement
from app.games.africa_1859.procedures import EndStep, Question
from app.games.africa_1859.run import QuestionRules, Run
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import ELIMINATED, MOROCCO, SPAIN, Unit, War
from app.games.africa_1859.supply import scenario_of
from app.kernel.refusal import Refusal, no


def replacement_terms(war: War) -> Mapping[str, Any]:
    """Numbers of replacements and levy from the data file; empty in a battle."""
    scenario = scenario_of(war)
    return scenario.campaign.get("replacements", {}) if scenario else {}


# --- Replacements
def replace_steps(run: Run, now: EndStep, side: str) -> bool:
    """AFB-CMP-05: Spain restores 1 step in a turn, Morocco 2 of different units; a levy follows.

    The numbers stand in the data file. Returns false while a player chooses the unit.
    """
    if len(now.done) >= replacement_terms(run.war).get(side, 0):
        return True
    able = tuple(key for key in replaceable(run.war, side) if key not in now.done)
    if not able:
        return True
    run.push(Question("replacement", side, units=able))
    return False


def replaceable(war: War, side: str) -> list[str]:
    """Fighters that lack steps and stand where replacements come, by id."""
    return sorted(
        unit.id
        for unit in war.units.values()
        if unit.side == side
        and is_on_map(unit)
        and is_fighter(war, unit)
        and unit.steps < kind_of(war, unit).steps
        and is_depot(war, unit.at, side)
        and not is_beside_enemy(war, unit.at, side)
    )


def is_depot(war: War, space: str, side: str) -> bool:
    """Return true for a space in which replacements come.

    Spain has its sources of supply and, without a storm, coast spaces that it controls. Morocco has
    rear towns and camps.
    """
    if side == MOROCCO:
        return is_rear_town(war, space, side) or has_camp(war, space, side)
    scenario = scenario_of(war)
    if scenario and space in scenario.campaign["supply"]["sources"]:
        return True
    is_coast = map_of(war).spaces[space].coast
    return is_coast and not war.phase.storm and controller(war, space) == SPAIN


def weakest(war: War, units: tuple[str, ...]) -> str:
    """Unit that lacks most steps, then the lowest id."""

    def rank(unit: Unit) -> tuple[int, str]:
        return (unit.steps - kind_of(war, unit).steps, unit.id)

    return min((war.units[key] for key in units), key=rank).id


def restore(run: Run, question: Question, order: Replacement) -> None:  # noqa: ARG001 - the order names the unit
    """Give a step back to the unit chosen."""
    run.tell(e.StepsGained(order.unit, 1))
    note(run, order.unit)


# --- Levy
def levy(run: Run, now: EndStep, side: str) -> bool:
    """Roll for the levy if a unit can return; a success asks for unit and rear town.

    Returns false while a player chooses.
    """
    terms = replacement_terms(run.war)
    units, towns = levy_units(run.war), levy_towns(run.war)
    if now.done or not terms or not units or not towns:
        return True
    note(run, "levy")
    if run.roll("levy") in terms["levy_on"]:
        run.push(Question("levy", side, units=units, spaces=towns))
        return False
    return True


def levy_units(war: War) -> tuple[str, ...]:
    """Eliminated units of the kinds that a levy brings back, by id."""
    kinds = replacement_terms(war).get("levy_kinds", ())
    return tuple(
        sorted(
            unit.id
            for unit in war.units.values()
            if unit.at == ELIMINATED and unit.kind in kinds and unit.side == MOROCCO
        )
    )


def levy_towns(war: War) -> tuple[str, ...]:
    """Moroccan rear towns under Moroccan control with room for a fighter, by id."""
    units = levy_units(war)
    return tuple(
        sorted(
            town
            for town in rear_towns(war, MOROCCO)
            if units
            and not is_enemy_held(war, town, MOROCCO)
            and has_room(war, MOROCCO, town, units[:1])
        )
    )


def levy_refusals(war: War, question: Question, order: Levy) -> Iterator[Refusal]:
    """Refusals of a unit or a town that the levy does not have."""
    if order.unit not in question.units:
        yield no(
            "AFB-CMP-05",
            "One of these units can return: {units}.",
            "Puede volver una de estas unidades: {units}.",
            units=titles_of(war, question.units),
        )
    if order.to not in question.spaces:
        yield no(
            "AFB-CMP-05",
            "The unit can return to these rear towns: {spaces}.",
            "La unidad puede volver a estas poblaciones de retaguardia: {spaces}.",
            spaces=tuple(place(war, space) for space in question.spaces),
        )


def return_unit(run: Run, question: Question, order: Levy) -> None:
    """Bring a levied unit back with reduced steps."""
    steps = replacement_terms(run.war)["levy_steps"]
    run.tell(
        e.Entered((order.unit,), order.to, "levy", question.side),
        e.StepsGained(order.unit, min(steps, kind_of(run.war, run.war.units[order.unit]).steps)),
    )
    end_action(run, question.side, (order.unit,), order.to)


def first_levy(war: War, question: Question) -> Levy:  # noqa: ARG001 - the question has the lists
    """Lowest ids of unit and town."""
    return Levy(question.units[0], question.spaces[0])


def only_levy(war: War, question: Question) -> Levy | None:
    """The only legal answer, if unit and town are the only ones."""
    is_single = len(question.units) == len(question.spaces) == 1
    return first_levy(war, question) if is_single else None


def levy_ahead(war: War, question: Question, given: Any) -> Levy | None:  # noqa: ARG001 - the question has the lists
    """Answer by conditional order: rankings of units and of towns."""
    if not isinstance(given, Mapping):
        return None
    unit = next((one for one in given.get("units", ()) if one in question.units), question.units[0])
    town = next((one for one in given.get("to", ()) if one in question.spaces), question.spaces[0])
    return Levy(unit, town)


REPLACEMENT = unit_question(Replacement, "AFB-CMP-05", weakest, restore)
LEVY = QuestionRules(levy_refusals, return_unit, first_levy, only_levy, standing=levy_ahead)
