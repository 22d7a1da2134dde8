"""Names of entrants, pairings and rounds."""

from __future__ import annotations

from functools import lru_cache

from app.games.contests.forms import SWISS, form_of
from app.games.contests.state import (
    ASKED,
    ENTERED,
    LEFT,
    REFEREE,
    WAITING,
    WITHDRAWN,
    Contest,
    Entrant,
    Pairing,
    TeamPlayer,
)
from app.kernel.say import Say, as_is, noun, say

ORGANISER_TITLE = noun("Organiser", "Organizador", the="the organiser", el="el organizador")
STRUCK = noun("struck entrant", "participante anulado")
STATES: dict[str, Say] = {
    ENTERED: say("in the contest", "en la competición"),
    WAITING: say("on the waiting list", "en lista de espera"),
    ASKED: say("asked to take a place", "con una plaza ofrecida"),
    LEFT: say("left the contest", "dejó la competición"),
    WITHDRAWN: say("withdrew before the first round", "se retiró antes de la primera ronda"),
}
LETTERS = 26
"""Groups with one letter."""
NAMES_KEPT = 1_000
"""Names of entrants whose sentences stay in memory."""


@lru_cache(NAMES_KEPT)
def own_name(name: str) -> Say:
    """Name that an entrant has chosen; it has no article."""
    own = name.replace("{", "{{").replace("}", "}}")
    return noun(own, own, the=own, el=own)


@lru_cache(NAMES_KEPT)
def numbered_name(number: int) -> Say:
    """Name of an entrant who has given none."""
    en, es = f"Entrant {number}", f"Participante {number}"
    return noun(en, es, the=en, el=es)


@lru_cache(NAMES_KEPT)
def numbered_team(number: int) -> Say:
    """Name of a team that has given none."""
    en, es = f"Team {number}", f"Equipo {number}"
    return noun(en, es, the=en, el=es)


def entrant_title(entrant: Entrant) -> Say:
    """Name of an entrant; a number without one."""
    if entrant.name:
        return own_name(entrant.name)
    return numbered_team(entrant.number) if entrant.players else numbered_name(entrant.number)


def player_name(team: Entrant, player: TeamPlayer) -> Say:
    """Name of a player of a team; a number without one."""
    if player.name:
        return own_name(player.name)
    numbers = sorted((len(one.key), one.key) for one in team.players)
    number = numbers.index((len(player.key), player.key)) + 1
    return say("Player {n}", "Jugador {n}", n=number)


def player_title(team: Entrant, player: TeamPlayer) -> Say:
    """Name of a player with that of the team."""
    return say(
        "{who} ({team})", "{who} ({team})", who=player_name(team, player), team=entrant_title(team)
    )


def title_of(contest: Contest | None, key: str) -> Say:
    """Name of an entrant or of the organisers. A seat without an entry had one before a correction;
    another key stands for itself.
    """
    entrant = contest.entrant(key) if contest is not None else None
    if entrant is not None:
        return entrant_title(entrant)
    team = contest.team_of(key) if contest is not None else None
    player = team.player(key) if team is not None else None
    if team is not None and player is not None:
        return player_title(team, player)
    if contest is not None and key.startswith("p"):
        return STRUCK
    return ORGANISER_TITLE if key == REFEREE else as_is(key)


def pairing_title(contest: Contest, pairing: Pairing) -> Say:
    """Round and table of a pairing with its entrants."""
    if contest.rules.is_open:
        return challenge_title(contest, pairing)
    table, _, board = pairing.key.partition(".")[2].partition(".")
    if board:
        return board_title(contest, pairing, table, board)
    first = title_of(contest, pairing.first)
    if pairing.is_bye:
        return say(
            "Round {n}: {who} has a bye", "Ronda {n}: {who} descansa", n=pairing.round, who=first
        )
    return say(
        "Round {n}, table {table}: {one} against {other}",
        "Ronda {n}, mesa {table}: {one} contra {other}",
        n=pairing.round,
        table=table,
        one=first,
        other=title_of(contest, pairing.second),
    )


def board_title(contest: Contest, pairing: Pairing, table: str, board: str) -> Say:
    """Round, table and board of a battle of two players of teams."""
    facts = {
        "n": pairing.round,
        "table": table,
        "board": board,
        "one": title_of(contest, pairing.first),
    }
    if pairing.is_bye:
        return say(
            "Round {n}, table {table}, board {board}: {one} without an opponent",
            "Ronda {n}, mesa {table}, tablero {board}: {one} sin rival",
            **facts,
        )
    return say(
        "Round {n}, table {table}, board {board}: {one} against {other}",
        "Ronda {n}, mesa {table}, tablero {board}: {one} contra {other}",
        other=title_of(contest, pairing.second),
        **facts,
    )


def challenge_title(contest: Contest, pairing: Pairing) -> Say:
    """Battle that follows from a challenge or an agreement, with its number."""
    if not contest.rules.has_rungs:
        return say(
            "Battle {n}: {one} against {other}",
            "Batalla {n}: {one} contra {other}",
            n=pairing.key.partition(".")[2],
            one=title_of(contest, pairing.first),
            other=title_of(contest, pairing.second),
        )
    return say(
        "Challenge {n}: {one} against {other}",
        "Desafío {n}: {one} contra {other}",
        n=pairing.key.partition(".")[2],
        one=title_of(contest, pairing.first),
        other=title_of(contest, pairing.second),
    )


def round_title(number: int, form: str = SWISS) -> Say:
    """Name of a round; an open form has one period."""
    if form_of(form).is_open:
        return say("Battles", "Batallas")
    return say("Round {n}", "Ronda {n}", n=number)


def group_title(contest: Contest, number: int) -> Say:
    """Name of a group or division by its number from 0."""
    if not contest.rules.has_groups:
        return say("Division {n}", "{n}.ª división", n=number + 1)
    letters = as_is(group_letters(number))
    return say("Group {letters}", "Grupo {letters}", letters=letters)


def group_letters(number: int) -> str:
    """Letter of a group by its number from 0; after Z two letters."""
    return chr(65 + number) if number < LETTERS else f"A{chr(65 + number - LETTERS)}"


def moment_title(contest: Contest) -> Say:
    """Present moment of a contest in words."""
    if contest.is_closed:
        return say("The contest is over", "La competición ha terminado")
    if not contest.has_begun:
        return say("Sign-up", "Inscripción")
    if not contest.round:
        return say("Before the first round", "Antes de la primera ronda")
    if contest.rules.is_open:
        return contest.rules.title
    return round_title(contest.round)


def result_words(
    contest: Contest, pairing: Pairing, winner: str, scores: tuple[int, int] = (0, 0)
) -> Say:
    """Result in words, with the points of victory if there are any, those of the winner first."""
    if winner:
        told = say("{who} wins", "gana {who}", who=title_of(contest, winner))
    else:
        told = say("a draw", "empate")
    if not any(scores):
        return told
    one, other = winner_first(pairing, winner, scores)
    return say("{told}, {a}–{b}", "{told}, {a}–{b}", told=told, a=one, b=other)


def winner_first(pairing: Pairing, winner: str, scores: tuple[int, int]) -> tuple[int, int]:
    """Points of victory of the winner and of the loser; of a draw in the order of the table."""
    return scores[::-1] if winner == pairing.second else scores
