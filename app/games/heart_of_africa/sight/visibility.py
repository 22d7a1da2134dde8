"""HOA-VIS: Visibility between figures, and the things that block it. A line of sight is the
straight line between the centres of two bases. For a figure at a loophole it starts at the
loophole. It is always computed from west to east, so the two figures see each other or neither
does. The same code judges one line with all its blockers, and many lines at once. Only shots differ
at the two ends: in the gap needed, and in the obstacles that a shot may pass over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
import shapely

from app.games.heart_of_africa.figures import base, is_attendant, is_there, radius
from app.games.heart_of_africa.land import BUILDINGS, Land, Work
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import cover, ground, impassable, lines, smoke
from app.games.heart_of_africa.sight.ground import Area, kept
from app.games.heart_of_africa.sight.lines import COURTYARD, Loophole
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import TERRAIN, TERRAIN_DATA, TITLES, WORK_NAMES, rule_of
from app.kernel.say import Say, say
from app.kernel.space.plane import GRACE, Base, Point, gap, middle
from app.kernel.space.sightlines import (
    NOTHING,
    ON,
    Corners,
    Flags,
    Lines,
    Numbers,
    Rows,
    Spans,
    boxes_of,
    clearance,
    crossings,
    is_within_outline,
    meets_box,
    runs,
    united,
)

DEPTH_ROWS = {
    kind: row["sight"]
    for kind, row in TERRAIN.items()
    if row["sight"]["kind"] == "depth" and kind != "smoke"
}
"""Terrain that a line of sight goes into for some inches only, with its row about sight."""
LIMITS = {kind: float(row["max_depth"]) for kind, row in DEPTH_ROWS.items()}
DEPTH_RULES = {kind: rule_of(row) for kind, row in DEPTH_ROWS.items()}
SLIGHT = float(TERRAIN_DATA["measuring"]["depth_epsilon"])
HILL_REACH = float(TERRAIN["low_hill"]["sight"]["same_hill_max_distance"])
BEHIND_EDGE = float(TERRAIN["escarpment"]["sight"]["behind_top_edge"])
BESIDE_RAVINE = float(TERRAIN["ravine"]["sight"]["outside_within_of_rim"])
NIGHT_REACH = float(TERRAIN_DATA["darkness"]["sight_and_shooting"])
FIRE_BEHIND = float(TERRAIN_DATA["darkness"]["silhouette_ruling"]["fire_within_behind_target"])
AT_THE_GAP = float(TERRAIN_DATA["gap"]["near"]["within_of_gap"])
FAR_GAP = float(TERRAIN_DATA["gap"]["far"]["min_width"])
BEFORE_THE_FIRE = 0.05  # figures on the very rim of a fire are not hidden by it
OVERHEAD = 12.0
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


# ------------------------------------------------------------------------------------------------ q
def look(
    battle: Battle,
    a: Figure,
    b: Figure,
    *,
    shooting: bool = False,
    a_at: Point | None = None,
    b_at: Point | None = None,
    standard: bool = False,
) -> Look:
    """The line of sight from `a` to `b`: for a shot of `a` (`shooting`), for the standard of `b`
    (`standard`), else for all other purposes.
    """
    looks = Looks(
        battle,
        (End(battle, a, a_at), End(battle, b, b_at)),
        [0],
        [1],
        shooting=shooting,
        standard=standard,
        tells=True,
    )
    looks.judge()
    return looks.told()


def sees(battle: Battle, a: Figure, b: Figure) -> bool:
    """True if two figures see each other for purposes other than shots."""
    return bool(sees_all_round(battle, (a,), (b,))[0, 0])


def sees_standard(battle: Battle, figure: Figure, bearer: Figure) -> bool:
    """HOA-SPC-08: A standard is seen over figures, long grass, works and man-high fences, but over
    no other country that blocks.
    """
    return look(battle, figure, bearer, standard=True).free


def sees_many(
    battle: Battle,
    shooters: Sequence[Figure],
    targets: Sequence[Figure],
    *,
    reach: Sequence[float] | None = None,
) -> Flags:
    """Flags of shape (shooters, targets): True where the line of a shot is free. `reach`: range of
    each shooter in inches; pairs farther apart are False.
    """
    return _matrix(
        battle,
        [End(battle, one) for one in shooters],
        [End(battle, one) for one in targets],
        shooting=True,
        reach=reach,
    )


def sees_all_round(battle: Battle, ones: Sequence[Figure], others: Sequence[Figure]) -> Flags:
    """HOA-VIS-02: For all purposes but shots figures see all round. Only bases that the line
    crosses block it, never those of the two units concerned. Gaps do not matter.
    """
    return _matrix(battle, [End(battle, one) for one in ones], [End(battle, one) for one in others])


def seen_from(battle: Battle, at: Point, figure: Figure, *, bases: bool = True) -> bool:
    """True if the line from a bare point to a figure is free; without `bases`, figures block
    nothing.
    """
    return bool(seen_from_many(battle, (at,), (figure,), bases=bases)[0, 0])


def seen_from_many(
    battle: Battle, places: Sequence[Point], figures: Sequence[Figure], *, bases: bool = False
) -> Flags:
    """Flags of shape (places, figures): True where the line from a bare point to a figure
    is free.
    """
    return _matrix(
        battle,
        [End(battle, None, place) for place in places],
        [End(battle, one) for one in figures],
        bases=bases,
    )


def _matrix(
    battle: Battle,
    ones: Sequence[End],
    others: Sequence[End],
    *,
    shooting: bool = False,
    bases: bool = True,
    reach: Sequence[float] | None = None,
) -> Flags:
    shape = (len(ones), len(others))
    if 0 in shape:
        return np.zeros(shape, dtype=bool)
    one, two = np.divmod(np.arange(len(ones) * len(others)), len(others))
    looks = Looks(battle, (*ones, *others), one, two + len(ones), shooting=shooting, bases=bases)
    if reach is not None:
        looks.free &= looks.gaps <= np.asarray(reach, dtype=float)[one] + IN
    looks.judge()
    return looks.free.reshape(shape)


def is_in_nobodys_way(figure: Figure) -> bool:
    """HOA-LDR-10: A Leader's attendants block no sight and do not count as company. They are
    neither targets nor opponents.
    """
    return is_attendant(figure)


is_same_file = same_file = lines.is_same_file
"""`lines.is_same_file`, cached for a pair of figures."""


# ------------------------------------------------------------------------------------------------ b
class Bases:
    """All bases that can block a line, as arrays. Figures aboard are part of their boat."""

    def __init__(self, battle: Battle):
        self.country = ground.country(battle.land)
        self.figures = [
            figure
            for figure in battle.figures.values()
            if is_there(battle, figure) and not is_in_nobodys_way(figure) and not figure.aboard
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
            apart[n] = apart[:, n] = [gap(self.bases[n], other) for other in self.bases]
        one, two = np.nonzero(np.triu(apart < FAR_GAP, 1))
        return one, two, np.maximum(apart[one, two], 0.0)

    def gaps_from(self, end: End) -> Numbers:
        """The distances from one base to all."""
        if end.base.is_hull or self.hulls:
            return np.array([gap(end.base, other) for other in self.bases])
        return np.maximum(
            np.hypot(self.x - end.base.at[0], self.y - end.base.at[1]) - self.r - end.base.radius,
            0.0,
        )


def bases_of(battle: Battle) -> Bases:
    return kept(battle, "bases", Bases)


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


# ------------------------------------------------------------------------------------------------ m
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
        self.from_hole, self.to_hole = (
            self._through_loopholes(one, two),
            self._through_loopholes(two, one),
        )
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
        self.free = np.ones(len(one), dtype=bool)
        self.blocks: list[tuple[float, Blocker]] = []
        self.depths: dict[str, float] = {}
        self.stretches: list[Stretch] = []
        self.over: list[tuple[Work, Rows]] = []
        self._gaps: Numbers | None = None

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
                        self._gaps[row] = gap(self.ends[a].base, self.ends[b].base)
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
                self.blocks.append(
                    (
                        length - spot if self.swapped[row] else spot,
                        Blocker(rule, kind, key, told, self.lines.place(int(row), spot), other),
                    )
                )

    def judge(self) -> None:
        """Examines everything that may block a line, in the order of the rulebook."""
        in_the_dark(self)
        self.judge_ground()
        if self.bases is not None and len(self.bases.figures):
            bases_between(self)

    def judge_ground(self) -> None:
        for stage in (
            walls_between,
            works_between,
            growth_between,
            hills_between,
            edges_between,
            ravines_between,
            smoke_between,
        ):
            if not self.tells and not self.free.any():
                return
            stage(self)

    def told(self) -> Look:
        """The first line with all that blocks it."""
        ends = self.lines.place(0, 0.0), self.lines.place(0, float(self.lines.length[0]))
        start, end = reversed(ends) if self.swapped[0] else ends
        blockers = tuple(
            blocker
            for _, blocker in sorted(
                self.blocks, key=lambda one: (one[0], one[1].rule, one[1].id, one[1].other)
            )
        )
        return Look(
            not blockers,
            blockers,
            Line(
                start,
                end,
                round(float(self.lines.length[0]), 3),
                self.depths,
                tuple(self.stretches),
            ),
        )


def _inches(value: float, limit: Any) -> float:
    """A length in inches with one decimal, or more if needed to show the side of the limit."""
    return next(
        (short for places in (1, 2) if (short := round(value, places)) != limit), round(value, 3)
    )


# ------------------------------------------------------------------------------------------------ d
DARK = say(
    "In the dark nothing is seen beyond {limit} in; it is {inches} in.",
    "De noche no se ve a más de {limit:pulgada+s}; hay {inches}.",
    limit=NIGHT_REACH,
)


def in_the_dark(looks: Looks) -> None:
    """HOA-VIS-11: In the dark nothing is visible or can be shot at beyond 6 in, for any purpose."""
    if not smoke.is_dark(looks.battle):
        return
    rows = looks.rows
    rows = rows[looks.gaps[rows] > NIGHT_REACH + IN]
    if looks.shooting and len(rows):
        rows = rows[~against_a_fire(looks, rows)]
    looks.block(
        rows, np.full(len(rows), np.inf), "HOA-VIS-11", "dark", "", DARK, inches=looks.gaps[rows]
    )


def against_a_fire(looks: Looks, rows: Rows) -> Flags:
    """HOA-VIS-12: In the dark a target in front of a fire is shot at as by day. The line, prolonged
    beyond the target, must enter burning ground within 6 in of its base. No smoke and no country
    that blocks sight may lie before the fire.
    """
    found = np.zeros(len(rows), dtype=bool)
    turn = np.where(looks.swapped[rows], -1.0, 1.0)
    ux, uy = looks.lines.ux[rows] * turn, looks.lines.uy[rows] * turn
    x, y = looks.x[looks.two[rows]], looks.y[looks.two[rows]]
    reach = looks.r[looks.two[rows]] + FIRE_BEHIND + IN
    beyond = Lines(x, y, x + ux * reach, y + uy * reach)
    for fire in impassable.burning(looks.battle):
        if len(fire.burning) < 3:
            continue
        spans = runs(beyond, np.arange(len(rows)), Corners(fire.burning), edges=True)
        for row in np.unique(spans.row):
            start = max(float(spans.start[spans.row == row].min()) - BEFORE_THE_FIRE, 0.0)
            flames = (float(x[row] + ux[row] * start), float(y[row] + uy[row] * start))
            ends = (looks.ends[looks.one[rows[row]]], End(looks.battle, None, flames))
            view = Looks(looks.battle, ends, [0], [1], bases=False)
            view.judge_ground()
            found[row] |= bool(view.free[0])
    return found


# ------------------------------------------------------------------------------------------------ g
DEPTH = say(
    "The line goes through {inches} in of {what}, more than {limit} in.",
    "La línea atraviesa {inches:pulgada+s} de {what}, más de {limit}.",
)


def growth_between(looks: Looks) -> None:
    """Jungle, long grass and villages, each kind added up by itself over all its patches."""
    land = ground.country(looks.battle.land)
    roads: list[Spans] | None = None
    for kind, row in DEPTH_ROWS.items():
        rule = rule_of(row)
        areas = () if looks.standard and row.get("standard_is_seen_over") else land.of(kind)
        if areas:
            roads = along_roads(looks) if roads is None else roads
            _add_up(
                looks,
                kind,
                rule,
                LIMITS[kind],
                [(area.piece.id, area.ring) for area in areas],
                roads,
            )


def along_roads(looks: Looks) -> list[Spans]:
    """HOA-TER-35: Along a straight stretch of road growth does not hinder sight, for the road is
    cut out of it. Crests, escarpments, the rims of ravines and other figures still do.
    """
    roads = ground.country(looks.battle.land).roads
    return (
        [
            runs(looks.lines, rows, road.ring)
            for road, rows in zip(roads, looks.near([road.ring for road in roads]), strict=True)
            if len(rows)
        ]
        if roads
        else []
    )


def smoke_between(looks: Looks) -> None:
    """HOA-FIR-08: Smoke blocks every line that goes through it, also for figures that stand in it.
    Flames block nothing more.
    """
    clouds = smoke.smoke_clouds(looks.battle)
    if clouds:
        _add_up(
            looks,
            "smoke",
            "HOA-FIR-08",
            SLIGHT,
            [(fire.id, Corners(outline)) for fire, outline in clouds],
            [],
        )


def _add_up(
    looks: Looks,
    kind: str,
    rule: str,
    limit: float,
    shapes: Sequence[tuple[str, Corners]],
    without: Sequence[Spans],
) -> None:
    """Blocks the lines with more inches in these shapes, all together, than the limit."""
    spans = [
        runs(looks.lines, rows, shape) if len(rows) else NOTHING
        for (_, shape), rows in zip(shapes, looks.near([shape for _, shape in shapes]), strict=True)
    ]
    depth = united(spans, without).totals(len(looks.free))
    rows = np.nonzero(depth > limit + ON)[0]
    if not looks.tells:
        looks.free[rows] = False
        return
    if depth[0] > ON:
        looks.depths[kind] = round(float(depth[0]), 3)
    for (key, _), mine in zip(shapes, spans, strict=True):
        own = united([mine], without)
        if len(own.row) and (inches := float((own.stop - own.start).sum())) > ON:
            enters, leaves = (
                looks.lines.place(0, float(own.start[0])),
                looks.lines.place(0, float(own.stop[-1])),
            )
            looks.stretches.append(
                Stretch(
                    kind,
                    key,
                    *((leaves, enters) if looks.swapped[0] else (enters, leaves)),
                    round(inches, 3),
                )
            )
            if len(rows):
                spot = own.stop[-1:] if looks.swapped[0] else own.start[:1]
                says = (
                    SMOKE
                    if kind == "smoke"
                    else Say(DEPTH.en, DEPTH.es, {"what": GROWTH[kind], "limit": limit})
                )
                looks.block(rows, spot, rule, kind, key, says, inches=depth[rows])


SMOKE = say("Smoke is across the line.", "El humo tapa la línea.")
GROWTH = {
    "jungle": say("jungle", "jungla"),
    "long_grass": say("long grass", "hierba alta"),
    "village": say("village", "poblado"),
}


# ------------------------------------------------------------------------------------------------ h
CREST = say("The crest of the hill lies across the line.", "La cresta de la colina corta la línea.")
HIGHER = say(
    "Higher ground of the hill lies across the line.", "La propia colina, más alta, corta la línea."
)
HILL = say("The hill stands between them.", "La colina se interpone.")
SAME_HILL = say(
    "On one hill figures see at most {limit} in; it is {inches} in.",
    "En una misma colina no se ve a más de {limit:pulgada+s}; hay {inches}.",
    limit=HILL_REACH,
)


def hills_between(looks: Looks) -> None:
    """Examines each low hill."""
    hills = ground.country(looks.battle.land).of("low_hill")
    for hill, rows in zip(
        hills, looks.near([hill.ring for hill in hills]) if hills else (), strict=True
    ):
        if len(rows):
            on = looks.inside(hill.ring)
            over_the_crest(looks, hill, rows)
            on_one_hill(looks, hill, rows, on)
            over_the_hill(looks, hill, rows, on)


def over_the_crest(looks: Looks, hill: Area, rows: Rows) -> None:
    """HOA-TER-03: A line that crosses the crest of a low hill is blocked, except for a figure whose
    base touches the crest.
    """
    crest = Corners(hill.crest or (), closed=False)
    row, along = crossings(looks.lines, rows, crest)
    if len(row):
        skyline = clearance(looks.x, looks.y, crest) <= looks.r + ON
        hidden = ~(skyline[looks.first[row]] | skyline[looks.second[row]])
        looks.block(row[hidden], along[hidden], "HOA-TER-03", "low_hill", hill.piece.id, CREST)


def on_one_hill(looks: Looks, hill: Area, rows: Rows, on: Flags) -> None:
    """HOA-TER-05: Two figures on the same low hill see each other up to 4 in, base to base."""
    rows = rows[on[looks.first[rows]] & on[looks.second[rows]]]
    rows = rows[looks.gaps[rows] > HILL_REACH + IN]
    looks.block(
        rows,
        looks.lines.length[rows] / 2,
        "HOA-TER-05",
        "low_hill",
        hill.piece.id,
        SAME_HILL,
        inches=looks.gaps[rows],
    )


def over_the_hill(looks: Looks, hill: Area, rows: Rows, on: Flags) -> None:
    """HOA-TER-04: A point of a low hill is higher, the nearer it is to the middle of the crest. For
    a figure on the hill a line that comes nearer to the middle than the figure is blocked. Figures
    on level ground do not see across the hill.
    """
    first, second = on[looks.first[rows]], on[looks.second[rows]]
    rows = rows[~(first & second)]
    if not len(rows):
        return
    spans = runs(looks.lines, rows, hill.ring)
    one = on[looks.first] ^ on[looks.second]
    across = rows[~one[rows] & (spans.totals(len(looks.free))[rows] > SLIGHT + ON)]
    if len(across):
        places = (
            {
                int(row): float(start)
                for row, start in zip(spans.row[::-1], spans.start[::-1], strict=True)
            }
            if looks.tells
            else {}
        )
        looks.block(
            across,
            np.array([places.get(int(row), 0.0) for row in across]),
            "HOA-TER-04",
            "low_hill",
            hill.piece.id,
            HILL,
        )
    summit = middle(hill.crest or hill.points)
    mine = one[spans.row]
    row, start, stop = spans.row[mine], spans.start[mine], spans.stop[mine]
    if len(row):
        x, y = np.full(len(row), summit[0]), np.full(len(row), summit[1])
        level = looks.lines.level(row, x, y)
        along = np.clip(level, start, stop)
        off = np.hypot(
            looks.lines.x[row] + looks.lines.ux[row] * along - summit[0],
            looks.lines.y[row] + looks.lines.uy[row] * along - summit[1],
        )
        own = np.where(on[looks.first[row]], looks.first[row], looks.second[row])
        higher = off < np.hypot(looks.x[own] - summit[0], looks.y[own] - summit[1]) - SLIGHT - ON
        looks.block(row[higher], along[higher], "HOA-TER-04", "low_hill", hill.piece.id, HIGHER)


# ------------------------------------------------------------------------------------------------ e
BEHIND = say(
    "Figures see across the top edge only from {limit} in behind it; it is {inches} in.",
    "Por encima del borde superior solo se ve desde {limit:pulgada+s} o menos; hay {inches}.",
    limit=BEHIND_EDGE,
)
ACROSS_TOP = say(
    "The line goes up and down across the top.", "La línea sube y baja por encima de la cima."
)
STEEP = say("The kopje stands between them.", "El kopje se interpone.")
OUT_OF_RAVINE = say(
    "Between two figures in a ravine the line has to stay inside it.",
    "Entre dos figuras en el barranco, la línea no puede salir de él.",
)
DEEP = say(
    "Figures see into a ravine only from within {limit} in of the rim; it is {inches} in.",
    "Solo se ve el interior del barranco a {limit:pulgada+s} o menos del borde; hay {inches}.",
    limit=BESIDE_RAVINE,
)
RIMS = say(
    "The line crosses the rims of the ravine more than once.",
    "La línea cruza más de una vez los bordes del barranco.",
)


def edges_between(looks: Looks) -> None:
    """Examines escarpments, and kopjes, which are escarpments all round."""
    areas = [
        area
        for area in ground.country(looks.battle.land).of("escarpment", "kopje")
        if area.rim is not None or area.kind == "kopje"
    ]
    shapes = [
        area.rim if area.rim is not None and not _has_no_top(area) else area.ring for area in areas
    ]
    for area, rows in zip(areas, looks.near(shapes) if areas else (), strict=True):
        if len(rows):
            if _has_no_top(area):
                over_a_steep_kopje(looks, area, rows)
            else:
                over_the_edge(looks, area, rows)


def _has_no_top(area: Area) -> bool:
    return area.kind == "kopje" and (area.piece.variant == "closed" or area.high is None)


def over_a_steep_kopje(looks: Looks, area: Area, rows: Rows) -> None:
    """A kopje without a usable top blocks every line across it. For one that can be climbed only
    its rim counts, if it has one.
    """
    if area.piece.variant != "closed":
        if area.rim is not None:
            row, along = crossings(looks.lines, rows, area.rim)
            looks.block(row, along, "HOA-TER-09", "kopje", area.piece.id, STEEP)
            return
        on = looks.inside(area.ring)
        rows = rows[~(on[looks.first[rows]] | on[looks.second[rows]])]
    spans = runs(looks.lines, rows, area.ring)
    rows = rows[spans.totals(len(looks.free))[rows] > SLIGHT + ON]
    places = {
        int(row): float(start)
        for row, start in zip(spans.row[::-1], spans.start[::-1], strict=True)
    }
    looks.block(
        rows,
        np.array([places[int(row)] for row in rows]),
        "HOA-TER-09",
        "kopje",
        area.piece.id,
        STEEP,
    )


def over_the_edge(looks: Looks, area: Area, rows: Rows) -> None:
    """HOA-TER-08: A line across a top edge is free if its upper base is within 2 in of the edge.
    Two figures below do not see each other across the top; two on top do. The slope blocks nothing.
    """
    rim = area.rim
    if rim is None:
        return
    row, along = crossings(looks.lines, rows, rim)
    if not len(row):
        return
    rule = "HOA-TER-08" if area.kind == "escarpment" else "HOA-TER-09"
    up = looks.inside(area.high) if area.high is not None else np.zeros(len(looks.ends), dtype=bool)
    times = np.bincount(row, minlength=len(looks.free))
    begins = np.unique(row, return_index=True)
    place = np.zeros(len(looks.free))
    place[begins[0]] = along[begins[1]]
    first, second = up[looks.first], up[looks.second]
    across = np.nonzero((times > 1) & ~first & ~second)[0]
    looks.block(across, place[across], rule, area.kind, area.piece.id, ACROSS_TOP)
    one = np.nonzero((times > 0) & (first ^ second))[0]
    own = np.where(first[one], looks.first[one], looks.second[one])
    behind = clearance(looks.x[own], looks.y[own], rim) - looks.r[own]
    hidden = behind > BEHIND_EDGE + IN
    looks.block(
        one[hidden],
        place[one[hidden]],
        rule,
        area.kind,
        area.piece.id,
        BEHIND,
        inches=behind[hidden],
    )


def ravines_between(looks: Looks) -> None:
    """HOA-TER-29: A figure in a ravine and figures outside see each other over one rim only, with
    the outer base within 2 in of it. Two figures in the ravine see each other if the line stays
    inside. Lines across the ravine are free.
    """
    ravines = ground.country(looks.battle.land).of("ravine")
    for area, near in zip(
        ravines, looks.near([one.ring for one in ravines]) if ravines else (), strict=True
    ):
        down = looks.inside(area.ring)
        rows = near[down[looks.first[near]] | down[looks.second[near]]]
        if not len(rows):
            continue
        spans = united([runs(looks.lines, rows, area.ring, edges=True)])
        count = len(looks.free)
        both = rows[down[looks.first[rows]] & down[looks.second[rows]]]
        out = both[spans.totals(count)[both] < looks.lines.length[both] - 10 * ON]
        places = (
            {
                int(row): float(stop)
                for row, stop in zip(spans.row[::-1], spans.stop[::-1], strict=True)
            }
            if looks.tells
            else {}
        )
        looks.block(
            out,
            np.array([places.get(int(row), 0.0) for row in out]),
            "HOA-TER-29",
            "ravine",
            area.piece.id,
            OUT_OF_RAVINE,
        )
        one = rows[down[looks.first[rows]] ^ down[looks.second[rows]]]
        above = np.where(down[looks.first[one]], looks.second[one], looks.first[one])
        away = clearance(looks.x[above], looks.y[above], area.ring) - looks.r[above]
        rim = np.array([places.get(int(row), 0.0) for row in one])
        far = away > BESIDE_RAVINE + IN
        looks.block(
            one[far], rim[far], "HOA-TER-29", "ravine", area.piece.id, DEEP, inches=away[far]
        )
        twice = np.bincount(spans.row, minlength=count)[one] > 1
        looks.block(one[twice], rim[twice], "HOA-TER-29", "ravine", area.piece.id, RIMS)


# ------------------------------------------------------------------------------------------------ w
NOT_AT_WORK = say(
    "{what}: neither figure is at it and able to see across.",
    "{what}: ninguna de las dos figuras está junto a ella y puede ver por encima.",
)
HIGH_FENCE = say("The enclosure is higher than man-high.", "El cercado es más alto que un hombre.")
WALL = say("A wall of the building is in the way.", "Se interpone un muro del edificio.")
SILENT = say(
    "Behind the walls only figures that shoot this turn can be seen from outside.",
    "Tras los muros solo se ven desde fuera las figuras que disparan este turno.",
)
ROOF = say("The roof of the room is between them.", "El techo de la habitación se interpone.")


def works_between(looks: Looks) -> None:
    """Examines every work and fence that a line crosses."""
    works = lines.fixed_works(looks.battle)
    shapes = [
        kept(work, "corners", lambda work: Corners(work.line, closed=False)) for work in works
    ]
    for work, shape, rows in zip(works, shapes, looks.near(shapes) if works else (), strict=True):
        if looks.standard and work.height != "higher":
            continue
        row, along = crossings(looks.lines, rows, shape)
        if len(row):
            looks.over.append((work, np.unique(row)))
            (over_a_fence if work.kind == "fence" else over_a_work)(looks, work, shape, row, along)


def over_a_work(
    looks: Looks, work: Work, shape: Corners, row: Rows, along: Numbers, rule: str = "HOA-FRT-03"
) -> None:
    """HOA-FRT-03: Works hide two figures on opposite sides from each other, unless one of them is
    at the work where the line crosses it. That figure must be of a kind that mans the work, or an
    enemy on foot at its far face.
    """
    posts = stand_at(looks, work, shape, np.union1d(looks.first[row], looks.second[row]))
    at = np.array([bool(mine) for mine in posts], dtype=bool)
    first, second = looks.first[row], looks.second[row]
    hidden = ~(at[first] | at[second])
    if len(work.line) > 2:
        x, y = (
            looks.lines.x[row] + looks.lines.ux[row] * along,
            looks.lines.y[row] + looks.lines.uy[row] * along,
        )
        hidden[:] = True
        for n in np.nonzero(at)[0]:
            mine = np.nonzero((first == n) | (second == n))[0]
            hidden[mine] &= ~_right_behind(posts[n], work, x[mine], y[mine])
    what = WORK_NAMES[work.kind]
    looks.block(
        row[hidden],
        along[hidden],
        rule,
        work.kind,
        work.id,
        Say(NOT_AT_WORK.en, NOT_AT_WORK.es, {"what": what}),
    )


def _right_behind(posts: Sequence[Base], work: Work, x: Numbers, y: Numbers) -> Flags:
    """Flags of the points of a work that figures with these bases at it look over."""
    found = np.zeros(len(x), dtype=bool)
    for post in posts:
        found |= np.hypot(x - post.at[0], y - post.at[1]) <= post.radius + lines.BEND + ON
        for leg in lines.stretches(post, work):
            found |= clearance(x, y, Corners(leg, closed=False)) <= GRACE
    return found


def over_a_fence(looks: Looks, work: Work, shape: Corners, row: Rows, along: Numbers) -> None:
    """HOA-TER-20: A man-high enclosure counts as a barricade for sight. A higher one blocks all
    sight and shots.
    """
    if work.height == "higher":
        looks.block(row, along, "HOA-TER-20", work.kind, work.id, HIGH_FENCE)
    else:
        over_a_work(looks, work, shape, row, along, "HOA-TER-20")


def stand_at(looks: Looks, work: Work, shape: Corners, ends: Rows) -> list[tuple[Base, ...]]:
    """For each end: the bases from which it looks across a work. Empty if it is not at the work,
    nor in the second rank there, or of a kind that does not man it.
    """
    at: list[tuple[Base, ...]] = [()] * len(looks.ends)
    near = clearance(looks.x[ends], looks.y[ends], shape) <= 3 * looks.r[ends] + 4
    for n in ends[near]:
        end = looks.ends[n]
        if end.figure is not None and lines.mans(end.figure, work):
            at[n] = lines.posts(
                looks.battle, end.figure, work, end.base.at if end.is_moved else None
            )
    return at


def walls_between(looks: Looks) -> None:
    """Examines buildings: intact walls, doors and partitions block every line. Breaches are open,
    and so is the loophole of a figure at it.
    """
    for work in looks.battle.land.works:
        if work.kind in BUILDINGS and work.rect is not None:
            outline = kept(
                work,
                "outline",
                lambda work: Corners(
                    (
                        (work.rect[0], work.rect[1]),
                        (work.rect[2], work.rect[1]),
                        (work.rect[2], work.rect[3]),
                        (work.rect[0], work.rect[3]),
                    )
                ),
            )
            rows = looks.near([outline])[0]
            if len(rows):
                _walls_of(looks, work, _under_the_sky(looks, work, rows))


def _under_the_sky(looks: Looks, work: Work, rows: Rows) -> Rows:
    """The lines that the walls may block. Figures on the roof look over the walls, but into no room
    except through a hole above it.
    """
    on_roof = np.array([end.building == work.id for end in looks.ends], dtype=bool)
    if not on_roof.any():
        return rows
    for row in rows[on_roof[looks.first[rows]] | on_roof[looks.second[rows]]]:
        a, b = looks.ends[looks.first[row]], looks.ends[looks.second[row]]
        above, below = (a, b) if a.building == work.id else (b, a)
        building, _, room = below.room.partition("/")
        holed = below.room == above.roof and room in work.roof_holes
        if building == work.id and room != COURTYARD and not holed:
            looks.block(np.array([row]), np.zeros(1), "HOA-FRT-31", "roof", below.room, ROOF)
    return rows[~(on_roof[looks.first[rows]] | on_roof[looks.second[rows]])]


def _walls_of(looks: Looks, work: Work, rows: Rows) -> None:
    walls = kept(
        work,
        "wall corners",
        lambda work: tuple(
            (wall, Corners((wall.a, wall.b), closed=False)) for wall in lines.walls_of(work)
        ),
    )
    silent = np.array(
        [
            end.room.startswith(f"{work.id}/")
            and not end.room.endswith(COURTYARD)
            and end.loophole is None
            for end in looks.ends
        ],
        dtype=bool,
    )
    for wall, shape in walls:
        if not len(rows):
            return
        row, along = crossings(looks.lines, rows, shape)
        solid = np.array(
            [
                not _is_open(looks, work, wall, int(r), float(a))
                for r, a in zip(row, along, strict=True)
            ],
            dtype=bool,
        )
        row, along = row[solid], along[solid]
        quiet = silent[looks.first[row]] | silent[looks.second[row]]
        looks.block(row[quiet], along[quiet], "HOA-FRT-24", "wall", work.id, SILENT)
        looks.block(row[~quiet], along[~quiet], "HOA-VIS-04", "wall", work.id, WALL)


def _is_open(looks: Looks, work: Work, wall: lines.Wall, row: int, along: float) -> bool:
    """True if the line passes the wall at an opening: a breach, or the loophole of this wall at
    which it begins.
    """
    for through, index in ((looks.from_hole, looks.one), (looks.to_hole, looks.two)):
        loophole = looks.ends[index[row]].loophole if through[row] else None
        if loophole is not None and loophole.wall == wall:
            return True
    return lines.breach_at(work, looks.lines.spot(row, along))


# ------------------------------------------------------------------------------------------------ o
IN_THE_LINE = say("{who}: a base stands in the line.", "{who}: hay una base en medio de la línea.")
NARROW = say(
    "The gap between two figures is {inches} in; {limit} in are needed.",
    "El hueco entre dos figuras es de {inches:pulgada+s}; hacen falta {limit}.",
)


def bases_between(looks: Looks) -> None:
    """HOA-VIS-04: The bases of other figures of either side block a line that meets them, also
    those of baggage, guns and boats. Figures killed in the running phase still block. Attendants do
    not.
    """
    known, rows = looks.bases, looks.rows
    if known is None or not len(rows):
        return
    aside, ahead = (
        looks.lines.aside(rows, known.x, known.y),
        looks.lines.ahead(rows, known.x, known.y),
    )
    length = looks.lines.length[rows][:, None]
    ignored = left_out(looks, known, rows)
    square = aside * aside
    nearest = np.clip(ahead, 0.0, length)
    nearest -= ahead
    square += nearest * nearest
    meets = square <= (known.r + ON) ** 2
    for column, hull in known.hulls.items():
        meets[:, column] = np.isin(
            rows,
            np.concatenate(
                [crossings(looks.lines, rows, hull)[0], runs(looks.lines, rows, hull).row]
            ),
        )
    meets &= ~ignored
    if looks.tells:
        for column in np.nonzero(meets[0])[0].tolist():
            figure = known.figures[column]
            looks.block(
                rows,
                ahead[:, column],
                "HOA-VIS-04",
                "figure",
                figure.id,
                Say(IN_THE_LINE.en, IN_THE_LINE.es, {"who": TITLES[figure.type]}),
            )
    else:
        looks.free[rows[meets.any(axis=1)]] = False
    if looks.shooting:
        clear = looks.free[rows] | looks.tells
        gaps_between(
            looks, known, rows[clear], aside[clear], ahead[clear], (ignored | meets)[clear]
        )


def gaps_between(
    looks: Looks, known: Bases, rows: Rows, aside: Numbers, ahead: Numbers, out: Flags
) -> None:
    """HOA-VIS-05: A shot passes between two figures, one on each side of the line, through a gap of
    3 in. If shooter or target is within 1 in of it, a gap as wide as the shooter's base is enough.
    """
    level = (ahead > ON) & (ahead < looks.lines.length[rows][:, None] - ON) & ~out
    left, right = level & (aside > ON), level & (aside < -ON)
    a, b, width = known.pairs
    row, pair = np.nonzero((left[:, a] & right[:, b]) | (right[:, a] & left[:, b]))
    if not len(row):
        return
    a, b, width, line = a[pair], b[pair], width[pair], rows[row]
    share = aside[row, a] / (aside[row, a] - aside[row, b])
    along = ahead[row, a] + share * (ahead[row, b] - ahead[row, a])
    length = looks.lines.length[line]
    from_shooter = np.where(looks.swapped[line], length - along, along)
    edge_one = np.where(looks.from_hole[line], 0.0, looks.r[looks.one[line]])
    edge_two = np.where(looks.to_hole[line], 0.0, looks.r[looks.two[line]])
    close = (from_shooter - edge_one <= AT_THE_GAP + IN) | (
        length - from_shooter - edge_two <= AT_THE_GAP + IN
    )
    need = np.where(close, 2 * looks.r[looks.one[line]], FAR_GAP)
    narrow = width < need - IN
    if not looks.tells:
        looks.free[line[narrow]] = False
        return
    for n in np.nonzero(narrow)[0]:
        one, two = known.figures[a[n]].id, known.figures[b[n]].id
        says = Say(NARROW.en, NARROW.es, {"limit": round(float(need[n]), 1)})
        looks.block(
            line[n : n + 1],
            along[n : n + 1],
            "HOA-VIS-05",
            "gap",
            one,
            says,
            two,
            inches=width[n : n + 1],
        )


def left_out(looks: Looks, known: Bases, rows: Rows) -> Flags:
    """Flags of shape (lines, bases): True where a base is ignored. Ignored are the bases at the
    ends of the line, and their boats. For purposes other than a shot their units are ignored too.
    """
    out = np.zeros((len(rows), len(known.figures)), dtype=bool)
    column = np.array([end.column for end in looks.ends])
    vessel = np.array([end.vessel for end in looks.ends])
    unit = np.array([end.unit for end in looks.ends])
    for ends in (looks.first[rows], looks.second[rows]):
        for of_end in (column, vessel):
            there = np.nonzero(of_end[ends] >= 0)[0]
            out[there, of_end[ends[there]]] = True
        if not looks.shooting:
            out |= (unit[ends] >= 0)[:, None] & (unit[ends][:, None] == known.unit)
    if known.indoors:
        _other_floors(looks, known, rows, out)
    if looks.shooting:
        out |= over_the_heads(looks, known, rows)
        out |= over_the_boats(looks, known, rows)
        _over_the_first_rank(looks, known, rows, out)
    return out


def _other_floors(looks: Looks, known: Bases, rows: Rows, out: Flags) -> None:
    """Marks the figures on other floors as ignored. Figures on a roof block only lines from or to
    it. Figures in a room block neither those nor lines from a loophole of the room.
    """
    building = np.array([end.building for end in looks.ends])
    room = np.array([end.room for end in looks.ends])
    first, second = looks.first[rows], looks.second[rows]
    hole_one, hole_two = looks.from_hole[rows], looks.to_hole[rows]
    for column in known.indoors:
        figure = known.figures[column]
        name = (figure.roof or figure.room).partition("/")[0]
        from_roof = (building[first] == name) | (building[second] == name)
        if figure.roof:
            out[:, column] |= ~from_roof
        elif not figure.room.endswith(COURTYARD):
            out[:, column] |= (
                from_roof
                | (hole_one & (room[looks.one[rows]] == figure.room))
                | (hole_two & (room[looks.two[rows]] == figure.room))
            )


def _shot_by(looks: Looks, rows: Rows, types: Iterable[str]) -> Flags:
    guns = np.array(
        [end.figure is not None and end.figure.type in types for end in looks.ends], dtype=bool
    )
    return guns[looks.one[rows]]


def over_the_heads(looks: Looks, known: Bases, rows: Rows) -> Flags:
    """HOA-VIS-07: Artillery or a Gunboat that shoots at or from a hill, kopje or escarpment shoots
    over figures at ground level. They must be 12 in or more from it and from the target.
    """
    out = np.zeros((len(rows), len(known.figures)), dtype=bool)
    shots = np.nonzero(_shot_by(looks, rows, cover.ARTILLERY))[0]
    if not len(shots):
        return out
    high = {
        n: ground.on_height(looks.battle, looks.ends[n].base.at) is not None
        for n in np.union1d(looks.one[rows[shots]], looks.two[rows[shots]])
    }
    clear = {n: known.gaps_from(looks.ends[n]) >= OVERHEAD - IN for n in high}
    for shot in shots:
        gun, target = looks.one[rows[shot]], looks.two[rows[shot]]
        if high[gun] or high[target]:
            out[shot] = known.low & clear[gun] & clear[target]
    return out


def over_the_boats(looks: Looks, known: Bases, rows: Rows) -> Flags:
    """HOA-VIS-08: A Gunboat shoots over canoes of either side on the same water, not over dhows."""
    out = np.zeros((len(rows), len(known.figures)), dtype=bool)
    canoes = [n for n, figure in enumerate(known.figures) if figure.type == "canoe"]
    if canoes:
        for shot in np.nonzero(_shot_by(looks, rows, ("gunboat",)))[0]:
            water = water_of(looks.battle.land, looks.ends[looks.one[rows[shot]]].base.at)
            out[
                shot, [n for n in canoes if water & water_of(looks.battle.land, known.bases[n].at)]
            ] = True
    return out


def water_of(land: Land, point: Point) -> frozenset[int]:
    """The waters that a point lies in, by number; pieces that meet are one water."""

    def make(land: Land) -> list[tuple[Area, int]]:
        areas = ground.country(land).of("river", "ford", "sea_or_lake")
        shapes = [shapely.Polygon(area.points).buffer(2 * GRACE) for area in areas]
        number = list(range(len(areas)))
        for a, one in enumerate(shapes):
            for b in range(a):
                if one.intersects(shapes[b]):
                    number = [number[b] if n == number[a] else n for n in number]
        return list(zip(areas, number, strict=True))

    return frozenset(number for area, number in kept(land, "waters", make) if area.has(point))


def _over_the_first_rank(looks: Looks, known: Bases, rows: Rows, out: Flags) -> None:
    """A shot from the second rank across the work goes over the men before it."""
    for work, over in looks.over:
        over_this = np.isin(rows, over)
        for n in np.unique(looks.one[rows[over_this]]):
            end = looks.ends[n]
            front = (
                lines.first_rank(
                    looks.battle, end.figure, work, end.base.at if end.is_moved else None
                )
                if end.figure
                else ()
            )
            columns = [known.column[one.id] for one in front if one.id in known.column]
            if columns:
                mine = np.nonzero(over_this & (looks.one[rows] == n))[0]
                out[np.ix_(mine, np.asarray(columns))] = True
