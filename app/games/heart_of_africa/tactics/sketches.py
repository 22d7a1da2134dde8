"""Possible actions of a unit and their average worth: stand and shoot, turn, go, take cover, fall
back, charge, evade.

Nothing here is drawn exactly: a sample of its figures, moved as one, stands for a unit.
`formations` draws the drill.
"""

from __future__ import annotations

from operator import attrgetter

from app.games.heart_of_africa.figures import (
    is_mounted,
)
from app.games.heart_of_africa.movement.contact import may_evade, newly_touched
from app.games.heart_of_africa.movement.obstacles import furthest
from app.games.heart_of_africa.movement.regions import legs_of
from app.games.heart_of_africa.setup.scenarios import AMBUSH
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.charges import charge_sketches
from app.games.heart_of_africa.tactics.clashes import value_of_fighting
from app.games.heart_of_africa.tactics.climbs import climbers
from app.games.heart_of_africa.tactics.destinations import exit_from
from app.games.heart_of_africa.tactics.place_values import place_values
from app.games.heart_of_africa.tactics.sketch import (
    CLIMB,
    FLY,
    GO,
    LEAVE,
    STAY,
    TURN,
    Sketch,
)
from app.games.heart_of_africa.tactics.studied_units import StudiedUnit, studied_unit
from app.games.heart_of_africa.tactics.ways import storms_home
from app.kernel.space.plane import Point, angle_to, inches_to, mean_of, point_at

DIRECTIONS = 12
LEAST_GAIN = 1.0
WAY_OUT = 0.6
"""Worth of leaving by the far side, for each point of the unit."""
PASSING = 0.4
"""Weight of the way of figures that pass a fight of their unit."""
CLIMB_SAVES = 6.0
"""Inches of way that a climb is worth."""


def places_to_go(unit: StudiedUnit) -> list[Point]:
    """Places for the middle of the unit: all round by a whole and a half move, on the way to
    its aim, and near enemies.
    """
    ways = [
        (
            min(max(x, 0.8), unit.battle.land.width - 0.8),
            min(max(y, 0.8), unit.battle.land.depth - 0.8),
        )
        for x, y in _wished_places(unit)
    ]
    if not ways:
        return []
    legs = legs_of([unit.here] * len(ways), ways)
    hard, slow = unit.obstacles.hard(legs, foes=False), unit.obstacles.slow(legs)
    found = []
    for n, way in enumerate(ways):
        far = min(inches_to(unit.here, way), furthest(unit.rolls, float(hard[n]), float(slow[n])))
        if far >= 0.4:
            found.append(point_at(unit.here, angle_to(unit.here, way), far))
    return found


def _wished_places(unit: StudiedUnit) -> list[Point]:
    """The places to which the unit would go if nothing were in its way."""
    inches = max((roll for roll in unit.rolls if roll is not None), default=0.0)
    if inches < 0.5:
        return []
    ways = [
        point_at(unit.here, 360.0 * n / DIRECTIONS, far)
        for n in range(DIRECTIONS)
        for far in (inches, inches / 2)
    ]
    if unit.aim.goal is not None:
        ahead = unit.country.ahead(unit.here, unit.aim.goal, inches + 1.0)
        far = inches_to(unit.here, ahead)
        if far > 0.3:
            ways += [
                point_at(unit.here, angle_to(unit.here, ahead), share * min(inches, far))
                for share in (1.0, 0.7, 0.4)
            ]
    for host in unit.near_hosts(3):
        at = mean_of(unit.foes.figures[n].at for n in host.rows)
        ways.append(point_at(unit.here, angle_to(at, unit.here), inches))
        for stop in unit.good_ranges():
            off = inches_to(unit.here, at) - stop
            if 0.4 < off <= inches:
                ways.append(point_at(unit.here, angle_to(unit.here, at), off))
    return ways


def sketches_when_free(unit: StudiedUnit) -> list[Sketch]:
    """Sketches of a unit without close combat."""
    spots = places_to_go(unit)
    values = place_values(
        unit, [unit.here, unit.here, *spots], [False, True, *(True for _ in spots)]
    )
    face = unit.toward_enemy(unit.here)
    found = [
        Sketch(float(values[0]) + LEAST_GAIN, STAY),
        Sketch(float(values[1]), TURN, None, face),
    ]
    found += [
        Sketch(float(value), GO, spot, unit.toward_enemy(spot))
        for value, spot in zip(values[2:], spots, strict=True)
    ]
    return found + charge_sketches(unit) + climb_sketches(unit) + sketches_of_leaving(unit)


def climb_sketches(unit: StudiedUnit) -> list[Sketch]:
    """Sketches of a climb over the work that the first figures touch, if the aim lies beyond
    it.
    """
    men = climbers(unit.battle, unit.men, unit.aim.goal)
    if not men:
        return []
    return [Sketch(unit.aim.pull * unit.each * len(men) * CLIMB_SAVES + LEAST_GAIN, CLIMB)]


def sketches_of_leaving(unit: StudiedUnit) -> list[Sketch]:
    """Sketches of leaving by the far edge, for a marching column that is near enough."""
    if unit.battle.scenario != AMBUSH or unit.side != unit.battle.attacker:
        return []
    inches = max((roll for roll in unit.rolls if roll is not None), default=0.0)
    front = min(
        inches_to(man.position, exit_from(unit.battle, unit.side, man.position)) for man in unit.men
    )
    if inches < 0.5 or front > inches:
        return []
    return [Sketch(WAY_OUT * unit.worth, LEAVE)]


def may_ride_away(unit: StudiedUnit) -> bool:
    """True if riders just contacted could evade."""
    return any(
        is_mounted(man)
        and newly_touched(man, unit.engaged[man.id])
        and may_evade(unit.battle, man, newly_touched(man, unit.engaged[man.id]))
        for man in unit.men
        if man.id in unit.engaged
    )


def sketches_when_engaged(unit: StudiedUnit) -> list[Sketch]:
    """Sketches of a unit in close combat: the others join, or all that can leave do."""
    fight = value_of_fighting(unit)
    found = [Sketch(0.5, STAY)]
    if len(unit.engaged) < len(unit.men):
        found += [sketch._replace(value=0.6 * sketch.value) for sketch in charge_sketches(unit)]
        found += sketches_of_passing(unit)
    if fight < -0.04 * unit.worth:
        threats = mean_of(one.position for some in unit.engaged.values() for one in some)
        inches = max((roll for roll in unit.rolls if roll is not None), default=0.0)
        spot = point_at(unit.here, angle_to(threats, unit.here), inches)
        drill = FLY if may_ride_away(unit) else GO
        found.append(Sketch(-fight * 0.8, drill, spot, angle_to(unit.here, threats)))
    return found


def sketches_of_passing(unit: StudiedUnit) -> list[Sketch]:
    """Sketch of a march past a fight: the figures without an opponent go on into the home."""
    inches = max((roll for roll in unit.rolls if roll is not None), default=0.0)
    if unit.aim.goal is None or inches < 0.5 or not storms_home(unit.battle, unit.side):
        return []
    ahead = unit.country.ahead(unit.here, unit.aim.goal, inches)
    far = min(inches, inches_to(unit.here, ahead))
    if far < 0.5:
        return []
    spot = point_at(unit.here, angle_to(unit.here, ahead), far)
    free = len(unit.men) - len(unit.engaged)
    value = PASSING * unit.aim.pull * unit.each * free * far
    return [Sketch(0.5 + value, GO, spot, unit.toward_enemy(spot))]


def sketches(battle: Battle, side: str, who: str) -> list[Sketch]:
    """All useful sketches of a unit, the best first; to stay is one of them."""

    def made(owner: Battle) -> list[Sketch]:
        unit = studied_unit(owner, side, who)
        found = sketches_when_engaged(unit) if unit.engaged else sketches_when_free(unit)
        return sorted(found, reverse=True, key=attrgetter("value"))

    return kept_with(battle, f"sketches of {who}", made)
