"""AFB-WEB-02: answers that the sheet of an assault settles ahead.

The attacker settles guns, interception, a new vanguard and losses. The defender settles riders,
guns, a new vanguard, losses and retreat. A charge at an arrival settles a new vanguard and losses.
Answers are kept by the decision that they answer. A field left open is asked when its question
arises.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.games.africa_1859.counters import is_cavalry, is_fighter, title_of
from app.games.africa_1859.fights.assault_fire import (
    able_to_fire,
    defending_guns,
    supporting_guns,
)
from app.games.africa_1859.fights.counter_battery import answering_guns
from app.games.africa_1859.fights.designations import (
    attacking_vanguards,
    best_by_combat,
    defending_units,
    defending_vanguards,
    is_fresh,
)
from app.games.africa_1859.fights.retreat import cannot_retreat
from app.games.africa_1859.fights.riders import (
    CARACOLE,
    COUNTER_CHARGE,
    able_riders,
)
from app.games.africa_1859.fights.roles import ATTACKER, DEFENDER, side_in
from app.games.africa_1859.fights.standing_fire import GROUP, PASS, SINGLY
from app.games.africa_1859.ground import adjacent, place, units_at
from app.games.africa_1859.orders import Arrival, Defend
from app.games.africa_1859.orders import Assault as AssaultOrder
from app.games.africa_1859.procedures import Assault, Roles
from app.games.africa_1859.questions import DEFAULT
from app.games.africa_1859.state import ENEMY_OF, SPAIN, Unit, War
from app.kernel.contract import Order
from app.kernel.form import Choice, Field
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say

OF_CHARGE = ("new_vanguard", "losses")
FIELDS: dict[type[Order], tuple[str, ...]] = {
    AssaultOrder: ("support", "counter_battery", "intercept", *OF_CHARGE),
    Arrival: OF_CHARGE,
    Defend: ("riders", "defence_fire", "counter_battery", *OF_CHARGE, "retreat"),
}
"""Fields of each sheet, by the decision that each answers."""
LEAST_TO_CHOOSE = 2
"""Units besides the vanguard that may lead, from which on its loss leaves a choice."""


def settled_by(order: Order) -> tuple[tuple[str, str], ...]:
    """Answers that an order settles ahead, as pairs of decision and answer."""
    given = ((name, getattr(order, name)) for name in FIELDS[type(order)])
    return tuple((name, answer) for name, answer in given if answer is not None)


def assault_before(war: War, order: AssaultOrder, side: str) -> Assault:
    """Assault from the open space on the target of an order, without group and roles."""
    start = war.phase.open
    return Assault(side, order.path[-1], start, start, (), (), Roles())


def guns_to_answer(war: War, assault: Assault, role: str) -> list[Unit]:
    """Spanish guns that may answer the Moroccan guns of an assault now; none for Morocco."""
    if side_in(assault, role) != SPAIN:
        return []
    firing = (defending_guns if role == ATTACKER else supporting_guns)(war, assault)
    return answering_guns(war, firing[0].at) if firing else []


def wrong_counter_battery(
    war: War, assault: Assault, role: str, settled: str | None
) -> Refusal | None:
    """Refusal of an answer to guns where no Spanish gun can answer."""
    if not settled or guns_to_answer(war, assault, role):
        return None
    return no(
        "AFR-ART-07",
        "No Spanish gun can answer Moroccan guns in this assault.",
        "Ningún cañón español puede responder a cañones marroquíes en este asalto.",
    )


def wrong_new_vanguard(war: War, named: str | None, able: Iterable[Unit]) -> Refusal | None:
    """Refusal of a new vanguard other than the units that may replace the first one."""
    others = [unit.id for unit in able]
    if named in (None, DEFAULT, *others):
        return None
    if not others:
        return no(
            "AFB-ASL-04",
            "No other unit may be the vanguard.",
            "Ninguna otra unidad puede ser vanguardia.",
        )
    return no(
        "AFB-ASL-04",
        "The new vanguard is one of these units: {names}.",
        "La nueva vanguardia es una de estas unidades: {names}.",
        names=[title_of(war, key) for key in others],
    )


# --- Attacker
def possible_interceptors(war: War, order: AssaultOrder) -> list[Unit]:
    """Fresh cavalry of a group that is neither vanguard nor screen."""
    group = (war.units[key] for key in order.units if key in war.units)
    taken = (order.vanguard, order.screen)
    return [
        unit
        for unit in group
        if is_cavalry(war, unit) and is_fresh(war, unit) and unit.id not in taken
    ]


def wrong_assault_sheet(war: War, order: AssaultOrder, side: str) -> Iterator[Refusal | None]:
    """Reasons against the answers that an assault settles ahead."""
    if order.support and not able_to_fire(war, assault_before(war, order, side), ATTACKER):
        yield no(
            "AFR-ASL-14",
            "No gun and no ship can support this assault.",
            "Ningún cañón ni buque puede apoyar este asalto.",
        )
    if order.intercept and not possible_interceptors(war, order):
        yield no(
            "AFR-ASL-09",
            "No rider of the group can intercept. The screen and the vanguard stay.",
            "Ninguna unidad montada del grupo puede interceptar. La cobertura y la vanguardia se"
            " quedan.",
        )
    before = assault_before(war, order, side)
    yield wrong_counter_battery(war, before, ATTACKER, order.counter_battery)
    yield from wrong_charge_sheet(war, order.units, order.path[-1], order)


def wrong_charge_sheet(
    war: War, group: Iterable[str], target: str, order: AssaultOrder | Arrival
) -> Iterator[Refusal | None]:
    """Reasons against the new vanguard and the losses that an attacker settles ahead."""
    units = [war.units[key] for key in group if key in war.units and key != order.vanguard]
    yield wrong_new_vanguard(war, order.new_vanguard, attacking_vanguards(war, units, target))
    yield wrong_losses(war, order.losses, group)


def wrong_losses(war: War, losses: str | None, stack: Iterable[str]) -> Refusal | None:
    """Refusal of losses that name a unit outside the stack."""
    if losses is None or losses == DEFAULT or losses in set(stack):
        return None
    return no(
        "AFB-ASL-09",
        "The losses go to these units: {names}.",
        "Las bajas van a estas unidades: {names}.",
        names=[title_of(war, key) for key in stack],
    )


def assault_sheet(war: War, order: AssaultOrder, side: str) -> Iterator[Field]:
    """Fields that an assault may settle ahead: those whose question can arise."""
    before = assault_before(war, order, side)
    if order.support is None:
        yield from fire_fields("support", OWN_GUNS, able_to_fire(war, before, ATTACKER))
    if order.counter_battery is None:
        answering = guns_to_answer(war, before, ATTACKER)
        yield from fire_fields("counter_battery", COUNTER_BATTERY, answering)
    riders = possible_interceptors(war, order)
    enemies = units_at(war, order.path[-1], ENEMY_OF[side])
    is_met = any(is_cavalry(war, unit) and is_fresh(war, unit) for unit in enemies)
    if order.intercept is None and is_met and riders and len(order.units) > 1:
        choices = (
            Choice(PASS, say("no interception", "no interceptar")),
            Choice("strongest", say("the strongest riders", "los jinetes más fuertes")),
        )
        title = say("Interception of a counter-charge", "Intercepción de una contracarga")
        yield later_field("intercept", title, choices)
    yield from charge_sheet(war, order.units, order.path[-1], order)


def charge_sheet(
    war: War, group: Iterable[str], target: str, order: AssaultOrder | Arrival
) -> Iterator[Field]:
    """Fields for the new vanguard and the losses of an attacker."""
    units = [war.units[key] for key in group if key in war.units]
    if order.new_vanguard is None:
        able = attacking_vanguards(war, units, target)
        leads = [unit for unit in able if unit.id != order.screen]
        yield from vanguard_fields(war, able, order.vanguard or usual_vanguard(war, leads))
    if order.losses is None:
        yield from losses_fields(war, [unit.id for unit in units])


# --- Defender
def defending_fighters(war: War, assault: Assault) -> list[str]:
    """Fighters of the assaulted space, by id."""
    return [unit.id for unit in defending_units(war, assault) if is_fighter(war, unit)]


def retreats(war: War, assault: Assault) -> list[str]:
    """Spaces to which the defender could retreat now, by id."""
    fighters = defending_fighters(war, assault)
    return [
        space
        for space in sorted(adjacent(war, assault.space))
        if cannot_retreat(war, assault, space, fighters) is None
    ]


def wrong_defence_sheet(war: War, assault: Assault, order: Defend) -> Iterator[Refusal | None]:
    """Reasons against the answers that a defence settles ahead."""
    taken = (order.vanguard, order.screen) if order.riders == COUNTER_CHARGE else ()
    if order.riders and all(unit.id in taken for unit in able_riders(war, assault)):
        yield no(
            "AFR-ASL-05",
            "No rider of the space can react so. A vanguard or screen does not counter-charge.",
            "Ninguna unidad montada del espacio puede reaccionar así. La vanguardia y la cobertura"
            " no contracargan.",
        )
    if order.defence_fire and not able_to_fire(war, assault, DEFENDER):
        yield no(
            "AFR-ASL-15",
            "No gun and no ship can fire in this defence.",
            "Ningún cañón ni buque puede tirar en esta defensa.",
        )
    yield wrong_counter_battery(war, assault, DEFENDER, order.counter_battery)
    others = [one for one in defending_units(war, assault) if one.id != order.vanguard]
    yield wrong_new_vanguard(war, order.new_vanguard, defending_vanguards(war, others))
    yield wrong_losses(war, order.losses, defending_fighters(war, assault))
    if order.retreat not in (None, DEFAULT, *retreats(war, assault)):
        yield no(
            "AFB-RET-01",
            "A retreat goes to an adjacent space without enemies, with room, off the approach.",
            "Una retirada va a un espacio contiguo sin enemigos, con sitio, fuera del camino del"
            " asalto.",
        )


def defence_sheet(war: War, assault: Assault) -> Iterator[Field]:
    """Fields that a defence may settle ahead: those whose question can arise."""
    if able_riders(war, assault):
        choices = (
            Choice(PASS, say("stay", "quedarse")),
            Choice(CARACOLE, say("caracole", "caracola")),
            Choice(COUNTER_CHARGE, say("counter-charge", "contracarga")),
        )
        yield later_field("riders", say("Riders in defence", "Jinetes en defensa"), choices)
    yield from fire_fields("defence_fire", OWN_GUNS, able_to_fire(war, assault, DEFENDER))
    answering = guns_to_answer(war, assault, DEFENDER)
    yield from fire_fields("counter_battery", COUNTER_BATTERY, answering)
    able = defending_vanguards(war, defending_units(war, assault))
    yield from vanguard_fields(war, able, usual_vanguard(war, able))
    yield from losses_fields(war, defending_fighters(war, assault))
    spaces = retreats(war, assault)
    if len(spaces) > 1:
        others = (Choice(space, place(war, space)) for space in spaces)
        yield later_field("retreat", say("Retreat", "Retirada"), (BY_DEFAULT, *others))


# --- Fields
def later_field(name: str, title: Say, choices: tuple[Choice, ...]) -> Field:
    """Field whose question is asked later if it is left open."""
    return Field.choice(name, title, choices, is_optional=True, is_asked_later=True)


OWN_GUNS = say("Your guns and ships", "Tus cañones y buques")
COUNTER_BATTERY = say("Counter-battery", "Contrabatería")
BY_DEFAULT = Choice(DEFAULT, say("by default", "por defecto"))


def fire_fields(name: str, title: Say, able: Sequence[object]) -> Iterator[Field]:
    """Field for the fire of guns and ships, if some can fire."""
    if able:
        choices = (
            Choice(GROUP, say("all as one group", "todos como un grupo")),
            Choice(SINGLY, say("one by one", "uno a uno")),
            Choice(PASS, say("no fire", "no tirar")),
        )
        yield later_field(name, title, choices)


def usual_vanguard(war: War, able: list[Unit]) -> str:
    """Vanguard that a form proposes, by id; "" if no unit may lead."""
    return best_by_combat(war, able).id if able else ""


def vanguard_fields(war: War, able: list[Unit], vanguard: str) -> Iterator[Field]:
    """Field for the unit that replaces the vanguard, if more than one of the able is left to do so.

    It does not offer the vanguard. If the vanguard is another one than the proposed, the proposed
    one replaces it by default.
    """
    if len(able) > LEAST_TO_CHOOSE:
        choices = (Choice(one.id, title_of(war, one.id)) for one in able if one.id != vanguard)
        title = say("New vanguard if it falls", "Nueva vanguardia si cae")
        yield later_field("new_vanguard", title, (BY_DEFAULT, *choices))


def losses_fields(war: War, stack: list[str]) -> Iterator[Field]:
    """Field for the losses of a clash, if more than one unit can take them."""
    if len(stack) > 1:
        first = (
            Choice(key, say("{who} first", "antes {who:el}", who=title_of(war, key)))
            for key in stack
        )
        title = say("Losses of the clash", "Bajas del choque")
        yield later_field("losses", title, (BY_DEFAULT, *first))
