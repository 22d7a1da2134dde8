"""Databases that keep every commit, and the refusal of those that could lose one."""

import os
import secrets
import socket
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from app.kernel.record import Move, chain_move
from app.kernel.say import say
from app.kernel.table_orders import Concede
from app.services.container import Services
from app.store import engine as engines
from app.store import startup_checks
from app.store.database_errors import DatabaseUnavailable
from app.store.engine import UnsafeDatabase, open_engine
from app.store.migrate import migrate_database, revision_of
from app.store.records import Note, Seat
from app.store.repositories import Conflict
from app.store.schema import metadata, users
from app.store.startup_checks import check_safe
from app.store.transactions import Store
from app.store.user_repository import NameConflict


@pytest.fixture
def swept_postgres_url(fresh_postgres_url):
    """Fresh database, because these tests change more than rows."""
    return fresh_postgres_url


@pytest.fixture
def store(database_url):
    store = Store(database_url)
    yield store
    store.close()


def add_game(work, address="token", **more):
    return work.games.add_game(
        **{
            "token": address,
            "box": "parry",
            "scenario": "plain",
            "options": ("a", "b"),
            "title": "",
            "opened_by": None,
            "visibility": "open",
            "spectators": True,
            "status": "running",
            "is_demo": False,
            "rematch_of": None,
            "seed": "5eed",
            "commitment": "c",
            "number": 0,
            "turn": 1,
            "phase": say("Phase {n}", "Fase {n}", n=1),
            "winners": (),
            "ending": "",
            "opened_at": "2026",
            "begun_at": "",
            "moved_at": "2026",
            **more,
        }
    )


def add_user(work, name="Ana"):
    return work.users.add_user(
        name=name,
        name_key=name.lower(),
        password=None,
        is_guest=True,
        is_bot=False,
        language="en",
        theme="auto",
        palette="classic",
        created="2026",
    )


def test_the_migrations_lead_to_the_schema(database_url):
    engine = open_engine(database_url)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
        assert differences == [], (
            "let the last migration lead to the tables of app/store. The schema has a new table only "
            "if UnitOfWork (app/store/transactions.py) has its repository"
        )
    engine.dispose()


def test_database_errors_contain_no_data(database_url):
    """The log must contain no name, message or hash, neither from SQLAlchemy nor from Postgres."""
    engine, secret = open_engine(database_url), secrets.token_hex(8)
    row = {
        "name": secret,
        "name_key": secret,
        "password": secret,
        "is_guest": False,
        "is_bot": False,
        "language": "en",
        "theme": "auto",
        "palette": "classic",
        "created": "2026",
    }
    refused = []
    for rows in (
        [row, row],
        [row | {"language": None}],
    ):  # the same key twice; a row in which something lacks
        with (
            pytest.raises(sa.exc.IntegrityError) as wrong,
            engine.execution_options(writes=True).begin() as connection,
        ):
            connection.execute(users.insert(), rows)
        refused.append("".join(traceback.format_exception(wrong.value)))
    engine.dispose()
    assert all(
        "INSERT INTO users" in told and "constraint" in told and secret not in told
        for told in refused
    ), refused


def test_migrating_twice_does_nothing(database_url):
    migrate_database(database_url)
    check_safe(open_engine(database_url))


def test_an_empty_database_is_refused_with_instructions(tmp_path):
    with pytest.raises(UnsafeDatabase, match="python -m app migrate"):
        Store(f"sqlite:///{tmp_path / 'empty.db'}")


@pytest.mark.postgres
def test_an_empty_postgres_is_refused_until_it_is_migrated(postgres_server):
    from tests.conftest import _postgres_database

    with _postgres_database(postgres_server, template="template0") as url:
        with pytest.raises(UnsafeDatabase, match="python -m app migrate"):
            Store(url)
        migrate_database(url)
        Store(url).close()


def test_a_database_of_a_later_version_is_refused(database_url):
    engine = open_engine(database_url)
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UnsafeDatabase, match="9999"):
        check_safe(engine)
    engine.dispose()


@pytest.mark.parametrize(
    ("pragma", "name"),
    [
        ("synchronous=NORMAL", "synchronous"),
        ("journal_mode=DELETE", "journal_mode"),
        ("foreign_keys=OFF", "foreign_keys"),
    ],
)
def test_an_unsafe_sqlite_is_refused(sqlite_url, monkeypatch, pragma, name):
    def careless(connection, record):
        engines_prepare(connection, record)
        connection.execute(f"PRAGMA {pragma}")

    engines_prepare = engines._prepare_sqlite
    monkeypatch.setattr(engines, "_prepare_sqlite", careless)
    with pytest.raises(UnsafeDatabase, match=name):
        Store(sqlite_url)


@pytest.mark.postgres
def test_an_unsafe_postgres_is_refused(fresh_postgres_url, postgres_server):
    database = fresh_postgres_url.rsplit("/", 1)[1]
    postgres_server.execute(f"ALTER DATABASE {database} SET synchronous_commit = off")
    with pytest.raises(UnsafeDatabase, match="synchronous_commit"):
        Store(fresh_postgres_url)


def test_an_old_server_is_refused(store, monkeypatch):
    monkeypatch.setattr(startup_checks, "engine_version", lambda _: (1, 0))
    with pytest.raises(UnsafeDatabase, match="too old"):
        check_safe(store.engine)


@pytest.mark.parametrize(
    "url", ["postgresql+psycopg://nobody@127.0.0.1:1/none", "sqlite:////proc/none.db"]
)
def test_a_database_that_does_not_answer_is_refused(url):
    with pytest.raises(UnsafeDatabase, match="does not answer"):
        Store(url)


def test_games_are_stored_in_a_file():
    with pytest.raises(UnsafeDatabase):
        open_engine("sqlite://")


def test_uncommitted_changes_are_lost(store):
    with store.write() as work:
        add_user(work)

    def stumble():
        with store.write() as work:
            add_user(work)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        stumble()
    with store.read() as work:
        assert work.users.all_users() == []


def test_a_reader_sees_one_moment(store):
    with store.write() as work:
        game_id = add_game(work)
        work.commit()
    with store.read() as reader:
        assert reader.games.last_number(game_id) == 0
        with store.write() as writer:
            writer.games.update_game(game_id, number=1)
            writer.commit()
        assert reader.games.last_number(game_id) == 0
    with store.read() as reader:
        assert reader.games.last_number(game_id) == 1


def test_a_move_number_and_a_command_are_written_once(store):
    move = chain_move(Move(1, "red", Concede(), (), (), "once", "2026"), "")
    with store.write() as work:
        game_id = add_game(work)
        work.moves.append_move(game_id, move, "blow", None)
        work.commit()
    for again in (
        Move(1, "red", Concede(), (), (), "other", "2026"),
        Move(2, "red", Concede(), (), (), "once", "2026"),
    ):
        with pytest.raises(Conflict), store.write() as work:
            work.moves.append_move(game_id, again, "blow", None)
    with store.read() as work:
        stored = work.moves.for_game(game_id)
        assert [bytes(one.order) for one in stored] == [b'{"kind":"concede"}']
        assert chain_move(stored[0], "").hash == move.hash
        assert work.moves.find_by_command(game_id, "once").number == 1
        assert work.moves.find_by_command(game_id, "never") is None


def test_a_game_comes_back_as_it_went_in_and_keeps_its_secret(store):
    with store.write() as work:
        game_id = add_game(work)
        work.seats.add_seats(game_id, [Seat("red", "red", 0), Seat("blue", "blue", 1)])
        work.commit()
    with store.read() as work:
        game = work.games.find_game(game_id)
        assert (game.options, game.phase.in_("es"), game.winners) == (("a", "b"), "Fase 1", ())
        assert "5eed" not in str(game)
        assert work.games.seed_of(game_id) == "5eed"
        assert work.games.find_game("token") == work.games.find_game(str(game_id)) == game
        assert [seat.seat for seat in work.seats.for_game(game_id)] == ["red", "blue"]
        for nothing in (0, -1, "", "none", "9" * 30, "٣"):
            assert work.games.find_game(nothing) is None


def test_names_are_taken_once(store):
    with store.write() as work:
        add_user(work)
        work.commit()
    with pytest.raises(NameConflict), store.write() as work:
        add_user(work, "ANA")


def test_a_player_sits_at_a_game_once(store):
    with store.write() as work:
        user, game_id = add_user(work), add_game(work)
        work.seats.add_seats(game_id, [Seat("red", "red", 0), Seat("blue", "blue", 1)])
        work.seats.update_seat(game_id, "red", user_id=user, name="Ana")
        work.commit()
    with pytest.raises(Conflict), store.write() as work:
        work.seats.update_seat(game_id, "blue", user_id=user, name="Ana")


def test_games_outlive_a_deleted_account(store):
    with store.write() as work:
        user, game_id = add_user(work), add_game(work)
        work.seats.add_seats(game_id, [Seat("red", "red", 0)])
        work.seats.update_seat(game_id, "red", user_id=user, name="Ana")
        work.chat_messages.add_chat_message(game_id, user, "Ana", "Hello", "2026", 0)
        work.visits.note_seen(game_id, user, 3)
        work.logins.add_login("hash", user, "csrf", "2026")
        work.users.delete_user(user)
        work.commit()
    with store.read() as work:
        assert [(seat.user_id, seat.name) for seat in work.seats.for_game(game_id)] == [
            (None, "Ana")
        ]
        assert [
            (message.user_id, message.name) for message in work.chat_messages.for_side(game_id, "")
        ] == [(None, "Ana")]
        assert work.logins.find_login("hash") is None


def test_a_deleted_game_takes_everything_along_and_its_number_is_never_given_again(store):
    with store.write() as work:
        user, game_id = add_user(work), add_game(work)
        work.seats.add_seats(game_id, [Seat("red", "red", 0)])
        work.moves.append_move(game_id, Move(1, "red", Concede(), (), (), "once", "2026"), "", user)
        work.chat_messages.add_chat_message(game_id, user, "Ana", "Hello", "2026", 0)
        work.games.delete_game(game_id)
        assert add_game(work, "another") > game_id
        assert (
            work.seats.for_game(game_id),
            work.moves.for_game(game_id),
            work.chat_messages.for_side(game_id, ""),
        ) == (
            (),
            [],
            [],
        )


TWICE = {
    "a note": lambda work, user, game: work.notes.save_note(Note(game, 1, "a hill", "2026"), user),
    "a calendar": lambda work, user, _: work.calendars.save_token(
        user, f"calendar {time.monotonic()}", "2026"
    ),
    "a wish": lambda work, user, _: work.notification_preferences.save_preference(
        user, "your_turn", "mail", "no"
    ),
    "a key on offer": lambda work, user, _: work.second_factors.save_new_key(user, "ABCD"),
    "a member who is blocked": lambda work, user, _: work.blocks.block_user(user, user, "2026"),
}


@pytest.mark.parametrize("put", TWICE.values(), ids=TWICE)
def test_the_same_row_written_twice_at_once_is_stored_once(store, put):
    with store.write() as work:
        user, game_id = add_user(work), add_game(work)
        work.commit()

    def write(pause: float) -> None:
        with store.write() as work:
            put(work, user, game_id)
            time.sleep(pause)
            work.commit()

    with ThreadPoolExecutor() as hands:
        for done in [hands.submit(write, 0.2) for _ in range(2)]:
            done.result(10)


def test_an_old_page_never_takes_back_a_newer_visit(store):
    with store.write() as work:
        user, game_id = add_user(work), add_game(work)
        for seen in (3, 1, 5, 4):
            work.visits.note_seen(game_id, user, seen)
        assert work.visits.last_seen(user, [game_id]) == {game_id: 5}


def test_a_migration_that_fails_leaves_the_database_as_it_was(database_url, monkeypatch):
    engine = open_engine(database_url)
    with engine.execution_options(writes=True).begin() as connection:
        metadata.drop_all(connection)
        connection.execute(sa.text("DROP TABLE alembic_version"))
    real = sa.Connection.execute

    def failing(self, statement, *more, **also):
        if "visits" in str(statement):
            raise ZeroDivisionError
        return real(self, statement, *more, **also)

    monkeypatch.setattr(sa.Connection, "execute", failing)
    with pytest.raises(ZeroDivisionError):
        migrate_database(database_url)
    monkeypatch.undo()
    with engine.connect() as connection:
        assert sa.inspect(connection).get_table_names() == []
        assert revision_of(connection) is None
    migrate_database(database_url)
    engine.dispose()
    check_safe(engine)


@pytest.mark.postgres
def test_no_connection_waits_for_ever_for_a_lost_peer(fresh_postgres_url, monkeypatch):
    """This holds for the pool and the listener: unacknowledged data, and unanswered keep-alives."""
    made, connect = [], psycopg.connect
    monkeypatch.setattr(
        psycopg, "connect", lambda *where, **how: made.append(connect(*where, **how)) or made[-1]
    )
    services = Services.open({}, fresh_postgres_url)
    try:
        services.notifier.publish(1, 1)
        with services.store.engine.connect() as connection:
            made.append(connection.connection.driver_connection)
        assert (
            len({id(one) for one in made}) == 3
        )  # one of the pool, one that listens, one that speaks
        for one in made:
            with socket.socket(fileno=os.dup(one.fileno())) as link:
                assert link.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 20_000
                assert (
                    link.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
                    and link.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 10
                )
    finally:
        services.close()


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("rested", "answers"),
    [(-1.0, ["well", "well"]), (60.0, ["away", "well"])],
    ids=["long", "a moment"],
)
def test_a_connection_cut_while_idle_is_replaced(
    fresh_postgres_url, postgres_server, monkeypatch, rested, answers
):
    monkeypatch.setattr(engines, "RESTED", rested)
    store = Store(fresh_postgres_url)
    try:
        postgres_server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
            (store.engine.url.database,),
        )
        assert [asked(store), asked(store)] == answers
    finally:
        store.close()


def asked(store: Store) -> str:
    try:
        with store.read() as work:
            work.games.last_number(0)
    except DatabaseUnavailable:
        return "away"
    return "well"


@pytest.mark.postgres
def test_postgres_gives_up_a_silent_host_within_seconds(fresh_postgres_url):
    """A host without power ends no connection, and its transaction would keep a game locked."""
    engine = open_engine(fresh_postgres_url)
    with engine.connect() as connection:
        idle, interval, count = (
            int(connection.exec_driver_sql(f"SHOW tcp_keepalives_{name}").scalar_one())
            for name in ("idle", "interval", "count")
        )
    engine.dispose()
    assert 0 < idle + interval * count <= 4
