"""Battles on the page in words alone: no board, no script, only text and forms."""

from __future__ import annotations

import pytest

from tests.games.cry_havoc import text_player
from tests.games.cry_havoc.text_player import CryHavocTextPlayer
from tests.web.in_words import Attentive, app, play_to_the_end  # noqa: F401 - fixture
from tests.web.reading import form_to, of_another_language, words_on


@pytest.mark.slow
def test_a_game_of_hexes_by_screen_reader(battle):
    one, other = (
        CryHavocTextPlayer(Attentive(battle.opener), text_player.ENGLISH, battle.path),
        CryHavocTextPlayer(Attentive(battle.opponent), text_player.SPANISH, battle.path),
    )
    play_to_the_end(one, other)
    assert one.did["marched"] > 3 and one.did["rolled"] > 3 and other.did["rolled"] > 1, (
        one.did,
        other.did,
    )
    results = (one.reader.asked, other.reader.asked)
    assert results in (
        ("You won", "Has perdido"),
        ("You lost", "Has ganado"),
        ("A draw: no side won", "Tablas: no gana ningún bando"),
    )


def test_cry_havoc_is_told_in_words_too(battle):
    page = battle.opener.get(f"{battle.path}/text")
    assert (
        page.status_code == 200
        and 'id="pieces"' in page.text
        and 'id="board"' not in page.text
        and "look-link" not in page.text
    )
    form = form_to(page.text, f"{battle.path}/text#decision", holding='"pass"')
    assert battle.opener.give(form).headers["location"] == f"{battle.path}/text#decision"
    spanish = battle.opponent.get(f"{battle.path}/text").text
    assert (
        of_another_language(words_on(spanish), "es", but=("Maite", "Íñigo", "Caracole", "English"))
        == []
    )
    assert battle.opener.get(f"{battle.path}?look=ben").status_code == 200
    assert battle.opener.get(f"{battle.path}/at/1/text").status_code == 200
