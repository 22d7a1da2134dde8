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
from tests.services.clubs.club_town import ClubTown
from tests.services.clubs.page_operations import POLL


@pytest.fixture
def town(services) -> ClubTown:
    return ClubTown(services)


def propose(town: ClubTown, terms: PollTerms = POLL, role: str = "organiser") -> int:
    return polls.propose_dates(town.services, town.club, town.ids[role], terms)


def answer(town: ClubTown, poll: int, role: str, **answers: str) -> None:
    """Answers by numbers, as n1="yes"."""
    given = {int(name[1:]): answer for name, answer in answers.items()}
    polls.answer_poll(town.services, town.club, town.ids[role], poll, given)


def choose(town: ClubTown, poll: int, number: int = 2, role: str = "organiser") -> int:
    return polls.choose_date(town.services, town.club, town.ids[role], poll, number)


def shown(town: ClubTown, role: str = "reader") -> list[polls.ShownPoll]:
    return list(polls.load_polls(town.services, town.club, town.ids[role])[1])


def rule_of(refused) -> str:
    return refused.value.refusals[0].rule


def set_poll(town: ClubTown, poll: int, **values: object) -> None:
    with town.services.store.write() as work:
        work.club_polls.change_poll(poll, **values)
        work.commit()


def with_mail(town: ClubTown) -> None:
    with town.services.store.write() as work:
        for who in town.ids:
            work.users.update_user(town.ids[who], email=f"{who.replace(' ', '')}@example.org")
        work.commit()


def told(town: ClubTown, key: str) -> set[str]:
    """Roles with exactly one notification of this key; none has two."""
    with town.services.store.read() as work:
        found = {
            who: [row.key for row in work.outbox.of_user(number, 50) if f":{key}:" in row.key]
            for who, number in town.ids.items()
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


def test_dates_are_local_times_of_the_club_in_order(town):
    propose(town)
    [poll] = shown(town)
    assert [(one.number, one.starts_at) for one in poll.dates] == [
        (1, "2099-07-03T15:00:00.000Z"),
        (2, "2099-07-10T15:00:00.000Z"),
        (3, "2099-12-04T16:00:00.000Z"),
    ]
    assert poll.is_open and poll.poll.closes_at == "2099-06-30T18:00:00.000Z"


def test_answers_are_counted_and_the_best_date_is_marked(town):
    poll = propose(town)
    answer(town, poll, "member", n1="yes", n2="yes", n3="no")
    answer(town, poll, "scribe", n1="no", n2="yes", n3="perhaps")
    answer(town, poll, "owner", n2="perhaps")
    answer(town, poll, "member", n1="perhaps")
    [found] = shown(town, "member")
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
    assert not shown(town, "reader")[0].has_answered


def test_the_chosen_date_stands_in_the_calendar_with_its_answers(town):
    with_mail(town)
    poll = propose(town)
    answer(town, poll, "member", n1="yes", n2="yes")
    answer(town, poll, "scribe", n2="no")
    answer(town, poll, "referee", n1="yes")
    date_id = choose(town, poll)
    [date] = dates.load_dates(town.services, town.club, town.ids["member"])[1]
    assert date.date.id == date_id and date.date.starts_at == "2099-07-10T15:00:00.000Z"
    assert (date.date.title, date.date.place, date.date.tables) == ("Big game", "Soria", 3)
    assert {(one.name, one.answer) for one in date.answers} == {("Tom", "yes"), ("Maite", "no")}
    assert shown(town) == []
    assert told(town, "chosen") == {"member", "scribe", "referee"}
    with pytest.raises(Refused) as refused:
        choose(town, poll, 1)
    assert rule_of(refused) == "CAR-CLB-38"
    with pytest.raises(Refused) as refused:
        answer(town, poll, "member", n1="no")
    assert rule_of(refused) == "CAR-CLB-37"


def test_of_two_simultaneous_choices_one_makes_a_date(town):
    poll, answers, barrier = propose(town), [], threading.Barrier(2)

    def act(number: int) -> None:
        barrier.wait()
        try:
            answers.append(choose(town, poll, number) > 0)
        except Refused as refused:
            answers.append(refused.refusals[0].rule)

    threads = [threading.Thread(target=act, args=(number,)) for number in (1, 2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(map(str, answers)) == ["CAR-CLB-38", "True"]
    assert len(dates.load_dates(town.services, town.club, town.ids["member"])[1]) == 1


def test_members_who_play_are_asked_once(town):
    with_mail(town)
    propose(town)
    assert told(town, "poll") == PLAYERS - {"organiser"}


def test_a_poll_ends_by_itself_and_the_organisers_choose(town):
    with_mail(town)
    poll, now = propose(town), datetime.now(UTC)
    answer(town, poll, "member", n2="yes")
    assert sweep_polls(town.services, now) == 0
    ended = as_recorded(now - timedelta(minutes=1))
    set_poll(town, poll, closes_at=ended)
    with pytest.raises(Refused) as refused:
        answer(town, poll, "scribe", n2="yes")
    assert rule_of(refused) == "CAR-CLB-37", "its time is over, even before the worker comes"
    assert [sweep_polls(town.services, now) for _ in range(2)] == [1, 0]
    assert told(town, "poll-ended") == {"owner", "owner 2", "organiser", "organiser 2"}
    assert not shown(town)[0].is_open
    line = club_log.load_log(town.services, town.club, town.ids["owner"])[0]
    assert (line.by.in_("en"), line.says.in_("en")) == ("The server", "ended a poll: Big game.")
    choose(town, poll)


def test_members_without_an_answer_are_reminded_once(town):
    with_mail(town)
    poll, now = propose(town), datetime.now(UTC)
    answer(town, poll, "member", n2="no")
    set_poll(town, poll, closes_at=as_recorded(now + timedelta(hours=23)))
    assert [sweep_polls(town.services, now) for _ in range(2)] == [1, 0]
    assert told(town, "poll-reminder") == PLAYERS - {"member"}


def test_a_poll_of_a_few_hours_has_no_reminder(town):
    soon = datetime.now(UTC) + timedelta(hours=26)
    zone = timedelta(hours=1)  # Madrid is never behind UTC, so this end lies within the next day
    local = soon - timedelta(hours=4) + zone
    terms = replace(POLL, closes=(local.strftime("%Y-%m-%d"), local.strftime("%H:%M")))
    propose(town, terms)
    assert sweep_polls(town.services, datetime.now(UTC)) == 0


def test_the_polls_of_an_archived_club_end_without_a_notification(town):
    with_mail(town)
    poll = propose(town)
    clubs.archive_club(town.services, town.club, town.ids["owner"], is_archived=True)
    set_poll(town, poll, closes_at="2026-01-01T00:00:00.000Z")
    assert sweep_polls(town.services, datetime.now(UTC)) == 1
    assert told(town, "poll-ended") == set()


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
def test_odd_polls_are_refused(town, changed, rule):
    with pytest.raises(Refused) as refused:
        propose(town, replace(POLL, **changed))
    assert rule_of(refused) == rule
    assert shown(town) == []


@pytest.mark.parametrize("given", [{}, {"n4": "yes"}, {"n1": "maybe"}])
def test_odd_answers_are_refused(town, given):
    poll = propose(town)
    with pytest.raises(Refused) as refused:
        answer(town, poll, "member", **given)
    assert rule_of(refused) == "CAR-CLB-37"


def test_a_club_has_ten_undecided_polls_at_most(town, monkeypatch):
    monkeypatch.setattr(polls.poll_rules, "MOST_POLLS", 2)
    first = propose(town)
    propose(town)
    with pytest.raises(Refused) as refused:
        propose(town)
    assert rule_of(refused) == "CAR-CLB-36"
    choose(town, first)
    propose(town)


def test_a_poll_of_another_club_is_unknown(town):
    poll, stranger = propose(town), town.ids["stranger"]
    other = clubs.found_club(town.services, stranger, clubs.ClubTerms("Húsares")).id
    for act in (
        lambda: polls.answer_poll(town.services, other, stranger, poll, {1: "yes"}),
        lambda: polls.choose_date(town.services, other, stranger, poll, 1),
        lambda: polls.end_poll(town.services, other, stranger, poll),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert rule_of(refused) == "CAR-CLB-37"
    with pytest.raises(NoSuchClub):
        polls.load_polls(town.services, town.club, stranger)


def test_former_members_are_not_counted(town):
    poll = propose(town)
    for role in ("member", "member 2", "scribe"):
        answer(town, poll, role, n1="yes")
    members.leave_club(town.services, town.club, town.ids["member"])
    members.remove_member(town.services, town.club, town.ids["owner"], town.ids["member 2"])
    user = accounts.load_user(town.services, town.ids["scribe"])
    told_ = account_export.export_account(town.services, user.id).decode()
    assert '"poll_id"' in told_
    account_deletion.delete_account(town.services, user)
    assert shown(town)[0].dates[0].yes == 0 and shown(town)[0].rows == ()


def test_what_waits_names_polls_to_answer_and_to_decide(town):
    poll = propose(town)

    def waits(role: str) -> list[str]:
        page = load_waiting_list(town.services, town.ids[role])
        return [one.what.in_("en") for one in page.entries]

    assert "Which day? Big game" in waits("member")
    assert "Which day? Big game" not in waits("reader")
    answer(town, poll, "member", n1="no")
    assert "Which day? Big game" not in waits("member")
    polls.end_poll(town.services, town.club, town.ids["owner"], poll)
    assert "Choose a date: Big game" in waits("organiser")
    assert "Which day? Big game" not in waits("scribe")
    choose(town, poll)
    assert "Choose a date: Big game" not in waits("organiser")
