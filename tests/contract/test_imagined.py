"""Sandboxes begin from the knowledge of their viewer.

Every box must return a playable state that holds this knowledge and nothing else.
"""

import random

import msgspec
import pytest

from app.games import shelf
from app.kernel import headless_games, monkey, table
from app.kernel.box import implements_part
from app.kernel.dice import InventedDice, NoSuchFace, typical_faces
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from tests.contract.conftest import BOXES, is_large
from tests.contract.test_hidden import SCOUT, TWINS
from tests.contract.tiny import hidden, sealed

STEPS = 8
EVERY = 5


def viewers(position):
    return [Viewer(seat, side) for seat, side in position.seats.items()]


def invented(chance):
    return InventedDice(lambda sides: chance.randint(1, sides))


@pytest.fixture
def some(box, positions):
    if not implements_part(box, "imagined"):
        pytest.skip("this box has no sandboxes")
    return [
        position for position, _ in positions[:: EVERY * 4 if is_large(box.card.key) else EVERY]
    ]


def test_the_imagined_state_equals_the_knowledge_of_the_view(box, some):
    """A second round changes nothing: the state holds no more than its view."""
    for position in some:
        for viewer in viewers(position):
            imagined = box.imagined(box.view(position.state, viewer))
            assert box.imagined(box.view(imagined, viewer)) == imagined


def test_a_seat_owes_a_decision_in_the_imagined_state_unless_it_is_over(box, some):
    for position in some:
        for viewer in viewers(position):
            imagined = box.imagined(box.view(position.state, viewer))
            assert bool(box.waiting_for(imagined)) == (box.outcome(imagined) is None)


def test_offers_in_the_imagined_state_equal_those_of_the_game(box, some):
    for position in some:
        for decision in box.waiting_for(position.state):
            viewer = Viewer(decision.seat, position.seats[decision.seat])
            view = box.view(position.state, viewer)
            again = box.view(box.imagined(view), viewer)
            assert [offer.order for offer in box.offers(again)] == [
                offer.order for offer in box.offers(view)
            ]
            assert decision.seat in [one.seat for one in box.waiting_for(box.imagined(view))]


def test_the_imagined_state_can_be_played_on(box, some):
    chance = random.Random(23)
    for position in some:
        for viewer in viewers(position):
            state = box.imagined(box.view(position.state, viewer))
            for _ in range(STEPS):
                owed = box.waiting_for(state)
                if not owed:
                    break
                seat = chance.choice(owed).seat
                order = monkey.any_order(
                    box, box.view(state, Viewer(seat, position.seats[seat])), chance
                )
                state = table.after_all(
                    box, table.Table(state), box.decide(state, order, seat, invented(chance))
                ).state


@pytest.mark.proof
@pytest.mark.parametrize(
    ("key", "scenario"),
    [(key, one) for key, box in shelf().items() for one in box.card.scenarios],
    ids=lambda one: getattr(one, "key", one),
)
def test_every_scenario_can_be_tried_out_in_the_middle_of_a_battle(key, scenario):
    box, chance = BOXES[key], random.Random(scenario.key)
    battle = headless_games.play_game(
        box,
        headless_games.plain_setup(scenario),
        lambda game, view, chance: game.bot(view, chance),
        scenario.key,
        150,
    )
    for position in (
        one for one in chance.sample(battle.tables[1:], 8) if box.outcome(one.state) is None
    ):
        for viewer in viewers(position):
            state, steps = box.imagined(box.view(position.state, viewer)), 0
            assert box.imagined(box.view(state, viewer)) == state and box.waiting_for(state)
            while box.waiting_for(state) and steps < 25:
                seat = chance.choice(box.waiting_for(state)).seat
                view = box.view(state, Viewer(seat, position.seats[seat]))
                order = (
                    box.bot(view, chance)
                    if chance.random() < 0.5
                    else monkey.any_order(box, view, chance)
                )
                state, steps = (
                    table.after_all(
                        box, table.Table(state), box.decide(state, order, seat, invented(chance))
                    ).state,
                    steps + 1,
                )


# ---------------------------------------------------------------------- twin worlds
def test_worlds_that_differ_in_hidden_facts_are_imagined_as_equal():
    worlds = {
        msgspec.json.encode(hidden.GAME.imagined(hidden.GAME.view(state, SCOUT)), order="sorted")
        for state in TWINS
    }
    assert worlds == {msgspec.json.encode(hidden.Road({}, scout=2), order="sorted")}
    views = [
        sealed.GAME.view(sealed.Hands(chosen={"north": hand}), Viewer("south", "south"))
        for hand in sealed.BEATS
    ]
    assert {msgspec.json.encode(sealed.GAME.imagined(view)) for view in views} == {
        msgspec.json.encode(sealed.Hands())
    }


# ---------------------------------------------------------------------- dice
def test_dice_of_a_sandbox_take_the_given_faces():
    dice = InventedDice(typical_faces(), [6, 1])
    assert [dice.roll(6, "shot", "a") for _ in range(4)] == [6, 1, 3, 4]
    assert dice.roll(10, "blow") == 5 and dice.roll(3, "odd") == 2
    assert [(roll.purpose, roll.face) for roll in dice.rolls[:2]] == [("shot", 6), ("shot", 1)]
    with pytest.raises(NoSuchFace):
        InventedDice(typical_faces(), [7]).roll(6, "shot")


def test_refusals_of_the_rules_hold_in_the_imagined_state():
    box = hidden.GAME
    state = box.imagined(box.view(TWINS[0], SCOUT))
    with pytest.raises(Refused):
        box.decide(state, hidden.Shoot("a"), "scout", InventedDice(typical_faces()))
