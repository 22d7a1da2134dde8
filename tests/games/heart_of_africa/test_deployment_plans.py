"""Deployment plans: visits, order of the stations, faults, stops, and secrecy."""

from __future__ import annotations

import random
import time
from functools import cache

import msgspec
import pytest

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import orders as o
from app.games.heart_of_africa.bench import setup_of
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.conditional_orders import deploying, stations
from app.games.heart_of_africa.conditional_orders.plans import Plans
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import combat_units, placed
from app.games.heart_of_africa.pieces import AMBUSH, ON_TABLE
from app.games.heart_of_africa.setup import ambushes
from app.games.heart_of_africa.setup.scenarios import GUARD
from app.games.heart_of_africa.state import DEPLOYMENT
from app.kernel import undo
from app.kernel.contract import Marks, Setup
from app.kernel.dice import SeededDice
from app.kernel.record import Move, to_json
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from tests.games.heart_of_africa.encounter import STOCK
from tests.games.heart_of_africa.river import STOCK as RIVER

replace = msgspec.structs.replace
SEATS = {"A": "A", "B": "B"}
MOST_SECONDS = 0.25
"""Processor time of a preview."""


def dice(number):
    return SeededDice(b"deployment", number)


def view_of(battle, side):
    return GAME.view(battle, Viewer(side, side))


def asked(battle):
    return GAME.waiting_for(battle)[0].seat


def given(battle, order, side, number=900):
    return fold(battle, GAME.decide(battle, order, side, dice(number)))


@cache
def before(number=None, points=500):
    """A battle of bots up to the first deployment: an Encounter of 8 units against 8 by default."""
    setup = setup_of(number, points) if number is not None else Setup("encounter", SEATS, (), STOCK)
    battle, move = fold(None, GAME.new_game(setup, dice(1))), 2
    while battle.step != DEPLOYMENT:
        order = GAME.bot(view_of(battle, asked(battle)), random.Random(move))
        battle = given(battle, order, asked(battle), move)
        move += 1
    return battle


def sheet(battle, side):
    """The order of the plan for the whole army, as the form proposes it."""
    return next(
        offer.order
        for offer in GAME.offers(view_of(battle, side))
        if isinstance(offer.order, o.PlanDeployment) and offer.asks
    )


def other(side):
    return {"A": "B", "B": "A"}[side]


def refusals(battle, order, side):
    """Refusals of an order, the same in the preview and in the decision."""
    found = GAME.assess(view_of(battle, side), order).no
    with pytest.raises(Refused) as refused:
        GAME.decide(battle, order, side, dice(2))
    assert [*refused.value.refusals] == [*found]
    return found


def visits(battle):
    """Number of visits of each side until the battle begins, if each plans its whole army."""
    found, move = {"A": 0, "B": 0}, 50
    while battle.step == DEPLOYMENT:
        side = asked(battle)
        battle = given(battle, sheet(battle, side), side, move)
        found[side], move = found[side] + 1, move + 1
    return found, battle


# ------------------------------------------------------------------------- visits
def test_eight_units_against_eight_are_deployed_in_one_visit_of_each_side():
    battle = before()
    assert [len(combat_units(battle, side)) for side in "AB"] == [8, 8]
    found, after = visits(battle)
    assert found == {"A": 1, "B": 1}
    assert after.turn == 1
    assert all(unit.where == ON_TABLE for unit in after.units.values())


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 6, 7])
def test_each_side_deploys_in_at_most_two_visits_in_every_scenario(number):
    found, after = visits(before(number))
    assert max(found.values()) <= 2
    assert after.turn == 1


def test_a_plan_of_120_figures_is_previewed_in_a_quarter_of_a_second():
    battle = before()
    side = asked(battle)
    assert sum(figure.side == side for figure in battle.figures.values()) >= 120
    order, spent = sheet(battle, side), []
    for _ in range(3):
        fresh = replace(battle)  # a copy without the answers that are kept with a battle
        began = time.process_time()
        view = view_of(fresh, side)
        assert not GAME.assess(view, order).no
        GAME.drawing(view, Marks(), "es")
        spent.append(time.process_time() - began)
    assert min(spent) <= MOST_SECONDS


def test_the_sides_still_deploy_one_unit_in_turn():
    first = asked(before())
    battle = given(before(), sheet(before(), first), first)
    assert asked(battle) == other(first)
    assert [
        len(list(filter(lambda u: placed(battle, u.id), combat_units(battle, side))))
        for side in (first, other(first))
    ] == [1, 0]
    happened = GAME.decide(battle, sheet(battle, other(first)), other(first), dice(3))
    down = [
        event.side
        for event in happened
        if isinstance(event, e.Deployed) and event.who in battle.units
    ]
    assert down[:6] == [other(first), first] * 3


def test_the_rest_is_left_to_the_server_in_one_visit():
    battle, move, found = before(), 50, {"A": 0, "B": 0}
    while battle.step == DEPLOYMENT:
        side = asked(battle)
        order = GAME.conditional_orders.rest(view_of(battle, side), DEPLOYMENT)
        battle, move = given(battle, order, side, move), move + 1
        found[side] += 1
    assert found == {"A": 1, "B": 1}


# ------------------------------------------------------------------------- the plan is carried out
def test_each_figure_stands_where_the_preview_drew_it():
    side = asked(before())
    order = sheet(before(), side)
    places = GAME.assess(view_of(before(), side), order).report["places"]
    battle = visits(given(before(), order, side))[1]
    for figures in places.values():
        for key, (x, y, facing) in figures.items():
            figure = battle.figures[key]
            assert (*figure.at, figure.facing) == pytest.approx((x, y, facing))


def test_units_come_down_in_the_order_of_the_plan():
    side = asked(before())
    units = list(stations.plannable(view_of(before(), side).battle, side))
    order = replace(sheet(before(), side), order=tuple(reversed(units)))
    plan = deploying.drafted(view_of(before(), side).battle, order, side).plan
    planned = [one.who for one in plan.stations]
    troops = [who for who in planned if who in before().units]
    assert troops == [who for who in reversed(units) if who in before().units]
    assert planned[: len(troops)] == troops  # units before single figures


def test_a_formation_has_the_ranks_that_it_names():
    side = asked(before())
    usual = sheet(before(), side)
    unit = combat_units(before(), side)[0].id
    for shape, ranks in (("rank", 1), ("line", 2), ("three_ranks", 3)):
        order = replace(usual, to={unit: (36.0, 10.0)}, facing={}, shape={unit: shape}, how={})
        draft = deploying.drafted(view_of(before(), side).battle, order, side)
        assert len({round(y, 1) for _, y, _ in draft.plan.stations[0].at.values()}) == ranks


def hidden_places(battle, side):
    """Orders that hide a unit of a side in the middle of a piece of cover."""
    cover = ambushes.hiding_ground(battle, light=False)
    for patch in sorted(getattr(cover, "geoms", [cover]), key=lambda one: -one.area):
        at = patch.representative_point()
        for unit in combat_units(battle, side):
            yield o.PlanDeployment(to={unit.id: (at.x, at.y)}, how={unit.id: "ambush"})


def test_an_ambush_is_laid_by_the_plan():
    battle = before(1)
    side = asked(battle)
    view = view_of(battle, side)
    order = next(one for one in hidden_places(view.battle, side) if not GAME.assess(view, one).no)
    (who,) = order.to
    assert given(battle, order, side).units[who].where == AMBUSH


def at_the_river():
    """The attacker of a Planned Attack is asked, with a Gunboat and canoes."""
    setup = Setup("planned_attack", SEATS, (), RIVER)
    battle, move = fold(None, GAME.new_game(setup, dice(1))), 2
    while battle.step != DEPLOYMENT or asked(battle) != "A":
        view = view_of(battle, asked(battle))
        order = (
            o.ChooseSide("south")
            if battle.step != DEPLOYMENT
            else GAME.conditional_orders.rest(view, DEPLOYMENT)
        )
        battle, move = given(battle, order, asked(battle), move), move + 1
    return battle


def test_boats_are_planned_with_the_heading_asked_for():
    battle = at_the_river()
    usual = sheet(battle, "A")
    hulls = [who for who in usual.to if berths.is_hull(deploying.company(battle, who))]
    assert len(hulls) == 3
    gunboat = deploying.company(battle, "A6")[0]
    order = replace(usual, to=usual.to | {"A6": (5.3, 8.0)}, facing=usual.facing | {"A6": 270.0})
    assert not GAME.assess(view_of(battle, "A"), order).no
    after = given(battle, order, "A")
    assert (*after.figures[gunboat.id].at, after.figures[gunboat.id].facing) == pytest.approx(
        (5.3, 8.0, 270.0), abs=0.3
    )
    assert all(after.figures[who].at for who in hulls if who in after.figures)


def test_a_hull_far_from_water_is_refused_with_the_nearest_berth():
    battle = at_the_river()
    order = o.PlanDeployment(to={"A6": (60.0, 3.0)})
    (fault, *_) = refusals(battle, order, "A")
    assert "water" in str(fault.says)


# ------------------------------------------------------------------------- faults
def test_a_fault_names_figures_distance_and_the_way_back():
    side = asked(before())
    usual = sheet(before(), side)
    one, two = [unit.id for unit in combat_units(before(), side)][:2]
    ahead = 1 if before().edges[side] == "south" else -1
    x, y = usual.to[two]
    order = replace(
        usual, to={one: (10.0, 24 - 8 * ahead), two: (x, y + 4 * ahead)}, facing={}, how={}
    )
    fault, *_ = refusals(before(), order, side)
    words = str(fault.says)
    assert "12 of 12 figures lie outside the zone" in words
    assert "2.2 in" in words
    assert f"in {'south' if ahead > 0 else 'north'}" in words
    assessment = GAME.assess(view_of(before(), side), order)
    assert [word for word in assessment.way if "!" in word]  # drawn with rings
    assert set(assessment.report["faults"]) == {two}


def test_only_one_unit_is_the_advanced_guard():
    side = asked(before())
    one, two = [unit.id for unit in combat_units(before(), side)][:2]
    y = GUARD - 4 if before().edges[side] == "south" else before().land.depth - GUARD + 4
    order = o.PlanDeployment(to={one: (20.0, y), two: (50.0, y)}, order=(one, two))
    assert "HOA-SCN-06" in {fault.rule for fault in refusals(before(), order, side)}
    alone = GAME.assess(view_of(before(), side), replace(order, to={one: (20.0, y)}))
    assert any(note.facts.get("who") for note in alone.notes if "guard" in note.en)


def test_pieces_of_the_enemy_and_invented_ones_get_the_same_answer():
    side = asked(before())
    theirs = combat_units(before(), other(side))[0].id
    found = [
        {fault.rule for fault in refusals(before(), o.PlanDeployment(to={who: (9.0, 3.0)}), side)}
        for who in (theirs, "Z9")
    ]
    assert found[0] == found[1]


def test_words_and_places_beyond_the_table_are_refused():
    side = asked(before())
    unit = combat_units(before(), side)[0].id
    for order in (
        o.PlanDeployment(),
        o.PlanDeployment(to={unit: (9.0, 3.0)}, how={unit: "asleep"}),
        o.PlanDeployment(to={unit: (9.0, 3.0)}, rest="never"),
        o.PlanDeployment(to={unit: (9.0, 3.0)}, shape={unit: "heap"}),
        o.PlanDeployment(how={unit: "ambush"}),
        o.PlanDeployment(to={unit: (999.0, 3.0)}),
        o.RecallDeployment(),
    ):
        assert refusals(before(), order, side)


# ------------------------------------------------------------- stop, change, withdraw (CAR-PLN-03)
def blocked():
    """A battle whose plan of the side asked meets an enemy on the place of its second unit."""
    side = asked(before())
    battle = given(before(), replace(sheet(before(), side), rest="ask"), side)
    station = stations.due(battle, battle.plans[side].deployment, side)
    enemy = combat_units(battle, other(side))[0]
    men = deploying.company(battle, enemy.id)
    spots = list(station.at.values())
    at = {man.id: spots[number % len(spots)] for number, man in enumerate(men)}
    events = [e.Deployed(other(side), enemy.id, at), e.TurnPassedTo(side)]
    return fold(battle, events), side, station


def test_a_plan_asks_with_the_reason_if_the_enemy_stands_on_a_place():
    battle, side, station = blocked()
    assert asked(battle) == side
    view = view_of(battle, side)
    assert stations.obstacles(view.battle, view.battle.plans[side].deployment, side)
    said = [str(line) for line in GAME.summary(view).plans]
    assert any("would stand on" in line for line in said)
    refused = [offer for offer in GAME.offers(view) if offer.piece == station.who and offer.no]
    assert any("HOA-MOV-05" in {no.rule for no in offer.no} for offer in refused)


def test_a_stopped_plan_goes_on_after_the_unit_is_placed_by_hand():
    battle, side, station = blocked()
    y = GUARD - 4 if battle.edges[side] == "south" else battle.land.depth - GUARD + 4
    order = o.Deploy(station.who, to=(36.0, y), shape="line")
    after = given(battle, order, side)
    assert after.figures[next(iter(station.at))].at is not None
    found, end = visits(after)
    assert found == {side: 0, other(side): 1}
    assert end.turn == 1


def test_a_plan_is_changed_and_withdrawn_until_it_is_used():
    side = asked(before())
    battle = given(before(), sheet(before(), side), side)
    plan = battle.plans[side].deployment
    left = stations.order_of_plan(battle, plan, side)
    moved = replace(left, to={who: (round(72 - x, 1), y) for who, (x, y) in left.to.items()})
    changed = given(battle, moved, side)
    assert [one.to for one in changed.plans[side].deployment.stations] == [
        moved.to[who] for who in left.order
    ]
    assert given(changed, o.RecallDeployment(), side).plans[side].deployment is None
    assert asked(changed) == other(side)  # none of it is a move of the other side


def test_a_plan_ends_with_the_deployment():
    assert all(plans.deployment is None for plans in visits(before())[1].plans.values())


def test_a_side_that_has_just_planned_may_take_it_back():
    side = asked(before())
    order = sheet(before(), side)
    happened = GAME.decide(before(), order, side, dice(3))
    move = Move(3, side, to_json(order), tuple(happened), (), "", "")
    assert undo.may_take_back(side, [move]) is None
    after = fold(before(), happened)
    answer = GAME.decide(after, sheet(after, other(side)), other(side), dice(4))
    later = Move(4, other(side), to_json(order), tuple(answer), (), "", "")
    assert undo.may_take_back(other(side), [later, move]) is not None


# ------------------------------------------------------------------------- secrecy
def test_two_plans_look_alike_to_all_others():
    side = asked(before())
    order = sheet(before(), side)
    first = next(iter(order.order))
    twin = replace(
        order,
        to={
            who: spot if who == first else (72 - spot[0], spot[1]) for who, spot in order.to.items()
        },
        order=(first, *reversed(order.order[1:])),
    )
    worlds = []
    for plan in (order, twin):
        happened = GAME.decide(before(), plan, side, dice(3))
        now, told = before(), []
        for event in happened:
            told += [GAME.wording(now, event, viewer) for viewer in (VIEWER(side), SPECTATOR)]
            now = fold(now, [event])
        worlds.append((now, told))
    (one, told), (two, retold) = worlds
    assert one.plans != two.plans
    assert to_json(told) == to_json(retold)
    for viewer in (VIEWER(side), SPECTATOR):
        views = [GAME.view(battle, viewer) for battle in (one, two)]
        assert to_json(GAME.published(views[0])) == to_json(GAME.published(views[1]))
        assert to_json(GAME.offers(views[0])) == to_json(GAME.offers(views[1]))
        assert views[0].battle.plans.get(side) is None


def VIEWER(side):  # noqa: N802 - the other side's view
    return Viewer(other(side), other(side))


def test_a_kept_plan_is_read_again_as_it_was_laid_out():
    first = asked(before())
    side = other(first)
    view = view_of(before(), side)
    order = sheet(before(), side)
    answers = GAME.conditional_orders.kept(view, order)
    shown = GAME.conditional_orders.with_kept(view, answers)
    assert shown.battle.plans[side].deployment == deploying.drafted(view.battle, order, side).plan
    (event,) = GAME.conditional_orders.recorded(before(), side, answers)
    battle = fold(before(), [event])
    assert battle.plans[side] == Plans(deployment=shown.battle.plans[side].deployment)
    withdrawn = GAME.conditional_orders.kept(view_of(battle, side), o.RecallDeployment())
    (event,) = GAME.conditional_orders.recorded(battle, side, withdrawn)
    assert fold(battle, [event]).plans[side].deployment is None
    assert GAME.conditional_orders.kept(view, o.RecallDeployment()) == {"deployment_plan": ""}
