"""Fan: the open stack, with every counter at full size and its name, beside its plate."""

from __future__ import annotations

import math
from collections.abc import Mapping

from app.games.africa_1859.drawing.counters import draw_brackets, draw_leader, draw_unit
from app.games.africa_1859.drawing.names import text_width
from app.games.africa_1859.drawing.position import BoardPosition, LeaderPiece, UnitPiece
from app.games.africa_1859.drawing.sheet import PLATE, Sheet
from app.games.africa_1859.drawing.words import leader_words, stack_words, unit_words
from app.kernel.scene import NOTHING, Ink, in_layers
from app.kernel.strokes import group, moved, path, tag, text, xy

CELL_WIDE, CELL_HIGH = 84, 92
ROOM = PLATE + 22
"""Way from the middle of a plate to its fan."""
TITLE, SUBTITLE = 17, 14
"""Sizes of the letters of the heading."""
HEAD = 52
KEPT_IN_VIEW = 8
"""Weight of a target or of a planned way; a neighbour has 4, a stack 2, a bare space 1."""
LETTERS = 13
"""Letters on a line under a counter."""
USUAL, LARGEST = 1.15, 1.35
"""Times that the style of a page enlarges a fan, around the end next to its plate."""
SHORTER = (
    ("Cazadores de ", "Caz. "),
    ("División ", "Div. "),
    ("artillería ", "art. "),
    ("Húsares de la ", "Húsares "),
    (" Cazadores", " Caz."),
    (" Division,", " Div.,"),
    (" Regiment", " Regt"),
    ("field artillery", "field art."),
    ("Mountain battery", "Mtn bty"),
    ("mountain battery", "mtn bty"),
    (" and ", " & "),
)
Piece = UnitPiece | LeaderPiece


def draw_fan(sheet: Sheet, position: BoardPosition, language: str) -> Ink:
    """Fan of the open stack; nothing if no stack is open."""
    space = position.marks.place
    if space not in sheet.at:
        return NOTHING
    pieces: list[Piece] = [*position.leaders_at(space), *position.units_at(space)]
    if not pieces:
        return NOTHING
    title = sheet.spaces[space].title.in_(language)
    counts = stack_words(position, space, language)[0]
    least = 28 + max(text_width(title, TITLE, False), text_width(counts, SUBTITLE, False))
    left, top, wide, columns = best_place(sheet, position, space, len(pieces), least)
    high = height_of(len(pieces), columns)
    end = near_end(sheet.at[space], (left, top, wide * LARGEST, high * LARGEST))
    x, y = (left - end[0]) / LARGEST, (top - end[1]) / LARGEST
    out = text(title, "fan-title", x + 14, y + 24) + text(counts, "fan-sub", x + 14, y + 41)
    first = x + (wide - columns * CELL_WIDE) / 2
    cells = [
        (
            first + CELL_WIDE * (number % columns + 0.5),
            y + HEAD + CELL_HIGH * (number // columns) + 32,
        )
        for number in range(len(pieces))
    ]
    out += in_layers(
        cell(piece, at, position, language) for piece, at in zip(pieces, cells, strict=True)
    )
    sheet_ink = tag("rect", klass="fan-paper", x=x, y=y, width=wide, height=high, rx=10)
    tip, inside = tip_of(end, sheet.at[space])
    return group(tip + sized(sheet_ink, end) + inside + sized(out, end), "af-fan")


def sized(ink: Ink, end: tuple[float, float]) -> Ink:
    """Part of a fan that the style enlarges. Its coordinates begin at the end near the plate."""
    return tag("g", group(ink, "fan-size"), transform=moved(end))


def height_of(count: int, columns: int) -> float:
    """Height of a fan before the style enlarges it."""
    return math.ceil(count / columns) * CELL_HIGH + HEAD + 8


def enlarged(
    at: tuple[float, float], box: tuple[float, float, float, float], times: float
) -> tuple[float, float, float, float]:
    """Box of a fan enlarged around its end next to the plate."""
    end, (left, top, wide, high) = near_end(at, box), box
    x, y = end[0] + (left - end[0]) * times, end[1] + (top - end[1]) * times
    return x, y, wide * times, high * times


def near_end(
    at: tuple[float, float], box: tuple[float, float, float, float]
) -> tuple[float, float]:
    """Point of a box, given by left, top, width and height, that is nearest to a plate."""
    (x, y), (left, top, wide, high) = at, box
    return min(max(x, left), left + wide), min(max(y, top), top + high)


def best_place(
    sheet: Sheet, position: BoardPosition, space: str, count: int, least: float
) -> tuple[float, float, float, int]:
    """Left and top of the largest fan, its width before it is enlarged, and its columns.

    It is not narrower than `least` and lies beside its plate, inside the sheet. It hides few
    stacks, targets and neighbours.
    """
    x, y = sheet.at[space]
    x0, y0, x1, y1 = sheet.box
    weights = dict.fromkeys(position.held, 2)
    weights |= dict.fromkeys(sheet.map.graph.neighbours(space), 4)
    weights |= dict.fromkeys((*position.marks.targets, *position.marks.path), KEPT_IN_VIEW)
    choices: list[tuple[float, int, float, float, int]] = []
    for columns in (3, 4, 2, 5):
        wide = max(columns * CELL_WIDE + 14, least) * LARGEST
        high = height_of(count, columns) * LARGEST
        lefts = [x - wide / 2, x - wide + 60, x - 60]
        tops = [y - high / 2, y - high + 60, y - 60, y - high + 20, y - 20]
        beside = [(x + ROOM, top) for top in tops] + [(x - wide - ROOM, top) for top in tops]
        over = [(left, y - high - ROOM) for left in lefts] + [(left, y + ROOM) for left in lefts]
        for wished in beside + over:
            left = min(max(wished[0], x0 + 6), x1 - wide - 6)
            top = min(max(wished[1], y0 + 6), y1 - high - 6)
            usual = enlarged(sheet.at[space], (left, top, wide, high), USUAL / LARGEST)
            cost = fan_cost(sheet, weights, space, usual)
            choices.append((cost + abs(columns - 3) / 10, len(choices), left, top, columns))
    _, _, left, top, columns = min(choices)
    return left, top, max(columns * CELL_WIDE + 14, least), columns


def fan_cost(
    sheet: Sheet, weights: Mapping[str, int], space: str, box: tuple[float, float, float, float]
) -> float:
    """Weight of the spaces that a fan hides; much if it lies on its own plate."""
    left, top, wide, high = box
    hidden = sum(
        weights.get(key, 1)
        for key, (x, y) in sheet.at.items()
        if key != space and left - 30 < x < left + wide + 30 and top - 30 < y < top + high + 30
    )
    x, y = sheet.at[space]
    near = PLATE + 2
    is_on_it = left - near < x < left + wide + near and top - near < y < top + high + near
    return hidden + 50 * is_on_it


def tip_of(end: tuple[float, float], at: tuple[float, float]) -> tuple[Ink, Ink]:
    """Tip of a fan that points at its plate: its rim, and its inside above the rim of the paper."""
    way = math.dist(end, at) or 1.0
    along = (at[0] - end[0]) / way, (at[1] - end[1]) / way
    across = -along[1], along[0]
    parts = []
    for half, short, klass in ((14.0, 4, "fan-tip"), (12.5, 6, "fan-inside")):
        tip = at[0] - along[0] * (PLATE + short), at[1] - along[1] * (PLATE + short)
        ends = [(end[0] + across[0] * half * s, end[1] + across[1] * half * s) for s in (1, -1)]
        parts.append(path(f"M{xy(ends[0])}L{xy(tip)}L{xy(ends[1])}z", klass))
    return parts[0], parts[1]


def cell(piece: Piece, at: tuple[float, float], position: BoardPosition, language: str) -> Ink:
    """One counter of a fan with its name; a link if the page gives it an address."""
    marks = position.marks
    if isinstance(piece, UnitPiece):
        body, words = draw_unit(piece), unit_words(piece, language)
    else:
        body, words = draw_leader(piece), leader_words(piece, language)
    if piece.id in marks.group or piece.id == marks.piece:
        body += draw_brackets()
    hit = tag("rect", klass="ui-hit", x=-CELL_WIDE / 2, y=-32, width=CELL_WIDE, height=CELL_HIGH)
    href = marks.piece_links.get(piece.id, "")
    return tag(
        "a" if href else "g",
        hit + body + group(lines_of(piece.name), "fan-name"),
        id=f"p-{piece.id}",
        href=href or None,
        transform=moved(at),
        role=None if href else "img",
        aria_label=words,
        data_piece=piece.id,
        data_place=None if href else piece.space,
    )


def lines_of(name: str) -> Ink:
    """Name without its corps, shortened, on two lines at most."""
    short = name.rsplit(": ", maxsplit=1)[-1]
    for long, brief in SHORTER:
        short = short.replace(long, brief)
    lines = [""]
    for word in short.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LETTERS:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return in_layers(
        text(line, None, 0, 43.5 + 12.5 * number) for number, line in enumerate(lines[:2])
    )
