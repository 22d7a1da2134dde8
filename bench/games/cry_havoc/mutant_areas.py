"""Areas of Cry Havoc in the mutation run (`python -m bench.mutants`)."""

from __future__ import annotations

from bench.mutant_areas import Area

AREAS = (
    Area(
        "rule chapters of Cry Havoc",
        (
            "app/games/cry_havoc/missiles.py",
            "app/games/cry_havoc/missile_lines.py",
            "app/games/cry_havoc/combat.py",
            "app/games/cry_havoc/combat_rules.py",
            "app/games/cry_havoc/combat_odds.py",
            "app/games/cry_havoc/combat_offers.py",
        ),
        (
            "tests/games/cry_havoc/test_cases.py",
            "tests/games/cry_havoc/test_combat.py",
            "tests/games/cry_havoc/test_offers.py",
            "tests/games/cry_havoc/test_odds.py",
        ),
    ),
)
FURTHER_TESTS: dict[str, tuple[str, ...]] = {}
"""Tests that notice mutants of a general area as well, by its name."""
