"""The box: what In the Heart of Africa offers the house."""
from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app.games.heart_of_africa import (
    beginning,
    digest,
    events,
    evolve,
    fog,
    hints,
    orders,
    play_sheet,
    reach,
    sequence,
    victory,
    wording,
)
from app.games.heart_of_africa.armies.muster import mustered
from app.games.heart_of_africa.digest import WANTS
from app.games.heart_of_africa.drawing import drawing
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Card, Event, Line, Marks, Option, Order, Scenario, Setup, Sheet, Side, Summary
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.outcome import Outcome
from app.kernel.refusal import Refusal
from app.kernel.rulebook import read_rulebook
from app.kernel.say import Say, say
from app.kernel.scene import Scene
from app.kernel.seats import Viewer

RULEBOOK = Path(__file__).with_name("rulebook")
OPTIONS = (
    Option("wide_arc", say("The shooting arc reaches 45 degrees to each side", "El arco de tiro abarca 45 grados a cada lado"), ("HOA-VIS-03",)),
    Option("armed_scouts", say("Scouts shoot", "Los Exploradores disparan"), ("HOA-TRP-26",)),
    Option("repeating_rifles", say("Repeating rifles shoot twice", "Los rifles de repetición disparan dos veces"), ("HOA-TRP-27",)),
    Option("no_traits", say("Leaders have no traits", "Los Líderes no tienen rasgos"), ("HOA-LDR-11",)),
    Option("second_trait", say("A second trait for 40 points", "Un segundo rasgo por 40 puntos"), ("HOA-LDR-12",)),
    Option("no_overspend", say("No army exceeds its points", "Ningún ejército se pasa de puntos"), ("HOA-ARM-07",)),
    Option("explorer_disciplinarian", say("White Explorers may be led by a Disciplinarian", "Los Exploradores Blancos pueden tener un Líder Disciplinario"),
           ("HOA-LST-64",)),
    Option("centimetres", say("Centimetres instead of inches, for small figures", "Centímetros en vez de pulgadas, para figuras pequeñas"), ("HOA-GEN-02",)),
)
CHAPTERS = {
    "HOA-GEN": say("Figures and dice", "Figuras y dados"), "HOA-LDR": say("Leaders", "Líderes"), "HOA-TRP": say("Troops", "Tropas"),
    "HOA-ART": say("Artillery and gunboats", "Artillería y cañoneras"), "HOA-SPC": say("Special figures and baggage", "Figuras especiales y bagaje"),
    "HOA-FRT": say("Fortifications and buildings", "Fortificaciones y edificios"), "HOA-STR": say("Traps and boats", "Trampas y botes"),
    "HOA-TER": say("Terrain", "Terreno"), "HOA-TAB": say("The table", "La mesa"), "HOA-SCN": say("Scenarios", "Escenarios"),
    "HOA-DEP": say("Deployment, ambushes, arrivals", "Despliegue, emboscadas y llegadas"), "HOA-SEQ": say("The turn", "El turno"),
    "HOA-MOV": say("Movement", "Movimiento"), "HOA-VIS": say("Sight and darkness", "Visión y oscuridad"), "HOA-FIR": say("Fire and smoke", "Fuego y humo"),
    "HOA-SHT": say("Shooting", "Disparos"), "HOA-REL": say("Reloading", "Recarga"), "HOA-MEL": say("Close combat", "Cuerpo a cuerpo"),
    "HOA-MOR": say("Morale", "Moral"), "HOA-ARM": say("Building an army", "Formar un ejército"), "HOA-ALY": say("Allies", "Aliados"),
    "HOA-LST": say("Army lists", "Listas de ejércitos"), "HOA-CMP": say("Campaigns", "Campañas"),
}
PLOTS = {
    "encounter": say("Two columns meet on the march; each tries to drive the other from the field.",
                     "Dos columnas se topan en plena marcha; cada una intenta echar a la otra del campo."),
    "ambush": say("A long column has to cross a country in which every thicket may hide spears.",
                  "Una larga columna debe cruzar un país donde cada espesura puede esconder lanzas."),
    "planned_attack": say("Village or camp is attacked in good order, and defended behind works.",
                          "Un poblado o campamento es atacado en toda regla y defendido tras sus obras."),
    "raid": say("Raiders come, perhaps by night, for the baggage.", "Unos incursores vienen, quizá de noche, por el bagaje."),
    "diced": say("The dice and the temper of the two peoples say who attacks, and how.",
                 "Los dados y el carácter de los dos pueblos dicen quién ataca y cómo."),
}
MINUTES = {"encounter": 150, "ambush": 150, "planned_attack": 180, "raid": 120, "diced": 150}


def scenario(key: str) -> Scenario:
    """A scenario as the card lists it; by chance either side may come to attack."""
    attacks, defends = WANTS.get(key, WANTS["encounter"])
    sides = (Side("A", say("Side A", "Bando A"), "a", attacks), Side("B", say("Side B", "Bando B"), "b", defends))
    return Scenario(key, beginning.title(key), PLOTS[key], sides, minutes=MINUTES[key])


CARD = Card(
    key="heart_of_africa", prefix="HOA", title=say("In the Heart of Africa", "En el corazón de África"),
    blurb=say("Explorers, slavers and warriors of tropical Africa, 1860 to 1899: miniatures on a continuous table.",
              "Exploradores, esclavistas y guerreros del África tropical, de 1860 a 1899: miniaturas en una mesa continua."),
    scenarios=tuple(map(scenario, PLOTS)), options=OPTIONS, sequence=sequence.SEQUENCE, orders=orders.ORDERS, events=events.EVENTS,
    endings=tuple(victory.ENDINGS), dice=6, chapters=CHAPTERS, on_the_pages=False)


class HeartOfAfrica:
    """The contract of `app.kernel.contract.Game`."""

    card = CARD
    rulebook = read_rulebook(
        RULEBOOK / "forces.yaml", RULEBOOK / "table_and_turn.yaml", RULEBOOK / "armies_and_campaign.yaml",
        spanish=(RULEBOOK / "spanish_forces.yaml", RULEBOOK / "spanish_table_and_turn.yaml", RULEBOOK / "spanish_armies.yaml"))

    def new_game(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        return beginning.new_game(setup, dice)

    def decide(self, state: Battle, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
        return sequence.decide(state, order, seat, dice)

    def evolve(self, state: Battle | None, event: Event) -> Battle:
        return evolve.evolve(state, event)

    def view(self, state: Battle, viewer: Viewer) -> View:
        return fog.view(state, viewer)

    def waiting_for(self, state: Battle) -> Sequence[Decision]:
        return sequence.waiting_for(state)

    def offers(self, view: View) -> Sequence[Offer]:
        return reach.offers(view)

    def assess(self, view: View, order: Order) -> Assessment:
        return reach.assess(view, order)

    def outcome(self, state: Battle) -> Outcome | None:
        return victory.outcome(state)

    def agreed(self, state: Battle) -> Sequence[str]:
        return victory.agreed(state)

    def drawing(self, view: View, marks: Marks, language: str) -> Scene:
        return drawing(view, marks, language)

    def wording(self, before: Battle | None, event: Event, viewer: Viewer) -> Sequence[Line]:
        return wording.wording(before, event, viewer)

    def summary(self, view: View) -> Summary:
        return digest.summary(view)

    def sheet(self) -> Sequence[Sheet]:
        return play_sheet.sheets()

    def hint(self, view: View) -> Say | None:
        return hints.hint(view)

    def bot(self, view: View, chance: random.Random) -> Order:
        from app.games.heart_of_africa import bot  # noqa: PLC0415 the bot asks for offers, which this box gives

        return bot.choose(view, chance)

    def muster(self, army: Mapping[str, Any]) -> Sequence[Refusal]:
        return mustered(army)


GAME = HeartOfAfrica()
