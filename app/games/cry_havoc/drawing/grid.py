"""Hexsides, numbers, rulers and border of a map sheet."""

from __future__ import annotations

from app.games.cry_havoc.drawing.sheet import (
    Sheet,
    centre,
    side_ends,
)
from app.kernel.scene import Ink, in_layers
from app.kernel.space.hexes import SIDES
from app.kernel.strokes import (
    group,
    line,
    path,
    tag,
    text,
    xy,
)


def draw_grid(sheet: Sheet) -> Ink:
    """Hexsides, each drawn once; a dot in every centre, a larger one in every fifth."""
    sides = {
        frozenset((round(x), round(y)) for x, y in side_ends(h, side)): side_ends(h, side)
        for h in sheet.labels
        for side in SIDES
    }
    dots = "".join(f"M{xy(centre(h))}h0" for h in sheet.labels)
    fives = "".join(
        f"M{xy(centre(h))}h0" for h in sheet.labels if int(h[:2]) % 5 == 0 and int(h[2:]) % 5 == 0
    )
    return group(
        path("".join(line(a, b) for a, b in sides.values()), "ch-grid")
        + path(dots, "ch-dot")
        + path(fives, "ch-five"),
        "ch-gridlayer",
    )


def draw_rulers(sheet: Sheet) -> Ink:
    """Column and row numbers on all four sides; the page highlights those of the chosen hex."""
    x0, y0, x1, y1 = sheet.edges
    out = []
    for c in range(1, sheet.cols + 1):
        x, klass = centre(f"{c:02d}01")[0], "ch-number" + (" ch-fifth" if c % 5 == 0 else "")
        out += [text(f"{c:02d}", klass, x, y, data_col=f"{c:02d}") for y in (y0 - 11, y1 + 22)]
    for r in range(1, sheet.rows + 1):
        klass = "ch-number" + (" ch-fifth" if r % 5 == 0 else "")
        out += [
            text(f"{r:02d}", klass, x, centre(f"{column}{r:02d}")[1] + 5, data_row=f"{r:02d}")
            for x, column in ((x0 - 16, "01"), (x1 + 16, f"{sheet.cols:02d}"))
        ]
    return in_layers(out)


def draw_border(sheet: Sheet) -> Ink:
    x0, y0, x1, y1 = sheet.edges
    return in_layers(
        tag(
            "rect",
            klass=kind,
            x=x0 - by,
            y=y0 - by,
            width=x1 - x0 + 2 * by,
            height=y1 - y0 + 2 * by,
        )
        for by, kind in ((0, "ch-rule-ink"), (4.5, "ch-rule-gold"), (9, "ch-rule-ink"))
    )
