"""Rules for sandboxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.kernel import table_orders
from app.kernel.contract import Order
from app.kernel.dice import NoSuchFace
from app.kernel.free_text import is_line
from app.kernel.refusal import Refusal, no
from app.store import records

# ---------------------------------------------------------------------- rules

if TYPE_CHECKING:
    from app.services.play.sandbox_replay import OpenSandbox

MOST, MOST_STEPS, LONGEST_NAME = 5, 300, 40
CHANCE, TYPICAL = "chance", "typical"


def sandbox_count_refusal(others: list[records.Sandbox]) -> Refusal | None:
    """CAR-TRY-01: A player has at most five sandboxes of a game."""
    if len(others) < MOST:
        return None
    return no(
        "CAR-TRY-01",
        "You have {most} sandboxes of this game: put one away first.",
        "Ya tienes {most} ensayos de esta partida: antes quita uno.",
        most=MOST,
    )


def sandbox_name_refusal(name: str) -> Refusal | None:
    """CAR-TRY-02: The name of a sandbox has at most 40 characters."""
    if is_line(name, LONGEST_NAME):
        return None
    return no(
        "CAR-TRY-02",
        "A name has at most {most} characters.",
        "Un nombre tiene {most} caracteres como mucho.",
        most=LONGEST_NAME,
    )


def end_of_sandbox_refusal(seen: OpenSandbox) -> Refusal | None:
    """CAR-TRY-04: A sandbox has at most 300 steps, and ends with the imagined game."""
    if seen.look.outcome is not None:
        return no(
            "CAR-TRY-04",
            "In this sandbox the game is over.",
            "En este ensayo la partida ha terminado.",
        )
    if seen.steps < MOST_STEPS:
        return None
    return no(
        "CAR-TRY-04",
        "A sandbox has {most} steps at most: go back, or begin another one.",
        "Un ensayo tiene {most} pasos como mucho: vuelve atrás o empieza otro.",
        most=MOST_STEPS,
    )


def platform_order_refusal(given: Order) -> Refusal | None:
    """CAR-TRY-05: Only orders of the game itself are given in a sandbox."""
    if not isinstance(given, table_orders.ORDERS):
        return None
    return no(
        "CAR-TRY-05",
        "Draws, surrender and clocks are not for trying out.",
        "Las tablas, la rendición y el reloj no se ensayan.",
    )


def dice_refusal(falls: str) -> Refusal | None:
    """CAR-TRY-06: Dice of a sandbox are random, typical, or set by the player to faces that they
    have.
    """
    if falls in (CHANCE, TYPICAL):
        return None
    return no(
        "CAR-TRY-06",
        "Dice fall by chance or typically.",
        "Los dados caen al azar o con valores típicos.",
    )


def face_refusal(wrong: NoSuchFace) -> Refusal:
    """Refusal of a face that the die does not have."""
    return no(
        "CAR-TRY-06",
        "A die of {sides} sides does not show {face}.",
        "Un dado de {sides} caras no saca {face}.",
        sides=wrong.sides,
        face=wrong.face,
    )
