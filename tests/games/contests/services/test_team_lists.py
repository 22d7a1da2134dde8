"""Army lists of teams on both databases: deadlines, tables, a new captain, corrections, import."""

from __future__ import annotations

import pytest

from app.games.contests import orders as o
from app.kernel.clock_terms import Terms
from app.kernel.correction_orders import CorrectMove
from app.kernel.refusal import Refused
from app.kernel.table_orders import LeaveSeat
from app.services.errors import NotYourSeat
from app.services.play import game_export, game_import, lobby
from app.services.play.game_import import SeatTakers
from app.services.watch import game_view, reading_pages
from tests.games.contests.leak_secrets import ARMIES, ARMY
from tests.games.contests.services.test_contest_teams import (
    give,
    join,
    mails_of,
    members,
    services,
    state_of,
    tables_of,
    two_teams_enter,
)

__all__ = ["members", "services"]
LEGAL = ARMY | {"units": [{"spearman": 20}, {"spearman": 20}, {"archer": 20}]}
DEAR = ARMY | {"units": [{"spearman": 90}, {"spearman": 90}]}


@pytest.fixture
def contest(services, members):
    """Number of a round robin of two teams with army lists, whose sign-up is closed. Flora
    organises.

    Falcons are Ada (p1), Berta (p2) and Wanda without an account, Owls Carla (p3) and Dora (p4).
    """
    terms = ARMIES | {"places": "6", "team_size": "2"}
    clock = Terms("steps", steps={"lists": 7, "play": 14})
    game = lobby.open_table(
        services, members[5], "contests", "robin", "referee",
        terms=terms, gathers=True, clock=clock,
    ).id  # fmt: skip
    two_teams_enter(services, game, members)
    give(services, game, members[5], o.CloseSignUp())
    return game


def send_all(services, contest, members):
    """Berta's list has too many points; the others are legal."""
    for number, army, player in (
        (0, LEGAL, ""),
        (0, LEGAL, "p1~2"),
        (1, DEAR, ""),
        (2, LEGAL, "p4"),
        (2, LEGAL, ""),
    ):
        seat = f"p{number + 1}"
        give(services, contest, members[number], o.SendList(army, player), seat)


def armies_at(services, table):
    """Users of a table, each with true if an army was brought for the user."""
    with services.store.read() as work:
        brought = work.seats.contributions_by_seat(table.id)
        seats = work.seats.for_game(table.id)
    return {one.user_id: bool(brought.get(one.seat, {}).get("army")) for one in seats}


def owed(services, contest):
    """Deadlines of lists by seat and player."""
    look = game_view.load_view(services, contest, None)
    found = look.box.waiting_for(look.table.state)
    return {(one.seat, one.subject) for one in found if one.deadline == "lists"}


def test_each_board_begins_with_the_lists_of_its_two_players(services, members, contest):
    ada, berta, carla, dora = members[:4]
    send_all(services, contest, members)
    for order in (o.OpenLists(), o.DraftRound(), o.PublishRound()):
        give(services, contest, members[5], order)
    tables = tables_of(services, contest)
    assert armies_at(services, tables["r1.1.1"]) == {ada: True, carla: True}
    assert armies_at(services, tables["r1.1.2"]) == {berta: False, dora: True}


def test_a_substitute_plays_with_the_own_list(services, members, contest):
    """Wanda has no account, so her board has no table. Elena joins late and brings a late list."""
    ada, _, carla, _, elena, flora = members
    send_all(services, contest, members)
    give(services, contest, flora, o.OpenLists())
    join(services, contest, elena, o.Enter(player="Elena", team="p1"))
    give(services, contest, ada, o.AnswerPlayer("p5", True), "p1")
    give(services, contest, elena, o.SendList(LEGAL), "p5")
    give(services, contest, ada, o.SetLineUp(("p5", "p1~2")), "p1")
    for order in (o.DraftRound(), o.PublishRound()):
        give(services, contest, flora, order)
    tables = tables_of(services, contest)
    assert set(tables) == {"r1.1.1"}
    assert armies_at(services, tables["r1.1.1"]) == {elena: True, carla: True}


def test_captains_owe_the_lists_of_players_without_an_account(services, members, contest):
    """Each player has a notification of the deadline of the own list."""
    assert owed(services, contest) == {
        ("p1", "p1~1"), ("p1", "p1~2"), ("p2", "p2"), ("p3", "p3~1"), ("p4", "p4")
    }  # fmt: skip
    give(services, contest, members[0], o.GoWithoutList("p1~2"), "p1")
    give(services, contest, members[1], o.SendList(LEGAL), "p2")
    assert owed(services, contest) == {("p1", "p1~1"), ("p3", "p3~1"), ("p4", "p4")}
    for member in members[:4]:
        assert len(set(mails_of(services, member))) == len(mails_of(services, member)) > 0


def test_a_new_captain_has_the_lists_of_the_team(services, members, contest):
    """Ada leaves to Berta while the lists are secret. Hers is gone, and she sees none later."""
    ada, berta, _, _, _, flora = members
    send_all(services, contest, members)
    give(services, contest, ada, LeaveSeat("p2"), "p1")
    own = game_view.load_view(services, contest, berta).view.contest.lists
    assert {key for key, one in own.items() if one.army} == {"p1~1", "p1~2"}
    assert [one.rule for one in own["p1~1"].faults] != ["CON-LST-03"]
    give(services, contest, berta, o.SendList(LEGAL), "p1")
    give(services, contest, berta, o.SendList(DEAR, "p1~2"), "p1")
    with pytest.raises((NotYourSeat, Refused)):
        give(services, contest, ada, o.SendList(LEGAL), "p1")
    look = game_view.load_view(services, contest, ada)
    assert look.seat is None
    rows = reading_pages.load_pages(services, contest, ada).pages.contest.lists
    assert not any(one.may_send for one in rows)
    for order in (o.OpenLists(), o.DraftRound(), o.PublishRound()):
        give(services, contest, flora, order)
    assert sorted(state_of(services, contest).lists) == ["p1~1", "p1~2", "p3~1", "p4"]
    found = [armies_at(services, one) for one in tables_of(services, contest).values()]
    assert [one[berta] for one in found if berta in one] == [True]


def test_an_organiser_corrects_a_list(services, members, contest):
    """A list that is struck from the record is missing again, and its player owes it."""
    flora = members[5]
    number = give(services, contest, members[1], o.SendList(DEAR), "p2").number
    give(services, contest, flora, CorrectMove(number, "The wrong army."))
    assert "p2" not in state_of(services, contest).lists
    assert ("p2", "p2") in owed(services, contest)
    give(services, contest, members[1], o.SendList(LEGAL), "p2")
    assert not state_of(services, contest).lists["p2"].faults


def test_an_imported_contest_keeps_the_lists_of_teams(services, members, contest):
    send_all(services, contest, members)
    data = game_export.export_with_secrets(services, contest)
    takers = SeatTakers({"p1": "Ada", "p2": "Berta", "p3": "Carla", "p4": "Dora"}, ["Flora"])
    brought = game_import.import_game(services, data, takers).id
    assert state_of(services, brought) == state_of(services, contest)
    seen = game_view.load_view(services, brought, members[2]).view.contest.lists
    assert {key for key, one in seen.items() if one.army} == {"p3~1", "p4"}
    give(services, brought, members[0], o.SendList(DEAR, "p1~2"), "p1")
    for order in (o.OpenLists(), o.DraftRound(), o.PublishRound()):
        give(services, brought, members[5], order)
    assert len(tables_of(services, brought)) == 2
