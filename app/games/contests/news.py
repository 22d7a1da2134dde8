"""News of a contest: the events that entrants and organisers are notified of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from app.games.contests import events as e
from app.games.contests.ladder_words import LADDER_NEWS, opened_news
from app.games.contests.names import pairing_title
from app.games.contests.play_words import answered_news, asked_news
from app.games.contests.state import REFEREE, Contest, Pairing, seat_of
from app.games.contests.wording import draft_lapsed, wording
from app.kernel.contract import Event, Game
from app.kernel.event_news import MakeNews, news_from
from app.kernel.long_game_parts import News
from app.kernel.say import Say, say


def news_of(games: Mapping[str, Game], before: Contest | None, event: Event) -> Sequence[News]:
    """News of an event."""
    return news_from(NEWS, partial(wording, games), before, event)


def seats_of(pairing: Pairing) -> tuple[str, ...]:
    """Seats that act for the entrants or players of a pairing."""
    return tuple(map(seat_of, pairing.entrants))


def player_asked(_before: Contest, event: e.PlayerAsked, says: Say) -> Iterator[News]:
    title = say("A player for your team", "Un jugador para tu equipo")
    yield News("player_asked", (event.team,), title, says, asks=True)


def player_answered(_before: Contest, event: e.PlayerAnswered, says: Say) -> Iterator[News]:
    title = say("Your team has answered", "Tu equipo ha respondido")
    yield News("player_answered", (event.player,), title, says)


def player_left(before: Contest, event: e.PlayerLeft, says: Say) -> Iterator[News]:
    """A departure, for the captain and for a player with an own seat."""
    team = before.entrants[event.team]
    title = say("A change in your team", "Un cambio en tu equipo")
    readers = dict.fromkeys((team.key, seat_of(event.player)))
    yield News("player_left", tuple(readers), title, says)


def captain_left(before: Contest, event: e.CaptainLeft, says: Say) -> Iterator[News]:
    """A new captain, who has the seat of the former one; for the other players of the team too."""
    lead = say("You are the captain of your team now", "Ahora eres el capitán de tu equipo")
    yield News("captain_left", (event.team,), lead, says)
    title = say("Your team has a new captain", "Tu equipo tiene un nuevo capitán")
    squad = before.entrants[event.team].squad
    others = tuple(key for key in squad if "~" not in key and key != event.successor)
    if others:
        yield News("captain_left", others, title, says)


def moved_up(_before: Contest, event: e.MovedUp, says: Say) -> Iterator[News]:
    title = say("You have a place", "Tienes plaza")
    yield News("moved_up", (event.entrant,), title, says)


def place_offered(_before: Contest, event: e.PlaceOffered, says: Say) -> Iterator[News]:
    title = say("A place is free for you", "Hay una plaza libre para ti")
    yield News("place_offered", (event.entrant,), title, says, asks=True)


def published(before: Contest, event: e.RoundPublished, _says: Say) -> Iterator[News]:
    """A round, for each entrant with the own pairing; of an open form its beginning."""
    if before.rules.is_open:
        yield from opened_news(before)
        return
    title = say("Round {n} is published", "Se ha publicado la ronda {n}", n=event.round)
    for one in (battle for pairing in event.pairings for battle in pairing.boards or (pairing,)):
        yield News(
            "paired",
            seats_of(one),
            title,
            pairing_title(before, one),
            "" if one.is_bye else one.key,
            asks=not one.is_bye,
        )


def lapsed(before: Contest, event: e.DraftLapsed, _says: Say) -> Iterator[News]:
    """A void draft with its reason, for the organisers alone: they draw the round again."""
    title = say("The draft is void", "El borrador queda anulado")
    [told] = draft_lapsed(before, event)
    yield News("draft_void", (REFEREE,), title, told.says)


def stated(before: Contest, event: e.ResultEntered, says: Say) -> Iterator[News]:
    """A stated result, for the opponent; a draw that needs a winner, for the organisers."""
    pairing = before.pairing(event.battle)
    if pairing is None:
        return
    if not event.report.by:
        title = say("Name the winner", "Indica quién gana")
        yield News("decide", (REFEREE,), title, says, event.battle, asks=True)
        return
    title = say("A result to confirm", "Un resultado por confirmar")
    reader = seat_of(pairing.opponent(event.report.by))
    yield News("result", (reader,), title, says, event.battle, asks=True)


def disputed(before: Contest, event: e.ResultDisputed, says: Say) -> Iterator[News]:
    pairing = before.pairing(event.battle)
    if pairing is not None:
        title = say("A result is disputed", "Se discute un resultado")
        readers = (seat_of(pairing.opponent(event.report.by)), REFEREE)
        yield News("disputed", readers, title, says, event.battle, asks=True)


def settled(before: Contest, event: e.ResultSettled, says: Say) -> Iterator[News]:
    pairing = before.pairing(event.battle)
    if pairing is not None:
        title = say("A result counts", "Un resultado ya cuenta")
        yield News("settled", seats_of(pairing), title, says, event.battle)


def proposed(before: Contest, event: e.DateProposed, says: Say) -> Iterator[News]:
    pairing = before.pairing(event.battle)
    if pairing is not None:
        title = say("A date for your battle", "Una fecha para tu batalla")
        reader = seat_of(pairing.opponent(event.by))
        yield News("date_proposed", (reader,), title, says, event.battle)


def answered(before: Contest, event: e.DateAnswered, says: Say) -> Iterator[News]:
    pairing = before.pairing(event.battle)
    if pairing is not None and pairing.date is not None:
        title = say("Your date is answered", "Han respondido a tu fecha")
        yield News("date_answered", (seat_of(pairing.date.by),), title, says, event.battle)


def extended(before: Contest, event: e.TimeExtended, says: Say) -> Iterator[News]:
    pairing = before.pairing(event.battle)
    if pairing is not None:
        title = say("Your battle is extended", "Tu batalla tiene prórroga")
        yield News("extended", seats_of(pairing), title, says, event.battle)


def left(_before: Contest, event: e.EntrantLeft, says: Say) -> Iterator[News]:
    """A departure, for the organisers; a removal, for the entrant too."""
    title = say("An entrant has left", "Un participante se ha ido")
    yield News("left", (REFEREE,), title, says)
    if event.reason:
        title = say("You are out of the contest", "Quedas fuera de la competición")
        yield News("removed", (event.entrant,), title, says)


def ended(_before: Contest, event: e.RoundEnded, says: Say) -> Iterator[News]:
    title = say("Round {n} is complete", "La ronda {n} está completa", n=event.round)
    yield News("round_ended", (REFEREE,), title, says, asks=True)


def closed(before: Contest, _event: e.ContestClosed, says: Say) -> Iterator[News]:
    title = say("The contest is over", "La competición ha terminado")
    readers = [seat_of(key) for one in before.playing() for key in one.squad or (one.key,)]
    yield News("closed", tuple(dict.fromkeys(readers)), title, says)


NEWS: dict[type, MakeNews] = {
    e.PlayerAsked: player_asked,
    e.PlayerAnswered: player_answered,
    e.PlayerLeft: player_left,
    e.CaptainLeft: captain_left,
    e.MovedUp: moved_up,
    e.PlaceOffered: place_offered,
    e.RoundPublished: published,
    e.DraftLapsed: lapsed,
    e.ResultEntered: stated,
    e.ResultDisputed: disputed,
    e.ResultSettled: settled,
    e.DateProposed: proposed,
    e.DateAnswered: answered,
    e.PlayAsked: asked_news,
    e.PlayAnswered: answered_news,
    e.TimeExtended: extended,
    e.EntrantLeft: left,
    **LADDER_NEWS,
    e.RoundEnded: ended,
    e.ContestClosed: closed,
}
