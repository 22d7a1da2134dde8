"""Requests to play a battle at once, and their answers (CON-RES-11)."""

from __future__ import annotations

from app.games.contests import events as e
from app.games.contests import orders as o
from app.games.contests.course import Course
from app.games.contests.state import NO, REFEREE, Contest, Pairing
from app.kernel.battle_dates import PlayRequest
from app.kernel.date_orders import is_in_utc, minutes_later
from app.kernel.refusal import Refusal, no
from app.kernel.say import Moment

RULE = "CON-RES-11"
LASTS_MINUTES = 30
MOST_REQUESTS = 20


def request_refused(contest: Contest, order: o.AskToPlay) -> Refusal | None:
    """CON-RES-11: An entrant of an open battle asks the opponent to play at once. The request lasts
    30 minutes. A battle has one at a time, and 20 at most.
    """
    pairing, past = contest.pairing(order.battle), contest.requests.get(order.battle, ())
    if pairing is not None and pairing.report is not None:
        return no(RULE, "A result is stated already.", "Ya hay un resultado anotado.")
    if len(past) >= MOST_REQUESTS:
        return no(
            RULE,
            "{most} requests were made. Agree by message.",
            "Ya se han hecho {most} peticiones. Acordadlo por mensaje.",
            most=MOST_REQUESTS,
        )
    last = past[-1] if past else None
    if last is None or last.answer == NO or is_over(last, order.at):
        return nonsense_refused(order.at)
    if not last.until:
        return no(RULE, "A request stands already.", "Ya hay una petición.")
    return no(
        RULE,
        "A request stands already, until {until}.",
        "Ya hay una petición, hasta el {until}.",
        until=Moment(last.until),
    )


def answer_refused(contest: Contest, key: str, order: o.AnswerToPlay) -> Refusal | None:
    """Refusal of an answer without a request of the opponent, or after its end."""
    pairing, request = contest.pairing(order.battle), last_request(contest, order.battle)
    if not is_asked(pairing, request, key) or request is None:
        return no(
            RULE,
            "No request to play waits for your answer.",
            "Ninguna petición de jugar espera tu respuesta.",
        )
    if is_over(request, order.at):
        return no(
            RULE,
            "The request ended on {until}. You may ask to play now yourself.",
            "La petición terminó el {until}. Puedes pedir tú jugar ahora.",
            until=Moment(request.until),
        )
    return nonsense_refused(order.at)


def nonsense_refused(at: str) -> Refusal | None:
    """Refusal of a time that does not exist."""
    if not at or is_in_utc(at):
        return None
    return no(RULE, "This time does not exist.", "Esta hora no existe.")


def last_request(contest: Contest, battle: str) -> PlayRequest | None:
    """Last request of a battle that the viewer knows; None without one."""
    past = contest.requests.get(battle, ())
    return past[-1] if past else None


def is_over(request: PlayRequest, at: str) -> bool:
    """True if a request has ended at a moment. Without a clock it does not end."""
    return request.until != "" and is_in_utc(at) and at > request.until


def is_asked(pairing: Pairing | None, request: PlayRequest | None, key: str) -> bool:
    """True if the request waits for the answer of this seat."""
    acting = pairing.acting(key) if pairing is not None else ""
    return request is not None and not request.answer and acting not in ("", request.by)


def knows_requests(contest: Contest, battle: str, side: str | None) -> bool:
    """True for both players of a battle and the organisers."""
    if side == REFEREE:
        return True
    pairing = contest.pairing(battle)
    return side is not None and pairing is not None and pairing.acting(side) != ""


def known_requests(contest: Contest, side: str | None) -> dict[str, tuple[PlayRequest, ...]]:
    """Requests that a side knows, by battle."""
    return {
        battle: found
        for battle, found in contest.requests.items()
        if knows_requests(contest, battle, side)
    }


def ask(course: Course, seat: str, order: o.AskToPlay) -> None:
    """Ask by a seat, for its entrant or player."""
    pairing = course.contest.pairing(order.battle)
    by = pairing.acting(seat) if pairing is not None else seat
    until = minutes_later(order.at, LASTS_MINUTES) if order.at else ""
    course.happen(e.PlayAsked(order.battle, by, order.at, until))
