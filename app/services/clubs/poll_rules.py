"""Rules of date polls (CAR-CLB-36 to 38), as refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.kernel.refusal import Refusal, no
from app.services.clubs.date_rules import ANSWERS
from app.store.club_polls import Poll

LEAST_DATES, MOST_DATES, MOST_POLLS = 2, 10, 10


def proposal_refusal(starts: Sequence[str], closes_at: str, now: str) -> Refusal | None:
    """CAR-CLB-36: A poll has 2 to 10 different dates in the future, and ends before the first."""
    if not LEAST_DATES <= len(set(starts)) == len(starts) <= MOST_DATES:
        return no(
            "CAR-CLB-36",
            "Propose {least} to {most} different dates; these are {n}.",
            "Propón de {least} a {most} citas distintas; son {n}.",
            least=LEAST_DATES,
            most=MOST_DATES,
            n=len(set(starts)),
        )
    if not now < closes_at <= min(starts):
        return no(
            "CAR-CLB-36",
            "The poll ends in the future, before the first date.",
            "La consulta termina en el futuro, antes de la primera cita.",
        )
    return None


def many_polls_refusal(polls: int) -> Refusal | None:
    """Refusal of more polls without a chosen date than a club may have."""
    if polls < MOST_POLLS:
        return None
    return no(
        "CAR-CLB-36",
        "The club has {n} polls without a chosen date; {most} is the most.",
        "El club tiene {n} consultas sin cita elegida; {most} es el máximo.",
        n=polls,
        most=MOST_POLLS,
    )


def answers_refusal(
    poll: Poll, dates: Mapping[int, str], answers: Mapping[int, str], now: str
) -> Refusal | None:
    """CAR-CLB-37: A member answers yes, no or perhaps to the proposed dates while the poll is
    open.
    """
    if poll.closed_at or poll.closes_at <= now:
        return no("CAR-CLB-37", "This poll has ended.", "Esta consulta ha terminado.")
    if not answers or set(answers) - set(dates) or set(answers.values()) - set(ANSWERS):
        return no(
            "CAR-CLB-37",
            "Answer yes, no or perhaps to one of the dates at least.",
            "Responde sí, no o quizá a una de las citas al menos.",
        )
    return None


def removed_poll_refusal(poll: Poll) -> Refusal | None:
    """CAR-CLB-49: A poll whose words a moderator has removed takes no answer and becomes no
    date.
    """
    if not poll.hidden:
        return None
    return no(
        "CAR-CLB-49",
        "A moderator of the server has removed the words of this poll.",
        "Un moderador del servidor ha retirado el texto de esta consulta.",
    )


def choice_refusal(poll: Poll, dates: Mapping[int, str], number: int) -> Refusal | None:
    """CAR-CLB-38: One of the proposed dates becomes a date of the calendar, once."""
    if poll.date_id is not None:
        return no(
            "CAR-CLB-38",
            "The date of this poll is chosen already.",
            "La cita de esta consulta ya está elegida.",
        )
    if number in dates:
        return None
    return no("CAR-CLB-38", "The poll has no such date.", "La consulta no tiene esa cita.")


def unknown_poll() -> Refusal:
    return no("CAR-CLB-37", "The club has no such poll.", "El club no tiene esa consulta.")
