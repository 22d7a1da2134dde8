"""The printed tables for players: every number from the data files, in the order of a turn."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.heart_of_africa.presentation.reason_names import MODS
from app.games.heart_of_africa.presentation.sheet_cells import (
    DASH,
    RULED,
    from_,
    inches,
    number,
    signed,
)
from app.games.heart_of_africa.presentation.terrain_sheets import terrain_sheet, works_sheet
from app.games.heart_of_africa.presentation.troop_sheets import (
    cause_sheet,
    characteristics,
    threshold_sheet,
)
from app.games.heart_of_africa.state import SETUP_STEPS
from app.games.heart_of_africa.step_table import SEQUENCE
from app.games.heart_of_africa.tables import (
    FIRE,
    PROFILES,
    REGIONS,
    SCENARIOS,
    TERRAIN_DATA,
    TERRAIN_NAMES,
)
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, as_is, say


def sheets() -> tuple[Sheet, ...]:
    """The tables of the book, every column of every type, with the rules that refer to them."""
    return (
        sequence_sheet(),
        characteristics(),
        shooting_sheet(),
        priority_sheet(),
        melee_sheet(),
        threshold_sheet(),
        cause_sheet(),
        terrain_sheet(),
        works_sheet(),
        fire_sheet(),
        scenario_sheet(),
        region_sheet(),
    )


def sequence_sheet() -> Sheet:
    steps = [step for step in SEQUENCE if step.key not in SETUP_STEPS]
    rows = tuple((as_is(str(number)), step.title) for number, step in enumerate(steps, start=1))
    return Sheet(
        say("The turn", "El turno"), RULED, (as_is("№"), say("step", "paso")), rows, ("HOA-SEQ-01",)
    )


ADDED: Mapping[str, Say] = {
    "bonus": say(
        "of the table, if the shooter has neither moved nor turned; not at figures "
        "behind a field fortification or in a Temba",
        "de la tabla, si el tirador no ha movido ni girado; no contra figuras tras una "
        "fortificación o en una Temba",
    ),
    "mighty_warrior": say("always", "siempre"),
    "over_half_range": say(
        "target beyond half the range", "objetivo a más de la mitad del alcance"
    ),
    "target_charged": say(
        "target charges; not if it charges this shooter behind a fortification",
        "el objetivo carga; no si carga contra este tirador tras una fortificación",
    ),
    "target_in_cover": say(
        "begins or ends its move in cover; not if it ends in contact with this shooter",
        "empieza o acaba su movimiento a cubierto; no si acaba en contacto con este tirador",
    ),
    "pygmy_in_cover": say(
        "Pygmy in cover when movement ends", "pigmeo a cubierto al acabar el movimiento"
    ),
    "target_scattered": say(
        "on foot, no friend within 1 in, shooter beyond 8 in",
        "a pie, sin amigos a 1 pulgada, tirador a más de 8 pulgadas",
    ),
    "shooter_in_works": say(
        "shooter behind a field fortification or in a building",
        "tirador tras una fortificación o dentro de un edificio",
    ),
}


def shooting_sheet() -> Sheet:
    shooting = TERRAIN_DATA["shooting"]
    rows = []
    for row in (*shooting["additions"], *shooting["deductions"]):
        amount = (
            say("+ bonus", "+ bonificación") if row["value"] == "table" else signed(row["value"])
        )
        rows.append((MODS[row["id"]], amount, ADDED[row["id"]]))
    rows.append(
        (
            say("hit", "alcanza"),
            from_(shooting["casualty_on_total"]),
            say("on the total", "con el total"),
        )
    )
    return Sheet(
        say("Shooting: D6", "Disparos: D6"),
        RULED,
        (say("reason", "motivo"), say("to the die", "al dado"), say("when", "cuándo")),
        tuple(rows),
        (
            "HOA-SHT-08",
            "HOA-SHT-09",
            "HOA-SHT-10",
            "HOA-SHT-11",
            "HOA-SHT-12",
            "HOA-SHT-13",
            "HOA-SHT-15",
        ),
    )


PRIORITIES: Mapping[int, Say] = {
    1: say(
        "an enemy that ended its move in close combat with the shooter",
        "el enemigo que acabó su movimiento en combate con el tirador",
    ),
    2: say(
        "the nearest enemy in range that advanced straight towards the shooter",
        "el enemigo más cercano a alcance que ha avanzado directamente hacia el tirador",
    ),
    3: say(
        "any figure of the nearest enemy unit within 16 in (or the range, if shorter), in the arc",
        "cualquier figura de la unidad enemiga más cercana a 16 pulgadas (o el alcance, si es "
        "menor) y dentro del arco",
    ),
}


def priority_sheet() -> Sheet:
    rows = tuple(
        (as_is(str(row["n"])), PRIORITIES[row["n"]])
        for row in TERRAIN_DATA["shooting"]["priorities"]
    )
    free = [
        PROFILES[key].title
        for key in TERRAIN_DATA["shooting"]["free_target_choice"]
        if key in PROFILES
    ]
    last = (
        DASH,
        say("Free choice: Leaders, {types}.", "Eligen libremente: Líderes, {types}.", types=free),
    )
    return Sheet(
        say("Priorities of targets", "Prioridades de blanco"),
        RULED,
        (as_is("№"), say("target", "objetivo")),
        (*rows, last),
        ("HOA-SHT-17", "HOA-SHT-18", "HOA-SHT-19"),
    )


FIGHTS: Mapping[str, Say] = {
    "factor": say("of the table", "de la tabla"),
    "mighty_warrior": say("always", "siempre"),
    "obstacle": say(
        "against a figure behind a field fortification, or having just climbed one; "
        "not at barricades, fences and breaches",
        "contra una figura tras una fortificación, o recién trepada; no en barricadas, "
        "cercados ni brechas",
    ),
    "second_opponent": say("second figure against one enemy", "segunda figura contra un enemigo"),
}


def melee_sheet() -> Sheet:
    combat = TERRAIN_DATA["close_combat"]
    rows = [
        (
            MODS[row["id"]],
            say("+ factor", "+ factor") if row["value"] == "table" else signed(row["value"]),
            FIGHTS[row["id"]],
        )
        for row in combat["modifiers"]
    ]
    rows.append(
        (
            say("wins", "vence"),
            as_is(f"+{combat['win_margin']}"),
            say("over the other total; else a draw", "sobre el total del otro; si no, empate"),
        )
    )
    return Sheet(
        say("Close combat: D6 against D6", "Cuerpo a cuerpo: D6 contra D6"),
        RULED,
        (say("reason", "motivo"), say("to the die", "al dado"), say("when", "cuándo")),
        tuple(rows),
        ("HOA-MEL-06", "HOA-MEL-08", "HOA-MEL-09", "HOA-MEL-10"),
    )


def fire_sheet() -> Sheet:
    on = FIRE["succeeds_on"]
    steady = [PROFILES[key].title for key in on if key in PROFILES]
    rows = (
        (
            say("raised by {who}", "lo prenden {who}", who=steady),
            from_(min(value for key, value in on.items() if key != "others")),
        ),
        (
            say(
                "raised by others with a firearm, Leaders, Witch Doctors, Scouts",
                "lo prenden otros con arma de fuego, Líderes, Brujos, Exploradores",
            ),
            from_(on["others"]),
        ),
        (say("long grass burns within", "la hierba alta arde hasta"), inches(FIRE["grass_radius"])),
        (say("burns for", "arde durante"), say("{n} turns", "{n} turnos", n=FIRE["burning_turns"])),
        *(
            (
                say("smoke in turn {n} of the fire", "humo en el turno {n} del fuego", n=turn),
                inches(length),
            )
            for turn, length in FIRE["smoke_length_by_turn_of_fire"].items()
        ),
    )
    return Sheet(
        say("Fire and smoke", "Fuego y humo"),
        RULED,
        (say("what", "qué"), say("value", "valor")),
        rows,
        ("HOA-FIR-03", "HOA-FIR-04", "HOA-FIR-06", "HOA-FIR-07"),
    )


WINS: Mapping[str, Say] = {
    "encounter": say(
        "the enemy has no combat unit left on the table, or concedes; a draw after the last turn, "
        "if a limit was agreed",
        "el enemigo se queda sin unidades en la mesa o se rinde; tablas tras el último turno, si "
        "se pactó un límite",
    ),
    "ambush": say(
        "attacker: 2/3 of the fighting figures, or half and all the baggage, leave by "
        "the far side; defender: that becomes impossible, or the last turn is over, if "
        "a limit was agreed",
        "atacante: salen por el lado opuesto 2/3 de sus combatientes, o la mitad y todo el bagaje; "
        "defensor: cuando eso ya es imposible, o tras el último turno, si se pactó un límite",
    ),
    "planned_attack": say(
        "attacker: no defending unit is left, or the objective is held for two turns; "
        "defender: time runs out",
        "atacante: no queda ninguna unidad defensora o domina el objetivo dos turnos; defensor: "
        "se acaba el tiempo",
    ),
    "raid": say(
        "attacker: captures two baggage elements; defender: time runs out",
        "atacante: captura dos elementos de bagaje; defensor: se acaba el tiempo",
    ),
}


def scenario_sheet() -> Sheet:
    faces: dict[str, list[str]] = {}
    for face, key in TERRAIN_DATA["scenario_die"].items():
        faces.setdefault(key, []).append(str(face))
    rows = []
    for key, row in SCENARIOS.items():
        limit = row["turn_limit"]
        rows.append(
            (
                say(row["name_en"], row["name_es"]),
                as_is(", ".join(faces.get(key, ["–"]))),
                as_is(f"{row['points']['attacker_percent_of_defender']} %"),
                number(limit["value"]) if limit else DASH,
                WINS[key],
            )
        )
    return Sheet(
        say("Scenarios", "Escenarios"),
        RULED,
        (
            say("scenario", "escenario"),
            say("die", "dado"),
            say("attacker’s points", "puntos del atacante"),
            say("turns", "turnos"),
            say("victory", "victoria"),
        ),
        tuple(rows),
        ("HOA-SCN-03", "HOA-SCN-08", "HOA-SCN-15", "HOA-SCN-21", "HOA-SCN-28"),
    )


def region_sheet() -> Sheet:
    def kinds(listed: list[str]) -> Say:
        return say("{all}", "{all}", all=[TERRAIN_NAMES[key] for key in listed]) if listed else DASH

    rows = tuple(
        (
            say(row["name_en"], row["name_es"]),
            kinds(row["dominant"]),
            kinds(row["common"]),
            kinds(row["permitted"]),
            inches(row["max_stream"]),
            inches(row["max_road"]),
        )
        for row in REGIONS.values()
    )
    return Sheet(
        say("Regions", "Regiones"),
        RULED,
        (
            say("region", "región"),
            say("dominant (2/3)", "dominante (2/3)"),
            say("common (1/3 to 2/3)", "común (1/3 a 2/3)"),
            say("permitted (up to two pieces)", "permitido (hasta dos piezas)"),
            say("streams", "arroyos"),
            say("roads", "caminos"),
        ),
        rows,
        tuple(row["rule"] for row in REGIONS.values()),
    )
