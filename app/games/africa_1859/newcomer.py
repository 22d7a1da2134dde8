"""Newcomer at Africa 1859-60, without the code of the bots: goes to the nearest ground that scores.

It attacks at even odds. It knows offers and dry runs only, as a person on the page does. The forms
keep their usual answers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from app.games.africa_1859 import orders
from app.games.africa_1859.ground import controller, distances_from, map_of
from app.games.africa_1859.supply import scenario_of
from app.kernel import monkey
from app.kernel.contract import Game, Order
from app.kernel.form import Field, Kind
from app.kernel.offers import Assessment, Offer

FAR = 999
EVEN = 0.5
"""Least chance of an assault."""


def newcomers_order(game: Game, view: Any, chance: random.Random) -> Order:
    """Order of the newcomer: an assault at even odds, a fire, a step nearer, or the end of a phase.

    A question gets its default answer.
    """
    live = [offer for offer in game.offers(view) if offer.is_live]
    for orders_of_kind in (assaults, fires, steps_nearer):
        found = max(
            orders_of_kind(game, view, live), key=lambda one: (one[0], repr(one[1])), default=None
        )
        if found is not None:
            return found[1]
    for kind in (orders.Close, orders.EndPhase):
        ends = [one.order for one in live if isinstance(one.order, kind)]
        if ends:
            return ends[0]
    return game.default_order(view) or monkey.any_order(game, view, chance)


def assaults(game: Game, view: Any, live: list[Offer]) -> Iterator[tuple[float, Order]]:
    """Assaults of at least even odds, with their chance."""
    for offer in live:
        if not isinstance(offer.order, orders.Assault):
            continue
        begun, found = usual_answers(game, view, offer.order, offer.asks)
        for way in found.reach.values():
            order = monkey.with_field(game, begun, "path", list(way.path))
            order, dry = usual_answers(game, view, order, game.assess(view, order).asks)
            odds = sum(one.ways / one.of for one in dry.odds if one.good)
            if odds >= EVEN and not dry.no:
                yield odds, order


def fires(game: Game, view: Any, live: list[Offer]) -> Iterator[tuple[float, Order]]:
    """Fires of guns and ships with the usual answers."""
    for offer in live:
        if isinstance(offer.order, orders.Fire | orders.ShipFire):
            order, dry = usual_answers(game, view, offer.order, offer.asks)
            if not dry.no and not dry.asks:
                yield 0.0, order


def steps_nearer(game: Game, view: Any, live: list[Offer]) -> Iterator[tuple[float, Order]]:
    """Moves of whole stacks that bring them nearer to ground that scores, the nearest stack
    first.
    """
    for offer in live:
        if not isinstance(offer.order, orders.Move):
            continue
        begun, found = usual_answers(game, view, offer.order, offer.asks)
        away = edges_to_ground(view)
        best = min(found.reach, key=lambda one: (away.get(one, FAR), one), default="")
        if not best or away.get(best, FAR) >= away.get(offer.order.space, FAR):
            continue
        order = monkey.with_field(game, begun, "path", list(found.reach[best].path))
        if not game.assess(view, order).no:
            yield -away[best], order


def edges_to_ground(view: Any) -> dict[str, int]:
    """Edges from each space to the nearest ground that scores and that the side does not
    control.
    """
    war, side, found = view.war, view.viewer.side, dict[str, int]()
    scenario = scenario_of(war)
    goals = [
        space
        for space in map_of(war).spaces
        if scenario and scenario.control.get(space) and controller(war, space) != side
    ]
    for goal in goals:
        for space, edges in distances_from(war, goal, side).items():
            found[space] = min(edges, found.get(space, FAR))
    return found


def usual_answers(
    game: Game, view: Any, order: Order, asks: tuple[Field, ...]
) -> tuple[Order, Assessment]:
    """Order with the usual answers to all questions but its way, and its dry run."""
    asked, dry = set[str](), game.assess(view, order)
    while open_to := [ask for ask in asks if ask.name not in asked and ask.kind is not Kind.PATH]:
        for ask in open_to:
            asked.add(ask.name)
            value = ask.usual or first_choice(ask)
            if value:
                listed = value.split() if ask.kind is Kind.CHOICES else value
                order = monkey.with_field(game, order, ask.name, listed)
        dry = game.assess(view, order)
        asks = dry.asks
    return order, dry


def first_choice(ask: Field) -> str:
    """First answer that is open; "" for a field that may be left out."""
    able = [one.value for one in ask.choices if not one.no]
    return able[0] if able and not (ask.is_optional or ask.is_asked_later) else ""
