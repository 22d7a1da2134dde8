"""Settings of an organiser for army building, as options of a table."""

from __future__ import annotations

from app.kernel.contract import Option
from app.kernel.say import say

OPTIONS = (
    Option(
        "repeating_rifles",
        say("Repeating rifles shoot twice", "Los rifles de repetición disparan dos veces"),
        ("HOA-TRP-27",),
    ),
    Option(
        "no_traits",
        say("Leaders have no traits", "Los Líderes no tienen características personales"),
        ("HOA-LDR-11",),
    ),
    Option(
        "second_trait",
        say("A second trait for 40 points", "Una segunda característica personal por 40 puntos"),
        ("HOA-LDR-12",),
    ),
    Option(
        "no_overspend",
        say("No army exceeds its points", "Ningún ejército se pasa de puntos"),
        ("HOA-ARM-07",),
    ),
    Option(
        "explorer_disciplinarian",
        say(
            "White Explorers may be led by a Disciplinarian",
            "Los Exploradores Blancos pueden tener un Líder Disciplinario",
        ),
        ("HOA-LST-64",),
    ),
)
TITLES = {option.key: option.title for option in OPTIONS}
