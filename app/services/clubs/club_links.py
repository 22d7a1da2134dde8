"""Invitation links of a club, whose codes can be typed."""

from __future__ import annotations

import secrets
from datetime import timedelta

from app.kernel.refusal import refuse_if
from app.services.clubs import club_rules as rules
from app.services.clubs.clubs import require_active
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.server_clock import current_datetime

CODE_BYTES = 9


def make_link(services: Services, club_id: int, user_id: int, days: int, uses: int) -> str:
    """Code of a new link that lasts so many days and admits so many users."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ADMIT)
        now = current_datetime()
        links = work.clubs.links_of_club(club.id, current_time())
        refuse_if(rules.new_link_refusal(days, uses, len(links)))
        ends = (now + timedelta(days=days)).isoformat(timespec="milliseconds")
        code = secrets.token_urlsafe(CODE_BYTES)
        work.clubs.add_link(
            club_id=club.id,
            code=code,
            made_by=user_id,
            made_at=current_time(),
            ends_at=ends.replace("+00:00", "Z"),
            uses_left=uses,
        )
        work.club_log.add_act(
            club.id, current_time(), user_id, "link_made", detail=f"{days} {uses}"
        )
        work.commit()
        return code


def withdraw_link(services: Services, club_id: int, user_id: int, link_id: int) -> None:
    """Make a link invalid."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ADMIT)
        work.clubs.remove_link(club.id, link_id)
        work.club_log.add_act(club.id, current_time(), user_id, "link_withdrawn")
        work.commit()
