"""Corrections in a stored game, on both databases: list, preview, signature."""

from __future__ import annotations

import msgspec
import pytest

from app.kernel.correction_orders import CorrectMove
from app.kernel.readjudication import readjudicate_moves
from app.kernel.refusal import Refused
from app.services.errors import NoSuchGame, Overtaken
from app.services.play import corrections, orders
from app.services.watch import game_view
from tests.contract.tiny.harvest import Gather, OpenSeason, Spend

LION, CRANE, REFEREE = range(3)


@pytest.fixture
def season(services, people, started, command):
    """Move 2 opens a season; lion (3) and crane (4) gather from dry fields; move 5 opens the next;
    lion spends 3 (6).
    """
    game = started("harvest")

    def give(who, order):
        look = game_view.load_view(services, game.address, people[who].id)
        orders.declare_order(services, game.address, people[who].id, command(), look.last, order)

    give(REFEREE, OpenSeason())
    give(LION, Gather(False))
    give(CRANE, Gather(False))
    give(REFEREE, OpenSeason())
    give(LION, Spend(3))
    return game


@pytest.fixture
def desk(services, people, season):
    return lambda: corrections.load_desk(services, season.address, people[REFEREE].id)


def wrong(move, instead, reason="The prize was lower."):
    return CorrectMove(move, reason, None if instead is None else msgspec.to_builtins(instead))


def test_the_newest_move_is_listed_first(desk):
    assert [move.number for move in corrections.list_moves(desk())] == [6, 5, 4, 3, 2]


@pytest.mark.parametrize("who", [LION, CRANE])
def test_players_are_refused(services, people, season, who):
    with pytest.raises(Refused) as refused:
        corrections.load_desk(services, season.address, people[who].id)
    assert {one.rule for one in refused.value.refusals} == {"CAR-COR-02"}


def test_readers_without_a_seat_find_no_desk(services, people, season):
    with pytest.raises(NoSuchGame):
        corrections.load_desk(services, season.address, people[5].id)
    with pytest.raises(NoSuchGame):
        corrections.load_desk(services, season.address, None)


def test_the_orders_of_that_time_are_offered(desk):
    look = desk()
    before = corrections.view_before(look, corrections.find_move(look, 3))
    assert [offer.order for offer in corrections.offers_before(before)] == [
        Gather(True),
        Gather(False),
    ]


def test_the_preview_shows_accounts_and_the_struck_move(desk):
    shown = corrections.preview_correction(desk(), wrong(2, OpenSeason(0)))
    [result] = shown.results
    assert (result.percent, shown.redecided) == (100, 4)
    assert [(str(one.fact), str(one.before), str(one.after)) for one in result.differences] == [
        ("lion", "0", "2"),
        ("crane", "3", "2"),
    ]
    assert [(one.number, one.is_struck, one.refused_by) for one in result.changed] == [
        (6, True, ("HAR-ACC-01",))
    ]


def test_results_of_a_new_die_have_their_odds(desk):
    shown = corrections.preview_correction(desk(), wrong(4, Gather(True)))
    assert sum(one.odds for one in shown.results) == 1
    assert sorted(one.faces for one in shown.results) == ["1", "2", "3", "4", "5", "6"]


def test_a_signature_has_the_previewed_effect(services, people, season, desk, command):
    shown = corrections.preview_correction(desk(), wrong(2, OpenSeason(0)))
    corrections.sign_correction(
        services, season.address, people[REFEREE].id, command(), shown.order, shown.digest
    )
    look = desk()
    assert look.table.state.accounts == {"lion": 2, "crane": 2}
    log = {entry.number: entry for entry in game_view.load_log(look)}
    assert [number for number, entry in log.items() if entry.undone] == [2, 6]
    told = [str(line.says) for line in log[7].lines]
    assert told[0] == "The referee corrects move 2: The prize was lower."
    assert "Move 6 does not count any more." in told
    assert readjudicate_moves(look.box, look.history.moves, look.history.tables) == []
    services.histories._kept.clear()
    assert desk().table == look.table


def test_a_move_in_between_signs_nothing(services, people, season, desk, command):
    shown = corrections.preview_correction(desk(), wrong(2, OpenSeason(0)))
    orders.declare_order(
        services, season.address, people[CRANE].id, command(), desk().last, Gather(False)
    )
    with pytest.raises(Overtaken):
        corrections.sign_correction(
            services, season.address, people[REFEREE].id, command(), shown.order, shown.digest
        )
    assert desk().last == 7


def test_a_repeated_command_signs_once(services, people, season, desk):
    shown = corrections.preview_correction(desk(), wrong(2, OpenSeason(0)))
    again = (services, season.address, people[REFEREE].id, "one", shown.order, shown.digest)
    corrections.sign_correction(*again)
    with pytest.raises(Overtaken):
        corrections.sign_correction(*again)
    assert desk().last == 7


def test_the_player_who_owes_a_decision_again_is_asked(services, people, season, desk, command):
    """The spending of the lion is struck, so the season waits for the lion again."""
    shown = corrections.preview_correction(desk(), wrong(6, None))
    corrections.sign_correction(
        services, season.address, people[REFEREE].id, command(), shown.order, shown.digest
    )
    assert {seat.seat for seat in desk().seats if seat.owes} == {"lion", "crane"}


def test_a_corrected_entry_is_corrected_again(services, people, season, desk, command):
    """The record sorts the keys of the new order; it stays readable."""
    for order, accounts in (
        (wrong(6, Spend(2)), {"lion": 1, "crane": 3}),
        (wrong(2, OpenSeason(0)), {"lion": 0, "crane": 2}),
        (wrong(6, Spend(1)), {"lion": 1, "crane": 2}),
    ):
        services.histories._kept.clear()
        shown = corrections.preview_correction(desk(), order)
        corrections.sign_correction(
            services, season.address, people[REFEREE].id, command(), shown.order, shown.digest
        )
        assert desk().table.state.accounts == accounts
    services.histories._kept.clear()
    look = desk()
    assert readjudicate_moves(look.box, look.history.moves, look.history.tables) == []


def test_a_correction_to_the_same_order_changes_nothing(services, people, season, desk, command):
    """CAR-COR-05."""
    shown = corrections.preview_correction(desk(), wrong(6, Spend(2)))
    corrections.sign_correction(
        services, season.address, people[REFEREE].id, command(), shown.order, shown.digest
    )
    services.histories._kept.clear()
    with pytest.raises(Refused) as refused:
        corrections.preview_correction(desk(), wrong(6, Spend(2)))
    assert refused.value.refusals[0].rule == "CAR-COR-05"
