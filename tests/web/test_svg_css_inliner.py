"""Styles written onto the shapes of a picture that is drawn without a browser."""

from __future__ import annotations

import pytest

from app.kernel.scene import Element
from app.web.svg_css_inliner import StyleInliner

SHEET = """
:root { --wood: light-dark(#abc, #123456); --tree: var(--wood); }
[data-palette="deutan"] { --wood: #000; }
circle { fill: #111; stroke: #222; }
.dot { fill: #333; }
.ring .dot:not(.calm) { fill: #444; }
.own { --wood: #fff; }
.tree { fill: var(--tree); } .wood { fill: var(--wood); }
.fallback { fill: var(--missing, var(--wood)); }
.mixed { fill: color-mix(in srgb, #ff0000 25%, #0000ff); }
.word { font: italic 700 12px/1.2 "A B", serif; }
.far { font: var(--size)/1 serif; }
.gone { display: none; } .clear { fill: transparent; }
a:hover .dot, .dot::before { fill: #999; }
@media print { .dot { fill: #888; } }
"""


@pytest.fixture
def inliner(tmp_path):
    sheet = tmp_path / "style.css"
    sheet.write_text(SHEET)
    stored = Element("symbol", (("id", "stored"),), (circle("dot wood"),))
    return lambda theme="light": StyleInliner({"stored": stored}, sheet, theme)


def circle(classes: str) -> Element:
    return Element("circle", (("class", classes),))


@pytest.mark.parametrize(
    ("classes", "drawn"),
    [
        ("", 'fill="#111" stroke="#222"'),
        ("dot", 'fill="#333" stroke="#222"'),
        ("fallback", 'fill="#abc" stroke="#222"'),
        ("mixed", 'fill="#4000bf" stroke="#222"'),
        ("clear", 'fill="none" stroke="#222"'),
        ("own wood", 'fill="#fff" stroke="#222"'),
        ("own tree", 'fill="#abc" stroke="#222"'),
        ("far", 'fill="#111" stroke="#222"'),
    ],
)
def test_a_shape_carries_the_style_of_its_classes(inliner, classes, drawn):
    assert inliner().markup([circle(classes)]) == f"<circle {drawn}></circle>"


def test_the_more_special_rule_wins_within_its_surroundings(inliner):
    ring = (("g", "ring"),)
    assert 'fill="#444"' in inliner().markup([circle("dot")], ring)
    assert 'fill="#333"' in inliner().markup([circle("dot calm")], ring)


def test_the_theme_decides_between_light_and_dark(inliner):
    assert inliner("light").value("var(--tree)") == "#abc"
    assert inliner("dark").value("var(--tree)") == "#123456"


def test_the_short_form_of_a_font_is_spread(inliner):
    written = inliner().markup([Element("text", (("class", "word"),))])
    assert 'font-style="italic" font-weight="700" font-size="12px"' in written
    assert 'font-family="&quot;A B&quot;, serif"' in written


def test_a_hidden_shape_is_not_written(inliner):
    assert inliner().markup([circle("gone")]) == ""


def test_a_stored_drawing_inherits_custom_properties_but_sees_no_surroundings(inliner):
    used = Element("use", (("href", "#stored"), ("class", "own"), ("x", "3")))
    written = inliner().markup([used], (("g", "ring"),))
    assert written == (
        '<g transform="translate(3 0)"><g id="stored">'
        '<circle fill="#fff" stroke="#222"></circle></g></g>'
    )
