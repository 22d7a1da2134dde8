"""Both ways of an order through the API, and the new state in its answer."""

from __future__ import annotations

import itertools
import re

import pytest

from app.services.people import accounts, api_tokens
from app.services.watch import game_view
from app.web.api.routes import given_orders
from tests.api.conftest import begun
from tests.web.conftest import Client

WHOLE = {"prefer": "return=representation"}
COMMANDS = itertools.count(1)


@pytest.fixture(scope="module")
def players(site):
    return site.speaks("Maite"), site.speaks("Íñigo", language="es")


@pytest.fixture
def game(players):
    return begun(*players)


def body(order, after=1, **more):
    return {"command": f"given {next(COMMANDS)}", "after": after, "order": order, **more}


def passing(player, game, headers=None, kind="application/json"):
    headers = {"content-type": kind, **(headers or {})}
    given = body({"kind": "pass"}, step="first_fire")
    return player.ask("POST", f"/games/{game}/orders", given, headers=headers)


def test_the_answer_brings_the_new_view_and_the_offers(players, game):
    opener, opponent = players
    answer = passing(opener, game, WHOLE)
    assert answer.status_code == 200, answer.text
    assert answer.headers["preference-applied"] == "return=representation"
    played = answer.json()
    assert played["game"] == opener.get(f"/games/{game}")
    assert played["offers"] == opener.get(f"/games/{game}/offers")
    assert played["game"]["last"] == played["last"] == 2
    # the other player gets the own view
    drawn = body({"kind": "offer_draw"}, played["last"])
    told = opponent.ask("POST", f"/games/{game}/orders", drawn, headers=WHOLE).json()
    assert told["game"] == opponent.get(f"/games/{game}")
    assert told["offers"] == opponent.get(f"/games/{game}/offers")
    assert told["game"]["viewer"] != played["game"]["viewer"]


def test_without_the_preference_the_answer_is_short(players, game):
    answer = passing(players[0], game, {"prefer": "respond-async, wait=10"})
    assert "preference-applied" not in answer.headers
    assert (answer.json()["game"], answer.json()["offers"]) == (None, None)


@pytest.mark.parametrize(
    ("header", "is_wished"),
    [
        ("return=representation", True),
        ('wait=5, Return = "representation"; x=1', True),
        ("return=minimal", False),
        ("representation", False),
        ("", False),
        (None, False),
    ],
)
def test_a_preference_is_read_as_the_standard_says(header, is_wished):
    assert given_orders.wants_whole(header) is is_wished


def test_both_ways_give_the_same_answer(players, site, monkeypatch):
    """A body that calls itself another kind of JSON takes the way of FastAPI."""
    opener, opponent = players
    short, usual = begun(opener, opponent), begun(opener, opponent)
    ways = []
    decode = given_orders.read_order
    monkeypatch.setattr(
        given_orders, "read_order", lambda *given: ways.append(decode(*given)) or ways[-1]
    )
    one = passing(opener, short, WHOLE)
    other = passing(opener, usual, WHOLE, "application/vnd.order+json")
    assert [way is None for way in ways] == [False, True]
    assert one.headers["content-type"] == other.headers["content-type"]
    assert one.headers["preference-applied"] == other.headers["preference-applied"]
    assert without_times(one.json()) == without_times(other.json())


def without_times(value):
    """Answer without what differs between two games."""
    if isinstance(value, dict):
        gone = {"address", "opened_at", "begun_at", "moved_at", "made_at", "commitment", "luck"}
        return {key: without_times(one) for key, one in value.items() if key not in gone}
    return [without_times(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    "change",
    [
        {"after": "1"},
        {"after": -1},
        {"after": 1.5},
        {"after": 2**40},
        {"command": ""},
        {"command": "x" * 65},
        {"order": []},
        {"order": None},
        {"step": 3},
        {"step": "x" * 201},
        {"more": 1},
    ],
)
def test_a_malformed_body_has_the_documented_fault(players, game, change):
    given = body({"kind": "pass"}) | change
    answer = players[0].ask("POST", f"/games/{game}/orders", given)
    assert answer.status_code == 400 and answer.json()["fields"], answer.text
    assert answer.json()["fields"][0]["at"].startswith(f"body.{next(iter(change))}")


def test_a_token_without_the_scope_gives_no_order(players, game, site):
    reader = site.speaks("Maite", ("read",))
    answer = passing(reader, game)
    assert answer.status_code == 403
    assert answer.json()["refusals"][0]["rule"] == "CAR-TOK-03"
    assert passing(site.stranger(), game).status_code == 401


def test_a_revoked_token_is_refused_at_once(players, game, site):
    """Also when this process does not hear of it, as from a command in another process."""
    services, me = site.services, site.make("Maite")
    secret = api_tokens.create_token(services, me, "short", ("play",))
    program = site.speaks("Maite")
    program.client.headers["authorization"] = f"Bearer {secret.secret}"
    assert passing(program, game).status_code == 200
    cached = services.logins.find(api_tokens.token_hash(secret.secret), api_tokens.TokenUser)
    assert cached is not None
    api_tokens.revoke_token(services, me, secret.token.id)
    services.logins.keep(api_tokens.token_hash(secret.secret), cached)
    answer = program.ask("POST", f"/games/{game}/orders", body({"kind": "offer_draw"}, 2))
    assert answer.status_code == 401
    assert program.ask("POST", f"/games/{game}/orders", body({}, 2)).status_code == 401
    assert players[0].get(f"/games/{game}/number")["number"] == 2


def test_the_end_of_another_log_in_does_not_end_a_token(players, game, site):
    opener, _ = players
    assert passing(opener, game).status_code == 200
    services, me = site.services, site.make("Maite")
    cached = services.logins.find(api_tokens.token_hash(opener.secret), api_tokens.TokenUser)
    accounts.log_out(services, accounts.start_login(services, me).token)
    services.logins.keep(api_tokens.token_hash(opener.secret), cached)
    given = body({"kind": "offer_draw"}, 2)
    answer = opener.ask("POST", f"/games/{game}/orders", given)
    assert answer.status_code == 200, answer.text


def order_with(player, game, fields, kind="application/json"):
    headers = {"content-type": kind, **WHOLE}
    given = body({"kind": "pass"}, step="first_fire")
    return player.ask("POST", f"/games/{game}/orders?fields={fields}", given, headers=headers)


@pytest.mark.parametrize("kind", ["application/json", "application/vnd.order+json"])
def test_the_answer_has_only_the_selected_fields(players, game, kind):
    answer = order_with(players[0], game, "last,game.view.battle.turn,offers.order", kind)
    assert answer.headers["preference-applied"] == "return=representation"
    offers = players[0].get(f"/games/{game}/offers")
    assert answer.json() == {
        "last": 2,
        "game": {"view": {"battle": {"turn": 1}}},
        "offers": [{"order": one["order"]} for one in offers],
    }


def test_offers_that_are_not_selected_are_not_computed(players, game, monkeypatch):
    monkeypatch.setattr(game_view.GameView, "offers", property(lambda _: pytest.fail("computed")))
    assert order_with(players[0], game, "last,game.last").json() == {"last": 2, "game": {"last": 2}}


def test_the_panel_is_that_of_the_page_in_the_language_of_the_request(players, game, site):
    opener, opponent = players
    panel = order_with(opener, game, "panel").json()["panel"]
    page = house_page(site, "Maite", game)
    assert asked_in(panel) == asked_in(page)
    assert 'name="csrf" value=""' in panel or 'name="csrf"' not in panel
    given = body({"kind": "offer_draw"}, 2)
    answer = opponent.ask("POST", f"/games/{game}/orders?fields=panel", given, headers=WHOLE)
    spanish = answer.json()["panel"]
    assert "Decisión" in spanish and "Decision" not in spanish


def house_page(site, name, game):
    browser = Client(site.app, base_url="http://127.0.0.1:8000")
    login = accounts.start_login(site.services, site.make(name))
    browser.cookies.set("caracole", login.token)
    return browser.get(f"/games/{game}").text


def asked_in(html):
    """Text of the heading of a panel, without its marks."""
    return re.search(r'<h1 id="(?:asked|waits)[^>]*>(.*?)</h1>', html, re.DOTALL)[1]


@pytest.mark.parametrize("fields", ["", "number,", "nothing", "game..last", "last " + "x" * 1000])
@pytest.mark.parametrize("kind", ["application/json", "application/vnd.order+json"])
def test_an_unknown_field_is_refused_and_gives_no_order(players, game, fields, kind):
    answer = order_with(players[0], game, fields, kind)
    assert answer.status_code == 400
    assert answer.json()["fields"][0]["at"] == "query.fields"
    assert players[0].get(f"/games/{game}/number")["number"] == 1


def test_a_game_has_only_the_selected_fields(players, game):
    whole = players[0].get(f"/games/{game}")
    part = players[0].get(f"/games/{game}?fields=last,seats.seat,view")
    assert part == {
        "last": 1,
        "seats": [{"seat": one["seat"]} for one in whole["seats"]],
        "view": whole["view"],
    }
    assert players[0].get(f"/games/{game}?fields=view.nothing") == {"view": {}}
    assert players[0].get(f"/games/{game}?fields=view.battle,view") == {"view": whole["view"]}
    players[0].get(f"/games/{game}?fields=panel", 400)
