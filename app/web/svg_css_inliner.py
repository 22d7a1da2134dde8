"""Inline CSS: writes each shape's style onto the shape, for pictures drawn without a browser.

tinycss2 parses the sheets, and cssselect2 finds the rules of a shape by its tag, its classes and
the elements around it. Siblings, positions and other attributes are not seen, and conditions of a
page (pointer, focus, palette, media) never apply. Of the functions of CSS, `var()`, `light-dark()`
and `color-mix()` in sRGB are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import tinycss2
from cssselect2 import ElementWrapper, Matcher, compile_selector_list
from tinycss2.color4 import parse_color

from app.kernel.scene import Element
from app.web.svg import escaped_markup

CSS = Path(__file__).parents[2] / "static" / "css"
SHEETS = ("tokens", "boards", "game_log")
DRAWN = frozenset(
    (
        "fill",
        "stroke",
        "stroke-width",
        "stroke-dasharray",
        "stroke-dashoffset",
        "stroke-linecap",
        "stroke-linejoin",
        "opacity",
        "fill-opacity",
        "stroke-opacity",
        "paint-order",
        "font-family",
        "font-size",
        "font-style",
        "font-weight",
        "letter-spacing",
        "text-anchor",
        "display",
    )
)
NORMAL = tinycss2.parse_component_value_list("normal")
LEFT_OUT = frozenset(("class", "href", "tabindex", "role", "focusable", "x", "y"))

Node = Any  # a node of tinycss2, which is published without types
Nodes = Sequence[Node]
Declarations = Mapping[str, Nodes]
Known = Mapping[str, str]
"""Custom properties in force, with their values as text."""
LookUp = Callable[[str], str | None]
Around = tuple[tuple[str, str], ...]
"""Tag and classes of each enclosing element; the innermost is last."""


# --- Rules
@cache
def style_matcher(style: Path | None) -> Matcher:
    """Rules of all style sheets, in order; `style` is that of a game."""
    found = Matcher()
    for sheet in (*(CSS / f"{name}.css" for name in SHEETS), *([style] if style else ())):
        text = sheet.read_text(encoding="utf-8")
        for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":
                says = dict(declared_properties(rule.content))
                for selector in compile_selector_list(rule.prelude):
                    found.add_selector(selector, says)
    return found


def declared_properties(content: Nodes) -> Iterator[tuple[str, Nodes]]:
    """Drawn and custom properties of a rule. The short form of `font` is spread."""
    for one in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if one.name == "font":
            yield from spread_font(one.value)
        elif one.name in DRAWN or one.name.startswith("--"):
            yield one.name, one.value


def spread_font(value: Nodes) -> Iterator[tuple[str, Nodes]]:
    """Parts of `italic 700 12px/1.2 family`; none if the size is not given in pixels."""
    for place, node in enumerate(value):
        if node.type == "dimension":
            before, family = value[:place], value[place + 1 :]
            yield "font-style", [one for one in before if one.type == "ident"] or NORMAL
            yield "font-weight", [one for one in before if one.type == "number"] or NORMAL
            yield "font-size", [node]
            yield "font-family", family[2:] if family[0] == "/" else family
            return


@lru_cache(4096)
def declarations_for(style: Path | None, path: Around) -> Declarations:
    """Declarations for the last element of a path; the empty path is the root."""
    place = ElementWrapper.from_xml_root(ET.Element("html"))
    for tag, classes in path:
        ET.SubElement(place.etree_element, tag, {"class": classes})
        place = next(place.iter_children())
    return {
        name: value
        for _, _, pseudo_element, says in style_matcher(style).match(place)
        if pseudo_element is None
        for name, value in says.items()
    }


# --- Values
def resolve_value(value: Nodes, known: LookUp, theme: str) -> str:
    """Value as text, with variables and colour functions computed."""
    return "".join(resolve_node(node, known, theme) for node in value).strip()


def resolve_node(node: Node, known: LookUp, theme: str) -> str:
    if node.type != "function":
        return str(node.serialize())
    first, *others = function_arguments(node)
    match node.lower_name:
        case "var":
            found = known(tinycss2.serialize(first).strip())
            fallback = node.arguments[len(first) + 1 :]
            return resolve_value(fallback, known, theme) if found is None else found
        case "light-dark":
            return resolve_value(first if theme == "light" else others[0], known, theme)
        case "color-mix":
            return mixed_colour(*(resolve_value(one, known, theme) for one in others))
    return str(node.serialize())


def function_arguments(function: Node) -> list[list[Node]]:
    parts: list[list[Node]] = [[]]
    for node in function.arguments:
        if node == ",":
            parts.append([])
        else:
            parts[-1].append(node)
    return parts


def mixed_colour(one: str, other: str) -> str:
    """Mixture of `#abc 72%` and another colour in sRGB, as a hexadecimal colour."""
    colour, _, share = one.partition(" ")
    part = float(share.rstrip("%") or 50) / 100
    pairs = zip(colour_channels(colour), colour_channels(other), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


def colour_channels(colour: str) -> tuple[int, ...]:
    """Red, green and blue of an opaque colour, 0 to 255."""
    return tuple(round(255 * part) for part in parse_color(colour).coordinates)


@cache
def root_properties(style: Path | None, theme: str) -> Known:
    """Custom properties of the root element in this theme."""
    said = declarations_for(style, ())
    known: dict[str, str] = {}

    def find(name: str) -> str | None:
        if name not in known and name in said:
            known[name] = resolve_value(said[name], find, theme)
        return known.get(name)

    return {name: find(name) or "" for name in said if name.startswith("--")}


# --- Writing styles onto shapes
class StyleInliner:
    """Writer of drawings that need no style sheet. `store` holds the drawings that others use by
    name, `style` is the style sheet of the game.
    """

    def __init__(
        self, store: Mapping[str, Element], style: Path | None = None, theme: str = "light"
    ):
        self._store, self._style, self._theme = store, style, theme
        self._root = root_properties(style, theme)
        self._used: dict[tuple[str, int], str] = {}
        # Sets of custom properties. They stay referenced, so that no two share an `id()`.
        self._sets: list[Known] = []

    def markup(
        self, elements: Iterable[Element | str], around: Around = (), known: Known | None = None
    ) -> str:
        """Shapes with their styles. `known` are the custom properties in force around them."""
        known = self._root if known is None else known
        return "".join(
            escaped_markup(one) if isinstance(one, str) else self._written(one, around, known)
            for one in elements
        )

    def value(self, text: str) -> str:
        """Value at the root of the page, such as the paper colour or a font family."""
        return resolve_value(tinycss2.parse_component_value_list(text), self._root.get, self._theme)

    def _written(self, element: Element, around: Around, known: Known) -> str:
        attributes = dict(element.attrs)
        klass = attributes.get("class", "")
        path = (*around, (element.tag, klass))
        says = declarations_for(self._style, path)
        own = {name: value for name, value in says.items() if name.startswith("--")}
        if own:
            known = self._with(known, own)
        looks = {
            name: resolve_value(value, known.get, self._theme)
            for name, value in says.items()
            if name in DRAWN
        }
        if looks.get("display") == "none":
            return ""
        is_used = element.tag == "use"
        kept = {
            name: value
            for name, value in attributes.items()
            if name not in LEFT_OUT or (name in "xy" and not is_used)
        }
        if is_used:
            inner = self._drawing(attributes.get("href", "").removeprefix("#"), known)
            moved = f"translate({attributes.get('x', '0')} {attributes.get('y', '0')})"
            kept["transform"] = f"{kept.get('transform', '')} {moved}".strip()
        else:
            inner = self.markup(element.children, path, known)
        looks = {
            name: "none" if value == "transparent" else value
            for name, value in looks.items()
            if value and name != "display"
        }
        tag = {"use": "g", "a": "g", "symbol": "g"}.get(element.tag, element.tag)
        said = "".join(
            f' {name}="{escaped_markup(value)}"'
            for name, value in (kept | looks).items()
            if not name.startswith(("data-", "aria-"))
        )
        return f"<{tag}{said}>{inner}</{tag}>"

    def _with(self, known: Known, own: Declarations) -> Known:
        """Custom properties with some replaced; equal sets are the same object."""
        more = {
            **known,
            **{name: resolve_value(value, known.get, self._theme) for name, value in own.items()},
        }
        same = next((one for one in self._sets if one == more), None)
        if same is None:
            self._sets.append(more)
        return same or more

    def _drawing(self, name: str, known: Known) -> str:
        """Drawing of the store. It inherits only the custom properties of its place."""
        key = name, id(known)
        if key not in self._used:
            self._used[key] = (
                self.markup((self._store[name],), (), known) if name in self._store else ""
            )
        return self._used[key]
