"""Questions of clubs to a member: invitations, requests to answer, dates without an answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import msgspec

from app.kernel.say import Say, as_is, say
from app.services.clubs.club_rules import end_of_offer, offer_refusal
from app.services.clubs.roles import Permission, has_permission
from app.services.container import current_time
from app.services.server_clock import current_datetime
from app.store.transactions import UnitOfWork

AHEAD = timedelta(days=14)
"""A date is asked about so long before it begins."""


INVITED = say("the invitation stays open.", "la invitación sigue abierta.")
NO_OWNER = say("you stay a member.", "sigues como miembro.")
ASKED = say(
    "the request waits, also for other members who admit users.",
    "la petición espera, también a otros miembros que admiten usuarios.",
)
NOT_CLOSED = say("the club stays archived.", "el club sigue archivado.")
NO_ANSWER = say(
    "you are on no list, and no reminder comes.",
    "no figuras en ninguna lista y no llega ningún recordatorio.",
)
NOT_COUNTED = say("the poll ends without your answers.", "la consulta termina sin tus respuestas.")
NO_DATE = say("no date enters the calendar.", "ninguna cita entra en el calendario.")


class ClubQuestion(msgspec.Struct, frozen=True):
    """Question to a member about a club. `deadline` is "" without one; `silence` follows without an
    answer.
    """

    what: Say
    club: Say
    link: str
    silence: Say
    deadline: str = ""
    since: str = ""


def club_questions(work: UnitOfWork, user_id: int) -> Iterator[ClubQuestion]:
    """All questions to the member."""
    for club_id, invited_by in work.clubs.entries_of_user(user_id):
        club = work.clubs.find_club(club_id)
        if invited_by is not None and club is not None and not club.archived_at:
            says = say("You are invited to a club", "Te invitan a un club")
            yield ClubQuestion(says, as_is(club.name), f"/clubs/{club_id}", INVITED)
    for offer in work.club_offices.offers_to_user(user_id):
        club, end = work.clubs.find_club(offer.club_id), end_of_offer(offer)
        if club is not None and offer_refusal(offer, current_time()) is None:
            says = say("Will you be an owner?", "¿Quieres la propiedad del club?")
            link = f"/clubs/{club.id}"
            yield ClubQuestion(says, as_is(club.name), link, NO_OWNER, end, offer.made_at)
    yield from closing_questions(work, user_id)
    for club in work.clubs.clubs_of_user(user_id):
        roles = work.clubs.roles_of_user(club.id, user_id)
        if club.archived_at or not has_permission(roles, Permission.ADMIT):
            continue
        for entry in work.clubs.entries_of_club(club.id):
            if entry.invited_by is None:
                says = say("{who} asks to join", "{who} pide entrar", who=entry.name)
                link = f"/clubs/{club.id}/members"
                yield ClubQuestion(says, as_is(club.name), link, ASKED, since=entry.made_at)
    yield from date_questions(work, user_id)
    yield from poll_questions(work, user_id)


def closing_questions(work: UnitOfWork, user_id: int) -> Iterator[ClubQuestion]:
    """Proposals of other owners to close a club for good."""
    for club in work.clubs.clubs_of_user(user_id):
        if not club.archived_at:
            continue
        closing, roles = (
            work.club_closings.find_closing(club.id),
            work.clubs.roles_of_user(club.id, user_id),
        )
        may_close = has_permission(roles, Permission.CLOSE)
        if may_close and closing and not closing.agreed_at and closing.proposed_by != user_id:
            says = say("Close the club for good?", "¿Cerrar el club para siempre?")
            link = f"/clubs/{club.id}/edit"
            yield ClubQuestion(says, as_is(club.name), link, NOT_CLOSED, since=closing.proposed_at)


def date_questions(work: UnitOfWork, user_id: int) -> Iterator[ClubQuestion]:
    """Dates of the next two weeks without an answer of a member who may give one."""
    now = current_datetime()
    since, until = (
        one.isoformat(timespec="milliseconds").replace("+00:00", "Z") for one in (now, now + AHEAD)
    )
    for date, club, answer in work.club_dates.dates_of_user(user_id, since):
        if answer or date.starts_at > until:
            continue
        if has_permission(work.clubs.roles_of_user(date.club_id, user_id), Permission.PLAY):
            says = say("Do you come? {date}", "¿Vienes? {date}", date=date.title)
            link = f"/clubs/{date.club_id}/calendar#date-{date.id}"
            yield ClubQuestion(says, as_is(club), link, NO_ANSWER, date.starts_at)


def poll_questions(work: UnitOfWork, user_id: int) -> Iterator[ClubQuestion]:
    """Open polls without an answer of a member who may give one, and ended ones to decide."""
    now = current_time()
    polls = work.club_polls.polls_of_user(user_id, now)
    answers = work.club_polls.answers_of(poll.id for poll, _ in polls) if polls else {}
    for poll, club in polls:
        roles = work.clubs.roles_of_user(poll.club_id, user_id)
        is_open = not poll.closed_at and poll.closes_at > now
        has_answered = any(one.user_id == user_id for one in answers.get(poll.id, ()))
        link = f"/clubs/{poll.club_id}/calendar#poll-{poll.id}"
        if is_open and not has_answered and has_permission(roles, Permission.PLAY):
            says = say("Which day? {what}", "¿Qué día? {what}", what=poll.title)
            yield ClubQuestion(says, as_is(club), link, NOT_COUNTED, poll.closes_at)
        elif not is_open and has_permission(roles, Permission.ORGANISE):
            says = say("Choose a date: {what}", "Elige una cita: {what}", what=poll.title)
            yield ClubQuestion(says, as_is(club), link, NO_DATE, since=poll.closed_at)
