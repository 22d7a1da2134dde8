"""Broadcast delay for viewers without a seat: moves shown by each delay, lists, and the passage of
time.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from app.kernel.record import Move
from app.kernel.table_orders import Begin, Concede
from app.services.errors import Malformed
from app.services.notify.change_notifier import SHOWN
from app.services.people import accounts
from app.services.play import invitations, lobby, orders, rematches, seat_substitution
from app.services.watch import broadcast_delay, game_lists, game_view
from app.services.watch.broadcast_delay import DELAYS, last_shown_move
from tests.contract.tiny.stones import Lay

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def made(*minutes: float) -> list[Move]:
    """Moves made these minutes before noon."""
    return [
        Move(
            number,
            "",
            Begin(None),
            (),
            (),
            "",
            (NOON - timedelta(minutes=ago)).isoformat().replace("+00:00", "Z"),
        )
        for number, ago in enumerate(minutes, start=1)
    ]


def shown(key: str, moves: list[Move], turns: tuple[int, ...] = ()) -> int:
    return last_shown_move(
        moves, DELAYS[key], NOON, lambda number: ((0, *turns) if turns else range(99))[number]
    )


@pytest.mark.parametrize(
    ("key", "ago", "last"),
    [
        ("", (30, 20, 10), 3),
        ("", (), 0),
        ("moves", (), 0),
        ("moves", (9,), 1),
        ("moves", (9, 8, 7, 6), 1),
        ("moves", (9, 8, 7, 6, 5), 2),
        ("moves", range(20, 0, -1), 17),
        ("minutes", (1,), 1),
        ("minutes", (20, 16, 15, 14, 1), 3),
        ("minutes", (20, 14), 1),
        ("minutes", (40, 30, 20), 3),
        (
            "minutes",
            (20, 16, 18, 1),
            3,
        ),  # a server's clock that was put back hides nothing for ever
        ("day", (1500, 1441, 1439), 2),
        ("day", (3, 2, 1), 1),
    ],
)
def test_moves_shown_by_each_delay(key, ago, last):
    assert shown(key, made(*ago)) == last


@pytest.mark.parametrize(
    ("turns", "last"),
    [
        ((), 0),
        ((1,), 1),
        ((1, 1, 1), 1),
        ((1, 1, 2), 3),
        ((1, 1, 2, 2), 3),
        ((0, 1, 1, 2, 2, 3), 6),
        ((1, 1, 2, 1, 1), 3),
        (
            (1, 1, 2, 1, 1, 2, 2),
            6,
        ),  # taken back over the beginning of a turn: what was shown stays shown
    ],
)
def test_a_turn_is_due_when_the_next_one_begins(turns, last):
    assert shown("turn", made(*range(len(turns), 0, -1)), turns) == last


@pytest.mark.parametrize("key", DELAYS)
def test_the_last_shown_move_never_falls(key):
    turns = (0, 1, 1, 2, 1, 2, 2, 3, 3, 4)
    lasts = [
        shown(key, made(*(60 - number for number in range(length))), turns)
        for length in range(len(turns) + 1)
    ]
    assert lasts == sorted(lasts)


# ---------------------------------------------------------------------- at a table
def owing(services, game_id: int) -> int:
    with services.store.read() as work:
        return next(seat.user_id for seat in work.seats.for_game(game_id) if seat.owes)


@pytest.fixture
def late(services, started, command):
    """Game of stones with this delay and number of moves."""

    def play_on(key: str, moves: int):
        game = started("stones", delay=key)
        for number in range(1, moves):
            orders.declare_order(
                services, game.id, owing(services, game.id), command(), number, Lay(1)
            )
        return game

    return play_on


def test_only_known_delays(services, people):
    with pytest.raises(Malformed):
        lobby.open_table(services, people[0].id, "stones", "plain", delay="for ever")


def test_viewers_without_a_seat_see_the_game_late_and_players_at_once(services, late, people):
    game = late("moves", 6)
    stranger, member, player = (
        game_view.load_view(services, game.id, who) for who in (None, people[3].id, people[0].id)
    )
    assert (stranger.last, member.last, player.last) == (3, 3, 6)
    assert stranger.game.number == 3 and stranger.view == member.view != player.view
    assert stranger.is_now and game_view.load_view(services, game.id, at=99).at == 3
    assert (
        game_view.load_followed(services, game.id).game.number == 3
        and game_view.load_followed(services, game.id, people[0].id).game.number == 6
    )


def give_up(services, game, *players):
    """Concede for each of the seats in turn."""
    for player in players:
        last = game_view.load_view(services, game.id, player.id).last
        orders.declare_order(services, game.id, player.id, f"end {last}", last, Concede())


def test_a_finished_game_has_no_delay(services, late, people, command):
    game = late("moves", 5)
    give_up(services, game, *people[:2])
    ended = game_view.load_view(services, game.id, people[0].id)
    assert game_view.load_view(services, game.id).last == ended.last > 5
    assert game_view.load_view(services, game.id).outcome is not None


@pytest.fixture
def passed_on(services, late):
    """Game in which ash passed from Ana to Bea and on to Cora, at moves not yet shown without a
    seat.
    """
    ana, bea, cora = (
        accounts.register(services, name, "a long enough sentence")
        for name in ("Ana", "Bea", "Cora")
    )
    game = late("moves", 6)
    with services.store.write() as work:
        work.seats.update_seat(game.id, "ash", user_id=ana.id, name="Ana")
        work.commit()
    for giver, taker in ((ana, bea), (bea, cora)):
        seat_substitution.offer_seat(services, game.address, giver.id, "ash", taker.name)
        seat_substitution.take_offered_seat(services, game.id, taker.id)
    return game, ana, bea, cora


def test_a_delayed_seat_shows_its_player_of_that_time(services, passed_on):
    game, ana, bea, cora = passed_on
    with services.store.read() as work:
        row, seats, history = (
            work.games.find_game(game.id),
            work.seats.for_game(game.id),
            services.histories.of(work, services.shelf["stones"], game),
        )
        shown = {
            last: broadcast_delay.as_of(row, seats, history, last, work.former)[1][0]
            for last in (5, 6, 7, 8)
        }
        assert broadcast_delay.as_shown(row, seats, history, work.former)[1][0] == shown[5]
    assert {last: (seat.name, seat.user_id) for last, seat in shown.items()} == {
        5: ("Ana", ana.id),
        6: ("Ana", ana.id),
        7: ("Bea", bea.id),
        8: ("Cora", cora.id),
    }


def test_the_new_player_of_a_seat_is_shown_with_the_move_of_the_substitution(
    services, passed_on, people
):
    """On the page, in lists and their derivatives; a former player has no seat in any list."""
    game, ana, bea, cora = passed_on
    for who, then in (
        (None, "Ana"),
        (people[3], "Ana"),
        (ana, "Bea"),
        (bea, "Cora"),
        (cora, "Cora"),
    ):
        look = game_view.load_view(services, game.id, who and who.id)
        assert (look.seats[0].name, look.seat) == (then, "ash" if who == cora else None)
        assert [
            one.seats[0].name for one in game_lists.list_running(services, user_id=who and who.id)
        ] == ["Ana"]
    seat_substitution.offer_seat(services, game.address, cora.id, "ash", "Ana")
    [invited] = invitations.list_invitations(services, ana.id)
    assert (invited.table.seats[0].name, invited.table.mine) == ("Ana", None)
    give_up(services, game, people[1], cora)
    assert game_view.load_view(services, game.id).seats[0].name == "Cora"


def test_lists_tell_of_no_later_move(services, late, people):
    """Neither numbers and times nor the order of the list reveal one."""
    first, second = late("moves", 6), late("", 1)
    with services.store.read() as work:
        fourth = work.moves.for_game(first.id)[3]
    assert [one.game.id for one in game_lists.list_running(services)] == [second.id, first.id]
    orders.declare_order(services, first.id, owing(services, first.id), "again", 6, Lay(1))
    told = game_lists.list_running(services)
    assert [one.game.id for one in told] == [second.id, first.id]
    assert told[1].game.number == 4 and told[1].game.moved_at == fourth.made_at
    assert (
        next(
            one
            for one in game_lists.list_my_games(services, people[0].id)
            if one.game.id == first.id
        ).game.number
        == 7
    )


def test_a_rematch_keeps_the_delay(services, late, people, command):
    game = late("turn", 2)
    give_up(services, game, *people[:2])
    assert rematches.open_rematch(services, game.id, people[0].id).delay == "turn"


def test_a_delayed_move_is_shown_when_due_without_a_new_move(services, late, monkeypatch):
    """Without a new move, viewers hear of the next move when it is due."""
    monkeypatch.setitem(DELAYS, "minutes", msgspec.structs.replace(DELAYS["minutes"], seconds=2))
    game = late("minutes", 3)

    async def heard() -> tuple[int, float]:
        begun = asyncio.get_running_loop().time()
        return await asyncio.wait_for(
            services.notifier.next_after(game.id, 1, SHOWN), 10
        ), asyncio.get_running_loop().time() - begun

    with services.store.read() as work:
        left = (
            datetime.fromisoformat(work.moves.for_game(game.id)[1].made_at)
            + timedelta(seconds=2)
            - datetime.now(UTC)
        ).total_seconds()
    number, waited = asyncio.run(heard())
    assert number in (2, 3) and waited >= left - 0.05
    assert (
        broadcast_delay.topic_of(game, has_seat=False) == SHOWN
        and broadcast_delay.topic_of(game, has_seat=True) == "moves"
    )


def test_a_guest_without_a_seat_sees_the_delayed_game(services, late):
    game = late("moves", 5)
    assert game_view.load_view(services, game.id, accounts.create_guest(services).id).last == 2
