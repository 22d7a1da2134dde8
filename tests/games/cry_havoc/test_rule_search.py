"""The rulebook is found among those of all games."""

from __future__ import annotations

from tests.kernel.test_rule_search import found


def test_a_sentence_in_other_words_than_the_catalogue_leads_to_its_rule():
    sentence = (
        "Si la línea atraviesa una casilla que contenga, bien otro personaje, bien cualquier tipo "
        "de terreno que no sea llano, sufre las restricciones que se indican a continuación."
    )
    assert any(one.startswith("CH-LOS") for one in found(sentence)[:3])
