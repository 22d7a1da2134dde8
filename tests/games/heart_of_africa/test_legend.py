"""Legend of the board."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.land import VESSELS
from app.games.heart_of_africa.tables import TERRAIN_NAMES, WORK_NAMES
from app.kernel.say import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_shows_all_country_works_and_vessels(language):
    keys = {row.key for row in GAME.legend(language).rows}
    assert {*TERRAIN_NAMES, *WORK_NAMES, *VESSELS} <= keys
