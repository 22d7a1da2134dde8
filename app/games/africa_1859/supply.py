"""AFB-CMP: supply of Spanish units in the campaign."""

from __future__ import annotations

from app.games.africa_1859.counters import is_convoy
from app.games.africa_1859.data_file import Scenario
from app.games.africa_1859.ground import controller, data_of, is_enemy_held, map_of, units_at
from app.games.africa_1859.procedures import March
from app.games.africa_1859.state import SPAIN, Unit, War
from app.kernel.space.areas import Traveller


def scenario_of(war: War) -> Scenario | None:
    """Scenario of the game; None for a position on a bare map."""
    return data_of(war).scenarios.get(war.terms.scenario)


def is_supply_source(war: War, space: str) -> bool:
    """Return true for a source town, a Spanish convoy, or an own coast space without a storm."""
    scenario = scenario_of(war)
    terms = scenario.campaign["supply"] if scenario else {}
    if space in terms["sources"]:
        return True
    if any(is_convoy(war, unit) for unit in units_at(war, space, SPAIN)):
        return True
    is_coast = map_of(war).spaces[space].coast
    return is_coast and not war.phase.storm and controller(war, space) == SPAIN


def is_supplied(war: War, space: str) -> bool:
    """AFB-CMP-02: Supply reaches Spanish units by at most 3 edges that avoid enemy-held spaces.

    The number of edges stands in the data file.
    """
    return not has_supply(war) or supply_distance(war, space, barred_spaces(war)) is not None


def has_supply(war: War) -> bool:
    """Return true in the campaign."""
    scenario = scenario_of(war)
    return scenario is not None and "supply" in scenario.campaign


def barred_spaces(war: War) -> frozenset[str]:
    """Spaces through which no Spanish supply passes."""
    spaces = map_of(war).spaces
    return frozenset(
        key for key in war.units_by_space if key in spaces and is_enemy_held(war, key, SPAIN)
    )


def supply_distance(war: War, space: str, barred: frozenset[str]) -> int | None:
    """Edges to the nearest source of supply in the campaign; None out of supply."""
    scenario = scenario_of(war)
    if is_supply_source(war, space):
        return 0
    most = scenario.campaign["supply"]["range"] if scenario else 0
    reached = map_of(war).graph.reach(space, Traveller(SPAIN, closed=barred), most)
    return next((way.length for key, way in reached.items() if is_supply_source(war, key)), None)


def supply_by_space(war: War) -> dict[str, int | None]:
    """Distance of each space to supply; None out of supply. Empty in a battle."""
    if not has_supply(war):
        return {}
    barred = barred_spaces(war)
    return {space: supply_distance(war, space, barred) for space in map_of(war).spaces}


def is_out_of_supply(war: War, unit: Unit) -> bool:
    """Return true for a Spanish unit that no supply reaches."""
    return unit.side == SPAIN and not is_supplied(war, counted_space(war, unit))


def counted_space(war: War, unit: Unit) -> str:
    """Space in which a unit counts; in the middle space of a charge, its start (AFB-CMP-02).

    A demoralised unit has left the charge and counts where it is.
    """
    charges = (one for one in war.stack if isinstance(one, March) and one.charge)
    starts = (one.start for one in charges if unit.id in one.units and not one.stopped)
    return unit.at if unit.dem else next(starts, unit.at)
