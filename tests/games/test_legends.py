"""Legend of each board: every drawing is complete and has words in both languages."""

from __future__ import annotations

import re

import pytest

from app.games import shelf
from app.kernel.say import LANGUAGES
from app.web import svg

DRAWN = sorted(key for key, box in shelf().items() if box.legend("en") is not None)
USED = re.compile(r'(?:href="#|url\(#)([\w-]+)')
OWN = re.compile(r'\bid="([\w-]+)"')


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", DRAWN)
def test_each_drawing_has_words_and_all_its_parts(key, language):
    legend = shelf()[key].legend(language)
    symbols = set(OWN.findall(svg.ink_markup(legend.symbols)))
    assert len({row.key for row in legend.rows}) == len(legend.rows)
    empty = [part for part in ("pieces", "marks", "ground") if not legend.part(part)]
    assert empty == [], "the legend explains pieces, marks and ground"
    for row in legend.rows:
        ink = svg.ink_markup(row.specimen.ink)
        assert row.words.strip() and ink
        missing = set(USED.findall(ink)) - symbols - set(OWN.findall(ink))
        assert not missing, (row.key, missing)


@pytest.mark.parametrize("key", DRAWN)
def test_the_words_differ_between_the_languages(key):
    english, spanish = (shelf()[key].legend(language).rows for language in LANGUAGES)
    assert [row.key for row in english] == [row.key for row in spanish]
    differing = sum(one.words != other.words for one, other in zip(english, spanish, strict=True))
    assert differing > 0.8 * len(english)
