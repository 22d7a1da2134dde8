"""Ground that bars a path: marsh, river, sea, steep slopes and fire."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import shapely

from app.games.heart_of_africa.figures import is_baggage, is_gun, is_mounted, is_on_foot, is_vessel
from app.games.heart_of_africa.land import Fire, Land
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight.ground import SLIGHT, Area, _inches, country, kept_with
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import FIRE, TERRAIN
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import Path, Point, is_inside, path_length
from app.kernel.space.sightlines import Corners, Lines, meets_box, runs_in, union_of

WATER = ("river", "ford", "sea_or_lake", "stream")


KOPJE_PATH_WIDTH = float(TERRAIN["kopje"]["path"]["width_ruling"])


BANK_STRIP = float(TERRAIN["river"]["bank_strip_ruling"]["depth"])


BURNING_TURNS = int(FIRE["burning_turns"])


def first_obstacle(battle: Battle, figure: Figure, path: Sequence[Point]) -> Refusal | None:
    """The first thing on the ground that forbids a path; None if nothing does."""
    return next(iter(ground_refusals(battle, figure, path)), None)


def ground_refusals(battle: Battle, figure: Figure, path: Sequence[Point]) -> tuple[Refusal, ...]:
    """All that the ground has against a path: marsh, water, kopje, fire. Boats have their own
    chapter.
    """
    if is_vessel(figure) or path_length(path) < SLIGHT:
        return ()
    land, legs = country(battle.land), Lines.along(path)
    near = meets_box(legs, np.arange(len(legs)), land.boxes).any(axis=0)
    areas = [area for area, there in zip(land.areas, np.atleast_1d(near), strict=True) if there]
    return found_in(
        *(BARS[area.kind](battle, area, figure, path) for area in areas if area.kind in BARS),
        into_the_fire(battle, path),
    )


def _goes_through(area: Area, path: Sequence[Point]) -> bool:
    legs = Lines.along(path)
    return _inches(runs_in(legs, np.arange(len(legs)), area.ring)) > SLIGHT


def no_marsh(battle: Battle, area: Area, figure: Figure, path: Sequence[Point]) -> Refusal | None:  # noqa: ARG001 - all kinds of ground share one signature
    """HOA-TER-24: Mounted troops, baggage, cannon and machine guns never enter marsh, on a road
    either.
    """
    if is_on_foot(figure) or not _goes_through(area, path):
        return None
    return no(
        "HOA-TER-24",
        "Mounted troops, guns and baggage cannot enter marsh.",
        "Ni montados, ni cañones, ni bagaje entran en la marisma.",
    )


def no_river(battle: Battle, area: Area, figure: Figure, path: Sequence[Point]) -> Refusal | None:
    """HOA-TER-30: a river is crossed in boats or at fords only. Men on foot may use the strip of it
    along its banks.
    """
    land, legs = country(battle.land), Lines.along(path)
    rows = np.arange(len(legs))
    wet = union_of(
        [runs_in(legs, rows, area.ring)],
        [runs_in(legs, rows, ford.ring) for ford in land.of("ford")],
    )
    if _inches(wet) <= SLIGHT:
        return None
    if (
        is_on_foot(figure)
        and shapely.LineString(path).intersection(deep_water(battle, area)).length <= 5 * SLIGHT
    ):
        return None
    return no(
        "HOA-TER-30",
        "A river is crossed by boat or at a ford; figures on foot may use the "
        "outermost {depth} in along its bank.",
        "Un río se cruza en bote o por un vado; las figuras a pie solo pueden pisar la "
        "orilla, hasta {depth} pulgada.",
        depth=BANK_STRIP,
    )


def deep_water(battle: Battle, area: Area) -> shapely.Geometry:
    """HOA-TER-32: Deep water of a river: all of it except its fords and the outermost inch along
    its banks. It does not block sight.
    """

    def make(land: Land) -> shapely.Geometry:
        others = [
            shapely.Polygon(other.points)
            for other in country(land).of(*WATER)
            if other is not area and other.kind not in ("stream", "ford")
        ]
        table = shapely.box(0, 0, land.width, land.depth).exterior
        shore = shapely.Polygon(area.points).exterior.difference(
            shapely.unary_union([table, *others]).buffer(2 * SLIGHT)
        )
        fords = shapely.unary_union(
            [shapely.make_valid(shapely.Polygon(ford.points)) for ford in country(land).of("ford")]
        )
        return (
            shapely.Polygon(area.points)
            .difference(shore.buffer(BANK_STRIP + SLIGHT))
            .difference(fords)
        )

    return kept_with(battle.land, f"deep water {area.piece.id}", make)


def no_sea(battle: Battle, area: Area, figure: Figure, path: Sequence[Point]) -> Refusal | None:  # noqa: ARG001 - all kinds of ground share one signature
    """Refusal of the sea and great lakes, which no figure walks into."""
    if not _goes_through(area, path):
        return None
    return no(
        "HOA-TER-33",
        "Only vessels enter the sea and great lakes.",
        "En el mar y los grandes lagos solo entran embarcaciones.",
    )


def no_climb(battle: Battle, area: Area, figure: Figure, path: Sequence[Point]) -> Refusal | None:  # noqa: ARG001 - all kinds of ground share one signature
    """HOA-TER-10: a kopje may be too steep but for a path, or altogether. The path takes one foot
    base; mounted troops, guns and baggage may not use it.
    """
    if area.piece.variant not in ("path_only", "closed"):
        return None
    way = shapely.LineString(path)
    slope = shapely.Polygon(area.points)
    if area.piece.variant == "closed" or len(area.piece.path) < 2:
        climbs = way.intersection(slope).length > SLIGHT
        return (
            no(
                "HOA-TER-10",
                "This kopje cannot be climbed.",
                "Este kopje no se puede escalar.",
            )
            if climbs
            else None
        )
    if area.high is not None:
        slope = slope.difference(shapely.Polygon(area.piece.high))
    climbs = way.intersection(slope).length > SLIGHT
    if climbs and (is_mounted(figure) or is_gun(figure) or is_baggage(figure)):
        return no(
            "HOA-TER-10",
            "Mounted troops, guns and baggage cannot use the path up this kopje.",
            "Ni montados, ni cañones, ni bagaje suben por el sendero de este kopje.",
        )
    strip = shapely.LineString(area.piece.path).buffer(KOPJE_PATH_WIDTH / 2 + SLIGHT, quad_segs=16)
    if climbs and way.intersection(slope.difference(strip)).length > 5 * SLIGHT:
        return no(
            "HOA-TER-10",
            "This kopje is climbed along its path only.",
            "Este kopje solo se sube por su sendero.",
        )
    return None


BARS: dict[str, Callable[[Battle, Area, Figure, Sequence[Point]], Refusal | None]] = {
    "marsh": no_marsh,
    "river": no_river,
    "sea_or_lake": no_sea,
    "kopje": no_climb,
}


def burning_fires(battle: Battle) -> tuple[Fire, ...]:
    """The fires that burn this turn. A fire burns in its first turn and the three that follow."""
    return tuple(
        fire for fire in battle.fires if fire.lit <= battle.turn < fire.lit + BURNING_TURNS
    )


def burning_at(battle: Battle, point: Point) -> Fire | None:
    return next(
        (
            fire
            for fire in burning_fires(battle)
            if len(fire.burning) > 2 and is_inside(fire.burning, point)
        ),
        None,
    )


def into_the_fire(battle: Battle, path: Sequence[Point]) -> Refusal | None:
    """The refusal of a path that leads into burning ground; a path may lead out of it. Burning
    rooms are checked with their building.
    """
    fires = (
        fire for fire in burning_fires(battle) if len(fire.burning) > 2 and "/" not in fire.target
    )
    return (
        in_flames()
        if any(next(entry_lengths(path, fire.burning), None) is not None for fire in fires)
        else None
    )


def in_flames() -> Refusal:
    """The refusal for a path into a fire."""
    return no(
        "HOA-FIR-06", "The path leads into burning ground.", "El camino entra en terreno en llamas."
    )


def entry_lengths(path: Sequence[Point], outline: Path) -> Iterator[float]:
    """Inches along a path at which it enters an outline from outside. A path that begins inside
    does not enter there.
    """
    legs = Lines.along(path)
    before = np.concatenate([[0.0], np.cumsum(legs.length)[:-1]])
    spans = runs_in(legs, np.arange(len(legs)), Corners(outline))
    reached = 0.0
    for start, stop in sorted(
        (before[row] + start, before[row] + stop)
        for row, start, stop in zip(spans.row, spans.start, spans.stop, strict=True)
    ):
        if start > reached + SLIGHT and stop - start > SLIGHT:
            yield float(start)
        reached = max(reached, stop)
