"""Areas of the mutation run name files that exist. A missing test would count as a kill."""

from __future__ import annotations

from pathlib import Path

from bench.games import modules_of_games
from bench.mutant_areas import all_areas

TOP = Path(__file__).parents[2]


def test_every_file_of_an_area_exists():
    named = {path for area in all_areas() for path in (*area.modules, *area.tests)}
    assert [path for path in sorted(named) if not (TOP / path).is_file()] == []


def test_areas_of_a_game_mutate_its_own_modules():
    for module in modules_of_games("mutant_areas"):
        folder = Path(module.__file__).parent.name
        assert module.AREAS, folder
        for area in module.AREAS:
            assert {path.split("/")[2] for path in (*area.modules, *area.tests)} == {folder}
