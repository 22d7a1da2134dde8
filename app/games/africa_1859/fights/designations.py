"""AFR-ASL, AFB-ASL: vanguard, screen and leader of both sides of an assault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from app.games.africa_1859.counters import (
    combat_factor,
    fire_factor,
    is_artillery,
    is_cavalry,
    is_fighter,
    is_light,
    leader_kind,
    strength,
    title_of,
)
from app.games.africa_1859.ground import has_fort, is_town, leaders_at, place, units_at
from app.games.africa_1859.orders import Defend
from app.games.africa_1859.procedures import Assault
from app.games.africa_1859.state import ENEMY_OF, Unit, War
from app.kernel.refusal import Refusal, no


def is_fresh(war: War, unit: Unit) -> bool:
    """Return true for a fighter without demoralisation."""
    return not unit.dem and unit.steps > 0 and is_fighter(war, unit)


def group_units(war: War, assault: Assault) -> list[Unit]:
    """Units of the group that have steps left, by id."""
    return [war.units[key] for key in sorted(assault.group) if war.units[key].steps]


def defending_units(war: War, assault: Assault) -> list[Unit]:
    """Units of the defender in the assaulted space, by id."""
    return units_at(war, assault.space, ENEMY_OF[assault.attacker])


def bars_horse(war: War, space: str) -> bool:
    """Return true for a town or a fort: cavalry does not lead an attack on it."""
    return is_town(war, space) or has_fort(war, space)


def attacking_vanguards(war: War, units: Iterable[Unit], space: str) -> list[Unit]:
    """Units of a group that may be vanguard against a space."""
    barred = bars_horse(war, space)
    return [
        unit for unit in units if is_fresh(war, unit) and not (barred and is_cavalry(war, unit))
    ]


def defending_vanguards(war: War, units: Iterable[Unit]) -> list[Unit]:
    """AFB-ASL-03: A defender leads with a fresh fighter, else a demoralised one, else with guns."""
    there = list(units)
    fighters = [unit for unit in there if is_fighter(war, unit)]
    fresh = [unit for unit in fighters if not unit.dem]
    return fresh or fighters or [unit for unit in there if is_artillery(war, unit)]


def screens(war: War, units: Iterable[Unit], vanguard: str) -> list[Unit]:
    """Units that may screen a vanguard."""
    return [
        unit
        for unit in units
        if unit.id != vanguard and is_fresh(war, unit) and is_light(war, unit)
    ]


def best_by_combat(war: War, units: Iterable[Unit]) -> Unit:
    """Unit with the highest current combat factor, then most steps, then the lowest id."""
    return min(units, key=lambda unit: (-combat_factor(war, unit), strength(unit)))


def best_by_fire(war: War, units: Iterable[Unit]) -> Unit:
    """Unit with the highest current fire factor, then most steps, then the lowest id."""
    return min(units, key=lambda unit: (-fire_factor(war, unit), strength(unit)))


def best_leader(war: War, space: str, side: str) -> str:
    """Leader of a side in a space with the highest first factor, then the lowest id; "" if none."""
    found = leaders_at(war, space, side)
    return min(found, key=lambda one: (-leader_kind(war, one).a, one.id)).id if found else ""


def default_screen(war: War, units: Iterable[Unit], vanguard: str) -> str:
    """Screen by default; "" if no unit may screen."""
    able = screens(war, units, vanguard)
    return best_by_fire(war, able).id if able else ""


def default_defence(war: War, space: str, side: str) -> Defend:
    """AFB-ASL-02: Without an answer the strongest lead, and a screen and a leader are named."""
    units = units_at(war, space, side)
    vanguard = best_by_combat(war, defending_vanguards(war, units)).id
    return Defend(vanguard, default_screen(war, units, vanguard), best_leader(war, space, side))


def designated(war: War, assault: Assault) -> Assault:
    """Assault with default designations of the attacker where they are sealed: the strongest
    lead.
    """
    if assault.att.vanguard:
        return assault
    group = [war.units[key] for key in assault.group]
    able = attacking_vanguards(war, group, assault.space)
    if not able:
        return assault
    vanguard = best_by_combat(war, able).id
    director = min(
        assault.leaders, key=lambda key: (-leader_kind(war, war.leaders[key]).a, key), default=""
    )
    screen = default_screen(war, group, vanguard)
    sealed = replace(assault.att, leader=director, vanguard=vanguard, screen=screen)
    return replace(assault, att=sealed)


def defences(war: War, space: str, side: str) -> Iterator[Defend]:
    """All legal designations of a defender."""
    units = units_at(war, space, side)
    for vanguard in defending_vanguards(war, units):
        for screen in ("", *(unit.id for unit in screens(war, units, vanguard.id))):
            for leader in ("", *(one.id for one in leaders_at(war, space, side))):
                yield Defend(vanguard.id, screen, leader)


def no_vanguard(war: War, unit: str, able: Iterable[Unit]) -> Refusal | None:
    """AFR-ASL-03: The vanguard is one of the units that may serve."""
    names = [title_of(war, one.id) for one in able]
    if any(one.id == unit for one in able):
        return None
    if not names:
        return no(
            "AFR-ASL-03", "No unit may be the vanguard.", "Ninguna unidad puede ser vanguardia."
        )
    return no(
        "AFR-ASL-03",
        "The vanguard is one of these units: {names}.",
        "La vanguardia es una de estas unidades: {names}.",
        names=names,
    )


def horse_before_walls(war: War, unit: Unit | None, space: str) -> Refusal | None:
    """Refusal of cavalry as attacking vanguard against a town or a fort."""
    if unit is None or not is_cavalry(war, unit) or not bars_horse(war, space):
        return None
    return no(
        "AFB-ASL-03",
        "Cavalry cannot be the vanguard against {space:the}, a town or a fort.",
        "La caballería no puede ser vanguardia contra {space:el}, plaza o fuerte.",
        space=place(war, space),
    )


def no_screen(war: War, screen: str, vanguard: str, units: Iterable[Unit]) -> Refusal | None:
    """AFR-ASL-04: A screen is a light unit or cavalry of the stack, fresh, and not the vanguard."""
    if not screen or any(unit.id == screen for unit in screens(war, units, vanguard)):
        return None
    return no(
        "AFR-ASL-04",
        "The screen is light infantry or cavalry of the stack. It is not demoralised, and it is not"
        " the vanguard.",
        "La cobertura es infantería ligera o caballería del apilamiento, sin desmoralizar y"
        " distinta de la vanguardia.",
    )


def no_leader_there(war: War, leader: str, space: str, side: str) -> Refusal | None:
    """Refusal of a leader of the defence who is not in the space."""
    if not leader or any(one.id == leader for one in leaders_at(war, space, side)):
        return None
    return no(
        "AFR-ASL-02",
        "The leader of the defence is in {space:the}.",
        "El líder de la defensa está en {space:el}.",
        space=place(war, space),
    )


def no_director(leaders: tuple[str, ...], director: str) -> Refusal | None:
    """AFR-ASL-02: One of the leaders that go along directs the assault; of several, one is
    named.
    """
    if director in leaders or (not director and len(leaders) < 2):
        return None
    return no(
        "AFR-ASL-02",
        "One of the leaders that go along directs the assault.",
        "Dirige el asalto uno de los líderes que van con el grupo.",
    )
