"""Taps on hexes: the order that a tap means, and the rule that refuses it."""

import msgspec
import pytest

from app.games.cry_havoc import GAME
from app.games.cry_havoc.orders import Attack, Deploy, Enter, Move, Shoot
from app.games.cry_havoc.state import CLOSE_COMBAT, FIRST_FIRE, MOVEMENT
from app.kernel.seats import Viewer
from tests.games.cry_havoc.test_table import begun


def tap(battle, seat, piece, hex_):
    """Order of a tap and the rules that refuse it."""
    view = GAME.view(battle, Viewer(battle.seats[seat], seat))
    order = GAME.order_to_place(view, piece, hex_)
    return order, tuple(no.rule for no in GAME.assess(view, order).no) if order else ()


@pytest.fixture(scope="module")
def first_blood():
    return begun("first_blood")[0]


def at_step(battle, step):
    return msgspec.structs.replace(battle, step=step, pending=())


@pytest.mark.parametrize(
    ("hex_", "rules"),
    [("0405", ()), ("1203", ("CH-MOV-01",)), ("0404", ("CH-STK-02",))],
    ids=["near", "too far", "taken"],
)
def test_tapped_hex_of_a_move_has_the_cheapest_path_and_its_refusals(first_blood, hex_, rules):
    battle = at_step(first_blood, MOVEMENT)
    order, refused = tap(battle, battle.active, "ben", hex_)
    assert isinstance(order, Move) and order.path[-1] == hex_
    assert refused == rules


def test_hex_behind_an_enemy_names_the_first_obstacle(first_blood):
    battle = at_step(first_blood, MOVEMENT)
    order, refused = tap(battle, battle.active, "ben", "0904")
    assert isinstance(order, Move) and refused[0] == "CH-MOV-03"


def test_every_tapped_hex_is_refused_with_a_rule_or_is_an_offer(first_blood):
    battle = at_step(first_blood, MOVEMENT)
    view = GAME.view(battle, Viewer(battle.seats[battle.active], battle.active))
    offer = next(one for one in GAME.offers(view) if one.piece == "ben" and one.asks)
    reach = GAME.assess(view, offer.order).reach
    ground = [f"{column:02d}{row:02d}" for column in range(1, 13) for row in range(1, 9)]
    for hex_ in ground:
        order, refused = tap(battle, battle.active, "ben", hex_)
        if order is not None:
            assert (hex_ in reach) == (not refused), (hex_, refused)


def test_tapped_enemy_is_shot_at_or_attacked(first_blood):
    shooting = at_step(first_blood, FIRST_FIRE)
    order, refused = tap(shooting, shooting.active, "ben", "0904")
    assert isinstance(order, Shoot) and refused == ("CH-SEQ-04",)
    assert tap(shooting, shooting.active, "ben", "0405") == (None, ())
    fighting = at_step(first_blood, CLOSE_COMBAT)
    order, refused = tap(fighting, fighting.active, "ben", "0904")
    assert isinstance(order, Attack) and "CH-CBT-01" in refused


def test_tapped_hex_outside_the_zone_is_refused_in_a_deployment():
    battle = begun("lady_edith")[0]
    order, refused = tap(battle, battle.active, "sir_richard", "1406")
    assert isinstance(order, Deploy) and refused[0] == "CH-SUM-01"
    rider = next(
        one.id for one in battle.units.values() if one.kind == "horse" and one.side == "richard"
    )
    order, refused = tap(battle, battle.active, rider, "1406")
    assert isinstance(order, Deploy) and order.rear and refused[0] == "CH-SUM-01"


def test_unit_outside_the_map_is_told_how_far_its_way_in_is():
    battle = msgspec.structs.replace(
        at_step(begun("lady_edith")[0], MOVEMENT), active="gilbert", turn=1
    )
    order, refused = tap(battle, "gilbert", "fletcher", "1406")
    assert isinstance(order, Enter) and len(order.path) > 1 and refused == ("CH-MOV-01",)


def test_tap_without_a_meaning_orders_nothing(first_blood):
    battle = at_step(first_blood, MOVEMENT)
    seat = battle.active
    assert tap(battle, seat, "ben", "9999") == (None, ())
    assert tap(battle, seat, "ben", battle.units["ben"].hex) == (None, ())
    assert tap(battle, seat, "nothing", "0405") == (None, ())
