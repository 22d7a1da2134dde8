"""Units, figures and places in words, in both languages, for screen readers and tooltips."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa.pieces import AMBUSH, CHARGED, Figure, Unit
from app.games.heart_of_africa.presentation.naming import TRAITS, called, side_title
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import TERRAIN_NAMES
from app.kernel.say import Say, say

DID = {
    "moved": say("{who:has|have} moved", "{who:ha|han} movido"),
    "no_move": say("{who:does|do} not move", "{who:no mueve|no mueven}"),
    "declined": say("rolled, then did not move", "{who:tiró y no movió|tiraron y no movieron}"),
}
MARKER = say("failed morale once", "con marcador de moral")
HIDDEN = say("hidden", "en emboscada")
RELOADING = say("{n} reloading", "{n} recargando")
CHARGING = say("{who:has|have} charged", "{who:ha|han} cargado")
SHOT = say("{who:has|have} shot", "{who:ha|han} disparado")
STRUCK = say("{n:figure+s} struck", "{n:figura+s} {n:alcanzada|alcanzadas}")


def strength_words(unit: Unit, men: int) -> Say:
    if men == unit.original or not unit.original:
        return say("{n:figure+s}", "{n:figura+s}", n=men)
    return say("{n} of {all} figures", "{n} de {all} figuras", n=men, all=unit.original)


def unit_words(battle: Battle, unit: Unit, men: Sequence[Figure]) -> Say:
    """A unit in words: title, side, strength, actions and markers."""
    parts: list[Say] = [
        called(battle, unit.id),
        side_title(battle, unit.side),
        strength_words(unit, len(men)),
    ]
    parts += [HIDDEN] if unit.where == AMBUSH else []
    parts += [agreeing_words(DID[unit.activation], parts[0])] if unit.activation in DID else []
    parts += [MARKER] if unit.marker else []
    parts += state_words(battle, men, parts[0])
    return joined_words(parts)


def figure_words(battle: Battle, figure: Figure) -> Say:
    """A single figure in words: title, side, traits, actions."""
    parts: list[Say] = [called(battle, figure.id), side_title(battle, figure.side)]
    parts += [TRAITS[trait] for trait in figure.traits if trait in TRAITS]
    parts += state_words(battle, (figure,), parts[0])
    return joined_words(parts)


def agreeing_words(words: Say, who: Say) -> Say:
    """The form of the words that goes with a name."""
    return Say(words.en, words.es, {"who": who})


def state_words(battle: Battle, men: Sequence[Figure], who: Say) -> list[Say]:
    found = []
    smoking = sum(one.smoke is not None for one in men)
    if smoking:
        found.append(say(RELOADING.en, RELOADING.es, n=smoking))
    if any(CHARGED in one.did for one in men):
        found.append(agreeing_words(CHARGING, who))
    if any(one.id in battle.shooting.fired for one in men):
        found.append(agreeing_words(SHOT, who))
    struck = sum(one.id in battle.struck for one in men)
    if struck:
        found.append(say(STRUCK.en, STRUCK.es, n=struck))
    return found


def joined_words(parts: Sequence[Say]) -> Say:
    """Several facts after one another, with commas."""
    text = ", ".join(f"{{p{place}}}" for place in range(len(parts)))
    return Say(text, text, {f"p{place}": part for place, part in enumerate(parts)})


def board_words(battle: Battle, language: str) -> str:
    land = battle.land
    words = say(
        "Table, {width} by {depth} inches",
        "Mesa de {width} por {depth:pulgada+s}",
        width=f"{land.width:g}",
        depth=f"{land.depth:g}",
    )
    return words.in_(language)


def place_words(kind: str, language: str) -> str:
    title = TERRAIN_NAMES.get(kind)
    return title.in_(language).lower() if title else kind
