"""Choice of the bot: the order of the highest value, or the answer to a question."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from app.games.africa_1859.activation import side_of
from app.games.africa_1859.counters import is_cavalry, is_engineer
from app.games.africa_1859.fights.caracoles import picket
from app.games.africa_1859.fights.fields import (
    caracole_exits,
    caracole_targets,
    fire_targets,
    ready_guns,
    ship_targets,
)
from app.games.africa_1859.fights.ships import ready_ships
from app.games.africa_1859.ground import (
    adjacent,
    has_cover,
    is_beside_enemy,
    leaders_at,
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
    points_of,
    threat_to,
    would_win,
)
from app.games.africa_1859.tactics.following import followers_from, pulls_of_stacks
from app.games.africa_1859.tactics.marching import moves_from, plan_of
from app.games.africa_1859.tactics.reactions import answer, caracole_worth
from app.games.africa_1859.tactics.tempers import (
    Temper,
    best_temper,
    misjudged,
)
from app.kernel.bot_strengths import is_overlooked
from app.kernel.contract import Order

Valued = tuple[float, Order]

LEAST = 0.5
"""Value below which the bot gives no order."""
OF_FIRE, OF_CARACOLE, OF_DIGGING = 8.0, 7.0, 1.5
"""Values of a fire at a stack, of each step that a caracole is worth, and of works."""


def choose(war: War, seat: str, chance: random.Random, temper: Temper | None = None) -> Order:
    """Order of the bot for a seat that owes a decision, by default with the best temper of its
    side.
    """
    side = side_of(war, seat)
    temper = as_things_stand(war, side, temper or best_temper(side))
    top = war.stack[-1] if war.stack else None
    if isinstance(top, Question):
        return answer(war, top, temper)
    open_ = war.phase.open
    if is_overlooked(temper.overlooks, chance):
        return Close() if open_ else EndPhase()

    def misjudge(value: float) -> float:
        return misjudged(temper, value, chance)

    if open_:
        found = best_of(war, seat, urgency(war, (open_,), side, temper), misjudge)
        if found is not None:
            return found
    elsewhere = [
        space
        for space in map_of(war).spaces
        if space != open_ and (units_at(war, space, side) or leaders_at(war, space, side))
    ]
    if open_ and not temper.only_fires and any(True for _ in withdrawals(war, side)):
        return Close()
    found = best_of(war, seat, urgency(war, elsewhere, side, temper), misjudge)
    if found is not None:
        return found
    return Close() if open_ else EndPhase()


def as_things_stand(war: War, side: str, temper: Temper) -> Temper:
    """Temper of a side in this position: one that would win now risks less if it minds its lead."""
    if not temper.lead or not would_win(war, side):
        return temper
    return replace(temper, chance=temper.chance + temper.lead, keeps_back=True)


def best_of(
    war: War,
    seat: str,
    tiers: Iterator[Iterator[Valued]],
    misjudge: Callable[[float], float] = float,
) -> Order | None:
    """Legal order of the highest value in the first tier that has one; None if none is worth
    giving.

    `misjudge` is the value as the player sees it.
    """
    for tier in tiers:
        seen = ((misjudge(value), order) for value, order in tier)
        worth_giving = [one for one in seen if one[0] >= LEAST]
        ranked = sorted(worth_giving, key=lambda one: (-one[0], repr(one[1])))
        for _, order in ranked:
            if is_legal(war, order, seat):
                return order
    return None


def urgency(
    war: War, spaces: Sequence[str], side: str, temper: Temper
) -> Iterator[Iterator[Valued]]:
    """Orders for some spaces that may be worth giving, in tiers: the first that offers one decides.

    Withdrawals and fires of ships come first, as they open no space, then assaults, then the rest.
    """
    if not war.phase.open:
        if not temper.only_fires:
            yield withdrawals(war, side)
        if side == SPAIN:
            yield ship_fires(war)
    able = [space for space in spaces if may_open(war, space, side)]
    if not (temper.only_fires or temper.never_assaults):
        yield worthy_assaults(war, able, side, temper)
    yield quiet_orders(war, able, side, temper)


def quiet_orders(war: War, spaces: Sequence[str], side: str, temper: Temper) -> Iterator[Valued]:
    """Fires, caracoles, works and moves."""
    for space in spaces:
        yield from fires(war, space, side)
    if temper.only_fires:
        return
    plan, pulls = plan_of(war, side, temper), pulls_of_stacks(war, side)
    for space in spaces:
        yield from caracoles(war, space, side, temper)
        yield from works(war, space, side)
        yield from moves_from(war, space, side, plan, temper)
        yield from followers_from(war, space, side, pulls)


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
            pair = unit.id, picket(war, target, ENEMY_OF[side])
            value = caracole_worth(war, pair, has_cover(war, target), temper)
            if value > 0:
                yield OF_CARACOLE * value, order


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
