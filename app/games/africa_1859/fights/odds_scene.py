"""Odds of an assault from the fire of its screens, or from a later stage, to its clash.

Each side is followed apart: each fire concerns the condition of one side. What a side needs to know
of the other are the guns that fire at it, and the vanguard.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.counters import fire_factor, is_artillery
from app.games.africa_1859.evolve import with_phase
from app.games.africa_1859.fights.artillery import gun_fire
from app.games.africa_1859.fights.assault_fire import FIRE_OF, able_to_fire, shot_of
from app.games.africa_1859.fights.counter_battery import (
    answering_guns,
    guns_still_there,
)
from app.games.africa_1859.fights.firing import Fire, harms_of, may_fire_small_arms
from app.games.africa_1859.fights.hits import SHOT, Code, Harms, hit
from app.games.africa_1859.fights.odds_policies import Policy, answer_by
from app.games.africa_1859.fights.odds_stacks import (
    NO_UNIT,
    ONE,
    Half,
    Spread,
    Stack,
    with_fired,
)
from app.games.africa_1859.fights.roles import (
    ATTACKER,
    DEFENDER,
    active_screen,
    side_in,
    top_assault,
)
from app.games.africa_1859.fights.screens import defenders_cover
from app.games.africa_1859.ground import has_cover
from app.games.africa_1859.procedures import Answer, Assault, Question
from app.games.africa_1859.state import MOROCCO, SPAIN, Unit, War

NO_SMALL_ARMS = -1
"""Number in place of the small arms of a defender without vanguard."""
SCREENS = SHOT**3
"""Weight of the fire of the screens."""
Pair = tuple[Half, Half]
"""Conditions of attacker and defender."""
Guns = tuple[Code, ...]
"""Conditions of the guns of the defender; empty if they cannot fire."""


FIRES = ("screens", "support", "defence_fire", "vanguard_fire", "clash")
"""Stages that a scene may begin with; the dice of those before it have fallen."""


class Volley(msgspec.Struct, frozen=True):
    """Fires of guns and ships at the enemy vanguard, in order, and the guns that fire."""

    shots: tuple[Harms, ...] = ()
    guns: tuple[str, ...] = ()


Tail = tuple[Guns, int, Half]
"""Way of the defender to the clash: guns that fire, number of its small arms, condition."""


class Scene:
    """Assault at the fire of its screens or at a later stage, with all units in their places.

    Vanguards, screens and conditions of units are not read from the position. So assaults that
    differ in them alone share a scene. Without `counts_losses` the harm of guns that do not lead
    is left out, because it has no effect on the clash.
    """

    def __init__(
        self,
        war: War,
        begun: War,
        keys: tuple[list[str], list[str]],
        policy: Policy,
        *,
        counts_losses: bool,
    ) -> None:
        self.war, self.assault, self.policy = war, top_assault(war), policy
        self.counts_losses = counts_losses
        self._stages = FIRES[FIRES.index(self.assault.stage) :]
        steps = ({key: begun.units[key].steps for key in some} for some in keys)
        self.attacker, self.defender = map(Stack, (war, war), (ATTACKER, DEFENDER), steps)
        self.small_arms_of: list[tuple[Harms, ...]] = []
        """Fires of a vanguard of the defender, by number."""
        self.after_defence = cache(self._after_defence)
        self.after_vanguard = cache(self._after_vanguard)
        self.tails = cache(self._tails)
        self.defence = cache(self._defence)
        self._answers = cache(self._answers_of)
        self._shots = cache(self._shots_of)
        supports = "support" in self._stages
        self.support = self.volley_of(war, self.assault, ATTACKER) if supports else Volley()
        self._supported = with_fired(war, self.support.guns)
        keys_there = [(n, self.defender.keys[n]) for n in self.defender.present]
        self._guns = [n for n, key in keys_there if is_artillery(war, war.units[key])]

    # --- Screens
    def after_screens(self, pair: Pair, screens: tuple[str, str]) -> list[tuple[Pair, int]]:
        """Conditions after the fire of the screens, with their weights of `SCREENS`."""
        one, other = pair
        at_screen = tuple(
            stack.keys.index(screen) if screen else NO_UNIT
            for stack, screen in zip((self.attacker, self.defender), screens, strict=True)
        )
        if at_screen[0] == at_screen[1] == NO_UNIT:
            return [(pair, SCREENS)]
        if at_screen[1] == NO_UNIT:
            return [((one, hurt), ways * SHOT**2) for hurt, ways in self._at_dfn(pair, *at_screen)]
        if at_screen[0] == NO_UNIT:
            return [
                ((hurt, other), ways * SHOT**2) for hurt, ways in self._at_att(pair, *at_screen)
            ]
        return self._exchange(pair, (at_screen[0], at_screen[1]))

    def _at_dfn(self, pair: Pair, firer: int, target: int) -> list[tuple[Half, int]]:
        """Fire of a screen of the attacker at a unit of the defender, or at the vanguard."""
        unit = self.attacker.unit(firer, pair[0][1][firer])
        harms = self.small_arms(unit, defenders_cover(self.war, self.assault))
        return self.defender.hits(pair[1], pair[1][0] if target == NO_UNIT else target, harms)

    def _at_att(self, pair: Pair, target: int, firer: int) -> list[tuple[Half, int]]:
        """Fire of a screen of the defender at a unit of the attacker, or at the vanguard."""
        unit = self.defender.unit(firer, pair[1][1][firer])
        harms = self.small_arms(unit, False)
        return self.attacker.hits(pair[0], pair[0][0] if target == NO_UNIT else target, harms)

    def _exchange(self, pair: Pair, screens: tuple[int, int]) -> list[tuple[Pair, int]]:
        """Fire of both screens, and one more of a screen that did harm without any."""
        found: list[tuple[Pair, int]] = []
        for other, ways in self._at_dfn(pair, *screens):
            for one, more in self._at_att(pair, *screens):
                weight, both = ways * more, (one, other)
                if (one == pair[0]) == (other == pair[1]):
                    found.append((both, weight * SHOT))
                elif one == pair[0]:
                    extra = self._at_dfn(both, screens[0], NO_UNIT)
                    found += [((one, hurt), weight * last) for hurt, last in extra]
                else:
                    extra = self._at_att(both, NO_UNIT, screens[1])
                    found += [((hurt, other), weight * last) for hurt, last in extra]
        return found

    def small_arms(self, unit: Unit, has_cover: bool) -> Harms:
        """Harm of the small arms of a unit by the faces of the die."""
        factors = (fire_factor(self.war, unit),)
        return harms_of(self.war, Fire("", unit.id, factors, "", has_cover))

    # --- Guns
    @property
    def has_support(self) -> bool:
        """Return true if guns or ships support the attacker, in this scene or before it."""
        return bool(self.support.shots) or self.assault.att.guns_fired

    def has_defence(self, guns: Guns) -> bool:
        """Return true if the defender's guns fire in a condition, or have fired before."""
        return bool(self.defence(guns).shots) or self.assault.dfn.guns_fired

    def volley_of(self, war: War, assault: Assault, role: str) -> Volley:
        """Fires of the guns and ships of a side by its answers."""
        shots: list[Harms] = []
        fired: tuple[str, ...] = ()
        while able := able_to_fire(war, assault, role):
            question = Question(FIRE_OF[role], side_in(assault, role), assault.space, units=able)
            order: Any = answer_by(self.policy, war, question)
            if order.passes:
                break
            shots.append(harms_of(war, shot_of(war, assault, order)))
            fired = (*fired, *order.guns)
            war = with_fired(war, order.guns)
            if order.ship:
                war = with_phase(war, ships_fired=(*war.phase.ships_fired, order.ship))
            assault = replace(assault, fired=(*assault.fired, *(order.guns or (order.ship,))))
        return Volley(tuple(shots), fired)

    def guns(self, half: Half) -> Guns:
        """Conditions of the guns of the defender."""
        return tuple(half[1][number] for number in self._guns)

    def _defence(self, guns: Guns) -> Volley:
        """Fires of the defender's guns in a condition."""
        if self.assault.reaction or "defence_fire" not in self._stages:
            return Volley()
        keys = [self.defender.keys[number] for number in self._guns]
        changed = {
            key: self.defender.unit(number, code)
            for key, number, code in zip(keys, self._guns, guns, strict=True)
        }
        war = replace(self._supported, units={**self._supported.units, **changed})
        return self.volley_of(war, self.assault, DEFENDER)

    def _answers_of(self, guns: Guns) -> tuple[tuple[Guns, int], ...]:
        """Conditions of Moroccan guns after Spanish guns have answered their fire."""
        fired = self.defence(guns).guns
        if not fired or self.defender.unit(self._guns[0], guns[0]).side != MOROCCO:
            return ((guns, ONE),)
        answer = Answer(self.assault.space, fired)
        war = replace(self._supported, stack=(*self.war.stack, answer))
        return tuple(self._answered(war, guns, answer).items())

    def _answered(self, war: War, guns: Guns, answer: Answer) -> dict[Guns, int]:
        """Conditions after the next answers of Spanish guns that are ready in the position."""
        keys = [self.defender.keys[number] for number in self._guns]
        units = {
            key: self.defender.unit(number, code)
            for key, number, code in zip(keys, self._guns, guns, strict=True)
        }
        war = replace(war, units={**war.units, **units})
        able = tuple(unit.id for unit in answering_guns(war, answer.space))
        if not able or not guns_still_there(war, answer):
            return {guns: ONE}
        question = Question("counter_battery", SPAIN, answer.space, units=able)
        order: Any = answer_by(self.policy, war, question)
        if order.passes:
            return {guns: ONE}
        cover = has_cover(war, answer.space)
        harms = harms_of(war, gun_fire(war, "counter_battery", order.guns, order.target, cover))
        place = keys.index(order.target)
        found: dict[Guns, int] = {}
        need = self.defender.need(self._guns[place])
        for code, ways in hit(harms, guns[place], need):
            struck = (*guns[:place], code, *guns[place + 1 :])
            for after, more in self._answered(with_fired(war, order.guns), struck, answer).items():
                found[after] = found.get(after, 0) + more * ways // SHOT
        return found

    # --- Sides
    def _after_defence(self, half: Half, guns: Guns) -> Spread:
        """Conditions of the attacker after the fire of the defender's guns."""
        return self.attacker.volley({half: ONE}, self.defence(guns).shots)

    def _after_vanguard(self, half: Half, guns: Guns, small_arms: int) -> Spread:
        """Conditions of the attacker after the fire of the defending vanguard too."""
        return self.attacker.volley(self.after_defence(half, guns), self.small_arms_of[small_arms])

    def _tails(self, half: Half) -> dict[Tail, int]:
        """Ways of the defender from the screens to the clash, with their weights of `ONE`."""
        found: dict[Tail, int] = {}
        for after, weight in self.defender.volley({half: ONE}, self.support.shots).items():
            if after[0] == NO_UNIT:
                gone = (), NO_SMALL_ARMS, after
                found[gone] = found.get(gone, 0) + weight
                continue
            guns = self.guns(after)
            if not self.counts_losses and after[0] not in self._guns:
                tail = guns, self._shots(after[0], after[1][after[0]]), after
                found[tail] = found.get(tail, 0) + weight
                continue
            for left, ways in self._answers(guns):
                tail = self._tail(after, guns, left)
                found[tail] = found.get(tail, 0) + weight * ways // ONE
        return found

    def _tail(self, half: Half, guns: Guns, left: Guns) -> Tail:
        """Way to the clash of a defender whose guns are left in a condition."""
        codes = list(half[1])
        for number, code in zip(self._guns, left, strict=True):
            codes[number] = code
        half = self.defender.standing((half[0], tuple(codes)))
        if half[0] == NO_UNIT:
            return guns, NO_SMALL_ARMS, half
        return guns, self._shots(half[0], half[1][half[0]]), half

    def _shots_of(self, number: int, code: Code) -> int:
        """Number of the fire of a vanguard of the defender at the attacker's."""
        front = self.defender.unit(number, code)
        fires_now = "vanguard_fire" in self._stages and may_fire_small_arms(self.war, front)
        fires = (self.small_arms(front, False),) if fires_now else ()
        if fires not in self.small_arms_of:
            self.small_arms_of.append(fires)
        return self.small_arms_of.index(fires)


class Reached:
    """Positions of one assault that share a scene, with their weights."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.weights: dict[tuple[Pair, tuple[str, str]], int] = {}

    def add(self, war: War, weight: int) -> None:
        """Add a position of the scene."""
        assault = top_assault(war)
        screens = active_screen(war, assault, ATTACKER), active_screen(war, assault, DEFENDER)
        pair = (
            self.scene.attacker.half_of(war, assault.att.vanguard),
            self.scene.defender.half_of(war, assault.dfn.vanguard),
        )
        self.weights[pair, screens] = self.weights.get((pair, screens), 0) + weight

    @cached_property
    def pairs(self) -> dict[Pair, int]:
        """Weight of each pair of conditions after the fire of the screens."""
        found: dict[Pair, int] = {}
        attacker, defender = self.scene.attacker, self.scene.defender
        for (pair, screens), weight in self.weights.items():
            for (one, other), ways in self.scene.after_screens(pair, screens):
                both = attacker.standing(one), defender.standing(other)
                found[both] = found.get(both, 0) + weight * ways // SCREENS
        return found
