"""CH-CBT: close combat, and the attack on animals (CH-MNT-13, -14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from app.games.cry_havoc import orders, surrender
from app.games.cry_havoc.events import (
    Agreed,
    Answered,
    Asked,
    CombatClosed,
    Escaped,
    Event,
    Fought,
    SurrenderRolled,
    Unharmed,
)
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.ground import WINDOW
from app.games.cry_havoc.harm import (
    comes_to,
    drive_back,
    hardest_hit,
    kill,
    settled,
    stun,
    unhorse,
    wound,
)
from app.games.cry_havoc.movement import kept_busy
from app.games.cry_havoc.occupancy import (
    able,
    figures,
    hexes_of,
    is_animal,
    is_living,
    is_mounted,
    is_prisoner,
    named,
    other_side,
    own,
    refusals_of,
    seat_of,
    side_of,
    the_ground,
    within_reach,
)
from app.games.cry_havoc.state import DEAD, PRISONER, STUNNED, WOUNDED, Battle, Unit, Victim
from app.games.cry_havoc.tables import ANIMALS, COMBAT, SHIFTS, TERRAIN, d10
from app.kernel.dice import Dice
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Chance, Offer
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import Say, as_is, say
from app.kernel.space.hexes import side_towards
from app.kernel.tally import Reason, Tally

COLUMNS: tuple[str, ...] = tuple(COMBAT["columns"])
WORST_FIRST = "-0+"
DIE = 10
NOTHING = "-"
HITS = ("D", "E", "F")
Units = Sequence[Unit]


class Odds(msgspec.Struct, frozen=True):
    """Strengths, column of the ratio, signs of the ground, shift and table of a combat."""

    attack: int
    defence: int
    base: int
    signs: tuple[str, str]
    shift: int
    table: str

    @property
    def column(self) -> int:
        """Number of the column after the shift; 0 or less if there is none."""
        return min(self.base + self.shift, len(COLUMNS)) if self.base else 0


# ------------------------------------------------------------------------------------------------ a


def animals_for_the_taking(battle: Battle, side: str, animal: Unit) -> Refusal | None:
    """CH-MNT-13: A riderless animal may be attacked like a ridden one, unless the attacker's own
    side leads it.
    """
    if side_of(battle, animal) == side:
        return no(
            "CH-MNT-13",
            "{what} is led by your own side.",
            "A {what} lo lleva tu propio bando.",
            what=animal.name,
        )
    return None


def animal_defence(animal: Unit) -> int:
    """CH-MNT-14: Horses and mules have a defence of 1, used only without a rider."""
    return int(ANIMALS[animal.kind]["defence"])


# ------------------------------------------------------------------------------------------------ w


def has_to_hand(battle: Battle, unit: Unit) -> list[Unit]:
    """CH-SEQ-07: A unit next to an enemy may attack it, even after a shot or a move."""
    near = {hex_ for here in hexes_of(unit) for _, hex_ in the_ground(battle).neighbours(here)}
    return [
        other
        for other in battle.units.values()
        if near.intersection(hexes_of(other)) and not not_an_enemy(battle, unit, other)
    ]


def not_an_enemy(battle: Battle, attacker: Unit, defender: Unit) -> Refusal | None:
    """CH-CBT-01: Characters of different sides may fight while alive and on the map."""
    if not is_living(defender):
        return no(
            "CH-CBT-01",
            "{whom} is dead or off the map.",
            "{whom} ha muerto o está fuera del mapa.",
            whom=defender.name,
        )
    if is_animal(defender):
        return animals_for_the_taking(battle, attacker.side or "", defender)
    if defender.side == attacker.side:
        return no(
            "CH-CBT-01",
            "{whom} is on the same side.",
            "{whom} es del mismo bando.",
            whom=defender.name,
        )
    return surrender.in_custody(defender) if is_prisoner(defender) else None


def strengths(attackers: Units, defenders: Units) -> tuple[int, int]:
    """CH-CBT-02: The attack of the active side stands against the defence of its opponents; several
    units add up.
    """
    return (
        sum(figures(unit)[0] for unit in attackers),
        sum(animal_defence(unit) if is_animal(unit) else figures(unit)[1] for unit in defenders),
    )


def column_of(attack: int, defence: int) -> int:
    """CH-CBT-03: The column is attack divided by defence, rounded down; at most the last column, 0
    below 1-1.
    """
    return min(attack // defence, len(COLUMNS))


def below_one_to_one(odds: Odds) -> Refusal | None:
    if odds.base:
        return None
    return no(
        "CH-CBT-03",
        "{attack} against {defence} is less than 1-1.",
        "{attack} contra {defence} no llega a 1-1.",
        attack=odds.attack,
        defence=odds.defence,
    )


def table_of(defenders: Units) -> str:
    """CH-CBT-04: The state of the defender decides between the tables against characters on foot
    and mounted ones.
    """
    return "against_mounted" if mixed(defenders) else "against_foot"


def letter_of(odds: Odds, die: int) -> str:
    """CH-CBT-05: The die gives the letter: A and B hit the attackers, C to F the defenders, a dash
    nothing.
    """
    return str(COMBAT[odds.table][die][odds.column - 1])


def shift_of(attackers: str, defenders: str) -> int:
    """CH-CBT-07: The ground of attackers and defenders shifts the column to the right by this
    number.
    """
    return int(SHIFTS[attackers][defenders])


def shifted_away(odds: Odds) -> Refusal | None:
    if odds.base and odds.column < 1:
        return no(
            "CH-CBT-07",
            "The ground shifts {base} by {shift}: below 1-1.",
            "El terreno desplaza {base} en {shift}: por debajo de 1-1.",
            base=COLUMNS[odds.base - 1],
            shift=odds.shift,
        )
    return None


def sign_of(battle: Battle, unit: Unit) -> str:
    """CH-CBT-08: A unit counts with the sign of its ground, in two hexes with the worse one."""
    return worst(TERRAIN[the_ground(battle).kind(hex_)]["combat"] for hex_ in hexes_of(unit))


def sign_of_several(battle: Battle, defenders: Units) -> str:
    """CH-CBT-09: Several enemies attacked at once count with the worst ground among them; their
    defence adds up.
    """
    return worst(sign_of(battle, unit) for unit in defenders)


def many_against_many(attackers: Units, defenders: Units) -> Refusal | None:
    """CH-CBT-10: A combat has one attacker or one defender; many against many are separate combats."""
    if len(attackers) > 1 and len(defenders) > 1:
        return no(
            "CH-CBT-10",
            "{m} against {n}: one attacker or one defender.",
            "{m} contra {n}: ha de haber un solo atacante o un solo defensor.",
            m=len(attackers),
            n=len(defenders),
        )
    return None


def sign_of_joint_attack(battle: Battle, attackers: Units) -> str:
    """CH-CBT-11: In a joint attack the attackers count with the worst ground among them."""
    return worst(sign_of(battle, unit) for unit in attackers)


def worst(signs: Iterable[str]) -> str:
    return min(signs, key=WORST_FIRST.index, default="0")


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


def through_a_window(battle: Battle, attacker: Unit, defender: Unit) -> Refusal | None:
    """CH-CBT-15: No unit attacks an enemy on the other side of a window."""
    if any(kind == WINDOW for kind in sides_between(battle, attacker, defender)):
        return no(
            "CH-CBT-15",
            "A window is between {who} and {whom}.",
            "Hay una ventana entre {who} y {whom}.",
            who=attacker.name,
            whom=defender.name,
        )
    return None


def out_of_a_riders_reach(battle: Battle, attacker: Unit, defender: Unit) -> Refusal | None:
    """CH-CBT-16: A rider cannot attack an enemy in trees or inside a house; a door hex is not
    inside.
    """
    where = the_ground(battle).kind(defender.hex or "")
    if is_mounted(attacker) and where in ("trees", "interior"):
        return no(
            "CH-CBT-16",
            "{who} is mounted and cannot reach {whom} in {hex}.",
            "{who} va a caballo y no alcanza a {whom} en {hex}.",
            who=attacker.name,
            whom=defender.name,
            hex=defender.hex,
        )
    return None


def struck_already(unit: Unit) -> Refusal | None:
    """CH-CBT-17: A character takes part in one attack per phase; a defender may suffer several."""
    if unit.attacked:
        return no(
            "CH-CBT-17",
            "{who} has fought in this phase.",
            "{who} ya ha atacado en esta fase.",
            who=unit.name,
        )
    return None


def walled_apart(battle: Battle, attacker: Unit, defender: Unit) -> Refusal | None:
    """CH-CBT-18: A wall on the common hexside prevents combat; an opening or a crest does not."""
    if sides_between(battle, attacker, defender) and not through_a_window(
        battle, attacker, defender
    ):
        return no(
            "CH-CBT-18",
            "A wall is between {who} and {whom}.",
            "Hay una pared entre {who} y {whom}.",
            who=attacker.name,
            whom=defender.name,
        )
    return None


def mixed(defenders: Units) -> bool:
    """CH-CBT-19: One rider or animal among several defenders is enough for the table against
    mounted characters.
    """
    return any(is_mounted(unit) or is_animal(unit) for unit in defenders)


# ------------------------------------------------------------------------------------------------ r


def sides_between(battle: Battle, one: Unit, other: Unit) -> list[str]:
    """Kinds of the common hexsides: "", wall, door, gate or window; empty if the units are not
    adjacent.
    """
    ground = the_ground(battle)
    common = [
        (here, side_towards(here, there)) for here in hexes_of(one) for there in hexes_of(other)
    ]
    return [ground.side(here, side) for here, side in common if side]


def out_of_reach(battle: Battle, attacker: Unit, defender: Unit) -> tuple[Refusal, ...]:
    """Refusals that keep the two from fighting, apart from the ratio of strengths."""
    foe = not_an_enemy(battle, attacker, defender)
    if foe or within_reach(battle, attacker, defender):
        return found_in(foe, None if foe else out_of_a_riders_reach(battle, attacker, defender))
    if not sides_between(battle, attacker, defender):
        return (
            no(
                "CH-CBT-01",
                "{who} is not next to {whom}.",
                "{who} no está junto a {whom}.",
                who=attacker.name,
                whom=defender.name,
            ),
        )
    return found_in(
        through_a_window(battle, attacker, defender), walled_apart(battle, attacker, defender)
    )


def odds_of(battle: Battle, attackers: Units, defenders: Units) -> Odds:
    attack, defence = strengths(attackers, defenders)
    signs = sign_of_joint_attack(battle, attackers), sign_of_several(battle, defenders)
    return Odds(
        attack, defence, column_of(attack, defence), signs, shift_of(*signs), table_of(defenders)
    )


# ------------------------------------------------------------------------------------------------ t


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
    return own(battle, unit, seat)


def led_by_oneself(battle: Battle, attackers: Units, seat: str) -> Refusal | None:
    """Refusal of a joint attack without a unit of the seat."""
    if any(own(battle, unit, seat) is None for unit in attackers):
        return None
    return own(battle, attackers[0], seat)


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
        surrender.joining(unit, attackers, defenders)
        if is_prisoner(unit) and "surrender_and_ransom" in battle.options
        else able(unit)
    )
    return found_in(bound, kept_busy(unit), struck_already(unit))


def attack_refusals(battle: Battle, order: orders.Attack, seat: str) -> tuple[Refusal, ...]:
    attackers = [named(battle, unit) for unit in order.attackers]
    defenders = [named(battle, unit) for unit in order.defenders]
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
    return happened + settled(fold(battle, happened))


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


# ------------------------------------------------------------------------------------------------ w


def choose_victim_refusals(
    battle: Battle, order: orders.ChooseVictim, seat: str
) -> tuple[Refusal, ...]:
    unit = named(battle, order.unit)
    asked = battle.pending[0] if battle.pending else None
    if not isinstance(asked, Victim) or asked.seat != seat:
        return (
            no(
                "CH-CBT-12",
                "You have no victim to choose now.",
                "Ahora no te toca elegir una víctima.",
            ),
        )
    if unit.id not in asked.units:
        return (
            no(
                "CH-CBT-12",
                "{who} cannot take this result: choose a unit that fought.",
                "{who} no puede recibir este resultado: elige entre los que lucharon.",
                who=unit.name,
            ),
        )
    return ()


def choose_victim(battle: Battle, order: orders.ChooseVictim, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 handed to every chapter
    refuse_if(refusals_of(choose_victim_refusals, battle, order, seat))
    asked: Any = battle.pending[0]
    happened: list[Event] = [Answered()]
    happened += suffered(fold(battle, happened), battle.units[order.unit], asked.letter, asked.by)
    return happened + settled(fold(battle, happened))


def choose_victim_assessment(battle: Battle, order: orders.ChooseVictim, seat: str) -> Assessment:
    asked = battle.pending[0] if battle.pending else None
    unit = battle.units.get(order.unit)
    report = (
        {"letter": asked.letter, "becomes": str(outcome_of(battle, unit, asked.letter))}
        if isinstance(asked, Victim) and unit
        else {}
    )
    return Assessment(no=refusals_of(choose_victim_refusals, battle, order, seat), report=report)


def choose_victim_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of the victims to choose from, each with its result."""
    asked = battle.pending[0] if battle.pending else None
    if not isinstance(asked, Victim) or asked.seat != seat:
        return []
    units = [battle.units[unit] for unit in asked.units]
    return [
        Offer(
            orders.ChooseVictim(unit.id),
            say(
                "{who}: {becomes}",
                "{who}: {becomes}",
                who=unit.name,
                becomes=outcome_of(battle, unit, asked.letter),
            ),
            piece=unit.id,
            place=unit.hex or "",
            main=unit.id == hardest_hit(battle, asked.units),
        )
        for unit in units
    ]


# ------------------------------------------------------------------------------------------------ b


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
LETTERS: dict[str, Say] = {
    "B": say("the attackers retreat", "los atacantes retroceden"),
    NOTHING: say("no effect", "sin efecto"),
    "C": say("the defenders retreat", "los defensores retroceden"),
}


def outcome_of(battle: Battle, unit: Unit, letter: str) -> Say:
    """Result of the letter for its victim, a second misfortune included, in words."""
    if is_animal(unit):
        return UNHARMED if letter == "D" else WORDS[DEAD]
    thrown = is_mounted(unit) and letter in SADDLE
    become = WORDS[comes_to(battle, unit, HURT[letter], thrown)]
    return Say(SADDLE[letter].en, SADDLE[letter].es, {"state": become}) if thrown else become


def words_of(battle: Battle, letter: str, attackers: Units, defenders: Units) -> Say:
    """Result of the letter for this combat, in words."""
    if letter in LETTERS:
        return LETTERS[letter]
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
    """Number of faces (of 10) on which a knight surrenders before the combat; 0 if none is rolled."""
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


def tallies(attackers: Units, defenders: Units, odds: Odds) -> tuple[tuple[Say, Tally], ...]:
    """Tallies of both strengths and of the shift."""
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
    signs = say(
        "attackers ({one}), defenders ({other})",
        "atacantes ({one}), defensores ({other})",
        one=odds.signs[0],
        other=odds.signs[1],
    )
    ground = Tally((Reason("CH-CBT-07", odds.shift, signs),))
    return (
        (say("Attack", "Ataque"), attack),
        (say("Defence", "Defensa"), defence),
        (say("Ground", "Terreno"), ground),
    )


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


# ------------------------------------------------------------------------------------------------ o


def attack_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of single attacks, joint attacks on an enemy, and attacks on several enemies."""
    mine = [
        unit
        for unit in battle.units.values()
        if not own(battle, unit, seat) and is_living(unit) and unit.state != STUNNED
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
        if own(battle, unit, seat)
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
        piece=free[0].id,
        place=other.hex or "",
        target=other.id,
        rolls=True,
        main=True,
    )
    some = Offer(
        orders.Attack((), (other.id,)),
        say(
            "Joint attack by chosen pieces on {whom}",
            "Ataque conjunto de piezas elegidas contra {whom}",
            whom=other.name,
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
            say("{who} against several at once", "{who} contra varios a la vez", who=unit.name),
            found_in(below_one_to_one(odds)),
            (ask,),
            piece=unit.id,
            rolls=True,
        )
    ]


def fighter(unit: Unit, strength: int) -> Say:
    return say("{who} ({n})", "{who} ({n})", who=unit.name, n=strength)


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
