"""AFR-ASL, AFB-ASL: the order to assault, and to charge over two spaces."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from app.games.africa_1859.counters import is_cavalry, is_fighter, is_foot, title_of
from app.games.africa_1859.fights.acting import acting_refusals
from app.games.africa_1859.fights.designations import (
    attacking_vanguards,
    horse_before_walls,
    no_director,
    no_screen,
    no_vanguard,
)
from app.games.africa_1859.fights.settled_ahead import settled_by, wrong_assault_sheet
from app.games.africa_1859.ground import (
    closed_to_side,
    is_adjacent,
    is_closed,
    is_empty,
    is_enemy_held,
    map_of,
    place,
)
from app.games.africa_1859.morale import is_shaken
from app.games.africa_1859.orders import Assault as AssaultOrder
from app.games.africa_1859.procedures import Assault, March, Roles
from app.games.africa_1859.run import ActionRules, Run
from app.games.africa_1859.stacking import most_fighters
from app.games.africa_1859.state import War
from app.kernel.refusal import Refusal, found_in, no

MOST_SPACES = 2
"""Spaces of a charge."""


def group_refusals(war: War, keys: tuple[str, ...]) -> Iterator[Refusal | None]:
    """AFB-ASL-01: A group is fighters without demoralisation; guns and convoys stay behind."""
    if not keys or len(set(keys)) < len(keys):
        yield no(
            "AFB-ASL-01",
            "A group has at least one unit, each once.",
            "Un grupo tiene al menos una unidad, cada una una vez.",
        )
    for key in keys:
        unit = war.units.get(key)
        if unit is None or not is_fighter(war, unit):
            yield no(
                "AFB-ASL-01",
                "{who} cannot assault; infantry, cavalry and engineers can.",
                "{who}: asaltan solo la infantería, la caballería y los ingenieros.",
                who=title_of(war, key),
            )
        else:
            yield is_shaken(war, unit)


def leaderless_foot(war: War, units: tuple[str, ...], leaders: tuple[str, ...]) -> Refusal | None:
    """AFR-ASL-01: Infantry and engineers assault only with a leader; cavalry alone needs none."""
    if leaders or not any(is_foot(war, war.units[key]) for key in units if key in war.units):
        return None
    return no(
        "AFR-ASL-01",
        "Infantry needs an unmarked leader that goes along.",
        "La infantería necesita un líder sin marcador que vaya con ella.",
    )


ONLY_CAVALRY = no(
    "AFR-SEQ-10",
    "Only cavalry assaults from two spaces away.",
    "Solo la caballería asalta desde dos espacios.",
)


def no_way_to_assault(war: War, order: AssaultOrder, side: str) -> Iterator[Refusal | None]:
    """AFR-SEQ-10: Cavalry alone charges over two spaces, past a middle space without enemies."""
    path = (war.phase.open, *order.path)
    if not 1 <= len(order.path) <= MOST_SPACES or not all(
        is_adjacent(war, one, two) for one, two in itertools.pairwise(path)
    ):
        yield no(
            "AFR-SEQ-06",
            "An assault goes to an adjacent space, a charge of cavalry one space further.",
            "Un asalto va a un espacio contiguo; una carga de caballería, uno más allá.",
        )
        return
    if len(order.path) < MOST_SPACES:
        return
    if not all(is_cavalry(war, war.units[key]) for key in order.units if key in war.units):
        yield ONLY_CAVALRY
    if is_enemy_held(war, order.path[0], side) or is_closed(war, order.path[0], side):
        yield no(
            "AFR-SEQ-10",
            "The space {middle} is held by the enemy or closed.",
            "{middle}: espacio cerrado o en manos del enemigo.",
            middle=place(war, order.path[0]),
        )
    if path[0] == path[2]:
        yield no(
            "AFR-SEQ-10", "A charge does not return.", "Una carga no vuelve a su punto de partida."
        )


def not_defended(war: War, order: AssaultOrder, side: str) -> Refusal | None:
    """AFR-SEQ-06: Entry of an enemy-held space is an assault; another space is entered by a
    move.
    """
    if not order.path or is_enemy_held(war, order.path[-1], side):
        return None
    return no(
        "AFR-SEQ-06",
        "No enemy unit defends {target:the}; a plain move enters it.",
        "En {target:el} ninguna unidad enemiga defiende; basta con mover.",
        target=place(war, order.path[-1]),
    )


def group_too_large(war: War, order: AssaultOrder, side: str) -> Refusal | None:
    """Refusal of a group that is larger than the limit of the space it assaults."""
    most = most_fighters(war, order.path[-1], side)
    if len(order.units) <= most:
        return None
    return no(
        "AFB-STK-01",
        "The space {target} has room for {most} units.",
        "En {target:el} caben {most} unidades.",
        target=place(war, order.path[-1]),
        most=most,
    )


def assault_refusals(war: War, order: AssaultOrder, seat: str) -> Iterator[Refusal | None]:
    """Reasons against an assault."""
    found = found_in(acting_refusals(war, (*order.units, *order.leaders), seat))
    yield from group_refusals(war, order.units)
    yield from found
    side = war.terms.seats[seat]
    if any(key not in war.leaders for key in order.leaders):
        yield no_director((), order.director)
    yield leaderless_foot(war, order.units, order.leaders)
    yield no_director(order.leaders, order.director) if order.leaders or order.director else None
    if not war.phase.open or not set(order.path) <= set(map_of(war).spaces):
        yield no("AFR-SEQ-06", "The path is not on the map.", "El camino no está en el mapa.")
        return
    yield from no_way_to_assault(war, order, side)
    yield not_defended(war, order, side)
    if order.path:
        yield closed_to_side(war, order.path[-1], side)
        yield group_too_large(war, order, side)
        yield from designation_refusals(war, order)
        yield from wrong_assault_sheet(war, order, side)


def designation_refusals(war: War, order: AssaultOrder) -> Iterator[Refusal | None]:
    """Reasons against the vanguard and the screen of an assault."""
    units = [war.units[key] for key in order.units if key in war.units]
    target = order.path[-1]
    walls = horse_before_walls(war, war.units.get(order.vanguard), target)
    yield walls
    if walls is None:
        yield no_vanguard(war, order.vanguard, attacking_vanguards(war, units, target))
    yield no_screen(war, order.screen, order.vanguard, units)


def assault_of(war: War, order: AssaultOrder) -> Assault:
    """Assault under way, as the order begins it."""
    path = (war.phase.open, *order.path)
    director = order.director or (order.leaders[0] if order.leaders else "")
    side = war.units[order.units[0]].side
    return Assault(
        side,
        path[-1],
        path[0],
        path[-2],
        tuple(sorted(order.units)),
        tuple(sorted(order.leaders)),
        Roles(director, order.vanguard, order.screen, settled=settled_by(order)),
    )


def begin_assault(run: Run, order: AssaultOrder, seat: str) -> None:  # noqa: ARG001 - the units name it
    """AFB-ACT-02: Several groups of the open space may assault one after another.

    A charge over an empty middle space enters it first, which opens a window for enemy riders.
    """
    assault = assault_of(run.war, order)
    run.push(assault)
    if len(order.path) == MOST_SPACES and is_empty(run.war, order.path[0]):
        march = March(
            assault.attacker,
            assault.start,
            assault.group,
            assault.leaders,
            order.path[:1],
            charge=True,
        )
        run.push(march)


ASSAULT = ActionRules(assault_refusals, begin_assault, opens=True)
