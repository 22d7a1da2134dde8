"""Page of a game whose other player has left for good."""

from tests.web.reading import form_to


def test_the_remaining_player_claims_the_game(battle):
    assert "/claim" not in battle.opponent.get(battle.path).text
    assert battle.opponent.post(f"{battle.path}/claim").status_code == 422
    battle.opener.post("/account/delete", password="a long enough sentence")
    assert "Reclamar la partida" in battle.opponent.get(battle.path).text
    unsure = battle.opponent.post(f"{battle.path}/claim")
    assert (
        unsure.headers["location"] == f"{battle.path}?confirm=claim"
        and "victoria es para" not in battle.opponent.get(battle.path).text
    )
    asked = battle.opponent.get(unsure.headers["location"]).text
    assert "La victoria es para los salteadores (Íñigo)." in asked
    assert (
        battle.opponent.send(
            form_to(asked, f"{battle.path}/claim", "Reclamar la partida")
        ).status_code
        == 303
    )
    assert "victoria" in battle.opponent.get(battle.path).text
