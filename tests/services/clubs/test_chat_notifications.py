"""Notifications of the chat of a club: mentions and summaries, each once, on both databases."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.services.clubs import chat_notifications, club_chat, members
from app.services.clubs.chat_notifications import mentioned_members
from app.services.notify import message_text, notification_preferences, notifications
from app.services.people import blocking
from app.services.time.availability import PlayingHours
from app.store import records
from tests.services.clubs.staffed_club import StaffedClub


@pytest.fixture
def staffed(services) -> StaffedClub:
    found = StaffedClub(services)
    with services.store.write() as work:
        for role in ("member", "member 2", "reader", "stranger", "owner"):
            work.users.update_user(found.ids[role], email=f"{found.ids[role]}@example.org")
        work.commit()
    return found


def write(staffed: StaffedClub, text: str, role: str = "owner") -> int:
    return club_chat.write_message(staffed.services, staffed.club, staffed.ids[role], text)


def rows(staffed: StaffedClub, role: str, kind: str):
    with staffed.services.store.read() as work:
        return [one for one in work.outbox.of_user(staffed.ids[role], 99) if one.kind == kind]


def choose(staffed: StaffedClub, role: str, event: str, how: str) -> None:
    notification_preferences.save_choices(
        staffed.services, staffed.ids[role], {f"{event}-mail": how}
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@Ana", {1}),
        ("hola @ana, ¿vienes?", {1}),
        ("@Ana María y @Ana", {1, 2}),
        ("@Ana María", {2}),
        ("@Anabel @ Ana a@anA.", {1}),
        ("Ana", set()),
    ],
)
def test_a_mention_is_the_longest_name_after_the_sign(text, found):
    assert mentioned_members(text, {1: "Ana", 2: "Ana María"}) == found


def test_a_mentioned_member_is_notified_once_and_reads_the_message(staffed):
    """CAR-CLB-50: Members who are mentioned are notified, other members are not."""
    number = write(staffed, "Who brings dice? @tom, @Trasgo @Ximo @Nines")
    for role in ("member", "reader"):
        [row] = rows(staffed, role, "mention")
        assert notifications.wait_before_sending(staffed.services, row) == ""
        assert "Who brings dice?" in message_text.mail_text(staffed.services, row, "en")
    for role in ("stranger", "owner", "member 2"):
        assert rows(staffed, role, "mention") == []
    club_chat.hide_message(
        staffed.services, staffed.club, staffed.ids["organiser"], number, is_hidden=True
    )
    with pytest.raises(notifications.NoLongerWanted):
        notifications.wait_before_sending(staffed.services, rows(staffed, "member", "mention")[0])


def test_a_summary_waits_for_more_messages_and_goes_out_once(staffed):
    choose(staffed, "member", "club_chat", "daily")
    for text in ("one", "two", "three"):
        write(staffed, text)
    write(staffed, "mine", "member")
    [row] = rows(staffed, "member", "club_chat")
    assert rows(staffed, "member 2", "club_chat") == [] and row.channel == "daily"
    assert message_text.mail_text(staffed.services, row, "en") == (
        "Nines: one\n\nNines: two\n\nNines: three"
    )
    write(staffed, "@Tom")
    assert len(rows(staffed, "member", "club_chat")) == 1
    assert len(rows(staffed, "member", "mention")) == 1


def test_a_switched_off_notification_is_not_written(staffed):
    choose(staffed, "member", "mention", "no")
    write(staffed, "@Tom")
    assert rows(staffed, "member", "mention") == []


def test_a_notification_ends_with_the_membership(staffed):
    write(staffed, "@Tom")
    [row] = rows(staffed, "member", "mention")
    members.remove_member(
        staffed.services, staffed.club, staffed.ids["owner"], staffed.ids["member"]
    )
    with pytest.raises(notifications.NoLongerWanted):
        notifications.wait_before_sending(staffed.services, row)


def test_messages_of_a_blocked_user_notify_nothing(staffed):
    choose(staffed, "member", "club_chat", "now")
    blocking.block_user(staffed.services, staffed.ids["member"], staffed.ids["owner"])
    write(staffed, "@Tom")
    write(staffed, "Hello.")
    assert rows(staffed, "member", "mention") == rows(staffed, "member", "club_chat") == []
    write(staffed, "Hello, too.", "organiser")
    [row] = rows(staffed, "member", "club_chat")
    write(staffed, "@Tom, again")
    assert message_text.mail_text(staffed.services, row, "en") == "Berta: Hello, too."


def test_quiet_hours_delay_a_notification_until_they_end():
    zone, hours = ZoneInfo("Europe/Madrid"), PlayingHours("Europe/Madrid", "22:00", "08:00", "0")
    night = datetime(2026, 6, 1, 23, 30, tzinfo=zone)  # a Monday, free for clocks
    assert chat_notifications.awake(hours, night) == datetime(2026, 6, 2, 8, tzinfo=zone)
    day = night - timedelta(hours=6)
    assert chat_notifications.awake(hours, day) == day


def test_the_due_time_follows_the_saved_hours(staffed):
    now = datetime.now(ZoneInfo("UTC"))
    start, end = (now + timedelta(hours=by) for by in (-2, 5))
    with staffed.services.store.write() as work:
        kept = records.SavedHours(
            user_id=staffed.ids["member"],
            since="2020-01-01T00:00:00.000Z",
            zone="UTC",
            quiet_from=f"{start:%H:%M}",
            quiet_until=f"{end:%H:%M}",
            free_days="",
        )
        work.hours.add_hours(kept)
        work.commit()
    write(staffed, "@Tom @Pau")
    late, soon = rows(staffed, "member", "mention")[0], rows(staffed, "member 2", "mention")[0]
    assert late.due[:16] == f"{end:%Y-%m-%dT%H:%M}"
    assert soon.due < f"{now + timedelta(minutes=5):%Y-%m-%dT%H:%M:%S}"
