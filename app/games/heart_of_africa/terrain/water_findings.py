"""HOA-TER and HOA-TAB: Findings about shores, beds of water and ravines of a finished table."""

from __future__ import annotations

from collections.abc import Iterator

from shapely.geometry import LineString

from app.games.heart_of_africa.land import EDGES, Piece
from app.games.heart_of_africa.tables import TERRAIN
from app.games.heart_of_africa.terrain.chart import (
    EDGE_NAMES,
    SEA,
    SLACK,
    TOUCH,
    WATERCOURSES,
    Chart,
    ended,
    inches,
    mean_width,
    named,
)
from app.kernel.refusal import Refusal, no
from app.kernel.say import say


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
