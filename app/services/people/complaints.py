"""Complaints of users about texts and names."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.refusal import Refusal, no, refuse_if
from app.services.container import Services, current_time, require_game
from app.services.errors import NoSuchGame, NoSuchPerson
from app.services.people.initials import hides_names, initials_of
from app.services.people.permissions import (
    may_read_spectator_chat,
    may_view,
    may_watch,
    reading_side,
    seat_of,
)
from app.store.clubs import Club
from app.store.transactions import UnitOfWork

LONGEST = 500
OF_GAMES = ("report", "title")
"""Kinds of texts that belong to a game."""


class PublicText(msgspec.Struct, frozen=True):
    """Public text and its author.

    A hidden title is empty, and a hidden army is only visible to its owner. `kept_back` marks an
    army that its owner no longer shares publicly.
    """

    hidden: bool
    text: str = ""
    user_id: int | None = None
    name: str = ""
    made_at: str = ""
    kept_back: bool = False


# ---------------------------------------------------------------------- complaining
def complain_about_chat_message(
    services: Services, address: int | str, user_id: int, number: int, reason: str
) -> None:
    """Complain about a chat message, by its number among those that the user may read.

    Raises `NoSuchGame`, or `Refused` without a reason. A repeated complaint changes nothing.
    """
    with services.store.write() as work:
        game = require_game(work.games.find_game(address))
        seats = work.seats.for_game(game.id)
        message_id = work.chat_messages.id_of(game.id, reading_side(seats, user_id), number)
        is_read = may_watch(game, seats, user_id, address) and (
            seat_of(seats, user_id) is not None or game.status == "over"
        )
        if message_id is None or not is_read:
            raise NoSuchGame
        message = work.chat_messages.messages_by_id([message_id])[message_id]
        refuse_if(reason_refusal(reason), own_case_refusal(work, message.user_id, user_id))
        add_complaint(
            work,
            user_id,
            message.user_id,
            message.name,
            reason,
            message.text,
            chat_message_id=message_id,
        )
        work.commit()


def complain_about_remark(
    services: Services, address: int | str, user_id: int, number: int, reason: str
) -> None:
    """Complain about a message in the spectator chat; raises as `complain_about_chat_message`
    does.
    """
    with services.store.write() as work:
        game = require_game(work.games.find_game(address))
        seats = work.seats.for_game(game.id)
        remark = next(
            (one for one in work.remarks.for_game(game.id, number - 1) if one.number == number),
            None,
        )
        if (
            remark is None
            or not may_watch(game, seats, user_id, address)
            or not may_read_spectator_chat(
                game, seats, user_id, work.former.last_of_user(game.id, user_id)
            )
        ):
            raise NoSuchGame
        refuse_if(reason_refusal(reason), own_case_refusal(work, remark.user_id, user_id))
        add_complaint(
            work,
            user_id,
            remark.user_id,
            remark.name,
            reason,
            remark.text,
            remark_id=work.remarks.id_of(game.id, number),
        )
        work.commit()


def public_text(
    services: Services, kind: str, address: int | str, user_id: int | None, number: int = 0
) -> PublicText:
    """Text as the user may read it: of a "report" (by number), of a table ("title"), an "army" or a
    "club". Raises `NoSuchGame`.
    """
    with services.store.read() as work:
        found = SHOWN_AS[kind](work, address, user_id, number)[0]
        game = work.games.find_game(address) if kind in OF_GAMES else None
        if game is not None and hides_names(services.shelf, work, game, user_id):
            found = msgspec.structs.replace(found, name=initials_of(found.name))
        return found


def complain_about_text(
    services: Services, kind: str, address: int | str, user_id: int, number: int, reason: str
) -> None:
    """Complain about such a text; raises as `complain_about_chat_message` does."""
    with services.store.write() as work:
        found, of = SHOWN_AS[kind](work, address, user_id, number)
        if found.hidden:
            raise NoSuchGame
        refuse_if(reason_refusal(reason), own_case_refusal(work, found.user_id, user_id))
        add_complaint(work, user_id, found.user_id, found.name, reason, found.text, **of)
        work.commit()


def is_of_chronicle(section: str) -> bool:
    """True for a text in the chronicle of a long game, which is read while the game is running."""
    return section.startswith(("turn-", "battle-"))


def _report_text(
    work: UnitOfWork, address: int | str, user_id: int | None, number: int
) -> tuple[PublicText, Mapping[str, int]]:
    game = require_game(work.games.find_game(address))
    written = next((one for one in work.reports.for_game(game.id) if one.id == number), None)
    if (
        written is None
        or not (game.status == "over" or is_of_chronicle(written.section))
        or not may_view(
            game,
            work.seats.for_game(game.id),
            user_id,
            address,
            work.former.last_of_user(game.id, user_id),
        )
    ):
        raise NoSuchGame
    return PublicText(
        written.hidden,
        "" if written.hidden else written.text,
        written.user_id,
        written.name,
        written.changed,
    ), {"report_id": written.id}


def _title_text(
    work: UnitOfWork, address: int | str, user_id: int | None, _: int
) -> tuple[PublicText, Mapping[str, int]]:
    game = require_game(work.games.find_game(address))
    if not game.title or not may_view(
        game,
        work.seats.for_game(game.id),
        user_id,
        address,
        work.former.last_of_user(game.id, user_id),
    ):
        raise NoSuchGame
    opener = work.users.find_user(game.opened_by) if game.opened_by is not None else None
    return PublicText(
        False, game.title, game.opened_by, opener.name if opener else "", game.opened_at
    ), {"title_id": game.id}


def _army_text(
    work: UnitOfWork, address: int | str, _: int | None, __: int
) -> tuple[PublicText, Mapping[str, int]]:
    army = work.armies.find_army(address)
    if army is None or army.hidden or army.sharing != "public":
        raise NoSuchGame
    return PublicText(False, army.name, army.user_id, army.by, army.changed), {"army_id": army.id}


def _club_text(
    work: UnitOfWork, address: int | str, user_id: int | None, _: int
) -> tuple[PublicText, Mapping[str, int]]:
    """Name and words of a club that the user may know. Their author is the last one of the log;
    only members read the name.
    """
    club = work.clubs.find_club(int(address))
    if club is None or not _is_known_club(work, club, user_id):
        raise NoSuchGame
    act = work.club_log.last_author_of_words(club.id)
    author = work.users.find_user(act.made_by) if act is not None and act.made_by else None
    is_member = user_id is not None and work.clubs.roles_of_user(club.id, user_id)
    texts = (club.name, club.place, club.about_en, club.about_es)
    return PublicText(
        club.hidden,
        "" if club.hidden else "\n\n".join(filter(None, texts)),
        author.id if author else None,
        author.name if author and is_member else "",
        act.made_at if act else club.founded_at,
    ), {"club_id": club.id}


def _is_known_club(work: UnitOfWork, club: Club, user_id: int | None) -> bool:
    """True if the user may read the front page of the club."""
    if club.entry != "link":
        return True
    if user_id is None:
        return False
    invited = dict(work.clubs.entries_of_user(user_id)).get(club.id) is not None
    return invited or bool(work.clubs.roles_of_user(club.id, user_id))


def complain_about_name(services: Services, user_id: int, about: int, reason: str) -> None:
    """Complain about the name of a user; raises `NoSuchPerson`, or `Refused` without a reason."""
    with services.store.write() as work:
        other = work.users.find_user(about)
        if other is None:
            raise NoSuchPerson
        refuse_if(reason_refusal(reason), own_case_refusal(work, about, user_id))
        add_complaint(work, user_id, about, other.name, reason)
        work.commit()


def add_complaint(
    work: UnitOfWork,
    by_id: int,
    about_id: int | None,
    about: str,
    reason: str,
    text: str = "",
    **of: int,
) -> None:
    """Add a complaint about the `text`; `of` names its row. A repeated one changes
    nothing.
    """
    if not work.complaints.is_open(by_id, about_id, of):
        work.complaints.add_complaint(
            by_id=by_id,
            about_id=about_id,
            about=about,
            text=text,
            reason=reason.strip(),
            created=current_time(),
            closed="",
            **of,
        )


def reason_refusal(reason: str) -> Refusal | None:
    """CAR-MOD-02: A complaint has a reason of 3 to 500 characters."""
    if 3 <= len(reason.strip()) <= LONGEST:
        return None
    return no(
        "CAR-MOD-02",
        "Say why, in 3 to {most} characters.",
        "Di por qué, en 3 a {most} caracteres.",
        most=LONGEST,
    )


SHOWN_AS = {"report": _report_text, "title": _title_text, "army": _army_text, "club": _club_text}


def own_case_refusal(work: UnitOfWork, about: int | None, user_id: int) -> Refusal | None:
    """CAR-MOD-03: Users cannot complain about themselves or their bot accounts, or judge such a
    complaint.
    """
    if about is not None and {one.id for one in work.programs.responsible_users(about)} & {
        one.id for one in work.programs.responsible_users(user_id)
    }:
        return no(
            "CAR-MOD-03", "That is you, or a program of yours.", "Eres tú, o un programa tuyo."
        )
    return None
