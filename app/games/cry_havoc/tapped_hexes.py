"""Order of a unit to a tapped hex, legal or not. The refusals of the order say why it cannot go."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from app.games.cry_havoc import orders
from app.games.cry_havoc.cheapest_paths import Ways
from app.games.cry_havoc.cheapest_paths import spread as spread_paths
from app.games.cry_havoc.edges import entry_of, way_in
from app.games.cry_havoc.fog import View
from app.games.cry_havoc.move_offers import standing_order
from app.games.cry_havoc.move_reach import spread
from app.games.cry_havoc.move_steps import set_out
from app.games.cry_havoc.occupancy import (
    hexes_of,
    is_animal,
    is_mounted,
    is_on_map,
    living_at,
    the_ground,
)
from app.games.cry_havoc.orders import Move, Ride
from app.games.cry_havoc.state import (
    CLOSE_COMBAT,
    FIRST_FIRE,
    MOVEMENT,
    SECOND_FIRE,
    SETUP,
    Advance,
    Battle,
    Fall,
    Retreat,
    Unit,
)
from app.kernel.contract import Order
from app.kernel.space.hexes import Hex, hexes_around

UNLIMITED = 10_000  # points; more than any path on a map costs
Orders = Callable[[Battle, Unit, Hex], Order | None]


def order_to_place(view: View, piece: str, place: str) -> Order | None:
    """Order by which a unit would go to a hex, or act on the enemy there; None without one."""
    battle = view.battle
    unit, seat = battle.units.get(piece), view.viewer.seat
    if unit is None or seat is None or not the_ground(battle).has(place):
        return None
    if battle.winners is not None or place in hexes_of(unit):
        return None
    if battle.pending:
        return answer_at(battle, unit, place)
    of_step = OF_STEP.get(battle.step)
    return of_step(battle, unit, place) if of_step else None


def answer_at(battle: Battle, unit: Unit, hex_: Hex) -> Order | None:
    """Answer to the first pending decision that names the hex."""
    pending = battle.pending[0]
    if isinstance(pending, Advance):
        path = shortest_path(battle, unit, hex_)
        return orders.AdvanceTo(unit.id, path) if path else None
    if isinstance(pending, (Retreat, Fall)) and pending.unit == unit.id:
        kind = orders.RetreatTo if isinstance(pending, Retreat) else orders.FallAt
        return kind(unit.id, hex_)
    return None


def deployment_at(battle: Battle, unit: Unit, hex_: Hex) -> Order:
    """Deployment in the hex. The rear of a horse or rider lies in a hex beside it."""
    if unit.kind != "horse" and not is_mounted(unit):
        return orders.Deploy(unit.id, hex_)
    beside = [rear for _, rear in the_ground(battle).neighbours(hex_)]
    rear = unit.rear if unit.rear in beside else beside[0]
    return orders.Deploy(unit.id, hex_, rear)


def shot_at(battle: Battle, unit: Unit, hex_: Hex) -> Order | None:
    """Shot at the enemy in the hex; None without an enemy."""
    enemy = enemy_at(battle, unit, hex_)
    return orders.Shoot(unit.id, enemy.id) if enemy else None


def attack_at(battle: Battle, unit: Unit, hex_: Hex) -> Order | None:
    """Attack on the enemy in the hex; None without an enemy."""
    enemy = enemy_at(battle, unit, hex_)
    return orders.Attack((unit.id,), (enemy.id,)) if enemy else None


def enemy_at(battle: Battle, unit: Unit, hex_: Hex) -> Unit | None:
    """Living enemy in the hex, persons before animals."""
    there = [one for one in living_at(battle, hex_) if one.side != unit.side]
    return min(there, key=is_animal, default=None)


def move_to(battle: Battle, unit: Unit, hex_: Hex) -> Order | None:
    """Move to the hex by the cheapest path without a limit of points. If no path leads there, it
    ignores every obstacle, so that the refusal names the first one.
    """
    if is_animal(unit):
        return None
    if not is_on_map(unit):
        return entry_at(battle, unit, hex_)
    order = standing_order(unit)
    going = set_out(battle, unit, order)
    found = [
        (cost, way)
        for (hexes, _), (cost, way) in spread(going, UNLIMITED).items()
        if hexes[0] == hex_
    ]
    if found:
        _, way = min(found)
        return Ride(unit.id, way) if is_mounted(unit) else Move(unit.id, (*going.way, *way))
    path = shortest_path(battle, unit, hex_)
    if not path:
        return None
    if is_mounted(unit):
        return Ride(unit.id, tuple(f"forward:{step}" for step in path[1:]))
    return Move(unit.id, path)


def entry_at(battle: Battle, unit: Unit, hex_: Hex) -> Order:
    """Entry of a unit from outside the map by the cheapest path to the hex without a limit of
    points. If no path leads there, it enters in the hex itself.
    """
    begun: Ways = [
        (way_in(battle, unit, (edge,)), (edge,)) for edge in sorted(entry_of(battle, unit))
    ]
    ways = spread_paths(battle, unit, begun, UNLIMITED)
    return orders.Enter(unit.id, next((way for _, way in ways if way[-1] == hex_), (hex_,)))


def shortest_path(battle: Battle, unit: Unit, hex_: Hex) -> tuple[Hex, ...]:
    """Path over the fewest hexes of the map, occupied or not; () without one.

    A horse does not step into its own rear.
    """
    ground, start = the_ground(battle), hexes_of(unit)
    if not start:
        return ()
    queue: Ways = [(0, start[:1])]
    seen = set(start)
    while queue:
        cost, way = heappop(queue)
        if way[-1] == hex_:
            return way
        for _, there in hexes_around(way[-1]):
            if ground.has(there) and there not in seen:
                seen.add(there)
                heappush(queue, (cost + 1, (*way, there)))
    return ()


OF_STEP: dict[str, Orders] = {
    SETUP: deployment_at,
    FIRST_FIRE: shot_at,
    MOVEMENT: move_to,
    SECOND_FIRE: shot_at,
    CLOSE_COMBAT: attack_at,
}
