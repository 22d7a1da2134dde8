"""Charges drawn for a whole unit: each figure is assigned an enemy, so that as many as possible
reach base contact.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from app.games.heart_of_africa.board import same_floor
from app.games.heart_of_africa.figures import radius
from app.games.heart_of_africa.movement.allowances import beside
from app.games.heart_of_africa.movement.charge_reach import Place, Reach
from app.games.heart_of_africa.movement.charge_targets import (
    fights,
    opposite_works,
    to_faces,
    zone_of,
)
from app.games.heart_of_africa.movement.contact import attackable, work_between
from app.games.heart_of_africa.movement.detours import WINDING, Web
from app.games.heart_of_africa.movement.group_moves import GroupMove
from app.games.heart_of_africa.movement.obstacles import Measure, Obstacles
from app.games.heart_of_africa.movement.regions import FAR, Numbers, entries, legs_of
from app.games.heart_of_africa.movement.slow_going import slow_ground_of
from app.games.heart_of_africa.movement.wishes import Wish
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.terrain_and_works import work_of
from app.kernel.space.plane import Path, Point, angle_to, inches_to, on_grid, path_length, point_at

TWO = 2
"""Number of figures that charge one enemy before a third is added."""
BRUSH = 0.35
"""Distance in inches that a charger keeps from other enemies next to its target, before the end of
its way.
"""
SPOTS_TRIED = 20
VICTIMS_TRIED = 8
MANY = 12
PLACES_KEPT = 48
WASTED = 1.5
SNUG = 0.15
SEARCHES = 16
"""Largest number of figures of one charge for which a detour is searched."""
TURNS = np.radians(
    [
        turn
        for step in range(25)
        for turn in ((7.5 * step, -7.5 * step) if 0 < step < 24 else (7.5 * step,))
    ]
)


class ChargePlan:
    """A charge in preparation: figures with their places and targets, and the ground that
    is taken.
    """

    def __init__(self, body: GroupMove, men: Sequence[Figure], victims: Sequence[Figure]):
        self.body, self.battle = body, body.battle
        self.men = [man for man in men if man.at is not None]
        self.victims = [
            victim
            for victim in victims
            if attackable(self.battle, Figure("", "spearman", body.side), victim) is None
        ]
        going = {man.id for man in men}
        taken = [(*spot.at, spot.radius) for spot in body.chart.others(going | set(body.own))]
        taken += [
            (*at, radius(self.battle.figures[key]))
            for key, at in body.own.items()
            if at is not None
        ]
        taken += [(*spot.at, spot.radius) for spot in body.chart.grid.foes]
        self.taken: Numbers = np.array(taken, dtype=float).reshape(-1, 3)
        self.chargers: dict[str, tuple[float, float, float]] = {}
        self.load = dict.fromkeys((victim.id for victim in self.victims), 0)
        self.placed: dict[str, Wish] = {}
        self.reach = Reach(body, self.victims)
        self.gaps = {
            (man.id, victim.id): max(
                0.0, inches_to(man.position, victim.position) - radius(man) - radius(victim)
            )
            for man in self.men
            for victim in self.victims
            if same_floor(man, victim)
        }
        self.web: Web | None = None

    def wishes(self) -> list[Wish]:
        """The wishes of the chargers, the nearest first, then of the figures that only come
        nearer.
        """
        nearest = {
            man.id: min(
                (
                    self.gaps[man.id, victim.id]
                    for victim in self.victims
                    if (man.id, victim.id) in self.gaps
                ),
                default=FAR,
            )
            for man in self.men
        }
        order = sorted(
            (man for man in self.men if nearest[man.id] < FAR), key=lambda man: nearest[man.id]
        )
        choices = self.choices([man for man in order if fights(man)])
        able = {
            man.id: len(self.reach.victims_reached(man, choices[man.id]))
            for man in order
            if man.id in choices
        }
        for most in (TWO, MANY):
            for man in sorted(
                (man for man in order if man.id in able), key=lambda man: able[man.id]
            ):
                if man.id not in self.placed:
                    self.send(man, choices[man.id], most)
        for man in order:
            if man.id in able and man.id not in self.placed:
                self.make_room(man, choices)
        for man in [man for man in order if man.id in choices and man.id not in self.placed][
            :SEARCHES
        ]:
            self.send_round(man)
        charging = [self.placed[man.id] for man in order if man.id in self.placed]
        return charging + [self.approach(man) for man in order if man.id not in self.placed]

    def in_reach(self, man: Figure) -> list[Figure]:
        """The nearest enemies within reach of a figure's roll."""
        fast, creep = self.body.rolls[man.id]
        found = []
        for victim in self.victims:
            inches = (
                creep
                if self.reach.sheltered[victim.id] is not None
                else max(fast or 0.0, creep or 0.0)
            )
            gap = self.gaps.get((man.id, victim.id), FAR)
            if inches is not None and gap <= inches + 0.01:
                found.append((gap, victim.id, victim))
        return [victim for _, _, victim in sorted(found)[:VICTIMS_TRIED]]

    def choices(self, men: Sequence[Figure]) -> dict[str, list[Place]]:
        """The places to which each figure has a free straight way, past all figures that do not
        charge; the nearest first. `reaches` judges if its roll is enough.
        """
        found: dict[str, list[Place]] = {}
        rows: dict[int, tuple[Obstacles, list[tuple[Figure, Figure, Point]]]] = {}
        for man in men:
            victims = self.in_reach(man)
            if victims:
                found[man.id] = []
                obstacles = self.body.chart.obstacles(man)
                rows.setdefault(id(obstacles), (obstacles, []))[1].extend(
                    (man, victim, spot)
                    for victim in victims
                    for spot in self.free_spots(man, victim, SPOTS_TRIED)
                )
        for obstacles, alike in rows.values():
            self.weigh(obstacles, alike, found)
        return found

    def weigh(
        self,
        obstacles: Obstacles,
        alike: Sequence[tuple[Figure, Figure, Point]],
        found: Mapping[str, list[Place]],
    ) -> None:
        """Stores for each figure the nearest places with a free straight way."""
        most = {
            man.id: max(inches for inches in self.body.rolls[man.id] if inches is not None)
            for man, _, _ in alike
        }
        near = [(inches_to(man.position, spot), man, victim, spot) for man, victim, spot in alike]
        near = sorted(
            (row for row in near if row[0] <= most[row[1].id] + 0.01), key=lambda row: row[0]
        )
        if not near:
            return
        legs = legs_of([man.position for _, man, _, _ in near], [spot for *_, spot in near])
        hard = obstacles.hard(legs, measured=False)
        free = []
        count: dict[str, int] = dict.fromkeys(most, 0)
        for n, (length, man, _, _) in enumerate(near):
            if hard[n] >= length - BRUSH and count[man.id] < PLACES_KEPT:
                count[man.id] += 1
                free.append(n)
        open_to = [n for n in free if self.reach.by_rolls(near[n][1], near[n][0]) is None]
        slow = dict(zip(open_to, obstacles.slow(legs[open_to]), strict=True))
        for n in free:
            length, man, victim, spot = near[n]
            first_slow = 0.0 if self.body.chart.starts_slow(man) else float(slow.get(n, 0.0))
            found[man.id].append(Place(victim, spot, length, first_slow))

    def send(self, man: Figure, places: Sequence[Place], most: int) -> None:
        """Gives a figure a place at one of the enemies that it can reach."""
        for place in sorted(
            places,
            key=lambda one: (
                one.length + 1.2 * self.load[one.victim.id] + self.waste(one.at, radius(man))
            ),
        ):
            if (
                self.load[place.victim.id] < most
                and not self.in_the_way(place.at, radius(man))
                and self.reach.reaches(man, place)
            ):
                self.told_off(man, (man.position, place.at), place.victim)
                return

    def waste(self, spot: Point, width: float) -> float:
        """The cost to the others if a charger leaves a gap beside it that no base fits into."""
        gap = min(
            (math.dist(spot, (x, y)) - width - half for x, y, half in self.chargers.values()),
            default=FAR,
        )
        return WASTED if SNUG < gap < 2 * width else 0.0

    def make_room(self, man: Figure, choices: Mapping[str, Sequence[Place]]) -> None:
        """Gives a figure the place of another that has an alternative."""
        for place in [place for place in choices[man.id] if self.reach.reaches(man, place)][::2]:
            blockers = self.in_the_way(place.at, radius(man))
            if len(blockers) > 1 or not all(key in choices for key in blockers):
                continue
            before = dict(self.placed), dict(self.chargers), dict(self.load)
            for key in blockers:
                self.load[self.placed.pop(key).attack] -= 1
                del self.chargers[key]
            self.told_off(man, (man.position, place.at), place.victim)
            for key in blockers:
                self.send(self.battle.figures[key], choices[key], MANY)
            if all(key in self.placed for key in blockers):
                return
            self.placed, self.chargers, self.load = before

    def told_off(self, man: Figure, way: Path, victim: Figure) -> None:
        self.placed[man.id] = Wish(man, way, None, victim.id)
        self.load[victim.id] += 1
        self.chargers[man.id] = (*way[-1], radius(man))

    def in_the_way(self, spot: Point, width: float) -> list[str]:
        """Ids of the chargers whose places leave no room at a spot."""
        return [
            key
            for key, (x, y, half) in self.chargers.items()
            if math.dist(spot, (x, y)) < width + half - 0.008
        ]

    def send_round(self, man: Figure) -> None:
        """Searches a place that is reached over way-points."""
        inches = max((roll for roll in self.body.rolls[man.id] if roll is not None), default=0.0)
        start = man.position
        spots = [
            (victim, spot)
            for victim in self.in_reach(man)[:TWO]
            for spot in self.free_spots(man, victim, MANY)
            if inches_to(start, spot) < inches and not self.in_the_way(spot, radius(man))
        ][:MANY]
        if not spots:
            return
        obstacles = self.body.chart.obstacles(man)
        away = [
            on_grid(point_at(spot, angle_to(victim.position, spot), 0.12)) for victim, spot in spots
        ]
        web = self.web_round(obstacles, man)
        rounds = zip(spots, web.ways([start] * len(away), away), strict=True)
        ways = sorted(
            (
                (cost, victim, (*way[:-1], spot))
                for (victim, spot), (way, cost) in rounds
                if cost < FAR and cost <= WINDING * inches_to(start, spot) + 2
            ),
            key=lambda row: row[0],
        )[:VICTIMS_TRIED]
        if not ways:
            return
        measure = Measure(
            obstacles,
            [way for *_, way in ways],
            slow_from_start=[self.body.chart.starts_slow(man)] * len(ways),
        )
        for n, (_, victim, way) in enumerate(ways):
            if measure.hard[n] >= measure.whole[n] - BRUSH and self.reach.reaches(
                man, Place(victim, way[-1], measure.whole[n], measure.slow[n])
            ):
                self.told_off(man, way, victim)
                return

    def web_round(self, obstacles: Obstacles, man: Figure) -> Web:
        """Way-points round these obstacles; those of the last figure if the obstacles are equal."""
        if self.web is None or self.web.obstacles is not obstacles:
            self.web = Web(
                obstacles,
                [other.position for other in self.men if other.id not in self.placed],
                [victim.position for victim in self.victims],
                1.0,
                GroupMove.burden(self.body.rolls[man.id]),
            )
        return self.web

    def free_spots(self, man: Figure, victim: Figure, count: int) -> list[Point]:
        """Places where a figure's base touches an enemy's and overlaps no base that stays, the
        nearest first.
        """
        width = radius(man)
        (x, y), (vx, vy) = man.position, victim.position
        apart = width + radius(victim)
        turns = math.atan2(y - vy, x - vx) + TURNS
        candidates = np.column_stack([vx + apart * np.cos(turns), vy + apart * np.sin(turns)])
        candidates = np.vstack([*opposite_works(self.battle, victim, width), candidates])
        near = self.taken[
            np.hypot(self.taken[:, 0] - vx, self.taken[:, 1] - vy)
            < self.taken[:, 2] + apart + width
        ]
        gaps = (
            np.hypot(candidates[:, 0, None] - near[:, 0], candidates[:, 1, None] - near[:, 1])
            - near[:, 2]
            - width
        )
        free = candidates[gaps.min(axis=1, initial=FAR) > -0.008]
        faces = self.body.chart.obstacles(man).faces
        if len(faces) and len(free):
            free = free[to_faces(free, faces) >= width - 0.045]
        return [on_grid(spot) for spot in free[:count].tolist()]

    def approach(self, man: Figure) -> Wish:
        """A figure that reaches no enemy moves towards the nearest one. With its open roll it stays
        1 in away from that enemy's cover.
        """
        victim = min(
            (one for one in self.victims if (man.id, one.id) in self.gaps),
            key=lambda one: self.gaps[man.id, one.id],
        )
        start = man.position
        if not fights(man):
            away = min(inches_to(start, victim.position), radius(man) + radius(victim) + 3.0)
            goal = on_grid(point_at(victim.position, angle_to(victim.position, start), away))
            return Wish(
                man, (start, goal), angle_to(start, victim.position) if goal != start else None
            )
        return Wish(man, (start, victim.position), dry=self.dry_way(man, victim))

    def dry_way(self, man: Figure, victim: Figure) -> float:
        """Distance in inches that the open roll may take a figure towards an enemy in or behind
        cover.
        """
        found = FAR
        legs = legs_of([man.position], [victim.position])
        before_him = beside(man, victim, man.position)
        work = work_of(self.battle, work_between(self.battle, man.position, victim))
        for cover in (*slow_ground_of(self.battle, before_him, victim), work):
            if cover is not None:
                found = min(found, float(entries(legs, zone_of(cover, radius(man)))[0]))
        return found


def charge(body: GroupMove, men: Sequence[Figure], victims: Sequence[Figure]) -> list[Wish]:
    """The wishes of a unit that charges."""
    plan = ChargePlan(body, men, victims)
    found = plan.wishes() if plan.victims else []
    return [
        wish for wish in found if path_length(wish.way) > 0.01 and math.isfinite(wish.way[-1][0])
    ]
