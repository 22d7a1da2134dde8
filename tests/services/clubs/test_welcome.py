"""Welcome message of a club: once for each new member, and in the notification of admission."""

from __future__ import annotations

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import club_log, clubs, members, welcome
from app.services.notify.outbox import decode_message
from app.services.people.moderation import act_as_administrator
from tests.services.clubs.club_town import ClubTown


@pytest.fixture
def town(services) -> ClubTown:
    return ClubTown(services)


def write(town: ClubTown, en: str = "", es: str = "Bienvenido {a} Soria") -> None:
    welcome.change_welcome(town.services, town.club, town.ids["organiser"], en, es)


def unread(town: ClubTown, role: str):
    view = clubs.load_club(town.services, town.club, town.ids[role])
    return welcome.unread_welcome(town.services, view, town.ids[role])


def admit(town: ClubTown, role: str) -> None:
    members.answer_request(
        town.services, town.club, town.ids["owner"], town.ids[role], is_admitted=True
    )


def test_only_new_members_get_it_and_only_until_they_close_it(town):
    admit(town, "asked 2")
    write(town)
    admit(town, "asked")
    members.join_club(town.services, town.club, town.ids["invited"])
    members.join_club(town.services, town.club, town.ids["stranger"], town.code)
    for role in ("asked", "invited", "stranger"):
        assert unread(town, role).text("en") == "Bienvenido {a} Soria"
    for role in ("asked 2", "member", "owner"):
        assert unread(town, role) is None, role
    welcome.close_welcome(town.services, town.club, town.ids["asked"])
    assert unread(town, "asked") is None and unread(town, "invited") is not None


def test_the_notification_of_admission_carries_it(town):
    write(town, en="Bring {dice}")
    with town.services.store.write() as work:
        work.users.update_user(town.ids["asked"], email="rosal@example.org")
        work.commit()
    admit(town, "asked")
    with town.services.store.read() as work:
        [row] = work.outbox.of_user(town.ids["asked"], 10)
        message = decode_message(row)
    assert [line.in_("en") for line in message.lines] == ["Bring {dice}"]
    assert [line.in_("es") for line in message.lines] == ["Bienvenido {a} Soria"]


def test_an_empty_text_removes_it(town):
    write(town)
    admit(town, "asked")
    write(town, "", "  ")
    assert unread(town, "asked") is None
    assert welcome.load_welcome(town.services, town.club, town.ids["reader"])[1] == welcome.NONE
    write(town, "", "")
    said = [
        one.says.in_("en") for one in club_log.load_log(town.services, town.club, town.ids["owner"])
    ]
    assert said.count("changed the welcome message.") == 2, "an unchanged text is no act"


def test_a_former_member_does_not_get_it(town):
    write(town)
    admit(town, "asked")
    members.remove_member(town.services, town.club, town.ids["owner"], town.ids["asked"])
    assert unread(town, "asked") is None


@pytest.mark.parametrize("text", ["x" * 2001, "a\u202eb"])
def test_odd_texts_are_refused(town, text):
    for en, es in ((text, ""), ("", text)):
        with pytest.raises(Refused) as refused:
            write(town, en, es)
        assert refused.value.refusals[0].rule == "CAR-CLB-35"


def test_a_muted_organiser_cannot_write_it(town):
    act_as_administrator(town.services, town.ids["organiser"], "mute", 3)
    with pytest.raises(Refused) as refused:
        write(town)
    assert refused.value.refusals[0].rule == "CAR-MOD-01"
