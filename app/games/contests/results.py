"""Results of battles: entry, confirmation, dispute, decision, deadline (chapter CON-RES)."""

from __future__ import annotations

from app.games.contests import events as e
from app.games.contests import orders as o
from app.games.contests.course import Course
from app.games.contests.state import (
    EXTEND,
    HERE,
    NO_POINTS,
    REFEREE,
    SILENT,
    Contest,
    Pairing,
    Report,
    Result,
    seat_of,
)
from app.games.contests.teams import has_gone, is_at_tables
from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no

MOST_POINTS = 999
LONGEST_WORDS = 500
Stated = o.EnterResult | o.DisputeResult | o.Decide


# ---------------------------------------------------------------------- refusals
def not_open(contest: Contest, battle: str) -> Refusal | None:
    """CON-RES-01: A result is stated for an open battle of this contest."""
    pairing = contest.pairing(battle)
    if pairing is not None and pairing.is_open:
        return None
    return no(
        "CON-RES-01",
        "This battle awaits no result.",
        "Esa batalla no espera ningún resultado.",
    )


def not_in_battle(contest: Contest, battle: str, key: str) -> Refusal | None:
    """Refusal of a result by an entrant who is not in the battle."""
    pairing = contest.pairing(battle)
    if pairing is not None and pairing.acting(key):
        return None
    return no(
        "CON-RES-01",
        "Only the two entrants of a battle state its result.",
        "El resultado de una batalla lo anotan solo sus dos participantes.",
    )


def from_table_only(contest: Contest, pairing: Pairing | None) -> Refusal | None:
    """CON-RES-02: If all battles are played on this site, their results come from the tables. A
    player in words has no table.
    """
    has_table = pairing is None or is_at_tables(pairing)
    if contest.settings.played != HERE or not contest.settings.box or not has_table:
        return None
    return no(
        "CON-RES-02",
        "In this contest the result comes from the table on this site.",
        "En esta competición el resultado llega de la mesa de este sitio.",
    )


def stated_already(pairing: Pairing | None) -> Refusal | None:
    """Refusal of a second statement; the opponent confirms or disputes the first."""
    if pairing is None or pairing.report is None:
        return None
    return no(
        "CON-RES-03",
        "A result is stated already. The opponent confirms or disputes it.",
        "Ya hay un resultado anotado. El rival lo confirma o lo discute.",
    )


def not_the_opponent(pairing: Pairing | None, key: str) -> Refusal | None:
    """CON-RES-03: The opponent of the entrant who stated a result confirms or disputes it, once."""
    is_due = pairing is not None and pairing.report is not None and pairing.dispute is None
    if is_due and pairing is not None and pairing.report is not None:
        own = pairing.acting(key)
        if own and pairing.report.by not in ("", own):
            return None
    return no(
        "CON-RES-03",
        "No result waits for your answer.",
        "Ningún resultado espera tu respuesta.",
    )


def numbers_refused(contest: Contest, order: Stated) -> Refusal | None:
    """CON-RES-04: The winner is one of the two entrants, and points of victory are 0 to 999. The
    winner has as many points as the other at least.
    """
    pairing = contest.pairing(order.battle)
    if pairing is None:
        return None
    scores = (order.points_first, order.points_second)
    if order.winner is not None and order.winner not in pairing.entrants:
        return no(
            "CON-RES-04",
            "The winner is one of the two entrants.",
            "Gana uno de los dos participantes.",
        )
    if not all(0 <= one <= MOST_POINTS for one in scores):
        return no(
            "CON-RES-04",
            "Points of victory are 0 to {most}.",
            "Los puntos de victoria van de 0 a {most}.",
            most=MOST_POINTS,
        )
    ahead = scores[0] - scores[1]
    behind = {pairing.first: ahead < 0, pairing.second: ahead > 0}
    if order.winner is not None and behind[order.winner]:
        return no(
            "CON-RES-04",
            "The winner has fewer points of victory than the opponent.",
            "El ganador tiene menos puntos de victoria que su rival.",
        )
    return None


def draw_refused(contest: Contest, order: Stated) -> Refusal | None:
    """CON-RES-05: A battle of a bracket has a winner."""
    pairing = contest.pairing(order.battle)
    if order.winner is not None or pairing is None or not pairing.needs_winner:
        return None
    return no(
        "CON-RES-05",
        "In a knock-out one of the two goes on: name a winner.",
        "En una eliminatoria pasa uno de los dos: indica quién gana.",
    )


def silent_refused(contest: Contest, order: o.Decide) -> Refusal | None:
    """CON-RES-06: An organiser decides by the record: also that one or both get no points. A silent
    entrant does not win.
    """
    pairing = contest.pairing(order.battle)
    if pairing is None:
        return None
    is_known = set(order.silent) <= set(pairing.entrants)
    if is_known and order.winner not in order.silent:
        return None
    return no(
        "CON-RES-06",
        "An entrant without points is one of the two, and does not win.",
        "Un participante sin puntos es uno de los dos, y no gana.",
    )


def words_refused(text: str) -> Refusal | None:
    """Refusal of words that are too long or have invisible characters."""
    return text_refused(text, LONGEST_WORDS, "CON-RES-04")


def not_late(contest: Contest, battle: str) -> Refusal | None:
    """Refusal of the default of a battle that the organisers decide."""
    pairing = contest.pairing(battle)
    if pairing is not None and late_default(contest, pairing) is not None:
        return None
    return no(
        "CON-RES-07",
        "An organiser decides this battle.",
        "Esta batalla la decide un organizador.",
    )


def is_of_departed(contest: Contest, pairing: Pairing) -> bool:
    """True for a battle of an entrant who had left before the round or never entered, as a
    correction says.
    """
    return any(has_gone(contest, seat_of(one)) for one in pairing.entrants)


def is_for_organisers(contest: Contest, pairing: Pairing) -> bool:
    """True for an open battle that an organiser decides. It has a departed entrant or a dispute, or
    a table ended in a draw that its bracket does not allow.
    """
    is_stated = pairing.report is not None and bool(pairing.report.by)
    is_disputed = pairing.dispute is not None or (pairing.report is not None and not is_stated)
    return is_disputed or is_of_departed(contest, pairing)


# ---------------------------------------------------------------------- effects
def report_of(contest: Contest, order: o.EnterResult | o.DisputeResult, seat: str) -> Report:
    """Report by a seat, for its entrant or player."""
    pairing = contest.pairing(order.battle)
    by = pairing.acting(seat) if pairing is not None else seat
    scores = (order.points_first, order.points_second)
    return Report(by, order.winner or "", scores, order.words.strip())


def is_same(one: Report, other: Report) -> bool:
    """True if both reports state the same result."""
    return (one.winner, one.scores) == (other.winner, other.scores)


def dispute(course: Course, key: str, order: o.DisputeResult) -> None:
    """Record the other result. The same numbers confirm it."""
    pairing = course.contest.pairing(order.battle)
    report = report_of(course.contest, order, key)
    if pairing is not None and pairing.report is not None and is_same(pairing.report, report):
        confirm(course, order.battle)
    else:
        course.happen(e.ResultDisputed(order.battle, report))


def confirm(course: Course, battle: str) -> None:
    """Settle the stated result."""
    pairing = course.contest.pairing(battle)
    if pairing is not None and pairing.report is not None:
        report = pairing.report
        course.happen(e.ResultSettled(battle, Result(report.winner, report.scores, by=report.by)))


def decide_battle(course: Course, order: o.Decide, by: str) -> None:
    """Settle a battle, by an organiser or by its table (`by` is "").

    A draw on the table of a knock-out waits for an organiser, who names the winner.
    """
    scores = (order.points_first, order.points_second)
    pairing = course.contest.pairing(order.battle)
    needs_winner = pairing is not None and pairing.needs_winner
    if not by and order.winner is None and needs_winner:
        course.happen(e.ResultEntered(order.battle, Report("", "", scores)))
        return
    result = Result(order.winner or "", scores, order.silent, by, order.reason.strip())
    course.happen(e.ResultSettled(order.battle, result))


def late_default(contest: Contest, pairing: Pairing) -> str | None:
    """CON-RES-07: Consequence at the deadline of a battle, as agreed: one extension, no points for
    either or for the silent entrant, or None: an organiser decides. A knock-out needs a winner.
    """
    late = contest.settings.late
    if late == SILENT and silent_entrant(pairing) is not None:
        return SILENT
    if late == EXTEND and not pairing.is_extended:
        return EXTEND
    if late == NO_POINTS and not pairing.needs_winner:
        return NO_POINTS
    return None


def silent_entrant(pairing: Pairing) -> str | None:
    """Only entrant of the two who has neither proposed nor answered a date; None if both or none
    have.
    """
    silent = [key for key in pairing.entrants if not pairing.has_spoken(key)]
    return silent[0] if len(silent) == 1 else None


def end_time(course: Course, battle: str) -> None:
    """Apply the consequence of a battle that is not over at its deadline."""
    pairing = course.contest.pairing(battle)
    if pairing is None:
        return
    silent = silent_entrant(pairing)
    match late_default(course.contest, pairing):
        case "extend":
            course.happen(e.TimeExtended(battle))
        case "silent" if silent is not None:
            result = Result(pairing.opponent(silent), silent=(silent,), by=REFEREE)
            course.happen(e.ResultSettled(battle, result))
        case _:
            result = Result("", silent=pairing.entrants, by=REFEREE)
            course.happen(e.ResultSettled(battle, result))
