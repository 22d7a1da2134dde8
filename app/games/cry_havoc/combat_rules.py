"""Rules of combat: reach, strengths, ratio, ground and several fighters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from app.games.cry_havoc import surrender
from app.games.cry_havoc.ground import WINDOW
from app.games.cry_havoc.occupancy import (
    figures,
    hexes_of,
    is_animal,
    is_living,
    is_mounted,
    is_prisoner,
    side_of,
    the_ground,
    within_reach,
)
from app.games.cry_havoc.state import Battle, Unit
from app.games.cry_havoc.tables import ANIMALS, COMBAT, SHIFTS, TERRAIN
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.hexes import side_towards

COLUMNS: tuple[str, ...] = tuple(COMBAT["columns"])


WORST_FIRST = "-0+"


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
    """CH-CBT-10: A combat has one attacker or one defender; many against many are separate
    combats.
    """
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


NOTHING = "-"
