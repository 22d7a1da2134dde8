"""Tiny game whose sides are settled by bids: the lower bid strikes first, a die decides a tie."""

from __future__ import annotations

from app.kernel.contract import Event, Step
from app.kernel.form import Field
from app.kernel.refusal import no, refuse_if
from app.kernel.say import as_is, say
from tests.contract.tiny.box import card, rules
from tests.contract.tiny.skirmish import SIDES, Armed, Arming, Blow, Skirmish, Struck

EXCHANGING_FACE = 4


class Settled(Event, frozen=True, tag="settled"):
    """Sides after the bids."""

    is_exchange: bool
    seats: dict[str, str]


class Bidding(Arming):
    def brings(self, scenario, terms, side):
        return (Field.number("bid", as_is("bid"), least=1, most=9),)

    def stock(self, scenario, options, terms, brought):
        bids = {side: int(form["bid"]) for side, form in brought.items() if form}
        refuse_if(*(too_high(bid) for bid in bids.values()))
        return {"bids": bids}

    def settles_sides(self, scenario, terms):
        return True

    def exchanged_seats(self, events):
        settled = next(event for event in events if isinstance(event, Settled))
        by_side = {side: [] for side in SIDES}
        for seat, side in settled.seats.items():
            by_side[side].append(seat)
        pairs = list(zip(*by_side.values(), strict=True)) if settled.is_exchange else []
        return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


class Auction(Skirmish):
    card = card(
        "auction",
        SIDES,
        (Step("blow", "AUC-SEQ-01", say("Blow", "Golpe"), (Blow,)),),
        (Blow,),
        (Armed, Settled, Struck),
        ("beaten",),
    )
    rulebook = rules("AUC", SEQ_01="The lower bid strikes first.", BID_01="A bid is at most 9.")
    agreement = Bidding()

    def new_game(self, setup, dice):
        first, second = (setup.stock["bids"][side] for side in SIDES)
        is_exchange = second < first
        if second == first:
            is_exchange = dice.roll(6, "bid") >= EXCHANGING_FACE
        return (Armed(dict.fromkeys(SIDES, 2)), Settled(is_exchange, dict(setup.seats)))

    def evolve(self, state, event):
        return state if isinstance(event, Settled) else super().evolve(state, event)


def too_high(bid):
    return None if 1 <= bid <= 9 else no("AUC-BID-01", "{n} is too high.", "{n} es alto.", n=bid)


GAME = Auction()
