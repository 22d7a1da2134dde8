"""Players join a campaign before turn 1 and between turns, and leave it (HOA-CMP-07)."""

from __future__ import annotations

import random

import msgspec
import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.box import CAMPAIGN
from app.kernel import headless_games, open_seats, record, table
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from app.kernel.stored_orders import decided_as_stored
from app.kernel.table_orders import Begin, LeaveSeat, TakeSeat

ENTRY = o.Join("native_kingdom", "buganda")


class Course:
    """A campaign without a server."""

    def __init__(self, scenario: str = "campaign") -> None:
        self.moves: list[Move] = []
        self.now = table.EMPTY
        sides = CAMPAIGN.card.scenario(scenario).sides
        self.give("", Begin(Setup(scenario, {side.key: side.key for side in sides})))

    def give(self, seat, order):
        number, stored = len(self.moves) + 1, record.stored_order(order)
        dice = SeededDice(b"campaign", number)
        events = decided_as_stored(CAMPAIGN, self.now, stored, seat, dice, self.moves)
        move = Move(number, seat, stored, events, tuple(dice.rolls), f"c{number}", "2026")
        self.moves.append(record.chain_move(move, self.moves[-1].hash if self.moves else ""))
        self.now = table.after_all(CAMPAIGN, self.now, events)

    def enter(self, order=ENTRY):
        self.give(open_seats.next_seat(self.now), TakeSeat(order))

    def gathered(self):
        for seat in ("p1", "p2", "p3"):
            self.give(seat, ENTRY)
        return self


def test_a_fourth_player_joins_before_turn_1():
    course = Course().gathered()
    course.enter()
    assert course.now.state.players["p4"].hongos == 5
    course.give("referee", o.OpenTurn())
    assert "p4" in course.now.state.order


def test_nobody_joins_during_a_turn():
    course = Course().gathered()
    course.give("referee", o.OpenTurn())
    with pytest.raises(Refused, match="HOA-CMP-07"):
        course.enter()


def test_sixteen_players_join_and_no_seventeenth():
    course = Course().gathered()
    for _ in range(13):
        course.enter()
    assert len(course.now.state.players) == 16
    with pytest.raises(Refused, match="CAR-SEA-01"):
        course.enter()
    titles = [side.title.in_("en") for side in CAMPAIGN.sides(course.now.state)]
    assert len(set(titles)) == 16


def test_a_player_who_leaves_keeps_the_history():
    course = Course().gathered()
    course.enter()
    course.give("p4", LeaveSeat())
    assert course.now.state.players["p4"].status == "left"
    assert "p4" not in course.now.seats
    course.enter()
    assert "p5" in course.now.state.players


def test_the_join_page_offers_the_lists():
    view = CAMPAIGN.view(Course().gathered().now.state, Viewer("p4", "p4"))
    (offer,) = CAMPAIGN.offers(view)
    assert isinstance(offer.order, o.Join)
    assert offer.is_live


def bot_of_box(game, view, chance):
    return game.bot(view, chance)


@pytest.mark.parametrize("players", range(3, 8))
def test_a_recorded_campaign_of_a_former_scenario_still_replays(players):
    key = f"players_{players}"
    assert key not in {one.key for one in CAMPAIGN.card.scenarios}
    setup = headless_games.plain_setup(CAMPAIGN.card.scenario(key))
    played = headless_games.play_game(CAMPAIGN, setup, bot_of_box, key, 60)
    assert headless_games.record_faults(CAMPAIGN, key, played) == []
    assert len(table.in_play(CAMPAIGN, played.tables[-1])) <= players
    assert "referee" not in table.competing_sides(CAMPAIGN, played.tables[-1])


def test_a_campaign_with_players_who_come_and_go_replays():
    chance, course = random.Random(7), Course().gathered()
    for _ in range(250):
        state = course.now.state
        if state.is_closed:
            break
        has_room = open_seats.room_refusal(CAMPAIGN, course.now) is None
        if state.step == "between_turns" and has_room and chance.random() < 0.3:
            course.enter()
            continue
        active = [one.key for one in state.active()]
        if len(active) > 3 and chance.random() < 0.02:
            course.give(chance.choice(active), LeaveSeat())
            continue
        owed = chance.choice(CAMPAIGN.waiting_for(state))
        view = CAMPAIGN.view(state, Viewer(owed.seat, course.now.seats[owed.seat]))
        course.give(owed.seat, CAMPAIGN.bot(view, chance))
    assert course.now.opened > 4
    assert len(course.now.left) > 0
    folded = record.replay_moves(CAMPAIGN, course.moves)
    assert msgspec.structs.replace(folded, number=0) == course.now
