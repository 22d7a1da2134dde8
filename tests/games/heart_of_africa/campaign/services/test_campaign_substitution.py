"""Substitution in a campaign: open decisions, offers and conditional orders go with the seat."""

from __future__ import annotations

import pytest

from app.games import shelf
from app.games.heart_of_africa.campaign import orders as o
from app.kernel.table_orders import LeaveSeat
from app.services.container import Services
from app.services.errors import NotYourSeat
from app.services.people import accounts
from app.services.play import (
    invitations,
    lobby,
    open_seats,
    orders,
    sandboxes,
    seat_substitution,
)
from app.services.watch import game_view, waiting_list
from tests.services.mailbox import sending

NAMES = ("Ada", "Berta", "Carla", "Dora", "Elena")
ARMIES = (
    o.Join("native_kingdom", "buganda", people="Wa-simba"),
    o.Join("zanzibaris", "zanzibaris", people="Wa-tembo"),
    o.Join("native_kingdom", "bunyoro", people="Wa-chui"),
)


@pytest.fixture
def services(sqlite_url):
    services = Services.open(shelf(), sqlite_url)
    yield services
    services.close()


@pytest.fixture
def members(services):
    """A referee, three players, and a member without a seat."""
    return [accounts.register(services, name, "a long enough sentence").id for name in NAMES]


@pytest.fixture
def campaign(services, members):
    """A campaign in its first turn: the first player to declare has attacked another one."""
    game = lobby.open_table(
        services, members[0], "heart_of_africa_campaign", "campaign", gathers=True
    )
    for number, army in enumerate(ARMIES, start=1):
        open_seats.take_seat(services, game.address, members[number], f"j{number}", army)
    give(services, game, members[0], o.OpenTurn())
    attacker = holder(services, game, members, declares(services, game))
    give(services, game, members[attacker], o.Attack(f"p{attacker % 3 + 1}"))
    return game


def give(services, game, member, order):
    last = game_view.load_view(services, game.id).last
    return orders.declare_order(services, game.id, member, f"c{last}", last, order)


def owed(services, game, member):
    look = game_view.load_view(services, game.id, member)
    return [one.says.in_("en") for one in look.decisions]


def declares(services, game):
    return game_view.load_view(services, game.id).waiting[0]


def holder(services, game, members, seat):
    """Number of the member who holds the seat."""
    look = game_view.load_view(services, game.id)
    user = next(one.user_id for one in look.seats if one.seat == seat)
    return members.index(user)


def test_an_offered_seat_has_the_name_of_its_people(services, members, campaign):
    """The member also reads it in the message; in lists of others a player has the own name."""
    attacked = declares(services, campaign)
    number = holder(services, campaign, members, attacked)
    people = ARMIES[int(attacked[1:]) - 1].people
    with services.store.write() as work:
        work.users.update_user(members[4], email="elena@example.org")
        work.commit()
    seat_substitution.offer_seat(services, campaign.id, members[number], attacked, "Elena")
    [offer] = invitations.list_invitations(services, members[4])
    assert offer.side.in_("en") == people
    assert [people in row.message for row in sending(services) if row.kind == "invitation"] == [
        True
    ]
    [waits] = waiting_list.load_waiting_list(services, members[0]).others
    assert [one.in_("en") for one in waits.who] == [NAMES[number]]


def test_a_sandbox_has_the_signs_and_names_of_all_peoples(services, members, campaign):
    sandbox = sandboxes.create_sandbox(services, campaign.id, members[1])
    look = sandboxes.open_sandbox(services, campaign.id, members[1], sandbox.id).look
    sides = {side.key: (side.shape, side.title.in_("en")) for side in look.scenario.sides}
    named = {
        f"p{n}": (shape, army.people) for n, shape, army in zip("123", "abc", ARMIES, strict=True)
    }
    assert sides.items() >= named.items()


def test_a_substitute_answers_the_attack_that_waits_for_the_seat(services, members, campaign):
    attacked = declares(services, campaign)
    before = members[holder(services, campaign, members, attacked)]
    waiting = owed(services, campaign, before)
    assert waiting == ["Answer the attack"]
    seat_substitution.offer_seat(services, campaign.id, before, attacked, "Elena")
    seat_substitution.take_offered_seat(services, campaign.id, members[4])
    assert owed(services, campaign, members[4]) == waiting
    assert not owed(services, campaign, before)
    attacker = next(
        one.attacker for one in game_view.load_view(services, campaign.id).table.state.talks
    )
    with pytest.raises(NotYourSeat):
        give(services, campaign, before, o.Resist(attacker))
    give(services, campaign, members[4], o.Resist(attacker))
    season = game_view.load_view(services, campaign.id).table.state
    assert season.attacked == (attacked,)
    assert season.players[attacked].people  # the people stays with its history


def test_leaving_voids_the_attacks_and_keeps_the_history(services, members, campaign):
    attacker = game_view.load_view(services, campaign.id).table.state.talks[0].attacker
    leaver = members[holder(services, campaign, members, attacker)]
    name = game_view.load_view(services, campaign.id).table.state.players[attacker].people
    give(services, campaign, leaver, LeaveSeat())
    season = game_view.load_view(services, campaign.id).table.state
    assert not season.talks
    assert (season.players[attacker].status, season.players[attacker].hongos) == ("left", 0)
    assert season.players[attacker].people == name
    seats = {one.seat: one.user_id for one in game_view.load_view(services, campaign.id).seats}
    assert seats[attacker] is None
