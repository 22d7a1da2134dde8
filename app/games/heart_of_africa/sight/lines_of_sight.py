"""HOA-VIS: Lines of sight between figures and places: their ends, the bases near them, and the
blockers found so far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from app.games.heart_of_africa.figures import base, is_attendant, is_there, radius
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import ground, lines
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.sight.lines import Loophole
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import TERRAIN_DATA
from app.kernel.say import Say
from app.kernel.space.plane import GRACE, Base, Point, base_gap
from app.kernel.space.sightlines import (
    ON,
    Corners,
    Flags,
    Lines,
    Numbers,
    Rows,
    boxes_of,
    is_within_outline,
    meets_box,
)

SLIGHT = float(TERRAIN_DATA["measuring"]["depth_epsilon"])
FAR_GAP = float(TERRAIN_DATA["gap"]["far"]["min_width"])
IN = GRACE + ON  # tolerance in favour of the player at an exact limit


class Blocker(msgspec.Struct, frozen=True):
    """An obstacle on a line: the rule, the kind ("jungle", "figure", "gap", "wall" ...), its id,
    and its place on the line. `other` is the second figure of a gap.
    """

    rule: str
    kind: str
    id: str
    says: Say
    at: Point
    other: str = ""


class Stretch(msgspec.Struct, frozen=True):
    """A part of a line that runs through a piece of country (roads taken out)."""

    kind: str
    id: str
    enters: Point
    leaves: Point
    inches: float


class Line(msgspec.Struct, frozen=True):
    """The geometry of a line of sight: its ends, the inches of each kind of growth or smoke on it,
    and the stretches through them.
    """

    start: Point
    end: Point
    length: float
    depths: Mapping[str, float] = {}
    stretches: tuple[Stretch, ...] = ()


class Look(msgspec.Struct, frozen=True):
    """Result of a line of sight: free or not, all blockers from the first end on, and the line
    itself.
    """

    free: bool
    blockers: tuple[Blocker, ...]
    line: Line


def blocks_no_line(figure: Figure) -> bool:
    """HOA-LDR-10: A Leader's attendants block no sight and do not count as company. They are
    neither targets nor opponents.
    """
    return is_attendant(figure)


class Bases:
    """All bases that can block a line, as arrays. Figures aboard are part of their boat."""

    def __init__(self, battle: Battle):
        self.country = ground.country(battle.land)
        self.figures = [
            figure
            for figure in battle.figures.values()
            if is_there(battle, figure) and not blocks_no_line(figure) and not figure.aboard
        ]
        self.column = {figure.id: n for n, figure in enumerate(self.figures)}
        self.x = np.array([figure.position[0] for figure in self.figures], dtype=np.float64)
        self.y = np.array([figure.position[1] for figure in self.figures], dtype=np.float64)
        self.r = np.array([radius(figure) for figure in self.figures], dtype=float)
        units = {
            unit: n
            for n, unit in enumerate(
                dict.fromkeys(figure.unit for figure in self.figures if figure.unit)
            )
        }
        self.units = units
        self.unit = np.array([units.get(figure.unit, -1) for figure in self.figures], dtype=int)
        self.bases = [base(figure) for figure in self.figures]
        self.hulls = {n: Corners(one.corners) for n, one in enumerate(self.bases) if one.is_hull}
        self.indoors = [n for n, figure in enumerate(self.figures) if figure.room or figure.roof]

    @cached_property
    def low(self) -> Flags:
        """Flags of the bases that stand on no height."""
        return np.array(
            [ground.height_of(self.country, one.at) is None for one in self.bases], dtype=bool
        )

    @cached_property
    def pairs(self) -> tuple[Rows, Rows, Numbers]:
        """The pairs of bases with a gap of less than 3 in between them."""
        apart = (
            np.hypot(self.x[:, None] - self.x, self.y[:, None] - self.y) - self.r[:, None] - self.r
        )
        for n in self.hulls:
            apart[n] = apart[:, n] = [base_gap(self.bases[n], other) for other in self.bases]
        one, two = np.nonzero(np.triu(apart < FAR_GAP, 1))
        return one, two, np.maximum(apart[one, two], 0.0)

    def gaps_from(self, end: End) -> Numbers:
        """The distances from one base to all."""
        if end.base.is_hull or self.hulls:
            return np.array([base_gap(end.base, other) for other in self.bases])
        return np.maximum(
            np.hypot(self.x - end.base.at[0], self.y - end.base.at[1]) - self.r - end.base.radius,
            0.0,
        )


def bases_of(battle: Battle) -> Bases:
    return kept_with(battle, "bases", Bases)


class End:
    """An end of lines: a figure where it stands or elsewhere, or a bare point."""

    __slots__ = (
        "base",
        "building",
        "column",
        "figure",
        "is_moved",
        "loophole",
        "roof",
        "room",
        "unit",
        "vessel",
    )

    def __init__(self, battle: Battle, figure: Figure | None, at: Point | None = None):
        self.figure, self.is_moved = figure, at is not None
        self.base = base(figure, at) if figure is not None else Base(at or (0.0, 0.0))
        known = bases_of(battle)
        self.column = known.column.get(figure.id, -1) if figure else -1
        self.vessel = known.column.get(figure.aboard, -1) if figure and figure.aboard else -1
        self.unit = known.units.get(figure.unit, -1) if figure and figure.unit else -1
        self.room, self.roof = (figure.room, figure.roof) if figure else ("", "")
        self.building = self.roof.partition("/")[0]
        self.loophole: Loophole | None = (
            lines.loophole_in_use(battle, figure) if figure and self.room and at is None else None
        )


class Looks:
    """Lines between pairs of ends. `free` flags the lines not blocked so far. With `tells` every
    blocker is noted; without it a blocked line is not examined further.
    """

    def __init__(
        self,
        battle: Battle,
        ends: Sequence[End],
        one: Sequence[int] | Rows,
        two: Sequence[int] | Rows,
        *,
        shooting: bool = False,
        standard: bool = False,
        bases: bool = True,
        tells: bool = False,
    ):
        self.battle, self.ends, self.shooting, self.standard, self.tells = (
            battle,
            ends,
            shooting,
            standard,
            tells,
        )
        self.bases = bases_of(battle) if bases and not standard else None
        one, two = np.asarray(one, dtype=np.intp), np.asarray(two, dtype=np.intp)
        x, y = (
            np.array([end.base.at[0] for end in ends], dtype=float),
            np.array([end.base.at[1] for end in ends], dtype=float),
        )
        r = np.array(
            [end.base.beam / 2 if end.base.is_hull else end.base.radius for end in ends],
            dtype=float,
        )
        self.x, self.y, self.r = x, y, r
        self.one, self.two = one, two
        self._draw_lines(one, two)
        self.free = np.ones(len(one), dtype=bool)
        self.blocks: dict[int, list[tuple[float, Blocker]]] = {}
        self.depths: dict[int, dict[str, float]] = {}
        self.stretches: dict[int, list[Stretch]] = {}
        self.over: list[tuple[Work, Rows]] = []
        self._gaps: Numbers | None = None

    def _draw_lines(self, one: Rows, two: Rows) -> None:
        """Draw each line from west to east, from the loopholes where it passes through them."""
        self.from_hole, self.to_hole = (
            self._through_loopholes(one, two),
            self._through_loopholes(two, one),
        )
        x, y, ends = self.x, self.y, self.ends
        sx, sy, tx, ty = x[one], y[one], x[two], y[two]
        for through, index, ex, ey in ((self.from_hole, one, sx, sy), (self.to_hole, two, tx, ty)):
            for row in np.nonzero(through)[0]:
                ex[row], ey[row] = ends[index[row]].loophole.at
        self.swapped = (sx > tx) | ((sx == tx) & (sy > ty))
        west, east = np.where(self.swapped, tx, sx), np.where(self.swapped, sx, tx)
        self.lines = Lines(
            west, np.where(self.swapped, ty, sy), east, np.where(self.swapped, sy, ty)
        )
        self.first, self.second = np.where(self.swapped, two, one), np.where(self.swapped, one, two)

    def _through_loopholes(self, mine: Rows, theirs: Rows) -> Flags:
        """Flags of the lines that begin at a loophole: shots from it to a figure outside
        the room.
        """
        if all(end.loophole is None for end in self.ends):
            return np.zeros(len(mine), dtype=bool)
        return np.array(
            [
                self.ends[a].loophole is not None and self.ends[a].room != self.ends[b].room
                for a, b in zip(mine, theirs, strict=True)
            ],
            dtype=bool,
        )

    @property
    def gaps(self) -> Numbers:
        """The distances from base to base in inches; from a loophole its own place counts."""
        if self._gaps is None:
            edges = np.where(self.from_hole, 0.0, self.r[self.one]) + np.where(
                self.to_hole, 0.0, self.r[self.two]
            )
            self._gaps = np.maximum(self.lines.length - edges, 0.0)
            hulls = {n for n, end in enumerate(self.ends) if end.base.is_hull}
            if hulls:
                for row, (a, b) in enumerate(zip(self.one, self.two, strict=True)):
                    if a in hulls or b in hulls:
                        self._gaps[row] = base_gap(self.ends[a].base, self.ends[b].base)
        return self._gaps

    @property
    def rows(self) -> Rows:
        """Indices of the lines still to be examined."""
        return np.arange(len(self.free)) if self.tells else np.nonzero(self.free)[0]

    def near(self, shapes: Sequence[Corners], rows: Rows | None = None) -> list[Rows]:
        """For each shape the lines that come near it."""
        rows = self.rows if rows is None else rows
        hits = meets_box(self.lines, rows, boxes_of(shapes))
        return [rows[hits[:, n]] for n in range(len(shapes))]

    def inside(self, shape: Corners) -> Flags:
        """Flags of the ends that stand in an outline."""
        return is_within_outline(self.x, self.y, shape)

    def block(
        self,
        rows: Rows,
        along: Numbers,
        rule: str,
        kind: str,
        key: str,
        says: Say,
        other: str = "",
        **facts: Numbers,
    ) -> None:
        """Marks these lines as blocked, at these places."""
        self.free[rows] = False
        if self.tells:
            for n, row in enumerate(rows):
                length = float(self.lines.length[row])
                spot = min(max(float(along[n]), 0.0), length)
                told = Say(
                    says.en,
                    says.es,
                    {
                        **says.facts,
                        **{
                            name: _inches(float(values[n]), says.facts.get("limit"))
                            for name, values in facts.items()
                        },
                    },
                )
                self.blocks.setdefault(int(row), []).append(
                    (
                        length - spot if self.swapped[row] else spot,
                        Blocker(rule, kind, key, told, self.lines.place(int(row), spot), other),
                    )
                )

    def told(self, row: int = 0) -> Look:
        """A line with all that blocks it."""
        length = float(self.lines.length[row])
        ends = self.lines.place(row, 0.0), self.lines.place(row, length)
        start, end = reversed(ends) if self.swapped[row] else ends
        blockers = tuple(
            blocker
            for _, blocker in sorted(
                self.blocks.get(row, ()),
                key=lambda one: (one[0], one[1].rule, one[1].id, one[1].other),
            )
        )
        return Look(
            not blockers,
            blockers,
            Line(
                start,
                end,
                round(length, 3),
                self.depths.get(row, {}),
                tuple(self.stretches.get(row, ())),
            ),
        )


def _inches(value: float, limit: Any) -> float:
    """A length in inches with one decimal, or more if needed to show the side of the limit."""
    return next(
        (short for places in (1, 2) if (short := round(value, places)) != limit), round(value, 3)
    )
