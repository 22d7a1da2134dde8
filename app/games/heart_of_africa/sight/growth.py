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
    if depth[0] > ON:
        looks.depths[kind] = round(float(depth[0]), 3)
    for (key, _), mine in zip(shapes, spans, strict=True):
        own = union_of([mine], without)
        if len(own.row) and (inches := float((own.stop - own.start).sum())) > ON:
            enters, leaves = (
                looks.lines.place(0, float(own.start[0])),
                looks.lines.place(0, float(own.stop[-1])),
            )
            looks.stretches.append(
                Stretch(
                    kind,
                    key,
                    *((leaves, enters) if looks.swapped[0] else (enters, leaves)),
                    round(inches, 3),
                )
            )
            if len(rows):
                spot = own.stop[-1:] if looks.swapped[0] else own.start[:1]
                says = (
                    SMOKE
                    if kind == "smoke"
                    else Say(DEPTH.en, DEPTH.es, {"what": GROWTH[kind], "limit": limit})
                )
                looks.block(rows, spot, rule, kind, key, says, inches=depth[rows])


SMOKE = say("Smoke is across the line.", "El humo tapa la línea.")
GROWTH = {
    "jungle": say("jungle", "jungla"),
    "long_grass": say("long grass", "hierba alta"),
    "village": say("village", "poblado"),
}
