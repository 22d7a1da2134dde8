"""Request log and Prometheus metrics for the administrator. Neither contains a secret.

Both name the route, such as `/games/{address}`, never the address. An address may be the key of a
private game, and its query may be a private draft.
"""

from __future__ import annotations

import asyncio
import json
import logging
import logging.config
import threading
import time
from collections.abc import Iterable, MutableMapping
from concurrent.futures import Future
from datetime import UTC, datetime
from typing import Any

from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.services.container import Services
from app.services.server_clock import CLOCK
from app.services.watch.club_statistics import count_statistics
from app.store.database_errors import DatabaseUnavailable

log = logging.getLogger("caracole.requests")

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds
WELL = 2.0  # seconds within which a healthy database answers
LEFT = 499  # the client closed the connection before the answer began
NOWHERE = "none"  # route of an unknown address
OWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class Metrics:
    """Metrics of one server process, with database counts taken on request."""

    def __init__(self, services: Services):
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "caracole_request_seconds",
            "Time to the whole answer.",
            ("method", "route", "status"),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.streams = Gauge(
            "caracole_open_streams", "Browsers that follow a game.", registry=self.registry
        )
        self.registry.register(OfTheLedger(services))

    def written(self) -> bytes:
        """Text of all metrics in the Prometheus text format."""
        return generate_latest(self.registry)


class OfTheLedger:
    """Collector of counts that are queried on request."""

    def __init__(self, services: Services):
        self._services = services

    def describe(self) -> Iterable[Metric]:
        """Describe no metric, so that registration needs no query."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Yield every family of metrics. Without a database only its status is given."""
        try:
            found = count_statistics(self._services)
        except DatabaseUnavailable:
            found = ()
        yield GaugeMetricFamily(
            "caracole_ledger_up", "Whether the ledger answers.", value=int(bool(found))
        )
        yield GaugeMetricFamily(
            "caracole_clock_skew_seconds",
            "Clock of this host minus that of the database.",
            value=CLOCK.skew.total_seconds(),
        )
        for figure in found:
            family = GaugeMetricFamily(
                f"caracole_{figure.name}", figure.words, labels=(figure.label,)
            )
            for kind, count in sorted(figure.counts.items()):
                family.add_metric((kind,), count)
            yield family


class HealthCheck:
    """Health check of the database. It runs in a thread of its own, one query at a time, because
    all other threads may wait for that database.
    """

    def __init__(self, services: Services):
        self._services = services
        self._asked: Future[bool] | None = None

    async def beats(self) -> bool:
        """Return True if the database answers within `WELL` seconds."""
        if self._asked is None or self._asked.done():
            self._asked = Future()
            threading.Thread(
                target=self._ask, args=(self._asked,), name="pulse", daemon=True
            ).start()
        told, _ = await asyncio.wait([asyncio.wrap_future(self._asked)], timeout=WELL)
        return any(answer.result() for answer in told)

    def _ask(self, asked: Future[bool]) -> None:
        try:
            self._services.ping()
        except DatabaseUnavailable:
            asked.set_result(False)
        except Exception as fault:  # noqa: BLE001 any failure is raised in the caller
            asked.set_exception(fault)
        else:
            asked.set_result(True)


class AccessLog:
    """Middleware that logs and measures every request. A stream counts while it is open, not when
    it ends.
    """

    def __init__(self, app: ASGIApp, kept: Metrics):
        self.app, self.figures = app, kept

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and record its status and time."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, is_stream = time.perf_counter(), LEFT, False

        async def noting(message: Message) -> None:
            nonlocal status, is_stream
            if message["type"] == "http.response.start":
                status = message["status"]
                is_stream = any(
                    name == b"content-type" and value.startswith(b"text/event-stream")
                    for name, value in message["headers"]
                )
                if is_stream:
                    self.figures.streams.inc()
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except Exception:
            status = 500
            raise
        finally:
            if is_stream:
                self.figures.streams.dec()
            self.note(scope, status, time.perf_counter() - began, is_stream)

    def note(self, scope: Scope, status: int, seconds: float, is_stream: bool) -> None:
        """Log one line per request. Requests other than streams also enter the histogram."""
        route = route_of(scope)
        if not is_stream:
            self.figures.requests.labels(scope["method"], route, str(status)).observe(seconds)
        who = account_of(scope)
        log.info(
            "%s %s -> %d in %.0fms%s",
            scope["method"],
            route,
            status,
            seconds * 1000,
            f" for account {who}" if who else "",
            extra={
                "method": scope["method"],
                "route": route,
                "status": status,
                "ms": round(seconds * 1000, 1),
                "account": who,
            },
        )


def account_of(scope: MutableMapping[str, Any]) -> int | None:
    """Account id of the session or token; None for an anonymous request or if no account was looked
    up.
    """
    state = scope.get("state") or {}
    visitor = state.get("visitor")
    return visitor.user.id if visitor else state.get("account")


def route_of(scope: MutableMapping[str, Any]) -> str:
    """Route pattern of the requested address."""
    route = getattr(scope.get("route"), "path", None)
    if route is not None:
        return f"{scope.get('root_path', '')}{route}"
    return "/static" if scope["path"].startswith("/static/") else NOWHERE


class InJson(logging.Formatter):
    """Log formatter: one line of JSON with time, level, logger, message and extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC)
            .isoformat(timespec="milliseconds")
            .replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "says": record.getMessage(),
        }
        told |= {
            name: value
            for name, value in vars(record).items()
            if name not in OWN and not name.startswith("_")
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


class InText(logging.Formatter):
    """Log formatter: one line of text, in UTC. Further lines of a message are indented, so that
    user input cannot imitate a log line.
    """

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text; a traceback follows, indented."""
        first, *others = super().format(record).splitlines() or [""]
        return "\n".join([first, *(f"    | {line}" for line in others)])


def logging_of(form: str, level: str) -> dict[str, Any]:
    """Logging configuration of this process. `form` is "text" or "json". Uvicorn's access log is
    off, because it contains addresses.
    """
    text = {
        "()": InText,
        "fmt": "%(asctime)s.%(msecs)03dZ %(levelname)s %(name)s: %(message)s",
        "datefmt": "%Y-%m-%dT%H:%M:%S",
    }
    forms = {"text": text, "json": {"()": InJson}}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"chosen": forms[form]},
        "handlers": {
            "out": {
                "class": "logging.StreamHandler",
                "formatter": "chosen",
                "stream": "ext://sys.stderr",
            }
        },
        "root": {"handlers": ["out"], "level": "WARNING"},
        "loggers": {
            "uvicorn": {"level": level.upper()},
            "caracole": {"level": level.upper()},
            "app": {"level": level.upper()},
            "uvicorn.access": {"level": "CRITICAL"},
        },
    }
