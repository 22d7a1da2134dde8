"""Sides with different numbers of players: lobby, play and rematch."""

from __future__ import annotations

import msgspec
import pytest

from app.kernel.table_orders import Concede
from app.services.errors import Malformed
from app.services.play import lobby, orders, rematches
from app.services.watch import game_view


@pytest.fixture
def uneven(services, people):
    """Two crown players (0 and 2) against one rebel (1)."""
    game = lobby.open_table(
        services, people[0].id, "council", "plain", "crown", per_side=2, others_per_side=1
    )
    lobby.join_table(services, game.address, people[1].id, "rebels")
    return lobby.join_table(services, game.address, people[2].id, "crown-2")


def holders(services, game, person):
    look = game_view.load_view(services, game.address, person.id)
    return {seat.seat: seat.user_id for seat in look.seats}


def test_a_table_has_more_players_on_one_side(services, people, uneven):
    assert uneven.status == "running"
    assert holders(services, uneven, people[0]) == {
        "crown-1": people[0].id,
        "rebels": people[1].id,
        "crown-2": people[2].id,
    }


def test_players_of_an_uneven_side_stay_together_in_a_rematch(services, people, uneven, command):
    for person in (people[0], people[2]):
        last = game_view.load_view(services, uneven.address).last
        orders.declare_order(services, uneven.address, person.id, command(), last, Concede())
    for person in people[:3]:
        again = rematches.open_rematch(services, uneven.address, person.id)
    assert again.status == "running"
    assert holders(services, again, people[0]) == {
        "crown": people[1].id,
        "rebels-1": people[0].id,
        "rebels-2": people[2].id,
    }


@pytest.mark.parametrize(("own", "others"), [(4, 1), (1, 4), (0, 1), (1, 0)])
def test_a_scenario_limits_the_players_of_a_side(services, people, own, others):
    with pytest.raises(Malformed):
        lobby.open_table(
            services,
            people[0].id,
            "council",
            "plain",
            "crown",
            per_side=own,
            others_per_side=others,
        )


def test_a_scenario_for_single_players_takes_no_second_one(services, people, monkeypatch):
    box = services.shelf["council"]
    alone = tuple(msgspec.structs.replace(one, most_per_side=1) for one in box.card.scenarios)
    monkeypatch.setattr(box, "card", msgspec.structs.replace(box.card, scenarios=alone), False)
    with pytest.raises(Malformed):
        lobby.open_table(services, people[0].id, "council", "plain", "crown", per_side=2)
    lobby.open_table(services, people[0].id, "council", "plain", "crown")
