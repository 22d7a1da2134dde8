"""HOA-VIS: Bases of other figures between two figures, and the gaps beside them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import shapely

from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.sight import cover, ground, lines
from app.games.heart_of_africa.sight.ground import Area, kept_with
from app.games.heart_of_africa.sight.lines import COURTYARD
from app.games.heart_of_africa.sight.lines_of_sight import FAR_GAP, IN, Bases, Looks
from app.games.heart_of_africa.tables import TERRAIN_DATA, TITLES
from app.kernel.say import Say, say
from app.kernel.space.plane import GRACE, Point
from app.kernel.space.sightlines import (
    ON,
    Flags,
    Numbers,
    Rows,
    line_crossings,
    runs_in,
)

AT_THE_GAP = float(TERRAIN_DATA["gap"]["near"]["within_of_gap"])
OVERHEAD = 12.0
IN_THE_LINE = say("{who}: a base stands in the line.", "{who}: hay una base en medio de la línea.")
NARROW = say(
    "The gap between two figures is {inches} in; {limit} in are needed.",
    "El hueco entre dos figuras es de {inches:pulgada+s}; hacen falta {limit}.",
)


def name_bases(looks: Looks, known: Bases, rows: Rows, ahead: Numbers, meets: Flags) -> None:
    """Block the lines that meet bases, each with its figure as the reason."""
    for column in np.nonzero(meets.any(axis=0))[0].tolist():
        figure, met = known.figures[column], meets[:, column]
        looks.block(
            rows[met],
            ahead[met, column],
            "HOA-VIS-04",
            "figure",
            figure.id,
            Say(IN_THE_LINE.en, IN_THE_LINE.es, {"who": TITLES[figure.type]}),
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
                [line_crossings(looks.lines, rows, hull)[0], runs_in(looks.lines, rows, hull).row]
            ),
        )
    meets &= ~ignored
    if looks.tells:
        name_bases(looks, known, rows, ahead, meets)
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

    return frozenset(number for area, number in kept_with(land, "waters", make) if area.has(point))


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
