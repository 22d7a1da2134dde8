"""Names of the causes of morale tests and of the reasons of numbers."""

from __future__ import annotations

from app.kernel.say import say

CAUSES = {  # after "test for", "test por"
    "losses": say("losses", "bajas"),
    "ambush": say("an ambush", "una emboscada"),
    "pygmy_ambush": say("a Pygmy ambush", "una emboscada de Pigmeos"),
    "spell": say("a spell", "un hechizo"),
    "friend_lost": say("the loss of a friendly unit", "la pérdida de una unidad amiga"),
    "key_figure_lost": say("the loss of a key figure", "la pérdida de una figura clave"),
    "baggage_captured": say("captured baggage", "la captura de bagaje"),
    "own_village_burnt": say("the burning of the village", "el incendio del poblado"),
}
MODS = {
    "bonus": say("shooting bonus", "bonificación de disparo"),
    "mighty_warrior": say("Mighty Warrior", "Poderoso Guerrero"),
    "over_half_range": say("over half range", "más de medio alcance"),
    "target_charged": say("target charged", "el objetivo ha cargado"),
    "target_in_cover": say("target in cover", "objetivo a cubierto"),
    "pygmy_in_cover": say("Pygmy in cover", "pigmeo a cubierto"),
    "target_scattered": say("scattered target", "objetivo disperso"),
    "shooter_in_works": say("shooting from works", "dispara desde una fortificación"),
    "factor": say("close combat factor", "factor de combate"),
    "obstacle": say("obstacle", "obstáculo"),
    "second_opponent": say("second opponent", "segundo rival"),
}


def signed(amount: int) -> str:
    """Number added to a die, with its sign; a minus is no hyphen."""
    return f"{amount:+d}".replace("-", "−")
