"""Symbols of the map: the engraving in an empty plate, trees, crossings, tents, flags, a ship."""

from __future__ import annotations

from app.kernel.scene import NOTHING, Ink, in_layers
from app.kernel.strokes import hand_for, num, path, scalloped_path, tag


def shade(x0: float, y0: float, x1: float, y1: float, n: int, dx: float, dy: float) -> str:
    """Row of n hatches along a slope, longer towards its end."""
    return "".join(
        f"M{num(x0 + (x1 - x0) * i / n)} {num(y0 + (y1 - y0) * i / n)}"
        f"l{num(dx * (0.45 + 0.55 * i / n))} {num(dy * (0.45 + 0.55 * i / n))}"
        for i in range(1, n + 1)
    )


PEN = hand_for("vignettes")
TREES = in_layers(
    path(scalloped_path(x, y, 9, 8, 7, PEN), "vg-green")
    + path(f"M{x} {y + 7}v7", "vg-line")
    + path(f"M{x + 2} {y - 4}q5 3 3 8M{x + 5} {y - 5}q4 3 3 7", "vg-hatch")
    for x, y in ((-15, -6), (4, -9), (17, -2), (-6, 4), (10, 7))
)
VIGNETTES: dict[str, tuple[Ink, Ink]] = {
    "mountain": (
        path("M-27 15L-13-8L-6 2L3-17L14 1L18-5L27 15z", "vg-fill"),
        path("M-27 15L-13-8L-6 2L3-17L14 1L18-5L27 15", "vg-line")
        + path(
            shade(3, -17, 14, 1, 8, 3, 13)
            + shade(-13, -8, -6, 2, 5, 3, 9)
            + shade(18, -5, 27, 15, 5, -2, 6),
            "vg-hatch",
        ),
    ),
    "hill": (
        path("M-27 13C-19 10-13-6 0-7S19 9 27 13z", "vg-fill"),
        path("M-27 13C-19 10-13-6 0-7S19 9 27 13", "vg-line")
        + path("M4-6q6 6 8 16M9-4q6 5 9 14M14 1q5 4 7 10M-1-6q3 7 3 17M-7-4q1 6-1 14", "vg-hatch"),
    ),
    "plain": (
        NOTHING,
        path("M-27 8H27M-22-3h9M-5-3h18M17-3h7", "vg-line")
        + path("M-24 13h14M-4 13h20M-15 18h22M-19 3h8M-2 3h10M14 3h9", "vg-hatch")
        + path("M9 7V-11M9-11q-8-3-11 2M9-11q8-3 11 2M9-11q-4-6-9-5M9-11q4-6 9-5", "vg-line"),
    ),
    "beach": (
        path("M-27 4C-14 0-6 8 6 5S20 1 27 4V20H-27z", "vg-sea"),
        path("M-27 4C-14 0-6 8 6 5S20 1 27 4", "vg-line")
        + path("M-20 11q5-3 10 0t10 0 10 0 10 0M-15 17q5-3 10 0t10 0 10 0", "vg-hatch")
        + path("M-8 1L-5-14L5-1z", "vg-line")
        + path("M-13 1H8L5 5.5H-10z", "vg-dark"),
    ),
    "marsh": (
        path("M-26 6H26V19H-26z", "vg-sea"),
        path("M-25 7h16M-4 7h12M13 7h12M-19 12h20M6 12h16M-12 17h24", "vg-hatch")
        + path(
            "M-14 7V-9M-18 7q0-8-4-13M-10 7q0-7 4-12M7 7V-12M3 7q0-8-4-14M11 7q0-8 5-12", "vg-line"
        )
        + path("M-14-9v-5M7-12v-5", "vg-thick"),
    ),
    "wood": (TREES, NOTHING),
    "village": (
        path("M-24 15V0H-10V15zM-8 15V-6H7V15zM10 15V2H25V15z", "vg-fill")
        + path("M-6-6A7 7 0 0 1 6-6z", "vg-fill"),
        path(
            "M-24 15V0H-10V15zM-8 15V-6H7V15zM10 15V2H25V15zM-6-6A7 7 0 0 1 6-6M0-13v-4", "vg-line"
        )
        + path("M-13 0v15M-15.5 0v15M4-6v21M1.5-6v21M22 2v13M19.5 2v13", "vg-hatch")
        + path("M-20 15V9h4v6zM-4 15V7h4v8zM14 15V9h4v6z", "vg-dark"),
    ),
    "town": (
        path("M-26 16V0h5v-4h4v4h4v-4h4v4h18v-4h4v4h4v-4h4v4h5V16z", "vg-fill")
        + path("M-4 0V-20H5V0z", "vg-fill"),
        path(
            "M-26 16V0h5v-4h4v4h4v-4h4v4h5V-20H5V0h4v-4h4v4h4v-4h4v4h5V16zM-1-20v-4h3v4", "vg-line"
        )
        + path("M2-19V0M14 0v16M17 0v16M20 0v16M23 0v16", "vg-hatch")
        + path("M-6 16V9a6 6 0 0 1 12 0v7z", "vg-dark"),
    ),
    "fort": (
        path("M-24 15L-20-2H20L24 15z", "vg-fill") + path("M-9-2V-13H9V-2z", "vg-fill"),
        path(
            "M-24 15L-20-2H20L24 15zM-9-2V-13h4v3h3v-3h4v3h3v-3h4V-2M0-13V-22l8 2.5-8 2.5",
            "vg-line",
        )
        + path("M12-2l2 17M15-2l3 17M18-2l4 17M5-10v8", "vg-hatch")
        + path("M-16 4h5v3h-5zM-4 4h5v3h-5z", "vg-dark"),
    ),
}
"""Surfaces and lines by terrain, in a box from -27 to 27 and from -22 to 22."""


def draw_symbols() -> Ink:
    """All symbols of the map, by id."""
    plates = in_layers(
        tag("g", surfaces + lines, id=f"vg-{kind}") for kind, (surfaces, lines) in VIGNETTES.items()
    )
    return plates + in_layers(tag("g", ink, id=f"af-{key}") for key, ink in SIGNS.items())


FORDS = "M-4-9q4 3 0 6t0 6t0 6M4-9q4 3 0 6t0 6t0 6"
SIGNS: dict[str, Ink] = {
    "orchard": tag("ellipse", klass="af-treeshade", cx=2, cy=3.5, rx=5.5, ry=2.5)
    + path(scalloped_path(0, -1, 5.5, 4.8, 6, hand_for("orchard")), "af-tree"),
    "river": path("M-7-9h14v18h-14z", "af-markgap") + path(FORDS, "af-ford"),
    "bridge": path("M-14-8h28v16h-28z", "af-markgap")
    + path("M-9-8q4 3 0 6t0 6t0 5M9-8q4 3 0 6t0 6t0 5", "af-ford")
    + path("M-14-5h28M-14 5h28", "af-parapet")
    + path("M-15-8l4 3M15-8l-4 3M-15 8l4-3M15 8l-4-3", "af-parapet"),
    "tents-S": path("M-9 7L0-9L9 7zM-23 9L-14-6L-6 9zM5 9L13-4L21 9z", "af-tent is-pale")
    + path("M0-9L2 7M-14-6L-12 9M13-4L15 9", "af-tentline"),
    "tents-M": path(
        "M-9 7L-8-1L0-8L8-1L9 7zM-23 9L-22 2L-15-5L-8 2L-7 9zM7 9L8 3L14-3L20 3L21 9z", "af-tent"
    )
    + path("M0-8v-5M-15-5v-4M14-3v-4M-8-1h16M-22 2h14M8 3h12", "af-tentline"),
    "flag-S": path("M0 4V-24", "af-pole")
    + path("M0-24h22v14h-22z", "af-flag-red")
    + path("M0-20.5h22v7h-22z", "af-flag-gold")
    + path("M0-24h22v14h-22z", "af-flagline"),
    "flag-M": path("M0 4V-24", "af-pole")
    + path("M0-24L23-18L0-10z", "af-flag-red")
    + path("M0-24L23-18L0-10z", "af-flagline"),
    "ship": path("M-26 4H24C22 10 19 12 15 13H-19C-23 11-25 8-26 4z", "af-hull")
    + tag("circle", klass="af-paddle", cx=-2, cy=6, r=8)
    + path("M-10 6h16M-2-2v16M-7.7 .3l11.3 11.3M-7.7 11.7L3.6 .4", "af-rig")
    + path(
        "M3 3V-9h4.5v12M-15 3V-28M16 3V-25M-15-26L-28 4M16-24L25 4M-23-18h16M-21-10h13M9-16h14"
        "M10-9h12",
        "af-rig",
    )
    + path("M5-10C2-15 9-16 6-22C12-19 10-27 18-29", "af-steam")
    + path("M-34 16q6-3 12 0t12 0 12 0 12 0 12 0", "af-rig"),
}
