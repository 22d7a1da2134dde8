"""Boxes have the same layout, and no module for odds and ends."""

import inspect
from pathlib import Path

import pytest

from app.games import shelf

GAMES = Path(__file__).parents[2] / "app" / "games"
EVERY_BOX = {
    "state",
    "orders",
    "events",
    "sequence",
    "evolve",
    "fog",
    "reach",
    "drawing",
    "wording",
}
DRAWERS = {"utils", "util", "helpers", "common", "misc", "manager", "tools"}


def folder_of(key: str) -> Path:
    """Folder of a box: its own, or one inside another box for a campaign."""
    return Path(inspect.getfile(type(shelf()[key]))).parent


@pytest.mark.parametrize("key", shelf())
def test_a_box_has_the_same_file_names(key):
    names = {path.stem for path in folder_of(key).iterdir()}
    assert names >= EVERY_BOX, f"add the modules {sorted(EVERY_BOX - names)} to {folder_of(key)}"


@pytest.mark.parametrize("key", shelf())
def test_a_box_is_found_under_its_own_name(key):
    folder = folder_of(key).relative_to(GAMES)
    assert key == "_".join(folder.parts)
    assert shelf()[key].card.key == key


def test_no_module_collects_odds_and_ends():
    found = [path for path in GAMES.parent.rglob("*.py") if path.stem in DRAWERS]
    assert found == [], "name the module after what it contains"
