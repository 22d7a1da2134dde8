"""The printed tables for players: every number from the data files, in the order of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.heart_of_africa.presentation.naming import CAUSES, MODS
from app.games.heart_of_africa.sequence import SEQUENCE
from app.games.heart_of_africa.state import SETUP_STEPS
from app.games.heart_of_africa.tables import (
    CHARACTERISTICS,
    FIRE,
    MODES,
    MORALE,
    PROFILES,
    REGIONS,
    SCENARIOS,
    TERRAIN,
    TERRAIN_DATA,
    TERRAIN_NAMES,
    WORK_NAMES,
    WORKS,
    Profile,
    Roll,
)
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, as_is, say

DASH = as_is("–")
PRINTED = say("Printed on page {page}.", "Impresa en la página {page}.", page=12)
RULED = say(
    "From the text; open points are rulings of Caracole.",
    "Del texto; los puntos abiertos son decisiones de Caracole.",
)
YES, NO = say("yes", "sí"), say("no", "no")
NOBODY, ALL, FOOT = say("none", "ninguna"), say("all", "todos"), say("on foot", "a pie")
LIGHT = say("light troops", "tropas ligeras")
OPEN, DIFFICULT, IMPASSABLE = (
    say("open", "abierto"),
    say("difficult", "difícil"),
    say("impassable", "infranqueable"),
)
MOVEMENT: Mapping[str, Say] = {
    "open": OPEN,
    "difficult": DIFFICULT,
    "difficult_at_rim": say("difficult at the rims", "difícil en los bordes"),
    "impassable": IMPASSABLE,
}
SIGHT: Mapping[str, Say] = {
    "none": say("free", "libre"),
    "crest_hill": say("the crest blocks", "la cresta tapa"),
    "top_edge": say("the top edge blocks", "tapa el borde superior"),
    "ravine": say("in and out near the rim only", "dentro y fuera solo junto al borde"),
    "free_along_straight_sections": say(
        "free along straight stretches", "libre en los tramos rectos"
    ),
}
CONDITIONS: Mapping[str, Say] = {
    "not_moved_this_turn": say("if it has not moved", "si no ha movido"),
    "shooter_farther_than_8": say("from more than 8 in", "desde más de 8 pulgadas"),
    "stationary_whole_turn": say("if it does not move all turn", "si no mueve en todo el turno"),
    "facing_out": say("facing out", "mirando hacia fuera"),
    "shot_within_180_front": say("from in front", "por el frente"),
}
KEEPS_OUT: Mapping[str, Say] = {
    "everyone": say("everyone", "todos"),
    "mounted": say("mounted", "montados"),
    "baggage": say("baggage", "bagaje"),
    "guns": say("guns", "cañones"),
}
GUNS = frozenset({"artillery", "muzzle_loading_cannon", "machine_gun"})
HEAD_TERRAIN = (
    say("ground", "terreno"),
    say("movement", "movimiento"),
    say("sight", "visión"),
    say("cover", "cobertura"),
    say("closed to", "cerrado a"),
    say("ambush", "emboscada"),
)


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


# ------------------------------------------------------------------------------------------------ t
def sequence_sheet() -> Sheet:
    steps = [step for step in SEQUENCE if step.key not in SETUP_STEPS]
    rows = tuple((as_is(str(number)), step.title) for number, step in enumerate(steps, start=1))
    return Sheet(
        say("The turn", "El turno"), RULED, (as_is("№"), say("step", "paso")), rows, ("HOA-SEQ-01",)
    )


# ------------------------------------------------------------------------------------------------ c
def characteristics() -> Sheet:
    """One row for each type, Mounted Regulars in the saddle and on foot."""
    head = (
        say("type", "tipo"),
        say("range", "alcance"),
        say("bonus", "bonificación"),
        say("reload", "recarga"),
        say("close combat", "cuerpo a cuerpo"),
        say("open", "abierto"),
        say("difficult", "difícil"),
        say("morale", "moral"),
        say("points", "puntos"),
    )
    rows = []
    for row in (*CHARACTERISTICS["types"], *CHARACTERISTICS["other"]):
        if row["id"] == "mounted_regular":
            rows += [
                type_row(
                    MODES["mounted"],
                    say("{it}, mounted", "{it}, a caballo", it=MODES["mounted"].title),
                ),
                type_row(
                    MODES["dismounted"],
                    say("{it}, on foot", "{it}, a pie", it=MODES["dismounted"].title),
                ),
            ]
        else:
            rows.append(type_row(PROFILES[row["id"]], PROFILES[row["id"]].title))
    return Sheet(
        say("Characteristics", "Características"),
        PRINTED,
        head,
        tuple(rows),
        ("HOA-TRP-01", "HOA-TRP-24", "HOA-TRP-25"),
    )


def type_row(of: Profile, title: Say) -> tuple[Say, ...]:
    shoots = bool(of.range)
    return (
        title,
        number(of.range) if shoots else DASH,
        signed(of.bonus) if shoots else DASH,
        (YES if of.reload else NO) if shoots else DASH,
        signed(of.melee),
        rolled(of.open),
        rolled(of.difficult),
        from_(of.morale),
        number(of.points) if of.points else DASH,
    )


def number(amount: float) -> Say:
    return as_is(f"{amount:g}")


def signed(amount: int | None) -> Say:
    return DASH if amount is None else as_is(f"{amount:+d}".replace("-", "−") if amount else "0")


def rolled(roll: Roll | None) -> Say:
    return DASH if roll is None else as_is(str(roll).replace("-", "−"))


def inches(amount: float) -> Say:
    return say("{n} in", "{n} pulgada" if amount == 1 else "{n:pulgada+s}", n=f"{amount:g}")


def from_(die: int | None) -> Say:
    return DASH if die is None else as_is(f"{die}+")


# ------------------------------------------------------------------------------------------------ s
ADDED: Mapping[str, Say] = {
    "bonus": say(
        "of the table, if the shooter has neither moved nor turned; not at figures "
        "behind a field fortification or in a Temba",
        "de la tabla, si el tirador no ha movido ni girado; no contra figuras tras una "
        "fortificación o en una Temba",
    ),
    "mighty_warrior": say("always", "siempre"),
    "over_half_range": say("target beyond half the range", "blanco a más de la mitad del alcance"),
    "target_charged": say(
        "target charges; not if it charges this shooter behind a fortification",
        "el blanco carga; no si carga contra este tirador tras una fortificación",
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
        (as_is("№"), say("target", "blanco")),
        (*rows, last),
        ("HOA-SHT-17", "HOA-SHT-18", "HOA-SHT-19"),
    )


# ------------------------------------------------------------------------------------------------ c
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


# ------------------------------------------------------------------------------------------------ m
def threshold_sheet() -> Sheet:
    rows = tuple(
        (
            as_is(f"{row['min']}–{row['max']}" if row["max"] else f"{row['min']}+"),
            number(row["losses"]),
        )
        for row in MORALE["casualty_thresholds"]
    )
    return Sheet(
        say("Losses that cause a morale test", "Bajas que obligan a un test de moral"),
        PRINTED_MORALE,
        (
            say("figures at the start of the turn", "figuras al empezar el turno"),
            say("losses for each test", "bajas por cada test"),
        ),
        rows,
        ("HOA-MOR-02",),
    )


PRINTED_MORALE = say("Printed on page {page}.", "Impresa en la página {page}.", page=28)
TESTS: Mapping[str, Say] = {
    "losses": say("one for each full multiple", "uno por cada múltiplo completo"),
    "ambush": say("one a turn", "uno por turno"),
    "pygmy_ambush": say("one more a turn", "uno más por turno"),
    "spell": say("one for each enemy Witch Doctor", "uno por cada Brujo enemigo"),
    "friend_lost": say(
        "one for each unit lost, unless all its figures were cheaper",
        "uno por unidad perdida, salvo que todas sus figuras fueran más baratas",
    ),
    "key_figure_lost": say(
        "one for each Leader, Standard Bearer or Witch Doctor",
        "uno por cada Líder, Abanderado o Brujo",
    ),
    "baggage_captured": say("one a turn, every unit", "uno por turno, todas las unidades"),
    "own_village_burnt": say(
        "one a turn, the defender’s units", "uno por turno, las unidades del defensor"
    ),
}


def cause_sheet() -> Sheet:
    rows = []
    for row in MORALE["causes"]:
        within = row.get("within")
        seen = YES if row.get("line_of_sight") else NO if within else DASH
        rows.append((CAUSES[row["id"]], inches(within) if within else DASH, seen, TESTS[row["id"]]))
    rows.append(
        (
            say("fails", "se falla"),
            DASH,
            DASH,
            say(
                "below the morale factor: first a marker, with a marker the unit breaks",
                "bajo el factor de moral: primero un marcador; con marcador, la unidad se rompe",
            ),
        )
    )
    return Sheet(
        say("Causes of morale tests", "Causas de los test de moral"),
        RULED,
        (
            say("cause", "causa"),
            say("within", "hasta"),
            say("in sight", "a la vista"),
            say("tests", "tests"),
        ),
        tuple(rows),
        tuple(row["rule"] for row in MORALE["causes"]),
    )


# ------------------------------------------------------------------------------------------------ g
def terrain_sheet() -> Sheet:
    rows = tuple(
        (
            TERRAIN_NAMES[key],
            MOVEMENT[row["movement"]],
            sight_words(row),
            cover_words(row),
            closed_to(row),
            ambush_words(row),
        )
        for key, row in TERRAIN.items()
    )
    return Sheet(
        say("Terrain", "Terreno"),
        RULED,
        HEAD_TERRAIN,
        rows,
        ("HOA-TER-01", "HOA-MOV-02", "HOA-SHT-11", "HOA-DEP-06"),
    )


def sight_words(row: Mapping[str, Any]) -> Say:
    sight = row["sight"]
    if sight["kind"] != "depth":
        return SIGHT[sight["kind"]]
    if not sight["max_depth"]:
        return say("blocks", "tapa")
    return say("{n} deep", "{n} de fondo", n=inches(sight["max_depth"]))


def cover_words(row: Mapping[str, Any]) -> Say:
    cover = row["cover"]
    if cover["who"] == "nobody":
        return NOBODY
    who = ALL if cover["who"] == "all" else FOOT
    conditions = [CONDITIONS[one] for one in cover.get("conditions", ())]
    return say("{who}: {when}", "{who}: {when}", who=who, when=conditions) if conditions else who


def closed_to(row: Mapping[str, Any]) -> Say:
    """Ground closed to a type: listed in the table, or difficult ground without a rate."""
    kinds = list(row["may_not_enter"])
    if row["movement"] == "difficult" or GUNS & set(kinds):
        kinds = [one for one in kinds if one not in GUNS] + ["guns"]
    return say("{all}", "{all}", all=[KEEPS_OUT[one] for one in kinds]) if kinds else DASH


def ambush_words(row: Mapping[str, Any]) -> Say:
    return {"all": ALL, "light": LIGHT, "nobody": DASH}[row["ambush"]["who"]]


def works_sheet() -> Sheet:
    rows = []
    for key, own in WORKS.items():
        like = {
            name: value
            for name, value in WORKS.get(own.get("as", ""), {}).items()
            if "points" not in own or not name.startswith(("points", "max"))
        }
        row = {**like, **own}
        price = (
            say("{n} an inch", "{n} por pulgada", n=row["points_per_inch"])
            if "points_per_inch" in row
            else number(row["points"])
            if row.get("points")
            else DASH
        )
        most = (
            inches(row["max_inches"])
            if "max_inches" in row
            else number(row["max"])
            if "max" in row
            else DASH
        )
        rows.append(
            (
                WORK_NAMES[key],
                price,
                most,
                signed(row.get("shooting_from")),
                signed(row.get("cover_deduction")),
                signed(row.get("melee_attacker")),
            )
        )
    return Sheet(
        say("Fortifications and traps", "Fortificaciones y trampas"),
        RULED,
        (
            say("work", "obra"),
            say("points", "puntos"),
            say("most", "máximo"),
            say("shooting from it", "disparar desde ella"),
            say("shooting at it", "disparar contra ella"),
            say("attacking over it", "atacar por encima"),
        ),
        tuple(rows),
        ("HOA-FRT-01", "HOA-FRT-09", "HOA-FRT-12", "HOA-FRT-17"),
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


# ------------------------------------------------------------------------------------------------ s
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
