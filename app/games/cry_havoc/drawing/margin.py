"""Margin of the page: a vine with ivy leaves, and a knight who fights a snail.

It is decoration outside the map, hidden from screen readers and cropped on a phone.
"""

from __future__ import annotations

import math
from random import Random

from app.kernel.scene import Ink, Point, in_layers
from app.kernel.strokes import group, hand_for, moved, num, path, smooth_path, tag, use, xy

WIDTH = 168
LEAF = (
    "M0 0C-2-2-6-1.5-8.5-4.5C-7-6-6.5-7.5-6.8-10C-4.5-9.5-3-10.5-2-12.5Q-.8-15 0-17.5Q.8-15 2-12.5"
    "C3-10.5 4.5-9.5 6.8-10C6.5-7.5 7-6 8.5-4.5C6-1.5 2-2 0 0z"
)
COLOURS = ("mg-gold", "mg-lapis", "mg-vermilion", "mg-verdigris", "mg-gold")
HEARTS = (
    ("rose", "mg-vermilion"),
    ("bud", "mg-lapis"),
    ("rose", "mg-lapis"),
    ("bud", "mg-vermilion"),
)


def symbols() -> Ink:
    ivy = path(LEAF) + path("M0-1v-13M0-5l-5-2M0-5l5-2", "mg-vein")
    bezant = tag("circle", klass="mg-bezant", r="4.2") + path(
        "M0-4.5v-6M-4-2l-5-3.5M4-2l5-3.5M-3 4l-3.5 4.5M3 4l3.5 4.5", "mg-hair"
    )
    petals = in_layers(
        tag("circle", cx=num(7 * math.cos(t)), cy=num(7 * math.sin(t)), r="5")
        for t in (i * math.tau / 5 - math.pi / 2 for i in range(5))
    )
    bud = path(
        "M0 12C-8 8-13 0-9-7C-6-4-3-5-2-9Q0-14 0-17Q0-14 2-9C3-5 6-4 9-7C13 0 8 8 0 12z"
    ) + path("M0 10v-14M0 5q-4-1-6-6M0 5q4-1 6-6", "mg-vein")
    return (
        tag("g", ivy, id="ivy")
        + tag("g", bezant, id="bezant")
        + tag("g", petals + tag("circle", klass="mg-eye", r="4"), id="rose")
        + tag("g", bud, id="bud")
    )


def ivy_leaf(p: Point, q: Point, size: float, turn: int, pen: Random) -> tuple[str, Ink]:
    """Stalk and leaf at the point `p` of a stem that goes on to `q`; its side and colour change
    with each turn.
    """
    heading = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
    side = heading + 90 + (0 if turn % 2 else 180) + pen.uniform(-16, 16)
    scale = size * pen.uniform(0.9, 1.08)
    t = math.radians(side - 90)
    tip = (p[0] + 5 * math.cos(t), p[1] + 5 * math.sin(t))
    turned = moved(tip, f"rotate({round(side)})scale({num(scale)})")
    return f"M{xy(p)}L{xy(tip)}", use("ivy", klass=COLOURS[turn % 5], transform=turned)


def vine(x: float, top: float, bottom: float, seed: str) -> Ink:
    """Scroll of spirals between two heights: the stem goes round each centre, the branch curls
    inwards.
    """
    pen, out, stems, turn = hand_for(seed, "vine"), [], "", 0
    count = max(2, round((bottom - top) / 118))
    pitch, axis = (bottom - top) / count, x + WIDTH / 2
    radius, steps = pitch / 2, 34
    for k in range(count):
        cy, s = top + pitch * (k + 0.5), -1 if k % 2 == 0 else 1

        def at(degrees: float, r: float, s: int = s, cy: float = cy) -> Point:
            t = math.radians(degrees)
            return axis + s * r * math.cos(t), cy + r * math.sin(t)

        main = [at(a - 90, radius) for a in range(0, 181, 15)]
        curl = [
            at(90 + 560 * i / steps, radius * (1 - 0.86 * (i / steps) ** 0.82))
            for i in range(steps + 1)
        ]
        stems += smooth_path(main) + smooth_path(curl)
        for i, stem, spots in (
            (0, main, range(2, len(main) - 1, 3)),
            (1, curl, range(3, steps - 8, 3)),
        ):
            for j in spots:
                stalk, leaf = ivy_leaf(
                    stem[j], stem[j + 1], 1.25 if i == 0 else 1.36 - 0.016 * j, turn, pen
                )
                stems += stalk
                out.append(leaf)
                turn += 1
        heart, colour = HEARTS[k % 4]
        out.append(
            use(heart, klass=colour, transform=moved(curl[-1], f"rotate({pen.randrange(-30, 30)})"))
        )
        out += [
            use("bezant", round(axis + s * dx * WIDTH * 0.46), round(cy + dy * radius))
            for dx, dy in ((-0.86, -0.8), (-0.95, 0.72))
        ]
    return path(stems, "mg-stem") + group(in_layers(out), "mg-leaves")


def joust(x: float, y: float) -> Ink:
    """Strip of turf with a small knight, lance down, and a snail."""
    turf = f"M{num(x + 2)} {num(y)}q40-9 82-6t82 5v9q-40 8-84 6t-80-6z"
    tufts = "".join(
        f"M{num(x + d)} {num(y + 1)}q1-6-1-10m4 10q0-6 3-9" for d in (14, 58, 96, 132, 156)
    )
    return group(
        path(turf, "mg-turf")
        + path(tufts, "mg-blade")
        + group(_snail(), transform=moved((x + 122, y - 22), "scale(.8)"))
        + group(_knight(), transform=moved((x + 24, y - 27))),
        "mg-joust",
    )


def _snail() -> Ink:
    whorl = [
        (r * math.cos(t + 0.5) + 2, r * math.sin(t + 0.5) - 10)
        for t, r in (
            (i / 45 * math.radians(1010), 27 * (1 - i / 45) ** 0.9 + 1.2) for i in range(46)
        )
    ]
    rays = "".join(
        f"M{num(2 + 20 * math.cos(a))} {num(-10 + 20 * math.sin(a))}l{num(7 * math.cos(a))} "
        f"{num(7 * math.sin(a))}"
        for a in (i * 0.52 for i in range(12))
    )
    return (
        path(
            "M-50 21C-53 8-49-2-45-8C-43-12-37-12-36-7C-35 0-32 7-22 10H22C32 10 39 16 42 22Q-4 "
            "28-50 21z",
            "mg-slug",
        )
        + path("M-45-8l-7-15M-41-10l0-16", "mg-horn")
        + tag("circle", klass="mg-hornend", cx="-52.5", cy="-24", r="2.2")
        + tag("circle", klass="mg-hornend", cx="-41", cy="-27", r="2.2")
        + tag("circle", klass="mg-shell", cx="2", cy="-10", r="29")
        + path(smooth_path(whorl) + rays + "M-47 1q3 3 6 1", "mg-whorl")
    )


KNIGHT = (
    ("mg-hose", "M-7-2L-9 24L-14 27H-2L1 2zM3-2L8 24L4 28H16L11 0z"),
    ("mg-hose2", "M3-2L8 24L4 28H16L11 0z"),
    ("mg-tabard", "M-11-34C-6-38 8-38 12-34L15 2Q0 7-14 2z"),
    ("mg-tabard2", "M2-37C7-37 10-36 12-34L15 2Q9 4 3 4.5z"),
    ("mg-helm", "M-9-62Q1-68 11-62L12-42Q1-36-10-42z"),
    ("mg-slit", "M-8-54h20M1-63v22"),
    ("mg-plume", "M-2-65C-12-76-22-70-24-60C-17-66-10-64-6-60z"),
    ("mg-lance-ink", "M6-24L80-13"),
    ("mg-lance", "M6-24L80-13"),
    ("mg-point", "M80-16.5l9 4.5-9.5 2.5z"),
    ("mg-shield", "M-16-28h20v12C4-7 0-2-6 2C-12-2-16-7-16-16z"),
    ("mg-device", "M-6-13m0 0a2 2 0 0 1 3 2a4 4 0 0 1-7 0a6 6 0 0 1 8-7"),
    ("mg-sword", "M-17 3L-26 24"),
)


def _knight() -> Ink:
    return in_layers(path(d, klass) for klass, d in KNIGHT)


def margin(x: float, top: float, bottom: float, seed: str) -> Ink:
    """Vine, joust, and the blue and red bar between them and the map."""
    segments: list[Ink] = []
    bar, y = x + WIDTH + 1, top
    while y < bottom - 1:
        height = min(66, bottom - y)
        segments.append(
            tag(
                "rect",
                klass=("mg-lapis", "mg-vermilion")[len(segments) % 2],
                x=num(bar),
                y=num(y),
                width="5",
                height=num(height),
            )
        )
        y += height
    gold = tag(
        "rect", klass="mg-bar", x=num(bar - 4), y=num(top), width="13", height=num(bottom - top)
    )
    return gold + in_layers(segments) + vine(x, top + 8, bottom - 128, seed) + joust(x, bottom - 14)
