"""Clocks of games on both databases: stored rows, acts of the worker, and races of decisions with
deadlines.
"""

import random
import threading
from datetime import UTC, datetime, timedelta
from time import monotonic, sleep
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from app.kernel import clock_orders, record, table_orders
from app.kernel.clock_terms import Terms
from app.kernel.readjudication import readjudicate_moves
from app.kernel.record import Broken
from app.kernel.refusal import Refused
from app.services import rate_limit
from app.services.container import Services
from app.services.errors import NoSuchGame, Overtaken, TooOften
from app.services.notify import feeds, outbox
from app.services.play import lobby, orders, rematches
from app.services.time import availability, clock_rows, clocks, deadline_worker, viewer_clocks
from app.services.time.availability import PlayingHours
from app.services.time.deadline_worker import (
    DeadlineWorker,
    process_game,
    recompute_clocks,
    record_uptime,
    running_games,
)
from app.services.watch import game_lists, game_view
from app.store import records, schema
from app.store.clocks import Clocks
from app.store.database_errors import DatabaseUnavailable
from tests.clock_modules import GAME_TIME
from tests.contract.tiny import TINY, caravans, parry
from tests.counting import count
from tests.services.time.conftest import START

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def timed(services, people, time):
    """Duel with a clock; red strikes first."""

    def begin(terms, box="parry", **more):
        time.is_now(START - DAY, services)
        game = lobby.open_table(services, people[0].id, box, "plain", clock=terms, **more)
        time.is_now(START, services)
        return lobby.join_table(services, game.address, people[1].id)

    return begin


def look(services, game, person):
    return game_view.load_view(services, game.address, person.id)


def on(services, game, person):
    seen = look(services, game, person)
    return viewer_clocks.clocks_for_viewer(services, seen.game, seen.seats, seen.history, seen.seat)


def order(services, game, person, order, command, after=None):
    seen = look(services, game, person)
    return orders.declare_order(
        services, game.address, person.id, command, seen.last if after is None else after, order
    )


def whole(services, game):
    """Check the record: chain, replay, and a second decision of every order."""
    with services.store.read() as work:
        written = work.moves.for_game(game.id)
        history = services.histories.of(work, services.box(game), work.games.find_game(game.id))
    box = services.box(game)
    assert record.first_broken(written) is None
    assert record.replay_moves(box, history.moves) == history.now
    assert readjudicate_moves(box, history.moves, history.tables) == []
    return history


def row(services, game, seat):
    with services.store.read() as work:
        return work.clocks.of_games([game.id]).get(game.id, {}).get(seat)


EACH = Terms("each", 3, grace=12, then="claim", holidays=10)


def test_the_deadline_is_kept_for_lists_and_moves_with_the_game(services, people, timed, time):
    game = timed(EACH)
    assert row(services, game, "red").deadline == availability.time_text(START + 3 * DAY)
    assert row(services, game, "blue") is None
    time.is_now(START + DAY, services)
    order(services, game, people[0], parry.Strike(False), "one")
    assert row(services, game, "red") is None
    assert row(services, game, "blue").deadline == availability.time_text(START + 4 * DAY)
    assert [one.deadline for one in game_lists.list_my_games(services, people[1].id)] == [
        availability.time_text(START + 4 * DAY)
    ]
    assert on(services, game, people[1]).of("blue").left == 3 * DAY.total_seconds()
    whole(services, game)


def test_a_game_without_a_clock_has_none(services, people, timed):
    game = timed(Terms())
    assert row(services, game, "red") is None
    assert on(services, game, people[0]) is None
    for wish in (
        clock_orders.AskPause(3),
        clock_orders.TakeHoliday("2026-01-06", 1),
        clock_orders.Claim("win"),
    ):
        with pytest.raises(Refused, match="CAR-CLK-02"):
            order(services, game, people[0], wish, f"{wish}"[:20])
    assert b'"clock"' not in bytes(whole(services, game).moves[0].order), (
        "the record of a game without a clock is as it always was"
    )


@pytest.mark.parametrize(
    "wrong",
    [
        Terms("each"),
        Terms("bank", 5),
        Terms("hour", hour="9pm", zone="UTC"),
        Terms("hour", hour="21:00", zone="Nowhere/City"),
        Terms("each", 3, then="flog"),
        Terms("each", 3, grace=1000),
        Terms("each", 3, holidays=400),
        Terms("sand", 3),
    ],
)
def test_an_invalid_clock_is_refused(services, people, wrong):
    with pytest.raises(Refused, match="CAR-CLK-01"):
        lobby.open_table(services, people[0].id, "parry", "plain", clock=wrong)


def test_no_clock_runs_against_a_bot_and_a_rematch_keeps_it(services, people, timed):
    assert not lobby.open_table(
        services, people[2].id, "parry", "plain", against="bot", clock=EACH
    ).clock.runs
    game = timed(EACH)
    order(services, game, people[0], table_orders.Concede(), "enough")
    assert row(services, game, "red") is None
    assert rematches.open_rematch(services, game.address, people[0].id).clock == EACH


# ---------------------------------------------------------------------- pauses and holidays
def test_a_pause_is_agreed_and_ended_with_notice(services, people, timed, time):
    game, (red, blue, *_) = timed(EACH), people
    order(services, game, red, clock_orders.AskPause(5), "ask")
    with pytest.raises(Refused, match="CAR-CLK-03"):
        order(services, game, red, clock_orders.AskPause(5), "ask again")
    order(services, game, blue, clock_orders.DeclinePause(), "no")
    with pytest.raises(Refused, match="CAR-CLK-04"):
        order(services, game, blue, clock_orders.DeclinePause(), "no again")
    order(services, game, blue, clock_orders.AskPause(7), "rather seven")
    order(services, game, red, clock_orders.AskPause(5), "rather five")
    assert look(services, game, red).table.clock.pause == ""
    order(services, game, blue, clock_orders.AskPause(5), "agreed")
    assert on(services, game, red).of("red").because == "pause"
    assert row(services, game, "red").deadline == availability.time_text(START + 8 * DAY)
    with pytest.raises(Refused, match="CAR-CLK-03"):
        order(services, game, red, clock_orders.AskPause(3), "another")
    time.is_now(START + DAY, services)
    order(services, game, red, clock_orders.EndPause(), "back again")
    with pytest.raises(Refused, match="CAR-CLK-05"):
        order(services, game, blue, clock_orders.EndPause(), "me too")
    assert row(services, game, "red").deadline == availability.time_text(START + 5 * DAY), (
        "a day of pause and a day of notice"
    )
    time.is_now(START + 2 * DAY + HOUR, services)
    assert process_game(services, game.id)
    assert look(services, game, red).table.clock.pause == ""
    assert row(services, game, "red").deadline == availability.time_text(START + 5 * DAY)
    whole(services, game)


def test_a_pause_ends_by_itself(services, people, timed, time):
    game = timed(EACH)
    order(services, game, people[0], clock_orders.AskPause(2), "ask")
    order(services, game, people[1], clock_orders.AskPause(2), "agreed")
    with services.store.read() as work:
        assert work.clocks.due_games(availability.time_text(START + 2 * DAY)) == [game.id]
    time.is_now(START + 2 * DAY, services)
    process_game(services, game.id)
    told = [
        line.says.in_("es")
        for one in game_view.load_log(look(services, game, people[0]))
        for line in one.lines
    ]
    assert told[-1] == "La pausa ha terminado."
    whole(services, game)


def test_holidays_are_taken_cut_short_and_counted(services, people, timed, time):
    game, red = timed(EACH), people[0]
    clocks.save_hours(services, red.id, PlayingHours("America/Bogota"))
    for wrong in (
        clock_orders.TakeHoliday("2026-01-04", 1),
        clock_orders.TakeHoliday("2028-01-05", 1),
        clock_orders.TakeHoliday("soon", 1),
        clock_orders.TakeHoliday("2026-01-06", 400),
        clock_orders.TakeHoliday("20260106", 1),
        clock_orders.TakeHoliday("2026-W53-7", 1),
    ):
        with pytest.raises(Refused, match="CAR-CLK-12"):
            order(services, game, red, wrong, "wrong")
    for wrong in (
        clock_orders.TakeHoliday("2026-01-06", 11),
        clock_orders.TakeHoliday("2026-01-06", 0),
    ):
        with pytest.raises(Refused, match="CAR-CLK-06"):
            order(services, game, red, wrong, "wrong")
    order(services, game, red, clock_orders.TakeHoliday("2026-01-07", 6), "away")
    assert on(services, game, red).days_left == 4
    assert row(services, game, "red").deadline == availability.time_text(START + 9 * DAY)
    with pytest.raises(Refused, match="CAR-CLK-12"):
        order(services, game, red, clock_orders.TakeHoliday("2026-01-12", 2), "overlaps")
    time.is_now(START + 3 * DAY, services)  # Thursday morning in Bogota, the second day
    assert on(services, game, red).of("red").because == "holiday"
    with pytest.raises(Refused, match="CAR-CLK-12"):
        order(
            services,
            game,
            red,
            clock_orders.ShortenHoliday("2026-01-07", 1),
            "as if it had been one day",
        )
    assert on(services, game, red).holidays[0].cut_to == 2
    order(services, game, red, clock_orders.ShortenHoliday("2026-01-07", 2), "back tomorrow")
    assert on(services, game, red).days_left == 8
    assert row(services, game, "red").deadline == availability.time_text(START + 5 * DAY)
    order(services, game, red, clock_orders.TakeHoliday("2026-03-01", 8), "in March")
    order(services, game, red, clock_orders.ShortenHoliday("2026-03-01", 0), "not in March")
    with pytest.raises(Refused, match="CAR-CLK-07"):
        order(services, game, red, clock_orders.ShortenHoliday("2026-03-01", 0), "once more")
    assert on(services, game, red).days_left == 8
    whole(services, game)


def test_holidays_by_years(services, people, timed, time):
    game, red = timed(Terms("each", 3, holidays=5, per="year")), people[0]
    order(services, game, red, clock_orders.TakeHoliday("2026-12-29", 5), "over the new year")
    with pytest.raises(Refused, match="CAR-CLK-06"):
        order(services, game, red, clock_orders.TakeHoliday("2026-02-01", 1), "one more")
    time.is_now(datetime(2027, 1, 2, tzinfo=UTC), services)
    assert on(services, game, red).days_left == 5


def test_clock_orders_overtake_no_order_and_are_not_undone(services, people, timed):
    game, (red, blue, *_) = timed(EACH), people
    order(services, game, blue, clock_orders.TakeHoliday("2026-01-06", 2), "away")
    order(services, game, blue, clock_orders.AskPause(2), "pause?")
    order(services, game, red, parry.Strike(False), "from an old page", after=1)
    order(services, game, blue, clock_orders.DeclinePause(), "rather not", after=1)
    order(services, game, red, table_orders.TakeBack(), "oh no")
    assert look(services, game, red).table.clock.holidays == (("blue", "2026-01-06", 2),)
    history = whole(services, game)
    assert history.now.state == history.tables[1].state
    order(services, game, red, clock_orders.AskPause(1), "a short one")
    assert history.now.clock.pause_by == ()


# ---------------------------------------------------------------------- the end of a time
def late(services, game, time, terms):
    time.is_now(START + terms.days * DAY + terms.grace * HOUR, services)
    process_game(services, game.id)  # the reminder, or what follows
    while process_game(services, game.id):
        pass


def events(services, game):
    return [event for move in whole(services, game).moves for event in move.events]


def test_a_deadline_missed_in_undone_moves_does_not_count(services, people, timed, time):
    """Otherwise a player could strike, wait, undo and strike again, and then claim against a player
    with full time.
    """
    game, (red, blue, *_) = timed(EACH), people
    order(services, game, red, parry.Strike(False), "a blow")
    late(services, game, time, EACH)
    assert "win" in on(services, game, red).may_claim
    order(services, game, red, table_orders.TakeBack(), "back")
    assert on(services, game, red).may_claim == ()
    order(services, game, red, parry.Strike(False), "another")
    assert (
        not on(services, game, blue).of("blue").is_late and on(services, game, red).may_claim == ()
    )
    with pytest.raises(Refused, match="CAR-CLK-10"):
        order(services, game, red, clock_orders.Claim("win"), "mine")
    time.is_now(time.now + 4 * DAY, services)
    while process_game(services, game.id):
        pass
    order(services, game, red, clock_orders.Claim("win"), "now it is")
    assert look(services, game, red).game.winners == ("red",)


def test_a_holiday_that_was_given_back_and_taken_again_begins_when_it_is_taken(
    services, people, timed, time
):
    """Otherwise a deadline missed in the morning would be cancelled."""
    game, (red, *_) = timed(EACH), people
    order(services, game, red, clock_orders.TakeHoliday("2026-01-08", 1), "away")
    order(services, game, red, clock_orders.ShortenHoliday("2026-01-08", 0), "not so")
    time.is_now(START + 3 * DAY + 6 * HOUR, services)  # the deadline was at noon
    order(services, game, red, clock_orders.TakeHoliday("2026-01-08", 1), "away after all")
    assert on(services, game, red).of("red").deadline == availability.time_text(START + 3 * DAY)
    whole(services, game)


def test_a_claim(services, people, timed, time):
    game, (red, blue, *_) = timed(EACH), people
    time.is_now(START + 3 * DAY + 11 * HOUR, services)
    while process_game(services, game.id):
        pass
    assert look(services, game, red).last == 1, "the grace is not over"
    with pytest.raises(Refused, match="CAR-CLK-10"):
        order(services, game, blue, clock_orders.Claim("win"), "too early")
    late(services, game, time, EACH)
    assert events(services, game)[-1] == clock_orders.TimeWasUp(
        "red", availability.time_text(START + 3 * DAY)
    )
    assert on(services, game, blue).may_claim == ("win", "draw", "cancel")
    assert on(services, game, red).may_claim == ()
    for wrong in (
        clock_orders.TimeIsUp("now"),
        clock_orders.StandIn({"kind": "strike", "hard": False}, "hold", ""),
        clock_orders.PauseIsOver(),
    ):
        with pytest.raises(Refused, match="CAR-CLK-09"):
            order(services, game, blue, wrong, "forged")
    with pytest.raises(Refused, match="CAR-CLK-10"):
        order(services, game, red, clock_orders.Claim("win"), "my own")
    order(services, game, blue, clock_orders.Claim("win"), "mine")
    seen = look(services, game, blue)
    assert (seen.game.status, seen.game.winners, seen.game.ending) == ("over", ("blue",), "on_time")
    assert row(services, game, "red") is None
    whole(services, game)


@pytest.mark.parametrize(
    ("what", "ending", "called"),
    [
        ("draw", "drawn_on_time", ("A draw", "tablas")),
        ("cancel", "cancelled", ("Cancelled", "anulada")),
    ],
)
def test_other_claims(services, people, timed, time, what, ending, called):
    game = timed(EACH)
    late(services, game, time, EACH)
    order(services, game, people[1], clock_orders.Claim(what), "mine")
    assert (
        look(services, game, people[1]).game.winners,
        look(services, game, people[1]).game.ending,
    ) == ((), ending)
    seen = look(services, game, people[1])
    assert (
        str(seen.outcome.unwon)
        == str(seen.history.report(seen.scenario).chapters[-1].title)
        == called[0]
    )
    assert feeds.end_news(services, seen.game).title.in_("es").endswith(called[1])


def test_a_decision_before_the_claim_continues_the_game(services, people, timed, time):
    game, (red, blue, *_) = timed(EACH), people
    late(services, game, time, EACH)
    order(services, game, red, table_orders.OfferDraw(), "let us call it a draw")
    assert on(services, game, blue).may_claim, "an offer of a draw decides nothing"
    order(services, game, red, parry.Strike(False), "here I am")
    with pytest.raises(Refused, match="CAR-CLK-10"):
        order(services, game, blue, clock_orders.Claim("win"), "too late")
    order(services, game, blue, parry.Answer(True), "well")
    whole(services, game)


def test_with_both_sides_late_no_win_is_claimed(services, people, timed, time):
    game = timed(EACH, box="sealed")
    late(services, game, time, EACH)
    assert on(services, game, people[1]).may_claim == ("draw", "cancel")


@pytest.mark.parametrize(
    ("then", "passes", "by"),
    [("substitute", True, "substitute"), ("hold", True, "hold"), ("hold", False, "substitute")],
)
def test_the_server_takes_one_decision(
    services, people, timed, time, monkeypatch, then, passes, by
):
    """If no pass is possible the bot decides, and all players are told so."""
    monkeypatch.setattr(
        deadline_worker, "passing_order", lambda *_: parry.Strike(False) if passes else None
    )
    terms = Terms("each", 2, then=then)
    game, (red, blue, *_) = timed(terms), people
    late(services, game, time, terms)
    history = whole(services, game)
    assert history.moves[-1].events[0] == clock_orders.StoodIn(
        "red", by, availability.time_text(START + 2 * DAY)
    )
    told = [
        str(line.says)
        for one in game_view.load_log(look(services, game, blue))
        for line in one.lines
    ]
    assert any("the server passes" in says for says in told) == (by == "hold")
    assert [one.seat for one in history.box.waiting_for(history.now.state)] == ["blue"]
    with pytest.raises(Refused, match="CAR-UND-01"):
        order(services, game, red, table_orders.TakeBack(), "not my move")
    assert row(services, game, "blue").deadline == availability.time_text(START + 4 * DAY)
    order(services, game, blue, parry.Answer(True), "go on")


def test_the_server_plays_the_seat_until_the_player_returns(services, people, timed, time):
    terms = Terms("each", 2, then="seat")
    game, (red, blue, *_) = timed(terms), people
    late(services, game, time, terms)
    order(services, game, blue, parry.Answer(True), "answer")
    time.is_now(time.now + HOUR, services)
    order(services, game, blue, parry.Strike(False), "strike")
    while process_game(services, game.id):
        pass
    history = whole(services, game)
    assert history.moves[-1].events[0] == clock_orders.StoodIn("red", "seat", ""), (
        "at once, without another deadline"
    )
    with pytest.raises(Refused, match="CAR-CLK-08"):
        order(services, game, red, parry.Strike(False), "me")
    order(services, game, blue, parry.Answer(True), "answer again")
    order(services, game, blue, parry.Strike(False), "strike again")
    order(services, game, red, clock_orders.ComeBack(), "I am back")
    assert row(services, game, "red").deadline == availability.time_text(time.now + 2 * DAY)
    order(services, game, red, parry.Answer(False), "me again")
    with pytest.raises(Refused, match="CAR-CLK-08"):
        order(services, game, red, clock_orders.ComeBack(), "again")
    whole(services, game)


def test_the_server_does_not_play_both_sides(services, people, timed, time):
    terms = Terms("each", 2, then="seat")
    game = timed(terms, box="sealed")
    late(services, game, time, terms)
    history = whole(services, game)
    assert len(history.now.clock.away) == 2
    assert history.number < 6
    assert not process_game(services, game.id)
    assert [row(services, game, seat).next_at for seat in ("north", "south")] == ["", ""]


def test_wait_and_nudge_put_nothing_on_record(services, people, timed, time):
    for then, rings in (("wait", 1), ("nudge", 2)):
        terms = Terms("each", 2, then=then)
        game = timed(terms)
        late(services, game, time, terms)
        assert look(services, game, people[0]).last == 1
        assert on(services, game, people[0]).of("red").is_late
        with services.store.read() as work:
            assert game.id not in work.clocks.due_games(
                availability.time_text(time.now + 100 * DAY)
            )
        assert row(services, game, "red").told == (
            row(services, game, "red").deadline if rings == 2 else ""
        )


def test_nothing_follows_while_the_late_player_is_on_holiday_or_the_clock_is_paused(
    services, people, timed, time
):
    game, red = timed(EACH), people[0]
    time.is_now(START + 3 * DAY + 13 * HOUR, services)
    order(services, game, red, clock_orders.TakeHoliday("2026-01-09", 2), "ill")
    while process_game(services, game.id):
        pass
    assert not any(isinstance(event, clock_orders.TimeWasUp) for event in events(services, game))
    assert row(services, game, "red").next_at == "2026-01-11T00:00:00.000Z"
    time.is_now(datetime(2026, 1, 11, tzinfo=UTC), services)
    process_game(services, game.id)
    assert isinstance(events(services, game)[-1], clock_orders.TimeWasUp)


# ---------------------------------------------------------------------- the server itself
def caravan(services, people, time, terms):
    """Started game of a judge and three traders, in its first turn."""
    time.is_now(START - DAY, services)
    game = lobby.open_table(services, people[0].id, "caravans", "plain", "judge", clock=terms)
    time.is_now(START, services)
    for person in people[1:4]:
        game = lobby.join_table(services, game.address, person.id)
    order(services, game, people[0], caravans.Open(), "open")
    return game


def stood_in_for(services, game):
    return [one for one in events(services, game) if isinstance(one, clock_orders.StoodIn)]


def test_the_default_order_of_the_game_is_given_when_the_time_is_up(services, people, time):
    game = caravan(services, people, time, Terms("each", days=2, then="hold"))
    time.is_now(START + 2 * DAY + HOUR, services)
    assert process_game(services, game.id)
    assert look(services, game, people[0]).table.state.declared == {"p1": ""}
    assert [one.by for one in stood_in_for(services, game)] == ["hold"]


def test_the_default_order_is_given_at_once_during_an_announced_absence(services, people, time):
    """CAR-CLK-13: The clock stands during a holiday, and the default order is given at once."""
    game = caravan(services, people, time, Terms("each", days=2, then="hold", holidays=20))
    away = clock_orders.TakeHoliday("2026-01-06", 7)
    order(services, game, people[2], away, "away")
    midnight = datetime(2026, 1, 6, tzinfo=UTC)
    assert row(services, game, "p2").next_at == availability.time_text(midnight)
    time.is_now(midnight - HOUR, services)
    assert not process_game(services, game.id)
    time.is_now(midnight + timedelta(minutes=5), services)
    assert process_game(services, game.id)
    state = look(services, game, people[0]).table.state
    assert state.declared == {"p2": ""}  # the others have time until noon of the next day
    (said,) = stood_in_for(services, game)
    assert (said.by, said.deadline) == ("absent", "")


def test_an_absent_player_decides_nothing_by_a_bot(services, people, time):
    """A raid has no default order, so the clock of an absent trader stands."""
    game = caravan(services, people, time, Terms("each", days=2, then="hold", holidays=20))
    order(services, game, people[1], caravans.Declare("p2"), "a raid")
    order(services, game, people[2], caravans.Declare(), "trade")
    order(services, game, people[3], caravans.Declare(), "trade too")
    order(services, game, people[2], clock_orders.TakeHoliday("2026-01-06", 7), "away")
    time.is_now(START + DAY, services)
    assert not process_game(services, game.id)
    assert look(services, game, people[0]).table.state.raids[0].by == ""


def test_an_outage_of_the_server_does_not_count(services, people, timed, time):
    game = timed(EACH)
    time.is_now(START + DAY, services)
    time.now = START + 6 * DAY  # closed for five days
    assert on(services, game, people[0]).of("red").because == "closed"
    assert record_uptime(services)
    assert not record_uptime(services)
    recompute_clocks(services, running_games(services))
    assert row(services, game, "red").deadline == availability.time_text(START + 8 * DAY)
    assert not process_game(services, game.id)
    assert look(services, game, people[0]).last == 1


def test_a_system_clock_that_jumps_ahead_is_an_outage_and_one_set_back_is_harmless(
    services, people, timed, time
):
    game = timed(EACH)
    time.now = START + 365 * DAY
    record_uptime(services)
    recompute_clocks(services, running_games(services))
    assert not process_game(services, game.id)
    assert row(services, game, "red").deadline == availability.time_text(START + 368 * DAY)
    time.now = START + HOUR  # put right again
    record_uptime(services)
    recompute_clocks(services, running_games(services))
    assert not process_game(services, game.id)
    assert look(services, game, people[0]).last == 1
    assert row(services, game, "red").deadline >= availability.time_text(START + 3 * DAY)


def test_no_time_is_up_within_a_quarter_of_an_hour_after_a_start(services, people, timed, time):
    game = timed(EACH)
    time.is_now(START + 3 * DAY + 12 * HOUR - timedelta(minutes=5), services)
    time.now += HOUR
    record_uptime(services)
    for minutes in range(20):
        time.now += timedelta(minutes=1)
        record_uptime(services)
        while process_game(services, game.id):
            pass
        assert (look(services, game, people[0]).last == 1) == (minutes < 14)


def test_no_time_is_up_without_recorded_uptime(services, people, timed, time):
    game = timed(EACH)
    with services.store.write() as work:
        work.uptime._do(sa.delete(schema.uptime))
        work.commit()
    time.now = START + 30 * DAY
    process_game(services, game.id)
    process_game(services, game.id)
    assert look(services, game, people[0]).last == 1


@pytest.fixture
def his(services, time, monkeypatch):
    """Deadline worker of a process that has just started, with the time of this server."""

    def passed():
        return time.now.timestamp()

    monkeypatch.setattr(deadline_worker, "time", SimpleNamespace(monotonic=passed))
    return DeadlineWorker(services)


def rounds(his, time, many):
    """Run this number of rounds of the worker, one each half minute."""
    for _ in range(many):
        time.now += timedelta(seconds=30)
        his.round()


def test_a_new_process_sends_reminders_but_enforces_no_deadline(services, people, timed, time, his):
    """A one-minute outage at the end of a grace period leaves no gap in the recorded uptime."""
    game = timed(EACH)
    time.is_now(START + 3 * DAY + 12 * HOUR - timedelta(seconds=60), services)
    rounds(his, time, 30)
    assert look(services, game, people[0]).last == 1 and row(services, game, "red").reminded
    rounds(his, time, 2)
    assert isinstance(events(services, game)[-1], clock_orders.TimeWasUp)


def test_after_a_database_outage_no_deadline_is_enforced_for_a_while(
    services, people, timed, time, his, monkeypatch
):
    game = timed(EACH)
    time.is_now(START + 3 * DAY + 11 * HOUR, services)
    rounds(his, time, 119)
    with monkeypatch.context() as gone:
        gone.setattr(
            services.store, "read", lambda: (_ for _ in ()).throw(DatabaseUnavailable("no answer"))
        )
        with pytest.raises(DatabaseUnavailable):
            rounds(his, time, 1)
    rounds(his, time, 30)
    assert look(services, game, people[0]).last == 1
    rounds(his, time, 1)
    assert isinstance(events(services, game)[-1], clock_orders.TimeWasUp)


def test_recomputing_many_clocks_is_no_outage_itself(
    services, people, timed, time, his, monkeypatch
):
    """After a real outage four games take 100 s each. The uptime goes on meanwhile."""
    games = [timed(EACH) for _ in range(4)]
    time.is_now(START + DAY, services)
    rounds(his, time, 1)
    time.now = START + 2 * DAY

    def slowly(of, batch):
        recompute_clocks(of, batch)
        time.now += timedelta(seconds=100 * len(batch))

    monkeypatch.setattr(deadline_worker, "BATCH", 1)
    monkeypatch.setattr(deadline_worker, "recompute_clocks", slowly)
    rounds(his, time, 8)
    with services.store.read() as work:
        began = [one.since for one in work.uptime.all_intervals()]
    assert sum(one > availability.time_text(START + 2 * DAY) for one in began) == 1
    for game in games:
        assert row(services, game, "red").deadline > availability.time_text(START + 3 * DAY + HOUR)


def test_a_running_process_still_enforces_when_another_one_starts(
    services, people, timed, time, his
):
    game = timed(EACH)
    time.is_now(START + 3 * DAY + 11 * HOUR, services)
    rounds(his, time, 118)
    new = DeadlineWorker(services)
    new.round()
    rounds(his, time, 2)
    assert not new.has_settled() and isinstance(events(services, game)[-1], clock_orders.TimeWasUp)


def test_a_game_that_ends_in_a_pause_keeps_no_clock(services, people, timed, time, his):
    game, (red, blue, *_) = timed(EACH), people
    order(services, game, red, clock_orders.AskPause(2), "ask")
    order(services, game, blue, clock_orders.AskPause(2), "agreed")
    kept = row(services, game, "")
    order(services, game, red, table_orders.Concede(), "enough")
    assert row(services, game, "") is None
    with services.store.write() as work:  # as it was kept in former times
        work.clocks.replace_clocks(game.id, {"": kept})
        work.commit()
    with services.store.read() as work:
        assert work.clocks.due_games(availability.time_text(START + 9 * DAY)) == []


def test_an_error_in_one_game_delays_no_other(services, people, timed, time, his, monkeypatch):
    gone, other = timed(EACH), timed(EACH)
    with services.store.write() as work:
        for number, game in enumerate((gone, other)):
            work.clocks.replace_clocks(
                game.id,
                {
                    "red": records.SeatClock(
                        game.id, "red", "", availability.time_text(START + number * HOUR)
                    )
                },
            )
        work.commit()
    real, attended = clocks.load_clocks, []

    def time_of(work, game, *more):
        attended.append(game.id)
        if game.id == gone.id:
            raise NoSuchGame
        return real(work, game, *more)

    monkeypatch.setattr(clocks, "load_clocks", time_of)
    time.is_now(START + 2 * HOUR, services)
    due = Clocks.due_games  # one at a time instead of a hundred
    monkeypatch.setattr(
        Clocks, "due_games", lambda ledger, now, resting=(): due(ledger, now, resting, most=1)
    )
    his.sweep()
    his.sweep()
    assert attended[:2] == [gone.id, other.id], "it rests"


def test_a_damaged_game_delays_no_clock_of_others(
    services, people, timed, time, his, monkeypatch, caplog
):
    damaged, other = timed(EACH), timed(EACH)
    his.round()
    time.now = START + 6 * DAY  # closed since the beginning
    real = clock_rows.update_clock_rows

    def note(work, game, *more):
        if game.id == damaged.id:
            raise Broken(1)
        return real(work, game, *more)

    monkeypatch.setattr(clock_rows, "update_clock_rows", note)
    monkeypatch.setattr(his, "sweep", lambda: False)
    his.round()
    assert row(services, other, "red").deadline > availability.time_text(START + 8 * DAY)
    assert f"the clock of game {damaged.id} could not be recomputed" in caplog.text


def test_all_clocks_are_recomputed_after_an_outage(services, people, timed, time, his, monkeypatch):
    game = timed(EACH)
    his.round()
    time.now = START + 6 * DAY
    with monkeypatch.context() as gone:
        gone.setattr(
            clock_rows,
            "update_clock_rows",
            lambda *_: (_ for _ in ()).throw(DatabaseUnavailable("no answer")),
        )
        with pytest.raises(DatabaseUnavailable):
            his.round()
    monkeypatch.setattr(his, "sweep", lambda: False)
    time.now += timedelta(seconds=5)
    his.round()
    assert row(services, game, "red").deadline > availability.time_text(START + 8 * DAY)


# ---------------------------------------------------------------------- hours
def test_hours_are_stored_and_count_from_the_next_decision(services, people, timed, time):
    red, blue, *_ = people
    assert clocks.hours_of(services, red.id) is None
    for wrong in (
        PlayingHours("Nowhere"),
        PlayingHours("UTC", "06:00", "23:00"),
        PlayingHours("UTC", free_days="0123"),
    ):
        with pytest.raises(Refused, match="CAR-CLK-11"):
            clocks.save_hours(services, red.id, wrong)
    game = timed(EACH)
    weekends = PlayingHours("Europe/Madrid", "22:00", "08:00", "65")
    time.is_now(START + HOUR, services)
    clocks.save_hours(services, blue.id, weekends)
    clocks.save_hours(services, red.id, weekends)
    assert clocks.hours_of(services, blue.id) == PlayingHours(
        "Europe/Madrid", "22:00", "08:00", "56"
    )
    order(services, game, red, parry.Strike(False), "one")
    expected = availability.instant_after(
        clocks.hours_of(services, blue.id), (), START + HOUR, 3 * DAY
    )
    assert row(services, game, "blue").deadline == availability.time_text(expected)
    time.is_now(START + 2 * HOUR, services)
    clocks.save_hours(services, blue.id, PlayingHours("Europe/Madrid"))
    recompute_clocks(services, running_games(services))
    assert row(services, game, "blue").deadline == availability.time_text(expected), (
        "a decision keeps the hours with which it began"
    )
    with services.store.read() as work:
        assert work.users.find_user(red.id).zone == "Europe/Madrid"


def test_reminders_once_for_each_deadline(services, people, timed, time):
    game = timed(EACH)
    time.is_now(START + 2 * DAY + HOUR, services)
    assert not process_game(services, game.id)
    time.is_now(START + 2 * DAY + 6 * HOUR, services)
    assert process_game(services, game.id)
    assert row(services, game, "red").reminded == row(services, game, "red").deadline
    assert not process_game(services, game.id)
    order(services, game, people[0], clock_orders.TakeHoliday("2026-01-08", 2), "away")
    assert row(services, game, "red").deadline != row(services, game, "red").reminded, (
        "another deadline, another reminder"
    )


def test_no_reminder_is_sent_during_a_holiday(services, people, timed, time):
    game, (_, south, *_) = timed(EACH, box="sealed"), people
    time.is_now(START + 2 * DAY + 8 * HOUR, services)  # later than the reminder of both
    order(services, game, south, clock_orders.TakeHoliday("2026-01-07", 2), "away")
    while process_game(services, game.id):
        pass
    assert (bool(row(services, game, "north").reminded), row(services, game, "south").reminded) == (
        True,
        "",
    )
    time.is_now(datetime(2026, 1, 9, tzinfo=UTC), services)
    while process_game(services, game.id):
        pass
    assert row(services, game, "south").reminded == row(services, game, "south").deadline


def heard(services, person, kind):
    with services.store.read() as work:
        return [
            outbox.decode_message(row)
            for row in work.outbox.of_user(person.id, 20)
            if row.kind == kind
        ]


@pytest.mark.parametrize(
    ("days", "until"), [(1, "Tue 6 Jan 2026, 12:00"), (5, "Tue 6 Jan 2026, 18:00")]
)
def test_the_end_of_a_pause_is_told_by_its_moment(services, people, timed, time, days, until):
    """A pause that would end sooner by itself ends sooner."""
    game, (red, blue, *_) = timed(EACH), people
    with services.store.write() as work:
        work.users.update_user(blue.id, email="blue@example.org")
        work.commit()
    order(services, game, red, clock_orders.AskPause(days), "ask")
    order(services, game, blue, clock_orders.AskPause(days), "agreed")
    time.is_now(START + 6 * HOUR, services)
    order(services, game, red, clock_orders.EndPause(), "back again")
    message = heard(services, blue, "clock")[0]
    assert [str(line) for line in message.lines] == [
        "Red ends the pause; the clock runs again in 1 day at the latest.",
        f"It runs again on {until} (UTC).",
    ]
    assert message.lines[1].in_("es").startswith("Vuelve a correr el mar 6 ene 2026")


def test_notifications_about_a_clock(services, people, timed, time):
    """Each deadline is announced once, in the reader's zone as absolute time; all hear of a missed
    one.
    """
    red, blue, *_ = people
    with services.store.write() as work:
        for one in (red, blue):
            work.users.update_user(one.id, email=f"{one.id}@example.org")
        work.users.update_user(red.id, zone="America/Bogota")
        work.commit()
    terms = Terms("each", 2, grace=6, then="nudge")
    game = timed(terms)
    late(services, game, time, terms)
    while process_game(services, game.id):
        pass
    with services.store.read() as work:
        heard = {
            one.id: [
                outbox.decode_message(row)
                for row in work.outbox.of_user(one.id, 20)
                if row.kind in ("reminder", "clock")
            ]
            for one in (red, blue)
        }
    assert [message.kind for message in heard[red.id]] == ["reminder"], (
        "the time was up before the reminder could go out"
    )
    assert "Wed 7 Jan 2026, 07:00 (Bogota)" in str(heard[red.id][0].lines[0])
    assert "mié 7 ene 2026" in heard[red.id][0].lines[0].in_("es")
    assert [message.kind for message in heard[blue.id]] == ["clock"]
    assert "12:00 (UTC)" in str(heard[blue.id][0].lines[0])


def test_a_reminder_names_the_consequence(services, people, timed, time):
    red = people[0]
    with services.store.write() as work:
        work.users.update_user(red.id, email="red@example.org")
        work.commit()
    game = timed(EACH)
    time.is_now(START + 2 * DAY + 7 * HOUR, services)
    assert process_game(services, game.id)
    with services.store.read() as work:
        (message,) = [
            outbox.decode_message(row)
            for row in work.outbox.of_user(red.id, 20)
            if row.kind == "reminder"
        ]
    assert "The time is up on Thu 8 Jan 2026, 12:00 (UTC)." in str(message.lines[0])
    assert "Fri 9 Jan 2026, 00:00 (UTC) on: the other side may claim" in str(message.lines[1])


@pytest.mark.parametrize(
    ("his", "told"),
    [("", "Thu 8 Jan 2026, 13:00 (Madrid)"), ("America/Bogota", "Thu 8 Jan 2026, 07:00 (Bogota)")],
)
def test_a_reader_without_a_zone_gets_the_time_of_the_server(
    services, people, timed, time, his, told
):
    services.store.zone = "Europe/Madrid"
    with services.store.write() as work:
        work.users.update_user(people[0].id, email="red@example.org", zone=his)
        work.commit()
    game = timed(EACH)
    time.is_now(START + 2 * DAY + 7 * HOUR, services)
    assert process_game(services, game.id)
    with services.store.read() as work:
        (message,) = [
            outbox.decode_message(row)
            for row in work.outbox.of_user(people[0].id, 20)
            if row.kind == "reminder"
        ]
    assert told in str(message.lines[0])


# ---------------------------------------------------------------------- who is first
NEAR = 0.05  # seconds before and after the end of the grace


class Running:
    """Time that runs from an instant on."""

    def __init__(self, begins: datetime):
        self.begins, self.since = begins, monotonic()

    @property
    def now(self) -> datetime:
        return self.begins + timedelta(seconds=monotonic() - self.since)


def played_by_a_player(services, game, person, its, late, said):
    """Give the order this number of seconds after the start of the race."""
    sleep(max(0.0, late - (monotonic() - its.since)))
    try:
        said["number"] = orders.declare_order(
            services, game.address, person.id, "mine", 1, parry.Strike(False)
        ).number
    except Overtaken:
        said["number"] = None
    said["at"] = its.now


def looked_after(services, game, said):
    """Run the worker until the decision is on record."""
    while not said.get("number"):
        try:
            process_game(services, game.id)
        except Overtaken:
            return
        with services.store.read() as work:
            if work.games.last_number(game.id) > 1:
                return


def race(services, other, people, monkeypatch, rounds):
    """Race of a decision within 50 ms of the end of its grace period with a worker in another
    process.

    Exactly one of the two is recorded, and the log says which. An order answered before the end is
    accepted.
    """
    firsts, chance = {"player": 0, "house": 0}, random.Random(13)
    with services.store.write() as work:  # the server was never down
        work.uptime._do(sa.delete(schema.uptime))
        work.uptime.begin_interval("2000-01-01T00:00:00.000Z")
        work.uptime.go_on(work.uptime.last_interval().id, "2999-01-01T00:00:00.000Z")
        work.commit()
    its = Running(START)
    for module in GAME_TIME:
        monkeypatch.setattr(module, "current_time", lambda: availability.time_text(its.now))
    for _ in range(rounds):
        game = lobby.open_table(
            services, people[0].id, "parry", "plain", clock=Terms("each", 1, then="substitute")
        )
        game, said = lobby.join_table(services, game.address, people[1].id), {}
        ends = availability.parse_time(row(services, game, "red").deadline)
        its.begins, its.since = ends - timedelta(seconds=NEAR), monotonic()
        threads = [
            threading.Thread(
                target=played_by_a_player,
                args=(services, game, people[0], its, chance.uniform(0, 2 * NEAR), said),
            ),
            threading.Thread(target=looked_after, args=(other, game, said)),
        ]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        with services.store.read() as work:
            moves = services.histories.of(work, TINY["parry"], work.games.find_game(game.id)).moves
        assert len(moves) == 2
        first = "house" if isinstance(moves[1].events[0], clock_orders.StoodIn) else "player"
        assert (said["number"], moves[1].command) == (
            (2, "mine") if first == "player" else (None, f"clock:{game.id}:red:1")
        )
        assert first == "player" or said["at"] >= ends, (
            "no player loses by a moment that has not come"
        )
        firsts[first] += 1
        count("deadline_races")
    return firsts


@pytest.fixture
def other(services, database_url):
    """Services of another process on the same database."""
    its = Services.open(TINY, database_url)
    yield its
    its.close()


@pytest.mark.slow
def test_a_decision_races_its_deadline(services, other, people, monkeypatch):
    firsts = race(services, other, people, monkeypatch, 25)
    assert sum(firsts.values()) == 25


@pytest.mark.proof
def test_ten_thousand_decisions_race_their_deadlines(services, other, people, monkeypatch):
    firsts = race(services, other, people, monkeypatch, 5000)  # on each of the two databases
    assert min(firsts.values()) > 50, firsts


def test_clock_orders_are_rate_limited_by_game(services, people, timed, monkeypatch):
    game, (red, _, *_) = timed(EACH), people
    monkeypatch.setattr(
        rate_limit, "LIMITS", {**rate_limit.LIMITS, "clocks": rate_limit.Limit(3600, game=4)}
    )
    services.limits = rate_limit.RateLimiter()
    for number in range(4):
        order(services, game, red, clock_orders.AskPause(1 + number), f"ask {number}")
    with pytest.raises(TooOften):
        order(services, game, red, clock_orders.AskPause(9), "once more")
    order(services, game, red, parry.Strike(False), "but I play on")
    assert len(whole(services, game).moves) == 6
