"""Cry Havoc as an implementation of the contract of a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from app.games.cry_havoc import (
    beginning,
    bench,
    board,
    bot,
    digest,
    event_summary,
    events,
    evolve,
    fog,
    hints,
    orders,
    plans,
    play_sheet,
    reach,
    sequence,
    tapped_hexes,
    turn_order,
    victory,
    wording,
)
from app.games.cry_havoc.agreement import MapAndCharacters
from app.games.cry_havoc.conditional_orders import ConditionalOrders
from app.games.cry_havoc.drawing import legend
from app.games.cry_havoc.drawing.board import draw_symbols
from app.games.cry_havoc.fog import View
from app.games.cry_havoc.state import Battle
from app.kernel.bot_strengths import EASY, HARD, NORMAL
from app.kernel.box import Box
from app.kernel.contract import Card, Event, Line, Marks, Option, Order, Setup
from app.kernel.dice import Dice
from app.kernel.event_summary import Item, Met
from app.kernel.legend import Legend
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.outcome import Outcome
from app.kernel.position import Hint, Moment, Summary
from app.kernel.report_tables import ReportDetails, Sheet
from app.kernel.rulebook import read_rulebook
from app.kernel.say import say
from app.kernel.scene import Scene
from app.kernel.seats import Viewer
from app.kernel.survey import Measured

RULEBOOK = Path(__file__).with_name("rulebook")
OPTIONS = (
    Option(
        "limited_ammunition",
        say("Limited ammunition", "Munición limitada"),
        tuple(f"CH-OPT-0{n}" for n in range(1, 6)),
    ),
    Option(
        "surrender_and_ransom",
        say("Surrender and ransom", "Rendición y rescate"),
        tuple(f"CH-OPT-{n:02d}" for n in range(6, 15)),
    ),
    Option(
        "skip_idle_steps",
        say(
            "Skip steps in which nothing can be done",
            "Saltar los pasos en que no hay nada que hacer",
        ),
        ("CH-SEQ-03",),
        usual=True,
    ),
)
CHAPTERS = {
    "CH-SEQ": say("Sequence of play", "Secuencia de juego"),
    "CH-MIS": say("Missiles", "Proyectiles"),
    "CH-LOS": say("Line of fire", "Línea de tiro"),
    "CH-COV": say("Cover", "Cobertura"),
    "CH-MOV": say("Movement", "Movimiento"),
    "CH-MNT": say("Riders, horses, mules", "Jinetes, caballos, mulas"),
    "CH-STK": say("Stacking", "Apilamiento"),
    "CH-CBT": say("Close combat", "Cuerpo a cuerpo"),
    "CH-ADV": say("Advance after combat", "Avance tras el combate"),
    "CH-OPT": say("Optional rules", "Reglas opcionales"),
    "CH-SUM": say("Scenario and victory", "Escenario y victoria"),
}
CARD = Card(
    key="cry_havoc",
    prefix="CH",
    title=say("Cry Havoc", "Cry Havoc"),
    blurb=say(
        "Knights, archers and peasants on a map of hexes; each counter is one person.",
        "Caballeros, arqueros y campesinos en un mapa de hexágonos; cada ficha es una persona.",
    ),
    scenarios=tuple(map(plans.printed_on_the_box, plans.PLANS.values())),
    options=OPTIONS,
    sequence=turn_order.SEQUENCE,
    orders=orders.ORDERS,
    events=events.EVENTS,
    endings=tuple(victory.ENDINGS),
    dice=10,
    bot_strengths=(EASY, NORMAL, HARD),
    chapters=CHAPTERS,
)


class CryHavoc(Box):
    """The contract of `app.kernel.contract.Game`."""

    card = CARD
    bench = bench.ENTRY
    rulebook = read_rulebook(
        RULEBOOK / "cry_havoc.yaml",
        spanish=RULEBOOK / "spanish.yaml",
        tried=RULEBOOK / "tried.yaml",
    )
    conditional_orders = ConditionalOrders()
    agreement = MapAndCharacters()

    def new_game(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        return beginning.new_game(setup, dice)

    def decide(self, state: Battle, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
        return sequence.decide(state, order, seat, dice)

    def evolve(self, state: Battle | None, event: Event) -> Battle:
        return evolve.evolve(state, event)

    def view(self, state: Battle, viewer: Viewer) -> View:
        return fog.view(state, viewer)

    def imagined(self, view: View) -> Battle:
        return fog.imagined(view)

    def waiting_for(self, state: Battle) -> Sequence[Decision]:
        return turn_order.waiting_for(state)

    def offers(self, view: View) -> Sequence[Offer]:
        return reach.offers(view)

    def assess(self, view: View, order: Order) -> Assessment:
        return reach.assess(view, order)

    def order_to_place(self, view: View, piece: str, place: str) -> Order | None:
        return tapped_hexes.order_to_place(view, piece, place)

    def moment(self, state: Battle) -> Moment:
        return digest.moment(state)

    def outcome(self, state: Battle) -> Outcome | None:
        return victory.outcome(state)

    def agreed(self, state: Battle) -> Sequence[str]:
        return victory.agreed(state)

    def drawing(self, view: View, marks: Marks, language: str) -> Scene:
        return board.drawing(view, marks, language)

    def wording(self, before: Battle | None, event: Event, viewer: Viewer) -> Sequence[Line]:  # noqa: ARG002 nothing is hidden
        return wording.wording(before, event)

    def summary_items(self, met: Sequence[Met], viewer: Viewer) -> Sequence[Item]:
        return event_summary.summary_items(met, viewer)

    def replayed_shot(self, before: Battle | None, event: Event, viewer: Viewer) -> Measured | None:  # noqa: ARG002 nothing is hidden
        return event_summary.replayed_shot(before, event)

    def report_details(self, met: Sequence[Met], state: Battle) -> ReportDetails:  # noqa: ARG002 the final state has all facts
        return event_summary.report_details(state)

    def summary(self, view: View) -> Summary:
        return digest.summary(view)

    def sheet(self) -> Sequence[Sheet]:
        return play_sheet.sheets()

    def legend(self, language: str) -> Legend:
        return Legend("ch-board", draw_symbols(), legend(language))

    def hint(self, view: View) -> Hint | None:
        return hints.hint(view)

    def bot(self, view: View, chance: random.Random, strength: str = HARD) -> Order:
        return bot.choose(view, chance, strength)


GAME = CryHavoc()
