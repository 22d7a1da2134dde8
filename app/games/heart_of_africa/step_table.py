"""HOA-SEQ: The steps of a turn, the orders that each allows, and its question."""

from __future__ import annotations

import msgspec

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.setup import (
    deployment_turns,
)
from app.games.heart_of_africa.state import (
    ARRIVALS,
    BAGGAGE_CAPTURE,
    CLOSE_COMBAT,
    DEPLOYMENT,
    FIRE_SETTING,
    INDEPENDENT_MOVES,
    MORALE,
    RALLY,
    RELOAD,
    REVEAL,
    ROOF_CLIMBING,
    SETUP_STEPS,
    SHOOTING,
    SIDES_STEP,
    SPELLS,
    UNIT_MOVES,
    UPKEEP,
    VICTORY,
    Battle,
)
from app.kernel.contract import Order, Step
from app.kernel.decoding import numbers_in
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say

ANSWERS = (orders.MeetHit, orders.Capture)
MOVES: tuple[type, ...] = (
    orders.Activate,
    orders.NoMove,
    orders.Move,
    orders.Manoeuvre,
    orders.EndActivation,
    orders.Guide,
    orders.Swap,
    orders.Cross,
    orders.Enter,
    orders.BreakRoof,
    orders.JumpDown,
    orders.Embark,
    orders.Disembark,
    orders.Sail,
    orders.Remount,
    orders.Join,
    orders.Pass,
    *orders.PLANNING,
)
SEQUENCE = (
    Step(
        SIDES_STEP,
        "HOA-SCN-17",
        say("Sides of the table", "Lados de la mesa"),
        (orders.ChooseSide, orders.MarchOrder, orders.Join, *orders.PLANNING),
    ),
    Step(
        DEPLOYMENT,
        "HOA-SCN-05",
        say("Deployment", "Despliegue"),
        (
            orders.PlaceWork,
            orders.PlaceCamp,
            orders.Deploy,
            orders.Hold,
            orders.Join,
            orders.Pass,
            *orders.PLANNING,
            *orders.DEPLOYMENT_PLANNING,
        ),
        automatic_orders=(
            orders.PlaceWork,
            orders.PlaceCamp,
            orders.Deploy,
            orders.Hold,
            orders.Join,
        ),
    ),
    Step(UPKEEP, "HOA-FIR-07", say("Wind and smoke", "Viento y humo"), ()),
    Step(
        ARRIVALS,
        "HOA-DEP-01",
        say("Arrivals", "Llegadas"),
        (orders.Place, orders.Pass, *orders.PLANNING),
    ),
    Step(UNIT_MOVES, "HOA-SEQ-02", say("Unit moves", "Movimiento de unidades"), MOVES),
    Step(
        INDEPENDENT_MOVES,
        "HOA-SEQ-04",
        say("Independent figures and baggage", "Figuras independientes y bagaje"),
        MOVES,
    ),
    Step(
        REVEAL,
        "HOA-DEP-09",
        say("Ambushers and loopholes", "Emboscados y troneras"),
        (orders.Reveal, orders.DeclareShooters, orders.Pass, *orders.PLANNING),
    ),
    Step(
        SHOOTING,
        "HOA-SEQ-05",
        say("Shooting", "Disparos"),
        (orders.FireOrders, orders.Withdraw, orders.MeetHit, orders.Pass, *orders.PLANNING),
    ),
    Step(
        BAGGAGE_CAPTURE,
        "HOA-SPC-21",
        say("Capture of baggage", "Captura de bagaje"),
        (orders.Capture, orders.Pass),
    ),
    Step(FIRE_SETTING, "HOA-FIR-02", say("Fire-setting", "Incendios"), ()),
    Step(RELOAD, "HOA-SEQ-06", say("Reload", "Recarga"), ()),
    Step(
        CLOSE_COMBAT,
        "HOA-MEL-05",
        say("Close combat", "Cuerpo a cuerpo"),
        (orders.Pair, orders.FirstOpponent, orders.MeetHit, orders.Pass, *orders.PLANNING),
    ),
    Step(
        MORALE,
        "HOA-SEQ-07",
        say("Morale", "Moral"),
        (orders.Cancel, orders.TestOrder, orders.Pass, *orders.PLANNING),
    ),
    Step(
        SPELLS,
        "HOA-SPC-11",
        say("Spells", "Hechizos"),
        (orders.Cast, orders.Cancel, orders.Pass, *orders.PLANNING),
    ),
    Step(
        RALLY,
        "HOA-MOR-15",
        say("Rally", "Reagrupar"),
        (orders.Rally, orders.Pass, *orders.PLANNING),
    ),
    Step(
        ROOF_CLIMBING,
        "HOA-FRT-28",
        say("Climbing onto roofs", "Subir a los techos"),
        (orders.ClimbRoof, orders.Pass, *orders.PLANNING),
    ),
    Step(VICTORY, "HOA-SCN-08", say("Victory", "Victoria"), ()),
)


def in_its_step(battle: Battle, order: Order) -> Refusal | None:
    """HOA-SEQ-01: The steps of a turn follow one another in a fixed order, and each action belongs
    to its step.
    """
    on = next(step for step in SEQUENCE if step.key == battle.step)
    if isinstance(order, on.orders):
        return None
    if battle.step in SETUP_STEPS:
        return deployment_turns.out_of_turn(battle)
    return no(
        "HOA-SEQ-01",
        "That order is not possible in this step: {step}.",
        "Esa orden no es posible en este paso: {step}.",
        step=on.title,
    )


def is_given_meanwhile(battle: Battle, order: Order) -> bool:
    """True for a deployment plan, which a side may give while the other side deploys."""
    return battle.step == DEPLOYMENT and isinstance(order, orders.DEPLOYMENT_PLANNING)


def question(battle: Battle) -> Say:
    """The current question."""
    if battle.pending:
        if hasattr(battle.pending[0], "save"):
            return say(
                "Your Leader is hit: choose saving roll, attendant or loss",
                "Tu Líder ha sido alcanzado: elige tirada de salvación, Ayudante o baja",
            )
        return say("Which baggage is taken?", "¿Qué bagaje se captura?")
    if battle.hand is not None and battle.step in (UNIT_MOVES, INDEPENDENT_MOVES):
        return say("Move it, or end its move", "Muévela, o acaba su movimiento")
    return QUESTIONS.get(battle.step) or next(
        step.title for step in SEQUENCE if step.key == battle.step
    )


QUESTIONS = {
    SIDES_STEP: say("Choose your side of the table", "Elige tu lado de la mesa"),
    DEPLOYMENT: say("Deploy a unit or figure", "Despliega una unidad o figura"),
    ARRIVALS: say("Place an arrival", "Coloca una llegada"),
    UNIT_MOVES: say("Move: choose a unit", "Mueve: elige una unidad"),
    INDEPENDENT_MOVES: say(
        "Move: choose a figure, or the baggage", "Mueve: elige una figura, o el bagaje"
    ),
    REVEAL: say("Show an ambush in order to shoot?", "¿Muestras una emboscada para disparar?"),
    SHOOTING: say("Write your fire orders", "Escribe tus órdenes de fuego"),
    CLOSE_COMBAT: say("Choose the pairs in close combat", "Elige las parejas del cuerpo a cuerpo"),
    MORALE: say("Cancel a test, or roll the tests", "Anula un test, o haz los test"),
    SPELLS: say("Cast a spell?", "¿Lanzas un hechizo?"),
    RALLY: say("Rally a unit?", "¿Reagrupas una unidad?"),
    ROOF_CLIMBING: say("Climb a roof?", "¿Subes a un techo?"),
}
"""Questions of the steps with a choice."""

FARTHEST = 1000.0
"""Largest coordinate (inches) and angle (degrees) in an order."""


def is_out_of_all_bounds(order: Order) -> bool:
    """True if a place or an angle of an order is beyond all limits. Whole numbers are counts, and
    are not checked.
    """
    return any(
        isinstance(number, float) and not abs(number) <= FARTHEST
        for number in numbers_in(msgspec.to_builtins(order))
    )


def out_of_all_bounds(order: Order) -> Refusal | None:
    """Refusal of a place far off the table, before any computation with it."""
    if not is_out_of_all_bounds(order):
        return None
    return no("HOA-MOV-06", "That place is not on the table.", "Ese punto no está en la mesa.")
