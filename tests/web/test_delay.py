"""Delayed game: a viewer without a seat gets the bytes of three moves ago from every outlet."""

from __future__ import annotations

import re

import pytest

from app.services.watch import broadcast_delay
from app.web.page_cache import PageCache
from tests.any_game import BOX, SEAT
from tests.sample_games import HEX
from tests.web.conftest import Battle, step_on
from tests.web.test_routes import OF_A_GAME, PAGES

AGAIN = re.compile(
    r"\b\d+ (?:second|segundo|minute|minuto)s?\b"
)  # relative times go on while the game does not
TABS = (
    "?tab=log",
    "?tab=changes",
    "?tab=text",
    "?tab=messages",
    "?shot=1.1",
    "?look=A&at=3",
    f"/at/3?eyes={HEX.SIDE}",
    "/at/99",
    "/at/99/text",
    "/at/1",
)
OF_NO_GAME = ("/account/export", "/verify_dice.py", "/sw.js", "/metrics")


def page_of(path: str, game: str) -> str:
    return path.replace("/games/{address}", game).replace("{address}", game.rsplit("/", 1)[1])


def addresses(game: str, app) -> list[str]:
    """Addresses of pages and of the API that show or list the game."""
    pages = [
        page_of(path, game).replace("{number}", "2")
        for path in OF_A_GAME
        if "{step}" not in path and "{message}" not in path
    ]
    api = [
        f"/api/v1{path}".replace("{address}", game.rsplit("/", 1)[1])
        .replace("{number}", "2")
        .replace("{place}", "1")
        for path, operations in app.state.api.openapi()["paths"].items()
        if path.startswith("/games") and "get" in operations
    ]
    return [
        *pages,
        *(game + more for more in TABS),
        *(path for path in PAGES if "{" not in path and path not in OF_NO_GAME),
        *api,
        "/api/v1/games?which=running",
    ]


def told(who, paths: list[str]) -> dict[str, tuple[int, bytes]]:
    who.app.state.page_cache = PageCache()
    found = {}
    for path in paths:
        asked = f"{path}?number=2" if path.endswith("/moment") else path
        answer = who.client.get(asked, follow_redirects=False)
        is_text = answer.headers.get("content-type", "").startswith(("text/", "application/"))
        content = AGAIN.sub("", answer.text).encode() if is_text else answer.content
        found[path] = (
            answer.status_code,
            content if answer.status_code < 400 else b"",
        )  # a problem has a number of its own
    return found


def moves(battle: Battle, count: int) -> None:
    """End this number of steps by the players who owe them."""
    for _ in range(count):
        page = battle.opener.get(battle.path).text
        battle.end_step(battle.opener if step_on(page) else battle.opponent)


@pytest.fixture
def late(visitor, app):
    battle = Battle(
        visitor().register("Maite"), visitor("es").register("Íñigo"), delay="moves"
    ).begin()
    for who in (battle.opener, battle.opponent):
        who.app = app
    return battle


def test_viewers_without_a_seat_get_the_answers_of_three_moves_ago(visitor, app, late, monkeypatch):
    app.state.closing.set()  # streams say what they have to say and end
    stranger, member = visitor(), visitor().register("Onlooker")
    stranger.app = member.app = app
    stranger.get("/login")  # the same CSRF token keeps the forms equal
    paths = addresses(late.path, app)
    few = [
        late.path,
        f"{late.path}/text",
        f"{late.path}/number",
        f"{late.path}/events",
        "/lobby",
        f"/api/v1{late.path}",
    ]
    moves(late, 5)
    last = late.last()
    monkeypatch.setattr(broadcast_delay, "last_public_move", lambda game, history: history.number)
    before = told(stranger, paths), told(member, few)
    monkeypatch.undo()
    moves(late, 3)
    assert late.last() == last + 3
    after = told(stranger, paths), told(member, few)
    for one, other in zip(before, after, strict=True):
        assert [path for path in one if one[path] != other[path]] == []
    moves(late, 1)  # and the compared answers do change with the game
    shown = [late.path, f"{late.path}/text", f"{late.path}/number", f"{late.path}/events"]
    assert all(answer != after[0][path] for path, answer in told(stranger, shown).items())


def test_players_have_no_delay(late, app):
    moves(late, 4)
    assert late.opener.get(f"{late.path}/number").json()["number"] == 5
    assert late.opener.get(f"{late.path}/at/5").status_code == 200


def test_the_invitation_and_the_game_state_the_delay(visitor, app):
    host = visitor().register("Maite")
    battle = Battle(host, visitor("es").register("Íñigo"), delay="turn")
    assert "see a turn when it is over" in visitor().get(battle.path).text
    assert "ve cada turno cuando ha terminado" in visitor("es").get(battle.path).text
    battle.begin()
    assert "see a turn when it is over" in visitor().get(battle.path).text
    assert "Turno a turno" in visitor("es").get("/lobby").text


def test_a_running_game_without_delay_does_not_mention_it(battle, visitor):
    assert "see every move at once" not in visitor().get(battle.path).text


def test_an_unknown_delay_is_refused(visitor):
    answer = (
        visitor()
        .register("Maite")
        .post(
            "/tables",
            box=BOX,
            seat=SEAT,
            against="people",
            delay="3",
        )
    )
    assert answer.status_code == 400
