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
from tests.services.clubs.page_operations import NEWS
from tests.services.clubs.staffed_club import StaffedClub

PUBLIC = AnnouncementTerms("Open day", "All may come.", is_public=True)


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def titles(staffed: StaffedClub, role: str) -> list[str]:
    found = announcements.load_announcements(staffed.services, staffed.club, staffed.ids.get(role))[
        1
    ]
    return [one.title for one in found]


def announce(staffed: StaffedClub, terms: AnnouncementTerms = NEWS, role: str = "organiser") -> int:
    return announcements.announce(staffed.services, staffed.club, staffed.ids[role], terms)


def test_other_users_read_public_announcements_only(staffed):
    announce(staffed)
    announce(staffed, PUBLIC)
    assert titles(staffed, "reader") == ["Open day", "Big game in July"]
    for role in ("stranger", "asked", "guest", "visitor"):
        assert titles(staffed, role) == ["Open day"]
    _, found = announcements.load_announcements(staffed.services, staffed.club, None)
    assert found[0].name == "B.", "other users read initials"


def test_a_club_by_link_has_no_announcements_for_others(staffed):
    announce(staffed, PUBLIC)
    staffed.change_entry("link")
    with pytest.raises(NoSuchClub):
        titles(staffed, "stranger")
    assert titles(staffed, "invited") == ["Open day"]
    view = members.club_of_code(staffed.services, staffed.code, None)
    assert [one.title for one in announcements.readable_announcements(staffed.services, view)] == [
        "Open day"
    ]


def test_each_other_member_is_notified_once(staffed):
    services = staffed.services
    with services.store.write() as work:
        for who in staffed.ids:
            work.users.update_user(staffed.ids[who], email=f"{who.replace(' ', '')}@example.org")
        work.commit()
    number = announce(staffed)
    with services.store.read() as work:
        told = {who: work.outbox.of_user(staffed.ids[who], 10) for who in staffed.ids}
    keys = {
        who: [row.key for row in rows if ":announced:" in row.key] for who, rows in told.items()
    }
    reached = {who for who, found in keys.items() if len(found) == 1}
    member_roles = {who for who in staffed.ids if staffed.roles(who)} | {"member", "member 2"}
    assert reached == member_roles - {"organiser"}
    assert not any(keys[who] for who in staffed.ids if who not in reached)
    assert all(f"announced:{number}:" in found[0] for found in keys.values() if found)


def test_the_log_keeps_the_title_of_a_withdrawn_announcement(staffed):
    number = announce(staffed)
    announcements.withdraw_announcement(
        staffed.services, staffed.club, staffed.ids["owner 2"], number
    )
    assert titles(staffed, "member") == []
    said = [
        one.says.in_("en")
        for one in club_log.load_log(staffed.services, staffed.club, staffed.ids["owner"])
    ]
    assert said[:2] == [
        "withdrew an announcement: Big game in July.",
        "wrote an announcement: Big game in July.",
    ]
    with pytest.raises(Refused) as refused:
        announcements.withdraw_announcement(
            staffed.services, staffed.club, staffed.ids["owner"], number
        )
    assert refused.value.refusals[0].rule == "CAR-CLB-30"


def test_an_announcement_of_another_club_cannot_be_withdrawn(staffed):
    number = announce(staffed)
    other = clubs.found_club(
        staffed.services, staffed.ids["stranger"], clubs.ClubTerms("Húsares")
    ).id
    with pytest.raises(Refused):
        announcements.withdraw_announcement(
            staffed.services, other, staffed.ids["stranger"], number
        )
    assert titles(staffed, "member") == ["Big game in July"]


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
def test_odd_texts_are_refused(staffed, terms):
    with pytest.raises(Refused) as refused:
        announce(staffed, terms)
    assert refused.value.refusals[0].rule == "CAR-CLB-30"
    assert titles(staffed, "owner") == []


def test_a_muted_organiser_cannot_announce(staffed):
    act_as_administrator(staffed.services, staffed.ids["organiser"], "mute", 3)
    with pytest.raises(Refused) as refused:
        announce(staffed)
    assert refused.value.refusals[0].rule == "CAR-MOD-01"


def test_ten_announcements_an_hour_are_the_limit(staffed):
    for _ in range(10):
        announce(staffed)
    with pytest.raises(TooOften):
        announce(staffed)


def test_a_deleted_author_leaves_the_announcement_without_a_name(staffed):
    announce(staffed)
    told = account_export.export_account(staffed.services, staffed.ids["organiser"]).decode()
    assert "Big game in July" in told
    account_deletion.delete_account(
        staffed.services, accounts.load_user(staffed.services, staffed.ids["organiser"])
    )
    _, found = announcements.load_announcements(
        staffed.services, staffed.club, staffed.ids["member"]
    )
    assert [(one.title, one.name) for one in found] == [("Big game in July", "")]


def test_pages_of_announcements_follow_each_other(staffed, monkeypatch):
    monkeypatch.setattr(announcements, "MOST_SHOWN", 2)
    for number in range(3):
        announce(staffed, AnnouncementTerms(f"News {number}"))
    _, first = announcements.load_announcements(
        staffed.services, staffed.club, staffed.ids["member"]
    )
    _, second = announcements.load_announcements(
        staffed.services, staffed.club, staffed.ids["member"], first[-1].id
    )
    assert [one.title for one in (*first, *second)] == ["News 2", "News 1", "News 0"]


def change(
    staffed: StaffedClub, number: int, terms: AnnouncementTerms, role: str = "organiser"
) -> None:
    announcements.change_announcement(
        staffed.services, staffed.club, staffed.ids[role], number, terms
    )


def test_an_announcement_is_changed_with_its_time_and_without_a_notification(staffed):
    number = announce(staffed)
    with staffed.services.store.read() as work:
        before = len(work.outbox.of_user(staffed.ids["member"], 99))
    change(staffed, number, PUBLIC, "owner")
    [found] = announcements.load_announcements(staffed.services, staffed.club, None)[1]
    assert (found.title, found.text, found.name) == ("Open day", "All may come.", "N.")
    assert found.changed_at >= found.made_at
    with staffed.services.store.read() as work:
        assert len(work.outbox.of_user(staffed.ids["member"], 99)) == before
    change(staffed, number, PUBLIC, "owner")  # nothing changes
    lines = club_log.load_log(staffed.services, staffed.club, staffed.ids["reader"])
    assert [one.says.in_("en") for one in lines[:2]] == [
        "changed an announcement: Open day.",
        "wrote an announcement: Big game in July.",
    ]


@pytest.mark.parametrize("title", ["", "x" * 121])
def test_a_bad_change_is_refused_and_changes_nothing(staffed, title):
    number = announce(staffed)
    with pytest.raises(Refused) as refused:
        change(staffed, number, AnnouncementTerms(title))
    assert refused.value.refusals[0].rule == "CAR-CLB-30"
    for wrong in (number + 1, number):
        if wrong == number:
            with staffed.services.store.write() as work:
                work.announcements.set_hidden(number, True)
                work.commit()
        with pytest.raises(Refused) as refused:
            change(staffed, wrong, PUBLIC)
        assert refused.value.refusals[0].rule == "CAR-CLB-30"
