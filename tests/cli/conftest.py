"""Command line that runs in this process, on a fresh database."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from app.cli import main


class Run(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def caracole(sqlite_url, monkeypatch, capsys):
    """Function that runs `python -m app ...` on a fresh database, in this process."""
    monkeypatch.setenv("CARACOLE_DATABASE_URL", sqlite_url)

    def run(*words, given=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        capsys.readouterr()
        try:
            status = main([str(word) for word in words])
        except SystemExit as stopped:
            status = stopped.code
        return Run(status, *capsys.readouterr())

    return run


@pytest.fixture
def finished(sqlite_url, tmp_path):
    """Exported finished game of the first box."""
    from app.games import shelf
    from app.kernel import table_orders
    from app.services.container import Services
    from app.services.people.accounts import create_guest
    from app.services.play import game_export, lobby, orders
    from app.services.watch import game_view

    if not shelf():
        pytest.skip("no installed game")
    services = Services.open(shelf(), sqlite_url)
    guest = create_guest(services)
    game = lobby.play_now(services, guest.id)
    orders.declare_order(
        services,
        game.id,
        guest.id,
        "over",
        game_view.load_view(services, game.id).last,
        table_orders.Concede(),
    )
    path = tmp_path / "game.json"
    path.write_bytes(game_export.export_game(services, game.id))
    services.close()
    return path
