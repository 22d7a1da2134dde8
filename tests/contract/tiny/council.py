"""Several players of a side: each commands counters of their own, and any of them answers for the
side.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.contract import Event, Line, Order, Step
from app.kernel.offers import Decision, Offer
from app.kernel.outcome import Outcome
from app.kernel.refusal import no, refuse_if
from app.kernel.say import as_is, say
from app.kernel.seats import Viewer
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, unseen, won

SIDES = ("crown", "rebels")
COUNTERS = {"crown": ("c1", "c2", "c3"), "rebels": ("r1", "r2", "r3")}
WIN, LAST_TURN = 3, 12
SHAPES = {"1": "first", "2": "second", "3": "third"}


class March(Order, frozen=True, tag="march"):
    """March of a counter; a feint draws no blood, and the enemy learns of it by answering."""

    counter: str
    feint: bool = False


class End(Order, frozen=True, tag="end"):
    pass


class Meet(Order, frozen=True, tag="meet"):
    stand: bool


class Lend(Order, frozen=True, tag="lend"):
    lends: bool


class Placed(Event, frozen=True, tag="placed"):
    commands: dict[str, str]
    seats: dict[str, str]


class Marched(Event, frozen=True, tag="marched"):
    seat: str
    counter: str
    feint: bool


class Ended(Event, frozen=True, tag="ended"):
    seat: str


class Met(Event, frozen=True, tag="met"):
    """The enemy has answered; the feint is open."""

    reveals = True

    side: str
    stand: bool
    die: int
    hit: bool


class Lent(Event, frozen=True, tag="lent"):
    seat: str
    lends: bool


class Handed(Event, frozen=True, tag="handed"):
    """Counters pass to another player of the side."""

    seat: str
    to: str


class Council(Struct, frozen=True):
    seats: dict[str, str]
    commands: dict[str, str]  # seat of each counter
    turn: int = 1
    active: str = "crown"
    ended: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()  # seats that do not lend
    marched: tuple[str, ...] = ()
    coming: str = ""
    feint: bool = False
    hits: dict[str, int] = {}

    def seats_of(self, side):
        return [seat for seat, its in self.seats.items() if its == side and seat not in self.gone]

    @property
    def enemy(self):
        return next(side for side in SIDES if side != self.active)

    @property
    def target(self):
        """Counter that a march meets, and its commander is concerned."""
        return COUNTERS[self.enemy][COUNTERS[self.active].index(self.coming)]


class SeenCouncil(Struct, frozen=True):
    known: Council
    seat: str | None
    side: str | None


def order_refusals(known, seat, counter):
    """COU-MAR-02, -03: a counter marches once a turn, by its commander or while it is lent."""
    holder = known.commands[counter]
    may = seat == holder or (
        known.seats.get(seat) == known.seats[holder] and holder not in known.kept
    )
    return (
        None
        if known.active == known.seats.get(seat) and not known.coming and seat not in known.ended
        else not_your_turn("COU-SEQ-01"),
        no("COU-MAR-02", "It has marched.", "Ya ha marchado.")
        if counter in known.marched
        else None,
        None
        if may
        else no("COU-MAR-03", "Its player does not lend it.", "Su jugador no la presta."),
    )


def answer_refusal(known, seat):
    """COU-SEQ-02: any player of the side that is met answers."""
    is_met = bool(known.coming) and known.seats.get(seat) == known.enemy
    return None if is_met else not_your_turn("COU-SEQ-02")


class CouncilGame(Tiny):
    card = card(
        "council",
        SIDES,
        (
            Step("march", "COU-SEQ-01", say("March", "Marcha"), (March, End)),
            Step("meeting", "COU-SEQ-02", say("Meeting", "Encuentro"), (Meet,)),
        ),
        (March, End, Meet, Lend),
        (Placed, Marched, Ended, Met, Lent, Handed),
        ("hits", "tired"),
        any_time=(Lend,),
        degrees={
            "decisive": say("decisive victory", "victoria decisiva"),
            "marginal": say("marginal victory", "victoria marginal"),
        },
    )
    rulebook = rules(
        "COU",
        SEQ_01="Each player of the side marches; the turn ends when all of them have ended it.",
        SEQ_02="A march is answered by any player of the other side.",
        MAR_02="A counter marches once a turn.",
        MAR_03="A counter of another player is ordered only while it is lent.",
        LND_01="A player lends the own counters, or takes them back.",
    )

    def new_game(self, setup, dice):
        seats, commands = dict(setup.seats), {}
        for side in SIDES:
            its = [seat for seat, one in seats.items() if one == side]
            commands |= {one: its[i % len(its)] for i, one in enumerate(COUNTERS[side])}
        return (Placed(commands, seats),)

    def decide(self, state, order, seat, dice):
        match order:
            case March(counter, feint):
                if counter not in COUNTERS.get(state.active, ()):
                    raise unseen()
                refuse_if(*order_refusals(state, seat, counter))
                return (Marched(seat, counter, feint),)
            case End():
                refuse_if(*order_refusals(replace(state, marched=()), seat, self._any(state, seat)))
                return (Ended(seat),)
            case Meet(stand):
                refuse_if(answer_refusal(state, seat))
                die = dice.roll(6, "meet", state.coming)
                return (
                    Met(state.enemy, stand, die, not state.feint and die > (3 if stand else 4)),
                )
            case Lend(lends):
                refuse_if(self._lending(state, seat, lends))
                return (Lent(seat, lends),)
        raise TypeError(order)

    def _any(self, known, seat):
        """Own counter, for the refusals that concern no counter; else one of the active side."""
        mine = (one for one, holder in known.commands.items() if holder == seat)
        return next(mine, COUNTERS[known.active][0])

    def _lending(self, known, seat, lends):
        if seat in known.seats and (seat in known.kept) == lends:
            return None
        return no("COU-LND-01", "That is so already.", "Ya es así.")

    def evolve(self, state, event):
        match event:
            case Placed(commands, seats):
                return Council(dict(seats), dict(commands))
            case Marched(_, counter, feint):
                return replace(
                    state, coming=counter, feint=feint, marched=(*state.marched, counter)
                )
            case Met(hit=hit):
                hits = state.hits | ({state.active: state.hits.get(state.active, 0) + hit})
                return replace(state, coming="", feint=False, hits=hits)
            case Ended(seat):
                return self._next_side(replace(state, ended=(*state.ended, seat)))
            case Lent(seat, lends):
                kept = {*state.kept} - {seat} if lends else {*state.kept, seat}
                return replace(state, kept=tuple(sorted(kept)))
            case Handed(seat, to):
                commands = {
                    one: to if holder == seat else holder for one, holder in state.commands.items()
                }
                return self._next_side(replace(state, commands=commands, gone=(*state.gone, seat)))
        raise TypeError(event)

    def _next_side(self, state):
        if not set(state.seats_of(state.active)) <= set(state.ended):
            return state
        return replace(
            state,
            active=state.enemy,
            ended=(),
            marched=(),
            turn=state.turn + (state.active == SIDES[-1]),
        )

    def view(self, state, viewer: Viewer):
        sees = viewer.finished or viewer.side == state.active
        known = state if sees else replace(state, feint=False)
        return SeenCouncil(known, viewer.seat, viewer.side)

    def published(self, view):
        return view.known

    def imagined(self, view):
        return view.known

    def waiting_for(self, state):
        if self.outcome(state):
            return ()
        if state.coming:
            asked = state.commands[state.target]
            also = tuple(one for one in state.seats_of(state.enemy) if one != asked)
            says = say("Stand or yield?", "¿Aguantar o ceder?")
            return (Decision(asked, "meeting", says, reaction=True, also=also),)
        return tuple(
            Decision(seat, "march", say("March or end.", "Marcha o acaba."))
            for seat in state.seats_of(state.active)
            if seat not in state.ended
        )

    def offers(self, view):
        known, seat = view.known, view.seat
        if seat is None:
            return []
        found = [*self._lending_offers(known, seat)]
        if known.coming:
            refusal = answer_refusal(known, seat)
            return [*found, *self._answers((refusal,) if refusal else ())]
        if known.active != known.seats.get(seat):
            return found
        end = order_refusals(replace(known, marched=()), seat, self._any(known, seat))
        found.append(Offer(End(), say("End", "Acabar"), no=tuple(filter(None, end)), main=True))
        for counter in COUNTERS[known.active]:
            refusals = tuple(filter(None, order_refusals(known, seat, counter)))
            number = as_is(SHAPES[counter[1]])
            for feint, label in (
                (False, say("March: {n}", "Marchar: {n}", n=number)),
                (True, say("Feint: {n}", "Fingir: {n}", n=number)),
            ):
                found.append(Offer(March(counter, feint), label, no=refusals))
        return found

    def _lending_offers(self, known, seat):
        if len(known.seats_of(known.seats[seat])) < 2 or seat in known.gone:
            return
        if seat in known.kept:
            yield Offer(Lend(True), say("Lend my counters", "Prestar mis fichas"), ahead=True)
        else:
            yield Offer(
                Lend(False), say("Take my counters back", "Recuperar mis fichas"), ahead=True
            )

    def _answers(self, refusals):
        return [
            Offer(
                Meet(stand),
                say("Stand", "Aguantar") if stand else say("Yield", "Ceder"),
                no=refusals,
                rolls=True,
            )
            for stand in (True, False)
        ]

    def wording(self, before, event, viewer):
        if isinstance(event, Marched) and viewer.side != before.active and not viewer.finished:
            return (Line(say("{one} marches.", "{one} marcha.", one=event.counter)),)
        return (Line(as_is(str(event))),)

    def default_order(self, view, owed=None):
        return Meet(True) if view.known.coming else End()

    def seat_gives_up(self, state, seat, allies):
        """The first ally takes over the counters."""
        return (Handed(seat, allies[0]),)

    def outcome(self, state):
        best = next((side for side, hits in state.hits.items() if hits >= WIN), None)
        if best is not None:
            other = next(side for side in SIDES if side != best)
            degree = "marginal" if state.hits.get(other) else "decisive"
            return replace(won((best,), "hits"), degree=degree)
        if state.turn > LAST_TURN:
            return Outcome((), "tired", say("Neither side won.", "Ningún bando gana."))
        return None


GAME = CouncilGame()
