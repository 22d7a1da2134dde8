"""Conditional orders over the API: listed, previewed, saved and deleted, invisible to others."""

from __future__ import annotations

import msgspec
import pytest

from app.games import shelf
from tests.api.conftest import begun
from tests.sample_games import HEX, HEX_GAME, INCH, INCH_GAME

TOPICS = ["victim", "spared", "retreat", "advance", "own_phase"]


@pytest.fixture(scope="module")
def players(site):
    return site.speaks("Maite"), site.speaks("Íñigo", language="es")


@pytest.fixture
def game(players):
    return begun(*players)


def answers(who, game):
    return {one["topic"]["key"]: one["answer"] for one in who.get(f"/games/{game}/standing")}


def put(who, game, status=200, **body):
    answer = who.ask("PUT", f"/games/{game}/standing", body)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_topics_are_listed_with_their_answers(players, game):
    found = players[1].get(f"/games/{game}/standing")
    assert [one["topic"]["key"] for one in found] == TOPICS and not any(
        one["is_given"] for one in found
    )
    retreat = next(one["topic"] for one in found if one["topic"]["key"] == "retreat")
    assert retreat["title"] == "Retirada de los míos" and retreat["rule"] == "CH-CBT-14"
    assert [choice["value"] for choice in retreat["choices"]] == ["only", "away", "home", "house"]


def test_answers_are_previewed_over_the_api(players, game):
    tried = players[1].post(f"/games/{game}/standing/try", {"answers": {"retreat": "away"}})
    assert (
        tried["no"] == []
        and any("retrocede desde" in says for says in tried["foreseen"])
        and tried["lately"] == []
    )
    assert (
        next(one["answer"] for one in tried["given"] if one["topic"]["key"] == "retreat") == "away"
    )
    assert set(answers(players[1], game).values()) == {""}
    wrong = players[1].post(f"/games/{game}/standing/try", {"answers": {"retreat": "up"}})
    assert [no["rule"] for no in wrong["no"]] == ["CAR-STO-02"] and wrong["foreseen"] == []


def test_answers_are_saved_changed_and_deleted(players, site, game):
    opponent = players[1]
    put(opponent, game, answers={"retreat": "away", "advance": "never"})
    put(opponent, game, answers={"retreat": "home", "own_phase": "yes"})
    assert answers(opponent, game) == {
        "victim": "",
        "spared": "",
        "retreat": "home",
        "advance": "never",
        "own_phase": "yes",
    }
    assert set(answers(players[0], game).values()) == {""}
    put(opponent, game, answers={"advance": ""})
    assert answers(opponent, game)["advance"] == ""
    assert opponent.ask("DELETE", f"/games/{game}/standing").status_code == 200
    assert set(answers(opponent, game).values()) == {""}
    assert opponent.get(f"/games/{game}/number") == {"number": 1}
    assert site.stranger().ask("GET", f"/games/{game}/standing").status_code == 401
    assert site.speaks("Ander").ask("GET", f"/games/{game}/standing").status_code == 403


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"answers": {"retreat": "up"}}, 422),
        ({"answers": {"fire": "hold"}}, 422),
        ({"answers": {"spared": HEX.SHOOTER}}, 422),
        ({"answers": {"retreat": 7}}, 400),
        ({"answers": {"retreat": "away", "x" * 300: "y"}}, 400),
        ({"answers": {"retreat": "a" * 300}}, 422),
        ({"answers": {"retreat": "a" * 5000}}, 400),
        ({}, 400),
        ({"answers": {}, "more": 1}, 400),
    ],
    ids=lambda it: str(it)[:40],
)
def test_answers_not_on_offer_are_refused_over_the_api(players, game, said, status):
    answer = players[1].ask("PUT", f"/games/{game}/standing", said)
    assert answer.status_code == status and set(answers(players[1], game).values()) == {""}
    if status == 422:
        assert [no["rule"] for no in answer.json()["refusals"]] == ["CAR-STO-02"]


def test_answers_recorded_by_the_box(players):
    game = begun(*players, box=INCH_GAME, scenario=INCH.GUIDED, side="A")
    maite, other = players
    now = put(maite, game, answers={"fire": "hold"}, command="first", after=1)
    assert next(one for one in now if one["topic"]["key"] == "fire")["answer"] == "hold"
    assert maite.get(f"/games/{game}/number") == {"number": 2}
    waits = {
        one["topic"]["key"]: one["waits"] for one in put(other, game, answers={"fire": "hold"})
    }
    assert (
        waits["fire"] and not waits["rally"] and maite.get(f"/games/{game}/number") == {"number": 2}
    )
    assert put(maite, game, 409, answers={"fire": "first"}, command="late", after=1)["number"] == 2
    assert answers(maite, game)["fire"] == "hold" == answers(other, game)["fire"]
    put(other, game, answers={"fire": ""})
    put(maite, game, answers={"fire": ""}, command="second", after=2)
    assert answers(maite, game)["fire"] == ""
    assert {one["topic"]["key"] for one in maite.get(f"/games/{game}/standing")} >= {
        "riders",
        "rally",
    }


def test_an_applied_answer_is_a_move_of_its_seat(site, players):
    """A whole game of bot orders with all topics answered; each answer follows the order that
    raised it.
    """
    import random

    from app.services.watch import game_view

    game, box = begun(*players), shelf()[HEX_GAME]
    for one in players:
        put(
            one,
            game,
            answers={
                "retreat": "away",
                "victim": "weakest",
                "advance": "never",
                "own_phase": "yes",
            },
        )
    steps = 0
    while True:
        seen = players[0].get(f"/games/{game}")
        if seen["status"] == "over":
            break
        seat = seen["waiting"][0]
        who = players[seat == HEX.SECOND_SIDE]
        look = game_view.load_view(
            site.services, game, site.people["Íñigo" if seat == HEX.SECOND_SIDE else "Maite"]
        )
        assert not look.decisions[0].topic
        order = box.bot(look.view, random.Random(look.last))
        played = who.order(game, msgspec.to_builtins(order), after=look.last)
        assert played["number"] == look.last + 1 <= played["last"]
        steps += played["last"] - played["number"]
    ahead = [
        move
        for move in players[0].get(f"/games/{game}/log")
        if any("By standing order" in line["says"] for line in move["lines"])
    ]
    assert len(ahead) == steps
