"""Close combat with several connected decisions: retreats, falls, victims, advances, in chains and
for several seats.
"""

import pytest

from app.games.cry_havoc import combat_offers, orders, retreats, surrender, wording
from app.games.cry_havoc.case_position import battle_of
from app.games.cry_havoc.combat_rules import COLUMNS, column_of, shift_of
from app.games.cry_havoc.events import Wounded
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.fog import view
from app.games.cry_havoc.occupancy import is_knight
from app.games.cry_havoc.reach import assess, offers
from app.games.cry_havoc.sequence import decide
from app.games.cry_havoc.state import (
    DEAD,
    PRISONER,
    STUNNED,
    WOUNDED,
    Advance,
    Fall,
    Retreat,
    Victim,
)
from app.games.cry_havoc.tables import ANIMALS, CHARACTERS, character
from app.games.cry_havoc.turn_order import waiting_for
from app.kernel.dice import LoadedDice
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer


def position(units, **more):
    """Position in step 4 of red's phase; a unit is (id, character, side, hex, further facts)."""
    rows = [
        {"id": key, "char": char, "side": side, "hex": hex_, **facts}
        for key, char, side, hex_, facts in units
    ]
    return battle_of({"map": "plain", "start": {"side": "red", "step": 4}, "units": rows, **more})


def played(battle, seat, order, *faces):
    """Battle after the order, with a face for every die that the rules roll."""
    dice = LoadedDice.faces(*faces)
    battle = fold(battle, decide(battle, order, seat, dice))
    assert not dice.left
    return battle


def refused_by(battle, seat, order):
    with pytest.raises(Refused) as caught:
        decide(battle, order, seat, LoadedDice())
    return {refusal.rule for refusal in caught.value.refusals}


def two_with_one_way_out():
    """Hal and Perkin against Ben; behind them all is water but 0403, which is next to both."""
    return position(
        [
            ("h", "Hal", "red", "0404", {}),
            ("p", "Perkin", "red", "0504", {}),
            ("b", "Ben", "blue", "0505", {}),
        ],
        terrain={"water": ["0304", "0305", "0503", "0603"]},
    )


def test_those_driven_back_go_in_their_owners_order_and_the_last_is_wounded_if_no_hex_is_left():
    battle = played(two_with_one_way_out(), "red", orders.Attack(("h", "p"), ("b",)), 8)
    assert [one.unit for one in battle.pending] == ["h", "p"]
    battle = played(battle, "red", orders.RetreatTo("p", "0403"))
    assert battle.units["p"].hex == "0403"
    assert (battle.units["h"].hex, battle.units["h"].state) == ("0404", WOUNDED)


def test_the_ground_lost_early_in_a_chain_is_still_open_at_its_end():
    battle = played(two_with_one_way_out(), "red", orders.Attack(("h", "p"), ("b",)), 8)
    battle = played(battle, "red", orders.RetreatTo("p", "0403"))
    assert battle.pending == (Advance("blue", ("b",), ("0504",)),)
    assert "CH-ADV-03" in refused_by(battle, "blue", orders.AdvanceTo("b", ("0505", "0506")))
    battle = played(battle, "blue", orders.AdvanceTo("b", ("0505", "0504")))
    assert (battle.units["b"].hex, battle.units["b"].moved, battle.pending, battle.combat) == (
        "0504",
        False,
        (),
        None,
    )


def test_a_retreat_that_becomes_a_wound_opens_no_advance():
    battle = position(
        [("m", "Mark", "red", "0404", {}), ("b", "Ben", "blue", "0505", {})],
        terrain={"water": ["0304", "0305", "0403", "0504"]},
    )
    battle = played(battle, "red", orders.Attack(("m",), ("b",)), 8)
    assert (battle.units["m"].state, battle.pending) == (WOUNDED, ())
    assert {"CH-ADV-01"} <= refused_by(battle, "blue", orders.AdvanceTo("b", ("0505", "0404")))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Mark is wounded (no hex for a retreat)."),
        ("es", "Mark queda herido (sin casilla para retroceder)."),
    ],
)
def test_a_wound_instead_of_a_retreat_gives_its_reason(language, words):
    battle = position([("m", "Mark", "red", "0404", {}), ("b", "Ben", "blue", "0505", {})])
    line = wording.wording(battle, Wounded("m", "CH-CBT-14"))[0]
    assert line.says.in_(language) == words
    plain = wording.wording(battle, Wounded("m"))[0]
    assert "(" not in plain.says.in_(language)


def test_a_stunned_unit_that_must_retreat_dies_and_loses_its_hex():
    battle = position(
        [("a", "Arnim", "red", "1008", {}), ("h", "Hal", "blue", "1009", {"state": "stunned"})]
    )
    battle = played(battle, "red", orders.Attack(("a",), ("h",)), 6)
    assert battle.units["h"].state == DEAD
    assert battle.pending == (Advance("red", ("a",), ("1009",)),)
    battle = played(battle, "red", orders.AdvanceTo("a", ("1008", "1009", "1010")))
    assert battle.units["a"].hex == "1010"


def test_the_victims_owner_is_asked_first_then_the_fall_then_the_advance():
    battle = position(
        [
            ("g", "Sir Gunter", "red", "1008", {"mounted": True, "rear": "1007"}),
            (
                "p",
                "Sir Piers",
                "blue",
                "1009",
                {"mounted": True, "rear": "1010", "state": "wounded"},
            ),
            ("k", "Baker", "blue", "1109", {"state": "wounded"}),
        ]
    )
    battle = played(battle, "red", orders.Attack(("g",), ("p", "k")), 2)
    assert battle.pending == (Victim("blue", ("p", "k"), "D", True, "red"),)
    assert {"CH-CBT-12"} == refused_by(battle, "red", orders.ChooseVictim("p"))
    battle = played(battle, "blue", orders.ChooseVictim("p"))
    assert (battle.units["p"].state, battle.units["p"].rides) == (DEAD, None)
    assert isinstance(battle.pending[0], Fall)
    battle = played(battle, "blue", orders.FallAt("p", "0910"))
    assert battle.pending == ()
    assert battle.units["p"].hex == "0910"


def test_a_mounted_knight_who_surrenders_dismounts_without_an_advance():
    battle = position(
        [
            ("g", "Sir Gunter", "red", "1008", {"mounted": True, "rear": "1007"}),
            ("b", "Ben", "red", "1109", {}),
            ("t", "Tom", "red", "0909", {}),
            (
                "p",
                "Sir Piers",
                "blue",
                "1009",
                {"mounted": True, "rear": "1010", "state": "wounded"},
            ),
        ],
        options=["surrender_and_ransom"],
    )
    order = orders.Attack(("g", "b", "t"), ("p",))
    odds = assess(view(battle, Viewer("red", "red")), order).odds
    assert (odds[0].ways, odds[0].of, sum(chance.ways for chance in odds)) == (40, 100, 100)
    battle = played(battle, "red", order, 4)
    assert isinstance(battle.pending[0], Fall)
    battle = played(battle, "blue", orders.FallAt("p", "1011"))
    knight = battle.units["p"]
    assert (knight.state, knight.counter, knight.hex, knight.guards, knight.captor) == (
        PRISONER,
        "ransom_wounded",
        "1011",
        ("g",),
        "red",
    )
    assert {"CH-ADV-01", "CH-ADV-05"} == refused_by(
        battle, "red", orders.AdvanceTo("g", ("1008", "1009"))
    )


def test_the_seats_of_a_victorious_side_are_asked_one_after_the_other():
    battle = position(
        [
            ("g", "Sir Gunter", "red", "1008", {"mounted": True, "rear": "1007"}),
            ("h", "Hal", "blue", "1009", {"seat": "b1"}),
            ("o", "Odo", "blue", "1109", {"seat": "b2"}),
        ],
        seats={"red": ["red"], "blue": ["b1", "b2"]},
    )
    battle = played(battle, "red", orders.Attack(("g",), ("h", "o")), 9)
    assert isinstance(battle.pending[0], Retreat)
    battle = played(battle, "red", orders.RetreatTo("g", "1007", "1006"))
    assert battle.pending == (Advance("b1", ("h",), ("1008",)),)
    battle = played(battle, "b1", orders.DeclineAdvance())
    assert battle.pending == (Advance("b2", ("o",), ("1008",)),)
    battle = played(battle, "b2", orders.AdvanceTo("o", ("1109", "1008")))
    assert (battle.units["o"].hex, battle.pending) == ("1008", ())


def test_the_next_attack_closes_an_advance():
    battle = position(
        [
            ("a", "Arnim", "red", "1008", {}),
            ("h", "Hal", "blue", "1009", {"state": "stunned"}),
            ("t", "Tom", "red", "0404", {}),
            ("k", "Baker", "blue", "0505", {}),
        ]
    )
    battle = played(battle, "red", orders.Attack(("a",), ("h",)), 6)
    assert isinstance(battle.pending[0], Advance)
    battle = played(battle, "red", orders.Attack(("t",), ("k",)), 4)
    assert "CH-ADV-05" in refused_by(battle, "red", orders.AdvanceTo("a", ("1008", "1009")))


POSITIONS = (
    [
        ("g", "Sir Gunter", "red", "1008", {"mounted": True, "rear": "1007"}),
        ("h", "Hal", "blue", "1009", {"state": "stunned"}),
        ("o", "Odo", "blue", "1109", {}),
        ("t", "Tom", "red", "1110", {"state": "wounded"}),
        ("b", "Ben", "red", "1010", {}),
    ],
    [
        ("p", "Sir Piers", "blue", "1008", {"mounted": True, "rear": "1007", "state": "wounded"}),
        ("k", "Baker", "blue", "0908", {}),
        ("g", "Sir Gunter", "red", "1009", {}),
        ("t", "Tom", "red", "1109", {}),
        ("b", "Ben", "red", "1106", {"flags": ["attacked_this_phase"]}),
    ],
)


@pytest.mark.parametrize("units", POSITIONS)
def test_offers_are_accepted_and_refused_ones_have_reasons(units):
    battle = position(
        units, options=["surrender_and_ransom"], terrain={"trees": ["1109"], "bush": ["1008"]}
    )
    whole = [
        offer
        for offer in offers(view(battle, Viewer("red", "red")))
        if isinstance(offer.order, orders.Attack) and not offer.asks
    ]
    assert whole
    for offer in whole:
        if offer.no:
            assert {refusal.rule for refusal in offer.no} == refused_by(battle, "red", offer.order)
        else:
            decide(battle, offer.order, "red", LoadedDice.faces(6, 6))
            odds = assess(view(battle, Viewer("red", "red")), offer.order).odds
            assert len({chance.of for chance in odds}) == 1
            assert sum(chance.ways for chance in odds) == odds[0].of


@pytest.mark.parametrize("die", range(1, 11))
@pytest.mark.parametrize("units", POSITIONS)
def test_an_absent_owner_gets_the_default_answer(units, die):
    battle = position(units)
    for offer in combat_offers.attack_offers(battle, "red"):
        if offer.is_live and not offer.asks:
            now = played(battle, "red", offer.order, die)
            while now.pending:
                assert waiting_for(now)[0].seat == now.pending[0].seat
                now = played(now, now.pending[0].seat, retreats.default_answer(now, now.pending[0]))
            standing = [
                hex_
                for unit in now.units.values()
                if unit.state != DEAD
                for hex_ in (unit.hex, unit.rear)
                if hex_
            ]
            assert len(standing) == len(set(standing))
            assert all(unit.state != STUNNED or unit.rides is None for unit in now.units.values())


def test_odds_name_a_single_unit_and_one_of_several():
    odds = assess(
        view(two_with_one_way_out(), Viewer("red", "red")), orders.Attack(("h", "p"), ("b",))
    ).odds
    told = {chance.says.in_("en").partition(":")[0] for chance in odds if ":" in str(chance.says)}
    assert told == {"Ben", "one of Hal and Perkin"}


@pytest.mark.parametrize(
    ("attackers", "defenders"), [(("h", "nobody"), ("b",)), (("h",), ()), ((), ("b",))]
)
def test_an_attack_of_or_on_an_unknown_unit_has_no_odds(attackers, defenders):
    found = assess(
        view(two_with_one_way_out(), Viewer("red", "red")), orders.Attack(attackers, defenders)
    )
    assert found.no and not found.odds and not found.report


def test_a_combat_that_the_ground_shifts_two_columns_below_one_to_one_has_no_odds():
    """CH-CBT-07: 9 against 7 is 1-1. From bush into trees no column is left, not the last ones."""
    units = [("t", "Tom", "red", "1008", {}), ("f", "Frederick", "blue", "1009", {})]
    battle = position(units, terrain={"bush": ["1008"], "trees": ["1009"]})
    found = assess(view(battle, Viewer("red", "red")), orders.Attack(("t",), ("f",)))
    assert (found.report["base_column"], found.report["shift"]) == ("1-1", -2)
    assert found.no and found.report["column"] is None and not found.odds


def offers_on_several(*enemies):
    """Offers to Hal of an attack on several enemies, among which the player chooses."""
    battle = position(
        [
            ("h", "Hal", "red", "0404", {}),
            *((one, "Ben", "blue", hex_, {}) for one, hex_ in enemies),
        ]
    )
    return [
        offer
        for offer in offers(view(battle, Viewer("red", "red")))
        if isinstance(offer.order, orders.Attack) and not offer.order.defenders
    ]


def test_a_unit_between_two_enemies_may_attack_both():
    (offer,) = offers_on_several(("b", "0403"), ("c", "0405"))
    assert [choice.value for choice in offer.asks[0].choices] == ["b", "c"]
    assert offer.order.attackers == ("h",)


def test_a_unit_next_to_one_enemy_is_offered_no_attack_on_several():
    assert offers_on_several(("b", "0403"), ("c", "0410")) == []


def test_one_attacker_never_reaches_the_column_of_a_surrender_against_several():
    people = [character(name, "red", "", name) for name in CHARACTERS]
    strongest = max(figures[0] for one in people for figures in (one.foot, one.mounted) if figures)
    weakest_knight = min(one.foot_wounded[1] for one in people if is_knight(one))
    weakest_other = min(
        *(one.foot_wounded[1] for one in people), *(kind["defence"] for kind in ANIMALS.values())
    )
    best = column_of(strongest, weakest_knight + weakest_other) + shift_of("+", "-")
    assert COLUMNS[best - 1] < surrender.BEST_COLUMN
