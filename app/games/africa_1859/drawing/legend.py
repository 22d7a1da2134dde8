"""Legend of the map: counters, marks, markers of the spaces, grounds and ways with their words."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from app.games.africa_1859.data_file import CATALOGUE, VERSIONS, Kind
from app.games.africa_1859.drawing import counters, vignettes
from app.games.africa_1859.drawing.markers import draw_points
from app.games.africa_1859.drawing.position import MOROCCO, SHAPES, SPAIN, LeaderPiece, UnitPiece
from app.games.africa_1859.drawing.sheet import PLATE
from app.games.africa_1859.drawing.stacks import draw_stack, strip
from app.games.africa_1859.drawing.terrain_rings import draw_fort, draw_works
from app.games.africa_1859.drawing.ways import draw_specimen
from app.games.africa_1859.drawing.words import WORDS
from app.kernel.legend import Legend, LegendRow, Specimen, square
from app.kernel.scene import Box, Ink
from app.kernel.strokes import group, tag, use

COUNTER, MARKED, SPACE, SIGN, GROUND = (
    66.0,
    78.0,
    140.0,
    60.0,
    84.0,
)  # sizes of the pictures, in units
SPANISH = f"side-{SHAPES[SPAIN]}"
STACK, POINTS = 112.0, 34.0
SIGNED = ("infantry", "light", "cavalry", "artillery", "engineer", "convoy")
"""Classes of units with a sign of their own in a stack."""
BELOW = (-15.0, 14.0, 30.0, 30.0)
"""Box of the sign of one unit under its stack."""
BEFORE = (-70.0, -105.0, 140.0, 140.0)
TOWARDS = (0.0, -1.0)
"""Part of a space with its works, and their direction: to the north."""
STATES: dict[str, dict[str, bool | int]] = {
    "reduced": {"is_reduced": True, "steps": 1},
    "demoralised": {"is_demoralised": True},
    "acted": {"has_acted": True},
    "fired": {"has_fired": True},
}


@lru_cache(maxsize=4)
def legend(language: str) -> Legend:
    """All kinds of units, a leader of each side, states, markers of spaces, grounds and ways."""
    kinds = VERSIONS[CATALOGUE].kinds
    symbols = vignettes.draw_symbols() + counters.draw_definitions(tuple(kinds))
    rows = (*piece_rows(language), *mark_rows(language), *ground_rows(language))
    return Legend("af-board", symbols, rows)


def piece_rows(language: str) -> tuple[LegendRow, ...]:
    """Counters of all kinds, and the medallions of leaders."""
    words = WORDS[language]
    units = tuple(
        LegendRow(
            key,
            "pieces",
            f"{kind.title.in_(language)} ({words['sides'][kind.side]})",
            Specimen(counters.draw_unit(unit_of(kind, language)), square(COUNTER)),
        )
        for key, kind in VERSIONS[CATALOGUE].kinds.items()
    )
    leaders = tuple(
        LegendRow(
            f"leader-{side}",
            "pieces",
            f"{words['leader']} ({words['sides'][side]})",
            Specimen(
                counters.draw_leader(LeaderPiece("", "", "", side, "", (1, 1))), square(COUNTER)
            ),
        )
        for side in (SPAIN, MOROCCO)
    )
    return units + leaders


def unit_of(kind: Kind, language: str) -> UnitPiece:
    """Fresh unit of a kind."""
    return UnitPiece(
        id="",
        name="",
        kind=kind.key,
        kind_name=kind.title.in_(language),
        unit_class=kind.unit_class,
        is_light=kind.is_light,
        side=kind.side,
        space="",
        factors=(kind.cf, kind.af or kind.ff, kind.morale),
        steps=kind.steps,
        full=kind.steps,
    )


def mark_rows(language: str) -> tuple[LegendRow, ...]:
    """States of a unit, and markers of a space."""
    words = WORDS[language]
    unit = fresh_unit(language)
    states = tuple(
        LegendRow(
            key,
            "marks",
            words[key],
            Specimen(counters.draw_unit(msgspec.structs.replace(unit, **changes)), square(MARKED)),
        )
        for key, changes in STATES.items()
    )
    markers: tuple[tuple[str, str, Ink, Box], ...] = (
        ("fort", words["fort"], draw_fort((0.0, 0.0)), square(SPACE)),
        ("works", words["works"], draw_works((0.0, 0.0), TOWARDS), BEFORE),
        *(
            (f"camp-{side}", words["camp"][side], use(f"af-tents-{side}"), square(SIGN))
            for side in (SPAIN, MOROCCO)
        ),
        *(
            (
                f"flag-{side}",
                words["held"].format(side=words["sides"][side]),
                use(f"af-flag-{side}"),
                square(SIGN),
            )
            for side in (SPAIN, MOROCCO)
        ),
    )
    return (
        reading_rows(language)
        + states
        + tuple(
            LegendRow(key, "marks", says, Specimen(ink, box)) for key, says, ink, box in markers
        )
    )


def fresh_unit(language: str) -> UnitPiece:
    """Unit of the first kind."""
    return unit_of(next(iter(VERSIONS[CATALOGUE].kinds.values())), language)


def reading_rows(language: str) -> tuple[LegendRow, ...]:
    """Numbers of a counter and of a leader, a closed stack with its signs, and points."""
    reading, unit = WORDS[language]["reading"], fresh_unit(language)
    leader = LeaderPiece("", "", reading["ribbon"], SPAIN, "", (2, 1))
    worn = msgspec.structs.replace(unit, steps=unit.full - 1)
    whole = draw_stack([unit_like(unit, sign) for sign in SIGNED], [leader])
    drawn: tuple[tuple[str, Ink, Box], ...] = (
        ("numbers", counters.draw_unit(worn), square(COUNTER)),
        ("leader_numbers", counters.draw_leader(leader), square(COUNTER)),
        ("stack", whole, square(STACK)),
        *((sign, strip([unit_like(unit, sign)]), BELOW) for sign in SIGNED),
        ("points", draw_points((0.0, 0.0), 2), square(POINTS)),
    )
    return tuple(
        LegendRow(key, "marks", reading[key], Specimen(group(ink, SPANISH), box))
        for key, ink, box in drawn
    )


def unit_like(unit: UnitPiece, sign: str) -> UnitPiece:
    """Unit whose sign in a stack is one of `SIGNED`."""
    unit_class = "infantry" if sign == "light" else sign
    return msgspec.structs.replace(unit, unit_class=unit_class, is_light=sign == "light")


def ground_rows(language: str) -> tuple[LegendRow, ...]:
    """Plates of all terrains with their defence, and the kinds of ways between spaces."""
    words, plate = WORDS[language], tag("circle", klass="af-plate", r=PLATE)
    plates = tuple(
        LegendRow(
            f"terrain-{key}",
            "ground",
            ", ".join(
                [
                    words["space"].format(
                        terrain=terrain.title.in_(language), defence=terrain.defence
                    ),
                    *([words["cover"]] if terrain.has_cover else []),
                ]
            ),
            Specimen(plate + use(f"vg-{key}", klass="af-vignette"), square(GROUND)),
        )
        for key, terrain in VERSIONS[CATALOGUE].terrain.items()
    )
    ways = tuple(
        LegendRow(f"way-{kind}", "ground", says, Specimen(draw_specimen(kind), square(SIGN)))
        for kind, says in words["legend_ways"].items()
    )
    return plates + ways
