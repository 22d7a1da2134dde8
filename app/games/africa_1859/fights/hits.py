"""Exact harm of one fire to one unit, as a table that each process computes once."""

from __future__ import annotations

from functools import lru_cache

from app.games.africa_1859.fights.fire_table import Harm
from app.games.africa_1859.morale import passes

SHOT = 36
"""Weight of a fire: the faces of its die, and those of a morale check."""
FACES = range(1, 7)
Harms = tuple[Harm, ...]
"""Result of a fire for each face of its die."""
Code = int
"""Condition of a unit as one number: twice its steps, and 1 more if it is demoralised."""


def code_of(steps: int, is_shaken: bool) -> Code:
    """Condition of a unit; a unit without steps is not demoralised."""
    return 2 * steps + is_shaken if steps else 0


def harmed(code: Code, harm: Harm, is_passed: bool) -> Code:
    """Condition after a harm: steps come off first, then a surviving unit may check."""
    steps, is_shaken = max(0, code // 2 - harm.steps), bool(code % 2)
    if not harm.check or is_passed:
        return code_of(steps, is_shaken)
    return code_of(steps - 1, True) if is_shaken and steps else code_of(steps, True)


@lru_cache(maxsize=4096)
def hit(harms: Harms, code: Code, need: int) -> tuple[tuple[Code, int], ...]:
    """Conditions after a fire at a unit with a need of morale, with their weights of `SHOT`."""
    found: dict[Code, int] = {}
    passing = sum(passes(face, need) for face in FACES)
    for harm in harms:
        for is_passed, ways in ((True, passing), (False, len(FACES) - passing)):
            after = harmed(code, harm, is_passed)
            found[after] = found.get(after, 0) + ways
    return tuple((after, ways) for after, ways in found.items() if ways)
