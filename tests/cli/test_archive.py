"""Command `archive`, and the other commands on archived games."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest


@pytest.fixture
def own_file(sqlite_url):
    return sqlite_url.removeprefix("sqlite:///")


@pytest.fixture
def rows(own_file):
    """A function that reads all moves from a database file."""

    def read(file=own_file) -> list[tuple]:
        with closing(sqlite3.connect(file)) as database:
            return database.execute("SELECT * FROM moves ORDER BY game_id, number").fetchall()

    return read


@pytest.fixture
def damage(own_file):
    """A function that damages the archive of a game."""

    def change(file=own_file) -> None:
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("UPDATE archives SET data = substr(data, 2)")

    return change


def test_games_go_to_the_archive_and_come_back(caracole, finished, rows):
    whole = rows()
    assert caracole("archive").stdout == "0 games with 0 moves archived in 0.0 kB\n"
    due = ("archive", "--older-than", 0)
    assert caracole(*due, "--dry-run").stdout == (
        f"1 games with {len(whole)} moves would be archived\n"
    )
    assert rows() == whole
    before = caracole("replay", 1).stdout
    told = caracole(*due)
    assert told.returncode == 0 and f"1 games with {len(whole)} moves archived" in told.stdout
    assert rows() == []
    assert caracole("replay", 1).stdout == before
    for which in ("1", "all"):
        assert caracole("archive", "--restore", which).stdout.endswith("moves are back\n")
        assert rows() == whole
        caracole(*due)
    assert "no game 9" in caracole("archive", "--restore", 9).stderr
    assert caracole("archive", "--older-than", -1).returncode == 2


def test_a_damaged_record_stays_and_is_named(caracole, finished, own_file):
    with closing(sqlite3.connect(own_file)) as database, database:
        database.execute("UPDATE moves SET events = replace(events, '1', '2') WHERE number = 1")
    told = caracole("archive", "--older-than", 0)
    assert told.returncode == 1
    assert "game 1 stays, because its record is damaged" in told.stdout


def test_checks_and_exports_read_the_archive(caracole, finished, rows, tmp_path):
    before = {word: caracole(word, 1) for word in ("verify", "re-adjudicate", "export")}
    caracole("archive", "--older-than", 0)
    assert rows() == []
    assert {word: caracole(word, 1) for word in before} == before
    assert before["verify"].returncode == 0 and "1 games with intact" in before["verify"].stdout
    checked = caracole("upgrade-check")
    assert checked.returncode == 0 and "1 games" in checked.stdout
    (tmp_path / "again.json").write_text(before["export"].stdout, encoding="utf-8")
    assert caracole("import", tmp_path / "again.json").returncode == 0


def test_a_damaged_archive_is_told_and_repaired_from_a_backup(
    caracole, finished, rows, damage, tmp_path
):
    whole = rows()
    plain, packed, damaged = (tmp_path / f"{name}.db" for name in ("plain", "packed", "damaged"))
    caracole("backup", plain)
    caracole("archive", "--older-than", 0)
    assert caracole("backup", packed).returncode == 0
    damage()
    caracole("backup", damaged)
    for words in (("verify", 1), ("export", 1), ("archive", "--restore", 1)):
        told = caracole(*words)
        assert told.returncode == 2 and "the archive of the record is damaged" in told.stderr
    assert "archive of the record is damaged" in caracole("upgrade-check").stdout
    lacking = caracole("repair", 1, damaged)
    assert lacking.returncode == 2 and "nothing was changed" in lacking.stderr
    assert caracole("archive", "--restore", 1).returncode == 2, "the archive is still there"
    for backup in (plain, packed):
        told = caracole("repair", 1, backup)
        assert told.returncode == 0 and f"chain of {len(whole)} moves is intact" in told.stdout
        assert rows() == whole
        caracole("archive", "--older-than", 0)
        damage()


def test_a_backup_holds_the_archive_and_a_damaged_one_is_refused(
    caracole, finished, rows, damage, monkeypatch, tmp_path
):
    caracole("archive", "--older-than", 0)
    kept = tmp_path / "kept.db"
    before = caracole("export", 1).stdout
    caracole("backup", kept)
    target = tmp_path / "target.db"
    monkeypatch.setenv("CARACOLE_DATABASE_URL", f"sqlite:///{target}")
    assert caracole("restore", kept).returncode == 0
    assert caracole("export", 1).stdout == before and rows(target) == []
    damage(kept)
    monkeypatch.setenv("CARACOLE_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    refused = caracole("restore", kept)
    assert refused.returncode == 2 and "game 1: the archive of the record" in refused.stderr
    assert caracole("restore", kept, "--with-damage").returncode == 0


FAULTS = {
    "UPDATE archives SET moves = moves + 1": "last move of game 1 is not move",
    "DELETE FROM archives": "last move of game 1 is not move",
    "UPDATE seats SET seat = 'x' || seat": "move 2 of game 1 is of an unknown seat",
}


@pytest.mark.parametrize("statement", FAULTS)
def test_a_backup_with_a_wrong_archive_is_refused(
    caracole, finished, monkeypatch, tmp_path, statement
):
    caracole("archive", "--older-than", 0)
    kept = tmp_path / "kept.db"
    caracole("backup", kept)
    with closing(sqlite3.connect(kept)) as database, database:
        database.execute(statement)
    monkeypatch.setenv("CARACOLE_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    assert FAULTS[statement] in caracole("restore", kept).stderr


def test_a_transfer_carries_the_archive(caracole, finished, sqlite_url, tmp_path):
    caracole("archive", "--older-than", 0)
    told = caracole("transfer", sqlite_url, f"sqlite:///{tmp_path / 'other.db'}")
    assert told.returncode == 0
    assert any(line.split()[:2] == ["archives", "1"] for line in told.stdout.splitlines())
