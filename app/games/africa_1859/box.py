"""Africa 1859-60 as an implementation of the contract of a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from app.games.africa_1859 import (
    abandonment,
    beginning,
    bench,
    board,
    digest,
    event_summary,
    events,
    evolve,
    fog,
    hints,
    orders,
    play_sheet,
    reach,
    sequence,
    turn_order,
    victory,
    wording,
)
from app.games.africa_1859.agreement import SidesAndHandicap
from app.games.africa_1859.conditional_orders.standing import ConditionalOrders
from app.games.africa_1859.data_file import NEWEST, VERSIONS
from app.games.africa_1859.drawing.legend import legend
from app.games.africa_1859.fog import View
from app.games.africa_1859.scenarios import scenario_on_the_box
from app.games.africa_1859.state import War
from app.games.africa_1859.tactics.planning import order_of_strength
from app.games.africa_1859.tactics.sheets import with_sheet
from app.kernel.bot_strengths import EASY, HARD, NORMAL
from app.kernel.box import Box
from app.kernel.contract import Card, Event, Line, Marks, Option, Order, Setup
from app.kernel.dice import Dice
from app.kernel.event_summary import Item, Met
from app.kernel.legend import Legend
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.outcome import Outcome
from app.kernel.position import Hint, Moment, Summary
from app.kernel.report_tables import Sheet
from app.kernel.rulebook import read_rulebook
from app.kernel.say import say
from app.kernel.scene import Scene
from app.kernel.seats import Viewer

RULEBOOK = Path(__file__).with_name("rulebook")
OPTIONS = (
    Option(
        "opposing",
        say(
            "Losses by half of the steps of the enemy vanguard",
            "Pérdidas según la mitad de los pasos de la vanguardia enemiga",
        ),
        ("AFR-ASL-18", "AFR-ASL-19"),
    ),
)
CHAPTERS = {
    "AFR-SEQ": say("Sequence of play", "Secuencia de juego"),
    "AFR-ART": say("Artillery", "Artillería"),
    "AFR-ASL": say("Assault", "Asalto"),
    "AFR-MOR": say("Morale and retreat", "Moral y retirada"),
    "AFR-LDR": say("Leaders", "Líderes"),
    "AFB-GEN": say("General", "Generalidades"),
    "AFB-MAP": say("Map", "Mapa"),
    "AFB-STK": say("Stacking", "Apilamiento"),
    "AFB-UNI": say("Units", "Unidades"),
    "AFB-ACT": say("Activations", "Activaciones"),
    "AFB-FIR": say("Fire", "Fuego"),
    "AFB-ASL": say("Assault table", "Tabla de asalto"),
    "AFB-CAV": say("Cavalry", "Caballería"),
    "AFB-MOR": say("Morale checks", "Test de moral"),
    "AFB-RET": say("Retreat", "Retirada"),
    "AFB-NAV": say("Ships", "Buques"),
    "AFB-END": say("End of the turn", "Fin del turno"),
    "AFB-CMP": say("Campaign", "Campaña"),
    "AFB-VIC": say("Victory", "Victoria"),
    "AFB-WEB": say("Play on the web", "Juego en la red"),
}
CARD = Card(
    key="africa_1859",
    prefix="AFR",
    title=say("Africa 1859-60", "África 1859-60"),
    blurb=say(
        "Spain and Morocco, 1859-60: stacks on named spaces, one space activated after another.",
        "España y Marruecos, 1859-60: apilamientos en espacios con nombre, activados uno a uno.",
    ),
    scenarios=tuple(map(scenario_on_the_box, VERSIONS[NEWEST].scenarios.values())),
    options=OPTIONS,
    sequence=turn_order.SEQUENCE,
    orders=orders.ORDERS,
    events=events.EVENTS,
    endings=(victory.LAST_TURN, victory.BROKEN, victory.SUDDEN),
    degrees=victory.VICTORIES,
    chapters=CHAPTERS,
    any_time=(orders.Lend,),
    bot_strengths=(EASY, NORMAL, HARD),
)


class Africa1859(Box):
    """The contract of `app.kernel.contract.Game`."""

    card = CARD
    agreement = SidesAndHandicap()
    conditional_orders = ConditionalOrders()
    rulebook = read_rulebook(
        RULEBOOK / "optional_rules.yaml",
        RULEBOOK / "base_game.yaml",
        spanish=RULEBOOK / "spanish.yaml",
        tried=RULEBOOK / "tried.yaml",
    )

    bench = bench.ENTRY

    def new_game(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        return beginning.new_game(setup, dice)

    def decide(self, state: War, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
        return sequence.decide(state, order, seat, dice)

    def evolve(self, state: War | None, event: Event) -> War:
        return evolve.evolve(state, event)

    def view(self, state: War, viewer: Viewer) -> View:
        return fog.view(state, viewer)

    def imagined(self, view: View) -> War:
        return fog.imagined(view)

    def waiting_for(self, state: War) -> Sequence[Decision]:
        return turn_order.waiting_for(state)

    def offers(self, view: View) -> Sequence[Offer]:
        return reach.offers(view)

    def assess(self, view: View, order: Order) -> Assessment:
        return reach.assess(view, order)

    def moment(self, state: War) -> Moment:
        return digest.moment(state)

    def outcome(self, state: War) -> Outcome | None:
        return victory.outcome(state)

    def wording(self, before: War | None, event: Event, viewer: Viewer) -> Sequence[Line]:  # noqa: ARG002 - no line tells a secret
        return wording.wording(before, event)

    def summary_items(self, met: Sequence[Met], viewer: Viewer) -> Sequence[Item]:
        return event_summary.summary_items(met, viewer)

    def summary(self, view: View) -> Summary:
        return digest.summary(view)

    def sheet(self) -> Sequence[Sheet]:
        return play_sheet.sheets()

    def legend(self, language: str) -> Legend:
        return legend(language)

    def hint(self, view: View) -> Hint | None:
        return hints.hint(view)

    def bot(self, view: View, chance: random.Random, strength: str = HARD) -> Order:
        if view.viewer.seat is None:
            raise ValueError("a spectator gives no orders")
        order = order_of_strength(view.war, view.viewer.seat, chance, strength)
        return with_sheet(view.war, order)

    def default_order(self, view: View, owed: Decision | None = None) -> Order | None:  # noqa: ARG002 - one decision
        seat = view.viewer.seat
        return sequence.default_answer(view.war) or sequence.last_end(view.war, seat)

    def seat_gives_up(self, state: War, seat: str, allies: Sequence[str]) -> Sequence[Event]:
        return (abandonment.abandonment(state, seat, allies),)

    def drawing(self, view: View, marks: Marks, language: str) -> Scene:
        able = frozenset(
            offer.stack for offer in self.offers(view) if offer.stack and offer.is_live
        )
        return board.drawing(view.war, marks, language, able)


GAME = Africa1859()
