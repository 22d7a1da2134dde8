"""Moderation: complaints about texts and names, and the acts of moderators.

Every act is kept in a log that cannot be edited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from app.kernel.refusal import Refusal, Refused, insist, no
from app.kernel.say import Say, say
from app.services.container import Services, now, there
from app.services.errors import NoSuchGame, NoSuchPerson, NotYourSeat
from app.services.notify import outbox
from app.services.notify.outbox import Message
from app.services.people.accounts import NEUTRAL, folded, free_name, let_in
from app.services.people.bot_accounts import MARK
from app.services.people.permissions import may_hear, may_look, may_watch, seat_of
from app.store import records
from app.store.repositories import NameTaken
from app.store.transactions import Work

# base of the lock number for one spectator chat; the game's number is added
HALLS = 2**32
LONGEST = 500
LONGEST_MUTE = 365
SHOWN = 200

ACTS = {
    "hide": say("What was written is removed.", "Lo escrito queda retirado."),
    "show": say("What was written is shown again.", "Lo escrito vuelve a mostrarse."),
    "rename": say("The name is neutral now.", "El nombre es neutro ahora."),
    "mute": say(
        "The member writes to nobody for some days.",
        "El miembro no escribe a nadie durante unos días.",
    ),
    "unmute": say("The member may write again.", "El miembro puede volver a escribir."),
    "suspend": say("The account is suspended.", "La cuenta queda suspendida."),
    "lift": say(
        "The account lets its owner in again.", "La cuenta vuelve a dejar entrar a su dueño."
    ),
    "dismiss": say("Nothing is done about the complaint.", "No se hace nada con la queja."),
    "name": say("The member is a moderator.", "El miembro es moderador."),
    "release": say("The member is no moderator any more.", "El miembro ya no es moderador."),
}


class Desk(msgspec.Struct, frozen=True):
    """Data of the moderation page: open complaints with their users and texts, and recent acts.

    `owners` maps bot accounts to their owners. `removed` holds complaints whose text is still
    removed, as far as `done` reaches. Moderators see no complaints from spectator chats of their
    own unfinished games.
    """

    waiting: tuple[tuple[records.Complaint, records.User | None, Written | None], ...]
    done: tuple[records.Act, ...]
    owners: Mapping[int, records.User]
    removed: frozenset[int]


class Shown(msgspec.Struct, frozen=True):
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


Written = records.Letter | records.Remark | records.Paragraphs | Shown


# ---------------------------------------------------------------------- complaining
def report_letter(
    services: Services, address: int | str, user_id: int, letter_id: int, reason: str
) -> None:
    """Complain about a chat message that the user may read.

    Raises `NoSuchGame`, or `Refused` without a reason. A repeated complaint changes nothing.
    """
    with services.store.write() as work:
        game = there(work.games.find(address))
        seats, letter = work.seats.of(game.id), work.letters.get(letter_id)
        is_read = may_watch(game, seats, user_id, address) and (
            seat_of(seats, user_id) is not None or game.status == "over"
        )
        if letter is None or letter.game_id != game.id or not is_read:
            raise NoSuchGame
        insist(good_reason(reason), not_oneself(work, letter.user_id, user_id))
        _complain(
            work, user_id, letter.user_id, letter.name, reason, letter.text, letter_id=letter.id
        )
        work.commit()


def report_remark(
    services: Services, address: int | str, user_id: int, number: int, reason: str
) -> None:
    """Complain about a message in the spectator chat; raises as `report_letter` does."""
    with services.store.write() as work:
        game = there(work.games.find(address))
        seats = work.seats.of(game.id)
        remark = next(
            (one for one in work.remarks.of(game.id, number - 1) if one.number == number), None
        )
        if (
            remark is None
            or not may_watch(game, seats, user_id, address)
            or not may_hear(game, seats, user_id, work.former.last(game.id, user_id))
        ):
            raise NoSuchGame
        insist(good_reason(reason), not_oneself(work, remark.user_id, user_id))
        _complain(
            work,
            user_id,
            remark.user_id,
            remark.name,
            reason,
            remark.text,
            remark_id=work.remarks.id_of(game.id, number),
        )
        work.commit()


def shown(
    services: Services, kind: str, address: int | str, user_id: int | None, number: int = 0
) -> Shown:
    """Text of a report ("report", by number), title of a table ("title") or army ("army"), as the
    user may read it. Raises `NoSuchGame`.
    """
    with services.store.read() as work:
        return SHOWN_AS[kind](work, address, user_id, number)[0]


def report_shown(
    services: Services, kind: str, address: int | str, user_id: int, number: int, reason: str
) -> None:
    """Complain about such a text; raises as `report_letter` does."""
    with services.store.write() as work:
        found, of = SHOWN_AS[kind](work, address, user_id, number)
        if found.hidden:
            raise NoSuchGame
        insist(good_reason(reason), not_oneself(work, found.user_id, user_id))
        _complain(work, user_id, found.user_id, found.name, reason, found.text, **of)
        work.commit()


def _in_a_report(
    work: Work, address: int | str, user_id: int | None, number: int
) -> tuple[Shown, Mapping[str, int]]:
    game = there(work.games.find(address))
    written = next((one for one in work.reports.of(game.id) if one.id == number), None)
    if (
        written is None
        or game.status != "over"
        or not may_look(
            game, work.seats.of(game.id), user_id, address, work.former.last(game.id, user_id)
        )
    ):
        raise NoSuchGame
    return Shown(
        written.hidden,
        "" if written.hidden else written.text,
        written.user_id,
        written.name,
        written.changed,
    ), {"report_id": written.id}


def _as_title(
    work: Work, address: int | str, user_id: int | None, _: int
) -> tuple[Shown, Mapping[str, int]]:
    game = there(work.games.find(address))
    if not game.title or not may_look(
        game, work.seats.of(game.id), user_id, address, work.former.last(game.id, user_id)
    ):
        raise NoSuchGame
    opener = work.users.get(game.opened_by) if game.opened_by is not None else None
    return Shown(
        False, game.title, game.opened_by, opener.name if opener else "", game.opened_at
    ), {"title_id": game.id}


def _as_army(
    work: Work, address: int | str, _: int | None, __: int
) -> tuple[Shown, Mapping[str, int]]:
    army = work.armies.find(address)
    if army is None or army.hidden or army.sharing != "public":
        raise NoSuchGame
    return Shown(False, army.name, army.user_id, army.by, army.changed), {"army_id": army.id}


SHOWN_AS = {"report": _in_a_report, "title": _as_title, "army": _as_army}


def report_name(services: Services, user_id: int, about: int, reason: str) -> None:
    """Complain about the name of a user; raises `NoSuchPerson`, or `Refused` without a reason."""
    with services.store.write() as work:
        other = work.users.get(about)
        if other is None:
            raise NoSuchPerson
        insist(good_reason(reason), not_oneself(work, about, user_id))
        _complain(work, user_id, about, other.name, reason)
        work.commit()


def _complain(
    work: Work,
    by_id: int,
    about_id: int | None,
    about: str,
    reason: str,
    letter: str = "",
    **of: int,
) -> None:
    if not work.complaints.is_open(by_id, about_id, of):
        work.complaints.add(
            by_id=by_id,
            about_id=about_id,
            about=about,
            letter=letter,
            reason=reason.strip(),
            created=now(),
            closed="",
            **of,
        )


# ---------------------------------------------------------------------- judging
def desk(services: Services, moderator: int) -> Desk:
    """Load the moderation page; raises `NotYourSeat` for other users."""
    with services.store.read() as work:
        _moderator(work, moderator)
        withheld = work.complaints.withheld(moderator)
        complaints = [one for one in work.complaints.waiting(SHOWN) if one.id not in withheld]
        about, written = (
            work.users.those(one.about_id for one in complaints),
            _written(work, complaints),
        )
        waiting = tuple((one, about.get(one.about_id), written[one.id]) for one in complaints)
        done = tuple(one for one in work.acts.latest(SHOWN) if one.complaint_id not in withheld)
        last = {
            one.complaint_id: one.what
            for one in reversed(done)
            if one.what in ("hide", "show") and one.complaint_id is not None
        }
        return Desk(
            waiting,
            done,
            work.programs.owners(about),
            frozenset(complaint for complaint, what in last.items() if what == "hide"),
        )


def _written(work: Work, complaints: Sequence[records.Complaint]) -> dict[int, Written | None]:
    """Text of each complaint; None for names and deleted texts."""
    letters, remarks = (
        work.letters.those(one.letter_id for one in complaints),
        work.remarks.those(one.remark_id for one in complaints),
    )
    reports = work.reports.those(one.report_id for one in complaints)
    titles = {
        game: Shown(not title)
        for game, title in work.complaints.titles(one.title_id for one in complaints).items()
    }
    armies = {
        army: Shown(hidden, kept_back=sharing != "public")
        for army, (hidden, sharing) in work.complaints.armies(
            one.army_id for one in complaints
        ).items()
    }
    return {
        one.id: letters.get(one.letter_id)
        or remarks.get(one.remark_id)
        or reports.get(one.report_id)
        or titles.get(one.title_id)
        or armies.get(one.army_id)
        for one in complaints
    }


def act(
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
        judge, news = _moderator(work, moderator), 0
        complaint = work.complaints.get(complaint_id)
        if (
            complaint is None
            or complaint.id in work.complaints.withheld(moderator)
            or what not in (*DOING, "hide", "show", "dismiss")
            or what in KEEPERS
        ):
            raise NoSuchGame
        insist(short_note(note), not_oneself(work, complaint.about_id, moderator))
        if what in ("hide", "show"):
            news = _hide(work, complaint, what == "hide")
        elif what in DOING:
            DOING[what](work, _somebody(work, complaint.about_id), days)
        if close:
            work.complaints.close(complaint.id, now())
        _log(
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
            _ended(work, complaint.about_id)
            if what == "suspend" and complaint.about_id is not None
            else {}
        )
    _ring(services, ended)
    if news and complaint.game_id is not None:
        services.bell.ring(complaint.game_id, news, "remarks")


def _hide(work: Work, complaint: records.Complaint, hidden: bool) -> int:
    """Hide the text of a complaint or show it again.

    Returns the news number of the spectator chat, otherwise 0.
    """
    written = _written(work, [complaint])[complaint.id]
    if isinstance(written, records.Remark) and complaint.remark_id is not None:
        work.take_turns(HALLS + written.game_id)
        work.remarks.hide(complaint.remark_id, written.game_id, hidden)
        return work.remarks.news(written.game_id)
    if isinstance(written, records.Letter):
        work.letters.hide(written.id, hidden)
    elif isinstance(written, records.Paragraphs):
        work.reports.hide(written.id, hidden)
    elif complaint.title_id is not None:
        work.games.change(complaint.title_id, title="" if hidden else complaint.letter)
    elif complaint.army_id is not None:
        work.armies.change(complaint.army_id, hidden=hidden)
    else:
        raise NoSuchGame
    return 0


def by_the_keeper(
    services: Services, user_id: int, what: str, days: int = 0, note: str = ""
) -> None:
    """Act on a user from the command line, without a complaint.

    Further acts are "name" and "release" (of a moderator). Raises `NoSuchPerson`, `Refused`.
    """
    with services.store.write() as work:
        user = _somebody(work, user_id)
        DOING[what](work, user, days)
        _log(
            work,
            None,
            what,
            user.id,
            user.name,
            f"{note} ({days})" if what == "mute" else note,
            None,
        )
        work.commit()
        ended = _ended(work, user.id) if what == "suspend" else {}
    _ring(services, ended)


def log(services: Services, limit: int = SHOWN) -> list[records.Act]:
    """Acts of moderators, newest first, for the administrator."""
    with services.store.read() as work:
        return work.acts.latest(limit)


def _rename(work: Work, user: records.User, _days: int) -> None:
    name = f"{NEUTRAL[user.language]} {user.id}{MARK if user.is_bot else ''}"
    try:
        work.users.change(user.id, name=name, name_key=folded(name))
    except NameTaken:
        raise Refused(free_name(name)) from None
    work.letters.rename(user.id, name)
    work.remarks.rename(user.id, name)
    if name != user.name:
        _tell(work, user, name)


def _tell(work: Work, user: records.User, name: str) -> None:
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
            "Whoever logs in to it does so under this name from now on; the password stays as it "
            "is.",
            "Quien entre en ella lo hará con este nombre a partir de ahora; la contraseña sigue "
            "igual.",
        ),
    )
    for one in work.programs.answering(user.id):
        if email := work.users.email(one.id):
            outbox.put(
                work,
                f"name:{user.id}:{one.id}:{now()}",
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


def _mute(work: Work, user: records.User, days: int) -> None:
    insist(some_days(days))
    work.users.change(
        user.id,
        muted_until=(datetime.now(UTC) + timedelta(days=days))
        .isoformat(timespec="milliseconds")
        .replace("+00:00", "Z"),
    )


def _unmute(work: Work, user: records.User, _days: int) -> None:
    work.users.change(user.id, muted_until="")


def _suspend(work: Work, user: records.User, _days: int) -> None:
    work.users.change(user.id, suspended=now(), is_moderator=False)
    work.logins.remove_all(user.id)
    for program in work.programs.of(user.id):
        work.users.change(program.user.id, suspended=now())
        work.logins.remove_all(program.user.id)


def _ended(work: Work, user_id: int) -> dict[int, int]:
    """Number of ended log-ins of an account and its bot accounts, for which their open streams
    wait.
    """
    return {
        one: work.users.ended(one)
        for one in (user_id, *(program.user.id for program in work.programs.of(user_id)))
    }


def _ring(services: Services, ended: dict[int, int]) -> None:
    for user_id, times in ended.items():
        services.bell.ring(user_id, times, "logins")


def _lift(work: Work, user: records.User, _days: int) -> None:
    work.users.change(user.id, suspended="")
    for program in work.programs.of(user.id):
        work.users.change(program.user.id, suspended="")


def _name(work: Work, user: records.User, _days: int) -> None:
    insist(let_in(user))
    work.users.change(user.id, is_moderator=True)


def _release(work: Work, user: records.User, _days: int) -> None:
    work.users.change(user.id, is_moderator=False)


DOING: dict[str, Callable[[Work, records.User, int], None]] = {
    "rename": _rename,
    "mute": _mute,
    "unmute": _unmute,
    "suspend": _suspend,
    "lift": _lift,
    "name": _name,
    "release": _release,
}
KEEPERS = ("name", "release")  # only the command line makes moderators


def _moderator(work: Work, user_id: int) -> records.User:
    user = work.users.get(user_id)
    if user is None or not user.is_moderator:
        raise NotYourSeat
    return user


def _somebody(work: Work, user_id: int | None) -> records.User:
    user = work.users.get(user_id) if user_id is not None else None
    if user is None:
        raise NoSuchPerson
    return user


def _log(
    work: Work,
    by: records.User | None,
    what: str,
    about_id: int | None,
    about: str,
    note: str,
    complaint: int | None,
) -> None:
    work.acts.add(
        made_at=now(),
        by_id=by.id if by else None,
        by=by.name if by else "",
        what=what,
        about_id=about_id,
        about=about,
        note=note,
        complaint_id=complaint,
    )


# ---------------------------------------------------------------------- rules
def not_muted(work: Work, user_id: int) -> Refusal | None:
    """CAR-MOD-01: A muted user and the user's bot accounts cannot write until the time is over."""
    until = max((one.muted_until for one in work.programs.answering(user_id)), default="")
    if until > now():
        return no(
            "CAR-MOD-01",
            "A moderator has muted you until {day}.",
            "Un moderador te ha silenciado hasta el {day}.",
            day=until[:10],
        )
    return None


def good_reason(reason: str) -> Refusal | None:
    """CAR-MOD-02: A complaint has a reason of 3 to 500 characters."""
    if 3 <= len(reason.strip()) <= LONGEST:
        return None
    return no(
        "CAR-MOD-02",
        "Say why, in 3 to {most} characters.",
        "Di por qué, en 3 a {most} caracteres.",
        most=LONGEST,
    )


def not_oneself(work: Work, about: int | None, user_id: int) -> Refusal | None:
    """CAR-MOD-03: Users cannot complain about themselves or their bot accounts, or judge such a
    complaint.
    """
    if about is not None and {one.id for one in work.programs.answering(about)} & {
        one.id for one in work.programs.answering(user_id)
    }:
        return no(
            "CAR-MOD-03", "That is you, or a program of yours.", "Eres tú, o un programa tuyo."
        )
    return None


def some_days(days: int) -> Refusal | None:
    """CAR-MOD-04: A user is muted for 1 to 365 days."""
    if 1 <= days <= LONGEST_MUTE:
        return None
    return no(
        "CAR-MOD-04",
        "Say for how many days: 1 to {most}.",
        "Di cuántos días: de 1 a {most}.",
        most=LONGEST_MUTE,
    )


def short_note(note: str) -> Refusal | None:
    """CAR-MOD-05: A moderator's note has at most 500 characters."""
    if len(note) <= LONGEST:
        return None
    return no(
        "CAR-MOD-05",
        "A note has at most {most} characters.",
        "Una nota tiene {most} caracteres como mucho.",
        most=LONGEST,
    )


def words_of(what: str) -> Say:
    """Sentence for an act of a moderator."""
    return ACTS.get(what) or say(what, what)
