"""Every operation, asked for by everybody, at games in every state. An operation without a line here fails."""
from __future__ import annotations

import re

import pytest

from app.club import blocking, moderation, tokens
from app.club.limits import LIMITS, Limits
from app.club.tokens import ACCOUNT, ARMIES, PLAY, READ, TABLES
from tests.api.conftest import ROOT, Program, begun, opened
from tests.counting import count

WHO = ("stranger", "member", "bot", "blocked", "moderator", "other", "player")       # the member looks on, and his program; the player is to decide
SEATED = ("other", "player")                                     # the other sits on the other side; at a table that waits he has no seat yet
STATES = ("waiting", "running", "over", "private", "closed")     # private: asked for by its number; closed: without spectators


def anybody(status: int = 200) -> dict[str, int]:
    return dict.fromkeys(WHO, status)


def some(status: int = 200, **others: int) -> dict[str, int]:
    return anybody(status) | {"stranger": 401, **others}


def shown(waiting: int = 200, running: int = 200, over: int = 200) -> dict[str, dict[str, int]]:
    """To everybody at public tables, at the others to those who sit there."""
    seen = {"waiting": waiting, "running": running, "over": over}
    return {state: anybody(status) for state, status in seen.items()} | {
        state: anybody(404) | dict.fromkeys(SEATED, running) for state in ("private", "closed")}


def done(waiting: int, running: int, over: int, others: int = 403, on_turn: int = 0) -> dict[str, dict[str, int]]:
    """By whoever sits there, and with another answer by whoever is to decide; what the `others` are told where they may look on."""
    turn, begun_ = {"player": on_turn or running}, {"running": running, "over": over}
    return {"waiting": some(others, player=waiting)} | {state: some(others, **dict.fromkeys(SEATED, status)) for state, status in begun_.items()} | {
        "running": some(others, other=running, **turn)} | {state: some(404, other=running, **turn) for state in ("private", "closed")}


# operation: (the scope it needs, the body that is sent, what everybody is answered)
HOUSE = {
    "GET /account": (None, None, some()), "PATCH /account": (ACCOUNT, {"theme": "dark"}, some(204)),
    "GET /account/tokens": (ACCOUNT, None, some()), "POST /account/tokens": (ACCOUNT, {"name": "x", "scopes": ["read"]}, some(201)),
    "DELETE /account/tokens/{token}": (ACCOUNT, None, some(404)),
    "GET /account/programs": (ACCOUNT, None, some()), "POST /account/programs": (ACCOUNT, {"name": "?"}, some(422)),
    "PATCH /account/programs/{program}": (ACCOUNT, {"may_write": True}, some(404)), "DELETE /account/programs/{program}": (ACCOUNT, None, some(404)),
    "GET /account/programs/{program}/tokens": (ACCOUNT, None, some(404)),
    "POST /account/programs/{program}/tokens": (ACCOUNT, {"name": "x", "scopes": ["read"]}, some(404)),
    "DELETE /account/programs/{program}/tokens/{token}": (ACCOUNT, None, some(404)),
    "GET /account/hours": (ACCOUNT, None, some()), "PUT /account/hours": (ACCOUNT, {"zone": "Nowhere"}, some(422)),
    "GET /account/blocked": (ACCOUNT, None, some()), "GET /account/notices": (ACCOUNT, None, some()),
    "PUT /account/notices": (ACCOUNT, {"choices": {"your_turn-mail": "now"}}, some(204)),
    "POST /account/notices/hooks": (ACCOUNT, {"kind": "json", "name": "x", "url": "http://127.0.0.1/"}, some(422)),
    "POST /account/notices/test": (ACCOUNT, {"to": "9999"}, some(204)), "DELETE /account/notices/receivers/{receiver}": (ACCOUNT, None, some(204)),
    "POST /account/notices/receivers/{receiver}/again": (ACCOUNT, None, some(204)),
    "PUT /people/{person}/block": (ACCOUNT, None, some(404)), "DELETE /people/{person}/block": (ACCOUNT, None, some(204)),
    "POST /people/{person}/report": (ACCOUNT, {"reason": "x"}, some(404)),
    "GET /invitations": (READ, None, some()),
    "GET /boxes": (READ, None, anybody()), "GET /boxes/{box}": (READ, None, anybody()), "GET /boxes/{box}/rules": (READ, None, anybody()),
    "GET /boxes/{box}/sheet": (READ, None, anybody()), "POST /boxes/{box}/scenarios/{scenario}/agreement": (READ, {}, anybody()),
    "GET /rules/{rule}": (READ, None, anybody()),
    "GET /tables": (READ, None, anybody()), "POST /tables": (TABLES, {"box": "cry_havoc", "scenario": "first_blood"}, some(201)),
    "GET /games": (READ, None, some()),
    "GET /armies": (ARMIES, None, some()), "GET /armies/public": (ARMIES, None, anybody()),
    "POST /armies/new": (ARMIES, {"box": "heart_of_africa"}, anybody()),
    "POST /armies/draft": (ARMIES, {"box": "heart_of_africa", "answers": {"list": ["native_kingdom"]}}, anybody()),
    "POST /armies/import": (ARMIES, {"box": "heart_of_africa", "text": "?"}, anybody(422)),
    "POST /armies": (ARMIES, {"box": "heart_of_africa", "answers": {"year": ["x"]}}, some(422)),
}
OF_AN_ARMY = {
    "GET /armies/{address}": (ARMIES, None, anybody(404)), "PUT /armies/{address}": (ARMIES, {"box": "heart_of_africa", "answers": {"year": ["x"]}}, some(404)),
    "DELETE /armies/{address}": (ARMIES, None, some(404)), "POST /armies/{address}/copy": (ARMIES, None, some(404)),
    "GET /armies/{address}/page": (ARMIES, None, anybody(404)), "GET /armies/{address}/sheet": (ARMIES, None, anybody(404)),
    "GET /armies/{address}/army.json": (ARMIES, None, anybody(404)), "GET /armies/{address}/army.txt": (ARMIES, None, anybody(404)),
}
LATE = {"command": "late", "after": 0, "order": {"kind": "concede"}}
OF_A_GAME = {
    "GET /games/{address}": (READ, None, shown()), "GET /games/{address}/number": (READ, None, shown()), "GET /games/{address}/log": (READ, None, shown()),
    "GET /games/{address}/news": (READ, None, shown()), "GET /games/{address}/moments": (READ, None, shown()),
    "GET /games/{address}/battlefield": (READ, None, shown()), "GET /games/{address}/dice": (READ, None, shown()),
    "GET /games/{address}/letters": (READ, None, shown()), "GET /games/{address}/events": (READ, None, shown()),
    "GET /games/{address}/waiting": (READ, None, shown()), "GET /games/{address}/laying": (READ, None, shown()),
    "GET /games/{address}/survey": (READ, None, shown(422, 422, 422)),                  # nothing is surveyed in this box
    "GET /games/{address}/measure": (READ, None, shown(422, 422, 422)),
    "GET /games/{address}/shots/{number}/{place}": (READ, None, shown(422, 422, 422)),
    "GET /games/{address}/export": (READ, None, shown(422, 422)), "GET /games/{address}/report": (READ, None, shown(422, 422)),
    "GET /games/{address}/report.md": (READ, None, shown(422, 422)),
    "POST /games/{address}/assess": (READ, {"order": {"kind": "pass"}}, shown()),
    "GET /games/{address}/offers": (READ, None, done(200, 200, 200, 200)),
    "PUT /games/{address}/seen": (READ, {"number": 1}, done(204, 204, 204, 204)),
    "POST /games/{address}/orders": (PLAY, LATE, done(422, 409, 409)),
    "POST /games/{address}/steps/{step}/rest": (PLAY, None, done(422, 422, 422, on_turn=200)),
    "POST /games/{address}/letters": (PLAY, {"text": ""}, done(422, 422, 422)),
    "GET /games/{address}/standing": (READ, None, done(422, 200, 422)),
    "POST /games/{address}/standing/try": (READ, {"answers": {"retreat": "away"}}, done(422, 200, 422)),
    "PUT /games/{address}/standing": (PLAY, {"answers": {"retreat": "away"}}, done(422, 200, 422)),
    "DELETE /games/{address}/standing": (PLAY, None, done(422, 200, 422)),
    "PUT /games/{address}/report/{chapter}": (PLAY, {"text": "x"}, {
        **done(422, 422, 400), "waiting": some(422), "running": some(422)}),
    "GET /games/{address}/clock": (READ, None, shown()), "POST /games/{address}/claim": (PLAY, None, done(422, 422, 422)),
    "GET /games/{address}/sandboxes": (READ, None, done(200, 200, 200, 200)), "POST /games/{address}/sandboxes": (PLAY, {}, done(422, 201, 201)),
    **{operation: (scope, body, {state: some(404) for state in STATES}) for operation, scope, body in (
        ("GET /games/{address}/sandboxes/{sandbox}", READ, None), ("GET /games/{address}/sandboxes/{sandbox}/offers", READ, None),
        ("GET /games/{address}/sandboxes/{sandbox}/plan", READ, None), ("POST /games/{address}/sandboxes/{sandbox}/assess", READ, {"order": {"kind": "pass"}}),
        ("POST /games/{address}/sandboxes/{sandbox}/orders", PLAY, {"after": 0, "order": {"kind": "pass"}}),
        ("POST /games/{address}/sandboxes/{sandbox}/back", PLAY, {"to": 0}), ("POST /games/{address}/sandboxes/{sandbox}/house", PLAY, None),
        ("PATCH /games/{address}/sandboxes/{sandbox}", PLAY, {"name": "x"}), ("DELETE /games/{address}/sandboxes/{sandbox}", PLAY, None))},
    "POST /games/{address}/letters/{letter}/report": (PLAY, {"reason": "x"}, {state: some(404) for state in STATES}),
    "GET /games/{address}/watching": (READ, None, shown()), "GET /games/{address}/remarks": (READ, None, shown()),
    "POST /games/{address}/remarks": (PLAY, {"text": ""}, {
        state: some(422) if state not in ("private", "closed") else some(404, **dict.fromkeys(SEATED, 422)) for state in STATES}),
    "POST /games/{address}/remarks/{number}/report": (PLAY, {"reason": "x"}, {state: some(404) for state in STATES}),
    "GET /games/{address}/notes": (READ, None, done(200, 200, 200, 200)),
    "PUT /games/{address}/notes/{number}": (PLAY, {"text": ""}, done(422, 200, 200)),
    "POST /games/{address}/invitations": (TABLES, {"name": "Nobody"}, done(422, 422, 422)),
    "DELETE /games/{address}/invitations": (TABLES, None, done(204, 204, 204, 204)),
    "GET /games/{address}/seats": (READ, None, shown()),
    "PUT /games/{address}/seats/{seat}/offer": (TABLES, {"name": "Nobody"}, done(422, 422, 422)),
    "DELETE /games/{address}/seats/{seat}/offer": (TABLES, None, done(422, 422, 422, on_turn=204)),
    "POST /games/{address}/take": (TABLES, None, {state: some(404) for state in STATES}),
    "POST /games/{address}/join": (TABLES, {"seat": "nowhere"}, done(422, 422, 422, 422)),
    "PUT /games/{address}/brings": (TABLES, {"brings": {}}, done(200, 422, 422)),
    "POST /games/{address}/leave": (TABLES, None, done(204, 422, 422)),
    "DELETE /games/{address}": (TABLES, None, done(204, 422, 422, 422)),
    "POST /games/{address}/laying": (TABLES, {"change": {}}, done(403, 403, 403)),
    "POST /games/{address}/rematch": (TABLES, {}, done(422, 422, 200)),
}
EVERYTHING = HOUSE | OF_AN_ARMY | OF_A_GAME
NAMES = {"seat": "watch", "box": "cry_havoc", "scenario": "first_blood", "rule": "CH-MIS-10", "letter": "9999", "sandbox": "9999",
         **dict.fromkeys(("token", "program", "person", "receiver"), "9999"), "number": "1", "place": "1",
         "step": "first_fire", "chapter": "nowhere"}
ASKED = {"/survey": "?place=A1", "/measure": "?one=1,1&two=2,2"}


@pytest.fixture(scope="module")
def people(house) -> dict[str, Program]:
    blocking.block(house.club, house.make("Maite"), house.make("Unax"))
    moderation.by_the_keeper(house.club, house.make("Jone"), "name")
    return {"stranger": house.stranger(), "bot": house.bot_of("Ander")} | {who: house.speaks(name) for who, name in {
        "member": "Ander", "blocked": "Unax", "moderator": "Jone", "other": "Íñigo", "player": "Maite"}.items()}


@pytest.fixture(scope="module")
def games(house, people) -> dict[str, str]:
    other = people["other"]
    found = {state: begun(people["player"], other, **more) for state, more in
             {"running": {}, "over": {}, "private": {"visibility": "private"}, "closed": {"spectators": False}}.items()}
    other.order(found["over"], {"kind": "concede"})
    return found | {"private": str(int(found["running"]) + 2)}


def asked(who: Program, operation: str, body: object, address: str = "0") -> int:
    count("rights_asked")
    method, path = operation.split(" ")
    path += ASKED.get(path.removeprefix("/games/{address}"), "")
    return who.ask(method, re.sub(r"\{(\w+)\}", lambda name: (NAMES | {"address": address})[name[1]], path), body).status_code


def test_every_operation_has_its_line(house):
    document = house.stranger().get("/openapi.json")
    assert {f"{method.upper()} {path}" for path, operations in document["paths"].items() for method in operations} == set(EVERYTHING)


def test_the_document_names_the_scopes(house):
    document = house.stranger().get("/openapi.json")
    for operation, (scope, _, answers) in EVERYTHING.items():
        method, path = operation.split(" ")
        security = document["paths"][path][method.lower()]["security"]
        strangers = 401 not in [status for one in (answers.values() if path.startswith("/games/") else [answers]) for status in [one["stranger"]]]
        assert security == [{"token": [scope] if scope else []}, *([{}] if strangers or operation == "GET /games" else [])], operation


@pytest.mark.parametrize("operation", HOUSE)
def test_of_the_house(people, operation):
    _, body, answers = HOUSE[operation]
    assert {who: asked(people[who], operation, body) for who in WHO} == answers


@pytest.mark.parametrize("operation", OF_AN_ARMY)
def test_of_an_army_that_is_not(people, operation):
    _, body, answers = OF_AN_ARMY[operation]
    assert {who: asked(people[who], operation, body, "99999") for who in WHO} == answers


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("operation", OF_A_GAME)
def test_of_a_game(people, games, operation, state):
    _, body, answers = OF_A_GAME[operation]
    address = opened(people["player"]) if state == "waiting" else games[state]
    assert {who: asked(people[who], operation, body, address) for who in WHO} == answers[state]


@pytest.mark.parametrize("operation", OF_A_GAME)
def test_of_a_game_that_never_was(people, operation):
    _, body, answers = OF_A_GAME[operation]
    for address in ("99999", "nowhere", "9" * 40):
        strangers = answers["running"]["stranger"]
        assert {who: asked(people[who], operation, body, address) for who in WHO} == anybody(404) | ({"stranger": 401} if strangers == 401 else {})
    for address in ("%C2%B2", "1%00", "9" * 65):
        assert asked(people["player"], operation, body, address) == 400


@pytest.mark.parametrize("operation", EVERYTHING)
def test_a_token_that_does_not_allow_it(house, games, operation):
    scope, body, _ = EVERYTHING[operation]
    without = house.speaks("Maite", tuple(one for one in tokens.SCOPES if one != scope))
    answer = asked(without, operation, body, games["running"])
    assert answer == 403 if scope else answer == 200
    only = house.speaks("Maite", (scope,) if scope else ("armies",))
    assert asked(only, operation, body, games["running"]) != 403 or "laying" in operation


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer caracole_no", "Basic bWFpdGU6eA==", "caracole_x", "Bearer  \x7f"])
def test_a_false_token_is_never_a_stranger(house, header):
    answer = house.stranger().ask("GET", "/boxes", headers={"authorization": header})
    assert answer.status_code == 401 and answer.headers["www-authenticate"].startswith("Bearer")
    assert answer.headers["content-type"] == "application/problem+json"


def test_cookies_say_nothing_here(house):
    from tests.web.conftest import Visitor

    somebody = Visitor(house.app).register("Leire")
    assert somebody.get("/account").status_code == 200
    assert somebody.get(f"{ROOT}/account").status_code == 401
    assert somebody.client.post(f"{ROOT}/tables", json={"box": "cry_havoc", "scenario": "first_blood"}).status_code == 401


def test_a_revoked_token_is_a_false_one(house):
    owner = house.speaks("Maite")
    made = owner.post("/account/tokens", {"name": "short-lived", "scopes": ["read"]}, 201)
    other = Program(house.app, made["secret"])
    assert other.get("/account")["scopes"] == ["read"]
    assert owner.ask("DELETE", f"/account/tokens/{made['token']['id']}").status_code == 204
    assert other.ask("GET", "/account").status_code == 401


def test_a_token_makes_none_that_allows_more(house):
    narrow = house.speaks("Maite", ("account", "read"))
    answer = narrow.post("/account/tokens", {"name": "wide", "scopes": ["read", "play"]}, 422)
    assert [no["rule"] for no in answer["refusals"]] == ["CAR-TOK-03"] and answer["refusals"][0]["numbers"] == {"scopes": ["play"]}


def test_limits_are_kept_and_say_when_to_come_again(house, games, monkeypatch):
    who, bot, stranger = house.speaks("Nerea"), house.bot_of("Nerea", "Runner"), house.stranger()
    monkeypatch.setattr(house.club, "limits", Limits())
    for asker, most in ((who, LIMITS["requests"].user), (bot, LIMITS["programs"].user), (stranger, LIMITS["requests"].address)):
        answers = [asker.ask("GET", "/rules/CH-MIS-10").status_code for _ in range(most)]
        answer = asker.ask("GET", "/rules/CH-MIS-10")
        assert set(answers) == {200} and answer.status_code == 429
        assert int(answer.headers["retry-after"]) == answer.json()["seconds"] > 0


def test_what_costs_reckoning_is_limited_as_on_the_pages(house, games, monkeypatch):
    who = house.speaks("Maite")
    monkeypatch.setattr(house.club, "limits", Limits())
    codes = [asked(who, "GET /games/{address}/survey", None, games["running"]) for _ in range(LIMITS["looks"].user + 1)]
    assert codes[-1] == 429 and set(codes[:-1]) == {422}


def test_a_suspended_account_has_no_tokens(house):
    who = house.speaks("Unai")
    with house.club.store.write() as work:
        work.users.change(house.make("Unai"), suspended="2026-11-22T00:00:00.000Z")
        work.commit()
    assert who.ask("GET", "/boxes").status_code == 401
