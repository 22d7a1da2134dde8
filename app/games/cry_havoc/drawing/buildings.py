"""Houses and yards on the map: floors, walls, openings, roofs and names."""

from __future__ import annotations

import math
from collections.abc import Mapping

from app.games.cry_havoc.drawing.sheet import Sheet, centre, shores, side_ends
from app.kernel.scene import Ink, in_layers
from app.kernel.space.hexes import BACK, hex_beside
from app.kernel.strokes import (
    group,
    grown_by,
    hand_for,
    line,
    moved,
    num,
    part_way,
    path,
    poly,
    round_path,
    signed_area,
    tag,
    text,
    use,
)

ROOFS = {"molino": "thatch", "herreria": "shingle", "casona": "tile"}


SIGNS = {"molino": "millstone", "herreria": "anvil", "casona": "chimney"}


def draw_floors(sheet: Sheet) -> Ink:
    out = []
    for house in sheet.houses:
        for room in house["rooms"]:
            floor = "".join(poly(loop) for loop in shores(room["hexes"]))
            out.append(path(floor, "ch-floor") + path(floor, "ch-boards"))
    for yard in sheet.yards:
        out.append(path("".join(poly(loop) for loop in shores(yard["hexes"])), "ch-yard"))
        pen, d = hand_for(sheet.id, yard["id"]), ""
        for h in yard["hexes"]:
            cx, cy = centre(h)
            for _ in range(9):
                t, r = pen.uniform(0, math.tau), pen.uniform(4, 31)
                x, y, s = cx + r * math.cos(t), cy + r * 0.9 * math.sin(t), pen.uniform(2.4, 4.4)
                d += f"M{num(x - s)} {num(y)}q{num(s)} {num(-s * 1.3)} {num(s * 2)} 0q{num(-s)} {num(s)} {num(-s * 2)} 0"
        out.append(path(d, "ch-cobble"))
    return in_layers(out)


OPENING_STUBS = {"door": 0.17, "window": 0.22, "gate": 0.1}


def draw_masonry(sheet: Sheet) -> Ink:
    """Walls with gaps at the openings; openings have their own layer, as they stay visible."""
    solid = {"house": "", "yard": ""}
    for h, side, opening in sheet.walls:
        a, b = side_ends(h, side)
        inside_house = sheet.house_of(h) or sheet.house_of(hex_beside(h, side))
        stub = OPENING_STUBS.get(opening or "")
        solid["house" if inside_house else "yard"] += (
            line(a, b)
            if stub is None
            else line(a, part_way(a, b, stub)) + line(b, part_way(b, a, stub))
        )
    return group(
        in_layers(
            path(d, f"ch-wall-ink ch-wall-ink-{kind}") + path(d, f"ch-wall ch-wall-{kind}")
            for kind, d in solid.items()
        ),
        "ch-masonry",
    )


def draw_fittings(sheet: Sheet) -> Ink:
    """Doors, windows and gates, each turned to the outside of its side."""
    out = []
    for h, side, opening in sheet.walls:
        if opening is None:
            continue
        listed_here = (h, side) in sheet.openings
        a, b = side_ends(h, side) if listed_here else side_ends(hex_beside(h, side), BACK[side])
        turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        out.append(
            use(
                opening,
                klass=f"ch-{opening}",
                transform=moved(part_way(a, b), f"rotate({num(turn)})"),
            )
        )
    return in_layers(out)


def draw_roof(sheet: Sheet, house: Mapping) -> Ink:
    """Hipped roof over the outline of the house; ridge and hips follow from its shape."""
    kind, ident = house.get("roof") or ROOFS.get(house["id"], "thatch"), f"{sheet.id}-{house['id']}"
    loop = max(
        shores(h for room in house["rooms"] for h in room["hexes"]),
        key=lambda ring: abs(signed_area(ring)),
    )
    eaves = grown_by(loop, 6 if kind == "thatch" else 4.5)
    x0, x1 = min(p[0] for p in eaves), max(p[0] for p in eaves)
    y0, y1 = min(p[1] for p in eaves), max(p[1] for p in eaves)
    mid, wide = ((x0 + x1) / 2, (y0 + y1) / 2), x1 - x0 >= (y1 - y0) * 0.98
    nw, ne, sw, se = (x0, y0), (x1, y0), (x0, y1), (x1, y1)
    if wide:
        r = max((x1 - x0) / 2 - (y1 - y0) * 0.36, 16)
        a, b = (mid[0] - r, mid[1]), (mid[0] + r, mid[1])
        hips = ((nw, a), (sw, a), (ne, b), (se, b))
        faces = {"n": (nw, ne, b, a), "s": (sw, se, b, a), "w": (nw, a, sw), "e": (ne, b, se)}
    else:
        r = max((y1 - y0) / 2 - (x1 - x0) * 0.36, 16)
        a, b = (mid[0], mid[1] - r), (mid[0], mid[1] + r)
        hips = ((nw, a), (ne, a), (sw, b), (se, b))
        faces = {"w": (nw, a, b, sw), "e": (ne, a, b, se), "n": (nw, a, ne), "s": (sw, b, se)}
    shape = round_path(eaves, 13 if kind == "thatch" else 3)
    slopes = in_layers(
        path(poly(pts), f"ch-roof ch-roof-{kind} ch-face-{face}")
        + path(poly(pts), fill=f"url(#{kind}-{'v' if face in 'ns' else 'h'})")
        for face, pts in faces.items()
    )
    out = path(shape, "ch-roof-shade", transform="translate(4 6)") + tag(
        "clipPath", path(shape), id=f"{ident}-eaves"
    )
    out += group(
        slopes + path("".join(line(*hip) for hip in hips), "ch-hip"),
        clip_path=f"url(#{ident}-eaves)",
    )
    out += path(shape, f"ch-eaves ch-eaves-{kind}") + path(line(a, b), f"ch-ridge ch-ridge-{kind}")
    sign = SIGNS.get(house["id"])
    if sign:
        x, y = (mid[0] + r * 0.55, mid[1] - 20) if sign == "chimney" else mid
        out += use(sign, round(x), round(y))
    return out


def draw_names(sheet: Sheet, words: Mapping[str, str]) -> Ink:
    """Scroll beside each building, on the side where it covers least."""
    out, taken = [], [centre(h) for h in sheet.labels if h in sheet.terrain or h in sheet.zone]
    places = [
        (house["id"], [h for room in house["rooms"] for h in room["hexes"]])
        for house in sheet.houses
    ]
    for ident, hexes in places + [(yard["id"], yard["hexes"]) for yard in sheet.yards]:
        word = words.get(ident, ident)
        half = len(word) * 4.4 + 15
        xs, ys = [centre(h)[0] for h in hexes], [centre(h)[1] for h in hexes]
        mx, my = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        spots = [
            (mx, min(ys) - 52),
            (max(xs) + 52 + half, my),
            (min(xs) - 52 - half, my),
            (mx, max(ys) + 62),
            (max(xs) + 30 + half, max(ys) + 46),
            (max(xs) + 44 + half, min(ys) - 26),
        ]
        costs = [
            (sum(abs(x - tx) < half + 26 and abs(y - ty) < 42 for tx, ty in taken), i)
            for i, (x, y) in enumerate(spots)
        ]
        ribbon = (
            f"M{num(-half)}-9q{num(half)} 5 {num(2 * half)} 0v17q{num(-half)} 5 {num(-2 * half)} 0z"
        )
        tails = f"M{num(-half)}-4l-13-3 5 8-4 9 12 2zM{num(half)}-4l13-3-5 8 4 9-12 2z"
        out.append(
            group(
                path(tails, "ch-scrolltail")
                + path(ribbon, "ch-scroll")
                + text(word, "ch-name", 0, 7),
                transform=moved(spots[min(costs)[1]]),
            )
        )
    return in_layers(out)
