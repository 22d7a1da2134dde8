"""Record of a user: by game and side, by opponent, and what others may read of it."""

from __future__ import annotations

import pytest

from app.kernel import table_orders
from app.services.people import accounts
from app.services.play import lobby, orders
from app.services.watch import game_lists, player_record


@pytest.fixture
def members(services):
    return [
        accounts.register(services, name, "a long enough sentence")
        for name in ("Ana", "Bruno", "Carla")
    ]


def finished(services, winner, loser, side="red", **terms):
    """Game that `loser` gave up against `winner`, whose side is `side`."""
    game = lobby.open_table(services, winner.id, "parry", "plain", side, **terms)
    lobby.join_table(services, game.address, loser.id)
    orders.declare_order(services, game.address, loser.id, "over", 1, table_orders.Concede())
    return game


def record(services, user, viewer=None):
    with services.store.read() as work:
        user = work.users.find_user(user.id)
    return player_record.load_record(services, user, viewer.id if viewer else None)


def test_a_record_counts_by_game_and_side_and_by_opponent(services, members):
    ana, bruno, carla = members
    finished(services, ana, bruno)
    finished(services, ana, bruno, visibility="private")
    finished(services, carla, ana, side="blue")
    own = record(services, ana, ana)
    sides = {row.side_title.in_("en"): row.people for row in own.sides}
    assert {title: (its.won, its.drawn, its.lost) for title, its in sides.items()} == {
        "Red": (2, 0, 1)
    }
    assert [(one.name, one.score.won, one.score.lost) for one in own.opponents] == [
        ("Bruno", 2, 0),
        ("Carla", 0, 1),
    ]


def test_others_read_of_public_games_only_and_of_their_own(services, members):
    ana, bruno, carla = members
    finished(services, ana, bruno)
    before = record(services, ana, carla)
    finished(services, ana, bruno, visibility="private")
    finished(services, ana, bruno, spectators=False)
    assert record(services, ana, carla) == before == record(services, ana)
    assert before.people.won == 1 and before.opponents == () and before.against_viewer is None
    assert record(services, ana, bruno).against_viewer.won == 3


def test_a_private_record_is_read_by_its_user_alone(services, members):
    ana, bruno, carla = members
    finished(services, ana, bruno)
    accounts.save_preferences(services, ana.id, record_shown=False)
    hidden = record(services, ana, carla)
    finished(services, ana, bruno)
    assert record(services, ana, carla) == hidden and hidden.sides == ()
    assert record(services, ana, ana).people.won == 2
    assert record(services, ana, bruno).sides == ()


def test_finished_games_are_filtered_by_game_and_result(services, members):
    ana, bruno, _ = members
    won, lost = finished(services, ana, bruno), finished(services, bruno, ana)

    def listed(**chosen):
        return [one.game.id for one in game_lists.list_my_games(services, ana.id, **chosen)]

    assert listed(result="won") == [won.id] and listed(result="lost") == [lost.id]
    assert listed(result="drawn") == [] and listed(box="parry") == [lost.id, won.id]
    assert listed(box="skirmish") == []
    results = {one.game.id: one.own_result for one in game_lists.list_my_games(services, ana.id)}
    assert results == {won.id: "won", lost.id: "lost"}
