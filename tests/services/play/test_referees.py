"""Referees without a seat, on both databases (CAR-REF-01, CAR-REF-02, CAR-REF-03)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.kernel import table_orders
from app.kernel.readjudication import readjudicate_moves
from app.kernel.refusal import Refused
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import accounts
from app.services.play import lobby, open_seats, orders, referees
from app.services.time import availability
from app.services.watch import game_list, game_view
from tests.contract.tiny import caravans


@pytest.fixture
def members(services):
    """Registered users, so that others can name them."""
    names = ("Ada", "Berta", "Carla", "Dora", "Elena", "Fanny")
    return [accounts.register(services, name, "a long enough sentence") for name in names]


@pytest.fixture
def opened(services, members):
    """Opens a game; the founder is on `side`, three others play as far as there are seats."""

    def begin(side="judge", named=(), **more):
        game = lobby.open_table(
            services, members[0].id, "caravans", "plain", side, referees=named, **more
        )
        for member in members[1:4]:
            if game.status == "open":
                game = lobby.join_table(services, game.address, member.id)
        return game

    return begin


def look(services, game, member=None):
    return game_view.load_view(services, game.address, member.id if member else None)


def give(services, game, member, order, seat=None):
    last = look(services, game).last
    return orders.declare_order(
        services, game.address, member.id, f"at {last}", last, order, seat=seat
    )


def judge(services, game):
    return next(one for one in look(services, game).seats if one.seat == "judge")


def names(services, game):
    return [one.name for one in judge(services, game).referees]


# ---------------------------------------------------------------------- deciding
def test_a_founder_who_does_not_play_decides_for_the_judge(services, members, opened):
    game = opened()
    assert game.status == "running"
    seat = judge(services, game)
    assert (seat.user_id, seat.is_free, seat.is_left) == (None, False, False)
    assert names(services, game) == ["Ada"]
    assert look(services, game, members[0]).seat == "judge"
    played = give(services, game, members[0], caravans.Open())
    written = played.history.moves[-1]
    assert b"by_referee" in bytes(written.order)
    assert [type(one).__name__ for one in written.events] == ["Opened"]
    history = look(services, game).history
    assert readjudicate_moves(history.box, history.moves, history.tables) == []


def test_a_referee_who_plays_is_marked(services, members, opened):
    game = opened("p1")
    assert look(services, game, members[0]).seat == "p1"
    give(services, game, members[0], caravans.Open(), seat="judge")
    give(services, game, members[0], caravans.Declare())
    history = look(services, game).history
    assert history.moves[-2].events[0] == table_orders.RefereePlays(("p1",))
    lines = [
        one.says.in_("en")
        for told in game_view.load_log(look(services, game))
        for one in told.lines
    ]
    assert "The referee who decides also plays: P1." in lines
    assert readjudicate_moves(history.box, history.moves, history.tables) == []


def test_a_player_does_not_decide_for_the_judge(services, members, opened):
    game = opened()
    with pytest.raises(NotYourSeat):
        give(services, game, members[1], caravans.Open(), seat="judge")
    with pytest.raises(Refused, match="CVN-SEQ-01"):
        give(services, game, members[1], caravans.Open())
    with pytest.raises(NotYourSeat):
        give(services, game, members[5], caravans.Open())


def test_the_order_of_the_server_is_not_forged(services, members, opened):
    game = opened()
    forged = table_orders.ByReferee({"kind": "open"}, ())
    for member in members[:2]:
        with pytest.raises(Refused, match="CAR-REF-01"):
            give(services, game, member, forged)
    with pytest.raises(Refused, match="CAR-SEA-03"):
        give(services, game, members[0], table_orders.TakeSeat({"kind": "join", "name": "x"}))


def test_two_referees_decide_in_turn(services, members, opened):
    game = opened(named=["Elena"])
    assert sorted(names(services, game)) == ["Ada", "Elena"]
    give(services, game, members[4], caravans.Open())
    assert look(services, game).table.state.step == "declare"
    assert look(services, game, members[4]).seat == "judge"


# ---------------------------------------------------------------------- naming
def test_an_unknown_referee_is_refused_at_the_founding(services, members):
    with pytest.raises(Refused):
        lobby.open_table(
            services, members[0].id, "caravans", "plain", "judge", referees=["Nobody at all"]
        )


def test_a_referee_names_another_one_and_resigns(services, members, opened):
    game = opened()
    with pytest.raises(Refused, match="CAR-REF-01"):
        referees.resign(services, game.address, members[0].id)
    referees.name_referee(services, game.address, members[0].id, "Elena")
    with pytest.raises(Refused, match="CAR-REF-01"):
        referees.name_referee(services, game.address, members[0].id, "Elena")
    referees.resign(services, game.address, members[0].id)
    assert names(services, game) == ["Elena"]
    with pytest.raises(NotYourSeat):
        give(services, game, members[0], caravans.Open())


def test_a_player_names_no_referee(services, members, opened):
    game = opened()
    with pytest.raises(NotYourSeat):
        referees.name_referee(services, game.address, members[1].id, "Elena")


def test_a_user_outside_a_private_game_learns_nothing(services, members, opened):
    game = opened(visibility="private")
    with pytest.raises(NoSuchGame):
        referees.name_referee(services, game.id, members[5].id, "Elena")


def test_a_referee_joins_as_a_player(services, members, opened):
    game = opened()
    open_seats.take_seat(services, game.address, members[0].id, "join", caravans.Join("Ada"))
    assert look(services, game, members[0]).seat == "p4"
    give(services, game, members[0], caravans.Open(), seat="judge")


def test_the_list_of_own_games_has_refereed_ones_once(services, members, opened):
    game = opened("p1")
    other = opened("judge")
    with services.store.read() as work:
        mine = work.games.of_user(members[0].id)
        listed = game_list.list_games(services, work, mine, members[0].id)
    assert sorted(one.game.id for one in listed) == sorted([game.id, other.id])


def test_the_seat_of_the_referees_is_not_passed_on(services, members, opened):
    from app.services.play import seat_substitution

    game = opened()
    with pytest.raises(Refused, match="CAR-SUB-01"):
        seat_substitution.offer_seat(services, game.address, members[0].id, "judge", "Elena")


# ---------------------------------------------------------------------- silence
@pytest.fixture
def later(monkeypatch):
    """Sets the time of the referees' module some days ahead."""

    def ahead(days):
        when = availability.parse_time(referees.current_time()) + timedelta(days=days)
        monkeypatch.setattr(referees, "current_time", lambda: availability.time_text(when))

    return ahead


def test_a_referee_who_is_silent_for_seven_days_is_named(services, members, opened, later):
    game = opened()
    assert referees.silent_referees(services, look(services, game)) == ()
    later(8)
    (silent,) = referees.silent_referees(services, look(services, game))
    assert silent.name == "Ada"


def test_a_referee_for_whom_nothing_waits_is_not_silent(services, members, opened, later):
    game = opened()
    give(services, game, members[0], caravans.Open())
    later(8)
    assert referees.silent_referees(services, look(services, game)) == ()


def test_a_majority_of_the_players_names_another_referee(services, members, opened, later):
    game = opened()
    with pytest.raises(Refused, match="CAR-REF-03"):
        referees.vote_for_referee(services, look(services, game), members[1].id, "Elena")
    later(8)
    with pytest.raises(NotYourSeat):
        referees.vote_for_referee(services, look(services, game), members[0].id, "Elena")
    vote = referees.vote_for_referee
    assert vote(services, look(services, game), members[1].id, "Elena") is None
    assert vote(services, look(services, game), members[1].id, "Elena") is None  # one vote each
    assert vote(services, look(services, game), members[2].id, "Fanny") is None
    chosen = vote(services, look(services, game), members[3].id, "Elena")
    assert chosen is not None
    assert names(services, game) == ["Ada", "Elena"]
    give(services, game, members[4], caravans.Open())


def test_the_last_referee_may_delete_the_account(services, members, opened):
    from app.services.people import account_deletion

    game = opened()
    account_deletion.delete_account(services, members[0])
    assert names(services, game) == []
    vote = referees.vote_for_referee
    assert vote(services, look(services, game), members[1].id, "Elena") is None
    assert vote(services, look(services, game), members[2].id, "Elena") is not None
    assert names(services, game) == ["Elena"]
