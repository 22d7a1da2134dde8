"""AFB-END, AFR-LDR: entry of reinforcements and of replacement leaders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import is_fighter, kind_of
from app.games.africa_1859.data_file import Group
from app.games.africa_1859.end_step_progress import note
from app.games.africa_1859.ends_of_actions import end_action
from app.games.africa_1859.ground import (
    controller,
    data_of,
    has_camp,
    has_enemy_counter,
    is_enemy_held,
    is_rear_town,
    map_of,
    place,
)
from app.games.africa_1859.orders import Entry, LeaderEntry
from app.games.africa_1859.procedures import EndStep, Question
from app.games.africa_1859.run import QuestionRules, Run
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import Leader, War
from app.games.africa_1859.supply import scenario_of
from app.kernel.refusal import Refusal, no


# --- Groups of reinforcements
def groups_of(war: War) -> tuple[Group, ...]:
    """Groups of the scenario, in the order of the data file."""
    scenario = scenario_of(war)
    return scenario.groups if scenario else ()


def group_counters(group: Group) -> tuple[str, ...]:
    """Leaders and units of a group."""
    return (*group.leaders, *(key for key, _ in group.units))


def due_groups(war: War, side: str) -> list[int]:
    """Groups that enter in this end step, those that waited first."""
    groups, coming = groups_of(war), war.turn + 1
    due = [
        number
        for number in war.arrivals.to_come
        if groups[number].side == side and groups[number].turn <= coming
    ]
    return sorted(due, key=lambda number: (groups[number].turn == coming, number))


def enter_groups(run: Run, now: EndStep, side: str) -> bool:
    """AFB-END-02: Reinforcements of a turn enter in the end step of the turn before.

    A group without a legal space waits. Returns false while a player chooses the space.
    """
    for number in due_groups(run.war, side):
        if str(number) in now.done:
            continue
        group = groups_of(run.war)[number]
        note(run, str(number))
        spaces = entries(run.war, group)
        if spaces:
            about = group_counters(group)[0]
            run.push(Question("entry", side, about=about, spaces=spaces))
        return False
    return True


def entries(war: War, group: Group) -> tuple[str, ...]:
    """Legal spaces of entry of a group, in the order of the data file."""
    units = tuple(key for key, _ in group.units)
    return tuple(
        space
        for space in group.entry
        if not is_enemy_held(war, space, group.side)
        and has_room(war, group.side, space, units)
        and (not group.by_sea or may_land(war, space, group.side))
    )


def may_land(war: War, space: str, side: str) -> bool:
    """Return true if ships land there: always at a supply source, elsewhere without a storm."""
    scenario = scenario_of(war)
    sources = scenario.campaign.get("supply", {}).get("sources", ()) if scenario else ()
    return space in sources or (not war.phase.storm and controller(war, space) == side)


def group_of(war: War, question: Question) -> tuple[int, Group]:
    """Group about which a question is."""
    groups = groups_of(war)
    return next(
        (number, groups[number])
        for number in war.arrivals.to_come
        if question.about in group_counters(groups[number])
    )


def entry_refusals(war: War, question: Question, order: Entry | LeaderEntry) -> Iterator[Refusal]:
    """Refusal of a space in which the group, or the leader, cannot enter."""
    if order.to in question.spaces:
        return
    rule = "AFB-END-02" if question.decision == "entry" else "AFR-LDR-03"
    if order.to not in map_of(war).spaces:
        yield no(
            "CAR-TAB-08", "There is no such place on this map.", "No existe ese lugar en este mapa."
        )
        return
    yield no(
        rule,
        "They cannot enter at {place:the}; these spaces are open to them: {spaces}.",
        "No se puede entrar en {place:el}; espacios posibles: {spaces}.",
        place=place(war, order.to),
        spaces=tuple(place(war, space) for space in question.spaces),
    )


def enter_group(run: Run, question: Question, order: Entry) -> None:
    """Bring a group into play; its fighters take control of the space."""
    number, group = group_of(run.war, question)
    counters = group_counters(group)
    units = [run.war.units[key] for key, _ in group.units]
    steps = sum(kind_of(run.war, unit).steps for unit in units if is_fighter(run.war, unit))
    run.tell(e.Entered(counters, order.to, "reinforcements", group.side, group=number, steps=steps))
    end_action(run, group.side, counters, order.to)


# --- Replacement leaders
def enter_leaders(run: Run, now: EndStep, side: str) -> bool:
    """AFR-LDR-03: Two turns after the loss of a leader a counter 0/0 enters.

    Without a free rear town or camp it waits. Returns false while a player chooses the space.
    """
    wait = data_of(run.war).tables["leader_return"]
    lost = sorted(
        (leader.lost_in, leader.id)
        for leader in run.war.leaders.values()
        if leader.side == side and leader.lost_in and leader.lost_in + wait <= run.war.turn
    )
    for _, key in lost:
        if key in now.done:
            continue
        note(run, key)
        spaces = leader_entries(run.war, side)
        if spaces:
            run.push(Question("leader_entry", side, about=key, spaces=spaces))
        return False
    return True


def leader_entries(war: War, side: str) -> tuple[str, ...]:
    """Rear towns and camps of the side without an enemy counter, by id."""
    return tuple(
        space
        for space in sorted(map_of(war).spaces)
        if (is_rear_town(war, space, side) or has_camp(war, space, side))
        and not has_enemy_counter(war, space, side)
    )


def enter_leader(run: Run, question: Question, order: LeaderEntry) -> None:
    """Bring a counter 0/0 into play for a lost leader."""
    side = question.side
    prefix = f"repl_{side.lower()}_"
    number = sum(key.startswith(prefix) for key in run.war.leaders) + 1
    fresh = Leader(f"{prefix}{number}", side, order.to, replaces=question.about)
    run.tell(
        e.Entered((fresh.id,), order.to, "leader", side, leaders=(fresh,)),
        e.LeaderReplaced(question.about),
    )


# --- Answers that need no player
def first_entry(war: War, question: Question) -> Entry:  # noqa: ARG001 - the question has the list
    """First legal space of the list."""
    return Entry(question.spaces[0])


def first_leader_entry(war: War, question: Question) -> LeaderEntry:  # noqa: ARG001 - the question has the list
    """Legal space with the lowest id."""
    return LeaderEntry(question.spaces[0])


def entry_ahead(war: War, question: Question, given: Any) -> Entry | LeaderEntry | None:  # noqa: ARG001 - the question has the list
    """Answer by conditional order: the first legal space of its ranking."""
    if not isinstance(given, list | tuple):
        return None
    to = next((space for space in given if space in question.spaces), question.spaces[0])
    return Entry(to) if question.decision == "entry" else LeaderEntry(to)


ENTRY = QuestionRules(
    entry_refusals,
    enter_group,
    first_entry,
    only=lambda war, question: first_entry(war, question) if len(question.spaces) == 1 else None,
    standing=entry_ahead,
)
LEADER_ENTRY = QuestionRules(
    entry_refusals,
    enter_leader,
    first_leader_entry,
    only=lambda war, question: (
        first_leader_entry(war, question) if len(question.spaces) == 1 else None
    ),
    standing=entry_ahead,
)
