"""Problem pages in the language of the user, with a way on; for a part of a page beside the sent
form.

400, 403, 404 and 405 are in test_routes.py; the others are provoked here.
"""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import contextmanager
from html import unescape
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event

from app.services import rate_limit
from app.services.errors import Overtaken
from app.services.people import player_chat
from app.services.play import routine_orders
from app.services.rate_limit import Limit, RateLimiter
from tests.sample_games import HEX
from tests.web.conftest import Battle
from tests.web.reading import form_to, of_another_language, words_on

LANGUAGES = ("en", "es")
TITLES = {
    409: {"en": "Another player moved meanwhile", "es": "Otro jugador ha jugado entretanto"},
    410: {
        "en": "This link is no longer valid",
        "es": "Este enlace ya no es válido",
    },
    413: {"en": "The request is too large", "es": "La petición es demasiado grande"},
    422: {"en": "The rules forbid it", "es": "Las reglas lo impiden"},
    429: {"en": "Too many requests", "es": "Demasiadas peticiones"},
    500: {"en": "Server error", "es": "Error del servidor"},
    503: {
        "en": "The server is not available for a moment",
        "es": "El servidor no está disponible por un momento",
    },
}
SAYS = {
    409: {
        "en": "Another move was made before yours.",
        "es": "Antes que la tuya se ha hecho otra jugada.",
    },
    410: {"en": "Ask for another one.", "es": "Pide otro."},
    413: {"en": "", "es": ""},
    422: {
        "en": "A message has 1 to 500 characters; yours has 611.",
        "es": "Un mensaje tiene de 1 a 500 caracteres; el tuyo tiene 611.",
    },
    429: {"en": "Try again in 60 minutes.", "es": "Vuelve a intentarlo dentro de 60 minutos."},
    500: {"en": "", "es": ""},
    503: {
        "en": "The database is not responding; nothing was changed.",
        "es": "La base de datos no responde; no se ha cambiado nada.",
    },
}
NUMBER = {
    "en": r"Error reference: [0-9a-f]{8}<",
    "es": r"Referencia del error: [0-9a-f]{8}<",
}
WRITTEN = "A word before we go on"
TOO_LONG = "Too long a word. " * 36
SECRET = "a secret of the database: /srv/caracole"


class PlayerOfLanguage:
    """Reader of one language at a table with a chat; `heads` are the headers of the requests."""

    def __init__(self, app, visitor, language: str, patch):
        self.app, self.language, self.patch = app, language, patch
        self.visitor = visitor(language).register("Maite")
        self.battle = Battle(self.visitor, visitor().register("Otto")).begin()
        self.services, self.messages = app.state.services, f"{self.battle.path}/messages"
        self.browser = TestClient(
            app,
            base_url="http://127.0.0.1:8000",
            cookies=self.visitor.client.cookies,
            raise_server_exceptions=False,
            headers={"accept-language": language},
        )
        self.form = form_to(
            self.visitor.get(f"{self.battle.path}?tab=messages").text, self.messages
        ).fields

    def posts(self, to: str, heads: dict[str, str], **fields):
        return self.browser.post(to, data=self.form | fields, headers=heads, follow_redirects=False)

    def writes(self, heads: dict[str, str], text: str = WRITTEN):
        return self.posts(self.messages, heads, text=text)

    @contextmanager
    def without_ledger(self):
        """Make the database unavailable."""

        def silent(*_):
            raise sqlite3.OperationalError("unable to open database file")

        event.listen(self.services.store.engine, "before_cursor_execute", silent)
        try:
            yield
        finally:
            event.remove(self.services.store.engine, "before_cursor_execute", silent)


def overtaken(who, heads):
    """Let another player be faster while the server gives the rest of a step's orders."""

    def too_late(*_):
        raise Overtaken(2)

    who.patch.setattr(routine_orders, "leave_to_server", too_late)
    return who.posts(f"{who.battle.path}/steps/first_fire/rest", heads)


def gone(who, heads):
    return who.browser.get("/password?link=used", headers=heads)


def too_long(who, heads):
    return who.writes(heads, "x" * 300_000)


def refused(who, heads):
    return who.writes(heads, TOO_LONG)


def too_often(who, heads):
    who.patch.setitem(rate_limit.LIMITS, "texts", Limit(3600, user=1))
    who.services.limits = RateLimiter()
    assert who.writes(heads, "The first").status_code == 303
    return who.writes(heads)


def our_fault(who, heads):
    def broken(*_):
        raise RuntimeError(SECRET)

    who.patch.setattr(player_chat, "write_chat_message", broken)
    return who.writes(heads)


def away(who, heads):
    with who.without_ledger():
        return who.writes(heads)


PROBLEMS = {
    409: overtaken,
    410: gone,
    413: too_long,
    422: refused,
    429: too_often,
    500: our_fault,
    503: away,
}


@pytest.fixture(params=LANGUAGES)
def player(app, visitor, monkeypatch, request):
    return PlayerOfLanguage(app, visitor, request.param, monkeypatch)


@pytest.mark.parametrize("code", PROBLEMS)
def test_a_problem_is_a_whole_page_with_a_way_on(player, code):
    answer, language = PROBLEMS[code](player, {}), player.language
    page = unescape(answer.text)
    assert (
        answer.status_code == code and answer.headers["content-type"] == "text/html; charset=utf-8"
    )
    assert page.startswith("<!doctype html>") and f'<html lang="{language}"' in page
    assert (
        f"<h1>{TITLES[code][language]}</h1>" in page
        and SAYS[code][language] in page
        and re.search(NUMBER[language], page)
    )
    assert f'href="/">{ {"en": "To the start page", "es": "A la portada"}[language] }</a>' in page
    assert of_another_language(words_on(answer.text), language, but=("English", "Español")) == []


@pytest.mark.slow
@pytest.mark.parametrize("code", PROBLEMS)
def test_a_problem_of_a_part_is_shown_above_the_decision_and_keeps_the_page(player, code):
    """The language is that of the page, not that of the browser."""
    language = player.language
    other = next(one for one in LANGUAGES if one != language)
    answer = PROBLEMS[code](
        player, {"hx-request": "true", "page-language": language, "accept-language": other}
    )
    part = unescape(answer.text)
    assert (
        answer.status_code == code
        and "<html" not in part
        and part.startswith('<div class="verdict no" role="alert"')
    )
    assert (answer.headers["hx-retarget"], answer.headers["hx-reswap"]) == (
        "#decision",
        "afterbegin",
    )
    assert (
        TITLES[code][language] in part
        and SAYS[code][language] in part
        and re.search(NUMBER[language], part)
    )
    assert of_another_language(words_on(answer.text), language) == []
    page = player.visitor.get(f"{player.battle.path}?tab=messages").text
    assert page.count('id="decision"') == 1 and form_to(page, player.messages), (
        "where it goes, and what is sent again"
    )


@pytest.mark.parametrize("heads", [{}, {"hx-request": "true"}], ids=["page", "part"])
@pytest.mark.parametrize("code", [429, 503])
def test_a_temporary_problem_says_when_to_retry(player, code, heads):
    answer = PROBLEMS[code](player, heads)
    seconds = int(answer.headers["retry-after"])
    assert (3590 < seconds <= 3600) if code == 429 else 0 < seconds <= 60


@pytest.mark.parametrize("code", [409, 410, 413, 422, 500])
def test_a_permanent_problem_names_no_time(player, code):
    assert "retry-after" not in PROBLEMS[code](player, {}).headers


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (120, {"en": "in 120 seconds", "es": "dentro de 120 segundos"}),
        (121, {"en": "in 3 minutes", "es": "dentro de 3 minutos"}),
    ],
)
def test_the_time_in_words_is_that_of_the_header(player, monkeypatch, seconds, words):
    """The time is rounded up, so a retry then is accepted."""
    monkeypatch.setitem(rate_limit.LIMITS, "texts", Limit(seconds, user=1))
    player.services.limits = RateLimiter()
    monkeypatch.setattr(
        "app.services.failed_attempts.time", SimpleNamespace(monotonic=lambda: 1000.0)
    )
    assert player.writes({}).status_code == 303
    late = player.writes({})
    assert (
        late.status_code == 429
        and late.headers["retry-after"] == str(seconds)
        and words[player.language] in late.text
    )


@pytest.mark.parametrize("code", [422, 429, 503])
def test_written_text_is_kept_and_can_be_sent_again(player, monkeypatch, code):
    kept = PROBLEMS[code](player, {})
    form = form_to(
        kept.text,
        player.messages,
        button={"en": "Try again", "es": "Volver a intentarlo"}[player.language],
    )
    wrote = re.search(r'<textarea[^>]*name="text"[^>]*>([^<]*)</textarea>', kept.text).group(1)
    assert unescape(wrote) == (TOO_LONG if code == 422 else WRITTEN)
    assert form.fields.keys() == player.form.keys() and "password" not in form.fields
    monkeypatch.undo()
    player.services.limits = RateLimiter()
    text = "Said at last, in a few words"
    assert player.visitor.send(form, text=text).status_code == 303
    assert text in player.visitor.get(f"{player.battle.path}?tab=messages").text


def test_a_server_error_shows_its_number_in_the_log_and_no_trace(player, caplog):
    for heads in ({}, {"hx-request": "true", "page-language": player.language}):
        caplog.clear()
        answer = our_fault(player, heads)
        number = re.search(r": ([0-9a-f]{8})<", answer.text).group(1)
        assert answer.status_code == 500
        assert not any(
            word in answer.text
            for word in (SECRET, "RuntimeError", "Traceback", "player_chat.py", "/srv")
        )
        [line] = [record for record in caplog.records if number in record.getMessage()]
        assert line.levelname == "ERROR" and SECRET in str(line.exc_info[1])


def test_a_page_reloads_when_the_database_is_back(player):
    with player.without_ledger():
        answer = player.visitor.get(f"{player.battle.path}?tab=messages")
    assert (
        answer.status_code == 503
        and f'<html lang="{player.language}"' in answer.text
        and 'id="recovering"' in answer.text
    )
    again = form_to(answer.text, player.battle.path)
    assert again.method == "get" and again.fields == {"tab": "messages"}
    assert player.visitor.send(again).status_code == 200


# ---------------------------------------------------------------------- orders: the page of the gam
DRAFT = json.dumps({"kind": "move", "unit": HEX.PIECE, "path": ["0406", "0405"]})
FARTHER = json.dumps({"kind": "move", "unit": HEX.PIECE, "path": ["0406", "0101"]})
ORDERS = {
    409: (DRAFT, 1, TITLES[409]),
    422: (FARTHER, 2, {"en": "/rules/id/CH-", "es": "/rules/id/CH-"}),
}


@pytest.mark.slow
@pytest.mark.parametrize("heads", [{}, {"hx-request": "true"}], ids=["page", "part"])
@pytest.mark.parametrize("code", ORDERS)
def test_an_overtaken_or_refused_order_returns_with_its_draft_and_the_position(player, code, heads):
    battle, language = player.battle, player.language
    battle.end_step(player.visitor)
    order, after, says = ORDERS[code]
    heads = heads and {**heads, "page-language": language}
    answer = player.posts(
        f"{battle.path}/steps/movement", heads, command="mine", after=str(after), order=order
    )
    assert (
        answer.status_code == code
        and says[language] in answer.text
        and 'role="alert"' in answer.text
    )
    assert f'data-last="{battle.last()}"' in answer.text and battle.last() == 2
    assert (f'<html lang="{language}"' in answer.text) == (not heads) and (
        answer.text.lstrip()[:40].find('id="panel"') > 0
    ) == bool(heads)
    if code == 409:
        kept = form_to(answer.text, f"{battle.path}/steps/movement", holding=f'"{HEX.PIECE}"')
        assert player.visitor.send(kept).status_code == 303 and battle.last() == 3
    else:
        assert (
            'data-draft="1"' in answer.text
            and "0406 → 0101" in answer.text
            and f'href="{battle.path}?piece="' in answer.text
        )
