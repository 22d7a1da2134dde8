"""Counters, drawn from the kind and state of a piece.

A counter lies in a box of 50 x 50 units around its centre. The box of a rider is 126 x 46, along
the line through both hexes.

Shape and place identify every mark; colour only repeats it. docs/look.md lists the marks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache

from app.games.cry_havoc.drawing import heraldry
from app.games.cry_havoc.drawing.heraldry import ARMS, STAR, Coat, arms_id
from app.games.cry_havoc.drawing.position import NOW, Moment, Piece
from app.games.cry_havoc.drawing.sheet import centre, corners
from app.games.cry_havoc.drawing.silhouettes import LOOKS, figure_id, held_by
from app.games.cry_havoc.drawing.silhouettes import symbols as silhouettes
from app.games.cry_havoc.drawing.steeds import TRAPPER, draw_steed
from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.strokes import group, hand_for, moved, num, part_way, path, poly, tag, text, use, xy

SQUARE = "M-21-25h42q4 0 4 4v42q0 4-4 4h-42q-4 0-4-4v-42q0-4 4-4z"
ARCH = "M-25 21V-7C-25-19-14-25 0-25S25-19 25-7V21q0 4-4 4h-42q-4 0-4-4z"
SQUARE_IN = "M-20.5-21.5h41v30h-41z"
ARCH_IN = "M-21.5 8.5V-7C-21.5-16-12-21.5 0-21.5S21.5-16 21.5-7V8.5z"
BASES = {"a": (ARCH, ARCH_IN), "b": (SQUARE, SQUARE_IN)}
# Along the horse, head up: side a has a curved (gothic) front, side b a straight one.
RIDER_BASES = {
    "a": "M-22 53V-34C-22-46-10-56 0-64C10-56 22-46 22-34V53q0 6-6 6h-32q-6 0-6-6z",
    "b": "M-22 59V-40L0-64L22-40V59h-17l-5-6l-5 6z",
}
LOOSE_HORSE = "M-19 55V-36C-19-46-9-56 0-64C9-56 19-46 19-36V55q0 5-5 5h-28q-5 0-5-5z"
LOOSE_MULE = (
    "M-25-13C-25-21-21-25-13-25H13C21-25 25-21 25-13V13C25 21 21 25 13 25H-13C-21 25-25 21-25 13z"
)

TORN = "M-23.5 9l3.5-3 3.5 3 4-3.5 3.5 3.5 4-3 5 3 4-3.5 3.5 3.5 4-3 4.5 3 4-3.5 3.5 3.5v2h-47z"
GASH = "M21-19C13-7-4 4-20 8C-8 0 8-12 21-19zM13-6C16-1.5 17.5.5 17.5 3a4.5 4.5 0 1 1-9 0C8.5.5 10-1.5 13-6z"
STARS = in_layers(
    group(path(STAR), transform=moved(p)) for p in ((-11, -15.5), (0, -18.5), (11, -15.5))
)
STUDS = path("M-18-13.5h0M-18 5.5h0M18-13.5h0M18 5.5h0", "studs")
DID = {
    "moved": "M-3.5-4c1.5-1.5 3-.5 3 1.5c0 2-.5 3-1 4h-2c-.5-2-1-4 0-5.5zM-3.3 2.5h2.2q.2 2.5-1.1 "
    "2.5t-1.1-2.5z"
    "M1.5-1.5c1-1.5 2.8-1 3 .8c0 1.5-.4 2.5-.8 3.2h-1.7c-.6-1.5-1-3-.5-4zM2 3.5h1.8q.2 2-.9 "
    "2t-.9-2z",
    "shot": "M-5.5 5L3-3.5M5.5-5.5l-6 1.5 4.5 4.5zM-5.5 2v3.3h3.3",
    "fought": "M-5-5L4 4M5-5L-4 4M-5 1l4 4M5 1l-4 4",
}


# ---------------------------------------------------------------------- parts of a counter
def draw_strip(figures: tuple[int | None, ...], state: str) -> Ink:
    """CH-SUM-06: Attack, defence and movement stand in black, red and blue, in this order, with
    lines between.
    """
    out = path("M-23.5 8.5h47V20q0 3.5-3.5 3.5h-40q-3.5 0-3.5-3.5z", "strip")
    if "wounded" in state:
        out += path(TORN, "torn")
    out += path("M-7.8 11v10M7.8 11v10", "strip-cut")
    for x, value, kind in zip((-15.6, 0, 15.6), figures, ("atk", "def", "mov"), strict=False):
        words = "–" if value is None else str(value)
        squeezed = (
            {"textLength": "13.5", "lengthAdjust": "spacingAndGlyphs"} if len(words) > 1 else {}
        )
        out += text(words, f"fig {kind}", x, 22.6, **squeezed)
    return out


def _disc(
    words: str,
    r: float,
    klass: str,
    baseline: float,
    place: Point | None = None,
    inner: str | None = None,
) -> Ink:
    return group(
        tag("circle", r=num(r)) + text(words, inner, 0, baseline),
        klass,
        transform=moved(place) if place else None,
    )


@lru_cache(maxsize=1024)
def _plate(
    kind: str, name: str, side: str, figures: tuple, state: str, mark: str, quiver: int | None
) -> Ink:
    outer, inner = BASES.get(side, BASES["b"])
    rank = LOOKS[kind].rank if kind in LOOKS else None
    out = path(outer, "base") + (path(outer, "diaper") if side == "a" else path(inner, "rim2"))
    if rank == "stitch":
        out += path(inner, "stitch")
    ransom = state.startswith("ransom")
    if kind == "knight":
        picture = use(
            arms_id(name), klass="arms", transform=moved((0, -6.5), "rotate(180)" if ransom else "")
        )
    else:
        picture = use(figure_id(kind, held_by(kind, name)), klass="figure") + (
            STUDS if rank == "studs" else NOTHING
        )
    if ransom:
        picture += (
            path("M-19-7C-12-1-6-11 0-7S12-13 19-7", "rope")
            + path("M13-12a6 6 0 1 0 .1 0z", "coin")
            + path("M13-9v6M11-7.5h4", "coinline")
        )
    out += group(picture, "pic")
    if state == "stunned":
        out += group(STARS, "stars")
    if "wounded" in state:
        out += path(GASH, "gash")
    out += draw_strip(figures, state)
    if mark and kind != "knight":
        out += text(mark, "mark", -21.5, -5 if side == "a" else -9.5)
    if quiver is not None:
        out += _disc(str(quiver), 7.5, "quiver", 4.3, (19, 1.5))
    return out


def draw_plate(piece: Piece) -> Ink:
    """Square or arched counter without the marks of the moment."""
    return _plate(
        piece.kind, piece.name, piece.side, piece.figures, piece.state, piece.mark, piece.quiver
    )


def draw_ring(now: Moment, did: str, reach: float = 25) -> Ink:
    """Marks outside the counter: brackets, arrows with odds, diamond, disc."""
    r, out = reach + 4.5, NOTHING
    if now.selected:
        d = "".join(
            f"M{num(sx * r)} {num(sy * (r - 10))}V{num(sy * r)}H{num(sx * (r - 10))}"
            for sx in (-1, 1)
            for sy in (-1, 1)
        )
        out += path(d, "ui-select-gap") + path(d, "ui-select")
    if now.target:
        arrow = f"M0 {num(-reach - 7)}l-7.5-10.5h15z"
        out += group(
            in_layers(path(arrow, transform=f"rotate({turn})") for turn in (45, 135, 225, 315)),
            "ui-target",
        )
    if now.target and now.odds:
        half = max(17, 4.2 * len(now.odds) + 5)
        out += group(
            tag("rect", x=num(-half), y="-9", width=num(2 * half), height="18", rx="9")
            + text(now.odds, None, 0, 5),
            "ui-odds",
            transform=moved((0, -reach - 4)),
        )
    if now.can:
        out += path(f"M0 {num(-reach - 8)}l7 7.5-7 7.5-7-7.5z", "ui-can")
    if did:
        out += group(
            tag("circle", r="8") + path(DID.get(did, "M-4 0l3 3.5 5-7")),
            "badge",
            transform=moved((reach - 3, 3 - reach)),
        )
    return out


# ---------------------------------------------------------------------- horses and mules


def piece_heading(piece: Piece) -> int:
    """Direction of the front, in degrees clockwise from north."""
    if not piece.rear:
        return 0
    a, b = centre(piece.at), centre(piece.rear)
    return round(math.degrees(math.atan2(a[0] - b[0], b[1] - a[1])))


def piece_middle(piece: Piece) -> Point:
    return part_way(centre(piece.at), centre(piece.rear or piece.at))


def _rider(piece: Piece, now: Moment, tinctures: Iterable[str]) -> Ink:
    base, turn = RIDER_BASES.get(piece.side, RIDER_BASES["b"]), f"rotate({piece_heading(piece)})"
    horse = path(base, "base") + (path(base, "diaper") if piece.side == "a" else NOTHING)
    horse += draw_steed(piece.name, tuple(tinctures), saddle=False)
    ring = path(base, "ui-ride-gap") + path(base, "ui-ride") if now.selected else NOTHING
    others = Moment(now.can, selected=False, target=now.target, odds=now.odds)
    return (
        group(ring, transform=f"{turn}scale(1.12 1.055)")
        + group(horse, "mount", transform=turn)
        + tag("g", draw_plate(piece), transform="scale(.92)")
        + draw_ring(others, piece.did, 24)
        + text(piece.name, "pname", 0, 33)
    )


def _horse(piece: Piece, now: Moment) -> Ink:
    horse = path(LOOSE_HORSE, "base") + draw_steed(piece.owner or piece.name, (), saddle=True)
    return (
        group(horse, "mount", transform=f"rotate({piece_heading(piece)})")
        + _disc("1", 10.5, "animal-def", 6, inner="fig def")
        + draw_ring(now, piece.did, 22)
    )


MULE_BODY = (
    "M-17 10C-18 4-16-3-13-6C-8-9 2-8 7-8C9-13 12-16 "
    "14-18L13.5-25L16.5-19.5L20-24L18.5-17.5C20-15 23-10 24-7"
    "Q23-3 20-4L16-8C14-4 13-1 12.5 3L13 15H9.5L9 6C3 8-4 8-9 6L-11 15H-14.5L-14 8Q-15 8-17 10z"
)
PACKS = (("pack", "M-8-9Q-1-14 6-9L7 3Q-1 7-9 3z"), ("packline", "M-1-11.5V5M-8.5-3H6.5"))


def _mule(piece: Piece, now: Moment) -> Ink:
    beast = (
        path(MULE_BODY, "coat-mule")
        + path(MULE_BODY, "horse-line")
        + in_layers(path(d, klass) for klass, d in PACKS)
    )
    return (
        path(LOOSE_MULE, "base")
        + group(beast, transform="translate(-2 -1)")
        + _disc("1", 9, "animal-def", 5.6, (-16, 17), "fig def")
        + draw_ring(now, piece.did)
    )


# ---------------------------------------------------------------------- the fallen
DEAD_MULE = (
    "M-15-9C-8-13 4-13 10-9C15-12 19-15 24-15L29-21L28-14C32-12 33-8 31-6C27-4 24-6 21-5C18 0 15 "
    "5 10 8C2 11-8 11-14 8"
    "C-19 5-19-5-15-9z"
)
DEAD_MULE_LEGS = "M-11 8L-15 19L-9 22M-5 10L-3 20L3 21M4 9L9 19L15 19M9 6L18 13L23 11"
DEAD_HORSE = (
    "M-10-22C-15-17-15-6-13 4C-12 14-15 22-14 32C-13 42-6 46 0 46S13 42 14 32C15 22 12 14 13 "
    "4C15-6 14-15 9-21"
    "C9-29 5-36-1-41C-1-47-5-53-11-57C-16-59-20-55-18-51C-17-46-15-42-11-39C-10-33-10-28-10-22z"
)
DEAD_HORSE_LEGS = "M11-12L25-19L29-9M13-2L27 2L24 12M13 26L28 22L31 32M12 36L24 44L20 52"
DEAD_MAN = "M-21-3Q-13-9-6-7C4-6 12-5 22-4Q25-2 22 0L12 .5L22 3Q25 5 21 7C10 7 0 8-6 9Q-14 10-21 5z"


def draw_corpse(piece: Piece) -> Ink:
    """Corpse, drawn flat and without a base, so that a living counter can lie on it."""
    pen = hand_for("corpse", piece.id)
    if piece.is_animal:
        mule = piece.kind == "mule"
        beast, legs = (DEAD_MULE, DEAD_MULE_LEGS) if mule else (DEAD_HORSE, DEAD_HORSE_LEGS)
        turn, scale = (pen.randrange(-15, 15), 0.9) if mule else (piece_heading(piece), 1)
        out = path(legs, "dead-leg-ink") + path(legs, "dead-leg") + path(beast, "dead-fill")
        if piece.kind == "horse":
            out += path("M0 44C-6 50-7 56-3 62C3 58 4 50 0 44z", "dead-fill")
            out += path("M-6 6L6 20M6 6L-6 20M-12-52l4 4m0-4l-4 4", "dead-line")
        return group(out, "corpse", transform=f"rotate({turn})scale({scale})")
    out = tag("circle", klass="dead-fill", cx="-25", cy="1", r="5.5") + path(DEAD_MAN, "dead-fill")
    out += path("M-11-6L-3 6M-3-5L-11 8M-27-1l3 3m0-3l-3 3", "dead-line")
    if piece.kind == "knight":
        out += use(
            arms_id(piece.name), klass="dead-arms", transform="translate(3 1)rotate(180)scale(.55)"
        )
    return group(out, "corpse", transform=f"rotate({pen.randrange(-28, 28)})")


def draw_weight(value: int, closed: bool = False) -> Ink:
    """Weight of the corpses in a hex: a disc, or a crossed square if it closes the hex."""
    if closed:
        return group(
            path("M-9-9h18v18h-18z")
            + path("M-9-9l18 18M9-9l-18 18", "weight-bar")
            + text(str(value), None, 0, 4.8),
            "weight is-closed",
        )
    return _disc(str(value), 8, "weight", 4.8)


# ---------------------------------------------------------------------- whole pieces
def draw_counter(
    piece: Piece,
    now: Moment = NOW,
    label: str = "",
    href: str = "",
    coat: Coat | None = None,
    place: Point | None = None,
) -> Ink:
    """Piece at its place: a link if it has an address, else an image with a label, else
    decoration.
    """
    where = place or (piece_middle(piece) if piece.at else (0.0, 0.0))
    tinctures = tuple(coat["tinctures"]) if coat else ()
    body = _body(piece, now, tinctures)
    classes = ["piece", f"side-{piece.side or 'n'}", f"is-{piece.state.replace('_', ' is-')}"]
    classes += [
        f"ui-{word}-on"
        for word, on in (
            ("can", now.can),
            ("done", bool(piece.did)),
            ("selected", now.selected),
            ("target", now.target),
        )
        if on
    ]
    return tag(
        "a" if href else "g",
        (_hit(piece, where) if href else NOTHING) + body,
        id=f"p-{piece.id}" if piece.id else None,
        href=href or None,
        klass=" ".join(classes),
        transform=moved(where),
        role="img" if label and not href else None,
        aria_label=label or None,
        aria_hidden=None if label or href else "true",
        data_piece=piece.id or None,
        data_place=" ".join(piece.hexes) or None,
    )


@lru_cache(maxsize=1024)
def _body(piece: Piece, now: Moment, tinctures: tuple[str, ...]) -> Ink:
    """Piece by its kind and state, without its place; kept, because a move changes few pieces."""
    if piece.state == "dead":
        body = draw_corpse(piece)
    elif piece.kind == "horse":
        body = _horse(piece, now)
    elif piece.kind == "mule":
        body = _mule(piece, now)
    elif piece.rear:
        body = _rider(
            piece, now, tinctures or heraldry.coats([piece.name])[piece.name]["tinctures"]
        )
    else:
        upright = draw_plate(piece)
        body = group(upright, transform="rotate(-13)") if piece.state == "stunned" else upright
        body += text(piece.name, "pname", 0, 34.5) + draw_ring(now, piece.did)
    return body


def _hit(piece: Piece, where: Point) -> Ink:
    """Area that reacts to a tap: the hex, or both hexes."""
    return path(
        "".join(
            poly([(x - where[0], y - where[1]) for x, y in corners(h, 1.5)]) for h in piece.hexes
        ),
        "ui-hit",
    )


def draw_rope(places: Iterable[Point]) -> Ink:
    """Line from a leader to the led animals, above the counters."""
    first, *rest = places
    d = f"M{xy(first)}"
    for a, b in zip([first, *rest], rest, strict=False):
        x, y = part_way(a, b)
        d += f"Q{xy((x, y + 13))} {xy(b)}"
    return path(d, "lead-ink") + path(d, "lead")


def draw_definitions() -> Ink:
    """Symbols: arms of the listed knights, silhouettes, patterns of side a and of the stunned."""
    knights: Mapping[str, Coat] = ARMS["knights"]
    diaper = path("M0 0h9M0 0v9", "diaper-line") + tag(
        "circle", klass="diaper-dot", cx="4.5", cy="4.5", r="1"
    )
    patterns = (("diaper", 9, diaper), ("stun", 5, path("M0 0v5", "stun-line")))
    return (
        heraldry.definitions()
        + heraldry.symbols(knights)
        + silhouettes()
        + tag("clipPath", path(TRAPPER), id="trapper")
        + in_layers(
            tag(
                "pattern",
                ink,
                id=name,
                width=size,
                height=size,
                patternUnits="userSpaceOnUse",
                patternTransform="rotate(45)",
            )
            for name, size, ink in patterns
        )
    )
