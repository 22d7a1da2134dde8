"""Orders of one place for many figures: a unit formed at a place, a building by its middle, drawn
paths.
"""

import json
import math
import time
from functools import cache

import msgspec
import pytest

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.events import FireSealed
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.movement.layouts import SHAPES
from app.games.heart_of_africa.setup.scenarios import guard_zone, zone_of
from app.games.heart_of_africa.setup.sites import walled
from app.games.heart_of_africa.state import DEPLOYMENT
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from tests.games.heart_of_africa.battles import fought, view_of
from tests.games.heart_of_africa.test_offers import volley


@cache
def deploying():
    return [
        (battle, seat)
        for name in ("encounter", "planned_attack", "raid")
        for battle, seat, *_ in fought(name)[:14]
        if battle.step == DEPLOYMENT
    ]


def asked(battle, seat, kind):
    """The first live offer of a kind that asks for a place, and the side of the seat."""
    view = view_of(battle, seat)
    return view, next(
        (
            offer
            for offer in GAME.offers(view)
            if isinstance(offer.order, kind)
            and offer.is_live
            and any(ask.name == "to" for ask in offer.asks)
            and not offer.order.ambush
            and not offer.order.advance_guard
            and offer.order.who in battle.units
            and battle.units[offer.order.who].kind == "troops"
        ),
        None,
    )


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["block", "line", "column", "loose"])
def test_a_unit_is_drawn_up_in_the_zone_near_the_place_that_is_named(shape):
    tried = 0
    for battle, seat in deploying():
        view, offer = asked(battle, seat, orders.Deploy)
        if offer is None:
            continue
        zone = zone_of(battle, view.side)
        x0, y0, x1, y1 = zone.rect
        to = ((x0 + x1) / 2, (y0 + y1) / 2)
        order = msgspec.structs.replace(offer.order, to=to, facing=45.0, shape=shape)
        dry = GAME.assess(view, order)
        if dry.no:
            continue
        tried += 1
        events = GAME.decide(battle, order, seat, SeededDice(b"forms", 1))
        men = events[0].at
        assert len(dry.way) == len(men)
        for x, y, facing in men.values():
            assert zone.has(battle.land, (x, y))
            assert facing == 45.0
        assert min(math.dist(to, (x, y)) for x, y, _ in men.values()) < 12
    assert tried >= 3


@pytest.mark.slow
def test_a_figure_named_by_itself_stands_where_it_was_told_to():
    for battle, seat in deploying():
        view, offer = asked(battle, seat, orders.Deploy)
        if offer is None:
            continue
        x0, y0, x1, y1 = zone_of(battle, view.side).rect
        order = msgspec.structs.replace(
            offer.order, to=((x0 + x1) / 2, (y0 + y1) / 2), shape="line"
        )
        drawn = GAME.decide(battle, order, seat, SeededDice(b"forms", 1))[0].at
        key, (x, y, _) = next(iter(drawn.items()))
        order = msgspec.structs.replace(order, at={key: (x, y, 10.0)})
        assert GAME.decide(battle, order, seat, SeededDice(b"forms", 1))[0].at[key] == (x, y, 10.0)
        return
    pytest.fail("no unit could be put down")


@pytest.mark.parametrize("to", [(-500.0, 900.0), (1e12, -1e12), (36.0, 24.0)])
def test_a_place_off_the_zone_means_the_nearest_one_in_it_or_is_refused_soon(to):
    tried = 0
    for battle, seat in deploying()[::3]:
        view, offer = asked(battle, seat, orders.Deploy)
        if offer is None:
            continue
        tried += 1
        order = msgspec.structs.replace(offer.order, to=to)
        began = time.perf_counter()
        dry = GAME.assess(view, order)
        assert time.perf_counter() - began < 5
        if dry.no:
            with pytest.raises(Refused) as refused:
                GAME.decide(battle, order, seat, SeededDice(b"forms", 1))
            assert {no.rule for no in dry.no} == {no.rule for no in refused.value.refusals}
        else:
            down = GAME.decide(battle, order, seat, SeededDice(b"forms", 1))[0]
            zone = (guard_zone if down.advance_guard else zone_of)(battle, view.side)
            assert all(zone.has(battle.land, (x, y)) for x, y, _ in down.at.values())
            assert bool(dry.notes) == down.advance_guard
    assert tried >= 3


def test_every_shape_that_the_form_offers_is_one_that_a_body_can_take():
    offers = [
        offer
        for battle, seat in deploying()
        if (offer := asked(battle, seat, orders.Deploy)[1]) is not None
    ]
    assert offers
    for offer in offers:
        shapes = {
            choice.value for ask in offer.asks if ask.name == "shape" for choice in ask.choices
        }
        assert shapes and shapes <= set(SHAPES)


@pytest.mark.parametrize(("lies", "size"), [("across", (10, 8)), ("along", (8, 10))])
def test_a_building_named_by_its_middle_has_walls_of_the_size_of_the_rulebook(lies, size):
    rect = walled(
        orders.PlaceWork(Work("", "temba", "B", gate="west"), (20.0, 30.0), lies)
    ).work.rect
    assert (rect[2] - rect[0], rect[3] - rect[1]) == size
    assert ((rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2) == (20.0, 30.0)


def test_the_sheet_of_fire_orders_is_one_order_that_may_be_given_as_it_stands():
    battle = volley()
    view = view_of(battle, "a")
    sheet = next(offer for offer in GAME.offers(view) if offer.asks and offer.asks[0].as_list)
    rows = sheet.asks[0].choices
    assert [row.value for row in rows] == ["A1-0", "A1-1"]
    assert all(row.of[-1].value == "" for row in rows)
    order = msgspec.convert(
        {
            **msgspec.to_builtins(sheet.order),
            "shots": [json.loads(row.of[0].value) for row in rows],
        },
        orders.FireOrders,
    )
    assert not GAME.assess(view, order).no
    assert [
        event
        for event in GAME.decide(battle, order, "a", SeededDice(b"forms", 2))
        if isinstance(event, FireSealed)
    ]
