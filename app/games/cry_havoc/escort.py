"""March of a prisoner with the guards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from app.games.cry_havoc import edges, move_reach, move_steps, orders, passage
from app.games.cry_havoc.events import Escorted, LeadLost
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.guards import (
    Units,
    away_from_him,
    not_in_my_hands,
    prisoners_of,
    unfit_escort,
)
from app.games.cry_havoc.leading_animals import slipping_reins
from app.games.cry_havoc.occupancy import (
    hexes_of,
    is_mounted,
    is_prisoner,
    on_the_map,
    refusals_of,
    the_ground,
    unit_named,
)
from app.games.cry_havoc.state import HEALTHY, Battle, Unit
from app.games.cry_havoc.unit_changes import changed_unit
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Offer, Reach
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say
from app.kernel.space.hexes import Hex, are_adjacent

Path = tuple[Hex, ...]


MARCHES = 4
"""Number of places tried for a march towards an edge."""


EDGES = {
    "north": say("northern", "norte"),
    "south": say("southern", "sur"),
    "west": say("western", "oeste"),
    "east": say("eastern", "este"),
}


def party(battle: Battle, prisoner: Unit) -> list[Unit]:
    return [prisoner, *(battle.units[unit] for unit in prisoner.guards)]


def cleared(battle: Battle, prisoner: Unit) -> Battle:
    """Battle without the party, whose members do not block each other."""
    for unit in party(battle, prisoner):
        battle = changed_unit(battle, unit.id, hex=None, rear=None)
    return battle


def as_captors_man(prisoner: Unit) -> Unit:
    """Prisoner as a unit of the captor's side, for the path of an escort."""
    return msgspec.structs.replace(prisoner, side=prisoner.captor, state=HEALTHY, moved=False)


def paths_of(battle: Battle, order: orders.Escort, prisoner: Unit) -> dict[str, Path]:
    """Path of every member of the party; a member not named stays in its hex."""
    ways = {unit: tuple(path.split()) for unit, path in order.paths}
    return {unit.id: ways.get(unit.id) or (unit.hex or "",) for unit in party(battle, prisoner)}


def walk_refusals(battle: Battle, unit: Unit, path: Path, leave: bool) -> tuple[Refusal, ...]:
    """Refusals of the path of one member; `battle` is the map without the party. Riders go forward
    only.
    """
    if path[0] != unit.hex or any(not are_adjacent(here, there) for here, there in pairwise(path)):
        return (
            no(
                "CH-MOV-01",
                "The way of {who} has a gap.",
                "El camino de {who} tiene un hueco.",
                who=unit.name,
            ),
        )
    track = (unit.rear, *path) if unit.rear else path
    turned = any(one == third for one, third in zip(track, track[2:], strict=False)) and unit.rear
    met = [
        refusal
        for here, there in pairwise(path)
        for refusal in move_steps.step_refusals(battle, unit, here, there)
    ]
    return found_in(
        no(
            "CH-MNT-02",
            "The horse of {who} goes forward only.",
            "El caballo de {who} solo va hacia delante.",
            who=unit.name,
        )
        if turned
        else None,
        met,
        move_steps.beyond_his_points(unit, cost_of(battle, unit, path, leave)),
        [passage.hex_taken(battle, hex_) for hex_ in ends_of(unit, path)] if not leave else None,
    )


def cost_of(battle: Battle, unit: Unit, path: Path, leave: bool) -> int:
    walked = sum(
        passage.enter_cost(battle, here, there, is_mounted(unit)) for here, there in pairwise(path)
    )
    return walked + (edges.LEAVING_COST if leave else 0)


def ends_of(unit: Unit, path: Path) -> Path:
    """Hexes in which the unit ends: front and rear of a rider."""
    if unit.rear is None:
        return path[-1:]
    return (path[-1], path[-2] if len(path) > 1 else unit.rear)


def escort_refusals(battle: Battle, order: orders.Escort, seat: str) -> tuple[Refusal, ...]:
    prisoner = unit_named(battle, order.prisoner)
    strangers = [
        unit_named(battle, unit)
        for unit, _ in order.paths
        if unit not in (prisoner.id, *prisoner.guards)
    ]
    off = on_the_map(battle, *(hex_ for _, path in order.paths for hex_ in path.split()))
    first = (
        found_in(not_in_my_hands(battle, prisoner, seat))
        or found_in(off)
        or tuple(
            no(
                "CH-OPT-11",
                "{who} is not one of the guards.",
                "{who} no es de la escolta.",
                who=unit.name,
            )
            for unit in strangers
        )
    )
    if first:
        return first
    guards = [battle.units[unit] for unit in prisoner.guards]
    again = (
        no("CH-OPT-11", "{whom} has moved already.", "{whom} ya se ha movido.", whom=prisoner.name)
        if prisoner.moved
        else None
    )
    start = found_in(unfit_escort(guards), away_from_him(prisoner, guards), again)
    return start or party_refusals(battle, order, seat, prisoner)


def party_refusals(
    battle: Battle, order: orders.Escort, seat: str, prisoner: Unit
) -> tuple[Refusal, ...]:
    """Refusals of the party's move: points, guards adjacent to the prisoner at the end, one unit
    per hex.
    """
    ways, empty = paths_of(battle, order, prisoner), cleared(battle, prisoner)
    met: list[Refusal | None] = []
    for unit in party(battle, prisoner):
        if unit.id != prisoner.id and (len(ways[unit.id]) > 1 or order.leave):
            met += move_steps.may_not_move(battle, unit, seat)
        walker = as_captors_man(unit) if unit.id == prisoner.id else unit
        met += walk_refusals(empty, walker, ways[unit.id], order.leave)
    after = [standing_at(unit, ends_of(unit, ways[unit.id])) for unit in party(battle, prisoner)]
    return found_in(
        *met, away_from_him(after[0], after[1:]), crowded(after), off_by(battle, order, after)
    )


def standing_at(unit: Unit, ends: Path) -> Unit:
    return msgspec.structs.replace(unit, hex=ends[0], rear=ends[1] if len(ends) > 1 else None)


def crowded(after: Units) -> Refusal | None:
    places = [hex_ for unit in after for hex_ in hexes_of(unit)]
    twice = next((hex_ for hex_ in places if places.count(hex_) > 1), None)
    return (
        no(
            "CH-STK-02",
            "Two units of the escort would end in {hex}.",
            "Dos de la escolta acabarían en {hex}.",
            hex=twice,
        )
        if twice
        else None
    )


def off_by(battle: Battle, order: orders.Escort, after: Units) -> Refusal | None:
    """Refusal unless prisoner and guards leave the map together by one edge."""
    if not order.leave or edge_of(battle, after):
        return None
    return no(
        "CH-OPT-11",
        "Prisoner and guards must all be at the same edge.",
        "El prisionero y su escolta deben estar todos en el mismo borde.",
    )


def edge_of(battle: Battle, after: Units) -> str | None:
    at = [the_ground(battle).edges(unit.hex or "") for unit in after]
    return next((edge for edge in at[0] if all(edge in other for other in at)), None)


def escort(battle: Battle, order: orders.Escort, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 every chapter is handed dice
    refuse_if(refusals_of(escort_refusals, battle, order, seat))
    prisoner = battle.units[order.prisoner]
    ways = paths_of(battle, order, prisoner)
    walkers = [unit for unit in party(battle, prisoner) if len(ways[unit.id]) > 1 or order.leave]
    if order.leave:
        ends = [msgspec.structs.replace(unit, hex=ways[unit.id][-1]) for unit in walkers]
        left = Escorted(
            prisoner.id, tuple((unit.id, None, None) for unit in walkers), edge_of(battle, ends)
        )
        return [*(LeadLost(unit.id, unit.leads) for unit in walkers if unit.leads), left]
    places = [(unit.id, ends_of(unit, ways[unit.id])) for unit in walkers]
    walked = Escorted(
        prisoner.id,
        tuple((unit, ends[0], ends[1] if len(ends) > 1 else None) for unit, ends in places),
    )
    now = fold(battle, [walked])
    return [walked, *(slip for unit in walkers for slip in slipping_reins(now, unit.id))]


def escort_assessment(battle: Battle, order: orders.Escort, seat: str) -> Assessment:
    refused = refusals_of(escort_refusals, battle, order, seat)
    prisoner = battle.units.get(order.prisoner)
    if (
        prisoner is None
        or not is_prisoner(prisoner)
        or any(refusal.rule.startswith("CAR") for refusal in refused)
    ):
        return Assessment(no=refused)
    ways, empty = paths_of(battle, order, prisoner), cleared(battle, prisoner)
    cost = {
        unit.id: cost_of(empty, unit, ways[unit.id], order.leave)
        for unit in party(battle, prisoner)
    }
    return Assessment(no=refused, report={"cost": cost})


def escort_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of the march towards each edge of the map, and off it where it is reached."""
    found = []
    for prisoner in prisoners_of(battle, seat):
        if not prisoner.guards or prisoner.moved:
            continue
        reaches = {unit.id: ways_of(battle, prisoner, unit) for unit in party(battle, prisoner)}
        for edge in EDGES:
            order = march_to(battle, seat, prisoner, edge, reaches)
            if order:
                found.append(escort_offer(battle, order, prisoner, edge))
    return found


def escort_offer(battle: Battle, order: orders.Escort, prisoner: Unit, edge: str) -> Offer:
    place = paths_of(battle, order, prisoner)[prisoner.id][-1]
    label = say(
        "Escort {whom} towards the {edge} edge, to {hex}",
        "Escoltar a {whom} hacia el borde {edge}, a {hex}",
        whom=prisoner.name,
        edge=EDGES[edge],
        hex=place,
    )
    if order.leave:
        label = say(
            "Lead {whom} off the map by the {edge} edge",
            "Sacar a {whom} del mapa por el borde {edge}",
            whom=prisoner.name,
            edge=EDGES[edge],
        )
    return Offer(order, label, piece=prisoner.guards[0], place=place, target=prisoner.id)


def march_to(
    battle: Battle, seat: str, prisoner: Unit, edge: str, reaches: Mapping[str, Mapping[Hex, Reach]]
) -> orders.Escort | None:
    """Legal march of the party that ends nearest to the edge, or off the map if possible; None
    without any.
    """
    ends = sorted(
        reaches[prisoner.id],
        key=lambda hex_: (steps_from(hex_, edge), reaches[prisoner.id][hex_].cost),
    )
    for end in ends[:MARCHES]:
        for places in placed(end, [reaches[unit] for unit in prisoner.guards]):
            ways = (
                (prisoner.id, reaches[prisoner.id][end].path),
                *(
                    (unit, reaches[unit][there].path)
                    for unit, there in zip(prisoner.guards, places, strict=True)
                ),
            )
            for leave in (True, False):
                order = orders.Escort(
                    prisoner.id, tuple((unit, " ".join(path)) for unit, path in ways), leave
                )
                is_there = edge in the_ground(battle).edges(end)
                if (is_there if leave else end != prisoner.hex) and not refusals_of(
                    escort_refusals, battle, order, seat
                ):
                    return order
    return None


def steps_from(hex_: Hex, edge: str) -> int:
    """Sort key of a hex by its distance from an edge of the map."""
    column, row = int(hex_[:2]), int(hex_[2:])
    return {"north": row, "west": column, "south": -row, "east": -column}[edge]


def placed(end: Hex, reaches: Sequence[Mapping[Hex, Reach]]) -> Iterator[Path]:
    """Hexes for the guards adjacent to the prisoner, each in a hex of its own."""
    rows: list[Path] = [()]
    for reach in reaches:
        near = [
            hex_
            for hex_ in sorted(reach, key=lambda hex_: (reach[hex_].cost, hex_))
            if are_adjacent(hex_, end)
        ][:4]
        rows = [(*row, hex_) for row in rows for hex_ in near if hex_ not in row]
    yield from rows


def ways_of(battle: Battle, prisoner: Unit, unit: Unit) -> dict[Hex, Reach]:
    """Hexes that a member of the party can reach alone, its own included; riders by forward
    steps.
    """
    walker = as_captors_man(unit) if unit.id == prisoner.id else unit
    empty = cleared(battle, prisoner)
    alone = msgspec.structs.replace(empty, units={**empty.units, unit.id: walker})
    here = unit.hex or ""
    if is_mounted(unit):
        ridden = {
            hex_: reach
            for hex_, reach in move_reach.ends_of_move(alone, orders.Ride(unit.id, ())).items()
            if all(step.startswith("forward:") for step in reach.path)
        }
        found = {
            hex_: Reach((here, *(step[8:] for step in reach.path)), reach.cost)
            for hex_, reach in ridden.items()
        }
    else:
        found = dict(move_reach.ends_of_move(alone, orders.Move(unit.id, (here,))))
    return {here: Reach((here,), 0), **found}
