"""Hexes in which a move may end, with the cheapest way to each."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from app.games.cry_havoc import leading_animals, tying
from app.games.cry_havoc.leading_animals import Led
from app.games.cry_havoc.move_steps import (
    FACTORS,
    Going,
    by_the_reins,
    crossing_refusals,
    entering_refusals,
    ridden_on,
    set_out,
    walked_on,
)
from app.games.cry_havoc.occupancy import figures, is_mounted, the_ground
from app.games.cry_havoc.orders import Move, Ride
from app.games.cry_havoc.passage import enter_cost, hex_taken, hexside_barrier
from app.games.cry_havoc.state import Battle, Unit
from app.kernel.offers import Reach
from app.kernel.space.hexes import Hex, are_adjacent, hexes_around


def making_room(going: Going, hex_: Hex) -> tuple[str, ...]:
    """Ids of units that do not block the hex: the mover, and led animals unless they stand in
    it.
    """
    led = going.led.animals if going.led and hex_ not in going.led.row else ()
    return (going.unit.id, *led)


class Steps:
    """Prices of single steps for one unit, with a cache by hex; None if the step is refused."""

    def __init__(self, battle: Battle, unit: Unit):
        self.battle, self.unit, self.ground = battle, unit, the_ground(battle)
        self._entered: dict[Hex, int | None] = {}

    def price(self, here: Hex, side: str, there: Hex) -> int | None:
        if there not in self._entered:
            shut = not self.ground.has(there) or entering_refusals(self.battle, self.unit, there)
            self._entered[there] = (
                None if shut else enter_cost(self.battle, there, there, is_mounted(self.unit))
            )
        price = self._entered[there]
        if price is None or not self.ground.side(here, side):
            return price
        if crossing_refusals(self.battle, self.unit, here, there):
            return None
        return enter_cost(self.battle, here, there, is_mounted(self.unit))

    def on_foot(self, hexes: tuple[Hex, ...]) -> Iterator[tuple[str, tuple[Hex, ...], int]]:
        """Open steps as (step, hexes afterwards, price)."""
        here = hexes[0]
        for side, there in hexes_around(here):
            price = self.price(here, side, there)
            if price is not None:
                yield there, (there,), price

    def on_horse(self, hexes: tuple[Hex, ...]) -> Iterator[tuple[str, tuple[Hex, ...], int]]:
        front, rear = hexes
        for side, there in hexes_around(front):
            price = None if there == rear else self.price(front, side, there)
            if price is not None:
                yield f"forward:{there}", (there, front), price * FACTORS["forward"]
                if are_adjacent(rear, there) and not hexside_barrier(
                    self.battle, rear, there, horse=True
                ):
                    yield f"pivot:{there}", (there, rear), price * FACTORS["pivot"]
        for side, there in hexes_around(rear):
            price = None if there == front else self.price(rear, side, there)
            if price is not None:
                yield f"backward:{there}", (rear, there), price * FACTORS["backward"]


Place = tuple[tuple[Hex, ...], tuple[Hex, ...]]
"""Hexes of the unit, and those of the animals that it leads."""


def spread(
    going: Going, most_points: int | None = None
) -> dict[Place, tuple[int, tuple[str, ...]]]:
    """Places within the points left, each with the cost and steps of its cheapest path.

    `most_points` replaces the points left.
    """
    unit, led = going.unit, going.led
    steps = Steps(going.battle, unit)
    onwards = steps.on_horse if is_mounted(unit) else steps.on_foot
    begin: Place = (going.hexes, led.row if led else ())
    if led and tying.train_held_up(going.battle, going.battle.units[led.animals[0]]):
        return {begin: (0, ())}
    found, seen = {}, set()
    points = points_left(going) if most_points is None else most_points
    queue: list[tuple[int, tuple[str, ...], Place]] = [(0, (), begin)]
    while queue:
        cost, way, place = heappop(queue)
        key = place[0] if is_mounted(unit) else place
        if key in seen:
            continue
        seen.add(key)
        found[place] = (cost, way)
        for step, hexes, price in onwards(place[0]):
            if cost + price <= points and (hexes if is_mounted(unit) else (hexes, ())) not in seen:
                row = led_behind(going, place, hexes)
                if row is not None:
                    heappush(queue, (cost + price, (*way, step), (hexes, row)))
    return found


def points_left(going: Going) -> int:
    points = figures(going.unit)[2] - going.cost
    pace = leading_animals.pace(going.battle, going.led)
    return points if pace is None else min(points, pace - going.cost_leading)


def led_behind(going: Going, place: Place, hexes: tuple[Hex, ...]) -> tuple[Hex, ...] | None:
    """Hexes of the led animals after the step; None if they cannot follow."""
    if going.led is None:
        return ()
    vacated = next((hex_ for hex_ in place[0] if hex_ not in hexes), place[0][-1])
    follows = leading_animals.led_after_step(
        going.battle, Led(going.led.animals, place[1]), vacated, going.unit, hexes
    )
    return follows.row if isinstance(follows, Led) else None


def ends_of_move(battle: Battle, order: Move | Ride) -> dict[Hex, Reach]:
    """Hexes of the front where a move that begins with the order's path may end, with path and
    cost.
    """
    return {hexes[0]: reach for hexes, reach in stops(battle, order)}


def stops(battle: Battle, order: Move | Ride) -> Iterator[tuple[tuple[Hex, ...], Reach]]:
    """Places (front, rear) where the move may end, with their paths, the dearest first.

    Acts by the reins are done on the cheapest path to the hexes that the order names.
    """
    going = gone_so_far(battle, order)
    for _ in range(2):
        stop = next_stop(going, order) if going and not going.met else None
        going = brought_to(going, stop, order) if going and stop else going
    if going and not going.met and next_stop(going, order) is None:
        yield from ends(going)


def gone_so_far(battle: Battle, order: Move | Ride) -> Going | None:
    """Move along the path of the order, without a check of its end; None if a step fails."""
    going = set_out(battle, battle.units[order.unit], order)
    for step in order.steps if isinstance(order, Ride) else order.path[1:]:
        before = going.way
        going = ridden_on(going, step) if isinstance(order, Ride) else walked_on(going, step)
        if going.way == before:
            return None
        going = by_the_reins(going, order)
    return going


def next_stop(going: Going, order: Move | Ride) -> Hex | None:
    """Hex of the next act by the reins; animals in hand are let go first."""
    takes = order.animal is not None and order.animal != going.unit.leads and not going.has_taken
    lets_go = order.let_go_at is not None and not going.has_let_go
    if lets_go and (going.led or not takes):
        return order.let_go_at
    return order.reins_at if takes else None


def brought_to(going: Going, stop: Hex, order: Move | Ride) -> Going | None:
    """Move to the cheapest place that includes `stop`; None if it is out of reach."""
    there = [(cost, way) for (hexes, _), (cost, way) in spread(going).items() if stop in hexes]
    if not there:
        return None
    _, way = min(there)
    for step in way:
        going = by_the_reins(
            ridden_on(going, step) if is_mounted(going.unit) else walked_on(going, step), order
        )
    return going


def ends(going: Going) -> Iterator[tuple[tuple[Hex, ...], Reach]]:
    """Places where the move may stop, dearest first, so that the cheapest path to a hex is kept."""
    found = sorted(spread(going).items(), key=lambda item: (-item[1][0], item[1][1]))
    for (hexes, _), (cost, way) in found:
        idle = not way and len(going.way) == 1 and not (going.has_taken or going.has_let_go)
        if not idle and not any(
            hex_taken(going.battle, hex_, making_room(going, hex_)) for hex_ in hexes
        ):
            path = (*going.way, *way)
            yield hexes, Reach(path[1:] if is_mounted(going.unit) else path, going.cost + cost)
