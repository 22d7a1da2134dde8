"""Calendar of a club: local times over summer time, series, answers, tables, reminders."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from app.kernel.refusal import Refused
from app.services.clubs import clubs, dates, members
from app.services.clubs.date_reminders import DateReminders
from app.services.clubs.dates import DateTerms
from app.services.errors import NoSuchClub
from app.services.watch.waiting_list import load_waiting_list
from tests.services.clubs.staffed_club import TERMS, StaffedClub

EVENING = DateTerms("Club evening", "2099-06-18", "18:00", "Casa de la Tierra", "", 2)


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def added(staffed: StaffedClub, **changed: object) -> list[dates.ShownDate]:
    dates.add_dates(
        staffed.services, staffed.club, staffed.ids["organiser"], replace(EVENING, **changed)
    )
    return list(dates.load_dates(staffed.services, staffed.club, staffed.ids["member"])[1])


def rule_of(refused) -> str:
    return refused.value.refusals[0].rule


def test_a_series_keeps_its_local_time_over_the_end_of_summer_time(staffed):
    """In Madrid summer time ends on 25 October 2099."""
    found = added(staffed, day="2099-10-20", weeks=2)
    assert [one.date.starts_at for one in found] == [
        "2099-10-20T16:00:00.000Z",
        "2099-10-27T17:00:00.000Z",
    ]
    assert found[0].date.series == found[1].date.series != ""


def test_an_hour_that_summer_time_skips_is_refused_and_nothing_is_added(staffed):
    with pytest.raises(Refused) as refused:
        added(staffed, day="2099-03-22", time="02:30", weeks=2)
    assert rule_of(refused) == "CAR-CLB-17"
    assert "29/03/2099" in str(refused.value.refusals[0].says)
    assert dates.load_dates(staffed.services, staffed.club, staffed.ids["member"])[1] == ()


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"title": "  "}, "CAR-CLB-15"),
        ({"title": "x" * 81}, "CAR-CLB-15"),
        ({"place": "x" * 121}, "CAR-CLB-15"),
        ({"words": "a\u202eb"}, "CAR-CLB-15"),
        ({"tables": 41}, "CAR-CLB-16"),
        ({"tables": -1}, "CAR-CLB-16"),
        ({"weeks": 0}, "CAR-CLB-16"),
        ({"weeks": 53}, "CAR-CLB-16"),
        ({"day": "18 June"}, "CAR-CLB-17"),
        ({"time": "18:00+02:00"}, "CAR-CLB-17"),
        ({"day": "2001-06-18"}, "CAR-CLB-17"),
    ],
)
def test_a_bad_date_is_refused_by_its_rule(staffed, changed, rule):
    with pytest.raises(Refused) as refused:
        added(staffed, **changed)
    assert rule_of(refused) == rule


def test_an_unreadable_day_is_named_in_the_refusal(staffed):
    """A row of a table with a wrong month shows what was read and how to write it."""
    with pytest.raises(Refused) as refused:
        added(staffed, day="2027-13-05", time="18:00\u202e")
    assert "“2027-13-05 18:00”" in refused.value.refusals[0].says.in_("en")
    with pytest.raises(Refused) as refused:
        added(staffed, day="", time="")
    assert "Give the day" in refused.value.refusals[0].says.in_("en")


def test_a_club_has_at_most_two_hundred_dates_ahead(staffed):
    for _ in range(3):
        added(staffed, weeks=52)
    with pytest.raises(Refused) as refused:
        added(staffed, weeks=45)
    assert rule_of(refused) == "CAR-CLB-16"


def test_answers_are_counted_and_replaced(staffed):
    (one,) = added(staffed)
    for who, answer, brings in (
        ("member", "yes", "figures"),
        ("scribe", "perhaps", ""),
        ("member", "no", ""),
    ):
        dates.answer_date(
            staffed.services, staffed.club, staffed.ids[who], one.date.id, answer, brings
        )
    (shown,) = dates.load_dates(staffed.services, staffed.club, staffed.ids["member"])[1]
    assert [who.name for who in shown.who("perhaps")] == ["Maite"] and shown.mine == "no"
    with pytest.raises(Refused) as refused:
        dates.answer_date(
            staffed.services, staffed.club, staffed.ids["member"], one.date.id, "maybe"
        )
    assert rule_of(refused) == "CAR-CLB-18"


@pytest.mark.parametrize(
    ("role", "answer"),
    [
        ("owner", "yes"), ("organiser", "yes"), ("referee", "yes"), ("scribe", "yes"), ("member", "yes"),
        ("reader", "CAR-CLB-05"), ("stranger", "CAR-CLB-05"), ("guest", "CAR-CLB-05"),
    ],
)  # fmt: skip
def test_members_who_play_answer_and_organisers_add(staffed, role, answer):
    (one,) = added(staffed)
    found = []
    for act in (
        lambda: dates.answer_date(
            staffed.services, staffed.club, staffed.ids[role], one.date.id, "yes"
        ),
        lambda: dates.book_table(
            staffed.services, staffed.club, staffed.ids[role], one.date.id, 1, ""
        ),
        lambda: dates.add_dates(staffed.services, staffed.club, staffed.ids[role], EVENING),
    ):
        try:
            act()
            found.append("yes")
        except Refused as refused:
            found.append(refused.refusals[0].rule)
    adds = "yes" if role in ("owner", "organiser") else "CAR-CLB-05"
    assert found == [answer, answer, adds]


def test_strangers_read_no_dates(staffed):
    added(staffed)
    for who in ("stranger", "asked", "invited", "guest"):
        with pytest.raises(NoSuchClub):
            dates.load_dates(staffed.services, staffed.club, staffed.ids[who])


def test_a_table_is_booked_once_and_released_by_its_member_or_an_organiser(staffed):
    (one,) = added(staffed)
    book = lambda who, table: dates.book_table(  # noqa: E731 - four short calls
        staffed.services, staffed.club, staffed.ids[who], one.date.id, table, "Cry Havoc"
    )
    book("member", 1)
    for who, table in (("scribe", 1), ("member", 2), ("scribe", 3)):
        with pytest.raises(Refused) as refused:
            book(who, table)
        assert rule_of(refused) == "CAR-CLB-19"
    with pytest.raises(Refused) as refused:
        dates.release_table(staffed.services, staffed.club, staffed.ids["scribe"], one.date.id, 1)
    assert rule_of(refused) == "CAR-CLB-05"
    dates.release_table(staffed.services, staffed.club, staffed.ids["organiser"], one.date.id, 1)
    book("scribe", 1)


def test_the_last_table_goes_to_one_of_two(staffed):
    (one,) = added(staffed, tables=1)
    answers: list[str] = []

    def book(who: str) -> None:
        try:
            dates.book_table(staffed.services, staffed.club, staffed.ids[who], one.date.id, 1, "")
            answers.append("booked")
        except Refused as refused:
            answers.append(refused.refusals[0].rule)

    threads = [threading.Thread(target=book, args=(who,)) for who in ("member", "scribe")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["CAR-CLB-19", "booked"]


def test_a_cancelled_series_keeps_its_earlier_dates(staffed):
    found = added(staffed, weeks=3)
    dates.cancel_date(
        staffed.services,
        staffed.club,
        staffed.ids["organiser"],
        found[1].date.id,
        whole_series=True,
    )
    shown = dates.load_dates(staffed.services, staffed.club, staffed.ids["member"])[1]
    assert [bool(one.date.cancelled_at) for one in shown] == [False, True, True]
    with pytest.raises(Refused):
        dates.answer_date(
            staffed.services, staffed.club, staffed.ids["member"], found[2].date.id, "yes"
        )


def test_the_date_of_another_club_is_unknown(staffed):
    (one,) = added(staffed)
    other = clubs.found_club(
        staffed.services, staffed.ids["stranger"], replace(TERMS, name="Húsares")
    ).id
    with pytest.raises(Refused):
        dates.answer_date(staffed.services, other, staffed.ids["stranger"], one.date.id, "yes")


def test_a_member_who_leaves_comes_no_more(staffed):
    (one,) = added(staffed)
    dates.answer_date(staffed.services, staffed.club, staffed.ids["member"], one.date.id, "yes")
    dates.book_table(staffed.services, staffed.club, staffed.ids["member"], one.date.id, 1, "")
    members.leave_club(staffed.services, staffed.club, staffed.ids["member"])
    (shown,) = dates.load_dates(staffed.services, staffed.club, staffed.ids["organiser"])[1]
    assert (shown.answers, shown.bookings) == ((), ())


def test_each_member_who_comes_is_reminded_once(staffed):
    (one,) = added(staffed)
    services, soon = staffed.services, datetime(2099, 6, 17, 20, tzinfo=UTC)
    with services.store.write() as work:
        for who in ("member", "scribe", "referee"):
            work.users.update_user(staffed.ids[who], email=f"{who.replace(' ', '')}@example.org")
        work.commit()
    for who, answer in (("member", "yes"), ("scribe", "perhaps"), ("referee", "no")):
        dates.answer_date(services, staffed.club, staffed.ids[who], one.date.id, answer)
    reminders = DateReminders(services)
    assert [
        reminders.sweep(soon - timedelta(days=2)),
        reminders.sweep(soon),
        reminders.sweep(soon),
    ] == [0, 1, 0]
    with services.store.read() as work:
        sent = {
            who: [row.kind for row in work.outbox.of_user(staffed.ids[who], 10)]
            for who in ("member", "scribe", "referee")
        }
    assert sent == {"member": ["club"], "scribe": ["club"], "referee": []}


def test_the_own_calendar_has_the_dates_that_were_not_declined(staffed):
    first, second = added(staffed, weeks=2)
    dates.answer_date(staffed.services, staffed.club, staffed.ids["member"], first.date.id, "no")
    found = dates.coming_dates(staffed.services, staffed.ids["member"])
    assert [(one.date.id, one.club, one.answer) for one in found] == [
        (second.date.id, TERMS.name, "")
    ]
    assert dates.coming_dates(staffed.services, staffed.ids["stranger"]) == ()


def test_invitations_requests_and_dates_wait_for_their_members(staffed):
    soon = (datetime.now(UTC) + timedelta(days=3)).date().isoformat()
    added(staffed, day=soon)
    added(staffed)  # far ahead: nothing is asked yet
    listed = {
        who: [
            (one.what.in_("en"), one.deadline != "")
            for one in load_waiting_list(staffed.services, staffed.ids[who]).entries
        ]
        for who in ("organiser", "member", "reader", "invited", "stranger")
    }
    evening = ("Do you come? Club evening", True)
    assert listed == {
        "organiser": [evening, ("Rosal asks to join", False), ("Zaca asks to join", False)],
        "member": [evening],
        "reader": [],
        "invited": [("You are invited to a club", False)],
        "stranger": [],
    }
    (shown, _) = dates.load_dates(staffed.services, staffed.club, staffed.ids["member"])[1]
    dates.answer_date(staffed.services, staffed.club, staffed.ids["member"], shown.date.id, "no")
    assert load_waiting_list(staffed.services, staffed.ids["member"]).entries == ()


def test_members_who_answer_after_the_reminder_are_reminded_two_hours_before(staffed):
    """The date is added 20 hours ahead; one member answers at once, one in the evening."""
    (one,) = added(staffed)
    services, start = staffed.services, datetime(2099, 6, 18, 16, tzinfo=UTC)
    with services.store.write() as work:
        for who in ("member", "scribe"):
            work.users.update_user(staffed.ids[who], email=f"{who}@example.org")
        work.commit()
    reminders = DateReminders(services)
    dates.answer_date(services, staffed.club, staffed.ids["member"], one.date.id, "yes")
    swept = [reminders.sweep(start - timedelta(hours=20))]
    dates.answer_date(services, staffed.club, staffed.ids["scribe"], one.date.id, "yes")
    swept += [reminders.sweep(start - timedelta(hours=hours)) for hours in (19, 3, 2, 1.9)]
    assert swept == [1, 0, 0, 1, 0]
    with services.store.read() as work:
        sent = {
            who: [row.kind for row in work.outbox.of_user(staffed.ids[who], 10)]
            for who in ("member", "scribe")
        }
    assert sent == {"member": ["club"], "scribe": ["club"]}


def test_all_dates_stand_on_pages(staffed):
    for _ in range(2):
        added(staffed, weeks=52)
    pages = [
        dates.load_dates(staffed.services, staffed.club, staffed.ids["member"], page)[1]
        for page in (1, 2, 3, 0)
    ]
    assert [len(page) for page in pages] == [60, 44, 0, 60]
    assert len({one.date.id for page in pages for one in page}) == 104
