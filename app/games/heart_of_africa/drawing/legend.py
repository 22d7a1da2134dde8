"""Legend of the table: figures, marks and ground with their words."""

from __future__ import annotations

from functools import lru_cache

from app.games.heart_of_africa.drawing.figures import use_glyph
from app.games.heart_of_africa.drawing.store import NAMES, STORE, drawing_address
from app.games.heart_of_africa.presentation.naming import TRAITS
from app.games.heart_of_africa.tables import PROFILES, TERRAIN_NAMES, TITLES
from app.kernel.legend import Legend, LegendRow, Specimen, square
from app.kernel.say import say
from app.kernel.scene import Element, Ink
from app.kernel.strokes import tag

BASES = {0.8: ("b-foot", 12.0), 1.2: ("b-mounted", 18.0), 1.6: ("b-gun", 24.0)}
"""Drawing of a base and the size of its picture, in tenths of an inch, by its width in inches."""
MARKS = {
    "reload": say("reloading", "recargando"),
    "moved": say("has moved", "ha movido"),
    "shot": say("has shot", "ha disparado"),
    "charged": say("has charged", "ha cargado"),
    "morale": say("failed morale once", "con marcador de moral"),
    "hidden": say("hidden in ambush", "en emboscada"),
    "locked": say("in contact with the enemy", "en contacto con el enemigo"),
    "lost": say("lost this turn", "baja de este turno"),
    "leader": say("Leader", "Líder"),
} | TRAITS
OF_WATER = "water"
PATCH = 60.0  # side of a piece of ground, in tenths of an inch


@lru_cache(maxsize=4)
def legend(language: str) -> Legend:
    """Figures, marks and grounds of the store that have a name."""
    return Legend(
        "hoa-board",
        STORE,
        (*figure_rows(language), *mark_rows(language), *ground_rows(language)),
    )


def figure_rows(language: str) -> tuple[LegendRow, ...]:
    """A figure of each kind on its base."""
    rows = []
    for key, title in TITLES.items():
        size = PROFILES[key].base
        base = BASES.get(size) if isinstance(size, float) else None
        if base is None or f"t-{key}" not in NAMES:
            continue
        shapes = use_glyph(base[0], "rotate(-30)"), use_glyph(f"t-{key}")
        ink = Ink((Element("g", (("class", "hoa-a"),), shapes),))
        rows.append(LegendRow(key, "pieces", title.in_(language), Specimen(ink, square(base[1]))))
    return tuple(rows)


def mark_rows(language: str) -> tuple[LegendRow, ...]:
    """Marks at figures and on flags."""
    return tuple(
        LegendRow(
            key,
            "marks",
            words.in_(language),
            Specimen(Ink((use_glyph(f"m-{key}"),)), square(11.0 if key == "reload" else 8.0)),
        )
        for key, words in MARKS.items()
        if f"m-{key}" in NAMES
    )


def ground_rows(language: str) -> tuple[LegendRow, ...]:
    """Grounds with a pattern."""
    names = {**TERRAIN_NAMES, OF_WATER: say("Water", "Agua")}
    return tuple(
        LegendRow(key, "ground", title.in_(language), Specimen(patch(key), square(PATCH)))
        for key, title in names.items()
        if f"p-{key}" in NAMES
    )


def patch(key: str) -> Ink:
    """Square of a ground."""
    half = PATCH / 2
    return tag(
        "rect",
        x=-half,
        y=-half,
        width=PATCH,
        height=PATCH,
        fill=f"url({drawing_address(f'p-{key}')})",
    )
