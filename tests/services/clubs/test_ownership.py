"""Ownership of clubs: consent, its limit, suspended owners, succession, on both databases."""

from __future__ import annotations

import threading

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import club_links, club_log, clubs, dates, members, ownership, succession
from app.services.clubs.clubs import ClubTerms
from app.services.clubs.waiting import club_questions
from app.services.people import account_deletion, accounts, moderation
from tests.services.clubs.staffed_club import StaffedClub
from tests.services.clubs.test_club_dates import EVENING

LATER = "2999-01-01T00:00:00.000Z"


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def refused_rule(act) -> str:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.refusals[0].rule


def answer(staffed: StaffedClub, role: str, *, accept: bool) -> None:
    ownership.answer_offer(staffed.services, staffed.club, staffed.ids[role], is_accepted=accept)


def asked(staffed: StaffedClub) -> list[str]:
    """Members with a question about the ownership."""
    with staffed.services.store.read() as work:
        return [
            role
            for role, user_id in staffed.ids.items()
            for one in club_questions(work, user_id)
            if one.what.en == "Will you be an owner?"
        ]


def delete(staffed: StaffedClub, role: str) -> None:
    account_deletion.delete_account(
        staffed.services, accounts.load_user(staffed.services, staffed.ids[role])
    )


def without_owners(staffed: StaffedClub) -> StaffedClub:
    """Both owners have deleted their accounts."""
    for role in ("owner 2", "owner"):
        delete(staffed, role)
    return staffed


# ---------------------------------------------------------------------- consent
def test_a_member_becomes_an_owner_by_consent_only(services, staffed):
    members.give_role(services, staffed.club, staffed.ids["owner"], staffed.ids["referee"], "owner")
    assert staffed.roles("referee") == {"referee"} and asked(staffed) == ["referee"]
    assert clubs.load_club(services, staffed.club, staffed.ids["referee"]).own_offer is not None
    assert len(clubs.load_club(services, staffed.club, staffed.ids["owner 2"]).offers) == 1
    assert clubs.load_club(services, staffed.club, staffed.ids["organiser"]).offers == ()
    answer(staffed, "referee", accept=True)
    assert staffed.roles("referee") == {"referee", "owner"} and asked(staffed) == []
    assert refused_rule(lambda: answer(staffed, "referee", accept=True)) == "CAR-CLB-20"


def test_a_declined_question_gives_nothing(services, staffed):
    members.give_role(services, staffed.club, staffed.ids["owner"], staffed.ids["referee"], "owner")
    answer(staffed, "referee", accept=False)
    assert staffed.roles("referee") == {"referee"} and asked(staffed) == []
    assert refused_rule(lambda: answer(staffed, "referee", accept=True)) == "CAR-CLB-20"


def test_a_question_ends_after_seven_days_and_with_its_author(services, staffed, monkeypatch):
    members.give_role(services, staffed.club, staffed.ids["owner"], staffed.ids["referee"], "owner")
    with monkeypatch.context() as later:
        later.setattr(ownership, "current_time", lambda: LATER)
        assert refused_rule(lambda: answer(staffed, "referee", accept=True)) == "CAR-CLB-20"
    members.give_role(
        services, staffed.club, staffed.ids["owner 2"], staffed.ids["scribe"], "owner"
    )
    members.leave_club(services, staffed.club, staffed.ids["owner 2"])
    assert refused_rule(lambda: answer(staffed, "scribe", accept=True)) == "CAR-CLB-20"


def test_the_owner_of_five_clubs_accepts_no_other(services, staffed):
    for number in range(5):
        clubs.found_club(services, staffed.ids["referee"], ClubTerms(f"Club {number}"))
    members.give_role(services, staffed.club, staffed.ids["owner"], staffed.ids["referee"], "owner")
    assert refused_rule(lambda: answer(staffed, "referee", accept=True)) == "CAR-CLB-01"
    assert staffed.roles("referee") == {"referee"}


def test_two_acceptances_at_once_keep_the_limit(services, staffed):
    """A member who owns four clubs accepts two others at the same time."""
    user, owner = staffed.ids["referee"], staffed.ids["owner"]
    for number in range(4):
        clubs.found_club(services, user, ClubTerms(f"Club {number}"))
    second = clubs.found_club(services, owner, ClubTerms("Húsares", entry="open")).id
    members.join_club(services, second, user)
    for club in (staffed.club, second):
        members.give_role(services, club, owner, user, "owner")
    found: list[str] = []

    def accept(club: int) -> None:
        try:
            ownership.answer_offer(services, club, user, is_accepted=True)
            found.append("yes")
        except Refused as refused:
            found.append(refused.refusals[0].rule)

    threads = [threading.Thread(target=accept, args=(club,)) for club in (staffed.club, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["CAR-CLB-01", "yes"]


# ---------------------------------------------------------------------- suspended owners
def test_a_suspended_owner_is_no_second_owner(services, staffed):
    moderation.act_as_administrator(services, staffed.ids["owner 2"], "suspend")
    for act in (
        lambda: members.leave_club(services, staffed.club, staffed.ids["owner"]),
        lambda: members.take_role(services, staffed.club, *(staffed.ids["owner"],) * 2, "owner"),
    ):
        assert refused_rule(act) in ("CAR-CLB-11", "CAR-CLB-13")
    delete(staffed, "owner")
    assert staffed.roles("owner 2") == {"owner"} and asked(staffed) == ["organiser"]


def test_a_club_of_suspended_owners_asks_until_one_is_back(services, staffed):
    for role in ("owner", "owner 2"):
        moderation.act_as_administrator(services, staffed.ids[role], "suspend")
    moderation.act_as_administrator(services, staffed.ids["organiser"], "suspend")
    succession.sweep_succession(services)
    assert asked(staffed) == ["organiser 2"]
    moderation.act_as_administrator(services, staffed.ids["owner"], "lift")
    succession.sweep_succession(services)
    assert asked(staffed) == [] and succession.ownerless_clubs(services) == []


# ---------------------------------------------------------------------- succession
def test_the_most_active_of_the_highest_role_is_asked_first(services, staffed):
    club_links.make_link(services, staffed.club, staffed.ids["organiser 2"], 7, 5)
    dates.add_dates(services, staffed.club, staffed.ids["organiser 2"], EVENING)
    without_owners(staffed)
    assert asked(staffed) == ["organiser 2"] and staffed.roles("organiser 2") == {"organiser"}
    answer(staffed, "organiser 2", accept=True)
    assert staffed.roles("organiser 2") == {"organiser", "owner"}
    assert succession.ownerless_clubs(services) == []


def test_all_members_are_asked_in_turn_then_the_administrator(services, staffed, caplog):
    """Some decline, others never answer; each is asked once."""
    without_owners(staffed)
    turns = []
    while (now := asked(staffed)) and len(turns) < 20:
        turns += now
        answer(staffed, now[0], accept=False)
        succession.sweep_succession(services)
    assert turns == [
        *("organiser", "organiser 2", "referee", "scribe"),
        *(["member 2", "member"] if turns[4] == "member 2" else ["member", "member 2"]),
        "reader",
    ]
    assert [one.id for one in succession.ownerless_clubs(services)] == [staffed.club]
    for _ in range(2):
        succession.sweep_succession(services)
    assert sum("has no owner" in one.message for one in caplog.records) == 1
    succession.ask_for_administrator(services, staffed.club, staffed.ids["scribe"])
    answer(staffed, "scribe", accept=True)
    assert staffed.roles("scribe") == {"scribe", "owner"}
    said = [one.says.en for one in club_log.load_log(services, staffed.club, staffed.ids["scribe"])]
    assert said.count("asked the administrator for a new owner.") == 1


def test_a_silent_member_is_passed_over(services, staffed, monkeypatch):
    without_owners(staffed)
    assert asked(staffed) == ["organiser"]
    succession.sweep_succession(services)
    assert asked(staffed) == ["organiser"]
    with monkeypatch.context() as later:
        later.setattr(succession, "current_time", lambda: "2999-01-01T00:00:00.000Z")
        succession.sweep_succession(services)
    assert asked(staffed) == ["organiser 2"]


def test_a_new_member_is_asked_too(services, staffed):
    alone = clubs.found_club(
        services, staffed.ids["stranger"], ClubTerms("Húsares", entry="open")
    ).id
    members.join_club(services, alone, staffed.ids["asked"])
    delete(staffed, "stranger")
    ownership.answer_offer(services, alone, staffed.ids["asked"], is_accepted=False)
    succession.sweep_succession(services)
    members.join_club(services, alone, staffed.ids["invited"])
    succession.sweep_succession(services)
    ownership.answer_offer(services, alone, staffed.ids["invited"], is_accepted=True)
    assert succession.ownerless_clubs(services) == []


def test_the_administrator_asks_members_of_clubs_without_an_owner_only(services, staffed):
    ask = lambda role: succession.ask_for_administrator(  # noqa: E731 - two short calls
        services, staffed.club, staffed.ids[role]
    )
    assert refused_rule(lambda: ask("scribe")) == "CAR-CLB-20"
    without_owners(staffed)
    assert refused_rule(lambda: ask("stranger")) == "CAR-CLB-13"
