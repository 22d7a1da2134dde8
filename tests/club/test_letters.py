"""What the players write to each other."""
import pytest

from app.club import letters, play
from app.club.limits import LIMITS
from app.club.problems import NoSuchGame, NotYourSeat, TooOften
from app.kernel import table
from app.kernel.refusal import Refused


def test_seats_write_and_read_and_spectators_wait_for_the_end(club, people, started, command):
    game = started("parry")
    first = letters.write(club, game.id, people[0].id, "  Good luck! \r\n <b> ")
    assert (first.text, first.after, first.name) == ("Good luck!\n<b>", 1, people[0].name)
    second = letters.write(club, game.id, people[1].id, "¡Suerte!")
    assert letters.read(club, game.id, people[1].id) == [first, second]
    assert letters.read(club, game.id, people[0].id, after=first.id) == [second]
    assert letters.read(club, game.id, people[3].id) == letters.read(club, game.id) == []
    play.declare(club, game.id, people[0].id, command(), 1, table.Concede())
    assert letters.read(club, game.id) == [first, second]


def test_only_seats_write(club, people, started):
    open_, private = started("parry"), started("parry", visibility="private")
    with pytest.raises(NotYourSeat):
        letters.write(club, open_.id, people[3].id, "Hello")
    with pytest.raises(NoSuchGame):
        letters.write(club, private.id, people[3].id, "Hello")
    with pytest.raises(NoSuchGame):
        letters.read(club, private.id, people[3].id)


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 501])
def test_length(club, people, started, text):
    with pytest.raises(Refused) as refused:
        letters.write(club, started("parry").id, people[0].id, text)
    assert refused.value.refusals[0].rule == "CAR-LET-01"


def test_nobody_floods_the_table(club, people, started):
    game = started("parry")
    for _ in range(LIMITS["letters"].user):
        letters.write(club, game.id, people[0].id, "again")
    with pytest.raises(TooOften):
        letters.write(club, game.id, people[0].id, "again")
