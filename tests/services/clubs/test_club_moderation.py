"""Reports of the name and words of a club, and their removal, on both databases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.kernel.refusal import Refused
from app.services.clubs import club_links, clubs, dates, members
from app.services.errors import NoSuchGame
from app.services.people import complaints, moderation
from tests.services.clubs.staffed_club import TERMS, StaffedClub
from tests.services.clubs.test_club_dates import EVENING

WHY = "That is rude."


@pytest.fixture
def staffed(services) -> StaffedClub:
    found = StaffedClub(services)
    moderation.act_as_administrator(services, found.ids["asked"], "name")
    return found


def report(staffed: StaffedClub, role: str) -> None:
    complaints.complain_about_text(
        staffed.services, "club", staffed.club, staffed.ids[role], 0, WHY
    )


def judge(staffed: StaffedClub, what: str, number: int = 0) -> int:
    """The moderator acts on the first open complaint, or on that of the number."""
    me = staffed.ids["asked"]
    number = number or moderation.load_moderation_page(staffed.services, me).waiting[0][0].id
    moderation.act_on_complaint(staffed.services, me, number, what)
    return number


def shown(staffed: StaffedClub, role: str) -> tuple[str, ...]:
    found = clubs.load_club(staffed.services, staffed.club, staffed.ids[role]).club
    return found.name, found.place, found.about_en, found.about_es


def test_a_moderator_removes_and_restores_the_words_of_a_club(services, staffed):
    report(staffed, "stranger")
    (waiting,) = moderation.load_moderation_page(services, staffed.ids["asked"]).waiting
    assert (
        waiting[1].name == "Nines"
        and waiting[0].about == ""
        and "Dragones de Soria" in waiting[0].text
    )
    assert "Fifty players." in waiting[0].text
    number = judge(staffed, "hide")
    neutral = (f"Club {staffed.club}", "", "", "")
    assert shown(staffed, "owner") == shown(staffed, "stranger") == neutral
    listed = clubs.list_clubs(services, None)
    assert [one.club.name for one in listed] == [f"Club {staffed.club}"]
    assert clubs.list_clubs(services, None, "dragones") == ()
    judge(staffed, "show", number)
    assert shown(staffed, "stranger")[0] == TERMS.name


def test_the_removed_name_is_in_no_calendar(services, staffed):
    dates.add_dates(services, staffed.club, staffed.ids["owner"], EVENING)
    report(staffed, "stranger")
    judge(staffed, "hide")
    assert {one.club for one in dates.coming_dates(services, staffed.ids["member"])} == {
        f"Club {staffed.club}"
    }


@pytest.mark.parametrize("field", ["name", "place", "about_en", "about_es"])
def test_removed_words_are_not_written_again(services, staffed, field):
    report(staffed, "stranger")
    judge(staffed, "hide")
    fresh = replace(TERMS, name="Húsares", place="", about_en="", about_es="")
    again = replace(fresh, **{field: getattr(TERMS, field)})
    with pytest.raises(Refused) as refused:
        clubs.change_front_page(services, staffed.club, staffed.ids["owner"], again)
    assert [one.rule for one in refused.value.refusals] == ["CAR-CLB-24"]
    clubs.change_front_page(services, staffed.club, staffed.ids["owner"], fresh)
    assert shown(staffed, "stranger") == ("Húsares", "", "", "")


def test_a_hidden_club_is_reported_by_its_members_only(services, staffed):
    staffed.change_entry("link")
    with pytest.raises(NoSuchGame):
        report(staffed, "stranger")
    report(staffed, "reader")
    report(staffed, "invited")


def test_the_author_of_the_words_reports_them_not(services, staffed):
    with pytest.raises(Refused) as refused:
        report(staffed, "owner")
    assert refused.value.refusals[0].rule == "CAR-MOD-03"
    with pytest.raises(NoSuchGame):
        complaints.complain_about_text(services, "club", 999, staffed.ids["stranger"], 0, WHY)


def test_a_removed_club_is_not_reported_again(services, staffed):
    report(staffed, "stranger")
    judge(staffed, "hide")
    with pytest.raises(NoSuchGame):
        report(staffed, "reader")


def test_links_and_invitations_of_a_suspended_member_end(staffed):
    own = club_links.make_link(staffed.services, staffed.club, staffed.ids["organiser"], 7, 5)
    members.invite_to_club(staffed.services, staffed.club, staffed.ids["organiser"], "Ximo")
    moderation.act_as_administrator(staffed.services, staffed.ids["organiser"], "suspend")
    view = clubs.load_club(staffed.services, staffed.club, staffed.ids["owner"])
    assert [one.name for one in view.invited] == ["Lobo"]
    assert own not in [one.code for one in view.links] and len(view.links) == 1
