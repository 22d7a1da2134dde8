"""Exact chances of fire, from the same tallies, saves and targets as the dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product

import msgspec

from app.games.heart_of_africa.figures import is_vessel, passengers
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.shooting import guns, hits, roof_shots, saves
from app.games.heart_of_africa.shooting.aim import aim_at_point
from app.games.heart_of_africa.shooting.modifiers import HIT, tally, tally_at_point, total_of
from app.games.heart_of_africa.shooting.targets import eligible, next_of_group
from app.games.heart_of_africa.shooting.weapons import arm_of
from app.games.heart_of_africa.state import Battle, Shot

FACES = range(1, 7)
NEVER, SURE = Fraction(0), Fraction(1)
Losses = dict[tuple[int, frozenset[str]], Fraction]
"""Chances of states: the number of losses, and the figures removed that matter later."""
MOST_BRANCHES = 4096


class Fall(msgspec.Struct, frozen=True):
    """One way in which a shooting die may fall: how likely it is, how likely each figure is then to
    fall, canoes holed.
    """

    weight: Fraction
    deaths: Mapping[str, Fraction]
    holed: str = ""


def odds(battle: Battle, shot: Shot) -> Fraction:
    """The chance that the target falls, saves counted and attendants left out.

    For a machine gun: that any named target falls. For a shot at a wall: that it breaks. For a fire
    arrow: that the roof burns.
    """
    shooter = battle.figures[shot.figure]
    if shot.building:
        return wall_odds(battle, shooter, shot)
    if shot.arrow:
        return arrow_odds(battle, shooter, shot)
    if shot.blind:
        above = roof_shots.on_the_roof(battle, shooter, shot)
        return (
            Fraction(1, 6) * unsaved_chance(battle, shooter, above) if above is not None else NEVER
        )
    missed = SURE
    for target in targets_of(battle, shot):
        missed *= 1 - kill_chance(battle, shooter, target)
    return 1 - missed


def targets_of(battle: Battle, shot: Shot) -> list[Figure]:
    if shot.unit:
        near = next_of_group(battle, battle.figures[shot.figure], shot.unit, ())
        return [near] if near is not None else []
    return [battle.figures[key] for key in shot.targets]


def wall_odds(battle: Battle, gun: Figure, shot: Shot) -> Fraction:
    if shot.point is None:
        return NEVER
    mods = tally_at_point(battle, gun, aim_at_point(battle, gun, shot.point), far_counts=True)
    return at_least(HIT, mods) * Fraction(7 - guns.BREACHED, 6)


def arrow_odds(battle: Battle, shooter: Figure, shot: Shot) -> Fraction:
    place = roof_shots.room_named(battle, shot.room)
    if place is None:
        return NEVER
    mods = tally_at_point(
        battle,
        shooter,
        aim_at_point(battle, shooter, roof_shots.edge_of(shooter, place[0])),
        far_counts=False,
    )
    return at_least(HIT, mods) * Fraction(7 - roof_shots.ARROW_LIGHTS, 6)


def at_least(needs: int, mods: tuple[tuple[str, str, int], ...]) -> Fraction:
    return Fraction(sum(total_of(face, mods) >= needs for face in FACES), 6)


def unsaved_chance(battle: Battle, by: Figure, target: Figure) -> Fraction:
    """The chance that a hit is not saved."""
    save = saves.best_save(battle, target, by)
    return Fraction(save.needs - 1, 6) if save is not None else SURE


def kill_chance(battle: Battle, shooter: Figure, target: Figure) -> Fraction:
    """The chance that one die kills its target, also by sinking its canoe."""
    return sum(
        (
            fall.weight * (SURE if fall.holed else fall.deaths.get(target.id, NEVER))
            for fall in possible_falls(battle, shooter, target)
        ),
        NEVER,
    )


def shared_kill(battle: Battle, shooter: Figure, aimed: Figure, victim: Figure) -> Fraction:
    """The chance that a die against one figure kills the one that the group's hit falls on."""
    if victim.id == aimed.id:
        return kill_chance(battle, shooter, aimed)
    mods, found = tally(battle, shooter, aimed), NEVER
    for face in FACES:
        if total_of(face, mods) >= HIT:
            sunk = bool(hits.hole_canoe(battle, shooter, victim, face))
            found += Fraction(1, 6) * (SURE if sunk else unsaved_chance(battle, shooter, victim))
    return found


def possible_falls(battle: Battle, shooter: Figure, target: Figure) -> list[Fall]:
    """The ways in which a shooting die at a figure may fall; equal ones are merged."""
    mods = tally(battle, shooter, target)
    found: dict[tuple[bool, str], int] = {}
    for face in FACES:
        holed = hits.hole_canoe(battle, shooter, target, face)
        key = (total_of(face, mods) >= HIT, target.aboard if holed else "")
        found[key] = found.get(key, 0) + 1
    return [
        Fall(Fraction(ways, 6), deaths_of(battle, shooter, target) if hit else {}, holed)
        for (hit, holed), ways in found.items()
    ]


def deaths_of(battle: Battle, shooter: Figure, target: Figure) -> dict[str, Fraction]:
    """The chance of each figure to fall by a hit: the target, and all figures in the burst."""
    deaths = {} if is_vessel(target) else {target.id: unsaved_chance(battle, shooter, target)}
    if arm_of(shooter).shells:
        for one in guns.in_the_burst(battle, target):
            deaths[one.id] = Fraction(7 - guns.FRAGMENT_KILLS, 6) * unsaved_chance(
                battle, shooter, one
            )
    return deaths


def unit_odds(battle: Battle, shots: Sequence[Shot]) -> tuple[Fraction, ...]:
    """The distribution of the enemy's losses from these shots: element n is the chance of n
    casualties.

    It is exact for named shots. Each group is computed by itself and for its targets alone, without
    losses by fragments or a holed canoe.
    """
    named = [shot for shot in shots if not (shot.unit or shot.building or shot.arrow or shot.blind)]
    total = named_odds(battle, named)
    blind = [odds(battle, shot) for shot in shots if shot.blind]
    for group in {
        shot.unit: [one for one in shots if one.unit == shot.unit] for shot in shots if shot.unit
    }.values():
        total = convolved(total, group_odds(battle, group))
    return trimmed_chances(convolved(total, independent_chances(blind)))


def named_odds(battle: Battle, shots: Sequence[Shot]) -> tuple[Fraction, ...]:
    """The distribution of losses from shots at named figures.

    Shells and holed canoes affect several figures at once, so each fall of those dice is a branch.
    In a branch every figure stands or falls independently. Beyond 4096 branches the further dice
    count for their targets alone.
    """
    dice = [
        (battle.figures[shot.figure], battle.figures[key]) for shot in shots for key in shot.targets
    ]
    simple: dict[str, Fraction] = {}
    wide: list[list[Fall]] = []
    branches = 1
    for shooter, target in dice:
        ways = possible_falls(battle, shooter, target)
        if (
            any(len(fall.deaths) > 1 or fall.holed for fall in ways)
            and branches * len(ways) <= MOST_BRANCHES
        ):
            wide.append(ways)
            branches *= len(ways)
        elif not is_vessel(target):
            chance = sum(
                (
                    fall.weight * (SURE if fall.holed else fall.deaths.get(target.id, NEVER))
                    for fall in ways
                ),
                NEVER,
            )
            simple[target.id] = 1 - (1 - simple.get(target.id, NEVER)) * (1 - chance)
    side = dice[0][0].side if dice else ""
    total: tuple[Fraction, ...] = ()
    for branch in product(*wide):
        weight, deaths = SURE, dict(simple)
        for fall in branch:
            weight *= fall.weight
            for key, chance in fall.deaths.items():
                deaths[key] = 1 - (1 - deaths.get(key, NEVER)) * (1 - chance)
            for one in passengers(battle, fall.holed) if fall.holed else ():
                deaths[one.id] = SURE
        here = independent_chances(
            chance for key, chance in deaths.items() if battle.figures[key].side != side
        )
        total = added_chances(total, tuple(weight * chance for chance in here))
    return total


def states_after(
    battle: Battle,
    shooter: Figure,
    unit: str,
    chances: Mapping[str, Fraction],
    states: Losses,
    later: frozenset[str],
) -> Losses:
    """States after the die of a shooter. `chances` are those of each target to be removed, `later`
    the targets in reach of the next shooters.
    """
    after: Losses = {}
    for (count, taken), weight in states.items():
        target = next_of_group(battle, shooter, unit, taken)
        chance = (
            chances.get(target.id, NEVER)
            if target is not None and target.id not in taken
            else NEVER
        )
        for dies, share in ((True, chance), (False, 1 - chance)):
            if share:
                gone = taken | {target.id} if dies and target is not None else taken
                key = (
                    count + dies,
                    frozenset(gone & later) if len(gone & later) < len(later) else gone,
                )
                after[key] = after.get(key, NEVER) + weight * share
    return after


def group_odds(battle: Battle, group: Sequence[Shot]) -> tuple[Fraction, ...]:
    """The distribution of losses from a group against one unit.

    Each figure rolls against its nearest target. The figure removed by a hit depends on those
    already removed by the group. States that later shooters cannot distinguish are merged.
    """
    shooters = [battle.figures[shot.figure] for shot in group]
    unit = group[0].unit
    marks = eligible(battle, shooters)
    reach = [
        frozenset(mark.figure.id for mark in marks[one.id] if mark.figure.unit == unit)
        for one in shooters
    ]
    chances: dict[str, dict[str, Fraction]] = {}
    for one, keys in zip(shooters, reach, strict=True):
        aimed = next_of_group(battle, one, unit, ())
        chances[one.id] = (
            {key: shared_kill(battle, one, aimed, battle.figures[key]) for key in keys}
            if aimed is not None
            else {}
        )
    if all(
        len(set(chances[one.id].values())) == 1 and len(keys) >= len(group)
        for one, keys in zip(shooters, reach, strict=True)
    ):
        return independent_chances(next(iter(chances[one.id].values())) for one in shooters)
    states: Losses = {(0, frozenset()): SURE}
    for place, shooter in enumerate(shooters):
        later: frozenset[str] = frozenset().union(*reach[place + 1 :])
        states = states_after(battle, shooter, unit, chances[shooter.id], states, later)
    return spread_chances(
        {
            count: sum((weight for (n, _), weight in states.items() if n == count), NEVER)
            for count in {n for n, _ in states}
        }
    )


def independent_chances(chances: Iterable[Fraction]) -> tuple[Fraction, ...]:
    """The distribution of the number of independent events that happen."""
    total: tuple[Fraction, ...] = (SURE,)
    for chance in chances:
        if chance:
            total = convolved(total, (1 - chance, chance))
    return total


def convolved(one: Sequence[Fraction], other: Sequence[Fraction]) -> tuple[Fraction, ...]:
    found = [NEVER] * (len(one) + len(other) - 1)
    for n, a in enumerate(one):
        for m, b in enumerate(other):
            found[n + m] += a * b
    return tuple(found)


def added_chances(one: Sequence[Fraction], other: Sequence[Fraction]) -> tuple[Fraction, ...]:
    longest = max(len(one), len(other))
    return tuple(
        (one[n] if n < len(one) else NEVER) + (other[n] if n < len(other) else NEVER)
        for n in range(longest)
    )


def spread_chances(chances: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
    return tuple(chances.get(n, NEVER) for n in range(max(chances) + 1))


def trimmed_chances(chances: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The chances without the trailing zeros."""
    last = max((n for n, chance in enumerate(chances) if chance), default=0)
    return tuple(chances[: last + 1])
