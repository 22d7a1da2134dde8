"""What the keeper reads of his house: figures and lines without anybody's secret in them."""
from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import logging.config
from types import SimpleNamespace

import pytest
from prometheus_client import Histogram
from pydantic import SecretStr

from app.main import create_app
from app.settings import Settings
from app.web.observing import InJson, Observed, logging_of
from tests.web.conftest import Visitor

KEEPER = {"authorization": "Bearer the keeper's own"}


@pytest.fixture
def kept(sqlite_url) -> Visitor:
    """A visitor of a house whose keeper has a token."""
    return Visitor(create_app(Settings(database_url=sqlite_url, metrics_token=SecretStr("the keeper's own"))))


@pytest.fixture
def lines():
    """What is logged meanwhile, as JSON."""
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


def test_figures_are_for_the_keeper(kept, visitor):
    assert visitor().get("/metrics", headers=KEEPER).status_code == 404          # no token, no page
    assert kept.get("/metrics").status_code == 404
    assert kept.get("/metrics", headers={"authorization": "Bearer something else"}).status_code == 404
    kept.get("/rules")
    kept.register("Maite").post("/play-now", "/", box="cry_havoc")
    text = kept.get("/metrics", headers=KEEPER).text
    assert 'caracole_request_seconds_count{method="GET",route="/rules",status="200"} 1.0' in text
    assert 'caracole_games{status="running"} 1.0' in text and 'caracole_accounts{kind="member"} 1.0' in text
    assert "caracole_open_streams 0.0" in text


def test_lines_name_the_route_and_nothing_of_the_address(visitor, lines):
    one = visitor().register("Maite")
    path = one.post("/play-now", "/", box="cry_havoc").headers["location"]
    one.get(path, params={"order": '{"kind":"pass","note":"a secret plan"}'})
    one.get("/games/notoneofours-secret-token")
    one.get("/nowhere/secret-token")
    found = lines()
    assert {(line["route"], line["status"]) for line in found if line["logger"] == "caracole.requests"} >= {
        ("/games/{address}", 200), ("/games/{address}", 404), ("none", 404), ("/register", 303)}
    assert all(isinstance(line["ms"], float) for line in found if line["logger"] == "caracole.requests")
    assert "secret" not in json.dumps(found) and "Maite" not in json.dumps(found)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_log_can_be_set_up_in_either_form(form):
    config = logging_of(form, "info")
    logging.config.dictConfigClass(config)                    # a form that is not there would be a KeyError
    assert config["loggers"]["uvicorn.access"]["level"] == "CRITICAL"


def test_a_fault_is_one_line_of_json_with_its_trace():
    try:
        _ = 1 // 0
    except ZeroDivisionError:
        record = logging.LogRecord("caracole.web", logging.ERROR, __file__, 1, "problem %s", ("abc",), __import__("sys").exc_info())
    told = json.loads(InJson().format(record))
    assert told["level"] == "error" and told["says"] == "problem abc" and "ZeroDivisionError" in told["trace"]


def test_a_browser_that_goes_away_is_no_fault_of_ours():
    lines, figures = [], SimpleNamespace(requests=Histogram("seconds", "", ("method", "route", "status"), registry=None))

    async def asked(app) -> None:
        watched = Observed(app, figures)
        watched.note = lambda scope, status, *_: lines.append(status)
        with contextlib.suppress(ZeroDivisionError):
            await watched({"type": "http", "method": "GET", "path": "/static/x"}, None, None)

    async def left(scope, receive, send) -> None: ...

    async def broken(scope, receive, send) -> None:
        raise ZeroDivisionError

    asyncio.run(asked(left))
    asyncio.run(asked(broken))
    assert lines == [499, 500]
