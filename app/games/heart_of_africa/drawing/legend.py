"""Legend of the table: figures, marks and ground with their words."""

from __future__ import annotations

from functools import lru_cache

from app.games.heart_of_africa.drawing.country import pieces_of
from app.games.heart_of_africa.drawing.store import NAMES, STORE, drawing_address, use_glyph
from app.games.heart_of_africa.drawing.works import cloud_of, drawn_work
from app.games.heart_of_africa.land import BUILDINGS, Land, Piece, Work
from app.games.heart_of_africa.presentation.naming import TRAITS
from app.games.heart_of_africa.tables import PROFILES, TERRAIN_NAMES, TITLES, WORK_NAMES
from app.kernel.legend import Legend, LegendRow, Specimen, square
from app.kernel.say import say
from app.kernel.scene import Element, Ink
from app.kernel.space.plane import ellipse_path, rect_path
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
PATCH = 120.0  # side of a piece of ground, in tenths of an inch
VESSEL = 84.0  # side of the picture of a vessel, in tenths of an inch
BROAD = {"stream": 2.0, "river": 6.0, "ravine": 3.0, "road": 2.4}
"""Widths of strips in the legend, in inches."""
TRAPS = ("stake_trap", "dummy_trap")
TRAP_BOX = (PATCH / 2 - 20, PATCH / 2 - 20, 40.0, 40.0)


@lru_cache(maxsize=4)
def legend(language: str) -> Legend:
    """Figures, marks and grounds of the store that have a name."""
    return Legend(
        "hoa-board",
        STORE,
        (
            *figure_rows(language),
            *vessel_rows(language),
            *mark_rows(language),
            *ground_rows(language),
            *work_rows(language),
        ),
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


def vessel_rows(language: str) -> tuple[LegendRow, ...]:
    """Boats and gunboats at the same scale."""
    return tuple(
        LegendRow(
            key,
            "pieces",
            title.in_(language),
            Specimen(
                tag("g", Ink((use_glyph(f"v-{key}", "rotate(-30)"),)), klass="hoa-a"),
                square(VESSEL),
            ),
        )
        for key, title in TITLES.items()
        if f"v-{key}" in NAMES
    )


def ground_rows(language: str) -> tuple[LegendRow, ...]:
    """All kinds of country, drawn as on a table."""
    return tuple(
        LegendRow(
            key,
            "ground",
            title.in_(language),
            Specimen(ground_of(key), (0.0, 0.0, PATCH, PATCH)),
        )
        for key, title in TERRAIN_NAMES.items()
    )


def ground_of(kind: str) -> Ink:
    """A square table with one piece of a kind. Open ground is a repeating fill."""
    if kind == "open_ground":
        return tag(
            "rect", width=PATCH, height=PATCH, fill=f"url({drawing_address('p-open_ground')})"
        )
    if kind == "smoke":
        return cloud_of(ellipse_path(PATCH / 20, PATCH / 20, 5.2, 4.2), PATCH / 10)
    return pieces_of(Land(PATCH / 10, PATCH / 10, pieces=pieces_for(kind)))


def pieces_for(kind: str) -> tuple[Piece, ...]:
    """The piece that shows a kind of country; a ford lies in its river."""
    middle, name = PATCH / 20, f"legend-{kind}"
    course = ((-1.0, middle - 1.6), (middle, middle + 0.4), (PATCH / 10 + 1, middle + 1.2))
    if kind in BROAD:
        half = BROAD[kind] / 2
        banks = (
            *((x, y + half) for x, y in course),
            *((x, y - half) for x, y in reversed(course)),
        )
        return (Piece(name, kind, banks, path=course, flow=(1.0, 0.3)),)
    round_ = ellipse_path(middle, middle, 5.2, 4.2)
    if kind == "ford":
        return *pieces_for("river"), Piece(name, kind, rect_path(4.6, 3.3, 7.4, 9.7))
    if kind == "low_hill":
        return (Piece(name, kind, round_, crest=((middle - 2, 5.2), (middle + 2, 6.8))),)
    if kind == "escarpment":
        edge = ((0.0, 8.0), (PATCH / 10, 8.0))
        high = rect_path(0, 8, PATCH / 10, PATCH / 10)
        return (Piece(name, kind, rect_path(0, 3, PATCH / 10, 8), top_edge=edge, high=high),)
    if kind == "kopje":
        return (Piece(name, kind, round_, high=ellipse_path(middle, middle, 2.2, 1.8)),)
    if kind == "sea_or_lake":
        return (Piece(name, kind, rect_path(4, -1, PATCH / 10 + 1, PATCH / 10 + 1)),)
    return (Piece(name, kind, round_),)


def work_rows(language: str) -> tuple[LegendRow, ...]:
    """Walls, buildings and traps."""
    return tuple(
        LegendRow(
            key,
            "ground",
            title.in_(language),
            Specimen(
                drawn_work(work_for(key), PATCH / 10),
                TRAP_BOX if key in TRAPS else (0.0, 0.0, PATCH, PATCH),
            ),
        )
        for key, title in WORK_NAMES.items()
    )


def work_for(kind: str) -> Work:
    """A work of a kind in the middle of a square table."""
    middle, name = PATCH / 20, f"legend-{kind}"
    if kind in BUILDINGS:
        return Work(name, kind, "A", rect=(middle - 5, middle - 4, middle + 5, middle + 4))
    if kind in TRAPS:
        return Work(name, kind, "A", at=(middle, middle))
    return Work(name, kind, "A", line=((1.0, middle - 1), (PATCH / 10 - 1, middle + 1)))
