"""What is said of units, figures and places, in both languages, for ears and for whoever taps the board."""
from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa.naming import TRAITS, called, side_title
from app.games.heart_of_africa.state import AMBUSH, CHARGED, Battle, Figure, Unit
from app.games.heart_of_africa.tables import TERRAIN_NAMES
from app.kernel.say import Say, say

DID = {
    "moved": say("has moved", "ha movido"), "no_move": say("stands still", "no mueve"), "declined": say("stayed after the dice", "se quedó tras los dados"),
}
MARKER = say("failed morale once", "con marcador de moral")
HIDDEN = say("hidden", "emboscada")
RELOADING = say("{n} reloading", "{n} recargando")
CHARGING = say("has charged", "ha cargado")
SHOT = say("has shot", "ha disparado")
STRUCK = say("{n} struck", "{n} alcanzados")


def strength(unit: Unit, men: int) -> Say:
    if men == unit.original or not unit.original:
        return say("{n:figure+s}", "{n:figura+s}", n=men)
    return say("{n} of {all} figures", "{n} de {all} figuras", n=men, all=unit.original)


def unit_words(battle: Battle, unit: Unit, men: Sequence[Figure]) -> Say:
    """A unit: title, side, strength, what it did and what it bears."""
    parts: list[Say] = [called(battle, unit.id), side_title(battle, unit.side), strength(unit, len(men))]
    parts += [HIDDEN] if unit.where == AMBUSH else []
    parts += [DID[unit.activation]] if unit.activation in DID else []
    parts += [MARKER] if unit.marker else []
    parts += state_words(battle, men)
    return joined(parts)


def figure_words(battle: Battle, figure: Figure) -> Say:
    """A figure on its own: title, side, traits, what it did."""
    parts: list[Say] = [called(battle, figure.id), side_title(battle, figure.side)]
    parts += [TRAITS[trait] for trait in figure.traits if trait in TRAITS]
    parts += state_words(battle, (figure,))
    return joined(parts)


def state_words(battle: Battle, men: Sequence[Figure]) -> list[Say]:
    found = []
    smoking = sum(one.smoke is not None for one in men)
    if smoking:
        found.append(say(RELOADING.en, RELOADING.es, n=smoking))
    if any(CHARGED in one.did for one in men):
        found.append(CHARGING)
    if any(one.id in battle.fired for one in men):
        found.append(SHOT)
    struck = sum(one.id in battle.struck for one in men)
    if struck:
        found.append(say(STRUCK.en, STRUCK.es, n=struck))
    return found


def joined(parts: Sequence[Say]) -> Say:
    """Several facts after one another, with commas."""
    text = ", ".join(f"{{p{place}}}" for place in range(len(parts)))
    return Say(text, text, {f"p{place}": part for place, part in enumerate(parts)})


def board_words(battle: Battle, language: str) -> str:
    land = battle.land
    words = say("Table, {width} by {depth} inches", "Mesa de {width} por {depth:pulgada+s}", width=f"{land.width:g}", depth=f"{land.depth:g}")
    return words.in_(language)


def place_words(kind: str, language: str) -> str:
    title = TERRAIN_NAMES.get(kind)
    return title.in_(language).lower() if title else kind
