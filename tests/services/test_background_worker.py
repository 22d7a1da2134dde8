"""Worker threads: an exception ends none of them, and all of them end on request."""

import threading

import pytest

from app.services.background_worker import BackgroundWorker
from app.services.notify.outbox_worker import OutboxWorker
from app.services.play.bot_worker import BotWorker
from app.services.time.deadline_worker import DeadlineWorker
from app.services.watch.presence import Presence
from app.store.database_errors import DatabaseUnavailable


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (DatabaseUnavailable("no room"), "database unavailable, trying again: no room"),
        (ZeroDivisionError("oh"), "round failed, trying again"),
    ],
    ids=str,
)
def test_a_failed_round_is_logged_and_the_next_one_begins(fault, said, caplog):
    class Stumbling(BackgroundWorker):
        NAME, REST = "sweeper", 0.0
        rounds, third = 0, threading.Event()

        def round(self):
            self.rounds += 1
            if self.rounds == 1:
                raise fault
            if self.rounds == 3:
                self.third.set()
            return 0.0

    worker = Stumbling()
    worker.start()
    assert worker.third.wait(5)
    worker.stop()
    made = worker.rounds  # none comes after the end
    assert (
        f"sweeper: {said}" in caplog.text
        and not worker._thread.is_alive()
        and worker.rounds == made
    )


@pytest.mark.parametrize("kind", [BotWorker, DeadlineWorker, OutboxWorker, Presence])
def test_a_worker_that_never_began_can_be_stopped(services, kind):
    worker = kind(services.notifier if kind is Presence else services)
    worker.stop()
    assert worker.NAME and worker.REST > 0
