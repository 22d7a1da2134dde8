"""Moves of stacks, riders, guns, convoys, leaders and demoralised units."""

import pytest

from app.games.africa_1859.orders import Close, DemoralisedMove, Dig, EndPhase, Lend, Move, Open
from tests.games.africa_1859.positions import given, leader, places_of, refused, unit, war_of


def open_camino(*more, **terms):
    """Position with the space c_camino open: two kinds of foot, hussars, guns, a convoy, Prim."""
    war = war_of(
        unit("s_line", "line", "c_camino"),
        unit("s_vergara", "cazadores", "c_camino"),
        unit("s_husares", "husares", "c_camino"),
        unit("s_art5", "rodada", "c_camino"),
        unit("s_conv", "convoy_s", "c_camino"),
        leader("prim", "c_camino"),
        *more,
        **terms,
    )
    return given(war, Open("c_camino"))


@pytest.mark.parametrize(
    ("order", "rules"),
    [
        (Move(("s_line",), ("c_playa", "c_valle_b")), {"AFR-SEQ-06"}),
        (Move(("s_art5",), ("c_playa", "c_valle_b")), {"AFR-SEQ-05"}),
        (Move(("s_conv",), ("c_playa", "c_valle_b")), {"AFB-UNI-06"}),
        (Move(("s_husares",), ("c_playa", "c_valle_b", "c_negron")), {"AFR-SEQ-07"}),
        (Move(("s_husares",), ("c_playa", "c_camino")), {"AFR-SEQ-07"}),
        (Move((), ("c_playa", "c_valle_b", "c_negron"), ("prim",)), {"AFR-SEQ-12"}),
        (Move(("s_line", "s_line"), ("c_playa",)), {"AFB-ACT-01"}),
        (Move(("s_line",), ()), {"AFB-ACT-01"}),
        (Move((), ("c_playa",)), {"AFB-ACT-01"}),
        (Move(("s_line",), ("c_loma",)), {"AFB-MAP-01"}),
        (Move(("s_line",), ("c_playa",), point="s_vergara"), {"AFB-ACT-03"}),
        (Move(("s_nobody",), ("c_playa",)), {"CAR-TAB-06"}),
        (Move(("s_line",), ("nowhere",)), {"CAR-TAB-08"}),
    ],
)
def test_a_move_is_refused(order, rules):
    assert refused(open_camino(), order) == rules


def test_enemies_bar_the_way_by_class():
    war = open_camino(unit("m_cab1", "cabila", "c_morabito"), leader("c_anyera", "c_primeras"))
    for units, rule in (
        (("s_line",), "AFR-SEQ-06"),
        (("s_art5",), "AFR-SEQ-05"),
        (("s_husares",), "AFR-SEQ-07"),
        (("s_conv",), "AFB-UNI-06"),
    ):
        assert refused(war, Move(units, ("c_morabito",))) == {rule}
    assert refused(war, Move(("s_husares",), ("c_morabito", "c_valle_b"))) == {"AFR-SEQ-07"}
    assert refused(war, Move((), ("c_primeras",), ("prim",))) == {"AFR-SEQ-12"}
    assert refused(war, Move((), ("c_morabito",), ("prim",))) == {"AFR-SEQ-12"}
    assert refused(war, Move(("s_art5",), ("c_primeras",))) == {"AFB-MAP-04"}


def test_a_stack_goes_together_and_carries_markers():
    war = given(open_camino(), Move(("s_husares", "s_line"), ("c_playa",), ("prim",)))
    assert places_of(war, "s_husares", "s_line", "prim") == ["c_playa"] * 3
    assert war.units["s_line"].marker and war.leaders["prim"].marker
    assert refused(war, Move(("s_line",), ("c_camino",))) == {"AFR-SEQ-03", "AFR-SEQ-04"}
    war = given(war, Close(), Open("c_playa"))
    assert refused(war, Move((), ("c_camino",), ("prim",))) == {"AFR-SEQ-04"}


def test_a_leader_rides_two_spaces_alone():
    war = given(open_camino(), Move((), ("c_playa", "c_valle_b"), ("prim",)))
    assert war.leaders["prim"].at == "c_valle_b"
    assert war.ground.control["c_valle_b"] == "M"


def test_wheels_keep_to_roads():
    war = war_of(
        unit("s_art5", "rodada", "c_otero"),
        unit("s_artm1", "montana", "c_otero"),
        leader("prim", "c_otero"),
    )
    war = given(war, Open("c_otero"))
    assert refused(war, Move(("s_art5",), ("c_bullones",))) == {"AFB-MAP-03"}
    assert places_of(given(war, Move(("s_artm1",), ("c_bullones",))), "s_artm1") == ["c_bullones"]


def test_a_full_space_takes_no_more_but_can_be_passed():
    six = [unit(f"s_{n}", "line", "c_playa") for n in range(6)]
    war = open_camino(*six)
    assert refused(war, Move(("s_line",), ("c_playa",))) == {"AFB-STK-01"}
    assert places_of(given(war, Move(("s_husares",), ("c_playa", "c_valle_b"))), "s_husares") == [
        "c_valle_b"
    ]


def test_moroccan_units_that_reacted_move_once():
    war = war_of(
        unit("m_cab1", "cabila", "c_campo", marker=True),
        unit("m_can1", "canones", "c_campo", marker=True, fired=True),
        leader("abbas", "c_campo"),
        side="M",
    )
    war = given(war, Open("c_campo"), Move(("m_cab1",), ("c_valle_a",)))
    assert war.units["m_cab1"].acted
    war = given(war, Move(("m_can1",), ("c_condesa",)), Close())
    assert war.units["m_can1"].at == "c_condesa"


def test_a_demoralised_unit_only_falls_back():
    war = war_of(
        unit("m_cab1", "cabila", "c_monte", dem=True, marker=True),
        unit("m_cab2", "cabila", "c_campo"),
        leader("abbas", "c_campo"),
        side="M",
    )
    assert refused(war, DemoralisedMove("m_cab1", ("c_loma",))) == {"AFR-SEQ-18"}
    assert refused(war, DemoralisedMove("m_cab1", ())) == {"AFR-SEQ-18"}
    assert refused(war, DemoralisedMove("m_cab2", ("c_sur",))) == {"AFR-SEQ-18"}
    assert refused(war, DemoralisedMove("abbas", ("c_sur",))) == {"AFR-SEQ-18"}
    opened = given(war, Open("c_campo"))
    assert refused(opened, DemoralisedMove("m_cab1", ("c_boquete",))) == {"AFB-ACT-07"}
    war = given(war, DemoralisedMove("m_cab1", ("c_boquete",)))
    assert war.units["m_cab1"].at == "c_boquete"
    assert refused(war, DemoralisedMove("m_cab1", ("c_boquete",))) >= {"AFR-SEQ-18"}


def test_a_demoralised_unit_makes_no_other_move():
    war = given(war_of(unit("s_line", "line", "c_camino", dem=True)), Open("c_camino"))
    assert refused(war, Move(("s_line",), ("c_tarajal",))) == {"AFB-MOR-02"}


def test_without_a_rear_town_a_demoralised_unit_stays():
    war = war_of(
        unit("m_cab1", "cabila", "c_altos", dem=True),
        side="M",
        control={"c_boquete": "S", "c_sur": "S"},
    )
    assert refused(war, DemoralisedMove("m_cab1", ("c_boquete",))) == {"AFR-SEQ-18"}


def test_tangier_is_closed_to_spain():
    war = war_of(unit("s_husares", "husares", "camino_tanger"), on="teatro")
    war = given(war, Open("camino_tanger"))
    assert refused(war, Move(("s_husares",), ("tanger",))) == {"AFB-MAP-06"}


def test_only_engineers_far_from_the_enemy_dig():
    war = war_of(
        unit("s_ing1", "ingenieros", "c_camino"),
        unit("s_ing2", "ingenieros", "c_camino", dem=True),
        unit("s_line", "line", "c_camino"),
        unit("m_cab1", "cabila", "c_loma"),
        unit("s_ing3", "ingenieros", "c_primeras"),
    )
    war = given(war, Open("c_camino"))
    assert refused(war, Dig("s_line")) == {"AFB-UNI-05"}
    assert refused(war, Dig("s_ing2")) == {"AFB-MOR-02"}
    assert refused(war, Dig("s_ing3", space="c_primeras")) == {"AFB-UNI-05"}
    war = given(war, Dig("s_ing1"))
    assert refused(war, Dig("s_ing1")) == {"AFR-SEQ-04"}
    war = given(war, Close(), EndPhase(), EndPhase(), dice=(6,))
    assert war.ground.works == ("c_camino",)
    assert war.turn == 2
    war = given(war, Open("c_camino"))
    assert refused(war, Dig("s_ing1")) == {"AFB-UNI-05"}


def test_works_need_engineers_that_are_still_there():
    war = war_of(unit("s_ing1", "ingenieros", "c_camino"), unit("m_cab1", "cabila", "c_loma"))
    war = given(war, Open("c_camino"), Dig("s_ing1"), Close(), EndPhase())
    war = given(war, EndPhase())
    assert "c_camino" in war.ground.works


def two_commands(**more):
    """Prim's and Ros's commands of one side, in the open space t_llano_c."""
    seats = {"prim's": "S", "ros's": "S", "m": "M"}
    commands = {"prim": "prim's", "s_leon": "prim's", "ros": "ros's", "s_albuera": "ros's"}
    war = war_of(
        unit("s_leon", "line", "t_llano_c"),
        unit("s_albuera", "line", "t_llano_c"),
        leader("prim", "t_llano_c"),
        on="tetuan",
        terms={"seats": seats, "commands": commands},
        **more,
    )
    return given(war, Open("t_llano_c"), seat="prim's")


def test_lent_counters_go_along_and_reserved_ones_do_not():
    war, both = two_commands(), Move(("s_leon", "s_albuera"), ("t_llano_n",))
    assert given(war, both, seat="prim's").units["s_albuera"].at == "t_llano_n"
    war = given(war, Lend(to=False), seat="ros's")
    assert refused(war, both, "prim's") == {"AFB-WEB-04"}
    assert refused(war, Move(("s_albuera",), ("t_llano_n",)), "prim's") == {"AFB-WEB-04"}
    assert refused(war, Lend(to=True, units=("s_albuera",)), "prim's") == {"AFB-WEB-04"}
    war = given(war, Lend(to=True), seat="ros's")
    assert given(war, both, seat="prim's").units["s_albuera"].at == "t_llano_n"


def test_a_player_alone_on_a_side_lends_no_counters():
    war = war_of(unit("s_line", "line", "c_camino"))
    assert refused(war, Lend(to=False)) == refused(war, Lend(to=True)) == {"AFB-WEB-04"}


def test_a_phase_ends_when_every_player_of_the_side_has_ended_it():
    war = given(given(two_commands(), Close(), seat="prim's"), EndPhase(), seat="prim's")
    assert war.phase.side == "S"
    assert refused(war, EndPhase(), "prim's") == {"AFB-WEB-04"}
    assert given(war, EndPhase(), seat="ros's").phase.side == "M"


def test_an_order_that_names_its_space_opens_it():
    war = war_of(unit("s_line", "line", "c_camino"), unit("s_luchana", "line", "c_tarajal"))
    war = given(war, Open("c_tarajal"), Move(("s_line",), ("c_playa",), space="c_camino"))
    assert war.phase.open == "c_camino"
    assert refused(war, Move(("s_luchana",), ("c_otero",), space="c_tarajal")) == {"AFR-SEQ-02"}
