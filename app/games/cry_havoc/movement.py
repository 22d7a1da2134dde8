"""CH-MOV, CH-MNT-02, CH-SEQ-05: whole moves on foot and on horseback.

The conditions of a single step are in `passage`.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

import msgspec

from app.games.cry_havoc import ammunition, mounting
from app.games.cry_havoc.events import LeadLost, Moved
from app.games.cry_havoc.evolve import changed
from app.games.cry_havoc.mounting import Led
from app.games.cry_havoc.occupancy import (
    able,
    figures,
    hexes_of,
    is_animal,
    is_living,
    is_mounted,
    is_on_map,
    may_strike_across,
    named,
    on_the_map,
    own,
    the_ground,
)
from app.games.cry_havoc.orders import Move, Ride
from app.games.cry_havoc.passage import (
    barred_window,
    barrier,
    blocked_by_enemy,
    closed_ground,
    corpse_weight,
    enter_cost,
    is_window,
    taken,
    taken_after_combat,
)
from app.games.cry_havoc.state import FIRST_FIRE, MOVEMENT, WOUNDED, Battle, Unit
from app.games.cry_havoc.tables import DATA
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.form import Field
from app.kernel.offers import Assessment, Offer, Reach
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import Say, say
from app.kernel.space.hexes import Hex, are_adjacent, hexes_around, hexes_to

__all__ = [
    "barrier",
    "blocked_by_enemy",
    "closed_ground",
    "corpse_weight",
    "enter_cost",
    "kept_busy",
    "move",
    "ride",
    "ride_step",
    "step_refusals",
    "stops",
    "taken",
    "taken_after_combat",
    "walks",
]

FACTORS = {
    "forward": DATA["mounted_movement"]["forward_factor"],
    "backward": DATA["mounted_movement"]["backward_factor"],
    "pivot": DATA["mounted_movement"]["pivot_factor"],
}
SPENT = {
    "mounting": mounting.spent_in_the_stirrups,
    "tying": mounting.spent_on_a_knot,
    "sharing": ammunition.spent_on_missiles,
}


# ------------------------------------------------------------------------------------------------ w


def pinned(unit: Unit) -> Refusal | None:
    """CH-SEQ-05: All units may move in step 2, except crossbowmen who shot in step 1 of the phase."""
    if unit.weapon == "crossbow" and FIRST_FIRE in unit.shot:
        return no(
            "CH-SEQ-05",
            "{who} has shot a crossbow and does not move in this phase.",
            "{who} ha disparado la ballesta y no se mueve en esta fase.",
            who=unit.name,
        )
    return None


def beyond_his_points(unit: Unit, cost: int) -> Refusal | None:
    """CH-MOV-01: A move spends at most the points of the unit's present state; they are neither
    lent nor saved.
    """
    has = figures(unit)[2]
    if cost <= has:
        return None
    return no(
        "CH-MOV-01",
        "The way costs {cost} points, {who} has {has}.",
        "El camino cuesta {cost} puntos y {who} tiene {has}.",
        cost=cost,
        who=unit.name,
        has=has,
    )


def too_hurt_for_windows(battle: Battle, unit: Unit, here: Hex, there: Hex) -> Refusal | None:
    """CH-MOV-09: A wounded character has 3 points and cannot pass a window, which costs 4."""
    if unit.state == WOUNDED and is_window(the_ground(battle), here, there):
        return no(
            "CH-MOV-09",
            "{who} is wounded and cannot pass a window.",
            "{who} está herido y no puede pasar por ventanas.",
            who=unit.name,
        )
    return None


def kept_busy(unit: Unit) -> Refusal | None:
    """CH-MOV-10: A unit may shoot and attack after a move, but not after mounting, tying or sharing
    missiles.
    """
    return SPENT[unit.busy](unit) if unit.busy else None


def may_not_move(battle: Battle, unit: Unit, seat: str) -> tuple[Refusal, ...]:
    """Refusals of any move of the unit in this phase."""
    loose = mounting.stays_where_it_is(unit)
    if loose:
        return (loose,)
    again = (
        no("CH-MOV-01", "{who} has moved already.", "{who} ya se ha movido.", who=unit.name)
        if unit.moved
        else None
    )
    return found_in(
        own(battle, unit, seat),
        able(unit),
        in_anothers_hands(battle, unit),
        pinned(unit),
        again,
        kept_busy(unit),
    )


def in_anothers_hands(battle: Battle, unit: Unit) -> Refusal | None:
    """Refusal of a move of a led person, such as lady Edith; she follows the leader."""
    holder = mounting.leader_of(battle, unit)
    if holder is None:
        return None
    return no(
        "CH-MNT-09",
        "{who} is led by {holder}.",
        "{holder} lleva a {who}.",
        who=unit.name,
        holder=holder.name,
    )


# ------------------------------------------------------------------------------------------------ o


def ride_step(battle: Battle, front: Hex, rear: Hex, step: str) -> tuple[Hex, Hex, int] | Refusal:
    """CH-MNT-02: A forward step is paid once, a backward step and a pivot twice.

    Forward the front enters a hex and the rear follows; backward the rear leads; a pivot turns the
    front about the rear. Only geometry and price are checked here.
    """
    kind, _, to = step.partition(":")
    fits = (
        {
            "forward": to != rear and are_adjacent(front, to),
            "backward": to != front and are_adjacent(rear, to),
            "pivot": are_adjacent(front, to) and are_adjacent(rear, to),
        }
        if the_ground(battle).has(to)
        else {}
    )
    if not fits.get(kind):
        return no(
            "CH-MNT-02",
            "{step} is no step of a horse that stands in {front} and {rear}.",
            "{step} no es un paso de un caballo que está en {front} y {rear}.",
            step=step,
            front=front,
            rear=rear,
        )
    price = FACTORS[kind] * enter_cost(
        battle, rear if kind == "backward" else front, to, horse=True
    )
    return {"forward": (to, front), "backward": (rear, to), "pivot": (to, rear)}[kind] + (price,)


def step_refusals(battle: Battle, unit: Unit, here: Hex, there: Hex) -> tuple[Refusal, ...]:
    """Refusals of a step into the next hex, apart from led animals."""
    return found_in(
        crossing_refusals(battle, unit, here, there), entering_refusals(battle, unit, there)
    )


def crossing_refusals(battle: Battle, unit: Unit, here: Hex, there: Hex) -> tuple[Refusal, ...]:
    """Refusals of the hexside: a wall, or a window closed to this unit."""
    horse = is_mounted(unit)
    barred = None if horse else barred_window(battle, here, there, unit.side or "")
    return found_in(
        barrier(battle, here, there, horse, window_ok=not horse),
        barred,
        too_hurt_for_windows(battle, unit, here, there),
    )


def entering_refusals(battle: Battle, unit: Unit, there: Hex) -> tuple[Refusal, ...]:
    """Refusals of the hex, from any side: enemies, closed ground."""
    return found_in(
        blocked_by_enemy(battle, there, unit.side or ""),
        closed_ground(battle, there, is_mounted(unit)),
    )


class Going(msgspec.Struct, frozen=True):
    """State of a move so far. `hexes` are those of its unit (front, rear).

    In `battle` animals that were let go stand in the hexes where they were left.
    """

    battle: Battle
    unit: Unit
    hexes: tuple[Hex, ...]
    way: tuple[str, ...]
    led: Led | None = None
    cost: int = 0
    cost_leading: int = 0
    has_taken: bool = False
    has_let_go: bool = False
    left: tuple[tuple[str, Hex, Hex | None], ...] = ()
    met: tuple[Refusal, ...] = ()

    def meeting(self, *refusals: Refusal | None) -> Going:
        return msgspec.structs.replace(self, met=found_in(self.met, refusals))


def set_out(battle: Battle, unit: Unit, order: Move | Ride) -> Going:
    """Move before its first step, with the led animal turned as the order says."""
    hexes = hexes_of(unit)
    going = Going(battle, unit, hexes, hexes[:1])
    held = battle.units.get(unit.leads or "")
    if held is not None:
        front = order.front if order.animal == held.id else None
        going = msgspec.structs.replace(going, led=mounting.reins(battle, unit, held, front))
    return by_the_reins(going, order)


def by_the_reins(going: Going, order: Move | Ride) -> Going:
    """Move after the reins are let go and taken in the present hexes, as the order says."""
    if order.let_go_at in going.hexes and going.led and not going.has_let_go:
        going = let_go(going)
    wanted = order.animal is not None and order.animal != going.unit.leads
    if wanted and order.reins_at in going.hexes and not going.has_taken:
        going = taken_along(going, order)
        if order.let_go_at in going.hexes and going.led and not going.has_let_go:
            going = let_go(going)
    return going


def let_go(going: Going) -> Going:
    """Move after the animals are let go, free at any point; they stay in their hexes."""
    places = going.led.places() if going.led else ()
    battle = going.battle
    for animal, front, rear in places:
        battle = changed(battle, animal, hex=front, rear=rear)
    return msgspec.structs.replace(
        going, battle=battle, led=None, has_let_go=True, left=(*going.left, *places)
    )


def taken_along(going: Going, order: Move | Ride) -> Going:
    """Move after an animal is taken by the reins: one horse or one train for each leader."""
    animal = going.battle.units[order.animal or ""]
    if going.led:
        return going.meeting(
            no(
                "CH-MNT-08",
                "{who} leads another animal; it must be let go first.",
                "{who} lleva otro animal; antes hay que soltarlo.",
                who=going.unit.name,
            )
        )
    here = msgspec.structs.replace(
        going.unit, hex=going.hexes[0], rear=going.hexes[1] if len(going.hexes) > 1 else None
    )
    far = mounting.out_of_reach(going.battle, here, animal, order.front) or mounting.train_held_up(
        going.battle, animal
    )
    if far:
        return going.meeting(far)
    return msgspec.structs.replace(
        going, led=mounting.reins(going.battle, here, animal, order.front), has_taken=True
    )


def gone_on(
    going: Going, step: str, hexes: tuple[Hex, ...], price: int, refusals: tuple[Refusal, ...]
) -> Going:
    """Move one step further, with the led animals behind the unit."""
    vacated = [hex_ for hex_ in going.hexes if hex_ not in hexes]
    led, held_up = going.led, None
    if going.led:
        held_up = mounting.train_held_up(going.battle, going.battle.units[going.led.animals[0]])
        follows = mounting.followed(
            going.battle, going.led, vacated[0] if vacated else going.hexes[-1], going.unit, hexes
        )
        led = follows if isinstance(follows, Led) else led
        held_up = held_up or (follows if isinstance(follows, Refusal) else None)
    return msgspec.structs.replace(
        going,
        hexes=hexes,
        way=(*going.way, step),
        led=led,
        cost=going.cost + price,
        cost_leading=going.cost_leading + (price if led else 0),
    ).meeting(*refusals, held_up)


def walked_on(going: Going, there: Hex) -> Going:
    here = going.hexes[0]
    if not are_adjacent(here, there):
        return going.meeting(
            no(
                "CH-MOV-01",
                "The way jumps from {here} to {there}.",
                "El camino salta de {here} a {there}.",
                here=here,
                there=there,
            )
        )
    price = enter_cost(going.battle, here, there)
    return gone_on(
        going, there, (there,), price, step_refusals(going.battle, going.unit, here, there)
    )


def ridden_on(going: Going, step: str) -> Going:
    front, rear = going.hexes
    after = ride_step(going.battle, front, rear, step)
    if isinstance(after, Refusal):
        return going.meeting(after)
    return gone_on(
        going, step, after[:2], after[2], ride_refusals(going.battle, going.unit, front, rear, step)
    )


def ride_refusals(
    battle: Battle, unit: Unit, front: Hex, rear: Hex, step: str
) -> tuple[Refusal, ...]:
    """Refusals of a step of a horse; in a pivot no wall may part its new front from its rear."""
    kind, _, to = step.partition(":")
    across = barrier(battle, rear, to, horse=True) if kind == "pivot" else None
    return found_in(step_refusals(battle, unit, rear if kind == "backward" else front, to), across)


# ------------------------------------------------------------------------------------------------ w


def gone(battle: Battle, order: Move | Ride) -> Going:
    """Whole path of an order with its refusals; it ends at the first impossible step."""
    unit = battle.units[order.unit]
    going = set_out(battle, unit, order)
    steps = order.steps if isinstance(order, Ride) else order.path[1:]
    if isinstance(order, Move) and order.path[:1] != hexes_of(unit)[:1]:
        return going.meeting(
            no(
                "CH-MOV-01",
                "The way begins where {who} stands, in {hex}.",
                "El camino empieza donde está {who}, en {hex}.",
                who=unit.name,
                hex=unit.hex,
            )
        )
    for step in steps:
        before = going.way
        going = ridden_on(going, step) if isinstance(order, Ride) else walked_on(going, step)
        if going.way == before:
            return going
        going = by_the_reins(going, order)
    return arrived(going, order)


def arrived(going: Going, order: Move | Ride) -> Going:
    """End of a move: refusals of its points, occupied hexes, and acts by the reins left undone."""
    full = [taken(going.battle, hex_, making_room(going, hex_)) for hex_ in going.hexes]
    pace = mounting.pace(going.battle, going.led or None)
    slow = (
        None
        if pace is None or going.cost_leading <= pace
        else no(
            "CH-MOV-01",
            "The led person has {pace} points; this path costs {cost}.",
            "La persona llevada tiene {pace} puntos; este camino cuesta {cost}.",
            pace=pace,
            cost=going.cost_leading,
        )
    )
    return going.meeting(
        beyond_his_points(going.unit, going.cost), slow, *full, left_undone(going, order)
    )


def making_room(going: Going, hex_: Hex) -> tuple[str, ...]:
    """Ids of units that do not block the hex: the mover, and led animals unless they stand in it."""
    led = going.led.animals if going.led and hex_ not in going.led.row else ()
    return (going.unit.id, *led)


def left_undone(going: Going, order: Move | Ride) -> Refusal | None:
    if (
        order.animal is not None
        and order.animal != going.unit.leads
        and not going.has_taken
        and not going.met
    ):
        return no(
            "CH-MNT-08",
            "The path does not pass the hex where the reins are taken.",
            "El camino no pasa por donde se toma la brida.",
        )
    if order.let_go_at is not None and not going.has_let_go and not going.met:
        return no(
            "CH-MNT-08",
            "No animal is led to the hex where it is to be let go.",
            "No se lleva ningún animal hasta la casilla donde hay que soltarlo.",
        )
    return None


def order_refusals(battle: Battle, order: Move | Ride, seat: str) -> tuple[Refusal, ...]:
    """Refusals before the path is checked: names, places, owner, and the state of the unit."""
    unit = named(battle, order.unit)
    if order.animal is not None:
        named(battle, order.animal)
    places = order.path if isinstance(order, Move) else ()
    astray = on_the_map(
        battle, *filter(None, (*places, order.reins_at, order.front, order.let_go_at))
    )
    if astray:
        return (astray,)
    if is_on_map(unit) and not is_animal(unit) and is_mounted(unit) != isinstance(order, Ride):
        return (
            *may_not_move(battle, unit, seat),
            no(
                "CH-MNT-02",
                "A mounted unit needs a ride order, a unit on foot a move order.",
                "A caballo se da la orden de cabalgar; a pie, la de mover.",
            ),
        )
    return may_not_move(battle, unit, seat)


def is_way(battle: Battle, order: Move | Ride) -> bool:
    """True if the path can be followed at all, so that its cost is known even if the move is
    refused.
    """
    unit = battle.units[order.unit]
    return (
        is_on_map(unit)
        and not is_animal(unit)
        and is_mounted(unit) == isinstance(order, Ride)
        and not (isinstance(order, Move) and (on_the_map(battle, *order.path) or not order.path))
    )


def move_refusals(battle: Battle, order: Move | Ride, seat: str) -> tuple[Refusal, ...]:
    first = order_refusals(battle, order, seat)
    return first or gone(battle, order).met


def move(battle: Battle, order: Move | Ride, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - all orders share one signature
    refuse_if(move_refusals(battle, order, seat))
    unit, going = battle.units[order.unit], gone(battle, order)
    path = (
        tuple(step.rpartition(":")[2] for step in going.way)
        if isinstance(order, Move)
        else fronts(battle, unit, going.way)
    )
    places = (*going.left, *(going.led.places() if going.led else ()))
    rear = going.hexes[1] if len(going.hexes) > 1 else None
    moved = Moved(
        unit.id,
        path,
        going.cost,
        going.hexes[0],
        rear,
        places,
        going.led.animals[0] if going.led else None,
    )
    return [*taken_from_friends(battle, going), moved]


def fronts(battle: Battle, unit: Unit, way: tuple[str, ...]) -> tuple[Hex, ...]:
    """Hexes of the front, step by step."""
    front, rear = hexes_of(unit)
    path = [front]
    for step in way[1:]:
        after = ride_step(battle, front, rear, step)
        if not isinstance(after, Refusal):
            front, rear, _ = after
            path.append(front)
    return tuple(path)


def taken_from_friends(battle: Battle, going: Going) -> list[Event]:
    """Events for former holders of the animals, who lose the reins."""
    if not going.has_taken or going.led is None:
        return []
    return [
        LeadLost(unit.id, unit.leads or "")
        for unit in battle.units.values()
        if unit.leads in going.led.animals and unit.id != going.unit.id
    ]


ride = move


# ------------------------------------------------------------------------------------------------ r


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
                if are_adjacent(rear, there) and not barrier(self.battle, rear, there, horse=True):
                    yield f"pivot:{there}", (there, rear), price * FACTORS["pivot"]
        for side, there in hexes_around(rear):
            price = None if there == front else self.price(rear, side, there)
            if price is not None:
                yield f"backward:{there}", (rear, there), price * FACTORS["backward"]


Place = tuple[tuple[Hex, ...], tuple[Hex, ...]]
"""Hexes of the unit, and those of the animals that it leads."""


def spread(going: Going) -> dict[Place, tuple[int, tuple[str, ...]]]:
    """Places within the points left, each with the cost and steps of its cheapest path."""
    unit, led = going.unit, going.led
    steps = Steps(going.battle, unit)
    onwards = steps.on_horse if is_mounted(unit) else steps.on_foot
    begin: Place = (going.hexes, led.row if led else ())
    if led and mounting.train_held_up(going.battle, going.battle.units[led.animals[0]]):
        return {begin: (0, ())}
    points, found, seen = points_left(going), {}, set()
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
    pace = mounting.pace(going.battle, going.led)
    return points if pace is None else min(points, pace - going.cost_leading)


def led_behind(going: Going, place: Place, hexes: tuple[Hex, ...]) -> tuple[Hex, ...] | None:
    """Hexes of the led animals after the step; None if they cannot follow."""
    if going.led is None:
        return ()
    vacated = next((hex_ for hex_ in place[0] if hex_ not in hexes), place[0][-1])
    follows = mounting.followed(
        going.battle, Led(going.led.animals, place[1]), vacated, going.unit, hexes
    )
    return follows.row if isinstance(follows, Led) else None


def walks(battle: Battle, order: Move | Ride) -> dict[Hex, Reach]:
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
            taken(going.battle, hex_, making_room(going, hex_)) for hex_ in hexes
        ):
            path = (*going.way, *way)
            yield hexes, Reach(path[1:] if is_mounted(going.unit) else path, going.cost + cost)


# ------------------------------------------------------------------------------------------------ d


def move_assessment(battle: Battle, order: Move | Ride, seat: str) -> Assessment:
    """Dry run of a move: cost, points left, and the hexes in reach beyond."""
    refused = move_refusals(battle, order, seat)
    if not is_way(battle, order):
        return Assessment(refused)
    unit, going = battle.units[order.unit], gone(battle, order)
    report = {"cost": going.cost, "left": figures(unit)[2] - going.cost}
    return Assessment(
        refused, report, reach={} if may_not_move(battle, unit, seat) else walks(battle, order)
    )


def movers(battle: Battle, seat: str) -> list[Unit]:
    if battle.step != MOVEMENT or battle.seats.get(seat) != battle.active:
        return []
    return [
        unit
        for unit in battle.units.values()
        if is_living(unit) and not own(battle, unit, seat) and not unit.moved
    ]


def standing_order(unit: Unit, **reins: str | None) -> Move | Ride:
    """Move of a unit without a path yet."""
    return (
        Ride(unit.id, (), **reins)
        if is_mounted(unit)
        else Move(unit.id, (unit.hex or "",), **reins)
    )


def asked(unit: Unit) -> tuple[Field, ...]:
    return (Field.path("steps" if is_mounted(unit) else "path", say("Way", "Camino")),)


def move_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of moves on foot, and of each animal that a unit can take along or let go."""
    return [
        offer
        for unit in movers(battle, seat)
        if not is_mounted(unit)
        for offer in ways_of(battle, unit, seat, say("Move", "Mover"))
    ]


def ride_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of moves on horseback, and of animals to take along or let go."""
    return [
        offer
        for unit in movers(battle, seat)
        if is_mounted(unit)
        for offer in ways_of(battle, unit, seat, say("Ride", "Cabalgar"))
    ]


def ways_of(battle: Battle, unit: Unit, seat: str, label: Say) -> list[Offer]:
    barred = may_not_move(battle, unit, seat)
    plain = Offer(standing_order(unit), label, barred, asked(unit), piece=unit.id, main=True)
    return [plain] if barred else [plain, *reins_offers(battle, unit)]


def reins_offers(battle: Battle, unit: Unit) -> list[Offer]:
    held = battle.units.get(unit.leads or "")
    if held is not None:
        order = standing_order(unit, let_go_at=unit.hex)
        return [
            Offer(
                order,
                say("Let {what} go", "Soltar a {what}", what=held.name),
                asks=asked(unit),
                piece=unit.id,
                target=held.id,
            )
        ]
    near = [
        beast
        for beast in battle.units.values()
        if mounting.may_be_led(battle, unit, beast)
        and is_living(beast)
        and hexes_to(unit.hex or "", beast.hex or "") <= figures(unit)[2] + 2
    ]
    if not near:
        return []
    places = spread(set_out(battle, unit, standing_order(unit)))
    return [offer for beast in near for offer in taking_offer(battle, unit, beast, places)]


def taking_offer(
    battle: Battle, unit: Unit, beast: Unit, places: dict[Place, tuple[int, tuple[str, ...]]]
) -> list[Offer]:
    """Offer to take this animal along, from the nearest place adjacent to it."""
    if mounting.train_held_up(battle, beast):
        return []
    ground = the_ground(battle)
    for hexes, _ in sorted(places, key=lambda place: places[place]):
        here = msgspec.structs.replace(
            unit, hex=hexes[0], rear=hexes[1] if len(hexes) > 1 else None
        )
        near = any(
            may_strike_across(ground, one, other) for one in hexes for other in hexes_of(beast)
        )
        if near and mounting.out_of_reach(battle, here, beast, None) is None:
            led = mounting.reins(battle, here, beast, None)
            order = standing_order(
                unit, animal=beast.id, reins_at=hexes[0], front=led.row[0] if led else None
            )
            return [
                Offer(
                    order,
                    say(
                        "Take {what} by the reins at {hex}",
                        "Tomar a {what} de la brida en {hex}",
                        what=beast.name,
                        hex=hexes[0],
                    ),
                    asks=asked(unit),
                    piece=unit.id,
                    target=beast.id,
                )
            ]
    return []
