"""A battle of a long game: each side brings blades in secret, and each blow costs one."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.child_battles import Aftermath, Losses
from app.kernel.contract import Event, Order, Step
from app.kernel.form import Field
from app.kernel.game_setup import Agreement
from app.kernel.offers import Decision, Offer
from app.kernel.refusal import no, refuse_if
from app.kernel.say import as_is, say
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, won

SIDES = ("north", "south")
USUAL = 3


class Blow(Order, frozen=True, tag="blow"):
    pass


class Armed(Event, frozen=True, tag="armed"):
    blades: dict[str, int]


class Struck(Event, frozen=True, tag="struck"):
    side: str


class Hill(Struct, frozen=True):
    brought: dict[str, int]
    blades: dict[str, int]
    turn: int = 1
    seat: str | None = None

    @property
    def active(self):
        return SIDES[(self.turn - 1) % 2]


class Arming(Agreement):
    """Terms: the most blades of each side. A side brings its blades."""

    def terms(self, scenario, terms):
        return ()

    def brings(self, scenario, terms, side):
        return (Field.number("blades", as_is("blades"), least=1, most=most_of(terms, side)),)

    def settled(self, scenario, terms, brought, chance, alone=""):
        return dict(terms)

    def stock(self, scenario, options, terms, brought):
        for side, form in brought.items():
            refuse_if(too_many(int(form.get("blades", 0)), most_of(terms, side)))
        return {"blades": {side: int(form["blades"]) for side, form in brought.items() if form}}

    def told(self, scenario, terms):
        return ()

    def drawing(self, scenario, terms, language, small=False):
        return None


class Skirmish(Tiny):
    card = card(
        "skirmish",
        SIDES,
        (Step("blow", "SKI-SEQ-01", say("Blow", "Golpe"), (Blow,)),),
        (Blow,),
        (Armed, Struck),
        ("beaten",),
    )
    rulebook = rules(
        "SKI", SEQ_01="The sides strike in turn.", ARM_01="No side brings too many blades."
    )
    agreement = Arming()

    def new_game(self, setup, dice):
        brought = setup.stock.get("blades", {})
        return (Armed({side: int(brought.get(side, USUAL)) for side in SIDES}),)

    def decide(self, state, order, seat, dice):
        refuse_if(_turn(state, seat))
        return (Struck(next(side for side in SIDES if side != seat)),)

    def evolve(self, state, event):
        match event:
            case Armed(blades):
                return Hill(blades, blades)
            case Struck(side):
                left = state.blades | {side: state.blades[side] - 1}
                return replace(state, blades=left, turn=state.turn + 1)
        raise TypeError(event)

    def view(self, state, viewer):
        return replace(state, seat=viewer.seat)

    def waiting_for(self, state):
        if self.outcome(state):
            return ()
        return (Decision(state.active, "blow", say("Strike.", "Golpea.")),)

    def offers(self, view):
        refusal = _turn(view, view.seat)
        return [Offer(Blow(), say("Strike", "Golpear"), no=(refusal,) if refusal else ())]

    def outcome(self, state):
        beaten = [side for side in SIDES if state.blades[side] <= 0]
        return won([side for side in SIDES if side not in beaten], "beaten") if beaten else None

    def aftermath(self, state):
        lost = {side: state.brought[side] - state.blades[side] for side in SIDES}
        return Aftermath(
            turns=state.turn,
            score={side: state.blades[side] for side in SIDES},
            losses={side: Losses(fallen=lost[side]) for side in SIDES},
        )


def most_of(terms, side):
    return int(terms.get(side, USUAL))


def too_many(blades, most):
    if 1 <= blades <= most:
        return None
    return no("SKI-ARM-01", "{n} of {most} blades.", "{n} de {most} filos.", n=blades, most=most)


def _turn(state, seat):
    return None if seat == state.active else not_your_turn("SKI-SEQ-01")


GAME = Skirmish()
