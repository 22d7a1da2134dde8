"""Tables of morale and leaders."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.africa_1859.data_file import GameData
from app.games.africa_1859.play_sheet.cells import DASH, published, signed
from app.games.africa_1859.wording_dice import MODIFIERS
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, say

REASON = say("reason", "motivo")


def morale_sheet(data: GameData) -> Sheet:
    """Needs of checks and rally rolls."""
    return Sheet(
        say("Morale: D6, equal or less passes", "Moral: D6, se supera con esa cifra o menos"),
        published(
            say(
                "sequence, point 6, and points 8.8.4 to 8.8.7",
                "secuencia, punto 6, y puntos 8.8.4 a 8.8.7",
            ),
            "They say who checks and when; the needs are our completion.",
            "Dicen quién hace el test y cuándo; las cifras son complemento nuestro.",
        ),
        (REASON, say("check", "test"), say("rally", "recuperación")),
        tuple(morale_rows(data)),
        ("AFB-MOR-01", "AFB-MOR-03", "AFB-MOR-04", "AFR-MOR-04", "AFB-UNI-07"),
    )


def morale_rows(data: GameData) -> Iterator[tuple[Say, ...]]:
    """Own value, then each modifier."""
    check, rally = data.tables["morale"], data.tables["rally"]["modifiers"]
    yield (
        say("own value", "valor propio"),
        say(
            "morale of the unit; a leader {n} + second factor",
            "moral de la unidad; un líder, {n} + segundo factor",
            n=check["leader_base"],
        ),
        say("morale of the unit", "moral de la unidad"),
    )
    yield (
        MODIFIERS["leader"],
        say(
            "+ best second factor in the space; not for leaders",
            "+ mejor segundo factor del espacio; no para líderes",
        ),
        say("+ best second factor in the space", "+ mejor segundo factor del espacio"),
    )
    yield (
        say("own town, fort or camp", "plaza, fuerte o campamento propios"),
        DASH,
        signed(rally["base"]),
    )
    yield (
        say("enemy in an adjacent space", "enemigo en un espacio contiguo"),
        DASH,
        signed(rally["contact"]),
    )
    yield (MODIFIERS["supply"], signed(check["modifiers"]["supply"]), signed(rally["supply"]))
    yield (
        say("natural 1 and 6", "1 y 6 naturales"),
        say("1 passes, 6 fails", "con 1 se supera, con 6 se falla"),
        say("1 passes, 6 fails", "con 1 se supera, con 6 se falla"),
    )


def leader_sheet(data: GameData) -> Sheet:
    """Fate of leaders."""
    return Sheet(
        say("Fate of leaders", "Suerte de los líderes"),
        published(say("points 8.8.7, 8.8.8 and 9", "puntos 8.8.7, 8.8.8 y 9")),
        (say("when", "cuándo"), say("result", "resultado")),
        tuple(leader_rows(data.tables["leader_return"])),
        ("AFR-LDR-01", "AFR-LDR-02", "AFR-LDR-03"),
    )


def leader_rows(wait: int) -> Iterator[tuple[Say, Say]]:
    """Check of the beaten, risk of the victor, return of a counter."""
    yield (
        say("leader of the beaten side", "líder del bando vencido"),
        say("morale check; lost if it fails", "test de moral; es baja si lo falla"),
    )
    yield (
        say("designated leader of the victor", "líder designado del vencedor"),
        say("D6; lost on a 6", "D6; es baja con un 6"),
    )
    yield (
        say("leader lost", "líder perdido"),
        say(
            "counter 0/0 in the end step {n} turns later",
            "ficha 0/0 en el fin del turno, {n} turnos después",
            n=wait,
        ),
    )
