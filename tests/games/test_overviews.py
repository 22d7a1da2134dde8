"""Overview of each game: two pages in both languages, whose rules are in the book."""

from __future__ import annotations

import pytest

from app.games import shelf

FEWEST, MOST = 60, 450
"""Words of a page."""


@pytest.mark.parametrize("key", list(shelf()))
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_game_has_an_overview_of_two_pages(key, language):
    box = shelf()[key]
    assert len(box.overview) == 2, "write two pages for a first reader: overview.yaml of the game"
    for page in box.overview:
        texts = [one.text.in_(language) for one in page.sections]
        words = sum(len(text.split()) for text in texts)
        assert FEWEST <= words <= MOST, f"a page has {FEWEST} to {MOST} words"
        for sentence in " ".join(texts).split(". "):
            assert len(sentence.split()) <= 25, sentence
        assert all(rule in box.rulebook for one in page.sections for rule in one.rules)
