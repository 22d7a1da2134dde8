"""Bot of Africa 1859-60: its goals, its guards, and the guns and leaders that follow the fighters."""

import random

import pytest
from msgspec.structs import replace

from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fights.odds import Work
from app.games.africa_1859.orders import EndPhase, Move
from app.games.africa_1859.sequence import decide
from app.games.africa_1859.tactics import assaults
from app.games.africa_1859.tactics.assaults import (
    can_be_held,
    exact_points,
    ground_points,
    most_points,
)
from app.games.africa_1859.tactics.choosing import choose
from app.games.africa_1859.tactics.estimates import (
    OF_SUDDEN,
    assaults_from,
    spaces_at_stake,
    stakes_of,
)
from app.games.africa_1859.tactics.following import (
    followers_from,
    pulls_of_stacks,
    spare_leaders,
)
from app.games.africa_1859.tactics.marching import (
    free_to_go,
    goal_weight,
    guard_of,
    is_massing,
    plan_of,
    threats_near,
)
from app.games.africa_1859.tactics.tempers import best_temper
from app.kernel.dice import SeededDice
from tests.games.africa_1859.positions import leader, unit, war_of

SPANISH, MOROCCAN = best_temper("S"), best_temper("M")


def followers(war, space, side="S"):
    """Moves of the guns, convoys and leaders of a space, by their counter."""
    found = followers_from(war, space, side, pulls_of_stacks(war, side))
    return {(*order.units, *order.leaders): order.path for _, order in sorted(found)}


# --- Goals and guards
def test_a_space_that_is_guarded_well_enough_is_no_goal():
    enemy = unit("m_cab1", "cabila", "c_monte")
    weak = war_of(unit("s_a", "tercio", "c_loma", steps=1), enemy, scenario="castillejos")
    weak = replace(
        weak, ground=replace(weak.ground, control={**weak.ground.control, "c_loma": "S"})
    )
    strong = replace(weak, units={**weak.units, "s_a": unit("s_a", "line", "c_loma")})
    weights = [
        goal_weight(
            war, "c_loma", "S", guard_of(war, "c_loma", threats_near(war, "S"), temper), temper
        )
        for temper in [replace(SPANISH, guard=0.6)]
        for war in (weak, strong)
    ]
    assert weights[0] > 0 == weights[1]


def test_a_goal_loses_weight_by_its_defenders():
    empty = war_of(unit("s_a", "line", "c_playa"), scenario="castillejos")
    held = war_of(
        unit("s_a", "line", "c_playa"), unit("m_a", "nizam", "c_loma"), scenario="castillejos"
    )
    assert goal_weight(empty, "c_loma", "S", 0, SPANISH) > goal_weight(
        held, "c_loma", "S", 0, SPANISH
    )


def test_an_enemy_threatens_spaces_within_two_edges_that_own_units_do_not_bar():
    alone = war_of(unit("m_a", "cabila", "c_boquete"), scenario="castillejos")
    assert threats_near(alone, "S")["c_loma"] == 8
    assert "c_morabito" not in threats_near(alone, "S")
    barred = war_of(
        unit("m_a", "cabila", "c_boquete"), unit("s_a", "line", "c_monte"), scenario="castillejos"
    )
    assert "c_monte" in threats_near(barred, "S") and "c_loma" not in threats_near(barred, "S")


@pytest.mark.parametrize("has_guns", [True, False])
def test_a_guard_stays_with_points_and_with_guns_in_danger(has_guns):
    there = [unit("s_a", "line", "c_camino"), unit("s_b", "line", "c_camino")]
    guns = [unit("s_g", "rodada", "c_camino")] if has_guns else []
    war = war_of(*there, *guns, unit("m_a", "nizam", "c_morabito"), scenario="castillejos")
    guard = guard_of(war, "c_camino", threats_near(war, "S"), replace(SPANISH, guard=0.6))
    assert len(free_to_go(war, "c_camino", "S", guard)) == (1 if has_guns else 2)
    assert len(free_to_go(war, "c_camino", "S", 0.0)) == 2


def test_the_spaces_of_a_sudden_victory_are_at_stake():
    war = war_of(unit("s_a", "line", "ceuta"), scenario="campana")
    assert stakes_of(war, "ceuta") == OF_SUDDEN
    assert stakes_of(war, "tetuan") == 8 + OF_SUDDEN / 2
    assert {"ceuta", "tetuan", "fondak"} < set(spaces_at_stake(war))


def test_a_stack_joins_a_stronger_one_at_the_front_and_not_the_other_way():
    war = war_of(
        unit("s_a", "line", "c_camino"),
        unit("s_b", "line", "c_primeras"),
        unit("s_c", "cazadores", "c_primeras"),
        unit("m_a", "cabila", "c_loma"),
    )
    assert is_massing(war, "c_camino", "c_primeras", "S")
    assert not is_massing(war, "c_primeras", "c_camino", "S")


def test_the_third_corps_leaves_el_otero():
    corps = [unit(f"s_iii{n}", "line", "otero") for n in range(1, 6)]
    war = war_of(
        *corps,
        unit("s_a", "line", "serrallo"),
        unit("s_b", "line", "serrallo"),
        unit("m_a", "cabila", "anyera"),
        leader("ros", "otero"),
        scenario="campana",
        turn=6,
    )
    for number in range(30):
        order = choose(war, "S", random.Random(number), SPANISH)
        if isinstance(order, EndPhase):
            break
        war = fold(war, decide(war, order, "S", SeededDice(b"corps", number)))
    assert not any(one.at == "otero" for one in war.units.values())


# --- Supply
def test_a_space_in_supply_is_worth_more_to_spain():
    war = war_of(unit("s_a", "line", "ceuta"), unit("m_a", "cabila", "tetuan"), scenario="campana")
    calm, stormy = plan_of(war, "S", SPANISH), replace(war, phase=replace(war.phase, storm=True))
    assert calm.worth["castillejos"] - plan_of(war, "M", SPANISH).worth.get("castillejos", 0) > 0
    assert plan_of(stormy, "S", SPANISH).worth == calm.worth, "it blows one turn only"


# --- Guns, convoys and leaders
def test_a_gun_follows_the_fighters_over_several_spaces():
    war = war_of(
        unit("s_g", "rodada", "c_tarajal"),
        unit("s_a", "line", "c_morabito"),
        unit("m_a", "cabila", "c_loma"),
        scenario="castillejos",
    )
    assert followers(war, "c_tarajal") == {("s_g",): ("c_camino",)}


def test_a_gun_does_not_enter_a_space_without_fighters_that_an_enemy_can_enter():
    war = war_of(
        unit("s_g", "rodada", "c_tarajal"),
        unit("s_a", "line", "c_playa"),
        unit("m_a", "cabila", "c_morabito"),
        scenario="castillejos",
    )
    assert followers(war, "c_tarajal") == {}


def test_a_gun_leaves_a_space_that_the_fighters_have_left():
    war = war_of(
        unit("s_g", "rodada", "c_camino"),
        unit("s_a", "line", "c_playa"),
        unit("m_a", "cabila", "c_morabito"),
        scenario="castillejos",
    )
    assert followers(war, "c_camino")[("s_g",)] == ("c_playa",)


@pytest.mark.parametrize(("kind", "goes"), [("convoy_s", True), ("convoy_m", False)])
def test_a_spanish_convoy_of_the_campaign_brings_supply_to_the_army(kind, goes):
    side = kind[-1].upper()
    fighters = "line" if side == "S" else "cabila"
    war = war_of(
        unit("conv", kind, "tarajal"), unit("a", fighters, "negron"), side=side, scenario="campana"
    )
    assert (followers(war, "tarajal", side) == {("conv",): ("castillejos",)}) == goes


def test_a_leader_whom_a_stack_does_not_need_goes_to_one_without_a_leader():
    war = war_of(
        unit("s_a", "line", "c_camino"),
        unit("s_b", "line", "c_playa"),
        leader("prim", "c_camino"),
        leader("rios", "c_camino"),
    )
    assert [one.id for one in spare_leaders(war, "c_camino", "S")] == ["rios"]
    assert followers(war, "c_camino") == {("rios",): ("c_playa",)}


def test_a_leader_alone_in_a_space_is_ordered_too():
    war = war_of(
        unit("s_a", "line", "c_otero", marker=True),
        leader("prim", "c_camino"),
        scenario="castillejos",
    )
    order = choose(war, "S", random.Random(1), SPANISH)
    assert isinstance(order, Move)
    assert (order.leaders, order.space, order.path[-1]) == (("prim",), "c_camino", "c_otero")


# --- Worth of assaults
def assault_at(war, space, side, target):
    return next(order for _, order in assaults_from(war, space, side) if order.path == (target,))


def test_ground_that_a_stronger_enemy_takes_back_counts_less():
    own = [unit("s_a", "line", "c_morabito"), leader("prim", "c_morabito")]
    target = unit("m_a", "guich", "c_loma", steps=1)
    horde = [unit(f"m_{n}", "nizam", "c_monte") for n in range(6)]
    free = war_of(*own, target, scenario="castillejos")
    beside = war_of(*own, target, *horde, scenario="castillejos")
    points = []
    for war, is_held in ((free, True), (beside, False)):
        order = assault_at(war, "c_morabito", "S", "c_loma")
        assert can_be_held(war, order, "S", 1.0) == is_held
        points.append(exact_points(war, order, SPANISH, (0.0, Work(5000))))
    assert points[0] > points[1]


def test_morocco_holds_all_that_it_takes_in_the_last_turn():
    own = [unit("m_a", "nizam", "c_loma"), leader("abbas", "c_loma")]
    horde = [unit(f"s_{n}", "line", "c_primeras") for n in range(6)]
    for turn, is_held in ((9, False), (10, True)):
        war = war_of(
            *own,
            *horde,
            unit("s_x", "marina", "c_morabito"),
            side="M",
            turn=turn,
            scenario="castillejos",
        )
        order = assault_at(war, "c_loma", "M", "c_morabito")
        assert can_be_held(war, order, "M", 0.0) == is_held


def test_an_assault_gains_the_guns_of_its_target():
    counters = [unit("s_a", "line", "c_morabito"), leader("prim", "c_morabito")]
    bare = war_of(*counters, unit("m_a", "guich", "c_loma"), scenario="castillejos")
    guns = replace(bare, units={**bare.units, "m_g": unit("m_g", "canones", "c_loma")})
    worth = [
        ground_points(war, assault_at(war, "c_morabito", "S", "c_loma"), "S")
        for war in (bare, guns)
    ]
    assert worth[1] == worth[0] + 2


@pytest.mark.parametrize("has_guns", [True, False])
def test_the_weakest_unit_stays_with_guns_that_an_enemy_could_take(has_guns):
    own = [unit("s_a", "line", "c_playa"), unit("s_b", "line", "c_playa")]
    own += [unit("s_c", "tercio", "c_playa"), leader("prim", "c_playa")]
    guns = [unit("s_g", "rodada", "c_playa")] if has_guns else []
    enemies = [unit("m_a", "guich", "c_morabito"), unit("m_b", "guich", "c_valle_b")]
    war = war_of(*own, *guns, *enemies, scenario="castillejos")
    order = assault_at(war, "c_playa", "S", "c_morabito")
    assert set(order.units) == ({"s_a", "s_b"} if has_guns else {"s_a", "s_b", "s_c"})


def test_an_assault_that_gives_up_more_than_it_gains_is_not_worked_out(monkeypatch):
    own = [
        unit("s_a", "line", "c_playa"),
        unit("s_b", "line", "c_playa"),
        leader("prim", "c_playa"),
    ]
    guns = [unit(f"s_g{n}", "rodada", "c_playa") for n in range(3)]
    enemies = [unit("m_a", "guich", "c_morabito", steps=1), unit("m_b", "jinetes", "c_valle_a")]
    war = war_of(*own, *guns, *enemies)
    order = assault_at(war, "c_playa", "S", "c_morabito")
    assert most_points(war, order, 1.0) < 0
    monkeypatch.setattr(assaults, "exact_points", lambda *_: pytest.fail("worked out"))
    assert not list(assaults.worthy_assaults(war, ["c_playa"], "S", SPANISH))
