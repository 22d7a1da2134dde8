"""Check of forfeits in a month of a club (`bench.games.contests.forfeits`): early ones are
found, due ones are not.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from app.games.contests.events import ResultSettled
from app.games.contests.state import Result
from app.kernel.clock_orders import HolidayTaken, StoodIn, TimeExtended
from app.services.time.availability import time_text
from bench.games.contests.forfeits import overlap, wrong_forfeits

START = datetime(2026, 3, 20, 9, tzinfo=UTC)
KEY = "play r1.1"


def record_of(
    after: float,
    *between: object,
    silent: tuple[str, ...] = (),
    since: int = 1,
    by: str = "hold",
    waits: bool = True,
):
    """Contest in which p1 and p2 owe a battle since move 1 with five days. The clock decides it for
    p1 `after` so many days. `between` are events of move 2, and p2 owes the battle since move
    `since`.
    """
    moves = [(0.0, ()), (1.0, between), (after, (StoodIn("p1", by, "", KEY),))]
    if silent:
        moves[-1] = (after, (*moves[-1][1], ResultSettled("r1.1", Result("", silent=silent))))
    owed = [SimpleNamespace(seat=one, clock_key=KEY, deadline="play") for one in ("p1", "p2")]
    return SimpleNamespace(
        game=SimpleNamespace(id=1, clock=SimpleNamespace(steps={"play": 5})),
        box=SimpleNamespace(
            card=SimpleNamespace(deadlines=[SimpleNamespace(key="play", waits_in_holidays=waits)]),
            waiting_for=lambda number: owed[: 2 if number >= since else 1],
        ),
        history=SimpleNamespace(
            tables=[SimpleNamespace(state=number) for number in range(4)],
            moves=[
                SimpleNamespace(
                    number=number, events=events, made_at=time_text(START + timedelta(days=days))
                )
                for number, (days, events) in enumerate(moves, 1)
            ],
        ),
    )


OUTAGE = (START + timedelta(days=2), START + timedelta(days=3))
HOLIDAY = HolidayTaken("p1", "2026-03-22", 2)


@pytest.mark.parametrize(
    ("look", "outages", "faults"),
    [
        (record_of(5), (), 0),
        (record_of(4.9), (), 1),
        (record_of(5), (OUTAGE,), 1),
        (record_of(6), (OUTAGE,), 0),
        (record_of(6), (OUTAGE, OUTAGE), 0),
        (record_of(6.9, HOLIDAY), (), 1),
        (record_of(7, HOLIDAY), (), 0),
        (record_of(5, HolidayTaken("p2", "2026-03-22", 2)), (), 0),
        (record_of(5, HolidayTaken("p2", "2026-03-22", 2), silent=("p1", "p2")), (), 1),
        (record_of(5, silent=("p1", "p2")), (), 0),
        (record_of(5, silent=("p1", "p2"), since=2), (), 1),
        (record_of(9, HolidayTaken("p1", "2026-03-29", 2)), (), 1),
        (record_of(7, TimeExtended("p1", 3)), (), 1),
        (record_of(8, TimeExtended("p1", 3)), (), 0),
        (record_of(2.5, HOLIDAY, by="absent", waits=False), (), 0),
        (record_of(2.5, HOLIDAY, by="absent"), (), 2),
        (record_of(6, by="absent", waits=False), (), 1),
    ],
)
def test_a_forfeit_before_its_time_is_found(look, outages, faults):
    assert len(list(wrong_forfeits(look, outages))) == faults


def test_stretches_that_meet_count_once():
    hour = timedelta(hours=1)
    span = (START, START + 10 * hour)
    some = [(START - hour, START + 2 * hour), (START + hour, START + 3 * hour)]
    assert overlap(span, [*some, (START + 9 * hour, START + 12 * hour)]) == 4 * hour
