"""The box of In the Heart of Africa."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from app.games.heart_of_africa import (
    aftermath,
    bench,
    digest,
    event_summary,
    events,
    evolve,
    fog,
    hints,
    imagining,
    orders,
    published,
    reach,
    sequence,
    step_table,
    survey,
    victory,
    wording,
)
from app.games.heart_of_africa.armies.builder import ArmyBuilder
from app.games.heart_of_africa.armies.options import OPTIONS as ARMY_OPTIONS
from app.games.heart_of_africa.conditional_orders.standing import ConditionalOrders
from app.games.heart_of_africa.digest import WANTS
from app.games.heart_of_africa.drawing import drawing
from app.games.heart_of_africa.drawing.legend import legend
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.game_setup import Agreement
from app.games.heart_of_africa.offering import tapped_ground
from app.games.heart_of_africa.presentation import naming, play_sheet
from app.games.heart_of_africa.presentation.centimetres import labelled
from app.games.heart_of_africa.setup import beginning
from app.games.heart_of_africa.setup.lessons import LESSONS, Lesson
from app.games.heart_of_africa.state import Battle
from app.kernel.bot_strengths import EASY, HARD, NORMAL
from app.kernel.box import Box
from app.kernel.child_battles import Aftermath, UnitFall
from app.kernel.contract import Card, Event, Line, Marks, Option, Order, Scenario, Setup, Side
from app.kernel.dice import Dice
from app.kernel.event_summary import Item, Met
from app.kernel.legend import Legend
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.outcome import Outcome
from app.kernel.position import Hint, Moment, Summary
from app.kernel.refusal import Refused
from app.kernel.report_tables import ReportDetails, Sheet
from app.kernel.rulebook import read_rulebook
from app.kernel.say import Say, say
from app.kernel.scene import Scene
from app.kernel.seats import Viewer
from app.kernel.survey import Battlefield, Measured, Survey

RULEBOOK = Path(__file__).with_name("rulebook")
OPTIONS = (
    Option(
        "wide_arc",
        say(
            "The shooting arc reaches 45 degrees to each side",
            "El arco de tiro abarca 45 grados a cada lado",
        ),
        ("HOA-VIS-03",),
    ),
    Option("armed_scouts", say("Scouts shoot", "Los Exploradores disparan"), ("HOA-TRP-26",)),
    *ARMY_OPTIONS,
    Option(
        "centimetres",
        say(
            "Centimetres instead of inches, for small figures",
            "Centímetros en vez de pulgadas, para figuras pequeñas",
        ),
        ("HOA-GEN-02",),
    ),
)
CHAPTERS = {
    "HOA-GEN": say("Figures and dice", "Figuras y dados"),
    "HOA-LDR": say("Leaders", "Líderes"),
    "HOA-TRP": say("Troops", "Tropas"),
    "HOA-ART": say("Artillery and gunboats", "Artillería y Cañoneras"),
    "HOA-SPC": say("Special figures and baggage", "Figuras especiales y bagaje"),
    "HOA-FRT": say("Fortifications and buildings", "Fortificaciones y edificios"),
    "HOA-STR": say("Traps and boats", "Trampas y botes"),
    "HOA-TER": say("Terrain", "Terreno"),
    "HOA-TAB": say("The table", "La mesa"),
    "HOA-SCN": say("Scenarios", "Escenarios"),
    "HOA-DEP": say("Deployment, ambushes, arrivals", "Despliegue, emboscadas y llegadas"),
    "HOA-SEQ": say("The turn", "El turno"),
    "HOA-MOV": say("Movement", "Movimiento"),
    "HOA-VIS": say("Sight and darkness", "Visión y oscuridad"),
    "HOA-FIR": say("Fire and smoke", "Fuego y humo"),
    "HOA-SHT": say("Shooting", "Disparos"),
    "HOA-REL": say("Reloading", "Recarga"),
    "HOA-MEL": say("Close combat", "Cuerpo a cuerpo"),
    "HOA-MOR": say("Morale", "Moral"),
    "HOA-ARM": say("Building an army", "Formar un ejército"),
    "HOA-ALY": say("Allies", "Aliados"),
    "HOA-LST": say("Army lists", "Listas de ejércitos"),
    "HOA-CMP": say("Campaigns", "Campañas"),
}
PLOTS = {
    "encounter": say(
        "Two columns meet on the march. Each side tries to leave the other no unit on the table.",
        "Dos columnas se encuentran en plena marcha. Cada bando intenta dejar al otro "
        "sin unidades en la mesa.",
    ),
    "ambush": say(
        "A long column has to cross the table. The enemy may be in ambush in any cover.",
        "Una larga columna debe cruzar la mesa. El enemigo puede estar emboscado en "
        "cualquier cobertura.",
    ),
    "planned_attack": say(
        "The attacker has to take a village or camp, defended with fortifications.",
        "El atacante debe tomar un poblado o campamento, defendido con fortificaciones.",
    ),
    "raid": say(
        "The raider has to capture two elements of the defender’s baggage, perhaps by night.",
        "El atacante debe capturar dos elementos del bagaje defensor, quizá de noche.",
    ),
    "diced": say(
        "Dice and the Aggression of the two peoples decide the attacker; another die "
        "decides the scenario.",
        "Los dados y el Factor de Agresividad de los dos pueblos deciden el atacante; "
        "otro dado decide el escenario.",
    ),
}
MINUTES = {"encounter": 150, "ambush": 150, "planned_attack": 180, "raid": 120, "diced": 150}


def scenario(key: str) -> Scenario:
    """A scenario as the card lists it. In a rolled one either side may attack."""
    attacks, defends = WANTS.get(key, WANTS["encounter"])
    sides = (
        Side("A", say("Side A", "Bando A"), "a", attacks),
        Side("B", say("Side B", "Bando B"), "b", defends),
    )
    return Scenario(key, beginning.title(key), PLOTS[key], sides, minutes=MINUTES[key])


def lesson(plan: Lesson) -> Scenario:
    """A lesson as the card lists it."""
    sides = tuple(
        Side(side, people, shape, plan.wants[side])
        for (side, people), shape in zip(plan.peoples.items(), "ab", strict=True)
    )
    return Scenario(plan.key, plan.title, plan.plot, sides, minutes=plan.minutes, guided=True)


CARD = Card(
    key="heart_of_africa",
    prefix="HOA",
    title=say("In the Heart of Africa", "En el corazón de África"),
    blurb=say(
        "Explorers, slavers and warriors of tropical Africa, 1860 to 1899: miniatures on a "
        "continuous table.",
        "Exploradores, esclavistas y guerreros del África tropical, de 1860 a 1899: miniaturas en "
        "una mesa continua.",
    ),
    scenarios=(*map(scenario, PLOTS), *map(lesson, LESSONS.values())),
    options=OPTIONS,
    sequence=step_table.SEQUENCE,
    orders=orders.ORDERS,
    events=events.EVENTS,
    endings=tuple(victory.ENDINGS),
    dice=6,
    bot_strengths=(EASY, NORMAL, HARD),
    chapters=CHAPTERS,
)


def options_of(before: Battle | None, event: Event) -> tuple[str, ...]:
    """The options of the game, which are in the first event."""
    return before.options if before is not None else getattr(event, "options", ())


class HeartOfAfrica(Box):
    """The contract of `app.kernel.contract.Game`."""

    card = CARD
    rulebook = read_rulebook(
        RULEBOOK / "forces.yaml",
        RULEBOOK / "table_and_turn.yaml",
        RULEBOOK / "armies_and_campaign.yaml",
        spanish=(
            RULEBOOK / "spanish_forces.yaml",
            RULEBOOK / "spanish_table_and_turn.yaml",
            RULEBOOK / "spanish_armies.yaml",
        ),
        tried=RULEBOOK / "tried.yaml",
        tables=RULEBOOK / "interpreters.yaml",
    )
    bench = bench.ENTRY
    agreement = Agreement()
    armies = ArmyBuilder()
    conditional_orders = ConditionalOrders()

    def new_game(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        return beginning.new_game(setup, dice)

    def side_titles(self, terms: Mapping[str, Any]) -> Mapping[str, Say]:
        """Peoples of a battle of a campaign."""
        return naming.peoples_of_terms(terms)

    def sides(self, state: Battle) -> Sequence[Side]:
        """Sides under the peoples of their armies. Before the armies have names they are on the
        card.
        """
        if not state.names:
            return ()
        sides = scenario(state.scenario).sides
        return [
            msgspec.structs.replace(side, title=naming.side_title(state, side.key))
            for side in sides
        ]

    def decide(self, state: Battle, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
        try:
            return sequence.decide(state, order, seat, dice)
        except Refused as refused:
            raise Refused(*labelled(state.options, refused.refusals)) from refused

    def evolve(self, state: Battle | None, event: Event) -> Battle:
        return evolve.evolve(state, event)

    def view(self, state: Battle, viewer: Viewer) -> View:
        return fog.view(state, viewer)

    def published(self, view: View) -> published.View:  # type: ignore[valid-type]  # made at import
        return published.published(view)

    def imagined(self, view: View) -> Battle:
        return imagining.imagined(view)

    def waiting_for(self, state: Battle) -> Sequence[Decision]:
        return sequence.waiting_for(state)

    def offers(self, view: View) -> Sequence[Offer]:
        return labelled(view.battle.options, reach.offers(view))

    def assess(self, view: View, order: Order) -> Assessment:
        return labelled(view.battle.options, reach.assess(view, order))

    def moment(self, state: Battle) -> Moment:
        return labelled(state.options, digest.moment(state))

    def outcome(self, state: Battle) -> Outcome | None:
        return victory.outcome(state)

    def aftermath(self, state: Battle) -> Aftermath:
        return aftermath.aftermath(state)

    def unit_falls(self, state: Battle) -> Sequence[UnitFall]:
        """Units with casualties, under the names of the reports."""
        return sorted(aftermath.unit_falls(state), key=lambda unit: unit.side)

    def agreed(self, state: Battle) -> Sequence[str]:
        return victory.agreed(state)

    def drawing(self, view: View, marks: Marks, language: str) -> Scene:
        return drawing(view, marks, language)

    def wording(self, before: Battle | None, event: Event, viewer: Viewer) -> Sequence[Line]:
        return labelled(options_of(before, event), wording.wording(before, event, viewer))

    def summary_items(self, met: Sequence[Met], viewer: Viewer) -> Sequence[Item]:
        return labelled(
            options_of(met[0].before, met[0].event) if met else (),
            event_summary.summary_items(met, viewer),
        )

    def replayed_shot(self, before: Battle | None, event: Event, viewer: Viewer) -> Measured | None:
        return labelled(
            options_of(before, event), event_summary.replayed_shot(before, event, viewer)
        )

    def report_details(self, met: Sequence[Met], state: Battle) -> ReportDetails:
        return labelled(state.options, event_summary.report_details(met, state))

    def summary(self, view: View) -> Summary:
        return labelled(view.battle.options, digest.summary(view))

    def survey(self, view: View, place: str) -> Survey | None:
        return labelled(view.battle.options, survey.survey(view, place))

    def order_to_place(self, view: View, piece: str, place: str) -> Order | None:
        return tapped_ground.order_to_place(view.battle, piece, place)

    def words_of_tap(self, view: View, piece: str, place: str) -> Say | None:
        found = tapped_ground.words_of_tap(view.battle, piece, place)
        return labelled(view.battle.options, found)

    def measured(self, view: View, one: str, two: str) -> Measured | None:
        return labelled(view.battle.options, survey.measured(view, one, two))

    def battlefield(self, view: View) -> Battlefield:
        return labelled(view.battle.options, survey.battlefield(view))

    def sheet(self) -> Sequence[Sheet]:
        return play_sheet.sheets()

    def legend(self, language: str) -> Legend:
        return legend(language)

    def hint(self, view: View) -> Hint | None:
        return labelled(view.battle.options, hints.hint(view))

    def bot(self, view: View, chance: random.Random, strength: str = HARD) -> Order:
        from app.games.heart_of_africa import bot  # noqa: PLC0415 the bot asks for offers, which this box gives

        return bot.choose(view, chance, strength)


GAME = HeartOfAfrica()
