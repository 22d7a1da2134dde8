"""A private game by number and a missing one need the same statements."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from app.services.errors import NoSuchGame
from app.services.people import accounts, player_chat, spectator_chat
from app.services.play import lobby
from app.services.watch import game_view, spectators
from app.services.watch.anonymous_view import is_link_of_club_game, load_anonymous_view
from tests.contract.tiny.parry import GAME


def statements(services, ask) -> list[str]:
    found: list[str] = []

    def note(_connection, _cursor, statement, *_):
        found.append(statement)

    sa.event.listen(services.store.engine, "before_cursor_execute", note)
    try:
        ask()
    finally:
        sa.event.remove(services.store.engine, "before_cursor_execute", note)
    return found


@pytest.mark.parametrize(
    "load",
    [
        game_view.load_view,
        game_view.load_followed,
        spectators.load_spectators,
        player_chat.load_chat_messages,
        spectator_chat.load_remarks,
        load_anonymous_view,
    ],
)
def test_a_private_and_a_missing_game_need_the_same_statements(services, people, load):
    card = GAME.card
    game = lobby.open_table(
        services, people[0].id, card.key, card.scenarios[0].key, visibility="private"
    )

    def asked(number: int, user_id: int | None) -> list[str]:
        def ask() -> None:
            with pytest.raises(NoSuchGame):
                load(services, number, user_id=user_id)
            assert not is_link_of_club_game(services, number)

        return statements(services, ask)

    assert asked(game.id, None) == asked(game.id + 1, None)
    if load is game_view.load_view:  # the usual way of a member
        assert asked(game.id, people[1].id) == asked(game.id + 1, people[1].id)
    assert load(services, game.token, user_id=people[0].id) is not None


def test_a_cached_login_needs_the_same_statements_too(services, people):
    card, stranger = GAME.card, people[1]
    game = lobby.open_table(
        services, people[0].id, card.key, card.scenarios[0].key, visibility="private"
    )
    with services.store.read() as work:
        known = accounts.Visitor(stranger, "", work.users.count_ended_logins(stranger.id))

    def asked(number: int) -> list[str]:
        def ask() -> None:
            with pytest.raises(NoSuchGame):
                game_view.load_view(services, number, stranger.id, cached=known)

        return statements(services, ask)

    assert asked(game.id) == asked(game.id + 1) != []
