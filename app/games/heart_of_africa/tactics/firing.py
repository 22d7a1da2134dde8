"""Choice of targets: every lawful shot by its average gain, spread over the enemy; and choice of
fires.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.games.heart_of_africa.buildings_and_boats import loopholes
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    distance_between,
    enemies,
    is_baggage,
    members,
    profile,
    visible_figures,
)
from app.games.heart_of_africa.land import BUILDINGS
from app.games.heart_of_africa.movement import discovery, reveal
from app.games.heart_of_africa.orders import DeclareShooters, FireOrders, Reveal
from app.games.heart_of_africa.pieces import AMBUSH, CHARGED, Figure
from app.games.heart_of_africa.setup.scenarios import RAID
from app.games.heart_of_africa.shooting import guns, roof_shots, targets, torches
from app.games.heart_of_africa.shooting.fire_phase import write_refusals, written_by
from app.games.heart_of_africa.shooting.odds import possible_falls
from app.games.heart_of_africa.shooting.single_shots import one_of_the_file, shot_refusals, shots_of
from app.games.heart_of_africa.shooting.weapons import arm_of, may_raise_fires, weapon
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import Battle, Shot, Torch
from app.games.heart_of_africa.tactics.worth import loss_factor, worth
from app.kernel.contract import Order
from app.kernel.space.plane import is_inside

MOST_TARGETS = 6
"""Number of targets examined for a shooter."""
WASTE = 0.17
"""Smallest chance at which a weapon that needs reloading is fired while the enemy may come
nearer.
"""
COMING = 14.0
LEAST_FIRE, ALARM, FLAMES, OWN_PEOPLE = 8.0, 5.0, 0.25, 0.6
"""Least gain of a fire; worth of an enemy unit's test; share of figures lost in a fire; weight of
own losses.
"""
SURPRISE, WORTH_SHOWING = 6.0, 0.1


class Choice(NamedTuple):
    """A shot that may be ordered: target, chance to kill, other effects, value."""

    target: str
    chance: float
    besides: float
    value: float


class Volley:
    """The fire of a side in preparation: possible shots of every figure, and the remaining chance
    of each enemy to survive.
    """

    def __init__(self, battle: Battle, side: str):
        self.battle, self.side = battle, side
        self.shooters = [
            one for one in targets.shooters_of(battle, side) if weapon(battle, one).range
        ]
        self.lawful = targets.lawful_all(battle, self.shooters)
        self.left: dict[str, float] = {}
        self.price: dict[str, float] = {}
        self.known: dict[tuple[str, str], Choice] = {}
        self.shots: list[Shot] = []

    def worth(self, figure: Figure) -> float:
        """Cost of its loss for its side, higher for marked units."""
        if figure.id not in self.price:
            unit = self.battle.units.get(figure.unit)
            self.price[figure.id] = worth(self.battle, figure) * loss_factor(
                unit, len(members(self.battle, figure.unit)) if unit else 1
            )
        return self.price[figure.id]

    def choice(self, shooter: Figure, key: str) -> Choice:
        """Gain of a shot at that target, without the other shots."""
        if (shooter.id, key) not in self.known:
            target = self.battle.figures[key]
            chance, besides = 0.0, 0.0
            for fall in possible_falls(self.battle, shooter, target):
                chance += float(fall.weight) * (
                    1.0 if fall.holed else float(fall.deaths.get(key, 0))
                )
                for one, death in fall.deaths.items():
                    if one != key:
                        other = self.battle.figures[one]
                        besides += (
                            float(fall.weight * death)
                            * self.worth(other)
                            * (1 if other.side != self.side else -1)
                        )
            self.known[shooter.id, key] = Choice(
                key, chance, besides, chance * self.worth(target) + besides
            )
        return self.known[shooter.id, key]

    def options(self, shooter: Figure, keys: Sequence[str]) -> list[Choice]:
        """The best of the lawful targets."""
        if len(keys) > MOST_TARGETS:
            near = sorted(
                keys,
                key=lambda key: (
                    distance_between(shooter, self.battle.figures[key])
                    - 0.12 * self.worth(self.battle.figures[key])
                ),
            )
            keys = near[:MOST_TARGETS]
        return [self.choice(shooter, key) for key in keys]

    def now(self, choice: Choice) -> float:
        """Value of a shot after those already ordered."""
        return (
            choice.value
            if not choice.chance
            else (choice.value - choice.besides) * self.left.get(choice.target, 1.0)
            + choice.besides
        )

    def order(self, shot: Shot, choices: Sequence[Choice]) -> None:
        self.shots.append(shot)
        for choice in choices:
            self.left[choice.target] = self.left.get(choice.target, 1.0) * (1 - choice.chance)

    def fired(self) -> list[Shot]:
        """The shots of the side: figures with the fewest targets first, machine guns and
        guns last.
        """
        able = [one for one in self.shooters if self.lawful[one.id].targets]
        has_works = any(True for _ in lines.fixed_works(self.battle)) or bool(
            self.battle.movement.swapped
        )
        for shooter in sorted(
            able, key=lambda one: (arm_of(one).stiff, len(self.lawful[one.id].targets))
        ):
            if has_works and one_of_the_file(self.battle, shooter, self.shots) is not None:
                continue
            if shooter.type == guns.MACHINE_GUN:
                self.sweep(shooter)
                continue
            for _ in range(shots_of(self.battle, shooter)):
                self.shoot(shooter)
        return self.shots

    def shoot(self, shooter: Figure) -> None:
        options = self.options(shooter, self.lawful[shooter.id].targets)
        best = max(options, key=self.now, default=None)
        if best is not None and self.now(best) > 0 and not self.holds_fire(shooter, best):
            self.order(Shot(shooter.id, (best.target,)), [best])

    def holds_fire(self, shooter: Figure, best: Choice) -> bool:
        """True if a loaded weapon is better kept for enemies that are coming nearer."""
        if (
            not weapon(self.battle, shooter).reload
            or best.chance > WASTE
            or CHARGED in self.battle.figures[best.target].did
        ):
            return False
        return any(
            (profile(one).melee or 0) >= 1
            and weapon(self.battle, one).range < 8
            and distance_between(shooter, one) <= COMING
            for one in enemies(self.battle, self.side)
            if not one.room
        )

    def sweep(self, gun: Figure) -> None:
        """Orders the list of a machine gun: the best lawful target first, then the best of those
        near it.
        """
        first = max(self.options(gun, self.lawful[gun.id].targets), key=self.now, default=None)
        if first is None or self.now(first) <= 0:
            return
        seen = {
            mark.figure.id: mark.figure for mark in targets.eligible(self.battle, [gun])[gun.id]
        } or {first.target: self.battle.figures[first.target]}
        leader = self.battle.figures[first.target]
        if first.target not in seen:
            near: list[str] = []
        else:
            near = [
                key
                for key, one in seen.items()
                if key != first.target and distance_between(leader, one) <= guns.SPREAD
            ]
        rest = sorted((self.choice(gun, key) for key in near), key=self.now, reverse=True)
        chosen = [first, *(one for one in rest if self.now(one) > 0)][: guns.SHOTS]
        self.order(Shot(gun.id, tuple(one.target for one in chosen)), chosen)


def torches_of(battle: Battle, side: str, shots: Sequence[Shot]) -> list[Torch]:
    """Fires that harm the enemy more than the own side, raised by figures without a target."""
    busy = {shot.figure for shot in shots}
    prices = {
        key: price
        for key in burnable_targets(battle)
        if (price := fire_harm(battle, side, key)) >= LEAST_FIRE
    }
    found: list[Torch] = []
    for figure in visible_figures(battle, side) if prices else ():
        if figure.id in busy or not may_raise_fires(figure):
            continue
        for key in sorted(prices, key=lambda key: -prices[key]):
            tried = sum(torch.target == key for torch in found)
            if (
                tried < 2
                and torches.fire_origin(battle, figure, key) is not None
                and not torches.refusals(battle, figure, key, shots, found)
            ):
                found.append(Torch(figure.id, key))
                break
    return found


def burnable_targets(battle: Battle) -> list[str]:
    burning = {fire.target for fire in battle.fires}
    keys = [piece.id for piece in battle.land.pieces if piece.kind in torches.BURNABLE]
    keys += [
        f"{work.id}/{room}"
        for work in battle.land.works
        if work.kind in BUILDINGS
        for room in lines.plan(work)[1]
    ]
    return [key for key in keys if key not in burning]


def fire_harm(battle: Battle, side: str, key: str) -> float:
    """Cost of a fire there for the enemy, less its cost for the own side."""
    place = roof_shots.room_named(battle, key)
    piece = next((one for one in battle.land.pieces if one.id == key), None)
    total = 0.0
    for figure in battle.figures.values():
        if figure.at is None or figure.fate:
            continue
        inside = (
            figure.room == key
            if place is not None
            else piece is not None and is_inside(piece.outline, figure.at)
        )
        if inside:
            wanted = is_baggage(figure) and battle.scenario == RAID
            total += worth(battle, figure) * (
                -OWN_PEOPLE if figure.side == side or wanted else FLAMES
            )
    if piece is not None and piece.kind == "village":
        total += test_worth(battle, side, piece.owner)
    return total


def test_worth(battle: Battle, side: str, owner: str) -> float:
    """Worth of the morale tests that a burning village causes. Own villages, and those to be held
    in time, are not burnt.
    """
    home = owner or ("A" if battle.attacker == "B" else "B")
    if home == side:
        return -99.0
    if (
        battle.conditions.objective
        and battle.conditions.turn_limit is not None
        and battle.conditions.turn_limit - battle.turn < 6
    ):
        return -99.0
    return ALARM * sum(
        unit.side == home and unit.kind == "troops" and bool(members(battle, unit.id))
        for unit in battle.units.values()
    )


def fire_order(battle: Battle, side: str) -> Order:
    """The order with all fire of the turn, sealed."""
    if written_by(battle, side).shots or written_by(battle, side).torches:
        return FireOrders(seal=True)
    shots = Volley(battle, side).fired()
    order = FireOrders(tuple(shots), tuple(torches_of(battle, side, shots)), seal=True)
    return (
        order
        if not write_refusals(battle, order, side)
        else FireOrders(tuple(lawful_shots(battle, side, shots)), seal=True)
    )


def lawful_shots(battle: Battle, side: str, shots: Sequence[Shot]) -> list[Shot]:
    """The shots among these that are lawful."""
    kept: list[Shot] = []
    for shot in shots:
        if not shot_refusals(battle, shot, side, kept):
            kept.append(shot)
    return kept


def reveal_order(battle: Battle, side: str) -> Order | None:
    """The order that shows an ambush with a valuable volley, then figures at loopholes."""
    for unit in battle.units.values():
        if (
            unit.side == side
            and unit.where == AMBUSH
            and not reveal.reveal_refusals(battle, unit.id, side)
            and is_worth_showing(battle, unit.id)
        ):
            return Reveal(unit.id)
    men = loophole_shooters(battle, side)
    return DeclareShooters(men) if men else None


def is_worth_showing(battle: Battle, unit: str) -> bool:
    """True if its first volley, with the surprise, is worth more than the ambush."""
    after = fold(battle, discovery.reveal(battle, unit, "", "shoots"))
    side = battle.units[unit].side
    men = [one for one in members(after, unit) if weapon(after, one).range and one.at is not None]
    volley = Volley(after, side)
    volley.shooters = [one for one in volley.shooters if one.unit == unit]
    if not any(volley.lawful[one.id].targets for one in volley.shooters):
        return False
    volley.fired()
    brings = sum(
        volley.known[shot.figure, key].chance * volley.worth(after.figures[key])
        for shot in volley.shots
        for key in shot.targets
    )
    shocked = sum(
        len(one.units) for one in after.happened if one.kind == "ambush" and one.who == unit
    )
    return brings + SURPRISE * shocked >= max(
        8.0, WORTH_SHOWING * sum(worth(after, one) for one in men)
    )


def loophole_shooters(battle: Battle, side: str) -> tuple[str, ...]:
    """Ids of the figures in buildings that have a target and a loophole of their own."""
    foes = tuple(enemies(battle, side))
    declared: list[str] = []
    for man in visible_figures(battle, side):
        if (
            man.room
            and not reveal.declaration_refusals(battle, man)
            and loopholes.no_loophole(battle, man, declared) is None
            and any(distance_between(man, one) <= weapon(battle, man).range for one in foes)
        ):
            declared.append(man.id)
    return tuple(declared)
