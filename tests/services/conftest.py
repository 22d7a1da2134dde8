"""Server with tiny games, on both databases."""

import itertools
from datetime import timedelta

import pytest

from app.services.container import Services
from app.services.notify import notifications
from app.services.notify.delivery_channels import mail
from app.services.people import accounts
from app.services.play import lobby
from tests.contract.tiny import TINY
from tests.services.mailbox import Mailbox


@pytest.fixture
def services(database_url):
    services = Services.open(TINY, database_url)
    yield services
    services.close()


@pytest.fixture
def people(services):
    """Six guests."""
    return [accounts.create_guest(services) for _ in range(6)]


@pytest.fixture
def started(services, people):
    """Start a game of a tiny box with a guest for each side."""

    def start(box, **more):
        sides = [side.key for side in TINY[box].card.scenarios[0].sides]
        game = lobby.open_table(services, people[0].id, box, "plain", sides[0], **more)
        for person in people[1 : len(sides)]:
            game = lobby.join_table(services, game.address, person.id, added=f"salt of {person.id}")
        return game

    return start


@pytest.fixture
def command():
    numbers = itertools.count(1)
    return lambda: f"command-{next(numbers)}"


@pytest.fixture
def mailbox(services):
    box = Mailbox()
    services.post = mail.DeliverySettings(
        "https://caracole.example",
        mail.SmtpServer("127.0.0.1", box.port, "none", "Caracole <caracole@example.org>"),
    )
    yield box
    box.close()


@pytest.fixture
def at_once(monkeypatch):
    """Notifications are sent without the delay in which a user might see the page."""
    monkeypatch.setattr(notifications, "FIRST", timedelta(0))
