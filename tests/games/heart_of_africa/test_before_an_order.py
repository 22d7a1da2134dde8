"""Facts of the page before an order: contacts of a charge, odds of the fire sheet, legal
defaults.
"""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from msgspec.structs import replace

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.cases.positions import battle_of
from app.games.heart_of_africa.events import Activated
from app.games.heart_of_africa.offering import shot_chances
from app.games.heart_of_africa.presentation.naming import unit_codes
from app.games.heart_of_africa.shooting import default_fire
from app.games.heart_of_africa.shooting.default_fire import default_shots
from app.games.heart_of_africa.state import Activation
from app.kernel.contract import Marks
from app.kernel.say import say
from app.kernel.seats import SPECTATOR, Viewer

VIEWER = Viewer("A", "A")


def man(name, unit, kind, x, y, **more):
    return {"id": name, "unit": unit, "type": kind, "x": x, "y": y, "facing": 0, **more}


def position(step, *figures, terrain=()):
    return battle_of(
        {
            "start": {"turn": 5, "step": step, "to_act": "A"},
            "units": [{"id": one, "side": one[0]} for one in ("A1", "A2", "B1", "B2")],
            "figures": list(figures),
            "terrain": list(terrain),
        }
    )


def assessed(battle, order):
    return GAME.assess(GAME.view(battle, VIEWER), order)


def words(found, language="en"):
    return [one.in_(language) for one in found]


WARRIORS = (man("w", "A1", "warrior", 15, 24), man("v", "A1", "warrior", 14, 24))
FOE = man("k", "B1", "askari", 21.8, 24)


def test_the_chances_of_contact_are_given_before_the_dice():
    """HOA-TRP-24: Warriors roll 2D6 in the open: 6 in with 26 of 36, 7 in with 21 of 36."""
    battle = position("unit_moves", *WARRIORS, FOE)
    dice, note = words(assessed(battle, orders.Activate("A1")).notes)
    assert dice == "In the open 2D6 in (2 to 12), over difficult ground 1D6 in (1 to 6)."
    assert (
        note
        == "Askari B1, 6 in away: 72% for contact straight on over open ground; 72% for 1 of 2 figures."
    )
    dice, spanish = words(assessed(battle, orders.Activate("A1")).notes, "es")
    assert dice == (
        "En terreno abierto 2D6 pulgadas (de 2 a 12), en terreno difícil 1D6 pulgadas (de 1 a 6)."
    )
    assert spanish.startswith("Askari B1, a 6 pulgadas: 72 % de contacto")


def test_at_night_one_roll_counts_everywhere():
    battle = position("unit_moves", *WARRIORS)
    battle = replace(battle, conditions=replace(battle.conditions, dark=(1, 99)))
    (dice,) = words(assessed(battle, orders.Activate("A1")).notes)
    assert dice == "Movement: 1D6 in (1 to 6)."


def test_an_enemy_out_of_reach_has_no_chance_of_contact():
    battle = position("unit_moves", *WARRIORS, man("k", "B1", "askari", 50, 24))
    (dice,) = words(assessed(battle, orders.Activate("A1")).notes)
    assert "for contact" not in dice


@pytest.mark.parametrize(("roll", "contacts"), [(8.0, 1), (3.0, 0)])
def test_a_charge_names_the_figures_that_make_contact(roll, contacts):
    battle = GAME.evolve(
        position("unit_moves", *WARRIORS, FOE), Activated(Activation("A1", "A", roll, 2.0), ())
    )
    note = words(assessed(battle, orders.Manoeuvre("A1", "charge", target="B1")).notes)[0]
    if contacts:
        assert note.startswith(f"In contact with the Askari B1: {contacts} figure")
        assert "Warrior" in note
    else:
        assert note == "No figure makes contact with the Askari B1."


def test_the_default_charge_is_lawful():
    """The nearest enemy is in a place that no figure reaches: the next one is the default."""
    battle = GAME.evolve(
        position("unit_moves", *WARRIORS, FOE, man("j", "B2", "askari", 15, 29)),
        Activated(Activation("A1", "A", 7.0, 2.0), ()),
    )
    charge = next(
        one
        for one in GAME.offers(GAME.view(battle, VIEWER))
        if getattr(one.order, "drill", "") == "charge"
    )
    assert assessed(battle, charge.order).no == ()


def sheet(battle):
    found = GAME.offers(GAME.view(battle, VIEWER))
    return next(one for one in found if one.asks and one.asks[0].name == "shots").asks[0].choices


def test_the_fire_sheet_gives_the_odds_of_each_target():
    battle = position("shooting", man("w", "A1", "askari", 15, 24), FOE)
    (row,) = sheet(battle)
    usual, held = row.of
    assert json.loads(usual.value) == {"figure": "w", "targets": ["k"]}
    assert "·" in words([usual.title])[0] and words([usual.title])[0].endswith("50%")
    share = assessed(battle, orders.FireOrders(default_shots(battle, "A"))).odds[0]
    assert words([usual.title])[0].endswith(words([share.in_percent])[0])
    assert held.value == ""


def test_the_preview_names_the_die_that_a_shot_needs_with_and_without_modifiers():
    for kind, is_plain in (("archer", True), ("askari", False)):
        battle = position("shooting", man("w", "A1", kind, 18, 24), FOE)
        seen = assessed(battle, orders.FireOrders(default_shots(battle, "A")))
        ((needs, found),) = seen.tallies
        assert "hits on " in words([needs])[0]
        assert bool(found.reasons) is not is_plain
        assert seen.notes == ((needs,) if is_plain else ())


def test_the_fire_sheet_names_the_figures_that_cannot_fire_with_the_reason():
    far = [man(f"x{n}", "A2", "askari", 60 + n, 46) for n in range(3)]
    first, last = sheet(position("shooting", man("w", "A1", "askari", 15, 24), *far, FOE))
    assert not first.no and last.of == ()
    assert words([last.title]) == ["Askaris A2: 3"]
    (refused,) = last.no
    assert refused.rule == "HOA-SHT-09", refused


def test_the_default_shot_is_one_that_can_hit(monkeypatch):
    """A shot without a face that hits would only cost a reload: the next target is the default."""
    battle = position(
        "shooting",
        man("w", "A1", "askari", 15, 24),
        FOE,
        man("j", "B1", "askari", 21.8, 25),
    )
    (shot,) = default_shots(battle, "A")
    (near,) = shot.targets
    monkeypatch.setattr(default_fire, "can_hit", lambda _battle, _figure, key: key != near)
    other = {"j": "k", "k": "j"}[near]
    assert [one.targets for one in default_shots(battle, "A")] == [(other,)]
    monkeypatch.setattr(default_fire, "can_hit", lambda *_: False)
    assert default_shots(battle, "A") == ()
    assert sheet(battle)[0].of[0].value == ""


def test_a_shot_that_needs_more_than_six_cannot_hit(monkeypatch):
    battle = position("shooting", man("w", "A1", "askari", 15, 24), FOE)
    figure = battle.figures["w"]
    assert default_fire.can_hit(battle, figure, "k")
    monkeypatch.setattr(default_fire, "tally", lambda *_: (("HOA-SHT-07", "far", -2),))
    assert not default_fire.can_hit(battle, figure, "k")


def test_a_sandbox_keeps_the_names_of_units():
    """Without the hidden B1 the visible units would be counted anew as B1 and B2."""
    battle = battle_of(
        {
            "start": {"turn": 5, "step": "unit_moves", "to_act": "A"},
            "units": [
                {"id": "A1", "side": "A"},
                {"id": "b1", "side": "B", "where": "ambush"},
                {"id": "b2", "side": "B"},
                {"id": "b3", "side": "B"},
            ],
            "figures": [
                man("w", "A1", "warrior", 15, 24),
                *(
                    man(f"{unit}k", unit, "askari", 60, 10 * n)
                    for n, unit in enumerate(("b1", "b2", "b3"), 1)
                ),
            ],
        }
    )
    sandbox = GAME.imagined(GAME.view(battle, VIEWER))
    assert "b1" not in sandbox.units
    for unit in ("b2", "b3"):
        assert unit_codes(sandbox)[unit] == unit_codes(battle)[unit] == unit.upper()


def test_a_flight_is_told_by_the_compass_of_the_table():
    """HOA-MEL-03: north is 0 degrees in refusals too, as for wind and facing."""
    battle = battle_of(
        {
            "start": {"turn": 5, "step": "unit_moves", "to_act": "A"},
            "units": [{"id": "A1", "side": "A"}, {"id": "B1", "side": "B", "activated": "moved"}],
            "figures": [
                man("h", "A1", "horseman", 30, 24),
                man("s", "B1", "spearman", 29, 24, did="charged", **{"from": [23, 24]}),
            ],
        }
    )
    battle = GAME.evolve(battle, Activated(Activation("A1", "A", 11.0, 11.0), ()))
    refused = assessed(battle, orders.Move("A1", {"h": ((30, 24), (30, 35))})).no
    assert any("to the east (90 degrees)" in one.says.in_("en") for one in refused), refused


# ------------------------------------------------------------------------- taps on bare ground
def tapped(battle, piece, place):
    """Order and sentences of a tap."""
    view = GAME.view(battle, VIEWER)
    return GAME.order_to_place(view, piece, place), GAME.words_of_tap(view, piece, place)


def test_a_tap_on_bare_ground_before_the_roll_says_that_the_roll_comes_first():
    """HOA-TRP-24: Warriors roll 2D6 in the open: 8 in or more with 15 of 36."""
    battle = position("unit_moves", *WARRIORS, FOE)
    order, said = tapped(battle, "A1", "14.5,32")
    assert order == orders.Activate("A1")
    assert said.in_("en") == (
        "From the Warriors A1 to the place you tapped: 8 in. Chance that the roll covers this distance over"
        " open ground: 42%. Roll the movement dice first, then choose the place."
    )
    assert "8 pulgadas" in said.in_("es") and "42 %" in said.in_("es")


def test_a_tap_while_another_unit_is_in_hand_names_that_unit():
    battle = position("unit_moves", *WARRIORS, man("x", "A2", "warrior", 40, 24), FOE)
    battle = GAME.evolve(battle, Activated(Activation("A2", "A", 6.0, 3.0), ()))
    order, _ = tapped(battle, "A1", "14.5,32")
    assert {no.rule for no in assessed(battle, order).no} == {"HOA-SEQ-02"}
    assert tapped(battle, "A2", "14.5,32") == (None, None)


@pytest.mark.parametrize(
    ("piece", "place"),
    [
        ("A1", "A1"),
        ("A1", "w"),
        ("A1", "nan,3"),
        ("A1", "999,3"),
        ("A1", "no place"),
        ("Z9", "3,3"),
    ],
)
def test_a_tap_without_a_meaning_orders_nothing(piece, place):
    assert tapped(position("unit_moves", *WARRIORS, FOE), piece, place) == (None, None)


def test_a_tap_in_another_step_orders_nothing():
    assert tapped(position("shooting", *WARRIORS, FOE), "A1", "14.5,32") == (None, None)


# ------------------------------------------------------------------------- dice of a move
def test_the_preview_of_a_way_through_a_ford_shows_the_bad_result_too():
    """HOA-TER-31: each of two figures is lost on a 1."""
    river = {"id": "r", "kind": "river", "rect": [5, 26, 30, 29]}
    ford = {"id": "f", "kind": "ford", "rect": [12, 26, 18, 29]}
    battle = position("unit_moves", *WARRIORS, FOE, terrain=[river, ford])
    battle = GAME.evolve(battle, Activated(Activation("A1", "A", 9.0, 9.0), ()))
    order = orders.Move("A1", {"w": ((15, 24), (15, 30)), "v": ((14, 24), (14, 30))})
    found = assessed(battle, order)
    assert not found.no
    assert [(one.ways, one.of, one.good) for one in found.odds] == [(25, 36, True), (11, 36, False)]
    dry = orders.Move("A1", {"w": ((15, 24), (16, 24))})
    assert assessed(battle, dry).odds == ()


@pytest.mark.parametrize(("start", "is_needed"), [("k", True), ("15, 24", False)])
def test_the_shots_of_a_draft_are_in_view_but_no_measured_distance(start, is_needed):
    """A draft for all shooters names no unit; units that may act are links then."""
    battle = position(
        "shooting", man("k", "A1", "askari", 15, 24), man("s", "B1", "spearman", 40, 24)
    )
    lines = ((start, "s", True, say("25 in", "25 pulgadas")),)
    marks = Marks(piece_links={"A1": "/here"}, lines=lines)
    x, _, width, _ = GAME.drawing(GAME.view(battle, SPECTATOR), marks, "en").need
    assert (x + width >= 400) is is_needed


def test_possible_losses_name_figures():
    chances = shot_chances.losses([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)])
    assert [one.says.in_("es") for one in chances] == [
        "no cae ninguna figura",
        "cae 1 figura",
        "caen 2 figuras",
    ]
