"""Counters in a box of 50 x 50: a figure above, three factors below, steps at the left edge.

Spain has a pale square with a double rim, Morocco a dark horseshoe arch on a plinth with stars. A
leader is a medallion.
"""

from __future__ import annotations

from functools import lru_cache

from app.games.africa_1859.drawing import figures
from app.games.africa_1859.drawing.position import MOROCCO, SHAPES, SPAIN, LeaderPiece, UnitPiece
from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.strokes import group, moved, path, tag, text, use

SQUARE = "M-21-25h42q4 0 4 4v42q0 4-4 4h-42q-4 0-4-4v-42q0-4 4-4z"
SQUARE_RIM = "M-20.5-21.5h41v30h-41z"
HORSESHOE = "M-23.5 22V10.5h4.2A23 23 0 1 1 19.3 10.5h4.2V22q0 3-3 3h-41q-3 0-3-3z"
STRIP = "M-23.5 10.5h47V20q0 3.5-3.5 3.5h-40q-3.5 0-3.5-3.5z"
TORN = "M-23.5 10.5l3.5-3 3.5 3 4-3.5 3.5 3.5 4-3 5 3 4-3.5 3.5 3.5 4-3 4.5 3 4-3.5 3.5 3.5v2h-47z"
CASK = "M-5 12.5h10q3 4.5 0 9h-10q-3-4.5 0-9zM-6.3 15.5h12.6M-6.3 18.5h12.6"
CRACK = "M-3-25L4-14L-5-6L5 2L-1 10"
PUFF = (
    "M-5 2.5a3 3 0 0 1-.5-5.5a4 4 0 0 1 7.5-1.2a3 3 0 0 1 3 5.2a2.6 2.6 0 0 1-3.5 2.2"
    "a3.5 3.5 0 0 1-6.5-.7z"
)
TICK = "M-4 0l3 3.5 5-7"
SOME_ACTED = "M-4 0h8"
FACTOR_PLACES = ((-15, "atk"), (0, "def"), (15, "mov"))
OUTLINES = {SPAIN: SQUARE, MOROCCO: HORSESHOE}


@lru_cache(maxsize=8)
def draw_definitions(kinds: tuple[str, ...]) -> Ink:
    """Figures of all kinds, medallion and pattern, by id."""
    out = in_layers(
        tag("g", figures.figure(kind), klass="figdef", id=f"af-{kind}") for kind in kinds
    )
    out += in_layers(
        tag("g", figures.bust(side), klass="figdef", id=f"af-leader-{side}") for side in SHAPES
    )
    out += tag("clipPath", tag("circle", r=21, cy=-1), id="af-medallion")
    tile = path(
        "M6 1.5l1.3 3.2 3.2-1.3-1.3 3.2 3.2 1.3-3.2 1.3 1.3 3.2-3.2-1.3-1.3 3.2-1.3-3.2-3.2 1.3"
        " 1.3-3.2-3.2-1.3 3.2-1.3-1.3-3.2 3.2 1.3z",
        "zellij-line",
    )
    out += tag("pattern", tile, id="zellij", width=12, height=12, patternUnits="userSpaceOnUse")
    hatch = tag(
        "pattern",
        path("M0 0v5", "shaken-line"),
        id="af-shaken",
        width=5,
        height=5,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    return out + hatch


def badge(d: str, klass: str, x: float, y: float) -> Ink:
    """Small disc with a sign."""
    return group(tag("circle", r=8) + path(d), f"badge {klass}", transform=moved((x, y)))


def draw_unit(unit: UnitPiece, scale: float = 1.0, at: Point = (0.0, 0.0)) -> Ink:
    """Counter of a unit with its state."""
    body = unit_plate(unit)
    if unit.is_demoralised:
        body = group(body, transform="rotate(-13)")
    if unit.has_fired:
        body += badge(PUFF, "is-fired", 22, -4 if unit.has_acted else -21)
    if unit.has_acted:
        body += badge(TICK, "ui-done", 22, -21)
    return group(body, classes_of(unit), transform=placed_at(at, scale))


def placed_at(at: Point, scale: float) -> str | None:
    """Transform of a counter; None if it stays where it is."""
    if at == (0.0, 0.0) and scale == 1:
        return None
    return moved(at, f"scale({scale:g})" if scale != 1 else "")


def classes_of(unit: UnitPiece) -> str:
    """Classes of a counter of a unit."""
    classes = f"piece af side-{SHAPES[unit.side]}"
    classes += " is-demoralised" if unit.is_demoralised else ""
    classes += " is-wounded" if unit.is_reduced else ""
    return classes + (" ui-done-on" if unit.has_acted else "")


def unit_plate(unit: UnitPiece) -> Ink:
    """Counter of a unit without its badges."""
    is_spanish = unit.side == SPAIN
    second = path(SQUARE_RIM, "rim2") if is_spanish else path(HORSESHOE, "zellij")
    out = path(OUTLINES[unit.side], "base") + second
    out += use(f"af-{unit.kind}", klass="figure pic") + path(STRIP, "strip")
    if unit.is_reduced:
        out += path(TORN, "torn")
    out += path(CASK, "cask") if unit.unit_class == "convoy" else numbers(unit)
    if unit.mark:
        x, y = (20.5, -11) if is_spanish else (13, -13)
        out += text(unit.mark, "mark", x, y)
    if unit.is_demoralised:
        out += path(CRACK, "crack-gap") + path(CRACK, "crack")
    return out


def numbers(unit: UnitPiece) -> Ink:
    """Three factors, and one pip for each step: filled if left, hollow if lost."""
    out = in_layers(
        text(str(value or "–"), f"fig {klass}", x, 23.2)
        for value, (x, klass) in zip(unit.factors, FACTOR_PLACES, strict=True)
    )
    x = -21.5 if unit.side == SPAIN else -19.0
    pips = in_layers(
        tag(
            "rect",
            klass="af-pip" if number < unit.steps else "af-pip is-gone",
            x=x,
            y=3.2 - 6.6 * number,
            width=5,
            height=5,
        )
        for number in range(unit.full)
    )
    return out + group(pips)


def draw_leader(leader: LeaderPiece, at: Point = (0.0, 0.0), scale: float = 1.0) -> Ink:
    """Medallion of a leader with both factors."""
    is_spanish = leader.side == SPAIN
    out = tag("circle", klass="base", r=24.5, cy=-1)
    if is_spanish:
        out += tag("circle", klass="rim2", r=21, cy=-1)
    else:
        out += tag("circle", klass="zellij", r=24.5, cy=-1)
    head = use(f"af-leader-{leader.side}", klass="figure pic", transform="translate(0 2)scale(.92)")
    out += group(head, clip_path="url(#af-medallion)")
    for x, value, klass in ((-19, leader.factors[0], "atk"), (19, leader.factors[1], "mov")):
        out += tag("circle", klass="factor", r=8.5, cx=x, cy=-17)
        out += text(str(value), f"fig {klass} is-small", x, -11.6)
    if leader.has_acted:
        out += badge(TICK, "ui-done", 22, 2)
    done = " ui-done-on" if leader.has_acted else ""
    klass = f"piece af leader side-{SHAPES[leader.side]}{done}"
    return group(out, klass, transform=placed_at(at, scale))


def draw_brackets(reach: float = 29.5) -> Ink:
    """Four brackets round a chosen counter."""
    r = f"{reach:g}"
    corners = "".join(
        f"M{x}{r} {y}{reach - 10:g}V{y}{r}H{x}{reach - 10:g}" for x in ("-", "") for y in ("-", "")
    )
    return path(corners, "ui-select-gap") + path(corners, "ui-select") if reach else NOTHING
