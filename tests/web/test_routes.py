"""Every page, seen by everybody who may come by, in every state of a game. A new route without a line here fails."""
from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.web.conftest import Battle, Visitor
from tests.web.test_army_pages import FORMS_OF_AN_ARMY, OF_AN_ARMY

WHO = ("stranger", "guest", "member", "player")             # the member watches; he has no seat anywhere
GAMES = ("waiting", "running", "over", "private", "closed")  # closed: without spectators; private: seen by its number, not its link

ANYBODY = dict.fromkeys(WHO, 200)
SOMEBODY = ANYBODY | {"stranger": 403}
SEATED = dict.fromkeys(WHO, 404) | {"player": 200}

PAGES = {
    "/": ANYBODY, "/lobby": ANYBODY, "/mine": ANYBODY, "/login": ANYBODY, "/register": ANYBODY, "/account": SOMEBODY, "/dice": ANYBODY,
    "/verify_dice.py": ANYBODY, "/health": ANYBODY, "/tables/new": ANYBODY, "/rules": ANYBODY, "/rules/{key}": ANYBODY,
    "/rules/{key}/sheet": ANYBODY, "/rules/id/{rule}": ANYBODY, "/rules/{key}/{rule}": ANYBODY,
    "/tables/new/drawing": dict.fromkeys(WHO, 404),                                     # this box has nothing to draw before a game
    "/armies": ANYBODY, "/armies/new": ANYBODY, "/armies/draft": ANYBODY, "/armies/import": ANYBODY,
}


def public(waiting: int = 200, running: int = 200, over: int = 200) -> dict[str, dict[str, int]]:
    """A page for everybody at public tables, for the seated alone at the others."""
    seen = {"waiting": waiting, "running": running, "over": over}
    alike = {game: dict.fromkeys(WHO, status) for game, status in seen.items()}
    return alike | {game: dict.fromkeys(WHO, 404) | {"player": running} for game in ("private", "closed")}


OF_A_GAME = {
    "/games/{address}": public(),
    "/games/{address}/at/{number}": public(),
    "/games/{address}/words": public(waiting=303),
    "/games/{address}/at/{number}/words": public(),
    "/games/{address}/moment": {game: dict.fromkeys(WHO, 303) for game in GAMES},      # it only leads on
    "/games/{address}/stage": public(waiting=404) | {game: dict.fromkeys(WHO, 404) for game in ("private", "closed")},     # as a spectator sees it
    "/games/{address}/dice": public(),
    "/games/{address}/export": public(waiting=422, running=422),
    "/games/{address}/report": public(waiting=422, running=422), "/games/{address}/report.md": public(waiting=422, running=422),
    "/games/{address}/number": public(),
    "/games/{address}/laying": public(303, 303, 303), "/games/{address}/laying/news": public(),
    "/games/{address}/events": public(),
    "/games/{address}/steps/{step}": {
        "waiting": SEATED | {"player": 422}, "running": SEATED, "over": SEATED | {"player": 422}, "private": SEATED, "closed": SEATED},
}
CHANGES_NOTHING = {"GET", "HEAD"}
NAMES = {"key": "cry_havoc", "rule": "CH-MIS-10", "number": "1", "step": "first_fire"}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A club with a game in every state, and somebody of every kind."""
    with pytest.MonkeyPatch.context() as patch:
        import argon2

        from app.club import accounts

        patch.setattr(accounts, "_hasher", argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        app = create_app(Settings(database_url=f"sqlite:///{tmp_path_factory.mktemp('routes')}/club.db"))
        with TestClient(app):
            player, other = Visitor(app).register("Maite"), Visitor(app, "es").register("Íñigo")
            guest = Visitor(app)
            guest.post("/play-now", "/")
            games = {"waiting": Battle(player, other).path, "running": Battle(player, other).begin().path}
            over = Battle(player, other).begin()
            over.house(over.raiders, "concede")
            hidden = {"private": Battle(player, other, visibility="private").begin(), "closed": Battle(player, other, spectators="").begin()}
            games |= {"over": over.path, "closed": hidden["closed"].path}
            games["private"] = f"/games/{int(over.address) + 1}"
            app.state.closing.set()              # streams say hello and end
            yield app, {"stranger": Visitor(app), "guest": guest, "member": Visitor(app).register("Ander"), "player": player}, games


def routes_of(app, method: str) -> set[str]:
    """Every address with its names in braces, static files left out."""
    found, todo = set(), list(app.router.routes)
    while todo:
        route = todo.pop()
        inner = getattr(route, "original_router", None) or getattr(route, "router", None)
        if inner is not None:
            todo += inner.routes
        elif method in (getattr(route, "methods", None) or ()):
            found.add(route.path)
    return found


def address(path: str, game: str = "") -> str:
    whole = path.replace("/games/{address}", game)
    whole = re.sub(r"\{(\w+)\}", lambda name: NAMES[name[1]], whole)
    return whole + ("?number=1" if path.endswith("/moment") else "")


def test_every_page_has_its_line(house):
    assert routes_of(house[0], "GET") == {*PAGES, *OF_A_GAME, *OF_AN_ARMY}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_of_the_house(house, path):
    _, people, _ = house
    assert {who: people[who].client.get(address(path)).status_code for who in WHO} == PAGES[path]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("path", OF_A_GAME)
def test_a_page_of_a_game(house, path, game):
    _, people, games = house
    seen = {who: people[who].client.get(address(path, games[game]), follow_redirects=False).status_code for who in WHO}
    assert seen == OF_A_GAME[path][game]


@pytest.mark.parametrize("path", OF_A_GAME)
def test_a_page_of_a_game_that_never_was(house, path):
    _, people, _ = house
    for game in ("/games/99999", "/games/nowhere", "/games/²", "/games/-1", "/games/" + "9" * 40, "/games/1%00"):
        for who in ("stranger", "player"):
            answer = people[who].client.get(address(path, game), follow_redirects=False)
            assert answer.status_code == (303 if path.endswith("/moment") else 404), (game, who)


FORMS = {                                        # what a form without a proof, with one, and from nobody answers
    "/login": 422, "/register": 422, "/logout": 303, "/play-now": 303, "/preferences": 303, "/tables": 404, "/account/password": 403,
    "/armies": 404, "/armies/draft": 404, "/armies/import": 404,
    "/games/{address}/join": 422, "/games/{address}/leave": 403, "/games/{address}/rematch": 403, "/games/{address}/letters": 403,
    "/games/{address}/report": 403,
    "/games/{address}/orders": 403, "/games/{address}/steps/{step}": 403, "/games/{address}/steps/{step}/rest": 403,
    "/games/{address}/brings": 403, "/games/{address}/laying": 403,
}


def test_every_form_has_its_line(house):
    assert routes_of(house[0], "POST") == {*FORMS, *FORMS_OF_AN_ARMY}


@pytest.mark.parametrize("path", FORMS)
def test_a_form_needs_its_proof_and_a_stranger_gives_no_orders(house, path):
    app, _, games = house
    stranger, to = Visitor(app), address(path, games["running"])
    assert stranger.client.post(to, data={}).status_code == 403
    assert stranger.post(to, "/login").status_code == FORMS[path]


@pytest.mark.parametrize("path", FORMS)
def test_a_page_is_not_changed_by_looking(house, path):
    if path not in PAGES and path not in OF_A_GAME:
        _, people, games = house
        assert people["player"].client.get(address(path, games["running"])).status_code in (404, 405)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("path", "code", "words"), [
    ("/nowhere", 404, {"en": "Nothing stands here", "es": "Aquí no hay nada"}), ("/games/99", 404, {"en": "Nothing stands here", "es": "Aquí no hay nada"}),
    ("/account", 403, {"en": "That is not yours to do", "es": "Eso no te corresponde"}), ("/play-now", 405, {"en": "Not in this way", "es": "Así no se pide"}),
    ("/games/1/at/x", 400, {"en": "This cannot be read", "es": "Esto no se entiende"})])
def test_a_problem_is_a_page_with_a_number_in_ones_own_language(house, language, path, code, words):
    answer = Visitor(house[0], language).get(path)
    assert answer.status_code == code and words[language] in answer.text and f'<html lang="{language}"' in answer.text
    assert re.search(r": [0-9a-f]{8}</p>", answer.text) and 'href="/"' in answer.text
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_fault_of_ours_is_a_page_too(house, language, monkeypatch):
    from app.club import lobby

    monkeypatch.setattr(lobby, "open_tables", lambda *_: 1 / 0)
    somebody = TestClient(house[0], base_url="http://127.0.0.1:8000", headers={"accept-language": language}, raise_server_exceptions=False)
    answer = somebody.get("/lobby")
    assert answer.status_code == 500 and {"en": "The fault is ours", "es": "La culpa es nuestra"}[language] in answer.text
    assert "ZeroDivisionError" not in answer.text and re.search(r": [0-9a-f]{8}</p>", answer.text)


def test_preferences_are_kept_with_the_member_and_in_the_cookies_of_a_stranger(house):
    app, _, _ = house
    for somebody in (Visitor(app), Visitor(app).register("Leire")):
        for theme, palette in (("dark", "deutan"), ("light", "contrast"), ("auto", "classic")):
            assert somebody.post("/preferences", "/lobby", theme=theme, back="/lobby").headers["location"] == "/lobby"
            somebody.post("/preferences", "/lobby", palette=palette, back="/lobby")
            page = somebody.get("/lobby").text
            assert f'data-theme="{theme}"' in page and f'data-palette="{palette}"' in page
    for back in ("//elsewhere.example", "https://elsewhere.example/x", "javascript:alert(1)", "\\\\elsewhere.example"):
        location = Visitor(app).post("/preferences", "/login", language="es", back=back).headers["location"]
        assert location.startswith("/") and not location.startswith("//") and "elsewhere.example" not in location.split("/")[0]
