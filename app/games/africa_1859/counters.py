"""AFB-UNI: classes, factors and steps of units; factors of leaders."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.africa_1859.data_file import VERSIONS, Kind, LeaderKind
from app.games.africa_1859.state import OFF_MAP, Counter, Leader, Unit, War
from app.kernel.say import Say, noun


def kind_of(war: War, unit: Unit) -> Kind:
    """Kind of a unit, with its factors."""
    return VERSIONS[war.terms.data].kinds[unit.kind]


def leader_kind(war: War, leader: Leader) -> LeaderKind:
    """Factors and name of a leader; a replacement has those of the counter 0/0."""
    kinds = VERSIONS[war.terms.data].leaders
    return kinds.get(leader.id) or kinds[f"repl_{leader.side.lower()}"]


def units_of(war: War) -> Iterable[Unit]:
    """All units, also those off the map."""
    return war.units.values()


def is_unit_of(unit: Unit, space: str) -> bool:
    """Return true if the unit stands in the space."""
    return unit.at == space


def is_on_map(counter: Counter) -> bool:
    """Return true if the counter stands in a space."""
    return counter.at not in OFF_MAP


def is_fighter(war: War, unit: Unit) -> bool:
    """AFB-UNI-01: Infantry, cavalry and engineers are fighters."""
    return kind_of(war, unit).is_fighter


def is_cavalry(war: War, unit: Unit) -> bool:
    """Return true for riders."""
    return kind_of(war, unit).unit_class == "cavalry"


def is_engineer(war: War, unit: Unit) -> bool:
    """Return true for engineers."""
    return kind_of(war, unit).unit_class == "engineer"


def is_foot(war: War, unit: Unit) -> bool:
    """Return true for infantry and engineers."""
    return kind_of(war, unit).unit_class in ("infantry", "engineer")


def is_artillery(war: War, unit: Unit) -> bool:
    """Return true for guns."""
    return kind_of(war, unit).unit_class == "artillery"


def is_convoy(war: War, unit: Unit) -> bool:
    """Return true for a convoy."""
    return kind_of(war, unit).unit_class == "convoy"


def is_light(war: War, unit: Unit) -> bool:
    """Return true for light infantry and for cavalry."""
    return kind_of(war, unit).is_light


def is_reduced(war: War, unit: Unit) -> bool:
    """AFB-UNI-03: A unit is reduced at half of its full steps (rounded down) or less."""
    return unit.steps <= kind_of(war, unit).steps // 2


def _current(war: War, unit: Unit, factor: int) -> int:
    lowered = VERSIONS[war.terms.data].tables["reduction"] if is_reduced(war, unit) else 0
    return max(0, factor + int(lowered))


def combat_factor(war: War, unit: Unit) -> int:
    """AFB-UNI-02: Current combat factor; a reduced unit has one less, never below 0."""
    return _current(war, unit, kind_of(war, unit).cf)


def fire_factor(war: War, unit: Unit) -> int:
    """Current fire factor of small arms."""
    return _current(war, unit, kind_of(war, unit).ff)


def artillery_factor(war: War, unit: Unit) -> int:
    """Current artillery factor."""
    return _current(war, unit, kind_of(war, unit).af)


def title_of(war: War, key: str) -> Say:
    """Name of a unit, a leader or a ship."""
    data = VERSIONS[war.terms.data]
    named = data.names.get((war.terms.scenario, key))
    if named:
        return named
    if key in war.leaders:
        title = leader_kind(war, war.leaders[key]).title
        if not key.startswith("repl_"):
            return title
        number = int(key.rsplit("_", 1)[1])
        words = "{title} {n}"
        return noun(words, words, the=words, el="{title:el} {n}", title=title, n=number)
    if key in war.units:
        return kind_of(war, war.units[key]).title
    return noun("ship {n}", "buque {n}", n=int(key.removeprefix("ship")))


def titles_of(war: War, keys: Iterable[str]) -> tuple[Say, ...]:
    """Names of several counters."""
    return tuple(title_of(war, key) for key in keys)


def strength(unit: Unit) -> tuple[int, str]:
    """Key for ties: most steps first, then the lowest id."""
    return (-unit.steps, unit.id)
