"""A day of mixed load in compressed time (bench/reliability/soak.py): readings, slopes, one run."""

from __future__ import annotations

import os
import socket
import sqlite3

import pytest

from bench import mixed_load
from bench.mixed_load import Amount, Work
from bench.reliability import soak
from bench.reliability.soak import (
    Hour,
    Reading,
    Soak,
    failed_requests,
    figures,
    read_process,
    slope,
)

SMALL = Amount(people_orders=3, bot_orders=2, neglected=1, pages=6, games=1, armies=1)


def hours(*memory: float) -> list[Hour]:
    return [Hour(Reading(one, 10.0, 20.0, 3.0, 8.0), 15.0, 9.0) for one in memory]


class FakeSoak:
    """Run with made results."""

    seconds, observers = 1.0, 0

    def __init__(self, made: list[Hour]):
        self.hours = made
        self.work = Work()


def test_slope_is_a_share_of_the_mean_in_an_hour():
    assert slope([100, 100, 100]) == 0
    assert slope([99, 100, 101]) == pytest.approx(1.0)
    assert slope([40, 30, 20]) == pytest.approx(-100 / 3)


def test_handles_of_a_process_are_counted(tmp_path):
    before = read_process(os.getpid())
    with (
        sqlite3.connect(tmp_path / soak.DATABASE) as database,
        socket.socket(),
        (tmp_path / "file").open("w"),
    ):
        database.execute("CREATE TABLE one (number)")
        now = read_process(os.getpid())
    database.close()
    assert now.database - before.database == 1
    assert now.sockets - before.sockets == 1
    assert now.files - before.files >= 2
    assert now.memory > 10 and now.threads >= 1


@pytest.mark.parametrize(("last", "is_met"), [(102.0, True), (110.0, False)])
def test_warm_up_has_no_part_in_the_slopes(last, is_met):
    made = figures(FakeSoak(hours(1, 100, 101, last)), 4, 0)
    slopes = {one.what: one.met for one in made if one.what.endswith("_slope")}
    assert len(slopes) == 7
    assert slopes.pop("soak_memory_slope") is is_met
    assert all(slopes.values())


def test_each_failed_request_of_an_observer_counts():
    assert failed_requests([]) == 0
    assert failed_requests(["1025 TimeoutError", "2 page: 503"]) == 1027


@pytest.mark.slow
def test_two_short_hours_have_no_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(soak, "OLD_GAMES", 3)
    monkeypatch.setattr(soak, "OLD_COPIES", 2)
    monkeypatch.setattr(mixed_load, "GAME_ORDERS", 3)
    run = Soak(tmp_path, 4.0, 6, SMALL)
    assert run.run(2) == ""
    assert run.wrong() == []
    assert len(run.hours) == 2 and run.hours[1].reading.sockets >= 6
    assert run.work.order_seconds and run.work.imports
