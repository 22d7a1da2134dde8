"""Grouping of events: the dice and the walk of a unit, the shots of one unit at another, a test and
its effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.event_summary.groups import Group, Key
from app.games.heart_of_africa.event_summary.names import owner_of
from app.games.heart_of_africa.event_summary.sentences import item_of
from app.games.heart_of_africa.pieces import EVADED
from app.games.heart_of_africa.state import SHOOTING, Battle
from app.games.heart_of_africa.wording import as_known, heard_event
from app.kernel.contract import Event
from app.kernel.event_summary import Item, Met
from app.kernel.seats import Viewer

BY_FIRE = frozenset({"shot", "fragment"})
SILENT = (
    e.StepBegan,
    e.BattleBegan,
    e.FireWritten,
    e.FireSealed,
    e.FireStruckOut,
    e.CancelOrdered,
    e.OrderOfTests,
    e.Paired,
    e.FirstNamed,
    e.Reloaded,
    e.SmokeMarked,
    e.Swapped,
    e.LeaderFreed,
)
"""Events in the log that a summary leaves out."""


def summary_items(met: Sequence[Met], viewer: Viewer) -> tuple[Item, ...]:
    """An item for each action, in the order in which they began."""
    groups: dict[Key, Group] = {}
    fates: dict[str, Key] = {}  # the group in which a figure was struck, or in which its unit broke
    for one in met:
        event = heard_event(one.before, one.event, viewer)
        if event is None or isinstance(event, SILENT):
            continue
        for key, part in parts_of(one, event, fates):
            found = groups.setdefault(key, Group(key))
            found.parts.append(
                msgspec.structs.replace(one, before=as_known(one.before, event, viewer), event=part)
            )
            if isinstance(event, e.Arrived):
                found.parts = [
                    msgspec.structs.replace(part, before=one.before) for part in found.parts
                ]
    return tuple(item for group in groups.values() if (item := item_of(group)) is not None)


def parts_of(one: Met, event: Event, fates: dict[str, Key]) -> Iterator[tuple[Key, Event]]:
    """The groups to which an event belongs; a removal belongs to those of its figures."""
    battle: Battle = one.before
    if isinstance(event, e.Removed):
        yield from removed_by_group(battle, event, fates)
        return
    kind = KINDS.get(type(event), "")
    key = KEYS[kind](battle, event) if kind else ("", one.number, id(one.event))
    if isinstance(event, e.Struck):
        key = fates.setdefault(event.figure, key)
    elif isinstance(event, e.Fought) and event.loser:
        fates[event.loser] = key
    elif isinstance(event, e.MoraleRolled) and event.result == "broken":
        fates[event.test.unit] = key
    elif isinstance(event, e.UnitLost):
        key = fates.get(event.unit, key)
    yield key, event


def removed_by_group(
    battle: Battle, event: e.Removed, fates: Mapping[str, Key]
) -> Iterator[tuple[Key, Event]]:
    found: dict[Key, list[str]] = {}
    for figure in event.figures:
        owner = owner_of(battle, figure)
        by_arms = fates.get(figure) if event.cause in BY_FIRE | {"melee"} else None
        key = (
            by_arms
            or (fates.get(owner) if event.cause == "broken" else None)
            or ("gone", battle.turn, event.cause, owner)
        )
        found.setdefault(key, []).append(figure)
    for key, figures in found.items():
        yield key, e.Removed(tuple(figures), event.cause, event.by)


def of_a_march(battle: Battle, event: Event) -> Key:
    who = owner_of(battle, figure_in(event))
    return (
        "away" if isinstance(event, e.FigureMoved) and EVADED in event.did else "march",
        battle.turn,
        who,
    )


def figure_in(event: Event) -> str:
    match event:
        case e.Activated(hand):
            return hand.who
        case e.ActivationEnded(who):
            return who
        case e.VesselMoved(vessel):
            return vessel
        case e.ModeChanged(unit):
            return unit
    return event.figure  # type: ignore[attr-defined]  # every other kind of this table has one


def of_a_fire(battle: Battle, event: Event) -> Key:
    match event:
        case e.ShotFired(figure, target):
            return (
                "fire",
                battle.turn,
                owner_of(battle, figure),
                owner_of(battle, target) if target else event.room or "wall",
            )
        case e.SaveRolled(figure) if battle.step != SHOOTING:
            return "save", battle.turn, figure
    return "fire", battle.turn, owner_of(battle, event.by), owner_of(battle, event.figure)  # type: ignore[attr-defined]  # hits and saves have both


def of_a_fight(battle: Battle, event: e.Fought) -> Key:
    one, two = sorted(
        (owner_of(battle, key) for key in event.figures),
        key=lambda key: (key not in battle.units, key),
    )
    return "fight", battle.turn, one, two


def of_a_test(battle: Battle, event: e.MoraleRolled) -> Key:
    return (
        ("held", battle.turn)
        if event.result == "passed"
        else ("nerve", battle.turn, event.test.unit, event.test.cause, event.result)
    )


KINDS: Mapping[type[Event], str] = {
    **dict.fromkeys(
        (
            e.Activated,
            e.FigureMoved,
            e.FigureTurned,
            e.Crossed,
            e.Boarded,
            e.WentAshore,
            e.VesselMoved,
            e.ActivationEnded,
            e.ModeChanged,
        ),
        "march",
    ),
    **dict.fromkeys((e.ShotFired, e.SaveRolled, e.Struck, e.FragmentRolled), "fire"),
    e.Fought: "fight",
    e.MoraleRolled: "nerve",
    e.StoodStill: "stands",
    e.Deployed: "deployed",
    **dict.fromkeys((e.ArrivalRolled, e.Arrived), "arrival"),
    e.AmbushRevealed: "ambush",
    e.UnitLost: "gone",
    e.TestCancelled: "spared",
    e.Rallied: "rally",
    e.Bewitched: "spell",
}
KEYS: Mapping[str, Callable[[Battle, Any], Key]] = {
    "march": of_a_march,
    "fire": of_a_fire,
    "fight": of_a_fight,
    "nerve": of_a_test,
    "stands": lambda battle, event: ("stands", battle.turn, event.side),
    "deployed": lambda _, event: ("deployed", event.side),
    "arrival": lambda battle, event: ("arrival", battle.turn, event.who),
    "ambush": lambda _, event: ("ambush", event.unit),
    "gone": lambda battle, event: ("gone", battle.turn, event.fate, event.unit),
    "spared": lambda battle, event: (
        "spared",
        battle.turn,
        event.test.unit,
        event.test.cause,
        event.test.by,
    ),
    "rally": lambda battle, event: ("rally", battle.turn, event.figure, event.unit),
    "spell": lambda battle, event: ("spell", battle.turn, event.figure, event.unit),
}
