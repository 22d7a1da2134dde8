"""Frequent statements give the same rows by the driver of SQLite as by SQLAlchemy."""

from __future__ import annotations

from contextlib import closing

import pytest
import sqlalchemy as sa

from app.store import schema
from app.store.driver_statements import DriverStatement, run_text
from app.store.game_rows import game_columns
from app.store.repositories import bind
from app.store.transactions import Store
from tests.store.test_store import add_game, add_user

_seats = schema.seats.c
GAME = sa.select(*game_columns).where(
    schema.games.c.id == bind("game"), schema.games.c.visibility != "private"
)
CHANGE = schema.games.update().where(schema.games.c.id == bind("game"))


@pytest.fixture
def work(database_url):
    with closing(Store(database_url)) as store, store.write() as work:
        yield work


@pytest.fixture
def sqlite_work(sqlite_url):
    with closing(Store(sqlite_url)) as store, store.write() as work:
        yield work


def test_rows_and_kinds_of_values_are_those_of_sqlalchemy(work):
    game_id = add_game(work, is_demo=True)
    found = DriverStatement(GAME).run(work._connection, {"game": game_id})
    wanted = work._connection.execute(GAME, {"game": game_id}).all()
    assert [tuple(row) for row in found] == [tuple(row) for row in wanted] != []
    assert [type(one) for one in found[0]] == [type(one) for one in wanted[0]]


def test_one_statement_changes_different_columns(work):
    game_id, change = add_game(work), DriverStatement(CHANGE)
    change.run(work._connection, {"game": game_id, "turn": 7, "is_demo": True})
    change.run(work._connection, {"game": game_id, "status": "over"})
    game = work.games.find_game(game_id)
    assert (game.turn, game.is_demo, game.status) == (7, True, "over")


def test_a_read_begins_a_transaction_that_others_do_not_disturb(sqlite_url):
    with closing(Store(sqlite_url)) as store:
        with store.write() as work:
            game_id = add_game(work)
            work.commit()
        with store.read() as reader:
            before = reader.games.find_game(game_id)
            with store.write() as work:
                work.games.update_game(game_id, turn=9)
                work.commit()
            assert reader.games.find_game(game_id) == before
        with store.read() as reader:
            assert reader.games.find_game(game_id).turn == 9


def test_errors_are_those_of_sqlalchemy_and_contain_no_values(sqlite_work):
    secret, connection = "a secret name", sqlite_work._connection
    add_user(sqlite_work, secret)
    row = dict(connection.execute(sa.select(schema.users)).mappings().one())
    with pytest.raises(sa.exc.IntegrityError) as refused:
        DriverStatement(schema.users.insert()).run(connection, row)
    assert "INSERT INTO users" in str(refused.value) and secret not in str(refused.value)
    with pytest.raises(sa.exc.OperationalError):
        run_text(connection, "RELEASE no_such_savepoint")


def test_listeners_of_the_engine_hear_each_statement(sqlite_url):
    with closing(Store(sqlite_url)) as store:
        heard = []
        sa.event.listen(
            store.engine, "before_cursor_execute", lambda *given: heard.append(given[2])
        )
        with store.read() as work:
            assert work.games.find_game(1) is None
        assert heard[0] == "BEGIN" and "FROM games" in heard[1] and len(heard) == 2


def test_a_statement_with_a_list_of_values_is_refused(sqlite_work):
    several = sa.select(_seats.seat).where(_seats.game_id.in_(bind("games", expanding=True)))
    with pytest.raises(ValueError, match="the driver cannot run"):
        DriverStatement(several).run(sqlite_work._connection, {"games": [1]})


def test_reads_of_a_players_page_go_straight_to_the_driver(sqlite_work):
    """They are sent for each page of a player after each move."""
    game_id, user_id, slow = add_game(sqlite_work), add_user(sqlite_work), []
    sa.event.listen(
        sqlite_work._connection.engine, "after_cursor_execute", lambda *sent: slow.append(sent[2])
    )
    sqlite_work.conditional_orders.for_game(game_id)
    sqlite_work.sandboxes.for_user_at_game(game_id, user_id)
    sqlite_work.invitations.of_game(game_id)
    sqlite_work.notes.for_user_at_game(game_id, user_id)
    sqlite_work.chat_messages.count(game_id, "")
    sqlite_work.remarks.news_count(game_id)
    sqlite_work.seats.count_waiting(user_id)
    assert slow == []
    sqlite_work.sandboxes.for_user(user_id)
    assert len(slow) == 1  # SQLAlchemy sends a rare statement
