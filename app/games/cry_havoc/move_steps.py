"""Steps of a move: who may move, the price of each step, and led animals."""

from __future__ import annotations

import msgspec

from app.games.cry_havoc import ammunition, leading_animals, mounting, tying
from app.games.cry_havoc.leading_animals import Led
from app.games.cry_havoc.occupancy import (
    figures,
    hexes_of,
    is_mounted,
    not_own,
    the_ground,
    unable_to_act,
)
from app.games.cry_havoc.orders import Move, Ride
from app.games.cry_havoc.passage import (
    barred_window,
    blocked_by_enemy,
    closed_ground,
    enter_cost,
    hexside_barrier,
    is_window,
)
from app.games.cry_havoc.state import FIRST_FIRE, WOUNDED, Battle, Unit
from app.games.cry_havoc.tables import DATA
from app.games.cry_havoc.unit_changes import changed_unit
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.hexes import Hex, are_adjacent

FACTORS = {
    "forward": DATA["mounted_movement"]["forward_factor"],
    "backward": DATA["mounted_movement"]["backward_factor"],
    "pivot": DATA["mounted_movement"]["pivot_factor"],
}


SPENT = {
    "mounting": mounting.spent_in_the_stirrups,
    "tying": tying.spent_on_a_knot,
    "sharing": ammunition.spent_on_missiles,
}


def pinned(unit: Unit) -> Refusal | None:
    """CH-SEQ-05: All units may move in step 2, except crossbowmen who shot in step 1 of the
    phase.
    """
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
        not_own(battle, unit, seat),
        unable_to_act(unit),
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
        hexside_barrier(battle, here, there, horse, window_ok=not horse),
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
        going = msgspec.structs.replace(
            going, led=leading_animals.led_animals(battle, unit, held, front)
        )
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
        battle = changed_unit(battle, animal, hex=front, rear=rear)
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
    far = leading_animals.out_of_reach(
        going.battle, here, animal, order.front
    ) or tying.train_held_up(going.battle, animal)
    if far:
        return going.meeting(far)
    return msgspec.structs.replace(
        going,
        led=leading_animals.led_animals(going.battle, here, animal, order.front),
        has_taken=True,
    )


def gone_on(
    going: Going, step: str, hexes: tuple[Hex, ...], price: int, refusals: tuple[Refusal, ...]
) -> Going:
    """Move one step further, with the led animals behind the unit."""
    vacated = [hex_ for hex_ in going.hexes if hex_ not in hexes]
    led, held_up = going.led, None
    if going.led:
        held_up = tying.train_held_up(going.battle, going.battle.units[going.led.animals[0]])
        follows = leading_animals.led_after_step(
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
    across = hexside_barrier(battle, rear, to, horse=True) if kind == "pivot" else None
    return found_in(step_refusals(battle, unit, rear if kind == "backward" else front, to), across)
