"""CAR-DRW-03: a bot and a draw. The box says when the game is quiet; the table keeps who
declined.
"""

from app.kernel import table, table_orders
from app.kernel.headless_games import answer_to_draw
from app.kernel.offers import Decision
from app.kernel.say import say

SEATS = {"red": "A", "blue": "B"}
QUIET = Decision("red", "move", say("Move", "Mueve"), draw=True)
LIVELY = Decision("red", "move", say("Move", "Mueve"))


def after(*events, seats=SEATS):
    position = table.Table(seats=seats)
    for event in events:
        position = table.evolve_table(None, position, event)
    return position


def test_a_bot_offers_a_draw_in_a_quiet_game_and_agrees_to_one():
    assert answer_to_draw(after(), QUIET) == table_orders.OfferDraw()
    assert answer_to_draw(after(table_orders.DrawOffered("B")), QUIET) == table_orders.OfferDraw()
    assert answer_to_draw(after(), LIVELY) is None
    assert answer_to_draw(after(table_orders.DrawOffered("B")), LIVELY) is None


def test_a_bot_makes_no_second_offer_after_a_refusal_but_still_agrees():
    """CAR-DRW-03"""
    declined = (table_orders.DrawOffered("A"), table_orders.DrawDeclined("B"))
    assert answer_to_draw(after(*declined), QUIET) is None
    assert (
        answer_to_draw(after(*declined, table_orders.DrawOffered("B")), QUIET)
        == table_orders.OfferDraw()
    )


def test_a_bot_withdraws_its_offer_when_the_game_is_quiet_no_longer():
    offered = after(table_orders.DrawOffered("A"))
    assert answer_to_draw(offered, QUIET) is None
    assert answer_to_draw(offered, LIVELY) == table_orders.DeclineDraw()
    withdrawn = after(table_orders.DrawOffered("A"), table_orders.DrawDeclined("A"))
    assert answer_to_draw(withdrawn, QUIET) == table_orders.OfferDraw(), (
        "its own withdrawal is no refusal"
    )


def test_a_bot_does_not_withdraw_the_offer_of_a_person_on_its_side():
    shared = after(table_orders.DrawOffered("A"), seats={**SEATS, "green": "A"})
    assert answer_to_draw(shared, LIVELY) is None
