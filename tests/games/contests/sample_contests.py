"""Contests for the list of looks: a Swiss one after its first round, a cup, and an open sign-up."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.contests import orders as o
from app.kernel.contract import Order
from app.services.container import Services
from app.services.play import lobby, open_seats, orders
from tests.sample_games import INCH_GAME

LISTS = {"battle": f"{INCH_GAME}/encounter", "of_points": "300", "lists": "yes"}
CHESS = {"battle": "in_words", "words": "Chess"}


def contest(
    services: Services,
    organiser: int,
    form: str,
    title: str,
    terms: Mapping[str, str] = CHESS,
) -> int:
    """Number of a new contest."""
    return lobby.open_table(
        services, organiser, "contests", form, "referee", title=title, terms=terms, gathers=True
    ).id


def enters(services: Services, game: int, people: Mapping[str, int]) -> None:
    """Sign up these members under their names."""
    for name, user in people.items():
        order = o.Enter(name.title(), "Dragones" if user % 2 else "")
        open_seats.take_seat(services, game, user, f"in-{name}", order)


def directs(services: Services, game: int, organiser: int, *given: Order) -> None:
    """Give orders of the organiser."""
    for number, order in enumerate(given):
        with services.store.read() as work:
            last = services.find(work, game).number
        command = f"{type(order).__name__}-{last}-{number}"
        orders.declare_order(services, game, organiser, command, last, order, seat="referee")


def ladder(services: Services, organiser: int, people: Mapping[str, int]) -> int:
    """Number of a ladder whose lowest entrant challenges the one above."""
    game = contest(services, organiser, "ladder", "Escalera")
    enters(services, game, people)
    directs(services, game, organiser, o.CloseSignUp())
    with services.store.read() as work:
        found = services.find(work, game)
        rungs = services.histories.of(work, services.shelf["contests"], found).now.state.rungs
        seats = {one.seat: one.user_id for one in work.seats.for_game(game)}
    lowest = rungs[-1]
    order = o.ChallengeEntrant(rungs[-2])
    last = found.number
    orders.declare_order(services, game, seats[lowest], "challenge", last, order, seat=lowest)
    return game


def grouped(services: Services, organiser: int, people: Mapping[str, int]) -> int:
    """Number of a contest whose groups have played, with its first round of the bracket."""
    terms = CHESS | {"groups": "2", "advance": "1"}
    game = contest(services, organiser, "groups", "Grupos", terms)
    enters(services, game, people)
    directs(services, game, organiser, o.CloseSignUp(), o.DraftRound(), o.PublishRound())
    while True:
        with services.store.read() as work:
            box, found = services.shelf["contests"], services.find(work, game)
            state = services.histories.of(work, box, found).now.state
        if state.advanced:
            return game
        for one in state.open_pairings():
            directs(services, game, organiser, o.Decide(one.key, one.first, 5, 2))
        directs(services, game, organiser, o.DraftRound(), o.PublishRound())


def contests(services: Services, organiser: int, people: Mapping[str, int]) -> dict[str, str]:
    """Addresses of a Swiss contest with a draft, a cup after its semi-finals, a sign-up, and a
    ladder with a challenge.
    """
    swiss, cup, league = (
        contest(services, organiser, form, title)
        for form, title in (("swiss", "Suizo"), ("knockout", "Copa"), ("robin", "Liga"))
    )
    first_round = (o.CloseSignUp(), o.DraftRound(), o.PublishRound())
    for game in (swiss, cup):
        enters(services, game, people)
        directs(services, game, organiser, *first_round)
        for key in ("r1.1", "r1.2"):
            with services.store.read() as work:
                box = services.shelf["contests"]
                state = services.histories.of(work, box, services.find(work, game)).now.state
            pairing = state.pairing(key)
            directs(services, game, organiser, o.Decide(key, pairing.first, 5, 2))
        directs(services, game, organiser, o.DraftRound())
    directs(services, cup, organiser, o.PublishRound())
    listed = contest(services, organiser, "robin", "Listas", LISTS)
    enters(services, listed, people)
    names = {
        "contest": swiss,
        "cup": cup,
        "league": league,
        "listed": listed,
        "ladder": ladder(services, organiser, people),
        "grouped": grouped(services, organiser, people),
    }
    return {name: f"/games/{game}" for name, game in names.items()}
