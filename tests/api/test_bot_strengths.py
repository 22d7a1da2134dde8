"""Strengths of bots in the API: named by the game, asked for with a table, shown with the seat."""

from __future__ import annotations

from tests.sample_games import AREA_GAME, CAMPAIGN, HEX, HEX_GAME, HEX_SCENARIO, INCH, INCH_GAME

ASKED = {"box": HEX_GAME, "scenario": HEX_SCENARIO, "side": HEX.SECOND_SIDE, "against": "bot"}


def strengths(game):
    return {seat["seat"]: seat["strength"] for seat in game["seats"]}


def test_a_game_names_the_strengths_of_its_bot(site):
    boxes = {box["key"]: box["bot_strengths"] for box in site.stranger().get("/boxes")}
    assert boxes[HEX_GAME] == ["easy", "normal", "hard"]
    assert boxes[AREA_GAME] == ["easy", "normal", "hard"]
    assert boxes[INCH_GAME] == ["easy", "normal", "hard"]
    assert boxes[CAMPAIGN] == []


def test_the_strength_of_a_bot_is_seen_by_player_and_spectator(site):
    player = site.speaks("Maite")
    game = player.post("/tables", {**ASKED, "strength": "easy"}, 201)
    assert strengths(game) == {HEX.SIDE: "easy", HEX.SECOND_SIDE: ""}
    seen = site.stranger().get(f"/games/{game['address']}")
    assert strengths(seen) == {HEX.SIDE: "easy", HEX.SECOND_SIDE: ""}
    assert strengths(player.post("/tables", ASKED, 201))[HEX.SIDE] == "normal"


def test_a_strength_that_the_game_does_not_offer_is_refused(site):
    player = site.speaks("Maite")
    inches = {"box": INCH_GAME, "scenario": INCH.GUIDED, "against": "bot"}
    for asked in (ASKED, inches):
        player.post("/tables", {**asked, "strength": "perfect"}, 400)
    game = player.post("/tables", {**inches, "strength": "easy"}, 201)
    assert sorted(strengths(game).values()) == ["", "easy"]
