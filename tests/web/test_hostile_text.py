"""Hostile text in every field, file and address: no answer takes long, none is a fault of the
server.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import pytest
from httpx import Response

from app.main import create_app
from app.services.play import lobby
from app.settings import Settings
from app.web.request_body import LONGEST_ADDRESS
from tests.sample_games import INCH, INCH_GAME
from tests.web.conftest import Client
from tests.web.test_routes import Caller, Site, address

LONGEST = 20_000  # characters of a field
ALLOWED = 0.05  # seconds of processor time beyond what a short value takes
TRIES = 6  # a busy machine is asked again
HOSTILE = {
    "blanks": "a" + " " * (LONGEST - 2) + "x",
    "digits": "1" * LONGEST,
    "dashes": "- " * (LONGEST // 2 - 1) + "b",
    "accents": "a" + "\u0301\u0323" * (LONGEST // 2 - 1),
    "commas": "1, " * (LONGEST // 3),
    "brackets": "[" * LONGEST,
    "quotes": '“«"' * (LONGEST // 3),
    "backslashes": '\\"' * (LONGEST // 2),
}
ARMIES = {
    **HOSTILE,
    "label": "Unit" + " " * (LONGEST - 5) + "x",
    "name": "Unit “" + "a" * (LONGEST - 8),
    "items": "Unit: 1" + " " * (LONGEST - 8) + "\x0b",
    "allies": "Allies: " + "a," * (LONGEST // 2 - 4),
    "lines": "a:b\n" * (LONGEST // 4),
    "object": '{"units":' + "[" * (LONGEST - 9),
    "units": '{"units":[' + "{}," * (LONGEST // 3 - 5) + "{}]}",
    "number": '{"points":' + "9" * (LONGEST - 11) + "}",
    "nested": '{"allies":[' * (LONGEST // 11),
    "name in JSON": '{"name":"' + "a\u0301\u0323" * (LONGEST // 3 - 5) + '"}',
}
READS_FORMS = ("get", "getlist", "number", "flag", "whole")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    app = create_app(
        Settings(database_url=f"sqlite:///{tmp_path_factory.mktemp('hostile')}/club.db")
    )
    with Client(app, raise_server_exceptions=False):
        app.state.closing.set()  # streams say hello and end
        yield Site(app)


@pytest.fixture(scope="module")
def player(site) -> Caller:
    caller = site.caller("player")
    caller.client._transport.raise_server_exceptions = False
    return caller


@pytest.fixture(scope="module")
def stranger(site) -> Caller:
    caller = site.caller("stranger")
    caller.client._transport.raise_server_exceptions = False
    return caller


@pytest.fixture(scope="module")
def game(site) -> str:
    return site.table("running")


@pytest.fixture(scope="module")
def table(site) -> str:
    """A game in inches that the player plays against the computer."""
    game = lobby.open_table(
        site.services, site.ids["player"], INCH_GAME, INCH.SCENARIO, "A", against="bot"
    )
    return f"/games/{game.id}"


def costs_no_more(ask: Callable[[str], Response], long: str, short: str = "x") -> Response:
    """Answer to a long value, at most `ALLOWED` slower than a short one and no server error."""
    usual, taken = 0.0, 0.0
    for _ in range(TRIES):
        taken, answer = time_of(ask, long)
        assert answer.status_code < 500, answer.text[:300]
        if taken - usual <= ALLOWED:
            return answer
        usual = max(usual, time_of(ask, short)[0])
    raise AssertionError(f"{taken:.3f} s of processor time; a short value takes {usual:.3f} s")


def time_of(ask: Callable[[str], Response], value: str) -> tuple[float, Response]:
    begun = process_time()
    answer = ask(value)
    return process_time() - begun, answer


# ---------------------------------------------------------------------- armies
@pytest.mark.parametrize("kind", ARMIES)
def test_army_import_by_an_anonymous_visitor(stranger, kind):
    def ask(text: str) -> Response:
        return stranger.client.post(
            "/armies/import", data={"csrf": stranger.csrf, "box": INCH_GAME, "text": text}
        )

    assert costs_no_more(ask, ARMIES[kind]).status_code == 422


@pytest.mark.parametrize("kind", ARMIES)
def test_army_import_by_a_program(stranger, kind):
    def ask(text: str) -> Response:
        return stranger.client.post("/api/v1/armies/import", json={"box": INCH_GAME, "text": text})

    assert costs_no_more(ask, ARMIES[kind]).status_code == 422


@pytest.mark.parametrize(
    "do",
    [
        "drop units.²",
        "copy units." + "9" * 6000,
        "more units." + "9" * 6000 + ".figures.askari",
        "drop " + "." * 10_000,
        "fewer " + "a." * 9000,
        "join units.0.figures " + "a" * 10_000,
        "add units " + "\u0301" * 9000,
    ],
)
def test_button_of_an_army_that_no_page_has(stranger, do):
    units = {
        "army.units.0.figures.askari": "4",
        "army.units.1.figures.askari": "4",
        "army.list": INCH.LIST,
    }

    def ask(value: str) -> Response:
        return stranger.client.post(
            "/armies/draft",
            data={"csrf": stranger.csrf, "box": INCH_GAME, "do": value, **units},
        )

    assert costs_no_more(ask, do).status_code < 500


# ---------------------------------------------------------------------- every form and address
def fields_of(endpoint: Callable) -> list[str]:
    """Names that a route and its functions read from forms, and the parameters of the route."""
    module = ast.parse(
        Path(sys.modules[endpoint.__module__].__file__ or "").read_text(encoding="utf-8")
    )
    functions = {
        node.name: node
        for node in module.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }
    used, todo = {}, [endpoint.__name__]
    while todo:
        one = todo.pop()
        used[one] = functions[one]
        todo += [
            node.id
            for node in ast.walk(functions[one])
            if isinstance(node, ast.Name) and node.id in functions.keys() - used.keys()
        ]
    calls = [
        node
        for function in used.values()
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and node.args
    ]
    named = [
        call.args[-1] if isinstance(call.func, ast.Name) else call.args[0]
        for call in calls
        if (getattr(call.func, "attr", "") or getattr(call.func, "id", "")) in READS_FORMS
    ]
    names = {
        name.value
        for name in named
        if isinstance(name, ast.Constant) and isinstance(name.value, str) and name.value
    }
    return sorted(names | set(inspect.signature(endpoint).parameters) - {"request"})


def routes(app, method: str) -> Iterator[tuple[str, list[str]]]:
    for route in app.router.routes:
        if method in (getattr(route, "methods", None) or ()):
            yield route.path, fields_of(route.endpoint)


def there(path: str, game: str) -> str:
    """Address of a route with its parameters filled in; no army of that id exists."""
    return address(path.replace("/armies/{address}", "/armies/9999"), game)


SLOW_BY_DESIGN = ("password", "old", "new")  # Argon2id takes its time over every password


@pytest.mark.slow
def test_every_form_with_long_text_in_each_field(site, player, game):
    asked = 0
    for path, names in routes(site.app, "POST"):
        to = there(path, game)
        for name in names:
            if name in SLOW_BY_DESIGN or path == "/logout":
                continue

            def ask(value: str, to: str = to, name: str = name) -> Response:
                return player.client.post(
                    to, data={"csrf": player.csrf, name: value}, follow_redirects=False
                )

            costs_no_more(ask, "a" + "\u0301\u0323" * 7000 + " " * 5990 + "x")
            asked += 1
    assert asked > 60


@pytest.mark.slow
def test_every_address_with_a_long_query(site, player, game):
    asked = 0
    for path, names in routes(site.app, "GET"):
        if path.endswith(("/show", "/events")):
            continue
        to = there(path, game).partition("?")[0]
        for name in names:
            if f"{{{name}" in path:
                continue

            def ask(value: str, to: str = to, name: str = name) -> Response:
                return player.client.get(to, params={name: value}, follow_redirects=False)

            costs_no_more(ask, "1" + " " * 6000 + "a" + "\u0301\u0323" * 700)
            asked += 1
    assert asked > 20


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "look",
        "at",
        "facing",
        "measure",
        "one_at",
        "shot",
        "order",
        "piece",
        "to",
        "path",
        "to:bearing",
    ],
)
def test_page_of_a_game_in_inches(player, table, name):
    for text in ("1" + " " * 14_000 + "x", "1," * 7000, "a" + "\u0301\u0323" * 1200, "[" * 14_000):

        def ask(value: str) -> Response:
            return player.client.get(table, params={"lang": "es", "offer": "0", name: value})

        costs_no_more(ask, text)


# ---------------------------------------------------------------------- the address and the headers
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "The address is too long"), ("es", "La dirección es demasiado larga")],
)
@pytest.mark.parametrize("path", ["/lobby?q=", "/", "/static/", "/health?"])
def test_address_that_is_too_long_is_refused(stranger, language, words, path):
    answer = stranger.client.get(
        path + "x" * LONGEST_ADDRESS, headers={"accept-language": language}
    )
    assert answer.status_code == 414 and words in answer.text and "16000" in answer.text


def test_address_that_is_just_short_enough_is_read(stranger):
    assert (
        stranger.client.get("/lobby?q=" + "x" * (LONGEST_ADDRESS - len("/lobbyq="))).status_code
        == 200
    )
    assert (
        stranger.client.get("/lobby?q=" + "x" * (LONGEST_ADDRESS - len("/lobbyq=") + 1)).status_code
        == 414
    )
    assert stranger.client.post("/login?q=" + "x" * LONGEST_ADDRESS, data={}).status_code == 414


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "The address is too long"), ("es", "La dirección es demasiado larga")],
)
def test_address_of_the_api_that_is_too_long_is_a_problem_in_json(stranger, language, words):
    answer = stranger.client.get(
        "/api/v1/boxes?q=" + "x" * LONGEST_ADDRESS, headers={"accept-language": language}
    )
    assert (
        answer.status_code == 414
        and answer.json()["title"] == words
        and answer.headers["content-type"] == "application/problem+json"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "header",
    [
        "cookie",
        "accept-language",
        "origin",
        "content-type",
        "user-agent",
        "page-language",
        "hx-request",
        "authorization",
    ],
)
@pytest.mark.parametrize(
    "value",
    [
        'caracole_form="' + "\\1" * 15_000 + '"',
        ('"' * 15_000),
        "a," * 15_000,
        "http://[" + "1" * 30_000,
        ';"' * 15_000,
    ],
)
def test_long_header(stranger, header, value):
    for method, path in (
        ("GET", "/lobby"),
        ("POST", "/preferences"),
        ("GET", "/api/v1/boxes"),
        ("POST", "/unsubscribe/1.your_turn.0"),
    ):

        def ask(text: str, method: str = method, path: str = path) -> Response:
            return stranger.client.request(
                method, path, headers={header: text}, follow_redirects=False
            )

        costs_no_more(ask, value)


def test_cookies_with_a_backslash_are_passed_over_and_the_others_read(stranger):
    answer = stranger.client.get(
        "/lobby", headers={"cookie": 'odd="\\1\\2"; caracole_language=es; other="\\3'}
    )
    assert '<html lang="es"' in answer.text


@pytest.mark.parametrize(
    "origin",
    [
        "http://[",
        "http://[::1",
        "http://a\u00b7b",
        "null:",
        "://",
        "http://127.0.0.1:8000@elsewhere.example",
    ],
)
def test_origin_that_is_none_is_another_site(stranger, origin):
    answer = stranger.client.post(
        "/preferences", data={"csrf": stranger.csrf}, headers={"origin": origin.encode("latin-1")}
    )
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "charset", ["punycode", "unicode_escape", "utf-7", "zlib", "idna", "latin-1"]
)
def test_form_in_another_encoding_is_refused(stranger, charset):
    """Some encodings yield lone surrogates, which no database accepts."""
    surrogate = "\\ud800" if charset == "unicode_escape" else "+2AA-"
    body = f'--x\r\ncontent-disposition: form-data; name="csrf"\r\n\r\n{surrogate}\r\n--x--\r\n'
    for path in ("/preferences", "/unsubscribe/1.your_turn.0"):
        for kind in (
            f"multipart/form-data; boundary=x; charset={charset}",
            f'multipart/form-data; boundary="charset=utf-8"; charset="{charset}"',
        ):
            assert (
                stranger.client.post(
                    path, content=body.encode(), headers={"content-type": kind}
                ).status_code
                == 400
            )


def test_second_value_of_a_field_is_limited_as_well(site):
    stranger = site.caller("stranger")
    answer = stranger.client.post(
        "/armies/draft",
        data={
            "csrf": stranger.csrf,
            "box": INCH_GAME,
            "army.name": ["x" * 50_000, "short"],
        },
    )
    assert answer.status_code == 400
