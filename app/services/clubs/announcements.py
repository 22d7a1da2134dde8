"""Announcements of a club: each member is notified once, and the front page shows the latest."""

from __future__ import annotations

import msgspec

from app.kernel.refusal import Refused, refuse_if
from app.kernel.say import as_is, say
from app.services.clubs import announcement_rules as rules
from app.services.clubs.club_hooks import tell_hooks
from app.services.clubs.club_notifications import notify, readers_with
from app.services.clubs.clubs import ClubView, load_club, require_active
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.errors import NoSuchClub
from app.services.people import moderation_rules
from app.services.people.initials import initials_of
from app.services.people.player_chat import tidy_text
from app.store.club_announcements import Announcement
from app.store.repositories import NO_MORE

MOST_SHOWN, MOST_ON_FRONT = 20, 3


class AnnouncementTerms(msgspec.Struct, frozen=True):
    """Texts of an announcement. Other users read it only if it `is_public`."""

    title: str
    text: str = ""
    is_public: bool = False


def announce(services: Services, club_id: int, user_id: int, terms: AnnouncementTerms) -> int:
    """Write an announcement and notify the other members. Returns its number. Raises `NoSuchClub`,
    `Refused` or `TooOften`.
    """
    title, text = " ".join(terms.title.split()), tidy_text(terms.text)
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ANNOUNCE)
        refuse_if(
            rules.announcement_refusal(title, text),
            moderation_rules.muted_refusal(work, user_id),
        )
        services.limits.rate_limit("announcements", user=user_id)
        now = current_time()
        number = work.announcements.add_announcement(
            club_id=club.id,
            title=title,
            text=text,
            is_public=terms.is_public,
            made_by=user_id,
            made_at=now,
        )
        work.club_log.add_act(club.id, now, user_id, "announced", detail=title)
        news = say("{club}: {what}", "{club}: {what}")
        link, lines = f"/news#news-{number}", (as_is(text),) if text else ()
        for reader in readers_with(work, club.id, Permission.READ):
            if reader != user_id:
                notify(work, club, reader, f"announced:{number}", news, lines, link, what=title)
        told = (
            say("{club}: {what}", "{club}: {what}", club=club.name, what=title)
            if terms.is_public
            else say("New announcement: {club}", "Anuncio nuevo: {club}", club=club.name)
        )
        tell_hooks(work, club, f"announced:{number}", told, link)
        work.commit()
    return number


def change_announcement(
    services: Services, club_id: int, user_id: int, number: int, terms: AnnouncementTerms
) -> None:
    """Change the texts of an announcement, without another notification. Raises `NoSuchClub` or
    `Refused`.
    """
    title, text = " ".join(terms.title.split()), tidy_text(terms.text)
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ANNOUNCE)
        found = work.announcements.find_announcement(club.id, number)
        if found is None:
            raise Refused(rules.unknown_announcement())
        refuse_if(
            rules.announcement_refusal(title, text),
            rules.hidden_refusal(found),
            moderation_rules.muted_refusal(work, user_id),
        )
        if (title, text, terms.is_public) == (found.title, found.text, found.is_public):
            return
        services.limits.rate_limit("announcements", user=user_id)
        now = current_time()
        work.announcements.change_announcement(
            number,
            title=title,
            text=text,
            is_public=terms.is_public,
            made_by=user_id,
            changed_at=now,
        )
        work.club_log.add_act(club.id, now, user_id, "announcement_changed", detail=title)
        work.commit()


def withdraw_announcement(services: Services, club_id: int, user_id: int, number: int) -> None:
    """Withdraw an announcement; the log keeps its title. Raises `NoSuchClub` or `Refused`."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ANNOUNCE)
        found = work.announcements.find_announcement(club.id, number)
        if found is None:
            raise Refused(rules.unknown_announcement())
        work.announcements.remove_announcement(number)
        now = current_time()
        work.club_log.add_act(club.id, now, user_id, "announcement_withdrawn", detail=found.title)
        work.commit()


def load_announcements(
    services: Services, club_id: int, user_id: int | None, before: int = 0
) -> tuple[ClubView, tuple[Announcement, ...]]:
    """Club and its announcements, as the visitor may read them. Raises `NoSuchClub`."""
    view = load_club(services, club_id, user_id)
    return view, readable_announcements(services, view, MOST_SHOWN, before)


def readable_announcements(
    services: Services, view: ClubView, most: int = MOST_ON_FRONT, before: int = 0
) -> tuple[Announcement, ...]:
    """Latest announcements for the visitor of this view. Users who are not members get the public
    ones, with the initials of the authors. Hidden ones are left out, except for those who announce.
    """
    reads = view.may(Permission.READ)
    with services.store.read() as work:
        found = work.announcements.latest(
            view.club.id,
            most,
            before or NO_MORE,
            only_public=not reads,
            with_hidden=view.may(Permission.ANNOUNCE),
        )
    return tuple(_readable(one, reads=reads) for one in found)


def find_announcement(
    services: Services, club_id: int, user_id: int | None, number: int
) -> Announcement:
    """Announcement of this number, if the user may read it. Raises `NoSuchClub`."""
    view = load_club(services, club_id, user_id)
    reads = view.may(Permission.READ)
    with services.store.read() as work:
        found = work.announcements.find_announcement(club_id, number)
    if found is None or not (found.is_public or reads):
        raise NoSuchClub
    return _readable(found, reads=reads)


def _readable(one: Announcement, *, reads: bool) -> Announcement:
    """Announcement without hidden texts; users who are not members get the initials of its
    author.
    """
    texts = {"title": "", "text": ""} if one.hidden else {}
    name = one.name if reads else initials_of(one.name)
    return msgspec.structs.replace(one, name=name, **texts)
