"""Offers of single attacks, joint attacks and attacks on several enemies."""

from __future__ import annotations

from app.games.cry_havoc import orders
from app.games.cry_havoc.combat import at_command, attack_refusals, ready_to_strike
from app.games.cry_havoc.combat_rules import (
    COLUMNS,
    Units,
    below_one_to_one,
    has_to_hand,
    odds_of,
    out_of_reach,
    shifted_away,
    strengths,
)
from app.games.cry_havoc.occupancy import figures, is_living, is_prisoner, not_own, refusals_of
from app.games.cry_havoc.state import PRISONER, STUNNED, Battle, Unit
from app.kernel.form import Choice, Field
from app.kernel.offers import Offer
from app.kernel.refusal import found_in
from app.kernel.say import Say, say


def attack_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of single attacks, joint attacks on an enemy, and attacks on several enemies."""
    mine = [
        unit
        for unit in battle.units.values()
        if not not_own(battle, unit, seat) and is_living(unit) and unit.state != STUNNED
    ]
    to_hand = {unit.id: has_to_hand(battle, unit) for unit in mine}
    single = [
        single_offer(battle, seat, unit, other)
        for unit in mine
        if unit.state != PRISONER
        for other in to_hand[unit.id]
    ]
    lent = {unit.id: has_to_hand(battle, unit) for unit in lent_men(battle, seat)}
    together = [
        offer
        for other in {other.id: other for others in to_hand.values() for other in others}.values()
        for offer in joint_offers(
            battle,
            other,
            [battle.units[unit] for unit, its in {**to_hand, **lent}.items() if other in its],
        )
    ]
    spread = [
        offer
        for unit in mine
        if unit.state != PRISONER
        for offer in spread_offers(battle, unit, to_hand[unit.id])
    ]
    return single + together + spread


def lent_men(battle: Battle, seat: str) -> Units:
    """Units of allies who have agreed to join."""
    return [
        unit
        for unit in battle.units.values()
        if not_own(battle, unit, seat)
        and at_command(battle, unit, seat) is None
        and is_living(unit)
        and unit.state not in (STUNNED, PRISONER)
    ]


def single_offer(battle: Battle, seat: str, unit: Unit, other: Unit) -> Offer:
    order = orders.Attack((unit.id,), (other.id,))
    refused = refusals_of(attack_refusals, battle, order, seat)
    return Offer(
        order,
        attack_label(battle, [unit], [other]),
        refused,
        act=attack_act([unit], other),
        piece=unit.id,
        place=other.hex or "",
        target=other.id,
        rolls=True,
    )


def joint_offers(battle: Battle, other: Unit, attackers: Units) -> list[Offer]:
    """Offers of an attack by all units in reach, and of a choice of them; a prisoner may join."""
    free = [
        unit
        for unit in attackers
        if not ready_to_strike(battle, unit, [other], attackers)
        and not out_of_reach(battle, unit, other)
    ]
    if len(free) < 2 or all(is_prisoner(unit) for unit in free):
        return []
    order = orders.Attack(tuple(unit.id for unit in free), (other.id,))
    odds = odds_of(battle, free, [other])
    weak = found_in(below_one_to_one(odds), shifted_away(odds))
    choices = tuple(Choice(unit.id, fighter(unit, figures(unit)[0])) for unit in free)
    ask = Field.some("attackers", say("Attackers", "Atacantes"), choices, least=2, most=len(free))
    whole = Offer(
        order,
        attack_label(battle, free, [other]),
        weak,
        act=attack_act(free, other),
        piece=free[0].id,
        place=other.hex or "",
        target=other.id,
        rolls=True,
        main=True,
    )
    some = Offer(
        orders.Attack((), (other.id,)),
        say(
            "Attack {target} with chosen pieces",
            "Atacar a {target} con fichas elegidas",
            target=other.name,
        ),
        weak,
        (ask,),
        piece=free[0].id,
        place=other.hex or "",
        target=other.id,
        rolls=True,
    )
    return [whole, some] if len(free) > 2 else [whole]


def spread_offers(battle: Battle, unit: Unit, others: Units) -> list[Offer]:
    """Offer of an attack on several enemies chosen among those in reach."""
    reached = [other for other in others if not out_of_reach(battle, unit, other)]
    if len(reached) < 2 or ready_to_strike(battle, unit, reached, [unit]):
        return []
    weakest = sorted(reached, key=lambda other: strengths([], [other])[1])[:2]
    odds = odds_of(battle, [unit], weakest)
    choices = tuple(
        Choice(other.id, fighter(other, strengths([], [other])[1])) for other in reached
    )
    ask = Field.some(
        "defenders", say("Defenders", "Defensores"), choices, least=2, most=len(reached)
    )
    return [
        Offer(
            orders.Attack((unit.id,), ()),
            say(
                "Attack several at once with {who}",
                "Atacar a varios a la vez con {who}",
                who=unit.name,
            ),
            found_in(below_one_to_one(odds)),
            (ask,),
            piece=unit.id,
            rolls=True,
        )
    ]


def fighter(unit: Unit, strength: int) -> Say:
    return say("{who} ({n})", "{who} ({n})", who=unit.name, n=strength)


def attack_act(attackers: Units, defender: Unit) -> Say:
    return say(
        "Attack {target} with {who}",
        "Atacar a {target} con {who}",
        who=[unit.name for unit in attackers],
        target=defender.name,
    )


def attack_label(battle: Battle, attackers: Units, defenders: Units) -> Say:
    """Label of an attack: attackers, defenders and column."""
    odds = odds_of(battle, attackers, defenders)
    facts = {"who": [unit.name for unit in attackers], "whom": [unit.name for unit in defenders]}
    if odds.column < 1:
        return Say("{who} against {whom}", "{who} contra {whom}", facts)
    return Say(
        "{who} against {whom}, {column}",
        "{who} contra {whom}, {column}",
        {**facts, "column": COLUMNS[odds.column - 1]},
    )
