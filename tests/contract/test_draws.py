"""CAR-DRW-03: a bot and a draw. The box says when the game is quiet; the table keeps who
declined.
"""

from app.kernel import table
from app.kernel.headless_games import answer_to_draw
from app.kernel.offers import Decision
from app.kernel.say import say

SEATS = {"red": "A", "blue": "B"}
QUIET = Decision("red", "move", say("Move", "Mueve"), draw=True)
LIVELY = Decision("red", "move", say("Move", "Mueve"))


def after(*events, seats=SEATS):
    position = table.Table(seats=seats)
    for event in events:
        position = table.evolve(None, position, event)
    return position


def test_a_bot_offers_a_draw_in_a_quiet_game_and_agrees_to_one():
    assert answer_to_draw(after(), QUIET) == table.OfferDraw()
    assert answer_to_draw(after(table.DrawOffered("B")), QUIET) == table.OfferDraw()
    assert answer_to_draw(after(), LIVELY) is None
    assert answer_to_draw(after(table.DrawOffered("B")), LIVELY) is None


def test_a_bot_whose_offer_was_declined_offers_no_other_but_agrees():
    """CAR-DRW-03"""
    declined = (table.DrawOffered("A"), table.DrawDeclined("B"))
    assert answer_to_draw(after(*declined), QUIET) is None
    assert answer_to_draw(after(*declined, table.DrawOffered("B")), QUIET) == table.OfferDraw()


def test_a_bot_withdraws_its_offer_when_the_game_is_quiet_no_longer():
    offered = after(table.DrawOffered("A"))
    assert answer_to_draw(offered, QUIET) is None
    assert answer_to_draw(offered, LIVELY) == table.DeclineDraw()
    withdrawn = after(table.DrawOffered("A"), table.DrawDeclined("A"))
    assert answer_to_draw(withdrawn, QUIET) == table.OfferDraw(), "its own withdrawal is no refusal"


def test_a_bot_does_not_withdraw_the_offer_of_a_person_on_its_side():
    shared = after(table.DrawOffered("A"), seats={**SEATS, "green": "A"})
    assert answer_to_draw(shared, LIVELY) is None
