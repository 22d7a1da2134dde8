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
    house_rules,
    members,
    polls,
    welcome,
)
from app.services.clubs.announcements import AnnouncementTerms
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


def write_pages(town: Any) -> None:
    """Write one text of each kind, on which the users act."""
    owner = town.ids["owner"]
    town.page = house_rules.write_house_rule(town.services, town.club, owner, RULE)
    town.message = club_chat.write_message(town.services, town.club, owner, "Welcome.")
    town.poll = polls.propose_dates(town.services, town.club, owner, POLL)
    with town.services.store.write() as work:
        town.hook = work.notification_targets.add_target(
            user_id=None,
            club_id=town.club,
            kind="json",
            name="Channel",
            url=HOOK,
            mention="",
            secret="x",
            created="2026-01-01T00:00:00.000Z",
        )
        roles = [{"role": "organiser", "since": "2026-01-01T00:00:00.000Z"}]
        work.club_files.add_name(town.club, "Old Ada", json.dumps({"roles": roles}))
        work.commit()
    town.announcement = announcements.announce(town.services, town.club, owner, NEWS)


DATES = b"day,time,title\n2099-05-06,18:00,Evening\n"

PAGE_OPERATIONS: Mapping[str, Callable[[Any, int], Any]] = {
    "export the club": lambda town, me: club_export.export_club(town.services, town.club, me),
    "export the results": lambda town, me: club_tables_csv.club_table(
        town.services, town.club, me, "results", "es"
    ),
    "add dates of a table": lambda town, me: club_table_import.import_dates(
        town.services, town.club, me, DATES
    ),
    "invite users of a table": lambda town, me: club_table_import.invite_members(
        town.services, town.club, me, b"name\nXimo\n"
    ),
    "offer a name": lambda town, me: members.invite_to_club(
        town.services, town.club, me, "Ximo", as_name="Old Ada"
    ),
    "take a name": lambda town, me: club_names.take_own_name(
        town.services, town.club, me, "Old Ada"
    ),
    "remove a name": lambda town, me: club_names.remove_name(
        town.services, town.club, me, "Old Ada"
    ),
    "announce": lambda town, me: announcements.announce(town.services, town.club, me, NEWS),
    "withdraw an announcement": lambda town, me: announcements.withdraw_announcement(
        town.services, town.club, me, town.announcement
    ),
    "change an announcement": lambda town, me: announcements.change_announcement(
        town.services, town.club, me, town.announcement, AnnouncementTerms("Big game in August")
    ),
    "write a message": lambda town, me: club_chat.write_message(
        town.services, town.club, me, "Hello."
    ),
    "hide a message": lambda town, me: club_chat.hide_message(
        town.services, town.club, me, town.message, is_hidden=True
    ),
    "read the chat": lambda town, me: club_chat.load_chat(town.services, town.club, me),
    "report a message": lambda town, me: club_complaints.complain_about_club_text(
        town.services, "message", town.club, me, town.message, reason="Too friendly."
    ),
    "change the welcome": lambda town, me: welcome.change_welcome(
        town.services, town.club, me, f"Welcome from {me}.", ""
    ),
    "read the welcome": lambda town, me: welcome.load_welcome(town.services, town.club, me),
    "close the welcome": lambda town, me: welcome.close_welcome(town.services, town.club, me),
    "propose dates": lambda town, me: polls.propose_dates(town.services, town.club, me, POLL),
    "answer a poll": lambda town, me: polls.answer_poll(
        town.services, town.club, me, town.poll, {1: "yes"}
    ),
    "choose a date": lambda town, me: polls.choose_date(town.services, town.club, me, town.poll, 2),
    "end a poll": lambda town, me: polls.end_poll(town.services, town.club, me, town.poll),
    "read the polls": lambda town, me: polls.load_polls(town.services, town.club, me),
    "add a webhook": lambda town, me: club_hooks.add_hook(
        town.services, town.club, me, "json", "Second", HOOK
    ),
    "remove a webhook": lambda town, me: club_hooks.remove_hook(
        town.services, town.club, me, town.hook
    ),
    "test a webhook": lambda town, me: club_hooks.send_test_message(
        town.services, town.club, me, town.hook
    ),
    "write a rule": lambda town, me: house_rules.write_house_rule(
        town.services, town.club, me, RULE
    ),
    "change a rule": lambda town, me: house_rules.change_house_rule(
        town.services, town.club, me, town.page, 1, HouseRuleTerms("Played")
    ),
    "retire a rule": lambda town, me: house_rules.retire_house_rule(
        town.services, town.club, me, town.page, is_retired=True
    ),
    "read a rule": lambda town, me: house_rules.load_house_rule(
        town.services, town.club, me, town.page
    ),
}
