"""A campaign as a long game: two players declare, a referee enters results and may reverse an
earlier entry.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.contract import Event, Order, Step
from app.kernel.offers import Decision, Offer
from app.kernel.refusal import no, refuse_if
from app.kernel.say import say
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, won

PLAYERS = ("lion", "crane")
REFEREE = "referee"
SEASONS = 6


class Declare(Order, frozen=True, tag="declare"):
    raid: bool


class Enter(Order, frozen=True, tag="enter"):
    """The result of a battle on the real table, entered by the referee."""

    winner: str


class Reverse(Order, frozen=True, tag="reverse"):
    """The referee reverses an entry of an earlier season."""

    entry: int
    reason: str = "mistake"


class Placed(Event, frozen=True, tag="placed"):
    pass


class Declared(Event, frozen=True, tag="declared"):
    player: str
    raid: bool


class Entered(Event, frozen=True, tag="entered"):
    winner: str
    points: int


class Reversed(Event, frozen=True, tag="reversed"):
    entry: int
    reason: str


class Entry(Struct, frozen=True):
    """Line of the books; a reversed one stays but does not count."""

    winner: str
    points: int
    reversed: bool = False


class Season(Struct, frozen=True):
    turn: int = 1
    declared: dict[str, bool] = {}
    books: tuple[Entry, ...] = ()
    seat: str | None = None

    @property
    def standings(self) -> dict[str, int]:
        return {
            player: sum(
                entry.points
                for entry in self.books
                if entry.winner == player and not entry.reversed
            )
            for player in PLAYERS
        }


class Campaign(Tiny):
    card = card(
        "campaign",
        (*PLAYERS, REFEREE),
        (
            Step("declare", "CAM-SEQ-01", say("Declare", "Declarar"), (Declare,)),
            Step("result", "CAM-SEQ-02", say("Result", "Resultado"), (Enter, Reverse)),
        ),
        (Declare, Enter, Reverse),
        (Placed, Declared, Entered, Reversed),
        ("seasons",),
        judges=(REFEREE,),
    )
    rulebook = rules(
        "CAM",
        SEQ_01="Every player declares once a season.",
        SEQ_02="Then the referee enters the result.",
        REF_01="Only the referee enters and reverses.",
        REF_02="An entry is reversed once.",
    )

    def new_game(self, setup, dice):
        return (Placed(),)

    def decide(self, state, order, seat, dice):
        match order:
            case Declare(raid):
                refuse_if(_declares(state, seat))
                return (Declared(seat, raid),)
            case Enter(winner):
                refuse_if(_referee(seat), _all_declared(state), _no_player(winner))
                return (Entered(winner, 2 if all(state.declared.values()) else 1),)
            case Reverse(entry, reason):
                refuse_if(_referee(seat), _all_declared(state), _may_reverse(state, entry))
                return (Reversed(entry, reason),)
        raise TypeError(order)

    def evolve(self, state, event):
        match event:
            case Placed():
                return Season()
            case Declared(player, raid):
                return replace(state, declared=state.declared | {player: raid})
            case Entered(winner, points):
                return Season(state.turn + 1, {}, (*state.books, Entry(winner, points)))
            case Reversed(number):
                books = tuple(
                    replace(entry, reversed=True) if place == number else entry
                    for place, entry in enumerate(state.books)
                )
                return replace(state, books=books)
        raise TypeError(event)

    def view(self, state, viewer):
        return replace(state, seat=viewer.seat)

    def waiting_for(self, state):
        if self.outcome(state):
            return ()
        owing = tuple(
            Decision(player, "declare", say("Declare.", "Declara."))
            for player in PLAYERS
            if player not in state.declared
        )
        return owing or (
            Decision(REFEREE, "result", say("Enter the result.", "Anota el resultado.")),
        )

    def offers(self, view):
        if view.seat != REFEREE:
            refusal = _declares(view, view.seat)
            return [
                Offer(Declare(raid), say("Declare", "Declarar"), no=(refusal,) if refusal else ())
                for raid in (True, False)
            ]
        entered = [
            Offer(Enter(player), say("Enter", "Anotar"), no=_all(_all_declared(view)), main=True)
            for player in PLAYERS
        ]
        return entered + [
            Offer(
                Reverse(number),
                say("Reverse", "Anular"),
                no=_all(_all_declared(view), _may_reverse(view, number)),
            )
            for number in range(len(view.books))
        ]

    def outcome(self, state):
        if state.turn <= SEASONS:
            return None
        best = max(state.standings.values())
        return won([player for player in PLAYERS if state.standings[player] == best], "seasons")


def _declares(state, seat):
    return None if seat in PLAYERS and seat not in state.declared else not_your_turn("CAM-SEQ-01")


def _referee(seat):
    return (
        None
        if seat == REFEREE
        else no("CAM-REF-01", "Only the referee does this.", "Eso solo lo hace el árbitro.")
    )


def _all_declared(state):
    return None if len(state.declared) == len(PLAYERS) else not_your_turn("CAM-SEQ-02")


def _no_player(winner):
    return (
        None
        if winner in PLAYERS
        else no("CAM-SEQ-02", "There is no such player.", "No hay tal jugador.")
    )


def _may_reverse(state, entry):
    if 0 <= entry < len(state.books) and not state.books[entry].reversed:
        return None
    return no(
        "CAM-REF-02", "There is no such entry to reverse.", "No hay tal anotación que anular."
    )


def _all(*refusals):
    return tuple(filter(None, refusals))


GAME = Campaign()
