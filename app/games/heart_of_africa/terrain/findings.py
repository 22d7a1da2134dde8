"""Findings about a finished table, all at once, in the order of the pages. Both players may still
accept it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from shapely.geometry import LineString, Point

from app.games.heart_of_africa.land import Land, Piece, Work
from app.games.heart_of_africa.tables import TERRAIN, TERRAIN_NAMES
from app.games.heart_of_africa.terrain.chart import (
    ADDED,
    PLACEMENT,
    SLACK,
    STEADY,
    TOUCH,
    Chart,
    _beside_a_village,
    _region,
    inches,
    length_of,
    named,
)
from app.games.heart_of_africa.terrain.region_findings import (
    common_terrain,
    dominant_terrain,
    foreign_pieces,
    permitted_terrain,
    prairie_jungle,
    sea_and_lakes,
)
from app.games.heart_of_africa.terrain.shapes import area, resampled, sides_of
from app.games.heart_of_africa.terrain.water_findings import (
    narrow_and_wide,
    one_water_system,
    water_side,
    where_ravines_end,
    where_water_ends,
)
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import GRACE, angle_to, point_at


def findings(land: Land, region: str = "", scenario: str = "") -> tuple[Refusal, ...]:
    """Everything that speaks against the finished table. Without a region only shapes are
    checked.
    """
    chart = Chart(land, region or land.region, scenario)
    shapes = (escarpment_slopes, fields_with_a_village, enclosures, water_side, narrow_and_wide)
    everywhere = (piece_sizes, one_water_system, where_water_ends, where_ravines_end)
    by_region = (dominant_terrain, common_terrain, permitted_terrain)
    checks: tuple[Callable[[Chart], Iterable[Refusal]], ...] = shapes
    if chart.region:
        checks += (
            *by_region,
            everywhere[0],
            stream_and_road_lengths,
            prairie_jungle,
            *everywhere[1:],
            sea_and_lakes,
            foreign_pieces,
        )
    else:
        checks += everywhere
    return found_in(*(check(chart) for check in checks))


def escarpment_slopes(chart: Chart) -> Iterator[Refusal]:
    """HOA-TER-06: The slope of an escarpment is 4 to 12 in wide from its top edge to its foot. It
    surrounds a hill or follows a table side.
    """
    for piece in chart.of("escarpment"):
        if len(piece.top_edge) < 2:
            yield no(
                "HOA-TER-06",
                "{piece} has no top edge.",
                "{piece} no tiene borde superior.",
                piece=named(piece),
            )
            continue
        if len(piece.high) < 3 and any(
            chart.table.exterior.distance(Point(spot)) > TOUCH for spot in piece.top_edge
        ):
            yield no(
                "HOA-TER-06",
                "{piece} has no high ground behind its top edge.",
                "{piece} no tiene terreno alto tras su borde superior.",
                piece=named(piece),
            )
        yield from _slope_refusals(piece, slope_widths(chart, piece))


def _slope_refusals(piece: Piece, widths: Sequence[float]) -> Iterator[Refusal]:
    """Refusals of a slope that is too narrow or too wide (inches)."""
    least, most = TERRAIN["escarpment"]["slope_width"]
    if widths and min(widths) < least - SLACK:
        yield no(
            "HOA-TER-06",
            "{piece} is only {width} in wide from its top edge to its foot; {least} to {most} in "
            "are asked.",
            "{piece} solo mide {width:pulgada+s} del borde superior al pie; se piden de {least} a "
            "{most}.",
            piece=named(piece),
            width=inches(min(widths)),
            least=least,
            most=most,
        )
    if widths and max(widths) > most + SLACK:
        yield no(
            "HOA-TER-06",
            "{piece} is {width} in wide from its top edge to its foot; {least} to {most} in are "
            "asked.",
            "{piece} mide {width:pulgada+s} del borde superior al pie; se piden de {least} a "
            "{most}.",
            piece=named(piece),
            width=inches(max(widths)),
            least=least,
            most=most,
        )


def slope_widths(chart: Chart, piece: Piece) -> list[float]:
    """Widths of the slope in inches along its top edge, away from its two ends and without
    stretches cut off by the table edge.
    """
    slope, edge = area(piece.outline), LineString(piece.top_edge)
    spots = resampled(piece.top_edge, 1.0)
    ends = 0 if edge.is_ring else min(TERRAIN["escarpment"]["slope_width"][0], len(spots) // 2 - 1)
    widths = []
    for n in range(max(1, ends), len(spots) - max(1, ends)):
        ahead = angle_to(spots[n - 1], spots[n + 1])
        rays = [
            LineString([point_at(spots[n], ahead + turn, far) for far in (SLACK, 40)]) & slope
            for turn in (90, -90)
        ]
        runs = [
            run
            for ray in rays
            for run in getattr(ray, "geoms", (ray,))
            if run.length > SLACK and run.distance(Point(spots[n])) <= 2 * SLACK
        ]
        if not runs:
            continue
        foot = Point(
            max(
                max(runs, key=lambda one: one.length).coords,
                key=lambda spot: Point(spot).distance(Point(spots[n])),
            )
        )
        if chart.table.exterior.distance(foot) > 2 * SLACK:
            widths.append(edge.distance(foot))
    return widths


def fields_with_a_village(chart: Chart) -> Iterator[Refusal]:
    """HOA-TER-17: There are fields only where there is a village on the table; they need not touch
    it.
    """
    if chart.of("cultivation") and not chart.of("village"):
        yield no(
            "HOA-TER-17",
            "{piece}: fields need a village on the table.",
            "{piece}: los cultivos exigen un poblado en la mesa.",
            piece=named(chart.of("cultivation")[0]),
        )


def enclosures(chart: Chart) -> Iterator[Refusal]:
    """HOA-TER-19: An enclosure is declared man-high or higher and has one to three gates of 1 to 3
    in; a village may do without.
    """
    fences = tuple(work for work in chart.land.works if work.kind == "fence")
    if any(fence.height not in TERRAIN["village"]["enclosure"]["heights"] for fence in fences):
        yield no(
            "HOA-TER-19",
            "Choose if the village enclosure is man-high or higher.",
            "Hay que elegir si el cercado del poblado es de la altura de un hombre o más alto.",
        )
    for village in chart.of("village"):
        own = [
            fence
            for fence in fences
            if len(fence.line) > 1
            and area(village.outline).distance(LineString(fence.line)) <= 2 * TOUCH
        ]
        if not own:
            continue
        yield from _gate_refusals(village, gates_of(own))


def _gate_refusals(village: Piece, gates: Sequence[float]) -> Iterator[Refusal]:
    """Refusals of the number and the widths (inches) of the gates of a village."""
    fewest, most = TERRAIN["village"]["enclosure"]["gates_ruling"]["count"]
    narrowest, widest = TERRAIN["village"]["enclosure"]["gates_ruling"]["width"]
    if not fewest <= len(gates) <= most:
        yield no(
            "HOA-TER-19",
            "The enclosure of {piece} has {n} gates; {fewest} to {most} are needed.",
            "El cercado de {piece} tiene {n} puertas; ha de tener de {fewest} a {most}.",
            piece=named(village),
            n=len(gates),
            fewest=fewest,
            most=most,
        )
    for gate in gates:
        if not narrowest - SLACK <= gate <= widest + SLACK:
            yield no(
                "HOA-TER-19",
                "A gate in the enclosure of {piece} is {width} in wide; {narrowest} to {widest} in "
                "are asked.",
                "Una puerta del cercado de {piece} mide {width:pulgada+s}; se piden de "
                "{narrowest} a {widest}.",
                piece=named(village),
                width=inches(gate),
                narrowest=narrowest,
                widest=widest,
            )


def gates_of(fences: Iterable[Work]) -> tuple[float, ...]:
    """The widths of the gaps between the ends of fences that stand round one village."""
    loose = [
        spot
        for fence in fences
        for spot in ((fence.line[0], fence.line[-1]) if fence.line[0] != fence.line[-1] else ())
    ]
    gates = []
    while len(loose) > 1:
        end = loose.pop(0)
        partner = min(loose, key=lambda spot: Point(end).distance(Point(spot)))
        loose.remove(partner)
        gates.append(Point(end).distance(Point(partner)))
    return tuple(gate for gate in gates if gate > GRACE)


def piece_sizes(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-08: a piece is 12 to 48 in along its longest side, except dominant terrain,
    watercourses, roads and a sea edge.
    """
    least, most = PLACEMENT["piece_longest_side"]["min"], PLACEMENT["piece_longest_side"]["max"]
    free = STEADY | ADDED | set(chart.region["dominant"] if chart.region else ())
    for piece in chart.land.pieces:
        if piece.kind in free:
            continue
        longest = sides_of(area(piece.outline))[0]
        if longest < least - GRACE and not (
            piece.kind == "cultivation" and _beside_a_village(chart, piece)
        ):
            yield no(
                "HOA-TAB-08",
                "{piece} is {size} in along its longest side; {least} to {most} in are asked.",
                "{piece} mide {size:pulgada+s} en su lado mayor; se piden de {least} a {most}.",
                piece=named(piece),
                size=inches(longest),
                least=least,
                most=most,
            )
        if longest > most + GRACE:
            yield no(
                "HOA-TAB-08",
                "{piece} is {size} in along its longest side; {most} in are the most.",
                "{piece} mide {size:pulgada+s} en su lado mayor; el máximo es {most}.",
                piece=named(piece),
                size=inches(longest),
                most=most,
            )


def stream_and_road_lengths(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-09: Each region has its most inches of streams and of roads, added up over the
    table.
    """
    for kind, limit in (("stream", chart.region["max_stream"]), ("road", chart.region["max_road"])):
        whole = sum(map(length_of, chart.of(kind)))
        if whole > limit + GRACE:
            yield no(
                "HOA-TAB-09",
                "{kinds}: {whole} in altogether; {region} has at most {limit} in.",
                "{kinds}: {whole:pulgada+s} en total; {region} admite {limit}.",
                kinds=TERRAIN_NAMES[kind],
                whole=inches(whole),
                region=_region(chart),
                limit=limit,
            )
