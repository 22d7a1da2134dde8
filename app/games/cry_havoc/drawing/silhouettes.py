"""Silhouettes on counters: head and weapon show the kind, the tool shows the peasant.

The strip of figures cuts off the feet.
"""

from __future__ import annotations

from typing import NamedTuple

from app.kernel.scene import NOTHING, Ink, in_layers
from app.kernel.strokes import group, hand_for, path, tag

BODY = "M-15 9.5C-15 1-11-2.5-5-3.5L-2-5.5h4l3 2c6 1 10 4.5 10 13z"
GOWN = "M-16 9.5C-15 0-9-3-6-4h12c3 1 9 4 10 13.5z"
FACE = tag("circle", cx="0", cy="-9.5", r="5")
HEADS = {
    "helm": path("M-8-17.5Q0-22.5 8-17.5L8.5-5Q4-1.5 0-.5Q-4-1.5-8.5-5z")
    + path("M-7-11.5h14M0-16.5V-2M3-6.5h.2M5.5-7.5h.2M3-4h.2", "cut"),
    "kettle": FACE
    + path("M-11-9.5Q-9-12-6.5-12.5C-6.5-18-3-20 0-20S6.5-18 6.5-12.5Q9-12 11-9.5Q0-12.5-11-9.5z")
    + path("M-8-10.6Q0-12.6 8-10.6", "cut"),
    "cone": FACE
    + path("M-6.5-9.5C-6.5-15-3-19 0-22C3-19 6.5-15 6.5-9.5L1.5-10.5v5h-3v-5z")
    + path("M0-20v9", "cut"),
    "coif": path(
        "M0-18.5C5-18.5 7-14.5 7-10.5C7-7 8-4 9-2h-18C-8-4-7-7-7-10.5C-7-14.5-5-18.5 0-18.5z"
    )
    + path("M-3.8-12.5Q0-15 3.8-12.5V-8Q0-4-3.8-8z", "pit"),
    "feather": FACE
    + path("M-6.5-9.5C-8-18.5 8-18.5 6.5-9.5Q0-12.5-6.5-9.5z")
    + path("M-3-15C-6-17-8-20.5-7-25C-3-23-.5-20 0-15.5z")
    + path("M-5.6-10.5Q0-13.5 5.6-10.5", "cut"),
    "cap": FACE
    + path("M-7-9.5C-9-17-4-20.5 2-20.5C9-20.5 14-16.5 13-9.5Q11-13.5 6.5-12.5L6.8-9.5Q0-13-7-9.5z")
    + path("M-6.3-10.5Q0-14 6-11", "cut"),
    "veil": path(
        "M0-19.5C7-19.5 8.5-14 8.5-9C8.5-4 11 0 12 4H-12C-11 0-8.5-4-8.5-9C-8.5-14-7-19.5 0-19.5z"
    )
    + path("M-4-13Q0-16 4-13V-8.5Q0-4-4-8.5z", "pit"),
}
HELD = {
    "sword": path("M16.5-21.5l1.9 3v15.5h3.1v2.6h-3.1v5h-3.8v-5h-3.1v-2.6h3.1v-15.5z"),
    "halberd": path("M15.5 9.5V-20", "pole")
    + path(
        "M15.5-24l2 5v1.5c5-.5 7 4.5 5.5 10Q20.5-11 17-10v2.5h-3V-13l-6.5 1.5q2.5-3 1.5-6l5 1.5v-3z"
    ),
    "spear": path("M16 9.5V-14", "pole")
    + path("M16-24.5c3.5 4.5 4 8 1.6 12h-3.2c-2.4-4-1.9-7.5 1.6-12z"),
    "falchion": path(
        "M12.5-2L15.5-20.5q6.5 2.5 6 9.5l-4 9.8zM9.5-3.5l10 3-1 2.6-10-3zM12.5.5l3.5 1-1.5 6-3.6-1z"
    ),
    "bow": path("M11-22.5C18.5-18.5 20.5-12 20-6S18 4.5 11 8.5", "bent")
    + path("M11-22.5L4.5-6L11 8.5", "string")
    + path("M4.5-6h17", "pole2")
    + path("M25.5-6l-6.5-3.4v6.8z"),
    "crossbow": path("M15 9.5V-20", "pole")
    + path("M5-12.5C8-19 22-19 25-12.5", "bent")
    + path("M5-12.5L15-6.5L25-12.5", "string")
    + path("M13-23h4v5h-4z"),
    "fork": path("M16 9.5V-10", "pole") + path("M11-22v7q0 4.5 5 4.5t5-4.5v-7M16-23v13", "pole2"),
    "hammer": path("M16 9.5V-14", "pole") + path("M8.5-21.5h15v8h-15z"),
    "axe": path("M15 9.5V-22", "pole")
    + path("M13.5-20.5C19-22 22-21.5 24-19Q25-14 22.5-9.5Q19-12.5 13.5-12.5z"),
    "scythe": path("M13 9.5L17-19", "pole")
    + path("M17.5-21.5C9-22.5 2-19 .5-13.5C6-17.5 11-17.5 17-17z"),
    "sickle": path("M17 9V0", "pole") + path("M15.5 0C9-9 13-19 23-17C15-16 14-8 18.5 0z"),
    "club": path("M13.5 8L17-19q5-3.5 6.5 1.5L17 9z"),
    "flail": path("M14 9.5V-18", "pole")
    + path("M14-18L20-12", "string")
    + path("M18-13.5l4-1.5 3 12-4.5 1.5z"),
    "peel": path("M16 9.5V-10", "pole") + path("M11.5-22h9v13q-4.5 3-9 0z"),
    "bill": path("M15.5 9.5V-12", "pole")
    + path("M14-9v-8q0-6 6.5-6.5q2.5 3.5-.5 5.5q-2-.5-2.5 1.5V-9z"),
    "staff": path("M16.5 9.5V-21", "pole"),
    "sack": path("M11 9C9 2 10-5 13-8l-2-4h9l-2 4c4 3 5 10 3 17z"),
}
BUCKLER = (
    path("M-4 3m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0", "front")
    + path("M-4 3m-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0", "cut")
    + tag("circle", klass="pit", cx="-4", cy="3", r="2.2")
)


class Look(NamedTuple):
    """Look of a kind of character: head, weapon, and the line inside the rim that shows the
    rank.
    """

    head: str
    held: str | None
    rank: str | None = "line"
    buckler: bool = False


LOOKS = {
    "sergeant": Look("helm", "sword", "studs"),
    "halberdier": Look("kettle", "halberd"),
    "spearman": Look("cone", "spear", buckler=True),
    "infantry": Look("coif", "falchion"),
    "archer": Look("feather", "bow"),
    "crossbowman": Look("kettle", "crossbow"),
    "peasant": Look("cap", None, "stitch"),
    "civilian": Look("veil", None, None),
}
TOOLS = {
    "Baker": "peel",
    "Carpenter": "axe",
    "Cedric": "flail",
    "Farmer": "fork",
    "Gam": "club",
    "Giles": "scythe",
    "Gobin": "sickle",
    "Radult": "staff",
    "Salter": "sack",
    "Smith": "hammer",
    "Wulf": "bill",
}
SPARE_TOOLS = ("fork", "flail", "club", "staff")


def held_by(kind: str, name: str) -> str | None:
    """Weapon of the kind; a peasant carries the tool of the trade, or a random one."""
    if kind == "peasant":
        return TOOLS.get(name) or hand_for("tool", name).choice(SPARE_TOOLS)
    return LOOKS[kind].held


def figure_id(kind: str, held: str | None) -> str:
    return f"fig-{kind}-{held or 'bare'}"


def figure(kind: str, held: str | None) -> Ink:
    look, dx = LOOKS[kind], {None: 0, "bow": -4, "crossbow": -4}.get(held, -1)
    bust = (
        path(GOWN if kind == "civilian" else BODY)
        + HEADS[look.head]
        + (BUCKLER if look.buckler else NOTHING)
    )
    return group(bust, transform=f"translate({dx} 0)" if dx else None) + (
        group(HELD[held], "held") if held else NOTHING
    )


def symbols() -> Ink:
    """Symbols of the silhouettes, each once."""
    pairs = {(kind, look.held) for kind, look in LOOKS.items() if kind != "peasant"}
    pairs |= {("peasant", tool) for tool in (*TOOLS.values(), *SPARE_TOOLS)}
    return in_layers(
        tag("g", figure(kind, held), klass="figdef", id=figure_id(kind, held))
        for kind, held in sorted(pairs, key=str)
    )
