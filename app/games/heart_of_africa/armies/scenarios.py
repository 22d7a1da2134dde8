"""Points and baggage that a scenario gives each side."""

from __future__ import annotations

from app.games.heart_of_africa.armies import lists
from app.kernel.data_tables import read_yaml

SCENARIOS = {row["id"]: row for row in read_yaml(lists.BOX / "data" / "terrain.yaml")["scenarios"]}


def attackers_points(scenario: str, defender: int) -> int:
    """Limit of the attacker for this limit of the defender; halves are dropped."""
    return {
        "ambush": ambush_points,
        "planned_attack": planned_attack_points,
        "raid": raid_points,
    }.get(scenario, int)(defender)


def opponents_points(scenario: str, role: str, points: int) -> int:
    """Limit of the other side."""
    if role != "attacker":
        return attackers_points(scenario, points)
    percent = (
        SCENARIOS[scenario]["points"]["attacker_percent_of_defender"]
        if scenario in SCENARIOS
        else 100
    )
    return points * 100 // percent


def ambush_points(defender: int) -> int:
    """HOA-SCN-09: The attacker of an Ambush has twice the defender's points."""
    return _part("ambush", defender)


def planned_attack_points(defender: int) -> int:
    """HOA-SCN-17: The attacker of a Planned Attack has a quarter more than the defender."""
    return _part("planned_attack", defender)


def raid_points(defender: int) -> int:
    """HOA-SCN-23: The raider has three quarters of the defender's points."""
    return _part("raid", defender)


def _part(scenario: str, defender: int) -> int:
    return defender * SCENARIOS[scenario]["points"]["attacker_percent_of_defender"] // 100


def baggage_elements(scenario: str, role: str) -> int:
    """HOA-SPC-18: A side whose baggage the scenario requires brings four elements, without cost."""
    side = "defender" if role == "none" else role
    wanted = SCENARIOS.get(scenario, {}).get("baggage", {}).get(side, "optional")
    return 0 if wanted == "optional" else lists.GENERAL["baggage"]["elements"]
