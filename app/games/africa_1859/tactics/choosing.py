"""Choice of the bot: answers to questions, then the order of the highest value."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from app.games.africa_1859.activation import side_of
from app.games.africa_1859.counters import combat_factor
from app.games.africa_1859.fights.fields import fire_targets, ready_guns, ship_targets
from app.games.africa_1859.fights.horse_ground import horse_ground
from app.games.africa_1859.fights.odds_policies import with_support
from app.games.africa_1859.fights.riders import has_role, innermost_assault
from app.games.africa_1859.fights.roles import front_unit
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
    Close,
    DemoralisedMove,
    EndPhase,
    Fire,
    Riders,
    ShipFire,
)
from app.games.africa_1859.procedures import Question, RiderChoice
from app.games.africa_1859.sequence import default_answer
from app.games.africa_1859.state import ENEMY_OF, SPAIN, War
from app.games.africa_1859.tactics.estimates import (
    assaults_from,
    is_legal,
    may_open,
    points_of,
)
from app.games.africa_1859.tactics.marching import moves_from, worth_of_spaces
from app.kernel.contract import Order

Valued = tuple[float, Order]


class Temper(msgspec.Struct, frozen=True):
    """Temper of the bot: the chance from which it assaults, and more for spaces that score."""

    chance: float = 0.5
    worth: float = 0.03


RASH, EVEN, CAUTIOUS = Temper(0.42), Temper(0.5), Temper(0.6)
OF_THE_OPEN_SPACE = 30.0
"""Value that an order of the open space has more, because the space opens only once."""
LEAST = 0.5
"""Value below which the bot gives no order."""


def choose(war: War, seat: str, chance: random.Random, temper: Temper = EVEN) -> Order:
    """Order of the bot for a seat that owes a decision."""
    top = war.stack[-1] if war.stack else None
    if isinstance(top, Question):
        return answer(war, top)
    side = side_of(war, seat)
    valued = sorted(candidates(war, side, temper), key=lambda one: (-one[0], repr(one[1])))
    for value, order in valued:
        if value >= LEAST and is_legal(war, order, seat):
            return order
    del chance
    return Close() if war.phase.open else EndPhase()


def candidates(war: War, side: str, temper: Temper) -> Iterator[Valued]:
    """Orders that may be worth giving, with their value."""
    worth = worth_of_spaces(war, side)
    if not war.phase.open:
        yield from withdrawals(war, side)
        if side == SPAIN:
            yield from ship_fires(war)
    for space in map_of(war).spaces:
        if units_at(war, space, side) and may_open(war, space, side):
            bonus = OF_THE_OPEN_SPACE if space == war.phase.open else 0.0
            for value, order in of_space(war, space, side, temper):
                yield value + bonus, order
            for value, order in moves_from(war, space, side, worth):
                if value > LEAST:
                    yield value + bonus, order


def of_space(war: War, space: str, side: str, temper: Temper) -> Iterator[Valued]:
    """Assaults and fires of one space."""
    for chance, assault in assaults_from(war, space, side):
        needed = temper.chance - temper.worth * points_of(war, assault.path[-1])
        if chance >= needed:
            yield 20 + 20 * (chance - needed) + points_of(war, assault.path[-1]), assault
    guns = tuple(ready_guns(war, space, side))
    if guns:
        for target in fire_targets(war, space, side):
            crowd = len(units_at(war, target, ENEMY_OF[side]))
            if crowd:
                value = 8.0 + points_of(war, target) - 2 * has_cover(war, target)
                yield value, Fire(guns, target, space)


def withdrawals(war: War, side: str) -> Iterator[Valued]:
    """Moves of demoralised units that stand beside an enemy, towards their rear."""
    for unit in war.units.values():
        if (
            unit.side == side
            and unit.dem
            and unit.at in map_of(war).spaces
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


def answer(war: War, question: Question) -> Order:
    """Answer to a question: support by all guns, counter-charges in the open, else the default."""
    supported = with_support(war, question)
    if supported is not None:
        return supported
    if question.decision == "riders":
        return counter_charges(war, question)
    found = default_answer(war)
    if found is None:
        raise ValueError(f"no default for {question.decision}")
    return found


def counter_charges(war: War, question: Question) -> Riders:
    """Counter-charge on open ground with riders that are as strong as the unit in front."""
    assault = innermost_assault(war)
    front = combat_factor(war, war.units[front_unit(war, assault)])
    able = [
        key
        for key in question.units
        if not has_role(assault, key) and combat_factor(war, war.units[key]) >= front
    ]
    if horse_ground(war, assault.space) != "open" or not able:
        return Riders(passes=True)
    return Riders(tuple(RiderChoice(key, "counter_charge") for key in able))
