"""Games of three and six sides through the services, on both databases."""

from __future__ import annotations

import pytest

from app.kernel import table_orders
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby, orders, rematches, seat_substitution
from app.services.watch import game_view
from app.store import records
from tests.contract.tiny.last_one import Strike
from tests.contract.tiny.ring import REFEREE, Pass, PutOut, ring
from tests.contract.tiny.stones import Lay


def outcome_of(services, game):
    return game_view.load_view(services, game.address).outcome


def seat_owing(services, game) -> str:
    return game_view.load_view(services, game.address).waiting[0]


def test_the_server_passes_for_a_side_that_has_left(services, people, started, command):
    """The box waits for each side in turn; it does not handle sides that leave."""
    game = started("stones")
    orders.declare_order(services, game.address, people[1].id, command(), 1, table_orders.Concede())
    now = game_view.load_view(services, game.address)
    assert now.outcome is None
    orders.declare_order(services, game.address, people[0].id, command(), now.last, Lay(1))
    after = game_view.load_view(services, game.address)
    assert after.waiting == ("cedar",)  # birch has left: its stone was laid for it
    assert after.table.state.turn == 3
    said = [line.says.in_("en") for told in game_view.load_log(after) for line in told.lines]
    assert "Birch has left the game: the server passes instead." in said


def test_a_side_that_owes_the_decision_may_leave(services, people, started, command):
    game = started("stones")
    orders.declare_order(services, game.address, people[0].id, command(), 1, table_orders.Concede())
    assert seat_owing(services, game) == "birch"


def test_six_sides_play_until_one_is_left(services, people, started, command):
    game = started("last_one")
    for turn in range(40):
        now = game_view.load_view(services, game.address)
        if now.outcome:
            break
        seat = now.waiting[0]
        held = next(one for one in now.seats if one.seat == seat)
        if turn == 3:
            orders.declare_order(
                services, game.address, held.user_id, command(), now.last, table_orders.Concede()
            )
            continue
        target = next(side for side in reversed(now.table.state.alive) if side != seat)
        orders.declare_order(
            services, game.address, held.user_id, command(), now.last, Strike(target)
        )
    over = game_view.load_view(services, game.address)
    assert over.game.status == "over"
    assert len(over.game.winners) == 1


def test_players_still_in_the_game_hear_of_a_concession_and_all_hear_of_the_end(
    services, people, started, command
):
    game = started("stones")
    for person in (people[0], people[1]):
        last = game_view.load_view(services, game.address).last
        orders.declare_order(
            services, game.address, person.id, command(), last, table_orders.Concede()
        )
    assert outcome_of(services, game).winners == ("cedar",)


def test_a_side_that_has_left_gives_no_order(services, people, started, command):
    game = started("stones")
    orders.declare_order(services, game.address, people[1].id, command(), 1, table_orders.Concede())
    last = game_view.load_view(services, game.address).last
    with pytest.raises(Refused, match="CAR-OUT-01"):
        orders.declare_order(
            services, game.address, people[1].id, command(), last, table_orders.OfferDraw()
        )


@pytest.mark.parametrize("box", ["stones", "last_one"])
def test_a_rematch_moves_every_player_to_the_next_side(services, people, started, command, box):
    game = started(box)
    sides = [seat.side for seat in game_view.load_view(services, game.address).seats]
    for person in people[: len(sides) - 1]:
        last = game_view.load_view(services, game.address).last
        orders.declare_order(
            services, game.address, person.id, command(), last, table_orders.Concede()
        )
    for person in people[: len(sides)]:
        again = rematches.open_rematch(services, game.address, person.id)
    held = {
        seat.side: seat.user_id
        for seat in game_view.load_view(services, again.address, people[0].id).seats
    }
    assert held == {
        sides[(place + 1) % len(sides)]: people[place].id for place in range(len(sides))
    }


def test_players_of_one_side_stay_together_in_a_rematch_and_a_referee_stays():
    seats = [
        records.Seat(seat, seat[0], place)
        for place, seat in enumerate(("a1", "a2", "b1", "b2", "c1", "c2", "r"))
    ]
    swaps = {seat.seat: rematches.rematch_seat(seats, seat, {"r"}) for seat in seats}
    assert swaps == {
        "a1": "b1",
        "a2": "b2",
        "b1": "c1",
        "b2": "c2",
        "c1": "a1",
        "c2": "a2",
        "r": "r",
    }


@pytest.mark.parametrize("count", [7, 16])
def test_seats_leave_pass_on_and_meet_again_in_a_large_game(sqlite_url, command, count):
    """One side gives up, one is put out, one seat passes on; the others share the win."""
    game_of_sides = ring(count)
    services = Services.open({"ring": game_of_sides}, sqlite_url)
    people = [accounts.create_guest(services) for _ in range(count + 1)]
    keys = (*game_of_sides.competing, REFEREE)
    game = lobby.open_table(services, people[0].id, "ring", "plain", keys[0])
    for person in people[1:]:
        game = lobby.join_table(services, game.address, person.id)
    held = dict(zip(keys, (person.id for person in people), strict=True))
    zoe = accounts.register(services, "Zoe", "a long enough sentence")

    def give(side, order):
        now = game_view.load_view(services, game.address)
        orders.declare_order(services, game.address, held[side], command(), now.last, order)

    seat_substitution.offer_seat(services, game.address, held["s4"], "s4", "Zoe")
    seat_substitution.take_offered_seat(services, game.address, zoe.id)
    held["s4"] = zoe.id
    give("s1", PutOut("s3"))
    give("s5", table_orders.Concede())
    for gone in ("s3", "s5"):
        with pytest.raises(Refused, match="CAR-OUT-01"):
            give(gone, table_orders.OfferDraw())
    while (now := game_view.load_view(services, game.address)).outcome is None:
        give(now.waiting[0], Pass())
    still = tuple(side for side in game_of_sides.competing if side not in ("s3", "s5"))
    assert now.game.winners == still
    for user_id in held.values():
        again = rematches.open_rematch(services, game.address, user_id)
    seats = game_view.load_view(services, again.address, zoe.id).seats
    sides = game_of_sides.competing
    moved = {side: held[before] for before, side in zip(sides, (*sides[1:], sides[0]), strict=True)}
    assert {seat.side: seat.user_id for seat in seats} == {**moved, REFEREE: held[REFEREE]}
    assert again.status == "running"
    services.close()
