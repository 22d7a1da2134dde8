"""AFB-WEB-02: answers that the sheet of an assault settles ahead.

The attacker settles guns, interception and losses, the defender riders, guns, losses and retreat. They
are kept by the decision that they answer. A field left open is asked when its question arises.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.games.africa_1859.counters import is_cavalry, is_fighter, title_of
from app.games.africa_1859.fights.assault_fire import able_to_fire
from app.games.africa_1859.fights.designations import defending_units, is_fresh
from app.games.africa_1859.fights.retreat import cannot_retreat
from app.games.africa_1859.fights.riders import (
    CARACOLE,
    COUNTER_CHARGE,
    able_riders,
)
from app.games.africa_1859.fights.roles import ATTACKER, DEFENDER
from app.games.africa_1859.fights.standing_fire import GROUP, PASS, SINGLY
from app.games.africa_1859.ground import adjacent, place, units_at
from app.games.africa_1859.orders import Assault as AssaultOrder
from app.games.africa_1859.orders import Defend
from app.games.africa_1859.procedures import Assault, Roles
from app.games.africa_1859.questions import DEFAULT
from app.games.africa_1859.state import ENEMY_OF, Unit, War
from app.kernel.form import Choice, Field
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say

OF_ATTACKER = ("support", "intercept", "losses")
OF_DEFENDER = ("riders", "defence_fire", "losses", "retreat")
"""Fields of both sheets, by the decision that each answers."""


def settled_by(order: AssaultOrder | Defend) -> tuple[tuple[str, str], ...]:
    """Answers that an order settles ahead, as pairs of decision and answer."""
    names = OF_DEFENDER if isinstance(order, Defend) else OF_ATTACKER
    given = ((name, getattr(order, name)) for name in names)
    return tuple((name, answer) for name, answer in given if answer is not None)


def assault_before(war: War, order: AssaultOrder, side: str) -> Assault:
    """Assault from the open space on the target of an order, without group and roles."""
    start = war.phase.open
    return Assault(side, order.path[-1], start, start, (), (), Roles())


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
    yield wrong_losses(war, order.losses, order.units)


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
    if order.support is None:
        able = able_to_fire(war, assault_before(war, order, side), ATTACKER)
        yield from fire_fields("support", able)
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
    if order.losses is None:
        yield from losses_fields(war, [key for key in order.units if key in war.units])


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
    yield from fire_fields("defence_fire", able_to_fire(war, assault, DEFENDER))
    yield from losses_fields(war, defending_fighters(war, assault))
    spaces = retreats(war, assault)
    if len(spaces) > 1:
        usual = Choice(DEFAULT, say("by default", "por defecto"))
        others = (Choice(space, place(war, space)) for space in spaces)
        yield later_field("retreat", say("Retreat", "Retirada"), (usual, *others))


# --- Fields
def later_field(name: str, title: Say, choices: tuple[Choice, ...]) -> Field:
    """Field whose question is asked later if it is left open."""
    return Field.choice(name, title, choices, is_optional=True, is_asked_later=True)


def fire_fields(name: str, able: tuple[str, ...]) -> Iterator[Field]:
    """Field for the fire of guns and ships, if some can fire."""
    if able:
        choices = (
            Choice(GROUP, say("all as one group", "todos como un grupo")),
            Choice(SINGLY, say("one by one", "uno a uno")),
            Choice(PASS, say("no fire", "no tirar")),
        )
        yield later_field(name, say("Your guns and ships", "Tus cañones y buques"), choices)


def losses_fields(war: War, stack: list[str]) -> Iterator[Field]:
    """Field for the losses of a clash, if more than one unit can take them."""
    if len(stack) > 1:
        first = (
            Choice(key, say("{who} first", "antes {who}", who=title_of(war, key))) for key in stack
        )
        usual = Choice(DEFAULT, say("by default", "por defecto"))
        yield later_field("losses", say("Losses of the clash", "Bajas del choque"), (usual, *first))
