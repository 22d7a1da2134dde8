"""Kinds of games of which this folder offers one to general tests (`tests/sample_games.py`), with
the keys that they need.
"""

KINDS = {"areas": "africa_1859"}

GUIDED = "morabito"
SCENARIO = "castillejos"
LARGE_SCENARIO = "tetuan"
FORCES = (
    SCENARIO,
    ("Infantería de línea", "Juan Prim", "6"),
    ("Line infantry", "Juan Prim", "6"),
)
"""Scenario, and words about the forces of its sides in Spanish and English."""
