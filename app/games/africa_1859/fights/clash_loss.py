"""AFR-ASL-20, AFB-ASL-09: the loss of a clash among the units of a stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

from app.kernel.refusal import Refusal, no

Steps = Mapping[str, int]
"""Steps by unit."""


def placeable(loss: int, stack: Steps) -> int:
    """Steps of the loss that the stack can take."""
    return min(loss, sum(stack.values()))


def first_step_missing(given: Steps, loss: int, vanguard: str) -> Refusal | None:
    """AFR-ASL-20: The first step lost in a clash is a step of the vanguard."""
    if not loss or given.get(vanguard, 0) > 0:
        return None
    return no(
        "AFR-ASL-20",
        "The vanguard takes the first step of the loss.",
        "La vanguardia encaja el primer paso de las bajas.",
    )


def misplaced_loss(given: Steps, loss: int, stack: Steps) -> Refusal | None:
    """AFB-ASL-09: The whole loss goes to fighters of the stack, to none more than its steps."""
    due = placeable(loss, stack)
    total = sum(given.values())
    if any(steps < 0 or steps > stack.get(unit, 0) for unit, steps in given.items()):
        return no(
            "AFB-ASL-09",
            "A unit of the stack loses no more steps than it has.",
            "Ninguna unidad del apilamiento pierde más pasos de los que tiene.",
        )
    if total != due:
        return no(
            "AFB-ASL-09",
            "The loss is {due:step+s}; this answer places {total:step+s}.",
            "Las bajas son {due:paso+s}; esta respuesta reparte {total:paso+s}.",
            due=due,
            total=total,
        )
    return None


def default_allocation(loss: int, stack: Steps, vanguard: str) -> dict[str, int]:
    """Default spread: one step on the vanguard, then each on the fighter with most steps.

    Ties go to the lowest id.
    """
    given = Counter(islice(steps_by_default(stack, vanguard), placeable(loss, stack)))
    return {unit: given[unit] for unit in stack if unit in given}


def steps_by_default(stack: Steps, vanguard: str) -> Iterator[str]:
    """Unit of each step of the default spread, one after another, until none is left."""
    left = dict(stack)
    if left.get(vanguard):
        left[vanguard] -= 1
        yield vanguard
    for _ in range(sum(left.values())):
        unit = min(left, key=lambda one: (-left[one], one))
        left[unit] -= 1
        yield unit


def ranked_allocation(
    loss: int, stack: Steps, vanguard: str, ranking: tuple[str, ...]
) -> dict[str, int]:
    """Spread of a ranking: one step on the vanguard, then all that each ranked unit has, in order.

    Units without a rank follow by the default.
    """
    due = placeable(loss, stack)
    first = {vanguard: 1} if due and stack.get(vanguard) else {}
    given = dict(first)
    for unit in ranking:
        take = min(due - sum(given.values()), stack.get(unit, 0) - given.get(unit, 0))
        if take > 0:
            given[unit] = given.get(unit, 0) + take
    left = {unit: steps - given.get(unit, 0) for unit, steps in stack.items()}
    rest = default_allocation(due - sum(given.values()), left, "")
    return {
        unit: given.get(unit, 0) + rest.get(unit, 0)
        for unit in stack
        if unit in given or unit in rest
    }


def allocations(loss: int, stack: Steps, vanguard: str) -> Iterator[dict[str, int]]:
    """All legal spreads of a loss."""
    due = placeable(loss, stack)
    for given in _spreads(due, tuple(stack.items())):
        if not due or given.get(vanguard) or not stack.get(vanguard):
            yield given


def _spreads(due: int, stack: tuple[tuple[str, int], ...]) -> Iterator[dict[str, int]]:
    """Spreads of a number of steps over units that can take them."""
    if not stack:
        if not due:
            yield {}
        return
    (unit, most), *others = stack
    least = max(0, due - sum(steps for _, steps in others))
    for steps in range(least, min(most, due) + 1):
        for rest in _spreads(due - steps, tuple(others)):
            yield ({unit: steps} if steps else {}) | rest
