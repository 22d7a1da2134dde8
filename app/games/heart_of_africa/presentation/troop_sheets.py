"""Printed tables of the types of troops: characteristics, morale thresholds and causes of tests."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.heart_of_africa.presentation.reason_names import CAUSES
from app.games.heart_of_africa.presentation.sheet_cells import (
    DASH,
    NO,
    PRINTED,
    RULED,
    YES,
    from_,
    inches,
    number,
    rolled,
    signed,
)
from app.games.heart_of_africa.tables import (
    CHARACTERISTICS,
    MODES,
    MORALE,
    PROFILES,
    Profile,
)
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, as_is, say


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
            say("tests", "test"),
        ),
        tuple(rows),
        tuple(row["rule"] for row in MORALE["causes"]),
    )
