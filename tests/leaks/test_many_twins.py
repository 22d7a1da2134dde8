"""Many pairs of twin worlds of each box that offers them, over every outlet.

`CARACOLE_PAGE_PAIRS=10000 python -m pytest -m proof tests/leaks/test_many_twins.py` compares as many
pairs as are asked for. A pair takes about six seconds of one processor.
"""

from __future__ import annotations

import os
import time

import pytest

from app.games import shelf
from tests.box_tests import offered
from tests.counting import count
from tests.leaks.test_twins import Told, apart

PAIRS = int(os.environ.get("CARACOLE_PAGE_PAIRS", "50"))
OFFERING = {
    box: pair for box in shelf() if (pair := offered(box, "leak_secrets", "pair", None)) is not None
}
LONGER = 1.15  # ratio of the processor times of both worlds


@pytest.mark.proof
@pytest.mark.parametrize("box", OFFERING)
def test_many_pairs_are_equal_over_every_outlet_and_take_equal_time(
    migrated_sqlite, tmp_path_factory, box
):
    spent = [0.0, 0.0]
    for number in range(PAIRS):
        told, folder = {}, tmp_path_factory.mktemp(f"pair{number}-")
        for world in (0, 1) if number % 4 < 2 else (1, 0):
            began = time.process_time()
            with pytest.MonkeyPatch.context() as patch:
                secret = OFFERING[box](number)
                told[world] = Told(patch, migrated_sqlite, folder, secret, world, False)
            spent[world] += time.process_time() - began
        one, other = told[0].answers, told[1].answers
        count("twin_outlets", len(one))
        assert list(one) == list(other), f"pair {number}"
        assert [
            apart(outlet, one[outlet], other[outlet])
            for outlet in one
            if one[outlet] != other[outlet]
        ] == [], f"pair {number}"
        assert told[0].to_own != told[1].to_own, f"pair {number}: its owner sees no difference"
        print(f"{number + 1} pairs, {spent[0]:.1f} s and {spent[1]:.1f} s", flush=True)
    assert 1 / LONGER < spent[0] / spent[1] < LONGER, spent
