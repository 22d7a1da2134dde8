"""CH-OPT-06 to 14: surrender and ransom of knights; escort, escape and recapture of a prisoner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

import msgspec

from app.games.cry_havoc import edges, movement, orders
from app.games.cry_havoc.events import (
    CombatClosed,
    Escaped,
    Escorted,
    GuardsAssigned,
    LeadLost,
    Retaken,
    Surrendered,
)
from app.games.cry_havoc.evolve import changed, fold
from app.games.cry_havoc.harm import unhorse
from app.games.cry_havoc.mounting import slipping_reins
from app.games.cry_havoc.occupancy import (
    able,
    are_neighbours,
    hexes_of,
    is_animal,
    is_knight,
    is_living,
    is_mounted,
    is_prisoner,
    named,
    on_the_map,
    own,
    refusals_of,
    the_ground,
    within_reach,
)
from app.games.cry_havoc.state import HEALTHY, PRISONER, WOUNDED, Battle, Unit
from app.games.cry_havoc.tables import COMBAT, DATA, RANSOM, TYPES
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.form import Field
from app.kernel.offers import Assessment, Offer, Reach
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say
from app.kernel.space.hexes import Hex, are_adjacent

OPTION = "surrender_and_ransom"
MERCY_BELOW: int = DATA["surrender"]["die_below"]
BEST_COLUMN: str = COMBAT["columns"][-1]
Units = Sequence[Unit]
Path = tuple[Hex, ...]
MARCHES = 4
"""Number of places tried for a march towards an edge."""
EDGES = {
    "north": say("northern", "norte"),
    "south": say("southern", "sur"),
    "west": say("western", "oeste"),
    "east": say("eastern", "este"),
}


# ------------------------------------------------------------------------------------------------ a


def between_knights(attackers: Units, defender: Unit) -> bool:
    """CH-OPT-06: Only a knight may surrender, and only to a knight."""
    return is_knight(defender) and any(is_knight(unit) for unit in attackers)


def hopeless(battle: Battle, defender: Unit, column: str) -> bool:
    """CH-OPT-07: A knight surrenders only at 8-1, after the shift, with no friend adjacent, not
    even a stunned one.
    """
    friends = [
        unit
        for unit in battle.units.values()
        if unit.side == defender.side
        and unit.id != defender.id
        and is_living(unit)
        and not is_animal(unit)
        and not is_prisoner(unit)
    ]
    return column == BEST_COLUMN and not any(are_neighbours(unit, defender) for unit in friends)


def may_yield(battle: Battle, attackers: Units, defenders: Units, column: str) -> bool:
    """True if the attack begins with a roll for surrender: option on, one knight attacked, all
    conditions met.
    """
    if OPTION not in battle.options or len(defenders) != 1:
        return False
    knight = defenders[0]
    return (
        between_knights(attackers, knight)
        and not has_fled(knight)
        and hopeless(battle, knight, column)
    )


def asks_for_mercy(die: int) -> bool:
    """CH-OPT-08: Before the combat a die below 5 means surrender; from 5 on the combat takes place."""
    return die < MERCY_BELOW


def ransom_counter(unit: Unit) -> str:
    """CH-OPT-09: A prisoner gets the ransom counter, a wounded one the wounded counter; a rider
    dismounts at once.
    """
    return "ransom_wounded" if unit.state == WOUNDED else "ransom"


def figures_to_keep(counter: str) -> tuple[int, int, int]:
    """CH-OPT-10: A knight keeps the figures of the ransom counter to the end, even after an escape."""
    attack, defence, moves = RANSOM[counter]
    return attack, defence, moves


def taken_prisoner(battle: Battle, knight: Unit, attackers: Units) -> list[Event]:
    """Events of a surrender to the first knight among the attackers, who becomes the guard."""
    captor = next(unit for unit in attackers if is_knight(unit))
    counter = ransom_counter(knight)
    happened: list[Event] = [
        Surrendered(knight.id, captor.side or "", counter, figures_to_keep(counter)),
        GuardsAssigned(knight.id, (captor.id,)),
    ]
    return happened + (
        unhorse(fold(battle, happened), knight.id, PRISONER, False, captor.side)
        if is_mounted(knight)
        else []
    )


# ------------------------------------------------------------------------------------------------ t


def unfit_escort(guards: Units) -> Refusal | None:
    """CH-OPT-11: A prisoner is escorted by an adjacent knight, sergeant, or two men-at-arms."""
    kinds = [TYPES[unit.kind] if not is_animal(unit) else {} for unit in guards]
    fit = all(kind.get("can_escort_alone") or kind.get("man_at_arms") for kind in kinds)
    if fit and (any(kind["can_escort_alone"] for kind in kinds) or len(kinds) > 1):
        return None
    return no(
        "CH-OPT-11",
        "An escort is a knight, a sergeant or two men-at-arms, not {who}.",
        "Una escolta es un caballero, un sargento o dos hombres de armas, no {who}.",
        who=[unit.name for unit in guards] or "-",
    )


def away_from_him(prisoner: Unit, guards: Units) -> Refusal | None:
    away = [unit.name for unit in guards if not are_neighbours(unit, prisoner)]
    if not away:
        return None
    return no(
        "CH-OPT-11",
        "{who} must be next to {whom}.",
        "{who} debe estar junto a {whom}.",
        who=away,
        whom=prisoner.name,
    )


def bound_himself(unit: Unit) -> Refusal | None:
    if not is_prisoner(unit):
        return None
    return no(
        "CH-OPT-11",
        "{who} is a prisoner and cannot guard.",
        "{who} es prisionero y no puede hacer guardia.",
        who=unit.name,
    )


def has_yielded(battle: Battle, unit: Unit) -> bool:
    """True for a knight who has surrendered; the captive of a scenario is led like an animal
    instead.
    """
    return OPTION in battle.options and is_prisoner(unit) and unit.id != battle.facts.get("captive")


def not_in_my_hands(battle: Battle, prisoner: Unit, seat: str) -> Refusal | None:
    if has_yielded(battle, prisoner) and prisoner.hex and prisoner.captor == battle.seats.get(seat):
        return None
    return no(
        "CH-OPT-11",
        "{whom} is no prisoner of yours.",
        "{whom} no es prisionero tuyo.",
        whom=prisoner.name,
    )


def assign_guards_refusals(
    battle: Battle, order: orders.AssignGuards, seat: str
) -> tuple[Refusal, ...]:
    prisoner = named(battle, order.prisoner)
    guards = [named(battle, unit) for unit in dict.fromkeys(order.guards)]
    first = (
        found_in(*map(bound_himself, guards))
        or found_in(*(own(battle, unit, seat) for unit in guards))
        or found_in(not_in_my_hands(battle, prisoner, seat))
    )
    if first:
        return first
    return found_in(
        *(able(unit) for unit in guards), unfit_escort(guards), away_from_him(prisoner, guards)
    )


def assign_guards(battle: Battle, order: orders.AssignGuards, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 handed to every chapter
    refuse_if(refusals_of(assign_guards_refusals, battle, order, seat))
    return [GuardsAssigned(order.prisoner, tuple(dict.fromkeys(order.guards)))]


def assign_guards_assessment(battle: Battle, order: orders.AssignGuards, seat: str) -> Assessment:
    return Assessment(no=refusals_of(assign_guards_refusals, battle, order, seat))


def assign_guards_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of escorts from the units adjacent to a prisoner: a knight, a sergeant or a pair."""
    found = []
    for prisoner in prisoners_of(battle, seat):
        near = [
            unit
            for unit in battle.units.values()
            if not own(battle, unit, seat) and not able(unit) and are_neighbours(unit, prisoner)
        ]
        for guards in (*((unit,) for unit in near), *combinations(near, 2)):
            if not unfit_escort(guards) and not (
                len(guards) > 1 and any(not unfit_escort((unit,)) for unit in guards)
            ):
                order = orders.AssignGuards(prisoner.id, tuple(unit.id for unit in guards))
                found.append(
                    Offer(
                        order,
                        say(
                            "{guards} guard {whom}",
                            "{guards}: guardia de {whom}",
                            guards=[unit.name for unit in guards],
                            whom=prisoner.name,
                        ),
                        refusals_of(assign_guards_refusals, battle, order, seat),
                        piece=guards[0].id,
                        target=prisoner.id,
                    )
                )
    return found


def prisoners_of(battle: Battle, seat: str) -> list[Unit]:
    return [unit for unit in battle.units.values() if not not_in_my_hands(battle, unit, seat)]


# ------------------------------------------------------------------------------------------------ w


def party(battle: Battle, prisoner: Unit) -> list[Unit]:
    return [prisoner, *(battle.units[unit] for unit in prisoner.guards)]


def cleared(battle: Battle, prisoner: Unit) -> Battle:
    """Battle without the party, whose members do not block each other."""
    for unit in party(battle, prisoner):
        battle = changed(battle, unit.id, hex=None, rear=None)
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
        for refusal in movement.step_refusals(battle, unit, here, there)
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
        movement.beyond_his_points(unit, cost_of(battle, unit, path, leave)),
        [movement.taken(battle, hex_) for hex_ in ends_of(unit, path)] if not leave else None,
    )


def cost_of(battle: Battle, unit: Unit, path: Path, leave: bool) -> int:
    walked = sum(
        movement.enter_cost(battle, here, there, is_mounted(unit)) for here, there in pairwise(path)
    )
    return walked + (edges.LEAVING_COST if leave else 0)


def ends_of(unit: Unit, path: Path) -> Path:
    """Hexes in which the unit ends: front and rear of a rider."""
    if unit.rear is None:
        return path[-1:]
    return (path[-1], path[-2] if len(path) > 1 else unit.rear)


def escort_refusals(battle: Battle, order: orders.Escort, seat: str) -> tuple[Refusal, ...]:
    prisoner = named(battle, order.prisoner)
    strangers = [
        named(battle, unit)
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
            met += movement.may_not_move(battle, unit, seat)
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
    """Hexes that a member of the party can reach alone, its own included; riders by forward steps."""
    walker = as_captors_man(unit) if unit.id == prisoner.id else unit
    empty = cleared(battle, prisoner)
    alone = msgspec.structs.replace(empty, units={**empty.units, unit.id: walker})
    here = unit.hex or ""
    if is_mounted(unit):
        ridden = {
            hex_: reach
            for hex_, reach in movement.walks(alone, orders.Ride(unit.id, ())).items()
            if all(step.startswith("forward:") for step in reach.path)
        }
        found = {
            hex_: Reach((here, *(step[8:] for step in reach.path)), reach.cost)
            for hex_, reach in ridden.items()
        }
    else:
        found = dict(movement.walks(alone, orders.Move(unit.id, (here,))))
    return {here: Reach((here,), 0), **found}


# ------------------------------------------------------------------------------------------------ g


def well_guarded(battle: Battle, prisoner: Unit) -> Refusal | None:
    """CH-OPT-12: A prisoner may run if a guard is not adjacent, or was attacked by the prisoner's
    friends.
    """
    guards = [battle.units[unit] for unit in prisoner.guards] or unnamed_guards(battle, prisoner)
    missing = any(able(unit) or not are_neighbours(unit, prisoner) for unit in guards) or bool(
        unfit_escort(guards)
    )
    if missing or any(unit.beset for unit in guards):
        return None
    return no(
        "CH-OPT-12",
        "{guards} are next to {who} and have not been attacked.",
        "{guards}: junto a {who} y sin haber sufrido ataques.",
        guards=[unit.name for unit in guards],
        who=prisoner.name,
    )


def unnamed_guards(battle: Battle, prisoner: Unit) -> list[Unit]:
    """Adjacent units of the captor that could form an escort; they guard while none is named."""
    near = [
        unit
        for unit in battle.units.values()
        if unit.side == prisoner.captor
        and unit.side != prisoner.side
        and not is_animal(unit)
        and not able(unit)
        and are_neighbours(unit, prisoner)
    ]
    alone = [unit for unit in near if not unfit_escort((unit,))]
    return alone[:1] or [unit for unit in near if TYPES[unit.kind]["man_at_arms"]]


def escape_refusals(battle: Battle, order: orders.Escape, seat: str) -> tuple[Refusal, ...]:
    unit = named(battle, order.unit)
    first = found_in(own(battle, unit, seat))
    if first:
        return first
    if not has_yielded(battle, unit):
        return (
            no(
                "CH-OPT-12",
                "{who} has not surrendered.",
                "{who} no se ha rendido.",
                who=unit.name,
            ),
        )
    run = orders.Move(unit.id, order.path)
    return found_in(
        well_guarded(battle, unit),
        refusals_of(movement.move_refusals, running(battle, unit), run, seat),
    )


def running(battle: Battle, unit: Unit) -> Battle:
    """Battle after the start of an escape: a normal enemy again, with the figures of the counter."""
    return fold(battle, [Escaped(unit.id)])


def escape(battle: Battle, order: orders.Escape, seat: str, dice: Dice) -> list[Event]:
    refuse_if(refusals_of(escape_refusals, battle, order, seat))
    run = orders.Move(order.unit, order.path)
    return [
        Escaped(order.unit),
        *movement.move(running(battle, battle.units[order.unit]), run, seat, dice),
    ]


def escape_assessment(battle: Battle, order: orders.Escape, seat: str) -> Assessment:
    refused = refusals_of(escape_refusals, battle, order, seat)
    unit = battle.units.get(order.unit)
    if unit is None or own(battle, unit, seat) or not has_yielded(battle, unit):
        return Assessment(no=refused)
    walked = movement.move_assessment(
        running(battle, unit), orders.Move(unit.id, order.path or (unit.hex or "",)), seat
    )
    return Assessment(
        no=refused, report=walked.report, reach={} if well_guarded(battle, unit) else walked.reach
    )


def escape_offers(battle: Battle, seat: str) -> list[Offer]:
    captives = [
        unit
        for unit in battle.units.values()
        if has_yielded(battle, unit) and unit.hex and not own(battle, unit, seat)
    ]
    way = Field.path("path", say("Way", "Camino"))
    return [
        Offer(
            orders.Escape(unit.id, (unit.hex or "",)),
            say("{who} escapes", "{who} escapa", who=unit.name),
            found_in(well_guarded(battle, unit)),
            (way,),
            piece=unit.id,
        )
        for unit in captives
    ]


def joining(unit: Unit, attackers: Units, defenders: Units) -> Refusal | None:
    """CH-OPT-13: A prisoner may join an attack of a friend on the guard as in any multiple combat."""
    rescued = any(not is_prisoner(other) for other in attackers) and any(
        other.id in unit.guards for other in defenders
    )
    if rescued and not unit.moved:
        return None
    return no(
        "CH-OPT-13",
        "{who} is a prisoner and can only join a friend's attack on the guard.",
        "{who} es prisionero: solo se suma al ataque de un amigo contra su guardián.",
        who=unit.name,
    )


# ------------------------------------------------------------------------------------------------ c


def has_fled(unit: Unit) -> bool:
    """CH-OPT-14: A prisoner who ran or attacked may be retaken or attacked, but cannot surrender
    again.
    """
    return unit.escaped


def in_custody(unit: Unit) -> Refusal:
    return no(
        "CH-OPT-14",
        "{whom} is a prisoner and has not fled.",
        "{whom} es prisionero y no ha huido.",
        whom=unit.name,
    )


def cannot_be_retaken(battle: Battle, fugitive: Unit, seat: str) -> Refusal | None:
    runs = (
        is_living(fugitive)
        and has_fled(fugitive)
        and not is_prisoner(fugitive)
        and fugitive.side != battle.seats.get(seat)
    )
    if runs and OPTION in battle.options:
        return None
    return no(
        "CH-OPT-14", "{whom} is no fugitive.", "{whom} no es un fugitivo.", whom=fugitive.name
    )


def hands_full(unit: Unit) -> Refusal | None:
    """Refusal of a unit that has used its attack of the phase; retaking uses it up."""
    if unit.attacked:
        return no(
            "CH-CBT-17",
            "{who} has fought in this phase.",
            "{who} ya ha atacado en esta fase.",
            who=unit.name,
        )
    return movement.kept_busy(unit)


def cannot_lay_hands_on(battle: Battle, unit: Unit, fugitive: Unit) -> Refusal | None:
    if within_reach(battle, unit, fugitive):
        return None
    return no(
        "CH-OPT-14",
        "{who} is not next to {whom}, or a wall or window is between.",
        "{who} no está junto a {whom}, o hay una pared o ventana por medio.",
        who=unit.name,
        whom=fugitive.name,
    )


def retake_refusals(battle: Battle, order: orders.Retake, seat: str) -> tuple[Refusal, ...]:
    fugitive = named(battle, order.prisoner)
    units = [named(battle, unit) for unit in dict.fromkeys(order.units)]
    first = found_in(*(own(battle, unit, seat) for unit in units)) or found_in(
        cannot_be_retaken(battle, fugitive, seat)
    )
    if first:
        return first
    return found_in(
        *(able(unit) for unit in units),
        unable_to_hold(units),
        *(hands_full(unit) for unit in units),
        *(cannot_lay_hands_on(battle, unit, fugitive) for unit in units),
    )


def unable_to_hold(units: Units) -> Refusal | None:
    """Refusal of units that could form no escort; they may attack instead."""
    if not unfit_escort(units):
        return None
    return no(
        "CH-OPT-14",
        "{who} cannot form an escort; they may only attack.",
        "{who} no pueden formar escolta; solo pueden atacar.",
        who=[unit.name for unit in units] or "-",
    )


def retake(battle: Battle, order: orders.Retake, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 every chapter is handed dice
    refuse_if(refusals_of(retake_refusals, battle, order, seat))
    fugitive, side = battle.units[order.prisoner], battle.seats[seat]
    happened: list[Event] = [CombatClosed()] if battle.combat else []
    happened.append(Retaken(fugitive.id, tuple(dict.fromkeys(order.units)), side))
    return happened + (
        unhorse(fold(battle, happened), fugitive.id, PRISONER, False, side)
        if is_mounted(fugitive)
        else []
    )


def retake_assessment(battle: Battle, order: orders.Retake, seat: str) -> Assessment:
    return Assessment(no=refusals_of(retake_refusals, battle, order, seat))


def retake_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers to retake each fugitive in reach: by one escort, or by a choice of several."""
    found = []
    for fugitive in battle.units.values():
        if cannot_be_retaken(battle, fugitive, seat):
            continue
        near = [
            unit
            for unit in battle.units.values()
            if not own(battle, unit, seat)
            and not able(unit)
            and not hands_full(unit)
            and not cannot_lay_hands_on(battle, unit, fugitive)
        ]
        found += [
            retake_offer(battle, seat, fugitive, units)
            for units in (*((unit,) for unit in near), *combinations(near, 2))
            if len(units) == 1 or all(unfit_escort((unit,)) for unit in units)
        ]
    return found


def retake_offer(battle: Battle, seat: str, fugitive: Unit, units: Units) -> Offer:
    order = orders.Retake(tuple(unit.id for unit in units), fugitive.id)
    return Offer(
        order,
        say(
            "{who}: retake {whom}",
            "{who}: apresar otra vez a {whom}",
            who=[unit.name for unit in units],
            whom=fugitive.name,
        ),
        refusals_of(retake_refusals, battle, order, seat),
        piece=units[0].id,
        place=fugitive.hex or "",
        target=fugitive.id,
    )
