"""Welcome message of a club: shown to each new member until it is closed, and part of the
notification of an admission.
"""

from __future__ import annotations

from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, refuse_if
from app.kernel.say import Say, say
from app.services.clubs import house_rule_rules
from app.services.clubs.clubs import ClubView, load_club, require_active, require_club
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.errors import NoSuchClub
from app.services.people import moderation_rules
from app.services.people.player_chat import tidy_text
from app.store.club_welcomes import Welcome
from app.store.transactions import UnitOfWork

LONGEST = 2000
NONE = Welcome("", "")


def change_welcome(
    services: Services, club_id: int, user_id: int, text_en: str, text_es: str
) -> None:
    """Change the message; without any text there is none. Raises `NoSuchClub` or `Refused`."""
    welcome = Welcome(tidy_text(text_en), tidy_text(text_es))
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ANNOUNCE)
        refuse_if(
            moderation_rules.muted_refusal(work, user_id),
            welcome_refusal(welcome.text_en),
            welcome_refusal(welcome.text_es),
        )
        now_there = work.club_welcomes.find_welcome(club.id) or NONE
        if now_there.hidden:
            refuse_if(house_rule_rules.removed_refusal(texts_of(now_there), texts_of(welcome)))
        elif now_there == welcome:
            return
        if welcome == NONE:
            work.club_welcomes.remove_welcome(club.id)
        else:
            work.club_welcomes.save_welcome(club.id, welcome)
        work.club_log.add_act(club.id, current_time(), user_id, "welcome_changed")
        work.commit()


def texts_of(one: Welcome) -> set[str]:
    """Texts of a message, without empty ones."""
    return {one.text_en, one.text_es} - {""}


def readable_welcome(one: Welcome | None) -> Welcome:
    """Message without removed texts."""
    if one is None:
        return NONE
    return Welcome("", "", hidden=True) if one.hidden else one


def welcome_refusal(text: str) -> Refusal | None:
    """CAR-CLB-35: A welcome message has at most 2000 characters in each language."""
    return text_refused(text, LONGEST, "CAR-CLB-35")


def load_welcome(services: Services, club_id: int, user_id: int | None) -> tuple[ClubView, Welcome]:
    """Club and its message, for members. Raises `NoSuchClub` for other users."""
    view = load_club(services, club_id, user_id)
    if not view.may(Permission.READ):
        raise NoSuchClub
    with services.store.read() as work:
        return view, readable_welcome(work.club_welcomes.find_welcome(club_id))


def unread_welcome(services: Services, view: ClubView, user_id: int | None) -> Welcome | None:
    """Message that this member has not read; None if there is none."""
    if user_id is None or not view.may(Permission.READ):
        return None
    with services.store.read() as work:
        is_unread = work.club_welcomes.is_unread(view.club.id, user_id)
        found = work.club_welcomes.find_welcome(view.club.id) if is_unread else None
    return None if found is None or found.hidden else found


def close_welcome(services: Services, club_id: int, user_id: int) -> None:
    """Note that the member has read the message. Raises `NoSuchClub` for other users."""
    with services.store.write() as work:
        club = require_club(work.clubs.lock_club(club_id))
        if not work.clubs.roles_of_user(club.id, user_id):
            raise NoSuchClub
        work.club_welcomes.mark_read(club.id, user_id)
        work.commit()


def welcome_member(work: UnitOfWork, club_id: int, user_id: int, now: str) -> None:
    """Keep the message for a new member, if the club has one; the caller commits."""
    if work.club_welcomes.find_welcome(club_id) is not None:
        work.club_welcomes.mark_unread(club_id, user_id, now)


def welcome_lines(work: UnitOfWork, club_id: int) -> tuple[Say, ...]:
    """Lines of the message in a notification."""
    found = work.club_welcomes.find_welcome(club_id)
    if found is None or found.hidden:
        return ()
    return (say("{en}", "{es}", en=found.text("en"), es=found.text("es")),)
