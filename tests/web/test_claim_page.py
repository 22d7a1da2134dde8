"""A game whose other side has left for good, on the page."""


def test_whoever_stays_claims_the_game(battle):
    assert "/claim" not in battle.raiders.get(battle.path).text
    assert battle.raiders.post(f"{battle.path}/claim", battle.path).status_code == 422
    battle.watch.post("/account/delete", "/account/delete", password="a long enough sentence")
    assert "Reclamar la partida" in battle.raiders.get(battle.path).text
    assert battle.raiders.post(f"{battle.path}/claim", battle.path).status_code == 303
    assert "victoria" in battle.raiders.get(battle.path).text
