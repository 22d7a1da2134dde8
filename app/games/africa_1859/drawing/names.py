"""Names of the spaces, each where it hides least."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.drawing.sheet import PLATE, TITLE_LINES, Sheet, scaled
from app.games.africa_1859.drawing.terrain_rings import trace_of_works
from app.games.africa_1859.drawing.ways import crossings
from app.kernel.scene import Ink, in_layers
from app.kernel.strokes import group, num, tag

UPRIGHT = ("town", "mountain", "village")
NARROW, WIDE = "ijlIt.,' r", "mwMW"
LONG_NAME = 13
"""Letters from which a name of several words stands on two lines."""
BROKEN = 250
"""Area that a shorter name may hide before it stands on two lines."""
SHIELD = 28
"""Width kept free for the shield of victory points."""
OF_TOWN, OF_OTHERS = 21, 18
"""Size of the lettering."""
BESIDE_WORKS = 34
"""Room between a plate and a name beyond its works."""
PARAPET = 8
"""Half the width kept free for each point of a parapet."""
CROSSING = 16
"""Half the width kept free for the sign of a crossing."""

TITLE_HIGH = 23
"""Size of the largest line of the title of a map."""

Rect = tuple[float, float, float, float]  # left, top, right, bottom


class Label(msgspec.Struct, frozen=True):
    """Name of a space on the sheet, and the room that it takes with the shield of its points.

    `shield` is the place of the victory points.
    """

    x: float
    y: float
    anchor: str
    lines: tuple[str, ...]
    size: int
    room: Rect
    shield: tuple[float, float] | None = None


def text_width(words: str, size: float, slanted: bool) -> float:
    """Width of lettering in the serif of the page, close enough for placing it."""
    wide = sum(
        0.26 if c in NARROW else 0.8 if c in WIDE else 0.64 if c.isupper() else 0.47 for c in words
    )
    return wide * size * (0.93 if slanted else 1.16)


def on_lines(words: str) -> tuple[str, ...]:
    """Name on one line, or on two of nearly equal length."""
    return (words,) if len(words) <= LONG_NAME else broken(words)


def broken(words: str) -> tuple[str, ...]:
    """Name on two lines of nearly equal length, if it has two words."""
    parts = words.split(" ")
    if len(parts) == 1:
        return (words,)
    cut = min(
        range(1, len(parts)),
        key=lambda i: abs(len(" ".join(parts[:i])) - len(" ".join(parts[i:]))),
    )
    return " ".join(parts[:cut]), " ".join(parts[cut:])


def labels(sheet: Sheet, language: str, scoring: frozenset[str]) -> dict[str, Label]:
    """Labels of all spaces: below the plate if possible, else where they meet least."""
    taken: list[Rect] = []
    for x, y in sheet.at.values():
        taken.append((x - PLATE - 6, y - PLATE - 4, x + PLATE + 6, y + PLATE + 5))
        taken += [ribbon_room((x, y)), lozenge_room((x, y))]
    taken += [(x - CROSSING, y - CROSSING, x + CROSSING, y + CROSSING) for x, y in crossings(sheet)]
    taken += works_rooms(sheet) + camp_rooms(sheet)
    found = {}
    for key in sorted(sheet.at, key=lambda key: sheet.at[key][1]):
        found[key] = placed(sheet, key, language, key in scoring, taken)
        taken.append(found[key].room)
    return found


def lozenge_room(at: tuple[float, float]) -> Rect:
    """Room of the sign above a stack that can act."""
    x, y = at
    return x - 12, y - PLATE - 42, x + 12, y - PLATE - 22


def camp_rooms(sheet: Sheet) -> list[Rect]:
    """Rooms of the tents that stand when a battle begins."""
    places = (sheet.at[key] for key, space in sheet.spaces.items() if space.camp)
    return [(x - 64, y + 24, x - 20, y + 52) for x, y in places]


def title_rooms(sheet: Sheet, language: str) -> list[Rect]:
    """Rooms of the lines of the title of the map; they are centred on it."""
    title = sheet.scenery["title"]
    ((x, y),) = scaled([title["at"]])
    return [
        (x - width / 2, y + base - TITLE_HIGH, x + width / 2, y + base + 6)
        for line, base in zip(title["lines"][language], TITLE_LINES, strict=True)
        for width in [text_width(line, TITLE_HIGH, True)]
    ]


def works_rooms(sheet: Sheet) -> list[Rect]:
    """Rooms along the parapets of the works that stand when a battle begins."""
    points = (
        point
        for key, space in sheet.spaces.items()
        if space.works
        for point in trace_of_works(sheet.at[key], sheet.front_of(key))
    )
    return [(x - PARAPET, y - PARAPET, x + PARAPET, y + PARAPET) for x, y in points]


def ribbon_room(at: tuple[float, float]) -> Rect:
    """Room of the ribbon of a leader above a stack."""
    x, y = at
    return x - 60, y - PLATE - 24, x + 60, y - PLATE - 2


def placed(sheet: Sheet, key: str, language: str, scores: bool, taken: list[Rect]) -> Label:
    """Best place of one name. A name that hides much on one line stands on two."""
    words = sheet.spaces[key].title.in_(language)
    usual, label = place_of(sheet, key, on_lines(words), scores, taken)
    least, other = place_of(sheet, key, broken(words), scores, taken)
    return other if least + BROKEN < usual else label


def place_of(
    sheet: Sheet, key: str, lines: tuple[str, ...], scores: bool, taken: list[Rect]
) -> tuple[float, Label]:
    """Place of a name on these lines that costs least, with its cost."""
    kind = sheet.spaces[key].terrain
    size = OF_TOWN if kind == "town" else OF_OTHERS
    long = max(text_width(line, size, kind not in UPRIGHT) for line in lines)
    width = long + 6 + (SHIELD if scores else 0)
    height = len(lines) * (size + 1)
    spots = spots_of(sheet, key, height, size)

    def rect(spot: tuple[float, float, str]) -> Rect:
        x, y, anchor = spot
        left = x - width / 2 if anchor == "middle" else x if anchor == "start" else x - width
        return left, y - size, left + width, y - size + height + 4

    def cost(number: int) -> float:
        return hidden_area(sheet, rect(spots[number]), taken) + number * 14

    number = min(range(len(spots)), key=cost)
    best = spots[number]
    return cost(number), with_shield(Label(*best, lines, size, rect(best)), long, scores)


def spots_of(sheet: Sheet, key: str, height: float, size: float) -> list[tuple[float, float, str]]:
    """Possible places of a name, the best first: x, baseline, anchor."""
    (x, y), space = sheet.at[key], sheet.spaces[key]
    low = 14 if space.terrain in ("town", "village", "wood") or space.fort else 0
    below = y + PLATE + 20 + low
    side = PLATE + 14 + (12 if space.terrain in ("town", "wood") else 0)
    east = PLATE + BESIDE_WORKS if space.works else side
    level = y - height / 2 + size * 0.8
    return [
        (x, below, "middle"),
        (x + east, level, "start"),
        (x - side, level, "end"),
        (x, y - PLATE - 34 - height + size, "middle"),
        (x + 34, below - 4, "start"),
        (x - 34, below - 4, "end"),
        (x + 44, y - PLATE + 6, "start"),
        (x - 44, y - PLATE + 6, "end"),
        (x + side, y + PLATE - 2, "start"),
        (x - side, y + PLATE - 2, "end"),
        (x + 26, y - PLATE - 12 - height + size, "start"),
        (x - 26, y - PLATE - 12 - height + size, "end"),
        (x + 44, below + 12, "start"),
        (x - 44, below + 12, "end"),
    ]


def hidden_area(sheet: Sheet, rect: Rect, taken: list[Rect]) -> float:
    """Area that a label hides or shares; a label outside of the frame costs most."""
    own_left, own_top, own_right, own_bottom = rect
    x0, y0, x1, y1 = sheet.box
    shared = shared_area(rect, taken)
    is_beside = own_left < x0 + 8 or own_right > x1 - 8
    outside = is_beside or own_bottom > y1 - 8 or own_top < y0 + 8
    return shared + (5000 if outside else 0)


def shared_area(rect: Rect, taken: Iterable[Rect]) -> float:
    """Area that a rectangle shares with others."""
    own_left, own_top, own_right, own_bottom = rect
    return sum(
        max(0, min(own_right, right) - max(own_left, left))
        * max(0, min(own_bottom, bottom) - max(own_top, top))
        for left, top, right, bottom in taken
    )


def with_shield(label: Label, long: float, scores: bool) -> Label:
    """Label moved aside for the shield of a space that scores."""
    if not scores:
        return label
    moved = label.x + {"middle": 14, "start": 26, "end": 0}[label.anchor]
    left = {"middle": moved - long / 2, "start": moved, "end": moved - long}[label.anchor]
    return replace(label, x=moved, shield=(left - 15, label.y - label.size * 0.3))


def draw_names(sheet: Sheet, found: Mapping[str, Label]) -> Ink:
    """All names in one language."""
    return group(
        in_layers(draw_name(sheet, key, label) for key, label in found.items()), "af-names"
    )


def draw_names_afar(sheet: Sheet, found: Mapping[str, Label]) -> Ink:
    """All names for a whole map as wide as a phone. Style and view of the page show them."""
    return tag(
        "g",
        in_layers(draw_name(sheet, key, label) for key, label in found.items()),
        klass="af-names-afar",
        display="none",
    )


def draw_name(sheet: Sheet, key: str, label: Label) -> Ink:
    """Name of one space."""
    spans = in_layers(
        tag("tspan", line, x=num(label.x), dy=label.size + 1 if number else None)
        for number, line in enumerate(label.lines)
    )
    return tag(
        "text",
        spans,
        klass=f"af-name is-{sheet.spaces[key].terrain}",
        x=num(label.x),
        y=num(label.y),
        text_anchor=label.anchor,
        font_size=label.size,
    )
