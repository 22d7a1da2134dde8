"""Legend of the map: counters, marks and markers of the spaces with their words."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from app.games.africa_1859.data_file import CATALOGUE, VERSIONS, Kind
from app.games.africa_1859.drawing import counters, vignettes
from app.games.africa_1859.drawing.position import MOROCCO, SPAIN, LeaderPiece, UnitPiece
from app.games.africa_1859.drawing.terrain_rings import draw_fort, draw_works
from app.games.africa_1859.drawing.words import WORDS
from app.kernel.legend import Legend, LegendRow, Specimen, square
from app.kernel.scene import Box, Ink
from app.kernel.strokes import use

COUNTER, MARKED, SPACE, SIGN = 66.0, 78.0, 140.0, 60.0  # sizes of the pictures, in units
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
    """All kinds of units, a leader of each side, states, and markers of spaces."""
    kinds = VERSIONS[CATALOGUE].kinds
    symbols = vignettes.draw_symbols() + counters.draw_definitions(tuple(kinds))
    return Legend("af-board", symbols, (*piece_rows(language), *mark_rows(language)))


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
    unit = unit_of(next(iter(VERSIONS[CATALOGUE].kinds.values())), language)
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
    return states + tuple(
        LegendRow(key, "marks", says, Specimen(ink, box)) for key, says, ink, box in markers
    )
