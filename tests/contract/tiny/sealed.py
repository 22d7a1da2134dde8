"""All sides decide at once, in secret. The choices are shown when all have chosen."""

from __future__ import annotations

from msgspec import Struct

from app.kernel.contract import Event, Line, Order, Step
from app.kernel.offers import Decision, Offer
from app.kernel.refusal import no, refuse_if
from app.kernel.say import say
from app.kernel.seats import Viewer
from tests.contract.tiny.box import Tiny, card, rules, won

BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}
WIN = 3


class Choose(Order, frozen=True, tag="choose"):
    hand: str


class Placed(Event, frozen=True, tag="placed"):
    pass


class Chosen(Event, frozen=True, tag="chosen"):
    side: str
    hand: str


class Shown(Event, frozen=True, tag="shown"):
    """All hands are open."""

    reveals = True

    winner: str


class Hands(Struct, frozen=True):
    turn: int = 1
    chosen: dict[str, str] = {}
    wins: dict[str, int] = {}


class SeenHands(Struct, frozen=True):
    turn: int
    own: str | None
    has_chosen: tuple[str, ...]
    wins: dict[str, int]
    seat: str | None


def hands_card(key, sides):
    return card(
        key,
        sides,
        (Step("hands", f"{key[:3].upper()}-SEQ-01", say("Hands", "Manos"), (Choose,)),),
        (Choose,),
        (Placed, Chosen, Shown),
        ("wins",),
    )


def hands_rules(prefix):
    return rules(prefix, SEQ_01="A side chooses once a turn.", HND_01="Rock, scissors or paper.")


class Sealed(Tiny):
    """Rock, scissors, paper between two sides."""

    hands_of = ("north", "south")
    card = hands_card("sealed", hands_of)
    rulebook = hands_rules("SEA")

    def new_game(self, setup, dice):
        return (Placed(),)

    def decide(self, state, order, seat, dice):
        refuse_if(self._chosen_already(seat in state.chosen), self._no_hand(order.hand))
        hands = state.chosen | {seat: order.hand}
        events = [Chosen(seat, order.hand)]
        if len(hands) == len(self.hands_of):
            events.append(Shown(self._winner(hands)))
        return events

    def _winner(self, hands):
        """First side that beats another one and that no side beats; "" if there is none."""
        beaten = {BEATS[hand] for hand in hands.values()}
        return next(
            (
                side
                for side in self.hands_of
                if BEATS[hands[side]] in hands.values() and hands[side] not in beaten
            ),
            "",
        )

    def _chosen_already(self, has):
        return (
            no(self.card.sequence[0].rule, "You have chosen.", "Ya has elegido.") if has else None
        )

    def _no_hand(self, hand):
        return (
            None
            if hand in BEATS
            else no(
                f"{self.card.key[:3].upper()}-HND-01", "There is no such hand.", "No hay tal mano."
            )
        )

    def evolve(self, state, event):
        match event:
            case Placed():
                return Hands()
            case Chosen(side, hand):
                return Hands(state.turn, state.chosen | {side: hand}, state.wins)
            case Shown(winner):
                wins = state.wins | ({winner: state.wins.get(winner, 0) + 1} if winner else {})
                return Hands(state.turn + 1, {}, wins)
        raise TypeError(event)

    def view(self, state, viewer: Viewer):
        own = state.chosen.get(viewer.seat) if viewer.seat else None
        return SeenHands(state.turn, own, tuple(sorted(state.chosen)), state.wins, viewer.seat)

    def imagined(self, view):
        return Hands(view.turn, {view.seat: view.own} if view.own else {}, view.wins)

    def waiting_for(self, state):
        if self.outcome(state):
            return ()
        return tuple(
            Decision(side, "hands", say("Choose.", "Elige."))
            for side in self.hands_of
            if side not in state.chosen
        )

    def offers(self, view):
        refusal = self._chosen_already(view.own is not None or view.seat is None)
        return [
            Offer(Choose(hand), say("Choose", "Elegir"), no=(refusal,) if refusal else ())
            for hand in BEATS
        ]

    def wording(self, before, event, viewer):
        if isinstance(event, Chosen) and viewer.seat != event.side and not viewer.finished:
            return (Line(say("{side} has chosen.", "{side} ya ha elegido.", side=event.side)),)
        return (Line(say("{what}", "{what}", what=str(event))),)

    def outcome(self, state):
        return next(
            (won((side,), "wins") for side, wins in state.wins.items() if wins >= WIN), None
        )


class Trio(Sealed):
    """The same between three sides."""

    hands_of = ("dawn", "noon", "dusk")
    card = hands_card("trio", hands_of)
    rulebook = hands_rules("TRI")


GAME = Sealed()
TRIO = Trio()
