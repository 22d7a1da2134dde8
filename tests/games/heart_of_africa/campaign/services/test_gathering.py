"""Founding of a campaign, and the gathering of its players before the first turn."""

from __future__ import annotations

import pytest

from app.games import shelf
from app.games.heart_of_africa.campaign import orders as o
from app.kernel.open_seats import queued_sides
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people import accounts
from app.services.play import gathering, invitations, lobby, open_seats, orders
from app.services.watch import game_view

BOX = "heart_of_africa_campaign"
ENTRY = o.Join("native_kingdom", "buganda")


@pytest.fixture
def services(sqlite_url):
    services = Services.open(shelf(), sqlite_url)
    yield services
    services.close()


@pytest.fixture
def members(services):
    names = ("Ada", "Berta", "Carla", "Dora", "Elena")
    return [accounts.register(services, name, "a long enough sentence").id for name in names]


def found(services, founder, **more):
    return lobby.open_table(services, founder, BOX, "campaign", gathers=True, **more)


def join(services, game, member, order=ENTRY):
    return open_seats.take_seat(services, game.address, member, f"join {member}", order)


def open_turn(services, game, referee):
    last = game_view.load_view(services, game.address, referee).last
    orders.declare_order(
        services, game.address, referee, f"o{last}", last, o.OpenTurn(), seat="referee"
    )


def rules(refused):
    return {one.rule for one in refused.value.refusals}


def test_a_campaign_begins_at_once_with_its_referees_alone(services, members):
    game = found(services, members[0], referees=["Berta", ""])
    assert game.status == "running"
    look = game_view.load_view(services, game.address, members[0])
    assert [seat.seat for seat in look.seats] == ["referee"]
    assert [one.name for one in look.seats[0].referees] == ["Ada", "Berta"]
    assert [side.key for side in look.scenario.sides] == ["referee"]


def test_a_founding_with_an_unknown_referee_leaves_no_campaign(services, members):
    with pytest.raises(Refused) as refused:
        found(services, members[0], referees=["Nadie"])
    assert rules(refused) == {"CAR-INV-02"}
    assert not open_seats.list_joinable(services, members[1])


def test_the_first_turn_needs_three_players(services, members):
    game = found(services, members[0])
    for member in members[1:3]:
        join(services, game, member)
    page = gathering.load_gathering(services, game.address, members[0])
    assert (page.missing, len(page.players)) == (1, 2)
    assert [one.rule for one in page.opening.no] == ["HOA-CMP-07"]
    with pytest.raises(Refused) as refused:
        open_turn(services, game, members[0])
    assert rules(refused) == {"HOA-CMP-07"}
    join(services, game, members[0])  # the referee plays too
    page = gathering.load_gathering(services, game.address, members[0])
    assert page.opening.is_live
    assert page.plays(page.referees[0])
    open_turn(services, game, members[0])
    assert not gathering.load_gathering(services, game.address, members[0]).is_gathering


def test_a_seat_without_an_army_does_not_count(services, members):
    """Tables of earlier versions gave seats before the entry."""
    game = lobby.open_table(services, members[0], BOX, "campaign", "referee")
    for seat, member in zip(("p1", "p2", "p3"), members[1:4], strict=True):
        lobby.join_table(services, game.id, member, seat)
    page = gathering.load_gathering(services, game.address, members[1])
    assert (page.missing, page.free_places, page.owes_entry) == (3, 0, True)
    last = game_view.load_view(services, game.address, members[1]).last
    orders.declare_order(services, game.address, members[1], "entry", last, ENTRY)
    page = gathering.load_gathering(services, game.address, members[1])
    assert (page.missing, page.free_places, page.owes_entry) == (2, 0, False)
    assert [one.is_complete for one in page.players] == [True, False, False]


def test_an_entry_is_offered_until_the_user_has_joined(services, members):
    game = found(services, members[0])
    for member, may_join in ((members[0], True), (members[1], True), (None, False)):
        page = gathering.load_gathering(services, game.address, member)
        assert (page.entry is not None) is may_join
    join(services, game, members[1])
    assert gathering.load_gathering(services, game.address, members[1]).entry is None


def test_only_invited_members_see_and_join_a_campaign_by_invitation(services, members):
    game = found(services, members[0], visibility="invited")
    assert not open_seats.list_joinable(services, members[1])
    for address in (game.token, game.id):
        with pytest.raises(NoSuchGame):
            game_view.load_view(services, address, members[1])
    with pytest.raises(NoSuchGame):
        join(services, game, members[1])
    invitations.invite_member(services, game.address, members[0], "Berta")
    assert [one.table.game.id for one in invitations.list_invitations(services, members[1])] == [
        game.id
    ]
    join(services, game, members[1])
    assert game_view.load_view(services, game.address, members[1]).seat == "p1"
    assert not invitations.list_invitations(services, members[1])


def test_an_invitation_that_is_declined_closes_the_campaign_again(services, members):
    game = found(services, members[0], visibility="invited")
    invitations.invite_member(services, game.address, members[0], "Berta")
    assert game_view.load_view(services, game.address, members[1]).seat is None
    invitations.decline_invitation(services, members[1], game.id)
    with pytest.raises(NoSuchGame):
        game_view.load_view(services, game.address, members[1])


def test_members_are_invited_to_a_campaign_that_is_played(services, members):
    game = found(services, members[0])
    for member in members[1:4]:
        join(services, game, member)
    open_turn(services, game, members[0])
    invitations.invite_member(services, game.address, members[1], "Elena")
    (asked,) = invitations.list_invitations(services, members[4])
    assert (asked.by, asked.table.game.id) == ("Berta", game.id)
    seat = join(services, game, members[4]).seat.seat
    history = game_view.load_view(services, game.address, members[4]).history
    assert seat in queued_sides(history.box, history.now)  # HOA-CMP-07: between turns
