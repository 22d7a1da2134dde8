"""Deployment plans with figures aboard and with works: checks, carrying out, secrecy."""

from __future__ import annotations

import math

import msgspec
import pytest

from app.games.heart_of_africa import orders as o
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.buildings_and_boats.vessels import is_on_a_river
from app.games.heart_of_africa.conditional_orders import deploying, planned_works, stations
from app.games.heart_of_africa.conditional_orders.plans import Plans
from app.games.heart_of_africa.conditional_orders.work_rows import work_rows
from app.games.heart_of_africa.figures import defender, is_vessel
from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.offering import move_risks
from app.games.heart_of_africa.state import DEPLOYMENT
from app.kernel.record import to_json
from app.kernel.seats import SPECTATOR, Viewer
from app.kernel.space.plane import on_grid
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
    rows = work_rows(battle, side)
    assert [(row.key, row.inches) for row in rows if row.kind != "camp"] == [
        ("barricade-1", 12),
        ("barricade-2", 6),
        ("stake_trap-1", 0),
        ("stake_trap-2", 0),
        ("temba-1", 0),
    ]
    assert not work_rows(battle, other(side))
    assert set(sheet(battle, side).to) & {row.key for row in rows}


def test_works_of_a_plan_are_built_before_the_first_figure_stands():
    battle, side = with_stores(STORES)
    order = sheet(battle, side)
    planned = [row for row in work_rows(battle, side) if row.key in order.to]
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
    rows = {row.key: row for row in work_rows(battle, side)}
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
    return {row.key for row in work_rows(battle, side)}


# ------------------------------------------------------------------------ camp, fence, winding wall
def without_a_village(number=3):
    """A battle whose defender has no village and has to mark a camp."""
    battle, side = with_stores({"barricade": 30}, number)
    pieces = tuple(one for one in battle.land.pieces if one.kind != "village")
    return replace(battle, land=replace(battle.land, pieces=pieces, works=())), side


def with_a_village():
    """A raid on a village without a fence, and the village."""
    battle, side = with_stores({"barricade": 30}, 3)
    (village,) = [one for one in battle.land.pieces if one.kind == "village"]
    return battle, side, village


def test_a_side_without_a_village_has_a_camp_in_its_plan():
    battle, side = without_a_village()
    usual = sheet(battle, side)
    assert "camp" in usual.to and usual.how["camp"] == "open"
    order = replace(usual, to={**usual.to, "fence-camp": usual.to["camp"]})
    assert not GAME.assess(view_of(battle, side), order).no
    after = given(battle, order, side)
    (camp,) = [one for one in after.land.pieces if one.kind == "camp"]
    assert after.conditions.objective == camp.id
    assert {one.kind for one in after.land.works} == {"barricade", "fence"}
    assert any(figure.side == side and figure.at for figure in after.figures.values())


def test_the_place_of_a_camp_names_a_village_of_ones_own():
    battle, side, village = with_a_village()
    usual = sheet(battle, side)
    assert "camp" not in usual.to
    middle = tuple(
        round(sum(at) / len(village.outline), 1) for at in zip(*village.outline, strict=True)
    )
    order = replace(usual, to={**usual.to, "camp": middle})
    assert not GAME.assess(view_of(battle, side), order).no
    after = given(battle, order, side)
    assert after.conditions.objective == village.id
    assert not any(one.kind == "camp" for one in after.land.pieces)


def test_a_camp_beyond_the_own_ground_and_a_fence_without_a_camp_are_refused_by_their_rows():
    battle, side = without_a_village()
    far = 44.0 if battle.edges[side] == "south" else 4.0
    found = refusals(battle, o.PlanDeployment(to={"camp": (36.0, far)}), side)
    assert str(found[0].says).startswith("Camp: ")
    found = refusals(battle, o.PlanDeployment(to={"fence-camp": (36.0, 24.0)}), side)
    assert [one.rule for one in found] == ["HOA-TER-19"] and "camp first" in str(found[0].says)


def test_a_fence_follows_its_village_and_leaves_a_gate_at_the_place_named():
    battle, side, village = with_a_village()
    key = f"fence-{village.id}"
    gate = village.outline[0]
    order = o.PlanDeployment(to={key: gate}, shape={key: "higher"})
    assert not GAME.assess(view_of(battle, side), order).no
    (fence,) = given(battle, order, side).land.works
    assert fence.kind == "fence" and fence.height == "higher" and len(fence.line) <= 40
    ends = fence.line[0], fence.line[-1]
    assert all(0.7 < math.dist(end, gate) < 1.3 for end in ends)
    assert 1.0 < math.dist(*ends) <= 2.1
    after = given(battle, order, side)
    assert key not in {row.key for row in work_rows(after, side)}


def test_a_winding_wall_is_built_along_its_course():
    battle, side, village = with_a_village()
    _, y = village.outline[0]
    y = min(max(y, 8.0), 40.0)
    course = ((20.0, y), (24.0, y + 1), (26.0, y - 2))
    order = o.PlanDeployment(course={"barricade-1": course})
    assert not GAME.assess(view_of(battle, side), order).no
    after = given(battle, order, side)
    assert [work.line for work in after.land.works] == [course]


@pytest.mark.parametrize(
    "course",
    [
        {"barricade-1": ((20.0, 8.0),)},
        {"barricade-1": ((20.0, 8.0), (20.0, 8.0))},
        {"barricade-1": ((20.0, 8.0), (200.0, 8.0))},
        {"barricade-1": tuple((20.0 + n / 10, 40.0) for n in range(41))},
        {"barricade-1": ()},
        {"camp": ((20.0, 40.0), (24.0, 40.0))},
        {"B1": ((20.0, 40.0), (24.0, 40.0))},
    ],
)
def test_courses_that_no_wall_can_have_are_refused(course):
    battle, side, _ = with_a_village()
    assert refusals(battle, o.PlanDeployment(course=course), side)


def test_a_winding_wall_longer_than_the_stores_is_refused():
    battle, side, _ = with_a_village()
    y = 40.0 if battle.edges[side] == "north" else 8.0
    course = {"barricade-1": ((10.0, y), (30.0, y), (50.0, y))}
    found = refusals(battle, o.PlanDeployment(course=course), side)
    assert [one.rule for one in found] == ["HOA-FRT-13"]


def test_a_plan_given_again_keeps_camp_fence_and_course():
    battle, side = without_a_village()
    usual = sheet(battle, side)
    x, y = usual.to["camp"]
    assert (round(x, 1), round(y, 1)) == (x, y)
    course = {"barricade-1": (on_grid((x - 3, y)), on_grid((x, y + 1)), on_grid((x + 3, y)))}
    order = replace(usual, to={**usual.to, "fence-camp": (x, y)}, course=course)
    view = view_of(battle, side)
    plan = deploying.drafted(view.battle, order, side).plan
    assert plan.camp and {one.work.kind for one in plan.works} == {"barricade", "fence"}
    again = stations.order_of_plan(view.battle, plan, side)
    assert again.course == course
    assert deploying.drafted(view.battle, again, side).plan == plan


def test_a_planned_camp_is_secret():
    battle, side = without_a_village()
    order = sheet(battle, side)
    worlds = []
    for to in (order.to, {**order.to, "fence-camp": order.to["camp"]}):
        kept = deploying.drafted(view_of(battle, side).battle, replace(order, to=to), side).plan
        worlds.append(replace(battle, plans={side: replace(PLANS, deployment=kept)}))
    for viewer in (Viewer(other(side), other(side)), SPECTATOR):
        views = [GAME.view(one, viewer) for one in (*worlds, battle)]
        assert len({to_json(GAME.published(one)) for one in views}) == 1
        assert len({to_json(GAME.offers(one)) for one in views}) == 1


def test_a_plan_whose_camp_became_impossible_waits_with_the_reason():
    battle, side = without_a_village()
    order = sheet(battle, side)
    plan = deploying.drafted(view_of(battle, side).battle, order, side).plan
    taken = Piece("camp", "camp", ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0)), owner=other(side))
    pieces = (*battle.land.pieces, taken)
    blocked = replace(
        battle,
        land=replace(battle.land, pieces=pieces),
        plans={side: replace(PLANS, deployment=plan)},
    )
    (said,) = stations.plan_stops(blocked, side)
    assert "camp cannot be placed" in said.in_("en") and "campamento" in said.in_("es")
    assert any(
        isinstance(one.order, o.PlaceCamp) and one.no for one in GAME.offers(view_of(blocked, side))
    )


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


def test_the_preview_tells_walls_of_one_kind_apart():
    battle, side = with_stores({"barricade": 18})
    notes = GAME.assess(view_of(battle, side), sheet(battle, side)).notes
    built = next(note for note in notes if note.facts.get("works"))
    names = [work.in_("en") for work in built.facts["works"]]
    assert len(names) > 1
    assert len(set(names)) == len(names)
