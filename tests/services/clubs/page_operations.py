"""Acts on the texts of a club, for the test of permissions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.services.clubs import announcements
from app.services.clubs.announcements import AnnouncementTerms

NEWS = AnnouncementTerms("Big game in July", "Bring:\n- figures\n- dice")


def write_pages(town: Any) -> None:
    """Write one text of each kind, on which the users act."""
    owner = town.ids["owner"]
    town.announcement = announcements.announce(town.services, town.club, owner, NEWS)


PAGE_OPERATIONS: Mapping[str, Callable[[Any, int], Any]] = {
    "announce": lambda town, me: announcements.announce(town.services, town.club, me, NEWS),
    "withdraw an announcement": lambda town, me: announcements.withdraw_announcement(
        town.services, town.club, me, town.announcement
    ),
}
