"""Two to sixteen sides in a ring, with a referee. A side passes or puts another one out."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.contract import Event, Order, Step
from app.kernel.offers import Decision, Offer
from app.kernel.say import say
from tests.contract.tiny.box import Tiny, card, rules, won

REFEREE = "referee"
ROUNDS = 3


class Pass(Order, frozen=True, tag="pass"):
    pass


class PutOut(Order, frozen=True, tag="put_out"):
    target: str


class Placed(Event, frozen=True, tag="placed"):
    pass


class Passed(Event, frozen=True, tag="passed"):
    pass


class WasPutOut(Event, frozen=True, tag="was_put_out"):
    target: str


class Circle(Struct, frozen=True):
    out: tuple[str, ...] = ()
    turn: int = 1
    seat: str | None = None


class Ring(Tiny):
    """Ring of several sides. Its result names all of them and the referee as winners."""

    competing: tuple[str, ...]
    rulebook = rules("RIN", SEQ_01="The sides act in turn.")

    def active(self, state: Circle) -> str:
        return self.competing[(state.turn - 1) % len(self.competing)]

    def after_turn(self, state: Circle) -> Circle:
        """State at the turn of the next side that is not out."""
        following = replace(state, turn=state.turn + 1)
        return self.after_turn(following) if self.active(following) in state.out else following

    def new_game(self, setup, dice):
        return (Placed(),)

    def decide(self, state, order, seat, dice):
        return (WasPutOut(order.target),) if isinstance(order, PutOut) else (Passed(),)

    def evolve(self, state, event):
        match event:
            case Placed():
                return Circle()
            case Passed():
                return self.after_turn(state)
            case WasPutOut(target):
                return self.after_turn(replace(state, out=(*state.out, target)))
        raise TypeError(event)

    def eliminated(self, state):
        return state.out

    def view(self, state, viewer):
        return replace(state, seat=viewer.seat)

    def waiting_for(self, state):
        return (Decision(self.active(state), "pass", say("Pass.", "Pasa.")),)

    def offers(self, view):
        return [Offer(Pass(), say("Pass", "Pasar"))]

    def outcome(self, state):
        over = state.turn > ROUNDS * len(self.competing)
        return won([*self.competing, REFEREE], "last") if over else None


@cache
def ring(count: int) -> Ring:
    """Game of `count` sides and the referee."""
    competing = tuple(f"s{number}" for number in range(1, count + 1))
    orders, events = (Pass, PutOut), (Placed, Passed, WasPutOut)
    step = Step("pass", "RIN-SEQ-01", say("Pass", "Pasar"), orders)
    sides = (*competing, REFEREE)
    made = card("ring", sides, (step,), orders, events, ("last",), judges=(REFEREE,))
    return type("RingOfSides", (Ring,), {"competing": competing, "card": made})()
