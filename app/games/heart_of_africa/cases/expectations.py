"""Facts of a battle that a case may expect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeGuard

from app.games.heart_of_africa import events, sequence
from app.games.heart_of_africa.answers import ANSWERS
from app.games.heart_of_africa.figures import is_independent, members
from app.games.heart_of_africa.pieces import AMBUSH, COLUMN, MOVED, REMOUNTED, TRAPPED
from app.games.heart_of_africa.sight import smoke
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event


def mods_of(wanted: Mapping[str, Any]) -> list[Any]:
    return sorted((list(mod) for mod in wanted.get("mods", ())), key=repr)


def is_same(wanted: Any, found: Any) -> bool:
    """True if the expected facts are found. Only named facts are compared; a list is a set; places
    within 0.05 in, angles within 0.5 degrees.
    """
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(is_same(value, found.get(key)) for key, value in wanted.items())
    if (
        isinstance(wanted, (list, tuple))
        and wanted
        and all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in wanted)
    ):
        return (
            found is not None
            and len(wanted) == len(found)
            and all(abs(a - b) <= 0.05 + 1e-9 for a, b in zip(wanted, found, strict=True))
        )
    if isinstance(wanted, (list, tuple)):
        return isinstance(found, (list, tuple, set, frozenset)) and sorted(
            map(repr, map(plain_value, wanted))
        ) == sorted(map(repr, map(plain_value, found)))
    if isinstance(wanted, float) and isinstance(found, (int, float)):
        return abs(wanted - found) <= 0.02
    return wanted == found


def plain_value(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [plain_value(one) for one in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


class PlayedCase(Protocol):
    """A case while it is played: the battle so far, and the events of its orders."""

    battle: Battle
    events: list[Event]


CASUALTIES = {
    "shot",
    "fragment",
    "melee",
    "trap",
    "crocodile",
    "fire",
    "sunk",
    "broken",
    "withdrawn",
    "in_his_place",
    "left",
}


def gone_figures(referee: PlayedCase) -> list[str]:
    return [key for key, figure in referee.battle.figures.items() if figure.fate in CASUALTIES]


def units_where(*places: str) -> Callable[[PlayedCase], list[str]]:
    def found(referee: PlayedCase) -> list[str]:
        battle = referee.battle
        return [
            *(key for key, unit in battle.units.items() if unit.where in places and not unit.fate),
            *(
                key
                for key, figure in battle.figures.items()
                if is_independent(figure) and figure.where in places and not figure.fate
            ),
        ]

    return found


def to_act(referee: PlayedCase) -> str | None:
    battle = referee.battle
    owing = sequence.owing(battle)
    return battle.to_act or (owing[0] if len(owing) == 1 else None)


def smoke_cloud(referee: PlayedCase, fire: str) -> dict[str, Any]:
    return (
        smoke.smoke_axis(
            referee.battle, next(one for one in referee.battle.fires if one.id == fire)
        )
        if any(one.id == fire for one in referee.battle.fires)
        else {}
    )


def fire_origin(referee: PlayedCase, target: str) -> Any:
    return next((fire.origin for fire in referee.battle.fires if fire.target == target), None)


def trap_state(referee: PlayedCase, key: str) -> str | None:
    work = next(one for one in referee.battle.land.works if one.id == key)
    return "removed" if work.removed else "shown" if work.shown else None


def mark_of(referee: PlayedCase, key: str) -> Any:
    """The mark of a figure for a case: the most significant one."""
    did = referee.battle.figures[key].did
    telling = (mark for mark in reversed(did) if mark not in (MOVED, "turned", TRAPPED, REMOUNTED))
    return next(
        telling, MOVED if {MOVED, TRAPPED, REMOUNTED} & set(did) else did[0] if did else None
    )


WHOLE: dict[str, Callable[[PlayedCase], Any]] = {
    "removed": gone_figures,
    "broken": lambda referee: [
        key for key, unit in referee.battle.units.items() if unit.fate == "broken"
    ],
    "captured": lambda referee: [
        key for key, figure in referee.battle.figures.items() if figure.fate == "captured"
    ],
    "sunk": lambda referee: [
        key
        for key, figure in referee.battle.figures.items()
        if figure.fate == "sunk" and figure.type in ("canoe", "dhow", "gunboat")
    ],
    "hidden": units_where(AMBUSH),
    "revealed": lambda referee: [
        event.unit for event in referee.events if isinstance(event, events.AmbushRevealed)
    ],
    "reserve": units_where("reserve"),
    "arriving": units_where("arriving"),
    "column": units_where(COLUMN),
    "to_deploy": units_where("to_deploy"),
    "spell_broken": lambda referee: referee.battle.spell_broken,
    "works": lambda referee: [work.kind for work in referee.battle.land.works],
    "objective_kind": lambda referee: next(
        one.kind
        for one in referee.battle.land.pieces
        if one.id == referee.battle.conditions.objective
    ),
    "burning": lambda referee: [fire.target for fire in referee.battle.fires],
    "wind": lambda referee: referee.battle.wind,
    "step": lambda referee: referee.battle.step,
    "turn": lambda referee: referee.battle.turn,
    "to_act": to_act,
    "attacker": lambda referee: (
        referee.battle.attacker if referee.battle.conditions.has_defender else None
    ),
    "scenario": lambda referee: referee.battle.scenario or None,
    "over": lambda referee: bool(referee.battle.ending),
    "winner": lambda referee: referee.battle.winner or ("draw" if referee.battle.ending else None),
    "objective_since": lambda referee: referee.battle.held_since,
}


PER_THING: dict[str, Callable[[PlayedCase, str], Any]] = {
    "at": lambda referee, key: referee.battle.figures[key].at,
    "facing": lambda referee, key: referee.battle.figures[key].facing,
    "did": mark_of,
    "smoke": lambda referee, key: referee.battle.figures[key].smoke is not None,
    "marker": lambda referee, key: referee.battle.units[key].marker,
    "casualties": lambda referee, key: (
        referee.battle.units[key].start - len(members(referee.battle, key))
        if not referee.battle.units[key].exited
        else sum(
            figure.unit == key
            and figure.fate in CASUALTIES
            and figure.fell_in.startswith(f"{referee.battle.turn}:")
            for figure in referee.battle.figures.values()
        )
    ),
    "tests": lambda referee, key: ANSWERS["tests"](referee.battle, {"unit": key})["causes"],
    "rolled": lambda referee, key: len(referee.battle.morale.rolled.get(key, ())),
    "cancelled": lambda referee, key: (
        referee.battle.morale.cancelled.count(key)
        + sum(unit == key for unit, _ in referee.battle.morale.cancels)
    ),
    "jammed": lambda referee, key: referee.battle.figures[key].jammed,
    "out_of_order": lambda referee, key: referee.battle.figures[key].out_of_order,
    "hits": lambda referee, key: referee.battle.figures[key].hits,
    "failed_tests": lambda referee, key: referee.battle.figures[key].failed_tests,
    "aground": lambda referee, key: referee.battle.figures[key].aground is not None,
    "breached": lambda referee, key: [
        sorted(map(list, gap))
        for gap in next(work.breaches for work in referee.battle.land.works if work.id == key)
    ],
    "roof_holes": lambda referee, key: list(
        next(work.roof_holes for work in referee.battle.land.works if work.id == key)
    ),
    "fire_origin": fire_origin,
    "smoke_cloud": smoke_cloud,
    "trap": trap_state,
    "unit_of": lambda referee, key: referee.battle.figures[key].unit or None,
    "may_join": lambda referee, key: referee.battle.figures[key].may_join,
    "room": lambda referee, key: referee.battle.figures[key].room or None,
    "roof": lambda referee, key: referee.battle.figures[key].roof or None,
    "aboard": lambda referee, key: referee.battle.figures[key].aboard or None,
    "mode": lambda referee, key: referee.battle.figures[key].mode or None,
    "activated": lambda referee, key: referee.battle.units[key].activation or None,
    "exited": lambda referee, key: referee.battle.units[key].exited,
}


def is_the_shot(event: Event, wanted: Mapping[str, Any]) -> TypeGuard[events.ShotFired]:
    return (
        isinstance(event, events.ShotFired)
        and event.figure == wanted["of"]
        and event.target == (wanted.get("against") or "")
    )


def is_the_fight(event: Event, wanted: Mapping[str, Any]) -> TypeGuard[events.Fought]:
    return (
        isinstance(event, events.Fought)
        and wanted["of"] in event.figures
        and wanted.get("against", "") in ("", *event.figures)
    )
