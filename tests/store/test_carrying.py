"""A club moves house: every row, every counter and every hash arrives, or nothing does."""
from __future__ import annotations

import sqlite3

import pytest
import sqlalchemy as sa

from app.club import accounts, letters, lobby, notes, play, remarks, watch
from app.club.club import Club
from app.games import shelf
from app.kernel import table
from app.store.carrying import back_up, carry, restore
from app.store.engine import open_engine
from app.store.migrate import head
from app.store.sums import NotCarried, moment, sums


@pytest.fixture
def lived_in(sqlite_url: str) -> str:
    """A club with a finished game, a running one, letters, and an account that has been deleted again."""
    club = Club.open(shelf(), sqlite_url)
    ines = accounts.register(club, "Inés", "a long enough sentence", "es")
    game = lobby.play_now(club, ines.id)
    letters.write(club, game.address, ines.id, "¿Empezamos? ñandú 🐌")
    notes.write(club, game.address, ines.id, 1, "Un error")
    play.declare(club, game.id, ines.id, "over", watch.look(club, game.id).last, table.Concede())
    lobby.play_now(club, ines.id)
    gone = accounts.create_guest(club)
    remarks.write(club, game.address, gone.id, "¡Qué jugada!", about=1)
    with club.store.write() as work:
        work.users.delete(gone.id)
        work.commit()
    club.close()
    return sqlite_url


def counted(url: str) -> tuple:
    engine = open_engine(url)
    with moment(engine) as connection:
        found = sums(connection)
    engine.dispose()
    return found


@pytest.mark.postgres
def test_there_and_back_with_equal_sums(lived_in, fresh_postgres_url, tmp_path):
    home = counted(lived_in)
    assert {one.table: one.rows for one in home}["moves"] > 2
    assert carry(lived_in, fresh_postgres_url) == home
    back = f"sqlite:///{tmp_path / 'back.db'}"
    assert carry(fresh_postgres_url, back) == home
    for url in (fresh_postgres_url, back):
        club = Club.open(shelf(), url)
        game = watch.finished(club)[0].game
        assert "ñandú" in letters.read(club, game.id)[0].text
        before = accounts.log_in(club, "Inés", "a long enough sentence").user.id
        assert accounts.create_guest(club).id == before + 2          # the number of a deleted account is not given again
        club.close()


def test_a_club_that_is_lived_in_is_not_written_over(lived_in, tmp_path):
    other = f"sqlite:///{tmp_path / 'other.db'}"
    carry(lived_in, other)
    before = counted(other)
    with pytest.raises(NotCarried, match="not empty"):
        carry(lived_in, other)
    assert counted(other) == before


@pytest.mark.parametrize("nowhere", ["sqlite:///{}/none/club.db", "postgresql+psycopg://nobody@127.0.0.1:1/none"])
def test_from_nowhere_nothing_is_carried(tmp_path, nowhere):
    with pytest.raises(NotCarried, match=r"no club|does not answer"):
        carry(nowhere.format(tmp_path), f"sqlite:///{tmp_path / 'there.db'}")
    assert not (tmp_path / "none").exists()


def test_a_sum_tells_of_one_changed_letter(lived_in):
    before = counted(lived_in)
    engine = open_engine(lived_in)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE letters SET text = text || '!'"))
    engine.dispose()
    assert [one.table for one, other in zip(counted(lived_in), before, strict=True) if one != other] == ["letters"]


def test_a_backup_is_one_file_and_comes_back(lived_in, tmp_path):
    file = tmp_path / "kept" / "club.db"
    there = f"sqlite:///{tmp_path / 'there.db'}"
    assert back_up(lived_in, file) == counted(lived_in)
    assert [path.name for path in file.parent.iterdir()] == ["club.db"]
    assert restore(file, there) == counted(lived_in)
    assert [path.name for path in file.parent.iterdir()] == ["club.db"]
    with pytest.raises(NotCarried, match="exists already"):
        back_up(lived_in, file)


def test_a_backup_of_an_older_version_comes_back(sqlite_url, tmp_path):
    from alembic import command

    from app.store.migrate import _config

    old = tmp_path / "old.db"
    engine = open_engine(f"sqlite:///{old}")
    with engine.execution_options(writes=True).begin() as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(sa.text("INSERT INTO users (name, name_key, is_guest, is_bot, language, theme, palette, created) "
                                   "VALUES ('Inés', 'inés', 0, 0, 'es', 'auto', 'classic', '2026-01-01T00:00:00.000Z')"))
    engine.dispose()
    assert {one.table: one.rows for one in restore(old, sqlite_url)}["users"] == 1
    with sqlite3.connect(old) as untouched:
        assert untouched.execute("SELECT version_num FROM alembic_version").fetchone()[0] == "0001" != head()


def test_what_is_no_database_is_refused(tmp_path, sqlite_url):
    file = tmp_path / "photo.db"
    file.write_bytes(b"not a database at all" * 100)
    with pytest.raises(NotCarried, match="no database"):
        restore(file, sqlite_url)
    with pytest.raises(NotCarried, match="no file"):
        restore(tmp_path / "nowhere.db", sqlite_url)
