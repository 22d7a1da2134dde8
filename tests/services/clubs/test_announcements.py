"""Announcements of a club: readers, one notification for each member, refusals."""

from __future__ import annotations

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import announcements, club_log, clubs, members
from app.services.clubs.announcements import AnnouncementTerms
from app.services.errors import NoSuchClub
from app.services.failed_attempts import TooOften
from app.services.people import account_deletion, account_export, accounts
from app.services.people.moderation import act_as_administrator
from tests.services.clubs.club_town import ClubTown
from tests.services.clubs.page_operations import NEWS

PUBLIC = AnnouncementTerms("Open day", "All may come.", is_public=True)


@pytest.fixture
def town(services) -> ClubTown:
    return ClubTown(services)


def titles(town: ClubTown, role: str) -> list[str]:
    found = announcements.load_announcements(town.services, town.club, town.ids.get(role))[1]
    return [one.title for one in found]


def announce(town: ClubTown, terms: AnnouncementTerms = NEWS, role: str = "organiser") -> int:
    return announcements.announce(town.services, town.club, town.ids[role], terms)


def test_other_users_read_public_announcements_only(town):
    announce(town)
    announce(town, PUBLIC)
    assert titles(town, "reader") == ["Open day", "Big game in July"]
    for role in ("stranger", "asked", "guest", "visitor"):
        assert titles(town, role) == ["Open day"]
    _, found = announcements.load_announcements(town.services, town.club, None)
    assert found[0].name == "B.", "other users read initials"


def test_a_club_by_link_has_no_announcements_for_others(town):
    announce(town, PUBLIC)
    town.change_entry("link")
    with pytest.raises(NoSuchClub):
        titles(town, "stranger")
    assert titles(town, "invited") == ["Open day"]
    view = members.club_of_code(town.services, town.code, None)
    assert [one.title for one in announcements.readable_announcements(town.services, view)] == [
        "Open day"
    ]


def test_each_other_member_is_notified_once(town):
    services = town.services
    with services.store.write() as work:
        for who in town.ids:
            work.users.update_user(town.ids[who], email=f"{who.replace(' ', '')}@example.org")
        work.commit()
    number = announce(town)
    with services.store.read() as work:
        told = {who: work.outbox.of_user(town.ids[who], 10) for who in town.ids}
    keys = {
        who: [row.key for row in rows if ":announced:" in row.key] for who, rows in told.items()
    }
    reached = {who for who, found in keys.items() if len(found) == 1}
    member_roles = {who for who in town.ids if town.roles(who)} | {"member", "member 2"}
    assert reached == member_roles - {"organiser"}
    assert not any(keys[who] for who in town.ids if who not in reached)
    assert all(f"announced:{number}:" in found[0] for found in keys.values() if found)


def test_the_log_keeps_the_title_of_a_withdrawn_announcement(town):
    number = announce(town)
    announcements.withdraw_announcement(town.services, town.club, town.ids["owner 2"], number)
    assert titles(town, "member") == []
    said = [
        one.says.in_("en") for one in club_log.load_log(town.services, town.club, town.ids["owner"])
    ]
    assert said[:2] == [
        "withdrew an announcement: Big game in July.",
        "wrote an announcement: Big game in July.",
    ]
    with pytest.raises(Refused) as refused:
        announcements.withdraw_announcement(town.services, town.club, town.ids["owner"], number)
    assert refused.value.refusals[0].rule == "CAR-CLB-30"


def test_an_announcement_of_another_club_cannot_be_withdrawn(town):
    number = announce(town)
    other = clubs.found_club(town.services, town.ids["stranger"], clubs.ClubTerms("Húsares")).id
    with pytest.raises(Refused):
        announcements.withdraw_announcement(town.services, other, town.ids["stranger"], number)
    assert titles(town, "member") == ["Big game in July"]


@pytest.mark.parametrize(
    "terms",
    [
        AnnouncementTerms("  "),
        AnnouncementTerms("x" * 121),
        AnnouncementTerms("a\u202eb"),
        AnnouncementTerms("x", "y" * 4001),
        AnnouncementTerms("x", "a\u0007b"),
    ],
)
def test_odd_texts_are_refused(town, terms):
    with pytest.raises(Refused) as refused:
        announce(town, terms)
    assert refused.value.refusals[0].rule == "CAR-CLB-30"
    assert titles(town, "owner") == []


def test_a_muted_organiser_cannot_announce(town):
    act_as_administrator(town.services, town.ids["organiser"], "mute", 3)
    with pytest.raises(Refused) as refused:
        announce(town)
    assert refused.value.refusals[0].rule == "CAR-MOD-01"


def test_ten_announcements_an_hour_are_the_limit(town):
    for _ in range(10):
        announce(town)
    with pytest.raises(TooOften):
        announce(town)


def test_a_deleted_author_leaves_the_announcement_without_a_name(town):
    announce(town)
    told = account_export.export_account(town.services, town.ids["organiser"]).decode()
    assert "Big game in July" in told
    account_deletion.delete_account(
        town.services, accounts.load_user(town.services, town.ids["organiser"])
    )
    _, found = announcements.load_announcements(town.services, town.club, town.ids["member"])
    assert [(one.title, one.name) for one in found] == [("Big game in July", "")]


def test_pages_of_announcements_follow_each_other(town, monkeypatch):
    monkeypatch.setattr(announcements, "MOST_SHOWN", 2)
    for number in range(3):
        announce(town, AnnouncementTerms(f"News {number}"))
    _, first = announcements.load_announcements(town.services, town.club, town.ids["member"])
    _, second = announcements.load_announcements(
        town.services, town.club, town.ids["member"], first[-1].id
    )
    assert [one.title for one in (*first, *second)] == ["News 2", "News 1", "News 0"]


def change(town: ClubTown, number: int, terms: AnnouncementTerms, role: str = "organiser") -> None:
    announcements.change_announcement(town.services, town.club, town.ids[role], number, terms)


def test_an_announcement_is_changed_with_its_time_and_without_a_notification(town):
    number = announce(town)
    with town.services.store.read() as work:
        before = len(work.outbox.of_user(town.ids["member"], 99))
    change(town, number, PUBLIC, "owner")
    [found] = announcements.load_announcements(town.services, town.club, None)[1]
    assert (found.title, found.text, found.name) == ("Open day", "All may come.", "N.")
    assert found.changed_at >= found.made_at
    with town.services.store.read() as work:
        assert len(work.outbox.of_user(town.ids["member"], 99)) == before
    change(town, number, PUBLIC, "owner")  # nothing changes
    lines = club_log.load_log(town.services, town.club, town.ids["reader"])
    assert [one.says.in_("en") for one in lines[:2]] == [
        "changed an announcement: Open day.",
        "wrote an announcement: Big game in July.",
    ]


@pytest.mark.parametrize("title", ["", "x" * 121])
def test_a_bad_change_is_refused_and_changes_nothing(town, title):
    number = announce(town)
    with pytest.raises(Refused) as refused:
        change(town, number, AnnouncementTerms(title))
    assert refused.value.refusals[0].rule == "CAR-CLB-30"
    for wrong in (number + 1, number):
        if wrong == number:
            with town.services.store.write() as work:
                work.announcements.set_hidden(number, True)
                work.commit()
        with pytest.raises(Refused) as refused:
            change(town, wrong, PUBLIC)
        assert refused.value.refusals[0].rule == "CAR-CLB-30"
