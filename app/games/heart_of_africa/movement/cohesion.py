"""HOA-DEP, page 22: Cohesion of units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.games.heart_of_africa.figures import is_attendant, placed, radius
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import Point, inches_to, is_within

LINK = 4.0
"""The widest gap between neighbours of a unit, inches (p. 22)."""


def groups(figures: Sequence[Figure], at: Mapping[str, Point]) -> list[list[Figure]]:
    """The figures in groups linked by gaps of at most 4 in, the largest group first."""
    left, found = list(figures), []
    while left:
        group = [left.pop(0)]
        for one in group:
            x, y = at[one.id]
            reach = LINK + radius(one)
            close = [
                other
                for other in left
                if abs(at[other.id][0] - x) <= reach + 1.1
                and abs(at[other.id][1] - y) <= reach + 1.1
                and is_within(inches_to(at[other.id], (x, y)) - radius(other), reach)
            ]
            group += close
            left = [other for other in left if other not in close]
        found.append(group)
    return sorted(found, key=len, reverse=True)


def is_in_cohesion(battle: Battle, unit: str | Iterable[Figure]) -> bool:
    """True if a unit, or these figures of one, form a chain."""
    figures = [
        figure
        for figure in (placed(battle, unit) if isinstance(unit, str) else unit)
        if figure.at is not None
    ]
    return len(groups(figures, {figure.id: figure.position for figure in figures})) <= 1


def keeps_together(
    battle: Battle, unit: str, ends: Mapping[str, Point | None], bound: Iterable[str] = ()
) -> Refusal | None:
    """HOA-DEP-12: A move ends with every figure linked to its unit by gaps of at most 4 in.

    A unit may be torn before the move, or have figures held in close combat or fleeing. Then no
    free figure may end farther from the main body than it began. Nor may the main body move away
    from the figures that cannot choose.

    `ends` are the places after the move (None: it leaves the table), `bound` the figures that
    cannot choose.
    """
    before = [figure for figure in placed(battle, unit) if not is_attendant(figure)]
    stood = {figure.id: figure.position for figure in before}
    after = [figure for figure in before if ends.get(figure.id, figure.at) is not None]
    after += [
        figure
        for figure in battle.figures.values()
        if figure.unit == unit and figure.at is None and ends.get(figure.id) is not None
    ]
    at = {figure.id: ends.get(figure.id) or stood[figure.id] for figure in after}
    parts = groups(after, at)
    if len(parts) <= 1:
        return None
    bound = set(bound)
    if len(groups(before, stood)) <= 1 and not bound:
        return torn_unit(parts, at)
    body = parts[0]
    if leaves_the_bound(parts, at, stood, bound):
        return torn_unit(parts, at)
    for figure in (one for part in parts[1:] for one in part if one.id not in bound):
        was = [stood[mate.id] for mate in body if stood.get(mate.id)]
        if not was or stood.get(figure.id) is None:
            return torn_unit(parts, at)
        began = min(inches_to(stood[figure.id], place) for place in was)
        if not is_within(min(inches_to(at[figure.id], at[mate.id]) for mate in body), began):
            return torn_unit(parts, at)
    return None


def leaves_the_bound(
    parts: Sequence[Sequence[Figure]],
    at: Mapping[str, Point],
    stood: Mapping[str, Point | None],
    bound: Iterable[str],
) -> bool:
    """True if the main body ends farther from a group that cannot choose than if it had stayed."""
    body, bound = parts[0], set(bound)
    had = [(place, radius(mate)) for mate in body if (place := stood.get(mate.id)) is not None]
    has = [(at[mate.id], radius(mate)) for mate in body]
    tied = [part for part in parts[1:] if had and all(figure.id in bound for figure in part)]
    return any(
        not is_within(gap_to_group(part, at, has), gap_to_group(part, at, had)) for part in tied
    )


def gap_to_group(
    part: Sequence[Figure], at: Mapping[str, Point], others: Sequence[tuple[Point, float]]
) -> float:
    """The narrowest gap between a group and other bases, inches."""
    return min(
        inches_to(at[one.id], place) - radius(one) - width
        for one in part
        for place, width in others
    )


def torn_unit(parts: Sequence[Sequence[Figure]], at: Mapping[str, Point]) -> Refusal:
    """The refusal of a move that tears the unit, with the width of the nearest gap to its main body
    (inches).
    """
    gap = min(
        inches_to(at[one.id], at[mate.id]) - radius(one) - radius(mate)
        for part in parts[1:]
        for one in part
        for mate in parts[0]
    )
    return no(
        "HOA-DEP-12",
        "The unit would be torn apart: {gap} in to the next of them, at most 4 in.",
        "La unidad quedaría dividida: {gap:pulgada+s} hasta el siguiente; el máximo son 4.",
        gap=round(gap, 1),
    )
