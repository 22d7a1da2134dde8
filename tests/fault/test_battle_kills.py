"""kill -9 of a process between a battle of a long game and its table: one table. kill -9 between
the last move of a battle and its effect: one effect.

Each round forks a process that dies at a named place (bench/self_killing_server.py).
Another process goes on.
"""

from __future__ import annotations

import itertools

import pytest

from app.kernel.table_orders import Concede
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby, orders
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.watch import game_view
from bench.self_killing_server import BATTLE_PLACES
from tests.contract.tiny import TINY, feud
from tests.killed_process import act_and_die

DOWN, UP = list(BATTLE_PLACES)[:3], list(BATTLE_PLACES)[3:]
FAMILIES = 4
NUMBERS = itertools.count(1)


class Campaign:
    """A feud of four guests, on a database that other processes use too."""

    def __init__(self, services: Services):
        self.services = services
        self.people = [accounts.create_guest(services).id for _ in range(FAMILIES)]
        self.game = lobby.open_table(services, self.people[0], "feud", "plain", "ash")
        for person in self.people[1:]:
            lobby.join_table(services, self.game.address, person)

    def challenge(self, services: Services) -> None:
        orders.declare_order(
            services, self.game.id, self.people[0], "challenge", 1, feud.Challenge("birch")
        )

    def tables(self) -> list:
        with self.services.store.read() as work:
            return work.child_battles.of_game(self.game.id)

    def arm(self) -> None:
        for person in self.people[:2]:
            lobby.change_choices(self.services, self.tables()[0].address, person, {"blades": 1})
        self.enter(self.services)  # the campaign knows of both armies

    def concede(self, services: Services) -> None:
        orders.declare_order(services, self.tables()[0].id, self.people[0], "concede", 1, Concede())

    def enter(self, services: Services) -> None:
        ChildBattleWorker(services).sweep()

    def moves(self):
        return game_view.load_view(self.services, self.game.id).history.moves

    def settlements(self) -> int:
        return sum(isinstance(event, feud.Settled) for one in self.moves() for event in one.events)


@pytest.fixture
def club(database_url):
    services = Services.open(TINY, database_url)
    yield services
    services.close()


def down(club: Services, url: str, place: str) -> Campaign:
    """A round in which the challenge that makes a battle ready dies."""
    campaign = Campaign(club)
    act_and_die(url, BATTLE_PLACES[place], campaign.challenge)
    assert len(campaign.tables()) == len(campaign.moves()) - 1  # both or neither
    campaign.challenge(club)  # its player sends it again
    assert [one.battle for one in campaign.tables()] == ["b1"]
    assert len(campaign.moves()) == 2
    return campaign


def up(club: Services, url: str, place: str, campaign: Campaign) -> None:
    """A round in which the last move of the battle dies, or the process that enters the result."""
    campaign.arm()
    if place.startswith("battle over"):
        act_and_die(url, BATTLE_PLACES[place], campaign.concede)
    else:
        campaign.concede(club)
        act_and_die(url, BATTLE_PLACES[place], campaign.enter)
    assert campaign.settlements() <= 1
    campaign.concede(club)
    campaign.enter(club)
    campaign.enter(club)
    [table] = campaign.tables()
    assert campaign.settlements() == 1
    commands = [move.command for move in campaign.moves()]
    assert commands.count(f"battle:{table.battle}") == 1


@pytest.mark.parametrize("rounds", [1, pytest.param(125, marks=pytest.mark.proof)])
def test_a_process_is_killed_between_a_campaign_and_its_battles(club, database_url, rounds):
    """500 rounds with the mark: 125 of each place after the battle, with one before it."""
    for number in range(rounds):
        for place in UP:
            campaign = down(club, database_url, DOWN[number % len(DOWN)])
            up(club, database_url, place, campaign)


@pytest.mark.parametrize("place", DOWN)
def test_the_move_and_its_table_are_written_together(club, database_url, place):
    down(club, database_url, place)
