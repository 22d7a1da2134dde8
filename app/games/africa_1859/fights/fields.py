"""Open fields of fighting orders, in the order in which they depend on one another."""

from __future__ import annotations

import msgspec

from app.games.africa_1859.counters import (
    combat_factor,
    is_artillery,
    is_cavalry,
    is_foot,
    leader_kind,
    strength,
    title_of,
)
from app.games.africa_1859.fights.artillery import no_target
from app.games.africa_1859.fights.assault_order import ONLY_CAVALRY, leaderless_foot
from app.games.africa_1859.fights.designations import (
    attacking_vanguards,
    best_by_combat,
    default_screen,
    is_fresh,
    screens,
)
from app.games.africa_1859.fights.exits import exit_refusals
from app.games.africa_1859.fights.settled_ahead import assault_sheet
from app.games.africa_1859.fights.ships import ready_ships
from app.games.africa_1859.ground import (
    adjacent,
    closed_to_side,
    is_closed,
    is_enemy_held,
    leaders_at,
    map_of,
    place,
    units_at,
)
from app.games.africa_1859.orders import Assault, Caracole, Fire, ShipFire
from app.games.africa_1859.stacking import most_fighters
from app.games.africa_1859.state import SPAIN, War
from app.kernel.form import Choice, Field
from app.kernel.offers import Reach
from app.kernel.refusal import found_in, no
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
                is_open = is_enemy_held(war, space, side) and not is_closed(war, space, side)
                if space != start and is_open:
                    ways.setdefault(space, Reach((middle, space), 2))
    return ways


def open_assault_fields(war: War, order: Assault, side: str) -> OpenFields:
    """Next open fields of an assault: group, leaders and target, then the designations."""
    if not order.units:
        return OpenFields(group_fields(war, side))
    if not order.path:
        ways = assault_ways(war, order, side)
        targets = Field.path(
            "path",
            say("Target", "Objetivo"),
            choices=refused_targets(war, side, ways),
            usual=" ".join(next(iter(ways.values())).path) if len(ways) == 1 else "",
        )
        return OpenFields((*leader_fields(war, order, side), targets), ways)
    if not order.vanguard:
        return OpenFields(designation_fields(war, order, side))
    return OpenFields()


def refused_targets(war: War, side: str, ways: dict[str, Reach]) -> tuple[Choice, ...]:
    """Adjacent spaces that the group cannot assault, with the reason."""
    return tuple(
        Choice(space, place(war, space), no=closed or (ENTERED_BY_A_MOVE,))
        for space in adjacent(war, war.phase.open)
        if space not in ways
        for closed in [found_in([closed_to_side(war, space, side)])]
        if closed or not is_enemy_held(war, space, side)
    )


ENTERED_BY_A_MOVE = no(
    "AFR-SEQ-06",
    "No enemy unit defends it; a move enters it.",
    "No lo defiende ninguna unidad enemiga; se entra con un movimiento.",
)


def group_fields(war: War, side: str) -> tuple[Field, ...]:
    """Field for the units of a group. Usual are the strongest that may go and that have room."""
    space = war.phase.open
    has_leader = bool(assault_leaders(war, space, side))
    is_near = any(is_enemy_held(war, there, side) for there in adjacent(war, space))
    able, choices = [], []
    for key in assault_units(war, space, side):
        is_too_far = not is_near and not is_cavalry(war, war.units[key])
        refused = found_in(
            [
                None if has_leader else leaderless_foot(war, (key,), ()),
                ONLY_CAVALRY if is_too_far else None,
            ]
        )
        choices.append(Choice(key, title_of(war, key), no=refused))
        if not refused:
            able.append(war.units[key])
    ways = assault_ways(war, Assault(tuple(unit.id for unit in able)), side)
    most = min((most_fighters(war, target, side) for target in ways), default=len(able))
    strongest = sorted(able, key=lambda unit: (-combat_factor(war, unit), strength(unit)))[:most]
    usual = " ".join(sorted(unit.id for unit in strongest))
    return (Field.some("units", say("Group", "Grupo"), tuple(choices), usual=usual),)


def leader_fields(war: War, order: Assault, side: str) -> tuple[Field, ...]:
    """Field for the leaders that go along. Usual is the one with the highest first factor."""
    leaders = assault_leaders(war, war.phase.open, side)
    if order.leaders or not leaders:
        return ()
    best = min(leaders, key=lambda key: (-leader_kind(war, war.leaders[key]).a, key))
    on_foot = any(is_foot(war, war.units[key]) for key in order.units if key in war.units)
    title = say("Leaders that go along", "Líderes que van con el grupo")
    choices = counter_choices(war, leaders)
    return (Field.some("leaders", title, choices, usual=best, is_optional=not on_foot),)


def designation_fields(war: War, order: Assault, side: str) -> tuple[Field, ...]:
    """Fields for director, screen and vanguard, with those that are best by their factors.

    The answers that can be settled ahead come before the vanguard, which completes the order.
    """
    units = [war.units[key] for key in order.units if key in war.units]
    able = attacking_vanguards(war, units, order.path[-1])
    fields = []
    if len(order.leaders) > 1 and not order.director:
        best = min(order.leaders, key=lambda key: (-leader_kind(war, war.leaders[key]).a, key))
        title = say("Director", "Director del asalto")
        leaders = counter_choices(war, list(order.leaders))
        fields.append(Field.choice("director", title, leaders, usual=best))
    light = screens(war, units, "")
    if light and len(units) > 1 and not order.screen:
        usual = default_screen(war, units, best_by_combat(war, able).id) if able else ""
        fields.append(
            Field.choice(
                "screen",
                say("Screen", "Cobertura"),
                counter_choices(war, [unit.id for unit in light]),
                usual=usual,
                is_optional=True,
            )
        )
    fields += assault_sheet(war, order, side)
    leads = [unit for unit in able if unit.id != order.screen]
    fields.append(
        Field.choice(
            "vanguard",
            say("Vanguard", "Vanguardia"),
            counter_choices(war, [unit.id for unit in leads]),
            usual=best_by_combat(war, leads).id if leads else "",
        )
    )
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
        fields.append(target_field(war, fire_targets(war, space, side)))
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
    return (target_field(war, targets),)


def target_field(war: War, targets: list[str]) -> Field:
    """Field for a target; the only one is usual."""
    usual = targets[0] if len(targets) == 1 else ""
    return Field.place(
        "target", say("Target", "Objetivo"), place_choices(war, targets), usual=usual
    )


def caracole_targets(war: War, unit: str) -> list[str]:
    """Spaces that a rider may strike by a caracole, because an exit is legal there."""
    one = war.units[unit]
    return [
        space
        for space in adjacent(war, one.at)
        if is_enemy_held(war, space, one.side)
        and not is_closed(war, space, one.side)
        and caracole_exits(war, unit, space)
    ]


def caracole_exits(war: War, unit: str, target: str) -> list[str]:
    """Legal exits of a caracole at a space."""
    return [space for space in adjacent(war, target) if not exit_refusals(war, unit, target, space)]


def caracole_fields(war: War, order: Caracole) -> tuple[Field, ...]:
    """Next open field of a caracole: the target, then the exit."""
    if war.units[order.unit].at not in map_of(war).spaces:
        return ()
    if not order.target:
        return (target_field(war, caracole_targets(war, order.unit)),)
    if not order.exit and order.target in map_of(war).spaces:
        exits = caracole_exits(war, order.unit, order.target)
        home = war.units[order.unit].at
        usual = home if home in exits else next(iter(exits), "")
        return (Field.place("exit", say("Exit", "Salida"), place_choices(war, exits), usual=usual),)
    return ()
