"""The rulebook is found by words and ids among those of all games."""

from __future__ import annotations

import pytest

from tests.kernel.test_rule_search import found


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
