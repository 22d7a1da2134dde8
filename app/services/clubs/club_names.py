"""Names of an imported club: an owner offers each to a user, who takes it by joining
(CAR-CLB-47).
"""

from __future__ import annotations

import msgspec

from app.kernel.refusal import Refused, refuse_if
from app.services.clubs import club_file_rules, club_rules
from app.services.clubs.club_file import KeptMember, read_kept
from app.services.clubs.clubs import ClubView, require_active
from app.services.clubs.roles import OWNER, ROLES, Permission, has_permission
from app.services.container import Services, current_time, require_account
from app.store import club_files as rows
from app.store.clubs import Club, ClubEntry
from app.store.transactions import UnitOfWork


class ClubName(msgspec.Struct, frozen=True):
    """Name of a file with its roles, the highest first. `guest` is the invited user, "" for
    none.
    """

    name: str
    roles: tuple[str, ...]
    guest: str = ""


def list_names(services: Services, view: ClubView) -> tuple[ClubName, ...]:
    """Names without an account here, for members; owners see the invited users."""
    if not view.may(Permission.READ):
        return ()
    with services.store.read() as work:
        kept = work.club_files.names_of_club(view.club.id)
    guests = {one.as_name: one.name for one in view.entries if one.as_name}
    return tuple(
        ClubName(name, sorted_roles(read_kept(text)), guests.get(name, ""))
        for name, text in kept.items()
    )


def offered_name(services: Services, view: ClubView) -> ClubName | None:
    """Name that the visitor takes by joining; None without one."""
    entry = view.own_entry
    if entry is None or not entry.as_name:
        return None
    with services.store.read() as work:
        if not is_offered(work, view.club, entry):
            return None
        kept = read_kept(work.club_files.names_of_club(view.club.id)[entry.as_name])
    return ClubName(entry.as_name, sorted_roles(kept))


def sorted_roles(kept: KeptMember) -> tuple[str, ...]:
    return tuple(sorted((one.role for one in kept.roles), key=ROLES.index))


def require_name(work: UnitOfWork, club_id: int, name: str) -> KeptMember:
    """Roles and answers that are kept of a name. Raises `Refused`."""
    text = work.club_files.names_of_club(club_id).get(name)
    if text is None:
        raise Refused(club_file_rules.unknown_name_refusal())
    return read_kept(text)


def remove_name(services: Services, club_id: int, user_id: int, name: str) -> None:
    """Remove a name with its answers. Texts and the log keep it. Raises `NoSuchClub` or
    `Refused`.
    """
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.NAME)
        require_name(work, club.id, name)
        work.club_files.remove_name(club.id, name)
        work.club_log.add_act(club.id, current_time(), user_id, "name_removed", detail=name)
        work.commit()


def take_own_name(services: Services, club_id: int, user_id: int, name: str) -> None:
    """Take a name as an owner of the club. Raises `NoSuchClub` or `Refused`."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.NAME)
        take_name(work, club, user_id, name, user_id)
        work.commit()


# ---------------------------------------------------------------------- joining
def is_offered(work: UnitOfWork, club: Club, entry: ClubEntry) -> bool:
    """True if the guest takes a name that still stands. Its roles are given with it, so the host
    must still be an owner.
    """
    if not entry.as_name or entry.invited_by is None:
        return False
    roles = work.clubs.roles_of_user(club.id, entry.invited_by)
    stands = entry.as_name in work.club_files.names_of_club(club.id)
    return stands and has_permission(roles, Permission.NAME)


def take_name(work: UnitOfWork, club: Club, user_id: int, name: str, by: int) -> None:
    """Give a user the roles and answers of a name; the caller commits. Raises `Refused`."""
    kept = require_name(work, club.id, name)
    if OWNER in sorted_roles(kept) and OWNER not in work.clubs.roles_of_user(club.id, user_id):
        user, owned = work.users.find_user(user_id), work.clubs.count_clubs_of_founder(user_id)
        refuse_if(club_rules.founder_refusal(require_account(user), owned))
    take_kept(work, club, user_id, kept)
    work.club_files.remove_name(club.id, name)
    work.club_log.add_act(club.id, current_time(), by, "name_taken", user_id, name)


def take_kept(work: UnitOfWork, club: Club, user_id: int, kept: KeptMember) -> None:
    """Store roles and answers of a name for a user. Own answers and tables booked meanwhile
    stay.
    """
    have = work.clubs.roles_of_user(club.id, user_id)
    for one in kept.roles:
        if one.role not in have:
            work.clubs.give_role(club.id, user_id, one.role, one.since, None)
    for answer in kept.answers:
        values: rows.Row = {"user_id": user_id, "made_at": answer.made_at}
        if answer.kind == "table":
            taken = work.club_dates.bookings_of([answer.about]).get(answer.about, [])
            if any(one.number == answer.number or one.user_id == user_id for one in taken):
                continue
            values |= {"date_id": answer.about, "number": answer.number, "game": answer.words}
            work.club_files.add_rows(rows.BOOKINGS, [values])
        elif answer.kind == "poll":
            values |= {"poll_id": answer.about, "number": answer.number, "answer": answer.says}
            work.club_files.add_missing(rows.POLL_ANSWERS, values)
        else:
            values |= {"date_id": answer.about, "answer": answer.says, "brings": answer.words}
            work.club_files.add_missing(rows.ANSWERS, values)
