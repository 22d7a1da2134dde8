"""Many pairs of twin worlds of each box that offers them, over every outlet.

The number of pairs is `CARACOLE_PAGE_PAIRS`. A pair takes about three seconds of one processor.
It asks all outlets of the position, of orders and of lists of games, and a third of the others.
Six pairs ask all of them for each viewer.
The second world of a pair has more secrets, so that their work would show in its time.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from app.games import shelf
from tests.box_tests import offered
from tests.counting import count
from tests.leaks.outlets import WITHOUT_SEAT
from tests.leaks.test_twins import Told, apart

PAIRS = int(os.environ.get("CARACOLE_PAGE_PAIRS", "200"))
OFFERING = {
    box: pair for box in shelf() if (pair := offered(box, "leak_secrets", "pair", None)) is not None
}
LONGER = 1.15
"""Ratio of the processor times of both worlds."""
OF_ONE_OUTLET, LEAST_SECONDS = 1.5, 2.0
"""The same ratio of one outlet, if it took so long in both worlds together."""


class Spent:
    """Processor seconds of the answers of all pairs, by outlet, in each of both worlds."""

    def __init__(self):
        self.worlds = Counter(), Counter()

    def add(self, world: int, spent: dict[str, float]) -> None:
        self.worlds[world].update(spent)

    @property
    def totals(self) -> tuple[float, float]:
        return self.worlds[0].total(), self.worlds[1].total()

    def unequal(self) -> dict[str, tuple[float, float]]:
        """Outlets that take longer in one world."""
        both = {one: tuple(world[one] for world in self.worlds) for one in self.worlds[0]}
        return {
            outlet: times
            for outlet, times in both.items()
            if sum(times) >= LEAST_SECONDS and max(times) > OF_ONE_OUTLET * min(times)
        }


def compare_pair(template, folder, box: str, number: int, spent: Spent) -> int:
    """Compare the answers in both worlds of a pair; return their number."""
    told = {}
    for world in (0, 1) if number % 4 < 2 else (1, 0):
        with pytest.MonkeyPatch.context() as patch:
            told[world] = Told(
                patch,
                template,
                folder,
                OFFERING[box](number),
                world,
                False,
                WITHOUT_SEAT[number // 2 % 2],
                number,
            )
        spent.add(world, told[world].spent)
    one, other = told[0].answers, told[1].answers
    assert list(one) == list(other), f"pair {number}"
    assert [
        apart(outlet, one[outlet], other[outlet]) for outlet in one if one[outlet] != other[outlet]
    ] == [], f"pair {number}"
    assert told[0].to_own != told[1].to_own, f"pair {number}: its owner sees no difference"
    return len(one)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("box", OFFERING)
def test_a_pair_is_equal_over_its_outlets(migrated_sqlite, tmp_path, box, number):
    """One pair of each kind."""
    assert compare_pair(migrated_sqlite, tmp_path, box, number, Spent()) > 100


def test_an_outlet_that_takes_longer_in_one_world_is_found():
    spent = Spent()
    spent.add(0, {"GET /games": 3.0, "GET /lobby": 3.0, "GET /seldom": 0.1})
    spent.add(1, {"GET /games": 5.0, "GET /lobby": 3.5, "GET /seldom": 0.9})
    assert list(spent.unequal()) == ["GET /games"]


@pytest.mark.proof
@pytest.mark.parametrize("box", OFFERING)
def test_many_pairs_are_equal_over_every_outlet_and_take_equal_time(
    migrated_sqlite, tmp_path_factory, box
):
    spent, asked = Spent(), 0
    for number in range(PAIRS):
        folder = tmp_path_factory.mktemp(f"pair{number}-")
        asked += compare_pair(migrated_sqlite, folder, box, number, spent)
        first, second = spent.totals
        print(f"{number + 1} pairs, {asked} answers, {first:.1f} s and {second:.1f} s", flush=True)
    count("twin_outlets", asked)
    assert 1 / LONGER < first / second < LONGER, spent.totals
    assert spent.unequal() == {}
