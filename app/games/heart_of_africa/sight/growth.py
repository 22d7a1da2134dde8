"""HOA-VIS: Jungle, long grass, villages and smoke between two figures: inches along the line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.games.heart_of_africa.sight import ground, smoke
from app.games.heart_of_africa.sight.lines_of_sight import SLIGHT, Looks, Stretch
from app.games.heart_of_africa.tables import TERRAIN, rule_of
from app.kernel.say import Say, say
from app.kernel.space.sightlines import (
    NOTHING,
    ON,
    Corners,
    Numbers,
    Spans,
    runs_in,
    union_of,
)

DEPTH_ROWS = {
    kind: row["sight"]
    for kind, row in TERRAIN.items()
    if row["sight"]["kind"] == "depth" and kind != "smoke"
}
"""Terrain that a line of sight goes into for some inches only, with its row about sight."""
LIMITS = {kind: float(row["max_depth"]) for kind, row in DEPTH_ROWS.items()}
DEPTH_RULES = {kind: rule_of(row) for kind, row in DEPTH_ROWS.items()}
DEPTH = say(
    "The line goes through {inches} in of {what}, more than {limit} in.",
    "La línea atraviesa {inches:pulgada+s} de {what}, más de {limit}.",
)


def growth_between(looks: Looks) -> None:
    """Jungle, long grass and villages, each kind added up by itself over all its patches."""
    land = ground.country(looks.battle.land)
    roads: list[Spans] | None = None
    for kind, row in DEPTH_ROWS.items():
        rule = rule_of(row)
        areas = () if looks.standard and row.get("standard_is_seen_over") else land.of(kind)
        if areas:
            roads = along_roads(looks) if roads is None else roads
            _add_up(
                looks,
                kind,
                rule,
                LIMITS[kind],
                [(area.piece.id, area.ring) for area in areas],
                roads,
            )


def along_roads(looks: Looks) -> list[Spans]:
    """HOA-TER-35: Along a straight stretch of road growth does not hinder sight, for the road is
    cut out of it. Crests, escarpments, the rims of ravines and other figures still do.
    """
    roads = ground.country(looks.battle.land).roads
    return (
        [
            runs_in(looks.lines, rows, road.ring)
            for road, rows in zip(roads, looks.near([road.ring for road in roads]), strict=True)
            if len(rows)
        ]
        if roads
        else []
    )


def smoke_between(looks: Looks) -> None:
    """HOA-FIR-08: Smoke blocks every line that goes through it, also for figures that stand in it.
    Flames block nothing more.
    """
    clouds = smoke.smoke_clouds(looks.battle)
    if clouds:
        _add_up(
            looks,
            "smoke",
            "HOA-FIR-08",
            SLIGHT,
            [(fire.id, Corners(outline)) for fire, outline in clouds],
            [],
        )


def _add_up(
    looks: Looks,
    kind: str,
    rule: str,
    limit: float,
    shapes: Sequence[tuple[str, Corners]],
    without: Sequence[Spans],
) -> None:
    """Blocks the lines with more inches in these shapes, all together, than the limit."""
    spans = [
        runs_in(looks.lines, rows, shape) if len(rows) else NOTHING
        for (_, shape), rows in zip(shapes, looks.near([shape for _, shape in shapes]), strict=True)
    ]
    depth = union_of(spans, without).totals(len(looks.free))
    rows = np.nonzero(depth > limit + ON)[0]
    if not looks.tells:
        looks.free[rows] = False
        return
    for row in np.nonzero(depth > ON)[0].tolist():
        looks.depths.setdefault(row, {})[kind] = round(float(depth[row]), 3)
    blocked = set(rows.tolist())
    says = (
        SMOKE
        if kind == "smoke"
        else Say(DEPTH.en, DEPTH.es, {"what": GROWTH[kind], "limit": limit})
    )
    for (key, _), mine in zip(shapes, spans, strict=True):
        own = union_of([mine], without)
        for row in np.unique(own.row).tolist():
            spot = _add_stretch(looks, row, kind, key, own)
            if spot is not None and row in blocked:
                at = np.array([row])
                looks.block(at, spot, rule, kind, key, says, inches=depth[at])


def _add_stretch(looks: Looks, row: int, kind: str, key: str, own: Spans) -> Numbers | None:
    """Add the stretch of a line through a shape. Returns the place where the line enters it, None
    if the stretch is too short.
    """
    mine = own.row == row
    start, stop = own.start[mine], own.stop[mine]
    inches = float((stop - start).sum())
    if inches <= ON:
        return None
    enters = looks.lines.place(row, float(start[0]))
    leaves = looks.lines.place(row, float(stop[-1]))
    is_swapped = bool(looks.swapped[row])
    ends = (leaves, enters) if is_swapped else (enters, leaves)
    looks.stretches.setdefault(row, []).append(Stretch(kind, key, *ends, round(inches, 3)))
    return stop[-1:] if is_swapped else start[:1]


SMOKE = say("Smoke is across the line.", "El humo tapa la línea.")
GROWTH = {
    "jungle": say("jungle", "jungla"),
    "long_grass": say("long grass", "hierba alta"),
    "village": say("village", "poblado"),
}
