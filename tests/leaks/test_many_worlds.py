"""Many worlds of one position: each part of the outlets is asked, and a planted leak is found."""

from __future__ import annotations

import gc
import time
import zlib
from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from app.games import shelf
from app.services.watch.spectators import load_spectators
from app.web.api.routes import game_chats
from bench.twin_worlds import pairs_by_outlet
from tests.box_tests import offered
from tests.counting import count
from tests.leaks import many_worlds
from tests.leaks.many_worlds import (
    LEAST_IDLE,
    PARTS,
    Compared,
    SecretPosition,
    all_outlets,
    begins_with_many,
    compare_worlds,
    part_of,
    slower_outlets,
    viewer_of,
)
from tests.leaks.outlets import listed_by_kind, timed

OFFERING = {
    box: position
    for box in shelf()
    if (position := offered(box, "leak_positions", "position", None)) is not None
}
NUMBERS = range(16)
WATCHING = "api GET /games/{address}/watching"
DELAY = 0.05
"""Seconds of a planted delay for each conditional order of another player."""


def two_worlds(box: str, number: int) -> SecretPosition | None:
    """Position of a number with two of its worlds."""
    position = OFFERING[box](number)
    return position and replace(position, secrets=position.secrets[:2])


def compared(box: str, migrated_sqlite, folder, number: int, part: int) -> Compared | None:
    position = two_worlds(box, number)
    return position and compare_worlds(migrated_sqlite, folder, position, part)


@pytest.mark.slow
@pytest.mark.parametrize("box", OFFERING)
def test_all_parts_ask_every_outlet_and_find_no_difference(migrated_sqlite, tmp_path_factory, box):
    number = next(one for one in NUMBERS if two_worlds(box, one) is not None)
    found = [
        compared(box, migrated_sqlite, tmp_path_factory.mktemp("part"), number, part)
        for part in range(PARTS)
    ]
    count("twin_outlets", sum(sum(one.asked.values()) for one in found))
    assert [one.differences for one in found] == [[]] * PARTS
    met = pairs_by_outlet(found)
    assert sorted(met) == sorted(all_outlets()) and set(met.values()) == {1}


@pytest.mark.slow
@pytest.mark.parametrize("box", OFFERING)
@pytest.mark.parametrize("number", NUMBERS)
def test_neighbouring_worlds_are_equal(migrated_sqlite, tmp_path, box, number):
    found = compared(box, migrated_sqlite, tmp_path, number, number)
    if found is None:
        pytest.skip("this number gives no position")
    assert found.differences == []


def hash_of_state(services, address, user_id=None):
    """Number of spectators replaced by a hash of the whole position."""
    with services.store.read() as work:
        game = services.find(work, address)
        state = services.histories.of(work, services.shelf[game.box], game).now.state
    many = zlib.crc32(repr(state).encode())
    return changed(load_spectators(services, address, user_id), count=many)


@pytest.mark.slow
@pytest.mark.parametrize("box", OFFERING)
def test_a_leak_of_one_outlet_is_found(migrated_sqlite, tmp_path_factory, monkeypatch, box):
    monkeypatch.setattr(game_chats, "load_spectators", hash_of_state)
    number = next(one for one in NUMBERS if one % 2 == 0 and two_worlds(box, one) is not None)
    found = [
        compared(box, migrated_sqlite, tmp_path_factory.mktemp("part"), number, part)
        for part in range(PARTS)
    ]
    differences = [one for part in found for one in part.differences]
    assert differences and all(WATCHING in one for one in differences)
    assert all(WATCHING in one.asked for one in found if one.differences)


def late_for_conditional_orders(services, address, user_id=None):
    """Number of spectators, which waits for each conditional order of other players."""
    with services.store.read() as work:
        game = services.find(work, address)
        given = work.conditional_orders.for_game(game.id)
    time.sleep(DELAY * sum(len(one) for user, one in given.items() if user != user_id))
    return load_spectators(services, address, user_id)


@pytest.mark.slow
@pytest.mark.parametrize("box", OFFERING)
def test_a_planted_delay_of_one_outlet_is_found(migrated_sqlite, tmp_path, monkeypatch, box):
    """The worlds have one and four conditional orders. A delay takes no processor time."""
    monkeypatch.setattr(game_chats, "load_spectators", late_for_conditional_orders)
    number = next(one for one in NUMBERS if one % 2 == 1 and two_worlds(box, one) is not None)
    place = listed_by_kind("api").index(WATCHING.removeprefix("api "))
    part = next(one for one in range(PARTS) if part_of(one).includes(place, WATCHING))
    found = compared(box, migrated_sqlite, tmp_path, number, part)
    assert found.differences == []
    assert slower_outlets(*found.spent) == []
    assert slower_outlets(*found.idle, least=LEAST_IDLE) == [WATCHING]


@pytest.mark.slow
@pytest.mark.parametrize("box", OFFERING)
def test_worlds_with_the_same_secret_are_no_pair(migrated_sqlite, tmp_path, box):
    number = next(one for one in NUMBERS if two_worlds(box, one) is not None)
    position = OFFERING[box](number)
    position = replace(position, secrets=position.secrets[:1] * 2)
    found = compare_worlds(migrated_sqlite, tmp_path, position, 0)
    assert found.differences == ["the secrets are the same"]


@pytest.mark.slow
@pytest.mark.parametrize("box", OFFERING)
def test_the_garbage_collector_does_not_work_while_a_world_is_asked(
    migrated_sqlite, tmp_path, monkeypatch, box
):
    """It would work at the same request of every second world."""
    working = []
    monkeypatch.setattr(many_worlds, "timed", seen_by(working))
    gc.enable()
    number = next(one for one in NUMBERS if two_worlds(box, one) is not None)
    assert compared(box, migrated_sqlite, tmp_path, number, 0).worlds == 2
    assert working and not any(working) and gc.isenabled()


def seen_by(working):
    """Way to time a request that notes whether the collector works."""

    def ask(outlet, asked, spent, idle):
        working.append(gc.isenabled())
        return timed(outlet, asked, spent, idle)

    return ask


def test_both_orders_of_the_worlds_come_with_each_part_viewer_and_kind_of_position():
    met = {(one % PARTS, viewer_of(one), one % 8, begins_with_many(one)) for one in range(400)}
    assert len(met) == 2 * len({one[:-1] for one in met})


def test_an_outlet_that_takes_longer_in_worlds_with_many_secrets_is_found():
    few = {"GET /games": 3.0, "GET /lobby": 3.0, "GET /seldom": 0.1}
    many = {"GET /games": 5.0, "GET /lobby": 3.5, "GET /seldom": 0.9}
    assert slower_outlets(few, many) == ["GET /games"]
