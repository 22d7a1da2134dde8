"""Decision of the other side during an activation: a blow is answered before it falls, or in
advance.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.conditional_orders import Answer as InAdvance
from app.kernel.conditional_orders import NoOrdersMeanwhile, Topic
from app.kernel.contract import Event, Order, Step
from app.kernel.form import Choice
from app.kernel.offers import Decision, Offer
from app.kernel.refusal import no, refuse_if
from app.kernel.say import say
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, won

SIDES = ("red", "blue")
WIN = 3


class Strike(Order, frozen=True, tag="strike"):
    hard: bool


class Answer(Order, frozen=True, tag="answer"):
    parry: bool


class Struck(Event, frozen=True, tag="struck"):
    side: str
    hard: bool


class Answered(Event, frozen=True, tag="answered"):
    side: str
    parry: bool
    die: int
    hit: bool


class Placed(Event, frozen=True, tag="placed"):
    pass


class Duel(Struct, frozen=True):
    turn: int = 1
    active: str = "red"
    coming: bool | None = None  # a blow on its way; true if it is a hard one
    hits: dict[str, int] = {}
    viewer: str | None = None


class ConditionalOrders(NoOrdersMeanwhile):
    """Answers to a blow: parry it, or stand a light one."""

    orders = in_secret = used_once = ()
    titles: ClassVar = {"blow": say("A blow comes", "Llega un golpe")}
    words: ClassVar = {
        "parry": say("parry it", "se para"),
        "brave": say("stand it, if it is no hard one", "se aguanta, si no es fuerte"),
    }

    def topics(self, view):
        choices = tuple(Choice(value, says) for value, says in self.words.items())
        return (
            (Topic("blow", self.titles["blow"], "PAR-SEQ-02", choices),)
            if view.viewer in SIDES
            else ()
        )

    def presets(self, view):
        return ()

    def answer(self, view, given):
        said = given.get("blow")
        if (
            not said
            or view.coming is None
            or view.viewer == view.active
            or (said == "brave" and view.coming)
        ):
            return None
        return InAdvance("blow", Answer(said == "parry"), self.words[said])

    def foreseen(self, view, given):
        return tuple(
            found.says
            for hard in (False, True)
            if (found := self.answer(replace(view, coming=hard, active=other(view.viewer)), given))
        )

    def ordered(self, view, given):
        return ()


def other(side):
    return next(one for one in SIDES if one != side)


class Parry(Tiny):
    conditional_orders = ConditionalOrders()
    card = card(
        "parry",
        SIDES,
        (
            Step("blow", "PAR-SEQ-01", say("Blow", "Golpe"), (Strike,)),
            Step("answer", "PAR-SEQ-02", say("Answer", "Respuesta"), (Answer,)),
        ),
        (Strike, Answer),
        (Placed, Struck, Answered),
        ("hits",),
    )
    rulebook = rules(
        "PAR",
        SEQ_01="A side strikes in its turn.",
        SEQ_02="A blow is answered by the other side before it falls.",
        HRD_01="No hard blow in the first turn.",
    )

    def new_game(self, setup, dice):
        return (Placed(),)

    def decide(self, state, order, seat, dice):
        match order:
            case Strike(hard):
                refuse_if(self._no_blow(state, seat, hard))
                return (Struck(seat, hard),)
            case Answer(parry):
                refuse_if(self._no_answer(state, seat))
                die = dice.roll(6, "blow", state.active)
                return (Answered(seat, parry, die, die > (4 if parry and not state.coming else 3)),)
        raise TypeError(order)

    def _no_blow(self, state, seat, hard):
        return (
            None if state.coming is None and seat == state.active else not_your_turn("PAR-SEQ-01"),
            no("PAR-HRD-01", "No hard blow yet.", "Aún no hay golpe fuerte.")
            if hard and state.turn == 1
            else None,
        )

    def _no_answer(self, state, seat):
        return (
            None
            if state.coming is not None and seat not in (None, state.active)
            else not_your_turn("PAR-SEQ-02")
        )

    def evolve(self, state, event):
        match event:
            case Placed():
                return Duel()
            case Struck(_, hard):
                return replace(state, coming=hard)
            case Answered(side, hit=hit):
                hits = state.hits | (
                    {state.active: state.hits.get(state.active, 0) + 1} if hit else {}
                )
                return replace(state, coming=None, hits=hits, active=side, turn=state.turn + 1)
        raise TypeError(event)

    def view(self, state, viewer):
        return Duel(state.turn, state.active, state.coming, state.hits, viewer.seat)

    def imagined(self, view):
        return replace(view, viewer=None)

    def waiting_for(self, state):
        if self.outcome(state):
            return ()
        if state.coming is None:
            return (Decision(state.active, "blow", say("Strike.", "Golpea.")),)
        return (
            Decision(
                other(state.active),
                "answer",
                say("Answer the blow.", "Responde al golpe."),
                reaction=True,
                topic="blow",
            ),
        )

    def offers(self, view):
        if view.coming is None:
            return [
                Offer(
                    Strike(hard),
                    say("Strike", "Golpear"),
                    no=tuple(filter(None, self._no_blow(view, view.viewer, hard))),
                )
                for hard in (False, True)
            ]
        refusal = self._no_answer(view, view.viewer)
        return [
            Offer(
                Answer(parry),
                say("Answer", "Responder"),
                no=(refusal,) if refusal else (),
                rolls=True,
            )
            for parry in (True, False)
        ]

    def outcome(self, state):
        return next(
            (won((side,), "hits") for side, hits in state.hits.items() if hits >= WIN), None
        )


GAME = Parry()
