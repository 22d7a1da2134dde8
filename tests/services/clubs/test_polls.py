"""Date polls of a club: proposals, answers, choice, reminder, end by itself."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from app.kernel.refusal import Refused
from app.services.clubs import club_log, clubs, dates, members, polls
from app.services.clubs.poll_worker import as_recorded, sweep_polls
from app.services.clubs.polls import PollTerms
from app.services.errors import NoSuchClub
from app.services.people import account_deletion, account_export, accounts
from app.services.watch.waiting_list import load_waiting_list
from tests.services.clubs.page_operations import POLL
from tests.services.clubs.staffed_club import StaffedClub


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def propose(staffed: StaffedClub, terms: PollTerms = POLL, role: str = "organiser") -> int:
    return polls.propose_dates(staffed.services, staffed.club, staffed.ids[role], terms)


def answer(staffed: StaffedClub, poll: int, role: str, **answers: str) -> None:
    """Answers by numbers, as n1="yes"."""
    given = {int(name[1:]): answer for name, answer in answers.items()}
    polls.answer_poll(staffed.services, staffed.club, staffed.ids[role], poll, given)


def choose(staffed: StaffedClub, poll: int, number: int = 2, role: str = "organiser") -> int:
    return polls.choose_date(staffed.services, staffed.club, staffed.ids[role], poll, number)


def shown(staffed: StaffedClub, role: str = "reader") -> list[polls.ShownPoll]:
    return list(polls.load_polls(staffed.services, staffed.club, staffed.ids[role])[1])


def rule_of(refused) -> str:
    return refused.value.refusals[0].rule


def set_poll(staffed: StaffedClub, poll: int, **values: object) -> None:
    with staffed.services.store.write() as work:
        work.club_polls.change_poll(poll, **values)
        work.commit()


def with_mail(staffed: StaffedClub) -> None:
    with staffed.services.store.write() as work:
        for who in staffed.ids:
            work.users.update_user(staffed.ids[who], email=f"{who.replace(' ', '')}@example.org")
        work.commit()


def told(staffed: StaffedClub, key: str) -> set[str]:
    """Roles with exactly one notification of this key; none has two."""
    with staffed.services.store.read() as work:
        found = {
            who: [row.key for row in work.outbox.of_user(number, 50) if f":{key}:" in row.key]
            for who, number in staffed.ids.items()
        }
    assert all(len(keys) <= 1 for keys in found.values())
    return {who for who, keys in found.items() if keys}


PLAYERS = {
    "owner",
    "owner 2",
    "organiser",
    "organiser 2",
    "referee",
    "scribe",
    "member",
    "member 2",
}


def test_dates_are_local_times_of_the_club_in_order(staffed):
    propose(staffed)
    [poll] = shown(staffed)
    assert [(one.number, one.starts_at) for one in poll.dates] == [
        (1, "2099-07-03T15:00:00.000Z"),
        (2, "2099-07-10T15:00:00.000Z"),
        (3, "2099-12-04T16:00:00.000Z"),
    ]
    assert poll.is_open and poll.poll.closes_at == "2099-06-30T18:00:00.000Z"


def test_answers_are_counted_and_the_best_date_is_marked(staffed):
    poll = propose(staffed)
    answer(staffed, poll, "member", n1="yes", n2="yes", n3="no")
    answer(staffed, poll, "scribe", n1="no", n2="yes", n3="perhaps")
    answer(staffed, poll, "owner", n2="perhaps")
    answer(staffed, poll, "member", n1="perhaps")
    [found] = shown(staffed, "member")
    assert [(one.yes, one.perhaps, one.is_best) for one in found.dates] == [
        (0, 1, False),
        (2, 1, True),
        (0, 1, False),
    ]
    assert [one.mine for one in found.dates] == ["perhaps", "yes", "no"] and found.has_answered
    assert found.rows == (
        ("Maite", ("no", "yes", "perhaps")),
        ("Nines", ("", "perhaps", "")),
        ("Tom", ("perhaps", "yes", "no")),
    )
    assert not shown(staffed, "reader")[0].has_answered


def test_the_chosen_date_stands_in_the_calendar_with_its_answers(staffed):
    with_mail(staffed)
    poll = propose(staffed)
    answer(staffed, poll, "member", n1="yes", n2="yes")
    answer(staffed, poll, "scribe", n2="no")
    answer(staffed, poll, "referee", n1="yes")
    date_id = choose(staffed, poll)
    [date] = dates.load_dates(staffed.services, staffed.club, staffed.ids["member"])[1]
    assert date.date.id == date_id and date.date.starts_at == "2099-07-10T15:00:00.000Z"
    assert (date.date.title, date.date.place, date.date.tables) == ("Big game", "Soria", 3)
    assert {(one.name, one.answer) for one in date.answers} == {("Tom", "yes"), ("Maite", "no")}
    assert shown(staffed) == []
    assert told(staffed, "chosen") == {"member", "scribe", "referee"}
    with pytest.raises(Refused) as refused:
        choose(staffed, poll, 1)
    assert rule_of(refused) == "CAR-CLB-38"
    with pytest.raises(Refused) as refused:
        answer(staffed, poll, "member", n1="no")
    assert rule_of(refused) == "CAR-CLB-37"


def test_of_two_simultaneous_choices_one_makes_a_date(staffed):
    poll, answers, barrier = propose(staffed), [], threading.Barrier(2)

    def act(number: int) -> None:
        barrier.wait()
        try:
            answers.append(choose(staffed, poll, number) > 0)
        except Refused as refused:
            answers.append(refused.refusals[0].rule)

    threads = [threading.Thread(target=act, args=(number,)) for number in (1, 2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(map(str, answers)) == ["CAR-CLB-38", "True"]
    assert len(dates.load_dates(staffed.services, staffed.club, staffed.ids["member"])[1]) == 1


def test_members_who_play_are_asked_once(staffed):
    with_mail(staffed)
    propose(staffed)
    assert told(staffed, "poll") == PLAYERS - {"organiser"}


def test_a_poll_ends_by_itself_and_the_organisers_choose(staffed):
    with_mail(staffed)
    poll, now = propose(staffed), datetime.now(UTC)
    answer(staffed, poll, "member", n2="yes")
    assert sweep_polls(staffed.services, now) == 0
    ended = as_recorded(now - timedelta(minutes=1))
    set_poll(staffed, poll, closes_at=ended)
    with pytest.raises(Refused) as refused:
        answer(staffed, poll, "scribe", n2="yes")
    assert rule_of(refused) == "CAR-CLB-37", "its time is over, even before the worker comes"
    assert [sweep_polls(staffed.services, now) for _ in range(2)] == [1, 0]
    assert told(staffed, "poll-ended") == {"owner", "owner 2", "organiser", "organiser 2"}
    assert not shown(staffed)[0].is_open
    line = club_log.load_log(staffed.services, staffed.club, staffed.ids["owner"])[0]
    assert (line.by.in_("en"), line.says.in_("en")) == ("The server", "ended a poll: Big game.")
    choose(staffed, poll)


def test_members_without_an_answer_are_reminded_once(staffed):
    with_mail(staffed)
    poll, now = propose(staffed), datetime.now(UTC)
    answer(staffed, poll, "member", n2="no")
    set_poll(staffed, poll, closes_at=as_recorded(now + timedelta(hours=23)))
    assert [sweep_polls(staffed.services, now) for _ in range(2)] == [1, 0]
    assert told(staffed, "poll-reminder") == PLAYERS - {"member"}


def test_a_poll_of_a_few_hours_has_no_reminder(staffed):
    soon = datetime.now(UTC) + timedelta(hours=26)
    zone = timedelta(hours=1)  # Madrid is never behind UTC, so this end lies within the next day
    local = soon - timedelta(hours=4) + zone
    terms = replace(POLL, closes=(local.strftime("%Y-%m-%d"), local.strftime("%H:%M")))
    propose(staffed, terms)
    assert sweep_polls(staffed.services, datetime.now(UTC)) == 0


def test_the_polls_of_an_archived_club_end_without_a_notification(staffed):
    with_mail(staffed)
    poll = propose(staffed)
    clubs.archive_club(staffed.services, staffed.club, staffed.ids["owner"], is_archived=True)
    set_poll(staffed, poll, closes_at="2026-01-01T00:00:00.000Z")
    assert sweep_polls(staffed.services, datetime.now(UTC)) == 1
    assert told(staffed, "poll-ended") == set()


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"title": " "}, "CAR-CLB-15"),
        ({"words": "x" * 501}, "CAR-CLB-15"),
        ({"tables": 41}, "CAR-CLB-16"),
        ({"dates": POLL.dates[:1]}, "CAR-CLB-36"),
        ({"dates": (*POLL.dates, POLL.dates[0])}, "CAR-CLB-36"),
        ({"dates": tuple((f"2099-08-{n:02}", "17:00") for n in range(1, 12))}, "CAR-CLB-36"),
        ({"dates": (("2001-01-01", "17:00"), *POLL.dates)}, "CAR-CLB-36"),
        ({"closes": ("2001-01-01", "17:00")}, "CAR-CLB-36"),
        ({"closes": ("2099-07-03", "17:01")}, "CAR-CLB-36"),
        ({"closes": ("", "")}, "CAR-CLB-17"),
        ({"dates": (("2099-03-29", "02:30"), *POLL.dates)}, "CAR-CLB-17"),
    ],
)
def test_odd_polls_are_refused(staffed, changed, rule):
    with pytest.raises(Refused) as refused:
        propose(staffed, replace(POLL, **changed))
    assert rule_of(refused) == rule
    assert shown(staffed) == []


@pytest.mark.parametrize("given", [{}, {"n4": "yes"}, {"n1": "maybe"}])
def test_odd_answers_are_refused(staffed, given):
    poll = propose(staffed)
    with pytest.raises(Refused) as refused:
        answer(staffed, poll, "member", **given)
    assert rule_of(refused) == "CAR-CLB-37"


def test_a_club_has_ten_undecided_polls_at_most(staffed, monkeypatch):
    monkeypatch.setattr(polls.poll_rules, "MOST_POLLS", 2)
    first = propose(staffed)
    propose(staffed)
    with pytest.raises(Refused) as refused:
        propose(staffed)
    assert rule_of(refused) == "CAR-CLB-36"
    choose(staffed, first)
    propose(staffed)


def test_a_poll_of_another_club_is_unknown(staffed):
    poll, stranger = propose(staffed), staffed.ids["stranger"]
    other = clubs.found_club(staffed.services, stranger, clubs.ClubTerms("Húsares")).id
    for act in (
        lambda: polls.answer_poll(staffed.services, other, stranger, poll, {1: "yes"}),
        lambda: polls.choose_date(staffed.services, other, stranger, poll, 1),
        lambda: polls.end_poll(staffed.services, other, stranger, poll),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert rule_of(refused) == "CAR-CLB-37"
    with pytest.raises(NoSuchClub):
        polls.load_polls(staffed.services, staffed.club, stranger)


def test_former_members_are_not_counted(staffed):
    poll = propose(staffed)
    for role in ("member", "member 2", "scribe"):
        answer(staffed, poll, role, n1="yes")
    members.leave_club(staffed.services, staffed.club, staffed.ids["member"])
    members.remove_member(
        staffed.services, staffed.club, staffed.ids["owner"], staffed.ids["member 2"]
    )
    user = accounts.load_user(staffed.services, staffed.ids["scribe"])
    told_ = account_export.export_account(staffed.services, user.id).decode()
    assert '"poll_id"' in told_
    account_deletion.delete_account(staffed.services, user)
    assert shown(staffed)[0].dates[0].yes == 0 and shown(staffed)[0].rows == ()


def test_what_waits_names_polls_to_answer_and_to_decide(staffed):
    poll = propose(staffed)

    def waits(role: str) -> list[str]:
        page = load_waiting_list(staffed.services, staffed.ids[role])
        return [one.what.in_("en") for one in page.entries]

    assert "Which day? Big game" in waits("member")
    assert "Which day? Big game" not in waits("reader")
    answer(staffed, poll, "member", n1="no")
    assert "Which day? Big game" not in waits("member")
    polls.end_poll(staffed.services, staffed.club, staffed.ids["owner"], poll)
    assert "Choose a date: Big game" in waits("organiser")
    assert "Which day? Big game" not in waits("scribe")
    choose(staffed, poll)
    assert "Choose a date: Big game" not in waits("organiser")
