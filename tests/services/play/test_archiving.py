"""Finished games go to the archive and come back with the same rows, on both databases."""

from __future__ import annotations

import hashlib
import lzma
import threading
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from app.kernel import record, table_orders
from app.kernel.record import Broken, Move
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.people import account_deletion
from app.services.play import archiving, expiry_worker, game_export, orders, rematches
from app.services.play.archiving import archive_game, archive_games, restore_game
from app.services.play.expiry_worker import ExpiryWorker
from app.services.play.recorded_moves import append_move
from app.services.time.availability import time_text
from app.services.watch import game_view
from app.store.archives import DamagedArchive, archives
from app.store.schema import moves
from bench.self_killing_server import ARCHIVE_PLACES
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Answer, Strike
from tests.killed_process import act_and_die


@pytest.fixture
def over(services, people, started, command):
    """A function that plays a game to its end."""

    def play():
        game = started("parry")
        for after, (person, order) in enumerate(
            [(0, Strike(hard=False)), (1, Answer(parry=True)), (1, table_orders.Concede())], 1
        ):
            orders.declare_order(services, game.id, people[person].id, command(), after, order)
        return game

    return play


def rows(services, table=moves):
    with services.store.engine.connect() as reading:
        return [
            dict(row)
            for row in reading.execute(sa.select(table).order_by(*table.primary_key)).mappings()
        ]


def change_archive(services, **values):
    with services.store.engine.connect().execution_options(writes=True) as writing:
        writing.execute(archives.update().values(values))
        writing.commit()


def seen(services, game) -> tuple:
    """Log, export and last table of a game, read by a process that has nothing cached."""
    services.histories.__init__()
    look = game_view.load_view(services, game.id)
    return (
        look.table,
        [told.lines for told in game_view.load_log(look)],
        game_export.export_game(services, game.id),
    )


def test_readers_and_rows_are_the_same_before_and_after(services, over):
    game, other = over(), over()
    before, told, untouched = rows(services), seen(services, game), seen(services, other)
    done = archive_game(services, game.id)
    assert (done.game_id, done.moves) == (game.id, 4)
    assert [row for row in rows(services) if row["game_id"] == game.id] == []
    assert (seen(services, game), seen(services, other)) == (told, untouched)
    assert restore_game(services, game.id) == 4
    assert rows(services) == before
    assert (rows(services, archives), seen(services, game)) == ([], told)
    assert restore_game(services, game.id) == 0


def test_moves_are_found_by_number_command_and_author(services, over):
    game = over()

    def found():
        with services.store.read() as work:
            return (
                work.moves.for_game(game.id, after=2),
                work.moves.find_by_command(game.id, "command-2"),
                work.moves.find_by_command(game.id, "none"),
                work.moves.unhashed_data(game.id),
                [work.referees.author_of_move(game.id, number) for number in (1, 2, 9)],
            )

    before = found()
    archive_game(services, game.id)
    assert found() == before
    assert before[1].number == 3 and before[4][1] is not None


def test_the_author_of_a_deleted_account_is_forgotten(services, people, over):
    game = over()
    archive_game(services, game.id)
    account_deletion.delete_account(services, people[0])
    with services.store.read() as work:
        assert work.referees.author_of_move(game.id, 2) is None
        assert work.referees.author_of_move(game.id, 3) == people[1].id
    assert restore_game(services, game.id) == 4
    assert [row["made_by"] for row in rows(services)] == [None, None, people[1].id, people[1].id]


def test_games_are_archived_when_they_have_rested(services, started, over, monkeypatch):
    games, running = [over(), over()], started("parry")
    left: set[int] = set()
    assert archive_games(services, 1, 10, left) == []
    later = time_text(datetime.now(UTC) + timedelta(days=2))
    monkeypatch.setattr(archiving, "current_time", lambda: later)
    assert len(archive_games(services, 1, 1, left)) == 1
    assert ExpiryWorker(services).archive_games() == 0
    assert ExpiryWorker(services, archive_days=1).archive_games() == 1
    with services.store.read() as work:
        assert work.archives.archived_games() == [game.id for game in games]
        assert work.archives.count_due(later) == (0, 0)
        assert work.games.find_game(games[0].id).archived_at == later
    assert archive_game(services, running.id) is None
    assert archive_game(services, games[0].id) is None


def test_due_games_are_found_by_their_index(services, over):
    games = [over(), over()]
    with services.store.read() as work:
        statements = []
        listener = lambda *told: statements.append(told[2:4])  # noqa: E731 - two of its arguments
        sa.event.listen(services.store.engine, "before_cursor_execute", listener)
        assert work.archives.due_games("2999", 10) == [game.id for game in games]
        sa.event.remove(services.store.engine, "before_cursor_execute", listener)
    text, values = statements[-1]  # after the BEGIN of SQLite
    with services.store.engine.connect() as reading:
        explain = "EXPLAIN QUERY PLAN"
        if reading.dialect.name == "postgresql":
            reading.exec_driver_sql("SET enable_seqscan = off")  # cheaper for two games
            explain = "EXPLAIN"
        plan = "\n".join(str(row) for row in reading.exec_driver_sql(f"{explain} {text}", values))
    assert "ix_games_due" in plan, plan
    assert "Sort" not in plan and "TEMP B-TREE" not in plan, plan


def test_a_damaged_record_stays_out_and_others_go(services, over, monkeypatch):
    games = [over(), over()]
    with services.store.engine.connect().execution_options(writes=True) as writing:
        writing.execute(
            sa.text("UPDATE moves SET command = 'x' WHERE number = 2 AND game_id = :game"),
            {"game": games[0].id},
        )
        writing.commit()
    left: set[int] = set()
    assert [one.game_id for one in archive_games(services, -1, 10, left)] == [games[1].id]
    assert left == {games[0].id}
    assert archive_games(services, -1, 10, left) == []


SMALLER = lzma.compress(b"[]")
DAMAGES = {
    "a byte": {"data": b"x"},
    "no XZ file": {"data": b"x", "checksum": hashlib.sha256(b"x").hexdigest()},
    "other moves": {"data": SMALLER, "checksum": hashlib.sha256(SMALLER).hexdigest()},
    "the last hash": {"head": "0"},
    "a move": {"moves": 3},
    "a later format": {"format": 2},
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_archive_is_noticed(services, over, damage):
    game = over()
    archive_game(services, game.id)
    change_archive(services, **DAMAGES[damage])
    services.histories.__init__()
    for read in (
        lambda: game_view.load_view(services, game.id),
        lambda: game_export.export_game(services, game.id),
        lambda: restore_game(services, game.id),
    ):
        with pytest.raises(DamagedArchive):
            read()
    assert issubclass(DamagedArchive, Broken), "lists leave the game out as any damaged one"
    assert len(rows(services, archives)) == 1 and rows(services) == []


def test_a_move_after_the_end_brings_the_game_back(services, over):
    """No rule allows such a move today; a later one may."""
    game = over()
    archive_game(services, game.id)
    with services.store.write() as work:
        locked = work.games.lock_game(game.id)
        history = services.histories.of(work, TINY["parry"], locked)
        order = record.stored_order(table_orders.OfferDraw())
        append_move(work, locked, history, Move(5, "red", order, (), (), "later", "2026"))
        work.games.update_game(game.id, number=5)
        work.commit()
    assert [row["number"] for row in rows(services)] == [1, 2, 3, 4, 5]
    assert rows(services, archives) == []
    assert archive_game(services, game.id).moves == 5


def test_an_order_after_the_end_is_refused_as_before(services, people, over, command):
    game = over()
    archive_game(services, game.id)
    with pytest.raises(Refused):
        orders.declare_order(services, game.id, people[0].id, command(), 4, Strike(hard=True))
    assert rows(services) == []


def test_a_deleted_game_has_no_archive(services, over):
    game = over()
    archive_game(services, game.id)
    with services.store.write() as work:
        work.games.delete_game(game.id)
        work.commit()
    assert rows(services, archives) == []


def test_a_changed_game_is_not_archived(services, over):
    """A move of the game changes between the compression and the lock."""
    game = over()
    with services.store.read() as work:
        packed = work.archives.pack(game.id)
    other = packed._replace(moves=packed.moves[:-1])
    for one in (other, packed._replace(moves=[*packed.moves[:-1], packed.moves[0]])):
        with services.store.write() as work:
            assert not work.archives.replace_moves(game.id, one, "2026")
    assert len(rows(services)) == 4


@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
@pytest.mark.postgres
def test_two_archivers_share_the_games(database_url, services, over):
    """Two hosts archive at once: each game goes to the archive once."""
    games = [over() for _ in range(12)]
    told = [seen(services, game) for game in games]
    hosts = [Services.open(TINY, database_url) for _ in range(2)]
    start, found = threading.Barrier(2), []

    def archive(host):
        start.wait()
        for _ in range(len(games)):
            found.extend(archive_games(host, -1, 4, set()))

    threads = [threading.Thread(target=archive, args=(host,)) for host in hosts]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    for host in hosts:
        host.close()
    assert sorted(one.game_id for one in found) == [game.id for game in games]
    assert len(rows(services, archives)) == len(games) and rows(services) == []
    assert [seen(services, game) for game in games] == told


@pytest.mark.parametrize("place", ARCHIVE_PLACES)
def test_a_kill_loses_and_doubles_nothing(database_url, services, over, place):
    game = over()
    before, told = rows(services), seen(services, game)
    is_return = place.startswith("rows back")
    if is_return:
        archive_game(services, game.id)
    act_and_die(
        database_url,
        ARCHIVE_PLACES[place],
        lambda host: (archiving.restore_game if is_return else archiving.archive_game)(
            host, game.id
        ),
    )
    is_archived = is_return or place == "committed"
    assert rows(services) == ([] if is_archived else before)
    assert len(rows(services, archives)) == is_archived
    assert seen(services, game) == told
    restore_game(services, game.id)
    assert rows(services) == before


def test_the_worker_archives_in_its_rounds(services, over, monkeypatch):
    over()
    later = time_text(datetime.now(UTC) + timedelta(days=31))
    for module in (archiving, expiry_worker):
        monkeypatch.setattr(module, "current_time", lambda: later)
    ExpiryWorker(services, archive_days=30).round()
    assert len(rows(services, archives)) == 1


def test_a_rematch_leaves_the_archive_alone(services, people, over):
    game = over()
    archive_game(services, game.id)
    again = rematches.open_rematch(services, str(game.id), people[0].id)
    assert len(rows(services, archives)) == 1
    assert game_view.load_view(services, game.id, people[0].id).rematch == again.address
