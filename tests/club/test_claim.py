"""A game whose other side has left for good."""
import pytest

from app.club import accounts, leaving, play, watch
from app.club.problems import NotYourSeat
from app.kernel.refusal import Refused


def test_whoever_stays_claims_the_game(club, started, people):
    game = started("parry")
    leaving.leave_for_good(club, people[0].id, "")               # a guest has no password
    look = watch.look(club, game.id, people[1].id)
    assert look.left == look.seats[0] and look.left.is_left
    assert play.claim(club, game.id, people[1].id).over
    assert watch.look(club, game.id).game.winners == (look.seats[1].side,)


def test_a_game_is_not_claimed_from_somebody_who_is_there(club, started, people):
    game = started("parry")
    assert watch.look(club, game.id, people[1].id).left is None
    with pytest.raises(Refused) as refused:
        play.claim(club, game.id, people[1].id)
    assert refused.value.refusals[0].rule == "CAR-LOB-11"
    with pytest.raises(NotYourSeat):
        play.claim(club, game.id, accounts.create_guest(club).id)
