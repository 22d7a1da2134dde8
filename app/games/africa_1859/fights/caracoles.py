"""AFR-SEQ-08 to AFR-SEQ-11: the caracole of a rider in its own phase, and its exchange of fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import (
    combat_factor,
    fire_factor,
    is_artillery,
    is_cavalry,
    is_fighter,
    is_light,
    kind_of,
    strength,
    title_of,
)
from app.games.africa_1859.ends_of_actions import end_action
from app.games.africa_1859.fights.acting import acting_refusals
from app.games.africa_1859.fights.exits import Withdrawal, no_exit
from app.games.africa_1859.fights.firing import (
    apply_harm,
    may_fire_small_arms,
    resolve_fire,
    roll_together,
    small_arms,
)
from app.games.africa_1859.ground import (
    closed_to_side,
    has_cover,
    is_adjacent,
    is_enemy_held,
    map_of,
    place,
    units_at,
)
from app.games.africa_1859.morale import is_shaken
from app.games.africa_1859.orders import Caracole
from app.games.africa_1859.run import ActionRules, Run
from app.games.africa_1859.state import ENEMY_OF, Unit, War
from app.kernel.refusal import Refusal, no


def picket(war: War, space: str, side: str) -> str:
    """AFR-SEQ-08: Unit that meets a caracole: named by conditional order, else light by fire
    factor.

    Then fighters by combat factor, demoralised ones, and artillery.
    """
    units = [
        unit for unit in units_at(war, space, side) if kind_of(war, unit).unit_class != "convoy"
    ]
    there = {unit.id for unit in units}
    for named in _named_pickets(war, space, side):
        if named in there:
            return named
    return min(units, key=lambda unit: _picket_rank(war, unit)).id


def _named_pickets(war: War, space: str, side: str) -> Iterator[str]:
    by_scope = war.standing.get(side, {}).get("picket", {})
    for scope in (space, "side"):
        answer = by_scope.get(scope)
        yield from answer if isinstance(answer, list | tuple) else ()


def _picket_rank(war: War, unit: Unit) -> tuple[int, int, tuple[int, str]]:
    if is_fighter(war, unit) and not unit.dem and is_light(war, unit):
        return (0, -fire_factor(war, unit), strength(unit))
    if is_fighter(war, unit):
        return (2 if unit.dem else 1, -combat_factor(war, unit), strength(unit))
    return (3, 0, strength(unit))


def point_unit(war: War, units: Iterable[str], named: str = "") -> str:
    """Unit that meets a caracole against an arrival: the named one, else by default.

    By default the light unit with the highest fire factor, then the fighter with the highest combat
    factor, then artillery, then any.
    """
    able = [war.units[key] for key in units if war.units[key].steps]
    if any(unit.id == named and not unit.dem for unit in able):
        return named
    fresh = [unit for unit in able if not unit.dem] or able

    def rank(unit: Unit) -> tuple[int, int, tuple[int, str]]:
        if is_fighter(war, unit) and is_light(war, unit):
            return (0, -fire_factor(war, unit), strength(unit))
        if is_fighter(war, unit):
            return (1, -combat_factor(war, unit), strength(unit))
        return (2 if is_artillery(war, unit) else 3, 0, strength(unit))

    return min(fresh, key=rank).id


def exchange(run: Run, rider: str, target: str, *, target_cover: bool) -> None:
    """AFB-CAV-02: Rider and target fire at the same time; no leader helps the check of the rider.

    The target fires back if it can fire small arms. First its harm is applied, then the rider's.
    """
    at_target = small_arms(run.war, "caracole_rider", (rider, target), has_cover=target_cover)
    if not may_fire_small_arms(run.war, run.war.units[target]):
        resolve_fire(run, at_target)
        return
    at_rider = small_arms(run.war, "caracole_target", (target, rider), is_alone=True)
    harm, of_rider = roll_together(run, at_target, at_rider)
    apply_harm(run, at_target, harm)
    apply_harm(run, at_rider, of_rider)


def not_a_rider(war: War, key: str) -> Refusal | None:
    """Refusal of a caracole by a counter that is no cavalry."""
    if key in war.units and is_cavalry(war, war.units[key]):
        return None
    return no(
        "AFR-SEQ-08",
        "{who} cannot make a caracole; only cavalry can.",
        "{who}: solo la caballería hace la caracola.",
        who=title_of(war, key),
    )


def no_caracole_target(war: War, unit: Unit, target: str) -> Refusal | None:
    """Refusal of a caracole at a space that is not adjacent, not enemy-held or closed."""
    if target not in map_of(war).spaces or not is_adjacent(war, unit.at, target):
        return no(
            "AFR-SEQ-08",
            "A caracole strikes an adjacent space.",
            "La caracola golpea un espacio contiguo.",
        )
    if is_enemy_held(war, target, unit.side):
        return closed_to_side(war, target, unit.side)
    return no(
        "AFR-SEQ-08",
        "No enemy unit stands in {target:the}.",
        "En {target:el} no hay ninguna unidad enemiga.",
        target=place(war, target),
    )


def caracole_refusals(war: War, order: Caracole, seat: str) -> Iterator[Refusal | None]:
    """Reasons against a caracole in the own phase."""
    yield from acting_refusals(war, (order.unit,), seat)
    yield not_a_rider(war, order.unit)
    if order.unit not in war.units:
        return
    unit = war.units[order.unit]
    yield is_shaken(war, unit)
    target = no_caracole_target(war, unit, order.target)
    yield target
    if target is None:
        yield no_exit(war, Withdrawal(unit.id, unit.side, order.target), order.exit)


def caracole(run: Run, order: Caracole, seat: str) -> None:  # noqa: ARG001 - the unit names the side
    """AFR-SEQ-11: After a caracole the unit carries a marker, wherever it is."""
    unit = run.war.units[order.unit]
    target = picket(run.war, order.target, ENEMY_OF[unit.side])
    exchange(run, unit.id, target, target_cover=has_cover(run.war, order.target))
    withdraw(run, unit.id, (order.target, order.exit))
    if run.war.units[unit.id].steps:
        run.tell(e.Marked((unit.id,), acted=True))


def withdraw(run: Run, rider: str, path: tuple[str, ...]) -> None:
    """Ride out after a caracole, if the rider has steps left."""
    unit = run.war.units[rider]
    if unit.steps:
        run.tell(e.Moved((rider,), path, "caracole"))
        end_action(run, unit.side, (rider,), path[-1])


CARACOLE = ActionRules(caracole_refusals, caracole, opens=True)
