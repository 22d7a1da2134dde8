"""Battles of a long game that goes to another server: each result still takes effect once."""

from __future__ import annotations

import json

import pytest

from app.kernel.battle_results import ResultTaken
from app.kernel.table_orders import Concede
from app.services.people import accounts
from app.services.play import game_export, game_import, lobby, orders
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.play.game_import import SeatTakers
from app.services.watch import game_view
from tests.contract.tiny import feud

NAMES = {"ash": "Ana", "birch": "Bruno", "cedar": "Carla", "referee": "Diego"}


@pytest.fixture
def members(services):
    return {
        seat: accounts.register(services, name, "a long enough sentence")
        for seat, name in NAMES.items()
    }


@pytest.fixture
def play(services, members, command):
    def give(game, seat, order):
        user = members[seat].id
        last = game_view.load_view(services, game.id, user).last
        return orders.declare_order(services, game.id, user, command(), last, order)

    return give


@pytest.fixture
def campaign(services, members, play):
    """Three battles: the result of b1 is on record, b2 is over, b3 is still being fought."""
    game = lobby.open_table(services, members["ash"].id, "feud", "plain", "ash")
    for seat in ("birch", "cedar", "referee"):
        game = lobby.join_table(services, game.address, members[seat].id, seat)
    for seat, other in (("ash", "birch"), ("birch", "cedar"), ("cedar", "ash")):
        play(game, seat, feud.Challenge(other))
    for number, table in enumerate(tables_of(services, game), 1):
        for seat in seats_of(services, table):
            lobby.change_choices(services, table.address, seat.user_id, {"blades": 2})
        if number < 3:
            concede(services, table, f"c{number}")
        if number == 1:
            ChildBattleWorker(services).sweep()
    return game


def concede(services, table, command):
    loser = seats_of(services, table)[0].user_id
    orders.declare_order(services, table.id, loser, command, 1, Concede())


def tables_of(services, game):
    with services.store.read() as work:
        return work.child_battles.of_game(game.id)


def seats_of(services, table):
    with services.store.read() as work:
        return work.seats.for_game(table.id)


def fights_of(services, game):
    return game_view.load_view(services, game.id).history.now.state.fights


@pytest.fixture
def brought(services, campaign):
    data = game_export.export_with_secrets(services, campaign.id)
    game = game_import.import_game(services, data, SeatTakers(NAMES))
    with services.store.write() as work:  # the original is gone, as on another server
        work.games.delete_game(campaign.id)
        work.commit()
    return game


def test_battles_keep_their_tables_and_their_players(services, members, brought):
    found = tables_of(services, brought)
    assert [(one.battle, one.status) for one in found] == [
        ("b1", "over"),
        ("b2", "over"),
        ("b3", "running"),
    ]
    assert [seat.user_id for seat in seats_of(services, found[2])] == [
        members["cedar"].id,
        members["ash"].id,
    ]


def test_a_result_takes_effect_once_on_the_new_server(services, brought):
    before = game_view.load_view(services, brought.id).last
    assert ChildBattleWorker(services).sweep() == 1  # that of b2
    concede(services, tables_of(services, brought)[2], "c3")
    assert ChildBattleWorker(services).sweep() == 1
    assert ChildBattleWorker(services).sweep() == 0
    history = game_view.load_view(services, brought.id).history
    events = [event for move in history.moves[before:] for event in move.events]
    assert sum(isinstance(event, ResultTaken) for event in events) == 2
    assert all(one.winner for one in fights_of(services, brought).values())


def test_a_public_export_leaves_out_battles_that_are_still_fought(services, campaign):
    file = json.loads(game_export.export_with_secrets(services, campaign.id))
    assert [one["battle"] for one in file["battles"]] == ["b1", "b2", "b3"]
    assert {one["campaign"] for one in file["battles"]} == {file["commitment"]}
    with services.store.read() as work:
        game = work.games.find_game(campaign.id)
        public = json.loads(game_export.game_file(work, game))
    assert [one["battle"] for one in public["battles"]] == ["b1", "b2"]
