"""HOA-MEL-05 and 07: Pairing of opponents, and the order in which an outnumbered figure fights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import figure_of, in_rolling_order, pairs_in_contact, profile
from app.games.heart_of_africa.pieces import CHARGED
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, no, refuse_if

if TYPE_CHECKING:
    from app.games.heart_of_africa import orders

MOST_OPPONENTS = 2
Touching = Mapping[str, tuple[str, ...]]
Fights = tuple[tuple[str, str], ...]


def touching(battle: Battle) -> dict[str, tuple[str, ...]]:
    """Every figure in close combat with the enemies it touches, in the order of the roster."""
    order = {key: place for place, key in enumerate(battle.figures)}
    found: dict[str, list[str]] = {}
    for one, two in pairs_in_contact(battle):
        found.setdefault(one, []).append(two)
        found.setdefault(two, []).append(one)
    return {
        key: tuple(sorted(found[key], key=order.__getitem__))
        for key in sorted(found, key=order.__getitem__)
    }


def knots(touch: Touching) -> list[tuple[str, ...]]:
    """The groups of figures connected by contact."""
    seen: set[str] = set()
    found = []
    for start in touch:
        if start in seen:
            continue
        knot, queue = [], [start]
        while queue:
            one = queue.pop()
            if one not in seen:
                seen.add(one)
                knot.append(one)
                queue += touch[one]
        found.append(tuple(key for key in touch if key in set(knot)))
    return found


def choosing_side(battle: Battle, knot: Iterable[str]) -> str:
    """The side that chooses the pairs: the one with more figures in the knot; else the one that
    made contact; else the attacker.
    """
    figures = [battle.figures[key] for key in knot]
    mine = sum(figure.side == "A" for figure in figures)
    if mine * 2 != len(figures):
        return "A" if mine * 2 > len(figures) else "B"
    chargers = {figure.side for figure in figures if CHARGED in figure.did}
    return chargers.pop() if len(chargers) == 1 else battle.attacker


def matched_pairs(touch: Touching, ones: Iterable[str], bound: Fights = ()) -> dict[str, str]:
    """As many one-to-one pairs as possible among those not bound already, as a map from the figures
    of one side to the other.
    """
    taken = {key for pair in bound for key in pair}
    partner: dict[str, str] = {}

    def found(one: str, tried: set[str]) -> bool:
        for two in touch[one]:
            if two in taken or two in tried:
                continue
            tried.add(two)
            if two not in partner or found(partner[two], tried):
                partner[two] = one
                return True
        return False

    for one in ones:
        if one not in taken:
            found(one, set())
    return {one: two for two, one in partner.items()}


def sides_of(battle: Battle, knot: Iterable[str]) -> tuple[list[str], list[str]]:
    mine = [key for key in knot if battle.figures[key].side == battle.attacker]
    return mine, [key for key in knot if battle.figures[key].side != battle.attacker]


def singles_of(chosen: Fights) -> Fights:
    """The chosen pairs without doublings. Of pairs that share a figure the first is the single
    fight; the order has no effect.
    """
    found: list[tuple[str, str]] = []
    for pair in chosen:
        if not any(count_fights(found, key) for key in pair):
            found.append(pair)
    return tuple(found)


def fights_in(
    battle: Battle, touch: Touching, knot: Sequence[str], chosen: Fights = ()
) -> Fights | None:
    """HOA-MEL-05: As many single fights as possible are formed. Then each remaining figure joins a
    touching enemy with one opponent; at most two fight one.

    `chosen` pairs are kept; None if they are not compatible with the rule.
    """
    mine, _ = sides_of(battle, knot)
    chosen = tuple(dict.fromkeys((one, two) if one in mine else (two, one) for one, two in chosen))
    result = list(singles_of(chosen))
    rest = [pair for pair in chosen if pair not in result]
    result += matched_pairs(touch, mine, chosen).items()
    if len(result) != len(matched_pairs(touch, mine)):
        return None
    for pair in rest:
        if not may_join_fight(result, pair):
            return None
        result.append(pair)
    for key in knot:
        if count_fights(result, key) == 0:
            enemy = next((one for one in touch[key] if count_fights(result, one) == 1), None)
            if enemy is not None:
                result.append((key, enemy) if key in mine else (enemy, key))
    return tuple(result)


def count_fights(fights: Iterable[tuple[str, str]], key: str) -> int:
    return sum(key in pair for pair in fights)


def may_join_fight(fights: Iterable[tuple[str, str]], pair: tuple[str, str]) -> bool:
    """True if one of the pair has no opponent and the other has exactly one."""
    fights = list(fights)
    return sorted(count_fights(fights, key) for key in pair) == [0, 1]


def fights_of(battle: Battle) -> Fights:
    """Every fight of the turn, knot by knot."""
    touch = touching(battle)
    found: list[tuple[str, str]] = []
    for knot in knots(touch):
        chosen = tuple(pair for pair in battle.melee.pairs if pair[0] in knot and pair[1] in knot)
        found += fights_in(battle, touch, knot, chosen) or fights_in(battle, touch, knot) or ()
    return tuple(found)


def in_order(battle: Battle, fights: Fights) -> tuple[tuple[str, str, bool], ...]:
    """The fights one by one, those of an outnumbered figure in the order chosen for it.

    Each row: the figure that has one enemy or is outnumbered, its opponent, True for a second
    opponent.
    """
    rows: list[tuple[str, str, bool]] = []
    done: set[tuple[str, str]] = set()
    for one, two in fights:
        if (one, two) in done:
            continue
        outnumbered = next(
            (key for key in (one, two) if count_fights(fights, key) == MOST_OPPONENTS), None
        )
        if outnumbered is None:
            rows.append((one, two, False))
            continue
        enemies = [
            pair[1] if pair[0] == outnumbered else pair[0] for pair in fights if outnumbered in pair
        ]
        first = first_met(battle, outnumbered, enemies)
        rows += [
            (outnumbered, first, False),
            *((outnumbered, enemy, True) for enemy in enemies if enemy != first),
        ]
        done |= {pair for pair in fights if outnumbered in pair}
    return tuple(rows)


def first_met(battle: Battle, outnumbered: str, enemies: Sequence[str]) -> str:
    """HOA-MEL-07: The outnumbered figure names its first opponent before the dice; else the one
    with the higher factor is first. `combat.resolve` makes it fight the second one only if it
    lives, and `combat.second_opponent` adds 2 (HOA-MEL-09).
    """
    named = battle.melee.first_opponent.get(outnumbered)
    if named is not None and named in enemies:
        return named
    return max(enemies, key=lambda key: profile(battle.figures[key]).melee or 0)


def pair_refusals(battle: Battle, order: orders.Pair, side: str) -> tuple[Refusal, ...]:
    touch = touching(battle)
    for one, two in order.pairs:
        first, second = figure_of(battle, one, side), figure_of(battle, two, side)
        if second.id not in touch.get(first.id, ()):
            return (
                no(
                    "HOA-MEL-05",
                    "{one} and {two} are not in contact.",
                    "{one} y {two} no están en contacto.",
                    one=called(battle, first),
                    two=called(battle, second),
                ),
            )
    for key in {key for pair in order.pairs for key in pair}:
        if count_fights(order.pairs, key) > MOST_OPPONENTS:
            return (
                no(
                    "HOA-MEL-05",
                    "At most two fight {one}.",
                    "Como mucho dos luchan contra {one}.",
                    one=called(battle, battle.figures[key]),
                ),
            )
    named = fold(battle, (e.Paired(side, order.pairs),)).melee.pairs
    return knot_refusals(battle, order, side, touch, named)


def knot_refusals(
    battle: Battle,
    order: orders.Pair,
    side: str,
    touch: Mapping[str, tuple[str, ...]],
    named: tuple[tuple[str, str], ...],
) -> tuple[Refusal, ...]:
    """Refusals of a choice by the wrong side, or of pairs that leave fights out."""
    for knot in knots(touch):
        if not any(pair[0] in knot for pair in order.pairs):
            continue
        chosen = tuple(pair for pair in named if pair[0] in knot)
        if choosing_side(battle, knot) != side:
            return (
                no(
                    "HOA-MEL-05",
                    "The side with more figures there chooses.",
                    "Elige el bando con más figuras en ese combate.",
                ),
            )
        if fights_in(battle, touch, knot, chosen) is None:
            return (
                no(
                    "HOA-MEL-05",
                    "More single fights are possible than these pairs allow.",
                    "Esas parejas dejan menos combates singulares de los posibles.",
                ),
            )
    return ()


def pair(battle: Battle, order: orders.Pair, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 the contract of a chapter
    refuse_if(pair_refusals(battle, order, side))
    return (e.Paired(side, order.pairs),)


def chosen_by(battle: Battle, side: str) -> Fights:
    """The pairs that a side has chosen, in the knots where the choice is its own."""
    if not battle.melee.pairs:
        return ()
    own = {
        key
        for knot in knots(touching(battle))
        if choosing_side(battle, knot) == side
        for key in knot
    }
    return tuple(pair for pair in battle.melee.pairs if own.issuperset(pair))


def first_refusals(battle: Battle, order: orders.FirstOpponent, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against naming that enemy first. Pairs chosen by the other side are
    not known yet.
    """
    battle = battle.with_melee(pairs=chosen_by(battle, side))
    figure, enemy = figure_of(battle, order.figure, side), figure_of(battle, order.opponent, side)
    if figure.side != side:
        return (no("HOA-MEL-07", "It is not your figure.", "No es una figura tuya."),)
    enemies = [pair for pair in fights_of(battle) if figure.id in pair]
    if len(enemies) < MOST_OPPONENTS or not any(enemy.id in pair for pair in enemies):
        return (
            no(
                "HOA-MEL-07",
                "Only a figure with two opponents names the first of them.",
                "Solo una figura con dos rivales elige al primero.",
            ),
        )
    return ()


def name_first(
    battle: Battle,
    order: orders.FirstOpponent,
    side: str,
    dice: Dice,  # noqa: ARG001 - the contract of a chapter
) -> Sequence[Event]:
    refuse_if(first_refusals(battle, order, side))
    return (e.FirstNamed(order.figure, order.opponent),)


def owing(battle: Battle) -> tuple[str, ...]:
    """The sides that have a real choice: another pairing of unlike figures, or the first of two
    unlike enemies.
    """
    touch = touching(battle)
    found: set[str] = set()
    for knot in knots(touch):
        if (
            len(knot) > MOST_OPPONENTS
            and choosing_side(battle, knot) not in found
            and has_choice(battle, touch, knot)
        ):
            found.add(choosing_side(battle, knot))
        fights = fights_in(battle, touch, knot) or ()
        for key in knot:
            enemies = [enemy for pair in fights if key in pair for enemy in pair if enemy != key]
            if (
                len(enemies) == MOST_OPPONENTS
                and len({kind_of(battle, enemy) for enemy in enemies}) > 1
            ):
                found.add(battle.figures[key].side)
    return tuple(side for side in in_rolling_order(battle) if side in found)


def has_choice(battle: Battle, touch: Touching, knot: Sequence[str]) -> bool:
    """True if another lawful pairing would match unlike figures."""
    usual = fights_in(battle, touch, knot) or ()
    shape = sorted((kind_of(battle, one), kind_of(battle, two)) for one, two in usual)
    for one in sides_of(battle, knot)[0]:
        for two in touch[one]:
            if (one, two) in usual:
                continue
            changed = fights_in(battle, touch, knot, ((one, two),))
            if (
                changed
                and sorted((kind_of(battle, a), kind_of(battle, b)) for a, b in changed) != shape
            ):
                return True
    return False


def kind_of(battle: Battle, key: str) -> str:
    figure = battle.figures[key]
    return f"{figure.type}/{figure.role}/{figure.unit}"
