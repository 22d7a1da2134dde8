"""Parts of which lines of the log are made: one line, inches, a unit, a figure, dice and
reasons.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.presentation.naming import called, side_title
from app.games.heart_of_africa.presentation.reason_names import MODS, signed
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import SCENARIOS
from app.kernel.say import Noun, Say, as_sentence, say


def inches(length: float) -> float:
    return round(length, 1)


def unit(battle: Battle, key: str) -> Say:
    """A unit at the head of a line, with its side; one with a name of its own is called a unit."""
    found = battle.units.get(key)
    owner = (
        found.side
        if found is not None
        else battle.figures[key].side
        if key in battle.figures
        else ""
    )
    title = called(battle, key)
    own = found is not None and found.name
    grammar = title.noun or Noun()
    return Say(
        "{title:The} ({side})" if own else "{title:Aa} ({side})",
        "{title:El} ({side})" if own else "{title:Aa} ({side})",
        {"title": title, "side": side_title(battle, owner)},
        Noun(grammar.feminine, grammar.plural, "{title:the} ({side})", "{title:el} ({side})"),
    )


def figure(battle: Battle, key: str) -> Say:
    """A single figure at the head of a line: always in the singular."""
    return as_sentence(called(battle, key))


def die(face: int) -> tuple[str, str]:
    return ("d6", str(face))


def roll(face: int, needs: int) -> Say:
    """A die and the lowest one that succeeds."""
    return say(
        "rolled {die} ({needs}+ needed)", "dado {die} (necesita {needs}+)", die=face, needs=needs
    )


def reasons_of(mods: Iterable[e.Mod]) -> list[tuple[Say, str]]:
    return [
        (say("{why} {amount}", "{why} {amount}", why=MODS[what], amount=signed(amount)), rule)
        for rule, what, amount in mods
    ]


def scenario_title(scenario: str) -> Say:
    row = SCENARIOS.get(scenario)
    return say(row["name_en"], row["name_es"]) if row else say("A battle", "Una batalla")


def faces_of(battle: Battle, dice: Iterable[tuple[str, int]]) -> list[Say]:
    """The dice by side: Masai 4, Hehe 2; those of no side without a name."""
    return [
        say("{side} {face}", "{side} {face}", side=side_title(battle, of), face=face)
        if of in ("A", "B")
        else say("{face}", "{face}", face=face)
        for of, face in dice
    ]


def place_title_of(kind: str) -> Say:
    titles = {
        "field_fortification": say("a field fortification", "una fortificación de campaña"),
        "barricade": say("a barricade", "una barricada"),
        "fence": say("a village enclosure", "un cercado de poblado"),
        "temba": say("a Temba", "una Temba"),
        "mission_station": say("a mission station", "una misión"),
    }
    return titles.get(kind, say("a fortification", "una fortificación"))
