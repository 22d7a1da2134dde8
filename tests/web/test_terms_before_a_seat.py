"""Terms before a seat is taken: the waiting room tells every term, the new table the balance so
far.
"""

from __future__ import annotations

from tests.one_by_one import one_by_one
from tests.sample_games import AREA, AREA_GAME, HEX, HEX_GAME
from tests.web.conftest import Battle
from tests.web.reading import form_to


def test_a_guest_reads_every_term_before_taking_the_seat(visitor):
    battle = Battle(visitor().register("Maite"), visitor("es").register("Íñigo"))
    english, spanish = (visitor(language).get(battle.path).text for language in ("en", "es"))
    for words in ("All terms", "Length", "Optional rules: on", "Optional rules: off", "Aim of"):
        assert words in english
    assert "2 points per raider killed" in english and "Maite" in english
    assert "Todas las condiciones" in spanish and "Reglas opcionales: desactivadas" in spanish
    assert "<dt>Reglas opcionales: activadas</dt><dd>ninguna</dd>" in spanish
    assert f"/rules/{HEX_GAME}/overview" in english


def test_a_new_table_shows_the_balance_of_public_games(battle, visitor):
    battle.end_phase(battle.opener)
    assert battle.platform_order(battle.opener, "concede").status_code == 303
    page = visitor().get(f"/tables/new?box={HEX_GAME}").text
    assert "Balance of the last public game:" in page and "the watch 0, the raiders 1" in page
    other = visitor().get(f"/tables/new?box={HEX_GAME}&scenario={HEX.HIDDEN_SCENARIO}").text
    assert "No public game of this scenario is finished yet." in other


FORCES = ((HEX_GAME, *HEX.FORCES), (AREA_GAME, *AREA.FORCES))


@one_by_one("row", FORCES)
def test_a_new_table_and_its_waiting_room_show_the_map_and_the_forces(visitor, row):
    box, scenario, spanish, english = row
    address = f"/tables/new?box={box}&scenario={scenario}"
    host = visitor().register(f"Maite {box}")
    form = form_to(host.get(address).text, "/tables")
    table = host.send(form, against="people").headers["location"]
    for language, words in (("es", spanish), ("en", english)):
        for page in (visitor(language).get(address).text, visitor(language).get(table).text):
            forces = page.partition('<div class="forces">')[2].partition("</div>")[0]
            assert [word for word in words if word not in forces] == []
            assert 'class="map-view is-still' in page
