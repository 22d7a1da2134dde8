"""A long game in miniature: traders declare turn after turn, a judge opens and closes.

A trader who does not answer declares trade. Raids have no default: a result is entered for them,
and the other trader confirms it.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.contract import Event, Order, Step
from app.kernel.offers import Decision, Offer
from app.kernel.outcome import CLOSED, Outcome
from app.kernel.refusal import insist
from app.kernel.say import say
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules

TRADERS = ("amber", "birch", "cedar")
JUDGE = "judge"
TURNS = 3


class Open(Order, frozen=True, tag="open"):
    """The judge opens a turn."""


class Close(Order, frozen=True, tag="close"):
    """The judge ends the game."""


class Declare(Order, frozen=True, tag="declare"):
    """Trade, or a raid on another trader."""

    raid: str = ""


class Report(Order, frozen=True, tag="report"):
    """Result of the own raid, entered by one of its two traders."""

    won: bool


class Confirm(Order, frozen=True, tag="confirm"):
    """Consent to the entered result."""


class Rule(Order, frozen=True, tag="rule"):
    """Result of the first open raid, by the judge."""

    winner: str


class Placed(Event, frozen=True, tag="placed"):
    seats: dict[str, str]


class Opened(Event, frozen=True, tag="opened"):
    pass


class Closed(Event, frozen=True, tag="closed"):
    pass


class Declared(Event, frozen=True, tag="declared"):
    trader: str
    raid: str


class Reported(Event, frozen=True, tag="reported"):
    by: str
    winner: str


class Settled(Event, frozen=True, tag="settled"):
    winner: str
    loser: str


class Raid(Struct, frozen=True):
    attacker: str
    target: str
    by: str = ""
    winner: str = ""

    @property
    def traders(self):
        return (self.attacker, self.target)

    def other(self, trader):
        return self.target if trader == self.attacker else self.attacker


class Season(Struct, frozen=True):
    turn: int = 1
    step: str = "between"
    seats: dict[str, str] = {}
    wealth: dict[str, int] = {}
    declared: dict[str, str] = {}
    raids: tuple[Raid, ...] = ()
    is_closed: bool = False
    seat: str | None = None

    @property
    def me(self):
        return self.seats.get(self.seat)

    def seat_of(self, side):
        return next(seat for seat, one in self.seats.items() if one == side)


class Caravans(Tiny):
    card = card(
        "caravans",
        (JUDGE, *TRADERS),
        (
            Step("between", "CVN-SEQ-01", say("Between", "Entre turnos"), (Open, Close)),
            Step("declare", "CVN-SEQ-02", say("Declare", "Declarar"), (Declare,)),
            Step("play", "CVN-SEQ-03", say("Play", "Jugar"), (Report, Rule)),
            Step("confirm", "CVN-SEQ-03", say("Confirm", "Confirmar"), (Confirm, Rule)),
        ),
        (Open, Close, Declare, Report, Confirm, Rule),
        (Placed, Opened, Closed, Declared, Reported, Settled),
        (CLOSED,),
        judges=(JUDGE,),
    )
    card = replace(card, prefix="CVN", any_time=(Rule,))
    rulebook = rules(
        "CVN",
        SEQ_01="The judge opens a turn or ends the game.",
        SEQ_02="Every trader trades or raids once a turn.",
        SEQ_03="A raid is fought, entered and confirmed.",
    )

    def new_game(self, setup, dice):
        return (Placed(dict(setup.seats)),)

    def decide(self, state, order, seat, dice):
        me = state.seats[seat]
        insist(_refused(state, me, order))
        match order:
            case Open():
                return (Opened(),)
            case Close():
                return (Closed(),)
            case Declare(raid):
                return (Declared(me, raid),)
            case Report(won):
                raid = _raid_of(state, me)
                return (Reported(me, me if won else raid.other(me)),)
            case Confirm():
                raid = _raid_of(state, me)
                return (Settled(raid.winner, raid.other(raid.winner)),)
            case Rule(winner):
                raid = state.raids[0]
                return (Settled(winner, raid.other(winner)),)
        raise TypeError(order)

    def evolve(self, state, event):
        match event:
            case Placed(seats):
                traders = [side for side in seats.values() if side != JUDGE]
                return Season(seats=seats, wealth=dict.fromkeys(traders, 1))
            case Opened():
                return replace(state, step="declare", declared={})
            case Closed():
                return replace(state, is_closed=True)
            case Declared(trader, raid):
                state = replace(state, declared=state.declared | {trader: raid})
                if raid:
                    return _moved_on(replace(state, raids=(*state.raids, Raid(trader, raid))))
                return _moved_on(_richer(state, trader, 1))
            case Reported(by, winner):
                raids = tuple(
                    replace(one, by=by, winner=winner) if by in one.traders else one
                    for one in state.raids
                )
                return replace(state, raids=raids)
            case Settled(winner, loser):
                raids = tuple(one for one in state.raids if {winner, loser} != set(one.traders))
                return _moved_on(_richer(replace(state, raids=raids), winner, 2))
        raise TypeError(event)

    def view(self, state, viewer):
        return replace(state, seat=viewer.seat)

    def waiting_for(self, state):
        return tuple(_owed(state))

    def offers(self, view):
        if view.me is None or view.is_closed:
            return []
        return [
            Offer(
                order, say("Give", "Dar"), no=tuple(filter(None, [_refused(view, view.me, order)]))
            )
            for order in _all_orders(view)
        ]

    def default_order(self, view):
        for owed in _owed(view):
            if owed.seat == view.seat:
                return {"declare": Declare(), "confirm": Confirm()}.get(owed.step)
        return None

    def outcome(self, state):
        return Outcome((), CLOSED, say("Closed.", "Cerrada.")) if state.is_closed else None


def _all_orders(view):
    others = [side for side in view.wealth if side != view.me]
    return [
        *([Close()] if view.turn > TURNS else [Open()]),
        Declare(),
        *(Declare(other) for other in others),
        Report(True),
        Report(False),
        Confirm(),
        *(Rule(winner) for raid in view.raids[:1] for winner in raid.traders),
    ]


def _owed(state):
    if state.is_closed:
        return
    if state.step == "between":
        yield Decision(state.seat_of(JUDGE), "between", say("Open.", "Abre."))
    for trader in state.wealth if state.step == "declare" else ():
        if trader not in state.declared:
            yield Decision(state.seat_of(trader), "declare", say("Declare.", "Declara."))
    for raid in state.raids if state.step == "play" else ():
        if not raid.by:
            for trader in raid.traders:
                yield Decision(state.seat_of(trader), "play", say("Fight.", "Combate."))
        else:
            other = raid.other(raid.by)
            yield Decision(state.seat_of(other), "confirm", say("Confirm.", "Confirma."))


def _refused(state, me, order):
    """Refusal of an order; a trader is in one raid at a time."""
    step = {Open: "between", Close: "between", Declare: "declare"}.get(type(order), "play")
    raid = _raid_of(state, me)
    match order:
        case Open() | Close():
            fits = me == JUDGE and state.step == "between"
        case Rule(winner):
            fits = (
                me == JUDGE
                and state.step == "play"
                and bool(state.raids)
                and winner in state.raids[0].traders
            )
        case Declare(target):
            is_free = not target or not (raid or _raid_of(state, target))
            known = not target or (target in state.wealth and target != me)
            is_asked = me in state.wealth and me not in state.declared
            fits = is_free and known and is_asked and state.step == "declare"
        case Report():
            fits = raid is not None and not raid.by and state.step == "play"
        case Confirm():
            fits = raid is not None and raid.by == (raid.other(me))
    return (
        None
        if fits
        else not_your_turn(
            {"between": "CVN-SEQ-01", "declare": "CVN-SEQ-02"}.get(step, "CVN-SEQ-03")
        )
    )


def _raid_of(state, trader):
    return next((raid for raid in state.raids if trader in raid.traders), None)


def _richer(state, trader, by):
    return replace(state, wealth=state.wealth | {trader: state.wealth[trader] + by})


def _moved_on(state):
    """The next turn, when all have declared and no raid is open."""
    if len(state.declared) < len(state.wealth):
        return state
    if state.raids:
        return replace(state, step="play")
    return replace(state, step="between", turn=state.turn + 1, declared={})


GAME = Caravans()
