"""Both ways of a look at a game through the API, and the end of its token."""

from __future__ import annotations

import pytest

from app.services.people import api_tokens
from app.web.api.routes import looks
from tests.api.conftest import begun

PATHS = ("", "/offers")


@pytest.fixture(scope="module")
def players(site):
    return site.speaks("Maite"), site.speaks("Íñigo", language="es")


@pytest.fixture(scope="module")
def game(players):
    return begun(*players)


@pytest.fixture
def ways(monkeypatch) -> list[bool]:
    """Way of each look: true for the short one."""
    found, real = [], looks.is_plain_look
    monkeypatch.setattr(
        looks, "is_plain_look", lambda request: found.append(real(request)) or found[-1]
    )
    return found


@pytest.mark.parametrize("path", PATHS)
def test_both_ways_give_the_same_answer(players, site, game, ways, path):
    """An unknown query changes nothing, but its look takes the way of FastAPI."""
    readers = (*players, site.speaks("Ana"), site.speaks("Ana", ("play",)))
    for reader in readers:
        for address in (game, "4711", "x" * 64):
            short, usual = (
                reader.ask("GET", f"/games/{address}{path}{query}") for query in ("", "?plain=1")
            )
            assert short.status_code == usual.status_code
            assert short.json() == usual.json()
            assert short.headers["content-type"] == usual.headers["content-type"]
            assert short.headers["cache-control"] == usual.headers["cache-control"]
    assert ways == [True, False] * 3 * len(readers)


def test_other_looks_take_the_way_of_fastapi(players, site, game, ways):
    asked = [
        site.stranger().ask("GET", f"/games/{game}"),
        site.stranger().ask("GET", f"/games/{game}/offers"),
        players[0].ask("GET", f"/games/{game}?at=1"),
        players[0].ask("GET", "/games/a.b"),
    ]
    assert [one.status_code for one in asked] == [200, 401, 200, 400]
    assert ways == [False] * 4


@pytest.mark.parametrize("path", PATHS)
def test_a_token_without_the_scope_reads_nothing(site, game, path):
    answer = site.speaks("Maite", ("play",)).ask("GET", f"/games/{game}{path}")
    assert answer.status_code == 403
    assert answer.json()["refusals"][0]["rule"] == "CAR-TOK-03"


@pytest.mark.parametrize("path", PATHS)
def test_a_revoked_token_reads_nothing(site, game, path):
    """Also when this process does not hear of it, as from a command in another process."""
    services, me = site.services, site.make("Maite")
    made = api_tokens.create_token(services, me, "short", ("read",))
    program = site.stranger()
    program.client.headers["authorization"] = f"Bearer {made.secret}"
    assert program.ask("GET", f"/games/{game}{path}").status_code == 200
    key = api_tokens.token_hash(made.secret)
    cached = services.logins.find(key, api_tokens.TokenUser)
    assert cached is not None
    api_tokens.revoke_token(services, me, made.token.id)
    for address in (game, "4711"):
        services.logins.keep(key, cached)
        assert program.ask("GET", f"/games/{address}{path}").status_code == 401


def test_the_end_of_another_token_does_not_end_this_one(players, site, game):
    services, me = site.services, site.make("Maite")
    other = api_tokens.create_token(services, me, "other", ("read",))
    players[0].get(f"/games/{game}")
    key = api_tokens.token_hash(players[0].secret)
    cached = services.logins.find(key, api_tokens.TokenUser)
    api_tokens.revoke_token(services, me, other.token.id)
    services.logins.keep(key, cached)
    assert players[0].get(f"/games/{game}")["seat"]
    assert services.logins.find(key, api_tokens.TokenUser).ended > cached.ended


def test_a_repeated_look_does_not_read_the_token(players, game, monkeypatch):
    players[0].get(f"/games/{game}")
    monkeypatch.setattr(api_tokens, "user_of_token", lambda *_: pytest.fail("read"))
    for path in PATHS:
        assert players[0].ask("GET", f"/games/{game}{path}").status_code == 200
