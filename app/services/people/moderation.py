"""Moderation: complaints about texts and names, and the acts of moderators.

Every act is a row of the audit log. The admin acts from the command line, without a complaint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

import msgspec

from app.kernel.refusal import Refused, refuse_if
from app.kernel.say import say
from app.services.container import Services, current_time
from app.services.errors import NoSuchGame, NoSuchPerson, NotYourSeat
from app.services.notify import outbox
from app.services.notify.outbox import Message
from app.services.people.account_rules import name_key, name_taken_refusal, suspended_refusal
from app.services.people.accounts import NEUTRAL
from app.services.people.bot_accounts import MARK
from app.services.people.complaints import (
    PublicText,
    own_case_refusal,
)
from app.services.people.moderation_rules import mute_days_refusal, note_refusal
from app.services.people.reported_club_texts import hide_club_text, is_of_club, texts_of_clubs
from app.services.server_clock import current_datetime
from app.store import records
from app.store.complaint_records import Complaint
from app.store.transactions import UnitOfWork
from app.store.user_repository import NameConflict

# base of the lock number for one spectator chat; the game's number is added
SPECTATOR_CHATS = 2**32
SHOWN = 200


class ModerationPage(msgspec.Struct, frozen=True):
    """Data of the moderation page: open complaints with their users and texts, and recent acts.

    `owners` maps bot accounts to their owners. `removed` holds complaints whose text is still
    removed, as far as `done` reaches. Moderators see no complaints from spectator chats of their
    own unfinished games, and none about messages there to a side that is not theirs.
    """

    waiting: tuple[tuple[Complaint, records.User | None, Written | None], ...]
    done: tuple[records.ModeratorAct, ...]
    owners: Mapping[int, records.User]
    removed: frozenset[int]


Written = records.ChatMessage | records.Remark | records.Paragraphs | PublicText


# ---------------------------------------------------------------------- judging
def complaints_to_judge(work: UnitOfWork, user_id: int) -> list[Complaint]:
    """Open complaints on which a moderator may act, the oldest first; none for other users."""
    user = work.users.find_user(user_id)
    if user is None or not user.is_moderator:
        return []
    withheld = work.complaints.withheld_from(user_id)
    return [
        one
        for one in work.complaints.open_complaints(SHOWN)
        if one.id not in withheld and own_case_refusal(work, one.about_id, user_id) is None
    ]


def load_moderation_page(services: Services, moderator: int) -> ModerationPage:
    """Load the moderation page; raises `NotYourSeat` for other users."""
    with services.store.read() as work:
        _require_moderator(work, moderator)
        withheld = work.complaints.withheld_from(moderator)
        waits = work.complaints.open_complaints(SHOWN)
        complaints = [one for one in waits if one.id not in withheld]
        about = work.users.users_by_id(one.about_id for one in complaints)
        written = _texts_complained_of(work, complaints)
        waiting = tuple((one, about.get(one.about_id or 0), written[one.id]) for one in complaints)
        acts = work.acts.latest_acts(SHOWN)
        done = tuple(one for one in acts if one.complaint_id not in withheld)
        last = {
            one.complaint_id: one.what
            for one in reversed(done)
            if one.what in ("hide", "show") and one.complaint_id is not None
        }
        return ModerationPage(
            waiting,
            done,
            work.programs.owners_by_bot(about),
            frozenset(complaint for complaint, what in last.items() if what == "hide"),
        )


def _texts_complained_of(
    work: UnitOfWork, complaints: Sequence[Complaint]
) -> dict[int, Written | None]:
    """Text of each complaint; None for names and deleted texts."""
    messages, remarks = (
        work.chat_messages.messages_by_id(one.chat_message_id for one in complaints),
        work.remarks.remarks_by_id(one.remark_id for one in complaints),
    )
    reports = work.reports.texts_by_id(one.report_id for one in complaints)
    titles = {
        game: PublicText(not title)
        for game, title in work.complaints.game_titles(one.title_id for one in complaints).items()
    }
    armies = {
        army: PublicText(hidden, kept_back=sharing != "public")
        for army, (hidden, sharing) in work.complaints.armies_by_id(
            one.army_id for one in complaints
        ).items()
    }
    of_clubs = texts_of_clubs(work, complaints)
    hidden_clubs = work.clubs.hidden_clubs(one.club_id for one in complaints)
    clubs = {club: PublicText(hidden) for club, hidden in hidden_clubs.items()}
    return {
        one.id: messages.get(one.chat_message_id or 0)
        or remarks.get(one.remark_id or 0)
        or reports.get(one.report_id or 0)
        or titles.get(one.title_id or 0)
        or armies.get(one.army_id or 0)
        or clubs.get(one.club_id or 0)
        or of_clubs.get(one.id)
        for one in complaints
    }


def act_on_complaint(
    services: Services,
    moderator: int,
    complaint_id: int,
    what: str,
    note: str = "",
    days: int = 0,
    close: bool = True,
) -> None:
    """Act on a complaint: "hide", "show", "rename", "mute" (for days), "unmute", "suspend", "lift"
    or "dismiss".

    Raises `NotYourSeat` for users who are not moderators, `NoSuchGame` for unknown complaints,
    `Refused`.
    """
    with services.store.write() as work:
        judge, news = _require_moderator(work, moderator), None
        complaint = _require_case(work, complaint_id, moderator, what)
        refuse_if(note_refusal(note), own_case_refusal(work, complaint.about_id, moderator))
        if what in ("hide", "show"):
            news = _set_hidden(work, complaint, what == "hide")
        elif what in DOING:
            DOING[what](work, _require_user(work, complaint.about_id), days)
        if close:
            work.complaints.close_complaint(complaint.id, current_time())
        _add_to_audit_log(
            work,
            judge,
            what,
            complaint.about_id,
            complaint.about,
            f"{note.strip()} ({days})" if what == "mute" else note.strip(),
            complaint.id,
        )
        work.commit()
        ended = (
            _ended_logins(work, complaint.about_id)
            if what == "suspend" and complaint.about_id is not None
            else {}
        )
    _end_streams(services, ended)
    if news:
        services.notifier.publish(*news)


def _require_case(work: UnitOfWork, complaint_id: int, moderator: int, what: str) -> Complaint:
    """Complaint that the moderator may see and act on in this way; raises `NoSuchGame`."""
    complaint = work.complaints.find_complaint(complaint_id)
    if (
        complaint is None
        or complaint.id in work.complaints.withheld_from(moderator)
        or what not in (*DOING, "hide", "show", "dismiss")
        or what in KEEPERS
    ):
        raise NoSuchGame
    return complaint


def _set_hidden(
    work: UnitOfWork, complaint: Complaint, hidden: bool
) -> tuple[int, int, str] | None:
    """Hide the text of a complaint or show it again. Returns the news of a spectator chat or of the
    chat of a club: its game or club, the number and the topic.
    """
    written = _texts_complained_of(work, [complaint])[complaint.id]
    if isinstance(written, records.Remark) and complaint.remark_id is not None:
        work.take_turns(SPECTATOR_CHATS + written.game_id)
        work.remarks.set_hidden(complaint.remark_id, written.game_id, hidden)
        return written.game_id, work.remarks.news_count(written.game_id), "remarks"
    if written is not None and is_of_club(complaint):
        return hide_club_text(work, complaint, hidden)
    if isinstance(written, records.ChatMessage) and complaint.chat_message_id is not None:
        work.chat_messages.set_hidden(complaint.chat_message_id, hidden)
    elif isinstance(written, records.Paragraphs):
        work.reports.set_hidden(written.id, hidden)
    elif complaint.title_id is not None:
        work.games.update_game(complaint.title_id, title="" if hidden else complaint.text)
    elif complaint.army_id is not None:
        work.armies.update_army(complaint.army_id, hidden=hidden)
    elif complaint.club_id is not None:
        work.clubs.change_club(complaint.club_id, hidden=hidden)
        act = "words_removed" if hidden else "words_shown"
        work.club_log.add_act(complaint.club_id, current_time(), None, act)
    else:
        raise NoSuchGame
    return None


def act_as_administrator(
    services: Services, user_id: int, what: str, days: int = 0, note: str = ""
) -> None:
    """Act on a user from the command line, without a complaint.

    Further acts are "name" and "release" (of a moderator). Raises `NoSuchPerson`, `Refused`.
    """
    with services.store.write() as work:
        user = _require_user(work, user_id)
        DOING[what](work, user, days)
        _add_to_audit_log(
            work,
            None,
            what,
            user.id,
            user.name,
            f"{note} ({days})" if what == "mute" else note,
            None,
        )
        work.commit()
        ended = _ended_logins(work, user.id) if what == "suspend" else {}
    _end_streams(services, ended)


def audit_log(services: Services, limit: int = SHOWN) -> list[records.ModeratorAct]:
    """Acts of moderators, newest first, for the administrator."""
    with services.store.read() as work:
        return work.acts.latest_acts(limit)


def _rename_user(work: UnitOfWork, user: records.User, _days: int) -> None:
    name = f"{NEUTRAL[user.language]} {user.id}{MARK if user.is_bot else ''}"
    try:
        work.users.update_user(user.id, name=name, name_key=name_key(name))
    except NameConflict:
        raise Refused(name_taken_refusal(name)) from None
    work.chat_messages.rename_user(user.id, name)
    work.remarks.rename_user(user.id, name)
    if name != user.name:
        _mail_neutral_name(work, user, name)


def _mail_neutral_name(work: UnitOfWork, user: records.User, name: str) -> None:
    """Mail the neutral name to the user or the owner of the bot account, if the e-mail address is
    confirmed.
    """
    lines = (
        say(
            "A moderator has given the account {old} a neutral name: {name}.",
            "Un moderador ha dado a la cuenta {old} un nombre neutro: {name}.",
            old=user.name,
            name=name,
        ),
        say(
            "Log in under this name from now on; the password stays as it is.",
            "A partir de ahora se entra con este nombre; la contraseña sigue igual.",
        ),
    )
    for one in work.programs.responsible_users(user.id):
        if email := work.users.confirmed_email(one.id):
            outbox.add_message(
                work,
                f"name:{user.id}:{one.id}:{current_time()}",
                one.id,
                "mail",
                email,
                Message(
                    "name",
                    say("A neutral name", "Un nombre neutro"),
                    lines[:1] if user.is_bot else lines,
                    "/account",
                ),
            )


def _mute_user(work: UnitOfWork, user: records.User, days: int) -> None:
    refuse_if(mute_days_refusal(days))
    work.users.update_user(
        user.id,
        muted_until=(current_datetime() + timedelta(days=days))
        .isoformat(timespec="milliseconds")
        .replace("+00:00", "Z"),
    )


def _unmute_user(work: UnitOfWork, user: records.User, _days: int) -> None:
    work.users.update_user(user.id, muted_until="")


def _suspend_user(work: UnitOfWork, user: records.User, _days: int) -> None:
    work.users.update_user(user.id, suspended=current_time(), is_moderator=False)
    work.clubs.remove_all_ways_in_of(user.id)
    work.logins.remove_all(user.id)
    for program in work.programs.for_owner(user.id):
        work.users.update_user(program.user.id, suspended=current_time())
        work.logins.remove_all(program.user.id)


def _ended_logins(work: UnitOfWork, user_id: int) -> dict[int, int]:
    """Number of ended log-ins of an account and its bot accounts, for which their open streams
    wait.
    """
    return {
        one: work.users.count_ended_logins(one)
        for one in (user_id, *(program.user.id for program in work.programs.for_owner(user_id)))
    }


def _end_streams(services: Services, ended: dict[int, int]) -> None:
    for user_id, times in ended.items():
        services.notifier.publish(user_id, times, "logins")


def _lift_suspension(work: UnitOfWork, user: records.User, _days: int) -> None:
    work.users.update_user(user.id, suspended="")
    for program in work.programs.for_owner(user.id):
        work.users.update_user(program.user.id, suspended="")


def _restore_name(work: UnitOfWork, user: records.User, _days: int) -> None:
    refuse_if(suspended_refusal(user))
    work.users.update_user(user.id, is_moderator=True)


def _release_user(work: UnitOfWork, user: records.User, _days: int) -> None:
    work.users.update_user(user.id, is_moderator=False)


DOING: dict[str, Callable[[UnitOfWork, records.User, int], None]] = {
    "rename": _rename_user,
    "mute": _mute_user,
    "unmute": _unmute_user,
    "suspend": _suspend_user,
    "lift": _lift_suspension,
    "name": _restore_name,
    "release": _release_user,
}
KEEPERS = ("name", "release")  # only the command line makes moderators


def _require_moderator(work: UnitOfWork, user_id: int) -> records.User:
    user = work.users.find_user(user_id)
    if user is None or not user.is_moderator:
        raise NotYourSeat
    return user


def _require_user(work: UnitOfWork, user_id: int | None) -> records.User:
    user = work.users.find_user(user_id) if user_id is not None else None
    if user is None:
        raise NoSuchPerson
    return user


def _add_to_audit_log(
    work: UnitOfWork,
    by: records.User | None,
    what: str,
    about_id: int | None,
    about: str,
    note: str,
    complaint: int | None,
) -> None:
    work.acts.add_act(
        made_at=current_time(),
        by_id=by.id if by else None,
        by=by.name if by else "",
        what=what,
        about_id=about_id,
        about=about,
        note=note,
        complaint_id=complaint,
    )
