"""Coats of arms, legible at 20 pixels: metal on colour, and no green.

The coats of the listed knights are in arms.yaml. Any other knight gets a free structure, chosen by
name.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from app.kernel.data_tables import read_yaml
from app.kernel.scene import Ink, in_layers
from app.kernel.strokes import group, hand_for, moved, num, path, poly, tag

ARMS: Mapping[str, Any] = read_yaml(Path(__file__).parent / "arms.yaml")
HEATER = "M-13-15h26v14c0 9-6.5 14.5-13 18c-6.5-3.5-13-9-13-18z"
Coat = Mapping[str, Any]


def coats(knights: Iterable[str]) -> dict[str, Coat]:
    """Coat of each knight of a board; no structure is used twice while a free one is left."""
    listed: Mapping[str, Coat] = ARMS["knights"]
    out = {name: listed[name] for name in sorted(set(knights)) if name in listed}
    taken = {coat["structure"] for coat in out.values()}
    for name in sorted(set(knights) - set(out)):
        pen, spare = hand_for("arms", name), ARMS["spare"]
        free = [s for s in spare["structures"] if s not in taken] or spare["structures"]
        out[name] = {"structure": pen.choice(free), "tinctures": pen.choice(spare["pairs"])}
        taken.add(out[name]["structure"])
    return out


def arms_id(name: str) -> str:
    """Id of the symbol with the arms of a knight."""
    return "arms-" + "".join(c if c.isalnum() else "-" for c in name.removeprefix("Sir ").lower())


def _wave(y: float) -> str:
    return f"M-14 {num(y)}q3.5-4 7 0t7 0t7 0t7 0v5q-3.5 4-7 0t-7 0t-7 0t-7 0z"


STRUCTURES = {
    "chevron": "M0-5L14 9v7.5L0 3.5L-14 16.5V9z",
    "bend": "M-14-16h6L14 9v8h-4L-14-8z",
    "saltire": "M-14-16h5L0-5L9-16h5v6L5 1L14 12v6h-5L0 8L-9 18h-5v-6L-5 1L-14-10z",
    "fess": "M-14-5h28v10h-28z",
    "pale": "M-5-16h10v34h-10z",
    "cross": "M-4-16h8v11h10v8h-10v16h-8V3h-10v-8h10z",
    "chief": "M-14-16h28v11h-28z",
    "pile": "M-10-16h20L0 14z",
    "quarterly": "M0-16h14v16h-14zM-14 0h14v18h-14z",
    "per_pale": "M0-16h14v34h-14z",
    "per_fess": "M-14 1h28v17h-28z",
    "per_bend": "M-14-16L16 18h-30z",
    "per_saltire": "M-14-16L0 1L-14 18zM14-16L0 1L14 18z",
    "wavy": _wave(-11) + _wave(-1.5) + _wave(8),
    "paly": "M-13-16h4.3v34h-4.3zM-4.3-16h4.3v34h-4.3zM4.3-16h4.3v34h-4.3z",
    "bendy": "".join(f"M{x}-18h5.5L{x + 35.5} 18h-5.5z" for x in (-38, -27, -16, -5, 6)),
    "chequy": "".join(
        f"M{num(6.5 * i - 13)} {num(6.5 * j - 15)}h6.5v6.5h-6.5z"
        for i in range(4)
        for j in range(5)
        if (i + j) % 2
    ),
    "lozengy": "".join(
        f"M{x} {y - 6}l4.5 6-4.5 6-4.5-6z" for y in (-15, -3, 9, 21) for x in (-9, 0, 9)
    ),
}


def _star(points: int, r: float, inner: float) -> str:
    ring = [
        (
            (inner if i % 2 else r) * math.sin(i * math.pi / points),
            (inner if i % 2 else r) * -math.cos(i * math.pi / points),
        )
        for i in range(2 * points)
    ]
    return poly(ring)


STAR = _star(5, 6.4, 2.7)
CHARGES = {
    "mullet": path(STAR),
    "roundel": tag("circle", r="5.2"),
    "lozenge": path("M0-7l5 7-5 7-5-7z"),
    "annulet": path(
        "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0zM-2.5 0a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0z",
        fill_rule="evenodd",
    ),
    "crescent": path("M-5.6-2.6A6 6 0 1 0 5.6-2.6A4.7 4.7 0 1 1-5.6-2.6z"),
    "tower": path(
        "M-5 6.5v-8h-1.2v-5h2.6v1.8h2.3v-1.8h2.6v1.8h2.3v-1.8h2.6v5h-1.2v8h-2.9v-3.7q-2.1-2.2-4.2 "
        "0v3.7z"
    ),
    "fleur": path(
        "M0-7c2 2.5 2.6 4.5 1.3 7c3.2-3 5.7-1.2 4.7 2h-3q.5-1.2-.8-1.4c-.8 1.2-.9 1.9-.7 3.4h-3"
        "c.2-1.5.1-2.2-.7-3.4q-1.3.2-.8 1.4h-3c-1-3.2 1.5-5 4.7-2C-2.6-2.5-2-4.5 0-7zM-2 5h4l.8 "
        "2.5h-5.6z"
    ),
    "escallop": path(
        "M0 6c-4-1-6.5-5-5.5-9q1.2-.6 2.2.3q.8-1.5 2-1.6L0-3l1.3-1.3q1.2.1 2 1.6q1-.9 2.2-.3c1 "
        "4-1.5 8-5.5 9z"
    ),
}
CHARGE_SPOTS = {
    "centre": ((0, -1, 1.75),),
    "2-1": ((-7.5, -9.5, 0.8), (7.5, -9.5, 0.8), (0, 11, 0.8)),
    "bend": ((-8, -9, 0.62), (0, 0.5, 0.62), (8, 10, 0.62)),
}


def shield(coat: Coat) -> Ink:
    """Field with structure and charges, cut to the shield; the hatching lies over the tinctures."""
    first, second = coat["tinctures"]
    areas = [(first, "M-14-16h28v34h-28z")]
    if coat["structure"] in STRUCTURES:
        areas.append((second, STRUCTURES[coat["structure"]]))
    charge, charges = coat.get("charges"), []
    if charge:
        charges = [
            tag(
                "g",
                CHARGES[charge["kind"]],
                klass=f"t-{charge['tincture']}",
                transform=moved((x, y), f"scale({k})"),
            )
            for x, y, k in CHARGE_SPOTS[charge["at"]]
        ]
    field = in_layers(path(d, f"t-{tincture}") for tincture, d in areas)
    hatching = in_layers(path(d, f"hatch hatch-{tincture}") for tincture, d in areas)
    return group(field + in_layers(charges) + hatching, clip_path="url(#heater)") + path(
        HEATER, "shield-line"
    )


def symbols(arms: Mapping[str, Coat]) -> Ink:
    """Symbols of the arms."""
    return in_layers(tag("g", shield(coat), id=arms_id(name)) for name, coat in arms.items())


HATCHINGS = {  # width, height, line; the old way of printing tinctures in black
    "gules": (2.4, 4, "M1.2 0v4"),
    "azure": (4, 2.4, "M0 1.2h4"),
    "sable": (2.6, 2.6, "M1.3 0v2.6M0 1.3h2.6"),
}


def definitions() -> Ink:
    """Outline of the shield and the hatchings."""
    lines = in_layers(
        tag(
            "pattern",
            path(d, "hatch-line pale" if name == "sable" else "hatch-line"),
            id=f"hatch-{name}",
            width=w,
            height=h,
            patternUnits="userSpaceOnUse",
        )
        for name, (w, h, d) in HATCHINGS.items()
    )
    dots = tag(
        "pattern",
        tag("circle", klass="hatch-dot", cx="1.5", cy="1.5", r=".55"),
        id="hatch-or",
        width=3,
        height=3,
        patternUnits="userSpaceOnUse",
    )
    return tag("clipPath", path(HEATER), id="heater") + lines + dots
