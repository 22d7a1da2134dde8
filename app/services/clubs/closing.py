"""Closing of a club for good: two owners, thirty days, then the worker deletes it."""

from __future__ import annotations

from app.kernel.refusal import refuse_if
from app.kernel.say import say
from app.services.clubs import closing_rules as rules
from app.services.clubs import club_rules
from app.services.clubs.club_notifications import notify
from app.services.clubs.clubs import require_club, require_visible
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.notify import notifications
from app.services.notify.outbox import Message
from app.store.clubs import Club
from app.store.transactions import UnitOfWork


def propose_closing(services: Services, club_id: int, user_id: int) -> None:
    """Propose to close an archived club for good; the other owners are asked. Raises `NoSuchClub`
    or `Refused`.
    """
    with services.store.write() as work:
        club = require_closable(work, club_id, user_id)
        refuse_if(rules.proposal_refusal(club, work.club_closings.find_closing(club.id)))
        now = current_time()
        work.club_closings.propose(club.id, user_id, now)
        work.club_log.add_act(club.id, now, user_id, "closing_proposed")
        title = say("Close {club} for good?", "¿Cerrar {club} para siempre?")
        owners = club_rules.acting_owners(work.clubs.roles_of_club(club.id))
        for other in sorted(owners - {user_id}):
            notify(work, club, other, f"closing:{now}", title)
        work.commit()


def agree_to_closing(services: Services, club_id: int, user_id: int) -> None:
    """Agree as another owner. The club closes after thirty days. Raises `NoSuchClub` or
    `Refused`.
    """
    with services.store.write() as work:
        club = require_closable(work, club_id, user_id)
        refuse_if(rules.agreement_refusal(work.club_closings.find_closing(club.id), user_id))
        _agree(work, club, user_id)
        work.commit()


def agree_as_administrator(services: Services, club_id: int) -> None:
    """Agree for the administrator, where the proposing owner is the only one. Raises `NoSuchClub`
    or `Refused`.
    """
    with services.store.write() as work:
        club = require_club(work.clubs.lock_club(club_id))
        rows = work.clubs.roles_of_club(club.id)
        refuse_if(rules.administrator_refusal(work.club_closings.find_closing(club.id), rows))
        _agree(work, club, None)
        work.commit()


def withdraw_closing(services: Services, club_id: int, user_id: int) -> None:
    """Withdraw the proposal or the agreement, by any owner. Raises `NoSuchClub` or `Refused`."""
    with services.store.write() as work:
        club = require_closable(work, club_id, user_id)
        refuse_if(rules.withdrawal_refusal(work.club_closings.find_closing(club.id)))
        work.club_closings.withdraw(club.id)
        work.club_log.add_act(club.id, current_time(), user_id, "closing_withdrawn")
        work.commit()


def require_closable(work: UnitOfWork, club_id: int, user_id: int) -> Club:
    """Club, locked, that the user may close. Raises `NoSuchClub` or `Refused`."""
    club = require_visible(work, club_id, user_id)
    roles = work.clubs.roles_of_user(club.id, user_id)
    refuse_if(club_rules.permission_refusal(roles, Permission.CLOSE))
    return club


def _agree(work: UnitOfWork, club: Club, user_id: int | None) -> None:
    """Note the agreement, and tell all members the day of the closing."""
    now = current_time()
    work.club_closings.agree(club.id, user_id, now)
    work.club_log.add_act(club.id, now, user_id, "closing_agreed")
    title = say("{club} closes for good in 30 days", "{club} se cierra para siempre en 30 días")
    for member in sorted({one.user_id for one in work.clubs.roles_of_club(club.id)}):
        notify(work, club, member, f"closes:{now}", title)


def clubs_to_agree(services: Services) -> list[Club]:
    """Clubs whose closing waits for the administrator."""
    with services.store.read() as work:
        found = [
            work.clubs.find_club(one.club_id)
            for one in work.club_closings.all_closings()
            if rules.administrator_refusal(one, work.clubs.roles_of_club(one.club_id)) is None
        ]
    return [one for one in found if one is not None]


# ---------------------------------------------------------------------- the worker
def close_due_clubs(services: Services) -> int:
    """Close the clubs whose thirty days are over. Returns their number."""
    with services.store.read() as work:
        now = current_time()
        due = [
            one.club_id
            for one in work.club_closings.all_closings()
            if _is_due(rules.end_of(one), now)
        ]
    return sum(_close_club(services, club_id) for club_id in due)


def _is_due(end: str, now: str) -> bool:
    return bool(end) and end <= now


def _close_club(services: Services, club_id: int) -> bool:
    """Close one club. False if it was withdrawn or opened again meanwhile, or if its proposing
    owner is suspended.
    """
    with services.store.write() as work:
        club, now = work.clubs.lock_club(club_id), current_time()
        closing = work.club_closings.find_closing(club_id)
        if club is None or closing is None or not club.archived_at:
            return False
        rows = work.clubs.roles_of_club(club_id)
        if not _is_due(rules.end_of(closing), now) or (
            closing.proposed_by not in club_rules.acting_owners(rows)
        ):
            return False
        title = say(
            "{club} is closed for good", "{club} se ha cerrado para siempre", club=club.name
        )
        message = Message("club", title, (), "/clubs", nameless=title)
        members = sorted({one.user_id for one in rows})
        for member in members:
            notifications.notify_member(work, member, "club", f"club:{club.id}:closed", message)
        ended = {member: work.logins.end_streams(member) for member in members}
        work.club_log.add_act(club.id, now, None, "closed")
        work.club_closings.close_club(club.id)
        work.commit()
    for member, count in ended.items():
        services.notifier.publish(member, count, "logins")
    return True
