"""Plain orders pass few layers of middleware, and are answered as others are."""

from __future__ import annotations

import itertools
import json

import pytest

from app.web.api import plain_orders
from app.web.api.request_limits import DEEPEST
from tests.api.conftest import begun
from tests.api.test_given_orders import without_times

USUAL = {"prefer": "respond-async"}
"""A wish that changes nothing, and that makes an order other than plain."""
COMMANDS = itertools.count(1)
BY_CHANCE = ("date", "content-length")


@pytest.fixture(scope="module")
def players(site):
    return site.speaks("Nerea"), site.speaks("Beñat", language="es")


@pytest.fixture
def game(players):
    return begun(*players)


@pytest.fixture
def ways(monkeypatch):
    """True for each order that was answered as a plain one."""
    found, read = [], plain_orders.PlainOrders._read
    called = plain_orders.PlainOrders.__call__

    def seen(self, scope, address, body):
        asked = read(self, scope, address, body)
        found[-1] = asked is not None
        return asked

    async def call(self, scope, receive, send):
        found.append(False)
        await called(self, scope, receive, send)

    monkeypatch.setattr(plain_orders.PlainOrders, "_read", seen)
    monkeypatch.setattr(plain_orders.PlainOrders, "__call__", call)
    return found


def given(order, after=1, **more):
    return {"command": f"plain {next(COMMANDS)}", "after": after, "order": order, **more}


def ask(player, game, body, headers=None):
    headers = {"content-type": "application/json", **(headers or {})}
    return player.ask("POST", f"/games/{game}/orders", body, headers=headers)


def same(plain, usual):
    """Both answers agree, except in times and the numbers of games."""
    assert plain.status_code == usual.status_code, plain.text
    kept = [
        {name: one for name, one in answer.headers.items() if name not in BY_CHANCE}
        for answer in (plain, usual)
    ]
    for headers in kept:  # a plain answer is not compressed
        headers.pop("content-encoding", None)
        headers["vary"] = headers["vary"].removesuffix(", Accept-Encoding")
    assert kept[0] == kept[1]
    assert without_times(plain.json()) == without_times(usual.json())
    return plain


PASS = {"kind": "pass"}
CASES = {
    "an order": given(PASS),
    "an order with its step": given(PASS, step="first_fire"),
    "the wrong step": given(PASS, step="melee"),
    "a refused order": given({"kind": "claim_square", "square": "a1"}),
    "an overtaken order": given(PASS, after=0),
    "an order with a wrong field": given({"kind": "pass", "more": 1}),
    "a body with a wrong field": given(PASS, more=1),
    "a huge number": given({"kind": "pass", "number": 10**17}),
    "a number as a text": given(PASS, after="1"),
}


@pytest.mark.parametrize("case", CASES)
def test_both_ways_give_the_same_answer(players, ways, case):
    opener, opponent = players
    plain, usual = begun(opener, opponent), begun(opener, opponent)
    ways.clear()
    body = CASES[case]
    answers = ask(opener, plain, body), ask(opener, usual, body, USUAL)
    assert ways[1] is False
    same(*answers)


def test_a_plain_order_is_answered_as_one(players, game, ways):
    assert ask(players[0], game, given(PASS)).status_code == 200
    assert ways == [True]


def test_a_refusal_names_the_rule_in_the_language_of_the_reader(players, game, ways):
    wrong, opener = given(PASS, step="melee"), players[0]
    refusals = [
        ask(opener, game, wrong, {"accept-language": language}).json()["refusals"]
        for language in ("en", "es")
    ]
    assert ways == [True, True]
    assert [one[0]["rule"] for one in refusals] == ["CAR-TAB-04"] * 2
    assert refusals[0] != refusals[1]


@pytest.mark.parametrize(
    "headers",
    [{"prefer": "return=minimal"}, {"expect": "100-continue"}, {"content-type": "text/plain"}],
)
def test_an_order_with_another_wish_takes_the_usual_way(players, game, ways, headers):
    ask(players[0], game, given(PASS), headers)
    assert ways == [False]


def test_an_order_with_selected_fields_takes_the_usual_way(players, game, ways):
    answer = players[0].ask("POST", f"/games/{game}/orders?fields=last", given(PASS))
    assert answer.json() == {"last": 2} and ways == [False]


def test_a_long_or_deep_body_takes_the_usual_way(players, game, ways):
    long = given({"kind": "pass", "path": ["x" * 50] * 100})
    deep = json.loads("[" * (DEEPEST + 2) + "]" * (DEEPEST + 2))
    for body, status in ((long, 400), (given({"kind": "pass", "path": deep}), 400)):
        assert ask(players[0], game, body).status_code == status
    assert ways == [False, False]


@pytest.mark.parametrize(
    ("body", "is_within"),
    [
        (b'{"order": {"kind": "pass"}}', True),
        (b'{"command": "3f2e9a0b-11e9-4f3a"}', True),
        (b'{"after": 12345678901}', True),
        (b'{"after": 1e300}', False),
        (b'{"after": 9007199254740993}', False),
        (b'{"command": "\\u0000"}', False),
        (b"[" * DEEPEST + b"]" * DEEPEST, True),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), False),
        (b"[" + b"[]," * 40 + b"[]]", True),
    ],
)
def test_the_limits_of_a_body_are_those_of_all_requests(body, is_within):
    assert plain_orders.is_within_limits(body) is is_within
    assert (plain_orders.body_fault(body)[0] is None) is is_within


@pytest.mark.parametrize("token", ["", "Bearer", "Bearer no-such-token", "Basic QTpC"])
def test_an_unknown_token_is_refused_as_usual(players, game, ways, token):
    headers = {"authorization": token}
    answers = [ask(players[0], game, given(PASS), headers | more) for more in ({}, USUAL)]
    assert [one.status_code for one in answers] == [401, 401] and ways == [True, False]
    assert answers[0].headers["www-authenticate"] == answers[1].headers["www-authenticate"]


def test_a_missing_game_is_not_found_as_usual(players, ways):
    answers = [ask(players[0], 10**6, given(PASS), more) for more in ({}, USUAL)]
    assert ways == [True, False] and answers[0].status_code == 404
    same(*answers)


def test_a_fault_of_the_server_has_a_number(players, game, ways, site, monkeypatch):
    def fail(*_, **__):
        raise ZeroDivisionError("a fault of the server")

    monkeypatch.setattr("app.web.api.routes.given_orders.declare_or_join", fail)
    players[0].client._transport.raise_server_exceptions = False
    try:
        answers = [ask(players[0], game, given(PASS), more) for more in ({}, USUAL)]
    finally:
        players[0].client._transport.raise_server_exceptions = True
    assert ways == [True, False]
    assert [one.status_code for one in answers] == [500, 500]
    assert {one.headers["content-type"] for one in answers} == {"application/problem+json"}
    assert answers[0].headers["cache-control"] == "no-store"


def test_the_request_log_and_the_metrics_name_the_route(players, game, ways, site, caplog):
    caplog.set_level("INFO", "caracole.requests")
    for more in ({}, USUAL):
        ask(players[0], game, given(PASS, after=0), more)
    lines = [record for record in caplog.records if record.name == "caracole.requests"]
    told = [(one.route, one.status, one.account, one.method) for one in lines[-2:]]
    assert ways == [True, False] and told[0] == told[1]
    assert told[0][0] == "/api/v1/games/{address}/orders"


def test_a_player_with_many_orders_at_once_waits_among_the_own(players, game, ways, monkeypatch):
    """The limit per token counts plain orders, too."""
    seen, app = [], players[0].client.app
    run = app.state.by_login.run

    async def counted(client, *given):
        seen.append(client)
        await run(client, *given)

    monkeypatch.setattr(app.state.by_login, "run", counted)
    ask(players[0], game, given(PASS))
    assert ways == [True] and seen == [f"Bearer {players[0].secret}"]
