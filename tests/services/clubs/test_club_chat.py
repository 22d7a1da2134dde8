"""Chat of a club: readers, blocks, limits, moderation of the club and of the server."""

from __future__ import annotations

import threading

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import announcements, club_chat, club_complaints, club_log, members
from app.services.errors import NoSuchClub
from app.services.failed_attempts import TooOften
from app.services.people import account_deletion, account_export, accounts, blocking, moderation
from app.services.people.moderation import act_as_administrator
from tests.services.clubs.page_operations import NEWS
from tests.services.clubs.staffed_club import StaffedClub


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def write(staffed: StaffedClub, text: str = "See you on Thursday.", role: str = "member") -> int:
    return club_chat.write_message(staffed.services, staffed.club, staffed.ids[role], text)


def texts(staffed: StaffedClub, role: str = "owner", before: int = 0) -> list[str]:
    chat = club_chat.load_chat(staffed.services, staffed.club, staffed.ids.get(role), before)[1]
    return [one.text for one in chat.messages]


def rule_of(refused) -> str:
    return refused.value.refusals[0].rule


def hide(
    staffed: StaffedClub, number: int, role: str = "organiser", *, is_hidden: bool = True
) -> None:
    me = staffed.ids[role]
    club_chat.hide_message(staffed.services, staffed.club, me, number, is_hidden=is_hidden)


def test_members_and_readers_read_and_no_other_user(staffed):
    write(staffed)
    for role in ("owner", "referee", "member", "reader"):
        assert texts(staffed, role) == ["See you on Thursday."]
    for role in ("asked", "invited", "stranger", "guest", "visitor"):
        with pytest.raises(NoSuchClub):
            texts(staffed, role)


def test_a_removed_member_reads_and_writes_no_more(staffed):
    write(staffed)
    members.remove_member(
        staffed.services, staffed.club, staffed.ids["owner"], staffed.ids["member"]
    )
    with pytest.raises(NoSuchClub):
        texts(staffed, "member")
    with pytest.raises(Refused):
        write(staffed)
    me = staffed.ids["member"]
    assert club_chat.news_for_reader(staffed.services, staffed.club, me) is None


def test_a_reader_does_not_get_messages_of_blocked_users(staffed):
    write(staffed, "one", "member")
    write(staffed, "two", "member 2")
    blocking.block_user(staffed.services, staffed.ids["owner"], staffed.ids["member"])
    assert texts(staffed) == ["two"] and texts(staffed, "reader") == ["one", "two"]
    assert club_chat.find_message(staffed.services, staffed.club, staffed.ids["owner"], 1) is None


def test_a_muted_member_cannot_write(staffed):
    act_as_administrator(staffed.services, staffed.ids["member"], "mute", 3)
    with pytest.raises(Refused) as refused:
        write(staffed)
    assert rule_of(refused) == "CAR-MOD-01" and texts(staffed) == []


def test_twelve_messages_a_minute_are_the_limit(staffed):
    for number in range(12):
        write(staffed, str(number))
    with pytest.raises(TooOften):
        write(staffed)
    assert len(texts(staffed)) == 12


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 501, "a\u202eb"])
def test_odd_messages_are_refused(staffed, text):
    with pytest.raises(Refused) as refused:
        write(staffed, text)
    assert rule_of(refused) == "CAR-CLB-33"


def test_simultaneous_messages_get_different_numbers(staffed):
    numbers, barrier = [], threading.Barrier(4)

    def send(role: str) -> None:
        barrier.wait()
        numbers.append(write(staffed, role, role))

    roles = ("owner", "member", "member 2", "scribe")
    threads = [threading.Thread(target=send, args=(role,)) for role in roles]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(numbers) == [1, 2, 3, 4] and sorted(texts(staffed)) == sorted(roles)


def test_an_organiser_hides_a_message_and_the_log_tells_it(staffed):
    number = write(staffed, "rude words")
    before = club_chat.load_chat(staffed.services, staffed.club, staffed.ids["owner"])[1].news
    hide(staffed, number)
    found = club_chat.load_chat(staffed.services, staffed.club, staffed.ids["member"])[1]
    assert found.messages[0].text == "" and found.messages[0].hidden == "club"
    assert found.news == before + 1
    hide(staffed, number, is_hidden=False)
    assert texts(staffed) == ["rude words"]
    lines = club_log.load_log(staffed.services, staffed.club, staffed.ids["owner"])
    assert [one.says.in_("en") for one in lines][:2] == [
        "showed a message of Tom in the chat again.",
        "hid a message of Tom in the chat.",
    ]
    with pytest.raises(Refused) as refused:
        hide(staffed, 99)
    assert rule_of(refused) == "CAR-CLB-33"


def judge_of(staffed: StaffedClub) -> int:
    act_as_administrator(staffed.services, staffed.ids["stranger"], "name")
    return staffed.ids["stranger"]


def complain(staffed: StaffedClub, kind: str, number: int, role: str = "member 2") -> None:
    me = staffed.ids[role]
    club_complaints.complain_about_club_text(
        staffed.services, kind, staffed.club, me, number, reason="That is rude."
    )


def only_complaint(staffed: StaffedClub):
    with staffed.services.store.read() as work:
        [complaint] = work.complaints.open_complaints(10)
    return complaint


def test_a_moderator_of_the_server_stands_above_the_organisers(staffed):
    number, judge = write(staffed, "rude words"), judge_of(staffed)
    complain(staffed, "message", number)
    complain(staffed, "message", number)
    complaint = only_complaint(staffed)
    assert complaint.text == "rude words" and complaint.about == "Tom"
    page = moderation.load_moderation_page(staffed.services, judge)
    assert page.waiting[0][2] is not None and not page.waiting[0][2].hidden
    moderation.act_on_complaint(staffed.services, judge, complaint.id, "hide")
    assert texts(staffed) == [""]
    with pytest.raises(Refused) as refused:
        hide(staffed, number, is_hidden=False)
    assert rule_of(refused) == "CAR-CLB-34"
    with pytest.raises(NoSuchClub):
        complain(staffed, "message", number, "scribe")
    moderation.act_on_complaint(staffed.services, judge, complaint.id, "show")
    assert texts(staffed) == ["rude words"]


def test_an_announcement_is_reported_and_removed(staffed):
    me, judge = staffed.ids["organiser"], judge_of(staffed)
    number = announcements.announce(staffed.services, staffed.club, me, NEWS)
    complain(staffed, "announcement", number)
    complaint = only_complaint(staffed)
    assert complaint.text.startswith(NEWS.title) and complaint.about == "Berta"
    moderation.act_on_complaint(staffed.services, judge, complaint.id, "hide")

    def shown(role: str) -> list[str]:
        who = staffed.ids[role]
        found = announcements.load_announcements(staffed.services, staffed.club, who)[1]
        return [one.title for one in found]

    assert shown("member") == [] and shown("organiser") == [""]
    moderation.act_on_complaint(staffed.services, judge, complaint.id, "show")
    assert shown("member") == [NEWS.title]


def test_only_readers_complain_and_not_about_themselves(staffed):
    number = write(staffed)
    for role in ("stranger", "invited", "guest"):
        with pytest.raises(NoSuchClub):
            complain(staffed, "message", number, role)
    with pytest.raises(Refused) as refused:
        complain(staffed, "message", number, "member")
    assert rule_of(refused) == "CAR-MOD-03"
    with pytest.raises(NoSuchClub):
        complain(staffed, "announcement", 99)


def test_a_deleted_account_leaves_its_messages_without_a_name(staffed):
    write(staffed)
    told = account_export.export_account(staffed.services, staffed.ids["member"]).decode()
    assert "See you on Thursday." in told
    user = accounts.load_user(staffed.services, staffed.ids["member"])
    account_deletion.delete_account(staffed.services, user)
    found = club_chat.load_chat(staffed.services, staffed.club, staffed.ids["owner"])[1]
    assert [(one.name, one.user_id) for one in found.messages] == [("", None)]


def test_earlier_messages_follow_page_by_page(staffed, monkeypatch):
    monkeypatch.setattr(club_chat, "MOST_SHOWN", 2)
    for number in range(5):
        write(staffed, str(number))
    first = club_chat.load_chat(staffed.services, staffed.club, staffed.ids["owner"])[1]
    assert [one.text for one in first.messages] == ["3", "4"] and first.more == 4
    assert texts(staffed, before=first.more) == ["1", "2"]
    last = club_chat.load_chat(staffed.services, staffed.club, staffed.ids["owner"], 2)[1]
    assert [one.text for one in last.messages] == ["0"] and last.more == 0
