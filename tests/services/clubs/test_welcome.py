"""Welcome message of a club: once for each new member, and in the notification of admission."""

from __future__ import annotations

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import club_log, clubs, members, welcome
from app.services.notify.outbox import decode_message
from app.services.people.moderation import act_as_administrator
from tests.services.clubs.staffed_club import StaffedClub


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def write(staffed: StaffedClub, en: str = "", es: str = "Bienvenido {a} Soria") -> None:
    welcome.change_welcome(staffed.services, staffed.club, staffed.ids["organiser"], en, es)


def unread(staffed: StaffedClub, role: str):
    view = clubs.load_club(staffed.services, staffed.club, staffed.ids[role])
    return welcome.unread_welcome(staffed.services, view, staffed.ids[role])


def admit(staffed: StaffedClub, role: str) -> None:
    members.answer_request(
        staffed.services, staffed.club, staffed.ids["owner"], staffed.ids[role], is_admitted=True
    )


def test_only_new_members_get_it_and_only_until_they_close_it(staffed):
    admit(staffed, "asked 2")
    write(staffed)
    admit(staffed, "asked")
    members.join_club(staffed.services, staffed.club, staffed.ids["invited"])
    members.join_club(staffed.services, staffed.club, staffed.ids["stranger"], staffed.code)
    for role in ("asked", "invited", "stranger"):
        assert unread(staffed, role).text("en") == "Bienvenido {a} Soria"
    for role in ("asked 2", "member", "owner"):
        assert unread(staffed, role) is None, role
    welcome.close_welcome(staffed.services, staffed.club, staffed.ids["asked"])
    assert unread(staffed, "asked") is None and unread(staffed, "invited") is not None


def test_the_notification_of_admission_carries_it(staffed):
    write(staffed, en="Bring {dice}")
    with staffed.services.store.write() as work:
        work.users.update_user(staffed.ids["asked"], email="rosal@example.org")
        work.commit()
    admit(staffed, "asked")
    with staffed.services.store.read() as work:
        [row] = work.outbox.of_user(staffed.ids["asked"], 10)
        message = decode_message(row)
    assert [line.in_("en") for line in message.lines] == ["Bring {dice}"]
    assert [line.in_("es") for line in message.lines] == ["Bienvenido {a} Soria"]


def test_an_empty_text_removes_it(staffed):
    write(staffed)
    admit(staffed, "asked")
    write(staffed, "", "  ")
    assert unread(staffed, "asked") is None
    assert (
        welcome.load_welcome(staffed.services, staffed.club, staffed.ids["reader"])[1]
        == welcome.NONE
    )
    write(staffed, "", "")
    said = [
        one.says.in_("en")
        for one in club_log.load_log(staffed.services, staffed.club, staffed.ids["owner"])
    ]
    assert said.count("changed the welcome message.") == 2, "an unchanged text is no act"


def test_a_former_member_does_not_get_it(staffed):
    write(staffed)
    admit(staffed, "asked")
    members.remove_member(
        staffed.services, staffed.club, staffed.ids["owner"], staffed.ids["asked"]
    )
    assert unread(staffed, "asked") is None


@pytest.mark.parametrize("text", ["x" * 2001, "a\u202eb"])
def test_odd_texts_are_refused(staffed, text):
    for en, es in ((text, ""), ("", text)):
        with pytest.raises(Refused) as refused:
            write(staffed, en, es)
        assert refused.value.refusals[0].rule == "CAR-CLB-35"


def test_a_muted_organiser_cannot_write_it(staffed):
    act_as_administrator(staffed.services, staffed.ids["organiser"], "mute", 3)
    with pytest.raises(Refused) as refused:
        write(staffed)
    assert refused.value.refusals[0].rule == "CAR-MOD-01"
