"""Deployment of all counters by one order, in turn and before it."""

from __future__ import annotations

import re

import msgspec
import pytest

from app.games.cry_havoc import deployment
from app.games.cry_havoc.box import GAME
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.orders import DeployMany
from app.games.cry_havoc.state import FIRST_FIRE, SETUP
from app.kernel.contract import Marks, Setup
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from app.web import svg

replace = msgspec.structs.replace
BOTH_DEPLOY = ("lady_edith", "emboscada", "tres_mulas", "knight_errant")


def began(scenario):
    keys = [side.key for side in GAME.card.scenario(scenario).sides]
    setup = Setup(scenario, {key: key for key in keys})
    return fold(None, GAME.new_game(setup, SeededDice(b"havoc", 1)))


def view_of(battle, side):
    return GAME.view(battle, Viewer(side, side))


def sheet(battle, side):
    return next(
        offer.order
        for offer in GAME.offers(view_of(battle, side))
        if isinstance(offer.order, DeployMany)
    )


def given(battle, order, side):
    return fold(battle, GAME.decide(battle, order, side, SeededDice(b"havoc", 2)))


@pytest.mark.parametrize("scenario", BOTH_DEPLOY)
def test_each_side_deploys_all_counters_in_one_visit(scenario):
    battle, visits = began(scenario), []
    while battle.step == SETUP:
        side = GAME.waiting_for(battle)[0].seat
        order = sheet(battle, side)
        assert not GAME.assess(view_of(battle, side), order).no
        battle = given(battle, order, side)
        visits.append(side)
    assert len(visits) == len(set(visits))
    assert battle.turn == 1
    assert not any(deployment.to_deploy(battle, side) for side in battle.sides)


def two_units():
    """A battle, the side that deploys, and two of its units on foot with their usual hexes."""
    battle = began("lady_edith")
    side = GAME.waiting_for(battle)[0].seat
    order = sheet(battle, side)
    one, two = [unit for unit in order.to if unit not in order.rear][:2]
    return battle, side, order, one, two


def test_two_units_in_one_hex_are_refused_with_the_name_of_the_unit():
    battle, side, order, one, two = two_units()
    order = replace(order, to={**order.to, two: order.to[one]})
    found = GAME.assess(view_of(battle, side), order).no
    assert found
    assert any(battle.units[two].name in str(no.says) for no in found)
    with pytest.raises(Refused) as refused:
        GAME.decide(battle, order, side, SeededDice(b"havoc", 2))
    assert [*refused.value.refusals] == [*found]


def test_units_on_the_map_may_change_places():
    battle, side, order, one, two = two_units()
    pair = {one: order.to[one], two: order.to[two]}
    battle = given(battle, DeployMany(pair), side)
    assert battle.step == SETUP  # not all units are down
    swapped = DeployMany({one: pair[two], two: pair[one]})
    if not GAME.assess(view_of(battle, side), swapped).no:
        battle = given(battle, swapped, side)
        assert (battle.units[one].hex, battle.units[two].hex) == (pair[two], pair[one])


@pytest.mark.parametrize("scenario", BOTH_DEPLOY)
def test_the_units_of_a_plan_stand_on_the_board_once_as_ghosts(scenario):
    battle = began(scenario)
    side = GAME.waiting_for(battle)[0].seat
    order = sheet(battle, side)
    for now in (battle, given(battle, order, side)):  # before and after the deployment
        view = view_of(now, side)
        way = GAME.assess(view_of(battle, side), order).way
        markup = svg.live_markup(GAME.drawing(view, Marks(path=way), "es"))
        planned = re.findall(r'data-planned="([^"]+)" data-hexes="([^"]+)"', markup)
        assert planned == [
            (unit, " ".join(filter(None, (hex_, order.rear.get(unit)))))
            for unit, hex_ in order.to.items()
        ]
        assert not any(f'id="p-{unit}"' in markup for unit in order.to)


def test_a_refused_plan_is_drawn_too_and_a_path_is_no_plan():
    battle, side, order, one, two = two_units()
    order = replace(order, to={**order.to, two: order.to[one]})
    tried = GAME.assess(view_of(battle, side), order)
    assert tried.no and len(tried.way) == len(order.to)
    markup = svg.live_markup(GAME.drawing(view_of(battle, side), Marks(path=tried.way), "en"))
    assert markup.count("ui-fault-sign") == 1  # the second unit of the hex
    path = Marks(path=(order.to[one],), piece=one)
    assert "data-planned" not in svg.live_markup(GAME.drawing(view_of(battle, side), path, "en"))


def test_a_board_without_a_plan_asks_no_hex_if_it_is_open(monkeypatch):
    battle = began("lady_edith")
    monkeypatch.setattr(deployment, "open_ground", None)
    for path in ((), ("1010", "1011")):
        assert GAME.drawing(GAME.view(battle, Viewer()), Marks(path=path), "en").layers


def test_a_plan_draws_the_zone_of_its_units_and_no_fault_of_a_legal_one():
    battle, side, order, *_ = two_units()
    view = view_of(battle, side)
    way = GAME.assess(view, order).way
    markup = svg.live_markup(GAME.drawing(view, Marks(path=way), "en"))
    assert "ui-fault" not in markup
    assert re.search(r'class="ui-zone" d="[^"]+"|d="[^"]+" class="ui-zone"', markup)
    bare = svg.live_markup(GAME.drawing(view, Marks(), "en"))
    assert not re.search(r'class="ui-zone" d="[^"]+"|d="[^"]+" class="ui-zone"', bare)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "shoot at 0904"), ("es", "disparar a 0904")]
)
def test_the_link_of_a_target_says_that_it_shoots(language, words):
    battle = began("first_blood")
    assert battle.step == FIRST_FIRE
    view = view_of(battle, battle.active)
    markup = svg.live_markup(GAME.drawing(view, Marks(place_links={"0904": "?to"}), language))
    assert f'aria-label="{words} ' in markup
