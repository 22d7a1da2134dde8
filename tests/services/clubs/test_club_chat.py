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
from tests.services.clubs.club_town import ClubTown
from tests.services.clubs.page_operations import NEWS


@pytest.fixture
def town(services) -> ClubTown:
    return ClubTown(services)


def write(town: ClubTown, text: str = "See you on Thursday.", role: str = "member") -> int:
    return club_chat.write_message(town.services, town.club, town.ids[role], text)


def texts(town: ClubTown, role: str = "owner", before: int = 0) -> list[str]:
    chat = club_chat.load_chat(town.services, town.club, town.ids.get(role), before)[1]
    return [one.text for one in chat.messages]


def rule_of(refused) -> str:
    return refused.value.refusals[0].rule


def hide(town: ClubTown, number: int, role: str = "organiser", *, is_hidden: bool = True) -> None:
    me = town.ids[role]
    club_chat.hide_message(town.services, town.club, me, number, is_hidden=is_hidden)


def test_members_and_readers_read_and_no_other_user(town):
    write(town)
    for role in ("owner", "referee", "member", "reader"):
        assert texts(town, role) == ["See you on Thursday."]
    for role in ("asked", "invited", "stranger", "guest", "visitor"):
        with pytest.raises(NoSuchClub):
            texts(town, role)


def test_a_removed_member_reads_and_writes_no_more(town):
    write(town)
    members.remove_member(town.services, town.club, town.ids["owner"], town.ids["member"])
    with pytest.raises(NoSuchClub):
        texts(town, "member")
    with pytest.raises(Refused):
        write(town)
    me = town.ids["member"]
    assert club_chat.news_for_reader(town.services, town.club, me) is None


def test_a_reader_does_not_get_messages_of_blocked_users(town):
    write(town, "one", "member")
    write(town, "two", "member 2")
    blocking.block_user(town.services, town.ids["owner"], town.ids["member"])
    assert texts(town) == ["two"] and texts(town, "reader") == ["one", "two"]
    assert club_chat.find_message(town.services, town.club, town.ids["owner"], 1) is None


def test_a_muted_member_cannot_write(town):
    act_as_administrator(town.services, town.ids["member"], "mute", 3)
    with pytest.raises(Refused) as refused:
        write(town)
    assert rule_of(refused) == "CAR-MOD-01" and texts(town) == []


def test_twelve_messages_a_minute_are_the_limit(town):
    for number in range(12):
        write(town, str(number))
    with pytest.raises(TooOften):
        write(town)
    assert len(texts(town)) == 12


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 501, "a\u202eb"])
def test_odd_messages_are_refused(town, text):
    with pytest.raises(Refused) as refused:
        write(town, text)
    assert rule_of(refused) == "CAR-CLB-33"


def test_simultaneous_messages_get_different_numbers(town):
    numbers, barrier = [], threading.Barrier(4)

    def send(role: str) -> None:
        barrier.wait()
        numbers.append(write(town, role, role))

    roles = ("owner", "member", "member 2", "scribe")
    threads = [threading.Thread(target=send, args=(role,)) for role in roles]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(numbers) == [1, 2, 3, 4] and sorted(texts(town)) == sorted(roles)


def test_an_organiser_hides_a_message_and_the_log_tells_it(town):
    number = write(town, "rude words")
    before = club_chat.load_chat(town.services, town.club, town.ids["owner"])[1].news
    hide(town, number)
    found = club_chat.load_chat(town.services, town.club, town.ids["member"])[1]
    assert found.messages[0].text == "" and found.messages[0].hidden == "club"
    assert found.news == before + 1
    hide(town, number, is_hidden=False)
    assert texts(town) == ["rude words"]
    lines = club_log.load_log(town.services, town.club, town.ids["owner"])
    assert [one.says.in_("en") for one in lines][:2] == [
        "showed a message of Tom in the chat again.",
        "hid a message of Tom in the chat.",
    ]
    with pytest.raises(Refused) as refused:
        hide(town, 99)
    assert rule_of(refused) == "CAR-CLB-33"


def judge_of(town: ClubTown) -> int:
    act_as_administrator(town.services, town.ids["stranger"], "name")
    return town.ids["stranger"]


def complain(town: ClubTown, kind: str, number: int, role: str = "member 2") -> None:
    me = town.ids[role]
    club_complaints.complain_about_club_text(
        town.services, kind, town.club, me, number, reason="That is rude."
    )


def only_complaint(town: ClubTown):
    with town.services.store.read() as work:
        [complaint] = work.complaints.open_complaints(10)
    return complaint


def test_a_moderator_of_the_server_stands_above_the_organisers(town):
    number, judge = write(town, "rude words"), judge_of(town)
    complain(town, "message", number)
    complain(town, "message", number)
    complaint = only_complaint(town)
    assert complaint.text == "rude words" and complaint.about == "Tom"
    page = moderation.load_moderation_page(town.services, judge)
    assert page.waiting[0][2] is not None and not page.waiting[0][2].hidden
    moderation.act_on_complaint(town.services, judge, complaint.id, "hide")
    assert texts(town) == [""]
    with pytest.raises(Refused) as refused:
        hide(town, number, is_hidden=False)
    assert rule_of(refused) == "CAR-CLB-34"
    with pytest.raises(NoSuchClub):
        complain(town, "message", number, "scribe")
    moderation.act_on_complaint(town.services, judge, complaint.id, "show")
    assert texts(town) == ["rude words"]


def test_an_announcement_is_reported_and_removed(town):
    me, judge = town.ids["organiser"], judge_of(town)
    number = announcements.announce(town.services, town.club, me, NEWS)
    complain(town, "announcement", number)
    complaint = only_complaint(town)
    assert complaint.text.startswith(NEWS.title) and complaint.about == "Berta"
    moderation.act_on_complaint(town.services, judge, complaint.id, "hide")

    def shown(role: str) -> list[str]:
        who = town.ids[role]
        found = announcements.load_announcements(town.services, town.club, who)[1]
        return [one.title for one in found]

    assert shown("member") == [] and shown("organiser") == [""]
    moderation.act_on_complaint(town.services, judge, complaint.id, "show")
    assert shown("member") == [NEWS.title]


def test_only_readers_complain_and_not_about_themselves(town):
    number = write(town)
    for role in ("stranger", "invited", "guest"):
        with pytest.raises(NoSuchClub):
            complain(town, "message", number, role)
    with pytest.raises(Refused) as refused:
        complain(town, "message", number, "member")
    assert rule_of(refused) == "CAR-MOD-03"
    with pytest.raises(NoSuchClub):
        complain(town, "announcement", 99)


def test_a_deleted_account_leaves_its_messages_without_a_name(town):
    write(town)
    told = account_export.export_account(town.services, town.ids["member"]).decode()
    assert "See you on Thursday." in told
    user = accounts.load_user(town.services, town.ids["member"])
    account_deletion.delete_account(town.services, user)
    found = club_chat.load_chat(town.services, town.club, town.ids["owner"])[1]
    assert [(one.name, one.user_id) for one in found.messages] == [("", None)]


def test_earlier_messages_follow_page_by_page(town, monkeypatch):
    monkeypatch.setattr(club_chat, "MOST_SHOWN", 2)
    for number in range(5):
        write(town, str(number))
    first = club_chat.load_chat(town.services, town.club, town.ids["owner"])[1]
    assert [one.text for one in first.messages] == ["3", "4"] and first.more == 4
    assert texts(town, before=first.more) == ["1", "2"]
    last = club_chat.load_chat(town.services, town.club, town.ids["owner"], 2)[1]
    assert [one.text for one in last.messages] == ["0"] and last.more == 0
