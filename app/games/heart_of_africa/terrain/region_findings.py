"""HOA-TAB: terrain that a region demands and permits."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.tables import rule_of
from app.games.heart_of_africa.terrain.chart import (
    ADDED,
    DEFENDED,
    PLACEMENT,
    SEA,
    WATERCOURSES,
    Chart,
    _kinds,
    _lines_the_shore,
    _region,
    inches,
    named,
    percent,
)
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import GRACE


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
            "{kinds} cover {covered} sq in, {share}% of the table; in this region two "
            "thirds ({least} sq in) are needed.",
            "{kinds}: {covered:pulgada+s} cuadradas, el {share} % de la mesa; en esta "
            "región hacen falta dos tercios ({least}).",
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
            "{kinds} cover {covered} sq in, {share}% of the table; one to two thirds ({least} to "
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
            "Permitted terrain covers {covered} sq in, {share}% of the table; a third ({limit} "
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
        "The sea or a great lake is for tables of the Coast, not of this region ({region}).",
        "El mar o un gran lago solo están en mesas de la Costa, no de esta región ({region}).",
        region=_region(chart),
    )


def foreign_pieces(chart: Chart) -> Iterator[Refusal]:
    """Pieces that the row of the region does not name. Streams, roads and fords have limits
    elsewhere; so has the sea. Rocks have their place along the water only.
    """
    rule = rule_of(chart.region)
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
                rule,
                "{piece}: there is none in this region ({region}).",
                "{piece}: no los hay en esta región ({region}).",
                piece=named(piece),
                region=_region(chart),
            )
