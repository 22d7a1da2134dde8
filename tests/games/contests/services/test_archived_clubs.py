"""Contests of an archived club: they do not begin and take no entrant; a begun one goes on
(CAR-CLB-54).
"""

from __future__ import annotations

import pytest

from app.games.contests import orders as o
from app.kernel.refusal import Refused
from app.services.clubs import clubs, members
from app.services.clubs.clubs import ClubTerms
from app.services.people import accounts
from app.services.play import gathering, lobby, open_seats, referee_desk
from app.services.play.order_requests import OrderRequest
from app.services.watch import game_view
from tests.games.contests.services.test_proposed_dates import services

__all__ = ["services"]
NAMES = ("Ada", "Berta", "Cid")


@pytest.fixture
def people(services) -> list[int]:
    return [accounts.register(services, name, "a long enough sentence").id for name in NAMES]


@pytest.fixture
def club(services, people) -> int:
    """Club of Ada with two other members."""
    found = clubs.found_club(services, people[0], ClubTerms("Húsares", entry="open")).id
    for user in people[1:]:
        members.join_club(services, found, user)
    return found


@pytest.fixture
def sign_up(services, club, people) -> str:
    """Contest of the club that Ada and Berta have entered."""
    game = lobby.open_table(
        services, people[0], "contests", "swiss", "referee", terms={"words": "Chess", "rounds": "1"},
        gathers=True, club=club, visibility="club",
    ).address  # fmt: skip
    for user, name in zip(people[:2], NAMES, strict=False):
        open_seats.take_seat(services, game, user, f"in {user}", o.Enter(name))
    return game


def give(services, game: str, user: int, order, seat: str | None = "referee") -> None:
    last = game_view.load_view(services, game, user).last
    command = f"{user} {type(order).__name__} {last}"
    request = OrderRequest(command, last, order, seat=seat)
    open_seats.declare_or_join(services, game, user, request)


def archive(services, club: int, user: int, *, is_archived: bool = True) -> None:
    clubs.archive_club(services, club, user, is_archived=is_archived)


def closing_offer(services, game: str, user: int):
    desk = referee_desk.load_desk(services, game, user)
    return next(one for one in desk.offers if isinstance(one.order, o.CloseSignUp))


def test_a_contest_does_not_begin_in_an_archived_club(services, club, sign_up, people):
    ada, _, cid = people
    archive(services, club, ada)
    offer = closing_offer(services, sign_up, ada)
    assert [one.rule for one in offer.no] == ["CAR-CLB-54"] and not offer.is_live
    page = gathering.load_gathering(services, sign_up, cid)
    assert [one.rule for one in page.resting] == ["CAR-CLB-54"] and page.unmet == ()
    for user, order, seat in ((ada, o.CloseSignUp(), "referee"), (cid, o.Enter("Cid"), None)):
        with pytest.raises(Refused) as refused:
            give(services, sign_up, user, order, seat)
        assert [one.rule for one in refused.value.refusals] == ["CAR-CLB-54"]
    archive(services, club, ada, is_archived=False)
    assert closing_offer(services, sign_up, ada).is_live
    open_seats.take_seat(services, sign_up, cid, "in", o.Enter("Cid"))
    give(services, sign_up, ada, o.CloseSignUp())


def test_a_contest_that_has_begun_is_played_to_its_end(services, club, sign_up, people):
    ada = people[0]
    give(services, sign_up, ada, o.CloseSignUp())
    archive(services, club, ada)
    for order in (o.DraftRound(), o.PublishRound(), o.Decide("r1.1", "p1"), o.CloseContest()):
        give(services, sign_up, ada, order)
    assert game_view.load_view(services, sign_up, ada).game.status == "over"


def test_a_sign_up_is_called_off_in_an_archived_club(services, club, sign_up, people):
    archive(services, club, people[0])
    give(services, sign_up, people[0], o.CloseContest())
    assert game_view.load_view(services, sign_up, people[0]).game.status == "over"
