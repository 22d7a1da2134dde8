"""Tables of the campaign, read once from the data file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.games.heart_of_africa.armies.lists import LISTS
from app.kernel.data_tables import read_yaml

DATA: dict[str, Any] = read_yaml(Path(__file__).parents[1] / "data" / "campaign.yaml")
CALENDAR = DATA["calendar"]
HONGOS = DATA["hongos"]
POINTS = {scenario: (row["attacker"], row["defender"]) for scenario, row in DATA["points"].items()}
SCENARIOS: dict[int, str] = DATA["scenario_dice"]["table"]
WOUNDS: dict[int, str] = DATA["dice_tables"]["leader_wound"]["corrected"]
HUNTING: dict[int, str] = DATA["dice_tables"]["hunting"]["table"]
MEETINGS: tuple[int, ...] = tuple(DATA["dice_tables"]["rival_meeting"]["meet"])
PROMOTIONS: tuple[dict[str, Any], ...] = tuple(DATA["promotions"])
PEOPLES: tuple[dict[str, str], ...] = tuple(DATA["people_names"])
RECALL_AFTER: int = DATA["conquest"]["successive_defeats_to_recall"]
VICTORIES_TO_CONQUER: int = DATA["conquest"]["victories_needed"]


def plain_list(class_: str) -> str:
    """First list of a class, for a player who is given by class alone."""
    return next(str(key) for key, row in LISTS.items() if row["campaign_class"] == class_)
