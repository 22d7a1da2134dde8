"""Six sides take turns to give away a life of their own or of another side; the last one alive
wins.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.contract import Departure, Event, Order, Step
from app.kernel.offers import Decision, Offer
from app.kernel.refusal import no, refuse_if
from app.kernel.say import say
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, won

SIDES = ("apple", "beech", "cherry", "damson", "elder", "fig")
LIVES = 2


class Strike(Order, frozen=True, tag="strike"):
    target: str


class Placed(Event, frozen=True, tag="placed"):
    pass


class Struck(Event, frozen=True, tag="struck"):
    side: str
    target: str


class Uprooted(Event, frozen=True, tag="uprooted"):
    """All lives of a side are gone because its players have left."""

    side: str


class Orchard(Struct, frozen=True):
    lives: dict[str, int]
    turn: int = 1
    active: str = SIDES[0]
    seat: str | None = None

    @property
    def alive(self) -> list[str]:
        return [side for side in SIDES if self.lives[side]]

    def after(self, side: str) -> str:
        """The next side that is alive, in the order of the sides."""
        place = SIDES.index(side)
        return next(one for one in (*SIDES[place + 1 :], *SIDES) if self.lives[one])


class LastOne(Tiny):
    card = card(
        "last_one",
        SIDES,
        (Step("strike", "LAS-SEQ-01", say("Strike", "Golpear"), (Strike,)),),
        (Strike,),
        (Placed, Struck, Uprooted),
        ("last",),
    )
    rulebook = rules(
        "LAS",
        SEQ_01="The sides strike in turn.",
        STR_01="A strike takes a life of another side that is alive.",
    )

    def new_game(self, setup, dice):
        return (Placed(),)

    def decide(self, state, order, seat, dice):
        refuse_if(_turn(state, seat), _target(state, seat, order.target))
        return (Struck(seat, order.target),)

    def evolve(self, state, event):
        match event:
            case Placed():
                return Orchard(dict.fromkeys(SIDES, LIVES))
            case Struck(side, target):
                left = replace(
                    state,
                    lives=state.lives | {target: state.lives[target] - 1},
                    turn=state.turn + 1,
                )
                return replace(left, active=left.after(side))
            case Uprooted(side):
                left = replace(state, lives=state.lives | {side: 0})
                return (
                    replace(left, active=left.after(side))
                    if state.active == side and left.alive
                    else left
                )
        raise TypeError(event)

    def eliminated(self, state):
        return [side for side in SIDES if not state.lives[side]]

    def side_leaves(self, state, side, others):
        if len(others) < 2:
            return Departure(ends=True, winners=tuple(others))
        return Departure((Uprooted(side),))

    def view(self, state, viewer):
        return replace(state, seat=viewer.seat)

    def waiting_for(self, state):
        return (
            ()
            if self.outcome(state)
            else (Decision(state.active, "strike", say("Strike.", "Golpea.")),)
        )

    def offers(self, view):
        return [
            Offer(
                Strike(target),
                say("Strike", "Golpear"),
                no=tuple(filter(None, (_turn(view, view.seat), _target(view, view.seat, target)))),
            )
            for target in SIDES
        ]

    def outcome(self, state):
        return won(state.alive, "last") if len(state.alive) == 1 else None


def _turn(state, seat):
    return None if seat == state.active else not_your_turn("LAS-SEQ-01")


def _target(state, seat, target):
    if target in SIDES and target != seat and state.lives[target]:
        return None
    return no(
        "LAS-STR-01", "Name another side that is alive.", "Nombra a otro bando que siga vivo."
    )


GAME = LastOne()
