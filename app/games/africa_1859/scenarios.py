"""Scenarios as the shelf shows them."""

from __future__ import annotations

from app.games.africa_1859.data_file import Scenario as ScenarioData
from app.games.africa_1859.drawing.position import SHAPES
from app.games.africa_1859.state import MOROCCO, SPAIN
from app.kernel.contract import Scenario, Side
from app.kernel.say import noun, say

SIDES = (
    Side(SPAIN, noun("Spain", "España", "f", the="Spain", el="España"), SHAPES[SPAIN]),
    Side(
        MOROCCO, noun("Morocco", "Marruecos", "m", the="Morocco", el="Marruecos"), SHAPES[MOROCCO]
    ),
)


def scenario_on_the_box(one: ScenarioData) -> Scenario:
    """Title, length and sides of a scenario."""
    plot = say(
        "{n} turns. Points count for controlled spaces and for losses of the enemy.",
        "{n} turnos. Puntúan los espacios controlados y las bajas del enemigo.",
        n=one.turns,
    )
    guided = bool(one.guided)
    return Scenario(one.key, one.title, plot, SIDES, minutes=one.minutes, guided=guided)
