"""Lines of the log about dice: purpose, owner, face, each modifier and the total."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import title_of
from app.games.africa_1859.ground import map_of, place
from app.games.africa_1859.state import War
from app.games.africa_1859.wording_phrases import where
from app.kernel.say import Say, say
from app.kernel.single_lines import Lines, one_line

PURPOSES: Mapping[str, tuple[Say, tuple[str, ...]]] = {
    "fire": (say("gun fire", "fuego de artillería"), ("AFB-FIR-01", "AFR-SEQ-05")),
    "support_fire": (say("supporting fire", "fuego de apoyo"), ("AFR-ASL-14",)),
    "defence_fire": (say("defensive fire", "fuego defensivo"), ("AFR-ASL-15",)),
    "counter_battery": (say("counter-battery fire", "contrabatería"), ("AFR-ART-07",)),
    "caracole_rider": (say("fire of the caracole", "fuego de la caracola"), ("AFR-SEQ-08",)),
    "caracole_target": (
        say("answer to the caracole", "respuesta a la caracola"),
        ("AFR-SEQ-08",),
    ),
    "horse_charger": (say("counter-charge", "contracarga"), ("AFB-CAV-01",)),
    "horse_target": (say("stand against riders", "resistencia a los jinetes"), ("AFB-CAV-01",)),
    "screen_attacker": (say("fire of the screen", "fuego de la cobertura"), ("AFR-ASL-12",)),
    "screen_defender": (say("fire of the screen", "fuego de la cobertura"), ("AFR-ASL-12",)),
    "screen_at_vanguard": (
        say("fire of the screen at the vanguard", "fuego de la cobertura contra la vanguardia"),
        ("AFR-ASL-11",),
    ),
    "extra_fire": (
        say("second fire of the screen", "segundo fuego de la cobertura"),
        ("AFR-ASL-13",),
    ),
    "vanguard_fire": (say("fire of the vanguard", "fuego de la vanguardia"), ("AFR-ASL-15",)),
    "clash_attacker": (say("clash, attacker", "choque, atacante"), ("AFR-ASL-16",)),
    "clash_defender": (say("clash, defender", "choque, defensor"), ("AFR-ASL-16",)),
    "check": (say("morale check", "test de moral"), ("AFB-MOR-01",)),
    "rally": (say("rally roll", "tirada de recuperación"), ("AFB-MOR-04",)),
    "victor": (
        say("risk of the victor (lost on a 6)", "riesgo del vencedor (baja con un 6)"),
        ("AFR-LDR-02",),
    ),
    "equal_bids": (
        say(
            "equal bids (sides exchanged from 4)",
            "pujas iguales (con 4 o más se cambian los bandos)",
        ),
        ("AFB-VIC-05",),
    ),
    "draw": (say("draw of the target", "sorteo del blanco"), ("AFR-ART-06",)),
    "levy": (say("levy", "leva"), ("AFB-CMP-05",)),
    "storm": (say("weather at sea", "temporal en la mar"), ("AFB-CMP-03",)),
    "disease": (say("disease", "enfermedad"), ("AFB-CMP-04",)),
}
"""Name and rules of each purpose of a die."""

MODIFIERS: Mapping[str, Say] = {
    "cf": say("combat factor", "factor de combate"),
    "factor": say("fire factor", "factor de fuego"),
    "cover": say("cover", "cubierta"),
    "leader": say("leader", "líder"),
    "artillery": say("artillery", "artillería"),
    "mass": say("mass", "superioridad"),
    "charge": say("charge", "carga"),
    "horse_rough": say("riders on rough ground", "caballería en terreno áspero"),
    "horse_close": say("riders on close ground", "caballería en terreno cerrado"),
    "crossing": say("crossing", "paso de río"),
    "terrain": say("terrain", "terreno"),
    "works": say("works", "atrincheramientos"),
    "ground_cap": say("limit of the ground", "tope del terreno"),
    "shaken": say("demoralised", "desmoralización"),
    "supply": say("out of supply", "sin suministro"),
    "open": say("open ground", "terreno abierto"),
    "rough": say("rough ground", "terreno áspero"),
    "close": say("close ground", "terreno cerrado"),
}
"""Name of each line of a roll."""


def rolled(before: War, event: e.Rolled) -> Lines:
    """Line of a die."""
    title, rules = PURPOSES[event.purpose]
    dice = ((f"d{event.sides}", str(event.die)),)
    if not event.of:
        return one_line(
            "{title:Aa}: {sum}.",
            "{title:Aa}: {sum}.",
            *rules,
            dice=dice,
            title=title,
            sum=sum_of(event),
        )
    return one_line(
        "{who:Aa}, {title}: {sum}.",
        "{who:Aa}, {title}: {sum}.",
        *rules,
        places=(where(before, event.of),),
        dice=dice,
        who=owner(before, event.of),
        title=title,
        sum=sum_of(event),
    )


def owner(war: War, key: str) -> Say:
    """Name of the counter, or of the space, that a die belongs to."""
    return place(war, key) if key in map_of(war).spaces else title_of(war, key)


def sum_of(event: e.Rolled) -> Say:
    """Sum of a roll: face, each line with its name, total. The face alone without lines."""
    if not event.mods:
        return say("{die}", "{die}", die=event.die)
    text, facts = "{die}", dict[str, object](die=event.die, total=event.total)
    for number, (name, amount) in enumerate(event.mods.items()):
        text += f" {'+' if amount > 0 else '−'} {{n{number}}} ({{m{number}}})"
        facts[f"n{number}"], facts[f"m{number}"] = abs(amount), MODIFIERS[name]
    text += " = {total}"
    return Say(text, text, facts)
