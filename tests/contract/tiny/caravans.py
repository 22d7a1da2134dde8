"""A long game in miniature: traders declare turn after turn, a judge opens and closes.

A trader who does not answer declares trade. Raids have no default: a result is entered for them,
and the other trader confirms it. Traders join at any time with effect between turns, and leave at
any time.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.clock_terms import StepDeadline
from app.kernel.contract import Departure, Event, Order, Step
from app.kernel.offers import Decision, Offer
from app.kernel.open_seats import numbered_side
from app.kernel.outcome import CLOSED, Outcome
from app.kernel.refusal import refuse_if
from app.kernel.say import as_is, say
from app.kernel.seats import OpenSeats, QueuedEntry
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules

TRADERS = ("p1", "p2", "p3")
JUDGE = "judge"
TURNS = 3
DEADLINES = {
    key: StepDeadline(key, as_is(key), say("the default follows.", "sigue la orden."), days)
    for key, days in (("declare", 2), ("play", 7), ("confirm", 1))
}


class Join(Order, frozen=True, tag="join"):
    """A new trader. During a turn the entry waits for its end."""

    name: str = "Newcomer"


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


class Joined(Event, frozen=True, tag="joined"):
    trader: str
    name: str


class Queued(Event, frozen=True, tag="queued"):
    """A trader has joined during a turn."""

    trader: str
    name: str


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """A trader leaves before the entry takes effect."""

    trader: str


class Left(Event, frozen=True, tag="left"):
    trader: str


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
    names: dict[str, str] = {}
    queue: dict[str, str] = {}
    declared: dict[str, str] = {}
    raids: tuple[Raid, ...] = ()
    is_closed: bool = False
    seat: str | None = None

    @property
    def me(self):
        """Side of the viewer; a seat that is not open yet is its own side."""
        return self.seats.get(self.seat, self.seat)

    def seat_of(self, side):
        return next(seat for seat, one in self.seats.items() if one == side)


class Caravans(Tiny):
    card = card(
        "caravans",
        (JUDGE, *TRADERS),
        (
            Step("between", "CVN-SEQ-01", say("Between", "Entre turnos"), (Open, Close, Join)),
            Step(
                "declare",
                "CVN-SEQ-02",
                say("Declare", "Declarar"),
                (Declare,),
                deadlines=(DEADLINES["declare"],),
            ),
            Step(
                "play",
                "CVN-SEQ-03",
                say("Play", "Jugar"),
                (Report, Rule),
                deadlines=(DEADLINES["play"],),
            ),
            Step(
                "confirm",
                "CVN-SEQ-03",
                say("Confirm", "Confirmar"),
                (Confirm, Rule),
                deadlines=(DEADLINES["confirm"],),
            ),
        ),
        (Open, Close, Declare, Report, Confirm, Rule, Join),
        (Placed, Opened, Closed, Declared, Reported, Settled, Joined, Queued, Withdrawn, Left),
        (CLOSED,),
        judges=(JUDGE,),
    )
    card = replace(
        card,
        prefix="CVN",
        any_time=(Rule, Join),
        kind="campaign",
        open_seats=OpenSeats(3, 5, (Join,), (say("Your wealth is lost.", "Pierdes tu riqueza."),)),
    )
    rulebook = rules(
        "CVN",
        SEQ_01="The judge opens a turn or ends the game.",
        SEQ_02="Every trader trades or raids once a turn.",
        SEQ_03="A raid is fought, entered and confirmed.",
    )

    def new_game(self, setup, dice):
        return (Placed(dict(setup.seats)),)

    def decide(self, state, order, seat, dice):
        me = state.seats.get(seat, seat)
        refuse_if(_refused(state, me, order))
        match order:
            case Join(trader) if state.step != "between":
                return (Queued(me, trader),)
            case Join(trader):
                return (Joined(me, trader),)
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
            case Joined(trader, title):
                seats = state.seats | {trader: trader}
                names = state.names | {trader: title}
                return replace(_richer(state, trader, 1), seats=seats, names=names)
            case Queued() | Withdrawn():
                return _queue_changed(state, event)
            case Left(trader):
                return _without(state, trader)
            case Opened() | Closed():
                is_closed = isinstance(event, Closed)
                return replace(
                    state,
                    step="between" if is_closed else "declare",
                    declared={},
                    is_closed=is_closed,
                )
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

    def default_order(self, view, decision=None):
        for owed in _owed(view):
            if owed.seat == view.seat and decision in (None, owed):
                return {"declare": Declare(), "confirm": Confirm()}.get(owed.step)
        return None

    def sides(self, state):
        names = state.names | state.queue
        return [replace(numbered_side(key), title=as_is(title)) for key, title in names.items()]

    def queued(self, state):
        says = say("Enters in turn {n}.", "Entra en el turno {n}.", n=state.turn + 1)
        return [
            QueuedEntry(key, as_is(title), as_is("trader"), says)
            for key, title in state.queue.items()
        ]

    def side_leaves(self, state, side, others):
        if side in state.queue:
            return Departure((Withdrawn(side),))
        return Departure((Left(side),) if side in state.wealth else ())

    def eliminated(self, state):
        playing = {JUDGE, *state.wealth, *state.queue}
        return [side for side in state.seats.values() if side not in playing]

    def outcome(self, state):
        return Outcome((), CLOSED, say("Closed.", "Cerrada.")) if state.is_closed else None


def _all_orders(view):
    others = [side for side in view.wealth if side != view.me]
    if view.me not in view.seats.values() or view.me in view.queue:
        return [Join()]
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
            yield Decision(
                state.seat_of(trader), "declare", say("Declare.", "Declara."), deadline="declare"
            )
    for raid in state.raids if state.step == "play" else ():
        if not raid.by:
            for trader in raid.traders:
                yield Decision(
                    state.seat_of(trader), "play", say("Fight.", "Combate."), deadline="play"
                )
        else:
            other = raid.other(raid.by)
            yield Decision(
                state.seat_of(other), "confirm", say("Confirm.", "Confirma."), deadline="confirm"
            )


def _refused(state, me, order):
    """Refusal of an order; a trader is in one raid at a time."""
    step = {Open: "between", Close: "between", Join: "between", Declare: "declare"}.get(
        type(order), "play"
    )
    raid = _raid_of(state, me)
    match order:
        case Open() | Close():
            fits = me == JUDGE and state.step == "between"
        case Join():
            is_new = me not in state.seats.values() or me in state.queue
            fits = is_new and bool(order.name)
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
    return replace(state, wealth=state.wealth | {trader: state.wealth.get(trader, 0) + by})


def _without(state, trader):
    """The state without a trader who leaves, and without the trader's raids."""
    wealth = {one: coins for one, coins in state.wealth.items() if one != trader}
    declared = {one: raid for one, raid in state.declared.items() if one != trader}
    raids = tuple(one for one in state.raids if trader not in one.traders)
    state = replace(state, wealth=wealth, declared=declared, raids=raids)
    return state if state.step == "between" else _moved_on(state)


def _moved_on(state):
    """The next turn, when all have declared and no raid is open."""
    if len(state.declared) < len(state.wealth):
        return state
    if state.raids:
        return replace(state, step="play")
    for trader, title in state.queue.items():
        state = replace(_richer(state, trader, 1), names=state.names | {trader: title})
    return replace(state, step="between", turn=state.turn + 1, declared={}, queue={})


def _queue_changed(state, event):
    """The state after an entry that waits, or after its withdrawal."""
    if isinstance(event, Queued):
        seats = state.seats | {event.trader: event.trader}
        return replace(state, seats=seats, queue=state.queue | {event.trader: event.name})
    seats, queue = _but(state.seats, event.trader), _but(state.queue, event.trader)
    return replace(state, seats=seats, queue=queue)


def _but(found, key):
    return {one: value for one, value in found.items() if one != key}


GAME = Caravans()
