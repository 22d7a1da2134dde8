"""Painted ground of a map sheet: everything that never moves.

Every function draws one layer, from the meadow up. Layers above the removable roofs are symbols, so
that a view places them by id.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from random import Random

from app.games.cry_havoc.drawing.buildings import (
    draw_fittings,
    draw_floors,
    draw_masonry,
    draw_names,
    draw_roof,
)
from app.games.cry_havoc.drawing.grid import draw_grid
from app.games.cry_havoc.drawing.sheet import (
    Sheet,
    centre,
    corners,
    shores,
    side_ends,
    units,
)
from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.space.hexes import BACK, SIDES, Whole, hex_beside
from app.kernel.strokes import (
    group,
    grown_by,
    hand_for,
    left_of,
    line,
    num,
    part_way,
    path,
    poly,
    round_path,
    shaken_by,
    smooth_path,
    spaced_at,
    tag,
    use,
    xy,
)


# ---------------------------------------------------------------------- open country
def draw_meadow(sheet: Sheet) -> Ink:
    x0, y0, x1, y1 = sheet.edges
    pen = hand_for(sheet.id, "washes")
    washes = []
    for kind in ("ch-wash1", "ch-wash2"):
        d = ""
        for _ in range(16):
            cx, cy = pen.uniform(x0, x1), pen.uniform(y0, y1)
            rx, ry = pen.uniform(60, 190), pen.uniform(40, 100)
            d += smooth_path(
                [
                    (
                        cx + rx * math.cos(t / 9 * math.tau) * pen.uniform(0.72, 1.1),
                        cy + ry * math.sin(t / 9 * math.tau) * pen.uniform(0.72, 1.1),
                    )
                    for t in range(9)
                ],
                closed=True,
            )
        washes.append(path(d, kind))
    return tag("rect", klass="ch-meadow", x=x0, y=y0, width=x1 - x0, height=y1 - y0) + in_layers(
        washes
    )


def draw_herbs(sheet: Sheet) -> Ink:
    """Tufts and flowers on open ground, away from terrain and buildings."""
    pen, out, taken = hand_for(sheet.id, "herbs"), list[Ink](), list[tuple[float, float]]()
    for h in sheet.labels:
        if h in sheet.terrain or h in sheet.zone:
            continue
        cx, cy = centre(h)
        for _ in range(pen.choice((0, 1, 1, 2))):
            t, r = pen.uniform(0, math.tau), pen.uniform(12, 30)
            p = (cx + r * math.cos(t), cy + r * 0.8 * math.sin(t))
            if any(math.dist(p, q) < 20 for q in taken[-12:]):
                continue
            taken.append(p)
            kind = ("tuft1", "tuft2", "tuft1", "tuft2", "tuft1", "herb1", "herb2")[pen.randrange(7)]
            out.append(
                use(
                    "tuft2" if h in sheet.high and kind.startswith("herb") else kind,
                    round(p[0]),
                    round(p[1]),
                )
            )
    return group(in_layers(out), "ch-herbs")


def draw_washes(sheet: Sheet) -> Ink:
    """Colour of bush and wood over the whole hex, so that a counter never hides the terrain."""
    pen, out = hand_for(sheet.id, "undergrowth"), []
    for kind in ("bush", "trees"):
        loops = shores(sheet.of(kind))
        out.append(
            path(
                "".join(_soft_edge(loop, -1.5, 13, 1.3, 6, pen) for loop in loops),
                f"ch-{kind}-wash",
            )
        )
    return in_layers(out)


def _soft_edge(
    loop: list[Point], by: float, every: float, tremor: float, radius: float, pen: Random
) -> str:
    return round_path(shaken_by(spaced_at(grown_by(loop, by), every), tremor, pen), radius)


BUSHES = (
    (-26, -6),
    (-13, -21),
    (6, -23),
    (23, -11),
    (24, 10),
    (9, 22),
    (-11, 21),
    (-22, 9),
    (-6, 1),
    (9, -3),
)
TREES = ((-21, -13), (4, -21), (23, -3), (-24, 11), (-2, 5), (14, 21))


def draw_crowns(sheet: Sheet) -> Ink:
    """Bushes and trees: bushes low, light and many; trees tall, dark and lobed."""
    pen, items = hand_for(sheet.id, "crowns"), []
    for kind, spots, sorts, stray in (("bush", BUSHES, 3, 2.0), ("trees", TREES, 4, 2.5)):
        for h in sheet.of(kind):
            cx, cy = centre(h)
            for dx, dy in spots:
                y, sort = cy + dy + pen.uniform(-stray, stray), pen.randrange(sorts) + 1
                items.append(
                    (y, f"{kind.removesuffix('s')}{sort}", cx + dx + pen.uniform(-stray, stray))
                )
    return group(
        in_layers(use(kind, round(x), round(y)) for y, kind, x in sorted(items)), "ch-crowns"
    )


def draw_road(sheet: Sheet) -> Ink:
    """Lane through the common sides of road hexes, with random bends."""
    pen, lane, ruts = hand_for(sheet.id, "road"), "", ""
    for h in sorted(sheet.of("road")):
        c, mids = centre(h), _road_ends(sheet, h)
        if len(mids) == 1:
            lane += line(mids[0], c)
        for i, p in enumerate(mids):
            for q in mids[i + 1 :]:
                k = pen.uniform(0.25, 0.6) if len(mids) == 2 else 0.7
                x, y = part_way(part_way(p, q), c, k)
                bend = (x + pen.uniform(-3, 3), y + pen.uniform(-3, 3))
                lane += f"M{xy(p)}Q{xy(bend)} {xy(q)}"
                if len(mids) == 2:
                    ruts += _ruts(p, bend, q, pen)
    return group(
        path(lane, "ch-road-edge") + path(lane, "ch-road") + path(ruts, "ch-rut"), "ch-roads"
    )


def _road_ends(sheet: Sheet, h: str) -> list[Point]:
    """Points where the road enters and leaves a hex: road hexes, doors, gates and the edge of the
    map.
    """
    c, mids = centre(h), []
    for side in SIDES:
        there = hex_beside(h, side)
        if sheet.terrain.get(there) == "road" or sheet.openings.get((there, BACK[side])) in (
            "door",
            "gate",
        ):
            mids.append(part_way(*side_ends(h, side)))
        elif (
            there not in sheet.on_map
            and side in ("SE", "SW")
            and h[:2] in ("01", f"{sheet.cols:02d}")
        ):
            mids.append(
                (c[0] + (70 if side == "SE" else -70), c[1] + (17 if int(h[:2]) % 2 else -17))
            )
    return mids


def _ruts(p: Point, bend: Point, q: Point, pen: Random) -> str:
    v, d = left_of(p, q), ""
    for off in (-6.5, 6.5):
        o = off + pen.uniform(-0.8, 0.8)
        d += (
            f"M{xy((p[0] + v[0] * off, p[1] + v[1] * off))}Q{xy((bend[0] + v[0] * o, bend[1] + v[1] * o))} "
            f"{xy((q[0] + v[0] * off, q[1] + v[1] * off))}"
        )
    return d


def draw_water(sheet: Sheet) -> Ink:
    """Pond with rings parallel to its shore, reeds and one duck."""
    hexes = sheet.of("water")
    if not hexes:
        return NOTHING
    pen, out = hand_for(sheet.id, "water"), []
    for loop in shores(hexes):
        out.append(path(_soft_edge(loop, -1, 13, 1.2, 6, pen), "ch-shore"))
        bank = shaken_by(_eased(grown_by(loop, -4)), 1.1, pen)
        out.append(path(smooth_path(bank, closed=True), "ch-water"))
        out += [
            path(smooth_path(_eased(grown_by(loop, -4 - depth)), closed=True), "ch-ripple")
            for depth in (6, 13, 22)
        ]
        reeds = sorted(pen.sample(bank, min(8, len(bank))), key=lambda p: p[1])
        out += [use("reed", round(x), round(y + 3)) for x, y in reeds]
    x, y = centre(sorted(hexes)[len(hexes) // 2])
    return group(in_layers(out) + use("duck", round(x + 12), round(y + 6)), "ch-waters")


def _eased(loop: list[Point]) -> list[Point]:
    """Ring with rounded corners: the mean of neighbours on a fine ring."""
    fine = spaced_at(loop, 10)
    for _ in range(2):
        fine = [
            (
                (fine[i - 1][0] + 2 * p[0] + fine[(i + 1) % len(fine)][0]) / 4,
                (fine[i - 1][1] + 2 * p[1] + fine[(i + 1) % len(fine)][1]) / 4,
            )
            for i, p in enumerate(fine)
        ]
    return fine[::2]


# ---------------------------------------------------------------------- heights
def draw_relief(sheet: Sheet) -> Ink:
    """High ground with carets, its banks with hachures downhill, and the line of the crest."""
    if not sheet.high:
        return NOTHING
    pen, ident = hand_for(sheet.id, "relief"), f"{sheet.id}-bank"
    high = "".join(round_path(grown_by(loop, 1), 10) for loop in shores(sheet.beyond(sheet.high)))
    banks = shores(sheet.of("embankment"))
    bank = path("".join(_soft_edge(loop, 1.5, 14, 1.6, 7, pen) for loop in banks), "ch-bank")
    clip = (
        tag("clipPath", path("".join(poly(loop) for loop in banks)), id=ident) if banks else NOTHING
    )
    long, short, teeth, crest = "", "", "", ""
    for chain in joined_edges(sheet.crests):
        wave = spaced_at([units(p) for p in chain], 13, closed=False)
        crest += smooth_path(shaken_by(wave, 0.9, pen))
        strokes = [
            stroke
            for side in pairwise(chain)
            for stroke in _downhill(units(side[0]), units(side[1]), sheet.crests[side])
        ]
        for i, (root, v) in enumerate(strokes):
            reach = (58, 30, 46)[i % 3] * pen.uniform(0.86, 1.1)
            x, y = v[0] * reach + pen.uniform(-2, 2), v[1] * reach + pen.uniform(-2, 2)
            hachure = f"M{xy((root[0] + v[0] * 3, root[1] + v[1] * 3))}l{num(x)} {num(y)}"
            long, short = (long, short + hachure) if i % 3 == 1 else (long + hachure, short)
            teeth += f"M{xy(root)}l{num(v[0] * 8)} {num(v[1] * 8)}" if i % 2 else ""
    drawn = path(long, "ch-hachure") + path(short, "ch-hachure ch-hachure2")
    hachures = group(drawn, clip_path=f"url(#{ident})")
    return group(
        path(high, "ch-high")
        + path(high, "ch-upland")
        + bank
        + clip
        + hachures
        + path(crest, "ch-crest-gap")
        + path(crest, "ch-crest")
        + path(teeth, "ch-crestteeth"),
        "ch-relief",
    )


def _downhill(p: Point, q: Point, down: Point) -> list[tuple[Point, Point]]:
    """Six points along a crest side, each with the direction of its hachure."""
    across = left_of(p, q)
    v = (down[0] * 0.72 + across[0] * 0.28, down[1] * 0.72 + across[1] * 0.28)
    return [(part_way(p, q, (j + 0.5) / 6), v) for j in range(6)]


def joined_edges(edges: Iterable[tuple[Whole, Whole]]) -> list[list[Whole]]:
    """Polylines that the directed edges form."""
    after = {a: b for a, b in edges}  # noqa: C416 a mapping of sides would be copied whole
    starts = sorted(set(after) - set(after.values())) or sorted(after)[:1]
    out = []
    for start in starts:
        chain = [start]
        while chain[-1] in after:
            chain.append(after.pop(chain[-1]))
        out.append(chain)
    return out


def draw_gentle_slopes(sheet: Sheet) -> Ink:
    """Dotted contour where high ground ends without a bank."""
    d = ""
    for h in sorted(sheet.high):
        for side in SIDES:
            there = hex_beside(h, side)
            if (
                there in sheet.on_map
                and there not in sheet.high
                and sheet.terrain.get(there) != "embankment"
            ):
                d += line(*side_ends(h, side))
    return path(d, "ch-gentle")


# ---------------------------------------------------------------------- grid, numbers and frame


def draw_layers(sheet: Sheet) -> Ink:
    """Layers below the roofs, cut at the edge of the sheet."""
    x0, y0, x1, y1 = sheet.edges
    clip = f"{sheet.id}-map"
    layers = (
        draw_meadow,
        draw_relief,
        draw_gentle_slopes,
        draw_washes,
        draw_herbs,
        draw_road,
        draw_water,
        draw_floors,
        draw_crowns,
        draw_grid,
        draw_masonry,
    )
    return tag("clipPath", tag("rect", x=x0, y=y0, width=x1 - x0, height=y1 - y0), id=clip) + group(
        in_layers(layer(sheet) for layer in layers), "ch-painted", clip_path=f"url(#{clip})"
    )


def draw_overlay(sheet: Sheet, places: Mapping[str, str]) -> Ink:
    """Symbols of the layers above the ground: `<map>-roof-<house>`, `-fittings`, `-names`."""
    roofs = in_layers(
        tag("g", draw_roof(sheet, house), id=f"{sheet.id}-roof-{house['id']}")
        for house in sheet.houses
    )
    rest = (
        ("fittings", draw_fittings(sheet)),
        ("names", draw_names(sheet, places)),
    )
    return roofs + in_layers(tag("g", ink, id=f"{sheet.id}-{name}") for name, ink in rest)


def window_on(label: str, room: float = 1.0) -> tuple[float, float, float, float]:
    """Box around one hex, for a specimen."""
    ring = corners(label)
    x0, y0 = min(p[0] for p in ring), min(p[1] for p in ring)
    x1, y1 = max(p[0] for p in ring), max(p[1] for p in ring)
    return x0 - room, y0 - room, x1 - x0 + 2 * room, y1 - y0 + 2 * room
