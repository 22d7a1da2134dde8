"""Facts that a campaign case expects, read from the season."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.games.heart_of_africa.campaign import honours
from app.games.heart_of_africa.campaign.declaring import cannot_act, next_to_declare
from app.games.heart_of_africa.campaign.state import Season

OTHER_NAMES = {
    "class": "class_",
    "exploration_complete_turn": "completed_in",
    "other_hongos_from": "other_hongos",
    "cannot_act_in_turn": "rests_in",
    "portuguese_colonial_taken": "portuguese_taken",
}
"""Fields of a case that have another name in the state."""


def plain(value: Any) -> Any:
    """Value as a case writes it: lists are sorted, maps are plain."""
    if isinstance(value, tuple):
        return sorted(value)
    if isinstance(value, Mapping):
        return {key: number for key, number in value.items() if number}
    return value


def campaign_facts(season: Season, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of the calendar that are named."""
    return {name: getattr(season, OTHER_NAMES.get(name, name)) for name in wanted}


def player_facts(season: Season, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of the players that are named; lists in the order of the case where sets are equal."""
    found: dict[str, Any] = {}
    for key, row in wanted.items():
        player = season.player(key)
        if player is None:
            continue
        found[key] = {
            name: as_written(plain(getattr(player, OTHER_NAMES.get(name, name))), value)
            for name, value in row.items()
        }
    return found if found or not wanted else {}


def as_written(found: Any, wanted: Any) -> Any:
    """The wanted list if it holds the same elements in another order."""
    if isinstance(wanted, list) and isinstance(found, list) and sorted(wanted) == sorted(found):
        return wanted
    return found


def battle_facts(season: Season, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of the battles that are named."""
    found: dict[str, Any] = {}
    for key, row in wanted.items():
        war = season.battle(key)
        if war is None:
            continue
        report = war.decided or war.reported
        values = {
            "status": war.status,
            "scenario": war.scenario or None,
            "points": dict(war.points),
            "terrain": sorted(war.ground),
            "ground": war.chosen or None,
            "winner": war.winner,
            "attacker": war.attacker,
            "defender": war.defender,
            "fallen": list(report.fallen) if report else None,
            "turns": report.details.turns if report else None,
        }
        found[key] = {name: as_written(values[name], value) for name, value in row.items()}
    return found


def pairs(found: list[dict[str, str]], wanted: Any) -> Any:
    """Open attacks as a set: the wanted order if the elements are equal."""
    same = len(found) == len(wanted) and all(one in wanted for one in found)
    return wanted if same else found


def standings(season: Season, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Tables of the end; there is no winner."""
    tables = {
        "natives_by_hongos": honours.natives_by_hongos,
        "natives_by_victories_over_whites": honours.natives_by_victories,
        "colonials": honours.colonials_by_districts,
    }
    found: dict[str, Any] = {
        name: [list(row) for row in tables[name](season)] for name in wanted if name in tables
    }
    if "explorers" in wanted:
        found["explorers"] = [one.key for one in honours.explorers_race(season)]
    if "winner" in wanted:
        found["winner"] = None
    return found


FACTS: dict[str, Callable[[Season, Any], Any]] = {
    "campaign": campaign_facts,
    "players": player_facts,
    "battles": lambda season, _: [
        {"attacker": war.attacker, "defender": war.defender} for war in season.battles
    ],
    "open_attacks": lambda season, wanted: pairs(
        [
            {"attacker": talk.attacker, "defender": talk.defender}
            for talk in season.talks
            if talk.is_attack
        ],
        wanted,
    ),
    "battle": battle_facts,
    "order": lambda season, _: list(season.order),
    "waiting_entries": lambda season, _: [one.seat for one in season.queue],
    "next_to_declare": lambda season, _: next_to_declare(season),
    "meetings": lambda season, wanted: as_written(
        sorted(list(one.players) for one in season.meetings), wanted
    ),
    "cannot_act": lambda season, wanted: as_written(
        sorted(one.key for one in season.active() if cannot_act(season, one)), wanted
    ),
    "standings": standings,
}
