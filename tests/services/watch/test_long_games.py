"""An order and a look need the same work in a long game as in a short one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from app.kernel import table_orders
from app.services.play import orders
from app.services.watch import game_view

SHORT, LONG = 60, 600
GROWTH = 1.1


@contextmanager
def counted_calls(calls: Counter[str], name: str) -> Iterator[None]:
    """Count the calls of functions and the steps of generators in this block."""

    def called(_frame, event, _argument) -> None:
        calls[name] += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(None)


def play(services, game, people, until: int) -> None:
    """Offer and decline draws until this number of moves."""
    for number in range(game_view.load_view(services, game.id).last, until):
        order = (table_orders.OfferDraw(), table_orders.DeclineDraw())[(number - 1) % 2]
        holder = people[(number - 1) % 2].id
        orders.declare_order(services, game.id, holder, f"draw {number}", number, order)


def test_the_work_of_an_order_and_a_look_does_not_grow_with_the_moves(services, people, started):
    game, found = started("parry"), []
    for length in (SHORT, LONG):
        play(services, game, people, length)
        calls = Counter[str]()
        game_view.load_view(services, game.id, people[0].id)
        with counted_calls(calls, "order"):
            play(services, game, people, length + 2)
        with counted_calls(calls, "look"):
            game_view.load_view(services, game.id, people[0].id)
        with counted_calls(calls, "undo"):  # of the offer that was made last
            holder, undo = people[0].id, table_orders.TakeBack()
            orders.declare_order(services, game.id, holder, f"undo {length}", length + 2, undo)
        found.append(calls)
    for name in ("order", "look", "undo"):
        assert found[1][name] <= GROWTH * found[0][name], found
