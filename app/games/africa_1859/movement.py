"""AFR-SEQ, AFB-ACT: moves of stacks, riders, guns, convoys and leaders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from app.games.africa_1859 import events as e
from app.games.africa_1859.activation import (
    in_open_space,
    known_space,
    marked_already,
    may_still_move,
    not_at_command,
    own_counters,
    side_of,
)
from app.games.africa_1859.arrivals import open_window
from app.games.africa_1859.counters import (
    is_artillery,
    is_convoy,
    is_fighter,
    is_foot,
    is_on_map,
    kind_of,
)
from app.games.africa_1859.ends_of_actions import end_action, lead_back
from app.games.africa_1859.ground import (
    bars_wheels,
    closed_to_side,
    has_enemy_counter,
    is_adjacent,
    is_empty,
    is_enemy_held,
    place,
)
from app.games.africa_1859.morale import is_shaken
from app.games.africa_1859.orders import Move
from app.games.africa_1859.procedures import Assault, March
from app.games.africa_1859.run import ActionRules, Run
from app.games.africa_1859.stacking import no_room
from app.games.africa_1859.state import Unit, War
from app.kernel.refusal import Refusal, no

LEADER_PACE = 2


# --- Refusals
def move_refusals(war: War, order: Move, seat: str) -> Iterator[Refusal | None]:
    """Reasons against a move; raises `Refused` for unknown counters and spaces."""
    side, moving = side_of(war, seat), (*order.units, *order.leaders)
    own_counters(war, side, *moving)
    known_space(war, *order.path)
    units = [war.units[key] for key in order.units if key in war.units]
    yield no_such_move(war, order, units)
    elsewhere = in_open_space(war, *moving)
    yield elsewhere
    yield may_still_move(war, *order.units)
    yield marked_already(war, *order.leaders)
    yield not_at_command(war, seat, moving)
    yield from (is_shaken(war, unit) for unit in units)
    yield wrong_point(order)
    if elsewhere is None:
        yield from path_refusals(war, side, units, order.path, war.phase.open)


def no_such_move(war: War, order: Move, units: list[Unit]) -> Refusal | None:
    """AFB-ACT-01: One order moves a unit, a stack or leaders of the open space by one path."""
    keys = {unit.id for unit in units}
    named = keys == set(order.units) and len(keys) == len(order.units)
    leaders = set(order.leaders)
    led = leaders <= set(war.leaders) and len(leaders) == len(order.leaders)
    if named and led and order.path and (order.units or order.leaders):
        return None
    return no(
        "AFB-ACT-01",
        "A move needs units or leaders, each named once, and a path.",
        "Un movimiento necesita unidades o líderes, cada uno una vez, y un camino.",
    )


def wrong_point(order: Move) -> Refusal | None:
    """Refusal of a point unit that does not go along."""
    if not order.point or order.point in order.units:
        return None
    return no(
        "AFB-ACT-03",
        "The point unit is one of the units that move.",
        "La unidad de punta es una de las que se mueven.",
    )


def path_refusals(
    war: War, side: str, units: list[Unit], path: tuple[str, ...], start: str
) -> Iterator[Refusal | None]:
    """Reasons against a path from the space `start`, by the class of the units."""
    if not path or not start:
        return
    pace = pace_of(war, units)
    if len(path) > pace:
        yield too_far(war, units, pace)
    here = start
    for number, there in enumerate(path, start=1):
        yield no_edge(war, here, there)
        yield closed_to_side(war, there, side)
        yield from (bars_wheels(war, here, there, unit) for unit in units)
        yield from enemy_refusals(war, side, units, there, is_end=number == len(path))
        here = there
    yield back_again(war, units, start, path)
    yield no_room_at_end(war, side, units, path)


def no_room_at_end(war: War, side: str, units: list[Unit], path: tuple[str, ...]) -> Refusal | None:
    """AFB-STK-02: Cavalry passes friends in any number; only the last space needs room."""
    return no_room(war, side, path[-1], [unit.id for unit in units])


def pace_of(war: War, units: Iterable[Unit]) -> int:
    """Number of spaces of the slowest counter."""
    return min((kind_of(war, unit).move for unit in units), default=LEADER_PACE)


def rule_of_pace(war: War, units: list[Unit]) -> str:
    """Rule that limits the move of these units: of the slowest class among them."""
    if any(is_foot(war, unit) for unit in units):
        return "AFR-SEQ-06"
    if any(is_artillery(war, unit) for unit in units):
        return "AFR-SEQ-05"
    if any(is_convoy(war, unit) for unit in units):
        return "AFB-UNI-06"
    return "AFR-SEQ-07" if units else "AFR-SEQ-12"


def too_far(war: War, units: list[Unit], pace: int) -> Refusal:
    """Refusal of a path beyond the move of the slowest counter, in spaces."""
    return no(
        rule_of_pace(war, units),
        "The slowest of them goes {n:space+s} at most.",
        "La ficha más lenta recorre como mucho {n:espacio+s}.",
        n=pace,
    )


def no_edge(war: War, here: str, there: str) -> Refusal | None:
    """Refusal of a step between spaces that no edge joins."""
    if is_adjacent(war, here, there):
        return None
    return no(
        "AFB-MAP-01",
        "No edge joins {here:the} and {there:the}.",
        "Ningún camino une {here:el} y {there:el}.",
        here=place(war, here),
        there=place(war, there),
    )


def enemy_refusals(
    war: War, side: str, units: list[Unit], space: str, *, is_end: bool
) -> Iterator[Refusal | None]:
    """Reasons against entering a space because of the enemy there."""
    if is_enemy_held(war, space, side):
        yield enemy_there(war, units, space)
    elif not units and has_enemy_counter(war, space, side):
        yield leader_alone(war, space)
    elif is_end and has_enemy_counter(war, space, side):
        yield without_fighters(war, units, space)


def enemy_there(war: War, units: list[Unit], space: str) -> Refusal:
    """Refusal of a move into an enemy-held space.

    The refusal names the rule of the slowest class.
    """
    return no(
        rule_of_pace(war, units),
        "The enemy holds {place:the}; a move does not go there.",
        "El enemigo controla {place:el}; no se entra con un movimiento.",
        place=place(war, space),
    )


def leader_alone(war: War, space: str) -> Refusal:
    """AFR-SEQ-12: A leader alone neither enters nor passes a space with an enemy counter."""
    return no(
        "AFR-SEQ-12",
        "An enemy counter is in {place:the}; leaders alone do not go there.",
        "En {place:el} hay una ficha enemiga; los líderes solos no pasan por ahí.",
        place=place(war, space),
    )


def without_fighters(war: War, units: list[Unit], space: str) -> Refusal | None:
    """Refusal of an order without fighters into a space with an enemy leader or convoy."""
    if any(is_fighter(war, unit) for unit in units):
        return None
    return no(
        "AFB-MAP-04",
        "Only fighters can enter {place:the}, which holds an enemy counter.",
        "En {place:el} hay una ficha enemiga y solo pueden entrar unidades de combate.",
        place=place(war, space),
    )


def back_again(war: War, units: list[Unit], start: str, path: tuple[str, ...]) -> Refusal | None:
    """AFR-SEQ-07: A ride of two spaces does not end where it began."""
    if not units or path[-1] != start:
        return None
    return no(
        "AFR-SEQ-07",
        "A ride does not end in {place:the}, where it began.",
        "La cabalgada no termina en {place:el}, donde empezó.",
        place=place(war, start),
    )


# --- Execution
def move(run: Run, order: Move, seat: str) -> None:
    """Begin the move of a stack."""
    side = side_of(run.war, seat)
    start = run.war.phase.open
    run.push(March(side, start, order.units, order.leaders, order.path, point=order.point))


def march(run: Run, now: March) -> None:
    """Next step of a march: enter the next space, or end the action."""
    able = going_on(run.war, now)
    if now.stopped or now.done == len(now.path) or not able or is_barred(run.war, now):
        end_march(run, now, able)
    else:
        enter(run, now, able)


def is_barred(war: War, now: March) -> bool:
    """Return true if an enemy has ridden into the next space of the path; the march ends before
    it.
    """
    return is_enemy_held(war, now.path[now.done], now.side)


def going_on(war: War, now: March) -> tuple[str, ...]:
    """Counters that go on: units still with the stack and not demoralised on the way, and leaders.

    Leaders stay if no unit of the stack goes on.
    """
    here = now.path[now.done - 1] if now.done else now.start
    units = tuple(
        key
        for key in now.units
        if war.units[key].at == here and (now.demoralised or not war.units[key].dem)
    )
    leaders = tuple(key for key in now.leaders if war.leaders[key].at == here)
    return () if now.units and not units else (*units, *leaders)


def enter(run: Run, now: March, able: tuple[str, ...]) -> None:
    """Enter the next space of the path; the entry of units into an empty one opens a window."""
    space = now.path[now.done]
    came_from = now.path[now.done - 1] if now.done else now.start
    was_empty = is_empty(run.war, space)
    ahead = replace(now, done=now.done + 1)
    run.update(ahead)
    run.tell(e.Moved(able, (space,), "move"))
    if ahead.done == len(ahead.path) and not ahead.charge:
        end_action(run, now.side, able, space)
    if was_empty and any(key in run.war.units for key in able):
        open_window(run, ahead, came_from)


def end_march(run: Run, now: March, able: tuple[str, ...]) -> None:
    """End of a march: what stays on the way ends its action there, and all carry a marker.

    After the middle space of a charge the assault goes on, unless a charge has stopped it.
    """
    moved = (*now.units, *now.leaders)
    staying = [key for key in moved if not now.charge or now.stopped or key not in able]
    for space in dict.fromkeys(now.path[: now.done]):
        there = [key for key in staying if at(run.war, key) == space]
        end_action(run, now.side, there, space)
    lead_back(run, now.side, now.leaders, now.start)
    run.pop()
    if not now.charge:
        still = tuple(key for key in moved if is_in_play(run.war, key))
        if still:
            run.tell(e.Marked(still, acted=True, fell_back=now.demoralised))
    elif now.stopped and isinstance(run.top, Assault):
        run.update(replace(run.top, stage="end"))


def at(war: War, key: str) -> str:
    """Place of a counter."""
    counter = war.counter(key)
    return counter.at if counter else ""


def is_in_play(war: War, key: str) -> bool:
    """Return true if the counter is on the map."""
    counter = war.counter(key)
    return counter is not None and is_on_map(counter)


MOVE = ActionRules(move_refusals, move, opens=True)
