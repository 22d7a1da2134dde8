"""Orders over the API: repeated, late, simultaneous; refusals as values; unreadable input."""

from __future__ import annotations

import math
import re
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from app.web.api.request_limits import DEEPEST
from app.web.request_body import LONGEST
from tests.api.conftest import ROOT, begun
from tests.sample_games import HEX, HEX_SCENARIO


@pytest.fixture(scope="module")
def players(site):
    return site.speaks("Maite"), site.speaks("Íñigo", language="es")


@pytest.fixture
def game(players):
    return begun(*players)


def test_a_whole_visit(players, game):
    opener, _ = players
    seen = opener.get(f"/games/{game}")
    assert (
        seen["seat"] == HEX.SIDE
        and seen["decisions"][0]["step"] == "first_fire"
        and seen["waiting"] == [HEX.SIDE]
    )
    assert seen["view"]["battle"]["units"] and seen["summary"]["pieces"]
    offers = [
        offer
        for offer in opener.get(f"/games/{game}/offers")
        if offer["is_live"] and offer["rolls"]
    ]
    tried = opener.post(f"/games/{game}/assess", {"order": offers[0]["order"]})
    assert (
        sum(chance["ways"] for chance in tried["odds"]) <= tried["odds"][0]["of"]
        and not tried["no"]
    )
    played = opener.order(game, offers[0]["order"], step="first_fire")
    assert played["number"] == 2 and any(line["dice"] for line in played["move"]["lines"])
    assert opener.get(f"/games/{game}/log?after=1") == [played["move"]]
    assert (
        opener.get(f"/games/{game}?at=1")["view"] == seen["view"]
        and not opener.get(f"/games/{game}?at=1")["is_now"]
    )
    assert opener.get(f"/games/{game}")["take_back"]["rule"] == "CAR-UND-01"


def test_a_refusal_is_a_value_in_the_language_asked_for(players, game):
    opener, opponent = players
    wrong = opponent.order(game, {"kind": "pass"}, 422, step="first_fire")
    assert [no["rule"] for no in wrong["refusals"]] == ["CAR-TAB-05"] and wrong["refusals"][0][
        "says"
    ] == "Ahora mismo no te toca decidir nada."
    wrong = opener.order(game, {"kind": "pass"}, 422, step="movement")
    assert wrong["refusals"][0] == {
        "rule": "CAR-TAB-04",
        "says": "The step that is on is: First fire.",
        "numbers": {"step": "First fire"},
    }
    far = next(offer for offer in opener.get(f"/games/{game}/offers") if not offer["is_live"])
    wrong = opener.order(game, far["order"], 422)
    assert (
        wrong["refusals"] == far["no"]
        and wrong["status"] == 422
        and wrong["refusals"][0]["numbers"] is not None
    )


def test_a_command_given_twice_is_one_move(players, game):
    opener, opponent = players
    given = {"command": "once", "after": 1, "order": {"kind": "pass"}, "step": "first_fire"}
    first, second = (opener.post(f"/games/{game}/orders", given) for _ in range(2))
    assert not first["repeated"] and second == first | {"repeated": True}
    assert opener.post(f"/games/{game}/orders", given | {"order": {"kind": "concede"}}) == second, (
        "the command says what was asked, not the body"
    )
    assert opponent.ask("POST", f"/games/{game}/orders", given).status_code == 409, (
        "the word of another seat is another word"
    )
    assert opener.get(f"/games/{game}/number") == {"number": 2}


def test_a_late_order_is_answered_with_the_last_move_and_the_game_as_it_stands(players, game):
    opener, _ = players
    opener.order(game, {"kind": "pass"}, step="first_fire")
    late = opener.order(game, {"kind": "pass"}, 409, after=1, step="first_fire")
    assert late["number"] == 2 and late["game"] == opener.get(f"/games/{game}")


def test_many_at_once_make_one_move(players, game):
    opener, _ = players
    with ThreadPoolExecutor(8) as hands:
        answers = list(
            hands.map(
                lambda number: opener.ask(
                    "POST",
                    f"/games/{game}/orders",
                    {
                        "command": f"race {number // 2}",
                        "after": 1,
                        "order": {"kind": "pass"},
                        "step": "first_fire",
                    },
                ),
                range(16),
            )
        )
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [200, 200, *[409] * 14] and opener.get(f"/games/{game}/number") == {"number": 2}
    assert sorted(answer.json()["repeated"] for answer in answers if answer.status_code == 200) == [
        False,
        True,
    ]


def test_the_end_the_dice_the_letters_and_the_report(players, site, game):
    opener, opponent = players
    assert opener.post(f"/games/{game}/letters", {"text": "Suerte"}, 201)["text"] == "Suerte"
    assert [letter["text"] for letter in opponent.get(f"/games/{game}/letters")] == ["Suerte"]
    assert (
        site.stranger().get(f"/games/{game}/letters")
        == []
        == opener.get(f"/games/{game}/dice")["moves"]
    )
    opener.order(game, {"kind": "offer_draw"})
    over = opponent.order(game, {"kind": "offer_draw"})
    assert over["over"] and site.stranger().get(f"/games/{game}")["outcome"]["ending"] == "agreed"
    assert (
        site.stranger().get(f"/games/{game}/letters")
        and opener.get(f"/games/{game}/dice")["seed_fits"]
    )
    report = opponent.ask("PUT", f"/games/{game}/report/opening", {"text": "Llovía."}).json()
    assert (
        report["words"]["opening"][0]["text"] == "Llovía."
        and report["chapters"][0]["key"] == "opening"
    )
    assert "Llovía." in opponent.client.get(f"{ROOT}/games/{game}/report.md").text
    assert msgspec.json.decode(opponent.client.get(f"{ROOT}/games/{game}/export").content)["seed"]
    again = opener.post(f"/games/{game}/rematch", {})
    assert (
        again["seat"] == HEX.SECOND_SIDE
        and opponent.post(f"/games/{game}/rematch", {})["status"] == "running"
    )


def test_the_stream_tells_numbers(players, game):
    opener, _ = players
    opener.order(game, {"kind": "pass"}, step="first_fire")
    frames = opener.client.get(f"{ROOT}/games/{game}/events?after=0").text
    assert frames.startswith("retry: 2000\n\n") and set(
        re.findall(r"^(\w+):", frames, re.MULTILINE)
    ) <= {"retry", "id", "event", "data"}


def test_a_visit_is_recorded(players, game):
    opener, _ = players
    opener.order(game, {"kind": "pass"}, step="first_fire")
    assert next(one for one in opener.get("/games") if one["address"] == game)["unseen"] == 2
    assert opener.ask("PUT", f"/games/{game}/seen", {"number": 2}).status_code == 204
    assert next(one for one in opener.get("/games") if one["address"] == game)["unseen"] == 0
    assert opener.get(f"/games/{game}")["seen"] == 2


@pytest.mark.parametrize(
    "order",
    [
        {"kind": "begin", "setup": {"scenario": HEX_SCENARIO, "seats": {}}},
        {"kind": "time_is_up", "deadline": "2026-11-22T00:00:00.000Z"},
        {"kind": "pause_is_over"},
        {"kind": "answer_ahead", "order": {"kind": "pass"}, "topic": "retreat"},
        {
            "kind": "stand_in",
            "order": {"kind": "pass"},
            "by": HEX.SIDE,
            "deadline": "2026-11-22T00:00:00.000Z",
        },
    ],
    ids=lambda order: order["kind"],
)
def test_orders_of_the_server_are_refused(players, site, game, order):
    for who in (
        *players,
        site.speaks("Ander"),
        site.bot_of(
            f"Owner of {order['kind'].replace('_', ' ')}"[:30], order["kind"].replace("_", " ")
        ),
    ):
        assert who.ask(
            "POST", f"/games/{game}/orders", {"command": "x", "after": 1, "order": order}
        ).status_code in (403, 422)
    assert players[0].get(f"/games/{game}/number") == {"number": 1}
    assert (
        site.stranger()
        .ask("POST", f"/games/{game}/orders", {"command": "x", "after": 1, "order": order})
        .status_code
        == 401
    )


# ---------------------------------------------------------------------- what cannot be read
ORDER = '{"command": "x", "after": 1, "order": %s}'
DEEP = "[" * DEEPEST + "]" * DEEPEST


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 400),
        ("{", 400),
        ("[]", 400),
        ("null", 400),
        (ORDER % "NaN", 400),
        (ORDER % "Infinity", 400),
        (ORDER % "-Infinity", 400),
        (ORDER % "1e999", 400),
        (ORDER % '{"kind": 1e300}', 400),
        (ORDER % f'{{"kind": {10**40}}}', 400),
        (ORDER % f'{{"kind": {2**53 + 2}}}', 400),
        (ORDER % f'{{"kind": {DEEP}}}', 400),
        ("[" * 90_000, 400),
        (ORDER % '{"kind": "\\ud800"}', 400),
        (ORDER % '{"kind": "\\u0000"}', 400),
        ('{"command": "\xff"}'.encode("latin-1"), 400),
        (ORDER % '{"kind": "nobody"}', 400),
        (ORDER % '{"kind": "shoot", "unit": 7}', 400),
        (ORDER % "[]", 400),
        (ORDER % '{"kind": "pass", "more": 1}', 400),
        ('{"command": "x", "after": "1", "order": {}}', 400),
        ('{"command": "x", "after": -1, "order": {}}', 400),
        ('{"command": "", "after": 1, "order": {}}', 400),
        (
            f'{{"command": "x", "after": 1, "order": {{"kind": "pass"}}, "chair": "{HEX.SECOND_SIDE}"}}',
            400,
        ),
        ("x" * (LONGEST + 1), 413),
        ('{"a": "' + "x" * LONGEST + '"}', 413),
    ],
    ids=lambda it: str(it)[:40],
)
def test_unreadable_requests_are_refused(players, game, body, status):
    answer = players[0].client.post(
        f"{ROOT}/games/{game}/orders", content=body, headers={"content-type": "application/json"}
    )
    assert (
        answer.status_code == status
        and answer.headers["content-type"] == "application/problem+json"
    )
    assert answer.json()["detail"] and players[0].get(f"/games/{game}/number") == {"number": 1}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/games/%00", None),
        ("POST", "/games/%00/orders", {}),
        ("GET", "/games?which=%00", None),
    ],
)
def test_an_address_with_a_null_character_is_not_found(players, method, path, body):
    """Postgres takes no U+0000 in a text."""
    answer = players[0].ask(method, path, body)
    assert answer.status_code == 400 and "U+0000" in answer.json()["detail"]


def test_a_body_without_a_length_is_limited(players, game):
    def pieces():
        for _ in range(300):
            yield b"x" * 1000

    answer = players[0].client.post(
        f"{ROOT}/games/{game}/orders",
        content=pieces(),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code == 413


@pytest.mark.parametrize("value", [math.nan, math.inf, 10**400, -1, "x", "1e9", 2**31, "١"])
def test_numbers_of_addresses(players, game, value):
    for path in (
        f"/games/{game}?at={value}",
        f"/games/{game}/log?after={value}",
        f"/games/{game}/letters?after={value}",
        f"/games?which=over&before={value}",
    ):
        assert players[0].ask("GET", path).status_code in ({400, 200} if value == "١" else {400}), (
            path
        )


@pytest.mark.slow
def test_headers_of_every_answer(players, game):
    for path in ("/boxes", f"/games/{game}", "/nowhere", "/openapi.json"):
        headers = players[0].ask("GET", path).headers
        assert (
            headers["cache-control"] == "no-store"
            and headers["x-content-type-options"] == "nosniff"
        )
        assert (
            headers["content-security-policy"].startswith("default-src 'none'")
            and "set-cookie" not in headers
        )


@pytest.mark.parametrize(
    ("given", "at", "says"),
    [
        ({"command": "x", "after": "one", "order": {}}, "body.after", "ha de ser un número entero"),
        ({"command": "x", "after": 1}, "body.order", "falta"),
        ({"command": "x" * 500, "after": 1, "order": {}}, "body.command", " caracteres como mucho"),
        ({"command": "x", "after": 1, "order": {}, "hat": "{blue}"}, "body.hat", "aquí no existe"),
    ],
)
def test_errors_of_fields_are_in_the_requested_language(players, game, given, at, says):
    wrong = {who: who.post(f"/games/{game}/orders", given, 400)["fields"] for who in players}
    [english], [spanish] = wrong.values()
    assert (
        english["at"] == spanish["at"] == at
        and spanish["says"].endswith(says)
        and english["says"] != spanish["says"]
    )
