"""Battles of a long game, and their results on its record."""

from __future__ import annotations

import pytest

from app.kernel import battle_results, record, table, table_decisions, table_orders
from app.kernel.battle_results import FromTable, ResultTaken, ResultTooLate
from app.kernel.child_battles import ENTERED, OVER, READY, Aftermath, Losses
from app.kernel.contract import Setup
from app.kernel.dice import LoadedDice, SeededDice
from app.kernel.log_lines import move_lines
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR
from tests.contract.tiny import feud, skirmish

GAME, BATTLE = feud.GAME, skirmish.GAME
WON = Aftermath(("south",), 5, {"south": 2}, {"north": Losses(fallen=3)})


def begun(game, stock=None):
    setup = Setup(
        "plain", {side.key: side.key for side in game.card.scenarios[0].sides}, (), stock or {}
    )
    return table.after_all(
        game, table.EMPTY, table_decisions.begin_table(game, setup, LoadedDice(()))
    )


def ordered(now, order, seat):
    events = table_decisions.decide_on(GAME, now, order, seat, SeededDice(b"feud", 1))
    return table.after_all(GAME, now, events), events


@pytest.fixture
def challenged():
    return ordered(begun(GAME), feud.Challenge("birch"), "ash")[0]


def test_a_long_game_names_its_battles_with_terms_and_seats(challenged):
    [battle] = GAME.battles(challenged.state)
    assert (battle.key, battle.box, battle.status) == ("b1", "skirmish", READY)
    assert battle.seats == {"north": "ash", "south": "birch"}
    assert battle.terms == {"north": 3, "south": 2}


def test_a_result_from_the_table_settles_the_battle_as_the_referee_does(challenged):
    now, events = ordered(challenged, FromTable("b1", 7, WON), "")
    assert events[0] == ResultTaken("b1", 7, WON)
    assert now.state.fights["b1"].winner == "birch"
    referee, _ = ordered(challenged, feud.Settle("b1", "birch", 3), "referee")
    assert now.state == referee.state


@pytest.mark.parametrize("order", [feud.Settle("b1", "ash"), feud.Void("b1")])
def test_a_result_after_the_decision_has_no_effect_and_says_so(challenged, order):
    """CAR-BAT-01."""
    decided, _ = ordered(challenged, order, "referee")
    now, events = ordered(decided, FromTable("b1", 7, WON), "")
    assert events == (ResultTooLate("b1", 7),)
    assert now == decided
    move = Move(3, "", b"{}", tuple(events), (), "battle:7", "")
    [line] = move_lines(GAME, decided, move, SPECTATOR)
    assert line.rules == ("CAR-BAT-01",) and "Battle 1" in line.says.in_("en")


def test_a_result_has_no_effect_while_another_waits_for_its_confirmation(challenged):
    entered, _ = ordered(challenged, feud.Enter("b1"), "referee")
    assert GAME.battles(entered.state)[0].status == ENTERED
    assert ordered(entered, FromTable("b1", 7, WON), "")[1] == (ResultTooLate("b1", 7),)


def test_the_referee_is_refused_after_a_result_from_the_table(challenged):
    now, _ = ordered(challenged, FromTable("b1", 7, WON), "")
    assert GAME.battles(now.state)[0].status == OVER
    with pytest.raises(Refused) as refused:
        ordered(now, feud.Settle("b1", "ash"), "referee")
    assert refused.value.refusals[0].rule == "FEU-BAT-01"


def test_no_seat_brings_the_result_of_a_table():
    """CAR-BAT-02."""
    refusal = table_orders.server_only_refusal(FromTable("b1", 7, WON))
    assert refusal is not None and refusal.rule == "CAR-BAT-02"


def test_a_result_is_read_back_from_the_record(challenged):
    order = FromTable("b1", 7, WON)
    assert record.read_written(GAME, record.stored_order(order)) == order
    _, events = ordered(challenged, order, "")
    assert record.read_events(GAME, record.to_json(events)) == tuple(events)


def test_the_aftermath_exists_after_a_concession_and_has_the_winners_of_the_table():
    now = begun(BATTLE, {"blades": {"north": 2, "south": 1}})
    now = table.after_all(
        BATTLE,
        now,
        table_decisions.decide_on(BATTLE, now, table_orders.Concede(), "south", LoadedDice()),
    )
    outcome = table.table_outcome(BATTLE, now)
    found = battle_results.aftermath_of(BATTLE, now.state, outcome.winners)
    assert found.winners == ("north",)
    assert found.score == {"north": 2, "south": 1}
