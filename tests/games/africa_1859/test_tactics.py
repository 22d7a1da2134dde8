"""Bot of Africa 1859-60: its goals, its guards, and the guns and leaders that follow the
fighters.
"""

import random

import pytest
from msgspec.structs import replace

from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fights.odds import Work
from app.games.africa_1859.orders import EndPhase, Move
from app.games.africa_1859.sequence import decide
from app.games.africa_1859.tactics import assaults
from app.games.africa_1859.tactics.assaults import (
    chance_to_lose,
    exact_points,
    ground_points,
    most_points,
)
from app.games.africa_1859.tactics.choosing import as_things_stand, choose
from app.games.africa_1859.tactics.estimates import (
    OF_SUDDEN,
    assaults_from,
    is_in_the_half_of,
    spaces_at_stake,
    stakes_of,
    would_win,
)
from app.games.africa_1859.tactics.following import (
    followers_from,
    pulls_of_stacks,
    spare_leaders,
)
from app.games.africa_1859.tactics.marching import (
    goal_weight,
    moves_from,
    plan_of,
    weight_of,
    worth_of_entry,
)
from app.games.africa_1859.tactics.prospects import Prospects, Stack, chance_of_stack, stack_at
from app.games.africa_1859.tactics.tempers import TEMPERS, best_temper
from app.kernel.dice import SeededDice
from tests.games.africa_1859.positions import leader, unit, war_of

SPANISH, MOROCCAN = best_temper("S"), best_temper("M")


def followers(war, space, side="S"):
    """Moves of the guns, convoys and leaders of a space, by their counter."""
    found = followers_from(war, space, side, pulls_of_stacks(war, side))
    return {(*order.units, *order.leaders): order.path for _, order in sorted(found)}


# --- Goals and guards
def goal(war, space, side, temper=SPANISH):
    return goal_weight(war, space, side, Prospects(war, side), temper)


def test_a_space_that_is_guarded_well_enough_is_no_goal():
    enemies = unit("m_cab1", "cabila", "c_monte"), leader("abbas", "c_monte")
    weak = war_of(unit("s_a", "tercio", "c_loma", steps=1), *enemies, scenario="castillejos")
    weak = replace(
        weak, ground=replace(weak.ground, control={**weak.ground.control, "c_loma": "S"})
    )
    strong = {one: unit(one, "line", "c_loma") for one in ("s_a", "s_b", "s_c")}
    guarded = replace(weak, units={**weak.units, **strong}, leaders=leaders_with(weak, "prim"))
    assert goal(weak, "c_loma", "S") > 0 == goal(guarded, "c_loma", "S")


def leaders_with(war, key, space="c_loma"):
    return {**war.leaders, key: leader(key, space)}


def test_a_goal_loses_weight_by_its_defenders():
    empty = war_of(unit("s_a", "line", "c_playa"), scenario="castillejos")
    held = war_of(
        unit("s_a", "line", "c_playa"), unit("m_a", "nizam", "c_loma"), scenario="castillejos"
    )
    assert goal(empty, "c_loma", "S") > goal(held, "c_loma", "S")


def test_an_enemy_threatens_spaces_within_two_edges_that_own_units_do_not_bar():
    enemies = unit("m_a", "cabila", "c_boquete"), leader("abbas", "c_boquete")
    alone = war_of(*enemies, unit("s_a", "tercio", "c_loma"), scenario="castillejos")
    barred = replace(
        alone,
        units={**alone.units, "s_b": unit("s_b", "line", "c_monte")},
    )
    threats = [
        Prospects(war, "S").threat_from_afar("c_loma", stack_at(war, "c_loma", "S"))
        for war in (alone, barred)
    ]
    assert threats[0] > 0 == threats[1]


@pytest.mark.parametrize(
    ("enemy", "own", "is_led", "threatens"),
    [
        ("cabila", "line", False, False),
        ("cabila", "line", True, True),
        ("jinetes", "line", False, False),
        ("husares", "cabila", False, True),
    ],
    ids=["foot", "led", "moroccan_riders_in_a_space_that_morocco_cannot_open", "spanish_riders"],
)
def test_foot_needs_a_leader_to_threaten_a_space(enemy, own, is_led, threatens):
    war = war_of(unit("x_a", enemy, "c_loma"), unit("x_b", own, "c_morabito"))
    war = replace(war, leaders=leaders_with(war, "abbas")) if is_led else war
    side = war.units["x_b"].side
    threat = Prospects(war, side).threat("c_morabito", stack_at(war, "c_morabito", side))
    assert (threat > 0) == threatens


def test_the_chance_of_a_stack_follows_the_assault_table():
    war = war_of(unit("s_a", "line", "c_camino"))
    even, strong = Stack(foot=3, steps=4, leader=0), Stack(foot=3, steps=4, leader=2)
    ways = "c_camino", "c_tarajal"
    assert chance_of_stack(war, ways, (even, even)) == 15 / 36
    assert chance_of_stack(war, ways, (strong, even)) == 26 / 36


def test_a_space_without_a_guard_is_lost_to_an_enemy_in_reach():
    war = war_of(unit("m_a", "cabila", "c_loma"), scenario="castillejos")
    assert Prospects(war, "S").threat("c_morabito", Stack()) == 1
    assert Prospects(war, "S").threat("c_tarajal", Stack()) == 0


def test_ground_left_without_a_guard_is_in_more_danger_than_with_a_weak_one():
    enemies = [unit(f"s_{n}", "line", "c_camino") for n in range(3)]
    war = war_of(
        *enemies,
        unit("m_a", "guich", "c_morabito", steps=1),
        leader("prim", "c_camino"),
        side="M",
        scenario="morabito",
    )
    prospects = Prospects(war, "M")
    guard = stack_at(war, "c_morabito", "M")
    assert prospects.threat("c_morabito", guard) > 0.9
    assert prospects.danger("c_morabito", Stack()) > prospects.danger("c_morabito", guard)


def test_bare_ground_is_worth_less_to_a_stack_that_holds_ground_that_scores():
    war = war_of(
        unit("m_a", "guich", "c_morabito"),
        unit("m_b", "guich", "c_condesa"),
        side="M",
        scenario="morabito",
    )
    held = {**war.ground.control, "c_morabito": "M", "c_valle_b": "S"}
    war = replace(war, ground=replace(war.ground, control=held))
    leaves, comes = (
        worth_of_entry(war, (start, "c_valle_b"), "M") for start in ("c_morabito", "c_condesa")
    )
    assert 0 < leaves < comes


@pytest.mark.parametrize("has_guns", [True, False])
def test_a_guard_stays_with_guns_in_danger(has_guns):
    there = [unit("s_a", "line", "c_camino"), unit("s_b", "line", "c_camino")]
    guns = [unit("s_g", "rodada", "c_camino")] if has_guns else []
    enemies = unit("m_a", "nizam", "c_morabito"), leader("abbas", "c_morabito")
    war = war_of(*there, *guns, *enemies, scenario="castillejos")
    weights = [
        weight_of(war, ("c_camino", "c_playa"), (group, ()), Prospects(war, "S"), SPANISH)
        for group in (there, there[:1])
    ]
    assert (weights[0] < weights[1]) == has_guns


def test_a_stack_does_not_go_where_an_enemy_is_likely_to_beat_it():
    horde = [unit(f"m_{n}", "nizam", "c_loma") for n in range(5)]
    war = war_of(
        unit("s_a", "tercio", "c_playa"), *horde, leader("abbas", "c_loma"), scenario="castillejos"
    )
    group = [war.units["s_a"]]
    careful, rash = (
        weight_of(war, ("c_playa", "c_morabito"), (group, ()), Prospects(war, "S"), temper)
        for temper in (SPANISH, replace(SPANISH, caution=0.0))
    )
    assert careful < rash


def test_a_part_of_a_stack_may_go():
    there = [unit(f"s_{n}", "line", "c_camino") for n in range(4)]
    war = war_of(*there, unit("m_a", "cabila", "c_loma"), scenario="castillejos")
    moves = moves_from(war, "c_camino", "S", plan_of(war, "S", SPANISH), SPANISH)
    sizes = {len(order.units) for _, order in moves if order.path == ("c_morabito",)}
    assert sizes == {4, 3, 2, 1}


def test_the_spaces_of_a_sudden_victory_are_at_stake():
    war = war_of(unit("s_a", "line", "ceuta"), scenario="campana")
    assert stakes_of(war, "ceuta") == OF_SUDDEN
    assert stakes_of(war, "tetuan") == 8 + OF_SUDDEN / 2
    assert {"ceuta", "tetuan", "fondak"} < set(spaces_at_stake(war))


def test_a_stack_joins_another_for_a_better_assault():
    war = war_of(
        unit("s_a", "line", "c_camino"),
        unit("s_b", "line", "c_morabito"),
        unit("m_a", "cabila", "c_loma"),
        leader("prim", "c_camino"),
        scenario="castillejos",
    )
    moved = [war.units["s_a"]], [war.leaders["prim"]]
    way = "c_camino", "c_morabito"
    joins, stays = (
        weight_of(war, way, moved, Prospects(war, "S"), replace(SPANISH, mass=mass))
        for mass in (3.0, 0.0)
    )
    assert joins > stays


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


def test_a_side_that_would_win_asks_for_more_and_stays_out_of_the_half_of_its_enemy():
    enemies = unit("s_a", "line", "c_otero"), unit("s_b", "line", "c_morabito")
    war = war_of(unit("m_a", "nizam", "c_valle_a"), *enemies, scenario="castillejos")
    held = dict.fromkeys(war.ground.control, "M") | dict.fromkeys(
        ("c_otero", "c_morabito", "c_valle_b"), "S"
    )
    lost = held | dict.fromkeys(spaces_at_stake(war), "S")
    ahead = replace(war, ground=replace(war.ground, control=held))
    behind = replace(war, ground=replace(war.ground, control=lost))
    assert would_win(ahead, "M") and not would_win(behind, "M")
    careful = as_things_stand(ahead, "M", MOROCCAN)
    assert careful.chance == MOROCCAN.chance + MOROCCAN.lead
    assert as_things_stand(behind, "M", MOROCCAN) == MOROCCAN
    assert as_things_stand(ahead, "M", replace(MOROCCAN, lead=0.0)).keeps_back is False
    assert is_in_the_half_of(ahead, "c_morabito", "S")
    assert goal(ahead, "c_morabito", "M", MOROCCAN) > 0
    assert goal(ahead, "c_morabito", "M", careful) == 0
    assert not is_in_the_half_of(ahead, "c_valle_b", "S")
    assert goal(ahead, "c_valle_b", "M", careful) > 0


def test_a_cautious_morocco_seeks_nothing_in_the_half_of_spain():
    war = war_of(unit("m_a", "nizam", "c_valle_a"), side="M", scenario="castillejos")
    war = replace(war, ground=replace(war.ground, control=dict.fromkeys(war.ground.control, "S")))
    weights = {
        name: goal(war, "c_morabito", "M", temper) for name, temper in TEMPERS["M"].tempers.items()
    }
    assert weights["rash"] > 0 and weights["even"] > 0 == weights["cautious"]


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
    beside = war_of(*own, target, *horde, leader("abbas", "c_monte"), scenario="castillejos")
    points, chances = [], []
    for war in (free, beside):
        order = assault_at(war, "c_morabito", "S", "c_loma")
        chances.append(chance_to_lose(war, order, "S", 1.0))
        points.append(exact_points(war, order, SPANISH, (0.0, Work(5000))))
    assert chances[0] == 0 < chances[1]
    assert points[0] > points[1]


def test_morocco_loses_nothing_that_it_takes_in_the_last_turn():
    own = [unit("m_a", "nizam", "c_loma"), leader("abbas", "c_loma")]
    horde = [unit(f"s_{n}", "line", "c_primeras") for n in range(6)]
    for turn, is_lost in ((9, True), (10, False)):
        war = war_of(
            *own,
            *horde,
            unit("s_x", "marina", "c_morabito"),
            leader("prim", "c_primeras"),
            side="M",
            turn=turn,
            scenario="castillejos",
        )
        order = assault_at(war, "c_loma", "M", "c_morabito")
        assert (chance_to_lose(war, order, "M", 0.0) > 0) == is_lost


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
