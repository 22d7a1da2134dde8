"""A table alone, without figures."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.games.heart_of_africa.drawing import works
from app.games.heart_of_africa.drawing.ground import Painting, painting
from app.games.heart_of_africa.drawing.pen import measure_of
from app.games.heart_of_africa.drawing.store import NAMES, STORE
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.tables import REGIONS
from app.kernel.say import say
from app.kernel.scene import Element, Ink, Layer, Scene
from app.kernel.strokes import num

NAMED = re.compile(r"#(hoa-[\w-]+)")
NUMBER = re.compile(r"-?\d+\.\d+")
FINE = ("pen", "flow", "bed")
"""Strokes that are too fine for a small picture."""


def table_portrait(land: Land, language: str, small: bool = False) -> Scene:
    """The country and its works; several of them may stand on one page. A small one has no
    hachures, lettering and margin.
    """
    painted = painting(land, language)
    mark = painted.key.rpartition("-")[2][:8]
    layers = small_layers(painted) if small else painted.layers
    ground = tuple(
        Layer(layer.key, Ink(tuple(own_names(element, mark) for element in layer.ink.elements)))
        for layer in layers
    )
    region = REGIONS.get(land.region)
    label = say(
        "Table: {name}",
        "Mesa: {name}",
        name=land.name or (region[f"name_{language}"] if region else ""),
    ).in_(language)
    box = painted.core if small else painted.box
    return Scene(
        kind="hoa-board",
        label=label,
        box=box,
        core=painted.core,
        focus=(land.width * 5, land.depth * 5),
        need=painted.core,
        ground=ground,
        ground_key=f"{painted.key}-{'small' if small else 'alone'}",
        layers=(Layer("works", works.works(land.works, land.depth)),),
        symbols=STORE,
        spots=(),
        measure=measure_of(land.depth),
    )


def own_names(element: Element, mark: str) -> Element:
    """The same drawing with its own names (clips) made unique on the page."""
    attrs = tuple(
        (
            key,
            own_name(value, mark)
            if key == "id"
            else NAMED.sub(lambda found: f"#{own_name(found[1], mark)}", value),
        )
        for key, value in element.attrs
    )
    return Element(
        element.tag,
        attrs,
        tuple(
            child if isinstance(child, str) else own_names(child, mark)
            for child in element.children
        ),
    )


def own_name(name: str, mark: str) -> str:
    return name if name.removeprefix("hoa-") in NAMES else f"{name}-{mark}"


def small_layers(painted: Painting) -> tuple[Layer, ...]:
    """Sheet and country in broad strokes."""
    return tuple(
        Layer(layer.key, Ink(tuple(broad_elements(layer.ink.elements))))
        for layer in painted.layers
        if layer.key in ("sheet", "terrain")
    )


def broad_elements(elements: tuple[Element | str, ...]) -> Iterator[Element]:
    """Without fine strokes, and every line rounded to a whole tenth of an inch."""
    for element in elements:
        if isinstance(element, str):
            continue
        facts = dict(element.attrs)
        if facts.get("class") not in FINE:
            attrs = tuple(
                (
                    key,
                    NUMBER.sub(lambda found: num(round(float(found[0]))), value)
                    if key == "d"
                    else value,
                )
                for key, value in element.attrs
            )
            yield Element(
                element.tag,
                attrs,
                tuple(broad_elements(element.children))
                if not any(isinstance(one, str) for one in element.children)
                else element.children,
            )
