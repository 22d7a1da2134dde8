"""Areas of Africa 1859-60 in the mutation run (`python -m bench.mutants`)."""

from __future__ import annotations

from bench.mutant_areas import Area

AREAS = (
    Area(
        "rule chapters of Africa 1859-60",
        (
            "app/games/africa_1859/supply.py",
            "app/games/africa_1859/stacking.py",
            "app/games/africa_1859/victory.py",
            "app/games/africa_1859/fights/clash_roll.py",
            "app/games/africa_1859/fights/fire_table.py",
        ),
        ("tests/games/africa_1859/test_africa_cases.py",),
    ),
)
FURTHER_TESTS: dict[str, tuple[str, ...]] = {}
"""Tests that notice mutants of a general area as well, by its name."""
