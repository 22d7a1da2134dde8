"""Rules of the calendar of a club (CAR-CLB-15 to 19), as refusals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from app.kernel.free_text import line_refused, text_refused
from app.kernel.refusal import Refusal, no
from app.store.club_dates import Booking, ClubDate

LONGEST_TITLE, LONGEST_TEXT, LONGEST_LINE = 80, 500, 120
MOST_TABLES, MOST_WEEKS, MOST_DATES = 40, 52, 200
MOST_SHOWN_LETTERS = 40
"""Letters of a wrong time in its refusal."""
ANSWERS = ("yes", "no", "perhaps")


def texts_refusal(title: str, place: str, words: str) -> Refusal | None:
    """CAR-CLB-15: A date has a title of at most 80 characters, a place and some words."""
    if not title.strip():
        return no("CAR-CLB-15", "Give the date a title.", "Pon un título a la cita.")
    return (
        line_refused(title, LONGEST_TITLE, "CAR-CLB-15")
        or line_refused(place, LONGEST_LINE, "CAR-CLB-15")
        or text_refused(words, LONGEST_TEXT, "CAR-CLB-15")
    )


def numbers_refusal(tables: int, weeks: int) -> Refusal | None:
    """CAR-CLB-16: A date has 0 to 40 tables, a series 1 to 52 weeks, a club 200 dates at most."""
    if 0 <= tables <= MOST_TABLES and 1 <= weeks <= MOST_WEEKS:
        return None
    return no(
        "CAR-CLB-16",
        "A date has 0 to {tables} tables, and a series 1 to {weeks} weeks.",
        "Una cita tiene de 0 a {tables} mesas, y una serie de 1 a {weeks} semanas.",
        tables=MOST_TABLES,
        weeks=MOST_WEEKS,
    )


def many_refusal(dates: int) -> Refusal | None:
    """Refusal of more dates than a club may have."""
    if dates <= MOST_DATES:
        return None
    return no(
        "CAR-CLB-16",
        "A club has at most {most} dates ahead; these would be {n}.",
        "Un club tiene {most} citas por delante como mucho; serían {n}.",
        most=MOST_DATES,
        n=dates,
    )


def unreadable_time(given: str) -> Refusal:
    """Refusal of a day and time that cannot be read."""
    shown = "".join(sign for sign in given if sign.isprintable()).strip()[:MOST_SHOWN_LETTERS]
    if not shown:
        return no(
            "CAR-CLB-17",
            "Give the day and the time of the date.",
            "Indica el día y la hora de la cita.",
        )
    return no(
        "CAR-CLB-17",
        "“{given}” is no day with a time. Write them as 2027-03-05 and 18:00.",
        "«{given}» no es un día con su hora. Escríbelos como 2027-03-05 y 18:00.",
        given=shown,
    )


def future_refusal(starts: Sequence[str], now: str) -> Refusal | None:
    """CAR-CLB-17: A date lies in the future, at a local time that exists."""
    if all(start > now for start in starts):
        return None
    return no("CAR-CLB-17", "This date is over.", "Esa cita ya ha pasado.")


def skipped_hour_refusal(local: datetime, real: datetime) -> Refusal | None:
    """Refusal of an hour that summer time skips: the way to UTC and back leads to another one."""
    if local == real.replace(tzinfo=None):
        return None
    return no(
        "CAR-CLB-17",
        "At {time} on {day} summer time begins, and this hour does not exist.",
        "A las {time} del {day} empieza el horario de verano, y esa hora no existe.",
        time=local.strftime("%H:%M"),
        day=local.strftime("%d/%m/%Y"),
    )


def over_refusal(date: ClubDate, now: str) -> Refusal | None:
    """Refusal of an act on a date that has begun."""
    return future_refusal((date.starts_at,), now)


def cancelled_refusal(date: ClubDate) -> Refusal | None:
    """Refusal of an act on a cancelled date."""
    if not date.cancelled_at:
        return None
    return no("CAR-CLB-17", "This date is cancelled.", "Esa cita está cancelada.")


def answer_refusal(answer: str, brings: str) -> Refusal | None:
    """CAR-CLB-18: An answer is yes, no or perhaps, with at most 120 characters about what the
    member brings.
    """
    if answer not in ANSWERS:
        return no("CAR-CLB-18", "Answer yes, no or perhaps.", "Responde sí, no o quizá.")
    return line_refused(brings, LONGEST_LINE, "CAR-CLB-18")


def booking_refusal(
    date: ClubDate, bookings: Sequence[Booking], user_id: int, number: int, game: str
) -> Refusal | None:
    """CAR-CLB-19: A member books one free table of a date."""
    if not 1 <= number <= date.tables:
        return no(
            "CAR-CLB-19",
            "This date has {n} tables.",
            "Esta cita tiene {n} mesas.",
            n=date.tables,
        )
    if any(one.number == number for one in bookings):
        return taken_table()
    if any(one.user_id == user_id for one in bookings):
        return no(
            "CAR-CLB-19",
            "You have booked a table already. Release it first.",
            "Ya has reservado una mesa. Antes, déjala libre.",
        )
    return text_refused(game, LONGEST_LINE, "CAR-CLB-19")


def taken_table() -> Refusal:
    return no("CAR-CLB-19", "This table is booked already.", "Esa mesa ya está reservada.")
