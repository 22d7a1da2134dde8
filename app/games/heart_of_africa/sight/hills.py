"""HOA-VIS: Low hills between two figures."""

from __future__ import annotations

import numpy as np

from app.games.heart_of_africa.sight import ground
from app.games.heart_of_africa.sight.ground import Area
from app.games.heart_of_africa.sight.lines_of_sight import IN, SLIGHT, Looks
from app.games.heart_of_africa.tables import TERRAIN
from app.kernel.say import say
from app.kernel.space.plane import mean_of
from app.kernel.space.sightlines import (
    ON,
    Corners,
    Flags,
    Rows,
    clearance_to,
    line_crossings,
    runs_in,
)

HILL_REACH = float(TERRAIN["low_hill"]["sight"]["same_hill_max_distance"])
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
    row, along = line_crossings(looks.lines, rows, crest)
    if len(row):
        skyline = clearance_to(looks.x, looks.y, crest) <= looks.r + ON
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
    spans = runs_in(looks.lines, rows, hill.ring)
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
    summit = mean_of(hill.crest or hill.points)
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
