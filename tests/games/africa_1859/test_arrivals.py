"""Riders that answer an arrival: windows, caracoles, charges, conditional orders."""

from app.games.africa_1859.orders import Arrival, Assault, Close, DemoralisedMove, Move, Open
from app.games.africa_1859.procedures import Question
from tests.games.africa_1859.positions import (
    by_default,
    given,
    leader,
    places_of,
    refused,
    unit,
    war_of,
)

PASS = Arrival(passes=True)


def arrival(*more, point="", **terms):
    """Príncipe and Vergara enter the empty c_valle_b beside jinetes and a cabila in c_valle_a."""
    war = war_of(
        unit("s_principe", "line", "c_morabito"),
        unit("s_vergara", "cazadores", "c_morabito"),
        unit("m_jin1", "jinetes", "c_valle_a"),
        unit("m_cab1", "cabila", "c_valle_a"),
        *more,
        **terms,
    )
    move = Move(("s_principe", "s_vergara"), ("c_valle_b",), point=point)
    return given(war, Open("c_morabito"), move)


def waits(war):
    """Decision that is open; None if no player is asked."""
    top = war.stack[-1] if war.stack else None
    return top.decision if isinstance(top, Question) else None


def test_riders_without_marker_are_asked():
    war = arrival()
    assert (waits(war), war.stack[-1].side) == ("arrival", "M")
    war = given(war, PASS)
    assert waits(war) is None
    assert war.units["s_principe"].marker and not war.units["m_jin1"].marker


def test_the_default_is_to_pass():
    assert waits(by_default(arrival())) is None


def test_marked_or_demoralised_riders_open_no_window():
    for state in ({"marker": True}, {"dem": True}):
        war = war_of(
            unit("s_principe", "line", "c_morabito"),
            unit("m_jin1", "jinetes", "c_valle_a", **state),
            unit("m_cab1", "cabila", "c_valle_a"),
        )
        assert waits(given(war, Open("c_morabito"), Move(("s_principe",), ("c_valle_b",)))) is None


def test_a_space_with_a_friend_or_a_leader_alone_opens_no_window():
    war = war_of(
        unit("s_principe", "line", "c_morabito"),
        unit("s_conv", "convoy_s", "c_valle_b"),
        unit("m_jin1", "jinetes", "c_valle_a"),
        unit("m_cab1", "cabila", "c_valle_a"),
        leader("prim", "c_playa"),
    )
    war = given(war, Open("c_morabito"), Move(("s_principe",), ("c_valle_b",)), Close())
    assert waits(war) is None
    war = war_of(
        unit("m_jin1", "jinetes", "c_valle_a"),
        unit("m_cab1", "cabila", "c_valle_a"),
        leader("prim", "c_playa"),
    )
    assert waits(given(war, Open("c_playa"), Move((), ("c_valle_b",), ("prim",)))) is None


def test_wrong_answers_are_refused():
    war = arrival(unit("m_jin2", "jinetes", "c_valle_a", marker=True))
    assert refused(war, Arrival()) == {"AFR-SEQ-14"}
    assert refused(war, Arrival("m_jin2", "c_valle_a")) == {"AFR-SEQ-14"}
    assert refused(war, Arrival("m_cab1", "c_valle_a")) == {"AFR-SEQ-14"}
    assert refused(war, Arrival("m_ghost", "c_valle_a")) == {"CAR-TAB-06"}
    assert refused(war, Arrival("m_jin1", "c_camino")) == {"AFR-SEQ-09"}
    assert refused(war, Arrival(charge=("m_jin1",), vanguard="m_cab1")) == {"AFB-ASL-03"}
    screened = Arrival(charge=("m_jin1",), vanguard="m_jin1", screen="m_jin1")
    assert refused(war, screened) == {"AFR-ASL-04"}
    assert refused(war, Move(("s_principe",), ("c_valle_a",)), "S") == {"AFB-WEB-01"}
    assert refused(given(war, PASS), PASS, "M") >= {"AFR-SEQ-14"}


def test_riders_of_two_spaces_do_not_charge_together():
    war = arrival(unit("m_jin2", "jinetes", "c_condesa"))
    order = Arrival(charge=("m_jin1", "m_jin2"), vanguard="m_jin1")
    assert refused(war, order) == {"AFR-SEQ-14"}


def test_a_caracole_strikes_the_point_unit():
    war = given(arrival(), Arrival("m_jin1", "c_valle_a"), dice=(5, 1))
    assert war.units["s_vergara"].steps == 2
    assert (war.units["m_jin1"].at, war.units["m_jin1"].marker) == ("c_valle_a", True)
    war = given(arrival(point="s_principe"), Arrival("m_jin1", "c_valle_a"), dice=(5, 1))
    assert (war.units["s_vergara"].steps, war.units["s_principe"].steps) == (3, 3)


def test_after_a_caracole_its_space_does_not_charge():
    war = arrival(unit("m_jin2", "jinetes", "c_valle_a"))
    war = given(war, Arrival("m_jin1", "c_valle_a"), dice=(1, 1))
    assert waits(war) == "arrival"
    assert refused(war, Arrival(charge=("m_jin2",), vanguard="m_jin2")) == {"AFR-SEQ-14"}
    war = given(war, Arrival("m_jin2", "c_valle_a"), dice=(1, 1))
    assert waits(war) is None


def test_a_ride_goes_on_after_a_caracole_unless_the_rider_is_demoralised():
    war = war_of(
        unit("s_husares", "husares", "c_playa"),
        unit("m_jin1", "jinetes", "c_valle_a"),
        unit("m_cab1", "cabila", "c_valle_a"),
    )
    war = given(war, Open("c_playa"), Move(("s_husares",), ("c_valle_b", "c_negron")))
    on = given(war, Arrival("m_jin1", "c_valle_a"), dice=(2, 1))
    assert places_of(on, "s_husares") == ["c_negron"]
    assert on.ground.control["c_valle_b"] == "M"
    stays = given(war, Arrival("m_jin1", "c_valle_a"), dice=(4, 1, 6))
    assert stays.units["s_husares"].dem
    assert places_of(stays, "s_husares") == ["c_valle_b"]
    assert stays.ground.control["c_valle_b"] == "S"
    assert stays.units["s_husares"].marker


def test_a_charge_ends_the_ride_and_a_beaten_rider_goes_back():
    war = war_of(
        unit("s_husares", "husares", "c_playa", steps=1),
        unit("m_buj1", "bujari", "c_valle_a"),
    )
    war = given(war, Open("c_playa"), Move(("s_husares",), ("c_valle_b", "c_negron")))
    war = given(war, Arrival(charge=("m_buj1",), vanguard="m_buj1"), dice=(1, 5, 1))
    assert places_of(war, "s_husares", "m_buj1") == ["eliminated", "c_valle_b"]
    assert war.units["m_buj1"].marker
    assert war.ground.control["c_valle_b"] == "M"
    assert not war.stack


def test_a_charge_that_is_beaten_leaves_the_mover_where_it_is():
    war = war_of(
        unit("s_principe", "line", "c_playa"),
        unit("m_jin1", "jinetes", "c_valle_a", steps=1),
    )
    war = given(war, Open("c_playa"), Move(("s_principe",), ("c_valle_b",)))
    war = given(war, Arrival(charge=("m_jin1",), vanguard="m_jin1"), dice=(1, 1, 2))
    assert places_of(war, "s_principe", "m_jin1") == ["c_valle_b", "eliminated"]
    assert war.ground.control["c_valle_b"] == "S"
    assert war.units["s_principe"].marker


def test_a_charge_over_two_spaces_can_be_answered_in_the_middle():
    war = war_of(
        unit("s_coraceros", "coraceros", "t_estrella"),
        unit("m_jin1", "jinetes", "t_ahmed"),
        unit("m_cab1", "cabila", "t_ahmed"),
        unit("m_rif1", "rif", "t_marisma"),
        on="tetuan",
    )
    charge = Assault(("s_coraceros",), ("t_llano_c", "t_marisma"), "s_coraceros")
    war = given(war, Open("t_estrella"), charge)
    assert waits(war) == "arrival"
    shaken = given(war, Arrival("m_jin1", "t_ahmed"), dice=(4, 1, 6))
    assert places_of(shaken, "s_coraceros") == ["t_llano_c"]
    assert shaken.units["s_coraceros"].marker and not shaken.stack
    goes = given(war, PASS, dice=(1, 4, 1))
    assert places_of(goes, "s_coraceros") == ["t_marisma"]
    met = given(war, Arrival(charge=("m_jin1",), vanguard="m_jin1"), dice=(1, 6, 6, 1))
    assert not met.stack
    assert places_of(met, "s_coraceros") == ["t_llano_c"]
    assert met.units["s_coraceros"].marker


def test_riders_take_a_lone_convoy_without_a_clash():
    war = war_of(
        unit("s_conv", "convoy_s", "c_camino"),
        unit("m_jin1", "jinetes", "c_morabito"),
    )
    war = given(war, Open("c_camino"), Move(("s_conv",), ("c_playa",)))
    war = given(war, Arrival(charge=("m_jin1",), vanguard="m_jin1"))
    assert places_of(war, "s_conv", "m_jin1") == ["captured", "c_playa"]


def test_a_demoralised_unit_that_falls_back_opens_a_window():
    war = war_of(
        unit("s_line", "line", "c_playa", dem=True),
        unit("m_jin1", "jinetes", "c_morabito"),
        unit("m_cab1", "cabila", "c_morabito"),
    )
    war = given(war, DemoralisedMove("s_line", ("c_camino",)))
    assert waits(war) == "arrival"
    war = given(war, Arrival("m_jin1", "c_morabito"), dice=(1,))
    assert (war.units["s_line"].at, war.units["s_line"].marker) == ("c_camino", True)


def test_conditional_orders_of_all_riders_answer_without_a_pause():
    passes = {"M": {"arrival": {"m_jin1": "pass"}}}
    assert waits(arrival(standing=passes)) is None
    one = arrival(unit("m_jin2", "jinetes", "c_valle_a"), standing=passes)
    assert waits(one) == "arrival"
    both = {"M": {"arrival": {"m_jin1": "pass", "side": "pass"}}}
    assert waits(arrival(unit("m_jin2", "jinetes", "c_valle_a"), standing=both)) is None


def test_a_condition_asks_after_all():
    wish = {"choice": "pass", "ask_if": {"scores": True}}
    standing = {"M": {"arrival": {"side": wish}}}
    war = war_of(
        unit("s_principe", "line", "c_morabito"),
        unit("m_jin1", "jinetes", "c_valle_a"),
        unit("m_cab1", "cabila", "c_valle_a"),
        scenario="castillejos",
        standing=standing,
    )
    assert waits(given(war, Open("c_morabito"), Move(("s_principe",), ("c_valle_b",)))) == "arrival"
    assert waits(arrival(standing=standing)) is None


def test_a_conditional_order_rides_out():
    standing = {"M": {"arrival": {"m_jin1": {"choice": "caracole", "steps": 2}}}}
    war = war_of(
        unit("s_principe", "line", "c_morabito"),
        unit("m_jin1", "jinetes", "c_valle_a"),
        unit("m_cab1", "cabila", "c_valle_a"),
        standing=standing,
    )
    war = given(war, Open("c_morabito"), Move(("s_principe",), ("c_valle_b",)), dice=(5, 1))
    assert war.units["s_principe"].steps == 3
    assert war.units["m_jin1"].at == "c_valle_a"
