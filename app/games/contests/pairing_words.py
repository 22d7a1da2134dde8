"""State of a pairing in words."""

from __future__ import annotations

from app.games.contests.names import result_words
from app.games.contests.results import is_for_organisers
from app.games.contests.setup_words import LATE_TITLES
from app.games.contests.state import EXTEND, NO_POINTS, ORGANISER, YES, Contest, Pairing
from app.kernel.battle_dates import date_title
from app.kernel.say import Say, say


def state_of(contest: Contest, one: Pairing) -> Say:
    """Result or state of a pairing in words."""
    if one.is_bye:
        return say("bye", "descansa")
    if one.result is not None:
        if len(one.result.silent) == 2:
            return say("no points for either", "sin puntos para ninguno")
        return result_words(contest, one, one.result.winner, one.result.scores)
    if is_for_organisers(contest, one):
        return say("an organiser decides", "decide un organizador")
    if one.report is not None:
        return say("result to confirm", "resultado por confirmar")
    return waiting_words(one)


def waiting_words(one: Pairing) -> Say:
    """State of a battle that was not played yet, with its date."""
    if one.date is not None and one.date.answer == YES:
        return say(
            "to be played: {date}",
            "por jugar: {date}",
            date=date_title(one.date.at, one.date.words),
        )
    if one.date is not None and not one.date.answer:
        return say(
            "to be played; date proposed: {date}",
            "por jugar; fecha propuesta: {date}",
            date=date_title(one.date.at, one.date.words),
        )
    if one.is_extended:
        return say("to be played, time extended", "por jugar, con prórroga")
    return say("to be played", "por jugar")


def late_words(contest: Contest, one: Pairing) -> Say:
    """Consequence of the deadline without a result."""
    late = contest.settings.late
    is_used = (late == EXTEND and one.is_extended) or (late == NO_POINTS and one.needs_winner)
    return LATE_TITLES[ORGANISER if is_used else late]


def late_sentence(contest: Contest, one: Pairing) -> Say:
    """Consequence of the deadline without a result, as a sentence."""
    return say("{what}.", "{what}.", what=late_words(contest, one))
