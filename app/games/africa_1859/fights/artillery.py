"""AFR-ART: fire of guns at an adjacent space, alone or as a group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from app.games.africa_1859 import events as e
from app.games.africa_1859.activation import in_open_space
from app.games.africa_1859.counters import artillery_factor, is_artillery, title_of
from app.games.africa_1859.fights.acting import acting_refusals
from app.games.africa_1859.fights.firing import Fire, resolve_fire
from app.games.africa_1859.fights.rolling import draw_one
from app.games.africa_1859.ground import (
    has_cover,
    has_enemy_counter,
    is_adjacent,
    leaders_at,
    map_of,
    place,
    units_at,
)
from app.games.africa_1859.morale import is_shaken
from app.games.africa_1859.orders import Fire as FireOrder
from app.games.africa_1859.procedures import Answer, Assault
from app.games.africa_1859.run import ActionRules, Run
from app.games.africa_1859.state import ENEMY_OF, MOROCCO, Unit, War
from app.kernel.refusal import Refusal, found_in, no


def fired_already(war: War, unit: Unit) -> Refusal | None:
    """AFR-ART-01: A battery fires once per turn, both phases together."""
    if not unit.fired:
        return None
    return no(
        "AFR-ART-01",
        "{who} fired earlier this turn.",
        "{who}: ya ha disparado este turno.",
        who=title_of(war, unit.id),
    )


def not_artillery(war: War, unit: Unit) -> Refusal | None:
    """Refusal of a unit without guns that is ordered to fire at a space."""
    if is_artillery(war, unit):
        return None
    return no(
        "AFB-FIR-03",
        "{who} cannot fire at a space; only artillery can.",
        "{who}: no es artillería, y solo ella dispara a un espacio.",
        who=title_of(war, unit.id),
    )


def scattered_guns(war: War, guns: Iterable[str]) -> Refusal | None:
    """AFR-ART-03: Batteries of different spaces do not fire together."""
    if len({war.units[key].at for key in guns}) < 2:
        return None
    return no(
        "AFR-ART-03",
        "The guns of one fire stand in one space.",
        "Los cañones de un mismo tiro están en un solo espacio.",
    )


def no_guns(guns: tuple[str, ...]) -> Refusal | None:
    """AFR-ART-02: Batteries of a space fire one by one, or together with the sum of their
    factors.
    """
    if guns and len(set(guns)) == len(guns):
        return None
    return no(
        "AFR-ART-02",
        "A fire names one battery, or several different ones.",
        "Un tiro indica una batería, o varias distintas.",
    )


def no_target(war: War, start: str, target: str, side: str) -> Refusal | None:
    """AFR-SEQ-05: Guns fire at an adjacent space with at least one enemy unit or leader."""
    if target not in map_of(war).spaces or not is_adjacent(war, start, target):
        return no(
            "AFR-SEQ-05",
            "Guns fire at a space adjacent to {start:the}.",
            "La artillería tira a un espacio contiguo {start:al}.",
            start=place(war, start),
        )
    if has_enemy_counter(war, target, side):
        return None
    return no(
        "AFR-SEQ-05",
        "No enemy unit or leader is in {target:the}.",
        "En {target:el} no hay unidades ni líderes enemigos.",
        target=place(war, target),
    )


def fire_refusals(war: War, order: FireOrder, seat: str) -> Iterator[Refusal | None]:
    """Reasons against the fire of guns of the open space."""
    shape = no_guns(order.guns)
    yield shape
    found = found_in(acting_refusals(war, order.guns, seat))
    guns = [war.units[key] for key in order.guns if key in war.units]
    if len(guns) < len(order.guns):
        yield no("AFB-FIR-03", "A leader does not fire.", "Un líder no dispara.")
        return
    scattered = scattered_guns(war, order.guns)
    yield scattered
    yield from found
    for unit in guns:
        yield from (not_artillery(war, unit), is_shaken(war, unit), fired_already(war, unit))
    if shape is None and scattered is None and in_open_space(war, *order.guns) is None:
        yield no_target(war, guns[0].at, order.target, guns[0].side)


def target_candidates(war: War, space: str, side: str) -> list[str]:
    """AFR-ART-06: Fire outside an assault can hit every unit and leader of the enemy in the
    space.
    """
    enemy = ENEMY_OF[side]
    units = [unit.id for unit in units_at(war, space, enemy)]
    return sorted([*units, *(leader.id for leader in leaders_at(war, space, enemy))])


def gun_fire(war: War, purpose: str, guns: tuple[str, ...], target: str, cover: bool) -> Fire:
    """AFR-ART-04: One fire of a battery or a group has one target; its owner is the lowest id."""
    factors = tuple(artillery_factor(war, war.units[key]) for key in guns)
    return Fire(purpose, min(guns), factors, target, cover)


def fire_guns(run: Run, fire: Fire, guns: tuple[str, ...]) -> None:
    """Fire guns, which get both markers. Spanish guns may answer Moroccan ones afterwards.

    In an assault a shaken vanguard is replaced before the answer.
    """
    one = run.war.units[guns[0]]
    own = purpose_is_own(fire.purpose) and run.war.phase.side == one.side
    run.tell(e.GunsMarked(tuple(sorted(guns)), acted=own))
    resolve_fire(run, fire)
    if one.side != MOROCCO:
        return
    top = run.war.stack[-1] if run.war.stack else None
    if isinstance(top, Assault):
        run.update(replace(top, answered=tuple(sorted(guns))))
    else:
        run.push(Answer(one.at, tuple(sorted(guns))))


def purpose_is_own(purpose: str) -> bool:
    """Return true for fire that is an action of the own phase."""
    return purpose in ("fire", "support_fire")


def fire_at_space(run: Run, order: FireOrder, seat: str) -> None:  # noqa: ARG001 - the guns name it
    """Fire of guns of the open space at a target that is drawn."""
    side = run.war.units[order.guns[0]].side
    target = draw_one(run, target_candidates(run.war, order.target, side))
    cover = has_cover(run.war, order.target)
    fire_guns(run, gun_fire(run.war, "fire", order.guns, target, cover), order.guns)


FIRE = ActionRules(fire_refusals, fire_at_space, opens=True)
