"""Drawings of figures, guns, baggage and boats on their bases.

A base has a nose in the direction of the facing; the picture on it stands upright and looks west or
east. Side A: filled base, pale figure; side B: pale base, dark figure. All is drawn from above in
tenths of inches, at true size.
"""

from __future__ import annotations

import math
from functools import lru_cache

from app.games.heart_of_africa.drawing.pen import TENTHS
from app.games.heart_of_africa.drawing.store import NAMES, use_glyph
from app.games.heart_of_africa.figures import hull_size, radius
from app.games.heart_of_africa.land import VESSELS
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.tables import PROFILES
from app.kernel.scene import Element, Ink, Point
from app.kernel.strokes import num, tag

SHAPES = {"A": "a", "B": "b"}
BASES = {0.8: "foot", 1.2: "mounted", 1.6: "gun", 2.0: "bag"}
WITHOUT_FRONT = frozenset({"attendant", "gun_bearer"})
TRAITS = (
    "charismatic",
    "disciplinarian",
    "eloquent",
    "mighty_warrior",
    "cunning_devil",
    "organisational_genius",
)


# ---------------------------------------------------------------------- one figure
def glyph_of(figure: Figure) -> str:
    """The picture of its type; Mounted Regulars on foot look like Regulars."""
    kind = (
        "regular"
        if figure.type == "mounted_regular" and figure.mode == "dismounted"
        else figure.type
    )
    return kind if f"t-{kind}" in NAMES else ""


def base_of(figure: Figure) -> str:
    if figure.type in WITHOUT_FRONT:
        return "plain"
    if figure.type == "mounted_regular":
        return "foot" if figure.mode == "dismounted" else "mounted"
    size = PROFILES[figure.type].base
    return BASES.get(size, "foot") if not isinstance(size, tuple) else "foot"


def disc_radius(figure: Figure) -> float:
    """Radius of the base on the page; of a vessel half its beam."""
    return radius(figure) * TENTHS


def disc_of(figure: Figure) -> str:
    """Radius of the base, which labels must not cover; for a vessel also half its length."""
    if figure.type not in VESSELS:
        return num(disc_radius(figure))
    return f"{num(disc_radius(figure))} {num(hull_size(figure)[0] * TENTHS / 2)}"


def number_of(figure: Figure) -> str:
    """The number of a figure in its unit, as in the log; "" for an independent figure."""
    number = figure.id.rpartition("-")[2]
    return str(int(number)) if figure.unit and number.isdigit() else ""


def badge_of(figure: Figure) -> str:
    """The badge of a Leader: the trait, if there is one."""
    if figure.role != "leader":
        return ""
    return next((trait for trait in TRAITS if trait in figure.traits), "leader")


@lru_cache(maxsize=4096)
def figure_body(
    glyph: str,
    base: str,
    x: float,
    y: float,
    facing: int,
    badge: str,
    *,
    smoking: bool,
    struck: bool,
    jammed: bool,
    marks: tuple[tuple[str, str], ...],
) -> Element:
    """A figure at its place, cached, because most figures have not moved since the last drawing."""
    children = [
        use_glyph(
            f"b-{base}", f"rotate({-facing})" if facing and base not in ("plain", "bag") else ""
        )
    ]
    if glyph:
        children.append(use_glyph(f"t-{glyph}", "scale(-1 1)" if 90 < facing % 360 < 270 else ""))
    if smoking:
        children.append(use_glyph("m-reload", "translate(0 -9)"))
    if badge:
        children.append(use_glyph(f"m-{badge}", "translate(4.4 -4.4)scale(.8)"))
    if struck or jammed:
        children.append(use_glyph("m-lost", "scale(1.5)" if struck else ""))
    link = any(name == "href" for name, _ in marks)
    return Element(
        "a" if link else "g",
        (*marks, ("transform", f"translate({num(x)} {num(y)})")),
        tuple(children),
    )


def vessel_hull(figure: Figure, spot: Point, marks: tuple[tuple[str, str], ...]) -> Element:
    """A vessel at its true size, bow to its heading."""
    link = any(name == "href" for name, _ in marks)
    turn = f"translate({num(spot[0])} {num(spot[1])})rotate({num(-figure.facing)})"
    return Element(
        "a" if link else "g", (*marks, ("transform", turn)), (use_glyph(f"v-{figure.type}"),)
    )


def figure(
    one: Figure,
    depth: float,
    *,
    struck: bool = False,
    href: str = "",
    label: str = "",
    klass: str = "",
) -> Element:
    """A figure for the board: `id` p-..., a link if it is offered by itself."""
    x, y = one.position
    spot = (round(x * 10, 1), round((depth - y) * 10, 1))
    marks = tuple(
        (name, value)
        for name, value in (
            ("id", f"p-{one.id}"),
            ("href", href),
            ("class", klass),
            ("aria-label", label),
            ("data-disc", disc_of(one)),
            ("data-no", number_of(one)),
        )
        if value
    )
    if one.type in VESSELS:
        return vessel_hull(one, spot, marks)
    return figure_body(
        glyph_of(one),
        base_of(one),
        *spot,
        round(one.facing),
        badge_of(one),
        smoking=one.smoke is not None,
        struck=struck,
        jammed=one.out_of_order or one.jammed is not None,
        marks=marks,
    )


def arc(spot: Point, facing: float, half: float, reach: float) -> Ink:
    """The field of fire of a shooter."""
    if half >= 180:
        return tag("circle", klass="hoa-arc", cx=spot[0], cy=spot[1], r=num(reach))
    a, b = math.radians(facing - half), math.radians(facing + half)
    start = (spot[0] + reach * math.cos(a), spot[1] - reach * math.sin(a))
    end = (spot[0] + reach * math.cos(b), spot[1] - reach * math.sin(b))
    d = f"M{num(spot[0])} {num(spot[1])}L{num(start[0])} {num(start[1])}A{num(reach)} {num(reach)} 0 {1 if half > 90 else 0} 0 {num(end[0])} {num(end[1])}Z"
    return tag("path", klass="hoa-arc", d=d)
