"""The ground of a table in the style of a nineteenth-century campaign map: parts that no move
changes, drawn once for a table.

The drawn outline is the outline of the rules; texture may cross it, the edge line never does. Every
irregular stroke is seeded with the id of its piece.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import shapely

from app.games.heart_of_africa.drawing.growth import (
    cultivation,
    growing,
    jungle,
    long_grass,
    marsh,
    open_ground,
    pools,
)
from app.games.heart_of_africa.drawing.heights import escarpment, kopje, low_hill, relief
from app.games.heart_of_africa.drawing.pen import offset_line
from app.games.heart_of_africa.drawing.plots import (
    GROWN,
    Plot,
    edges_inside,
    plot,
    sprinkled,
    wash,
)
from app.games.heart_of_africa.drawing.store import drawing_address
from app.games.heart_of_africa.drawing.waters import (
    bank_strokes,
    ford,
    ravine,
    river,
    sea_or_lake,
    stream,
)
from app.games.heart_of_africa.land import Land
from app.kernel.scene import NOTHING, Ink, in_layers
from app.kernel.strokes import (
    group,
    hand_for,
    left_of,
    line,
    moved,
    num,
    path,
    poly,
    spaced_at,
    tag,
    text,
    use,
)

STREAMS = ("stream", "river", "ford", "sea_or_lake")
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
RUT = 2.8
"""Distance of a rut from the middle of its road, in tenths of an inch."""
TABLE_EDGE = "hoa-table-edge"


# ---------------------------------------------------------------------- people


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


def road(it: Plot) -> Ink:
    """A pale strip; kerbs and ruts follow after the last road."""
    return wash(it)


def ruts(plots: Iterable[Plot]) -> Ink:
    """Two ruts along the middle of each road."""
    middles = [it.line(it.piece.path) for it in plots if it.piece.kind == "road"]
    return path(
        "".join(
            poly(offset_line(middle, side * RUT), closed=False)
            for middle in middles
            if len(middle) > 1
            for side in (-1, 1)
        ),
        "rut",
    )


DRAWN: dict[str, Callable[[Plot], Ink]] = {
    "low_hill": low_hill,
    "escarpment": escarpment,
    "kopje": kopje,
    "jungle": jungle,
    "long_grass": long_grass,
    "rocky_ground": growing,
    "cultivation": cultivation,
    "marsh": marsh,
    "village": village,
    "camp": camp,
    "kraal": kraal,
    "stream": stream,
    "river": river,
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
    """The country of a table, cut off at its edge."""
    edge = tag("rect", width=num(land.width * 10), height=num(land.depth * 10))
    clip = tag("clipPath", edge, id=TABLE_EDGE)
    return clip + tag("g", pieces_of(land), clip_path=f"url(#{TABLE_EDGE})")


def pieces_of(land: Land) -> Ink:
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
        out += in_layers(
            group(DRAWN[kind](it), f"hoa-ter {kind}") for it in plots if it.piece.kind == kind
        )
        if kind == GROWN:
            out += in_layers(
                group(OVER[it.piece.kind](it), f"hoa-ter {it.piece.kind}")
                for it in plots
                if it.piece.kind in OVER
            )
        if kind == "sea_or_lake":
            out += group(bank_strokes(plots), "hoa-ter river")
        if kind == "ford":
            out += group(banks(plots, STREAMS[:3], "bank"), "hoa-ter river")
        if kind == "road":
            out += group(banks(plots, ("road",), "kerb") + ruts(plots), "hoa-ter road")
    return out


# ---------------------------------------------------------------------- sheet and frame
def sheet(land: Land) -> Ink:
    """The paper, with dark and pale patches and sparse grass."""
    size = {"width": num(land.width * 10), "height": num(land.depth * 10)}
    patches = open_ground(land.width * 10, land.depth * 10, hand_for("sheet", land.name))
    return (
        tag("rect", klass="hoa-sheet", **size)
        + group(patches, "hoa-ter open_ground", clip_path=f"url(#{TABLE_EDGE})")
        + tag("rect", klass="hoa-grass", fill=f"url({drawing_address('p-open_ground')})", **size)
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
