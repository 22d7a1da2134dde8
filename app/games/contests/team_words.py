"""Log lines about teams, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from app.games.contests import events as e
from app.games.contests.evolve import evolve
from app.games.contests.names import (
    entrant_title,
    pairing_title,
    player_name,
    result_words,
    title_of,
)
from app.games.contests.state import ASKS, REFEREE, Contest, Entrant
from app.games.contests.teams import successors
from app.kernel.contract import Line
from app.kernel.say import Say, say


def line(says: Say, rule: str, level: int = 1) -> Line:
    """One log line."""
    return Line(says, (rule,), level=level)


def names_in(before: Contest, team: str, key: str) -> dict[str, Say]:
    """Name of a player and of the team."""
    found = before.entrants[team]
    player = found.player(key)
    who = player_name(found, player) if player is not None else entrant_title(found)
    return {"who": who, "team": entrant_title(found)}


def player_asked(before: Contest, event: e.PlayerAsked) -> Sequence[Line]:
    found = evolve(before, event)
    says = say(
        "{who} asks for a place in the team {team}.",
        "{who} pide plaza en el equipo {team}.",
        **names_in(found, event.team, event.player.key),
    )
    return (line(says, "CON-TEA-03"),)


def player_answered(before: Contest, event: e.PlayerAnswered) -> Sequence[Line]:
    facts = names_in(before, event.team, event.player)
    says = (
        say("{who} plays in the team {team}.", "{who} juega en el equipo {team}.", **facts)
        if event.accepted
        else say(
            "The team {team} does not take {who}.",
            "El equipo {team} no admite a {who}.",
            **facts,
        )
    )
    return (line(says, "CON-TEA-03"),)


def player_named(before: Contest, event: e.PlayerNamed) -> Sequence[Line]:
    facts = names_in(evolve(before, event), event.team, event.player.key)
    says = say("{who} plays in the team {team}.", "{who} juega en el equipo {team}.", **facts)
    return (line(says, "CON-TEA-04"),)


def player_left(before: Contest, event: e.PlayerLeft) -> Sequence[Line]:
    facts = names_in(before, event.team, event.player)
    if is_asking(before.entrants[event.team], event.player):
        says = say(
            "{who} no longer asks for a place in the team {team}.",
            "{who} ya no pide plaza en el equipo {team}.",
            **facts,
        )
        return (line(says, "CON-TEA-03"),)
    says = say("{who} leaves the team {team}.", "{who} deja el equipo {team}.", **facts)
    return (line(says, "CON-TEA-09"),)


def captain_left(before: Contest, event: e.CaptainLeft) -> Sequence[Line]:
    team = before.entrants[event.team]
    captain, successor = team.player(f"{team.key}~1"), team.player(event.successor)
    if captain is None or successor is None:
        return ()
    says = say(
        "{who} leaves the team {team}. {successor} is its captain now.",
        "{who} deja el equipo {team}. Ahora su capitán es {successor}.",
        who=player_name(team, captain),
        team=entrant_title(team),
        successor=player_name(team, successor),
    )
    return (line(says, "CON-TEA-11"),)


def list_sent(before: Contest, event: e.ListSent) -> Sequence[Line]:
    """Army list of an entrant, or of a player of a team; also one that is sent for the player."""
    facts = {"who": title_of(before, event.entrant)}
    is_new = event.entrant not in before.lists
    if event.by == REFEREE:
        says = say(
            "An organiser sends an army list of {who}.",
            "Un organizador envía una lista de ejército de {who}.",
            **facts,
        )
    elif event.by and is_new:
        says = say(
            "The captain sends an army list of {who}.",
            "El capitán envía una lista de ejército de {who}.",
            **facts,
        )
    elif event.by:
        says = say(
            "The captain sends another army list of {who}.",
            "El capitán envía otra lista de ejército de {who}.",
            **facts,
        )
    elif is_new:
        says = say("{who} sends an army list.", "{who} envía una lista de ejército.", **facts)
    else:
        says = say("{who} sends another army list.", "{who} envía otra lista de ejército.", **facts)
    return (line(says, "CON-TEA-12" if event.by else "CON-LST-02"),)


def line_up_set(before: Contest, event: e.LineUpSet) -> Sequence[Line]:
    team = before.entrants[event.team]
    players = (team.player(key) for key in event.players)
    says = say(
        "Line-up of {team} for the next round: {names}.",
        "Alineación de {team} para la ronda siguiente: {names}.",
        team=entrant_title(team),
        names=tuple(player_name(team, one) for one in players if one is not None),
    )
    return (line(says, "CON-TEA-05"),)


def team_result_lines(before: Contest, event: e.ResultSettled) -> Iterator[Line]:
    """Result of two teams, once the last of their boards is settled."""
    after = evolve(before, event)
    for one in after.pairings:
        if one.result is not None and event.battle.startswith(f"{one.key}."):
            says = say(
                "{battle}: {result}.",
                "{battle}: {result}.",
                battle=pairing_title(after, one),
                result=result_words(after, one, one.result.winner, one.result.scores),
            )
            yield line(says, "CON-TEA-07")


# ---------------------------------------------------------------------- before a departure
def leaving_words(contest: Contest, side: str) -> Iterator[Say]:
    """Consequences if the player of a seat leaves before the first round or in a contest of teams;
    none in other cases.
    """
    if not contest.settings.team_size:
        if not contest.round:
            yield say(
                "A place that you have becomes free for the waiting list.",
                "Si tienes plaza, queda libre para la lista de espera.",
            )
            yield say(
                "You cannot sign up for this contest again.",
                "No puedes volver a inscribirte en esta competición.",
            )
        return
    team = contest.team_of(side)
    if contest.entrant(side) is not None:
        yield from captain_words(contest, side)
    elif team is not None and is_asking(team, side):
        yield say(
            "You no longer ask for a place in the team {team}.",
            "Ya no pides plaza en el equipo {team}.",
            team=entrant_title(team),
        )
    elif team is not None:
        yield from list_words(contest)
        yield say(
            "You leave the team {team}. The opponents win your open boards.",
            "Dejas el equipo {team}. Tus rivales ganan tus tableros pendientes.",
            team=entrant_title(team),
        )
    yield say(
        "Results stay. You cannot return to this contest.",
        "Los resultados se conservan. No puedes volver a esta competición.",
    )


def list_words(contest: Contest) -> Iterator[Say]:
    """Consequence for the army list of a player who leaves while the lists are secret."""
    if contest.settings.needs_lists and not contest.are_lists_open:
        yield say("Your army list no longer counts.", "Tu lista de ejército deja de contar.")


def captain_words(contest: Contest, side: str) -> Iterator[Say]:
    """Consequences if the captain leaves, with a successor and without one."""
    yield from list_words(contest)
    if successors(contest, side):
        yield say(
            "You are the captain. Name the new captain, and the team stays; only your own open boards are lost.",
            "Eres el capitán. Si indicas al nuevo capitán, el equipo se queda y solo se pierden tus tableros pendientes.",
        )
        yield say(
            "Without a new captain the team leaves the contest with you, and its open boards are lost.",
            "Sin un nuevo capitán, el equipo deja la competición contigo y pierde sus tableros pendientes.",
        )
        return
    yield say(
        "You are the captain: your team leaves the contest with you, and its open boards are lost.",
        "Eres el capitán: tu equipo deja la competición contigo y pierde sus tableros pendientes.",
    )
    yield say(
        "No other player of the team has an account. Pass on your seat instead if the team should stay.",
        "Ningún otro jugador del equipo tiene cuenta. Si el equipo debe seguir, cede antes tu asiento.",
    )


def is_asking(team: Entrant, key: str) -> bool:
    """True for a player who waits for the answer of the captain."""
    player = team.player(key)
    return player is not None and player.status == ASKS


TEAM_WORDS: dict[type, Callable[[Contest, Any], Sequence[Line]]] = {
    e.PlayerAsked: player_asked,
    e.PlayerAnswered: player_answered,
    e.PlayerNamed: player_named,
    e.PlayerLeft: player_left,
    e.CaptainLeft: captain_left,
    e.LineUpSet: line_up_set,
    e.ListSent: list_sent,
}
"""Lines by kind of event."""
