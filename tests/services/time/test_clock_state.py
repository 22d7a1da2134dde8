"""Clocks over ten years, eight time zones, summer time, leap days, outages and changes of hours.

Nothing here reads the current time.
"""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.kernel.clock_terms import Terms
from app.services.time.availability import (
    DAY,
    PlayingHours,
    day_of,
    hours_refusals,
    instant_after,
    local_instant,
    merge_intervals,
    open_hours,
    running_time,
)
from app.services.time.clock_state import clock_state
from app.services.time.time_accounts import ClockMove, ClockStops, time_accounts
from tests.counting import count

ZONES = (
    "Europe/Madrid",
    "Atlantic/Canary",
    "America/Bogota",
    "America/New_York",
    "America/Santiago",
    "America/Havana",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
)
SEATS = ("red", "blue")
HOUR, NOTHING, OPEN = timedelta(hours=1), timedelta(0), ClockStops()


def utc(*parts):
    return datetime(*parts, tzinfo=UTC)


def local(zone, *parts):
    return datetime(*parts, tzinfo=ZoneInfo(zone)).astimezone(UTC)


MADRID = PlayingHours("Europe/Madrid")
NIGHTS = PlayingHours("Europe/Madrid", "22:00", "08:00", "56")


# ---------------------------------------------------------------------- one player's time
def test_nights_and_weekends_do_not_count():
    friday_noon = local("Europe/Madrid", 2026, 3, 6, 12)
    assert instant_after(NIGHTS, (), friday_noon, 12 * HOUR) == local(
        "Europe/Madrid", 2026, 3, 9, 10
    )
    assert (
        running_time(NIGHTS, (), friday_noon, local("Europe/Madrid", 2026, 3, 9, 10)) == 12 * HOUR
    )


def test_the_night_of_summer_time_is_an_hour_shorter():
    evening = local("Europe/Madrid", 2026, 3, 28, 12)
    assert instant_after(MADRID, (), evening, DAY) == local("Europe/Madrid", 2026, 3, 29, 13)
    assert (
        running_time(
            MADRID, (), local("Europe/Madrid", 2026, 10, 25), local("Europe/Madrid", 2026, 10, 26)
        )
        == 25 * HOUR
    )


def test_quiet_hours_in_the_hour_that_is_left_out():
    """Between two and three in the night of 29 March 2026 no quiet hours exist, in either order of
    their ends.
    """
    for start, end in (("02:10", "02:50"), ("02:30", "03:10"), ("01:50", "02:10")):
        day = datetime(2026, 3, 29, tzinfo=UTC).date()
        hours = PlayingHours("Europe/Madrid", start, end)
        assert all(one < two for one, two in open_hours(hours, day))
        assert (
            21 * HOUR
            < sum((two - one for one, two in open_hours(hours, day)), NOTHING)
            <= 23 * HOUR
        )


def test_a_leap_day_is_a_day_like_others():
    assert instant_after(MADRID, (), local("Europe/Madrid", 2028, 2, 28, 9), 2 * DAY) == local(
        "Europe/Madrid", 2028, 3, 1, 9
    )
    assert (
        running_time(
            PlayingHours("Europe/Madrid", free_days="1"),
            (),
            local("Europe/Madrid", 2028, 2, 28),
            local("Europe/Madrid", 2028, 3, 1),
        )
        == DAY
    )  # a Tuesday


def test_pauses_and_outages_stop_the_time():
    start = utc(2026, 1, 1)
    shut = merge_intervals(
        [
            (start + 5 * HOUR, start + 7 * HOUR),
            (start + 6 * HOUR, start + 8 * HOUR),
            (start + HOUR, start + 2 * HOUR),
        ]
    )
    assert shut == ((start + HOUR, start + 2 * HOUR), (start + 5 * HOUR, start + 8 * HOUR))
    assert instant_after(PlayingHours(), shut, start, 5 * HOUR) == start + 9 * HOUR
    assert instant_after(PlayingHours(), shut, start + 6 * HOUR, HOUR) == start + 9 * HOUR
    assert instant_after(PlayingHours(), shut, start, NOTHING) == start


@pytest.mark.parametrize(
    "wrong",
    [
        PlayingHours("Europe/Nowhere"),
        PlayingHours("CET"),
        PlayingHours("UTC", "22:00"),
        PlayingHours("UTC", "22:00", "22:00"),
        PlayingHours("UTC", "08:00", "21:00"),
        PlayingHours("UTC", "22h", "08:00"),
        PlayingHours("UTC", "24:00", "08:00"),
        PlayingHours("UTC", free_days="0123"),
        PlayingHours("UTC", free_days="7"),
    ],
)
def test_hours_that_leave_no_time_to_play_are_refused(wrong):
    assert hours_refusals(wrong)


@pytest.mark.parametrize(
    "good",
    [
        PlayingHours(),
        NIGHTS,
        PlayingHours("America/Argentina/Buenos_Aires", "13:00", "16:00"),
        PlayingHours("UTC", "20:00", "08:00", "056"),
    ],
)
def test_valid_hours_are_accepted(good):
    assert hours_refusals(good) == []


zones = st.sampled_from(ZONES)
clock_hours = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.sampled_from((0, 15, 30, 59)))
hours = st.builds(
    PlayingHours,
    zones,
    clock_hours,
    clock_hours,
    st.sets(st.sampled_from("0123456"), max_size=3).map(lambda days: "".join(sorted(days))),
).map(
    lambda one: one if not hours_refusals(one) else PlayingHours(one.zone, free_days=one.free_days)
)
moments = st.integers(0, 10 * 365 * 24 * 60).map(
    lambda minutes: utc(2026, 1, 1) + timedelta(minutes=minutes)
)
spans = st.integers(1, 40 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(hours, moments, spans, st.lists(st.tuples(spans, spans), max_size=3))
def test_instant_after_is_the_inverse_of_running_time(hours, start, amount, gaps):
    check_forward(hours, start, amount, gaps)


def check_forward(hours, start, amount, gaps):
    shut = merge_intervals((start + after, start + after + long) for after, long in gaps)
    end = instant_after(hours, shut, start, amount)
    assert end > start
    assert running_time(hours, shut, start, end) == amount
    assert running_time(hours, shut, start, end - timedelta(microseconds=1)) < amount
    middle = start + (end - start) / 3
    assert (
        running_time(hours, shut, start, middle) + running_time(hours, shut, middle, end) == amount
    )


# ---------------------------------------------------------------------- a game
def play(terms, steps, shut=OPEN, player=lambda seat, moment: MADRID):
    """Last accounts of a game; steps are (moment, owing seats, more fields of the move)."""
    happened = [
        ClockMove(moment, frozenset(owing.split()), **more) for moment, owing, more in steps
    ]
    found = time_accounts(terms, SEATS, happened, shut, player)
    for cut in range(len(happened)):
        assert time_accounts(terms, SEATS, happened, shut, player, found[:cut]) == found
    return found[-1]


def deadline(terms, steps, seat, shut=OPEN, player=lambda seat, moment: MADRID):
    now = steps[-1][0]
    return clock_state(terms, seat, play(terms, steps, shut, player)[seat], shut, now).deadline


START = local("Europe/Madrid", 2026, 1, 5, 12)  # a Monday
EACH, BANK, EVENINGS = (
    Terms("each", 3),
    Terms("bank", 5, 24),
    Terms("hour", hour="21:00", zone="Europe/Madrid"),
)


def test_days_for_each_decision():
    assert deadline(EACH, [(START, "red", {})], "red") == START + 3 * DAY
    assert deadline(EACH, [(START, "red", {})], "blue") is None
    assert (
        deadline(EACH, [(START, "red", {}), (START + DAY, "red", {"own": "red"})], "red")
        == START + 3 * DAY
    ), "an order of many does not begin it anew"
    assert (
        deadline(EACH, [(START, "red", {}), (START + DAY, "blue", {"own": "red"})], "blue")
        == START + 4 * DAY
    )


def test_a_bank_is_filled_up_but_never_runs_over():
    slow = [(START, "red", {}), (START + 3 * DAY, "blue", {}), (START + 3 * DAY + HOUR, "red", {})]
    assert deadline(BANK, slow, "red") == slow[-1][0] + 3 * DAY
    quick = [(START, "red", {}), (START + HOUR, "blue", {}), (START + 2 * HOUR, "red", {})]
    assert deadline(BANK, quick, "red") == quick[-1][0] + 5 * DAY
    late = [(START, "red", {}), (START + 9 * DAY, "blue", {}), (START + 9 * DAY + HOUR, "red", {})]
    assert deadline(BANK, late, "red") == late[-1][0] + DAY, (
        "the late player has what a decision gives"
    )


def test_a_decision_that_is_taken_back_costs_what_it_cost_and_gives_nothing():
    steps = [
        (START, "red", {}),
        (START + 2 * DAY, "blue", {"own": "red"}),
        (START + 2 * DAY + 6 * HOUR, "red", {"own": "red", "to": 1}),
    ]
    assert deadline(EACH, steps, "red") == steps[-1][0] + DAY
    assert deadline(BANK, steps, "red") == steps[-1][0] + 3 * DAY
    assert (
        deadline(BANK, [*steps, (START + 3 * DAY, "blue", {})], "blue") == START + 3 * DAY + 5 * DAY
    )


def test_a_decision_taken_back_after_its_time_has_an_hour():
    steps = [
        (START, "red", {}),
        (START + 4 * DAY, "blue", {"own": "red"}),
        (START + 4 * DAY + HOUR, "red", {"own": "red", "to": 1}),
    ]
    assert deadline(EACH, steps, "red") == steps[-1][0] + HOUR
    assert deadline(EVENINGS, steps, "red") == local("Europe/Madrid", 2026, 1, 9, 21)


def test_the_fixed_hour():
    def at_nine(day):
        return local("Europe/Madrid", 2026, 1, day, 21)

    assert deadline(EVENINGS, [(START, "red", {})], "red") == at_nine(5)
    assert deadline(EVENINGS, [(START + 4 * HOUR, "red", {})], "red") == at_nine(6), (
        "asked five hours before"
    )
    assert deadline(
        EVENINGS,
        [(START, "red", {})],
        "red",
        player=lambda seat, moment: PlayingHours("Europe/Madrid", free_days="01"),
    ) == at_nine(7)
    bogota = PlayingHours("America/Bogota", "14:00", "16:00")
    assert deadline(
        EVENINGS, [(START, "red", {})], "red", player=lambda seat, moment: bogota
    ) == at_nine(5), "the hour was agreed, quiet or not"
    paused = ClockStops(pauses=((START + HOUR, START + 6 * HOUR),))
    assert deadline(EVENINGS, [(START, "red", {})], "red", paused) == at_nine(6), (
        "three hours after a pause"
    )
    assert deadline(
        EVENINGS,
        [(START, "red", {})],
        "red",
        ClockStops(outages=((START + HOUR, START + 6 * HOUR),)),
    ) == at_nine(6)
    assert deadline(
        EVENINGS,
        [(START, "red", {})],
        "red",
        ClockStops(outages=((START + 5 * HOUR, START + 5 * HOUR + timedelta(minutes=5)),)),
    ) == at_nine(5)


def test_pauses_holidays_and_outages_stop_the_right_seats():
    later = (START + DAY, START + 3 * DAY)
    for shut, red, blue in (
        (ClockStops(pauses=(later,)), 5, 5),
        (ClockStops(holidays={"red": (later,)}), 5, 3),
        (ClockStops(outages=(later,)), 5, 5),
    ):
        steps = [(START, "red blue", {})]
        assert (deadline(EACH, steps, "red", shut), deadline(EACH, steps, "blue", shut)) == (
            START + red * DAY,
            START + blue * DAY,
        )
    account = play(EACH, [(START, "red blue", {})])["red"]
    says = [
        clock_state(EACH, "red", account, ClockStops(pauses=(later,)), START + days * DAY)
        for days in (0, 2, 6)
    ]
    assert [one.stands for one in says] == ["", "pause", ""]
    assert [one.left for one in says] == [3 * DAY, 2 * DAY, -DAY]


def test_grace_is_time_that_runs_too():
    terms = Terms("each", 1, grace=12)
    says = clock_state(
        terms,
        "red",
        play(terms, [(START, "red", {})], player=lambda *_: NIGHTS)["red"],
        ClockStops(),
        START,
    )
    assert says.deadline == local("Europe/Madrid", 2026, 1, 6, 22)
    assert says.ends == local("Europe/Madrid", 2026, 1, 7, 20)
    assert (says.is_late(says.deadline), says.is_over(says.deadline), says.is_over(says.ends)) == (
        True,
        False,
        True,
    )


def test_nothing_follows_during_a_pause_or_a_holiday():
    account, late = play(EACH, [(START, "red", {})])["red"], START + 4 * DAY
    assert clock_state(EACH, "red", account, ClockStops(), late).is_over(late)
    for shut in (
        ClockStops(pauses=((late - HOUR, late + HOUR),)),
        ClockStops(holidays={"red": ((late - HOUR, late + HOUR),)}),
    ):
        assert not clock_state(EACH, "red", account, shut, late).is_over(late)


def test_a_late_player_who_decides_begins_with_new_time():
    steps = [(START, "red", {}), (START + 4 * DAY, "red", {"up": "red"})]
    assert play(EACH, steps)["red"].is_up
    assert (
        deadline(EACH, [*steps, (START + 5 * DAY, "red", {"own": "red"})], "red") == START + 8 * DAY
    )
    assert (
        deadline(EACH, [*steps, (START + 5 * DAY, "red", {"back": "red"})], "red")
        == START + 8 * DAY
    )
    assert (
        deadline(
            BANK,
            [
                (START, "red", {}),
                (START + 6 * DAY, "red", {"up": "red"}),
                (START + 7 * DAY, "red", {"own": "red"}),
            ],
            "red",
        )
        == START + 8 * DAY
    )


def test_new_hours_count_from_the_next_decision_on():
    def player(seat, moment):
        return PlayingHours("UTC", free_days="234") if moment > START else MADRID

    steps = [(START, "red", {}), (START + DAY, "red", {"own": "red"})]
    assert deadline(EACH, steps, "red", player=player) == START + 3 * DAY
    assert (
        deadline(EACH, [*steps, (START + DAY + HOUR, "blue", {})], "blue", player=player)
        > START + 6 * DAY
    )


def test_a_clock_that_was_put_back_costs_and_gives_nothing():
    steps = [
        (START, "red", {}),
        (START - 3 * DAY, "blue", {"own": "red"}),
        (START - 2 * DAY, "red", {"own": "blue"}),
    ]
    assert play(BANK, steps)["red"].left == 5 * DAY
    assert deadline(BANK, steps, "red") == START + 5 * DAY


# ---------------------------------------------------------------------- ten years
@st.composite
def histories(draw, most=25):
    """Game between 2026 and 2036: terms, hours of two players in changing zones, moves, and stops
    of the clocks.
    """
    kind = draw(st.sampled_from(("each", "bank", "hour")))
    terms = Terms(
        kind,
        draw(st.integers(1, 30)),
        draw(st.integers(6, 96)),
        draw(clock_hours),
        draw(zones),
        draw(st.integers(0, 72)),
    )
    moved = {
        seat: sorted(
            draw(st.lists(st.tuples(moments, hours), max_size=4)), key=lambda pair: pair[0]
        )
        for seat in SEATS
    }
    first = {seat: draw(hours) for seat in SEATS}

    def player(seat, moment):
        return next((one for since, one in reversed(moved[seat]) if since <= moment), first[seat])

    now = draw(moments)
    happened, owing = (
        [ClockMove(now, frozenset(draw(st.sampled_from((("red",), ("blue",), SEATS)))))],
        None,
    )
    for _ in range(draw(st.integers(0, most))):
        now += timedelta(minutes=draw(st.one_of(st.integers(0, 600), st.integers(0, 9 * 24 * 60))))
        owing = frozenset(draw(st.sampled_from((("red",), ("blue",), SEATS))))
        own = draw(st.sampled_from(sorted(happened[-1].owing)))
        to = draw(st.integers(1, len(happened))) if draw(st.integers(0, 9)) == 0 else None
        up = (
            draw(st.sampled_from(sorted(owing)))
            if to is None and draw(st.integers(0, 9)) == 0
            else ""
        )
        happened.append(
            ClockMove(now, happened[to - 1].owing if to else owing, "" if up else own, up, to=to)
        )
    begin = happened[0].at
    stops = st.lists(
        st.tuples(spans, spans).map(lambda pair: (begin + pair[0], begin + pair[0] + pair[1] / 4)),
        max_size=2,
    ).map(merge_intervals)
    return terms, player, happened, ClockStops(draw(stops), {"red": draw(stops)}, draw(stops))


@pytest.mark.slow
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(histories())
def test_a_game_of_some_weeks(history):
    check_history(*history)


@pytest.mark.proof
def test_ten_years_of_games():
    """100,000 deadlines and more."""
    checked = []

    @settings(max_examples=3600, deadline=None, suppress_health_check=list(HealthCheck))
    @given(histories(60))
    def check(history):
        checked.append(check_history(*history))

    check()
    count("clock_deadlines", sum(checked))
    assert sum(checked) > 100_000


@pytest.mark.proof
@settings(max_examples=20000, deadline=None)
@given(hours, moments, spans, st.lists(st.tuples(spans, spans), max_size=3))
def test_ten_years_forward_and_back(hours, start, amount, gaps):
    check_forward(hours, start, amount, gaps)


def check_history(terms, player, happened, shut):
    """Check a game and return the number of deadlines checked."""
    found, checked = time_accounts(terms, SEATS, happened, shut, player), 0
    for place, move in enumerate(happened):
        until = happened[place + 1].at if place + 1 < len(happened) else move.at + 3 * DAY
        for seat in SEATS:
            account = found[place][seat]
            says = clock_state(terms, seat, account, shut, move.at)
            assert (says.deadline is not None) == (seat in move.owing)
            if says.deadline is None:
                continue
            if account.at == move.at:
                assert says.deadline > move.at, (
                    "a deadline lies before the moment at which it was set"
                )
            assert says.ends >= says.deadline
            assert says.deadline >= says.remind_at >= says.since or account.not_before
            if terms.kind == "hour":
                check_hour(terms, says, account, shut, seat)
            check_falling(terms, seat, account, shut, move.at, until)
            checked += 1
    return checked


def check_hour(terms, says, account, shut, seat):
    """Check that the deadline is the local hour, and that no earlier day was left out without a
    reason.
    """
    zone, free = terms.zone, account.hours.free_days
    day = day_of(zone, says.deadline)
    assert says.deadline in (
        local_instant(zone, day, terms.hour),
        local_instant(zone, day - DAY, terms.hour),
    )
    earlier = local_instant(zone, day - DAY, terms.hour)
    if earlier > (account.not_before or says.since):
        excused = (
            str(day_of(account.hours.zone, earlier).weekday()) in free
            or any(start <= earlier < end for start, end in shut.restarts(seat))
            or running_time(
                account.hours,
                shut.of(seat),
                max([says.since, *(end for _, end in shut.restarts(seat) if end <= earlier)]),
                earlier,
            )
            < 6 * HOUR
        )
        assert excused, "a local day was skipped"


def check_falling(terms, seat, account, shut, start, end):
    """Check that the time left falls between two moves by at most the elapsed time.

    It stands while the clock is stopped, and the deadline does not move.
    """
    steps = [start + (end - start) * part / 4 for part in range(5)]
    says = [clock_state(terms, seat, account, shut, moment) for moment in steps]
    assert len({one.deadline for one in says}) == 1
    for (one, two), (before, after) in zip(pairwise(says), pairwise(steps), strict=True):
        assert two.left <= one.left
        if terms.kind != "hour" or after <= one.deadline:
            assert one.left - two.left == running_time(account.hours, shut.of(seat), before, after)
        assert one.left - two.left <= after - before
