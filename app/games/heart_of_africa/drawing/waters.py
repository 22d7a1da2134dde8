"""Streams, rivers, fords, shores and ravines, drawn as strips."""

from __future__ import annotations

import shapely

from app.games.heart_of_africa.drawing.pen import flow, hachures, nearest_on_line
from app.games.heart_of_africa.drawing.plots import (
    Plot,
    edges_inside,
    lines_of,
    sprinkled,
    wash,
)
from app.kernel.scene import NOTHING, Ink, in_layers
from app.kernel.strokes import (
    num,
    part_way,
    path,
    poly,
    spaced_at,
    tag,
)


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
            nearest_on_line(spot, middle)
            if len(middle) > 1
            else (it.shape.centroid.x, it.shape.centroid.y)
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
