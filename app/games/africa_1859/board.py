"""Drawing of a position: counters with their present numbers, markers, and the marks of the
page.
"""

from __future__ import annotations

import re

from app.games.africa_1859.counters import (
    artillery_factor,
    combat_factor,
    fire_factor,
    is_artillery,
    is_on_map,
    is_reduced,
    kind_of,
    leader_kind,
    title_of,
)
from app.games.africa_1859.drawing import (
    BoardPosition,
    LeaderPiece,
    SpaceState,
    UnitPiece,
    draw,
)
from app.games.africa_1859.drawing.position import SUPPLIES
from app.games.africa_1859.ground import (
    controller,
    has_camp_marker,
    has_fort,
    has_works,
    map_of,
    space_of,
)
from app.games.africa_1859.hunger_and_disease import hungry_spaces, unhealthy_spaces
from app.games.africa_1859.state import Leader, Unit, War
from app.games.africa_1859.supply import scenario_of, supply_by_space
from app.kernel.marks import Marks
from app.kernel.scene import Scene

CORPS = re.compile(r"(I{1,3}) (?:Cuerpo|Corps)")
RESERVE = re.compile(r"Reserv[ae]:")
NUMBER = re.compile(r"(?<!\d)\d+$")
RIBBONS = {
    "odonnell": "O'Donnell",
    "eodonnell": "E. O'Donnell",
    "ros": "Ros",
    "rios": "Ríos",
    "galiano": "Galiano",
    "latorre": "Latorre",
    "abbas": "el-Abbás",
    "ahmed": "Ahmed",
}
"""Short names where the last word of the name is not the usual one."""
BY_OFFICE = re.compile(r"(?:Acting )?(Caíd|Bajá|Pasha|Jefe|(?i:Caid|Commander))\b")


def drawing(war: War, marks: Marks, language: str, able: frozenset[str] = frozenset()) -> Scene:
    """Board of a position with the marks of the page; `able` are spaces that may act now."""
    return draw(position_of(war, marks, language, able), language)


def position_of(war: War, marks: Marks, language: str, able: frozenset[str]) -> BoardPosition:
    """Position in the form of the drawing."""
    return BoardPosition(
        data=war.terms.data,
        map=war.terms.map,
        title=map_of(war).title.in_(language),
        spaces=space_states(war),
        units=tuple(unit_piece(war, one, language) for one in war.units.values() if is_on_map(one)),
        leaders=tuple(
            leader_piece(war, one, language) for one in war.leaders.values() if is_on_map(one)
        ),
        marks=marks,
        able=able,
        has_storm=war.phase.storm,
    )


def space_states(war: War) -> dict[str, SpaceState]:
    """Changing facts of all spaces."""
    scenario = scenario_of(war)
    points = scenario.control if scenario else {}
    supply, hungry = supply_by_space(war), frozenset(hungry_spaces(war))
    ill = unhealthy_spaces(war)
    faces = len(scenario.campaign["disease"]["results"]) if scenario and ill else 0
    return {
        key: SpaceState(
            controller(war, key),
            space_of(war, key).camp if has_camp_marker(war, key) else "",
            has_works(war, key),
            has_fort(war, key),
            points.get(key, 0),
            supply_word(supply[key]) if supply else "",
            key in hungry,
            f"{faces}/6" if key in ill else "",
        )
        for key in map_of(war).spaces
    }


def supply_word(distance: int | None) -> str:
    """Supply of a space by its distance to a source."""
    source, near, far = SUPPLIES
    return far if distance is None else near if distance else source


def unit_piece(war: War, unit: Unit, language: str) -> UnitPiece:
    """Counter of a unit with its present factors."""
    kind = kind_of(war, unit)
    name = title_of(war, unit.id).in_(language)
    fire = artillery_factor if is_artillery(war, unit) else fire_factor
    return UnitPiece(
        id=unit.id,
        name=name,
        kind=kind.key,
        kind_name=kind.title.in_(language),
        unit_class=kind.unit_class,
        is_light=kind.is_light,
        side=unit.side,
        space=unit.at,
        factors=(combat_factor(war, unit), fire(war, unit), kind.morale),
        steps=unit.steps,
        full=kind.steps,
        is_reduced=is_reduced(war, unit),
        is_demoralised=unit.dem,
        has_acted=unit.marker,
        has_fired=unit.fired,
        mark=mark_of(name),
    )


def mark_of(name: str) -> str:
    """Corps in Roman figures, R for the reserve, or the number of a contingent."""
    corps = CORPS.match(name)
    if corps:
        return corps[1]
    if RESERVE.match(name):
        return "R"
    number = NUMBER.search(name)
    return number[0] if number else ""


def leader_piece(war: War, leader: Leader, language: str) -> LeaderPiece:
    """Medallion of a leader."""
    kind = leader_kind(war, leader)
    name = title_of(war, leader.id).in_(language)
    return LeaderPiece(
        leader.id,
        name,
        ribbon_of(leader.id, name),
        leader.side,
        leader.at,
        (kind.a, kind.b),
        leader.marker,
    )


def ribbon_of(key: str, name: str) -> str:
    """Short name that fits on a ribbon: Prim, Ros, el-Abbás, Caíd, Pasha."""
    office = BY_OFFICE.match(name)
    return RIBBONS.get(key) or (office[1].capitalize() if office else name.rsplit(maxsplit=1)[-1])
