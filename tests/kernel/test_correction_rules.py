"""Corrections of long games: refusals, dice, struck moves, replay, and the preview."""

from __future__ import annotations

import random
from fractions import Fraction

import msgspec
import pytest

from app.kernel import headless_games, monkey, record
from app.kernel.correction_branches import MOST_BRANCHES, likely_branches
from app.kernel.correction_orders import Corrected, CorrectMove
from app.kernel.dice import LoadedDice, SeededDice
from app.kernel.readjudication import readjudicate_moves
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.stored_orders import decided_as_stored
from app.kernel.table import EMPTY, after_all
from app.kernel.table_orders import Begin, TakeBack
from tests.contract.tiny import parry
from tests.contract.tiny.harvest import GAME, REFEREE, Gather, OpenSeason, Spend

KEY = b"harvest"


class Record:
    """Game on record, one order at a time. `tables[n]` is the table after move n."""

    def __init__(self, game=GAME):
        self.game, self.moves, self.tables = game, [], [EMPTY]
        self.give("", Begin(headless_games.plain_setup(game.card.scenarios[0])))

    def give(self, seat, order, dice=None):
        number = len(self.moves) + 1
        dice = dice or SeededDice(KEY, number)
        stored = record.stored_order(order)
        events = decided_as_stored(self.game, self.now, stored, seat, dice, self.moves)
        before = self.moves[-1].hash if self.moves else ""
        move = Move(number, seat, stored, events, tuple(dice.rolls), str(number), "")
        self.moves.append(record.chain_move(move, before))
        self.tables.append(record.replay_moves(self.game, self.moves))
        return self.now

    @property
    def now(self):
        return self.tables[-1]

    @property
    def accounts(self):
        return self.now.state.accounts

    def correct(self, move, instead, reason="wrong entry", dice=None):
        plain = None if instead is None else msgspec.to_builtins(instead)
        return self.give(REFEREE, CorrectMove(move, reason, plain), dice)

    def refusals(self, order, seat=REFEREE):
        with pytest.raises(Refused) as refused:
            decided_as_stored(
                self.game, self.now, record.stored_order(order), seat, LoadedDice(), self.moves
            )
        return {one.rule for one in refused.value.refusals}


@pytest.fixture
def season():
    """One season: move 2 opens it, lion gathers (3), crane gathers (4); move 5 opens the next,
    lion spends 3 (6).
    """
    played = Record()
    played.give(REFEREE, OpenSeason())
    played.give("lion", Gather(True), LoadedDice.faces(4))
    played.give("crane", Gather(False))
    played.give(REFEREE, OpenSeason())
    played.give("lion", Spend(3))
    return played


def test_later_moves_keep_their_dice(season):
    assert season.accounts == {"lion": 3, "crane": 3}
    season.correct(2, OpenSeason(5))
    assert season.accounts == {"lion": 7, "crane": 7}
    assert season.moves[-1].rolls == ()


def test_a_new_die_is_rolled_and_recorded_with_the_correction(season):
    season.correct(4, Gather(True), dice=LoadedDice.faces(6))
    assert season.accounts["crane"] == 8
    assert [one.face for one in season.moves[-1].rolls] == [6]


def test_an_order_that_the_rules_refuse_now_is_struck_and_returns_later(season):
    season.correct(3, Gather(False))
    assert season.accounts["lion"] == 0, "3 hongos are enough for the spending"
    season.correct(2, OpenSeason(0))
    assert season.accounts["lion"] == 2, "the spending of 3 is refused"
    struck = season.moves[-1].events[0].line[-1]
    assert (struck.number, struck.is_struck, struck.refused_by) == (6, True, ("HAR-ACC-01",))
    assert 6 not in [move.number for move in record.moves_in_force(season.moves)]
    season.correct(2, OpenSeason(1))
    assert season.accounts["lion"] == 0, "the spending counts again"
    assert 6 in [move.number for move in record.moves_in_force(season.moves)]


def test_a_withdrawn_move_is_not_tried_again(season):
    season.correct(6, None)
    assert season.accounts["lion"] == 6
    season.correct(2, OpenSeason(2))
    assert season.accounts["lion"] == 7


def test_struck_states_stay_readable(season):
    season.correct(4, Gather(True), dice=LoadedDice.faces(6))
    season.correct(4, Gather(False))
    assert [accounts["crane"] for _, accounts in season.now.state.struck] == [3, 8]


@pytest.mark.parametrize(
    ("order", "seat", "rule"),
    [
        (CorrectMove(2, "why", {"kind": "open_season", "prize": 2}), "lion", "CAR-COR-02"),
        (CorrectMove(2, "  ", {"kind": "open_season", "prize": 2}), REFEREE, "CAR-COR-03"),
        (CorrectMove(2, "x" * 501, {"kind": "open_season", "prize": 2}), REFEREE, "CAR-COR-03"),
        (CorrectMove(2, "a\u202eb", {"kind": "open_season", "prize": 2}), REFEREE, "CAR-COR-03"),
        (CorrectMove(99, "why"), REFEREE, "CAR-COR-04"),
        (CorrectMove(1, "why"), REFEREE, "CAR-COR-04"),
        (CorrectMove(2, "why", {"kind": "open_season", "prize": 1}), REFEREE, "CAR-COR-05"),
        (CorrectMove(3, "why", {"kind": "spend", "amount": 9}), REFEREE, "HAR-ACC-01"),
    ],
)
def test_refused(season, order, seat, rule):
    assert season.refusals(order, seat) == {rule}


def test_a_correction_is_corrected_at_the_move_that_it_names(season):
    season.correct(2, OpenSeason(5))
    assert season.refusals(CorrectMove(7, "why")) == {"CAR-COR-04"}


def test_an_undone_move_is_not_corrected(season):
    season.give("lion", TakeBack())
    assert season.refusals(CorrectMove(6, "why")) == {"CAR-COR-04"}


def test_a_correction_is_never_undone(season):
    season.correct(2, OpenSeason(5))
    for seat in ("lion", REFEREE):
        assert season.refusals(TakeBack(), seat) == {"CAR-UND-01"}


def test_a_battle_has_no_corrections():
    battle = parry.GAME
    setup = headless_games.plain_setup(battle.card.scenarios[0])
    begun = headless_games.play_game(battle, setup, monkey.any_order, "x", 3)
    stored = record.stored_order(CorrectMove(2, "why"))
    with pytest.raises(Refused) as refused:
        decided_as_stored(
            battle, begun.tables[-1], stored, begun.moves[-1].seat, LoadedDice(), begun.moves
        )
    assert "CAR-COR-01" in {one.rule for one in refused.value.refusals}


def test_the_record_reads_back_and_decides_the_same(season):
    season.correct(3, Gather(False))
    season.correct(2, OpenSeason(0))
    season.give("crane", Gather(True))
    read_back = [
        msgspec.structs.replace(move, events=record.read_events(GAME, record.to_json(move.events)))
        for move in season.moves
    ]
    assert read_back[6].events == season.moves[6].events
    assert record.replay_moves(GAME, read_back) == season.now
    assert readjudicate_moves(GAME, read_back, season.tables) == []


def shares_of(season, order):
    """Possible results of a correction, each with its odds."""
    stored = record.stored_order(order)
    return likely_branches(
        lambda dice: decided_as_stored(GAME, season.now, stored, REFEREE, dice, season.moves)
    )


def test_the_preview_lists_each_face_of_a_new_die(season):
    found = shares_of(season, CorrectMove(4, "why", {"kind": "gather", "river": True}))
    assert sum(one.odds for one in found) == 1
    assert sorted(one.rolls[0].face for one in found) == [1, 2, 3, 4, 5, 6]


def test_the_likeliest_results_of_a_tie_that_is_rolled_again_are_listed():
    """The last die has no end, so a small part of the odds has no result in the list."""

    def tied(dice):
        faces = [dice.roll(6, "one"), dice.roll(6, "other")]
        return faces if faces[0] != faces[1] else tied(dice)

    found = likely_branches(tied)
    odds = [one.odds for one in found]
    assert odds == sorted(odds, reverse=True) and len(found) <= MOST_BRANCHES
    assert Fraction(9, 10) < sum(odds) < 1
    assert odds.count(Fraction(1, 36)) == 30


def test_dice_with_too_many_results_have_none_in_the_list():
    assert likely_branches(lambda dice: [dice.roll(6, "x") for _ in range(5)]) == ()


@pytest.mark.parametrize("seed", range(30))
def test_random_corrections_turn_out_as_previewed(seed):
    """Every fifth correction names a move that was corrected before."""
    chance, corrected = random.Random(seed), []
    practice = headless_games.play_game(
        GAME, headless_games.plain_setup(GAME.card.scenarios[0]), monkey.any_order, str(seed), 14
    )
    season = Record()
    season.moves, season.tables = list(practice.moves), list(practice.tables)
    for count in range(10):
        again = corrected and count % 5 == 4
        number = chance.choice(corrected) if again else chance.randrange(2, 15)
        order = CorrectMove(number, "why", chance.choice(instead_of(season, number)))
        try:
            found = shares_of(season, order)
        except Refused:
            continue
        season.give(REFEREE, order)
        corrected.append(number)
        events = season.moves[-1].events
        assert record.to_json(events) in {record.to_json(one.result) for one in found}
        assert all(held >= 0 for held in season.accounts.values())
        told = after_all(GAME, EMPTY, [e for m in record.in_force(season.moves) for e in m.events])
        assert told.state == season.now.state
    assert readjudicate_moves(GAME, season.moves, season.tables) == []
    assert corrected


def instead_of(season, number):
    """Orders that might have been given in place of a move; None strikes it."""
    if season.moves[number - 1].seat == REFEREE:
        orders = [OpenSeason(prize) for prize in range(4)]
    else:
        orders = [Gather(True), Gather(False), *map(Spend, range(1, 5))]
    return [None, *map(msgspec.to_builtins, orders)]


def test_a_correction_is_told_in_the_log(season):
    season.correct(2, OpenSeason(0), "The prize was lower.")
    assert isinstance(season.moves[-1].events[0], Corrected)
