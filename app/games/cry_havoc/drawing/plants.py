"""Symbols of the ground: plants, openings, signs of the houses, textures of roofs and floors."""

from __future__ import annotations

import math

from app.kernel.scene import NOTHING, Ink, in_layers
from app.kernel.strokes import group, hand_for, num, path, scalloped_path, tag


def draw_symbols() -> Ink:
    return (
        in_layers(_tree(i) for i in range(1, 5))
        + in_layers(_bush(i) for i in range(1, 4))
        + _herbs()
        + _pond()
        + _openings()
        + _signs()
        + _textures()
    )


def _circle(x: float, y: float, r: float, klass: str | None = None) -> Ink:
    return tag("circle", klass=klass, cx=num(x), cy=num(y), r=num(r))


def _ellipse(x: float, y: float, rx: float, ry: float, klass: str) -> Ink:
    return tag("ellipse", klass=klass, cx=num(x), cy=num(y), rx=num(rx), ry=num(ry))


def _rect(x: float, y: float, w: float, h: float, klass: str) -> Ink:
    return tag("rect", klass=klass, x=num(x), y=num(y), width=num(w), height=num(h))


CROWNS = (
    (18, 15, 9),
    (16, 14, 8),
    (17, 15, 10),
    (12, 20, 13),
)  # oak, oak, apple, poplar: rx, ry, lobes
DABS = ((-0.38, -0.42, 0.36), (0.22, -0.5, 0.27), (-0.45, 0.18, 0.26), (0.3, 0.1, 0.24))


def _tree(i: int) -> Ink:
    pen, (rx, ry, lobes) = hand_for("tree", i), CROWNS[i - 1]
    crown = scalloped_path(0, -8, rx, ry, lobes, pen, pen.uniform(0, 1))
    dabs = "".join(
        scalloped_path(x * rx, -8 + y * ry, rx * r, ry * r, 5, pen, pen.uniform(0, 1))
        for x, y, r in DABS
    )
    ticks = ""
    for _ in range(8):
        t, k = pen.uniform(-0.2, 2.6), pen.uniform(0.5, 0.85)
        ticks += (
            f"M{num(rx * k * math.cos(t) - 2.4)} {num(-8 + ry * k * math.sin(t))}q2.4 2.8 4.8 0"
        )
    apples = [
        _circle(pen.uniform(-11, 11), -8 + pen.uniform(-9, 8), 1.9, "ch-fruit") for _ in range(6)
    ]
    return tag(
        "g",
        path("M-1.5 3v9h4v-9", "ch-trunk")
        + _ellipse(5, 9, 15, 7, "ch-treeshade")
        + path(crown, f"ch-tree ch-tree{i}")
        + path(dabs, "ch-treelight")
        + path(ticks, "ch-leafink")
        + (in_layers(apples) if i == 3 else NOTHING),
        id=f"tree{i}",
    )


def _bush(i: int) -> Ink:
    pen = hand_for("bush", i)
    crown, dab = (
        scalloped_path(0, -2, 11, 8, 8, pen, pen.uniform(0, 1)),
        scalloped_path(-3, -5, 5, 3.4, 5, pen),
    )
    return tag(
        "g",
        _ellipse(2, 5, 9.5, 3.6, "ch-treeshade")
        + path(crown, "ch-bush")
        + path(dab, "ch-bushlight")
        + path("M-3 6q0-5-3-8M0 6v-9M3 6q0-5 4-8", "ch-bushink"),
        id=f"bush{i}",
    )


def _herbs() -> Ink:
    out = tag("g", path("M-5 0q1-5-1-8M-1 0q0-6 1-10M3 0q0-4 3-7", "ch-tuft"), id="tuft1")
    out += tag("g", path("M-4 0q0-4-3-6M0 0v-8M4 0q0-4 3-6", "ch-tuft"), id="tuft2")
    for name, kind in (("herb1", "a"), ("herb2", "b")):
        angles = [i * math.tau / 5 for i in range(5)]
        petals = in_layers(_circle(2.3 * math.cos(t), -9 + 2.3 * math.sin(t), 1.7) for t in angles)
        out += tag(
            "g",
            path("M0 1q-1-4 0-8M0-2q-3-1-4-4M0-3q3-1 4-3", "ch-tuft")
            + group(petals, f"ch-petal-{kind}")
            + _circle(0, -9, 1.3, "ch-petal-eye"),
            id=name,
        )
    return out


def _pond() -> Ink:
    reed = path("M-4 3q-1-9-4-13M0 3q0-10 1-17M4 3q0-8 4-12", "ch-reed") + path(
        "M1-17v5M-8-11l1 4M8-9l-1 4", "ch-reedhead"
    )
    duck = (
        path(
            "M-9 0c2-4 8-4 11-3c1-4 2-5 4-5c2 0 3 1 3 3l3 1l-4 1c-1 5-4 6-9 6c-5 0-7-1-8-3Z",
            "ch-duck",
        )
        + path("M-6 1q4 3 8 0", "ch-duckink")
        + path("M-14 6q5 3 10 0M2 7q5 3 10 0", "ch-ripple")
    )
    return tag("g", reed, id="reed") + tag("g", duck, id="duck")


def _openings() -> Ink:
    """Openings along +x; the outside is at -y, because a hexside runs clockwise."""
    door = (
        path("M-15-5h30v-9q-15-7-30 0z", "ch-step")
        + _rect(-13, -5, 26, 10, "ch-doorhole")
        + path("M-13-4.5l-9-18 5-2.5 9 18z", "ch-leaf")
        + path("M-16.5-13.5l4.6-2.4M-18.5-17.5l4.6-2.4", "ch-leafink2")
    )
    window = (
        _rect(-11, -4.6, 22, 9.2, "ch-pane")
        + path("M-5.5-4.6v9.2M0-4.6v9.2M5.5-4.6v9.2M-11 0h22", "ch-mullion")
        + path("M-11-4.6l-9-6 2-3.5 9 6zM11-4.6l9-6-2-3.5-9 6z", "ch-leaf")
    )
    gate = (
        path("M-14 5l4 22 4-1-3-21zM14 5l-4 22-4-1 3-21z", "ch-leaf")
        + path("M-15-4h30v8h-30z", "ch-sill")
        + path("M-21-7h11v14h-11zM10-7h11v14h-11z", "ch-post")
    )
    return tag("g", door, id="door") + tag("g", window, id="window") + tag("g", gate, id="gate")


def _signs() -> Ink:
    grooves = "".join(
        f"M{num(4 * math.cos(t))} {num(4 * math.sin(t))}Q{num(9 * math.cos(t + 0.35))} "
        f"{num(9 * math.sin(t + 0.35))} "
        f"{num(14 * math.cos(t + 0.2))} {num(14 * math.sin(t + 0.2))}"
        for t in (i * math.tau / 9 for i in range(9))
    )
    millstone = (
        _circle(0, 0, 15, "ch-signstone")
        + path(grooves, "ch-signink")
        + _rect(-3, -3, 6, 6, "ch-signink2")
    )
    anvil = path(
        "M-17-9h30c0 5-5 8-11 8v5c3 1 5 3 6 6h-20c1-3 3-5 6-6v-5c-5 0-10-2-11-8z", "ch-sign"
    )
    chimney = (
        path("M-8-8h16v16h-16z", "ch-post")
        + path("M-4-4h8v8h-8z", "ch-flue")
        + path("M2-6c-6-7 4-9-1-16c-3-5 1-9 6-11", "ch-smoke")
    )
    return (
        tag("g", millstone, id="millstone")
        + tag("g", anvil, id="anvil")
        + tag("g", chimney, id="chimney")
    )


# name: width, height, line; `v` runs north-south, `h` east-west
TEXTURES = {
    "tile-v": (9, 13, "M0 0v13M0 9q4.5 5 9 0"),
    "tile-h": (13, 9, "M0 0h13M9 0q5 4.5 0 9"),
    "shingle-v": (16, 18, "M0 .5h16M0 9.5h16M4 0v9M12 9v9"),
    "shingle-h": (18, 16, "M.5 0v16M9.5 0v16M0 4h9M9 12h9"),
    "thatch-v": (14, 26, "M2 1l1 10M6 7l-1 11M10 2l1 9M12 13l-1 11M4 17l0 8M8 19l1 6"),
    "thatch-h": (26, 14, "M1 2l10 1M7 6l11-1M2 10l9 1M13 12l11-1M17 4l8 0M19 8l6 1"),
    "upland": (34, 34, "M6 12l4-5 4 5M23 29l4-5 4 5"),
    "plank": (60, 22, "M0 11h60M0 0h60M18 0v11M44 11v11"),
}

TEXTURE_INKS = {"plank": "ch-plank", "upland": "ch-uplandink"}


def _textures() -> Ink:
    return in_layers(
        tag(
            "pattern",
            path(d, TEXTURE_INKS.get(name, "ch-tex")),
            id=name,
            width=w,
            height=h,
            patternUnits="userSpaceOnUse",
        )
        for name, (w, h, d) in TEXTURES.items()
    )
