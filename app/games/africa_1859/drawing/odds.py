"""Odds beside the spaces that are targets, each where it hides no name."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.africa_1859.drawing.names import Label, Rect, ribbon_room, shared_area
from app.games.africa_1859.drawing.position import BoardPosition
from app.games.africa_1859.drawing.sheet import PLATE, Sheet
from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.strokes import group, moved, path, tag, text

ARROW = "M0-40l-8-11h16z"
ARROW_ANGLES = (68, 112, 248, 292)
HEIGHT = 26
LETTER = 4.5
NAME_WEIGHT = 100
"""Cost of hiding a name; hiding a plate or a ribbon costs 1."""
AFAR_WEIGHT = 5
"""Cost of hiding a larger name of the whole map."""


def draw_odds(
    sheet: Sheet,
    labels: Mapping[str, Label],
    afar: Mapping[str, Label],
    position: BoardPosition,
) -> Ink:
    """Arrows round the targets, and their odds."""
    arrows = in_layers(path(ARROW, None, transform=f"rotate({angle})") for angle in ARROW_ANGLES)
    targets = {key: odds for key, odds in position.marks.targets.items() if key in sheet.at}
    where = odds_places(sheet, labels, afar, targets)
    out = NOTHING
    for key, odds in targets.items():
        pill = draw_pill(odds, where[key]) if odds else NOTHING
        out += group(group(arrows, "ui-target") + pill, transform=moved(sheet.at[key]))
    return group(out, "ui-label", aria_hidden="true")


def draw_pill(odds: str, at: Point) -> Ink:
    """Odds in a pill."""
    half = half_width(odds)
    shape = tag("rect", x=-half, y=-HEIGHT / 2, width=2 * half, height=HEIGHT, rx=HEIGHT / 2)
    return group(shape + text(odds, y=5.5), "ui-odds", transform=moved(at))


def half_width(odds: str) -> float:
    """Half of the width of a pill."""
    return len(odds) * LETTER + 9


def odds_places(
    sheet: Sheet,
    labels: Mapping[str, Label],
    afar: Mapping[str, Label],
    targets: Mapping[str, str],
) -> dict[str, Point]:
    """Place of the odds of each target, from the middle of its space."""
    names = [label.room for label in labels.values()]
    names_afar = [label.room for label in afar.values()]
    others: list[Rect] = []
    for at in sheet.at.values():
        others += [plate_room(at), ribbon_room(at)]
    found = {}
    for key, odds in targets.items():
        places = places_round(half_width(odds))
        rooms = [pill_room(sheet.at[key], place, odds) for place in places]
        costs = [
            NAME_WEIGHT * shared_area(room, names)
            + AFAR_WEIGHT * shared_area(room, names_afar)
            + shared_area(room, others)
            for room in rooms
        ]
        best = costs.index(min(costs))
        found[key] = places[best]
        names.append(rooms[best])
    return found


def places_round(half: float) -> tuple[Point, ...]:
    """Possible places of a pill, the best first."""
    below, above, side = PLATE + 23, -PLATE - 36, PLATE + half + 4
    return (
        (0, below),
        (side, 0),
        (-side, 0),
        (0, above),
        *((x, y) for y in (26, -26) for x in (side - 6, 6 - side)),
        *((x, y) for y in (below - 8, above + 12) for x in (half, -half)),
        (0, PLATE),
        (0, -PLATE),
        (0, 0),
    )


def plate_room(at: Point) -> Rect:
    """Room of a plate."""
    return at[0] - PLATE, at[1] - PLATE, at[0] + PLATE, at[1] + PLATE


def pill_room(at: Point, place: Point, odds: str) -> Rect:
    """Room of a pill."""
    x, y, half = at[0] + place[0], at[1] + place[1], half_width(odds)
    return x - half, y - HEIGHT / 2, x + half, y + HEIGHT / 2
