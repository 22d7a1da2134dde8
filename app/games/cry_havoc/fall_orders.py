"""Choice of the hex in which a thrown rider falls."""

from __future__ import annotations

from app.games.cry_havoc import orders
from app.games.cry_havoc.events import Answered, Fell
from app.games.cry_havoc.occupancy import on_the_map, refusals_of, unit_named
from app.games.cry_havoc.owed_answers import open_decisions, place_in_queue
from app.games.cry_havoc.retreats import followed_by
from app.games.cry_havoc.state import Battle, Fall
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Offer, Reach
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say


def fall_refusals(battle: Battle, order: orders.FallAt, seat: str) -> tuple[Refusal, ...]:
    unit = unit_named(battle, order.unit)
    place = place_in_queue(battle, seat, Fall, unit.id)
    if place is None:
        return (
            no(
                "CH-MNT-12",
                "{who} has not fallen from a horse.",
                "{who} no ha caído del caballo.",
                who=unit.name,
            ),
        )
    off = on_the_map(battle, order.to)
    fall = battle.pending[place]
    if off or not isinstance(fall, Fall) or order.to in fall.options:
        return found_in(off)
    return (
        no(
            "CH-MNT-12",
            "{who} cannot fall in {hex}: it must be free and next to the horse, with no wall between.",
            "{who} no puede caer en {hex}: ha de ser una casilla libre junto al caballo, sin "
            "pared por medio.",
            who=unit.name,
            hex=order.to,
        ),
    )


def fall_at(battle: Battle, order: orders.FallAt, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 every chapter is handed dice
    refuse_if(refusals_of(fall_refusals, battle, order, seat))
    return followed_by(
        battle,
        [Answered(place_in_queue(battle, seat, Fall, order.unit) or 0), Fell(order.unit, order.to)],
        order.unit,
    )


def fall_at_assessment(battle: Battle, order: orders.FallAt, seat: str) -> Assessment:
    falls = [fall for fall in open_decisions(battle, seat, Fall) if fall.unit == order.unit]
    reach = {hex_: Reach((hex_,), 1) for fall in falls for hex_ in fall.options}
    return Assessment(
        no=refusals_of(fall_refusals, battle, order, seat),
        report={"fall_options": list(reach)},
        reach=reach,
    )


def fall_at_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of the hexes in which a thrown rider of the seat may lie."""
    return [
        Offer(
            orders.FallAt(fall.unit, hex_),
            say(
                "{who} falls to {hex}",
                "{who} cae en {hex}",
                who=battle.units[fall.unit].name,
                hex=hex_,
            ),
            act=say(
                "Let {who} fall to {hex}",
                "Hacer caer a {who} en {hex}",
                who=battle.units[fall.unit].name,
                hex=hex_,
            ),
            piece=fall.unit,
            place=hex_,
            main=True,
        )
        for fall in open_decisions(battle, seat, Fall)
        for hex_ in fall.options
    ]
