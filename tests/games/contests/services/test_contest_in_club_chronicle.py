"""Sign-up and first round of a contest in the chronicle of its club, on both databases."""

from __future__ import annotations

import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.services.clubs import club_chronicle
from app.services.container import Services
from app.services.play import lobby, open_seats, orders
from app.services.watch import game_view
from tests.services.clubs.staffed_club import StaffedClub

TERMS = {"battle": "in_words", "words": "Chess"}
FOUNDED, OPENED = "The club is founded", "The sign-up of Autumn opens"


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


def events(staffed: StaffedClub):
    """Events of the present month for a reader."""
    _, found = club_chronicle.load_chronicle(staffed.services, staffed.club, staffed.ids["reader"])
    return found.chapters[0].events


def titles(staffed: StaffedClub) -> list[str]:
    return [one.title.in_("en") for one in events(staffed)]


def test_a_contest_opens_its_sign_up_and_begins_with_its_first_round(services):
    """The events have the times of the founding and of the published round."""
    staffed = StaffedClub(services)
    organiser = staffed.ids["organiser"]
    game = lobby.open_table(
        services, organiser, "contests", "swiss", "referee", title="Autumn", terms=TERMS,
        gathers=True, visibility="club", club=staffed.club,
    )  # fmt: skip
    for role in ("member", "scribe"):
        open_seats.take_seat(services, game.id, staffed.ids[role], f"in-{role}", o.Enter(role))
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        assert titles(staffed) == [FOUNDED, OPENED], "not before the first round"
        last = game_view.load_view(services, game.id, organiser).last
        orders.declare_order(services, game.id, organiser, f"c{last}", last, order, seat="referee")
    assert titles(staffed) == [FOUNDED, OPENED, "Autumn begins"]
    with services.store.read() as work:
        row = services.find(work, game.id)
    assert [one.at for one in events(staffed)[1:]] == [row.begun_at, row.moved_at]
    assert row.begun_at < row.moved_at
    with services.store.write() as work:
        work.games.update_game(game.id, begun_at="2019-01-01T00:00:00.000Z")
        work.commit()
    assert titles(staffed) == [FOUNDED, "Autumn begins"], "the sign-up opened in another year"
