"""Clubs: founding, finding, reading, front page, archive."""

from __future__ import annotations

import msgspec

from app.kernel.refusal import Refusal, Refused, refuse_if
from app.services.clubs import club_rules as rules
from app.services.clubs.roles import OWNER, ROLES, Permission, has_permission
from app.services.container import Services, current_time, require_account
from app.services.errors import NoSuchClub
from app.services.people import moderation_rules
from app.services.people.account_rules import name_key, plain_letters, tidy_name
from app.services.people.initials import initials_of
from app.store.club_closings import Closing
from app.store.club_offices import OwnershipOffer, RemovedMember
from app.store.clubs import Club, ClubEntry, ClubLink, ClubRole
from app.store.repositories import Conflict
from app.store.transactions import UnitOfWork

MOST_LISTED = 50
WORDS = ("name", "place", "about_en", "about_es")
"""Own words of a club, which a moderator can remove."""
WHILE_ARCHIVED = (Permission.READ, Permission.CLOSE, Permission.EXPORT)
"""Permissions in an archived club."""


class ClubTerms(msgspec.Struct, frozen=True):
    """Choices of a founder, which an organiser can change. `entry` is "open", "request" or
    "link".
    """

    name: str
    place: str = ""
    about_en: str = ""
    about_es: str = ""
    entry: str = "request"
    language: str = "es"
    zone: str = "Europe/Madrid"


class Member(msgspec.Struct, frozen=True):
    """Member with roles, the highest first, and the time of joining."""

    user_id: int
    name: str
    roles: tuple[str, ...]
    since: str

    @property
    def initials(self) -> str:
        """First letters of the name, for users who may not read it."""
        return initials_of(self.name)


class ClubView(msgspec.Struct, frozen=True):
    """Club as one visitor sees it. Members, entries, links, removed members and questions about the
    ownership are empty for those who may not read them. `owners` have initials for users who are
    not members.
    """

    club: Club
    roles: frozenset[str]
    member_count: int
    owners: tuple[str, ...]
    members: tuple[Member, ...] = ()
    entries: tuple[ClubEntry, ...] = ()
    links: tuple[ClubLink, ...] = ()
    own_entry: ClubEntry | None = None
    removed: tuple[RemovedMember, ...] = ()
    offers: tuple[OwnershipOffer, ...] = ()
    own_offer: OwnershipOffer | None = None
    closing: Closing | None = None

    def may(self, permission: str) -> bool:
        """Return true if the visitor has this permission in an active club."""
        is_open = not self.club.archived_at or permission in WHILE_ARCHIVED
        return is_open and has_permission(self.roles, Permission(permission))

    @property
    def requests(self) -> tuple[ClubEntry, ...]:
        """Users who asked to join, for those who admit members."""
        return tuple(one for one in self.entries if one.invited_by is None)

    @property
    def invited(self) -> tuple[ClubEntry, ...]:
        return tuple(one for one in self.entries if one.invited_by is not None)


class ListedClub(msgspec.Struct, frozen=True):
    """Row of a list of clubs."""

    club: Club
    member_count: int
    is_mine: bool


def found_club(services: Services, user_id: int, terms: ClubTerms) -> Club:
    """Found a club; the user is its first owner. Raises `Refused` or `TooOften`."""
    terms = tidy_terms(terms)
    with services.store.write() as work:
        user = require_account(work.users.find_user(user_id))
        refuse_if(
            rules.founder_refusal(user, work.clubs.count_clubs_of_founder(user_id)),
            moderation_rules.muted_refusal(work, user_id),
            *terms_refusals(terms),
        )
        services.limits.rate_limit("clubs", user=user_id)
        now = current_time()
        try:
            club_id = work.clubs.add_club(**stored_terms(terms), founded_at=now, archived_at="")
        except Conflict:
            raise Refused(rules.name_taken_refusal(terms.name)) from None
        work.clubs.give_role(club_id, user_id, OWNER, now, None)
        work.club_log.add_act(club_id, now, user_id, "founded")
        work.commit()
        return require_club(work.clubs.find_club(club_id))


def change_front_page(services: Services, club_id: int, user_id: int, terms: ClubTerms) -> None:
    """Change name, words and terms of a club. Raises `NoSuchClub` or `Refused`."""
    terms = tidy_terms(terms)
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ORGANISE)
        words = {name: getattr(terms, name) for name in WORDS}
        refuse_if(
            moderation_rules.muted_refusal(work, user_id),
            *terms_refusals(terms),
            rules.removed_words_refusal(work.clubs.removed_words(club.id), words),
        )
        try:
            work.clubs.change_club(club.id, **stored_terms(terms), hidden=False)
        except Conflict:
            raise Refused(rules.name_taken_refusal(terms.name)) from None
        renamed = "" if terms.name == club.name else terms.name
        work.club_log.add_act(club.id, current_time(), user_id, "changed", detail=renamed)
        work.commit()


def archive_club(services: Services, club_id: int, user_id: int, *, is_archived: bool) -> None:
    """Archive the club, or open it again, which withdraws its closing. Raises `NoSuchClub` or
    `Refused`.
    """
    with services.store.write() as work:
        club = require_visible(work, club_id, user_id)
        roles = work.clubs.roles_of_user(club.id, user_id)
        refuse_if(rules.permission_refusal(roles, Permission.CLOSE))
        if bool(club.archived_at) == is_archived:
            return
        now = current_time()
        work.clubs.change_club(club.id, archived_at=now if is_archived else "")
        work.club_closings.withdraw(club.id)
        work.club_log.add_act(club.id, now, user_id, "archived" if is_archived else "reopened")
        work.commit()


def tidy_terms(terms: ClubTerms) -> ClubTerms:
    return msgspec.structs.replace(
        terms,
        name=tidy_name(terms.name),
        place=terms.place.strip(),
        about_en=terms.about_en.strip(),
        about_es=terms.about_es.strip(),
    )


def terms_refusals(terms: ClubTerms) -> tuple[Refusal | None, ...]:
    """All refusals of the terms of a club."""
    return (
        rules.club_name_refusal(terms.name),
        *rules.texts_refusals(terms.place, terms.about_en, terms.about_es),
        rules.terms_refusal(terms.entry, terms.language, terms.zone),
    )


def stored_terms(terms: ClubTerms) -> dict[str, str]:
    return {**msgspec.structs.asdict(terms), "name_key": name_key(terms.name)}


def require_club(club: Club | None) -> Club:
    if club is None:
        raise NoSuchClub
    return club


def require_visible(work: UnitOfWork, club_id: int, user_id: int) -> Club:
    """Club, locked, that the user may know. Raises `NoSuchClub`: a club that is entered by link
    does not exist for users without a role or an invitation.
    """
    club = require_club(work.clubs.lock_club(club_id))
    inviter = dict(work.clubs.entries_of_user(user_id)).get(club.id)
    is_known = club.entry != "link" or inviter is not None
    if not is_known and not work.clubs.roles_of_user(club.id, user_id):
        raise NoSuchClub
    return club


def require_active(work: UnitOfWork, club_id: int, user_id: int, permission: Permission) -> Club:
    """Active club, locked, in which the user has this permission. Raises `NoSuchClub` or
    `Refused`.
    """
    club = require_visible(work, club_id, user_id)
    roles = work.clubs.roles_of_user(club.id, user_id)
    refuse_if(rules.permission_refusal(roles, permission), rules.archived_refusal(club))
    return club


# ---------------------------------------------------------------------- reading
def list_clubs(services: Services, user_id: int | None, words: str = "") -> tuple[ListedClub, ...]:
    """Clubs whose name contains these words, the largest first; at most `MOST_LISTED`."""
    with services.store.read() as work:
        found = work.clubs.list_clubs(name_key(tidy_name(words)), MOST_LISTED, user_id)
        mine = {club.id for club in work.clubs.clubs_of_user(user_id)} if user_id else set()
    return tuple(ListedClub(club, count, club.id in mine) for club, count in found)


def invitations_of_user(services: Services, user_id: int) -> tuple[Club, ...]:
    """Active clubs that have invited the user."""
    with services.store.read() as work:
        found = [
            require_club(work.clubs.find_club(club_id))
            for club_id, invited_by in work.clubs.entries_of_user(user_id)
            if invited_by is not None
        ]
    return tuple(club for club in found if not club.archived_at)


def clubs_of_user(services: Services, user_id: int) -> tuple[Club, ...]:
    """Clubs of a member, in the order of their names."""
    with services.store.read() as work:
        return tuple(work.clubs.clubs_of_user(user_id))


def load_club(services: Services, club_id: int, user_id: int | None) -> ClubView:
    """Club as the visitor may see it. Raises `NoSuchClub`; a club that is entered by link does not
    exist for users without an invitation.
    """
    with services.store.read() as work:
        club = require_club(work.clubs.find_club(club_id))
        rows = work.clubs.roles_of_club(club.id)
        roles = frozenset(one.role for one in rows if one.user_id == user_id)
        entries = work.clubs.entries_of_club(club.id)
        admits = has_permission(roles, Permission.ADMIT)
        links = work.clubs.links_of_club(club.id, current_time()) if admits else []
        removed = tuple(work.club_offices.bans_of_club(club.id)) if admits else ()
        offers = waiting_offers(work, club)
        reads = has_permission(roles, Permission.READ)
        closing = work.club_closings.find_closing(club.id) if reads else None
    own = next((one for one in entries if one.user_id == user_id), None)
    if club.entry == "link" and not roles and (own is None or own.invited_by is None):
        raise NoSuchClub
    found = visible_club(club, roles, rows, entries, links, own)
    return msgspec.structs.replace(
        found,
        removed=removed,
        offers=offers if has_permission(roles, Permission.NAME) else (),
        closing=closing,
        own_offer=next((one for one in offers if one.user_id == user_id), None),
    )


def waiting_offers(work: UnitOfWork, club: Club) -> tuple[OwnershipOffer, ...]:
    """Questions about the ownership that can still be answered."""
    now = current_time()
    offers = work.club_offices.offers_of_club(club.id)
    return tuple(one for one in offers if rules.offer_refusal(one, now) is None)


def visible_club(
    club: Club,
    roles: frozenset[str],
    rows: list[ClubRole],
    entries: list[ClubEntry],
    links: list[ClubLink],
    own: ClubEntry | None,
) -> ClubView:
    """View of the club, built from nothing by the permissions of these roles."""
    members = members_of(rows)
    reads = has_permission(roles, Permission.READ)
    admits = has_permission(roles, Permission.ADMIT)
    owners = (one for one in members if OWNER in one.roles)
    return ClubView(
        club,
        roles,
        len(members),
        tuple(one.name if reads else one.initials for one in owners),
        members if reads else (),
        tuple(entries) if admits else (),
        tuple(links) if admits else (),
        own,
    )


def members_of(rows: list[ClubRole]) -> tuple[Member, ...]:
    """Members with all their roles: the highest roles first, then by the letters of their names."""
    found: dict[int, list[ClubRole]] = {}
    for row in rows:
        found.setdefault(row.user_id, []).append(row)
    members = [
        Member(
            user_id,
            its[0].name,
            tuple(sorted((one.role for one in its), key=ROLES.index)),
            min(one.since for one in its),
        )
        for user_id, its in found.items()
    ]
    return tuple(
        sorted(
            members,
            key=lambda one: (ROLES.index(one.roles[0]), plain_letters(one.name), one.user_id),
        )
    )
