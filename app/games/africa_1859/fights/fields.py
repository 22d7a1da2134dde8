"""Open fields of fighting orders, in the order in which they depend on one another."""

from __future__ import annotations

import msgspec

from app.games.africa_1859.counters import is_artillery, is_cavalry, title_of
from app.games.africa_1859.fights.artillery import no_target
from app.games.africa_1859.fights.designations import attacking_vanguards, is_fresh, screens
from app.games.africa_1859.fights.exits import exit_refusals
from app.games.africa_1859.fights.ships import ready_ships
from app.games.africa_1859.ground import (
    adjacent,
    is_closed,
    is_enemy_held,
    leaders_at,
    map_of,
    place,
    units_at,
)
from app.games.africa_1859.orders import Assault, Caracole, Fire, ShipFire
from app.games.africa_1859.state import SPAIN, War
from app.kernel.form import Choice, Field
from app.kernel.offers import Reach
from app.kernel.say import say


class OpenFields(msgspec.Struct, frozen=True):
    """Fields that an order leaves open, and the ways to its possible targets."""

    fields: tuple[Field, ...] = ()
    reach: dict[str, Reach] = {}


def counter_choices(war: War, keys: list[str]) -> tuple[Choice, ...]:
    """Choices of counters by name."""
    return tuple(Choice(key, title_of(war, key)) for key in keys)


def place_choices(war: War, spaces: list[str]) -> tuple[Choice, ...]:
    """Choices of spaces by name."""
    return tuple(Choice(space, place(war, space)) for space in spaces)


def assault_units(war: War, space: str, side: str) -> list[str]:
    """Units of a space that may be in a group, by id."""
    return [
        unit.id for unit in units_at(war, space, side) if is_fresh(war, unit) and not unit.marker
    ]


def assault_leaders(war: War, space: str, side: str) -> list[str]:
    """Leaders of a space that may go along, by id."""
    return [leader.id for leader in leaders_at(war, space, side) if not leader.marker]


def assault_ways(war: War, order: Assault, side: str) -> dict[str, Reach]:
    """Way to each space that a group may assault."""
    start = war.phase.open
    ways = {
        space: Reach((space,), 1)
        for space in adjacent(war, start)
        if is_enemy_held(war, space, side) and not is_closed(war, space, side)
    }
    if all(is_cavalry(war, war.units[key]) for key in order.units if key in war.units):
        middles = [
            space
            for space in adjacent(war, start)
            if not is_enemy_held(war, space, side) and not is_closed(war, space, side)
        ]
        for middle in middles:
            for space in adjacent(war, middle):
                if space != start and is_enemy_held(war, space, side):
                    ways.setdefault(space, Reach((middle, space), 2))
    return ways


def open_assault_fields(war: War, order: Assault, side: str) -> OpenFields:
    """Next open fields of an assault: units and leaders, target, then the designations."""
    if not order.units:
        return OpenFields(group_fields(war, side))
    ways = assault_ways(war, order, side)
    if not order.path:
        return OpenFields((Field.path("path", say("Target", "Objetivo")),), ways)
    if not order.vanguard:
        return OpenFields(designation_fields(war, order))
    return OpenFields()


def group_fields(war: War, side: str) -> tuple[Field, ...]:
    """Fields for the units and the leaders of a group."""
    space = war.phase.open
    units = counter_choices(war, assault_units(war, space, side))
    leaders = counter_choices(war, assault_leaders(war, space, side))
    fields = [Field.some("units", say("Group", "Grupo"), units)]
    if leaders:
        title = say("Leaders that go along", "Líderes que van con el grupo")
        fields.append(Field.some("leaders", title, leaders, is_optional=True))
    return tuple(fields)


def designation_fields(war: War, order: Assault) -> tuple[Field, ...]:
    """Fields for vanguard, screen and director."""
    units = [war.units[key] for key in order.units if key in war.units]
    able = [unit.id for unit in attacking_vanguards(war, units, order.path[-1])]
    fields = [Field.choice("vanguard", say("Vanguard", "Vanguardia"), counter_choices(war, able))]
    light = [unit.id for unit in screens(war, units, "")]
    if light and len(units) > 1:
        fields.append(
            Field.choice(
                "screen",
                say("Screen", "Cobertura"),
                counter_choices(war, light),
                is_optional=True,
            )
        )
    if len(order.leaders) > 1:
        leaders = counter_choices(war, list(order.leaders))
        fields.append(Field.choice("director", say("Director", "Director del asalto"), leaders))
    return tuple(fields)


def ready_guns(war: War, space: str, side: str) -> list[str]:
    """Guns of a space that may fire in the own phase, by id."""
    return [
        unit.id
        for unit in units_at(war, space, side)
        if is_artillery(war, unit) and not (unit.dem or unit.marker or unit.fired)
    ]


def fire_targets(war: War, space: str, side: str) -> list[str]:
    """Spaces at which guns of a space may fire."""
    return [one for one in adjacent(war, space) if no_target(war, space, one, side) is None]


def fire_fields(war: War, order: Fire, side: str) -> tuple[Field, ...]:
    """Open fields of the fire of guns: guns and target."""
    space = war.phase.open
    fields = []
    if not order.guns:
        guns = counter_choices(war, ready_guns(war, space, side))
        fields.append(Field.some("guns", say("Guns", "Cañones"), guns))
    if not order.target:
        targets = place_choices(war, fire_targets(war, space, side))
        fields.append(Field.place("target", say("Target", "Objetivo"), targets))
    return tuple(fields)


def ship_targets(war: War) -> list[str]:
    """Spaces at which a ship may fire."""
    return [
        space
        for space in map_of(war).spaces
        if ready_ships(war, space) and is_enemy_held(war, space, SPAIN)
    ]


def ship_fields(war: War, order: ShipFire) -> tuple[Field, ...]:
    """Open field of the fire of a ship: its target."""
    targets = [space for space in ship_targets(war) if order.ship in ready_ships(war, space)]
    return (Field.place("target", say("Target", "Objetivo"), place_choices(war, targets)),)


def caracole_targets(war: War, unit: str) -> list[str]:
    """Spaces that a rider may strike by a caracole, because an exit is legal there."""
    one = war.units[unit]
    return [
        space
        for space in adjacent(war, one.at)
        if is_enemy_held(war, space, one.side) and caracole_exits(war, unit, space)
    ]


def caracole_exits(war: War, unit: str, target: str) -> list[str]:
    """Legal exits of a caracole at a space."""
    return [space for space in adjacent(war, target) if not exit_refusals(war, unit, target, space)]


def caracole_fields(war: War, order: Caracole) -> tuple[Field, ...]:
    """Next open field of a caracole: the target, then the exit."""
    if war.units[order.unit].at not in map_of(war).spaces:
        return ()
    if not order.target:
        targets = place_choices(war, caracole_targets(war, order.unit))
        return (Field.place("target", say("Target", "Objetivo"), targets),)
    if not order.exit and order.target in map_of(war).spaces:
        exits = place_choices(war, caracole_exits(war, order.unit, order.target))
        return (Field.place("exit", say("Exit", "Salida"), exits),)
    return ()
