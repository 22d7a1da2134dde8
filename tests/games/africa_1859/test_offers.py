"""Offers and dry runs: what is offered is legal, and fields follow earlier answers."""

import random

import pytest

from app.games.africa_1859.beginning import new_game
from app.games.africa_1859.digest import moment, summary
from app.games.africa_1859.evolve import evolve
from app.games.africa_1859.fog import view
from app.games.africa_1859.orders import Arrival, DemoralisedMove, EndPhase, Entry, Levy, Move, Open
from app.games.africa_1859.reach import assess, offers
from app.games.africa_1859.sequence import decide
from app.games.africa_1859.state import OFF_MAP
from app.games.africa_1859.turn_order import waiting_for
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from tests.games.africa_1859.positions import DATA, given, leader, seat_to_act, unit, war_of


def offered(war, seat=""):
    """Offers to the seat that acts, or to a named one."""
    seat = seat or seat_to_act(war)
    return offers(view(war, Viewer(seat, war.terms.seats[seat])))


def assessed(war, order):
    """Dry run of an order of the seat that acts."""
    seat = seat_to_act(war)
    return assess(view(war, Viewer(seat, war.terms.seats[seat])), order)


def is_legal(war, order):
    """True if the rules accept the order."""
    try:
        decide(war, order, seat_to_act(war), SeededDice(b"key", 1))
    except Refused:
        return False
    return True


def check_complete_offers(war):
    """Each offer without fields is legal if it is live, and refused if not."""
    for offer in offered(war):
        if not offer.asks:
            assert is_legal(war, offer.order) == offer.is_live, offer.label


def turn_three():
    """Spanish phase with foot, riders, engineers and a demoralised unit."""
    return war_of(
        unit("s_line", "line", "c_camino"),
        unit("s_husares", "husares", "c_camino"),
        unit("s_ing1", "ingenieros", "c_primeras"),
        unit("s_luchana", "line", "c_playa", dem=True),
        unit("m_cab1", "cabila", "c_loma"),
        unit("m_jin1", "jinetes", "c_valle_a"),
        leader("prim", "c_camino"),
        scenario="castillejos",
        turn=3,
    )


def test_offers_of_the_active_side_are_legal():
    war = turn_three()
    check_complete_offers(war)
    check_complete_offers(given(war, Open("c_camino")))
    assert offered(war, "M") == ()
    assert offers(view(war, SPECTATOR)) == ()


def test_a_move_asks_for_its_stack_and_then_for_the_way():
    war = turn_three()
    offer = next(one for one in offered(war) if one.order == Move(space="c_camino"))
    assert [field.name for field in offer.asks] == ["units"]
    assert offer.asks[0].usual_value == [choice.value for choice in offer.asks[0].choices]
    found = assessed(war, Move(("s_husares",), space="c_camino"))
    assert [(field.name, field.usual) for field in found.asks] == [("leaders", ""), ("path", "")]
    assert found.asks[1].choices == ()
    assert found.reach["c_valle_b"].path == ("c_morabito", "c_valle_b")
    assert "c_loma" not in found.reach
    foot = assessed(war, Move(("s_husares", "s_line"), space="c_camino"))
    assert set(foot.reach) == {"c_tarajal", "c_primeras", "c_morabito", "c_playa"}


def test_a_space_that_a_stack_cannot_enter_has_its_reason():
    war = war_of(
        unit("s_line", "line", "c_camino"),
        unit("m_cab1", "cabila", "c_morabito"),
        scenario="castillejos",
        turn=3,
    )
    path = assessed(war, Move(("s_line",), space="c_camino")).asks[-1]
    refused = {one.value: {fault.rule for fault in one.no} for one in path.choices}
    assert refused == {"c_morabito": {"AFR-SEQ-06"}}


def test_a_move_tells_the_riders_that_may_answer():
    war = turn_three()
    found = assessed(war, Move(("s_husares",), ("c_morabito",), space="c_camino"))
    assert found.way == ("c_camino", "c_morabito")
    assert [str(note) for note in found.notes] == [
        "In House of the Marabout these riders may answer: Horsemen 1.",
        "Beside House of the Marabout these enemies can assault: Tribe 1 and Horsemen 1.",
    ]
    assert not found.no


def test_a_refused_dry_run_names_its_rules():
    war = turn_three()
    found = assessed(war, Move(("s_line",), ("c_loma",), space="c_camino"))
    assert {one.rule for one in found.no} == {"AFB-MAP-01", "AFR-SEQ-06"}
    assert assessed(war, Move(("ghost",), space="c_camino")).no[0].rule == "CAR-TAB-06"
    assert assessed(war, Move((), space="c_camino")).no[0].rule == "AFB-ACT-01"


def test_a_demoralised_unit_is_offered_its_ways_back():
    war = turn_three()
    assert DemoralisedMove("s_luchana") in [one.order for one in offered(war)]
    assert set(assessed(war, DemoralisedMove("s_luchana")).reach) == {"c_camino", "c_morabito"}


def test_offers_to_riders_are_legal():
    war = given(
        war_of(
            unit("s_principe", "line", "c_morabito"),
            unit("m_jin1", "jinetes", "c_valle_a"),
            unit("m_jin2", "jinetes", "c_valle_a"),
            unit("m_cab1", "cabila", "c_condesa"),
        ),
        Open("c_morabito"),
        Move(("s_principe",), ("c_valle_b",)),
    )
    check_complete_offers(war)
    caracole = next(one for one in offered(war) if one.order == Arrival("m_jin1"))
    for choice in caracole.asks[0].choices:
        assert is_legal(war, Arrival("m_jin1", choice.value))
    roles = assessed(war, Arrival(charge=("m_jin1", "m_jin2"))).asks
    assert [field.name for field in roles] == ["vanguard", "screen"]
    assert offered(war, "S") == ()


def test_offers_of_the_end_step_are_legal():
    war = war_of(
        unit("s_line", "line", "c_camino"),
        unit("m_cab1", "cabila", "c_loma"),
        scenario="castillejos",
        turn=1,
        side="M",
        to_come=(0,),
    )
    war = given(war, EndPhase())
    assert [one.order for one in offered(war)] == [Entry("c_tarajal"), Entry("c_otero")]
    check_complete_offers(war)


def test_a_levy_asks_for_unit_and_town():
    war = war_of(
        unit("s_line", "line", "ceuta"),
        unit("m_cab1", "cabila", "eliminated", steps=0),
        unit("m_jin1", "jinetes", "eliminated", steps=0),
        unit("m_cab2", "cabila", "tetuan"),
        scenario="campana",
        turn=14,
        side="M",
    )
    war = given(war, EndPhase(), dice=(5,))
    (offer,) = offered(war)
    assert offer.order == Levy()
    assert [field.name for field in offer.asks] == ["unit", "to"]
    assert is_legal(war, Levy("m_jin1", "fondak"))


@pytest.mark.parametrize("scenario", ["morabito", "castillejos", "campana"])
def test_random_players_meet_no_dead_end(scenario):
    setup, chance = Setup(scenario, {"S": "S", "M": "M"}), random.Random(5)
    war, moves = None, 0
    for event in new_game(setup, SeededDice(b"key", 0)):
        war = evolve(war, event)
    while war.ending is None and moves < 120:
        (owed,) = waiting_for(war)
        seen = view(war, Viewer(owed.seat, owed.seat))
        live = [one for one in offers(seen) if one.is_live and not one.asks]
        assert live, war.stack
        moves += 1
        order = chance.choice(live).order
        for event in decide(war, order, owed.seat, SeededDice(b"key", moves)):
            war = evolve(war, event)
        assert all(unit.at in OFF_MAP or unit.steps for unit in war.units.values())


def test_the_position_is_told_in_words():
    war = turn_three()
    told = summary(view(war, Viewer("S", "S")))
    assert {one.key for one in told.places} == set(DATA.maps["castillejos"].spaces)
    assert [str(one.says) for one in told.pieces if one.id == "s_luchana"] == [
        "Luchana and Cuenca (Line infantry), Castillejos beach: 4 of 4 steps, demoralised"
    ]
    assert dict(told.score)["M"].in_("es") == "14 puntos"
    assert moment(war).phase.in_("en") == "Turn 3 of 10: Spanish activations"
