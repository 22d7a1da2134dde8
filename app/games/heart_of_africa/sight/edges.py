"""HOA-VIS: Escarpments, kopjes and ravines between two figures."""

from __future__ import annotations

import numpy as np

from app.games.heart_of_africa.sight import ground
from app.games.heart_of_africa.sight.ground import Area
from app.games.heart_of_africa.sight.lines_of_sight import IN, SLIGHT, Looks
from app.games.heart_of_africa.tables import TERRAIN
from app.kernel.say import say
from app.kernel.space.sightlines import (
    ON,
    Rows,
    clearance_to,
    line_crossings,
    runs_in,
    union_of,
)

BEHIND_EDGE = float(TERRAIN["escarpment"]["sight"]["behind_top_edge"])
BESIDE_RAVINE = float(TERRAIN["ravine"]["sight"]["outside_within_of_rim"])
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
            row, along = line_crossings(looks.lines, rows, area.rim)
            looks.block(row, along, "HOA-TER-09", "kopje", area.piece.id, STEEP)
            return
        on = looks.inside(area.ring)
        rows = rows[~(on[looks.first[rows]] | on[looks.second[rows]])]
    spans = runs_in(looks.lines, rows, area.ring)
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
    row, along = line_crossings(looks.lines, rows, rim)
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
    behind = clearance_to(looks.x[own], looks.y[own], rim) - looks.r[own]
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
        spans = union_of([runs_in(looks.lines, rows, area.ring, edges=True)])
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
        away = clearance_to(looks.x[above], looks.y[above], area.ring) - looks.r[above]
        rim = np.array([places.get(int(row), 0.0) for row in one])
        far = away > BESIDE_RAVINE + IN
        looks.block(
            one[far], rim[far], "HOA-TER-29", "ravine", area.piece.id, DEEP, inches=away[far]
        )
        twice = np.bincount(spans.row, minlength=count)[one] > 1
        looks.block(one[twice], rim[twice], "HOA-TER-29", "ravine", area.piece.id, RIMS)
