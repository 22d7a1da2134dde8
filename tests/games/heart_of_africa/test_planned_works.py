"""Deployment plans with figures aboard and with works: checks, carrying out, secrecy."""

from __future__ import annotations

import msgspec
import pytest

from app.games.heart_of_africa import orders as o
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.buildings_and_boats.vessels import is_on_a_river
from app.games.heart_of_africa.conditional_orders import deploying, planned_works, stations
from app.games.heart_of_africa.conditional_orders.plans import Plans
from app.games.heart_of_africa.figures import defender, is_vessel
from app.games.heart_of_africa.offering import move_risks
from app.games.heart_of_africa.state import DEPLOYMENT
from app.kernel.record import to_json
from app.kernel.seats import SPECTATOR, Viewer
from tests.games.heart_of_africa.test_deployment_plans import (
    at_the_river,
    before,
    given,
    other,
    refusals,
    sheet,
    view_of,
)

replace = msgspec.structs.replace
PLANS = Plans()


# ------------------------------------------------------------------------- aboard
def offered_aboard(battle, side):
    """Pieces that the sheet offers a vessel, with the first way aboard of each."""
    (form,) = [
        offer
        for offer in GAME.offers(view_of(battle, side))
        if isinstance(offer.order, o.PlanDeployment) and offer.asks
    ]
    (how,) = [ask for ask in form.asks if ask.name == "how"]
    rows = {
        row.value: [one.value for one in row.of if one.value.startswith("aboard")]
        for row in how.choices
    }
    return {who: ways[0] for who, ways in rows.items() if ways}


def test_figures_start_aboard_by_the_plan_after_their_vessel():
    battle = at_the_river()
    who, way = next(iter(offered_aboard(battle, "A").items()))
    usual = sheet(battle, "A")
    order = replace(usual, how={**usual.how, who: way}, order=(who, *usual.order))
    view = view_of(battle, "A")
    assert not GAME.assess(view, order).no
    plan = deploying.drafted(view.battle, order, "A").plan
    taken = [one.who for one in plan.stations]
    vessels = way.split()[1:]
    assert all(
        taken.index(deploying.piece_of_vessel(battle, key)) < taken.index(who) for key in vessels
    )
    after = given(battle, order, "A")
    men = deploying.company(battle, who)
    assert {after.figures[man.id].aboard for man in men} <= set(vessels)
    assert all(after.figures[man.id].at for man in men)


def test_a_plan_aboard_a_vessel_that_stays_ashore_is_refused_with_the_vessel():
    battle = at_the_river()
    who, way = next(iter(offered_aboard(battle, "A").items()))
    order = o.PlanDeployment(how={who: way})
    (fault, *_) = refusals(battle, order, "A")
    assert fault.rule == "HOA-STR-05" and "water" in str(fault.says)


def test_foreign_and_invented_vessels_get_the_same_answer():
    battle = at_the_river()
    who = next(iter(offered_aboard(battle, "A")))
    theirs = next(
        one.id for one in battle.figures.values() if one.side == "B" and not is_vessel(one)
    )
    found = [
        {
            fault.rule
            for fault in refusals(battle, o.PlanDeployment(how={who: f"aboard {key}"}), "A")
        }
        for key in (theirs, "Z9")
    ]
    assert found[0] == found[1]


def test_a_plan_given_again_keeps_the_vessels():
    battle = at_the_river()
    who, way = next(iter(offered_aboard(battle, "A").items()))
    usual = sheet(battle, "A")
    order = replace(usual, how={**usual.how, who: way})
    view = view_of(battle, "A")
    plan = deploying.drafted(view.battle, order, "A").plan
    again = stations.order_of_plan(view.battle, plan, "A")
    assert again.how[who] == way
    assert deploying.drafted(view.battle, again, "A").plan == plan


# ------------------------------------------------------------------------- works
def with_stores(stores, number=2):
    """A battle whose defender is asked and has works to build."""
    battle = before(number)
    battle = battle.with_conditions(stores={defender(battle): stores})
    assert battle.step == DEPLOYMENT
    return battle, defender(battle)


STORES = {"barricade": 18, "stake_trap": 2, "temba": 1}


def test_the_sheet_has_a_row_for_each_work_with_a_usual_place():
    battle, side = with_stores(STORES)
    rows = planned_works.work_rows(battle, side)
    assert [(row.key, row.inches) for row in rows] == [
        ("barricade-1", 12),
        ("barricade-2", 6),
        ("stake_trap-1", 0),
        ("stake_trap-2", 0),
        ("temba-1", 0),
    ]
    assert not planned_works.work_rows(battle, other(side))
    assert set(sheet(battle, side).to) & {row.key for row in rows}


def test_works_of_a_plan_are_built_before_the_first_figure_stands():
    battle, side = with_stores(STORES)
    order = sheet(battle, side)
    planned = [row for row in planned_works.work_rows(battle, side) if row.key in order.to]
    assert len(planned) >= 3
    assert not GAME.assess(view_of(battle, side), order).no
    after = given(battle, order, side)
    built = after.land.works[len(battle.land.works) :]
    assert len(built) == len(planned)
    assert any(figure.side == side and figure.at for figure in after.figures.values())


def test_a_wall_lies_across_its_facing_and_a_door_faces_it():
    battle, side = with_stores(STORES)
    order = o.PlanDeployment(
        to={"barricade-1": (20.0, 8.0), "temba-1": (50.0, 8.0)},
        facing={"barricade-1": 90.0, "temba-1": 0.0},
        shape={"barricade-1": "4", "temba-1": "short"},
    )
    rows = {row.key: row for row in planned_works.work_rows(battle, side)}
    wall = planned_works.work_of(battle, order, rows["barricade-1"], side)
    assert {(22.0, 8.0), (18.0, 8.0)} == {*wall.line}
    house = planned_works.work_of(battle, order, rows["temba-1"], side)
    assert house.gate == "east" and house.rect == (45.0, 4.0, 55.0, 12.0)


def test_a_work_outside_the_ground_is_refused_by_its_rule_and_name():
    battle, side = with_stores(STORES)
    far = 46.0 if battle.edges[side] == "south" else 2.0
    found = refusals(battle, o.PlanDeployment(to={"stake_trap-1": (36.0, far)}), side)
    assert found and "1: " in str(found[0].says)


@pytest.mark.parametrize(
    "change",
    [
        {"to": {"barricade-9": (20.0, 8.0)}},
        {"to": {"barricade-1": (20.0, 8.0)}, "shape": {"barricade-1": "99"}},
        {"to": {"barricade-1": (20.0, 8.0)}, "how": {"barricade-1": "ambush"}},
    ],
)
def test_rows_lengths_and_ways_that_are_not_on_the_sheet_are_refused(change):
    battle, side = with_stores(STORES)
    assert refusals(battle, o.PlanDeployment(**change), side)


def test_a_plan_given_again_keeps_its_works():
    battle, side = with_stores(STORES)
    view = view_of(battle, side)
    order = sheet(battle, side)
    plan = deploying.drafted(view.battle, order, side).plan
    assert plan.works
    again = stations.order_of_plan(view.battle, plan, side)
    assert deploying.drafted(view.battle, again, side).plan.works == plan.works


def test_planned_works_and_vessels_are_secret():
    battle, side = with_stores(STORES)
    order = sheet(battle, side)
    worlds = []
    for works in (True, False):
        plan = (
            order
            if works
            else replace(
                order,
                to={
                    who: at for who, at in order.to.items() if who not in planned_rows(battle, side)
                },
            )
        )
        view = view_of(battle, side)
        kept = deploying.drafted(view.battle, plan, side).plan
        worlds.append(replace(battle, plans={side: replace(PLANS, deployment=kept)}))
    for viewer in (Viewer(other(side), other(side)), SPECTATOR):
        views = [GAME.view(one, viewer) for one in worlds]
        assert to_json(GAME.published(views[0])) == to_json(GAME.published(views[1]))
        assert to_json(GAME.offers(views[0])) == to_json(GAME.offers(views[1]))
        assert not views[0].battle.plans.get(side)


def planned_rows(battle, side):
    return {row.key for row in planned_works.work_rows(battle, side)}


# ------------------------------------------------------------------------- dice of a vessel
def test_a_gunboat_on_a_river_may_run_aground_and_the_preview_says_so():
    """HOA-ART-17: a Gunboat on a river runs aground on 2 or 12."""
    battle = given(at_the_river(), sheet(at_the_river(), "A"), "A")
    gunboat = next(one for one in battle.figures.values() if one.type == "gunboat" and one.at)
    x, y = gunboat.at
    way = next(
        way
        for way in (((x, y), (x + dx, y + dy)) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        if is_on_a_river(battle, way)
    )
    odds = move_risks.aground_odds(battle, {gunboat.id: way})
    assert [(one.ways, one.of, one.good) for one in odds] == [(17, 18, True), (1, 18, False)]
    assert move_risks.aground_odds(battle, {gunboat.id: ((x, y),)}) == ()
