"""Sandboxes over the API: all acts of the pages, private to their player."""

from __future__ import annotations

import pytest

from tests.api.conftest import begun
from tests.sample_games import HEX


@pytest.fixture(scope="module")
def players(site):
    return site.speaks("Maite"), site.speaks("Íñigo", language="es")


@pytest.fixture
def game(players):
    return begun(*players)


def test_a_plan_is_tried_out_and_given_in_the_game(players, game):
    opener, opponent = players
    made = opener.post(f"/games/{game}/sandboxes", {"name": "  Left   flank "}, 201)
    path = f"/games/{game}/sandboxes/{made['id']}"
    assert (made["name"], made["seat"], made["began"], made["played"], made["game"]["last"]) == (
        "Left flank",
        HEX.SIDE,
        1,
        False,
        0,
    )
    real, here = (
        sorted(str(offer["order"]) for offer in opener.get(f"{where}/offers"))
        for where in (f"/games/{game}", path)
    )
    assert real == here
    shot = next(
        offer["order"]
        for offer in opener.get(f"{path}/offers")
        if offer["is_live"] and offer["rolls"]
    )
    assert opener.post(f"{path}/assess", {"order": shot})["odds"]
    tried = opener.post(f"{path}/orders", {"after": 0, "order": shot, "faces": [1]})
    assert [roll["face"] for roll in tried["rolls"][0]] == [1] and tried["steps"][0]["lines"]
    assert opener.post(f"{path}/house", None)["game"]["last"] == 2
    back = opener.post(f"{path}/back", {"to": 1})
    assert (
        back["steps"] == tried["steps"]
        and opener.get(path)["game"]["view"] == tried["game"]["view"]
    )
    plan = opener.get(f"{path}/plan")
    assert [one["order"] for one in plan] == [shot]
    assert opener.ask("PATCH", path, {"played": True, "dice": "typical"}).status_code == 204
    assert opener.order(game, plan[0]["order"], step="first_fire")["number"] == 2
    kept = opener.get(f"/games/{game}/sandboxes")
    assert [(one["id"], one["dice"], one["played"]) for one in kept] == [
        (made["id"], "typical", True)
    ] and opponent.get(f"/games/{game}/sandboxes") == []
    assert (
        opener.ask("DELETE", path).status_code == 204 and opener.ask("GET", path).status_code == 404
    )


def test_an_overtaken_request_gets_the_sandbox_and_other_users_get_nothing(players, game):
    opener, opponent = players
    path = f"/games/{game}/sandboxes/{opener.post(f'/games/{game}/sandboxes', {}, 201)['id']}"
    late = opener.post(f"{path}/orders", {"after": 3, "order": {"kind": "pass"}}, 409)
    assert late["number"] == 0 and late["game"]["last"] == 0
    assert (
        opener.post(f"{path}/back", {"to": 4}, 409)["number"]
        == opener.post(f"{path}/back", {"to": 0, "after": 1}, 409)["number"]
        == 0
    )
    assert opener.post(f"{path}/house", {"after": 1}, 409)["number"] == 0
    refused = opener.post(f"{path}/orders", {"after": 0, "order": {"kind": "concede"}}, 422)
    assert [no["rule"] for no in refused["refusals"]] == ["CAR-TRY-05"]
    for method, rest, body in (
        ("GET", "", None),
        ("GET", "/offers", None),
        ("GET", "/plan", None),
        ("POST", "/back", {"to": 0}),
        ("POST", "/house", None),
        ("POST", "/orders", {"after": 0, "order": {"kind": "pass"}}),
        ("PATCH", "", {"name": "x"}),
        ("DELETE", "", None),
    ):
        assert opponent.ask(method, path + rest, body).status_code == 404
    assert opener.get(path)["name"] == "A"
