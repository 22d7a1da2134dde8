"""Points and baggage that a scenario gives each side."""

from __future__ import annotations

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.tables import SCENARIOS, row_in_use


def attackers_points(scenario: str, defender: int) -> int:
    """Limit of the attacker for this limit of the defender, by the percentage in the row of the
    scenario; halves are dropped. In other scenarios both sides have the same limit.
    """
    if scenario not in SCENARIOS:
        return defender
    percent: int = row_in_use(SCENARIOS[scenario]["points"])["attacker_percent_of_defender"]
    return defender * percent // 100


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


def baggage_elements(scenario: str, role: str) -> int:
    """HOA-SPC-18: A side whose baggage the scenario requires brings four elements, without cost."""
    side = "defender" if role == "none" else role
    wanted = SCENARIOS.get(scenario, {}).get("baggage", {}).get(side, "optional")
    return 0 if wanted == "optional" else lists.GENERAL["baggage"]["elements"]
