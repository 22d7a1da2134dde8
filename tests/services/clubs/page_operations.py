"""Acts on the texts of a club, for the test of permissions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from app.services.clubs import (
    announcements,
    club_chat,
    club_complaints,
    club_export,
    club_hooks,
    club_names,
    club_table_import,
    club_tables_csv,
    dates,
    house_rules,
    members,
    polls,
    welcome,
)
from app.services.clubs.announcements import AnnouncementTerms
from app.services.clubs.dates import DateTerms
from app.services.clubs.house_rules import HouseRuleTerms
from app.services.clubs.polls import PollTerms

NEWS = AnnouncementTerms("Big game in July", "Bring:\n- figures\n- dice")

RULE = HouseRuleTerms(title_es="Lo que cuenta como jugado", text_es="Se juega\n- con calma")

POLL = PollTerms(
    "Big game",
    (("2099-07-10", "17:00"), ("2099-07-03", "17:00"), ("2099-12-04", "17:00")),
    ("2099-06-30", "20:00"),
    "Soria",
    tables=3,
)

HOOK = "https://1.1.1.1/hook"


def write_pages(staffed: Any) -> None:
    """Write one text of each kind, on which the users act."""
    owner = staffed.ids["owner"]
    staffed.page = house_rules.write_house_rule(staffed.services, staffed.club, owner, RULE)
    staffed.message = club_chat.write_message(staffed.services, staffed.club, owner, "Welcome.")
    staffed.poll = polls.propose_dates(staffed.services, staffed.club, owner, POLL)
    with staffed.services.store.write() as work:
        staffed.hook = work.notification_targets.add_target(
            user_id=None,
            club_id=staffed.club,
            kind="json",
            name="Channel",
            url=HOOK,
            mention="",
            secret="x",
            created="2026-01-01T00:00:00.000Z",
        )
        roles = [{"role": "organiser", "since": "2026-01-01T00:00:00.000Z"}]
        work.club_files.add_name(staffed.club, "Old Ada", json.dumps({"roles": roles}))
        work.commit()
    dates.add_dates(staffed.services, staffed.club, owner, DATE)
    _, (shown,) = dates.load_dates(staffed.services, staffed.club, owner)
    staffed.date = shown.date.id
    dates.book_table(staffed.services, staffed.club, owner, staffed.date, 1, "Chess")
    staffed.announcement = announcements.announce(staffed.services, staffed.club, owner, NEWS)


DATES = b"day,time,title\n2099-05-06,18:00,Evening\n"

DATE = DateTerms("Evening", "2099-05-07", "18:00", "Soria", tables=3)

PAGE_OPERATIONS: Mapping[str, Callable[[Any, int], Any]] = {
    "export the club": lambda staffed, me: club_export.export_club(
        staffed.services, staffed.club, me
    ),
    "export the results": lambda staffed, me: club_tables_csv.club_table(
        staffed.services, staffed.club, me, "results", "es"
    ),
    "add dates of a table": lambda staffed, me: club_table_import.import_dates(
        staffed.services, staffed.club, me, DATES
    ),
    "invite users of a table": lambda staffed, me: club_table_import.invite_members(
        staffed.services, staffed.club, me, b"name\nXimo\n"
    ),
    "offer a name": lambda staffed, me: members.invite_to_club(
        staffed.services, staffed.club, me, "Ximo", as_name="Old Ada"
    ),
    "take a name": lambda staffed, me: club_names.take_own_name(
        staffed.services, staffed.club, me, "Old Ada"
    ),
    "remove a name": lambda staffed, me: club_names.remove_name(
        staffed.services, staffed.club, me, "Old Ada"
    ),
    "add a date": lambda staffed, me: dates.add_dates(
        staffed.services, staffed.club, me, DateTerms("Evening", "2099-05-08", "18:00")
    ),
    "cancel a date": lambda staffed, me: dates.cancel_date(
        staffed.services, staffed.club, me, staffed.date
    ),
    "answer a date": lambda staffed, me: dates.answer_date(
        staffed.services, staffed.club, me, staffed.date, "yes"
    ),
    "answer a date in words": lambda staffed, me: dates.answer_date(
        staffed.services, staffed.club, me, staffed.date, "yes", "My figures"
    ),
    "book a table": lambda staffed, me: dates.book_table(
        staffed.services, staffed.club, me, staffed.date, 2, "Chess"
    ),
    "release the table of the owner": lambda staffed, me: dates.release_table(
        staffed.services, staffed.club, me, staffed.date, 1
    ),
    "announce": lambda staffed, me: announcements.announce(
        staffed.services, staffed.club, me, NEWS
    ),
    "withdraw an announcement": lambda staffed, me: announcements.withdraw_announcement(
        staffed.services, staffed.club, me, staffed.announcement
    ),
    "change an announcement": lambda staffed, me: announcements.change_announcement(
        staffed.services,
        staffed.club,
        me,
        staffed.announcement,
        AnnouncementTerms("Big game in August"),
    ),
    "write a message": lambda staffed, me: club_chat.write_message(
        staffed.services, staffed.club, me, "Hello."
    ),
    "hide a message": lambda staffed, me: club_chat.hide_message(
        staffed.services, staffed.club, me, staffed.message, is_hidden=True
    ),
    "read the chat": lambda staffed, me: club_chat.load_chat(staffed.services, staffed.club, me),
    "report a message": lambda staffed, me: club_complaints.complain_about_club_text(
        staffed.services, "message", staffed.club, me, staffed.message, reason="Too friendly."
    ),
    "change the welcome": lambda staffed, me: welcome.change_welcome(
        staffed.services, staffed.club, me, f"Welcome from {me}.", ""
    ),
    "read the welcome": lambda staffed, me: welcome.load_welcome(
        staffed.services, staffed.club, me
    ),
    "close the welcome": lambda staffed, me: welcome.close_welcome(
        staffed.services, staffed.club, me
    ),
    "propose dates": lambda staffed, me: polls.propose_dates(
        staffed.services, staffed.club, me, POLL
    ),
    "answer a poll": lambda staffed, me: polls.answer_poll(
        staffed.services, staffed.club, me, staffed.poll, {1: "yes"}
    ),
    "choose a date": lambda staffed, me: polls.choose_date(
        staffed.services, staffed.club, me, staffed.poll, 2
    ),
    "end a poll": lambda staffed, me: polls.end_poll(
        staffed.services, staffed.club, me, staffed.poll
    ),
    "read the polls": lambda staffed, me: polls.load_polls(staffed.services, staffed.club, me),
    "add a webhook": lambda staffed, me: club_hooks.add_hook(
        staffed.services, staffed.club, me, "json", "Second", HOOK
    ),
    "remove a webhook": lambda staffed, me: club_hooks.remove_hook(
        staffed.services, staffed.club, me, staffed.hook
    ),
    "test a webhook": lambda staffed, me: club_hooks.send_test_message(
        staffed.services, staffed.club, me, staffed.hook
    ),
    "write a rule": lambda staffed, me: house_rules.write_house_rule(
        staffed.services, staffed.club, me, RULE
    ),
    "change a rule": lambda staffed, me: house_rules.change_house_rule(
        staffed.services, staffed.club, me, staffed.page, 1, HouseRuleTerms("Played")
    ),
    "retire a rule": lambda staffed, me: house_rules.retire_house_rule(
        staffed.services, staffed.club, me, staffed.page, is_retired=True
    ),
    "read a rule": lambda staffed, me: house_rules.load_house_rule(
        staffed.services, staffed.club, me, staffed.page
    ),
}
