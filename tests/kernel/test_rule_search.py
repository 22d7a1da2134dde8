"""The rulebooks are searched by words and ids, in both languages."""

from __future__ import annotations

import time

import pytest

from app.games import shelf
from app.kernel.rule_search import fold_text, index_of, mark_words, stems_of
from app.kernel.table import PLATFORM_RULES


def found(query: str) -> list[str]:
    books = (PLATFORM_RULES, *(game.rulebook for game in shelf().values()))
    return [one.rule.id for one in index_of(books).find_rules(query)]


def test_a_word_in_the_title_counts_more_than_one_in_the_text():
    first = found("ravine")[0]
    books = {rule.id: rule for game in shelf().values() for rule in game.rulebook}
    assert "ravine" in fold_text(books[first].title)


@pytest.mark.parametrize("query", ["", "  ", "¿?", "qwertyuiop", "\x00"])
def test_an_empty_query_finds_no_rule(query):
    assert found(query) == []


def test_words_that_were_found_are_marked_without_their_accents():
    parts = mark_words("El Líder, y los líderes de la línea.", stems_of("lider"))
    assert [text for text, is_hit in parts if is_hit] == ["Líder", "líderes"]
    assert "".join(text for text, _ in parts) == "El Líder, y los líderes de la línea."


@pytest.mark.parametrize("filler", [" ", "1", "[", '"', "e\u0301", "a ", "-", "lider "])
def test_a_long_query_takes_little_time(filler):
    found("leader")  # builds the index
    began = time.process_time()
    found(filler * (20_000 // len(filler)))
    assert time.process_time() - began < 0.05
