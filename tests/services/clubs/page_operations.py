"""Acts on the texts of a club, for the test of permissions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.services.clubs import (
    announcements,
    club_chat,
    club_complaints,
    club_hooks,
    house_rules,
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
        town.hook = work.receivers.add_target(
            user_id=None,
            club_id=town.club,
            kind="json",
            name="Channel",
            url=HOOK,
            mention="",
            secret="x",
            created="2026-01-01T00:00:00.000Z",
        )
        work.commit()
    town.announcement = announcements.announce(town.services, town.club, owner, NEWS)


PAGE_OPERATIONS: Mapping[str, Callable[[Any, int], Any]] = {
    "announce": lambda town, me: announcements.announce(town.services, town.club, me, NEWS),
    "withdraw an announcement": lambda town, me: announcements.withdraw_announcement(
        town.services, town.club, me, town.announcement
    ),
    "write a message": lambda town, me: club_chat.write_message(
        town.services, town.club, me, "Hello."
    ),
    "hide a message": lambda town, me: club_chat.hide_message(
        town.services, town.club, me, town.message, is_hidden=True
    ),
    "read the chat": lambda town, me: club_chat.load_chat(town.services, town.club, me),
    "report a message": lambda town, me: club_complaints.complain_about_club_text(
        town.services, "message", town.club, me, town.message, "Too friendly."
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
