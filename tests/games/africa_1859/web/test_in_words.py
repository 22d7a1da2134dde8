"""The guided battle on the page in words alone: no board, no script, only text and forms."""

from __future__ import annotations

import pytest

from tests.games.africa_1859.text_player import AfricaTextPlayer
from tests.games.cry_havoc import text_player
from tests.web.conftest import Battle
from tests.web.in_words import Attentive, app, play_to_the_end  # noqa: F401 - fixture


@pytest.mark.slow
def test_the_guided_battle_of_africa_by_its_hints(visitor):
    """Both players follow the hints in the text view to the last turn."""
    people = Battle(
        visitor().register("Maite"),
        visitor("es").register("Ander"),
        box="africa_1859",
        seat="morabito/S",
    )
    assert people.opponent.post(f"{people.path}/join", seat="M").status_code == 303
    spain, morocco = (
        AfricaTextPlayer(Attentive(who), phrases, people.path)
        for who, phrases in (
            (people.opener, text_player.ENGLISH),
            (people.opponent, text_player.SPANISH),
        )
    )
    play_to_the_end(spain, morocco)
    assert spain.did["hint"] >= 4 and morocco.did["hint"] >= 4, (spain.did, morocco.did)
    result = spain.reader.told(r"^Result (−?\d+):", spain.reader.decision)
    assert result and morocco.reader.told(f"^Resultado {result[1]}:", morocco.reader.decision)
