"""Transfer of a database: every row, counter and hash arrives, or nothing does."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from app.games import shelf
from app.kernel import table_orders
from app.main import create_app
from app.services.container import Services
from app.services.people import accounts, notes, player_chat, spectator_chat
from app.services.play import lobby, opponent_wishes, orders, wish_pairing
from app.services.play.opponent_wishes import WishForm
from app.services.play.rating_worker import RatingWorker
from app.services.watch import game_lists, game_view, player_ratings
from app.settings import Settings
from app.store.checksums import TransferRefused, open_snapshot, table_sums
from app.store.engine import open_engine
from app.store.migrate import migrate_database, newest_migration, revision_of
from app.store.transfer import back_up, copy_database, restore_backup
from tests.duels import each_decides
from tests.sample_games import HEX, HEX_GAME

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def lived_in(sqlite_url: str) -> str:
    """Database with a finished game, a running one, messages, ratings, wishes, and a deleted
    account.
    """
    services = Services.open(shelf(), sqlite_url)
    ines = accounts.register(services, "Inés", "a long enough sentence", "es")
    game = lobby.play_now(services, ines.id)
    player_chat.write_chat_message(services, game.address, ines.id, "¿Empezamos? ñandú 🐌")
    notes.write_note(services, game.address, ines.id, 1, "Un error")
    orders.declare_order(
        services,
        game.id,
        ines.id,
        "over",
        game_view.load_view(services, game.id).last,
        table_orders.Concede(),
    )
    lobby.play_now(services, ines.id)
    finds_an_opponent(services, ines.id)
    gone = accounts.create_guest(services)
    spectator_chat.write_remark(services, game.address, gone.id, "¡Qué jugada!", about=1)
    with services.store.write() as work:
        work.users.delete_user(gone.id)
        work.commit()
    services.close()
    return sqlite_url


def finds_an_opponent(services: Services, user_id: int) -> None:
    """Pair the user's wish with that of another member, in a rated battle."""
    seats = ((HEX.HIDDEN_SCENARIO, HEX.CONVOY), (HEX.HIDDEN_SCENARIO, HEX.AMBUSHERS))
    form = WishForm(HEX_GAME, seats, ("live",), rated=True)
    for one in (user_id, accounts.register(services, "Olga", "a long enough sentence").id):
        opponent_wishes.save_wish(services, one, form)
    [game] = wish_pairing.pair_waiting_wishes(services)
    with services.store.read() as work:
        players = [one.user_id for one in work.seats.for_game(game)]
    last = each_decides(services, game, players)
    orders.declare_order(services, game, user_id, "gone", last, table_orders.Concede())
    assert RatingWorker(services).sweep() == 1
    player_ratings.show_ratings(services, user_id, to_everybody=False)


def counted(url: str) -> tuple:
    engine = open_engine(url)
    with open_snapshot(engine) as connection:
        found = table_sums(connection)
    engine.dispose()
    return found


@pytest.mark.slow
@pytest.mark.postgres
def test_there_and_back_with_equal_sums(lived_in, fresh_postgres_url, tmp_path):
    home = counted(lived_in)
    assert {one.table: one.rows for one in home}["moves"] > 2
    assert copy_database(lived_in, fresh_postgres_url) == home
    back = f"sqlite:///{tmp_path / 'back.db'}"
    assert copy_database(fresh_postgres_url, back) == home
    for url in (fresh_postgres_url, back):
        services = Services.open(shelf(), url)
        game = game_lists.list_finished(services)[-1].game
        assert "ñandú" in player_chat.load_chat_messages(services, game.id)[0].text
        before = accounts.log_in(services, "Inés", "a long enough sentence").user.id
        assert (
            accounts.create_guest(services).id == before + 3
        )  # the number of a deleted account is not given again
        services.close()


def test_a_database_with_rows_is_not_overwritten(lived_in, tmp_path):
    other = f"sqlite:///{tmp_path / 'other.db'}"
    copy_database(lived_in, other)
    before = counted(other)
    with pytest.raises(TransferRefused, match="not empty"):
        copy_database(lived_in, other)
    assert counted(other) == before


@pytest.mark.parametrize(
    "nowhere", ["sqlite:///{}/none/club.db", "postgresql+psycopg://nobody@127.0.0.1:1/none"]
)
def test_a_missing_source_is_refused(tmp_path, nowhere):
    with pytest.raises(TransferRefused, match=r"no club|does not answer"):
        copy_database(nowhere.format(tmp_path), f"sqlite:///{tmp_path / 'there.db'}")
    assert not (tmp_path / "none").exists()


def test_one_changed_character_changes_the_checksum(lived_in):
    before = counted(lived_in)
    engine = open_engine(lived_in)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE chat_messages SET text = text || '!'"))
    engine.dispose()
    assert [
        one.table for one, other in zip(counted(lived_in), before, strict=True) if one != other
    ] == ["chat_messages"]


@pytest.mark.slow
def test_a_backup_is_one_file_and_comes_back(lived_in, tmp_path):
    file = tmp_path / "kept" / "club.db"
    there = f"sqlite:///{tmp_path / 'there.db'}"
    assert back_up(lived_in, file) == counted(lived_in)
    assert [path.name for path in file.parent.iterdir()] == ["club.db"]
    assert restore_backup(file, there) == counted(lived_in)
    assert [path.name for path in file.parent.iterdir()] == ["club.db"]
    with pytest.raises(TransferRefused, match="exists already"):
        back_up(lived_in, file)


def test_a_backup_of_an_older_version_comes_back(sqlite_url, tmp_path):
    from alembic import command
    from alembic.config import Config

    from app.store.migrate import REPOSITORY

    old = tmp_path / "old.db"
    engine = open_engine(f"sqlite:///{old}")
    with engine.execution_options(writes=True).begin() as connection:
        config = Config(REPOSITORY / "alembic.ini")
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            sa.text(
                "INSERT INTO users (name, name_key, is_guest, is_bot, language, theme, palette, "
                "created) "
                "VALUES ('Inés', 'inés', 0, 0, 'es', 'auto', 'classic', '2026-01-01T00:00:00.000Z')"
            )
        )
    engine.dispose()
    assert {one.table: one.rows for one in restore_backup(old, sqlite_url)}["users"] == 1
    with sqlite3.connect(old) as untouched:
        assert (
            untouched.execute("SELECT version_num FROM alembic_version").fetchone()[0]
            == "0001"
            != newest_migration()
        )


def test_a_backup_that_is_no_database_is_refused(tmp_path, sqlite_url):
    file = tmp_path / "photo.db"
    file.write_bytes(b"not a database at all" * 100)
    with pytest.raises(TransferRefused, match="no database"):
        restore_backup(file, sqlite_url)
    with pytest.raises(TransferRefused, match="no file"):
        restore_backup(tmp_path / "nowhere.db", sqlite_url)


def test_an_empty_file_is_no_backup(tmp_path, sqlite_url):
    file = tmp_path / "empty.db"
    file.touch()
    there = tmp_path / "there.db"
    with pytest.raises(TransferRefused, match="no club in this file"):
        restore_backup(file, f"sqlite:///{there}")
    with pytest.raises(TransferRefused, match="no club in the source"):
        copy_database(f"sqlite:///{file}", f"sqlite:///{there}")
    assert not there.exists() and not file.read_bytes()


def old_club(url: str, revision: str = "0001") -> None:
    """Database of that version with one user."""
    migrate_database(url, revision)
    engine = open_engine(url)
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(
            sa.text(
                "INSERT INTO users (name, name_key, is_guest, is_bot, language, theme, palette, "
                "created) "
                "VALUES ('Inés', 'inés', false, false, 'es', 'auto', 'classic', "
                "'2026-01-01T00:00:00.000Z')"
            )
        )
    engine.dispose()


def stands_at(url: str) -> str | None:
    engine = open_engine(url)
    with engine.connect() as connection:
        found = revision_of(connection)
    engine.dispose()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_a_refused_target_keeps_its_migration(lived_in, kind, request, tmp_path):
    from tests.conftest import _postgres_database

    kept = tmp_path / "kept.db"
    back_up(lived_in, kept)
    if kind == "sqlite":
        refused_and_left_alone(lived_in, kept, f"sqlite:///{tmp_path / 'old.db'}")
        return
    with _postgres_database(
        request.getfixturevalue("postgres_server"), template="template0"
    ) as url:
        refused_and_left_alone(lived_in, kept, url)


def refused_and_left_alone(lived_in: str, kept: Path, old: str) -> None:
    old_club(old)
    with pytest.raises(TransferRefused, match="not empty: there are rows in users"):
        copy_database(lived_in, old)
    with pytest.raises(TransferRefused, match="not empty: there are rows in users"):
        restore_backup(kept, old)
    assert stands_at(old) == "0001"


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_a_refused_source_creates_no_target(kind, request, tmp_path):
    from tests.conftest import _postgres_database

    old_club(f"sqlite:///{tmp_path / 'old.db'}")
    if kind == "sqlite":
        with pytest.raises(TransferRefused, match="stands at migration 0001, this version needs"):
            copy_database(
                f"sqlite:///{tmp_path / 'old.db'}", f"sqlite:///{tmp_path / 'new' / 'there.db'}"
            )
        assert not (tmp_path / "new").exists()
        return
    with _postgres_database(
        request.getfixturevalue("postgres_server"), template="template0"
    ) as url:
        with pytest.raises(TransferRefused, match="stands at migration 0001, this version needs"):
            copy_database(f"sqlite:///{tmp_path / 'old.db'}", url)
        assert stands_at(url) is None


def test_an_empty_database_of_an_older_version_is_a_target(lived_in, tmp_path):
    there = f"sqlite:///{tmp_path / 'there.db'}"
    migrate_database(there, "0001")
    assert copy_database(lived_in, there) == counted(lived_in)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_the_database_of_a_server_without_users_is_a_target(lived_in, kind, request, tmp_path):
    there = (
        f"sqlite:///{tmp_path / 'there.db'}"
        if kind == "sqlite"
        else request.getfixturevalue("fresh_postgres_url")
    )
    with TestClient(
        create_app(Settings(database_url=there)), base_url="http://127.0.0.1:8000"
    ) as started:
        assert started.get("/").status_code == 200
    assert {one.table for one in counted(there) if one.rows} == {"uptime"}
    assert copy_database(lived_in, there) == counted(lived_in) == counted(there)


KILLED = """
import os, signal, sys
import sqlalchemy as sa
from app.store.transfer import copy_database

@sa.event.listens_for(sa.Engine, "before_cursor_execute")
def count(connection, cursor, statement, *_):
    if statement.startswith("INSERT INTO " + sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)

copy_database(*sys.argv[1:3])
"""


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize("table", ["alembic_version", "users", "moves"])
def test_a_copy_that_is_killed_leaves_no_table(lived_in, postgres_server, table):
    """A server that starts meanwhile does not accept the unfinished target either."""
    from tests.conftest import _postgres_database

    with _postgres_database(postgres_server, template="template0") as url:
        ended = subprocess.run(
            [sys.executable, "-c", KILLED, lived_in, url, table],
            cwd=REPOSITORY,
            check=False,
            capture_output=True,
            text=True,
        )
        assert ended.returncode == -9, ended.stderr
        engine = open_engine(url)
        assert sa.inspect(engine).get_table_names() == []
        engine.dispose()
        assert copy_database(lived_in, url) == counted(lived_in)


def another_program(path: Path) -> str:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE users (id)")
    return f"sqlite:///{path}"


def test_the_database_of_another_program_is_neither_source_nor_target_nor_backup(
    lived_in, tmp_path
):
    other, there = another_program(tmp_path / "other.db"), tmp_path / "there.db"
    before = (tmp_path / "other.db").read_bytes()
    with pytest.raises(TransferRefused, match="no club in this file"):
        restore_backup(tmp_path / "other.db", f"sqlite:///{there}")
    with pytest.raises(TransferRefused, match="no club in the source"):
        copy_database(other, f"sqlite:///{there}")
    with pytest.raises(TransferRefused, match="tables of something else, users"):
        copy_database(lived_in, other)
    assert (tmp_path / "other.db").read_bytes() == before
    assert not [
        path.name for path in tmp_path.iterdir() if path.name.startswith(("there", "other.db-"))
    ]


def test_other_files_are_neither_source_nor_target(lived_in, tmp_path):
    junk, there = tmp_path / "junk.db", tmp_path / "there.db"
    junk.write_bytes(b"not a database at all" * 100)
    for source, target in ((junk, there), (Path(lived_in.removeprefix("sqlite:///")), junk)):
        with pytest.raises(TransferRefused, match="cannot be read: file is not a database"):
            copy_database(f"sqlite:///{source}", f"sqlite:///{target}")
    assert not there.exists() and junk.read_bytes() == b"not a database at all" * 100


@pytest.mark.parametrize(
    "wrong",
    [
        "var/caracole.db",
        "",
        "mysql://somebody:secret@host/club",
        "postgresql+psycopg://host:port/club",
        "sqlite://",
        "sqlite:///:memory:",
    ],
)
def test_an_invalid_address_is_refused(lived_in, tmp_path, wrong):
    for source, target in ((wrong, f"sqlite:///{tmp_path / 'there.db'}"), (lived_in, wrong)):
        with pytest.raises(TransferRefused, match="the address of a database is") as refused:
            copy_database(source, target)
        assert "secret" not in str(refused.value)
    assert not (tmp_path / "there.db").exists()


def test_a_copy_that_breaks_off_leaves_no_file(lived_in, tmp_path, monkeypatch):
    def broken(*_):
        raise sa.exc.OperationalError("INSERT", {}, sqlite3.OperationalError("disk I/O error"))

    monkeypatch.setattr("app.store.transfer._copy_counter", broken)
    with pytest.raises(TransferRefused, match="disk I/O error"):
        copy_database(lived_in, f"sqlite:///{tmp_path / 'there.db'}")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("there")]


@pytest.fixture
def everybody_may_read():
    """Default file rights of most machines: files without explicit rights are readable by all."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.slow
def test_files_with_a_whole_database_are_readable_by_their_owner_alone(
    lived_in, tmp_path, everybody_may_read, monkeypatch
):
    from app.store import transfer

    seen, compared = set(), transfer.table_sums

    def watched(connection, tables):
        database = Path(connection.engine.url.database)
        if not database.name.startswith("copy.db"):  # the copy is in a folder for its owner only
            seen.update(
                (path.name, stat.filemode(path.stat().st_mode))
                for path in database.parent.glob("*.db*")
            )
        return compared(connection, tables)

    monkeypatch.setattr(transfer, "table_sums", watched)
    kept, there, moved = (
        tmp_path / folder / f"{folder}.db" for folder in ("kept", "there", "moved")
    )
    back_up(lived_in, kept)
    restore_backup(kept, f"sqlite:///{there}")
    copy_database(lived_in, f"sqlite:///{moved}")
    assert seen >= {(name, "-rw-------") for name in ("part.db", "there.db", "moved.db")} and {
        rights for _, rights in seen
    } == {"-rw-------"}
    assert {stat.filemode(path.stat().st_mode) for path in (kept, there, moved)} == {"-rw-------"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "named"),
    [
        ("UPDATE moves SET events = '[]' WHERE number = 2", "chain of game 1 breaks at move 2"),
        ("DELETE FROM moves WHERE game_id = 1 AND number = 2", "last move of game 1 is not move 2"),
        ("UPDATE users SET name = name || printf('%061d', 0)", "users.name with more than 60"),
        ("UPDATE games SET title = printf('%081d', 0)", "games.title with more than 80"),
        ("UPDATE seats SET seat = seat || 'x' WHERE game_id = 1", "game 1 is of an unknown seat"),
    ],
)
def test_a_damaged_backup_is_refused_and_restored_only_on_request(
    lived_in, tmp_path, damage, named
):
    file, there = tmp_path / "club.db", f"sqlite:///{tmp_path / 'there.db'}"
    back_up(lived_in, file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(damage)
        connection.commit()
    with pytest.raises(TransferRefused, match=named):
        restore_backup(file, there)
    assert not (tmp_path / "there.db").exists()
    restore_backup(file, there, with_damage=True)
