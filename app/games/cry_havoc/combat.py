"""CH-CBT: close combat, and the attack on animals (CH-MNT-13, -14)."""

from __future__ import annotations

from app.games.cry_havoc import escape, orders, surrender
from app.games.cry_havoc.combat_rules import (
    COLUMNS,
    NOTHING,
    Odds,
    Units,
    below_one_to_one,
    letter_of,
    many_against_many,
    odds_of,
    out_of_reach,
    shifted_away,
    struck_already,
)
from app.games.cry_havoc.events import (
    Agreed,
    Asked,
    CombatClosed,
    Escaped,
    Event,
    Fought,
    SurrenderRolled,
    Unharmed,
)
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.harm import kill, stun, unhorse, wound
from app.games.cry_havoc.move_steps import kept_busy
from app.games.cry_havoc.occupancy import (
    is_animal,
    is_living,
    is_mounted,
    is_prisoner,
    not_own,
    other_side,
    refusals_of,
    seat_of,
    unable_to_act,
    unit_named,
)
from app.games.cry_havoc.retreats import drive_back, events_when_settled
from app.games.cry_havoc.state import DEAD, STUNNED, WOUNDED, Battle, Unit, Victim
from app.games.cry_havoc.tables import d10
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say


def blow(battle: Battle, units: Units, letter: str, table: str, by_side: str) -> list[Event]:
    """CH-CBT-12: If a multiple combat hits one character, the owner of the side hit chooses the
    victim.
    """
    able_to_suffer = [unit for unit in units if not is_animal(unit)] or list(units)
    if len(able_to_suffer) == 1:
        return suffered(battle, able_to_suffer[0], letter, by_side)
    hit = tuple(unit.id for unit in able_to_suffer)
    return [
        Asked(
            (
                Victim(
                    seat_of(battle, able_to_suffer[0]),
                    hit,
                    letter,
                    table == "against_mounted",
                    by_side,
                ),
            )
        )
    ]


def malformed(order: orders.Attack) -> Refusal | None:
    if not order.attackers or not order.defenders:
        return no(
            "CH-CBT-01",
            "An attack needs an attacker and a defender.",
            "Un ataque necesita un atacante y un defensor.",
        )
    if len(set(order.attackers)) < len(order.attackers) or len(set(order.defenders)) < len(
        order.defenders
    ):
        return no(
            "CH-CBT-17",
            "A unit takes part in a combat only once.",
            "Un personaje participa una sola vez en un combate.",
        )
    return None


def at_command(battle: Battle, unit: Unit, seat: str) -> Refusal | None:
    """Refusal unless the unit belongs to the seat, or to an ally who has agreed."""
    if unit.seat in battle.agreed and unit.side == battle.seats.get(seat):
        return None
    return not_own(battle, unit, seat)


def led_by_oneself(battle: Battle, attackers: Units, seat: str) -> Refusal | None:
    """Refusal of a joint attack without a unit of the seat."""
    if any(not_own(battle, unit, seat) is None for unit in attackers):
        return None
    return not_own(battle, attackers[0], seat)


def agree_refusals(battle: Battle, order: orders.Agree, seat: str) -> tuple[Refusal, ...]:  # noqa: ARG001 - it says all by its kind
    if seat in battle.agreed:
        return (
            no(
                "CH-SEQ-02",
                "Your units may already join attacks of your allies.",
                "Los tuyos ya pueden sumarse a los ataques de tus aliados.",
            ),
        )
    return ()


def agree(battle: Battle, order: orders.Agree, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - nothing is rolled
    refuse_if(agree_refusals(battle, order, seat))
    return [Agreed(seat)]


def agree_assessment(battle: Battle, order: orders.Agree, seat: str) -> Assessment:
    return Assessment(no=agree_refusals(battle, order, seat))


def agree_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offer to let allies lead the seat's units, if the side has several seats."""
    allies = [
        other
        for other, side in battle.seats.items()
        if side == battle.seats.get(seat) and other != seat
    ]
    if not allies or seat in battle.agreed:
        return []
    return [
        Offer(
            orders.Agree(),
            say(
                "Let allies use my units in joint attacks",
                "Permitir que los aliados sumen a los míos a sus ataques conjuntos",
            ),
        )
    ]


def ready_to_strike(
    battle: Battle, unit: Unit, defenders: Units, attackers: Units
) -> tuple[Refusal, ...]:
    """Refusals of the attacker alone: its state, its acts in this phase, and custody."""
    bound = (
        found_in(escape.still_stunned(unit), escape.joining(unit, attackers, defenders))
        if is_prisoner(unit) and "surrender_and_ransom" in battle.options
        else unable_to_act(unit)
    )
    return found_in(bound, kept_busy(unit), struck_already(unit))


def attack_refusals(battle: Battle, order: orders.Attack, seat: str) -> tuple[Refusal, ...]:
    attackers = [unit_named(battle, unit) for unit in order.attackers]
    defenders = [unit_named(battle, unit) for unit in order.defenders]
    first = (
        found_in(malformed(order))
        or found_in(at_command(battle, unit, seat) for unit in attackers)
        or found_in(led_by_oneself(battle, attackers, seat))
    )
    if first:
        return first
    ready = found_in(*(ready_to_strike(battle, unit, defenders, attackers) for unit in attackers))
    reach = found_in(
        *(out_of_reach(battle, one, other) for one in attackers for other in defenders)
    )
    weak: tuple[Refusal, ...] = ()
    if all(is_living(unit) for unit in (*attackers, *defenders)) and not ready:
        odds = odds_of(battle, attackers, defenders)
        weak = found_in(below_one_to_one(odds), shifted_away(odds))
    return found_in(ready, reach, weak, many_against_many(attackers, defenders))


def attack(battle: Battle, order: orders.Attack, seat: str, dice: Dice) -> list[Event]:
    refuse_if(refusals_of(attack_refusals, battle, order, seat))
    attackers = [battle.units[unit] for unit in order.attackers]
    defenders = [battle.units[unit] for unit in order.defenders]
    odds = odds_of(battle, attackers, defenders)
    happened: list[Event] = [CombatClosed()] if battle.combat else []
    happened += [Escaped(unit.id) for unit in attackers if is_prisoner(unit)]
    if surrender.may_yield(battle, attackers, defenders, COLUMNS[odds.column - 1]):
        die = d10(dice, "surrender", defenders[0].id)
        yields = surrender.asks_for_mercy(die)
        happened.append(SurrenderRolled(defenders[0].id, tuple(order.attackers), die, yields))
        if yields:
            return happened + surrender.taken_prisoner(
                fold(battle, happened), defenders[0], attackers
            )
    die = d10(dice, "combat", attackers[0].id)
    happened.append(fought(order, odds, die))
    happened += result(fold(battle, happened), order, letter_of(odds, die), odds.table)
    return happened + events_when_settled(fold(battle, happened))


def fought(order: orders.Attack, odds: Odds, die: int) -> Fought:
    return Fought(
        tuple(order.attackers),
        tuple(order.defenders),
        odds.attack,
        odds.defence,
        COLUMNS[odds.base - 1],
        odds.shift,
        COLUMNS[odds.column - 1],
        odds.table,
        die,
        letter_of(odds, die),
    )


def result(battle: Battle, order: orders.Attack, letter: str, table: str) -> list[Event]:
    """Events that the letter brings to the units it hits."""
    striking = battle.active
    if letter == NOTHING:
        return []
    if letter in ("A", "B"):
        hit, by_side = (
            [battle.units[unit] for unit in order.attackers],
            other_side(battle, striking),
        )
    else:
        hit, by_side = [battle.units[unit] for unit in order.defenders], striking
    if letter in ("B", "C"):
        return drive_back(battle, [unit.id for unit in hit], by_side)
    return blow(battle, hit, letter, table, by_side)


def suffered(battle: Battle, unit: Unit, letter: str, by_side: str) -> list[Event]:
    """Events for the victim of a letter: a wound for attackers, else by the state of the victim."""
    if letter == "A":
        return wound(battle, unit.id, by_side)
    if is_animal(unit):
        return [Unharmed(unit.id, letter)] if letter == "D" else kill(battle, unit.id, by_side)
    if is_mounted(unit):
        state = {"D": STUNNED, "E": WOUNDED, "F": DEAD}[letter]
        return unhorse(battle, unit.id, state, letter != "D", by_side)
    return {"D": stun, "E": wound, "F": kill}[letter](battle, unit.id, by_side)
