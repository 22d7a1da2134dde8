"""Versions of the lists of games: acts and moves of every process, and nothing else."""

from __future__ import annotations

import time

from app.services.container import Services
from app.services.people import accounts
from app.services.play import orders
from app.services.watch import list_changes
from app.services.watch.list_changes import ListChanges
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Strike


def is_soon(is_true) -> bool:
    until = time.monotonic() + 10
    while not is_true() and time.monotonic() < until:
        time.sleep(0.01)
    return is_true()


def test_moves_count_at_most_once_in_a_while(monkeypatch):
    changes, now = ListChanges(), 100.0
    monkeypatch.setattr(list_changes.time, "monotonic", lambda: now)
    first = changes.version()
    changes.hear([(1, 2, "moves")])
    second = changes.version()
    changes.hear([(1, 3, "moves")])
    assert first != second == changes.version()
    now += list_changes.MOVES_EVERY
    assert changes.version() != second


def test_acts_count_at_once_and_other_news_do_not():
    changes = ListChanges()
    first = changes.version()
    changes.hear([(1, 2, "remarks"), (1, 2, "watching"), (1, 2, "player_chat:a")])
    assert changes.version() == first
    changes.hear([(0, 0, "lists")])
    assert changes.version() != first


def test_a_process_hears_the_acts_and_moves_of_another_one(
    services, people, started, command, database_url, monkeypatch
):
    """On SQLite there is only one process."""
    monkeypatch.setattr(list_changes, "MOVES_EVERY", 0.0)
    other = services if services.store.is_sqlite else Services.open(TINY, database_url)
    try:
        before = other.lists.version()
        game = started("parry")
        assert is_soon(lambda: other.lists.version() != before)
        time.sleep(0.2)
        before = other.lists.version()
        orders.declare_order(services, game.id, people[0].id, command(), 1, Strike(hard=False))
        assert is_soon(lambda: other.lists.version() != before)
        time.sleep(0.2)
        before = other.lists.version()
        accounts.save_preferences(services, people[0].id, language="es")
        assert is_soon(lambda: other.lists.version() != before)
    finally:
        if other is not services:
            other.close()
