"""Chat of the players."""

import pytest

from app.kernel import table_orders
from app.kernel.refusal import Refused
from app.services.errors import NoSuchGame, NotYourSeat, TooOften
from app.services.people import player_chat
from app.services.play import orders
from app.services.rate_limit import LIMITS


def test_seats_write_and_read_and_spectators_wait_for_the_end(services, people, started, command):
    game = started("parry")
    first = player_chat.write_chat_message(
        services, game.id, people[0].id, "  Good luck! \r\n <b> "
    )
    assert (first.text, first.after, first.name) == ("Good luck!\n<b>", 1, people[0].name)
    second = player_chat.write_chat_message(services, game.id, people[1].id, "¡Suerte!")
    assert player_chat.load_chat_messages(services, game.id, people[1].id) == [first, second]
    assert player_chat.load_chat_messages(services, game.id, people[0].id, after=first.number) == [
        second
    ]
    assert (
        player_chat.load_chat_messages(services, game.id, people[3].id)
        == player_chat.load_chat_messages(services, game.id)
        == []
    )
    orders.declare_order(services, game.id, people[0].id, command(), 1, table_orders.Concede())
    assert player_chat.load_chat_messages(services, game.id) == [first, second]


def test_only_players_write_in_the_player_chat(services, people, started):
    open_, private = started("parry"), started("parry", visibility="private")
    with pytest.raises(NotYourSeat):
        player_chat.write_chat_message(services, open_.id, people[3].id, "Hello")
    with pytest.raises(NoSuchGame):
        player_chat.write_chat_message(services, private.id, people[3].id, "Hello")
    with pytest.raises(NoSuchGame):
        player_chat.load_chat_messages(services, private.id, people[3].id)


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 501])
def test_length_of_a_chat_message(services, people, started, text):
    with pytest.raises(Refused) as refused:
        player_chat.write_chat_message(services, started("parry").id, people[0].id, text)
    assert refused.value.refusals[0].rule == "CAR-LET-01"


def test_chat_messages_are_rate_limited(services, people, started):
    game = started("parry")
    for _ in range(LIMITS["texts"].user):
        player_chat.write_chat_message(services, game.id, people[0].id, "again")
    with pytest.raises(TooOften):
        player_chat.write_chat_message(services, game.id, people[0].id, "again")
