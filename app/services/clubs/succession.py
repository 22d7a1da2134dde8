"""Succession: a club without an owner asks its members in turn, then the administrator."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

from app.kernel.refusal import refuse_if
from app.services.clubs import club_rules as rules
from app.services.clubs.clubs import require_club
from app.services.clubs.members import offer_ownership, withdraw_rights
from app.services.clubs.roles import rank_of
from app.services.container import Services, current_time
from app.services.errors import NoSuchClub
from app.store.clubs import Club, ClubRole
from app.store.transactions import UnitOfWork

log = logging.getLogger(__name__)
ADMINISTRATOR_ASKED = "administrator_asked"
COUNTED = timedelta(days=180)
"""Acts and answers of this time count as the activity of a member."""


def leave_all_clubs(work: UnitOfWork, user_id: int) -> None:
    """Remove the user from all clubs before the account is deleted; the caller commits. A club that
    loses its last owner asks its other members. A club without other members is archived.
    """
    now = current_time()
    for found in work.clubs.clubs_of_user(user_id):
        club = require_club(work.clubs.lock_club(found.id))
        work.clubs.remove_member(club.id, user_id)
        withdraw_rights(work, club, user_id, ())
        work.club_log.add_act(club.id, now, None, "account_deleted", user_id)
        rows = work.clubs.roles_of_club(club.id)
        if not rows and not club.archived_at:
            work.clubs.change_club(club.id, archived_at=now)
            work.club_log.add_act(club.id, now, None, "archived")
        elif rows and not rules.acting_owners(rows):
            ask_next_member(work, club, rows, now)


def sweep_succession(services: Services) -> int:
    """Ask the next member of each club without an owner, and end questions that an owner has made
    needless. Returns the number of clubs looked at.
    """
    with services.store.read() as work:
        clubs = {
            *work.club_offices.ownerless_clubs(),
            *work.club_offices.clubs_with_server_offers(),
        }
    for club_id in sorted(clubs):
        with services.store.write() as work:
            club = work.clubs.lock_club(club_id)
            if club is None:
                continue
            rows = work.clubs.roles_of_club(club_id)
            if rules.acting_owners(rows):
                work.club_offices.remove_offers_by(club_id, None)
            else:
                ask_next_member(work, club, rows, current_time())
            work.commit()
    return len(clubs)


def ask_next_member(work: UnitOfWork, club: Club, rows: list[ClubRole], now: str) -> None:
    """Ask the next heir, unless a question is waiting; the caller commits. A question without an
    answer ends after its time. When all members were asked, the administrator is told once.
    """
    offers = work.club_offices.offers_of_club(club.id)
    for offer in offers:
        if offer.closed_at:
            continue
        if rules.offer_refusal(offer, now) is None:
            return
        work.club_offices.close_offer(club.id, offer.user_id, now)
        work.club_log.add_act(club.id, now, None, "ownership_expired", offer.user_id)
    heirs = heirs_of(work, club, rows, {one.user_id for one in offers}, now)
    if heirs:
        offer_ownership(work, club, heirs[0], None, now)
    elif work.club_offices.last_step_of_succession(club.id) != ADMINISTRATOR_ASKED:
        work.club_log.add_act(club.id, now, None, ADMINISTRATOR_ASKED)
        log.warning("Club %s has no owner; no member has accepted the ownership", club.id)


def heirs_of(
    work: UnitOfWork, club: Club, rows: list[ClubRole], asked: set[int], now: str
) -> list[int]:
    """Members to ask: those of the highest role first, among them the most active ones, then those
    who joined first. Suspended members, owners of five clubs and members asked before are left out.
    """
    since = (datetime.fromisoformat(now).astimezone(UTC) - COUNTED).isoformat()
    acts = work.club_offices.activity_of_members(club.id, since)
    roles: dict[int, list[ClubRole]] = {}
    for row in rows:
        if not row.is_suspended and row.user_id not in asked:
            roles.setdefault(row.user_id, []).append(row)

    def place(user_id: int) -> tuple[int, int, str, int]:
        own = roles[user_id]
        rank = rank_of(one.role for one in own)
        return rank, -acts.get(user_id, 0), min(one.since for one in own), user_id

    full = {one for one in roles if work.clubs.count_clubs_of_founder(one) >= rules.MOST_OWNED}
    return sorted(roles.keys() - full, key=place)


# ---------------------------------------------------------------------- the administrator
def ownerless_clubs(services: Services) -> list[Club]:
    """Clubs without an owner who can log in, for the administrator."""
    with services.store.read() as work:
        found = [work.clubs.find_club(one) for one in work.club_offices.ownerless_clubs()]
    return [one for one in found if one is not None]


def ask_for_administrator(services: Services, club_id: int, user_id: int) -> None:
    """Ask a member to own a club without an owner, for the administrator. Raises `NoSuchClub` or
    `Refused`.
    """
    with services.store.write() as work:
        club = work.clubs.lock_club(club_id)
        if club is None:
            raise NoSuchClub
        rows = work.clubs.roles_of_club(club.id)
        is_member = any(one.user_id == user_id for one in rows)
        refuse_if(
            rules.has_owner_refusal(rows),
            None if is_member else rules.not_a_member_refusal(),
        )
        offer_ownership(work, club, user_id, None, current_time())
        work.commit()
