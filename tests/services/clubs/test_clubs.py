"""Clubs: founding, ways in, roles, log, departures, on both databases."""

from __future__ import annotations

import threading

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from app.kernel.refusal import Refused
from app.services.clubs import club_links, club_log, clubs, members
from app.services.clubs.clubs import ClubTerms
from app.services.errors import NoSuchClub, NoSuchPerson
from app.services.people import account_deletion, account_export, accounts, blocking
from app.store import club_tables
from tests.services.clubs.staffed_club import TERMS, StaffedClub

EMPTYING = {
    "sqlite": [sa.text("INSERT OR REPLACE INTO club_log SELECT * FROM club_log")],
    "postgresql": [sa.text("TRUNCATE club_log")],
}


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def rule_of(refused) -> str:
    return refused.value.refusals[0].rule


def log_of(staffed: StaffedClub) -> list[str]:
    """The log in words, the newest entry first."""
    lines = club_log.load_log(staffed.services, staffed.club, staffed.ids["owner"])
    return [f"{one.by} {one.says}" for one in lines]


def test_the_log_tells_every_act_in_both_languages(staffed):
    members.remove_member(
        staffed.services, staffed.club, staffed.ids["organiser"], staffed.ids["member 2"]
    )
    members.leave_club(staffed.services, staffed.club, staffed.ids["scribe"])
    found = log_of(staffed)
    assert found[0] == "Maite left the club."
    assert found[1] == "Berta removed Pau."
    assert "Nines made a link for 14 days and 50 users." in found
    assert "Quinto became an owner." in found and "Nines admitted Quinto." in found
    assert found[-1] == "Nines founded the club."
    spanish = [
        one.says.in_("es")
        for one in club_log.load_log(staffed.services, staffed.club, staffed.ids["owner"])
    ]
    assert "aceptó la propiedad del club." in spanish and not any("{" in one for one in spanish)


def test_the_database_protects_the_log(staffed):
    for change in (
        club_tables.club_log.update().values(detail="forged"),
        club_tables.club_log.delete(),
        *EMPTYING[staffed.services.store.engine.dialect.name],
    ):
        with pytest.raises(sa.exc.DBAPIError), staffed.services.store.engine.begin() as connection:
            connection.execute(change)
    assert log_of(staffed)[-1] == "Nines founded the club."


def test_the_log_is_read_page_by_page(services, monkeypatch):
    monkeypatch.setattr(club_log, "MOST_ACTS", 5)
    staffed = StaffedClub(services)
    first = club_log.load_log(services, staffed.club, staffed.ids["owner"])
    second = club_log.load_log(services, staffed.club, staffed.ids["owner"], first[-1].number)
    assert len(first) == len(second) == 5
    assert {one.number for one in first}.isdisjoint(one.number for one in second)


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"name": "  ab "}, "CAR-CLB-02"),
        ({"name": "x" * 61}, "CAR-CLB-02"),
        ({"name": "Dragones\u202e"}, "CAR-CLB-02"),
        ({"name": "Drаgones"}, "CAR-CLB-02"),  # with a Cyrillic letter
        ({"name": "dragones  de SORIA"}, "CAR-CLB-02"),  # taken
        ({"place": "x" * 201}, "CAR-CLB-03"),
        ({"about_es": "x" * 4001}, "CAR-CLB-03"),
        ({"about_en": "a\u202eb"}, "CAR-CLB-03"),
        ({"entry": "secret"}, "CAR-CLB-04"),
        ({"language": "fr"}, "CAR-CLB-04"),
        ({"zone": "Mars/Olympus"}, "CAR-CLB-04"),
    ],
)
def test_bad_terms_are_refused_by_their_rule(staffed, changed, rule):
    terms = replace(TERMS, **({"name": "Húsares"} | changed))
    with pytest.raises(Refused) as refused:
        clubs.found_club(staffed.services, staffed.ids["stranger"], terms)
    assert rule_of(refused) == rule


def test_a_member_owns_at_most_five_clubs(services, staffed):
    founder = staffed.ids["stranger"]
    for number in range(5):
        clubs.found_club(services, founder, ClubTerms(f"Club {number}"))
    with pytest.raises(Refused) as refused:
        clubs.found_club(services, founder, ClubTerms("Club 6"))
    assert rule_of(refused) == "CAR-CLB-01"


def test_a_link_admits_so_many_users_until_its_end(services, staffed, monkeypatch):
    code = club_links.make_link(services, staffed.club, staffed.ids["owner"], 1, 1)
    assert members.club_of_code(services, code, None).club.id == staffed.club
    members.join_club(services, staffed.club, staffed.ids["stranger"], code)
    assert staffed.roles("stranger") == {"member"}
    with pytest.raises(Refused) as refused:
        members.join_club(services, staffed.club, staffed.ids["asked"], code)
    assert rule_of(refused) == "CAR-CLB-09"
    late = club_links.make_link(services, staffed.club, staffed.ids["owner"], 1, 5)
    monkeypatch.setattr(members, "current_time", lambda: "2999-01-01T00:00:00.000Z")
    with pytest.raises(Refused):
        members.club_of_code(services, late, None)


@pytest.mark.parametrize(("days", "uses"), [(0, 1), (91, 1), (1, 0), (1, 101)])
def test_a_link_has_bounds(services, staffed, days, uses):
    with pytest.raises(Refused) as refused:
        club_links.make_link(services, staffed.club, staffed.ids["owner"], days, uses)
    assert rule_of(refused) == "CAR-CLB-10"


def test_a_club_has_ten_links_at_most(services, staffed):
    for _ in range(9):
        club_links.make_link(services, staffed.club, staffed.ids["owner"], 1, 1)
    with pytest.raises(Refused) as refused:
        club_links.make_link(services, staffed.club, staffed.ids["owner"], 1, 1)
    assert rule_of(refused) == "CAR-CLB-10"


def test_the_link_of_another_club_does_not_open_this_one(services, staffed):
    other = clubs.found_club(services, staffed.ids["stranger"], ClubTerms("Húsares")).id
    code = club_links.make_link(services, other, staffed.ids["stranger"], 1, 1)
    with pytest.raises(NoSuchClub):
        members.join_club(services, staffed.club, staffed.ids["asked"], code)


def test_the_last_use_of_a_link_admits_one_of_two(services, staffed):
    """Two users press the button at the same time."""
    code = club_links.make_link(services, staffed.club, staffed.ids["owner"], 1, 1)
    answers: list[str] = []

    def join(who: str) -> None:
        try:
            members.join_club(services, staffed.club, staffed.ids[who], code)
            answers.append("in")
        except Refused as refused:
            answers.append(refused.refusals[0].rule)

    threads = [threading.Thread(target=join, args=(who,)) for who in ("stranger", "asked")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["CAR-CLB-09", "in"]


def test_the_last_owner_stays(services, staffed):
    owner, second = staffed.ids["owner"], staffed.ids["owner 2"]
    members.leave_club(services, staffed.club, second)
    for act in (
        lambda: members.leave_club(services, staffed.club, owner),
        lambda: members.take_role(services, staffed.club, owner, owner, "owner"),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert {one.rule for one in refused.value.refusals} & {"CAR-CLB-11", "CAR-CLB-13"}
    members.give_role(services, staffed.club, owner, owner, "member")
    with pytest.raises(Refused) as refused:
        members.take_role(services, staffed.club, owner, owner, "owner")
    assert rule_of(refused) == "CAR-CLB-11"


def test_two_owners_cannot_leave_together(services, staffed):
    """Both are counted after the other's departure, so one of them stays."""
    left: list[bool] = []

    def leave(who: str) -> None:
        try:
            members.leave_club(services, staffed.club, staffed.ids[who])
            left.append(True)
        except Refused:
            left.append(False)

    threads = [threading.Thread(target=leave, args=(who,)) for who in ("owner", "owner 2")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(left) == [False, True]


def test_a_role_is_given_once_and_to_members_only(services, staffed):
    owner = staffed.ids["owner"]
    for who, role in (("member", "member"), ("stranger", "scribe"), ("member", "king")):
        with pytest.raises(Refused) as refused:
            members.give_role(services, staffed.club, owner, staffed.ids[who], role)
        assert rule_of(refused) == "CAR-CLB-13"
    with pytest.raises(Refused) as refused:
        members.take_role(services, staffed.club, owner, staffed.ids["member"], "member")
    assert rule_of(refused) == "CAR-CLB-13"


def test_strangers_read_initials_and_no_list(services, staffed):
    seen = clubs.load_club(services, staffed.club, None)
    assert (seen.members, seen.entries, seen.links) == ((), (), ())
    assert seen.owners == ("N.", "Q.") and seen.member_count == 9
    member = clubs.load_club(services, staffed.club, staffed.ids["reader"])
    assert member.owners == ("Nines", "Quinto") and len(member.members) == 9
    assert (member.entries, member.links) == ((), ())
    assert len(clubs.load_club(services, staffed.club, staffed.ids["organiser"]).requests) == 2


def test_a_club_by_link_is_in_no_list(services, staffed):
    assert [row.club.id for row in clubs.list_clubs(services, None)] == [staffed.club]
    assert [row.club.id for row in clubs.list_clubs(services, None, "SORIA")] == [staffed.club]
    assert clubs.list_clubs(services, None, "100%") == ()
    staffed.change_entry("link")
    assert clubs.list_clubs(services, None) == ()
    assert [row.is_mine for row in clubs.list_clubs(services, staffed.ids["reader"])] == [True]


def test_a_member_does_not_invite_a_user_who_has_blocked_them(services, staffed):
    blocking.block_user(services, staffed.ids["stranger"], staffed.ids["owner"])
    with pytest.raises(NoSuchPerson):
        members.invite_to_club(services, staffed.club, staffed.ids["owner"], "Ximo")


def test_an_invitation_of_a_user_who_asked_admits_them(services, staffed):
    members.invite_to_club(services, staffed.club, staffed.ids["owner"], "Rosal")
    assert staffed.roles("asked") == {"member"}
    assert [one.name for one in clubs.invitations_of_user(services, staffed.ids["invited"])] == [
        TERMS.name
    ]
    members.ask_to_join(services, staffed.club, staffed.ids["invited"], "")
    assert staffed.roles("invited") == {"member"}


def test_a_deleted_account_leaves_its_clubs(services, staffed):
    members.leave_club(services, staffed.club, staffed.ids["owner 2"])
    owner = accounts.load_user(services, staffed.ids["owner"])
    account_deletion.delete_account(services, owner)
    assert staffed.roles("organiser") == {"organiser"}
    lines = club_log.load_log(services, staffed.club, staffed.ids["organiser"])
    said = [f"{one.by} {one.says}" for one in lines]
    assert "The server asked Berta to become an owner." in said
    assert "A former member founded the club." in said
    assert "Nines" not in " ".join(said)


def test_a_club_without_members_is_archived(services, staffed):
    alone = clubs.found_club(services, staffed.ids["stranger"], ClubTerms("Húsares"))
    account_deletion.delete_account(services, accounts.load_user(services, staffed.ids["stranger"]))
    with services.store.read() as work:
        assert work.clubs.find_club(alone.id).archived_at


def test_the_own_data_name_the_clubs(services, staffed):
    told = account_export.export_account(services, staffed.ids["organiser"]).decode()
    assert '"organiser"' in told and '"role_given"' in told


def test_no_detour_leads_to_the_ownership_of_the_first_owner(services, staffed):
    """An owner appointed by an appointed owner, and one who gives up the ownership and gets it
    back.
    """
    first, second, third = (staffed.ids[one] for one in ("owner", "owner 2", "organiser"))
    staffed.appoint("organiser", "owner", "owner 2")
    members.give_role(services, staffed.club, second, second, "member")
    with pytest.raises(Refused) as refused:
        members.remove_member(services, staffed.club, third, first)
    assert rule_of(refused) == "CAR-CLB-12"
    members.take_role(services, staffed.club, second, second, "owner")
    staffed.appoint("owner 2", "owner", "organiser")
    for by in (second, third):
        with pytest.raises(Refused) as refused:
            members.remove_member(services, staffed.club, by, first)
        assert rule_of(refused) == "CAR-CLB-12"


def test_a_removed_organiser_has_no_link_back(services, staffed):
    code = club_links.make_link(services, staffed.club, staffed.ids["organiser"], 7, 5)
    members.remove_member(services, staffed.club, staffed.ids["owner"], staffed.ids["organiser"])
    with pytest.raises(Refused) as refused:
        members.join_club(services, staffed.club, staffed.ids["organiser"], code)
    assert rule_of(refused) == "CAR-CLB-09"


def test_an_invitation_and_a_link_end_with_the_role_of_their_author(services, staffed):
    organiser, owner = staffed.ids["organiser"], staffed.ids["owner"]
    members.invite_to_club(services, staffed.club, organiser, "Ximo")
    code = club_links.make_link(services, staffed.club, organiser, 7, 5)
    members.give_role(services, staffed.club, owner, organiser, "member")
    members.take_role(services, staffed.club, owner, organiser, "organiser")
    for given in ("", code):
        with pytest.raises(Refused):
            members.join_club(services, staffed.club, staffed.ids["stranger"], given)
    assert clubs.invitations_of_user(services, staffed.ids["stranger"]) == ()
    assert staffed.code and members.is_valid_code(services, staffed.code)


def test_a_departed_organiser_leaves_no_way_in(services, staffed):
    organiser = staffed.ids["organiser"]
    members.invite_to_club(services, staffed.club, organiser, "Ximo")
    code = club_links.make_link(services, staffed.club, organiser, 7, 5)
    members.leave_club(services, staffed.club, organiser)
    assert not members.is_valid_code(services, code)
    assert clubs.invitations_of_user(services, staffed.ids["stranger"]) == ()


def test_a_removed_member_of_an_open_club_needs_a_readmission(services, staffed):
    staffed.change_entry("open")
    gone = staffed.ids["member 2"]
    members.remove_member(services, staffed.club, staffed.ids["organiser"], gone)
    for act in (
        lambda: members.join_club(services, staffed.club, gone),
        lambda: members.join_club(services, staffed.club, gone, staffed.code),
        lambda: members.ask_to_join(services, staffed.club, gone, ""),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert rule_of(refused) == "CAR-CLB-21"
    assert [one.name for one in clubs.load_club(services, staffed.club, gone).removed] == []
    seen = clubs.load_club(services, staffed.club, staffed.ids["organiser 2"])
    assert {one.name for one in seen.removed} == {"Pau", "Vera"}
    members.readmit_member(services, staffed.club, staffed.ids["organiser 2"], gone)
    members.join_club(services, staffed.club, gone)
    assert staffed.roles("member 2") == {"member"}
    assert "Carla readmitted Pau." in log_of(staffed)
    with pytest.raises(NoSuchPerson):
        members.readmit_member(services, staffed.club, staffed.ids["owner"], gone)


def test_an_invitation_readmits_a_removed_member(services, staffed):
    members.invite_to_club(services, staffed.club, staffed.ids["organiser"], "Vera")
    members.join_club(services, staffed.club, staffed.ids["removed"])
    assert staffed.roles("removed") == {"member"}


def test_a_member_who_left_may_come_back(services, staffed):
    staffed.change_entry("open")
    members.leave_club(services, staffed.club, staffed.ids["member 2"])
    members.join_club(services, staffed.club, staffed.ids["member 2"])
    assert staffed.roles("member 2") == {"member"}
