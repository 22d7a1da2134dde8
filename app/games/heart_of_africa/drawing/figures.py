"""Drawings of figures, guns, baggage and boats on their bases, and the flag next to each unit.

A base has a nose in the direction of the facing; the picture on it stands upright and looks west or
east. Side A: filled base, pale figure; side B: pale base, dark figure. All is drawn from above in
tenths of inches, at true size.
"""

from __future__ import annotations

import math
from functools import lru_cache

import msgspec

from app.games.heart_of_africa.drawing.store import NAMES, drawing_address
from app.games.heart_of_africa.land import VESSELS
from app.games.heart_of_africa.pieces import CHARGED, Figure
from app.games.heart_of_africa.state import Battle
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


def use_glyph(name: str, transform: str = "") -> Element:
    return Element(
        "use",
        (("href", drawing_address(name)), *((("transform", transform),) if transform else ())),
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


# ---------------------------------------------------------------------- the flag of a unit
class Flag(msgspec.Struct, frozen=True):
    """The flag next to a unit: its name, the number of figures left, the marks of the turn."""

    unit: str
    side: str
    code: str
    men: int
    at: Point
    marks: tuple[str, ...] = ()
    label: str = ""
    href: str = ""
    can: bool = False
    chosen: bool = False


LETTER, MARK = 6.2, 10.2


@lru_cache(maxsize=1024)
def flag(it: Flag) -> Element:
    """A little flag on a pole: A3 9, then its marks."""
    words, count = it.code, str(it.men) if it.men else ""
    width = 5 + LETTER * (len(words) + len(count) + (0.6 if count else 0)) + MARK * len(it.marks)
    inner = flag_parts(it, width, words, count)
    klass = " ".join(
        [
            "hoa-tag",
            f"hoa-{SHAPES[it.side]}",
            *(["is-can"] if it.can else []),
            *(["is-chosen"] if it.chosen else []),
        ]
    )
    attrs = [
        ("class", klass),
        ("id", f"u-{it.unit}"),
        ("transform", f"translate({num(it.at[0])} {num(it.at[1])})"),
    ]
    attrs += [("href", it.href)] if it.href else []
    attrs += [("aria-label", it.label)] if it.label else []
    attrs += [("role", "img")] if it.label and not it.href else []
    return Element(
        "a" if it.href else "g", tuple(attrs), (Element("g", (("class", "hoa-k"),), tuple(inner)),)
    )


def flag_parts(it: Flag, width: float, words: str, count: str) -> list[Element]:
    """Pole, cloth, words and marks of a flag."""
    inner = [
        Element("path", (("class", "hoa-tag-pole"), ("d", "M-1-7V17"))),
        Element(
            "rect",
            (
                ("class", "hoa-tag-flag"),
                ("x", "-1"),
                ("y", "-7.8"),
                ("width", num(width)),
                ("height", "15.6"),
                ("rx", "1.6"),
            ),
        ),
        Element(
            "text",
            (("x", "2.8"), ("y", "4")),
            (
                words,
                *(
                    (Element("tspan", (("class", "hoa-tag-n"), ("dx", "3")), (count,)),)
                    if count
                    else ()
                ),
            ),
        ),
    ]
    inner += [
        use_glyph(
            f"m-{mark}", f"translate({num(width - MARK * (len(it.marks) - place) + 4)} 0)scale(1.4)"
        )
        for place, mark in enumerate(it.marks)
    ]
    return inner


# ---------------------------------------------------------------------- marks
def marks_of(
    battle: Battle, members: tuple[Figure, ...], *, marker: bool, activation: str, hidden: bool
) -> tuple[str, ...]:
    """Marks on the flag of a unit, at most four: in ambush, morale marker, in combat, charged,
    moved, shot.
    """
    found = []
    if hidden:
        found.append("hidden")
    if marker:
        found.append("morale")
    if any(one.contact_at_start for one in members):
        found.append("locked")
    if any(CHARGED in one.did for one in members):
        found.append("charged")
    elif activation == "moved":
        found.append("moved")
    if any(one.id in battle.shooting.fired for one in members):
        found.append("shot")
    return tuple(found[:4])


def middle_above(points: list[Point]) -> Point:
    """The place of a flag's pole: over the middle of the unit, next to its highest figure."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (sum(xs) / len(xs) - 6, min(ys) - 26)


def arc(spot: Point, facing: float, half: float, reach: float) -> Ink:
    """The field of fire of a shooter."""
    if half >= 180:
        return tag("circle", klass="hoa-arc", cx=spot[0], cy=spot[1], r=num(reach))
    a, b = math.radians(facing - half), math.radians(facing + half)
    start = (spot[0] + reach * math.cos(a), spot[1] - reach * math.sin(a))
    end = (spot[0] + reach * math.cos(b), spot[1] - reach * math.sin(b))
    d = f"M{num(spot[0])} {num(spot[1])}L{num(start[0])} {num(start[1])}A{num(reach)} {num(reach)} 0 {1 if half > 90 else 0} 0 {num(end[0])} {num(end[1])}Z"
    return tag("path", klass="hoa-arc", d=d)
