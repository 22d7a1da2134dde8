"""Moves as parameterised offers on a continuum: two runners on a table measured in thousandths of
an inch.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.contract import Event, Order, Step
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.refusal import no, refuse_if
from app.kernel.say import as_is, say
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, won

GOAL = 30_000  # thousandths of an inch
LONGEST = 6_000
SHORTEST = 500
SIDES = ("left", "right")


class Run(Order, frozen=True, tag="run"):
    by: int = 0
    gait: str = "walk"
    calls: tuple[str, ...] = ()


class Placed(Event, frozen=True, tag="placed"):
    pass


class Ran(Event, frozen=True, tag="ran"):
    side: str
    to: int


class Track(Struct, frozen=True):
    at: dict[str, int]
    turn: int = 1
    active: str = "left"
    seat: str | None = None


class Range(Tiny):
    card = card(
        "range",
        SIDES,
        (Step("run", "RAN-SEQ-01", say("Run", "Carrera"), (Run,)),),
        (Run,),
        (Placed, Ran),
        ("goal",),
    )
    rulebook = rules(
        "RAN",
        SEQ_01="The sides run in turn.",
        RUN_01="A run is 0.5 to 6 inches.",
        RUN_02="One walks or runs.",
    )

    def new_game(self, setup, dice):
        return (Placed(),)

    def decide(self, state, order, seat, dice):
        refuse_if(_turn(state, seat), _length(order.by), _gait(order.gait))
        return (Ran(seat, min(GOAL, state.at[seat] + order.by)),)

    def evolve(self, state, event):
        match event:
            case Placed():
                return Track(dict.fromkeys(SIDES, 0))
            case Ran(side, to):
                other = next(one for one in SIDES if one != side)
                return replace(state, at=state.at | {side: to}, turn=state.turn + 1, active=other)
        raise TypeError(event)

    def view(self, state, viewer):
        return replace(state, seat=viewer.seat)

    def waiting_for(self, state):
        return (
            () if self.outcome(state) else (Decision(state.active, "run", say("Run.", "Corre.")),)
        )

    def offers(self, view):
        turn = _turn(view, view.seat)
        gaits = tuple(
            Choice(gait, as_is(gait), no=(_gait(gait),) if _gait(gait) else ())
            for gait in ("walk", "run", "fly")
        )
        cries = tuple(Choice(cry, as_is(cry)) for cry in ("ho", "hey"))
        return [
            Offer(
                Run(),
                say("Run", "Correr"),
                no=(turn,) if turn else (),
                asks=(
                    Field.number("by", as_is("by"), least=SHORTEST, most=LONGEST),
                    Field.choice("gait", as_is("gait"), gaits),
                    Field.some("calls", as_is("calls"), cries),
                ),
            )
        ]

    def assess(self, view, order):
        return Assessment(
            no=tuple(filter(None, (_turn(view, view.seat), _length(order.by), _gait(order.gait))))
        )

    def outcome(self, state):
        return next((won((side,), "goal") for side in SIDES if state.at[side] >= GOAL), None)


def _turn(state, seat):
    return None if seat == state.active else not_your_turn("RAN-SEQ-01")


def _length(by):
    if SHORTEST <= by <= LONGEST:
        return None
    return no(
        "RAN-RUN-01",
        "A run is 0.5 to 6 inches, not {by}.",
        "Se corre de 0,5 a 6 pulgadas, no {by}.",
        by=by / 1000,
    )


def _gait(gait):
    return None if gait in ("walk", "run") else no("RAN-RUN-02", "Nobody flies.", "Nadie vuela.")


GAME = Range()
