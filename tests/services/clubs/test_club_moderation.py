"""Reports of the name and words of a club, and their removal, on both databases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.kernel.refusal import Refused
from app.services.clubs import club_links, clubs, dates, members
from app.services.errors import NoSuchGame
from app.services.people import complaints, moderation
from tests.services.clubs.club_town import TERMS, ClubTown
from tests.services.clubs.test_club_dates import EVENING

WHY = "That is rude."


@pytest.fixture
def town(services) -> ClubTown:
    found = ClubTown(services)
    moderation.act_as_administrator(services, found.ids["asked"], "name")
    return found


def report(town: ClubTown, role: str) -> None:
    complaints.complain_about_text(town.services, "club", town.club, town.ids[role], 0, WHY)


def judge(town: ClubTown, what: str, number: int = 0) -> int:
    """The moderator acts on the first open complaint, or on that of the number."""
    me = town.ids["asked"]
    number = number or moderation.load_moderation_page(town.services, me).waiting[0][0].id
    moderation.act_on_complaint(town.services, me, number, what)
    return number


def shown(town: ClubTown, role: str) -> tuple[str, ...]:
    found = clubs.load_club(town.services, town.club, town.ids[role]).club
    return found.name, found.place, found.about_en, found.about_es


def test_a_moderator_removes_and_restores_the_words_of_a_club(services, town):
    report(town, "stranger")
    (waiting,) = moderation.load_moderation_page(services, town.ids["asked"]).waiting
    assert (
        waiting[1].name == "Nines"
        and waiting[0].about == ""
        and "Dragones de Soria" in waiting[0].text
    )
    assert "Fifty players." in waiting[0].text
    number = judge(town, "hide")
    neutral = (f"Club {town.club}", "", "", "")
    assert shown(town, "owner") == shown(town, "stranger") == neutral
    listed = clubs.list_clubs(services, None)
    assert [one.club.name for one in listed] == [f"Club {town.club}"]
    assert clubs.list_clubs(services, None, "dragones") == ()
    judge(town, "show", number)
    assert shown(town, "stranger")[0] == TERMS.name


def test_the_removed_name_is_in_no_calendar(services, town):
    dates.add_dates(services, town.club, town.ids["owner"], EVENING)
    report(town, "stranger")
    judge(town, "hide")
    assert {one.club for one in dates.coming_dates(services, town.ids["member"])} == {
        f"Club {town.club}"
    }


@pytest.mark.parametrize("field", ["name", "place", "about_en", "about_es"])
def test_removed_words_are_not_written_again(services, town, field):
    report(town, "stranger")
    judge(town, "hide")
    fresh = replace(TERMS, name="Húsares", place="", about_en="", about_es="")
    again = replace(fresh, **{field: getattr(TERMS, field)})
    with pytest.raises(Refused) as refused:
        clubs.change_front_page(services, town.club, town.ids["owner"], again)
    assert [one.rule for one in refused.value.refusals] == ["CAR-CLB-24"]
    clubs.change_front_page(services, town.club, town.ids["owner"], fresh)
    assert shown(town, "stranger") == ("Húsares", "", "", "")


def test_a_hidden_club_is_reported_by_its_members_only(services, town):
    town.change_entry("link")
    with pytest.raises(NoSuchGame):
        report(town, "stranger")
    report(town, "reader")
    report(town, "invited")


def test_the_author_of_the_words_reports_them_not(services, town):
    with pytest.raises(Refused) as refused:
        report(town, "owner")
    assert refused.value.refusals[0].rule == "CAR-MOD-03"
    with pytest.raises(NoSuchGame):
        complaints.complain_about_text(services, "club", 999, town.ids["stranger"], 0, WHY)


def test_a_removed_club_is_not_reported_again(services, town):
    report(town, "stranger")
    judge(town, "hide")
    with pytest.raises(NoSuchGame):
        report(town, "reader")


def test_links_and_invitations_of_a_suspended_member_end(town):
    own = club_links.make_link(town.services, town.club, town.ids["organiser"], 7, 5)
    members.invite_to_club(town.services, town.club, town.ids["organiser"], "Ximo")
    moderation.act_as_administrator(town.services, town.ids["organiser"], "suspend")
    view = clubs.load_club(town.services, town.club, town.ids["owner"])
    assert [one.name for one in view.invited] == ["Lobo"]
    assert own not in [one.code for one in view.links] and len(view.links) == 1
