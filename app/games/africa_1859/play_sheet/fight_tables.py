"""Tables of fights: an assault step by step, fire, clash, losses, riders, morale and leaders."""

from __future__ import annotations

from app.games.africa_1859.data_file import GameData
from app.games.africa_1859.play_sheet.cells import COMPLETION, number, published, signed
from app.games.africa_1859.play_sheet.clash_tables import clash_sheet, horse_sheet
from app.games.africa_1859.play_sheet.morale_tables import leader_sheet, morale_sheet
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, as_is, say


def fight_sheets(data: GameData) -> tuple[Sheet, ...]:
    """Tables in the order of an assault."""
    return (
        assault_steps(),
        fire_sheet(data),
        horse_sheet(data),
        clash_sheet(data),
        loss_sheet(),
        retreat_sheet(),
        morale_sheet(data),
        leader_sheet(data),
    )


ASSAULT_STEPS = (
    (
        say(
            "Both sides designate leader, vanguard and screen",
            "Los dos bandos designan líder, vanguardia y cobertura",
        ),
        "8.1-8.3",
    ),
    (
        say(
            "Riders of the defender stay, make a caracole or counter-charge; the attacker intercepts",
            "La caballería del defensor se queda, hace una caracola o una contracarga; "
            "el atacante intercepta",
        ),
        "8.4",
    ),
    (
        say(
            "A screen that was driven in is gone; screens fire, and an unharmed one fires again",
            "Se retira la cobertura arrollada; tiran las coberturas, y la indemne tira otra vez",
        ),
        "8.5-8.6",
    ),
    (say("Guns of the attacker support", "Apoya la artillería del atacante"), "8.7"),
    (
        say(
            "Guns and vanguard of the defender fire", "Tiran la artillería y la vanguardia atacadas"
        ),
        "8.7",
    ),
    (say("Clash, winner and losses", "Choque, vencedor y pérdidas"), "8.8.1-8.8.3"),
    (
        say(
            "The beaten side goes back, loses guns and convoys, and checks morale",
            "El vencido se retira, pierde cañones y convoyes y hace los test de moral",
        ),
        "8.8.4-8.8.6",
    ),
    (
        say("Leaders check; the victor's leader rolls", "Test de los líderes y dado del vencedor"),
        "8.8.7-8.8.8",
    ),
)


def assault_steps() -> Sheet:
    """Steps of an assault with the published point of each."""
    return Sheet(
        say("An assault, step by step", "Un asalto, paso a paso"),
        published(
            say("points 8.1 to 8.8", "puntos 8.1 a 8.8"),
            "The order of the single dice is our completion.",
            "El orden de cada dado es complemento nuestro.",
        ),
        (as_is("№"), say("step", "paso"), say("point", "punto")),
        tuple(
            (number(place), step, as_is(point))
            for place, (step, point) in enumerate(ASSAULT_STEPS, start=1)
        ),
        ("AFR-ASL-21", "AFB-ASL-11"),
    )


def fire_sheet(data: GameData) -> Sheet:
    """Fire table and its only modifier."""
    table = data.tables["fire"]
    rows, least = [], 0
    for row in table["rows"]:
        rows.append((totals(least, row["max"]), fire_words(row["steps"], row["check"])))
        least = row["max"] + 1
    rows.append((say("natural 1", "1 natural"), fire_words(0, False)))
    rows.append(
        (
            signed(table["modifiers"]["cover"]),
            say(
                "to the total if the target has cover (terrain, works or fort); not against units "
                "that assault, have just arrived or make a caracole",
                "al total si el blanco tiene cubierta (terreno, atrincheramientos o fuerte); no "
                "contra unidades que asaltan, acaban de llegar o hacen una caracola",
            ),
        )
    )
    return Sheet(
        say("Fire: D6 + factor", "Fuego: D6 + factor"),
        COMPLETION,
        (say("total", "total"), say("result", "resultado")),
        tuple(rows),
        ("AFB-FIR-01", "AFB-FIR-02"),
    )


def totals(least: int, most: int) -> Say:
    """Totals of a row of the fire table."""
    if least == 0:
        return say("{n} or less", "{n} o menos", n=most)
    if most >= 99:
        return say("{n} or more", "{n} o más", n=least)
    return as_is(str(least) if least == most else f"{least}–{most}")


def fire_words(steps: int, has_check: bool) -> Say:
    """Result of a fire."""
    if not steps:
        return say("morale check", "test de moral") if has_check else say("no effect", "sin efecto")
    if has_check:
        return say("{n:step+s} and a morale check", "{n:paso+s} y test de moral", n=steps)
    return say("{n:step+s}", "{n:paso+s}", n=steps)


def loss_sheet() -> Sheet:
    """Losses of a clash, published, with the base that a table may choose."""
    return Sheet(
        say("Losses of a clash", "Pérdidas de un choque"),
        published(
            say("points 8.8.2 and 8.8.3", "puntos 8.8.2 y 8.8.3"),
            "The option “half of the vanguard that faces the side” is ours.",
            "La opción «mitad de la vanguardia contraria» es nuestra.",
        ),
        (say("side", "bando"), say("steps", "pasos")),
        (
            (
                say("loser", "perdedor"),
                say(
                    "half of the defending vanguard (rounded down) + difference of the natural dice",
                    "mitad de la vanguardia defensora (hacia abajo) + diferencia de los dados "
                    "naturales",
                ),
            ),
            (
                say("winner", "ganador"),
                say(
                    "half of the defending vanguard (rounded down) + half of that difference "
                    "(rounded down)",
                    "mitad de la vanguardia defensora (hacia abajo) + mitad de esa diferencia "
                    "(hacia abajo)",
                ),
            ),
        ),
        ("AFR-ASL-18", "AFR-ASL-19", "AFR-ASL-20", "AFB-ASL-09"),
    )


RETREATS = (
    say(
        "with friends, own rear town or camp; not farther from the own rear",
        "con unidades amigas, población de retaguardia o campamento propios; no más lejos de la "
        "retaguardia propia",
    ),
    say("any other, not farther from it", "cualquier otro, no más lejos de ella"),
    say(
        "with friends, own rear town or camp; farther",
        "con unidades amigas, población de retaguardia o campamento propios; más lejos",
    ),
    say("any other", "cualquier otro"),
)


def retreat_sheet() -> Sheet:
    """Order of the spaces of a retreat."""
    return Sheet(
        say("Retreat", "Retirada"),
        published(
            say("point 8.8.5", "punto 8.8.5"),
            "It names priorities; their list is our completion. Within a row the space nearest to "
            "the rear comes first, then the owner chooses.",
            "Cita unas prioridades; la lista es complemento nuestro. Dentro de una fila va primero "
            "el espacio más cercano a la retaguardia; después elige el dueño.",
        ),
        (as_is("№"), say("space", "espacio")),
        tuple((number(place), words) for place, words in enumerate(RETREATS, start=1)),
        ("AFR-MOR-02", "AFB-RET-01", "AFB-RET-02", "AFB-RET-03"),
    )
