"""A unit that the bot considers: its figures, its aim, its enemies, and the view from places.

A sample of its figures, moved as one, stands for the unit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.games.heart_of_africa.figures import (
    is_attendant,
    is_hidden,
    opponents,
    placed,
)
from app.games.heart_of_africa.movement.obstacles import Chart
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.sight.lines import fixed_works, is_at
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.aims import Aim, aims
from app.games.heart_of_africa.tactics.bot_view import (
    NO_FIGHTER,
    BotView,
    FigureColumns,
    bot_view,
    in_view,
)
from app.games.heart_of_africa.tactics.hosts import Host, hosts, usual_rolls
from app.games.heart_of_africa.tactics.ways import country_of
from app.kernel.space.plane import Point, angle_to, mean_of

SAMPLE = 6
"""Number of figures in the sample of a unit."""


class StudiedUnit:
    """A unit (or a single figure) as the bot sees it before it acts. `men` are its figures,
    attendants left out; `rep` numbers those of the sample.
    """

    def __init__(self, battle: Battle, side: str, who: str):
        self.battle, self.side, self.who = battle, side, who
        self.bot_view: BotView = bot_view(battle, side)
        some = placed(battle, who) if who in battle.units else (battle.figures[who],)
        self.men = tuple(one for one in some if not is_attendant(one) and one.at is not None)
        self.aim: Aim = aims(battle, side).get(who, Aim())
        self.army = FigureColumns(battle, self.men)
        self.foes = self.bot_view.foes
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
        self.country = country_of(battle, self.slowest)
        fighters = self.army.factor > NO_FIGHTER
        self.factor = round(float(self.army.factor[fighters].mean())) if fighters.any() else -3
        self.each = self.worth / max(1, len(self.men))

    def near_hosts(self, most: int) -> list[Host]:
        return sorted(self.hosts, key=self.gap_to)[:most]

    def gap_to(self, host: Host) -> float:
        off = self.foes.at[host.rows] - np.asarray(self.here)
        return float(np.hypot(off[:, 0], off[:, 1]).min())

    def good_ranges(self) -> list[float]:
        most = float(np.median(self.army.range))
        return [most / 2 - 0.5, most - 1.0] if most > 3 else []

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

    def nearest_friends(self, shoots: NDArray[np.intp]) -> NDArray[np.float64]:
        """Distance in inches of the nearest friend from each of those enemies."""
        rows = [n for n, key in enumerate(self.bot_view.mine.units) if key != self.who]
        if not rows:
            return np.full(len(shoots), 1e6)
        return self.bot_view.apart[np.ix_(np.asarray(rows), np.asarray(shoots))].min(axis=0)

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

    def toward_enemy(self, spot: Point) -> float | None:
        """Direction in degrees from there to the nearest of the relevant enemies."""
        if not len(self.foes) or not self.foes.target.any():
            return None
        rows = np.flatnonzero(self.foes.target)
        off = self.foes.at[rows] - np.asarray(spot)
        near = rows[int(np.hypot(off[:, 0], off[:, 1]).argmin())]
        return round(angle_to(spot, self.foes.figures[near].at), 1)


def studied_unit(battle: Battle, side: str, who: str) -> StudiedUnit:
    return kept_with(battle, f"studied unit {who}", lambda owner: StudiedUnit(owner, side, who))
