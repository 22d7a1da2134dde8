"""Choice of the bot: the order of the highest value, or the answer to a question."""

from __future__ import annotations

import random
from collections.abc import Iterator

from app.games.africa_1859.activation import side_of
from app.games.africa_1859.counters import is_cavalry, is_engineer
from app.games.africa_1859.fights.branching import WHOLE, courses
from app.games.africa_1859.fights.caracoles import caracole, picket
from app.games.africa_1859.fights.fields import (
    caracole_exits,
    caracole_targets,
    fire_targets,
    ready_guns,
    ship_targets,
)
from app.games.africa_1859.fights.fight_odds import harm_of
from app.games.africa_1859.fights.ships import ready_ships
from app.games.africa_1859.ground import (
    adjacent,
    has_cover,
    is_beside_enemy,
    map_of,
    rear_distance,
    units_at,
)
from app.games.africa_1859.orders import (
    Caracole,
    Close,
    DemoralisedMove,
    Dig,
    EndPhase,
    Fire,
    ShipFire,
)
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.state import ENEMY_OF, SPAIN, War
from app.games.africa_1859.tactics.assaults import worthy_assaults
from app.games.africa_1859.tactics.estimates import (
    free_fighters,
    is_legal,
    may_open,
    opened,
    points_of,
    threat_to,
)
from app.games.africa_1859.tactics.marching import moves_from, worth_of_spaces
from app.games.africa_1859.tactics.reactions import answer, harm
from app.games.africa_1859.tactics.tempers import Temper, best_temper
from app.kernel.contract import Order

Valued = tuple[float, Order]

LEAST = 0.5
"""Value below which the bot gives no order."""
OF_FIRE, OF_CARACOLE, OF_DIGGING = 8.0, 7.0, 1.5
"""Values of a fire at a stack, of each step that a caracole is worth, and of works."""


def choose(war: War, seat: str, chance: random.Random, temper: Temper | None = None) -> Order:
    """Order of the bot for a seat that owes a decision, with the best temper of its side."""
    del chance
    side = side_of(war, seat)
    temper = temper or best_temper(side)
    top = war.stack[-1] if war.stack else None
    if isinstance(top, Question):
        return answer(war, top, temper)
    if war.phase.open:
        found = first_legal(war, seat, in_space(war, war.phase.open, side, temper))
        if found is not None:
            return found
        if not temper.only_fires and any(True for _ in withdrawals(war, side)):
            return Close()
    found = first_legal(war, seat, candidates(war, side, temper))
    if found is not None:
        return found
    return Close() if war.phase.open else EndPhase()


def first_legal(war: War, seat: str, valued: Iterator[Valued]) -> Order | None:
    """Order of the highest value that no rule refuses; None if none is worth giving."""
    worth_giving = [one for one in valued if one[0] >= LEAST]
    ranked = sorted(worth_giving, key=lambda one: (-one[0], repr(one[1])))
    return next((order for _, order in ranked if is_legal(war, order, seat)), None)


def candidates(war: War, side: str, temper: Temper) -> Iterator[Valued]:
    """Orders that may be worth giving, with their value."""
    if not war.phase.open:
        if not temper.only_fires:
            yield from withdrawals(war, side)
        if side == SPAIN:
            yield from ship_fires(war)
    for space in map_of(war).spaces:
        if space != war.phase.open:
            yield from in_space(war, space, side, temper)


def in_space(war: War, space: str, side: str, temper: Temper) -> Iterator[Valued]:
    """Orders for one space: assaults, fires, caracoles, works and moves."""
    if not units_at(war, space, side) or not may_open(war, space, side):
        return
    yield from fires(war, space, side)
    if temper.only_fires:
        return
    if not temper.never_assaults:
        yield from worthy_assaults(war, space, side, temper)
    yield from caracoles(war, space, side, temper)
    yield from works(war, space, side)
    yield from moves_from(war, space, side, worth_of_spaces(war, side, temper), temper)


def fires(war: War, space: str, side: str) -> Iterator[Valued]:
    """Fires of all guns of a space, at spaces without cover first."""
    guns = tuple(ready_guns(war, space, side))
    for target in fire_targets(war, space, side) if guns else ():
        if units_at(war, target, ENEMY_OF[side]):
            value = OF_FIRE + points_of(war, target) - 2 * has_cover(war, target)
            yield value, Fire(guns, target, space)


def caracoles(war: War, space: str, side: str, temper: Temper) -> Iterator[Valued]:
    """Caracoles of the riders of a space that cost the enemy more than them."""
    for unit in free_fighters(war, space, side):
        if not is_cavalry(war, unit):
            continue
        for target in caracole_targets(war, unit.id):
            ways = caracole_exits(war, unit.id, target)
            order = Caracole(unit.id, target, min(ways, key=lambda way: (way != space, way)), space)
            value = caracole_worth(opened(war, space), order, temper)
            if value > 0:
                yield OF_CARACOLE * value, order


def caracole_worth(war: War, order: Caracole, temper: Temper) -> float:
    """Steps that a caracole takes from the enemy more than it costs; a demoralisation is one."""
    side = war.units[order.unit].side
    target, worth = picket(war, order.target, ENEMY_OF[side]), 0.0
    for after, weight in courses(war, lambda run: caracole(run, order, side)):
        enemy, own = harm_of(war, after, target), harm_of(war, after, order.unit)
        worth += weight / WHOLE * (harm(enemy) - temper.own * harm(own))
    return worth


def works(war: War, space: str, side: str) -> Iterator[Valued]:
    """Works in a space that scores or near the enemy, by its engineers."""
    for unit in free_fighters(war, space, side):
        if is_engineer(war, unit):
            near = any(threat_to(war, there, side) for there in adjacent(war, space))
            yield OF_DIGGING * (points_of(war, space) + near), Dig(unit.id, space)


def withdrawals(war: War, side: str) -> Iterator[Valued]:
    """Moves of demoralised units that stand beside an enemy, towards their rear."""
    for unit in war.units.values():
        if (
            unit.side == side
            and unit.dem
            and unit.at in map_of(war).spaces
            and unit.id not in war.phase.fell_back
            and is_beside_enemy(war, unit.at, side)
        ):
            for space in adjacent(war, unit.at):
                far = rear_distance(war, space, side)
                yield 60.0 - (9 if far is None else far), DemoralisedMove(unit.id, (space,))


def ship_fires(war: War) -> Iterator[Valued]:
    """Fires of the ships, at spaces without cover first."""
    for space in ship_targets(war):
        for ship in ready_ships(war, space):
            yield 50.0 + points_of(war, space) - 2 * has_cover(war, space), ShipFire(ship, space)
