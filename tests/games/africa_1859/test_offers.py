"""Offers and dry runs: what is offered is legal, and fields follow earlier answers."""

import random

import pytest
from msgspec.structs import replace

from app.games.africa_1859 import procedures
from app.games.africa_1859.beginning import new_game
from app.games.africa_1859.digest import moment, summary
from app.games.africa_1859.enemy_answers import threat_notes
from app.games.africa_1859.evolve import evolve
from app.games.africa_1859.fights.offers import ANSWER_OFFERS
from app.games.africa_1859.fog import view
from app.games.africa_1859.orders import (
    Arrival,
    Assault,
    DemoralisedMove,
    EndPhase,
    Entry,
    Fire,
    Levy,
    Move,
    Open,
)
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
    assert [one.value for one in found.asks[1].choices if one.value in found.reach] == []
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
    assert refused == {"c_morabito": {"AFR-SEQ-06"}, "farther": {"AFR-SEQ-06"}}
    assert path.choices[-1].title.in_("es") == "Espacios más lejanos"


def test_riders_learn_why_they_do_not_reach_a_space_two_away():
    """AFR-SEQ-07: the enemy holds the village and a space behind it; the heights are farther."""
    war = war_of(
        unit("s_husares", "husares", "c_camino"),
        unit("m_cab1", "cabila", "c_morabito"),
        unit("m_cab2", "cabila", "c_loma"),
        scenario="castillejos",
        turn=3,
    )
    path = assessed(war, Move(("s_husares",), space="c_camino")).asks[-1]
    refused = {one.value: {fault.rule for fault in one.no} for one in path.choices}
    assert refused["c_morabito"] == refused["c_loma"] == {"AFR-SEQ-07"}
    assert refused["farther"] == {"AFR-SEQ-07"} and "c_condesa" not in refused
    assert all(refused.values())


def test_a_demoralised_unit_learns_why_it_does_not_fall_back_elsewhere():
    """AFR-SEQ-18: each step leads nearer to the rear."""
    war = war_of(unit("s_line", "line", "c_camino", dem=True), scenario="castillejos", turn=3)
    found = assessed(war, DemoralisedMove("s_line"))
    refused = {one.value: {fault.rule for fault in one.no} for one in found.asks[0].choices}
    assert refused["c_playa"] == {"AFR-SEQ-18"}
    assert not refused.keys() & found.reach.keys() and all(refused.values())


def test_a_move_tells_the_riders_that_may_answer():
    war = turn_three()
    found = assessed(war, Move(("s_husares",), ("c_morabito",), space="c_camino"))
    assert found.way == ("c_camino", "c_morabito")
    assert [str(note) for note in found.notes] == [
        "In the House of the Marabout these riders may answer: Horsemen 1.",
        "These enemies can assault the House of the Marabout: Horsemen 1.",
    ]
    assert not found.no


def threats(war, space, side="S"):
    return [str(one) for one in threat_notes(war, side, space)]


def test_a_threat_is_an_enemy_that_may_act_in_its_next_phase():
    """AFR-ASL-01, AFR-SEQ-10, AFR-SEQ-17: foot needs a leader who may direct. Riders may come from
    two spaces away. Markers of Moroccan units stay for their phase.
    """
    loma = unit("m_cab1", "cabila", "c_loma")
    assert threats(war_of(loma), "c_morabito") == []
    led = (loma, leader("c_anyera", "c_loma"))
    assert threats(war_of(*led), "c_morabito") == [
        "These enemies can assault the House of the Marabout: Tribal foot."
    ]
    marked = (unit("m_cab1", "cabila", "c_loma", marker=True), leader("c_anyera", "c_loma"))
    assert threats(war_of(*marked), "c_morabito") == []
    assert threats(war_of(loma, leader("c_anyera", "c_loma", marker=True)), "c_morabito") == []
    riders = unit("m_jin1", "jinetes", "c_campo")
    assert "Tribal horse" in threats(war_of(riders), "c_morabito")[0]
    barred = [unit(f"s_{at}", "line", at) for at in ("c_valle_a", "c_loma", "c_valle_b")]
    assert threats(war_of(riders, *barred), "c_morabito") == []
    guns = unit("m_can1", "canones", "c_valle_a"), leader("abbas", "c_valle_a")
    assert "enemy guns can fire" in threats(war_of(*guns), "c_morabito")[0]
    spent = unit("m_can1", "canones", "c_valle_a", fired=True), leader("abbas", "c_valle_a")
    assert threats(war_of(*spent), "c_morabito") == []


def test_an_open_stack_tells_what_threatens_it():
    offer = next(one for one in offered(turn_three()) if one.order == Move(space="c_camino"))
    assert offer.says is None or "assault" in str(offer.says)
    war = war_of(
        unit("s_line", "line", "c_camino"),
        unit("m_cab1", "cabila", "c_morabito"),
        scenario="castillejos",
        turn=3,
    )
    offer = next(one for one in offered(war) if one.order == Move(space="c_camino"))
    assert offer.says is None
    led = with_leader(war)
    offer = next(one for one in offered(led) if one.order == Move(space="c_camino"))
    assert str(offer.says) == "These enemies can assault the Tetuan road: Tribe 1."


def with_leader(war):
    return replace(war, leaders={**war.leaders, "c_anyera": leader("c_anyera", "c_morabito")})


def test_a_fire_and_an_assault_tell_the_guns_and_riders_that_may_answer():
    """AFR-ART-07, AFR-ASL-06, AFR-ASL-15."""
    war = war_of(
        unit("s_line", "line", "c_camino"),
        unit("s_art", "rodada", "c_camino"),
        unit("m_can1", "canones", "c_morabito"),
        unit("m_cab1", "cabila", "c_morabito"),
        unit("m_jin1", "jinetes", "c_morabito"),
        leader("prim", "c_camino"),
        side="M",
    )
    fire = assessed(war, Fire(("m_can1",), "c_camino", space="c_morabito"))
    assert [str(one) for one in fire.notes] == [
        "These Spanish guns may answer the fire: Field or horse artillery."
    ]
    war = replace(war, phase=replace(war.phase, side="S"))
    order = Assault(
        ("s_line",), ("c_morabito",), "s_line", "", ("prim",), director="prim", space="c_camino"
    )
    notes = [str(one) for one in assessed(war, order).notes]
    place = "the House of the Marabout"
    assert f"In {place} these riders may make a caracole or counter-charge: Tribal horse." in notes
    assert "These guns may fire at your vanguard: Moroccan guns." in notes


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
    assert [field.name for field in roles] == ["losses", "vanguard", "screen"]
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
    (luchana,) = (str(one.says) for one in told.pieces if one.id == "s_luchana")
    assert luchana == (
        "Luchana and Cuenca (Line infantry), Castillejos beach: 4 of 4 steps, demoralised"
        " (rallies at the end of the turn with 4 of 6)"
    )
    assert dict(told.score)["M"].in_("es") == "14 puntos"
    assert moment(war).phase.in_("en") == "Turn 3 of 10: Spanish activations"


def test_an_offer_of_a_retreat_tells_the_priority_of_its_space():
    """AFB-RET-02: Friends count before the distance to the rear town."""
    spaces = ("c_loma", "c_valle_a", "c_playa")
    assault = procedures.Assault(
        "S", "c_morabito", "c_camino", "c_camino", (), (), procedures.Roles()
    )
    war = war_of(
        unit("m_cab1", "cabila", "c_morabito"),
        unit("m_cab2", "cabila", "c_loma"),
        scenario="castillejos",
    )
    war = replace(
        war, stack=(assault, procedures.Question("retreat", "M", "c_morabito", spaces=spaces))
    )
    said = {offer.place: str(offer.says) for offer in ANSWER_OFFERS["retreat"](war, war.stack[-1])}
    near = "no farther from the rear; 2 ways to the rear town"
    assert said == {
        "c_loma": f"Priority 1 of 4: friends, a rear town or a camp there, {near}",
        "c_valle_a": f"Priority 2 of 4: no friends there, {near}",
        "c_playa": f"Priority 2 of 4: no friends there, {near.replace('2', '3')}",
    }
