"""Boards of a battle of two teams, and the result of the teams (chapter CON-TEA)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

from msgspec.structs import replace

from app.games.contests.state import BYE, Contest, Entrant, Pairing, Result

WIN, DRAW = 2, 1
"""Board points of a player."""


# ---------------------------------------------------------------------- line-ups
def line_up(contest: Contest, team: Entrant) -> tuple[str, ...]:
    """CON-TEA-05: Players of a team in the order of the next round, as their captain has set it.
    The others follow in the order of the last public line-up.
    """
    present = team.squad
    chosen = (key for key in contest.lineups.get(team.key, ()) if key in present)
    return tuple(dict.fromkeys((*chosen, *present)))


def with_boards(contest: Contest, pairing: Pairing) -> Pairing:
    """CON-TEA-06: Players of the same place in both line-ups meet on a board. The first team has
    the first side on board 1, and the sides alternate. A player without an opponent wins.
    """
    size, teams = contest.settings.team_size, [*map(contest.entrant, pairing.entrants)]
    if pairing.is_bye or not size:
        return pairing
    sides = (line_up(contest, one)[:size] if one else () for one in teams)
    pairs = zip_longest(*sides, fillvalue=BYE)
    return replace(
        pairing,
        boards=tuple(board(pairing, number, pair) for number, pair in enumerate(pairs, 1)),
    )


def board(pairing: Pairing, number: int, pair: tuple[str, ...]) -> Pairing:
    """One board. On boards with an even number the second team has the first side."""
    ordered = pair if number % 2 else pair[::-1]
    present = [key for key in ordered if key != BYE]
    second = present[1] if len(present) > 1 else BYE
    return Pairing(f"{pairing.key}.{number}", pairing.round, present[0], second)


def with_public_order(team: Entrant, pairings: tuple[Pairing, ...]) -> Entrant:
    """Team whose players stand in the order of their boards; the others follow."""
    seated = [key for one in pairings for each in one.boards for key in each.entrants]
    places = {key: place for place, key in enumerate(seated)}
    order = sorted(team.players, key=lambda one: places.get(one.key, len(places)))
    return replace(team, players=tuple(order))


def with_exchanged_players(pairing: Pairing, keys: Mapping[str, str]) -> Pairing:
    """Pairing of teams with other keys of its players on all boards; its teams keep their keys."""
    return replace(pairing, boards=tuple(with_new_keys(one, keys) for one in pairing.boards))


def with_new_keys(one: Pairing, keys: Mapping[str, str]) -> Pairing:
    """Board with other keys of its players, also in what they have stated and proposed."""

    def new(key: str) -> str:
        return keys.get(key, key)

    reports = [
        stated and replace(stated, by=new(stated.by), winner=new(stated.winner))
        for stated in (one.report, one.dispute)
    ]
    result = one.result and replace(
        one.result,
        winner=new(one.result.winner),
        silent=tuple(map(new, one.result.silent)),
        by=new(one.result.by),
    )
    return replace(
        one,
        first=new(one.first),
        second=new(one.second),
        report=reports[0],
        dispute=reports[1],
        result=result,
        dates=tuple(replace(each, by=new(each.by)) for each in one.dates),
    )


# ---------------------------------------------------------------------- results
def points_on_board(one: Pairing, key: str) -> int:
    """Board points of a player: 2 for a win and without an opponent, 1 for a draw; 0 while the
    board is open.
    """
    if one.is_bye:
        return WIN
    if one.result is None or key in one.result.silent:
        return 0
    if not one.result.winner:
        return DRAW
    return WIN if one.result.winner == key else 0


def sums(contest: Contest, pairing: Pairing, *, of_victory: bool = False) -> tuple[int, int]:
    """Board points of both teams so far, or their points of victory."""
    found = dict.fromkeys(pairing.entrants, 0)
    for one in pairing.boards:
        scores = one.result.scores if one.result is not None else (0, 0)
        for at, key in enumerate(one.entrants):
            team = team_on_board(contest, pairing, one, key)
            if team:
                found[team] += scores[at] if of_victory else points_on_board(one, key)
    return found[pairing.first], found[pairing.second]


def team_on_board(contest: Contest, pairing: Pairing, one: Pairing, key: str) -> str:
    """Team for which a player sits on a board, also if a correction has struck the player
    meanwhile. "" for a struck player without an opponent, who brings no points.
    """
    if one.is_bye:
        team = contest.team_of(key)
        return team.key if team is not None and team.key in pairing.entrants else ""
    at, number = one.entrants.index(key), int(one.key.rpartition(".")[2])
    return pairing.entrants[at if number % 2 else 1 - at]


def team_result(contest: Contest, pairing: Pairing) -> Result | None:
    """CON-TEA-07: The team with more board points wins: 2 for a win, 1 for a draw. A team that has
    left the contest meanwhile does not win. None while a board is open.
    """
    if not pairing.boards or any(one.is_open for one in pairing.boards):
        return None
    scores = sums(contest, pairing)
    gone = [key for key in pairing.entrants if not contest.is_playing(key)]
    if len(gone) == 1:
        return Result(pairing.opponent(gone[0]), scores, silent=(gone[0],))
    if scores[0] != scores[1]:
        winner = pairing.first if scores[0] > scores[1] else pairing.second
    else:
        winner = separated(contest, pairing) if pairing.needs_winner else ""
    silent = (key for key in pairing.entrants if key != winner and is_silent(contest, pairing, key))
    return Result(winner, scores, tuple(silent))


def is_silent(contest: Contest, pairing: Pairing, team: str) -> bool:
    """True if each player of the team on these boards is left without points for silence."""
    return all(
        one.result is not None and key in one.result.silent
        for one in pairing.boards
        for key in one.entrants
        if team_on_board(contest, pairing, one, key) == team
    )


def separated(contest: Contest, pairing: Pairing) -> str:
    """CON-TEA-08: In a bracket the points of victory separate equal board points, then the first
    board with a winner, at last the lots.
    """
    first, second = sums(contest, pairing, of_victory=True)
    if first != second:
        return pairing.first if first > second else pairing.second
    for one in pairing.boards:
        winner = one.result.winner if one.result is not None else ""
        if winner:
            return team_on_board(contest, pairing, one, winner)
    return min(pairing.entrants, key=contest.lots.index)
