"""Choice of the hexes of a retreat, for units and trains."""

from __future__ import annotations

from app.games.cry_havoc import orders
from app.games.cry_havoc.events import Answered, Retreated
from app.games.cry_havoc.occupancy import hexes_of, on_the_map, refusals_of, unit_named
from app.games.cry_havoc.owed_answers import open_decisions, place_in_queue
from app.games.cry_havoc.retreats import (
    Option,
    as_it_is_now,
    followed_by,
    one_hex_back,
    one_step_back,
    retreat_options,
)
from app.games.cry_havoc.state import Battle, Retreat, TrainRetreat, Unit
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Offer, Reach
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import Say, say
from app.kernel.space.hexes import Hex


def retreat_refusals(battle: Battle, order: orders.RetreatTo, seat: str) -> tuple[Refusal, ...]:
    unit = unit_named(battle, order.unit)
    if place_in_queue(battle, seat, Retreat, unit.id) is None:
        return (
            no(
                "CH-CBT-14",
                "{who} has no retreat to carry out.",
                "{who} no tiene que retroceder.",
                who=unit.name,
            ),
        )
    off = on_the_map(battle, order.to, *([order.rear] if order.rear else []))
    if off:
        return (off,)
    if unit.rear is None:
        return one_hex_back(battle, unit, order.to)
    meant = way_meant(battle, unit, order)
    if len(meant) > 1:
        return (
            no(
                "CH-CBT-20",
                "Name the hex of the rear too: {hexes}.",
                "Indica también la casilla de la grupa: {hexes}.",
                hexes=[rear for _, rear in meant],
            ),
        )
    return one_step_back(
        battle, unit, *(meant[0] if meant else (order.to, order.rear or unit.hex or ""))
    )


def way_meant(battle: Battle, unit: Unit, order: orders.RetreatTo) -> list[tuple[Hex, Hex]]:
    """Steps of a rider that the order may mean; the rear may be omitted if only one step fits."""
    if order.rear:
        return [(order.to, order.rear)]
    return [
        (front, rear) for front, rear in retreat_options(battle, unit) if front == order.to and rear
    ]


def retreat_to(battle: Battle, order: orders.RetreatTo, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 every chapter is handed dice
    refuse_if(refusals_of(retreat_refusals, battle, order, seat))
    unit = battle.units[order.unit]
    front, rear = way_meant(battle, unit, order)[0] if unit.rear else (order.to, None)
    happened = [
        Answered(place_in_queue(battle, seat, Retreat, unit.id) or 0),
        Retreated(unit.id, front, rear, hexes_of(unit)),
    ]
    return followed_by(battle, happened, unit.id)


def retreat_to_assessment(battle: Battle, order: orders.RetreatTo, seat: str) -> Assessment:
    unit = battle.units.get(order.unit)
    options = retreat_options(battle, unit) if unit else ()
    reach = {
        front if rear is None or rear == (unit and unit.hex) else rear: Reach((front,), 1)
        for front, rear in options
    }
    return Assessment(
        no=refusals_of(retreat_refusals, battle, order, seat),
        report={
            "retreat_options": [front if rear is None else [front, rear] for front, rear in options]
        },
        reach=reach,
    )


def retreat_to_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of the places to which units of the seat may retreat."""
    return [
        Offer(
            orders.RetreatTo(one.unit, *option),
            retreat_label(battle.units[one.unit], option),
            act=say(
                "Retreat with {who} to {hex}",
                "Retroceder con {who} a {hex}",
                who=battle.units[one.unit].name,
                hex=new_hex(battle.units[one.unit], option),
            ),
            piece=one.unit,
            place=new_hex(battle.units[one.unit], option),
            main=True,
        )
        for one in open_decisions(battle, seat, Retreat)
        for option in retreat_options(battle, battle.units[one.unit])
    ]


def new_hex(unit: Unit, option: Option) -> Hex:
    """Hex of the option that the unit does not occupy yet."""
    return next((hex_ for hex_ in option if hex_ and hex_ not in hexes_of(unit)), option[0])


def retreat_label(unit: Unit, option: Option) -> Say:
    hex_ = new_hex(unit, option)
    if option[1] is None:
        return say("{who} retreats to {hex}", "{who} retrocede a {hex}", who=unit.name, hex=hex_)
    if option[1] == unit.hex:
        return say(
            "{who} retreats forward to {hex}",
            "{who} se retira hacia delante, a {hex}",
            who=unit.name,
            hex=hex_,
        )
    return say(
        "{who} retreats backward to {hex}",
        "{who} se retira hacia atrás, a {hex}",
        who=unit.name,
        hex=hex_,
    )


def train_refusals(battle: Battle, order: orders.RetreatTrain, seat: str) -> tuple[Refusal, ...]:
    train = next(iter(open_decisions(battle, seat, TrainRetreat)), None)
    if train is None:
        return (
            no(
                "CH-MNT-15",
                "No train of yours has to retreat.",
                "Ninguna reata tuya tiene que retroceder.",
            ),
        )
    off = on_the_map(battle, *order.places)
    if off or tuple(order.places) in as_it_is_now(battle, train).options:
        return found_in(off)
    return (
        no(
            "CH-MNT-15",
            "Each of the {n} mules retreats one hex, next to no enemy, and stays next to its "
            "neighbours.",
            "Cada una de las {n} mulas retrocede una casilla, lejos del enemigo, y sigue junto a "
            "sus vecinas.",
            n=len(train.mules),
        ),
    )


def retreat_train(battle: Battle, order: orders.RetreatTrain, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 handed to every chapter
    refuse_if(refusals_of(train_refusals, battle, order, seat))
    train = open_decisions(battle, seat, TrainRetreat)[0]
    happened: list[Event] = [Answered(battle.pending.index(train))]
    happened += [
        Retreated(mule, to, None, hexes_of(battle.units[mule]))
        for mule, to in zip(train.mules, order.places, strict=True)
    ]
    return followed_by(battle, happened, train.mules[0])


def retreat_train_assessment(battle: Battle, order: orders.RetreatTrain, seat: str) -> Assessment:
    options = [
        list(places) for one in open_decisions(battle, seat, TrainRetreat) for places in one.options
    ]
    return Assessment(
        no=refusals_of(train_refusals, battle, order, seat), report={"retreat_options": options}
    )


def retreat_train_offers(battle: Battle, seat: str) -> list[Offer]:
    return [
        Offer(
            orders.RetreatTrain(places),
            say(
                "The train retreats to {hexes}", "La reata retrocede a {hexes}", hexes=list(places)
            ),
            piece=one.mules[0],
            place=places[0],
            main=True,
        )
        for one in open_decisions(battle, seat, TrainRetreat)
        for places in one.options
    ]
