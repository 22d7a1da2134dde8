"""Three sides take turns to lay stones; the player of the twenty-first stone loses."""

from __future__ import annotations

from msgspec import Struct

from app.kernel.contract import Event, Order, Step
from app.kernel.offers import Decision, Offer
from app.kernel.refusal import no, refuse_if
from app.kernel.say import say
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, won

SIDES = ("ash", "birch", "cedar")
LAST = 21


class Lay(Order, frozen=True, tag="lay"):
    count: int


class Placed(Event, frozen=True, tag="placed"):
    pass


class Laid(Event, frozen=True, tag="laid"):
    side: str
    count: int


class Pile(Struct, frozen=True):
    stones: int = 0
    turn: int = 1
    seat: str | None = None

    @property
    def active(self) -> str:
        return SIDES[(self.turn - 1) % len(SIDES)]


class Stones(Tiny):
    card = card(
        "stones",
        SIDES,
        (Step("lay", "STO-SEQ-01", say("Lay", "Poner"), (Lay,)),),
        (Lay,),
        (Placed, Laid),
        ("last",),
    )
    rulebook = rules(
        "STO", SEQ_01="The sides lay stones in turn.", LAY_01="One to three stones at a time."
    )

    def new_game(self, setup, dice):
        return (Placed(),)

    def decide(self, state, order, seat, dice):
        refuse_if(_turn(state, seat), _count(order.count))
        return (Laid(seat, order.count),)

    def evolve(self, state, event):
        match event:
            case Placed():
                return Pile()
            case Laid(_, count):
                return Pile(state.stones + count, state.turn + 1)
        raise TypeError(event)

    def view(self, state, viewer):
        return Pile(state.stones, state.turn, viewer.seat)

    def waiting_for(self, state):
        return (
            ()
            if self.outcome(state)
            else (Decision(state.active, "lay", say("Lay stones.", "Pon piedras.")),)
        )

    def offers(self, view):
        return [
            Offer(
                Lay(count),
                say("Lay", "Poner"),
                no=tuple(filter(None, (_turn(view, view.seat), _count(count)))),
            )
            for count in (1, 2, 3, 4)
        ]

    def outcome(self, state):
        if state.stones < LAST:
            return None
        loser = SIDES[(state.turn - 2) % len(SIDES)]
        return won([side for side in SIDES if side != loser], "last")


def _turn(state, seat):
    return None if seat == state.active else not_your_turn("STO-SEQ-01")


def _count(count):
    return (
        None
        if 1 <= count <= 3
        else no("STO-LAY-01", "One to three stones.", "De una a tres piedras.")
    )


GAME = Stones()
