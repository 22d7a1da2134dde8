"""CH-OPT-01 to 05: limited ammunition."""

from __future__ import annotations

from app.games.cry_havoc.events import AmmunitionGiven, AmmunitionRolled
from app.games.cry_havoc.occupancy import (
    are_neighbours,
    enemies_about,
    has_acted,
    hexes_of,
    is_on_map,
    not_own,
    unable_to_act,
    unit_named,
)
from app.games.cry_havoc.orders import GiveAmmunition
from app.games.cry_havoc.state import DEAD, MOVEMENT, Battle, Unit
from app.games.cry_havoc.tables import DATA, d10
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.form import Field
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say

OPTION = "limited_ammunition"
DICE: int = DATA["limited_ammunition"]["dice"]


def filled(unit: Unit, dice: Dice) -> AmmunitionRolled:
    """CH-OPT-01: An archer or crossbowman begins with the sum of three dice, 3 to 30 missiles."""
    faces = tuple(d10(dice, "ammunition", unit.id) for _ in range(DICE))
    return AmmunitionRolled(unit.id, faces, sum(faces))


def rolled(battle: Battle, unit: str, dice: Dice) -> list[Event]:
    """Missiles of one shooter, rolled once; raises `Refused` if that has been done."""
    refuse_if(quiver_is_settled(battle, unit_named(battle, unit)))
    return [filled(battle.units[unit], dice)]


def quiver_is_settled(battle: Battle, unit: Unit) -> Refusal | None:
    if OPTION not in battle.options:
        return no(
            "CH-OPT-01",
            "Missiles are not counted in this game.",
            "En esta partida no se cuentan los proyectiles.",
        )
    if unit.weapon is None:
        return no(
            "CH-OPT-01",
            "{who} has neither bow nor crossbow.",
            "{who} no lleva arco ni ballesta.",
            who=unit.name,
        )
    if unit.ammo is not None:
        return no(
            "CH-OPT-01",
            "{who} has {n} missiles already.",
            "{who} ya tiene {n} proyectiles.",
            who=unit.name,
            n=unit.ammo,
        )
    return None


def out_of_missiles(battle: Battle, unit: Unit) -> Refusal | None:
    """CH-OPT-02: Each shot uses one missile, and a shooter with none left cannot shoot; without the
    option nothing is counted.
    """
    if OPTION in battle.options and unit.ammo is not None and unit.ammo < 1:
        return no(
            "CH-OPT-02",
            "{who} has no missiles left.",
            "A {who} no le quedan proyectiles.",
            who=unit.name,
        )
    return None


def hand_over_refusals(battle: Battle, giver: Unit, to: Unit, seat: str) -> tuple[Refusal, ...]:
    """CH-OPT-03: Two adjacent friends hand missiles over if neither is in close combat; it takes
    the whole phase of both.
    """
    apart = (
        None
        if are_neighbours(giver, to) and giver.id != to.id
        else no(
            "CH-OPT-03",
            "{giver} and {to} are not side by side.",
            "{giver} y {to} no están contiguos.",
            giver=giver.name,
            to=to.name,
        )
    )
    return found_in(
        not_own(battle, giver, seat), unable_to_act(giver), apart, at_leisure(battle, giver)
    )


def at_leisure(battle: Battle, unit: Unit) -> tuple[Refusal, ...]:
    """Refusals of a unit that has fought, acted in this phase, or has a standing enemy adjacent."""
    near = [
        enemy for hex_ in hexes_of(unit) for enemy in enemies_about(battle, hex_, unit.side or "")
    ]
    fighting = no(
        "CH-OPT-03",
        "{who} is in close combat.",
        "{who} está en combate cuerpo a cuerpo.",
        who=unit.name,
    )
    return found_in(
        fighting if near or unit.fought else None,
        spent_on_missiles(unit) if has_acted(unit) else None,
    )


def spent_on_missiles(unit: Unit) -> Refusal:
    return no(
        "CH-OPT-03",
        "Handing missiles over takes a whole phase, and {who} has acted in this one.",
        "Repartir proyectiles ocupa una fase entera, y {who} ya ha actuado en esta.",
        who=unit.name,
    )


def quiver_refusals(dead: Unit, to: Unit) -> tuple[Refusal, ...]:
    """CH-OPT-04: The missiles of a dead shooter of either side are taken from the same or an
    adjacent hex.
    """
    near = (
        is_on_map(dead)
        and is_on_map(to)
        and (are_neighbours(dead, to) or set(hexes_of(dead)) & set(hexes_of(to)))
    )
    return (
        ()
        if near
        else (
            no(
                "CH-OPT-04",
                "{who} is not in the hex of {to}, nor in an adjacent one.",
                "{who} no está en la casilla de {to} ni en una contigua.",
                who=dead.name,
                to=to.name,
            ),
        )
    )


def other_missiles(giver: Unit, to: Unit) -> Refusal | None:
    """CH-OPT-05: Bolts and arrows are not interchangeable."""
    if giver.weapon == to.weapon and to.weapon is not None:
        return None
    return no(
        "CH-OPT-05",
        "The missiles of {giver} do not fit the weapon of {to}.",
        "Los proyectiles de {giver} no sirven para el arma de {to}.",
        giver=giver.name,
        to=to.name,
    )


def give_refusals(battle: Battle, order: GiveAmmunition, seat: str) -> tuple[Refusal, ...]:
    giver, to = unit_named(battle, order.giver), unit_named(battle, order.to)
    if OPTION not in battle.options or giver.ammo is None or to.ammo is None:
        return found_in(other_missiles(giver, to)) or (
            no(
                "CH-OPT-03",
                "Missiles are not counted in this game.",
                "En esta partida no se cuentan los proyectiles.",
            ),
        )
    source = (
        quiver_refusals(giver, to)
        if giver.state == DEAD
        else hand_over_refusals(battle, giver, to, seat)
    )
    few = (
        None
        if 1 <= order.count <= giver.ammo
        else no(
            "CH-OPT-03",
            "{who} has {has} missiles.",
            "{who} tiene {has} proyectiles.",
            who=giver.name,
            has=giver.ammo,
        )
    )
    return found_in(
        not_own(battle, to, seat),
        unable_to_act(to),
        source,
        at_leisure(battle, to),
        few,
        other_missiles(giver, to),
    )


def give(battle: Battle, order: GiveAmmunition, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - all orders share one signature
    refuse_if(give_refusals(battle, order, seat))
    return [AmmunitionGiven(order.giver, order.to, order.count)]


def give_assessment(battle: Battle, order: GiveAmmunition, seat: str) -> Assessment:
    return Assessment(give_refusals(battle, order, seat))


def give_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers to take missiles from an adjacent shooter, dead ones included, for each shooter of the
    seat.
    """
    if (
        OPTION not in battle.options
        or battle.step != MOVEMENT
        or battle.seats.get(seat) != battle.active
    ):
        return []
    shooters = [
        unit
        for unit in battle.units.values()
        if unit.weapon and unit.ammo is not None and is_on_map(unit)
    ]
    mine = [
        unit for unit in shooters if not not_own(battle, unit, seat) and not unable_to_act(unit)
    ]
    return [
        offer
        for giver in shooters
        if giver.ammo
        for to in mine
        for offer in _give_offer(battle, giver, to, seat)
    ]


def _give_offer(battle: Battle, giver: Unit, to: Unit, seat: str) -> list[Offer]:
    near = are_neighbours(giver, to) or set(hexes_of(giver)) & set(hexes_of(to))
    if giver.id == to.id or not near or (giver.state != DEAD and giver.side != to.side):
        return []
    most = giver.ammo or 0
    order = GiveAmmunition(giver.id, to.id, most)
    label = say(
        "{to} takes missiles from {giver}",
        "{to} toma proyectiles de {giver}",
        to=to.name,
        giver=giver.name,
    )
    ask = Field.number("count", say("How many", "Cuántos"), least=1, most=most)
    return [
        Offer(
            order,
            label,
            give_refusals(battle, order, seat),
            asks=(ask,),
            piece=to.id,
            target=giver.id,
        )
    ]
