"""Words for counters and spaces in both languages, for screen readers and for a tapped space."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.games.africa_1859.data_file import VERSIONS
from app.games.africa_1859.drawing.position import (
    BoardPosition,
    LeaderPiece,
    SpaceState,
    UnitPiece,
)
from app.games.africa_1859.drawing.sheet import Sheet
from app.kernel.data_tables import read_yaml
from app.kernel.say import Say, say

WORDS: Mapping[str, Mapping[str, Any]] = read_yaml(Path(__file__).with_name("words.yaml"))


def counted(forms: Mapping[str, str], number: int, **facts: Any) -> str:
    """Singular or plural form of a phrase."""
    return forms["one" if number == 1 else "more"].format(**facts)


def unit_words(unit: UnitPiece, language: str) -> str:
    """Name, kind, side, steps, factors and state of a unit."""
    w = WORDS[language]
    parts = [unit.name, unit.kind_name, w["sides"][unit.side]]
    parts.append(w["steps"].format(steps=unit.steps, full=unit.full))
    if unit.is_reduced:
        parts.append(w["reduced"])
    if unit.unit_class != "convoy":
        cf, fire, morale = unit.factors
        phrase = w["gun_factors" if unit.unit_class == "artillery" else "factors"]
        parts.append(phrase.format(cf=cf, fire=fire, morale=morale))
    flags = (
        (unit.is_demoralised, "demoralised"),
        (unit.has_acted, "acted"),
        (unit.has_fired, "fired"),
    )
    return ", ".join([*parts, *(w[word] for is_set, word in flags if is_set)])


def leader_words(leader: LeaderPiece, language: str) -> str:
    """Name, side, factors and state of a leader."""
    w = WORDS[language]
    a, b = leader.factors
    factors = w["leader_factors"].format(a=a, b=b)
    parts = [leader.name, w["leader"], w["sides"][leader.side], factors]
    return ", ".join([*parts, *([w["leader_acted"]] if leader.has_acted else [])])


def ground_words(sheet: Sheet, position: BoardPosition, space: str, language: str) -> list[str]:
    """Terrain, markers, control and points of a space."""
    w, state, one = WORDS[language], position.spaces[space], sheet.spaces[space]
    terrain = VERSIONS[position.data].terrain[one.terrain]
    parts = [w["space"].format(terrain=terrain.title.in_(language), defence=terrain.defence)]
    parts += [w["works"]] * state.has_works + [w["fort"]] * state.has_fort
    parts += [w["camp"][state.camp]] if state.camp else []
    parts += [w["rear"].format(side=w["sides"][one.rear])] if one.rear else []
    parts.append(w["held"].format(side=w["sides"][state.control]))
    if state.points:
        parts.append(counted(w["points"], state.points, n=state.points))
    return [*parts, *campaign_words(state, w)]


def campaign_words(state: SpaceState, w: Mapping[str, Any]) -> list[str]:
    """Supply of a space in the campaign, and the dangers of its stack."""
    parts = [w["supply"][state.supply]] if state.supply else []
    parts += [w["hungry"]] * state.is_hungry
    return parts + ([w["disease"].format(chance=state.disease)] if state.disease else [])


def stack_words(position: BoardPosition, space: str, language: str) -> list[str]:
    """Number of units and steps of a space, and its leaders."""
    w = WORDS[language]
    units, leaders = position.units_at(space), position.leaders_at(space)
    if not units and not leaders:
        return [w["empty"]]
    side = w["sides"][(units or leaders)[0].side]
    steps = sum(unit.steps for unit in units)
    parts = (
        [counted(w["holds"], len(units), side=side, units=len(units), steps=steps)]
        if units
        else [w["leaders"].format(side=side)]
    )
    return [*parts, *(leader.name for leader in leaders)]


def space_words(sheet: Sheet, position: BoardPosition, space: str, language: str) -> str:
    """Everything about a space but its name: ground, stack, ways."""
    w = WORDS[language]
    parts = ground_words(sheet, position, space, language) + stack_words(position, space, language)
    ways = [
        named_space("way", sheet.spaces[there].title, language, kind=w["edges"][kind])
        for there in sheet.map.graph.neighbours(space)
        for kind in (sheet.map.graph.edge_kind(space, there),)
        if kind
    ]
    return ", ".join(parts) + "; " + w["ways"].format(list=", ".join(ways))


def named_space(phrase: str, name: Say, language: str, **facts: str) -> str:
    """Phrase about a space, with the article that the name needs."""
    return say(WORDS["en"][phrase], WORDS["es"][phrase], name=name, **facts).in_(language)


def board_words(sheet: Sheet, position: BoardPosition, language: str) -> str:
    """Name of the board."""
    spaces = len(sheet.spaces)
    words = str(WORDS[language]["board"].format(title=position.title, spaces=spaces))
    return f"{words}, {WORDS[language]['storm_words']}" if position.has_storm else words
