"""Terms before a seat is taken: the waiting room tells every term, the new table the balance so far."""

from __future__ import annotations

from tests.web.conftest import Battle


def test_a_guest_reads_every_term_before_taking_the_seat(visitor):
    battle = Battle(visitor().register("Maite"), visitor("es").register("Íñigo"))
    english, spanish = (visitor(language).get(battle.path).text for language in ("en", "es"))
    for words in ("All terms", "Length", "Optional rules: on", "Optional rules: off", "Aim of"):
        assert words in english
    assert "2 points per raider killed" in english and "Maite" in english
    assert "Todas las condiciones" in spanish and "Reglas opcionales: desactivadas" in spanish
    assert "/rules/cry_havoc/overview" in english


def test_a_new_table_shows_the_balance_of_public_games(battle, visitor):
    battle.end_phase(battle.watch)
    assert battle.house(battle.watch, "concede").status_code == 303
    page = visitor().get("/tables/new?box=cry_havoc").text
    assert "Balance of the last public game:" in page and "the watch 0, the raiders 1" in page
    assert "No public game of this scenario is finished yet." in page
