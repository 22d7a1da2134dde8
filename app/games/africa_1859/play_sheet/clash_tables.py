"""Tables of the clash and of the counter-charge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.games.africa_1859.data_file import GameData
from app.games.africa_1859.play_sheet.cells import DASH, published, signed
from app.games.africa_1859.wording_dice import MODIFIERS
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, as_is, say

REASON = say("reason", "motivo")
BOTH = say("both", "los dos")
ATTACKER, DEFENDER = say("attacker", "atacante"), say("defender", "defensor")


CLASH_LINES: Mapping[str, tuple[Say, Say]] = {
    "artillery": (
        BOTH,
        say(
            "own guns or a ship fired at the enemy vanguard in this assault; not counter-battery",
            "cañones propios o un buque han tirado contra la vanguardia enemiga en este asalto; "
            "no vale la contrabatería",
        ),
    ),
    "mass": (
        BOTH,
        say(
            "at least {ratio} fighting steps in the assault for each of the enemy",
            "al menos {ratio} pasos de combate en el asalto por cada paso enemigo",
        ),
    ),
    "charge": (
        ATTACKER,
        say("cavalry vanguard on open ground", "vanguardia de caballería en terreno abierto"),
    ),
    "horse_rough": (
        BOTH,
        say(
            "cavalry vanguard; hill, orchards and scrub, marsh or village",
            "vanguardia de caballería; altura, huertas y monte bajo, marisma o aduar",
        ),
    ),
    "horse_close": (
        BOTH,
        say(
            "cavalry vanguard; mountain, walled town, works or fort",
            "vanguardia de caballería; montaña, plaza murada, atrincheramientos o fuerte",
        ),
    ),
    "crossing": (
        ATTACKER,
        say("over a river or bridge, or into a marsh; once", "por río o puente, o en marisma; una vez"),
    ),
    "shaken": (
        DEFENDER,
        say("demoralised vanguard", "vanguardia desmoralizada"),
    ),
    "supply": (
        BOTH,
        say("campaign: vanguard out of supply", "campaña: vanguardia sin suministro"),
    ),
}  # fmt: skip


def clash_sheet(data: GameData) -> Sheet:
    """Lines of the assault table; its die and its tie are published."""
    return Sheet(
        say("Clash: D6 against D6", "Choque: D6 contra D6"),
        published(
            say("points 8.7, 8.8 and 8.8.1", "puntos 8.7, 8.8 y 8.8.1"),
            "They give the dice, the support of guns and the tie, which goes to the defender; the "
            "amounts are our completion.",
            "Dan los dados, el apoyo de la artillería y el empate, que es del defensor; las "
            "cifras son complemento nuestro.",
        ),
        (REASON, say("side", "bando"), say("to the die", "al dado"), say("when", "cuándo")),
        tuple(clash_rows(data.tables["assault"], data.tables["works"])),
        ("AFR-ASL-16", "AFR-ASL-17", "AFB-ASL-06", "AFB-ASL-07", "AFB-ASL-08", "AFB-UNI-05"),
    )


def clash_rows(table: Mapping[str, Any], works: Mapping[str, int]) -> Iterator[tuple[Say, ...]]:
    """Lines of both sides, then those of the ground."""
    facts = {"ratio": table["mass_ratio"]}
    yield (
        MODIFIERS["cf"],
        BOTH,
        say("+ factor", "+ factor"),
        say("of the vanguard", "de la vanguardia"),
    )
    yield (
        MODIFIERS["leader"],
        BOTH,
        say("+ first factor", "+ primer factor"),
        say("of the designated leader", "del líder designado"),
    )
    for key, (who, when) in CLASH_LINES.items():
        yield MODIFIERS[key], who, signed(table["lines"][key]), Say(when.en, when.es, facts)
    yield (
        MODIFIERS["terrain"],
        DEFENDER,
        say("+ defence", "+ defensa"),
        say("see Ground", "véase Terreno"),
    )
    yield (
        MODIFIERS["works"],
        DEFENDER,
        as_is(f"+{works['works']}, +{works['fort']}"),
        say(
            "works, fort; {dig} with fresh engineers in the group; terrain and works together "
            "at most +{cap}",
            "atrincheramientos, fuerte; {dig} con ingenieros sin desmoralizar en el grupo; "
            "terreno y obras juntos, +{cap} como máximo",
            dig=signed(works["engineers"]),
            cap=table["ground_cap"],
        ),
    )


def horse_sheet(data: GameData) -> Sheet:
    """Lines and losses of a counter-charge."""
    return Sheet(
        say("Counter-charge: D6 against D6", "Contracarga: D6 contra D6"),
        published(
            say("points 8.4.3 and 8.4.4", "puntos 8.4.3 y 8.4.4"),
            "They give the counter-charge and its target; the roll is our completion. The target "
            "wins a tie.",
            "Dan la contracarga y su blanco; la tirada es complemento nuestro. El empate es del "
            "blanco.",
        ),
        (REASON, say("side", "bando"), say("value", "valor")),
        tuple(horse_rows(data.tables["horse_clash"])),
        ("AFR-ASL-07", "AFR-ASL-08", "AFB-CAV-01"),
    )


def horse_rows(table: Mapping[str, Any]) -> Iterator[tuple[Say, ...]]:
    """Lines of both, then the steps lost."""
    lines, heavy, winner = table["lines"], table["heavy"], table["winner"]
    charger = say("charging unit", "unidad que carga")
    riders = say("all cavalry", "toda la caballería")
    yield (MODIFIERS["cf"], BOTH, say("+ factor", "+ factor"))
    yield (MODIFIERS["open"], charger, signed(lines["open"]))
    yield (
        say("hill, orchards, marsh, village", "altura, huertas, marisma, aduar"),
        riders,
        signed(lines["rough"]),
    )
    yield (
        say("mountain, town, works, fort", "montaña, plaza, atrincheramientos, fuerte"),
        riders,
        signed(lines["close"]),
    )
    yield (
        say("loss of the loser", "pérdidas del perdedor"),
        DASH,
        say(
            "1 step; {n} at a difference of {d} or more; then a check",
            "1 paso; {n} con diferencia de {d} o más; después, test",
            n=heavy["steps"],
            d=heavy["difference"],
        ),
    )
    yield (
        say("loss of the winner", "pérdidas del ganador"),
        DASH,
        say(
            "{n:step+s} at a difference of {d} or less",
            "{n:paso+s} con diferencia de {d} o menos",
            n=winner["steps"],
            d=winner["difference"],
        ),
    )
