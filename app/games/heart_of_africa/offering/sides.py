"""Orders of the step in which sides are chosen."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.land import EDGES as ALL_EDGES
from app.games.heart_of_africa.offering.words import choices
from app.games.heart_of_africa.presentation.naming import EDGES
from app.games.heart_of_africa.setup import march_order
from app.games.heart_of_africa.setup.auto_deployment import column
from app.games.heart_of_africa.setup.darkness import NIGHT_TURNS
from app.games.heart_of_africa.setup.scenarios import AMBUSH, ENCOUNTER, RAID, edges_open
from app.games.heart_of_africa.setup.table_edges import OPPOSITE
from app.games.heart_of_africa.state import Battle
from app.kernel.form import Field
from app.kernel.offers import Offer
from app.kernel.say import say

LIGHTS = {
    "night": say("by night", "de noche"),
    "dawn": say("at dawn", "al amanecer"),
    "dusk": say("at dusk", "al atardecer"),
}


def side_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of the side of the table; in an Ambush with the order of march."""
    for edge in ALL_EDGES:
        if is_under_water(battle, edge):
            continue
        if battle.scenario == AMBUSH:
            yield from march_offers(battle, side, edge)
            continue
        order = orders.ChooseSide(edge)
        yield Offer(
            order,
            say("Choose the {edge} side", "Elegir el lado {edge}", edge=EDGES[edge]),
            march_order.side_refusals(battle, order, side),
        )
        if battle.scenario == RAID and edge in edges_open(battle):
            yield from dark_offers(edge)


def is_under_water(battle: Battle, edge: str) -> bool:
    """True for an edge that is not offered because it is water. If both sides need their edge, the
    opposite one is not offered either.
    """
    water = battle.land.water_edge
    return (
        bool(water)
        and edge
        in ((water, OPPOSITE[water]) if battle.scenario in (AMBUSH, ENCOUNTER) else (water,))
        and edge in edges_open(battle)
    )


def dark_offers(edge: str) -> Iterator[Offer]:
    """Offers of darkness for a raider."""
    for light, words in LIGHTS.items():
        asks = (
            ()
            if light == "night"
            else (
                Field.number(
                    "turns",
                    say("Turns until the light changes", "Turnos hasta que cambia la luz"),
                    least=NIGHT_TURNS[0],
                    most=NIGHT_TURNS[1],
                ),
            )
        )
        label = say(
            "Choose the {edge} side, {light}",
            "Elegir el lado {edge}, {light}",
            edge=EDGES[edge],
            light=words,
        )
        yield Offer(orders.ChooseSide(edge, light, 0 if light == "night" else 1), label, asks=asks)


def march_offers(battle: Battle, side: str, edge: str) -> Iterator[Offer]:
    usual = orders.MarchOrder(tuple(column(battle, side)), edge)
    refused = march_order.march_refusals(battle, usual, side)
    yield Offer(
        usual,
        say(
            "March in from the {edge}, strong units ahead",
            "Marchar desde el {edge}, las unidades fuertes delante",
            edge=EDGES[edge],
        ),
        refused,
    )
    if not refused:
        asked = Field.ranking(
            "order",
            say("Order of march", "Orden de marcha"),
            choices(battle, usual.order),
        )
        yield Offer(
            usual,
            say(
                "March in from the {edge}, choosing the order",
                "Marchar desde el {edge}, eligiendo el orden",
                edge=EDGES[edge],
            ),
            asks=(asked,),
        )
