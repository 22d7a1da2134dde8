"""A club with tiny games on the shelf, on both databases."""
import itertools
from datetime import timedelta

import pytest

from app.club import accounts, lobby, notices
from app.club.carriers import mail
from app.club.club import Club
from tests.club.mailbox import Mailbox
from tests.contract.tiny import TINY


@pytest.fixture
def club(database_url):
    club = Club.open(TINY, database_url)
    yield club
    club.close()


@pytest.fixture
def people(club):
    """Six guests."""
    return [accounts.create_guest(club) for _ in range(6)]


@pytest.fixture
def started(club, people):
    """Starts a game of a tiny box between as many guests as it has sides."""
    def start(box, **more):
        sides = [side.key for side in TINY[box].card.scenarios[0].sides]
        game = lobby.open_table(club, people[0].id, box, "plain", sides[0], **more)
        for person in people[1:len(sides)]:
            game = lobby.join(club, game.address, person.id, added=f"salt of {person.id}")
        return game
    return start


@pytest.fixture
def command():
    numbers = itertools.count(1)
    return lambda: f"command-{next(numbers)}"


@pytest.fixture
def mailbox(club):
    box = Mailbox()
    club.post = mail.Post("https://caracole.example", mail.Smtp("127.0.0.1", box.port, "none", "Caracole <caracole@example.org>"))
    yield box
    box.close()


@pytest.fixture
def at_once(monkeypatch):
    """Nobody is given time to see it by himself."""
    monkeypatch.setattr(notices, "FIRST", timedelta(0))
