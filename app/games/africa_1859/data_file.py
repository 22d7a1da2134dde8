"""Data of the game: tables, kinds, leaders, maps and scenarios, by version.

Every file in `data` is one version. It has all values, or changes of an earlier version. The
highest version begins new games. A recorded game keeps the version with which it began.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import msgspec

from app.games.africa_1859.names_of_counters import counter_name
from app.games.africa_1859.names_of_spaces import space_name
from app.kernel.data_tables import read_yaml
from app.kernel.say import Say, say
from app.kernel.space.areas import AreaGraph, area_graph

FOLDER = Path(__file__).with_name("data")
FORMAT = 1
FIGHTERS = ("infantry", "cavalry", "engineer")
WHEELS = "wheels"
"""Class of traveller of convoys, and of artillery that is not mountain artillery."""
ROADS = ("road", "bridge")


class DataError(ValueError):
    """Raised for a data file that cannot be used; the message names the file and the fault."""


class Kind(msgspec.Struct, frozen=True):
    """Kind of unit: combat, fire and artillery factor, steps, morale, move in spaces."""

    key: str
    side: str
    unit_class: str
    is_light: bool
    cf: int
    ff: int
    af: int
    steps: int
    morale: int
    move: int
    title: Say
    is_mountain: bool = False

    @property
    def is_fighter(self) -> bool:
        """Return true for infantry, cavalry and engineers."""
        return self.unit_class in FIGHTERS

    @property
    def travels_as(self) -> str:
        """Class of traveller on the map; "" uses every edge."""
        if self.unit_class == "convoy" or (self.unit_class == "artillery" and not self.is_mountain):
            return WHEELS
        return ""


class LeaderKind(msgspec.Struct, frozen=True):
    """Leader counter: `a` counts in a clash, `b` in morale checks."""

    key: str
    side: str
    a: int
    b: int
    title: Say
    is_replacement: bool = False


class Terrain(msgspec.Struct, frozen=True):
    """Kind of ground: value in defence, cover against fire, open to cavalry."""

    key: str
    defence: int
    has_cover: bool
    is_open: bool
    has_roads_only: bool
    title: Say


class Space(msgspec.Struct, frozen=True):
    """Named space of a map. `camp` and `rear` name a side, `closed` the side that may not enter."""

    key: str
    title: Say
    terrain: str
    point: tuple[float, float]
    coast: bool = False
    camp: str = ""
    works: bool = False
    fort: bool = False
    rear: str = ""
    closed: str = ""


class Map(msgspec.Struct, frozen=True):
    """Map of spaces. `graph` answers neighbours and distances, `points` of the spaces draw it."""

    key: str
    title: Say
    spaces: Mapping[str, Space]
    graph: AreaGraph
    size: tuple[float, float]


class Group(msgspec.Struct, frozen=True):
    """Reinforcements that can first act in `turn`, and their possible spaces of entry in order."""

    turn: int
    side: str
    entry: tuple[str, ...]
    leaders: tuple[str, ...]
    units: tuple[tuple[str, str], ...]
    by_sea: bool = False


class Command(msgspec.Struct, frozen=True):
    """Counters of one player of a side that several players share."""

    key: str
    title: Say
    counters: tuple[str, ...]


class Ships(msgspec.Struct, frozen=True):
    """Ships of a scenario: ids, artillery factor and the spaces in their reach."""

    ids: tuple[str, ...]
    af: int
    spaces: tuple[str, ...]


class Scenario(msgspec.Struct, frozen=True):
    """Scenario: map, set-up, reinforcements, points and margins.

    `campaign` holds supply, storm, disease and replacements as in the file; empty in a battle.
    """

    key: str
    title: Say
    map: str
    turns: int
    minutes: int
    ships: Ships
    units: tuple[tuple[str, str, str], ...]
    leaders: tuple[tuple[str, str], ...]
    groups: tuple[Group, ...]
    commands: Mapping[str, tuple[Command, ...]]
    control: Mapping[str, int]
    margins: Mapping[str, int]
    sudden: Mapping[str, tuple[str, ...]] = {}
    guided: str = ""
    campaign: Mapping[str, Any] = {}


class Change(msgspec.Struct, frozen=True):
    """Change of an earlier version: the keys that lead to the value, what it was and is, and
    why.
    """

    value: tuple[str, ...]
    was: Any
    now: Any
    reason: Say


class GameData(msgspec.Struct, frozen=True):
    """One version of the data. `names` are the names of units by scenario and id.

    - `crossings`: types of edges over a river; `no_wheels`: those closed to wheels.
    - `changes`: differences from the version on which it is founded.
    """

    version: int
    tables: Mapping[str, Any]
    kinds: Mapping[str, Kind]
    leaders: Mapping[str, LeaderKind]
    terrain: Mapping[str, Terrain]
    crossings: frozenset[str]
    no_wheels: frozenset[str]
    stacking: Mapping[str, int]
    maps: Mapping[str, Map]
    scenarios: Mapping[str, Scenario]
    names: Mapping[tuple[str, str], Say]
    sides: Mapping[str, Say]
    changes: tuple[Change, ...] = ()


def read_data(path: Path, founded_on: Mapping[int, Mapping[str, Any]] | None = None) -> GameData:
    """One data file; raises `DataError` with its name and the fault.

    `founded_on` are the rows of the versions that a file of changes may change.
    """
    row = read_yaml(path)
    try:
        if row["format"] != FORMAT:
            raise DataError(f"{path.name}: format {row['format']}, expected {FORMAT}")
        if "changes_of" not in row:
            return _data_of(row)
        changes = tuple(map(_change, row["changes"]))
        whole = _changed((founded_on or {})[row["changes_of"]], changes)
        return _data_of({**whole, "version": row["version"]}, changes)
    except (KeyError, TypeError, ValueError) as wrong:
        raise DataError(f"{path.name}: {type(wrong).__name__}: {wrong}") from wrong


def _change(row: Mapping[str, Any]) -> Change:
    reason = say(row["reason"]["en"], row["reason"]["es"])
    return Change(tuple(row["value"].split(".")), row["was"], row["now"], reason)


def _changed(row: Mapping[str, Any], changes: Sequence[Change]) -> dict[str, Any]:
    """Copy of the values of a version with some changes; raises `DataError` for a wrong old
    value.
    """
    whole: dict[str, Any] = deepcopy(dict(row))
    for change in changes:
        *way, last = change.value
        inner = reduce(getitem, way, whole)
        if inner[last] != change.was:
            raise DataError(f"{'.'.join(change.value)} is {inner[last]}, not {change.was}")
        inner[last] = change.now
    return whole


def _data_of(row: Mapping[str, Any], changes: tuple[Change, ...] = ()) -> GameData:
    terrain = {key: _terrain(key, one) for key, one in row["terrain"].items()}
    edges = {key: one for key, one in row["edges"].items() if isinstance(one, dict)}
    stacking = row["stacking"]
    return GameData(
        version=row["version"],
        tables=row["tables"],
        kinds={key: _kind(key, one) for key, one in row["kinds"].items()},
        leaders={key: _leader(key, one) for key, one in row["leaders"].items()},
        terrain=terrain,
        crossings=frozenset(key for key, one in edges.items() if one["crossing"]),
        no_wheels=frozenset(key for key, one in edges.items() if not one["guns"]),
        stacking={name: stacking[name] for name in ("units", "artillery", "town_or_camp_bonus")},
        maps={key: _map(key, one, terrain, edges) for key, one in row["maps"].items()},
        scenarios={key: _scenario(key, one) for key, one in row["scenarios"].items()},
        names=_unit_names(row),
        sides={key: say(one["en"], one["es"]) for key, one in row["sides"].items()},
        changes=changes,
    )


def _named(row: Mapping[str, Any]) -> Say:
    """Name of a map: `name` is Spanish, `en` the English name if it differs."""
    return say(row.get("en", row["name"]), row["name"])


def _kind(key: str, row: Mapping[str, Any]) -> Kind:
    return Kind(
        key,
        row["side"],
        row["class"],
        row["light"],
        row["cf"],
        row["ff"],
        row["af"],
        row["steps"],
        row["morale"],
        row["move"],
        counter_name(row["en"], row["es"]),
        row.get("mountain", False),
    )


def _leader(key: str, row: Mapping[str, Any]) -> LeaderKind:
    is_replacement = row.get("replacement", False)
    title = counter_name(row.get("en", row["name"]), row["name"])
    return LeaderKind(key, row["side"], row["a"], row["b"], title, is_replacement)


def _terrain(key: str, row: Mapping[str, Any]) -> Terrain:
    has_roads_only = row["guns"] == "road_only"
    title = say(row["en"], row["es"])
    return Terrain(key, row["defence"], row["cover"], row["open"], has_roads_only, title)


def _map(
    key: str, row: Mapping[str, Any], terrain: Mapping[str, Terrain], edges: Mapping[str, Any]
) -> Map:
    spaces = {one["id"]: _space(one) for one in row["spaces"]}
    areas = [
        {
            "key": space.key,
            "closed_to": [space.closed] if space.closed else [],
            "entered_by": {WHEELS: ROADS} if terrain[space.terrain].has_roads_only else {},
        }
        for space in spaces.values()
    ]
    barred = {kind: () if one["guns"] else (WHEELS,) for kind, one in edges.items()}
    return Map(
        key, _named(row), spaces, area_graph(areas, row["edges"], barred), tuple(row["size"])
    )


def _space(row: Mapping[str, Any]) -> Space:
    more = {
        name: row[name]
        for name in ("coast", "camp", "works", "fort", "rear", "closed")
        if name in row
    }
    return Space(row["id"], space_name(row), row["terrain"], (row["x"], row["y"]), **more)


CAMPAIGN_PARTS = ("storm", "supply", "disease", "replacements", "events", "turn_days", "first_day")


def _scenario(key: str, row: Mapping[str, Any]) -> Scenario:
    title, ships, setup = row["title"], row["ships"], row["setup"]
    return Scenario(
        key=key,
        title=say(title["en"], title["es"]),
        map=row["map"],
        turns=row["turns"],
        minutes=row["minutes"],
        ships=Ships(
            tuple(f"ship{n}" for n in range(1, ships["count"] + 1)),
            ships["af"],
            tuple(ships["spaces"]),
        ),
        units=tuple((unit, kind, at) for unit, _, kind, at in setup["units"]),
        leaders=tuple((leader, at) for leader, at in setup["leaders"]),
        groups=tuple(_group(one) for one in row["reinforcements"]),
        commands={
            side: tuple(_command(name, one) for name, one in ones.items())
            for side, ones in row.get("commands", {}).items()
        },
        control=row["victory"]["control"],
        margins=row["victory"]["margin"],
        sudden={side: tuple(spaces) for side, spaces in row["victory"].get("sudden", {}).items()},
        guided=row.get("guided", ""),
        campaign={part: row[part] for part in CAMPAIGN_PARTS if part in row},
    )


def _group(row: Mapping[str, Any]) -> Group:
    units = tuple((unit, kind) for unit, _, kind in row["units"])
    entry, leaders = tuple(row["entry"]), tuple(row["leaders"])
    return Group(row["turn"], row["side"], entry, leaders, units, row.get("sea", False))


def _command(key: str, row: Mapping[str, Any]) -> Command:
    return Command(key, say(row["en"], row["es"]), (*row["leaders"], *row["units"]))


def _unit_names(row: Mapping[str, Any]) -> dict[tuple[str, str], Say]:
    english = row["unit_names_en"]
    return {
        (key, unit): counter_name(english.get(name, name), name)
        for key, scenario in row["scenarios"].items()
        for unit, name in _units_named(scenario)
    }


def _units_named(scenario: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Pairs (id, Spanish name) of all units of a scenario, reinforcements included."""
    rows = [one for group in scenario["reinforcements"] for one in group["units"]]
    return [(one[0], one[1]) for one in (*scenario["setup"]["units"], *rows)]


def read_versions(folder: Path) -> dict[int, GameData]:
    """All versions in a folder of data; raises `DataError` if two files share one."""
    rows = {path: read_yaml(path) for path in sorted(folder.glob("*.yaml"))}
    whole = {row["version"]: row for row in rows.values() if "changes_of" not in row}
    found: dict[int, GameData] = {}
    for path in rows:
        data = read_data(path, whole)
        if data.version in found:
            raise DataError(f"{path.name}: version {data.version} has another file already")
        found[data.version] = data
    return found


VERSIONS = read_versions(FOLDER)
NEWEST = max(VERSIONS)
CATALOGUE = min(VERSIONS)
"""Version with the values of the catalogue of rules."""
