"""CH-ADV: advance after combat into the hexes that the enemy has lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.cry_havoc import orders
from app.games.cry_havoc.events import Advanced, Answered, Asked, CombatClosed
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.leading_animals import slipping_reins
from app.games.cry_havoc.occupancy import (
    enemies_about,
    hexes_of,
    is_animal,
    is_mounted,
    not_own,
    on_the_map,
    refusals_of,
    seat_of,
    unable_to_act,
    unit_named,
)
from app.games.cry_havoc.passage import (
    blocked_by_enemy,
    closed_ground,
    hexside_barrier,
    taken_after_combat,
)
from app.games.cry_havoc.state import Advance, Battle, Unit
from app.games.cry_havoc.tables import DATA
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.form import Field
from app.kernel.offers import Assessment, Offer, Reach
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say
from app.kernel.space.hexes import Hex, Hexes, are_adjacent, hexes_around

LIMITS = DATA["advance"]
Path = tuple[Hex, ...]


def is_due(battle: Battle) -> bool:
    """CH-ADV-01: The winner may advance one character after a retreat of the other side, or one
    stunned or dead.
    """
    return (
        battle.combat is not None
        and battle.combat.winner is not None
        and bool(battle.combat.vacated)
    )


def farthest(unit: Unit) -> Hexes:
    """CH-ADV-02: A character on foot advances up to two hexes, a rider up to three; hexes count,
    not points.
    """
    return Hexes(LIMITS["rider" if is_mounted(unit) else "foot"])


def too_far(unit: Unit, path: Path) -> Refusal | None:
    most = farthest(unit)
    if len(path) - 1 > most:
        return no(
            "CH-ADV-02",
            "{n} hexes; {who} advances {most} at most.",
            "{n} casillas; {who} avanza {most} como mucho.",
            n=len(path) - 1,
            who=unit.name,
            most=most,
        )
    return None


def first_hex(battle: Battle, path: Path) -> Refusal | None:
    """CH-ADV-03: The first hex is one that an enemy has just left or lies in, stunned or dead."""
    vacated = battle.combat.vacated if battle.combat else ()
    if len(path) > 1 and path[1] in vacated:
        return None
    return no(
        "CH-ADV-03",
        "The first hex must be one that the enemy has lost: {hexes}.",
        "La primera casilla ha de ser una que el enemigo ha perdido: {hexes}.",
        hexes=list(vacated),
    )


def held_back(battle: Battle, unit: Unit, path: Path) -> Refusal | None:
    """CH-ADV-04: A unit adjacent to another enemy before the advance may advance one hex; stunned
    enemies do not count.
    """
    enemy = next(
        (
            enemy
            for hex_ in hexes_of(unit)
            for enemy in enemies_about(battle, hex_, unit.side or "")
        ),
        None,
    )
    if enemy and len(path) - 1 > LIMITS["if_adjacent_to_another_enemy"]:
        return no(
            "CH-ADV-04",
            "{enemy} is next to {who}: one hex only.",
            "{enemy} está junto a {who}: solo una casilla.",
            enemy=enemy.name,
            who=unit.name,
        )
    return None


def still_open(battle: Battle, unit: Unit, seat: str) -> Refusal | None:
    """CH-ADV-05: An advance is taken at once; it ends with its answer or the next order of the
    step.
    """
    on = open_to(battle)
    if on is not None and on.seat == seat and (took_part(battle, unit) or not unit.fought):
        return None
    return no(
        "CH-ADV-05",
        "No advance is open to {who} any more.",
        "Ya no queda ningún avance para {who}.",
        who=unit.name,
    )


def bystander(battle: Battle, unit: Unit) -> Refusal | None:
    """CH-ADV-06: Only one character advances, and it must have fought in that combat."""
    if took_part(battle, unit):
        return None
    return no(
        "CH-ADV-06",
        "{who} did not take part in that combat.",
        "{who} no intervino en ese combate.",
        who=unit.name,
    )


def stopped(battle: Battle, unit: Unit, path: Path) -> tuple[Refusal, ...]:
    """CH-ADV-08: Walls, windows, closed ground and standing enemies stop an advance; it crosses
    stunned characters but does not end on them.
    """
    on_the_way, here = advance_end(battle, unit, path)
    last = [taken_after_combat(battle, hex_, (unit.id,)) for hex_ in here]
    full = (
        None
        if not any(last)
        else no(
            "CH-ADV-08",
            "{who} may cross {hex}, not end there.",
            "{who} puede cruzar {hex}, no quedarse.",
            who=unit.name,
            hex=path[-1],
        )
    )
    return found_in(on_the_way, full, last)


def advance_end(
    battle: Battle, unit: Unit, path: Path
) -> tuple[tuple[Refusal, ...], tuple[Hex, ...]]:
    """Refusals of the first step that fails, and the hexes in which the unit ends."""
    front, rear = unit.hex or "", unit.rear
    if path[:1] != (front,):
        return (gap(unit, front, path[0] if path else "-"),), ()
    for to in path[1:]:
        stop = one_step(battle, unit, front, rear, to)
        if stop:
            return stop, ()
        front, rear = to, front if rear else None
    return (), tuple(hex_ for hex_ in (front, rear) if hex_)


def one_step(
    battle: Battle, unit: Unit, front: Hex, rear: Hex | None, to: Hex
) -> tuple[Refusal, ...]:
    """Refusals of one step of an advance; empty if it is possible."""
    if not are_adjacent(front, to) or to == rear:
        return (gap(unit, front, to),)
    horse = rear is not None
    shut = (
        hexside_barrier(battle, front, to, horse)
        or closed_ground(battle, to, horse)
        or blocked_by_enemy(battle, to, unit.side or "")
    )
    return (no_way(unit, front, to), shut) if shut else ()


def no_way(unit: Unit, here: Hex, there: Hex) -> Refusal:
    return no(
        "CH-ADV-08",
        "{who} cannot go from {here} to {there}.",
        "{who} no puede ir de {here} a {there}.",
        who=unit.name,
        here=here,
        there=there,
    )


def gap(unit: Unit, here: Hex, there: Hex) -> Refusal:
    """Refusal of a step to a hex that is not adjacent, or not forward for a rider."""
    return no(
        "CH-ADV-02",
        "{who} cannot step from {here} to {there}.",
        "{who} no puede dar un paso de {here} a {there}.",
        who=unit.name,
        here=here,
        there=there,
    )


def advance_paths(battle: Battle, unit: Unit) -> Iterator[Path]:
    """Paths by which the unit may advance, the short ones first."""
    vacated = battle.combat.vacated if battle.combat else ()
    row: list[Path] = [(unit.hex or "", hex_) for hex_ in vacated]
    for _ in range(farthest(unit)):
        row = [
            path
            for path in row
            if on_the_map(battle, path[-1]) is None and not advance_end(battle, unit, path)[0]
        ]
        yield from (
            path
            for path in row
            if not held_back(battle, unit, path) and not stopped(battle, unit, path)
        )
        row = [
            (*path, hex_) for path in row for _, hex_ in hexes_around(path[-1]) if hex_ not in path
        ]


def reach_of(battle: Battle, unit: Unit) -> dict[Hex, Reach]:
    reach: dict[Hex, Reach] = {}
    for path in advance_paths(battle, unit):
        reach.setdefault(path[-1], Reach(path, len(path) - 1))
    return reach


def open_to(battle: Battle) -> Advance | None:
    """Advance that is on offer now; None if there is none."""
    first = battle.pending[0] if battle.pending else None
    return first if isinstance(first, Advance) else None


def took_part(battle: Battle, unit: Unit) -> bool:
    return battle.combat is not None and unit.id in (
        *battle.combat.attackers,
        *battle.combat.defenders,
    )


def opened(battle: Battle, after_seat: str = "") -> list[Event]:
    """Decision about an advance once all else is settled; the seats of the winning side are asked
    in turn.
    """
    combat = battle.combat
    if combat is None or battle.pending or not is_due(battle):
        return []
    seats = [seat for seat, side in battle.seats.items() if side == combat.winner]
    for seat in seats[seats.index(after_seat) + 1 if after_seat in seats else 0 :]:
        units = winners_of(battle, seat, (*combat.attackers, *combat.defenders))
        if units:
            firsts = tuple(
                hex_
                for hex_ in combat.vacated
                if any(path[1] == hex_ for unit in units for path in advance_paths(battle, unit))
            )
            return [Asked((Advance(seat, tuple(unit.id for unit in units), firsts),))]
    return []


def winners_of(battle: Battle, seat: str, fighters: Sequence[str]) -> list[Unit]:
    """Units of the seat that fought on the winning side, are able and have a path."""
    found = []
    for key in fighters:
        unit = battle.units[key]
        mine = (
            unit.side == battle.seats.get(seat)
            and not is_animal(unit)
            and seat_of(battle, unit) == seat
        )
        if mine and unable_to_act(unit) is None and next(advance_paths(battle, unit), None):
            found.append(unit)
    return found


def advance_refusals(battle: Battle, order: orders.AdvanceTo, seat: str) -> tuple[Refusal, ...]:
    unit = unit_named(battle, order.unit)
    wrong = found_in(not_own(battle, unit, seat)) or found_in(on_the_map(battle, *order.path))
    if wrong:
        return wrong
    if not is_due(battle):
        return found_in(nothing_won(battle, unit), still_open(battle, unit, seat))
    path = tuple(order.path)
    return found_in(
        unable_to_act(unit),
        nothing_won(battle, unit),
        too_far(unit, path),
        first_hex(battle, path),
        held_back(battle, unit, path),
        still_open(battle, unit, seat),
        bystander(battle, unit),
        stopped(battle, unit, path),
    )


def nothing_won(battle: Battle, unit: Unit) -> Refusal | None:
    """Refusal if no enemy retreated, fell stunned or died, or if the unit is not of the winning
    side.
    """
    if not is_due(battle):
        return no(
            "CH-ADV-01",
            "No unit retreated, was stunned or died in the last combat.",
            "En el último combate no hubo retirada, aturdidos ni muertos.",
        )
    if battle.combat and battle.combat.winner != unit.side:
        return no(
            "CH-ADV-01",
            "{who} was not on the winning side.",
            "{who} no estaba en el bando vencedor.",
            who=unit.name,
        )
    return None


def advance(battle: Battle, order: orders.AdvanceTo, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 orders share one signature
    refuse_if(refusals_of(advance_refusals, battle, order, seat))
    unit = battle.units[order.unit]
    _, places = advance_end(battle, unit, tuple(order.path))
    happened: list[Event] = [
        Answered(),
        Advanced(unit.id, tuple(order.path), places[0], places[1] if len(places) > 1 else None),
    ]
    return [*happened, *slipping_reins(fold(battle, happened), unit.id), CombatClosed()]


def advance_assessment(battle: Battle, order: orders.AdvanceTo, seat: str) -> Assessment:
    unit = battle.units.get(order.unit)
    on = open_to(battle)
    reach = (
        reach_of(battle, unit) if unit and on and on.seat == seat and unit.id in on.units else {}
    )
    report = {"hexes": max(0, len(order.path) - 1), "cost": 0}
    return Assessment(
        no=refusals_of(advance_refusals, battle, order, seat), report=report, reach=reach
    )


def decline_refusals(
    battle: Battle,
    order: orders.DeclineAdvance,  # noqa: ARG001 - the order has no fields
    seat: str,
) -> tuple[Refusal, ...]:
    on = open_to(battle)
    if on is not None and on.seat == seat:
        return ()
    return (no("CH-ADV-05", "No advance of yours is open.", "No tienes ningún avance pendiente."),)


def decline(battle: Battle, order: orders.DeclineAdvance, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 handed to every chapter
    refuse_if(decline_refusals(battle, order, seat))
    happened: list[Event] = [Answered()]
    return [*happened, *(opened(fold(battle, happened), seat) or [CombatClosed()])]


def decline_assessment(battle: Battle, order: orders.DeclineAdvance, seat: str) -> Assessment:
    return Assessment(no=decline_refusals(battle, order, seat))


def advance_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of an advance, one for each unit, with the path to fill in."""
    on = open_to(battle)
    if on is None or on.seat != seat:
        return []
    way = Field.path("path", say("Way", "Camino"))
    units = [battle.units[unit] for unit in on.units]
    return [
        Offer(
            orders.AdvanceTo(unit.id, (unit.hex or "",)),
            say("Advance with {who}", "Avanzar con {who}", who=unit.name),
            asks=(way,),
            piece=unit.id,
            main=True,
        )
        for unit in units
    ]


def decline_offers(battle: Battle, seat: str) -> list[Offer]:
    on = open_to(battle)
    if on is None or on.seat != seat:
        return []
    return [Offer(orders.DeclineAdvance(), say("Decline the advance", "Renunciar al avance"))]
