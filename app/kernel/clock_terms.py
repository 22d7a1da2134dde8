"""Terms of a clock, agreed when the table is opened, and the limits of their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from app.kernel.refusal import Refusal, no
from app.kernel.say import Say

KINDS = ("none", "each", "bank", "hour", "steps")
CONSEQUENCES = ("wait", "nudge", "substitute", "seat", "hold", "claim")
PER = ("game", "year")
MOST_DAYS, LEAST_MORE, MOST_MORE, MOST_GRACE, MOST_HOLIDAYS, LONGEST_PAUSE = 60, 6, 168, 168, 60, 90
ASKED_BEFORE = 6
"""Hours that a question must have been pending to be due at the fixed hour."""
CONSEQUENCES_OF_STEPS = ("wait", "nudge", "hold")


class StepDeadline(msgspec.Struct, frozen=True):
    """Deadline of a kind of decision, as a game proposes it. `days` is a usual number.

    `title` names the decision, `default` says what follows without an answer. `task` follows a
    number of days in a sentence: "to declare". `forms` are the scenarios with such decisions; all
    if empty. `waits_in_holidays`: a holiday of the player stops the time; otherwise the default
    order follows at once (CAR-CLK-13).
    """

    key: str
    title: Say
    default: Say
    days: int
    task: Say | None = None
    forms: tuple[str, ...] = ()
    waits_in_holidays: bool = False


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Terms about time, agreed when the table is opened.

    - `kind`: "each" gives `days` for each decision. "bank" gives `days` at most, and each decision
      gives `more` hours back. "hour" is every day at `hour` in `zone`. "steps" gives the days in
      `steps` for each kind of decision, up to the next `hour` in `zone` if there is one. "none" is
      no clock.
    - `steps`: days by key of `StepDeadline`; decisions without a key have no deadline.
    - `weekdays`: days on which the hour counts ("6" is Sunday); all if empty.
    - `then`: consequence, `grace` hours after the deadline. "wait" has none, "nudge" is a reminder.
      "substitute" is one decision by the bot. "seat" lasts until the player is back. "hold" is a
      pass by the server. "claim" lets the other side claim the result.
    - `holidays`: days that a player may take alone, `per` game or year.
    """

    kind: str = "none"
    days: int = 0
    more: int = 0
    hour: str = ""
    zone: str = ""
    grace: int = 0
    then: str = "wait"
    holidays: int = 0
    per: str = "game"
    steps: dict[str, int] = {}
    weekdays: str = ""

    @property
    def runs(self) -> bool:
        return self.kind != "none"

    @property
    def has_steps(self) -> bool:
        """True if each kind of decision has its own days."""
        return self.kind == "steps"

    @property
    def has_hour(self) -> bool:
        """True if deadlines are at a fixed hour."""
        return self.kind == "hour" or (self.has_steps and bool(self.hour))


def _wrong_terms(en: str, es: str, **facts: Any) -> Refusal:
    return no("CAR-CLK-01", en, es, **facts)


def kept_by_a_clock(terms: Terms) -> list[Refusal]:
    """CAR-CLK-01: a clock names a time that can be kept, and a consequence; returns all faults."""
    found: list[Refusal] = []
    if terms.kind not in KINDS or terms.then not in CONSEQUENCES or terms.per not in PER:
        found.append(_wrong_terms("There is no such clock.", "No existe ese reloj."))
    found += deadline_faults(terms)
    if not 0 <= terms.grace <= MOST_GRACE:
        found.append(
            _wrong_terms(
                "The grace is {most} hours at most.",
                "La cortesía es de {most} horas como mucho.",
                most=MOST_GRACE,
            )
        )
    if not 0 <= terms.holidays <= MOST_HOLIDAYS:
        found.append(
            _wrong_terms(
                "There are {most} days of holiday at most.",
                "Hay {most} días de vacaciones como mucho.",
                most=MOST_HOLIDAYS,
            )
        )
    return found


def deadline_faults(terms: Terms) -> list[Refusal]:
    """Faults of the days, hours and time of day that set the deadlines."""
    found = []
    if terms.kind in ("each", "bank") and not 1 <= terms.days <= MOST_DAYS:
        found.append(
            _wrong_terms(
                "A clock gives 1 to {most} days.", "Un reloj da de 1 a {most} días.", most=MOST_DAYS
            )
        )
    if terms.kind == "bank" and not LEAST_MORE <= terms.more <= MOST_MORE:
        found.append(
            _wrong_terms(
                "Each decision gives {least} to {most} hours back.",
                "Cada decisión devuelve de {least} a {most} horas.",
                least=LEAST_MORE,
                most=MOST_MORE,
            )
        )
    if terms.has_steps:
        found += step_faults(terms)
    if terms.has_hour and not is_hour(terms.hour):
        found.append(
            _wrong_terms(
                "The hour of the day is written like 21:00.",
                "La hora del día se escribe como 21:00.",
            )
        )
    return found


def step_faults(terms: Terms) -> list[Refusal]:
    """Faults of a clock with days for each kind of decision."""
    found = []
    if not terms.steps or not all(1 <= days <= MOST_DAYS for days in terms.steps.values()):
        found.append(
            _wrong_terms(
                "Each kind of decision has 1 to {most} days.",
                "Cada tipo de decisión tiene de 1 a {most} días.",
                most=MOST_DAYS,
            )
        )
    if not set(terms.weekdays) <= set("0123456"):
        found.append(
            _wrong_terms("There is no such day of the week.", "No existe ese día de la semana.")
        )
    if terms.then not in CONSEQUENCES_OF_STEPS:
        found.append(
            _wrong_terms(
                "With days for each kind of decision, the rules say what follows.",
                "Con días para cada tipo de decisión, las reglas dicen lo que sigue.",
            )
        )
    return found


def step_refusal(terms: Terms, deadlines: Sequence[StepDeadline]) -> Refusal | None:
    """Refusal of days for a kind of decision that the game does not have."""
    known = {one.key for one in deadlines}
    if terms.has_steps and not set(terms.steps) <= known:
        return _wrong_terms(
            "This game has no such kind of decision.", "Este juego no tiene ese tipo de decisión."
        )
    return None


def is_hour(text: str) -> bool:
    """Return true for a time of day such as "21:00"."""
    hours, colon, minutes = text.partition(":")
    parts = (hours, minutes)
    return (
        bool(colon)
        and all(len(part) == 2 and part.isascii() and part.isdigit() for part in parts)
        and int(hours) < 24
        and int(minutes) < 60
    )
