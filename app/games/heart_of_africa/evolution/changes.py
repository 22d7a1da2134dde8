"""Changes of figures, units, works and plans that several kinds of events make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.conditional_orders.plans import Plans
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.pieces import ON_TABLE, Figure
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event


def figure_changed(battle: Battle, figure: str, **facts: Any) -> Battle:
    """The battle with some facts of one figure replaced."""
    return replace(
        battle, figures={**battle.figures, figure: replace(battle.figures[figure], **facts)}
    )


def all_changed(
    battle: Battle, figures: Iterable[str], change: Callable[[Figure], Figure]
) -> Battle:
    """The battle with each of the figures changed."""
    return replace(
        battle, figures={**battle.figures, **{key: change(battle.figures[key]) for key in figures}}
    )


def unit_changed(battle: Battle, unit: str, **facts: Any) -> Battle:
    return replace(battle, units={**battle.units, unit: replace(battle.units[unit], **facts)})


def work_changed(battle: Battle, work: str, change: Callable[[Work], Work]) -> Battle:
    works = tuple(change(one) if one.id == work else one for one in battle.land.works)
    return replace(battle, land=replace(battle.land, works=works))


def with_marks(figure: Figure, *marks: str) -> tuple[str, ...]:
    """The marks of the figure with more added."""
    return figure.did + tuple([mark for mark in marks if mark not in figure.did])


def no_change(battle: Battle, event: Event) -> Battle:  # noqa: ARG001 said, not stored
    return battle


def put_down(battle: Battle, at: Mapping[str, e.Place], **facts: Any) -> Battle:
    figures = {
        key: replace(battle.figures[key], at=(x, y), facing=facing, where=ON_TABLE, **facts)
        for key, (x, y, facing) in at.items()
    }
    return replace(battle, figures={**battle.figures, **figures})


def _master(battle: Battle, figure: Figure) -> Figure:
    return battle.figures.get(figure.of, figure)


def struck(battle: Battle, event: e.Struck) -> Battle:
    """The battle after a hit. A figure hit twice falls once; both hits are recorded."""
    down = battle.struck if event.figure in battle.struck else (*battle.struck, event.figure)
    return replace(
        battle, struck=down, struck_by=(*battle.struck_by, (event.figure, event.cause, event.by))
    )


def taken_off(battle: Battle, figures: Iterable[str], cause: str) -> Battle:
    off = {
        key: replace(
            battle.figures[key],
            at=None,
            fate=cause,
            fell=battle.figures[key].at,
            fell_in=f"{battle.turn}:{battle.step}",
            fell_room=battle.figures[key].room,
            fell_roof=battle.figures[key].roof,
            aboard="",
            room="",
            roof="",
        )
        for key in figures
    }
    return replace(
        battle,
        figures={**battle.figures, **off},
        struck=tuple(key for key in battle.struck if key not in off),
    )


def without_test(tests: Iterable[Any], test: Any) -> tuple[Any, ...]:
    """The tests with one such test left out."""
    kept = list(tests)
    kept.remove(test)
    return tuple(kept)


def plans_changed(battle: Battle, side: str, **facts: Any) -> Battle:
    return replace(
        battle, plans={**battle.plans, side: replace(battle.plans.get(side, Plans()), **facts)}
    )
