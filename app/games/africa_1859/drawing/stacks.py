"""Stacks: the best fighter, the number of units, a strip with one sign per unit, a leader's
ribbon.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from app.games.africa_1859.drawing.counters import (
    OUTLINES,
    PUFF,
    SOME_ACTED,
    TICK,
    badge,
    draw_leader,
    draw_unit,
)
from app.games.africa_1859.drawing.names import text_width
from app.games.africa_1859.drawing.position import SHAPES, LeaderPiece, UnitPiece
from app.kernel.scene import NOTHING, Ink, in_layers
from app.kernel.strokes import group, moved, num, path, poly, tag, text

SCALE = 0.92
"""Size of a counter in a stack."""
UNDER = 3
"""Outlines shown under the top counter at most."""
RIBBON = -47
"""Height of the ribbon above the middle of a stack with units."""
SIGN = 9.2
"""Width of a sign in the strip."""


def star_path() -> str:
    """Star on the ribbon of a leader."""
    return poly(
        [
            (r * math.sin(i * math.pi / 5), -r * math.cos(i * math.pi / 5))
            for i in range(10)
            for r in ((6.4 if i % 2 == 0 else 2.7),)
        ]
    )


STAR = star_path()
SIGNS = {
    "infantry": "M{x}-5h7v10h-7z",
    "cavalry": "M{x} 5l8-10v10z",
    "engineer": "M{x} 5v-10h2v3h3v-3h2v10z",
    "ship": "M{x} 1h9l-2 4h-5z",
}
DISCS = {"artillery": (4.4, "gl"), "convoy": (3.6, "gl-ring")}


def sign(unit: UnitPiece, x: float) -> Ink:
    """Sign of a unit: bar infantry, wedge cavalry, disc guns, tower engineers, ring convoy."""
    low = " gl-low" if unit.is_demoralised else ""
    if unit.unit_class in DISCS:
        radius, klass = DISCS[unit.unit_class]
        return tag("circle", klass=klass + low, cx=x + 3.5, cy=0, r=radius)
    shape = path(SIGNS[unit.unit_class].format(x=num(x)), "gl" + low)
    if unit.unit_class == "infantry" and unit.is_light:
        shape += path(f"M{num(x)} 5l7-10v10z", "gl-cut")
    return shape


def top_of(units: list[UnitPiece]) -> UnitPiece:
    """Counter that a stack shows: the best fresh fighter."""
    return max(
        units,
        key=lambda unit: (
            unit.factors[0] > 0,
            not unit.is_demoralised,
            unit.unit_class != "artillery",
            unit.factors[0],
            unit.steps,
        ),
    )


def draw_stack(units: list[UnitPiece], leaders: list[LeaderPiece]) -> Ink:
    """Closed stack round 0, 0."""
    if not units:
        return draw_leader(leaders[0], (0, 2), SCALE) + ribbon(leaders, 31)
    out = draw_units(units)
    return out + (ribbon(leaders, RIBBON) if leaders else NOTHING)


def draw_units(units: list[UnitPiece]) -> Ink:
    """Units of a closed stack."""
    out = in_layers(
        path(
            OUTLINES[units[0].side],
            "base is-under",
            transform=moved((3.2 * i, -3.2 * i - 4), f"scale({SCALE})"),
        )
        for i in range(min(len(units) - 1, UNDER), 0, -1)
    )
    shown = replace(top_of(units), has_acted=False, has_fired=False)
    out += draw_unit(shown, SCALE, (0, -4)) + strip(units)
    if len(units) > 1:
        number = tag("circle", r=10) + text(str(len(units)), None, 0, 5.5)
        out += group(number, "af-count", transform=moved((31, -22)))
    done = sum(unit.has_acted for unit in units)
    if done:
        out += badge(TICK if done == len(units) else SOME_ACTED, "ui-done", -26, -8)
    if any(unit.has_fired for unit in units):
        out += badge(PUFF, "is-fired", -26, 9)
    return out


def strip(units: list[UnitPiece]) -> Ink:
    """Strip under a stack with one sign for each unit."""
    wide = len(units) * SIGN + 4
    paper = tag("rect", klass="af-roster", x=-wide / 2, y=-8, width=wide, height=16, rx=4)
    signs = in_layers(sign(unit, -wide / 2 + 3 + SIGN * i) for i, unit in enumerate(units))
    return group(paper + signs, transform="translate(0 29)")


def ribbon_words(leaders: list[LeaderPiece]) -> str:
    """Name of the best leader and the number of the others."""
    return leaders[0].ribbon + (f" +{len(leaders) - 1}" if len(leaders) > 1 else "")


def ribbon_half(leaders: list[LeaderPiece]) -> float:
    """Half the width of a ribbon."""
    return text_width(ribbon_words(leaders), 15, slanted=False) / 2 + 21


def ribbon(leaders: list[LeaderPiece], y: float) -> Ink:
    """Ribbon with the name of the best leader and the number of the others."""
    best, words, half = leaders[0], ribbon_words(leaders), ribbon_half(leaders)
    h = num(half)
    flag = f"M-{h}-10h{num(2 * half)}l-5 9.5 5 9.5h-{num(2 * half)}l5-9.5z"
    body = path(flag, "af-leaderflag")
    body += path(STAR, "af-star", transform=moved((-half + 15, -0.5))) + text(words, None, 7, 5)
    klass = f"af-leaderband side-{SHAPES[best.side]}"
    return group(body, klass, transform=moved((0, y)))
