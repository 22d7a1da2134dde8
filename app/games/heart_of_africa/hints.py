"""Hints for beginners: one useful sentence for the current step, and for each decision."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from app.games.heart_of_africa.digest import objectives_of
from app.games.heart_of_africa.figures import combat_units, is_hidden, is_vessel, other_side, placed
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.presentation import first_steps
from app.games.heart_of_africa.presentation.naming import side_title
from app.games.heart_of_africa.reach import owes
from app.games.heart_of_africa.state import (
    ARRIVALS,
    CLOSE_COMBAT,
    DEPLOYMENT,
    FIRST_STEPS,
    INDEPENDENT_MOVES,
    MORALE,
    RALLY,
    REVEAL,
    ROOF_CLIMBING,
    SHOOTING,
    SIDES_STEP,
    SPELLS,
    UNIT_MOVES,
    Battle,
    TakeHit,
)
from app.kernel.position import Hint, Lesson
from app.kernel.say import Say, say

WAITING = say(
    "The other side decides. Look at its units: those that have moved shoot without their bonus.",
    "El otro bando decide. Fíjate en sus unidades: las que han movido disparan sin bonificación.",
)
WAITING_BY_STEP: Mapping[str, Hint] = {
    SIDES_STEP: Hint(
        say(
            "The other side chooses its side of the table.",
            "El otro bando elige su lado de la mesa.",
        ),
        rule="HOA-SCN-04",
    ),
    DEPLOYMENT: Hint(
        say(
            "The other side puts a unit down. Then it is your turn.",
            "El otro bando despliega una unidad. Luego te toca a ti.",
        ),
        rule="HOA-SCN-05",
    ),
    SHOOTING: Hint(
        say(
            "The other side writes its fire orders. Then all shoot at once.",
            "El otro bando escribe sus órdenes de fuego. Luego disparan todos a la vez.",
        ),
        rule="HOA-SEQ-05",
    ),
}
BY_STEP: Mapping[str, Say] = {
    SIDES_STEP: say(
        "Choose the side with cover near your own edge and open ground before the enemy’s.",
        "Elige el lado que te dé cobertura cerca del borde y deje al enemigo terreno abierto por "
        "delante.",
    ),
    DEPLOYMENT: say(
        "Riflemen in front with a free view, spearmen behind them or on a flank, the "
        "baggage out of reach. A unit can also be placed automatically.",
        "Los fusileros delante y con vista libre, los lanceros detrás o en un flanco y "
        "el bagaje a salvo. También se puede colocar una unidad automáticamente.",
    ),
    ARRIVALS: say(
        "Bring your reserve on where the enemy is weak. It may move at once, but "
        "counts as having moved.",
        "Haz entrar la reserva por donde el enemigo sea débil. Puede mover enseguida, "
        "pero cuenta como que ha movido.",
    ),
    UNIT_MOVES: say(
        "You move one unit, then the other side does. Riflemen that do not move keep "
        "their bonus; units with spears must close in quickly, from cover to cover.",
        "Mueves una unidad y luego el otro bando otra. Los fusileros que no mueven "
        "conservan la bonificación; las unidades con lanzas deben acercarse deprisa, "
        "de cobertura en cobertura.",
    ),
    INDEPENDENT_MOVES: say(
        "Keep the Leader within 6 in of units with a marker, the standard where many "
        "units see it, and the baggage behind them all.",
        "Ten al Líder a 6 pulgadas de las unidades con marcador, la bandera donde "
        "muchas la vean y el bagaje detrás de todas.",
    ),
    REVEAL: say(
        "Show an ambush when its first volley will count: units within 8 in of it must test their "
        "morale.",
        "Descubre una emboscada cuando su primera descarga valga la pena: las unidades a 8 "
        "pulgadas harán un test de moral.",
    ),
    SHOOTING: say(
        "Write your fire in secret; both sides shoot at once. Figures that fall still "
        "shoot, so aim at what will be dangerous next turn.",
        "Escribe tus disparos en secreto; los dos bandos disparan a la vez. Las "
        "figuras que caen también disparan: apunta a lo que será peligroso el próximo "
        "turno.",
    ),
    CLOSE_COMBAT: say(
        "Two against one gives +2 to the second. A total 2 higher than the enemy’s "
        "kills; otherwise neither falls.",
        "Dos contra uno da +2 al segundo. Para matar hace falta un total 2 puntos "
        "mayor que el del enemigo; si no, no cae ninguno.",
    ),
    MORALE: say(
        "Ignore the test of a unit that already has a marker: if it fails again it breaks.",
        "Ignora el test de una unidad que ya tenga marcador: si vuelve a fallar, se rompe.",
    ),
    SPELLS: say(
        "Bewitch a unit that has a marker: one more failure drives it off the table.",
        "Hechiza a una unidad con marcador: un fallo más la echa de la mesa.",
    ),
    RALLY: say(
        "Take the marker from the unit that will be shot at next.",
        "Quita el marcador a la unidad a la que dispararán después.",
    ),
    ROOF_CLIMBING: say(
        "In a later turn a figure on the roof can break it, set fire to it or jump "
        "into the courtyard.",
        "En un turno posterior, una figura que está en el techo puede romperlo, "
        "incendiarlo o saltar al patio.",
    ),
}
RULES: Mapping[str, str] = {
    SIDES_STEP: "HOA-SCN-04",
    DEPLOYMENT: "HOA-SCN-06",
    ARRIVALS: "HOA-DEP-01",
    UNIT_MOVES: "HOA-SHT-06",
    INDEPENDENT_MOVES: "HOA-LDR-04",
    REVEAL: "HOA-MOR-04",
    SHOOTING: "HOA-SEQ-05",
    CLOSE_COMBAT: "HOA-MEL-09",
    MORALE: "HOA-MOR-13",
    SPELLS: "HOA-MOR-06",
    RALLY: "HOA-MOR-15",
    ROOF_CLIMBING: "HOA-FRT-28",
}
"""The rule of the hint for a step."""
IN_HAND = say(
    "Dice rolled: up to {open} in over open ground, {slow} in over difficult ground. "
    "A unit keeps together, with gaps of 4 in at most.",
    "Dados: hasta {open:pulgada+s} en terreno abierto, {slow} por terreno difícil. "
    "La unidad se mantiene junta: huecos de 4 pulgadas como mucho.",
)
HIT = say(
    "An attendant in reach can die in place of the Leader; without a Leader no "
    "unit can be rallied.",
    "Un Ayudante cercano puede morir en lugar del Líder; sin Líder no se puede "
    "reagrupar ninguna unidad.",
)
BAGGAGE = say(
    "Two elements of baggage win a Raid, and every unit of their owner tests its morale.",
    "Con dos elementos de bagaje se gana una incursión, y todas las unidades de su dueño hacen un "
    "test de moral.",
)
AMBUSHERS = say(
    "Your ambush may wait: hidden figures cannot be shot at. They are found from 2 "
    "in, by Scouts from 8.",
    "Tu emboscada puede esperar: no se puede disparar a las figuras ocultas. Se "
    "descubren a 2 pulgadas; los Exploradores, a 8.",
)


def hint(view: View) -> Hint | None:
    """The hint for the viewer's seat; none for spectators and after the end."""
    battle, side = view.battle, view.side
    if view.viewer.seat not in battle.seats or battle.ending or not side:
        return None
    if not owes(battle, side):
        return WAITING_BY_STEP.get(battle.step) or Hint(WAITING, rule="HOA-SHT-06")
    if battle.pending:
        return (
            Hint(HIT, rule="HOA-LDR-08")
            if isinstance(battle.pending[0], TakeHit)
            else Hint(BAGGAGE, rule="HOA-SCN-29")
        )
    guided = first_steps.advice(view) if battle.conditions.lesson == FIRST_STEPS else None
    found = (
        guided.hint
        if guided
        else for_the_hand(battle) or for_ambushers(battle, side) or for_the_step(battle)
    )
    if found is None or not battle.conditions.lesson or battle.turn > 1:
        return found
    return replace(found, lessons=lessons_of(battle, side))


OWN, TARGET = "✓", "!"
"""Labels on the table: own units and enemies."""


def lessons_of(battle: Battle, side: str) -> tuple[Lesson, ...]:
    """Own side, aim and signs, before the first action."""
    units = {
        one: [unit.id for unit in combat_units(battle, one) if placed(battle, unit.id)]
        for one in (side, other_side(side))
    }
    return (
        Lesson(
            say("Your side", "Tu bando"),
            say(
                "You play {side}. The flags of your units begin with {letter}.",
                "Juegas con {side}. Las banderas de tus unidades empiezan por {letter}.",
                side=side_title(battle, side),
                letter=side,
            ),
            dict.fromkeys(units[side], OWN),
        ),
        Lesson(
            say("Your aim", "Tu objetivo"),
            objectives_of(battle)[side],
            dict.fromkeys(units[other_side(side)], TARGET),
        ),
        Lesson(
            say("Numbers and flags", "Números y banderas"),
            say(
                "A flag has the letter of the side and the number of the unit. A marker means a failed "
                "morale test; with a second one the unit breaks. Distances are in inches.",
                "Una bandera lleva la letra del bando y el número de la unidad. Un marcador es un test "
                "de moral fallado; con otro, la unidad se rompe. Las distancias van en pulgadas.",
            ),
        ),
    )


def for_the_step(battle: Battle) -> Hint | None:
    return Hint(BY_STEP[battle.step], rule=RULES[battle.step]) if battle.step in BY_STEP else None


def for_the_hand(battle: Battle) -> Hint | None:
    """The hint about the roll in hand."""
    hand = battle.hand
    if hand is None or battle.step not in (UNIT_MOVES, INDEPENDENT_MOVES):
        return None
    return Hint(
        say(IN_HAND.en, IN_HAND.es, open=f"{hand.open or 0:g}", slow=f"{hand.difficult or 0:g}"),
        rule="HOA-MOV-01",
    )


def for_ambushers(battle: Battle, side: str) -> Hint | None:
    """The hint for a side with only hidden units left to move and an enemy in sight."""
    if battle.step != UNIT_MOVES:
        return None
    hidden = any(
        figure.side == side and is_hidden(battle, figure) for figure in battle.figures.values()
    )
    seen = any(
        figure.side == other_side(side) and figure.at is not None and not is_vessel(figure)
        for figure in battle.figures.values()
    )
    return Hint(AMBUSHERS, rule="HOA-DEP-09") if hidden and seen else None
