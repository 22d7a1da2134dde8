"""Round robin: each entrant meets all others once or twice, with even sides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

CACHED = 64
"""Schedules that stay in memory."""
BYE = ""
"""Opponent of an entrant who rests in a round."""

Battle = tuple[str, str]
"""Entrants on the first and on the second side."""


def round_robin(
    entrants: Sequence[str], *, is_double: bool = False
) -> tuple[tuple[Battle, ...], ...]:
    """Battles by round (circle method). In the second half of a double one the sides are reversed.

    Each entrant has every side equally often, or once more. A rest is a battle against `BYE`.
    """
    circle = [*entrants, *([BYE] if len(entrants) % 2 else [])]
    single = tuple(battles_of_round(circle, number) for number in range(max(len(circle) - 1, 0)))
    if not is_double:
        return single
    return single + tuple(tuple(reversed_sides(one) for one in battles) for battles in single)


@lru_cache(CACHED)
def schedule(entrants: tuple[str, ...], is_double: bool) -> tuple[tuple[Battle, ...], ...]:
    """Battles of a round robin by round."""
    return round_robin(entrants, is_double=is_double)


def battles_of_round(circle: Sequence[str], number: int) -> tuple[Battle, ...]:
    """Battles of a round, from 0. The last place is fixed, the others turn by one each round."""
    turning = len(circle) - 1
    fixed = (circle[number], circle[-1])
    battles = [fixed if number % 2 == 0 else fixed[::-1]]
    for step in range(1, len(circle) // 2):
        ahead, behind = circle[(number + step) % turning], circle[(number - step) % turning]
        battles.append((ahead, behind) if step % 2 else (behind, ahead))
    return tuple((one, other) if one != BYE else (other, one) for one, other in battles)


def reversed_sides(battle: Battle) -> Battle:
    """Battle with the sides reversed; a rest stays as it is."""
    return battle if battle[1] == BYE else battle[::-1]
