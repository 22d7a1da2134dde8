"""Attacks ordered figure by figure: offers, dry run and decision agree about those without a
way.
"""

from __future__ import annotations

import pytest

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.cases.positions import battle_of
from app.games.heart_of_africa.events import Activated, ActivationEnded, FigureMoved
from app.games.heart_of_africa.movement.previews import preview
from app.games.heart_of_africa.state import Activation
from app.kernel.dice import LoadedDice
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from app.kernel.space.plane import inches_to

TEMBA = {
    "id": "T1",
    "kind": "temba",
    "owner": "B",
    "rect": [40, 20, 50, 28],
    "gate": "south",
    "breaches": [[[40, 23.6], [40, 24.4]]],
}
FOE = {"id": "k", "unit": "B1", "type": "askari", "x": 20.8, "y": 24, "facing": 180}


def in_hand(*figures, works=(), rolled=(6.0, 2.0)):
    """A position with A1 in hand, its dice rolled, against B1."""
    battle = battle_of(
        {
            "start": {"turn": 5, "step": "unit_moves", "to_act": "A"},
            "units": [{"id": "A1", "side": "A"}, {"id": "B1", "side": "B"}],
            "figures": list(figures),
            "works": list(works),
        }
    )
    return GAME.evolve(battle, Activated(Activation("A1", "A", *rolled), ()))


def man(name, x, y):
    return {"id": name, "unit": "A1", "type": "warrior", "x": x, "y": y, "facing": 0}


def assessed(battle, order):
    return GAME.assess(GAME.view(battle, Viewer("A", "A")), order)


def refused(battle, order):
    with pytest.raises(Refused) as no:
        GAME.decide(battle, order, "A", LoadedDice())
    return {refusal.rule for refusal in no.value.refusals}


def test_an_attack_without_a_way_is_drawn_and_carried_out_as_the_straight_one():
    battle = in_hand(man("w", 15, 24), FOE)
    order = orders.Move("A1", attack={"w": "k"})
    dry = assessed(battle, order)
    assert not dry.no and "w" in dry.report["figures"] and dry.way
    assert not preview(battle, order, "A").figures["w"].refusals
    moved = next(
        event
        for event in GAME.decide(battle, order, "A", LoadedDice())
        if isinstance(event, FigureMoved)
    )
    assert moved.figure == "w" and [charge.victim for charge in moved.charges] == ["k"]
    assert abs(inches_to(moved.way[-1], (20.8, 24)) - 0.8) < 0.01


def test_an_attack_without_a_way_goes_to_a_free_place_beside_the_straight_one():
    battle = in_hand(man("w", 15, 24), man("v", 14, 24), FOE, rolled=(8.0, 2.0))
    happened = GAME.decide(
        battle, orders.Move("A1", attack={"w": "k", "v": "k"}), "A", LoadedDice()
    )
    ends = [event.way[-1] for event in happened if isinstance(event, FigureMoved)]
    assert len(ends) == 2 and inches_to(*ends) > 0.79


def test_an_attack_out_of_reach_is_refused_alike_everywhere_and_spends_nothing():
    battle = in_hand(man("w", 15, 24), FOE, rolled=(4.0, 2.0))
    order = orders.Move("A1", attack={"w": "k"})
    assert (
        refused(battle, order) == {one.rule for one in assessed(battle, order).no} == {"HOA-MOV-01"}
    )


@pytest.mark.parametrize(
    "order",
    [
        orders.Move("A1"),
        orders.Move("A1", {"w": ((15.0, 24.0),)}),
        orders.Move("A1", ends=False),
        orders.Move("A1", attack={"w": ""}),
    ],
)
def test_an_order_without_a_move_is_refused_and_spends_nothing(order):
    battle = in_hand(man("w", 15, 24), FOE)
    assert (
        refused(battle, order) == {one.rule for one in assessed(battle, order).no} == {"HOA-SEQ-03"}
    )


def test_a_unit_is_left_in_place_by_saying_so():
    happened = GAME.decide(
        in_hand(man("w", 15, 24), FOE), orders.EndActivation(), "A", LoadedDice()
    )
    assert [event.how for event in happened if isinstance(event, ActivationEnded)] == ["declined"]


def test_an_enemy_of_another_unit_may_not_be_named_for_a_figure_of_the_other_side():
    battle = in_hand(man("w", 15, 24), FOE)
    assert refused(battle, orders.Move("A1", attack={"k": "w"})) == {"CAR-TAB-06"}
    assert refused(battle, orders.Move("A1", attack={"w": "nobody"})) == {"CAR-TAB-06"}


def test_an_enemy_touched_through_a_breach_is_offered_though_the_roll_gives_nothing():
    foe = {**FOE, "id": "k1", "x": 40.4, "room": "T1/west"}
    battle = in_hand(man("w", 39.6, 24), foe, works=[TEMBA], rolled=(0.0, 0.0))
    offers = GAME.offers(GAME.view(battle, Viewer("A", "A")))
    single = next(offer for offer in offers if isinstance(offer.order, orders.Move))
    attacks = next(ask for ask in single.asks if ask.name == "attack")
    assert [prey.value for prey in attacks.choices[0].of] == ["k1"]
    order = orders.Move("A1", attack={"w": "k1"})
    assert not assessed(battle, order).no
    moved = next(
        event
        for event in GAME.decide(battle, order, "A", LoadedDice())
        if isinstance(event, FigureMoved)
    )
    assert moved.way == ((39.6, 24.0), (39.6, 24.0)) and moved.room == "T1/west" and moved.charges
