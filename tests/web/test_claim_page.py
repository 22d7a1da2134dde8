"""Page of a game whose other player has left for good."""

from tests.web.reading import form_to


def test_the_remaining_player_claims_the_game(battle):
    assert "/claim" not in battle.raiders.get(battle.path).text
    assert battle.raiders.post(f"{battle.path}/claim").status_code == 422
    battle.watch.post("/account/delete", password="a long enough sentence")
    assert "Reclamar la partida" in battle.raiders.get(battle.path).text
    unsure = battle.raiders.post(f"{battle.path}/claim")
    assert (
        unsure.headers["location"] == f"{battle.path}?confirm=claim"
        and "victoria es para" not in battle.raiders.get(battle.path).text
    )
    asked = battle.raiders.get(unsure.headers["location"]).text
    assert "La victoria es para los salteadores (Íñigo)." in asked
    assert (
        battle.raiders.send(
            form_to(asked, f"{battle.path}/claim", "Reclamar la partida")
        ).status_code
        == 303
    )
    assert "victoria" in battle.raiders.get(battle.path).text
