"""The ground of a table in the style of a nineteenth-century campaign map: parts that no move
changes, drawn once for a table.

The drawn outline is the outline of the rules; texture may cross it, the edge line never does. Every
irregular stroke is seeded with the id of its piece.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.drawing.pen import cloud, flow, hachures, nearest, on_page, slope
from app.games.heart_of_africa.drawing.store import ref
from app.games.heart_of_africa.land import Land, Piece
from app.games.heart_of_africa.sight.ground import area_of
from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.strokes import (
    group,
    hand_for,
    left_of,
    line,
    moved,
    num,
    part_way,
    path,
    poly,
    spaced_at,
    tag,
    text,
    use,
)

STREAMS = ("stream", "river", "ford", "sea_or_lake")
TILED = {
    "jungle": "jungle",
    "long_grass": "long_grass",
    "rocky_ground": "rocky_ground",
    "cultivation": "cultivation",
    "marsh": "marsh",
}
"""Kinds whose texture is a repeating fill of the store."""
ORDER = (
    "sea_or_lake",
    "low_hill",
    "escarpment",
    "kopje",
    "rocky_ground",
    "marsh",
    "long_grass",
    "jungle",
    "cultivation",
    "ravine",
    "stream",
    "river",
    "ford",
    "camp",
    "kraal",
    "village",
    "road",
)
GROWN = "cultivation"
"""Kind of growth above which relief and marsh are drawn again, so that it does not hide them."""
RULED = 60.0
"""The frame is graduated every six inches."""


class Plot(NamedTuple):
    """A piece on the page: its outline, its lines, its shape, the table round it, and the pen that
    draws it.
    """

    piece: Piece
    outline: list[Point]
    shape: BaseGeometry
    table: BaseGeometry
    depth: float
    pen: random.Random

    def line(self, points: Sequence[Point]) -> list[Point]:
        return [on_page(point, self.depth) for point in points]


def plot(piece: Piece, land: Land) -> Plot | None:
    area = area_of(piece)
    if area is None:
        return None
    outline = [on_page(point, land.depth) for point in area.points]
    table = shapely.box(0, 0, land.width * 10, land.depth * 10)
    return Plot(
        piece,
        outline,
        shapely.Polygon(outline).buffer(0),
        table,
        land.depth,
        hand_for("country", piece.id),
    )


# ---------------------------------------------------------------------- the pen on shapes
def lines_of(shape: BaseGeometry) -> list[list[Point]]:
    """The lines of a geometry."""
    parts = getattr(shape, "geoms", [shape])
    return [
        [(x, y) for x, y in part.coords]
        for part in parts
        if part.geom_type in ("LineString", "LinearRing") and part.length > 0
    ]


def edges_inside(shape: BaseGeometry, table: BaseGeometry) -> str:
    """The boundary of a shape, without the stretches along the edge of the table."""
    inside = (
        shapely.line_merge(shape.boundary & table.buffer(-0.5))
        if shape.boundary.geom_type != "LineString"
        else shape.boundary & table.buffer(-0.5)
    )
    return "".join(poly(found, closed=False) for found in lines_of(inside))


def wash(it: Plot) -> Ink:
    return path(poly(it.outline), "wash")


def tiled(it: Plot, kind: str) -> Ink:
    """The texture of a kind inside the outline."""
    return path(poly(it.outline), "tile", fill=f"url({ref(f'p-{kind}')})")


# ---------------------------------------------------------------------- heights
def low_hill(it: Plot) -> Ink:
    """The wash of the slopes; its strokes follow after the growth on the hill."""
    around, tops, _ = slopes(it)
    pairs = list(zip(around, tops, strict=True))
    rings = in_layers(
        path(poly([part_way(spot, top, share) for spot, top in pairs]), "top")
        for share in (0.5, 0.8)
    )
    return wash(it) + rings


def relief(it: Plot) -> Ink:
    """Rings of hachures towards the crest; the crest as a line of dashes and dots."""
    around, _, crest = slopes(it)
    return (
        path(slope(around, crest, it.pen), "pen")
        + path(poly(it.outline), "edge")
        + path(poly(crest, closed=False), "crest")
    )


def slopes(it: Plot) -> tuple[list[Point], list[Point], list[Point]]:
    """Points round a hill, the points of its crest above them, and the crest."""
    around = spaced_at(it.outline, 12)
    crest = (
        it.line(it.piece.crest)
        if it.piece.crest
        else [shapely.get_coordinates(it.shape.centroid)[0].tolist()] * 2
    )
    return around, [nearest(spot, crest) for spot in around], crest


def downhill(
    it: Plot, rim: Sequence[Point], high: BaseGeometry | None
) -> tuple[list[Point], list[Point]]:
    """Points along the top edge, and the ends of the slope below them."""
    tops, feet = [], []
    spots = spaced_at(rim, 3, closed=False)
    for place, spot in enumerate(spots):
        nx, ny = left_of(spots[max(place - 1, 0)], spots[min(place + 1, len(spots) - 1)])
        beside = shapely.Point(spot[0] + nx * 2, spot[1] + ny * 2)
        if high.contains(beside) if high is not None else not it.shape.contains(beside):
            nx, ny = -nx, -ny
        ray = (
            shapely.LineString(
                [(spot[0] + nx * 0.5, spot[1] + ny * 0.5), (spot[0] + nx * 120, spot[1] + ny * 120)]
            )
            & it.shape
        )
        runs = [run for run in lines_of(ray) if math.dist(run[0], spot) < 4]
        if runs:
            tops.append(spot)
            feet.append(runs[0][-1])
    return tops, feet


def heights(it: Plot) -> tuple[BaseGeometry | None, list[list[Point]]]:
    """The high ground and the lines of its rim."""
    high = shapely.Polygon(it.line(it.piece.high)).buffer(0) if len(it.piece.high) > 2 else None
    if high is not None and (it.piece.kind == "kopje" or len(it.piece.top_edge) < 2):
        return high, [[(x, y) for x, y in high.exterior.coords]]
    edge = it.line(it.piece.top_edge)
    if it.piece.kind == "kopje" and len(edge) > 2 and edge[0] != edge[-1]:
        edge.append(edge[0])
    return high, [edge] if len(edge) > 1 else []


def escarpment(it: Plot) -> Ink:
    """One row of long hachures down from a thick rim."""
    high, rims = heights(it)
    out = path(poly(it.line(it.piece.high)), "top") if high is not None else NOTHING
    out += wash(it)
    for rim in rims:
        tops, feet = downhill(it, rim, high)
        out += path(hachures(tops, feet, it.pen, 1.7), "pen")
    return (
        out
        + path(edges_inside(it.shape, it.table), "edge")
        + path("".join(poly(rim, closed=False) for rim in rims), "rim")
    )


def kopje(it: Plot) -> Ink:
    """As an escarpment all round, with bare rock on top; a way up as a trail of dots."""
    high, rims = heights(it)
    out = wash(it)
    for rim in rims:
        tops, feet = downhill(it, rim, high)
        out += path(hachures(tops, feet, it.pen, 1.7), "pen")
    if high is not None:
        out += path(poly(it.line(it.piece.high)), "top") + path(
            poly(it.line(it.piece.high)), "tile", fill=f"url({ref('p-rocky_ground')})"
        )
    out += path(poly(it.outline), "edge") + path(
        "".join(poly(rim, closed=False) for rim in rims), "rim"
    )
    return out + (
        path(poly(it.line(it.piece.path), closed=False), "way")
        if len(it.piece.path) > 1
        else NOTHING
    )


# ---------------------------------------------------------------------- growth and fields
def growing(it: Plot) -> Ink:
    """Long grass, fields, rocks: a repeating texture and the edge of each."""
    return tiled(it, TILED[it.piece.kind]) + path(edges_inside(it.shape, it.table), "edge")


def jungle(it: Plot) -> Ink:
    """Tree tops seen from above, with a scalloped edge."""
    return tiled(it, "jungle") + path(cloud(it.outline, 7.2, it.pen), "edge")


def marsh(it: Plot) -> Ink:
    """Wet ground; pools and reeds follow after the growth in it."""
    return wash(it)


def pools(it: Plot) -> Ink:
    """Pools and reeds; one pool with a crocodile where there are any."""
    return growing(it) + (crocodiles(it) if it.piece.crocodiles else NOTHING)


def crocodiles(it: Plot) -> Ink:
    middle = it.shape.representative_point()
    return path(
        "M-14 0Q-8-4 0-3L6-3.4Q13-3 14-1Q13 1.5 6 1.4L-2 2.6Q-9 3-14 0ZM4-3.4V-5.2M6.4-3.4V-5",
        "croc",
        transform=moved((middle.x, middle.y)),
    )


# ---------------------------------------------------------------------- people
def sprinkled(it: Plot, gap: float, margin: float) -> list[Point]:
    """Places inside the outline on a shaken grid, none nearer to the edge than the margin."""
    inner = it.shape.buffer(-margin)
    x0, y0, x1, y1 = it.shape.bounds
    found = []
    for row in range(int((y1 - y0) / gap) + 1):
        for column in range(int((x1 - x0) / gap) + 1):
            spot = (
                x0 + (column + 0.5 + it.pen.uniform(-0.22, 0.22)) * gap,
                y0 + (row + 0.5 + it.pen.uniform(-0.22, 0.22)) * gap,
            )
            if inner.contains(shapely.Point(spot)):
                found.append(spot)
    return found


def village(it: Plot) -> Ink:
    """Huts, round and long, on trodden ground; the open places between them are no roads."""
    out = wash(it) + path(poly(it.outline), "edge")
    for number, spot in enumerate(sprinkled(it, 26, 11)):
        if it.pen.random() < 0.25:
            continue
        out += use(
            f"hoa-s-hut{'-long' if number % 4 == 0 else ''}",
            transform=moved(spot, f"rotate({it.pen.randrange(-40, 40)})"),
        )
    return out


def camp(it: Plot) -> Ink:
    """Tents round a fire."""
    middle = it.shape.centroid
    out = wash(it) + path(poly(it.outline), "edge")
    for number in range(7):
        turn = math.tau * number / 7 + it.pen.uniform(-0.1, 0.1)
        spot = (middle.x + 36 * math.cos(turn), middle.y + 36 * math.sin(turn))
        if it.shape.buffer(-9).contains(shapely.Point(spot)):
            out += use("hoa-s-tent", transform=moved(spot))
    return out


def kraal(it: Plot) -> Ink:
    """A ring of thorns."""
    thorns = spaced_at(it.outline, 4)
    strokes = []
    for place, spot in enumerate(thorns):
        nx, ny = left_of(thorns[place - 1], thorns[(place + 1) % len(thorns)])
        lean = it.pen.uniform(-1.2, 1.2)
        strokes.append(
            line(
                (spot[0] - nx * 1.6 + lean, spot[1] - ny * 1.6),
                (spot[0] + nx * 1.6 - lean, spot[1] + ny * 1.6),
            )
        )
    return wash(it) + path("".join(strokes), "stakes") + path(poly(it.outline), "fence")


# ---------------------------------------------------------------------- water, ravines, roads
def width_of(it: Plot) -> float:
    """The usual width of a strip."""
    middle = it.line(it.piece.path)
    return it.shape.area / shapely.LineString(middle).length if len(middle) > 1 else 0.0


def watercourse(it: Plot) -> Ink:
    """Stream and river: strokes along the current, more of them where it is broad."""
    middle = it.line(it.piece.path)
    half = width_of(it) / 2
    rows = 2 if it.piece.kind == "stream" else max(2, round(half / 7))
    return wash(it) + (
        path(flow(middle, half, it.pen, rows), "flow") if len(middle) > 1 else NOTHING
    )


def sea_or_lake(it: Plot) -> Ink:
    """Water lines: the shore in wide strokes under narrower strokes of the water's own colour."""
    shore, clip = edges_inside(it.shape, it.table), f"hoa-k-{it.piece.id}"
    rings = in_layers(path(shore, f"ring r{number}{kind}") for number in range(5) for kind in "ab")
    return (
        tag("clipPath", path(poly(it.outline)), id=clip)
        + wash(it)
        + tag("g", rings, clip_path=f"url(#{clip})")
        + path(shore, "shore")
    )


def ford(it: Plot) -> Ink:
    """Shallow water: stepping stones between two dashed lines."""
    stones = "".join(f"M{num(x)} {num(y)}h.1" for x, y in sprinkled(it, 5.5, 2.5))
    return wash(it) + path(stones, "dots") + path(edges_inside(it.shape, it.table), "edge")


def ravine(it: Plot) -> Ink:
    """Two rims with hachures falling inwards to a stony bed."""
    middle = it.line(it.piece.path)
    rims = lines_of(it.shape.boundary & it.table.buffer(-0.5))
    strokes = ""
    for rim in rims:
        spots = spaced_at(rim, 3, closed=False)
        bed = [
            nearest(spot, middle) if len(middle) > 1 else (it.shape.centroid.x, it.shape.centroid.y)
            for spot in spots
        ]
        strokes += hachures(
            spots,
            [part_way(spot, low, 0.62) for spot, low in zip(spots, bed, strict=True)],
            it.pen,
            1.5,
            ((0, 1),),
        )
    bed_stones = (
        "".join(f"M{num(x)} {num(y)}h.1" for x, y in spaced_at(middle, 8, closed=False)[1:-1])
        if len(middle) > 1
        else ""
    )
    return (
        wash(it)
        + path(strokes, "pen")
        + path(bed_stones, "bed")
        + path(edges_inside(it.shape, it.table), "rim")
    )


def road(it: Plot) -> Ink:
    return wash(it)


DRAWN: dict[str, Callable[[Plot], Ink]] = {
    "low_hill": low_hill,
    "escarpment": escarpment,
    "kopje": kopje,
    "jungle": jungle,
    "long_grass": growing,
    "rocky_ground": growing,
    "cultivation": growing,
    "marsh": marsh,
    "village": village,
    "camp": camp,
    "kraal": kraal,
    "stream": watercourse,
    "river": watercourse,
    "ford": ford,
    "sea_or_lake": sea_or_lake,
    "ravine": ravine,
    "road": road,
}


OVER: dict[str, Callable[[Plot], Ink]] = {"low_hill": relief, "marsh": pools}
"""Parts of a piece that are drawn above the country that grows on it."""


def banks(plots: Iterable[Plot], kinds: Sequence[str], klass: str) -> Ink:
    """The edges of all pieces of some kinds, drawn as one: no line runs across a mouth or a
    crossing.
    """
    own = [it for it in plots if it.piece.kind in kinds]
    if not own:
        return NOTHING
    return path(edges_inside(shapely.unary_union([it.shape for it in own]), own[0].table), klass)


def terrain(land: Land) -> Ink:
    """Every piece in the order of layers; banks and kerbs after the last water and the last
    road.
    """
    plots = sorted(
        (
            it
            for piece in land.pieces
            if piece.kind in DRAWN and (it := plot(piece, land)) is not None
        ),
        key=lambda it: ORDER.index(it.piece.kind),
    )
    out = NOTHING
    for kind in ORDER:
        for it in plots:
            if it.piece.kind == kind:
                out += group(DRAWN[kind](it), f"hoa-ter {kind}")
        if kind == GROWN:
            out += in_layers(
                group(OVER[it.piece.kind](it), f"hoa-ter {it.piece.kind}")
                for it in plots
                if it.piece.kind in OVER
            )
        if kind == "ford":
            out += group(banks(plots, STREAMS[:3], "bank"), "hoa-ter river")
        if kind == "road":
            out += group(banks(plots, ("road",), "kerb"), "hoa-ter road")
    clip = "hoa-table-edge"
    frame = tag(
        "clipPath", tag("rect", width=num(land.width * 10), height=num(land.depth * 10)), id=clip
    )
    return frame + tag("g", out, clip_path=f"url(#{clip})")


# ---------------------------------------------------------------------- sheet and frame
def sheet(land: Land) -> Ink:
    """The paper, with sparse grass."""
    size = {"width": num(land.width * 10), "height": num(land.depth * 10)}
    return tag("rect", klass="hoa-sheet", **size) + tag(
        "rect", klass="hoa-ter open_ground", fill=f"url({ref('p-open_ground')})", **size
    )


def frame(land: Land) -> Ink:
    """The border line, graduated like a ruler, with numbers every six inches."""
    width, depth = land.width * 10, land.depth * 10
    out = tag("rect", klass="hoa-neat", width=num(width), height=num(depth)) + tag(
        "rect",
        klass="hoa-neat outer",
        x="-8",
        y="-8",
        width=num(width + 16),
        height=num(depth + 16),
    )
    out += path(
        f"M0-4H{num(width)}M0 {num(depth + 4)}H{num(width)}M-4 {num(depth)}V0M{num(width + 4)} "
        f"{num(depth)}V0",
        "hoa-grad",
    )
    for number in range(0, int(land.width) + 1, 6):
        out += text(str(number), "hoa-grad-no", number * 10, -12) + text(
            str(number), "hoa-grad-no", number * 10, depth + 20
        )
    for number in range(6, int(land.depth), 6):
        out += text(str(number), "hoa-grad-no", -15, depth - number * 10 + 3) + text(
            str(number), "hoa-grad-no", width + 15, depth - number * 10 + 3
        )
    return out


def rose(land: Land) -> Ink:
    """The compass rose, in the corner of the table with the least country."""
    width, depth, half = land.width * 10, land.depth * 10, 30
    covered = (
        shapely.unary_union(
            [it.shape for piece in land.pieces if (it := plot(piece, land)) is not None]
        )
        if land.pieces
        else shapely.Point()
    )
    corners = [
        (width - half - 8, depth - half - 8),
        (half + 8, depth - half - 8),
        (width - half - 8, half + 8),
        (half + 8, half + 8),
    ]
    crowded = [
        shapely.box(x - half, y - half, x + half, y + half).intersection(covered).area
        for x, y in corners
    ]
    spot = corners[crowded.index(min(crowded))]
    return tag("g", use("hoa-o-rose"), transform=moved(spot)) if min(crowded) < 200 else NOTHING
