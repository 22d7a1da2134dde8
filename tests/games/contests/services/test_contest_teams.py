"""Contests of teams on both databases: players join, boards get tables and results, players
leave.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.clock_orders import TakeHoliday
from app.kernel.clock_terms import Terms
from app.kernel.correction_orders import CorrectMove
from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede, LeaveSeat
from app.services.container import Services
from app.services.errors import NotYourSeat, Overtaken
from app.services.people import accounts
from app.services.play import (
    game_export,
    game_import,
    lobby,
    open_seats,
    orders,
    seat_substitution,
    table_reports,
)
from app.services.play.game_import import SeatTakers
from app.services.watch import game_view
from tests.one_by_one import one_by_one

TERMS = {"battle": "cry_havoc/lady_edith", "places": "6", "team_size": "3"}
NAMES = ("Ada", "Berta", "Carla", "Dora", "Elena", "Flora")


def two_teams_enter(services, game, members):
    """The Falcons enter with Ada and Berta, the Owls with Carla and Dora. The Falcons name Wanda,
    who has no account.
    """
    join(services, game, members[0], o.Enter("Falcons", player="Ada"))
    join(services, game, members[1], o.Enter(player="Berta", team="p1"))
    join(services, game, members[2], o.Enter("Owls", player="Carla"))
    join(services, game, members[3], o.Enter(player="Dora", team="p3"))
    give(services, game, members[0], o.AnswerPlayer("p2", True), "p1")
    give(services, game, members[2], o.AnswerPlayer("p4", True), "p3")
    give(services, game, members[0], o.NamePlayer("Wanda"), "p1")


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


@pytest.fixture
def members(services):
    """Members with an address for notifications."""
    found = [accounts.register(services, name, "a long enough sentence").id for name in NAMES]
    with services.store.write() as work:
        for number, member in enumerate(found):
            work.users.update_user(member, email=f"{number}@example.org")
        work.commit()
    return found


@pytest.fixture
def contest(services, members):
    """Number of a round robin of two teams, whose first round is drafted. Ada and Flora organise.

    Falcons are Ada (p1), Berta (p2) and Wanda without an account, Owls Carla (p3) and Dora (p4).
    """
    game = lobby.open_table(
        services,
        members[0],
        "contests",
        "robin",
        "referee",
        terms=TERMS,
        gathers=True,
        referees=["Flora"],
    ).id
    two_teams_enter(services, game, members)
    for order in (o.CloseSignUp(), o.DraftRound()):
        give(services, game, members[0], order)
    return game


def join(services, game, member, order):
    open_seats.take_seat(services, game, member, f"in{member}", order)


def give(services, game, member, order, seat="referee", last=None):
    last = game_view.load_view(services, game, None).last if last is None else last
    command = f"{type(order).__name__}-{member}-{last}"
    return orders.declare_order(services, game, member, command, last, order, seat=seat)


def state_of(services, game):
    return game_view.load_view(services, game, None).table.state


def tables_of(services, game):
    """Tables by the key of their battle."""
    with services.store.read() as work:
        return {one.battle: one for one in work.child_battles.of_game(game)}


def seated_at(services, table):
    with services.store.read() as work:
        return {seat.user_id for seat in work.seats.for_game(table.id)}


def mails_of(services, member):
    """Mails to a member."""
    with services.store.read() as work:
        return [one.key for one in work.outbox.of_user(member, 9999)]


def test_a_published_round_opens_tables_for_boards_of_two_accounts(services, members, contest):
    """Boards 1 and 2 have two accounts. Wanda has no opponent."""
    before = {member: len(mails_of(services, member)) for member in members}
    give(services, contest, members[0], o.PublishRound())
    tables, ada, berta, carla, dora = tables_of(services, contest), *members[:4]
    assert sorted(tables) == ["r1.1.1", "r1.1.2"]
    assert seated_at(services, tables["r1.1.1"]) == {ada, carla}
    assert seated_at(services, tables["r1.1.2"]) == {berta, dora}
    boards = {one.key: one for one in state_of(services, contest).battles()}
    assert boards["r1.1.3"].is_bye
    for member in (berta, carla, dora):
        assert len(mails_of(services, member)) > before[member]
    for member in members:
        assert len(set(mails_of(services, member))) == len(mails_of(services, member))


def test_two_organisers_publish_a_round_of_teams_once(services, members, contest):
    last = game_view.load_view(services, contest, None).last

    def publish(organiser):
        try:
            return give(services, contest, organiser, o.PublishRound(), last=last).number
        except (Overtaken, Refused) as late:
            return late

    with ThreadPoolExecutor(2) as both:
        found = list(both.map(publish, (members[0], members[5])))
    assert sum(isinstance(one, int) for one in found) == 1
    assert len(tables_of(services, contest)) == 2


def test_a_result_of_a_table_counts_for_the_team(services, members, contest):
    give(services, contest, members[0], o.PublishRound())
    table = tables_of(services, contest)["r1.1.2"]
    orders.declare_order(services, table.id, members[1], "give-up", 1, Concede())
    table_reports.declare_result(services, table.id)
    assert state_of(services, contest).pairing("r1.1.2").result.winner == "p4"
    assert state_of(services, contest).pairing("r1.1").result is None
    give(services, contest, members[0], o.EnterResult("r1.1.1", "p3~1"), "p1")
    give(services, contest, members[2], o.ConfirmResult("r1.1.1"), "p3")
    [pairing] = state_of(services, contest).pairings
    scores = dict(zip(pairing.entrants, pairing.result.scores, strict=True))
    assert (pairing.result.winner, scores) == ("p3", {"p1": 2, "p3": 4})
    assert state_of(services, contest).step == "pairing"


def test_a_player_who_leaves_loses_the_board_and_does_not_return(services, members, contest):
    give(services, contest, members[0], o.PublishRound())
    give(services, contest, members[1], LeaveSeat(), "p2")
    now = state_of(services, contest)
    assert now.pairing("r1.1.2").result.winner == "p4"
    assert [one.key for one in now.open_pairings()] == ["r1.1.1"]
    assert now.entrants["p1"].squad == ("p1~1", "p1~2")
    with pytest.raises(Refused, match="CAR-SEA-02"):
        join(services, contest, members[1], o.Enter(player="Berta", team="p3"))


def test_a_captain_who_leaves_takes_the_team_out(services, members, contest):
    give(services, contest, members[0], o.PublishRound())
    give(services, contest, members[2], LeaveSeat(), "p3")
    now = state_of(services, contest)
    assert now.pairing("r1.1").result.winner == "p1" and not now.open_pairings()
    with pytest.raises(Refused):
        give(services, contest, members[3], o.SetLineUp(("p4",)), "p4")


def test_a_substitute_for_a_player_takes_the_table_of_the_board(services, members, contest):
    give(services, contest, members[0], o.PublishRound())
    with services.store.read() as work:
        game = work.games.find_game(contest)
    seat_substitution.offer_seat(services, game.address, members[1], "p2", "Elena")
    seat_substitution.take_offered_seat(services, game.address, members[4])
    table = tables_of(services, contest)["r1.1.2"]
    assert seated_at(services, table) == {members[4], members[3]}
    give(
        services, contest, members[4], o.ProposeDate("r1.1.2", at="2099-01-15T20:30:00+01:00"), "p2"
    )
    assert state_of(services, contest).pairing("r1.1.2").date.by == "p2"


def move_of(services, game, text):
    """Number of the first move whose order has this text."""
    look = game_view.load_view(services, game, None)
    return next(one.number for one in look.history.moves if text in bytes(one.order))


@pytest.mark.parametrize(
    ("entry", "scores"),
    [(b'"player":"Berta"', (4, 2)), (b'"name":"Wanda"', (2, 2))],
    ids=["a seat", "no account"],
)
def test_a_struck_player_keeps_the_board_for_the_team(services, members, contest, entry, scores):
    """Falcons win boards 1 and 3 without Berta, who loses hers. Wanda without an entry brings
    nothing.
    """
    number = move_of(services, contest, entry)
    give(services, contest, members[0], o.PublishRound())
    give(services, contest, members[0], CorrectMove(number, "Not a member."))
    for key, winner in (("r1.1.1", "p1~1"), ("r1.1.2", "p4")):
        give(services, contest, members[0], o.Decide(key, winner))
    now = state_of(services, contest)
    [pairing] = now.pairings
    found = dict(zip(pairing.entrants, pairing.result.scores, strict=True))
    assert (found["p1"], found["p3"]) == scores
    assert pairing.result.winner == ("p1" if scores == (4, 2) else "")
    assert now.step == "pairing"


def test_a_new_captain_leads_the_team_after_the_seat_is_passed_on(services, members, contest):
    """Elena takes the seat of Ada, sets the line-up, and answers a player; Ada does so no more."""
    with services.store.read() as work:
        game = work.games.find_game(contest)
    seat_substitution.offer_seat(services, game.address, members[0], "p1", "Elena")
    seat_substitution.take_offered_seat(services, game.address, members[4])
    give(services, contest, members[4], o.SetLineUp(("p2", "p1~2", "p1~1")), "p1")
    give(services, contest, members[0], o.PublishRound())
    boards = {one.key: one.entrants for one in state_of(services, contest).battles()}
    assert "p2" in boards["r1.1.1"] and boards["r1.1.3"] == ("p1~1",)
    with pytest.raises((Refused, NotYourSeat)):
        give(services, contest, members[0], o.NamePlayer("Xenia"), "p1")
    assert state_of(services, contest).entrants["p1"].is_playing


def test_an_imported_contest_keeps_teams_boards_and_tables(services, members, contest):
    """The file carries two tables of boards; a result on one of them counts in the new contest."""
    give(services, contest, members[0], o.PublishRound())
    data = game_export.export_with_secrets(services, contest)
    takers = SeatTakers({"p1": "Ada", "p2": "Berta", "p3": "Carla", "p4": "Dora"}, ["Flora"])
    brought = game_import.import_game(services, data, takers).id
    with services.store.write() as work:  # the original is gone, as on another server
        before = state_of(services, contest)
        work.games.delete_game(contest)
        work.commit()
    assert state_of(services, brought) == before
    tables = tables_of(services, brought)
    assert seated_at(services, tables["r1.1.1"]) == {members[0], members[2]}
    assert seated_at(services, tables["r1.1.2"]) == {members[1], members[3]}
    orders.declare_order(services, tables["r1.1.2"].id, members[1], "give-up", 1, Concede())
    table_reports.declare_result(services, tables["r1.1.2"].id)
    assert state_of(services, brought).pairing("r1.1.2").result.winner == "p4"
    give(services, brought, members[0], o.NamePlayer("Xenia"), "p1")
    assert "p1~3" in state_of(services, brought).entrants["p1"].squad


def seat_users(services, game):
    """User and name by seat of a game."""
    with services.store.read() as work:
        return {one.seat: (one.user_id, one.name) for one in work.seats.for_game(game)}


def test_a_captain_leaves_the_team_to_a_successor_in_one_step(services, members, contest):
    """Ada leaves to Berta. Berta keeps her table, leads the team, and wins her board for it."""
    ada, berta = members[:2]
    give(services, contest, ada, o.SetLineUp(("p1~1", "p2", "p1~2")), "p1")
    give(services, contest, ada, o.PublishRound())
    tables, before = tables_of(services, contest), len(mails_of(services, berta))
    give(services, contest, ada, LeaveSeat("p2"), "p1")
    users = seat_users(services, contest)
    assert users["p1"] == (berta, "Berta") and users["p2"] == (None, "—")
    assert {key: one.id for key, one in tables_of(services, contest).items()} == {
        key: one.id for key, one in tables.items()
    }
    assert seated_at(services, tables["r1.1.2"]) == {berta, members[3]}
    now = state_of(services, contest)
    assert now.pairing("r1.1.1").result.winner == "p3~1"
    assert [one.key for one in now.open_pairings()] == ["r1.1.2"]
    assert len(mails_of(services, berta)) == before + 1
    with pytest.raises((NotYourSeat, Refused)):
        give(services, contest, ada, o.NamePlayer("Xenia"), "p1")
    with pytest.raises(Refused, match="CAR-SEA-02"):
        join(services, contest, ada, o.Enter(player="Ada", team="p3"))
    give(services, contest, berta, o.NamePlayer("Xenia"), "p1")
    orders.declare_order(services, tables["r1.1.2"].id, members[3], "give-up", 1, Concede())
    table_reports.declare_result(services, tables["r1.1.2"].id)
    assert state_of(services, contest).pairing("r1.1.2").result.winner == "p1~1"
    assert state_of(services, contest).entrants["p1"].squad == ("p1~1", "p1~2", "p1~3")


@one_by_one("successor", ["p1", "p1~2", "p3", "p9", "referee", "<b>", "p2 "])
def test_no_other_seat_than_that_of_a_team_mate_takes_over(services, members, contest, successor):
    """Seats of others, players without an account and invented seats are refused by the same
    rules.
    """
    with pytest.raises(Refused) as refused:
        give(services, contest, members[0], LeaveSeat(successor), "p1")
    assert {one.rule for one in refused.value.refusals} <= {"CON-TEA-11", "CAR-SEA-07"}
    assert seat_users(services, contest)["p1"][0] == members[0]


def test_only_a_captain_names_a_successor_and_only_a_present_one(services, members, contest):
    with pytest.raises(Refused, match="CAR-SEA-07"):
        give(services, contest, members[1], LeaveSeat("p1"), "p2")
    with services.store.write() as work:
        work.users.update_user(members[1], suspended="2026-11-29T12:00:00Z")
        work.commit()
    with pytest.raises(Refused, match="CAR-SEA-07"):
        give(services, contest, members[0], LeaveSeat("p2"), "p1")
    assert state_of(services, contest).entrants["p1"].squad == ("p1~1", "p2", "p1~2")


def test_a_captain_and_the_successor_leave_at_once(services, members, contest):
    """Either order of the two is possible; no seat has two users, and none is left with a wrong
    one.
    """
    last = game_view.load_view(services, contest, None).last

    def leave(user, seat, successor):
        try:
            return give(services, contest, user, LeaveSeat(successor), seat, last=last).number
        except (Overtaken, Refused, NotYourSeat) as late:
            return late

    with ThreadPoolExecutor(2) as both:
        found = list(both.map(leave, members[:2], ("p1", "p2"), ("p2", "")))
    assert sum(isinstance(one, int) for one in found) == 1
    holder = seat_users(services, contest)["p1"][0]
    assert holder == (members[1] if isinstance(found[0], int) else members[0])


def test_a_repeated_departure_changes_the_seats_once(services, members, contest):
    last = game_view.load_view(services, contest, None).last
    give(services, contest, members[0], LeaveSeat("p2"), "p1", last=last)
    with pytest.raises((NotYourSeat, Refused, Overtaken)):
        give(services, contest, members[0], LeaveSeat("p2"), "p1", last=last)
    assert seat_users(services, contest)["p1"][0] == members[1]


def test_a_departure_with_a_successor_is_not_corrected(services, members, contest):
    """Neither the departure nor, before it, the entry of the successor is struck."""
    entry = move_of(services, contest, b'"player":"Berta"')
    number = give(services, contest, members[0], LeaveSeat("p2"), "p1").number
    for wrong in (number, entry):
        with pytest.raises(Refused, match="CAR-COR-04"):
            give(services, contest, members[5], CorrectMove(wrong, "A mistake."))
    give(services, contest, members[5], o.PublishRound())
    assert seated_at(services, tables_of(services, contest)["r1.1.1"]) == {members[1], members[2]}


def test_the_former_captain_does_not_see_the_line_up_of_the_successor(services, members, contest):
    """Carla knows her own line-up up to her departure, and none that Dora sets later."""
    carla, dora = members[2:4]
    give(services, contest, carla, o.SetLineUp(("p4", "p3~1")), "p3")
    give(services, contest, carla, LeaveSeat("p4"), "p3")
    give(services, contest, dora, o.NamePlayer("Yara"), "p3")
    give(services, contest, dora, o.SetLineUp(("p3~2", "p3~1")), "p3")
    look = game_view.load_view(services, contest, carla)
    assert look.has_left and look.seat is None
    assert "p3~2" not in str(look.view.contest.lineups)
    own = game_view.load_view(services, contest, dora).view.contest
    assert own.lineups == {"p3": ("p3~2", "p3~1")}


def test_an_exchange_ends_the_holiday_of_the_former_captain(services, members):
    game = lobby.open_table(
        services,
        members[0],
        "contests",
        "robin",
        "referee",
        terms=TERMS,
        gathers=True,
        referees=["Flora"],
        clock=Terms("steps", steps={"play": 9}, holidays=20),
    ).id
    join(services, game, members[0], o.Enter("Falcons", player="Ada"))
    join(services, game, members[1], o.Enter(player="Berta", team="p1"))
    give(services, game, members[0], o.AnswerPlayer("p2", True), "p1")
    first = (datetime.now(UTC).date() + timedelta(days=2)).isoformat()
    give(services, game, members[0], TakeHoliday(first, 5), "p1")
    give(services, game, members[0], LeaveSeat("p2"), "p1")
    now = game_view.load_view(services, game, None)
    assert now.table.clock.holidays == ()
    assert seat_users(services, game)["p1"][0] == members[1]
    give(services, game, members[1], o.NamePlayer("Xenia"), "p1")
