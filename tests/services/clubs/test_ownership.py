"""Ownership of clubs: consent, its limit, suspended owners, succession, on both databases."""

from __future__ import annotations

import threading

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import club_links, club_log, clubs, dates, members, ownership, succession
from app.services.clubs.clubs import ClubTerms
from app.services.clubs.waiting import club_questions
from app.services.people import account_deletion, accounts, moderation
from tests.services.clubs.club_town import ClubTown
from tests.services.clubs.test_club_dates import EVENING

LATER = "2999-01-01T00:00:00.000Z"


@pytest.fixture
def town(services) -> ClubTown:
    return ClubTown(services)


def refused_rule(act) -> str:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.refusals[0].rule


def answer(town: ClubTown, role: str, *, accept: bool) -> None:
    ownership.answer_offer(town.services, town.club, town.ids[role], is_accepted=accept)


def asked(town: ClubTown) -> list[str]:
    """Members with a question about the ownership."""
    with town.services.store.read() as work:
        return [
            role
            for role, user_id in town.ids.items()
            for one in club_questions(work, user_id)
            if one.what.en == "Will you be an owner?"
        ]


def delete(town: ClubTown, role: str) -> None:
    account_deletion.delete_account(
        town.services, accounts.load_user(town.services, town.ids[role])
    )


def without_owners(town: ClubTown) -> ClubTown:
    """Both owners have deleted their accounts."""
    for role in ("owner 2", "owner"):
        delete(town, role)
    return town


# ---------------------------------------------------------------------- consent
def test_a_member_becomes_an_owner_by_consent_only(services, town):
    members.give_role(services, town.club, town.ids["owner"], town.ids["referee"], "owner")
    assert town.roles("referee") == {"referee"} and asked(town) == ["referee"]
    assert clubs.load_club(services, town.club, town.ids["referee"]).own_offer is not None
    assert len(clubs.load_club(services, town.club, town.ids["owner 2"]).offers) == 1
    assert clubs.load_club(services, town.club, town.ids["organiser"]).offers == ()
    answer(town, "referee", accept=True)
    assert town.roles("referee") == {"referee", "owner"} and asked(town) == []
    assert refused_rule(lambda: answer(town, "referee", accept=True)) == "CAR-CLB-20"


def test_a_declined_question_gives_nothing(services, town):
    members.give_role(services, town.club, town.ids["owner"], town.ids["referee"], "owner")
    answer(town, "referee", accept=False)
    assert town.roles("referee") == {"referee"} and asked(town) == []
    assert refused_rule(lambda: answer(town, "referee", accept=True)) == "CAR-CLB-20"


def test_a_question_ends_after_seven_days_and_with_its_author(services, town, monkeypatch):
    members.give_role(services, town.club, town.ids["owner"], town.ids["referee"], "owner")
    with monkeypatch.context() as later:
        later.setattr(ownership, "current_time", lambda: LATER)
        assert refused_rule(lambda: answer(town, "referee", accept=True)) == "CAR-CLB-20"
    members.give_role(services, town.club, town.ids["owner 2"], town.ids["scribe"], "owner")
    members.leave_club(services, town.club, town.ids["owner 2"])
    assert refused_rule(lambda: answer(town, "scribe", accept=True)) == "CAR-CLB-20"


def test_the_owner_of_five_clubs_accepts_no_other(services, town):
    for number in range(5):
        clubs.found_club(services, town.ids["referee"], ClubTerms(f"Club {number}"))
    members.give_role(services, town.club, town.ids["owner"], town.ids["referee"], "owner")
    assert refused_rule(lambda: answer(town, "referee", accept=True)) == "CAR-CLB-01"
    assert town.roles("referee") == {"referee"}


def test_two_acceptances_at_once_keep_the_limit(services, town):
    """A member who owns four clubs accepts two others at the same time."""
    user, owner = town.ids["referee"], town.ids["owner"]
    for number in range(4):
        clubs.found_club(services, user, ClubTerms(f"Club {number}"))
    second = clubs.found_club(services, owner, ClubTerms("Húsares", entry="open")).id
    members.join_club(services, second, user)
    for club in (town.club, second):
        members.give_role(services, club, owner, user, "owner")
    found: list[str] = []

    def accept(club: int) -> None:
        try:
            ownership.answer_offer(services, club, user, is_accepted=True)
            found.append("yes")
        except Refused as refused:
            found.append(refused.refusals[0].rule)

    threads = [threading.Thread(target=accept, args=(club,)) for club in (town.club, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["CAR-CLB-01", "yes"]


# ---------------------------------------------------------------------- suspended owners
def test_a_suspended_owner_is_no_second_owner(services, town):
    moderation.act_as_administrator(services, town.ids["owner 2"], "suspend")
    for act in (
        lambda: members.leave_club(services, town.club, town.ids["owner"]),
        lambda: members.take_role(services, town.club, *(town.ids["owner"],) * 2, "owner"),
    ):
        assert refused_rule(act) in ("CAR-CLB-11", "CAR-CLB-13")
    delete(town, "owner")
    assert town.roles("owner 2") == {"owner"} and asked(town) == ["organiser"]


def test_a_club_of_suspended_owners_asks_until_one_is_back(services, town):
    for role in ("owner", "owner 2"):
        moderation.act_as_administrator(services, town.ids[role], "suspend")
    moderation.act_as_administrator(services, town.ids["organiser"], "suspend")
    succession.sweep_succession(services)
    assert asked(town) == ["organiser 2"]
    moderation.act_as_administrator(services, town.ids["owner"], "lift")
    succession.sweep_succession(services)
    assert asked(town) == [] and succession.ownerless_clubs(services) == []


# ---------------------------------------------------------------------- succession
def test_the_most_active_of_the_highest_role_is_asked_first(services, town):
    club_links.make_link(services, town.club, town.ids["organiser 2"], 7, 5)
    dates.add_dates(services, town.club, town.ids["organiser 2"], EVENING)
    without_owners(town)
    assert asked(town) == ["organiser 2"] and town.roles("organiser 2") == {"organiser"}
    answer(town, "organiser 2", accept=True)
    assert town.roles("organiser 2") == {"organiser", "owner"}
    assert succession.ownerless_clubs(services) == []


def test_all_members_are_asked_in_turn_then_the_administrator(services, town, caplog):
    """Some decline, others never answer; each is asked once."""
    without_owners(town)
    turns = []
    while (now := asked(town)) and len(turns) < 20:
        turns += now
        answer(town, now[0], accept=False)
        succession.sweep_succession(services)
    assert turns == [
        *("organiser", "organiser 2", "referee", "scribe"),
        *(["member 2", "member"] if turns[4] == "member 2" else ["member", "member 2"]),
        "reader",
    ]
    assert [one.id for one in succession.ownerless_clubs(services)] == [town.club]
    for _ in range(2):
        succession.sweep_succession(services)
    assert sum("has no owner" in one.message for one in caplog.records) == 1
    succession.ask_for_administrator(services, town.club, town.ids["scribe"])
    answer(town, "scribe", accept=True)
    assert town.roles("scribe") == {"scribe", "owner"}
    said = [one.says.en for one in club_log.load_log(services, town.club, town.ids["scribe"])]
    assert said.count("asked the administrator for a new owner.") == 1


def test_a_silent_member_is_passed_over(services, town, monkeypatch):
    without_owners(town)
    assert asked(town) == ["organiser"]
    succession.sweep_succession(services)
    assert asked(town) == ["organiser"]
    with monkeypatch.context() as later:
        later.setattr(succession, "current_time", lambda: "2999-01-01T00:00:00.000Z")
        succession.sweep_succession(services)
    assert asked(town) == ["organiser 2"]


def test_a_new_member_is_asked_too(services, town):
    alone = clubs.found_club(services, town.ids["stranger"], ClubTerms("Húsares", entry="open")).id
    members.join_club(services, alone, town.ids["asked"])
    delete(town, "stranger")
    ownership.answer_offer(services, alone, town.ids["asked"], is_accepted=False)
    succession.sweep_succession(services)
    members.join_club(services, alone, town.ids["invited"])
    succession.sweep_succession(services)
    ownership.answer_offer(services, alone, town.ids["invited"], is_accepted=True)
    assert succession.ownerless_clubs(services) == []


def test_the_administrator_asks_members_of_clubs_without_an_owner_only(services, town):
    ask = lambda role: succession.ask_for_administrator(  # noqa: E731 - two short calls
        services, town.club, town.ids[role]
    )
    assert refused_rule(lambda: ask("scribe")) == "CAR-CLB-20"
    without_owners(town)
    assert refused_rule(lambda: ask("stranger")) == "CAR-CLB-13"
