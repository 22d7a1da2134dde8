"""Ways, lines of sight and fire, and targets on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from app.games.heart_of_africa.drawing import figures as men
from app.games.heart_of_africa.drawing.dragging import is_put_down, piece_of
from app.games.heart_of_africa.drawing.pen import TENTHS
from app.games.heart_of_africa.drawing.places import facings, page, place_of, planned, ways
from app.games.heart_of_africa.figures import radius
from app.games.heart_of_africa.state import Battle
from app.kernel.arrows import Disc, Drawn, covers_none, draw_numbered_arrows
from app.kernel.contract import Marks
from app.kernel.labels import Label, draw_label
from app.kernel.scene import NOTHING, Element, Ink, Point, in_layers
from app.kernel.strokes import line, moved, num, part_way, path, poly, tag, text

NUMBER = 9.0
"""The radius of a number of the list."""


ON_FOOT, ROUND = 8.0, 3.0
"""Radius of a ring round a figure on foot, and the room between a base and its ring."""

RANK = 8.0
"""The radius of a number of a plan."""


LABEL_HIGH = 15.0


LABEL_SHARES = (0.5, 0.65, 0.8, 0.35, 0.9, 0.2)
LABEL_ASIDE = (0.0, -16.0, 16.0, -30.0, 30.0)
"""Height of the label of a line, and places where it is tried: shares of the line, then above and
below them."""


def way(battle: Battle, words: Sequence[str], kind: str) -> Ink:
    """The ways of a draft or of the last move, each with its turning points; a draft ends in a
    ghost of the base.
    """
    out, turned, plan = NOTHING, facings(words), planned(words)
    for key, points in ways(words):
        spots = [page(battle, point) for point in points]
        figure = battle.figures.get(key)
        if len(spots) > 1:
            d = poly(spots, closed=False)
            out += path(d, f"hoa-{kind}-gap") + path(d, f"hoa-{kind}")
            out += in_layers(
                tag("circle", klass=f"hoa-{kind}-point", cx=x, cy=y, r="2") for x, y in spots[1:-1]
            )
        if kind == "way" and figure is not None and spots:
            named = key if is_put_down(battle, figure) else ""
            stands = msgspec.structs.replace(
                figure, id=named, at=points[-1], facing=turned.get(key, figure.facing)
            )
            ghost = men.figure(stands, battle.land.depth)
            marks = [
                ("class", f"hoa-unit hoa-{men.SHAPES[figure.side]} is-ghost"),
                ("aria-hidden", "true"),
            ]
            if key in plan:
                marks.append(("data-key", piece_of(figure)))
            out += Ink((Element("g", tuple(marks), (ghost,)),))
            if not plan.get(key, True):
                out += tag(
                    "circle",
                    klass="hoa-fault",
                    cx=num(spots[-1][0]),
                    cy=num(spots[-1][1]),
                    r=num(radius(figure) * TENTHS + 2.5),
                )
    return out + ranks(battle, words)


def ranks(battle: Battle, words: Sequence[str]) -> Ink:
    """The number of each piece in the order of a plan, beside its figures."""
    stations: dict[str, list[Point]] = {}
    plan = planned(words)
    for key, points in ways(words):
        if key in plan and key in battle.figures:
            stations.setdefault(piece_of(battle.figures[key]), []).append(page(battle, points[-1]))
    out = NOTHING
    for number, spots in enumerate(stations.values(), start=1):
        corner = max(x for x, _ in spots) + RANK, min(y for _, y in spots) - RANK
        disc = tag("circle", r=num(RANK)) + text(str(number), None, 0, 3.2)
        out += tag("g", disc, klass="hoa-order", transform=moved(corner), aria_hidden="true")
    return out


def lines(battle: Battle, marks: Marks, language: str) -> Ink:
    """Lines of sight and fire: free ones whole, blocked ones dotted."""
    out = NOTHING
    for one, two, free, label in drawn_lines(battle, marks, language):
        d = line(one, two)
        shown = path(d, "hoa-line-gap") + path(d, f"hoa-line {'yes' if free else 'no'}")
        out += tag("g", shown, role="img", aria_label=label) if label else shown
    return out


def labels(battle: Battle, marks: Marks, language: str) -> Ink:
    """The label of each line, at a place with room; the page lists them all."""
    out, taken, standing = NOTHING, list[tuple[Point, float]](), standing_discs(battle)
    for one, two, free, label in drawn_lines(battle, marks, language):
        half = len(label) * 2.4 + (9 if not free else 5)
        spot = label_spot(one, two, half, taken, standing)
        if not label or spot is None:
            continue
        taken.append((spot, half))
        pill = tag("rect", x=num(-half), y="-7", width=num(2 * half), height="14", rx="7") + text(
            ("" if free else "✕ ") + label, None, 0, 3.4
        )
        out += tag(
            "g",
            pill,
            klass=f"hoa-label {'yes' if free else 'no'}",
            transform=moved(spot),
            aria_hidden="true",
        )
    return out


def label_spot(
    one: Point, two: Point, half: float, taken: Sequence[Disc], standing: Sequence[Disc]
) -> Point | None:
    """Place of a label on or beside its line that covers no figure; else no other label."""
    on_line = [part_way(one, two, share) for share in LABEL_SHARES]
    spots = [(x, y + aside) for aside in LABEL_ASIDE for x, y in on_line]
    free = [
        spot
        for spot in spots
        if not any(
            abs(spot[0] - x) < half + wide and abs(spot[1] - y) < LABEL_HIGH
            for (x, y), wide in taken
        )
    ]
    near = [disc for disc in standing if near_line(disc, one, two, half)]
    return next(
        (spot for spot in free if covers_none(spot, half, LABEL_HIGH / 2, near)),
        next((spot for spot in free if spot in on_line), None),
    )


def near_line(disc: Disc, one: Point, two: Point, half: float) -> bool:
    """True if a figure lies in the box round a line with its label."""
    (x, y), size = disc
    wide, high = half + size, LABEL_HIGH + LABEL_ASIDE[-1] + size
    return (
        min(one[0], two[0]) - wide < x < max(one[0], two[0]) + wide
        and min(one[1], two[1]) - high < y < max(one[1], two[1]) + high
    )


def standing_discs(battle: Battle) -> list[Disc]:
    """Middle and radius of each figure on the table, in units of the drawing."""
    return [
        (page(battle, figure.at), radius(figure) * TENTHS)
        for figure in battle.figures.values()
        if figure.at is not None
    ]


def drawn_lines(
    battle: Battle, marks: Marks, language: str
) -> Iterator[tuple[Point, Point, bool, str]]:
    for start, end, free, words in marks.lines:
        a, b = place_of(battle, start), place_of(battle, end)
        if a is not None and b is not None:
            yield page(battle, a), page(battle, b), free, words.in_(language)


def told(battle: Battle, marks: Marks) -> Ink:
    """An arrow for each way of past events, with its number in the list."""
    rows = []
    for arrow in marks.arrows:
        spots = tuple(
            page(battle, at) for word in arrow.way if (at := place_of(battle, word)) is not None
        )
        if spots:
            rows.append(Drawn(arrow.number, spots, men.SHAPES.get(arrow.side, ""), arrow.kind))
    return draw_numbered_arrows(rows, NUMBER, standing=standing_discs(battle) if rows else ())


def targets(battle: Battle, marks: Marks) -> Ink:
    """Rings round single figures that are possible targets, with the odds. A unit has the odds on
    its flag.
    """
    out = NOTHING
    for key, odds in {**({marks.target: ""} if marks.target else {}), **marks.targets}.items():
        at = place_of(battle, key)
        if at is None or key in battle.units:
            continue
        x, y = page(battle, at)
        out += tag("circle", klass="hoa-target", cx=x, cy=y, r=num(ring_radius(battle, key)))
        if odds:
            label = Label(key, (x + 8, y - 14), 0.0, end=odds, rank=1)
            out += draw_label(label, NOTHING, (("aria-hidden", "true"),), klass="hoa-odds")
    return out


def ring_radius(battle: Battle, key: str) -> float:
    """Radius of the ring round a target; a bare place has that of a figure on foot."""
    figure = battle.figures.get(key)
    return ON_FOOT if figure is None else men.disc_radius(figure) + ROUND
