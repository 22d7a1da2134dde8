"""Plain texts of users as paragraphs and lists."""

from __future__ import annotations

import pytest

from app.web.plain_text import TextBlock, text_blocks


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("", []),
        ("\n\n", []),
        ("one\ntwo\n\nthree", [("p", ("one", "two"), 1), ("p", ("three",), 1)]),
        ("Bring:\n- dice\n* paint", [("p", ("Bring:",), 1), ("ul", ("dice", "paint"), 1)]),
        ("3. three\n4) four\nrest", [("ol", ("three", "four"), 3), ("p", ("rest",), 1)]),
        ("- one\n\n- two", [("ul", ("one",), 1), ("ul", ("two",), 1)]),
        ("-no list\n1.no list\n-", [("p", ("-no list", "1.no list", "-"), 1)]),
        ("2026. year", [("p", ("2026. year",), 1)]),
        ("<b>x</b>\r\n", [("p", ("<b>x</b>",), 1)]),
    ],
)
def test_blocks_of_a_text(text, blocks):
    assert list(text_blocks(text)) == [TextBlock(*one) for one in blocks]
