"""Smallest game: the core of the contract and nothing else. Two sides take one or two matches; the
side that takes the last match wins.
"""

from __future__ import annotations

from msgspec import Struct

from app.kernel.box import Box
from app.kernel.contract import Event, Line, Order, Step
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import say
from app.kernel.scene import NOTHING, Scene
from tests.contract.tiny.box import card, not_your_turn, rules, won

MATCHES = 9


class Take(Order, frozen=True, tag="take"):
    count: int


class Heaped(Event, frozen=True, tag="heaped"):
    matches: int


class Taken(Event, frozen=True, tag="taken"):
    seat: str
    count: int


class Heap(Struct, frozen=True):
    matches: int
    active: str = "odd"


class Seen(Struct, frozen=True):
    heap: Heap
    seat: str | None


class CoreOnly(Box):
    card = card(
        "core_only",
        ("odd", "even"),
        (Step("take", "COR-SEQ-01", say("Take", "Quitar"), (Take,)),),
        (Take,),
        (Heaped, Taken),
        ("last",),
    )
    rulebook = rules(
        "COR", SEQ_01="The sides take matches in turn.", TAK_01="One or two matches at a time."
    )

    def new_game(self, setup, dice):
        return (Heaped(MATCHES),)

    def decide(self, state, order, seat, dice):
        refuse_if(*refusals(state, order, seat))
        return (Taken(seat, order.count),)

    def evolve(self, state, event):
        match event:
            case Heaped(matches):
                return Heap(matches)
            case Taken(seat, count):
                return Heap(state.matches - count, "even" if seat == "odd" else "odd")
        raise TypeError(event)

    def view(self, state, viewer):
        return Seen(state, viewer.seat)

    def waiting_for(self, state):
        owed = Decision(state.active, "take", say("Take matches.", "Quita cerillas."))
        return (owed,) if state.matches else ()

    def offers(self, view):
        return [
            Offer(order, say("Take", "Quitar"), no=refusals(view.heap, order, view.seat))
            for order in map(Take, (1, 2, 3))
        ]

    def assess(self, view, order):
        return Assessment(no=refusals(view.heap, order, view.seat))

    def outcome(self, state):
        return None if state.matches else won(["even" if state.active == "odd" else "odd"], "last")

    def drawing(self, view, marks, language):
        area = (0.0, 0.0, 10.0, 10.0)
        label = self.card.title.in_(language)
        return Scene("tiny", label, area, area, (5.0, 5.0), area, (), "core_only", (), NOTHING, ())

    def wording(self, before, event, viewer):
        match event:
            case Taken(seat, count):
                says = say("{side} takes {n}.", "{side} quita {n}.", side=seat, n=count)
                return (Line(says, ("COR-TAK-01",)),)
        return ()


def refusals(heap: Heap, order: Take, seat: str | None) -> tuple[Refusal, ...]:
    wrong = (
        None if seat == heap.active else not_your_turn("COR-SEQ-01"),
        None
        if 1 <= order.count <= min(2, heap.matches)
        else no("COR-TAK-01", "One or two matches.", "Una o dos cerillas."),
    )
    return tuple(filter(None, wrong))


GAME = CoreOnly()
