"""Members of a club: joining, requests, invitations, links, roles, leaving and removal."""

from __future__ import annotations

from collections.abc import Collection

from app.kernel.free_text import quotable_text
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import say
from app.services.clubs import club_names, game_offices
from app.services.clubs import club_rules as rules
from app.services.clubs.club_notifications import notify, readers_with
from app.services.clubs.clubs import (
    ClubView,
    require_active,
    require_club,
    require_visible,
    visible_club,
)
from app.services.clubs.roles import MEMBER, OWNER, TITLES, Permission, has_permission
from app.services.clubs.welcome import welcome_lines, welcome_member
from app.services.container import Services, current_time, require_account
from app.services.errors import NoSuchClub, NoSuchPerson
from app.services.people import moderation_rules
from app.services.people.account_rules import name_key, tidy_name
from app.store import records
from app.store.clubs import Club
from app.store.transactions import UnitOfWork


# ---------------------------------------------------------------------- ways in
def join_club(services: Services, club_id: int, user_id: int, code: str = "") -> Club:
    """Join an open club, or one that has invited the user, or with the code of a link. Raises
    `NoSuchClub`, `Refused` or `TooOften`.
    """
    with services.store.write() as work:
        club = require_club(work.clubs.lock_club(club_id))
        user = require_account(work.users.find_user(user_id))
        now, roles = current_time(), work.clubs.roles_of_user(club.id, user_id)
        link = work.clubs.find_link(code) if code else None
        if link is not None and link.club_id != club.id:
            raise NoSuchClub
        is_invited = inviter_of(work, club.id, user_id) is not None
        is_banned = work.club_offices.is_banned(club.id, user_id)
        is_valid = rules.link_refusal(link, now) is None
        if club.entry == "link" and not (is_valid or is_invited or roles):
            raise NoSuchClub
        refuse_if(
            rules.founder_refusal(user, 0),
            rules.archived_refusal(club),
            rules.link_refusal(link, now) if code else None,
            rules.join_refusal(club, roles, is_admitted=bool(code) or is_invited),
            rules.readmission_refusal(is_banned=is_banned),
        )
        services.limits.rate_limit("club entries", user=user_id)
        if link is not None:
            work.clubs.use_link(link.id)
        how = "link" if code else "invitation" if is_invited else "open"
        admit(work, club, user_id, now, user_id, how)
        work.commit()
        return club


def club_of_code(services: Services, code: str, user_id: int | None) -> ClubView:
    """Club of a link or of its typed code. Raises `Refused` if it is not valid any more."""
    with services.store.read() as work:
        link = work.clubs.find_link(code)
        refuse_if(rules.link_refusal(link, current_time()))
        assert link is not None  # noqa: S101 - refused above
        club = require_club(work.clubs.find_club(link.club_id))
        rows = work.clubs.roles_of_club(club.id)
    roles = frozenset(one.role for one in rows if one.user_id == user_id)
    return visible_club(club, roles, rows, [], [], None)


def is_valid_code(services: Services, code: str) -> bool:
    """Return true if the code of a link still admits users."""
    with services.store.read() as work:
        return rules.link_refusal(work.clubs.find_link(code), current_time()) is None


def unknown_name(name: str) -> Refusal:
    """Refusal of an act on a user who does not exist, or who cannot be invited."""
    return no(
        "CAR-CLB-07",
        "No user with the name {name} can be invited.",
        "No se puede invitar a ningún usuario con el nombre {name}.",
        name=quotable_text(name),
    )


def ask_to_join(services: Services, club_id: int, user_id: int, words: str) -> None:
    """Ask to join; the members who admit others are notified. A second request replaces the first.
    Raises `NoSuchClub`, `Refused` or `TooOften`.
    """
    words = words.strip()
    with services.store.write() as work:
        club = require_visible(work, club_id, user_id)
        user = require_account(work.users.find_user(user_id))
        roles = work.clubs.roles_of_user(club.id, user_id)
        refuse_if(
            rules.founder_refusal(user, 0),
            rules.archived_refusal(club),
            rules.request_refusal(club, roles, words),
            rules.readmission_refusal(is_banned=work.club_offices.is_banned(club.id, user_id)),
            moderation_rules.muted_refusal(work, user_id),
        )
        services.limits.rate_limit("club entries", user=user_id)
        now = current_time()
        if inviter_of(work, club.id, user_id) is not None:
            admit(work, club, user_id, now, user_id, "invitation")
        else:
            work.clubs.save_entry(club.id, user_id, None, words, now)
            title = say("{who} asks to join {club}", "{who} pide entrar en {club}")
            for reader in readers_with(work, club.id, Permission.ADMIT):
                notify(work, club, reader, f"asked:{user_id}:{now}", title, who=user.name)
        work.commit()


def withdraw_request(services: Services, club_id: int, user_id: int) -> None:
    """Withdraw the own request, or decline the own invitation."""
    with services.store.write() as work:
        if club_id not in dict(work.clubs.entries_of_user(user_id)):
            require_visible(work, club_id, user_id)
        work.clubs.remove_entry(club_id, user_id)
        work.commit()


def answer_request(
    services: Services, club_id: int, user_id: int, other: int, *, is_admitted: bool
) -> None:
    """Admit the user who asked to join, or not. Raises `NoSuchClub`, `NoSuchPerson` or
    `Refused`.
    """
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ADMIT)
        asked = {one.user_id for one in work.clubs.entries_of_club(club.id) if not one.invited_by}
        if other not in asked:
            raise NoSuchPerson
        now, lines = current_time(), welcome_lines(work, club.id) if is_admitted else ()
        if is_admitted:
            admit(work, club, other, now, user_id, "request")
            title = say("{club} has admitted you", "{club} te ha admitido")
        else:
            work.clubs.remove_entry(club.id, other)
            work.club_log.add_act(club.id, now, user_id, "not_admitted", other)
            title = say("{club} has not admitted you", "{club} no te ha admitido")
        notify(work, club, other, f"answered:{now}", title, lines)
        work.commit()


def invite_to_club(
    services: Services, club_id: int, user_id: int, name: str, as_name: str = ""
) -> None:
    """Invite a member of the platform. A user who has asked to join is admitted. An owner may offer
    the name `as_name` of an imported club, which the guest takes by joining. Raises `NoSuchClub`,
    `NoSuchPerson`, `Refused` or `TooOften`.
    """
    with services.store.write() as work:
        needed = Permission.NAME if as_name else Permission.ADMIT
        club = require_active(work, club_id, user_id, needed)
        if as_name:
            club_names.require_name(work, club.id, as_name)
        guest = require_guest(work, user_id, name)
        refuse_if(
            rules.founder_refusal(guest, 0),
            rules.join_refusal(club, work.clubs.roles_of_user(club.id, guest.id), is_admitted=True),
            moderation_rules.muted_refusal(work, user_id),
        )
        services.limits.rate_limit("club entries", user=user_id)
        write_invitation(work, club, user_id, guest, as_name)
        work.commit()


def write_invitation(
    work: UnitOfWork, club: Club, user_id: int, guest: records.User, as_name: str = ""
) -> None:
    """Invite a user and notify the guest; the caller commits."""
    now = current_time()
    asked = {one.user_id for one in work.clubs.entries_of_club(club.id) if not one.invited_by}
    if guest.id in asked and not as_name:
        admit(work, club, guest.id, now, user_id, "request")
    else:
        work.clubs.save_entry(club.id, guest.id, user_id, "", now, as_name)
        work.club_log.add_act(club.id, now, user_id, "invited", guest.id)
        lift_ban(work, club, user_id, guest.id, now)
    host = require_account(work.users.find_user(user_id))
    title = say("{who} invites you to {club}", "{who} te invita a {club}")
    notify(work, club, guest.id, f"invited:{now}", title, who=host.name)


def require_guest(work: UnitOfWork, host_id: int, name: str) -> records.User:
    """User of this name, if the host may invite that user. Raises `NoSuchPerson`."""
    found = work.users.find_by_name(name_key(tidy_name(name)))
    if found is None or found[0].id in work.blocks.kept_apart_from(host_id):
        raise NoSuchPerson
    return found[0]


# ---------------------------------------------------------------------- roles and departures
def give_role(services: Services, club_id: int, user_id: int, other: int, role: str) -> None:
    """Give a member a role, or ask the member to become an owner. Raises `NoSuchClub` or
    `Refused`.
    """
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.NAME)
        theirs = work.clubs.roles_of_user(club.id, other)
        refuse_if(rules.role_refusal(theirs, role, give=True))
        now = current_time()
        if role == OWNER:
            offer_ownership(work, club, other, user_id, now)
            work.commit()
            return
        work.clubs.give_role(club.id, other, role, now, user_id)
        work.club_log.add_act(club.id, now, user_id, "role_given", other, role)
        title = say(
            "You have a new role in {club}: {role}", "Tienes un papel nuevo en {club}: {role}"
        )
        if other != user_id:
            notify(work, club, other, f"role:{role}:{now}", title, role=TITLES[role])
        work.commit()


def take_role(services: Services, club_id: int, user_id: int, other: int, role: str) -> None:
    """Take a role from a member, whose streams restart. Raises `NoSuchClub` or `Refused`."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.NAME)
        rows = work.clubs.roles_of_club(club.id)
        theirs = {one.role for one in rows if one.user_id == other}
        refuse_if(
            rules.role_refusal(theirs, role, give=False),
            rules.last_owner_refusal(rows, other) if role == OWNER else None,
            rules.appointed_owner_refusal(rows, other, user_id) if role == OWNER else None,
        )
        now = current_time()
        work.clubs.take_role(club.id, other, role)
        withdraw_rights(work, club, other, theirs - {role})
        organises = has_permission(theirs - {role}, Permission.ORGANISE)
        if has_permission(theirs, Permission.ORGANISE) and not organises:
            game_offices.end_offices(work, club, other, now)
        work.club_log.add_act(club.id, now, user_id, "role_taken", other, role)
        title = say("You lost a role in {club}: {role}", "Has perdido un papel en {club}: {role}")
        if other != user_id:
            notify(work, club, other, f"role:{role}:{now}", title, role=TITLES[role])
        ended = work.logins.end_streams(other)
        work.commit()
    services.notifier.publish(other, ended, "logins")


def remove_member(services: Services, club_id: int, user_id: int, other: int) -> None:
    """Remove another member, whose streams end. Raises `NoSuchClub` or `Refused`."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ADMIT)
        rows = work.clubs.roles_of_club(club.id)
        mine, theirs = (
            {one.role for one in rows if one.user_id == who} for who in (user_id, other)
        )
        refuse_if(
            rules.not_a_member_refusal() if not theirs else None,
            rules.removal_refusal(mine, theirs) if theirs else None,
            rules.last_owner_refusal(rows, other),
            rules.appointed_owner_refusal(rows, other, user_id) if OWNER in theirs else None,
        )
        now = current_time()
        work.clubs.remove_member(club.id, other)
        work.club_dates.forget_member(club.id, other, now)
        work.club_polls.forget_member(club.id, other)
        withdraw_rights(work, club, other, set())
        work.club_offices.add_ban(club.id, other, now)
        work.club_log.add_act(club.id, now, user_id, "removed", other)
        title = say("You are not a member of {club} any more", "Ya no formas parte de {club}")
        notify(work, club, other, f"removed:{now}", title)
        ended = work.logins.end_streams(other)
        work.commit()
    services.notifier.publish(other, ended, "logins")


def leave_club(services: Services, club_id: int, user_id: int) -> None:
    """Leave the club; the user's streams end. Raises `NoSuchClub` or `Refused`."""
    with services.store.write() as work:
        club = require_club(work.clubs.lock_club(club_id))
        rows = work.clubs.roles_of_club(club.id)
        if not any(one.user_id == user_id for one in rows):
            raise NoSuchClub
        refuse_if(rules.last_owner_refusal(rows, user_id))
        work.clubs.remove_member(club.id, user_id)
        work.club_dates.forget_member(club.id, user_id, current_time())
        work.club_polls.forget_member(club.id, user_id)
        withdraw_rights(work, club, user_id, set())
        work.club_log.add_act(club.id, current_time(), user_id, "left", user_id)
        ended = work.logins.end_streams(user_id)
        work.commit()
    services.notifier.publish(user_id, ended, "logins")


def readmit_member(services: Services, club_id: int, user_id: int, other: int) -> None:
    """Let a removed user join or ask again. Raises `NoSuchClub`, `NoSuchPerson` or `Refused`."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ADMIT)
        if not lift_ban(work, club, user_id, other, current_time()):
            raise NoSuchPerson
        work.commit()


# ---------------------------------------------------------------------- shared steps
def offer_ownership(
    work: UnitOfWork, club: Club, user_id: int, made_by: int | None, now: str
) -> None:
    """Ask a member to become an owner; `made_by` is None for the server. The caller commits."""
    work.club_offices.save_offer(club.id, user_id, made_by, now)
    work.club_log.add_act(club.id, now, made_by, "ownership_offered", user_id)
    title = say("Will you be an owner of {club}?", "¿Quieres la propiedad de {club}?")
    notify(work, club, user_id, f"offer:{now}", title)


def lift_ban(work: UnitOfWork, club: Club, by: int, user_id: int, now: str) -> bool:
    """Readmit a removed user; the caller commits. False if the user was not removed."""
    if not work.club_offices.remove_ban(club.id, user_id):
        return False
    work.club_log.add_act(club.id, now, by, "readmitted", user_id)
    return True


def withdraw_rights(work: UnitOfWork, club: Club, user_id: int, roles: Collection[str]) -> None:
    """End what the user did by a permission that these `roles` do not have: links and invitations,
    questions about the ownership. Without a role the offices in games of the club end too. The
    caller commits.
    """
    if not has_permission(roles, Permission.ADMIT):
        work.clubs.remove_ways_in_of(club.id, user_id)
    if not has_permission(roles, Permission.NAME):
        work.club_offices.remove_offers_by(club.id, user_id)
    may_close = has_permission(roles, Permission.CLOSE)
    if not may_close and work.club_closings.withdraw_of(club.id, user_id):
        work.club_log.add_act(club.id, current_time(), None, "closing_withdrawn")
    if not roles:
        work.club_offices.remove_offer(club.id, user_id)
        game_offices.end_offices(work, club, user_id, current_time())


def admit(work: UnitOfWork, club: Club, user_id: int, now: str, by: int, how: str) -> None:
    """Make the user a member; `how` is "open", "invitation", "link" or "request". An invited user
    takes the name that an owner offered.
    """
    entries = work.clubs.entries_of_club(club.id)
    entry = next((one for one in entries if one.user_id == user_id), None)
    work.clubs.remove_entry(club.id, user_id)
    work.club_log.add_act(club.id, now, by, "joined", user_id, how)
    if entry is not None and club_names.is_offered(work, club, entry):
        club_names.take_name(work, club, user_id, entry.as_name, by)
    else:
        work.clubs.give_role(club.id, user_id, MEMBER, now, by if by != user_id else None)
    welcome_member(work, club.id, user_id, now)


def inviter_of(work: UnitOfWork, club_id: int, user_id: int) -> int | None:
    """Account that has invited the user to the club."""
    return dict(work.clubs.entries_of_user(user_id)).get(club_id)
