"""Entries: places, waiting list, absences, departures, payment (chapter CON-ENT)."""

from __future__ import annotations

from app.games.contests import events as e
from app.games.contests import orders as o
from app.games.contests.course import Course
from app.games.contests.ladder import end_challenges
from app.games.contests.rounds import rounds_in_all
from app.games.contests.state import (
    ASKED,
    ENTERED,
    LEFT,
    WAITING,
    WITHDRAWN,
    Contest,
    Entrant,
    TeamPlayer,
)
from app.games.contests.teams import ask_for_place, battlers, forfeit
from app.kernel.dice import Dice
from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no
from app.kernel.say import as_is

LEAST_ENTRANTS = 2
LONGEST_NAME = 40


# ---------------------------------------------------------------------- places
def free_places(contest: Contest) -> int:
    """Places without an entrant. An entrant who is asked to move up keeps one."""
    taken = sum(one.status in (ENTERED, ASKED) for one in contest.entrants.values())
    return max(contest.settings.places - taken, 0)


def next_status(contest: Contest) -> str:
    """CON-ENT-02: A new entrant gets a free place, otherwise the last one of the waiting list.

    Entrants who wait already come first.
    """
    is_free = free_places(contest) > len(contest.waiting_list())
    return ENTERED if is_free else WAITING


def entry_is_late(contest: Contest) -> Refusal | None:
    """CON-ENT-01: Entry is open until the sign-up closes, or until a later round by agreement. It
    stays open in a ladder.
    """
    last = contest.settings.late_entry
    if not contest.has_begun or contest.round < last or contest.rules.is_open:
        return None
    return no(
        "CON-ENT-01",
        "The sign-up is closed.",
        "La inscripción está cerrada.",
    )


def name_refused(contest: Contest, name: str, key: str) -> Refusal | None:
    """CON-ENT-03: Each entrant has a name of their own, of 40 characters at most. Without one the
    entrant is called by a number.
    """
    plain = " ".join(name.split())
    if not plain:
        return None
    found = text_refused(name, LONGEST_NAME, "CON-ENT-03")
    if found is not None:
        return found
    taken = any(
        one.name.casefold() == plain.casefold() and one.key != key
        for one in contest.entrants.values()
        if one.status != WITHDRAWN
    )
    if not taken:
        return None
    return no(
        "CON-ENT-03",
        "Another entrant has the name {name}.",
        "Otro participante ya se llama {name}.",
        name=as_is(plain),
    )


def entered_twice(contest: Contest, key: str) -> Refusal | None:
    """CON-ENT-04: An entrant signs up once, and does not return after leaving."""
    if contest.entrant(key) is None and contest.team_of(key) is None:
        return None
    return no(
        "CON-ENT-04",
        "You are in this contest already, or have left it.",
        "Ya estás en esta competición, o la has dejado.",
    )


def enter(course: Course, key: str, order: o.Enter) -> None:
    """Add an entrant; one who comes late plays from the next round on. With a team, ask for a place
    in it.
    """
    contest = course.contest
    if order.team:
        ask_for_place(course, key, order)
        return
    captain = TeamPlayer(f"{key}~1", " ".join(order.player.split()))
    course.happen(
        e.Entered(
            Entrant(
                key,
                " ".join(order.name.split()),
                len(contest.entrants) + 1,
                " ".join(order.club.split()),
                next_status(contest),
                since=contest.round + 1,
                players=(captain,) if contest.settings.team_size else (),
            )
        )
    )


# ---------------------------------------------------------------------- moving up
def move_up(course: Course) -> bool:
    """CON-ENT-05: The first of the waiting list moves up: by itself during the sign-up, and after
    it only if the entrant agrees. Return false if no place is free or no entrant waits.
    """
    contest = course.contest
    waiting = contest.waiting_list()
    if not waiting or not free_places(contest) or not places_are_filled(contest):
        return False
    key = waiting[0].key
    course.happen(e.PlaceOffered(key) if contest.has_begun else e.MovedUp(key))
    return True


def places_are_filled(contest: Contest) -> bool:
    """True while a free place goes to the waiting list: before the first round, or while late entry
    is possible.
    """
    return contest.round == 0 or entry_is_late(contest) is None


def not_asked(contest: Contest, key: str) -> Refusal | None:
    """Refusal of an answer by an entrant who is not asked to move up."""
    entrant = contest.entrant(key)
    if entrant is not None and entrant.status == ASKED:
        return None
    return no("CON-ENT-05", "No place waits for you.", "No te espera ninguna plaza.")


def answer_place(course: Course, key: str, *, accept: bool) -> None:
    """Take the place, or leave the contest."""
    course.happen(e.MovedUp(key) if accept else e.PlaceRefused(key))


# ---------------------------------------------------------------------- absences, departures
def absence_refused(contest: Contest, key: str, order: o.BeAbsent) -> Refusal | None:
    """CON-ENT-06: An entrant of a Swiss contest may miss the next round, until it is published. The
    round brings no points.
    """
    entrant = contest.entrant(key)
    if not contest.rules.is_drawn:
        return no(
            "CON-ENT-06",
            "Only a Swiss contest lets entrants miss a round.",
            "Solo en un sistema suizo se puede faltar a una ronda.",
        )
    if entrant is None or not entrant.is_playing or contest.round >= rounds_in_all(contest):
        return no("CON-ENT-06", "No round waits for you.", "No te espera ninguna ronda.")
    if (contest.round + 1 in entrant.absent) == order.absent:
        return no("CON-ENT-06", "This is noted already.", "Eso ya está anotado.")
    return None


def departed_already(contest: Contest, key: str) -> Refusal | None:
    """Refusal of a departure of an entrant who is not in the contest."""
    entrant = contest.entrant(key)
    if entrant is not None and entrant.status not in (LEFT, WITHDRAWN):
        return None
    return no(
        "CON-ENT-07",
        "This entrant is not in the contest.",
        "Ese participante no está en la competición.",
    )


def leave(course: Course, key: str, reason: str = "") -> None:
    """CON-ENT-07: An entrant who leaves loses the open battles; the opponents need not wait.

    Before the first round, the place goes to the waiting list.
    """
    end_challenges(course, key)
    course.happen(e.EntrantLeft(key, reason))
    forfeit(course, battlers(course.contest, key))


def payment_refused(contest: Contest, key: str) -> Refusal | None:
    """CON-ENT-08: An organiser notes for an entrant whether the fee is paid, in a contest with a
    fee.
    """
    if contest.entrant(key) is None:
        return no("CON-ENT-08", "There is no such entrant.", "No existe ese participante.")
    if contest.settings.fee == "":
        return no(
            "CON-ENT-08", "This contest has no entry fee.", "Esta competición no tiene cuota."
        )
    return None


def has_payments(contest: Contest) -> bool:
    """True for a contest with a fee. Older terms do not ask about a fee; there a noted payment
    counts.
    """
    return bool(contest.settings.fee) or any(one.has_paid for one in contest.by_entry)


# ---------------------------------------------------------------------- closing the sign-up
def sign_up_is_closed(contest: Contest) -> Refusal | None:
    """Refusal of closing a second time."""
    if not contest.has_begun:
        return None
    return no("CON-ENT-09", "The sign-up is closed already.", "La inscripción ya está cerrada.")


def too_few_entrants(contest: Contest) -> Refusal | None:
    """CON-ENT-09: A contest begins with two entrants at least."""
    if len(contest.playing()) >= LEAST_ENTRANTS:
        return None
    return no(
        "CON-ENT-09",
        "A contest begins with {n} entrants at least.",
        "Una competición empieza con {n} participantes como mínimo.",
        n=LEAST_ENTRANTS,
    )


def close_sign_up(course: Course) -> None:
    """Draw the lots of all entrants with a place."""
    course.happen(e.SignUpClosed(drawn(course.contest, course.dice)))


def drawn(contest: Contest, dice: Dice) -> tuple[str, ...]:
    """CON-ENT-10: The order of the lots, one die for each entrant but the last."""
    left = sorted((one.key for one in contest.playing()), key=lambda key: (len(key), key))
    found: list[str] = []
    while len(left) > 1:
        found.append(left.pop(dice.roll(len(left), "lot", str(len(found) + 1)) - 1))
    return (*found, *left)
