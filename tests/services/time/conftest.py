"""Time of the server, set by the test."""

from datetime import UTC, datetime

import pytest

from app.services.time import availability
from tests.clock_modules import GAME_TIME

START = datetime(2026, 1, 5, 12, tzinfo=UTC)  # a Monday


@pytest.fixture
def time(monkeypatch):
    """Time of the server, set by the test; the server counts as up while it passes."""

    class Time:
        now = START

        def is_now(self, when, services=None):
            self.now = when
            if services is not None:
                self.beat(services)

        def beat(self, services):
            """Record the uptime as if the worker had run every half minute."""
            with services.store.write() as work:
                last = work.uptime.last_interval()
                if last is None:
                    work.uptime.begin_interval(availability.time_text(self.now))
                else:
                    work.uptime.go_on(last.id, availability.time_text(self.now))
                work.commit()

    its = Time()
    for module in GAME_TIME:
        monkeypatch.setattr(module, "current_time", lambda: availability.time_text(its.now))
    return its
