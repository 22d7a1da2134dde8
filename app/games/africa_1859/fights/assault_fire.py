"""AFR-ASL-14, AFR-ASL-15: guns and ships in an assault, and fire of the defending vanguard."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.games.africa_1859.counters import is_artillery, title_of
from app.games.africa_1859.fights.artillery import fire_guns, gun_fire, no_guns
from app.games.africa_1859.fights.firing import (
    Fire,
    may_fire_small_arms,
    resolve_fire,
    small_arms,
)
from app.games.africa_1859.fights.riders import innermost_assault, is_free_of_markers
from app.games.africa_1859.fights.roles import (
    ATTACKER,
    DEFENDER,
    assault_of,
    roles_of,
    side_in,
    with_roles,
)
from app.games.africa_1859.fights.ships import fire_ship, ready_ships, ship_shot
from app.games.africa_1859.fights.standing_fire import standing_guns
from app.games.africa_1859.ground import has_cover, is_adjacent, place, units_at
from app.games.africa_1859.orders import DefenceFire, Support
from app.games.africa_1859.procedures import Assault, Question
from app.games.africa_1859.run import QuestionRules, Run
from app.games.africa_1859.state import SPAIN, Unit, War
from app.kernel.refusal import Refusal, no

FireOrder = Support | DefenceFire


def supporting_guns(war: War, assault: Assault) -> list[Unit]:
    """AFR-ASL-14: Unmarked guns of the start space support an assault on an adjacent space."""
    if assault.reaction or not is_adjacent(war, assault.start, assault.space):
        return []
    return [
        unit
        for unit in units_at(war, assault.start, assault.attacker)
        if is_artillery(war, unit) and not (unit.dem or unit.marker or unit.fired)
    ]


def defending_guns(war: War, assault: Assault) -> list[Unit]:
    """Guns of the assaulted space that may fire: unmarked ones, or Spanish ones once per
    assault.
    """
    if assault.reaction:
        return []
    side = side_in(assault, DEFENDER)
    free = is_free_of_markers(war, side)
    return [
        unit
        for unit in units_at(war, assault.space, side)
        if is_artillery(war, unit)
        and not unit.dem
        and unit.id not in assault.fired
        and (free or not (unit.marker or unit.fired))
    ]


def ships_in(war: War, assault: Assault, role: str) -> tuple[str, ...]:
    """Ships that may fire for one side of an assault; none in a reaction charge."""
    spanish = side_in(assault, role) == SPAIN
    return ready_ships(war, assault.space) if spanish and not assault.reaction else ()


def able_to_fire(war: War, assault: Assault, role: str) -> tuple[str, ...]:
    """Guns and ships that may fire for one side of an assault now."""
    guns = supporting_guns if role == ATTACKER else defending_guns
    return (*(unit.id for unit in guns(war, assault)), *ships_in(war, assault, role))


def ask_support(run: Run) -> None:
    """Ask the attacker for one more fire of support, or go on."""
    _ask_fire(run, ATTACKER)


def ask_defence_fire(run: Run) -> None:
    """Ask the defender for one more fire of guns, or go on."""
    _ask_fire(run, DEFENDER)


FIRE_OF = {ATTACKER: "support", DEFENDER: "defence_fire"}
"""Decision about the guns of each side."""
FOLLOWING = {"support": "defence_fire", "defence_fire": "vanguard_fire"}


def _ask_fire(run: Run, role: str) -> None:
    assault = assault_of(run)
    able = able_to_fire(run.war, assault, role)
    if able:
        run.push(Question(FIRE_OF[role], side_in(assault, role), assault.space, units=able))
    else:
        run.update(replace(assault, stage=FOLLOWING[FIRE_OF[role]]))


def fire_refusals(war: War, question: Question, order: FireOrder) -> Iterator[Refusal | None]:
    """Reasons against a fire in an assault."""
    if order.passes:
        return
    if bool(order.guns) == bool(order.ship):
        yield no(
            "AFR-ART-02",
            "A fire is one of guns or one of a ship.",
            "Un tiro es de cañones o de un buque.",
        )
        return
    if order.guns:
        yield no_guns(order.guns)
    ordered = (*order.guns, order.ship) if order.ship else order.guns
    unable = [key for key in ordered if key not in question.units]
    if unable:
        yield _cannot_fire(war, question, unable[0])


def _cannot_fire(war: War, question: Question, key: str) -> Refusal:
    unit = war.units.get(key)
    assault = innermost_assault(war)
    where = assault.start if question.decision == "support" else assault.space
    if unit is None or not is_artillery(war, unit):
        return no(
            "AFB-NAV-01" if unit is None else "AFB-FIR-03",
            "Only guns and ships that reach the space fire.",
            "Solo tiran los cañones y los buques que alcanzan el espacio.",
        )
    if unit.at != where:
        rule = "AFR-ASL-14" if question.decision == "support" else "AFR-SEQ-03"
        return no(
            rule,
            "{who} must stand in {where:the}.",
            "{who}: no está en {where:el}.",
            who=title_of(war, key),
            where=place(war, where),
        )
    return no(
        "AFR-ART-01",
        "{who} cannot fire with a marker, when demoralised, or after another fire.",
        "{who}: con marcador, desmoralización o un disparo anterior no se tira.",
        who=title_of(war, key),
    )


def fire_in_assault(run: Run, question: Question, order: FireOrder) -> None:
    """AFR-ART-05: Guns and ships in an assault fire at the enemy vanguard."""
    assault = assault_of(run)
    if order.passes:
        run.update(replace(assault, stage=FOLLOWING[question.decision]))
        return
    fire = shot_of(run.war, assault, order)
    role = firing_role(order)
    fired = order.guns or (order.ship,)
    assault = with_roles(assault, role, guns_fired=True)
    run.update(replace(assault, fired=(*assault.fired, *fired)))
    if order.ship:
        fire_ship(run, fire)
    else:
        fire_guns(run, fire, order.guns)


def firing_role(order: FireOrder) -> str:
    """Role of the side that fires."""
    return ATTACKER if isinstance(order, Support) else DEFENDER


def shot_of(war: War, assault: Assault, order: FireOrder) -> Fire:
    """Fire of guns or of a ship at the enemy vanguard; only a defender has cover."""
    supports = firing_role(order) == ATTACKER
    target = roles_of(assault, DEFENDER if supports else ATTACKER).vanguard
    purpose = "support_fire" if supports else "defence_fire"
    cover = supports and has_cover(war, assault.space)
    if order.ship:
        shot = ship_shot(war, purpose, order.ship, target, assault.space)
        return replace(shot, has_cover=cover)
    return gun_fire(war, purpose, order.guns, target, cover)


def usual_support(war: War, question: Question) -> Support:  # noqa: ARG001 - as all
    """Guns do not support an assault by default."""
    return Support(passes=True)


def usual_defence_fire(war: War, question: Question) -> DefenceFire:
    """All guns fire as one group by default, then each ship."""
    guns = tuple(key for key in question.units if key in war.units)
    return DefenceFire(guns=guns) if guns else DefenceFire(ship=question.units[0])


def ask_always(war: War, question: Question) -> None:
    """Return None, because guns that can fire may also pass."""


def standing_fire(war: War, question: Question, given: object) -> FireOrder | None:
    """Fire by a conditional order."""
    kind = Support if question.decision == "support" else DefenceFire
    guns = tuple(key for key in question.units if key in war.units)
    chosen = standing_guns(given, guns or question.units[:1])
    if chosen is None:
        return None
    if not chosen:
        return kind(passes=True)
    return kind(guns=chosen) if guns else kind(ship=chosen[0])


SUPPORT = QuestionRules(
    fire_refusals,
    fire_in_assault,
    usual_support,
    ask_always,
    standing=standing_fire,
    settled=standing_fire,
)
DEFENCE_FIRE = QuestionRules(
    fire_refusals,
    fire_in_assault,
    usual_defence_fire,
    ask_always,
    standing=standing_fire,
    settled=standing_fire,
)


def vanguard_fire(run: Run) -> None:
    """AFR-ASL-15: The defending vanguard fires at the assaulting one, which has no cover."""
    assault = assault_of(run)
    firer = assault.dfn.vanguard
    if may_fire_small_arms(run.war, run.war.units[firer]):
        fire = small_arms(run.war, "vanguard_fire", (firer, assault.att.vanguard))
        resolve_fire(run, fire)
