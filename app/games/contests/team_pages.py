"""Pages about teams, built from a view: their players and boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.contests.boards import points_on_board
from app.games.contests.names import entrant_title, pairing_title, player_name, player_title
from app.games.contests.pairing_words import state_of
from app.games.contests.state import ASKS, LEFT, Contest, Entrant, Pairing, TeamPlayer
from app.games.contests.team_lists import entrant_of_list
from app.kernel.contest_pages import TeamPlayerRow
from app.kernel.reading_pages import SidePage
from app.kernel.say import Say, say


def player_rows(team: Entrant) -> Iterator[TeamPlayerRow]:
    """Players of a team, without those who have left it."""
    for one in team.players:
        if one.status != LEFT:
            state = None if one.is_playing else player_state(team, one)
            yield TeamPlayerRow(
                one.key, player_name(team, one), state, is_captain=is_captain(team, one)
            )


def player_pages(contest: Contest) -> Iterator[SidePage]:
    """Pages of the players of all teams, with their board points."""
    boards: dict[str, list[Pairing]] = {}
    for one in contest.battles():
        for key in one.entrants:
            boards.setdefault(key, []).append(one)
    for team in contest.by_entry:
        for player in team.players:
            yield player_page(contest, team, player, boards.get(player.key, []))


def player_page(
    contest: Contest, team: Entrant, player: TeamPlayer, own: Sequence[Pairing]
) -> SidePage:
    """Page of a player with the own boards."""
    kind = say("Player of the team {team}", "Jugador del equipo {team}", team=entrant_title(team))
    return SidePage(
        player.key,
        player_title(team, player),
        kind,
        player_state(team, player),
        player.is_playing and team.is_playing,
        sum(points_on_board(one, player.key) for one in own),
        tuple(
            say(
                "{battle}: {state}.",
                "{battle}: {state}.",
                battle=pairing_title(contest, one),
                state=state_of(contest, one),
            )
            for one in own
        ),
        seat=team.key if is_captain(team, player) else "",
    )


def list_state(contest: Contest, key: str) -> Say:
    """State of an army list in words."""
    if key in contest.lists:
        return say("list sent", "lista enviada")
    if key in contest.without_list:
        return say("no list", "sin lista")
    entrant = entrant_of_list(contest, key)
    if entrant is not None and not entrant.is_playing:
        return say("no list yet", "aún sin lista")
    return say("list missing", "falta la lista")


def list_facts(contest: Contest, team: Entrant) -> Iterator[Say]:
    """State of the army list of each player of a team."""
    if not contest.settings.needs_lists or not team.is_in_contest:
        return
    for one in team.players:
        if one.is_playing:
            yield say(
                "{who}: {state}.",
                "{who}: {state}.",
                who=player_name(team, one),
                state=list_state(contest, one.key),
            )


def is_captain(team: Entrant, player: TeamPlayer) -> bool:
    """True for the player of the seat that has signed up the team."""
    return player.key == f"{team.key}~1"


def player_state(team: Entrant, player: TeamPlayer) -> Say:
    """State of a player in a few words."""
    if player.status == ASKS:
        return say("asks for a place", "pide plaza")
    if player.status == LEFT:
        return say("left the team", "dejó el equipo")
    if is_captain(team, player):
        return say("captain", "capitán")
    return say("in the team", "en el equipo")
