"""SVG markup of scenes: the only module that writes markup for a board.

The parts of a page are made separately, because they change separately. `store` is made once per
page, `ground` once per map and `live` once per view. All numbers and words come from the scene, and
everything is escaped here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from app.kernel.scene import Box, Element, Ink, Layer, Scene, Spot
from app.kernel.strokes import num

WAY = re.compile(r' d="([MLCZ\d. -]+)"')  # paths of moves, lines and curves only
TOKEN = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?|-?\.\d+")
POINTS = {"M": 2, "L": 2, "C": 6, "Z": 0}  # numbers after each letter
NAMED = re.compile(r' id="[pu]-[^"]*"')  # ids by which the game page finds pieces
MANY_GROUNDS = 60
_GROUNDS: dict[str, str] = {}
NO_LINKS: Mapping[str, str] = {}
RESERVED = re.compile("[&<>\"']")


def escaped_markup(words: str) -> str:
    """Text escaped for markup, between tags or in an attribute."""
    if RESERVED.search(words) is None:
        return words
    return (
        words.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#39;")
    )


def ink_markup(ink: Ink, links: Mapping[str, str] = NO_LINKS) -> str:
    """Shapes as SVG. `links` are attributes for every link, and `{href}` in a value becomes its
    address.
    """
    out: list[str] = []
    for element in ink.elements:
        _write_element(element, links, out)
    return "".join(out)


def _write_element(element: Element, links: Mapping[str, str], out: list[str]) -> None:
    out.append("<" + element.tag)
    out += [f' {name}="{escaped_markup(value)}"' for name, value in element.attrs]
    if links and element.tag == "a":
        href = dict(element.attrs).get("href", "")
        out += [
            f' {name}="{escaped_markup(value.replace("{href}", href))}"'
            for name, value in links.items()
        ]
    if not element.children:
        out.append("/>")
        return
    out.append(">")
    for child in element.children:
        if isinstance(child, str):
            out.append(escaped_markup(child))
        else:
            _write_element(child, links, out)
    out.append(f"</{element.tag}>")


def _layers_markup(layers: tuple[Layer, ...], links: Mapping[str, str] = NO_LINKS) -> str:
    return "".join(
        f'<g class="ly-{escaped_markup(layer.key)}">{ink_markup(layer.ink, links)}</g>'
        for layer in layers
        if layer.ink
    )


def view_box(box: Iterable[float]) -> str:
    return " ".join(num(value) for value in box)


def symbol_store(scene: Scene) -> str:
    """Symbols of ground and view, once per page. They stand outside the parts that htmx swaps."""
    return f'<svg class="store" width="0" height="0" aria-hidden="true"><defs>{ink_markup(scene.symbols)}</defs></svg>'


def ground_markup(scene: Scene) -> str:
    """Fixed part of the map, cached per map and language under `scene.ground_key`."""
    if scene.ground_key not in _GROUNDS:
        if len(_GROUNDS) >= MANY_GROUNDS:
            _GROUNDS.clear()
        _GROUNDS[scene.ground_key] = (
            f'<svg class="brd map-ground" viewBox="{view_box(scene.box)}" aria-hidden="true" '
            'focusable="false">'
            f"{WAY.sub(_shorter_path, _layers_markup(scene.ground))}</svg>"
        )
    return _GROUNDS[scene.ground_key]


def _shorter_path(way: re.Match[str]) -> str:
    """Same path with relative coordinates, a fifth shorter."""
    out, tokens, here, start = [], TOKEN.findall(way[1]), (0.0, 0.0), (0.0, 0.0)
    place, letter = 0, ""
    while place < len(tokens):
        if tokens[place] in POINTS:
            letter = tokens[place]
            place += 1
        if letter == "Z":
            out.append("z")
            here = start
            continue
        numbers = [float(token) for token in tokens[place : place + POINTS[letter]]]
        place += POINTS[letter]
        if letter == "M":
            out.append(f"M{num(numbers[0])} {num(numbers[1])}")
            start = numbers[0], numbers[1]
        else:
            steps = [num(number - here[odd % 2]) for odd, number in enumerate(numbers)]
            out.append(
                letter.lower()
                + "".join(
                    step if not odd or step[0] == "-" else f" {step}"
                    for odd, step in enumerate(steps)
                )
            )
        here = numbers[-2], numbers[-1]
    return f' d="{"".join(out)}"'


def live_markup(scene: Scene, ident: str = "board", links: Mapping[str, str] = NO_LINKS) -> str:
    """Current view of the viewer; the part swapped after a move."""
    drag = (
        f'data-drag="{escaped_markup(msgspec.json.encode(scene.drag).decode())}" '
        if scene.drag
        else ""
    )
    return (
        f'<svg class="brd map-live" id="{escaped_markup(ident)}-live" viewBox="{view_box(scene.box)}" '
        f'data-focus="{view_box(scene.focus)}" data-need="{view_box(scene.need)}" '
        f'{drag}role="presentation">'
        f'{_layers_markup(scene.layers, links)}<g class="map-cursor" '
        f'aria-hidden="true">{ink_markup(scene.cursor)}</g></svg>'
    )


def _spot_row(spot: Spot) -> list[object]:
    """Key, centre and words. The name follows if it differs from the key or if places are
    joined.
    """
    row = [spot.key, round(spot.at[0]), round(spot.at[1]), spot.words]
    return row + [spot.name, spot.joined][: 2 if spot.joined else spot.name != spot.key]


def spots_markup(scene: Scene, ident: str = "board") -> str:
    """Places for arrow keys and touch, as a JSON block."""
    places = [_spot_row(spot) for spot in scene.spots]
    text = msgspec.json.encode({"reach": scene.reach, "places": places}).decode()
    return (
        f'<script type="application/json" class="map-spots" id="{escaped_markup(ident)}-spots">'
        f"{text.replace('<', chr(92) + 'u003c')}</script>"
    )


def board_markup(
    scene: Scene, ident: str = "board", keep: str = "", links: Mapping[str, str] = NO_LINKS
) -> str:
    """Whole board for a page: the frame that keeps zoom and selection, with ground, view and
    places.

    `keep` names the game. The page stores the visible section of the map under this name.
    """
    return (
        f'<div class="map-view {escaped_markup(scene.kind)}" id="{escaped_markup(ident)}" data-board="" '
        f'data-keep="{escaped_markup(keep)}" {scale_attributes(scene)}'
        f'data-full="{view_box(scene.box)}" data-core="{view_box(scene.core)}" tabindex="0" '
        'role="group" '
        f'aria-label="{escaped_markup(scene.label)}">'
        f"{ground_markup(scene)}{live_markup(scene, ident, links)}{spots_markup(scene, ident)}"
        f'<p class="map-said" aria-live="polite" hidden=""></p></div>'
    )


def scale_attributes(scene: Scene) -> str:
    """Data attributes with the scale of the board, for scripts that measure."""
    if scene.measure is None:
        return ""
    sign, second = scene.measure.sign, scene.measure.second
    return (
        f'data-measure="{view_box((scene.measure.unit, *scene.measure.origin))}" '
        f'data-sign="{escaped_markup(sign)}" '
        + (
            f'data-second="{second[1]}" data-second-sign="{escaped_markup(second[0])}" '
            if second
            else ""
        )
    )


def fixed_picture(scene: Scene, role: str = "img") -> str:
    """Whole board as a fixed picture, for the start page and previews. With links its role is
    "group".
    """
    return (
        f'<div class="map-view is-still {escaped_markup(scene.kind)}" '
        f'{scale_attributes(scene)}role="{escaped_markup(role)}" aria-label="{escaped_markup(scene.label)}">'
        f"{symbol_store(scene)}{ground_markup(scene)}{live_markup(scene, 'still')}</div>"
    )


def ground_store(scene: Scene) -> str:
    """Symbols and ground, once on a page with several pictures of the same map (`still`)."""
    return (
        f'<svg class="store" width="0" height="0" aria-hidden="true"><defs>{ink_markup(scene.symbols)}'
        f'<g class="brd is-shared" id="{escaped_markup(scene.ground_key)}">{WAY.sub(_shorter_path, _layers_markup(scene.ground))}</g></defs></svg>'
    )


def still_picture(scene: Scene, ident: str, label: str) -> str:
    """One of several pictures of the same map; its ground is in the store."""
    box = view_box(scene.box)
    layers = NAMED.sub("", _layers_markup(scene.layers))
    return (
        f'<svg class="brd map-still {escaped_markup(scene.kind)}" id="{escaped_markup(ident)}" viewBox="{box}" '
        f'role="img" aria-label="{escaped_markup(label)}">'
        f'<use href="#{escaped_markup(scene.ground_key)}"/>{layers}</svg>'
    )


def portrait_markup(scene: Scene, ident: str) -> str:
    """Board as one picture among others. The store of their symbols is once on the page."""
    return (
        f'<div class="map-view is-still {escaped_markup(scene.kind)}" role="img" '
        f'aria-label="{escaped_markup(scene.label)}">'
        f"{ground_markup(scene)}{live_markup(scene, ident)}</div>"
    )


def single_drawing(ink: Ink, box: Box, klass: str = "brd", label: str = "") -> str:
    """Single drawing, such as a counter on a card or a row of the legend. Without a label it is
    decoration.
    """
    spoken = (
        f'role="img" aria-label="{escaped_markup(label)}"'
        if label
        else 'aria-hidden="true" focusable="false"'
    )
    return f'<svg class="{escaped_markup(klass)}" viewBox="{view_box(box)}" {spoken}>{ink_markup(ink)}</svg>'
