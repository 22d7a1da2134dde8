"""Stored orders give the same results in another process with the database alone."""

import json
from pathlib import Path

import msgspec
import pytest

from app.cli import main
from app.games import shelf
from app.kernel import record
from app.kernel.readjudication import SORTED_KEYS
from app.services.container import Services
from app.services.play import game_export, game_import
from bench.decided_again import in_another_process, play_all, setups_of
from tests.sample_games import HEX_GAME, INCH_GAME

OLD = Path(__file__).parent / "old_records"
MOVES = 45


@pytest.fixture(scope="module")
def played(migrated_sqlite, tmp_path_factory) -> str:
    """Database with the beginnings of two battles and of a bot game of Cry Havoc."""
    import shutil

    url = f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path_factory.mktemp('again') / 'bots.db')}"
    jobs = [*setups_of(INCH_GAME, 2), *setups_of(HEX_GAME, 1)]
    assert play_all(url, jobs, minutes=5, most=MOVES) == len(jobs)
    return url


@pytest.mark.slow
def test_games_of_bots_are_decided_again_by_another_process(played):
    found = in_another_process(played)
    assert found.by_box == {INCH_GAME: 2, HEX_GAME: 1}
    assert found.games == 3 and found.moves == 3 * MOVES
    assert (found.otherwise, found.sorted_keys) == (0, 0)


@pytest.mark.slow
def test_a_game_with_sorted_keys_is_listed_without_an_error(played, tmp_path, capsys):
    file = older(written(played, 2))
    path = tmp_path / "older.json"
    path.write_bytes(msgspec.json.encode(file))
    assert main(["verify", str(path)]) == 0
    assert main(["re-adjudicate", str(path)]) == 0
    *lines, last = capsys.readouterr().out.splitlines()[2:]  # two lines of verify
    assert lines and all(SORTED_KEYS in line for line in lines)
    assert last == (
        "1 games decided again, 0 with another result; "
        f"{len(lines)} moves differ only because their keys were stored sorted"
    )


def test_moves_with_another_result_are_an_error(played, tmp_path, capsys):
    """The keys are marked as kept in sequence but are not."""
    file = written(played, 2)
    wrong = {
        number: record.stored_order(msgspec.Raw(resorted(record.without_key_mark(move.order))))
        for number, move in enumerate(game_export.moves_of(file))
    }
    path = tmp_path / "wrong.json"
    path.write_bytes(msgspec.json.encode(with_orders(file, wrong)))
    assert main(["re-adjudicate", str(path)]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert lines and not any(SORTED_KEYS in line for line in lines)
    assert last.startswith("1 games decided again, 1 with another result; 0 moves differ only")


@pytest.mark.parametrize("path", sorted(OLD.glob("*.json")), ids=lambda path: path.stem)
def test_an_older_file_is_verified_replayed_and_imported(path, sqlite_url, capsys):
    """Beginnings of games stored with sorted keys (2026-11-23)."""
    assert main(["verify", str(path)]) == main(["replay", str(path)]) == 0
    assert "0 false" in capsys.readouterr().out
    services = Services.open(shelf(), sqlite_url)
    try:
        brought = game_import.import_game(services, path.read_bytes())
        out = json.loads(game_export.export_with_secrets(services, brought.id))
    finally:
        services.close()
    before = json.loads(path.read_bytes())
    assert (out["format"], out["moves"]) == (before["format"], before["moves"])
    assert before["format"] == "caracole-game/1"


def test_older_files_exist():
    assert {path.stem for path in OLD.glob("*.json")} == {HEX_GAME, INCH_GAME}


def written(url: str, game_id: int) -> game_export.GameOnFile:
    services = Services.open(shelf(), url)
    try:
        return game_export.read_file(game_export.export_with_secrets(services, game_id))
    finally:
        services.close()


def resorted(order: bytes) -> bytes:
    return record.to_json(msgspec.json.decode(order)).encode()


def older(file: game_export.GameOnFile) -> game_export.GameOnFile:
    """File as written when keys were sorted."""
    orders = {
        number: msgspec.Raw(resorted(record.without_key_mark(move.order)))
        for number, move in enumerate(game_export.moves_of(file))
    }
    return msgspec.structs.replace(with_orders(file, orders), format="caracole-game/1")


def with_orders(
    file: game_export.GameOnFile, orders: dict[int, msgspec.Raw]
) -> game_export.GameOnFile:
    """File with other orders at these places, and a valid chain."""
    moves, head = [], ""
    for number, move in enumerate(game_export.moves_of(file)):
        order = orders.get(number, move.order)
        placed = record.chain_move(msgspec.structs.replace(move, order=order), head)
        moves.append(game_export.MoveOnFile(**msgspec.structs.asdict(placed)))
        head = placed.hash
    return msgspec.structs.replace(file, moves=tuple(moves))
