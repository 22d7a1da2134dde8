"""Chance meetings of Explorers at the start of a turn (pages 39 and 40)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.orders import Meet
from app.games.heart_of_africa.campaign.precedence import roll_precedence
from app.games.heart_of_africa.campaign.state import EXPLORER, MEETINGS, Meeting, Season
from app.games.heart_of_africa.campaign.tables import MEETINGS as MEETING_TOTALS
from app.kernel.refusal import Refusal, no

GREET, FIGHT = "greet", "fight"
NO_MEETINGS = "no_meetings"
"""Option: Explorers never meet by chance."""


def roll_meetings(course: Course) -> None:
    """HOA-CMP-35: 2D6 for each pair of active Explorers, by joining; on 2 or 12 they meet."""
    if NO_MEETINGS in course.season.options:
        return
    for one, two in combinations(course.season.active(EXPLORER), 2):
        pair = f"{one.key}-{two.key}"
        dice = (course.dice.roll(6, "meeting", pair), course.dice.roll(6, "meeting", pair))
        course.happen(e.MeetingRolled(one.key, two.key, dice, sum(dice) in MEETING_TOTALS))


def meeting_of(season: Season, player: str, other: str) -> Meeting | None:
    """Open meeting of these two players."""
    return next((one for one in season.meetings if set(one.players) == {player, other}), None)


def answer_refused(season: Season, seat: str, order: Meet) -> Iterator[Refusal]:
    """Refusals of an answer to a meeting."""
    meeting = meeting_of(season, seat, order.other)
    if season.step != MEETINGS or meeting is None or seat in meeting.answers:
        yield no(
            "HOA-CMP-35",
            "No meeting with this player waits for your answer.",
            "Ningún encuentro con ese jugador espera tu respuesta.",
        )
        return
    if order.answer not in (GREET, FIGHT):
        yield no(
            "HOA-CMP-35", "The answer is greet or fight.", "La respuesta es saludar o combatir."
        )
    if order.answer == FIGHT and season.players[seat].rests_in == season.turn:
        yield no(
            "HOA-CMP-35",
            "A recovering Leader only greets.",
            "Un Líder convaleciente solo puede saludar.",
        )


def answer_meeting(course: Course, seat: str, order: Meet) -> None:
    """Record an answer; when all answers of the turn are in, the meetings are settled."""
    course.happen(e.MeetingAnswered(seat, order.other, order.answer))
    if all_answered(course.season):
        settle_meetings(course)


def all_answered(season: Season) -> bool:
    """True if no answer of this turn's meetings is missing."""
    return all(len(one.answers) == len(one.players) for one in season.meetings)


def settle_meetings(course: Course) -> None:
    """HOA-CMP-36: Pair by pair, one wish to fight is enough; both players are then committed.

    They do nothing else this turn. A pair with a committed player comes to nothing.
    """
    for meeting in course.season.meetings:
        one, two = meeting.players
        answers = (meeting.answers.get(one, GREET), meeting.answers.get(two, GREET))
        committed = course.season.rival_fighters & {one, two}
        attacker = ""
        if FIGHT in answers and not committed:
            attacker = attacker_of(course, meeting, answers)
        course.happen(e.MeetingClosed(one, two, answers, attacker))
        if attacker:
            battle = next_battle_key(course.season)
            defender = two if attacker == one else one
            course.happen(e.BattleListed(battle, attacker, defender, rivals=True))


def attacker_of(course: Course, meeting: Meeting, answers: tuple[str, str]) -> str:
    """The player who wants to fight; if both want to, the order dice decide."""
    if answers == (FIGHT, FIGHT):
        return roll_precedence(course, [course.player(key) for key in meeting.players])[0]
    return meeting.players[answers.index(FIGHT)]


def next_battle_key(season: Season) -> str:
    """Key of the next battle of the campaign: b1, b2 and so on."""
    return f"b{1 + len(season.battles)}"
