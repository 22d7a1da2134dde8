"""Corrections of whole campaigns of bots: accounts, kept battles, struck postings, words."""

from __future__ import annotations

import random

import msgspec
import pytest

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.box import CAMPAIGN
from app.games.heart_of_africa.campaign.corrections import keep_battles
from app.games.heart_of_africa.campaign.state import REFEREE, War
from app.kernel import headless_games, record
from app.kernel.correction_orders import CorrectMove
from app.kernel.corrections import correctable_moves
from app.kernel.dice import SeededDice
from app.kernel.readjudication import readjudicate_moves
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from app.kernel.stored_orders import decided_as_stored
from app.kernel.table import EMPTY, after_all
from tests.games.heart_of_africa.campaign import properties, seasons

MOVES = 120


class Record:
    """Campaign of bots on record, which a referee corrects."""

    def __init__(self, seed):
        scenario = CAMPAIGN.card.scenarios[-1]
        setup = headless_games.plain_setup(scenario)
        played = headless_games.play_game(
            CAMPAIGN, setup, lambda game, view, chance: game.bot(view, chance), seed, MOVES
        )
        self.moves, self.tables = list(played.moves), list(played.tables)

    @property
    def season(self):
        return self.tables[-1].state

    def correct(self, number, instead):
        """Season after the correction; raises `Refused`."""
        order = CorrectMove(number, "wrong entry", instead)
        at = len(self.moves) + 1
        dice, stored = SeededDice(b"referee", at), record.stored_order(order)
        events = decided_as_stored(CAMPAIGN, self.tables[-1], stored, REFEREE, dice, self.moves)
        move = Move(at, REFEREE, stored, events, tuple(dice.rolls), str(at), "")
        self.moves.append(record.chain_move(move, self.moves[-1].hash))
        self.tables.append(record.replay_moves(CAMPAIGN, self.moves))
        return self.season

    def moves_of(self, kind):
        """Numbers of the moves with an order of this kind."""
        return [
            move.number
            for move in self.moves
            if f'"kind":"{kind.__struct_config__.tag}"'.encode() in bytes(move.order)
        ]


def balance(season):
    """Hongos that the ledger gives each player; conquered and Colonial players have no account."""
    held = dict.fromkeys(season.players, 0)
    for line in season.ledger:
        for key, amount in ((line.payer, -line.amount), (line.receiver, line.amount)):
            if key:
                held[key] += amount
    return held


def accounts_balance(season):
    held = balance(season)
    assert all(
        player.hongos is None or player.hongos == held[key] >= 0
        for key, player in season.players.items()
    )


@pytest.fixture(scope="module")
def played():
    return Record("corrections")


@pytest.fixture
def campaign(played):
    copy = object.__new__(Record)
    copy.moves, copy.tables = list(played.moves), list(played.tables)
    return copy


def results_of(campaign):
    """Moves that close a battle, with its two players."""
    for move in campaign.moves:
        for event in move.events:
            if isinstance(event, e.BattleClosed) and event.winner:
                war = campaign.tables[move.number].state.battle(event.battle)
                yield move.number, event, war


def test_another_winner_moves_the_spoils(campaign):
    number, event, war = next(iter(results_of(campaign)))
    other = war.opponent(event.winner)
    before = campaign.season
    after_it = (
        campaign.correct(number, msgspec.to_builtins(o.Decide(event.battle, other, ())))
        if campaign.moves[number - 1].seat == REFEREE
        else None
    )
    if after_it is None:
        entry = next(
            at
            for at in campaign.moves_of(o.EnterResult)
            if event.battle in bytes(campaign.moves[at - 1].order).decode()
        )
        after_it = campaign.correct(
            entry, msgspec.to_builtins(o.EnterResult(event.battle, other, ()))
        )
    assert after_it.battle(event.battle).winner == other
    accounts_balance(after_it)
    assert any(CAMPAIGN.differences(before, after_it)), "the referee reads what changes"
    assert readjudicate_moves(CAMPAIGN, campaign.moves, campaign.tables) == []


def test_a_ready_battle_keeps_scenario_points_and_ground(campaign):
    ready = [
        (move.number, event)
        for move in campaign.moves
        for event in move.events
        if isinstance(event, e.BattleReady)
    ]
    number, event = ready[-1]
    earliest = next(move.number for move in correctable_moves(campaign.moves))
    changed = None
    for at in range(earliest, number):
        try:
            changed = campaign.correct(at, None)
            break
        except Refused:
            continue
    assert changed is not None
    war = changed.battle(event.battle)
    if war is not None and set(war.points) == set(event.points):
        assert (war.scenario, dict(war.points)) == (event.scenario, event.points)


def test_a_battle_of_other_players_with_the_same_key_keeps_nothing():
    """A struck declaration gives the key of its battle to the next one of the turn."""
    former = e.BattleReady("b1", 2, "planned_attack", {"p3": 720, "p4": 576}, ("coast",))
    again = e.BattleReady("b1", 2, "ambush", {"p4": 360, "p5": 720}, ("coast", "forest"))
    assert keep_battles([former], [again]) == [again]
    same = e.BattleReady("b1", 5, "raid", {"p4": 600, "p3": 450}, ("forest",))
    assert keep_battles([former], [same]) == [former]


def test_a_struck_posting_stays_readable(campaign):
    number, event, _ = next(iter(results_of(campaign)))
    paid = [line for line in campaign.season.ledger if line.battle == event.battle]
    entry = next(
        (
            at
            for at in campaign.moves_of(o.EnterResult)
            if event.battle in bytes(campaign.moves[at - 1].order).decode()
        ),
        number,
    )
    season = campaign.correct(entry, None)
    struck = [one.posting for one in season.struck]
    assert all(line in struck or line in season.ledger for line in paid)
    assert season.struck or not paid
    view = CAMPAIGN.view(season, Viewer())
    assert view.season.struck == season.struck


def told(before, after, language="en"):
    """Differences of two seasons, each as a sentence."""
    return [
        " | ".join(part.in_(language) for part in (one.fact, one.before, one.after))
        for one in CAMPAIGN.differences(before, after)
    ]


def test_the_scenario_of_a_new_die_is_told_with_points_and_ground():
    two = (seasons.player(1, "native"), seasons.player(2, "native", people="Wa-simba"))
    war = War("b1", "p1", "p2", "ready", turn=3, year=1886)
    before = seasons.season("battles", *two, battles=(war,))
    rolled = msgspec.structs.replace(
        war, scenario="raid", points={"p1": 600, "p2": 450}, ground=("coast",), chosen="coast"
    )
    after = seasons.season("battles", *two, battles=(rolled,))
    assert told(before, after) == [
        (
            "Battle 1: Zanzibaris against Wa-simba | to be fought"
            " | to be fought. Raid, 600 against 450 points, coast"
        )
    ]
    assert told(before, after, "es") == [
        (
            "Batalla 1: Zanzíbaris contra Wa-simba | por jugar"
            " | por jugar. Incursión, 600 puntos contra 450, costa"
        )
    ]


def test_order_of_play_wounds_and_victories_are_told():
    people = [seasons.player(1, "native"), seasons.player(2, "native", people="Wa-simba")]
    wounded = seasons.player(3, "explorer", people="Aldana", rests_in=3)
    before = seasons.season("declaring", *people, seasons.player(3, "explorer", people="Aldana"))
    winner = seasons.player(1, "native", victories={"zanzibaris": 2})
    after = seasons.season("declaring", people[1], winner, wounded)
    assert told(before, after) == [
        (
            "Order of play | Zanzibaris, Wa-simba and Expedition Aldana"
            " | Wa-simba, Zanzibaris and Expedition Aldana"
        ),
        "Zanzibaris: victories | — | Zanzibaris: 2",
        "Expedition Aldana: Leader | — | recovers in turn 3",
    ]


@pytest.mark.parametrize("seed", range(4))
def test_random_corrections_keep_the_accounts_in_balance(campaign, seed):
    """The move is struck, or has another order that was on offer then."""
    chance, corrected = random.Random(seed), []
    for count in range(6):
        known = [move.number for move in correctable_moves(campaign.moves)]
        number = chance.choice(corrected) if corrected and count % 5 == 4 else chance.choice(known)
        try:
            season = campaign.correct(number, chance.choice(instead_of(campaign, number)))
        except Refused:
            continue
        corrected.append(number)
        accounts_balance(season)
        assert list(properties.points_of_battles(season)) == []
        position = EMPTY
        for move in record.in_force(campaign.moves):
            position = after_all(CAMPAIGN, position, move.events)
        assert position.state == season
    assert readjudicate_moves(CAMPAIGN, campaign.moves, campaign.tables) == []


def instead_of(campaign, number):
    """Orders that could have been given in place of a move; None strikes it."""
    seat, position = campaign.moves[number - 1].seat, campaign.tables[number - 1]
    view = CAMPAIGN.view(position.state, Viewer(seat, position.seats.get(seat, "")))
    orders = [one.order for one in CAMPAIGN.offers(view) if one.is_live and not one.asks]
    return [None, *map(msgspec.to_builtins, orders[:6])]
