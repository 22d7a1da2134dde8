"""The sea, the courses of water and ravines, and fords."""

from __future__ import annotations

from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import SEA
from app.games.heart_of_africa.terrain.country import NOTHING, Country, Range
from app.kernel.space.plane import Path, on_grid, path_length
from app.kernel.space.plane import Point as Spot


def add_sea(country: Country, edge: str, deep: float) -> Piece | None:
    """The strip of sea or great lake along one side."""
    far = 14.0  # the shore goes on beyond the table
    ends = {
        "south": ((-far, deep), (country.width + far, deep)),
        "north": ((-far, country.depth - deep), (country.width + far, country.depth - deep)),
        "west": ((deep, -far), (deep, country.depth + far)),
        "east": ((country.width - deep, -far), (country.width - deep, country.depth + far)),
    }[edge]
    shore = shapes.winding(country.chance, *ends, 1.9, 15.0)
    out = {"south": (0, -20), "north": (0, 20), "west": (-20, 0), "east": (20, 0)}[edge]
    rim = [(x + out[0], y + out[1]) for x, y in (shore[-1], shore[0])]
    country.water_edge = edge
    return country.add(SEA, Polygon((*shore, *rim)).buffer(0))


def add_course(
    country: Country,
    kind: str,
    start: Spot,
    end: Spot,
    widths: Range,
    sway: float,
    bend: float,
    most: float = 400.0,
) -> Piece | None:
    """A stream, river or ravine between two spots, not longer than `most`."""
    for damp in (1.0, 0.75, 0.5, 0.25):
        line = shapes.as_path(shapes.winding(country.chance, start, end, sway * damp, bend))
        if path_length(line) <= most and all(
            -0.01 <= x <= country.width + 0.01 and -0.01 <= y <= country.depth + 0.01
            for x, y in line
        ):
            return add_course_along(country, kind, line, widths)
    return None


def add_course_along(
    country: Country, kind: str, line: Path, widths: Range, into: BaseGeometry = NOTHING
) -> Piece | None:
    bed = shapes.watercourse(
        country.chance, line, widths, country.table, kind == "ravine"
    ).difference(into)
    length = path_length(line)
    flow = (
        on_grid(
            (
                (line[-1][0] - line[0][0]) / max(length, 1),
                (line[-1][1] - line[0][1]) / max(length, 1),
            )
        )
        if kind == "river"
        else None
    )
    return country.add(kind, bed, path=line, flow=flow)


def add_ford(country: Country, river: Piece, at: Spot, length: float) -> Piece | None:
    """The stretch of a river round a spot, bank to bank, as a ford."""
    line = LineString(river.path)
    along = line.project(Point(at))
    if along < length or along > line.length - length:
        return None
    reach = shapes.stretch(river.path, along - length / 2, along + length / 2)
    across = LineString(reach).buffer(5.5, cap_style="flat", quad_segs=2)
    return country.add("ford", country.ground[river.id].buffer(0.15, quad_segs=2) & across)


def add_fords(country: Country, river: Piece, least: int = 2) -> None:
    """Fords where tracks cross the river, and more until there are enough, well apart."""
    line = LineString(river.path)
    met = [
        spot
        for road in country.of("road")
        for spot in crossing_points(LineString(road.path) & line)
    ]
    crossed = sorted(
        line.project(Point(spot)) for spot in met if add_ford(country, river, spot, 3.6)
    )
    taken = [at for n, at in enumerate(crossed) if n == 0 or at - crossed[n - 1] > 6]
    wanted = max(least, round(line.length / 30))
    for apart in (14, 8):
        for share in (0.22, 0.78, 0.5, 0.36, 0.64):
            at = line.length * (share + country.chance.uniform(-0.06, 0.06))
            if (
                len(taken) < wanted
                and all(abs(at - other) > apart for other in taken)
                and add_ford(country, river, line.interpolate(at).coords[0], 3.4)
            ):
                taken.append(at)


def crossing_points(crossing: BaseGeometry) -> list[Spot]:
    """The single points of a crossing of two lines."""
    return [
        one.coords[0] for one in getattr(crossing, "geoms", (crossing,)) if isinstance(one, Point)
    ]
