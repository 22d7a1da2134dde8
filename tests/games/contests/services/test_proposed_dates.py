"""Proposed dates of battles: moments in UTC, refusals by the clock, old proposals in words.

Then requests to play at once: time of the server, end, privacy, notifications.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
import pytest
import sqlalchemy as sa

from app.games import shelf
from app.games.contests import orders as o
from app.games.contests.adjudicate import GAME
from app.kernel.clock_terms import Terms
from app.kernel.date_orders import minutes_later
from app.kernel.record import read_events
from app.kernel.refusal import Refused
from app.services.clubs.date_reminders import DateReminders
from app.services.container import Services
from app.services.notify import battle_reminders, notifications
from app.services.notify.battle_reminders import remind_of_battles
from app.services.notify.digest import digest_text
from app.services.notify.outbox import decode_message
from app.services.people import accounts
from app.services.play import lobby, open_seats, orders
from app.services.server_clock import current_datetime
from app.services.time import availability, proposed_dates
from app.services.watch import assessed_dates, game_view
from app.services.watch.agreed_dates import dates_of_games, dates_of_user
from app.services.watch.waiting_list import load_waiting_list
from app.services.watch.waiting_week import load_week_items

NAMES = ("Ada", "Berta")
ASK = o.AskToPlay("r1.1", at="2001-01-01T00:00:00Z")
CLOCK = Terms("steps", steps={"play": 28})


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


@pytest.fixture
def members(services):
    return [accounts.register(services, name, "a long enough sentence").id for name in NAMES]


@pytest.fixture
def contest(services, members):
    """Number of a Swiss contest of two entrants with a deadline of 28 days. Ada organises."""
    game = lobby.open_table(
        services,
        members[0],
        "contests",
        "swiss",
        "referee",
        terms={"words": "Chess", "rounds": "1"},
        clock=CLOCK,
        gathers=True,
    ).id
    for number, member in enumerate(members):
        open_seats.take_seat(services, game, member, f"in{number}", o.Enter(NAMES[number]))
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        give(services, game, members[0], order, "referee")
    return game


def give(services, game, member, order, seat):
    last = game_view.load_view(services, game, None).last
    command = f"{type(order).__name__}-{last}"
    return orders.declare_order(services, game, member, command, last, order, seat=seat)


def date_of(services, game):
    return game_view.load_view(services, game, None).table.state.pairing("r1.1").date


def in_days(days):
    return (current_datetime() + timedelta(days=days)).isoformat(timespec="seconds")


def refused_rule(services, game, member, order, seat):
    with pytest.raises(Refused) as refused:
        give(services, game, member, order, seat)
    return refused.value.refusals[0].rule


def test_a_moment_with_its_offset_is_kept_in_utc(services, members, contest):
    day = in_days(2)[:10]
    give(services, contest, members[0], o.ProposeDate("r1.1", "here", f"{day}T20:30+02:00"), "p1")
    assert date_of(services, contest).at == f"{day}T18:30:00Z"
    give(services, contest, members[1], o.AnswerDate("r1.1", True), "p2")
    assert (date_of(services, contest).words, date_of(services, contest).answer) == ("here", "yes")


@pytest.mark.parametrize(
    ("at", "rule"),
    [
        ("", "CAR-BAT-10"),
        ("2026-01-15T20:30Z", "CAR-BAT-10"),
        ("2999-01-15T20:30Z", "CAR-BAT-10"),
        ("next friday", "CON-RES-10"),
        ("2026-02-30T20:30Z", "CON-RES-10"),
        ("2026-12-04T20:30", "CON-RES-10"),
        ("0001-01-01T00:00+14:00", "CON-RES-10"),
    ],
)
def test_words_alone_nonsense_and_times_out_of_reach_are_refused(
    services, members, contest, at, rule
):
    order = o.ProposeDate("r1.1", "Friday", at)
    assert refused_rule(services, contest, members[0], order, "p1") == rule
    assert date_of(services, contest) is None


def test_the_deadline_is_the_last_moment(services, members, contest):
    late, soon = (o.ProposeDate("r1.1", at=in_days(days)) for days in (29, 27))
    assert refused_rule(services, contest, members[0], late, "p1") == "CAR-BAT-10"
    give(services, contest, members[0], soon, "p1")
    assert date_of(services, contest) is not None


def test_an_old_proposal_in_words_stays_readable_and_is_answered(
    services, members, contest, monkeypatch
):
    with monkeypatch.context() as before:
        before.setattr(proposed_dates, "date_refusal", lambda *_: None)
        give(services, contest, members[0], o.ProposeDate("r1.1", "Friday at eight"), "p1")
    assert date_of(services, contest).words == "Friday at eight"
    give(services, contest, members[1], o.AnswerDate("r1.1", True), "p2")
    assert (date_of(services, contest).at, date_of(services, contest).answer) == ("", "yes")


def test_an_event_of_before_has_no_moment():
    (event,) = read_events(
        GAME, '[{"kind": "date_proposed", "battle": "r1.1", "by": "p1", "words": "Friday"}]'
    )
    assert (event.words, event.at, str(event.title)) == ("Friday", "", "Friday")


def test_both_players_are_reminded_once_before_an_agreed_date(services, members, contest):
    with services.store.write() as work:
        for number, member in enumerate(members):
            work.users.update_user(member, email=f"{number}@example.org")
        work.commit()
    give(services, contest, members[0], o.ProposeDate("r1.1", "the club", in_days(3)), "p1")
    start = datetime.fromisoformat(date_of(services, contest).at)
    hours = [timedelta(hours=hours) for hours in (20, 25, 20, 20, 1, -1)]
    reminded = [remind_of_battles(services, start - hours[0])]
    give(services, contest, members[1], o.AnswerDate("r1.1", True), "p2")
    reminded += [remind_of_battles(services, start - each) for each in hours[1:]]
    assert reminded == [0, 0, 1, 1, 1, 0]
    for member in members:
        with services.store.read() as work:
            rows = [one for one in work.outbox.of_user(member, 30) if one.kind == "reminder"]
        assert ["Your battle is near" in decode_message(one).title.en for one in rows] == [True]
        assert "the club" in str(decode_message(rows[0]).lines)


def agree(services, contest, members, days):
    """Agree on a date in some days; returns its moment."""
    give(services, contest, members[0], o.ProposeDate("r1.1", at=in_days(days)), "p1")
    give(services, contest, members[1], o.AnswerDate("r1.1", True), "p2")
    return datetime.fromisoformat(date_of(services, contest).at)


@pytest.fixture
def read_games(monkeypatch):
    """Numbers of the games that the reminder has read."""
    numbers = []

    def noting(services, work, games):
        numbers.extend(one.id for one in games)
        return dates_of_games(services, work, games)

    monkeypatch.setattr(battle_reminders, "dates_of_games", noting)
    return numbers


def test_the_reminder_reads_only_contests_with_a_near_date(services, members, contest, read_games):
    start = agree(services, contest, members, 3)
    other = lobby.open_table(
        services, members[0], "contests", "swiss", "referee", terms={"words": "Go"}, gathers=True
    ).id
    for hours, count, read in ((48, 0, 0), (20, 1, 1), (1, 1, 1), (-1, 0, 1), (-2, 0, 0)):
        read_games.clear()
        assert remind_of_battles(services, start - timedelta(hours=hours)) == count, hours
        assert read_games == [contest] * read and other not in read_games, hours


def test_a_contest_with_an_unknown_date_is_read_once(services, members, contest, read_games):
    """As after an upgrade: its noted date is over, and the next one is found."""
    start = agree(services, contest, members, 3)
    for hours, read in ((48, 1), (47, 0), (20, 1)):
        if hours == 48:
            with services.store.write() as work:
                work.games.update_game(contest, next_date_at="2000-01-01T00:00:00Z")
                work.commit()
        read_games.clear()
        remind_of_battles(services, start - timedelta(hours=hours))
        assert read_games == [contest] * read, hours
    with services.store.read() as work:
        assert datetime.fromisoformat(work.games.find_game(contest).next_date_at) == start


def test_a_move_meanwhile_keeps_its_date(services, members, contest):
    with services.store.read() as work:
        before = work.games.find_game(contest)
    agree(services, contest, members, 3)
    with services.store.write() as work:
        noted = work.games.find_game(contest).next_date_at
        work.games.replace_date(before, "2099-01-01T00:00:00Z")
        assert work.games.find_game(contest).next_date_at == noted != ""


def test_a_near_date_is_found_by_its_index(services, members, contest):
    agree(services, contest, members, 3)
    sent = []
    engine = services.store.engine

    def keep(_connection, _cursor, text, values, *_):
        if "next_date_at <=" in text and text.startswith("SELECT"):
            sent.append((text, values))

    sa.event.listen(engine, "before_cursor_execute", keep)
    remind_of_battles(services, current_datetime())
    sa.event.remove(engine, "before_cursor_execute", keep)
    (text, values) = sent[0]
    with engine.connect() as reading:
        explain = "EXPLAIN QUERY PLAN"
        if engine.dialect.name == "postgresql":
            reading.exec_driver_sql("SET enable_seqscan = off")
            explain = "EXPLAIN"
        plan = "\n".join(str(row) for row in reading.exec_driver_sql(f"{explain} {text}", values))
    assert "ix_games_dates" in plan, plan


@pytest.mark.parametrize(
    ("account", "contest_zone", "place", "hour"),
    [
        ("America/Lima", "Europe/Madrid", "Lima", 13),
        ("", "Asia/Tokyo", "Tokyo", 3),
        ("", "", "UTC", 18),
    ],
)
def test_a_notification_has_the_time_of_its_reader(
    services, members, contest, account, contest_zone, place, hour
):
    """The zone of the account comes first, then that of the contest."""
    clock = msgspec.structs.replace(CLOCK, zone=contest_zone)
    with services.store.write() as work:
        work.users.update_user(members[1], email="1@example.org", zone=account)
        work.games.update_game(contest, clock=clock)
        work.commit()
    day = in_days(3)[:10]
    give(services, contest, members[0], o.ProposeDate("r1.1", "the club", f"{day}T18:30Z"), "p1")
    with services.store.read() as work:
        texts = [str(decode_message(one).lines) for one in work.outbox.of_user(members[1], 30)]
    (said,) = [one for one in texts if "the club" in one]
    assert f"{hour:02}:30 ({place})" in said, said
    if place != "UTC":
        assert "UTC" not in said, said


def test_the_digest_in_a_mail_has_the_time_of_its_reader(services, members, contest):
    give(services, contest, members[0], o.ProposeDate("r1.1", at=f"{in_days(3)[:10]}T18:30Z"), "p1")
    seen = game_view.load_view(services, contest, members[1])
    for language in ("en", "es"):
        text = digest_text(seen, language, "America/Lima")
        assert ", 13:30 (Lima)" in text and "UTC" not in text, text


def test_the_worker_of_near_dates_reminds_of_battles(services, members, contest):
    with services.store.write() as work:
        work.users.update_user(members[1], email="1@example.org")
        work.commit()
    give(services, contest, members[0], o.ProposeDate("r1.1", at=in_days(0.5)), "p1")
    give(services, contest, members[1], o.AnswerDate("r1.1", True), "p2")
    worker = DateReminders(services)
    worker.round()
    worker.round()
    with services.store.read() as work:
        kinds = [one.kind for one in work.outbox.of_user(members[1], 30)]
    assert kinds.count("reminder") == 1


def test_agreed_dates_of_a_player_end_with_the_result(services, members, contest):
    give(services, contest, members[0], o.ProposeDate("r1.1", at=in_days(3)), "p1")
    assert dates_of_user(services, members[1]) == ()
    give(services, contest, members[1], o.AnswerDate("r1.1", True), "p2")
    assert [one.date.battle for one in dates_of_user(services, members[1])] == ["r1.1"]
    assert dates_of_user(services, members[0]) == dates_of_user(services, members[1])
    give(services, contest, members[0], o.EnterResult("r1.1", "p1"), "p1")
    give(services, contest, members[1], o.ConfirmResult("r1.1"), "p2")
    assert dates_of_user(services, members[1]) == ()


# ---------------------------------------------------------------------- play at once
def answer(accept):
    return o.AnswerToPlay("r1.1", accept=accept)


def requests_of(services, game, user=None):
    state = game_view.load_view(services, game, user).view.contest
    return state.requests.get("r1.1", ())


def passes(monkeypatch, minutes):
    """Let the clock of the server stand some minutes ahead."""
    later = current_datetime() + timedelta(minutes=minutes)
    for module in (notifications, assessed_dates):
        monkeypatch.setattr(module, "current_time", lambda: availability.time_text(later))
    monkeypatch.setattr(
        "app.services.play.orders.current_time", lambda: availability.time_text(later)
    )


def test_the_server_sets_the_time_of_a_request(services, members, contest):
    give(services, contest, members[0], ASK, "p1")
    (request,) = requests_of(services, contest, members[1])
    at, until = map(datetime.fromisoformat, (request.at, request.until))
    assert abs(at - current_datetime()) < timedelta(minutes=1)
    assert until - at == timedelta(minutes=30)
    give(services, contest, members[1], answer(True), "p2")
    assert requests_of(services, contest, members[0])[0].answer == "yes"


def test_an_answer_after_its_end_is_refused_with_its_reason(
    services,
    members,
    contest,
    monkeypatch,
):
    give(services, contest, members[0], ASK, "p1")
    with monkeypatch.context() as later:
        passes(later, 31)
        assert refused_rule(services, contest, members[1], answer(True), "p2") == "CON-RES-11"
        look = game_view.load_view(services, contest, members[1])
        (no,) = assessed_dates.assess_by_clock(services, look, answer(True)).no
        assert "The request ended on" in str(no.says) and "UTC" in str(no.says)
        give(services, contest, members[1], o.AskToPlay("r1.1"), "p2")
    assert [one.by for one in requests_of(services, contest, members[1])] == ["p1", "p2"]


def test_other_users_neither_see_nor_read_of_a_request(services, members, contest):
    give(services, contest, members[0], ASK, "p1")
    stranger = accounts.register(services, "Zoe", "a long enough sentence").id
    for user in (None, stranger):
        look = game_view.load_view(services, contest, user)
        assert requests_of(services, contest, user) == ()
        lines = [str(line.says) for one in game_view.load_log(look) for line in one.lines]
        assert lines and not any("play now" in one for one in lines)
        page = look.box.pages(look.view).battles[0]
        assert page.dates.play_now is None
    own = game_view.load_view(services, contest, members[1])
    assert "asks to play now" in str(own.box.pages(own.view).battles[0].dates.play_now.says)
    lines = [str(line.says) for one in game_view.load_log(own) for line in one.lines]
    assert any("asks to play now" in one for one in lines)


def test_the_opponent_is_notified_at_once_and_not_after_the_end(
    services,
    members,
    contest,
    monkeypatch,
):
    with services.store.write() as work:
        work.users.update_user(members[1], email="1@example.org")
        work.commit()
    give(services, contest, members[0], ASK, "p1")
    with services.store.read() as work:
        found = work.outbox.of_user(members[1], 30)
    (row,) = [one for one in found if "asks to play now" in decode_message(one).title.en]
    message = decode_message(row)
    assert row.due <= row.made_at and message.asks and row.to == "1@example.org"
    assert notifications.wait_before_sending(services, row) == ""
    passes(monkeypatch, 31)
    with pytest.raises(notifications.NoLongerWanted):
        notifications.wait_before_sending(services, row)


def test_a_dry_run_of_a_date_refuses_as_the_order_does(services, members, contest):
    look = game_view.load_view(services, contest, members[0])
    for order in (
        o.ProposeDate("r1.1", "Friday"),
        o.ProposeDate("r1.1", at="2020-01-15T20:30Z"),
        o.ProposeDate("r1.1", at="2999-01-15T20:30Z"),
        o.ProposeDate("r1.1", at="2999-13-15T20:30Z"),
    ):
        rule = refused_rule(services, contest, members[0], order, "p1")
        found = assessed_dates.assess_by_clock(services, look, msgspec.to_builtins(order))
        assert rule in [one.rule for one in found.no], order
    soon = (current_datetime() + timedelta(days=3)).isoformat(timespec="seconds")
    assert assessed_dates.assess_by_clock(services, look, o.ProposeDate("r1.1", at=soon)).no == ()


def test_an_event_without_a_time_has_no_end():
    (event,) = read_events(GAME, '[{"kind": "play_asked", "battle": "r1.1", "by": "p1"}]')
    assert (event.at, event.until) == ("", "")


def test_a_request_ends_in_the_next_day_month_and_year():
    for at, until in (
        ("2026-03-01T19:00:00Z", "2026-03-01T19:30:00Z"),
        ("2026-02-28T23:45:10Z", "2026-03-01T00:15:10Z"),
        ("2028-02-28T23:45:10Z", "2028-02-29T00:15:10Z"),
        ("2026-12-31T23:30:00Z", "2027-01-01T00:00:00Z"),
    ):
        assert minutes_later(at, 30) == until


def waiting(services, member):
    """Words, details and links of what waits for a member in contests."""
    found = load_waiting_list(services, member).entries
    return [(one.what.in_("en"), one.link.rpartition("/")[2], one.deadline) for one in found]


def test_a_proposed_date_waits_for_the_opponent_until_the_answer(services, members, contest):
    give(services, contest, members[0], o.ProposeDate("r1.1", "", in_days(5)), "p1")
    assert not [what for what, _, _ in waiting(services, members[0]) if "proposed" in what]
    [(what, link, deadline)] = [
        one for one in waiting(services, members[1]) if "proposed" in one[0]
    ]
    assert what.startswith("Answer a proposed date: ") and (link, deadline) == ("r1.1#dates", "")
    give(services, contest, members[1], o.AnswerDate("r1.1", accept=True), "p2")
    assert not [what for what, _, _ in waiting(services, members[1]) if "proposed" in what]
    [battle] = [
        one for one in load_week_items(services, members[1], ()) if one.what.en.startswith("Battle")
    ]
    assert battle.at == date_of(services, contest).at


def test_a_request_to_play_now_waits_until_its_end(services, members, contest, monkeypatch):
    give(services, contest, members[0], ASK, "p1")
    [(what, _, deadline)] = [one for one in waiting(services, members[1]) if "Play now" in one[0]]
    assert (
        what.startswith("Play now? ")
        and deadline == requests_of(services, contest, members[1])[0].until
    )
    assert not [what for what, _, _ in waiting(services, members[0]) if "Play now" in what]
    later = availability.time_text(current_datetime() + timedelta(minutes=31))
    monkeypatch.setattr("app.services.watch.long_game_entries.current_time", lambda: later)
    assert not [what for what, _, _ in waiting(services, members[1]) if "Play now" in what]
