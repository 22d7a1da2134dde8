"""Claims of a game whose other player has left for good."""

import pytest

from app.kernel.refusal import Refused
from app.services.errors import NotYourSeat
from app.services.people import account_deletion, accounts
from app.services.play import orders
from app.services.watch import game_view


def test_the_remaining_player_claims_the_game(services, started, people):
    game = started("parry")
    account_deletion.delete_own_account(services, people[0].id, "")  # a guest has no password
    look = game_view.load_view(services, game.id, people[1].id)
    assert look.left == look.seats[0] and look.left.is_left
    assert orders.claim_game(services, game.id, people[1].id).over
    assert game_view.load_view(services, game.id).game.winners == (look.seats[1].side,)


def test_a_game_is_not_claimed_from_a_present_player(services, started, people):
    game = started("parry")
    assert game_view.load_view(services, game.id, people[1].id).left is None
    with pytest.raises(Refused) as refused:
        orders.claim_game(services, game.id, people[1].id)
    assert refused.value.refusals[0].rule == "CAR-LOB-11"
    with pytest.raises(NotYourSeat):
        orders.claim_game(services, game.id, accounts.create_guest(services).id)
