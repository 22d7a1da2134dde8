"""Days for each kind of decision, as a campaign has them (CAR-CLK-01, CAR-CLK-13, CAR-CLK-14)."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.kernel import clock_orders
from app.kernel.clock_terms import Terms, kept_by_a_clock, step_refusal
from app.kernel.clock_words import in_words
from app.kernel.refusal import Refused
from app.services.play import lobby, orders
from app.services.time import availability
from app.services.time.clock_rows import deadlines_kept
from app.services.time.clock_state import clock_state, decision_states
from app.services.time.deadline_worker import process_game
from app.services.time.ended_decisions import ended_decisions
from app.services.time.time_accounts import ClockMove, ClockStops, time_accounts
from app.services.watch import game_view, waiting_list
from tests.contract.tiny import TINY, caravans
from tests.services.mailbox import give_address, sending
from tests.services.time.conftest import START

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
DAYS = {"declare": 2, "play": 7, "confirm": 1}
STEPS = Terms("steps", then="hold", steps=DAYS, holidays=20)
AT_EIGHT = Terms("steps", hour="20:00", zone="Europe/Madrid", then="hold", steps=DAYS, holidays=20)


@pytest.fixture
def opened(services, people, time):
    """Started game of a judge and three traders; the judge has opened the first turn."""

    def begin(terms):
        time.is_now(START - DAY, services)
        game = lobby.open_table(services, people[0].id, "caravans", "plain", "judge", clock=terms)
        time.is_now(START, services)
        for person in people[1:4]:
            game = lobby.join_table(services, game.address, person.id)
        give(services, game, people[0], caravans.Open())
        return game

    return begin


def give(services, game, person, order):
    last = game_view.load_view(services, game.address, person.id).last
    orders.declare_order(services, game.address, person.id, f"at {last}", last, order)


def state_of(services, game):
    return game_view.load_view(services, game.address).table.state


def clock_of(services, game, seat):
    with services.store.read() as work:
        return work.clocks.of_games([game.id]).get(game.id, {}).get(seat)


def deadline(services, game, seat):
    found = clock_of(services, game, seat)
    return availability.parse_time(found.deadline) if found else None


def events(services, game, kind):
    moves = game_view.load_view(services, game.address).history.moves
    return [event for move in moves for event in move.events if isinstance(event, kind)]


def work_off(services, game):
    while process_game(services, game.id):
        pass


def madrid(*parts):
    return datetime(*parts, tzinfo=ZoneInfo("Europe/Madrid")).astimezone(UTC)


# ---------------------------------------------------------------------- days
def test_each_kind_of_decision_has_its_days(services, people, opened, time):
    game = opened(STEPS)
    assert deadline(services, game, "p1") == START + 2 * DAY
    assert clock_of(services, game, "judge") is None  # the judge owes a decision without a deadline
    time.is_now(START + DAY, services)
    for person, raid in zip(people[1:4], ("p2", "", ""), strict=True):
        give(services, game, person, caravans.Declare(raid))
    assert deadline(services, game, "p2") == START + 8 * DAY
    give(services, game, people[1], caravans.Report(won=True))
    assert deadline(services, game, "p2") == START + 2 * DAY
    assert clock_of(services, game, "p1") is None


def test_the_days_end_at_the_fixed_hour_of_the_campaign(services, opened):
    """13:00 in Madrid and two days, less six hours: Wednesday at eight in the evening."""
    game = opened(AT_EIGHT)
    assert deadline(services, game, "p1") == madrid(2026, 1, 7, 20)


def test_the_hour_counts_on_a_day_of_the_week(services, opened):
    game = opened(Terms(**{**fields(AT_EIGHT), "weekdays": "6"}))
    assert deadline(services, game, "p1") == madrid(2026, 1, 11, 20)


def fields(terms):
    return {name: getattr(terms, name) for name in terms.__struct_fields__}


def account_since(since, terms, step="declare", stops=None):
    move = ClockMove(since, frozenset({"p1"}), steps={"p1": {step: step}})
    (accounts,) = time_accounts(terms, ["p1"], [move], stops or ClockStops(), lambda *_: HOURS)
    return clock_state(terms, "p1", accounts["p1"], stops or ClockStops(), since)


HOURS = availability.PlayingHours("Europe/Madrid")


def test_an_hour_that_summer_time_skips_comes_an_hour_later():
    """In Madrid no clock shows 02:30 on 29 March 2026: it is 03:30 of summer time."""
    terms = Terms("steps", hour="02:30", zone="Europe/Madrid", then="hold", steps={"declare": 1})
    found = account_since(madrid(2026, 3, 28, 3), terms)
    assert found.deadline == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    assert found.deadline.astimezone(ZoneInfo("Europe/Madrid")).hour == 3


def test_an_outage_moves_the_deadline():
    terms = Terms("steps", hour="20:00", zone="Europe/Madrid", then="hold", steps={"declare": 2})
    since = madrid(2026, 1, 5, 13)
    outage = ClockStops(outages=((since + HOUR, since + DAY + HOUR),))
    assert account_since(since, terms).deadline == madrid(2026, 1, 7, 20)
    assert account_since(since, terms, stops=outage).deadline == madrid(2026, 1, 8, 20)


def test_the_reminder_comes_a_day_before_at_most():
    found = account_since(START, STEPS, "play")
    assert found.remind_at == START + 6 * DAY
    assert account_since(START, STEPS, "confirm").remind_at == START + 18 * HOUR


# ---------------------------------------------------------------------- what follows
def test_after_the_days_the_default_order_follows(services, opened, time):
    game = opened(STEPS)
    time.is_now(START + 2 * DAY, services)
    work_off(services, game)
    state = state_of(services, game)
    assert (state.step, state.turn) == ("between", 2)
    assert [one.by for one in events(services, game, clock_orders.StoodIn)] == ["hold"] * 3


def test_an_unplayed_raid_is_the_matter_of_the_judge(services, people, opened, time):
    """No result is made up and no bot plays: the late traders are on record, once."""
    game = opened(STEPS)
    for person, raid in zip(people[1:4], ("p2", "", ""), strict=True):
        give(services, game, person, caravans.Declare(raid))
    time.is_now(START + 7 * DAY, services)
    work_off(services, game)
    late = [one.seat for one in events(services, game, clock_orders.TimeWasUp)]
    assert sorted(late) == ["p1", "p2"]
    assert state_of(services, game).raids == (caravans.Raid("p1", "p2"),)
    asked = waiting_list.load_waiting_list(services, people[0].id).entries
    late = [one for one in asked if one.link == f"/games/{game.address}/desk"]
    assert len(late) == 2 and all(one.is_late for one in late)
    assert all(one.what.in_("en").startswith("The time is up: ") for one in late)
    traders = waiting_list.load_waiting_list(services, people[1].id).entries
    assert not [one for one in traders if one.link.endswith("/desk")]
    give(services, game, people[0], caravans.Rule("p2"))
    assert state_of(services, game).wealth["p2"] == 4


def test_the_judge_gives_more_time(services, people, opened, time):
    game = opened(STEPS)
    for person, raid in zip(people[1:4], ("p2", "", ""), strict=True):
        give(services, game, person, caravans.Declare(raid))
    time.is_now(START + 8 * DAY, services)
    work_off(services, game)
    give(services, game, people[0], clock_orders.ExtendTime("p2", 5))
    assert deadline(services, game, "p2") == START + 13 * DAY
    time.is_now(START + 13 * DAY, services)
    work_off(services, game)
    late = [one.seat for one in events(services, game, clock_orders.TimeWasUp)]
    assert sorted(late) == ["p1", "p2", "p2"]


def test_the_judge_gives_more_time_before_a_fixed_hour(services, people, opened, time):
    game = opened(AT_EIGHT)
    give(services, game, people[0], clock_orders.ExtendTime("p1", 3))
    assert deadline(services, game, "p1") == madrid(2026, 1, 8, 20)


def test_the_judge_announces_an_absence_of_a_trader(services, people, opened, time):
    game = opened(STEPS)
    absence = clock_orders.AnnounceAbsence("p2", START.date().isoformat(), 21)
    give(services, game, people[0], absence)
    [holiday] = events(services, game, clock_orders.HolidayTaken)
    assert (holiday.seat, holiday.days) == ("p2", 21)
    work_off(services, game)
    assert [one.by for one in events(services, game, clock_orders.StoodIn)] == ["absent"]
    for giver, order, rule in (
        (1, clock_orders.AnnounceAbsence("p3", "2027-01-01", 2), "CAR-REF-01"),
        (0, clock_orders.AnnounceAbsence("p3", absence.first, 61), "CAR-CLK-16"),
        (0, clock_orders.AnnounceAbsence("p9", absence.first, 2), "CAR-CLK-16"),
        (0, absence, "CAR-CLK-12"),
    ):
        with pytest.raises(Refused) as refused:
            give(services, game, people[giver], order)
        assert refused.value.refusals[0].rule == rule


@pytest.mark.parametrize(
    ("giver", "order"),
    [
        (1, clock_orders.ExtendTime("p2", 5)),
        (0, clock_orders.ExtendTime("oak", 5)),
        (0, clock_orders.ExtendTime("p2", 0)),
        (0, clock_orders.ExtendTime("p2", 61)),
    ],
)
def test_a_wrong_extension_is_refused(services, people, opened, giver, order):
    game = opened(STEPS)
    with pytest.raises(Refused, match=r"CAR-(CLK-14|REF-01)"):
        give(services, game, people[giver], order)


def test_an_announced_absence_is_answered_at_once(services, people, opened, time):
    game = opened(AT_EIGHT)
    give(services, game, people[2], clock_orders.TakeHoliday("2026-01-05", 10))
    work_off(services, game)
    assert state_of(services, game).declared == {"p2": ""}


# ---------------------------------------------------------------------- terms
@pytest.mark.parametrize(
    "wrong",
    [
        Terms("steps", then="hold"),
        Terms("steps", then="hold", steps={"declare": 0}),
        Terms("steps", then="hold", steps={"declare": 61}),
        Terms("steps", then="claim", steps={"declare": 3}),
        Terms("steps", then="hold", steps={"declare": 3}, weekdays="8"),
        Terms("steps", then="hold", steps={"declare": 3}, hour="25:00"),
    ],
)
def test_days_that_cannot_be_kept_are_refused(wrong):
    assert [one.rule for one in kept_by_a_clock(wrong)] == ["CAR-CLK-01"]


def test_a_game_knows_its_kinds_of_decision():
    deadlines = TINY["caravans"].card.deadlines
    assert [one.key for one in deadlines] == ["declare", "play", "confirm"]
    assert step_refusal(STEPS, deadlines) is None
    refused = step_refusal(Terms("steps", then="hold", steps={"sleep": 3}), deadlines)
    assert refused is not None
    assert refused.rule == "CAR-CLK-01"


def test_a_table_with_days_for_an_unknown_decision_is_refused(services, people):
    with pytest.raises(Refused, match="CAR-CLK-01"):
        lobby.open_table(services, people[0].id, "parry", "plain", clock=STEPS)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("terms", [STEPS, AT_EIGHT])
def test_the_days_are_said_in_words(terms, language):
    said = in_words(terms, TINY["caravans"].card.deadlines).in_(language)
    assert "declare" in said
    assert ("20:00" in said) == bool(terms.hour)


def test_the_players_of_a_near_deadline_are_reminded_once_and_no_other(
    services, people, opened, time
):
    for number, person in enumerate(people[:4]):
        give_address(services, person, f"p{number}@example.org")
    game = opened(STEPS)
    seats = game_view.load_view(services, game.id).seats
    owing = {one.user_id for one in seats if clock_of(services, game, one.seat) is not None}
    for hours in range(0, 48, 3):
        time.is_now(START + hours * HOUR, services)
        process_game(services, game.id)
    rows = [row for row in sending(services) if row.kind == "reminder"]
    assert sorted(row.user_id for row in rows) == sorted(owing - {None})
    assert people[0].id not in {row.user_id for row in rows}
    assert all("Your decision is due" in row.message for row in rows)


# ---------------------------------------------------------------------- several decisions of a seat
def accounts_of(*moves):
    """Accounts of p1 after each move, given as (time, decisions by key, further fields)."""
    happened = [
        ClockMove(when, frozenset({"p1"} if owed else ()), steps={"p1": owed}, **more)
        for when, owed, more in moves
    ]
    return happened, time_accounts(STEPS, ["p1"], happened, ClockStops(), lambda *_: HOURS)


def states_at(accounts, now):
    return {
        one.decision: one for one in decision_states(STEPS, "p1", accounts["p1"], ClockStops(), now)
    }


PLAY, CONFIRM, SECOND = {"play b1": "play"}, {"confirm b2": "confirm"}, {"play b3": "play"}


def test_a_second_decision_has_its_own_deadline():
    _, found = accounts_of(
        (START, PLAY, {}),
        (START + 5 * DAY, {**PLAY, **CONFIRM}, {}),
        (START + 6 * DAY, {**PLAY, **SECOND}, {"own": "p1"}),
    )
    states = states_at(found[1], START + 5 * DAY)
    assert states["play b1"].deadline == START + 7 * DAY
    assert states["confirm b2"].deadline == START + 6 * DAY
    states = states_at(found[2], START + 6 * DAY)
    assert states["play b1"].deadline == START + 7 * DAY, "another answer gives no more time"
    assert states["play b3"].deadline == START + 13 * DAY, "same kind, later question"
    assert clock_state(STEPS, "p1", found[1]["p1"], ClockStops(), START).decision == "confirm b2"


def test_time_that_is_up_counts_for_its_decision_alone():
    both = {**PLAY, **SECOND}
    happened, found = accounts_of(
        (START, PLAY, {}),
        (START + 5 * DAY, both, {}),
        (START + 7 * DAY, both, {"up": "p1", "up_for": "play b1"}),
        (START + 8 * DAY, PLAY, {"own": "p1"}),
        (START + 9 * DAY, {}, {"own": "p1"}),
    )
    states = states_at(found[2], START + 7 * DAY)
    assert (states["play b1"].is_up, states["play b3"].is_up) == (True, False)
    assert states_at(found[3], START + 8 * DAY)["play b1"].is_up, "another answer is no answer"
    assert list(ended_decisions((happened, found), "p1")) == [(4, True), (5, False)]


def test_more_time_of_the_referee_is_for_each_open_decision():
    _, found = accounts_of(
        (START, {**PLAY, **CONFIRM}, {}),
        (START + 2 * DAY, {**PLAY, **CONFIRM}, {"acts": (clock_orders.TimeExtended("p1", 3),)}),
    )
    states = states_at(found[1], START + 2 * DAY)
    assert states["confirm b2"].deadline == START + 5 * DAY
    assert states["play b1"].deadline == START + 10 * DAY


def test_a_decision_that_a_take_back_asks_again_has_the_time_left_to_it():
    _, found = accounts_of(
        (START, PLAY, {}),
        (START + DAY, {**PLAY, **SECOND}, {}),
        (START + 3 * DAY, PLAY, {"own": "p1"}),
        (START + 6 * DAY, {**PLAY, **SECOND}, {"to": 2}),
    )
    states = states_at(found[3], START + 6 * DAY)
    assert states["play b3"].deadline == START + 11 * DAY, "two of seven days were used"
    assert states["play b1"].deadline == START + 7 * DAY


def test_answered_decisions_leave_the_list_of_reminders():
    _, (accounts,) = accounts_of((START, PLAY, {}))
    states = decision_states(STEPS, "p1", accounts["p1"], ClockStops(), START)
    standing = availability.time_text(START + 7 * DAY)
    assert deadlines_kept(f"2026-01-06T12:00:00.000Z {standing}", states) == standing
