"""Metrics and log lines for the administrator, without secrets."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import logging.config
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from prometheus_client import Histogram
from pydantic import SecretStr

from app.main import create_app
from app.services.people import accounts, api_tokens
from app.settings import Settings
from app.web.metrics import AccessLog, InJson, InText, logging_of
from tests.sample_games import HEX_GAME
from tests.web.conftest import Visitor

KEEPER = {"authorization": "Bearer the keeper's own"}


@pytest.fixture
def kept(sqlite_url) -> Visitor:
    """Visitor of a server with a metrics token."""
    return Visitor(
        create_app(Settings(database_url=sqlite_url, metrics_token=SecretStr("the keeper's own")))
    )


@pytest.fixture
def lines():
    """Log lines of the block, as JSON."""
    written, handler = io.StringIO(), None
    handler = logging.StreamHandler(written)
    handler.setFormatter(InJson())
    logger = logging.getLogger("caracole")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    logger.removeHandler(handler)
    logger.setLevel(before)


def test_metrics_need_the_token_of_the_administrator(kept, visitor):
    assert visitor().get("/metrics", headers=KEEPER).status_code == 404  # no token, no page
    assert kept.get("/metrics").status_code == 404
    assert (
        kept.get("/metrics", headers={"authorization": "Bearer something else"}).status_code == 404
    )
    kept.get("/rules")
    kept.register("Maite").post("/play-now", box=HEX_GAME)
    text = kept.get("/metrics", headers=KEEPER).text
    assert 'caracole_request_seconds_count{method="GET",route="/rules",status="200"} 1.0' in text
    assert (
        'caracole_games{status="running"} 1.0' in text
        and 'caracole_accounts{kind="member"} 1.0' in text
    )
    assert "caracole_open_streams 0.0" in text and "caracole_ledger_up 1.0" in text


def test_metrics_without_the_database_are_available_during_an_outage(kept, monkeypatch):
    kept.get("/rules")
    monkeypatch.setattr(kept.client.app.state.services.store.engine, "connect", silent)
    answer = kept.get("/metrics", headers=KEEPER)
    assert (
        answer.status_code == 200
        and "caracole_ledger_up 0.0" in answer.text
        and "caracole_games{" not in answer.text
    )
    assert (
        'caracole_request_seconds_count{method="GET",route="/rules",status="200"} 1.0'
        in answer.text
    )


def silent(*_):
    raise sa.exc.OperationalError("SELECT", {}, Exception("connection refused"))


def test_lines_name_the_route_and_nothing_of_the_address(visitor, lines):
    one = visitor().register_by_form("Maite")
    path = one.post("/play-now", box=HEX_GAME).headers["location"]
    one.get(path, params={"order": '{"kind":"pass","note":"a secret plan"}'})
    one.get("/games/notoneofours-secret-token")
    one.get("/nowhere/secret-token")
    found = lines()
    assert {
        (line["route"], line["status"]) for line in found if line["logger"] == "caracole.requests"
    } >= {("/games/{address}", 200), ("/games/{address}", 404), ("none", 404), ("/register", 303)}
    assert all(
        isinstance(line["ms"], float) for line in found if line["logger"] == "caracole.requests"
    )
    assert "secret" not in json.dumps(found) and "Maite" not in json.dumps(found)


def test_log_ins_are_logged_with_the_account_and_no_secret(visitor, lines):
    one = visitor().register("Maite", "a long enough sentence")
    visitor().post("/login", name="Maite", password="not the sentence")
    visitor().post("/login", name="Nobody at all", password="not the sentence")
    assert (
        visitor().post("/login", name="Maite", password="a long enough sentence").status_code == 303
    )
    assert (
        one.post(
            "/account/password",
            old="a long enough sentence",
            new="another long sentence",
        ).status_code
        == 303
    )
    one.get("/moderation")
    one.post("/logout")
    found = lines()
    told = [line["says"] for line in found if line["logger"] == "caracole.accounts"]
    assert told == [
        "wrong password for account 1",
        "wrong password for an unknown name",
        "account 1 logged in by its password",
        "account 1: password changed, all log-ins ended",
        "a log-in of account 1 ends",
    ]
    assert [line["account"] for line in found if line.get("route") == "/moderation"] == [1]
    assert any(
        line["says"].endswith("GET /moderation -> 403 NotYourSeat for account 1") for line in found
    )
    assert not any(secret in json.dumps(found) for secret in ("sentence", "Maite", "Nobody"))


def test_a_refusal_of_the_api_is_a_line_with_its_account(visitor, lines):
    services = visitor().client.app.state.services
    secret = api_tokens.create_token(
        services,
        accounts.register(services, "Ander", "a long enough sentence").id,
        "log",
        ("read",),
    ).secret
    visitor().get("/api/v1/games/99999", headers={"authorization": f"Bearer {secret}"})
    told = [line["says"] for line in lines()]
    assert "account 1 created token 1 with scopes read" in told and secret not in " ".join(told)
    assert "problem: GET /api/v1/games/{address} -> 404 NoSuchGame for account 1" in told


def test_text_lines_are_in_utc_and_cannot_be_forged():
    config = logging_of("text", "info")["formatters"]["chosen"]
    form = InText(config["fmt"], config["datefmt"])
    record = logging.LogRecord(
        "caracole.web",
        logging.INFO,
        __file__,
        1,
        "%s",
        ("words\n2026-01-01T00:00:00.000Z INFO caracole: all is well",),
        None,
    )
    record.created, record.msecs = 1_767_225_600.25, 250
    first, second = form.format(record).splitlines()
    assert first == "2026-01-01T00:00:00.250Z INFO caracole.web: words" and second.startswith(
        "    | 2026"
    )


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_log_can_be_set_up_in_either_form(form):
    config = logging_of(form, "info")
    logging.config.dictConfigClass(config)  # a form that is not there would be a KeyError
    assert config["loggers"]["uvicorn.access"]["level"] == "CRITICAL"


def test_an_exception_is_one_json_line_with_its_trace():
    try:
        _ = 1 // 0
    except ZeroDivisionError:
        record = logging.LogRecord(
            "caracole.web",
            logging.ERROR,
            __file__,
            1,
            "problem %s",
            ("abc",),
            __import__("sys").exc_info(),
        )
    told = json.loads(InJson().format(record))
    assert (
        told["level"] == "error"
        and told["says"] == "problem abc"
        and "ZeroDivisionError" in told["trace"]
    )


def test_a_disconnected_browser_is_no_server_error():
    lines, figures = (
        [],
        SimpleNamespace(
            requests=Histogram("seconds", "", ("method", "route", "status"), registry=None)
        ),
    )

    async def asked(app) -> None:
        watched = AccessLog(app, figures)
        watched.note = lambda scope, status, *_: lines.append(status)
        with contextlib.suppress(ZeroDivisionError):
            await watched({"type": "http", "method": "GET", "path": "/static/x"}, None, None)

    async def left(scope, receive, send) -> None: ...

    async def broken(scope, receive, send) -> None:
        raise ZeroDivisionError

    asyncio.run(asked(left))
    asyncio.run(asked(broken))
    assert lines == [499, 500]
