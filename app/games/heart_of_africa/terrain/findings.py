"""What a finished table breaks: everything at once, in the order of the pages. Both players may
accept it all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from shapely import unary_union
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.state import EDGES, Land, Piece, Work
from app.games.heart_of_africa.tables import REGIONS, TERRAIN, TERRAIN_DATA, TERRAIN_NAMES
from app.games.heart_of_africa.terrain.shapes import area, parts, resampled, sides_of
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.say import Say, say
from app.kernel.space.plane import GRACE, bearing, moved

PLACEMENT: dict[str, Any] = TERRAIN_DATA["placement"]
WATERCOURSES = ("stream", "river")
SEA = "sea_or_lake"
STEADY = frozenset(
    {"stream", "river", "ford", "road", SEA}
)  # kinds with rules of their own for size
ADDED = frozenset({"camp", "kraal", "smoke"})  # put down by the defender or by the battle
DEFENDED = ("planned_attack", "raid")
TOUCH = 0.5
"""Pieces with a gap of at most this touch on a drawn map (inches)."""
SLACK = 0.05
"""Tolerance in favour of a drawn shape (inches)."""
EDGE_NAMES = {
    "south": say("south", "sur"),
    "north": say("north", "norte"),
    "west": say("west", "oeste"),
    "east": say("east", "este"),
}


class Chart:
    """A table with the ground of its pieces worked out once."""

    def __init__(self, land: Land, region: str, scenario: str):
        self.land, self.region, self.scenario = land, REGIONS.get(region), scenario
        self.table: Polygon = Polygon(
            ((0, 0), (land.width, 0), (land.width, land.depth), (0, land.depth))
        )
        self.size = self.table.area
        self.ground: dict[str, BaseGeometry] = {
            piece.id: area(piece.outline) & self.table for piece in land.pieces
        }

    def of(self, *kinds: str) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.land.pieces if piece.kind in kinds)

    def together(self, pieces: Iterable[Piece]) -> float:
        """The square inches under some pieces, ground that lies under two of them counted once."""
        return unary_union([self.ground[piece.id] for piece in pieces]).area

    def touch(self, one: Piece, other: Piece) -> bool:
        return self.ground[one.id].distance(self.ground[other.id]) <= TOUCH

    def share(self, name: str, limit: str) -> float:
        return float(Fraction(str(PLACEMENT[name][limit]))) * self.size


def findings(land: Land, region: str = "", scenario: str = "") -> tuple[Refusal, ...]:
    """Everything that speaks against the finished table, none if it is in order. Without a region
    only shapes are looked at.
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
            *PIECES_OF.values(),
        )
    else:
        checks += everywhere
    return found_in(*(check(chart) for check in checks))


def named(piece: Piece) -> Say:
    return say(
        "{what} {id}", "{what} {id}", what=TERRAIN_NAMES.get(piece.kind, piece.kind), id=piece.id
    )


def inches(number: float) -> float:
    return round(number + 0.0, 1)


def percent(part: float, whole: float) -> float:
    return round(100 * part / whole, 1)


# ------------------------------------------------------------------------------------------------ s
def escarpment_slopes(chart: Chart) -> Iterator[Refusal]:
    """HOA-TER-06: the slope of an escarpment is 4 to 12 in wide from its top edge to its foot; it
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
    """How wide the slope is at places along its top edge, away from its two ends; stretches cut off
    by the table edge left out.
    """
    slope, edge = area(piece.outline), LineString(piece.top_edge)
    spots = resampled(piece.top_edge, 1.0)
    ends = 0 if edge.is_ring else min(TERRAIN["escarpment"]["slope_width"][0], len(spots) // 2 - 1)
    widths = []
    for n in range(max(1, ends), len(spots) - max(1, ends)):
        ahead = bearing(spots[n - 1], spots[n + 1])
        rays = [
            LineString([moved(spots[n], ahead + turn, SLACK), moved(spots[n], ahead + turn, 40)])
            & slope
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
    """HOA-TER-17: there are fields only where there is a village on the table; they need not touch
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
    """HOA-TER-19: an enclosure is declared man-high or higher and has one to three gates of 1 to 3
    in; a village may do without.
    """
    fences = tuple(work for work in chart.land.works if work.kind == "fence")
    if any(fence.height not in TERRAIN["village"]["enclosure"]["heights"] for fence in fences):
        yield no(
            "HOA-TER-19",
            "Say whether the village enclosure is man-high or higher.",
            "Hay que decir si la cerca del poblado es de talla humana o más alta.",
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
                "The enclosure of {piece} has {n} gates; it has to have {fewest} to {most}.",
                "La cerca de {piece} tiene {n} puertas; ha de tener de {fewest} a {most}.",
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
                    "Una puerta de la cerca de {piece} mide {width:pulgada+s}; se piden de "
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
    """HOA-TER-33: ocean or great lake is one side of the table, impassable and closed to later
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
    """Streams up to 3 in, rivers from 3 in, ravines 2 to 6 in: how wide their beds may be drawn,
    under the rule of each.
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


def mean_width(piece: Piece) -> float:
    """The usual width of a strip."""
    bed = area(piece.outline)
    return bed.area / length_of(piece) if length_of(piece) > 0 else 0.0


def length_of(piece: Piece) -> float:
    """The inches of a strip along its middle line; without one, along its outline."""
    if len(piece.path) > 1:
        return LineString(piece.path).length
    bed = area(piece.outline)
    longer, shorter = sides_of(bed)
    bent = (bed.length / 2 + (max(0.0, (bed.length / 2) ** 2 - 4 * bed.area)) ** 0.5) / 2
    return longer if bed.area > 0.9 * longer * shorter else bent


# ------------------------------------------------------------------------------------------------ p
def dominant_terrain(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-05: dominant terrain, all its kinds together, fills at least two thirds of the
    table.
    """
    kinds = chart.region["dominant"]
    least = chart.share("dominant", "min_share")
    covered = chart.together(chart.of(*kinds))
    if kinds and covered < least - GRACE:
        yield no(
            "HOA-TAB-05",
            "{kinds} cover {covered} sq in, {share} % of the table; in this region two thirds "
            "({least} sq in) are theirs.",
            "{kinds}: {covered:pulgada+s} cuadradas, el {share} % de la mesa; en esta región les "
            "tocan dos tercios ({least}).",
            kinds=_kinds(kinds),
            covered=inches(covered),
            share=percent(covered, chart.size),
            least=inches(least),
        )


def common_terrain(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-06: common terrain, all its kinds together, covers one to two thirds of the table in
    at least two pieces.
    """
    kinds = chart.region["common"]
    if not kinds:
        return
    pieces = chart.of(*kinds)
    least, most = (chart.share("common", limit) for limit in ("min_share", "max_share"))
    covered = chart.together(pieces)
    if not least - GRACE <= covered <= most + GRACE:
        yield no(
            "HOA-TAB-06",
            "{kinds} cover {covered} sq in, {share} % of the table; one to two thirds ({least} to "
            "{most} sq in) are asked.",
            "{kinds}: {covered:pulgada+s} cuadradas, el {share} % de la mesa; se pide de uno a "
            "dos tercios (de {least} a {most}).",
            kinds=_kinds(kinds),
            covered=inches(covered),
            share=percent(covered, chart.size),
            least=inches(least),
            most=inches(most),
        )
    if len(pieces) < PLACEMENT["common"]["min_pieces"]:
        yield no(
            "HOA-TAB-06",
            "Of {kinds} at least {least} pieces are asked; the table has {n}.",
            "Se piden al menos {least} piezas de {kinds}; la mesa tiene {n}.",
            kinds=_kinds(kinds),
            least=PLACEMENT["common"]["min_pieces"],
            n=len(pieces),
        )


def permitted_terrain(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-07: up to two pieces of permitted terrain, on up to a third of the table; the village
    of the scenario is not counted.
    """
    groups = permitted_pieces(chart)
    most = PLACEMENT["permitted"]["max_pieces"]
    if len(groups) > most:
        yield no(
            "HOA-TAB-07",
            "{n} pieces of permitted terrain ({pieces}); {most} may be used.",
            "{n} piezas de terreno permitido ({pieces}); caben {most}.",
            n=len(groups),
            pieces=tuple(named(group[0]) for group in groups),
            most=most,
        )
    covered, limit = (
        chart.together(piece for group in groups for piece in group),
        chart.share("permitted", "max_share"),
    )
    if covered > limit + GRACE:
        yield no(
            "HOA-TAB-07",
            "Permitted terrain covers {covered} sq in, {share} % of the table; a third ({limit} "
            "sq in) is the most.",
            "El terreno permitido ocupa {covered:pulgada+s} cuadradas, el {share} % de la mesa; "
            "un tercio ({limit}) es el máximo.",
            covered=inches(covered),
            share=percent(covered, chart.size),
            limit=inches(limit),
        )


def permitted_pieces(chart: Chart) -> list[tuple[Piece, ...]]:
    """Pieces of permitted terrain, a village with its fields as one; without the village that the
    scenario brings.
    """
    near = 12 + GRACE
    villages = [[piece] for piece in chart.of("village")]
    loose = []
    for tilled in chart.of("cultivation"):
        home = min(
            villages,
            key=lambda group: chart.ground[group[0].id].distance(chart.ground[tilled.id]),
            default=None,
        )
        if home is not None and chart.ground[home[0].id].distance(chart.ground[tilled.id]) <= near:
            home.append(tilled)
        else:
            loose.append([tilled])
    if chart.scenario in DEFENDED and villages:
        villages.remove(max(villages, key=lambda group: bool(group[0].owner)))
    others = [
        [piece]
        for piece in chart.land.pieces
        if piece.kind in chart.region["permitted"] and piece.kind not in ("village", "cultivation")
    ]
    return [
        tuple(group)
        for group in (*villages, *loose, *others)
        if group[0].kind in chart.region["permitted"]
    ]


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


def _beside_a_village(chart: Chart, tilled: Piece) -> bool:
    return any(
        chart.ground[village.id].distance(chart.ground[tilled.id]) <= 12 + GRACE
        for village in chart.of("village")
    )


def stream_and_road_lengths(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-09: each region has its most inches of streams and of roads, added up over the
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
def prairie_jungle(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-10: in the Prairie every piece of jungle touches a stream or a river, and lines most
    of it.
    """
    if chart.region["id"] != "prairie":
        return
    water = chart.of(*WATERCOURSES)
    for jungle in chart.of("jungle"):
        if not any(chart.touch(jungle, course) for course in water):
            yield no(
                "HOA-TAB-10",
                "{piece} touches no stream or river, as jungle in the Prairie does.",
                "{piece} no toca ningún arroyo o río, como toda jungla en la Pradera.",
                piece=named(jungle),
            )


def one_water_system(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-11: the watercourses of a table are one system; courses that meet, or end in the same
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
    """HOA-TAB-12: a river ends at the table edge, in a lake or at the coast, at both ends; a stream
    also in a marsh, a river or a stream.
    """
    ends = {"river": ("river", SEA), "stream": ("river", "stream", SEA, "marsh")}
    for course in chart.of(*WATERCOURSES):
        found = ended(chart, course, chart.of(*ends[course.kind]))
        if found < 2:
            yield no(
                "HOA-TAB-12",
                "{piece} ends in the middle of the country: {where} is asked at both ends.",
                "{piece} acaba en medio del campo: en ambos extremos se pide {where}.",
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


def ended(chart: Chart, course: Piece, at: Iterable[Piece]) -> int:
    """How many ends of a strip lie at the table edge or at one of these pieces."""
    goals: BaseGeometry = unary_union(
        [chart.table.exterior, *(chart.ground[piece.id] for piece in at if piece.id != course.id)]
    )
    if len(course.path) > 1:
        reach = max(TOUCH, mean_width(course) / 2)
        return sum(
            goals.distance(Point(end)) <= reach or not chart.table.covers(Point(end))
            for end in (course.path[0], course.path[-1])
        )
    met = chart.ground[course.id].buffer(TOUCH / 2) & goals.buffer(TOUCH / 2)
    return len(parts(met))


def sea_and_lakes(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-14: ocean and great lakes belong to the Coast; their shore may be lined with rocks,
    escarpments or marsh.
    """
    if chart.region["id"] in PLACEMENT["sea_or_lake_only_in"] or not (
        chart.of(SEA) or chart.land.water_edge
    ):
        return
    yield no(
        "HOA-TAB-14",
        "The sea or a great lake belongs to the Coast, not to this region ({region}).",
        "El mar o un gran lago son cosa de la Costa, no de esta región ({region}).",
        region=_region(chart),
    )


# ------------------------------------------------------------------------------------------------ t
def steppe_pieces(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-15: the Steppe has low hills, escarpments, ravines and rocks; kopjes, long grass and
    a village are permitted.
    """
    yield from _strangers(chart, "steppe")


def savannah_pieces(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-16: the Savannah has low hills and long grass; kopjes, escarpments, jungle, fields, a
    village, marsh and a river are permitted.
    """
    yield from _strangers(chart, "savannah")


def prairie_pieces(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-17: the Prairie is long grass; low hills, jungle, fields, a village, marsh, ravines
    and a river are permitted.
    """
    yield from _strangers(chart, "prairie")


def forest_pieces(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-18: the Forest is jungle with marshes; low hills, escarpments, long grass, fields, a
    village and a river are permitted.
    """
    yield from _strangers(chart, "forest")


def mountain_pieces(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-19: the Mountain is hills, escarpments and kopjes with jungle and rocks; grass,
    fields, a village, marsh and ravines are permitted.
    """
    yield from _strangers(chart, "mountain")


def coast_pieces(chart: Chart) -> Iterator[Refusal]:
    """HOA-TAB-20: the Coast has sea or lake, escarpments, jungle, marsh and ravines; low hills,
    grass, fields, a village and a river are permitted.

    Rocks have their place along the water only.
    """
    yield from _strangers(chart, "coast")


PIECES_OF: dict[str, Callable[[Chart], Iterator[Refusal]]] = {
    "steppe": steppe_pieces,
    "savannah": savannah_pieces,
    "prairie": prairie_pieces,
    "forest": forest_pieces,
    "mountain": mountain_pieces,
    "coast": coast_pieces,
}


def _strangers(chart: Chart, region: str) -> Iterator[Refusal]:
    """Pieces that the list of the region does not name. Streams, roads and fords have limits
    elsewhere; so has the sea.
    """
    if chart.region["id"] != region:
        return
    listed = {
        *chart.region["dominant"],
        *chart.region["common"],
        *chart.region["permitted"],
        *ADDED,
        "stream",
        "road",
        SEA,
    }
    for piece in chart.land.pieces:
        fording = piece.kind == "ford" and any(
            chart.touch(piece, course) for course in chart.of(*WATERCOURSES)
        )
        if piece.kind not in listed and not fording and not _lines_the_shore(chart, piece):
            yield no(
                chart.region["rule"],
                "{piece}: there is none in this region ({region}).",
                "{piece}: no los hay en esta región ({region}).",
                piece=named(piece),
                region=_region(chart),
            )


def _lines_the_shore(chart: Chart, piece: Piece) -> bool:
    return piece.kind == "rocky_ground" and any(
        chart.touch(piece, water) for water in chart.of(SEA)
    )


def _region(chart: Chart) -> Say:
    return say(chart.region["name_en"], chart.region["name_es"])


def _kinds(kinds: Iterable[str]) -> tuple[Say, ...]:
    return tuple(TERRAIN_NAMES[kind] for kind in kinds)
