"""Preview of a combat: strengths, chances and results in words."""

from __future__ import annotations

from collections import Counter

from app.games.cry_havoc import orders, surrender
from app.games.cry_havoc.combat import attack_refusals
from app.games.cry_havoc.combat_rules import (
    COLUMNS,
    NOTHING,
    Odds,
    Units,
    letter_of,
    odds_of,
    strengths,
)
from app.games.cry_havoc.harm import comes_to
from app.games.cry_havoc.occupancy import is_animal, is_living, is_mounted, refusals_of
from app.games.cry_havoc.retreat_odds import RETREATING, retreat_words
from app.games.cry_havoc.state import DEAD, STUNNED, WOUNDED, Battle, Unit
from app.games.cry_havoc.tables import COMBAT
from app.kernel.offers import Assessment, Chance
from app.kernel.say import Say, as_is, say
from app.kernel.tally import Reason, Tally

DIE = 10


HITS = ("D", "E", "F")


HURT = {"A": WOUNDED, "D": STUNNED, "E": WOUNDED, "F": DEAD}


UNHARMED = say("unharmed", "ileso")


WORDS: dict[str, Say] = {
    WOUNDED: say("wounded", "herido"),
    STUNNED: say("stunned", "aturdido"),
    DEAD: say("dead", "muerto"),
}


SADDLE: dict[str, Say] = {
    "D": say("{state}, thrown from an unhurt horse", "{state}, derribado de un caballo ileso"),
    "E": say("{state}, the horse killed", "{state}, con el caballo muerto"),
    "F": say("dead, and the horse too", "muerto, y el caballo también"),
}


NO_EFFECT = say("no effect", "sin efecto")


def outcome_of(battle: Battle, unit: Unit, letter: str) -> Say:
    """Result of the letter for its victim, a second misfortune included, in words."""
    if is_animal(unit):
        return UNHARMED if letter == "D" else WORDS[DEAD]
    thrown = is_mounted(unit) and letter in SADDLE
    become = WORDS[comes_to(battle, unit, HURT[letter], thrown)]
    return Say(SADDLE[letter].en, SADDLE[letter].es, {"state": become}) if thrown else become


def words_of(battle: Battle, letter: str, attackers: Units, defenders: Units) -> Say:
    """Result of the letter for this combat, in words."""
    if letter == NOTHING:
        return NO_EFFECT
    if letter in RETREATING:
        return retreat_words(battle, letter, attackers if letter == "B" else defenders)
    hit = (
        attackers
        if letter == "A"
        else [unit for unit in defenders if not is_animal(unit)] or defenders
    )
    if len(hit) == 1:
        return say(
            "{who}: {becomes}",
            "{who}: {becomes}",
            who=hit[0].name,
            becomes=outcome_of(battle, hit[0], letter),
        )
    plain = outcome_of(battle, hit[0], letter) if is_animal(hit[0]) else WORDS[HURT[letter]]
    return say(
        "one of {hit}: {becomes}",
        "uno entre {hit}: {becomes}",
        hit=[unit.name for unit in hit],
        becomes=plain,
    )


def faces_of_mercy(battle: Battle, attackers: Units, defenders: Units, odds: Odds) -> int:
    """Number of faces (of 10) on which a knight surrenders before the combat; 0 if none is
    rolled.
    """
    if not surrender.may_yield(battle, attackers, defenders, COLUMNS[odds.column - 1]):
        return 0
    return sum(surrender.asks_for_mercy(die) for die in range(1, DIE + 1))


def chances(battle: Battle, attackers: Units, defenders: Units, odds: Odds) -> tuple[Chance, ...]:
    """Chance of every outcome, in faces; a possible surrender comes first."""
    yields = faces_of_mercy(battle, attackers, defenders, odds)
    ways, of = (DIE - yields, DIE * DIE) if yields else (1, DIE)
    mercy = (
        [Chance(say("{who} surrenders", "{who} se rinde", who=defenders[0].name), yields * DIE, of)]
        if yields
        else []
    )
    counted = Counter(letter_of(odds, die) for die in range(1, DIE + 1))
    brought: dict[str, Chance] = {}
    for letter in reversed(COMBAT["order_for_attacker"]):
        if counted[letter]:
            says = words_of(battle, letter, attackers, defenders)
            already = brought[str(says)].ways if str(says) in brought else 0
            brought[str(says)] = Chance(
                says, already + counted[letter] * ways, of, letter in ("C", *HITS)
            )
    return (*mercy, *brought.values())


SIGNS = {"+": say("advantage", "ventaja"), "-": say("drawback", "desventaja")}
NEUTRAL = say("neutral", "neutro")


def tallies(attackers: Units, defenders: Units, odds: Odds) -> tuple[tuple[Say, Tally], ...]:
    """Tallies of both strengths, and of the shift unless the ground is neutral for both."""
    attack = Tally(
        tuple(Reason("CH-CBT-02", strengths([unit], [])[0], as_is(unit.name)) for unit in attackers)
    )
    defence = Tally(
        tuple(
            Reason(
                "CH-MNT-14" if is_animal(unit) else "CH-CBT-02",
                strengths([], [unit])[1],
                as_is(unit.name),
            )
            for unit in defenders
        )
    )
    one, other = odds.signs
    strong = ((say("Attack", "Ataque"), attack), (say("Defence", "Defensa"), defence))
    if one not in SIGNS and other not in SIGNS:
        return strong
    signs = say(
        "attackers: {one}; defenders: {other}",
        "atacantes: {one}; defensores: {other}",
        one=SIGNS.get(one, NEUTRAL),
        other=SIGNS.get(other, NEUTRAL),
    )
    ground = Tally((Reason("CH-CBT-07", odds.shift, signs),))
    return *strong, (say("Ground: shift of the column", "Terreno: desplaza la columna"), ground)


def attack_assessment(battle: Battle, order: orders.Attack, seat: str) -> Assessment:
    refused = refusals_of(attack_refusals, battle, order, seat)
    known = all(
        unit in battle.units and is_living(battle.units[unit])
        for unit in (*order.attackers, *order.defenders)
    )
    if not known or not order.attackers or not order.defenders:
        return Assessment(no=refused)
    attackers, defenders = (
        [battle.units[unit] for unit in units] for units in (order.attackers, order.defenders)
    )
    odds = odds_of(battle, attackers, defenders)
    fought_on = COLUMNS[odds.column - 1] if odds.column > 0 else None
    report = {
        "ratio": [odds.attack, odds.defence],
        "base_column": COLUMNS[odds.base - 1] if odds.base else None,
        "shift": odds.shift,
        "column": fought_on,
        "table": odds.table,
    }
    exact = chances(battle, attackers, defenders, odds) if fought_on else ()
    return Assessment(
        no=refused, report=report, tallies=tallies(attackers, defenders, odds), odds=exact
    )
