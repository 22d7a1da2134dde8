"""Printed tables of terrain and of works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.heart_of_africa.presentation.sheet_cells import (
    ALL,
    DASH,
    FOOT,
    NO_FIGURES,
    RULED,
    inches,
    number,
    signed,
)
from app.games.heart_of_africa.tables import (
    TERRAIN,
    TERRAIN_NAMES,
    WORK_NAMES,
    WORKS,
)
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, say

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
    "everyone": say("all figures", "todas las figuras"),
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
        return NO_FIGURES
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
        price, most = price_and_limit(row)
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
            say("fortification", "fortificación"),
            say("points", "puntos"),
            say("most", "máximo"),
            say("shooting from it", "disparar desde ella"),
            say("shooting at it", "disparar contra ella"),
            say("attacking over it", "atacar por encima"),
        ),
        tuple(rows),
        ("HOA-FRT-01", "HOA-FRT-09", "HOA-FRT-12", "HOA-FRT-17"),
    )


def price_and_limit(row: Mapping[str, Any]) -> tuple[Say, Say]:
    """The price of a work, and the most that may be bought."""
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
    return price, most
