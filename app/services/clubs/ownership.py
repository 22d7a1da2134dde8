"""Answer of a member to the question about an ownership."""

from __future__ import annotations

from app.kernel.refusal import refuse_if
from app.services.clubs import club_rules as rules
from app.services.clubs.clubs import require_club
from app.services.clubs.roles import OWNER
from app.services.container import Services, current_time, require_account
from app.services.errors import NoSuchClub
from app.store.clubs import Club
from app.store.transactions import UnitOfWork


def answer_offer(services: Services, club_id: int, user_id: int, *, is_accepted: bool) -> None:
    """Become an owner, or decline. Raises `NoSuchClub` for users who are not members, or
    `Refused`.
    """
    with services.store.write() as work:
        work.users.lock_user(user_id)  # the number of owned clubs is counted
        club = require_club(work.clubs.lock_club(club_id))
        rows = work.clubs.roles_of_club(club.id)
        mine = {one.role for one in rows if one.user_id == user_id}
        if not mine:
            raise NoSuchClub
        now, offer = current_time(), work.club_offices.find_offer(club.id, user_id)
        refuse_if(rules.offer_refusal(offer, now))
        if is_accepted:
            user = require_account(work.users.find_user(user_id))
            refuse_if(rules.founder_refusal(user, work.clubs.count_clubs_of_founder(user_id)))
            make_owner(work, club, user_id, mine, now)
        else:
            work.club_offices.close_offer(club.id, user_id, now)
            work.club_log.add_act(club.id, now, user_id, "ownership_declined", user_id)
        work.commit()


def make_owner(work: UnitOfWork, club: Club, user_id: int, roles: set[str], now: str) -> None:
    """Give the ownership to a member who has accepted it; the caller commits. Questions of the
    server to other members end.
    """
    offer = work.club_offices.find_offer(club.id, user_id)
    work.club_offices.remove_offer(club.id, user_id)
    work.club_offices.remove_offers_by(club.id, None)
    if OWNER not in roles:
        work.clubs.give_role(club.id, user_id, OWNER, now, offer.made_by if offer else None)
    work.club_log.add_act(club.id, now, user_id, "ownership_accepted", user_id)
