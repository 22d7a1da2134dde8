"""A charge drawn for a whole unit: who of a unit runs at which enemy, so that as many as possible reach a place where bases touch."""
from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import shapely

from app.games.heart_of_africa import ground
from app.games.heart_of_africa.board import same_floor
from app.games.heart_of_africa.body import Body, Wish
from app.games.heart_of_africa.contact import across, attackable
from app.games.heart_of_africa.detours import WINDING, Web
from app.games.heart_of_africa.figures import base, is_attendant, is_gun, members, profile, radius, there, work_of
from app.games.heart_of_africa.obstacles import FAR, Measure, Numbers, Obstacles, Region, cleaned, entries, is_crowded, legs_of
from app.games.heart_of_africa.state import FIXED_WORKS, Battle, Figure, Piece, Work
from app.games.heart_of_africa.walking import shelter_of
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import Point, bearing, distance, moved, nearest_on_path, path_length, quantised, set_against, touching_spots

TWO = 2
"""So many run at one enemy before a third does."""
BRUSH = 0.35
"""Before the end of its way a charger may come near other enemies who stand beside the one it runs at, inches."""
SPOTS_TRIED = 10
VICTIMS_TRIED = 3


def victims_of(battle: Battle, target: str, side: str) -> tuple[Figure, ...]:
    """The enemies meant by a target that is a unit or a figure, as far as the giver of the order can see them."""
    wanted = {figure.id for figure in members(battle, target)} if target in battle.units else {target}
    return tuple(figure for figure in there(battle) if figure.id in wanted and figure.side != side)


def target_refusals(battle: Battle, target: str, side: str) -> tuple[Refusal, ...]:
    """What is wrong with the target of a charge."""
    victims = victims_of(battle, target, side)
    if not victims:
        return (no("CAR-TAB-06", "There is no such piece.", "No hay tal ficha."),)
    somebody = Figure("", "spearman", side)
    refusals = [attackable(battle, somebody, victim) for victim in victims]
    return (refusals[0],) if all(refusals) else ()  # type: ignore[return-value]


class Onset:
    """A charge in the making: who has a place at whom, and which ground is taken."""

    def __init__(self, body: Body, men: Sequence[Figure], victims: Sequence[Figure]):
        self.body, self.battle = body, body.battle
        self.men = [man for man in men if man.at is not None]
        self.victims = [victim for victim in victims if attackable(self.battle, Figure("", "spearman", body.side), victim) is None]
        going = {man.id for man in men}
        taken = [(*spot.at, spot.radius) for spot in body.chart.others(going | set(body.own))]
        taken += [(*at, radius(self.battle.figures[key])) for key, at in body.own.items() if at is not None]
        taken += [(*spot.at, spot.radius) for spot in body.chart.grid.foes]
        self.taken: Numbers = np.array(taken, dtype=float).reshape(-1, 3)
        self.load = dict.fromkeys((victim.id for victim in self.victims), 0)
        self.placed: dict[str, Wish] = {}
        self.sheltered = {victim.id: ground.slow_at(self.battle, victim.at) for victim in self.victims}  # type: ignore[arg-type]

    def wishes(self) -> list[Wish]:
        """The chargers, the nearest first, then those who only come nearer."""
        gaps = {(man.id, victim.id): max(0.0, distance(man.at, victim.at) - radius(man) - radius(victim))  # type: ignore[arg-type]
                for man in self.men for victim in self.victims if same_floor(man, victim)}
        nearest = {man.id: min((gaps[man.id, victim.id] for victim in self.victims if (man.id, victim.id) in gaps), default=FAR) for man in self.men}
        order = sorted((man for man in self.men if nearest[man.id] < FAR), key=lambda man: nearest[man.id])
        for most in (TWO, 99):
            for man in order:
                if man.id not in self.placed and self.fights(man):
                    self.send(man, gaps, most)
        charging = [self.placed[man.id] for man in order if man.id in self.placed]
        return charging + [self.approach(man, gaps) for man in order if man.id not in self.placed]

    def fights(self, man: Figure) -> bool:
        return profile(man).melee is not None and not is_gun(man) and not is_attendant(man)

    def send(self, man: Figure, gaps: dict[tuple[str, str], float], most: int) -> None:
        """Finds a man a place at one of the nearest enemies that he can reach."""
        fast, creep = self.body.rolls[man.id]
        near = []
        for victim in self.victims:
            gap = gaps.get((man.id, victim.id), FAR)
            inches = creep if self.sheltered[victim.id] is not None else max(fast or 0.0, creep or 0.0)
            if inches is not None and gap <= inches + 0.01 and self.load[victim.id] < most:
                near.append((gap, victim))
        near.sort(key=lambda one: (one[0] + 1.2 * self.load[one[1].id], one[1].id))
        for _, victim in near[:VICTIMS_TRIED]:
            wish = self.place_at(man, victim)
            if wish is not None:
                self.placed[man.id] = wish
                self.load[victim.id] += 1
                self.taken = np.vstack([self.taken, (*wish.way[-1], radius(man))])
                return

    def place_at(self, man: Figure, victim: Figure) -> Wish | None:
        """The nearest free place at an enemy that a man gets to."""
        obstacles = self.body.chart.obstacles(man)
        spots = list(self.free_spots(man, victim))
        if not spots:
            return None
        ways = [(man.at, spot) for spot in spots]
        measure = Measure(obstacles, ways, slow_from_start=[self.body.chart.starts_slow(man)] * len(ways))  # type: ignore[arg-type]
        for n, way in enumerate(ways):
            if measure.hard[n] >= measure.whole[n] - BRUSH and self.gets_there(man, victim, way[-1], measure.whole[n], measure.slow[n]):
                return Wish(man, way, None, victim.id)  # type: ignore[arg-type]
        return self.place_round_about(man, victim, obstacles, spots[:4])

    def place_round_about(self, man: Figure, victim: Figure, obstacles: Obstacles, spots: list[Point]) -> Wish | None:
        """A place that is reached over way-points."""
        inches = max((roll for roll in self.body.rolls[man.id] if roll is not None), default=0.0)
        start: Point = man.at  # type: ignore[assignment]
        if distance(start, spots[0]) > inches - 0.3 or self.tries <= 0:
            return None
        self.tries -= 1
        away = [quantised(moved(spot, bearing(victim.at, spot), 0.12)) for spot in spots]  # type: ignore[arg-type]
        web = Web(obstacles, [start], away, 1.0, Body.burden(self.body.rolls[man.id]))
        for spot, (way, cost) in zip(spots, web.ways([start] * len(away), away), strict=True):
            path = (*way[:-1], spot)
            if cost < FAR and cost <= WINDING * distance(start, spot) + 2:
                measure = Measure(obstacles, [path])
                if measure.hard[0] >= measure.whole[0] - BRUSH and self.gets_there(man, victim, spot, measure.whole[0], measure.slow[0]):
                    return Wish(man, path, None, victim.id)
        return None

    tries = 6
    """How many ways round are looked for in one charge."""

    def gets_there(self, man: Figure, victim: Figure, spot: Point, length: float, slow: float) -> bool:
        """Whether the roll that the ground and the enemy's shelter call for takes a man so far."""
        fast, creep = self.body.rolls[man.id]
        is_slow = slow < length - 0.05 or self.body.chart.obstacles(man).dark or shelter_of(self.battle, spot, victim) is not None
        inches = creep if is_slow else fast
        return inches is not None and length <= inches + 0.009

    def free_spots(self, man: Figure, victim: Figure) -> Iterator[Point]:
        """Places where a man's base touches an enemy's and shares ground with nobody's, the nearest to him first."""
        width = radius(man)
        start: Point = man.at  # type: ignore[assignment]
        there = base(victim)
        candidates = [set_against(base(man), there, start), *opposite_works(self.battle, victim, width), *touching_spots(width, there)]
        candidates.sort(key=lambda spot: distance(start, spot))
        faces = self.body.chart.obstacles(man).faces
        given = 0
        for spot in candidates:
            if given >= SPOTS_TRIED:
                return
            if is_crowded(spot, width, self.taken) or too_near(spot, faces, width):
                continue
            given += 1
            yield spot

    # -------------------------------------------------------------------------------------------- not near enough
    def approach(self, man: Figure, gaps: dict[tuple[str, str], float]) -> Wish:
        """A man who reaches nobody goes towards the nearest enemy; with his open roll he stays an inch away from that one's cover."""
        victim = min((one for one in self.victims if (man.id, one.id) in gaps), key=lambda one: gaps[man.id, one.id])
        start: Point = man.at  # type: ignore[assignment]
        if not self.fights(man):
            away = min(distance(start, victim.at), radius(man) + radius(victim) + 3.0)  # type: ignore[arg-type]
            goal = quantised(moved(victim.at, bearing(victim.at, start), away))  # type: ignore[arg-type]
            return Wish(man, (start, goal), bearing(start, victim.at) if goal != start else None)  # type: ignore[arg-type]
        return Wish(man, (start, victim.at), dry=self.dry_way(man, victim))  # type: ignore[arg-type]

    def dry_way(self, man: Figure, victim: Figure) -> float:
        """How far the open roll may take a man towards an enemy in or behind cover."""
        found = FAR
        legs = legs_of([man.at], [victim.at])  # type: ignore[list-item]
        for cover in (self.sheltered[victim.id], work_of(self.battle, across(self.battle, man.at, victim))):  # type: ignore[arg-type]
            if cover is not None:
                found = min(found, float(entries(legs, zone_of(cover, radius(man)))[0]))
        return found


def zone_of(cover: Piece | Work, width: float) -> Region:
    """Where the middle of a base is too near to a cover."""
    shape = shapely.LineString(cover.line) if isinstance(cover, Work) else cleaned(cover.outline)
    return Region(shape.buffer(1.0 + width, quad_segs=32))


def opposite_works(battle: Battle, victim: Figure, width: float) -> Iterator[Point]:
    """The places right across a work from an enemy who stands against it."""
    for work in battle.land.works:
        if work.kind in FIXED_WORKS:
            foot = nearest_on_path(victim.at, work.line)  # type: ignore[arg-type]
            if 0.01 < distance(foot, victim.at) <= radius(victim) + 0.06:  # type: ignore[arg-type]
                yield quantised(moved(victim.at, bearing(victim.at, foot), radius(victim) + width))  # type: ignore[arg-type]


def too_near(spot: Point, faces: Numbers, width: float) -> bool:
    """Whether a base at a place would lie on a work."""
    return any(distance(spot, nearest_on_path(spot, ((a, b), (c, d)))) < width - 0.045 for a, b, c, d in faces)


def charge(body: Body, men: Sequence[Figure], victims: Sequence[Figure]) -> list[Wish]:
    """The wishes of a unit that charges."""
    onset = Onset(body, men, victims)
    found = onset.wishes() if onset.victims else []
    return [wish for wish in found if path_length(wish.way) > 0.01 and math.isfinite(wish.way[-1][0])]
