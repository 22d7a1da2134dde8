"""Figures on the counters, in a box from -22 to 22 and from -24 to 9."""

from __future__ import annotations

from app.kernel.scene import Ink
from app.kernel.strokes import group, path, tag


def circle(x: float, y: float, r: float, klass: str | None = None) -> Ink:
    """Disc or ring of a figure."""
    return tag("circle", klass=klass, cx=x, cy=y, r=r)


BODY = path("M-15 9.5C-15 1-11-2.5-5-3.5L-2-5.5h4l3 2c6 1 10 4.5 10 13z")
BELTS = path("M-9 0L5 9.5M9 0L-5 9.5", "cut")
CLOAK = path("M-16 9.5C-15-1-10-4-5-4.5H5C10-4 15-1 16 9.5z") + path(
    "M0-4V9.5M-5-4L-8 9.5M5-4L8 9.5", "cut"
)
FACE = circle(0, -9, 5)
HATS: dict[str, Ink] = {
    "ros": FACE
    + path("M-6.5-10.5L-5.6-20Q0-22.5 5.6-20L6.5-10.5Q0-13-6.5-10.5z")
    + path("M-7.5-9Q0-13 9-9.5L8.5-7.5Q0-10.5-7-7.5z")
    + circle(0, -23, 2.2)
    + path("M-6.5-10.800Q0-13.5 6.5-10.800", "cut"),
    "barretina": FACE
    + path(
        "M-6.800-9.5C-7.5-17-3-20.5 1-20.5C8-21 14-19 14.5-13C14.800-9.5 12-8.5 11-10C10.5-13 8-14 5.5-13.5L6.800-9.5Q0-13-6.800-9.5z"
    )
    + path("M-6.5-11Q0-14 6-11.5", "cut"),
    "boina": FACE
    + path("M-11.5-12C-11-18.5 10-20 12-14C12.5-10.5 6-11 0-11S-11-9-11.5-12z")
    + path("M0-18l1-3h1.5l-.5 3.5z"),
    "sailor": FACE
    + path("M-10-14C-9-19 9-19 10-14L7-10.5Q0-12.5-7-10.5z")
    + path("M-7-10l-6 7 2.5 1.5 5.5-7z"),
    "shakocap": FACE
    + path("M-6-10.5L-5.5-21.5h11L6-10.5Q0-13-6-10.5z")
    + path("M-7-9Q0-13 8.5-9.5L8-7.7Q0-10.5-6.5-7.7z")
    + path("M1-21.5c-1-4 0-6 2.5-7.5c1.5 3 1 5.5-.5 7.5z")
    + path("M5.5-20l4.5 8-4 1.5z"),
    "czapka": FACE
    + path("M-6.2-10L-4-17h8l2.2 7Q0-12.5-6.2-10z")
    + path("M-8-23.5h16l-2.5 6h-11z"),
    "crest": FACE
    + path("M-6.800-9C-7-17-3-20 0-20S7-17 6.800-9Q0-12-6.800-9z")
    + path("M-5-18C-3-26 8-26.5 11-17.5L10-8C8.5-14 5-18.5-2-18.5z"),
    "fez": FACE
    + path("M-6-10.5L-4.6-20.5Q0-22 4.6-20.5L6-10.5Q0-13-6-10.5z")
    + path("M0-21.5l6.5 2 1.5 8.5-2 .3-1.2-6.800-5-1.5z"),
    "turban": FACE
    + path("M-3-19.5L0-24.5L3-19.5z")
    + path("M-8.5-12C-10.5-17-6-20.5 0-20.5S10.5-17 8.5-12C5-9.5-5-9.5-8.5-12z")
    + path("M-8-14.5Q0-18 7.5-12.5M-6-18Q3-19 8.5-14.5", "cut"),
    "hood": path("M0-25C-4-19-9.5-14-9.5-6L-12 0H12L9.5-6C9.5-14 4-19 0-25z")
    + path("M-4.6-13Q0-17.5 4.6-13V-8.5Q0-3.5-4.6-8.5z", "pit"),
    "rezza": circle(0, -11, 6.2)
    + path("M-8.5-10.5C-9.5-14-7-16-3.5-15.5L6-13.5C9-12.5 9.5-10 8-8.5L-6.5-8.5z")
    + path("M-7.5-12.800L7.5-10M-5.5-9.5L5-13", "cut")
    + path("M6-8.5C10-6 10.5-1 7.5 1.5C8.5-2 6.5-4 4.5-5.5z"),
    "cone": FACE
    + path("M-6.5-11L0-25.5L6.5-11Q0-14-6.5-11z")
    + path("M-8-12.5C-6-15 6-15 8-12.5C8-9.5-8-9.5-8-12.5z")
    + path("M-7.6-12.5Q0-9.5 7.6-12.5", "cut"),
    "bicorne": FACE
    + path("M-15-9.5C-11-19-4-22.5 0-22.5S11-19 15-9.5C8-13.5-8-13.5-15-9.5z")
    + path("M-1-22C1-28 8-28 11-25C7-24.5 4-22.5 2.5-20z")
    + path("M-12-11.5Q0-16.5 12-11.5", "cut"),
    "great_turban": FACE
    + path("M-10.5-12C-13-18.5-7-23 0-23S13-18.5 10.5-12C6-9-6-9-10.5-12z")
    + path("M-10-15Q0-20 9.5-12.5M-7-20Q4-21 10.5-15.5M-9-11.5Q-2-17 6-22", "cut")
    + path("M-4-6.5Q0-1 4-6.5L3-2.5Q0 .5-3-2.5z"),
}
HELD: dict[str, Ink] = {
    "musket": path("M15.5 9.5V-13", "pole")
    + path("M15.5-13V-24.5", "thin")
    + path("M13.5 2h4.5v7.5h-5.5z"),
    "espingarda": path("M15.5 3V-24.5", "pole2")
    + path("M14-1h3.2l4 10.5h-6.5z")
    + path("M13.5-16h4M13.5-8h4", "thin"),
    "horn": path("M20-13.5a7.5 7.5 0 1 0-1 10.5", "horn")
    + path("M16.5-5.5L25.5 3L15.5 5.5L12.5.5z")
    + path("M18-15.5l5.5-5 2 2-5 5.5z"),
    "lance": path("M16.5 9.5V-25", "pole2") + path("M16.5-24.5h-12l3.5 3.7-3.5 3.7h12z"),
    "sabre": path("M12.5 7C13.5-5 17-14 24-21C22-9 18.5 0 15.5 8z")
    + path("M9.5 3.5l9.5 4.5-1 2.2-9.5-4.5z"),
    "pick": path("M15.5 9.5V-18", "pole")
    + path("M4.5-13.5C9-21 22-21 26.5-13.5C20-17 11-17 4.5-13.5z"),
    "anchor": path(
        "M16.5-17V6M11.5-12.5h10M9-1.5C9.5 4 13 6.5 16.5 7.5C20 6.5 23.5 4 24-1.5", "pole2"
    )
    + circle(16.5, -19.5, 2.5, "ring")
    + path("M6.5.5l2.7-5 3 4.5zM26.5.5l-2.7-5-3 4.5z"),
    "gumia": path("M15.5 6V-24.5", "pole2")
    + path("M14 2h3.2l3.5 7.5h-6z")
    + path("M20-5C25-3 26 3 21.5 7.5C22.5 3 21.5 0 18.5-1.5z"),
}
HORSE = (
    path(
        "M3 9.5C2 3 0-1-2-4.5C-4-2.5-7-2-9-1C-11.5.5-14 2.5-16.5 2C-19.5 1.5-20-1.5-19-3.5C-16-7.5-13.5-12.5-10-15.5L-10.5-20.5L-6.5-16.5C1-15 8-7 9.5 9.5z"
    )
    + path("M-9-10.5h.2M-16.5-1.5h.2", "dotcut")
    + path("M-14-8.5L-10-1.5M-8-15C-2-13 3-5 4.5 4", "cut")
)
WHEEL = circle(-2, 1.5, 7.6, "ring") + path(
    "M-9.5 1.5h15M-2-6v15M-7.300-3.800l10.6 10.6M-7.300 6.800L3.300-3.800", "thin"
)
GUNS: dict[str, Ink] = {
    "rodada": path("M-14-4.5L-13-9.5L21-14L21.5-8L-13 .5z") + path("M-4 1L-22 9.5h8L3 5z") + WHEEL,
    "montana": path("M5 9.5L15-10L25 9.5z")
    + path("M11.5-3.5l3.5 2.5 3-3", "cut")
    + path("M-16-4L-15-8L9-12L9.5-7L-15-.5z")
    + path("M-7 1L-21 9.5h7L-1 5z")
    + group(WHEEL, transform="translate(-2 2.5)scale(.82)"),
    "posicion": path("M-17 9.5h34v-4.5h-34z")
    + path("M-12 5L-2-14L14-6.5L5 5.5z")
    + path("M-4-16.5L16.5-6.5L15-3.5L-5.5-13.5z")
    + circle(19.5, 2.5, 2.7)
    + circle(-18, 2.5, 2.7),
    "canones": path("M-19-3L-18-9L20-12.5L20.5-7L-18 2z")
    + circle(-20.5, -4, 2.2)
    + path("M-13 0H10V4L14 9H-15L-13 4z")
    + circle(-9, 8, 3.6, "knob")
    + circle(8, 8, 3.6, "knob"),
}
MULE = (
    path(
        "M-17 9.5C-17 3-15-3-12-5.5C-7-8.5 3-7.5 8-7.5C13-9 15.5-12 17-15L15.5-22L18.7-17L22-21L21.2-15"
        "C23-13 25-9 25.5-6.5Q24.5-3.5 22-4L18.5-7C17-3 15.5 1 15 4.5L15.5 9.5h-3l-1-4C5 7-3 7-9 5.5L-11 9.5z"
    )
    + path("M-8-9.5Q-1-15.5 7-9.5L8 2.5Q-1 7-9 2.5z", "pit2")
    + path("M-8-9.5Q-1-15.5 7-9.5L8 2.5Q-1 7-9 2.5zM0-13V4.5M-9-3.5H7.5", "cut2")
)
SHIP = (
    path("M-23 2H22C21 6 19 8.5 16 9.5H-18C-21 8-22.5 5 -23 2z")
    + circle(-1, 2.5, 6.5, "knob")
    + path("M-7.5 2.5h13M-1-4v13", "cut")
    + path("M3 1V-11h4V1zM-13 2V-21M14 2V-19", "mast")
    + path("M-12-19Q-4-16-4-6H-12zM13-17Q6-14 8-6h5z")
    + path("M5-12C2-17 9-18 6-24C12-21 8-16 12-14C9-13 7-13 5-12z")
)
KINDS = {
    "line": ("ros", "musket"),
    "cazadores": ("ros", "horn"),
    "voluntarios": ("barretina", "musket"),
    "tercio": ("boina", "musket"),
    "marina": ("sailor", "anchor"),
    "ingenieros": ("ros", "pick"),
    "husares": ("shakocap", "sabre"),
    "lanceros": ("czapka", "lance"),
    "coraceros": ("crest", "sabre"),
    "nizam": ("fez", "musket"),
    "guich": ("turban", "espingarda"),
    "cabila": ("hood", "espingarda"),
    "rif": ("rezza", "gumia"),
    "bujari": ("cone", "lance"),
    "jinetes": ("turban", "espingarda"),
}
RIDERS = {"husares", "lanceros", "coraceros", "bujari", "jinetes"}
CLOAKED = {"cabila", "guich", "jinetes", "bujari"}


def figure(kind: str) -> Ink:
    """Picture of a kind of unit; the kinds are those of the data file."""
    if kind in GUNS:
        return group(GUNS[kind], transform="translate(1 -2)")
    if kind.startswith("convoy"):
        return group(MULE, transform="translate(-1 -1)")
    if kind == "barco":
        return group(SHIP, transform="translate(0 -1)")
    hat, held = KINDS[kind]
    if kind in RIDERS:
        body = (CLOAK if kind in CLOAKED else BODY) + HATS[hat]
        man = group(body, transform="translate(6 0)scale(.86)")
        weapon = group(HELD[held], "held", transform="translate(3 0)")
        return man + weapon + group(HORSE, "horse", transform="translate(-3 1)")
    body = CLOAK if kind in CLOAKED else BODY + BELTS
    return group(body + HATS[hat], transform="translate(-2 0)") + group(HELD[held], "held")


def bust(side: str) -> Ink:
    """Head and shoulders of a leader."""
    if side == "M":
        return CLOAK + HATS["great_turban"]
    collar = path("M-15 3h7l1 4h-9zM15 3H8L7 7h9z", "pit2")
    lace = path("M-15.5 3.5h6.5M9 3.5h6.5M-4-4L7 9.5", "cut")
    return BODY + collar + lace + HATS["bicorne"]
