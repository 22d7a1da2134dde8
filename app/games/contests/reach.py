"""Dry run of an order: its refusals, and what follows from an entry."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests.decide import refusals
from app.games.contests.entries import next_status
from app.games.contests.fog import View
from app.games.contests.names import entrant_title, result_words
from app.games.contests.orders import DisputeResult, Enter, EnterResult
from app.games.contests.seats import JUDGE
from app.games.contests.state import ENTERED, REFEREE, Contest
from app.kernel.contract import Order
from app.kernel.offers import Assessment
from app.kernel.say import Say, as_is, say


def assess(view: View, order: Order) -> Assessment:
    """Dry run from the viewer's knowledge."""
    if view.me is None:
        return Assessment()
    no = refusals(view.contest, order, REFEREE if view.me == JUDGE else view.me)
    notes: tuple[Say, ...] = ()
    if isinstance(order, Enter):
        notes = tuple(entry_words(view.contest, order))
    elif isinstance(order, (EnterResult, DisputeResult)) and not no:
        notes = tuple(statement_words(view.contest, order))
    return Assessment(no=no, notes=notes)


def statement_words(contest: Contest, order: EnterResult | DisputeResult) -> Iterator[Say]:
    """Stated result with its points, and the answer that follows."""
    scores, pairing = (order.points_first, order.points_second), contest.pairing(order.battle)
    if pairing is None:
        return
    result = result_words(contest, pairing, order.winner or "", scores)
    yield say("{result:Aa}.", "{result:Aa}.", result=result)
    if isinstance(order, DisputeResult):
        yield say(
            "An organiser sees both results and decides.",
            "Un organizador ve los dos resultados y decide.",
        )
    else:
        yield say(
            "Your opponent then confirms or disputes the result.",
            "Después tu rival confirma o discute el resultado.",
        )


def entry_words(contest: Contest, order: Enter) -> Iterator[Say]:
    """Name and club as they will be listed, and the place or the waiting list; of a player, the
    team that is asked.
    """
    player = " ".join(order.player.split()) if contest.settings.team_size else ""
    if player:
        yield say("Your name: {name}.", "Tu nombre: {name}.", name=as_is(player))
    team = contest.entrant(order.team)
    if team is not None:
        yield say(
            "The captain of the team {team} is asked, and takes you or declines.",
            "Se le pregunta al capitán del equipo {team}, que te admite o te rechaza.",
            team=entrant_title(team),
        )
        return
    if contest.settings.team_size:
        yield say("You are the captain of a new team.", "Eres capitán de un equipo nuevo.")
    name, club = " ".join(order.name.split()), " ".join(order.club.split())
    if name:
        yield say("Name: {name}.", "Nombre: {name}.", name=as_is(name))
    if club:
        yield say("Club: {club}.", "Club: {club}.", club=as_is(club))
    if next_status(contest) == ENTERED:
        yield say("You get a place.", "Tienes plaza.")
    else:
        yield say(
            "All places are taken: you stand on the waiting list.",
            "No quedan plazas: entras en la lista de espera.",
        )
