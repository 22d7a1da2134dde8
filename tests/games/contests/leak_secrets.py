"""Secret facts of a contest for the leak tests (tests/leaks): the draft of a round, and payments."""

from __future__ import annotations

from app.games.contests import orders as o
from app.services.play import lobby, open_seats
from tests.leaks.outlets import Probe
from tests.leaks.secret import Look, Secret
from tests.leaks.worlds import World

CHESS = {"battle": "in_words", "words": "Chess"}


def contest(world: World) -> None:
    """Swiss contest of three entrants whose sign-up is closed; the owner of the secret organises it."""
    world.comes("native")
    services, ids = world.services, world.ids
    game = lobby.open_table(services, ids["own"], "contests", "swiss", "referee", terms=CHESS)
    game = lobby.join_table(services, game.id, ids["other"], "p1")
    game = lobby.join_table(services, game.id, ids["native"], "p2")
    world.sits(game, p1="other", p2="native", referee="own", p3="member")
    world.gives("p1", o.Enter("Ana"))
    world.gives("p2", o.Enter("Bea"))
    open_seats.take_seat(services, game.id, ids["member"], "in", o.Enter("Carla"))
    world.gives("referee", o.CloseSignUp(), {"lot": [1, 1]})


def a_round_is_drafted(world: World, look: Look) -> None:
    """The organiser has exchanged other entrants of the draft in each world."""
    contest(world)
    world.gives("referee", o.DraftRound(), {"lot": [1, 1]})
    world.gives("referee", o.SwapEntrants(("p1", "p2")[world.secret], "p3"))
    look("drafted")


def a_payment_is_noted(world: World, look: Look) -> None:
    """In one world Ana has paid, in the other Carla. Bea and strangers look."""
    contest(world)
    world.gives("referee", o.MarkPaid(("p1", "p3")[world.secret]))
    look("paid")


SECRETS = {
    "a round is drafted": Secret(a_round_is_drafted, Probe()),
    "a payment is noted": Secret(a_payment_is_noted, Probe(), ("native", "stranger")),
}
