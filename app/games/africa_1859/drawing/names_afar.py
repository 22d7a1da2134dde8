"""Names of the spaces on a whole map that is as wide as a phone: larger, in places of their own."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise, product

from app.games.africa_1859.drawing.names import (
    BESIDE_WORKS,
    OF_OTHERS,
    OF_TOWN,
    UPRIGHT,
    Label,
    Rect,
    camp_rooms,
    hidden_area,
    lozenge_room,
    shared_area,
    text_width,
    title_rooms,
    works_rooms,
)
from app.games.africa_1859.drawing.sheet import PLATE, Sheet

STAR, HAT = 14, 26
"""Half the width, and the height, of the star above a leader there."""
SIGN = 42
"""Height of that star with the sign of a stack that can act."""
AFAR, AFAR_IN_A_CROWD, AFAR_AT_LEAST = 2.1, 1.85, 1.76
"""Times the lettering is larger. A name that finds no place takes the next smaller size."""
CROWD = 20
"""Number of spaces from which it is smaller."""
ROUNDS = 8
"""Times each of these names may take a better place."""
MOST_PLACES = 40
"""Places of a name that are compared with the other names."""
SHORT = 3
"""Letters of a word without a line of its own."""
GAP = 6
"""Room between a plate and the name above or below it."""
BESIDE, BESIDE_HOUSES = 9, 17
"""Room between a plate and the name beside it."""
ROOM_OF_NAME, ROOM_OF_TOWN = 6, 16
"""Room beside the letters of a name; those of a town are bold and wide apart."""
SHIFTS = (0, -12, 12, -24, 24, -36, 36, -48, 48, -60, 60, -72, 72)
"""Shifts of a name along the side of its plate."""
SMALLER, FARTHER = 180, 3
"""Cost of smaller lettering, and of each unit of a shift, in units of hidden area."""
CROWDED = 400
"""Cost from which a name is moved together with another one."""
ASTRAY, CLEARLY = 40, 8
"""Cost of each unit by which another plate is nearer; the own plate should be nearer by some."""
HIDES = 3
"""Weight of the area that a name hides of plates and other names."""

Place = tuple[float, Label]
"""Place of a name with its cost, other names aside."""


def labels_afar(sheet: Sheet, language: str) -> dict[str, Label]:
    """Labels that can be read on a whole map as wide as a phone. Stars replace the ribbons
    there.
    """
    taken = [(x - PLATE, y - PLATE, x + PLATE, y + PLATE) for x, y in sheet.at.values()]
    taken += [(x - STAR, y - PLATE - HAT, x + STAR, y - PLATE) for x, y in sheet.at.values()]
    taken += works_rooms(sheet) + camp_rooms(sheet) + title_rooms(sheet, language)
    taken += [lozenge_room(at) for at in sheet.at.values()] if len(sheet.at) <= CROWD else []
    places = {key: best_places(sheet, key, language, taken) for key in sheet.at}
    near = names_near(places)
    found = {key: some[0] for key, some in places.items()}
    for turn in range(ROUNDS):
        for key in found:
            others = [found[one] for one in near[key]]
            found[key] = min(places[key], key=lambda one: cost_among(one, others))
        for key in found if turn % 2 else ():
            if cost_among(found[key], [found[one] for one in near[key]]) > CROWDED:
                make_room(key, places, near, found)
    return {key: label for key, (_, label) in found.items()}


def names_near(places: Mapping[str, Sequence[Place]]) -> dict[str, list[str]]:
    """For each name the others that could meet it in one of their places."""
    spans = {key: span_of([label.room for _, label in some]) for key, some in places.items()}
    return {
        key: [one for one, other in spans.items() if one != key and shared_area(span, [other])]
        for key, span in spans.items()
    }


def span_of(rooms: Sequence[Rect]) -> Rect:
    """Smallest room that holds all of these rooms."""
    lefts, tops, rights, bottoms = zip(*rooms, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def cost_among(place: Place, others: Iterable[Place]) -> float:
    """Cost of a place of one name among the places of other names."""
    return place[0] + HIDES * shared_area(place[1].room, (label.room for _, label in others))


def make_room(
    key: str,
    places: Mapping[str, list[Place]],
    near: Mapping[str, list[str]],
    found: dict[str, Place],
) -> None:
    """Move one crowded name and one near it together, if that costs less."""
    best, least = dict[str, Place](), 0.0
    for other in near[key]:
        pair = (key, other)
        rest = {
            one: [found[near_one] for near_one in near[one] if near_one not in pair] for one in pair
        }
        mine, others = (
            [(cost_among(place, rest[one]), place) for place in places[one]] for one in pair
        )
        now = cost_among(found[key], [*rest[key], found[other]])
        now += cost_among(found[other], rest[other])
        for (own_cost, own), (cost, place) in product(mine, others):
            if own_cost + cost - now < least:
                shared = HIDES * shared_area(own[1].room, [place[1].room])
                if own_cost + cost + shared - now < least:
                    least, best = own_cost + cost + shared - now, {key: own, other: place}
    found.update(best)


def best_places(sheet: Sheet, key: str, language: str, taken: list[Rect]) -> list[Place]:
    """Places of a name that hide least, the best first."""
    words = sheet.spaces[key].title.in_(language)
    sizes = (AFAR, AFAR_IN_A_CROWD, AFAR_AT_LEAST)
    usual, smaller = sizes[1:] if len(sheet.at) > CROWD else sizes[:2]
    found = []
    for scale, price in ((smaller, SMALLER), (usual, 0)):
        for lines in ways_to_break(words):
            for label, shift in labels_around(sheet, key, lines, scale):
                hidden = HIDES * hidden_area(sheet, label.room, taken)
                strayed = ASTRAY * strayed_by(sheet, key, label.room)
                found.append((hidden + strayed + price + FARTHER * shift, label))
    return sorted(found, key=lambda one: one[0])[:MOST_PLACES]


def strayed_by(sheet: Sheet, key: str, room: Rect) -> float:
    """Distance by which a name is nearer to another plate than to its own, with some room."""
    left, top, right, bottom = room
    gaps = {
        one: math.hypot(max(left - x, x - right, 0), max(top - y, y - bottom, 0))
        for one, (x, y) in sheet.at.items()
    }
    own = gaps.pop(key)
    return max(0.0, own + CLEARLY - min(gaps.values()))


def ways_to_break(words: str) -> Iterator[tuple[str, ...]]:
    """Name on one line, and broken between its words into two or three lines. An article has no
    line of its own.
    """
    parts = words.split(" ")
    yield (words,)
    for cuts in chain(combinations(range(1, len(parts)), 1), combinations(range(1, len(parts)), 2)):
        ends = (0, *cuts, len(parts))
        lines = tuple(" ".join(parts[first:last]) for first, last in pairwise(ends))
        if min(map(len, lines)) > SHORT:
            yield lines


def labels_around(
    sheet: Sheet, key: str, lines: tuple[str, ...], times: float
) -> Iterator[tuple[Label, float]]:
    """Labels below, above and beside a plate, each with its distance from the usual place."""
    (x, y), kind = sheet.at[key], sheet.spaces[key].terrain
    size = round(times * (OF_TOWN if kind == "town" else OF_OTHERS))
    margin = ROOM_OF_TOWN if kind == "town" else ROOM_OF_NAME
    width = max(text_width(line, size, kind not in UPRIGHT) for line in lines) + margin
    height = len(lines) * (size + 1) + 4
    half = width / 2
    for shift in SHIFTS:
        below, above = y + PLATE + GAP, y - PLATE - GAP - height
        for top, price in ((below, 0), (above - HAT, 8), (above, 12), (above - SIGN, 20)):
            yield (
                label_at(lines, size, "middle", (x + shift - half, top, width, height)),
                (abs(shift) + price),
            )
        middle = y - height / 2 + shift
        for near in rooms_beside(sheet, key):
            yield label_at(lines, size, "start", (x + near, middle, width, height)), abs(shift)
            left = x - near - width
            yield label_at(lines, size, "end", (left, middle, width, height)), abs(shift)


def rooms_beside(sheet: Sheet, key: str) -> tuple[float, ...]:
    """Distances of a name beside its plate: houses, trees and works stand there. A crowd of spaces
    leaves no room for them.
    """
    if len(sheet.at) > CROWD:
        return (PLATE + GAP,)
    space = sheet.spaces[key]
    is_built = space.terrain in ("town", "wood", "village") or space.fort or space.camp
    near = PLATE + (BESIDE_HOUSES if is_built else BESIDE)
    return (near, PLATE + BESIDE_WORKS) if space.works else (near,)


def label_at(
    lines: tuple[str, ...], size: int, anchor: str, room: tuple[float, float, float, float]
) -> Label:
    """Label in a room of left, top, width and height."""
    left, top, width, height = room
    x = {"start": left + 3, "middle": left + width / 2, "end": left + width - 3}[anchor]
    return Label(x, top + size, anchor, lines, size, (left, top, left + width, top + height))
