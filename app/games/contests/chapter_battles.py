"""Battles of a contest in sentences of its chronicle, and their surprises."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.contests.names import title_of, winner_first
from app.games.contests.state import Contest, Pairing, Result
from app.kernel.contest_chronicle import ToldBattle
from app.kernel.say import Say, say

Ranks = Mapping[str, tuple[int, int | None]]
LEAST_STEP, PART_OF_ENTRANTS = 3, 3
"""A surprise: the winner stood three places lower or more, and a third of all places."""


def told_battle(contest: Contest, one: Pairing, ranks: Ranks) -> ToldBattle:
    """Battle or bye in a sentence. `ranks` are places and points before the chapter."""
    if one.is_bye:
        who = title_of(contest, one.first)
        return ToldBattle("", say("{who} has a bye.", "{who} descansa.", who=who))
    boards = tuple(told_battle(contest, each, {}) for each in one.boards)
    key = "" if one.boards else one.key
    return ToldBattle(key, battle_words(contest, one), surprise_words(contest, one, ranks), boards)


def battle_words(contest: Contest, one: Pairing) -> Say:
    """Result of a battle as a sentence."""
    names = {"one": title_of(contest, one.first), "other": title_of(contest, one.second)}
    result = one.result
    if result is None:
        return say(
            "The battle of {one} and {other} is still open.",
            "La batalla entre {one} y {other} sigue pendiente.",
            **names,
        )
    if not result.winner:
        return undecided_words(result, names)
    return won_words(contest, one, result)


def undecided_words(result: Result, names: Mapping[str, Say]) -> Say:
    """Draw, or a battle without points for both."""
    if len(result.silent) == 2:
        return say(
            "{one} and {other} get no points: their battle has no result.",
            "{one} y {other} no obtienen puntos: su batalla no tiene resultado.",
            **names,
        )
    if not any(result.scores):
        return say("{one} and {other} draw.", "{one} y {other} empatan.", **names)
    return say(
        "{one} and {other} draw {a}–{b}.",
        "{one} y {other} empatan {a}–{b}.",
        a=result.scores[0],
        b=result.scores[1],
        **names,
    )


def won_words(contest: Contest, one: Pairing, result: Result) -> Say:
    """Victory, with the numbers of the winner first."""
    loser = one.opponent(result.winner)
    names = {"who": title_of(contest, result.winner), "loser": title_of(contest, loser)}
    if loser in result.silent:
        return say(
            "{who} wins by default against {loser}.",
            "{who} gana a {loser} por incomparecencia.",
            **names,
        )
    scores = winner_first(one, result.winner, result.scores)
    if not any(scores):
        return say("{who} beats {loser}.", "{who} gana a {loser}.", **names)
    return say(
        "{who} beats {loser} {a}–{b}.",
        "{who} gana a {loser} {a}–{b}.",
        a=scores[0],
        b=scores[1],
        **names,
    )


def surprise_words(contest: Contest, one: Pairing, ranks: Ranks) -> Say | None:
    """Reason of a surprise: the winner stood far below the loser before. None for other results.

    In a bracket only seeds count, because places there follow byes.
    """
    result = one.result
    if result is None or not result.winner or one.opponent(result.winner) in result.silent:
        return None
    winner, loser = ranks.get(result.winner), ranks.get(one.opponent(result.winner))
    if winner is None or loser is None or (one.match and winner[1] is not None):
        return None
    step = max(LEAST_STEP, len(ranks) // PART_OF_ENTRANTS)
    if winner[0] - loser[0] < step or (winner[1] is not None and winner[1] >= (loser[1] or 0)):
        return None
    facts = {
        "who": title_of(contest, result.winner),
        "loser": title_of(contest, one.opponent(result.winner)),
        "a": winner[0],
        "b": loser[0],
    }
    if winner[1] is None:
        return say(
            "A surprise: {who} is seed {a}, and {loser} seed {b}.",
            "Una sorpresa: {who} tiene el número {a} del orden inicial y {loser}, el {b}.",
            **facts,
        )
    return say(
        "A surprise: {who} was in place {a}, and {loser} in place {b}.",
        "Una sorpresa: {who} estaba en el puesto {a} y {loser}, en el {b}.",
        **facts,
    )
