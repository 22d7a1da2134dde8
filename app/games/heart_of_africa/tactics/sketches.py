"""Possible actions of a unit and their average worth: stand and shoot, turn, go, take cover, fall
back, charge, evade.

Nothing here is drawn exactly: a sample of its figures, moved as one, stands for a unit.
`formations` draws the drill.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.games.heart_of_africa.figures import (
    is_attendant,
    is_baggage,
    is_hidden,
    is_mounted,
    opponents,
    placed,
)
from app.games.heart_of_africa.movement.activation import dice_columns
from app.games.heart_of_africa.movement.allowances import allowance
from app.games.heart_of_africa.movement.contact import may_evade, newly_touched
from app.games.heart_of_africa.movement.obstacles import Chart, furthest
from app.games.heart_of_africa.movement.regions import legs_of
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup.scenarios import AMBUSH, RAID
from app.games.heart_of_africa.sight import ground, smoke
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.sight.lines import fixed_works, is_at
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.aims import Aim, aims
from app.games.heart_of_africa.tactics.climbs import climbers
from app.games.heart_of_africa.tactics.destinations import exit_from, is_home
from app.games.heart_of_africa.tactics.hosts import Host, chance_to_reach, hosts, usual_rolls
from app.games.heart_of_africa.tactics.picture import (
    NO_FIGHTER,
    Army,
    Picture,
    covered,
    in_view,
    picture,
)
from app.games.heart_of_africa.tactics.ways import country, kind_of
from app.games.heart_of_africa.tactics.worth import RAIDED, chance_to_win, exchange
from app.kernel.space.plane import Point, angle_to, inches_to, mean_of, point_at

STAY, TURN, GO, CHARGE, FLY, CLIMB, LEAVE = "stay", "turn", "go", "charge", "fly", "climb", "leave"
SAMPLE = 6
"""Number of figures in the sample of a unit."""
DIRECTIONS = 12
LATER, NEXT_FIRE, RETURN_FIRE = 0.5, 0.5, 0.9
"""Weights of the next turn against the present one."""
HALF_ARC = 22.5
CHANCE_TO_STAND = 0.45
AFTERWARDS, PROSPECT = 0.35, 0.6
KEEPS_HOLD = 25.0
LEAST_GAIN = 1.0
ENOUGH = 0.7
"""Largest worth of a volley, as a share of all its targets."""
WAY_OUT = 0.6
"""Worth of leaving by the far side, for each point of the unit."""
CLIMB_SAVES = 6.0
"""Inches of way that a climb is worth."""
BARRED = 0.12
"""Remaining chance to take baggage that other figures screen."""


class Sketch(NamedTuple):
    """A possible action of a unit. `to`, `angle`, `target` as in a manoeuvre."""

    value: float
    drill: str
    to: Point | None = None
    angle: float | None = None
    target: str = ""


class Study:
    """A unit (or a single figure) and its possible actions. `men` are its figures, attendants left
    out.
    """

    def __init__(self, battle: Battle, side: str, who: str):
        self.battle, self.side, self.who = battle, side, who
        self.picture: Picture = picture(battle, side)
        some = placed(battle, who) if who in battle.units else (battle.figures[who],)
        self.men = tuple(one for one in some if not is_attendant(one) and one.at is not None)
        self.aim: Aim = aims(battle, side).get(who, Aim())
        self.army = Army(battle, self.men)
        self.foes = self.picture.foes
        self.here: Point = mean_of(one.position for one in self.men)
        self.worth = float(self.army.worth.sum())
        picked = np.unique(np.linspace(0, len(self.men) - 1, SAMPLE).round().astype(int))
        self.rep = picked
        self.scale = len(self.men) / len(picked)
        self.hosts = hosts(battle, side)
        self.in_hand = battle.hand is not None and battle.hand.who == who
        chart = Chart(battle, side)
        self.slowest = min(self.men, key=lambda man: chart.rolls(man)[0] or 0.0)
        self.rolls = (
            chart.rolls(self.slowest) if self.in_hand else usual_rolls(battle, self.slowest)
        )
        self.obstacles = chart.obstacles(self.slowest)
        self.engaged = (
            {}
            if is_hidden(battle, self.men[0])
            else {man.id: found for man in self.men if (found := opponents(battle, man))}
        )
        self.country = country(battle, kind_of(self.slowest))
        fighters = self.army.factor > NO_FIGHTER
        self.factor = round(float(self.army.factor[fighters].mean())) if fighters.any() else -3
        self.each = self.worth / max(1, len(self.men))
        self.thought: list[Sketch] | None = None

    def spots(self) -> list[Point]:
        """Places for the middle of the unit: all round by a whole and a half move, on the way to
        its aim, and near enemies.
        """
        inches = max((roll for roll in self.rolls if roll is not None), default=0.0)
        if inches < 0.5:
            return []
        ways = [
            point_at(self.here, 360.0 * n / DIRECTIONS, far)
            for n in range(DIRECTIONS)
            for far in (inches, inches / 2)
        ]
        if self.aim.goal is not None:
            ahead = self.country.ahead(self.here, self.aim.goal, inches + 1.0)
            far = inches_to(self.here, ahead)
            if far > 0.3:
                ways += [
                    point_at(self.here, angle_to(self.here, ahead), share * min(inches, far))
                    for share in (1.0, 0.7, 0.4)
                ]
        for host in self.near_hosts(3):
            at = mean_of(self.foes.figures[n].at for n in host.rows)
            ways.append(point_at(self.here, angle_to(at, self.here), inches))
            for stop in self.good_ranges():
                off = inches_to(self.here, at) - stop
                if 0.4 < off <= inches:
                    ways.append(point_at(self.here, angle_to(self.here, at), off))
        ways = [
            (
                min(max(x, 0.8), self.battle.land.width - 0.8),
                min(max(y, 0.8), self.battle.land.depth - 0.8),
            )
            for x, y in ways
        ]
        legs = legs_of([self.here] * len(ways), ways)
        hard, slow = self.obstacles.hard(legs, foes=False), self.obstacles.slow(legs)
        found = []
        for n, way in enumerate(ways):
            far = min(
                inches_to(self.here, way), furthest(self.rolls, float(hard[n]), float(slow[n]))
            )
            if far >= 0.4:
                found.append(point_at(self.here, angle_to(self.here, way), far))
        return found

    def near_hosts(self, most: int) -> list[Host]:
        return sorted(self.hosts, key=self.gap_to)[:most]

    def gap_to(self, host: Host) -> float:
        off = self.foes.at[host.rows] - np.asarray(self.here)
        return float(np.hypot(off[:, 0], off[:, 1]).min())

    def good_ranges(self) -> list[float]:
        most = float(np.median(self.army.range))
        return [most / 2 - 0.5, most - 1.0] if most > 3 else []

    def weighed(self, spots: Sequence[Point], moves: Sequence[bool]) -> NDArray[np.float64]:
        """Worth of those places at the end of the move: fire given and taken, charges to be feared,
        progress to the aim.
        """
        centres = np.asarray(spots, dtype=float).reshape(-1, 2)
        stirs = np.asarray(moves, dtype=bool)
        places = centres[:, None, :] + (self.army.at[self.rep] - np.asarray(self.here))[None, :, :]
        worth = self.headway(centres) + self.holding(centres)
        if len(self.foes):
            off = places[:, :, None, :] - self.foes.at[None, None, :, :]
            gaps = (
                np.hypot(off[..., 0], off[..., 1])
                - self.army.radius[self.rep][None, :, None]
                - self.foes.radius[None, None, :]
            )
            seen = self.view_from(centres)[:, None, :] & self.foes.target[None, None, :]
            flat = places.reshape(-1, 2)
            shelter = covered(
                self.battle, flat, np.tile(self.army.on_foot[self.rep], len(centres))
            ).reshape(len(centres), -1)
            worth += self.fire_given(gaps, seen, stirs)
            worth -= self.aim.caution * self.fire_taken(
                gaps, seen, shelter | (self.behind_works()[None, :] & ~stirs[:, None])
            )
            worth -= self.aim.caution * self.charges_feared(centres, gaps, stirs)
            worth += self.prospects(gaps.min(axis=1))
        return worth

    def view_from(self, centres: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Flags of the enemies visible from places, within the relevant ranges."""
        known = np.zeros((len(centres), len(self.foes)), dtype=bool)
        reach = (
            max(float(self.army.range.max(initial=0.0)), float(self.foes.range.max(initial=0.0)))
            + 3
        )
        off = self.foes.at - np.asarray(self.here)
        close = np.flatnonzero(np.hypot(off[:, 0], off[:, 1]) <= reach + 8)
        if len(close):
            known[:, close] = in_view(self.battle, centres, self.foes.at[close])
        return known

    def headway(self, centres: NDArray[np.float64]) -> NDArray[np.float64]:
        """Worth of the progress to the aim, by the worth of the unit."""
        if self.aim.goal is None:
            return np.zeros(len(centres))
        far = self.country.far(np.vstack([np.asarray([self.here]), centres]), self.aim.goal)
        left = np.maximum(far - self.aim.reach, 0.0)
        return self.aim.pull * max(self.worth, 15.0) * (left[0] - left[1:])

    def holding(self, centres: NDArray[np.float64]) -> NDArray[np.float64]:
        """Worth of places on ground that has to be held, or taken."""
        if not self.battle.conditions.objective:
            return np.zeros(len(centres))
        return np.array(
            [
                KEEPS_HOLD * 0.2 if is_home(self.battle, (float(x), float(y))) else 0.0
                for x, y in centres
            ]
        )

    def fire_given(
        self, gaps: NDArray[np.float64], seen: NDArray[np.bool_], stirs: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """The enemies' loss by the unit's shots, this turn and the next."""
        some = self.rep
        reach = self.army.range[some]
        if not reach.any():
            return np.zeros(len(gaps))
        able = seen & (gaps <= reach[None, :, None])
        far = gaps > reach[None, :, None] / 2
        base = 2.0 - far - self.foes.covered[None, None, :]
        bonus = self.army.bonus[some][None, :, None]
        value = self.foes.worth * (1 - self.foes.save)
        next_turn = np.where(able, np.clip(base + bonus, 0, 6) / 6 * value, 0.0)
        nearest = np.where(able, gaps, 1e6)
        free = self.army.free[some]
        pick = np.where(free[None, :], next_turn.argmax(axis=2), nearest.argmin(axis=2))
        loaded = self.army.loaded[some]
        shots = self.army.shots[some]
        can = loaded[None, :] & ~(self.army.stiff[some][None, :] & stirs[:, None])
        in_front = able & self.arc(stirs)
        now = np.where(
            in_front, np.clip(base + bonus * ~stirs[:, None, None], 0, 6) / 6 * value, 0.0
        )
        held = np.take_along_axis(now, pick[..., None], 2)[..., 0]
        first = np.where(can, np.maximum(held, 0.7 * now.max(axis=2)), 0.0) * shots
        then = np.take_along_axis(next_turn, pick[..., None], 2)[..., 0] * shots
        reload = self.army.reload[some]
        again = np.where(
            reload[None, :],
            np.where(
                loaded[None, :], np.where(first > 0, 0.3, 0.9), np.where(stirs[:, None], 0.0, 0.9)
            ),
            1.0,
        )
        most = ENOUGH * (able.any(axis=1) * value).sum(axis=1)
        return np.minimum(self.scale * (first + NEXT_FIRE * then * again).sum(axis=1), most)

    def arc(self, stirs: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Flags of the enemies in the arc of figures; after a move every enemy is."""
        off = self.foes.at[None, :, :] - self.army.at[self.rep][:, None, :]
        turn = np.abs(
            (
                np.degrees(np.arctan2(off[..., 1], off[..., 0]))
                - self.army.facing[self.rep][:, None]
                + 180
            )
            % 360
            - 180
        )
        half = 45.0 if "wide_arc" in self.battle.options else HALF_ARC
        ahead = (turn <= half) | (self.army.bonus[self.rep] == 0)[:, None]
        return stirs[:, None, None] | ahead[None, :, :]

    def fire_taken(
        self, gaps: NDArray[np.float64], seen: NDArray[np.bool_], shelter: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Cost of enemy shots there, this turn and the next; nearer friends draw some of them."""
        shoots = np.flatnonzero((self.foes.range > 0) & self.foes.target)
        if not len(shoots):
            return np.zeros(len(gaps))
        here, reach = gaps[..., shoots], self.foes.range[shoots]
        able = seen[..., shoots] & (here <= reach)
        chance = (
            np.clip(2.0 + self.foes.bonus[shoots] - (here > reach / 2) - shelter[..., None], 0, 6)
            / 6
            * (1 - self.army.save[self.rep])[None, :, None]
        )
        best = np.where(able, chance, 0.0).max(axis=1)
        nearest = here.min(axis=1)
        others = self.nearest_friends(shoots)
        share = np.where(nearest <= others[None, :] + 0.5, 1.0, 0.35)
        ready = (
            np.where(
                self.foes.loaded[shoots],
                1.0 + LATER * np.where(self.foes.reload[shoots], 0.3, 1.0),
                LATER,
            )
            * self.foes.shots[shoots]
        )
        lost = RETURN_FIRE * self.each * (best * share * ready).sum(axis=1)
        return np.minimum(lost, 0.8 * self.worth)

    def nearest_friends(self, shoots: NDArray[np.intp]) -> NDArray[np.float64]:
        """Distance in inches of the nearest friend from each of those enemies."""
        rows = [n for n, key in enumerate(self.picture.mine.units) if key != self.who]
        if not rows:
            return np.full(len(shoots), 1e6)
        return self.picture.apart[np.ix_(np.asarray(rows), np.asarray(shoots))].min(axis=0)

    def behind_works(self) -> NDArray[np.bool_]:
        """Flags of the sample's figures at a work of their own side."""
        works = [work for work in fixed_works(self.battle) if work.owner == self.side]
        return np.array(
            [
                any(is_at(self.battle, self.men[n], work) for work in works)
                or bool(self.men[n].room)
                for n in self.rep
            ],
            dtype=bool,
        )

    def charges_feared(
        self, centres: NDArray[np.float64], gaps: NDArray[np.float64], stirs: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Expected cost of enemy charges; shooters that stand ready reduce it by a volley."""
        total = np.zeros(len(centres))
        near = gaps.min(axis=1)
        in_slow = (
            np.array(
                [ground.slow_at(self.battle, (float(x), float(y))) is not None for x, y in centres]
            )
            if len(centres)
            else np.zeros(0, dtype=bool)
        )
        volley = float(
            (
                np.clip(1.0 + self.army.bonus, 0, 6)
                / 6
                * (self.army.loaded & (self.army.range > 0))
            ).sum()
        )
        support = self.support(centres)
        for host in self.hosts:
            if host.factor <= NO_FIGHTER + 1 or host.factor < -1:
                continue
            off = near[:, host.rows].min(axis=1)
            if off.min() > 19:
                continue
            likely = np.array(
                [
                    chance_to_reach(host.slow if slow else host.roll, float(far))
                    for far, slow in zip(off, in_slow, strict=True)
                ]
            )
            likely = likely * (CHANCE_TO_STAND if host.acted else 0.8)
            if not likely.any():
                continue
            for ready in (False, True):
                rows = stirs != ready
                if not (likely * rows).any():
                    continue
                count = len(host.rows) - (0.8 * volley if ready else 0.5 * volley)
                if count < 1:
                    continue
                many = min(round(count), 2 * len(self.men))
                cost = -exchange(
                    len(self.men),
                    self.factor,
                    self.each,
                    max(1, many),
                    round(host.factor),
                    host.worth,
                )
                total += np.where(rows, likely * max(0.0, cost) * support, 0.0)
        return np.minimum(total * 1.2, 0.9 * self.worth)

    def support(self, centres: NDArray[np.float64]) -> NDArray[np.float64]:
        """Factor by which friends nearby reduce the danger of a charge."""
        mine = self.picture.mine
        rows = np.array(
            [
                key != self.who and factor >= 1
                for key, factor in zip(mine.units, mine.factor, strict=True)
            ],
            dtype=bool,
        )
        if not rows.any():
            return np.ones(len(centres))
        off = centres[:, None, :] - mine.at[rows][None, :, :]
        beside = (np.hypot(off[..., 0], off[..., 1]) <= 6).sum(axis=1)
        return 1.0 / (1.0 + 0.8 * beside / max(4, len(self.men)))

    def charges(self) -> list[Sketch]:
        """A sketch of a charge at every enemy unit in reach."""
        free = [
            n
            for n, man in enumerate(self.men)
            if man.id not in self.engaged
            and self.army.factor[n] > NO_FIGHTER
            and not self.army.stiff[n]
        ]
        if not free:
            return []
        found = []
        for host in self.near_hosts(5):
            sketch = self.charge_at(host, free)
            if sketch is not None:
                found.append(sketch)
        return found + self.grabs(free)

    def reached(self, gaps: NDArray[np.float64], slow: bool, free: Sequence[int]) -> float:
        """Expected number of figures that get so far, with the roll as it is or might be."""
        if self.in_hand:
            fast, creep = allowance(self.battle, self.slowest)
            inches = creep if slow else fast if fast is not None else creep
            return float((gaps <= (inches or 0.0)).sum()) if inches else 0.0
        fast_roll, slow_roll = dice_columns(self.men[free[0]])
        roll = slow_roll if slow or smoke.is_dark(self.battle) else fast_roll
        return float(sum(chance_to_reach(roll, float(gap)) for gap in gaps))

    def charge_at(self, host: Host, free: Sequence[int]) -> Sketch | None:
        """A charge at a unit: figures that get there, losses by the defenders' shots, and gain of
        the fight.
        """
        off = self.army.at[free][:, None, :] - self.foes.at[host.rows][None, :, :]
        apart = (
            np.hypot(off[..., 0], off[..., 1])
            - self.army.radius[free][:, None]
            - self.foes.radius[host.rows][None, :]
        )
        gaps = np.maximum(apart.min(axis=1), 0.0)
        if gaps.min() > 20:
            return None
        target = self.foes.figures[int(host.rows[int(apart.min(axis=0).argmin())])]
        sheltered = (
            ground.slow_at(self.battle, target.position) is not None
            or ground.slow_at(self.battle, self.here) is not None
        )
        walled = self.is_walled(target)
        count = min(self.reached(gaps, sheltered or walled, free), 2.0 * len(host.rows))
        if count < 0.7:
            return None
        chance = min(1.0, count / min(len(free), 2.0 * len(host.rows))) if not self.in_hand else 1.0
        shooters = self.foes.loaded[host.rows] & (
            self.foes.range[host.rows] > 5
        ) & ~self.foes.stiff[host.rows] | (self.foes.stiff[host.rows] & self.foes.loaded[host.rows])
        mean_save = float(self.army.save[free].mean())
        volley = (
            float(
                (
                    np.clip(1.0 + self.foes.bonus[host.rows] - 0.0, 0, 6)
                    / 6
                    * shooters
                    * self.foes.shots[host.rows]
                ).sum()
            )
            * 0.8
            * (1 - mean_save)
        )
        fight, falls = self.clash(host, count, volley, walled=walled)
        value = fight - falls * self.each
        value = (self.aim.dash * value if value > 0 else value) + self.at_contact(host, target)
        if (
            host.factor < -1
            and self.aim.goal is not None
            and inches_to(target.position, self.aim.goal) < 4
        ):
            value += 0.05 * self.worth
        return Sketch(value * chance, CHARGE, None, None, host.key)

    def clash(
        self, host: Host, count: float, volley: float, *, walled: bool = False
    ) -> tuple[float, float]:
        """Gain of a fight of so many figures against a unit after its volley, first turn and
        outlook; and the losses by that volley.
        """
        falls = min(volley, 0.8 * count)
        left = count - falls
        defenders = max(1, min(len(host.rows), round(left * 1.2)))
        mine = self.factor - (1 if walled else 0)
        fight = (
            exchange(
                max(1, round(left)), mine, self.each, defenders, round(host.factor), host.worth
            )
            if left >= 0.5
            else 0.0
        )
        ahead = mine - round(host.factor)
        outlook = chance_to_win(ahead) - chance_to_win(-ahead)
        return fight + AFTERWARDS * outlook * min(len(self.men), 2 * len(host.rows)) * min(
            self.each, host.worth
        ), falls

    def prospects(self, near: NDArray[np.float64]) -> NDArray[np.float64]:
        """Worth of a charge from there next turn; `near`: the distance of each enemy in inches."""
        found = np.zeros(len(near))
        if self.factor < 1 or self.army.stiff.any():
            return found
        roll = dice_columns(self.slowest)[0]
        for host in self.hosts:
            off = near[:, host.rows].min(axis=1)
            if off.min() > 12:
                continue
            volley = 0.35 * float(
                (
                    np.clip(1.0 + self.foes.bonus[host.rows], 0, 6)
                    / 6
                    * (self.foes.range[host.rows] > 5)
                ).sum()
            )
            fight, falls = self.clash(host, min(len(self.men), 2 * len(host.rows)), volley)
            gain = self.aim.dash * (fight - falls * self.each)
            if gain > 0:
                chances = np.array([chance_to_reach(roll, float(far)) for far in off])
                found = np.maximum(found, gain * chances)
        return PROSPECT * found

    def at_contact(self, host: Host, target: Figure) -> float:
        """Progress to the aim, and cost of other enemies for figures in contact there."""
        spot = point_at(target.position, angle_to(target.position, self.here), 1.0)
        kept_hosts, kept_foes = self.hosts, self.foes
        rest = np.ones(len(kept_foes), dtype=bool)
        rest[host.rows] = False
        value = float(self.headway(np.asarray([spot]))[0])
        places = (
            np.asarray([spot])[:, None, :]
            + (self.army.at[self.rep] - np.asarray(self.here))[None, :, :] * 0.6
        )
        off = places[:, :, None, :] - self.foes.at[None, None, :, :]
        gaps = np.hypot(off[..., 0], off[..., 1])
        seen = (
            self.view_from(np.asarray([spot]))[:, None, :]
            & (self.foes.target & rest)[None, None, :]
        )
        shelter = np.ones(places.shape[:2], dtype=bool)
        value -= 0.7 * self.aim.caution * float(self.fire_taken(gaps, seen, shelter)[0])
        self.hosts = tuple(one for one in kept_hosts if one.key != host.key)
        value -= (
            0.5
            * self.aim.caution
            * float(self.charges_feared(np.asarray([spot]), gaps, np.array([True]))[0])
        )
        self.hosts = kept_hosts
        return value

    def is_walled(self, target: Figure) -> bool:
        """True if a work stands between the unit and an enemy."""
        return any(
            work.owner == target.side and is_at(self.battle, target, work)
            for work in fixed_works(self.battle)
        ) or bool(target.room)

    def grabs(self, free: Sequence[int]) -> list[Sketch]:
        """Sketches of moves to enemy baggage in reach."""
        prize = (
            RAIDED if self.battle.scenario == RAID and self.side == self.battle.attacker else 35.0
        )
        found = []
        for n, one in enumerate(self.foes.figures):
            if not is_baggage(one):
                continue
            gaps = (
                np.hypot(*(self.army.at[free] - self.foes.at[n]).T)
                - self.army.radius[free]
                - self.foes.radius[n]
            )
            if gaps.min() > 20:
                continue
            slow = (
                ground.slow_at(self.battle, one.position) is not None
                or ground.slow_at(self.battle, self.here) is not None
            )
            if self.in_hand:
                chance = 1.0 if self.reached(gaps, slow, free) >= 1 else 0.0
            else:
                is_slow = slow or smoke.is_dark(self.battle)
                roll = dice_columns(self.men[free[0]])[1 if is_slow else 0]
                chance = chance_to_reach(roll, float(gaps.min()))
            chance *= 1.0 if self.is_open(free, gaps, n) else BARRED
            if chance > 0.05:
                found.append(Sketch(prize * chance, CHARGE, None, None, one.id))
        return found

    def is_open(self, free: Sequence[int], gaps: NDArray[np.float64], prize: int) -> bool:
        """True if one of the nearest figures has a straight way to it past no enemy."""
        at = self.foes.at[prize]
        others = np.array(
            [n for n in range(len(self.foes)) if n != prize and self.foes.target[n]], dtype=int
        )
        for n in np.argsort(gaps)[:3]:
            start = self.army.at[free[int(n)]]
            way = at - start
            long = float(np.hypot(*way))
            off = self.foes.at[others] - start
            along = np.clip((off @ way) / max(long, 1e-6), 0, long - self.foes.radius[prize])
            away = np.hypot(off[:, 0] - along * way[0] / long, off[:, 1] - along * way[1] / long)
            if not (away < self.army.radius[free[int(n)]] + self.foes.radius[others] + 0.06).any():
                return True
        return False

    def fighting(self) -> float:
        """Average gain this turn of the close combat that figures of the unit are in."""
        enemies = {one.id: one for found in self.engaged.values() for one in found}
        if not enemies:
            return 0.0
        mine = [self.men[n] for n in range(len(self.men)) if self.men[n].id in self.engaged]
        rows = [self.army.row[man.id] for man in mine]
        theirs = [self.foes.row[key] for key in enemies if key in self.foes.row]
        if not theirs:
            return 0.0
        return exchange(
            len(rows),
            round(float(self.army.factor[rows].mean())),
            float(self.army.worth[rows].mean()),
            len(theirs),
            round(float(np.maximum(self.foes.factor[theirs], -3).mean())),
            float(self.foes.worth[theirs].mean()),
        )

    def may_ride_away(self) -> bool:
        """True if riders just contacted could evade."""
        return any(
            is_mounted(man)
            and newly_touched(man, self.engaged[man.id])
            and may_evade(self.battle, man, newly_touched(man, self.engaged[man.id]))
            for man in self.men
            if man.id in self.engaged
        )

    def sketches(self) -> list[Sketch]:
        """All useful sketches, the best first; to stay is one of them."""
        if self.thought is None:
            self.thought = sorted(
                self.when_engaged() if self.engaged else self.when_free(),
                reverse=True,
                key=value_of,
            )
        return self.thought

    def when_free(self) -> list[Sketch]:
        """Sketches of a unit without close combat."""
        spots = self.spots()
        values = self.weighed([self.here, self.here, *spots], [False, True, *(True for _ in spots)])
        face = self.toward_enemy(self.here)
        found = [
            Sketch(float(values[0]) + LEAST_GAIN, STAY),
            Sketch(float(values[1]), TURN, None, face),
        ]
        found += [
            Sketch(float(value), GO, spot, self.toward_enemy(spot))
            for value, spot in zip(values[2:], spots, strict=True)
        ]
        return found + self.charges() + self.climb() + self.ways_out()

    def climb(self) -> list[Sketch]:
        """Sketches of a climb over the work that the first figures touch, if the aim lies beyond
        it.
        """
        men = climbers(self.battle, self.men, self.aim.goal)
        if not men:
            return []
        return [Sketch(self.aim.pull * self.each * len(men) * CLIMB_SAVES + LEAST_GAIN, CLIMB)]

    def ways_out(self) -> list[Sketch]:
        """Sketches of leaving by the far edge, for a marching column that is near enough."""
        if self.battle.scenario != AMBUSH or self.side != self.battle.attacker:
            return []
        inches = max((roll for roll in self.rolls if roll is not None), default=0.0)
        front = min(
            inches_to(man.position, exit_from(self.battle, self.side, man.position))
            for man in self.men
        )
        if inches < 0.5 or front > inches:
            return []
        return [Sketch(WAY_OUT * self.worth, LEAVE)]

    def when_engaged(self) -> list[Sketch]:
        """Sketches of a unit in close combat: the others join, or all that can leave do."""
        fight = self.fighting()
        found = [Sketch(0.5, STAY)]
        if len(self.engaged) < len(self.men):
            found += [sketch._replace(value=0.6 * sketch.value) for sketch in self.charges()]
        if fight < -0.04 * self.worth:
            threats = mean_of(one.position for some in self.engaged.values() for one in some)
            inches = max((roll for roll in self.rolls if roll is not None), default=0.0)
            spot = point_at(self.here, angle_to(threats, self.here), inches)
            drill = FLY if self.may_ride_away() else GO
            found.append(Sketch(-fight * 0.8, drill, spot, angle_to(self.here, threats)))
        return found

    def toward_enemy(self, spot: Point) -> float | None:
        """Direction in degrees from there to the nearest of the relevant enemies."""
        if not len(self.foes) or not self.foes.target.any():
            return None
        rows = np.flatnonzero(self.foes.target)
        off = self.foes.at[rows] - np.asarray(spot)
        near = rows[int(np.hypot(off[:, 0], off[:, 1]).argmin())]
        return round(angle_to(spot, self.foes.figures[near].at), 1)


def value_of(sketch: Sketch) -> float:
    return sketch.value


def study(battle: Battle, side: str, who: str) -> Study:
    return kept_with(battle, f"study of {who}", lambda owner: Study(owner, side, who))
