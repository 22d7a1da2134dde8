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


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("attendants move with leader", "HOA-LDR-07"),
        ("ayudantes mueven con el lider", "HOA-LDR-07"),
        ("AYUDANTES LÍDER MUEVEN", "HOA-LDR-07"),
        ("gun bearer leaves the table with the leader", "HOA-LDR-02"),  # only in our ruling
        ("White Man's saving roll", "HOA-TRP-03"),
        ("rallying a unit", "HOA-LDR-04"),
    ],
)
def test_words_lead_to_their_rule(query, rule):
    assert rule in found(query)[:3]


@pytest.mark.parametrize("query", ["HOA-MOV-02", "hoa-mov-02", "mov-02", " HOA MOV 02 "])
def test_an_id_leads_to_its_rule(query):
    assert "HOA-MOV-02" in found(query)[:2]  # without its book it is the id of two rules


def test_the_letters_of_a_chapter_lead_to_its_rules_in_page_order():
    chapter = [one for one in found("HOA-LDR") if one.startswith("HOA-LDR")]
    assert chapter[:3] == ["HOA-LDR-01", "HOA-LDR-02", "HOA-LDR-03"]


def test_a_whole_sentence_of_the_rulebook_leads_to_its_rule():
    sentence = (
        "Si el Líder recibe un impacto que normalmente le mataría, puede sacrificarse a un Ayudante"
    )
    assert "HOA-LDR-08" in found(sentence)[:3]


def test_a_sentence_in_other_words_than_the_catalogue_leads_to_its_rule():
    sentence = (
        "Si la línea atraviesa una casilla que contenga, bien otro personaje, bien cualquier tipo "
        "de terreno que no sea llano, sufre las restricciones que se indican a continuación."
    )
    assert any(one.startswith("CH-LOS") for one in found(sentence)[:3])


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
