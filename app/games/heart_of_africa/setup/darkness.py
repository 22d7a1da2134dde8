"""Darkness: the turns of a night, of dawn and of dusk."""

from __future__ import annotations

from app.games.heart_of_africa.setup.scenarios import RAID
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, no

NIGHT_TURNS = (1, 9)
LAST_TURN = 99


def not_that_light(battle: Battle, light: str, turns: int) -> Refusal | None:
    """HOA-SCN-28: A raider may come by night, or at dawn or dusk with the number of turns stated,
    one to nine. The choice is made before deployment.
    """
    if light == "day":
        return None
    if battle.scenario != RAID:
        return no(
            "HOA-SCN-28",
            "Only the attacker of a Raid chooses the hour.",
            "Solo el atacante de una Incursión elige la hora.",
        )
    if light not in ("night", "dawn", "dusk"):
        return no("HOA-SCN-28", "Day, night, dawn or dusk only.", "Solo día, noche, alba u ocaso.")
    if light != "night" and not NIGHT_TURNS[0] <= turns <= NIGHT_TURNS[1]:
        return no(
            "HOA-SCN-28",
            "{turns} turns: one to nine can be named.",
            "{turns} turnos: se pueden nombrar de uno a nueve.",
            turns=turns,
        )
    return None


def dark_turns(light: str, turns: int) -> tuple[int, int] | None:
    """The first and the last turn of darkness: all by night, the first ones at dawn, those after
    the stated number at dusk.
    """
    return {"night": (1, LAST_TURN), "dawn": (1, turns), "dusk": (turns + 1, LAST_TURN)}.get(light)


def no_such_darkness(dark: tuple[int, int]) -> Refusal | None:
    """HOA-GEN-03: There is no scale of time. If the hour matters, the turns of darkness are agreed
    before the game, in public, for the whole game.
    """
    if 1 <= dark[0] <= dark[1] <= LAST_TURN:
        return None
    return no(
        "HOA-GEN-03",
        "Dark from turn {first} to turn {last}: these turns are not possible.",
        "Oscuridad del turno {first} al {last}: esos turnos no son posibles.",
        first=dark[0],
        last=dark[1],
    )
