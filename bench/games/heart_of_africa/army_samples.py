"""Armies for measurements of the importers: a file, and texts that are large or unreadable."""

from __future__ import annotations

from app.games.heart_of_africa.box import GAME

BOX = GAME.card.key
ARMY = {
    "list": "colonial_expedition",
    "nation": "portuguese",
    "year": 1890,
    "points": 750,
    "leaders": [{"type": "regular", "traits": ["organisational_genius"], "attendants": 1}],
    "independents": {"scout": 1},
    "units": [{"regular": 5}, {"mounted_regular": 4}, {"askari": 10}, {"gunboat": 1}],
    "boats": {"canoe": 1},
    "water": True,
}
"""Legal army as in a file."""
LARGE = "\n".join(
    (
        "Name: Mirambo's own",
        "List: Native Warlord",
        "Nation: Mirambo",
        "Year: 1880",
        "Points: 900",
        "Scenario: Raid",
        "Role: defender",
        "Leader “Mirambo”: Ruga-Ruga, Cunning Devil, 3 attendants (9)",
        "Independents: 1 Scout (50)",
        *(f"Unit “Band {number}”: 8 Ruga-Ruga (72)" for number in range(20)),
    )
)
GARBAGE = "\n".join(
    f"Unit: {number} Nobodies of line {number}, and so on (7)" for number in range(60)
)
COSTLY_TEXTS = (f"{LARGE}\n{GARBAGE}", LARGE)
"""Texts that take an importer long."""
