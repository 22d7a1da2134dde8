"""Lines of fire and their labels on the map."""

from __future__ import annotations

from app.games.cry_havoc.drawing import counters
from app.games.cry_havoc.drawing.position import BoardPosition, FireLine, Piece
from app.games.cry_havoc.drawing.sheet import Sheet, centre, corners, shores, side_ends
from app.games.cry_havoc.drawing.words import WORDS, cost_words, hex_words
from app.kernel.arrows import Drawn, draw_numbered_arrows
from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.strokes import line, moved, num, part_way, path, poly, tag, text

NUMBER, ABOVE = (
    15.0,
    30.0,
)  # radius of a number, and its distance above its place, in units
BELOW = 32.0  # distance of the letter of the dice below its target, in units


def draw_reach(position: BoardPosition, living: list[Piece], sheet: Sheet, language: str) -> Ink:
    """Hexes that the chosen piece can reach, with their cost; hexes on offer are links."""
    chosen = (
        [h for p in living if p.id == position.selected for h in p.hexes] if position.reach else []
    )
    out = path("".join(poly(loop) for loop in shores(position.zone & sheet.on_map)), "ui-zone")
    out += path(
        "".join(poly(loop) for loop in shores({*position.reach, *chosen} & sheet.on_map)),
        "ui-reach",
    )
    held = {h for p in living for h in p.hexes} | set(position.path[-1:])
    cells = []
    for h in sorted({*position.reach, *position.hex_links}):
        points, href = position.reach.get(h), position.hex_links.get(h, "")
        x, y = centre(h)
        shown = NOTHING
        if points is not None and h not in held:
            shown = text(str(points), "ui-cost", x, y + 6)
        elif href and points is None:
            shown = tag("circle", klass="ui-place", cx=x, cy=y, r="9")
        if href:
            words = f"{position.hex_offer} {h} {hex_words(sheet, h, language)}".strip()
            words += f", {cost_words(points, language)}" if points is not None else ""
            shown = tag(
                "a",
                path(poly(corners(h, 1.5)), "ui-hit") + shown,
                href=href,
                id=f"h-{h}",
                klass="ui-hex",
                aria_label=words,
                data_place=h,
            )
        cells.append(shown)
    return out + in_layers(cells)


def draw_cross(position: BoardPosition) -> Ink:
    """Wayside cross on its steps, in a hex that counts at the end."""
    if not position.cross:
        return NOTHING
    stone = "M-5-27h10v9h9v10h-9v20h-10v-20h-9v-10h9zM-12 12h24v6h-24zM-18 18h36v7h-36z"
    return path(poly(corners(position.cross, 3)), "ch-goal") + tag(
        "g", path(stone, "ch-stone"), transform=moved(centre(position.cross))
    )


def draw_aims(position: BoardPosition) -> Ink:
    """Hexes that the page points to, each with its words."""
    return in_layers(
        path(poly(corners(h, 2)), "ui-aim") + _pill(position.targets[h], (x, y - ABOVE))
        for h in position.aims
        for x, y in (centre(h),)
    )


def _pill(words: str, at: Point) -> Ink:
    if not words:
        return NOTHING
    half = max(17, 4.2 * len(words) + 5)
    plate = tag("rect", x=num(-half), y="-11", width=num(2 * half), height="22", rx="11")
    return tag(
        "g",
        plate + text(words, None, 0, 5),
        klass="ui-odds",
        transform=moved(at),
        aria_hidden="true",
    )


def draw_way(hexes: tuple[str, ...], kind: str) -> Ink:
    """Path from hex to hex; the last step stops before the counter."""
    if len(hexes) < 2:
        return NOTHING
    points = [centre(h) for h in hexes]
    d = poly([*points[:-1], part_way(points[-2], points[-1], 0.56)], closed=False)
    turns = in_layers(
        tag("circle", klass=f"ui-{kind}point", cx=x, cy=y, r="5") for x, y in points[1:-1]
    )
    return path(d, f"ui-{kind}-gap") + path(d, f"ui-{kind}") + turns


def draw_line(row: FireLine, sheet: Sheet, language: str) -> Ink:
    """Line of fire, with a thick mark across the obstacle; a blocked line is dotted."""
    way, out = line(centre(row.start), centre(row.end)), NOTHING
    if not row.free:
        sides = list(row.stop_sides) or [
            (row.stop, side) for side in (sheet.crest_sides(row.stop) if row.stop else [])
        ]
        stop = "".join(line(*side_ends(*side)) for side in sides) or (
            poly(corners(row.stop, 3)) if row.stop else ""
        )
        out += path(stop, "ui-stop-gap") + path(stop, "ui-stop")
    out += path(way, "ui-line-gap") + path(way, f"ui-line {'yes' if row.free else 'no'}")
    words = WORDS[language]["free" if row.free else "blocked"].format(words=row.words)
    return tag("g", out, role="img", aria_label=f"{row.start}, {row.end}: {words}")


def draw_labels(position: BoardPosition, living: list[Piece]) -> Ink:
    """Label of each line, placed over the fewest pieces and no other label."""
    busy = [counters.piece_middle(piece) for piece in living]
    out = []
    for row in position.lines:
        a, b = centre(row.start), centre(row.end)
        words = row.words if row.free else "✕ " + row.words
        half = len(words) * 3.9 + 16
        spots = [
            (x, y + dy)
            for x, y in (part_way(a, b, t) for t in (0.5, 0.35, 0.65, 0.2))
            for dy in (0, -46, 46, -84, 84)
        ]
        crowds = [
            (sum(abs(x - p[0]) < half + 24 and abs(y - p[1]) < 42 for p in busy), i)
            for i, (x, y) in enumerate(spots)
        ]
        spot = spots[min(crowds)[1]]
        busy.append(spot)
        pill = tag("rect", x=num(-half), y="-13", width=num(2 * half), height="26", rx="13") + text(
            words, None, 0, 5.5
        )
        out.append(
            tag(
                "g",
                pill,
                klass=f"ui-label {'yes' if row.free else 'no'}",
                transform=moved(spot),
                aria_hidden="true",
            )
        )
    return in_layers(out)


def draw_results(position: BoardPosition) -> Ink:
    """Letters of the last dice, below their targets."""
    plate = tag("rect", x="-15", y="-14", width="30", height="28", rx="6")
    return in_layers(
        tag(
            "g",
            plate + text(letter, None, 0, 7),
            klass="dice-mark",
            transform=moved((x, y + BELOW)),
            aria_hidden="true",
        )
        for hex_, letter in sorted(position.results.items())
        for x, y in (centre(hex_),)
    )


def draw_told(position: BoardPosition) -> Ink:
    """Events numbered as in the log; the number of a blow stands above its place."""
    rows = []
    for row in position.told:
        points = tuple(centre(h) for h in row.way)
        if len(points) == 1:
            points = ((points[0][0], points[0][1] - ABOVE),)
        rows.append(Drawn(row.number, points, row.side, row.kind))
    return draw_numbered_arrows(rows, NUMBER)
