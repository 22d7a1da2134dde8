"""Drawing of the valley: areas and edges once, stacks and the open fan per view."""

from __future__ import annotations

from itertools import pairwise

from app.kernel.scene import NOTHING, Layer, Scene, Spot, in_layers
from app.kernel.strokes import group, line, moved, path, tag, text
from tests.contract.tiny.valley.ground import AREAS, DRAWING, GROUNDS, NAMES, UNITS

SHEET = (0.0, 0.0, 700.0, 380.0)
RADIUS = 34.0
OPEN = {"en": "Open", "es": "Abrir"}
MARCH = {"en": "March to", "es": "Marchar a"}


def draw_valley(view, marks, language):
    """The valley as a scene; the fan shows the units of the open place side by side."""
    return Scene(
        kind="valley-board",
        label={"en": "Valley", "es": "Valle"}[language],
        box=SHEET,
        core=SHEET,
        focus=(SHEET[2] / 2, SHEET[3] / 2),
        need=SHEET,
        ground=(Layer("edges", edges()), Layer("names", names(language))),
        ground_key=f"valley-{language}",
        layers=(
            Layer("areas", in_layers(area(view, marks, key, language) for key in AREAS.keys)),
            Layer("draft", way(marks.path)),
            Layer("stacks", in_layers(stack(view, marks, key) for key in AREAS.keys)),
            Layer("fan", fan(view, marks, language)),
        ),
        symbols=NOTHING,
        spots=tuple(
            Spot(
                key,
                DRAWING.centres[key],
                GROUNDS[key].in_(language),
                NAMES[key].in_(language),
                AREAS.neighbours(key),
            )
            for key in AREAS.keys
        ),
        reach=RADIUS + 8,
        cursor=tag("circle", klass="val-cursor", r=num(RADIUS + 6)),
    )


def num(value):
    return f"{value:g}"


def edges():
    return in_layers(
        path(line(*DRAWING.line_of(edge)), f"val-edge val-{edge.kind}") for edge in AREAS.edges
    )


def names(language):
    return in_layers(
        text(NAMES[key].in_(language), "val-name", x, y + RADIUS + 18)
        for key, (x, y) in DRAWING.centres.items()
    )


def area(view, marks, key, language):
    """Disc of an area, a link if the page gives it an address."""
    x, y = DRAWING.centres[key]
    odds = marks.targets.get(key, "")
    chosen = " is-chosen" if key == marks.place else " is-reached" if key in marks.reach else ""
    disc = tag("circle", klass=f"val-area{chosen}", cx=num(x), cy=num(y), r=num(RADIUS))
    if odds:
        disc += text(odds, "val-odds", x, y - RADIUS - 6)
    href = marks.place_links.get(key, "")
    if not href:
        return disc
    verb = MARCH if key in marks.reach else OPEN
    words = f"{verb[language]}: {NAMES[key].in_(language)}" + (f", {odds}" if odds else "")
    return tag("a", disc, href=href, id=f"area-{key}", aria_label=words, data_place=key)


def stack(view, marks, key):
    """Counter of a closed stack, with the number of its units."""
    units = view.stack(key)
    if not units or key == marks.place:
        return NOTHING
    counter = tag("rect", klass="val-counter", x=-16, y=-16, width=32, height=32)
    return group(
        counter + text(str(len(units)), "val-count", 0, 6),
        f"piece val-stack side-{shape(units[0])}",
        transform=moved(DRAWING.centres[key]),
        pointer_events="none",
        aria_hidden="true",
    )


def shape(unit):
    return {"north": "a", "south": "b"}[UNITS[unit][0]]


def fan(view, marks, language):
    """Units of the open place side by side above it; those of the group are marked."""
    if not marks.place:
        return NOTHING
    x, y = DRAWING.centres[marks.place]
    units = view.stack(marks.place)
    return in_layers(
        unit_counter(unit, (x + 46 * (i - (len(units) - 1) / 2), y), marks, language)
        for i, unit in enumerate(units)
    )


def unit_counter(unit, at, marks, language):
    href = marks.piece_links.get(unit, "")
    body = tag("rect", klass="val-counter", x=-21, y=-21, width=42, height=42)
    body += text(unit[1], "val-count", 0, 6)
    klass = f"piece val-unit side-{shape(unit)}" + (" is-chosen" if unit in marks.group else "")
    label = UNITS[unit][2].in_(language)
    return tag(
        "a" if href else "g",
        body,
        id=f"p-{unit}",
        href=href or None,
        klass=klass,
        transform=moved(at),
        role=None if href else "img",
        aria_label=label,
        data_piece=unit,
        data_place=None if href else marks.place,
    )


def way(places):
    """Planned way from area to area."""
    points = [DRAWING.centres[place] for place in places]
    return in_layers(path(line(a, b), "val-way") for a, b in pairwise(points))
