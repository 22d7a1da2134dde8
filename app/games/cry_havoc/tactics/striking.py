"""Shot and attack of the highest average value."""

from __future__ import annotations

from itertools import combinations

from app.games.cry_havoc import combat_rules, missile_lines, missiles, orders
from app.games.cry_havoc.move_steps import kept_busy
from app.games.cry_havoc.occupancy import is_animal, is_living, not_own, unable_to_act
from app.games.cry_havoc.state import STUNNED, Battle, Unit
from app.games.cry_havoc.tactics.aims import impatience
from app.games.cry_havoc.tactics.worth import mules_to_stop, shot_value, strike_value
from app.kernel.contract import Order

LEAST_SHOT = 0.2
LEAST_BLOW = 0.25
LESS_EACH_TURN, DESPERATE = 0.25, -2.0
"""Fall of the least value of an attack per quiet turn, and its lower limit."""
EACH = 0.1
"""Worth of one more attacker elsewhere."""
MOST_TOGETHER = 6


def best_shot(battle: Battle, seat: str) -> Order | None:
    """Shot that costs the other side most; None if none is worth a missile."""
    found = [
        (value, shooter.id, target.id, seen.hex)
        for shooter in battle.units.values()
        if shooter.weapon and not missiles.shooter_refusals(battle, shooter, seat)
        for value, target, seen in shots_of(battle, shooter)
    ]
    if not found:
        return None
    value, shooter, target, hex_ = max(found)
    aimed = hex_ if battle.units[target].rear else None
    return orders.Shoot(shooter, target, aimed) if value >= LEAST_SHOT else None


def shots_of(battle: Battle, shooter: Unit) -> list[tuple[float, Unit, missile_lines.Sight]]:
    """Clear shots of a unit from its hex with their values; loose animals are no targets."""
    seen = [
        (battle.units[sight.target], sight)
        for sight in missile_lines.sights(battle, shooter)
        if not sight.no
    ]
    return [
        (shot_value(battle, shooter, target, sight), target, sight)
        for target, sight in seen
        if is_quarry(battle, shooter, target)
    ]


def is_quarry(battle: Battle, shooter: Unit, target: Unit) -> bool:
    if shooter.side == "lord" and target in mules_to_stop(battle):
        return True
    if is_animal(target):
        return (
            target.kind == "mule"
            and target.side != shooter.side
            and any(unit.leads == target.id for unit in battle.units.values())
        )
    return target.id != battle.facts.get("captive")


def best_attack(battle: Battle, seat: str) -> Order | None:
    """Attack, by one unit or several, of the highest value; None if none is worth the risk."""
    free = [unit for unit in battle.units.values() if is_free_to_strike(battle, unit, seat)]
    hands = {
        unit.id: [
            other
            for other in combat_rules.has_to_hand(battle, unit)
            if is_quarry(battle, unit, other) and not combat_rules.out_of_reach(battle, unit, other)
        ]
        for unit in free
    }
    found: list[tuple[float, orders.Attack]] = []
    for target in {other.id: other for others in hands.values() for other in others}.values():
        found += joint_attacks(battle, target, [unit for unit in free if target in hands[unit.id]])
    found += [attack for unit in free for attack in wide_attacks(battle, unit, hands[unit.id])]
    value, order = max(
        found, key=lambda one: (one[0], one[1].attackers, one[1].defenders), default=(0.0, None)
    )
    least = LEAST_BLOW - LESS_EACH_TURN * impatience(battle, battle.seats[seat])
    return order if value >= max(least, DESPERATE) else None


def is_free_to_strike(battle: Battle, unit: Unit, seat: str) -> bool:
    return (
        is_living(unit)
        and not not_own(battle, unit, seat)
        and not unable_to_act(unit)
        and not kept_busy(unit)
        and not unit.attacked
        and unit.state != STUNNED
        and unit.id != battle.facts.get("captive")
    )


def joint_attacks(
    battle: Battle, target: Unit, attackers: list[Unit]
) -> list[tuple[float, orders.Attack]]:
    """Attacks of one or more of the units on one enemy, with their values."""
    strong = sorted(attackers, key=lambda unit: (-unit.foot[0], unit.id))[:MOST_TOGETHER]
    gangs = [gang for size in range(1, len(strong) + 1) for gang in combinations(strong, size)]
    return [
        (
            strike_value(battle, gang, [target]) - EACH * len(gang),
            orders.Attack(tuple(unit.id for unit in gang), (target.id,)),
        )
        for gang in gangs
    ]


def wide_attacks(
    battle: Battle, unit: Unit, others: list[Unit]
) -> list[tuple[float, orders.Attack]]:
    """Attacks of one unit on two enemies at once, with their values."""
    men = [other for other in others if not is_animal(other)]
    return [
        (
            strike_value(battle, [unit], pair) - EACH,
            orders.Attack((unit.id,), tuple(other.id for other in pair)),
        )
        for pair in combinations(men, 2)
    ]
