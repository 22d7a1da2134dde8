"""Drawings shared by ground and figures, read once from `store.svg`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from app.kernel.scene import Element, Ink

NAMESPACE = "{http://www.w3.org/2000/svg}"


def element_of(node: ET.Element) -> Element:
    """A node of the file as a shape, attributes in the order of the file."""
    words = ((node.text or "").strip(),) if (node.text or "").strip() else ()
    return Element(
        node.tag.removeprefix(NAMESPACE),
        tuple(node.attrib.items()),
        (*words, *map(element_of, node)),
    )


STORE = Ink(
    tuple(element_of(node) for node in ET.parse(Path(__file__).with_name("store.svg")).getroot())  # noqa: S314 - our own file
)
NAMES = frozenset(
    value.removeprefix("hoa-")
    for shape in STORE.elements
    for key, value in shape.attrs
    if key == "id"
)
"""Names of the drawings in the store: t-warrior, b-foot, m-reload ..."""


def drawing_address(name: str) -> str:
    """The address of a drawing of the store."""
    return f"#hoa-{name}"


def use_glyph(name: str, transform: str = "") -> Element:
    return Element(
        "use",
        (("href", drawing_address(name)), *((("transform", transform),) if transform else ())),
    )
