"""Orders of the captain of a team: players, requests and the line-up."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests import orders as o
from app.games.contests.boards import line_up
from app.games.contests.decide import refusals
from app.games.contests.entries import entry_is_late
from app.games.contests.names import entrant_title, player_name
from app.games.contests.offer_parts import offer
from app.games.contests.state import ASKS, Contest, Entrant, TeamPlayer
from app.games.contests.teams import LONGEST_NAME, teams_to_join
from app.kernel.form import Choice, Control, Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import Say, say

TEAM_ORDERS = (o.AnswerPlayer, o.NamePlayer, o.ReleasePlayer, o.SetLineUp)
OWN = say("Your entry", "Tu inscripción")
TEAM = say("Your team", "Tu equipo")
NEW_TEAM = say("a new team", "un equipo nuevo")
LEAST_IN_LINE_UP = 2


def text_field(name: str, title: Say, *, is_optional: bool = True, control: Control = "") -> Field:
    """Question about a name."""
    return Field(
        name, Kind.TEXT, title, most=LONGEST_NAME, is_optional=is_optional, control=control
    )


def team_entry_offer(contest: Contest, me: str, club: Field) -> Offer:
    """Entry of a new team, or of a player who asks for a place in one. After the sign-up only
    players enter.
    """
    new = [Choice("", NEW_TEAM)] if entry_is_late(contest) is None else []
    known = [Choice(one.key, entrant_title(one)) for one in teams_to_join(contest)]
    choices = (*new, *known)
    order = o.Enter(team=choices[0].value if choices else "")
    name = say("Name of the new team", "Nombre del equipo nuevo")
    of_new = (text_field("name", name), club) if new else ()
    return Offer(
        order,
        say("Sign up", "Inscribirse"),
        no=refusals(contest, order, me),
        asks=(
            text_field(
                "player", say("Your name in the team", "Tu nombre en el equipo"), control="own_name"
            ),
            Field.choice("team", say("Team", "Equipo"), choices, is_optional=bool(new)),
            *of_new,
        ),
        main=True,
        about=OWN,
        ahead=True,
    )


def team_offers(contest: Contest, team: Entrant) -> Iterator[Offer]:
    """Orders of the captain; none for an entrant who plays alone."""
    if not team.players or not team.is_in_contest:
        return
    for one in team.players:
        if one.status == ASKS:
            yield from answers_to(contest, team, one)
    others = [one for one in team.players if one.is_playing and one.key != f"{team.key}~1"]
    if len(team.squad) >= LEAST_IN_LINE_UP:
        yield line_up_offer(contest, team)
    order = o.NamePlayer("")
    name = text_field("name", say("Name", "Nombre"), is_optional=False)
    probe = refusals(contest, o.NamePlayer("?"), team.key)
    yield Offer(
        order,
        say("Name a player without an account", "Añadir un jugador sin cuenta"),
        no=tuple(one for one in probe if one.rule == "CON-TEA-03"),
        asks=(name,),
        says=say(
            "You propose dates and state results for this player.",
            "Propones fechas y anotas resultados por ese jugador.",
        ),
        about=TEAM,
        ahead=True,
    )
    if others:
        yield release_offer(team, others)


def answers_to(contest: Contest, team: Entrant, player: TeamPlayer) -> Iterator[Offer]:
    """Answers to a player who asks for a place."""
    who = player_name(team, player)
    for accept, label in (
        (True, say("Take {who} into the team", "Admitir a {who} en el equipo", who=who)),
        (False, say("Decline {who}", "Rechazar a {who}", who=who)),
    ):
        order = o.AnswerPlayer(player.key, accept)
        yield offer(contest, team.key, order, label, main=accept, about=TEAM)


def line_up_offer(contest: Contest, team: Entrant) -> Offer:
    """Order of the players for the next round."""
    order = line_up(contest, team)
    players = {one.key: one for one in team.players}
    choices = tuple(Choice(key, player_name(team, players[key])) for key in order)
    return Offer(
        o.SetLineUp(order),
        say("Set the line-up", "Fijar la alineación"),
        asks=(
            Field.ranking(
                "players", say("Order of the players", "Orden de los jugadores"), choices
            ),
        ),
        says=say(
            "The first {n:player+s} play in the next round. Other teams see the line-up when the "
            "round is published.",
            "Los {n} primeros juegan la ronda siguiente. Los demás equipos ven la alineación cuando "
            "se publica la ronda.",
            n=contest.settings.team_size,
        ),
        about=TEAM,
        ahead=True,
    )


def release_offer(team: Entrant, others: list[TeamPlayer]) -> Offer:
    """Removal of another player of the team."""
    choices = tuple(Choice(one.key, player_name(team, one)) for one in others)
    return Offer(
        o.ReleasePlayer(others[0].key),
        say("Take a player out of the team", "Retirar a un jugador del equipo"),
        asks=(Field.choice("player", say("Player", "Jugador"), choices),),
        says=say(
            "The opponents win the open boards of this player. The player cannot return.",
            "Los rivales ganan los tableros pendientes de ese jugador, que no puede volver.",
        ),
        about=TEAM,
        ahead=True,
    )
