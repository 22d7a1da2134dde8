"""Areas of In the Heart of Africa in the mutation run (`python -m bench.mutants`)."""

from __future__ import annotations

from bench.mutant_areas import Area

AREAS = (
    Area(
        "rule chapters of In the Heart of Africa",
        (
            "app/games/heart_of_africa/shooting/modifiers.py",
            "app/games/heart_of_africa/melee_and_morale/morale.py",
        ),
        ("tests/games/heart_of_africa/test_cases.py",),
    ),
)
FURTHER_TESTS = {"forms": ("tests/games/heart_of_africa/campaign/web/test_decision_form.py",)}
"""Tests that notice mutants of a general area as well, by its name."""
