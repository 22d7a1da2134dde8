"""AFB-MAP: spaces, edges, terrain, possession and distances."""

from __future__ import annotations

from functools import cache

from app.games.africa_1859.counters import is_convoy, is_unit_of, units_of
from app.games.africa_1859.data_file import VERSIONS, GameData, Map, Space
from app.games.africa_1859.procedures import March
from app.games.africa_1859.state import ENEMY_OF, MOROCCO, SPAIN, Leader, Unit, War
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say
from app.kernel.space.areas import Traveller

OPEN_TO_ALL = Traveller()


def data_of(war: War) -> GameData:
    """Version of the data with which the game began."""
    return VERSIONS[war.terms.data]


def map_of(war: War) -> Map:
    """Map of the game."""
    return data_of(war).maps[war.terms.map]


def space_of(war: War, key: str) -> Space:
    """Space of the map; an unknown key raises `KeyError`."""
    return map_of(war).spaces[key]


def place(war: War, key: str) -> Say:
    """Name of a space."""
    return space_of(war, key).title


def adjacent(war: War, space: str) -> tuple[str, ...]:
    """AFB-MAP-01: Adjacent spaces are joined by an edge of any type; closed ones count."""
    return map_of(war).graph.neighbours(space, OPEN_TO_ALL)


def is_adjacent(war: War, one: str, two: str) -> bool:
    """Return true if an edge joins the spaces."""
    return two in adjacent(war, one)


def edge_between(war: War, one: str, two: str) -> str:
    """Type of the edge between adjacent spaces; "" if there is none."""
    return map_of(war).graph.edge_kind(one, two) or ""


def is_closed(war: War, space: str, side: str) -> bool:
    """Return true if the side may never enter the space."""
    return space_of(war, space).closed == side


def closed_to_side(war: War, space: str, side: str) -> Refusal | None:
    """Refusal of a space that the side may never enter."""
    if not is_closed(war, space, side):
        return None
    return no(
        "AFB-MAP-06",
        "Your side may not enter {place:the}.",
        "{place:El} {place:está|están} {place:cerrado|cerrada|cerrados|cerradas} para tu bando.",
        place=place(war, space),
    )


def distances_from(war: War, space: str, side: str) -> dict[str, int]:
    """Distance in edges to each space that the side can reach; counters in the way do not
    matter.
    """
    return _distances(war.terms.data, war.terms.map, space, side)


@cache
def _distances(version: int, key: str, space: str, side: str) -> dict[str, int]:
    """Distances on a map, which never change."""
    return dict(VERSIONS[version].maps[key].graph.distances(space, Traveller(side)))


def distance(war: War, one: str, two: str, side: str) -> int | None:
    """Distance of two spaces in edges for a side; None if no way is open to it."""
    return distances_from(war, one, side).get(two)


# --- Terrain
def terrain_defence(war: War, space: str) -> int:
    """AFB-MAP-02: Defence value of the terrain of a space (0 to 2)."""
    return data_of(war).terrain[space_of(war, space).terrain].defence


def has_works(war: War, space: str) -> bool:
    """Return true if works stand in the space."""
    return space in war.ground.works


def has_fort(war: War, space: str) -> bool:
    """Return true if a fort stands in the space."""
    return space in war.ground.forts


def works_defence(war: War, space: str) -> int:
    """Defence of works or fort in the space; it serves the side that holds it."""
    values = data_of(war).tables["works"]
    if has_fort(war, space):
        return int(values["fort"])
    return int(values["works"]) if has_works(war, space) else 0


def has_cover(war: War, space: str) -> bool:
    """Return true if terrain, works or fort give cover against fire."""
    terrain = data_of(war).terrain[space_of(war, space).terrain]
    return terrain.has_cover or has_works(war, space) or has_fort(war, space)


def is_open_ground(war: War, space: str) -> bool:
    """Return true for plain and beach without works or fort."""
    terrain = data_of(war).terrain[space_of(war, space).terrain]
    return terrain.is_open and not has_works(war, space) and not has_fort(war, space)


def is_crossing(war: War, via: str, space: str) -> bool:
    """Return true if the edge crosses a river, by a bridge or not."""
    return edge_between(war, via, space) in data_of(war).crossings


def is_town(war: War, space: str) -> bool:
    """Return true for a walled town."""
    return space_of(war, space).terrain == "town"


def bars_wheels(war: War, start: str, end: str, unit: Unit) -> Refusal | None:
    """AFB-MAP-03: Wheeled guns and convoys use open, road and bridge edges only.

    They enter marsh and mountain by road or bridge.
    """
    travels_as = data_of(war).kinds[unit.kind].travels_as
    if not travels_as or not is_adjacent(war, start, end):
        return None
    if map_of(war).graph.is_passable(start, end, Traveller("", travels_as)):
        return None
    return no(
        "AFB-MAP-03",
        "Wheeled guns and convoys cannot go from {start:the} to {end:the}.",
        "La artillería rodada y los convoyes no pueden ir {start:del} {end:al}.",
        start=place(war, start),
        end=place(war, end),
    )


# --- Possession
def units_at(war: War, space: str, side: str = "") -> list[Unit]:
    """Units in a space, of one side or of both, sorted by id."""
    there = war.units_by_space.get(space, [])
    return [unit for unit in there if side in ("", unit.side)]


def leaders_at(war: War, space: str, side: str = "") -> list[Leader]:
    """Leaders in a space, of one side or of both, sorted by id."""
    return sorted(
        (one for one in war.leaders.values() if one.at == space and side in ("", one.side)),
        key=lambda one: one.id,
    )


def is_enemy_held(war: War, space: str, side: str) -> bool:
    """AFB-MAP-04: A space is enemy-held for a side while an enemy unit other than a convoy is in
    it.
    """
    return any(not is_convoy(war, unit) for unit in units_at(war, space, ENEMY_OF[side]))


def is_empty(war: War, space: str) -> bool:
    """Return true if no unit of either side is in the space; leaders do not count."""
    return not units_at(war, space)


def has_enemy_counter(war: War, space: str, side: str) -> bool:
    """Return true if any enemy unit or leader is in the space."""
    enemy = ENEMY_OF[side]
    return bool(units_at(war, space, enemy) or leaders_at(war, space, enemy))


def has_friend(war: War, space: str, side: str, but: tuple[str, ...] = ()) -> bool:
    """Return true if an own unit other than a convoy, and not one of `but`, is in the space."""
    return any(
        unit.id not in but and not is_convoy(war, unit) for unit in units_at(war, space, side)
    )


def is_start_of_charge(war: War, space: str) -> bool:
    """Return true if riders charge from the space; they count as standing there (AFB-ASL-01)."""
    return any(isinstance(one, March) and one.charge and one.start == space for one in war.stack)


def is_beside_enemy(war: War, space: str, side: str) -> bool:
    """Return true if an adjacent space is enemy-held."""
    return any(is_enemy_held(war, there, side) for there in adjacent(war, space))


# --- Control, localities, camps and rear towns
def controller(war: War, space: str) -> str:
    """Side that controls a space."""
    return war.ground.control[space]


def has_camp(war: War, space: str, side: str) -> bool:
    """AFB-MAP-06: A camp is a space with the marker of the side that the enemy does not control.

    A Moroccan marker is gone for good once Spain has taken its space.
    """
    is_there = space_of(war, space).camp == side and controller(war, space) == side
    return is_there and not (side == MOROCCO and space in war.ground.camps_gone)


def has_camp_marker(war: War, space: str) -> bool:
    """Return true if a camp marker of any side stands in the space."""
    camp = space_of(war, space).camp
    return bool(camp) and not (camp == MOROCCO and space in war.ground.camps_gone)


def is_locality(war: War, space: str) -> bool:
    """Return true for a town, a village or a Moroccan rear town, under either control."""
    one = space_of(war, space)
    return one.terrain in ("town", "village") or one.rear == MOROCCO


def is_rear_town(war: War, space: str, side: str) -> bool:
    """Return true for a rear town of the side that the enemy does not control."""
    return space_of(war, space).rear == side and controller(war, space) == side


def rear_towns(war: War, side: str, but: str = "") -> list[str]:
    """Rear towns of the side that the enemy does not control, without the space `but`."""
    return [key for key in map_of(war).spaces if key != but and is_rear_town(war, key, side)]


def rear_distance(war: War, space: str, side: str, but: str = "") -> int | None:
    """Distance in edges to the nearest rear town of the side; None if it has none in reach."""
    reached = distances_from(war, space, side)
    found = [reached[town] for town in rear_towns(war, side, but) if town in reached]
    return min(found, default=None)


def control_at_setup(war: War) -> dict[str, str]:
    """Control at set-up: a side has the spaces with its units.

    Of the others Spain has its rear towns and camps, and Morocco the rest.
    """
    found = {}
    for key, space in map_of(war).spaces.items():
        sides = {unit.side for unit in units_of(war) if is_unit_of(unit, key)}
        spanish = SPAIN in (space.rear, space.camp)
        found[key] = sides.pop() if len(sides) == 1 else SPAIN if spanish else MOROCCO
    return found
