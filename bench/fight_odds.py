"""Time of the odds of large assaults in Africa 1859-60, as a multiple of a loop of dictionaries.

`python -m bench.fight_odds [--write]`. The ratio compares machines that are differently loaded.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from msgspec.structs import replace

from app.games.africa_1859.beginning import new_game
from app.games.africa_1859.evolve import evolve, with_leaders, with_units
from app.games.africa_1859.fights.previews import assess_assault
from app.games.africa_1859.orders import Assault
from app.games.africa_1859.state import Phase, War
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from bench.written import at_most, counted, write

ROUNDS = 9
MOST = 150.0
"""Milliseconds of a whole dry run."""
LOOP = 100_000
START = "t_llano_c"
GROUP = ("s_chiclana", "s_cordoba", "s_ing1", "s_leon", "s_princesa", "s_catalanes")
GUNS = ("s_art_2mont", "s_art_3mont", "s_art_caballo")
"""The camp of Muley Ahmed is full; riders of Torre Geleli can answer with caracoles."""
TARGETS = {"camp": ("t_llano_c", "t_ahmed"), "riders": ("t_marisma", "t_geleli")}


def position(start: str) -> War:
    """Position of Tetuán with a full stack, three batteries and Prim in a space."""
    war: War | None = None
    for event in new_game(Setup("tetuan", {"S": "S", "M": "M"}), SeededDice(b"bench", 0)):
        war = evolve(war, event)
    if war is None:
        raise ValueError("the game has not begun")
    war = with_leaders(with_units(war, (*GROUP, *GUNS), at=start), ("prim",), at=start)
    return replace(war, phase=Phase(2, "S"))


def reference() -> None:
    """Count in a dictionary, as the odds do."""
    found: dict[tuple[int, int], int] = {}
    for number in range(LOOP):
        key = number % 97, number % 89
        found[key] = found.get(key, 0) + number


def milliseconds(work: Callable[[], object]) -> float:
    """Median of the processor time of some rounds."""
    taken = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - began))
    return median(taken)


def main(is_written: bool = False) -> None:
    """Print the figures; write them too on request."""
    loop = milliseconds(reference)
    figures = [counted("odds_reference", loop, "ms")]
    for name, (start, target) in TARGETS.items():
        war = position(start)
        order = Assault(GROUP, (target,), "s_cordoba", "s_chiclana", ("prim",), "prim", start)
        found = assess_assault(war, order, "S")
        if not found.odds:
            raise ValueError(f"no odds: {found.no}")
        taken = milliseconds(partial(assess_assault, war, order, "S"))
        print(f"{name}: {taken:.0f} ms, {taken / loop:.1f} times the loop; {found.notes[-1]}")
        figures += [
            at_most("odds_of_assault", taken, MOST, "ms", of=name),
            counted("odds_ratio", taken / loop, "×", of=name),
        ]
    if is_written:
        write("fight-odds", "python -m bench.fight_odds --write", figures)


if __name__ == "__main__":
    main("--write" in sys.argv)
