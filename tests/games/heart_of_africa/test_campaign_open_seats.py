"""Players join a campaign before turn 1 and between turns, and leave it (HOA-CMP-07)."""

from __future__ import annotations

import random

import msgspec
import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.box import CAMPAIGN
from app.games.heart_of_africa.campaign.course import Course as RulesCourse
from app.games.heart_of_africa.campaign.events import EntryDropped, Joined
from app.games.heart_of_africa.campaign.joining import entry_refused
from app.games.heart_of_africa.campaign.sequence import close_turn as close_turn_by_rules
from app.games.heart_of_africa.campaign.state import Entry
from app.kernel import headless_games, open_seats, record, table
from app.kernel.contract import Setup
from app.kernel.dice import LoadedDice, SeededDice
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from app.kernel.stored_orders import decided_as_stored
from app.kernel.table_orders import Begin, LeaveSeat, TakeSeat
from tests.games.heart_of_africa.campaign import seasons

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


def in_a_turn():
    course = Course().gathered()
    course.give("referee", o.OpenTurn())
    return course


def close_turn(course):
    """All players pass, so that the turn ends."""
    while course.now.state.step != "between_turns":
        (owed,) = CAMPAIGN.waiting_for(course.now.state)
        course.give(owed.seat, o.PassTurn())


def test_a_player_who_joins_during_a_turn_enters_at_its_end():
    course = in_a_turn()
    course.enter(o.Join("native_kingdom", "bunyoro", people="  Wa-simba "))
    assert "p4" not in course.now.state.players and "p4" not in course.now.state.order
    (entry,) = CAMPAIGN.queued(course.now.state)
    assert entry.title.in_("es") == "Wa-simba"
    assert entry.says.in_("en") == "The Wa-simba enter the campaign at the beginning of turn 2."
    assert entry.says.in_("es") == "Los Wa-simba entrarán en la campaña al comienzo del turno 2."
    assert CAMPAIGN.view(course.now.state, SPECTATOR).season.queue
    assert all(one.seat != "p4" for one in CAMPAIGN.waiting_for(course.now.state))
    close_turn(course)
    entered = course.now.state.players["p4"]
    assert (entered.hongos, entered.people, course.now.state.queue) == (5, "Wa-simba", ())
    course.give("referee", o.OpenTurn())
    assert "p4" in course.now.state.order
    folded = record.replay_moves(CAMPAIGN, course.moves)
    assert msgspec.structs.replace(folded, number=0) == course.now


def test_an_entry_without_a_name_draws_one_when_it_takes_effect():
    course = in_a_turn()
    course.enter()
    assert course.now.state.queue[0].people == ""
    close_turn(course)
    assert course.now.state.players["p4"].people


def test_an_entry_that_waits_keeps_its_name_and_is_refused_like_any_other():
    course = in_a_turn()
    course.enter(o.Join("native_kingdom", "bunyoro", people="Wa-simba"))
    with pytest.raises(Refused, match="HOA-CMP-15"):
        course.enter(o.Join("native_kingdom", "buganda", people="wa-SIMBA"))
    with pytest.raises(Refused, match="HOA-LST-67"):
        course.enter(o.Join("egyptians", "egyptians", "native"))


def test_the_army_must_be_open_in_the_turn_of_the_entry():
    """The first Egyptians appear in 1871; the second turn of 1870 ends with that year."""
    state = seasons.season("declaring", seasons.player(1, "native"), year=1870, half=2)
    order = o.Join("egyptians", "egyptians", "native")
    assert not list(entry_refused(state, "p9", order))
    assert list(entry_refused(msgspec.structs.replace(state, half=1), "p9", order))
    view = CAMPAIGN.view(state, Viewer("p9", "p9"))
    (offer,) = CAMPAIGN.offers(view)
    assert offer.says.in_("en") == "You enter at the beginning of turn 4, first half of 1871."
    assert not next(one for one in offer.asks[0].choices if one.value == "egyptians").no


def test_an_entry_that_waits_is_changed_and_withdrawn():
    course = in_a_turn()
    course.enter()
    view = CAMPAIGN.view(course.now.state, Viewer("p4", "p4"))
    (offer,) = CAMPAIGN.offers(view)
    assert offer.label.in_("es") == "Cambiar tu entrada" and offer.ahead
    course.give("p4", o.Join("white_explorers", "expedition", people="Brandt"))
    assert [one.list for one in course.now.state.queue] == ["white_explorers"]
    course.give("p4", LeaveSeat())
    assert course.now.state.queue == () and "p4" not in course.now.state.seats
    close_turn(course)
    assert "p4" not in course.now.state.players
    assert [one.seat for one in CAMPAIGN.waiting_for(course.now.state)] == ["referee"]


def test_an_entry_that_is_refused_at_the_end_is_dropped_and_holds_up_nothing():
    """A correction may have given the name away meanwhile."""
    taken = seasons.player(1, "native", people="Wa-simba")
    entry = Entry("p4", "native_kingdom", "buganda", None, "Wa-simba")
    state = seasons.season("closing", taken, queue=(entry,))
    state = msgspec.structs.replace(state, seats={**state.seats, "p4": "p4"})
    course = RulesCourse(state, LoadedDice())
    close_turn_by_rules(course)
    assert course.season.queue == () and "p4" not in course.season.players
    dropped = next(one for one in course.events if isinstance(one, EntryDropped))
    assert dropped.rule == "HOA-CMP-15"
    owed = {one.seat for one in CAMPAIGN.waiting_for(course.season)}
    assert owed == {"p4", "referee"}
    (news,) = CAMPAIGN.news(state, dropped)
    assert news.sides == ("p4",) and news.asks


def test_news_tell_the_player_whose_entry_takes_effect():
    course = in_a_turn()
    course.enter()
    before = course.now.state
    close_turn(course)
    entered = next(
        one
        for move in course.moves
        for one in move.events
        if isinstance(one, Joined) and one.player.key == "p4"
    )
    (news,) = CAMPAIGN.news(before, entered)
    assert (news.key, news.sides) == ("entered", ("p4",))


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
        if has_room and chance.random() < (0.3 if state.step == "between_turns" else 0.05):
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
