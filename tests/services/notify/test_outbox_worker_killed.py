"""An outbox worker is killed at random moments: no message arrives twice, and every message marked
as sent arrived.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest

from app.kernel.say import say
from app.services.notify import outbox_worker
from app.services.notify.outbox import Message
from tests.services.mailbox import make_due, put, sending, sweep

REPOSITORY = Path(__file__).parents[3]
POSTMAN = """
import sys
from datetime import timedelta
from app.services.notify import outbox_worker
from app.services.notify.delivery_channels import mail
from app.services.container import Services
from tests.contract.tiny import TINY
outbox_worker.LEASE, outbox_worker.BATCH = timedelta(seconds=1), 8
services = Services.open(TINY, sys.argv[1])
services.post = mail.DeliverySettings("https://caracole.example", mail.SmtpServer("127.0.0.1", int(sys.argv[2]), "none", "Caracole <caracole@example.org>"))
made = outbox_worker.OutboxWorker(services)
print("ready", flush=True)
while True:
    made.sweep()
"""


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [2, pytest.param(30, marks=pytest.mark.proof)])
def test_no_message_arrives_twice_when_workers_are_killed(
    services, mailbox, database_url, rounds, monkeypatch
):
    monkeypatch.setattr(outbox_worker, "LEASE", timedelta(seconds=1))
    chance, many = random.Random(rounds), 12 * rounds
    for number in range(many):
        put(services, f"k{number}", Message("hello", say("Number {n}", "Número {n}", n=number)))
    mailbox.mood = "slow"
    for nth in range(rounds):
        with subprocess.Popen(
            [sys.executable, "-c", POSTMAN, database_url, str(mailbox.port)],
            cwd=REPOSITORY,
            stdout=subprocess.PIPE,
        ) as his:
            his.stdout.readline()
            time.sleep(chance.uniform(0.1, 1.2))
            for _ in range(0 if nth else 500):  # at least one kill happens during a delivery
                if any(row.state == "sending" for row in sending(services)):
                    break
                time.sleep(0.01)
            his.kill()
    time.sleep(1)
    mailbox.mood = ""
    make_due(services)
    sweep(services)
    got = [one["subject"] for one in mailbox.mails() if one["subject"]]
    assert len(got) == len(set(got))
    states = {row.key: row.state for row in sending(services)}
    assert (
        len(states) == many
        and set(states.values()) <= {"sent", "unsure"}
        and "unsure" in states.values()
    )
    assert {f"Number {key[1:]}" for key, state in states.items() if state == "sent"} <= set(got)
