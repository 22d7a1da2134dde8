"""Heaps: two sides take stones from one heap at a time; the side that takes the last stone wins."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.kernel.bench_entry import BenchEntry
from app.kernel.box import Box
from app.kernel.contract import (
    Card,
    Event,
    Line,
    Marks,
    Order,
    Scenario,
    Setup,
    Side,
    Step,
)
from app.kernel.dice import Dice
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.outcome import Outcome
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.rulebook import Rule, Rulebook
from app.kernel.say import as_is, say
from app.kernel.scene import NOTHING, Element, Ink, Layer, Scene, Spot
from app.kernel.seats import Viewer

HEAPS = {"left": 1, "right": 2}
NAMES = {"left": say("Left heap", "Montón izquierdo"), "right": say("Right heap", "Montón derecho")}
SIDES = ("north", "south")


class Take(Order, frozen=True, tag="take"):
    """Take stones from one heap."""

    heap: str = ""
    count: int = 0


class Heaped(Event, frozen=True, tag="heaped"):
    heaps: dict[str, int]


class Taken(Event, frozen=True, tag="taken"):
    seat: str
    heap: str
    count: int


class Table(Struct, frozen=True):
    heaps: dict[str, int]
    turn: int = 1

    @property
    def active(self) -> str:
        return SIDES[(self.turn - 1) % 2]


class View(Struct, frozen=True):
    table: Table
    seat: str | None


RULES = {
    "HEA-SEQ-01": ("The sides take stones in turn.", "Los bandos quitan piedras por turnos."),
    "HEA-TAK-01": ("Stones come from one heap that has them.", "De un solo montón que las tenga."),
}
CARD = Card(
    key="heaps",
    prefix="HEA",
    title=say("Heaps", "Montones"),
    blurb=say("Two heaps of stones.", "Dos montones de piedras."),
    scenarios=(
        Scenario(
            "plain",
            say("Three stones", "Tres piedras"),
            say("A very short game.", "Una partida muy corta."),
            (
                Side("north", say("North", "Norte"), "a"),
                Side("south", say("South", "Sur"), "b"),
            ),
        ),
    ),
    options=(),
    sequence=(Step("take", "HEA-SEQ-01", say("Take", "Quitar"), (Take,)),),
    orders=(Take,),
    events=(Heaped, Taken),
    endings=("last",),
)


class Heaps(Box):
    """The core of the contract, a style sheet and an entry in the benchmarks."""

    card = CARD
    rulebook = Rulebook(
        lambda: [
            Rule(key, title, title, "enforced", text, text) for key, (title, text) in RULES.items()
        ]
    )
    bench = BenchEntry(
        order_ms=5.0,
        runs={"heaps-counted": say("Stones counted", "Piedras contadas")},
        figures={"heaps_stones": say("stones", "piedras")},
    )

    def new_game(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        return (Heaped(dict(HEAPS)),)

    def decide(self, state: Table, order: Take, seat: str, dice: Dice) -> Sequence[Event]:
        refuse_if(*refusals(state, order, seat))
        return (Taken(seat, order.heap, order.count),)

    def evolve(self, state: Table | None, event: Event) -> Table:
        match event:
            case Heaped(heaps):
                return Table(heaps)
            case Taken(_, heap, count) if state is not None:
                left = state.heaps[heap] - count
                return Table({**state.heaps, heap: left}, state.turn + 1)
        raise TypeError(event)

    def view(self, state: Table, viewer: Viewer) -> View:
        return View(state, viewer.seat)

    def waiting_for(self, state: Table) -> Sequence[Decision]:
        owed = Decision(state.active, "take", say("Take stones.", "Quita piedras."))
        return (owed,) if any(state.heaps.values()) else ()

    def offers(self, view: View) -> Sequence[Offer]:
        wrong = not_in_turn(view.table, view.seat)
        heaps = tuple(Choice(key, NAMES[key]) for key, left in view.table.heaps.items() if left)
        asks = (Field.choice("heap", say("Heap", "Montón"), heaps),)
        return [Offer(Take(), say("Take", "Quitar"), no=wrong, asks=asks)]

    def assess(self, view: View, order: Take) -> Assessment:
        left = view.table.heaps.get(order.heap, 0)
        if left and not order.count and not not_in_turn(view.table, view.seat):
            count = Field.number("count", say("Stones", "Piedras"), least=1, most=left)
            return Assessment(asks=(count,))
        return Assessment(no=refusals(view.table, order, view.seat))

    def outcome(self, state: Table) -> Outcome | None:
        if any(state.heaps.values()):
            return None
        winner = SIDES[state.turn % 2]
        return Outcome((winner,), "last", say("{who} won.", "Gana {who}.", who=as_is(winner)))

    def drawing(self, view: View, marks: Marks, language: str) -> Scene:
        area = (0.0, 0.0, 200.0, 100.0)
        stones = tuple(
            Element(
                "circle",
                (
                    ("class", "heaps-stone"),
                    ("cx", f"{x}"),
                    ("cy", f"{20 + 25 * place}"),
                    ("r", "10"),
                ),
            )
            for x, left in zip((50, 150), view.table.heaps.values(), strict=True)
            for place in range(left)
        )
        return Scene(
            kind="heaps-board",
            label=self.card.title.in_(language),
            box=area,
            core=area,
            focus=(100.0, 50.0),
            need=area,
            ground=(),
            ground_key="heaps",
            layers=(Layer("stones", Ink(stones)),),
            symbols=NOTHING,
            spots=tuple(
                Spot(key, (x, 50.0), NAMES[key].in_(language))
                for key, x in zip(HEAPS, (50.0, 150.0), strict=True)
            ),
        )

    def wording(self, before: Table | None, event: Event, viewer: Viewer) -> Sequence[Line]:
        if isinstance(event, Taken):
            says = say(
                "{side} takes {n}: {heap}.",
                "{side} quita {n}: {heap}.",
                side=as_is(event.seat),
                n=event.count,
                heap=NAMES[event.heap],
            )
            return (Line(says, ("HEA-TAK-01",)),)
        return ()


def not_in_turn(table: Table, seat: str | None) -> tuple[Refusal, ...]:
    """HEA-SEQ-01: The sides take stones in turn."""
    if seat == table.active:
        return ()
    return (no("HEA-SEQ-01", "It is not your turn.", "No es tu turno."),)


def refusals(table: Table, order: Take, seat: str | None) -> tuple[Refusal, ...]:
    """HEA-TAK-01: Stones come from one heap that has them."""
    if 1 <= order.count <= table.heaps.get(order.heap, 0):
        return not_in_turn(table, seat)
    wrong = no("HEA-TAK-01", "There are not so many stones.", "No hay tantas piedras.")
    return (*not_in_turn(table, seat), wrong)


GAME = Heaps()
