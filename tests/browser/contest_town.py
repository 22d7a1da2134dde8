"""Contests for the list of looks: a Swiss one after its first round, a cup, and an open sign-up."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.contests import orders as o
from app.kernel.contract import Order
from app.services.container import Services
from app.services.play import lobby, open_seats, orders

CHESS = {"battle": "in_words", "words": "Chess"}


def contest(services: Services, organiser: int, form: str, title: str) -> int:
    """Number of a new contest."""
    return lobby.open_table(
        services, organiser, "contests", form, "referee", title=title, terms=CHESS, gathers=True
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


def contests(services: Services, organiser: int, people: Mapping[str, int]) -> dict[str, str]:
    """Addresses of a Swiss contest with a draft, a cup after its semi-finals, and a sign-up."""
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
                state = services.stories.of(work, box, services.find(work, game)).now.state
            pairing = state.pairing(key)
            directs(services, game, organiser, o.Decide(key, pairing.first, 5, 2))
        directs(services, game, organiser, o.DraftRound())
    directs(services, cup, organiser, o.PublishRound())
    names = {"contest": swiss, "cup": cup, "league": league}
    return {name: f"/games/{game}" for name, game in names.items()}
