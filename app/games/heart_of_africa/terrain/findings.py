"""Findings about a finished table, all at once, in the order of the pages. Both players may still
accept it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from shapely.geometry import LineString, Point

from app.games.heart_of_africa.land import EDGES, Land, Piece, Work
from app.games.heart_of_africa.tables import TERRAIN, TERRAIN_NAMES
from app.games.heart_of_africa.terrain.chart import (
    ADDED,
    EDGE_NAMES,
    PLACEMENT,
    SEA,
    SLACK,
    STEADY,
    TOUCH,
    WATERCOURSES,
    Chart,
    _beside_a_village,
    _region,
    ended,
    inches,
    length_of,
    mean_width,
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
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.say import say
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


# ------------------------------------------------------------------------------------------------ s
def escarpment_slopes(chart: Chart) -> Iterator[Refusal]:
    """HOA-TER-06: The slope of an escarpment is 4 to 12 in wide from its top edge to its foot. It
    surrounds a hill or follows a table side.
    """
    least, most = TERRAIN["escarpment"]["slope_width"]
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
        widths = slope_widths(chart, piece)
        if widths and min(widths) < least - SLACK:
            yield no(
                "HOA-TER-06",
                "{piece} is only {width} in wide from its top edge to its foot; {least} to {most} "
                "in are asked.",
                "{piece} solo mide {width:pulgada+s} del borde superior al pie; se piden de "
                "{least} a {most}.",
                piece=named(piece),
                width=inches(min(widths)),
                least=least,
                most=most,
            )
        if widths and max(widths) > most + SLACK:
            yield no(
                "HOA-TER-06",
                "{piece} is {width} in wide from its top edge to its foot; {least} to {most} in "
                "are asked.",
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
    fewest, most_gates = TERRAIN["village"]["enclosure"]["gates_ruling"]["count"]
    narrowest, widest = TERRAIN["village"]["enclosure"]["gates_ruling"]["width"]
    for village in chart.of("village"):
        own = [
            fence
            for fence in fences
            if len(fence.line) > 1
            and area(village.outline).distance(LineString(fence.line)) <= 2 * TOUCH
        ]
        if not own:
            continue
        gates = gates_of(own)
        if not fewest <= len(gates) <= most_gates:
            yield no(
                "HOA-TER-19",
                "The enclosure of {piece} has {n} gates; {fewest} to {most} are needed.",
                "El cercado de {piece} tiene {n} puertas; ha de tener de {fewest} a {most}.",
                piece=named(village),
                n=len(gates),
                fewest=fewest,
                most=most_gates,
            )
        for gate in gates:
            if not narrowest - SLACK <= gate <= widest + SLACK:
                yield no(
                    "HOA-TER-19",
                    "A gate in the enclosure of {piece} is {width} in wide; {narrowest} to "
                    "{widest} in are asked.",
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


def water_side(chart: Chart) -> Iterator[Refusal]:
    """HOA-TER-33: Ocean or great lake is one side of the table, impassable and closed to later
    arrivals; its water may be drawn or not.
    """
    if chart.land.water_edge and chart.land.water_edge not in EDGES:
        yield no(
            "HOA-TER-33",
            "The water lies along one side of the table.",
            "El agua ocupa un lado de la mesa.",
        )
    for piece in chart.of(SEA):
        along = sides_along(chart, piece)
        if not along:
            yield no(
                "HOA-TER-33",
                "{piece} lies along no side of the table.",
                "{piece} no ocupa ningún lado de la mesa.",
                piece=named(piece),
            )
        elif chart.land.water_edge in EDGES and chart.land.water_edge not in along:
            yield no(
                "HOA-TER-33",
                "{piece} does not lie along the {edge} side, which is named as water.",
                "{piece} no ocupa el lado {edge}, que figura como agua.",
                piece=named(piece),
                edge=EDGE_NAMES[chart.land.water_edge],
            )


def sides_along(chart: Chart, piece: Piece) -> tuple[str, ...]:
    """The sides of the table along which a piece lies."""
    (west, south), (east, north) = (0, 0), (chart.land.width, chart.land.depth)
    lines = {
        "south": ((west, south), (east, south)),
        "north": ((west, north), (east, north)),
        "west": ((west, south), (west, north)),
        "east": ((east, south), (east, north)),
    }
    return tuple(
        edge
        for edge, line in lines.items()
        if (chart.ground[piece.id].buffer(TOUCH) & LineString(line)).length > 2 * TOUCH + 1
    )


def narrow_and_wide(chart: Chart) -> Iterator[Refusal]:
    """Findings about the widths of beds: streams up to 3 in, rivers from 3 in, ravines 2 to
    6 in.
    """
    limits = {
        "stream": ("HOA-TER-26", 0.0, TERRAIN["stream"]["width"]["max"]),
        "river": ("HOA-TER-30", TERRAIN["river"]["width"]["min"], 1000.0),
        "ravine": (
            "HOA-TER-28",
            TERRAIN["ravine"]["width"]["min"],
            TERRAIN["ravine"]["width"]["max"],
        ),
    }
    for piece in chart.of(*limits):
        rule, least, most = limits[piece.kind]
        width = mean_width(piece)
        if width < least - 2 * SLACK:
            yield no(
                rule,
                "{piece} is {width} in wide; {least} in at least are asked.",
                "{piece} mide {width:pulgada+s} de ancho; se piden al menos {least}.",
                piece=named(piece),
                width=inches(width),
                least=least,
            )
        if width > most + 2 * SLACK:
            yield no(
                rule,
                "{piece} is {width} in wide; {most} in at most are allowed.",
                "{piece} mide {width:pulgada+s} de ancho; se permiten {most} como mucho.",
                piece=named(piece),
                width=inches(width),
                most=most,
            )


# ------------------------------------------------------------------------------------------------ p


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


# ------------------------------------------------------------------------------------------------ w


def one_water_system(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-11: The watercourses of a table are one system; courses that meet, or end in the same
    marsh, belong together.
    """
    courses = list(chart.of(*WATERCOURSES))
    if len(courses) < 2:
        return
    linked, waiting = {courses[0].id}, [courses[0]]
    while waiting:
        one = waiting.pop()
        for other in (*courses, *chart.of("marsh")):
            if (
                other.id not in linked
                and chart.touch(one, other)
                and (one.kind != "marsh" or other.kind != "marsh")
            ):
                linked.add(other.id)
                waiting.append(other)
    apart = tuple(course for course in courses if course.id not in linked)
    if apart:
        yield no(
            "HOA-TAB-11",
            "{pieces} never meet the other water; a table has one system of watercourses.",
            "{pieces}: no se unen al resto del agua; una mesa tiene un solo sistema de cursos de "
            "agua.",
            pieces=tuple(map(named, apart)),
        )


def where_water_ends(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-12: A river ends at the table edge, in a lake or at the coast, at both ends. A stream
    may also end in a marsh, a river or a stream.
    """
    ends = {"river": ("river", SEA), "stream": ("river", "stream", SEA, "marsh")}
    for course in chart.of(*WATERCOURSES):
        found = ended(chart, course, chart.of(*ends[course.kind]))
        if found < 2:
            yield no(
                "HOA-TAB-12",
                "{piece} ends inside the table: {where} is needed at both ends.",
                "{piece} acaba dentro de la mesa: en ambos extremos hace falta {where}.",
                piece=named(course),
                where=say(
                    "a table edge, a lake or the coast", "un borde de la mesa, un lago o la costa"
                )
                if course.kind == "river"
                else say(
                    "a table edge, other water or a marsh",
                    "un borde de la mesa, otra agua o una marisma",
                ),
            )


def where_ravines_end(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-13: a ravine touches a table edge, a river or the coast with at least one end."""
    for ravine in chart.of("ravine"):
        if ended(chart, ravine, chart.of("river", SEA)) < 1:
            yield no(
                "HOA-TAB-13",
                "{piece} touches no table edge, river or coast with either end.",
                "{piece} no toca con ningún extremo un borde de la mesa, un río o la costa.",
                piece=named(ravine),
            )
