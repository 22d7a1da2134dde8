"""A holiday stops the deadlines of an entrant of a contest (CAR-CLK-13)."""

from datetime import timedelta

import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.games.contests.state import NO_POINTS
from app.kernel import clock_orders
from app.kernel.clock_terms import Terms
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby, open_seats, orders
from app.services.time import availability
from app.services.time.deadline_worker import process_game
from app.services.watch import game_view
from tests.services.time.conftest import START, time  # noqa: F401 fixture

DAY = timedelta(days=1)
TERMS = {"battle": "cry_havoc/lady_edith", "places": "6", "late": NO_POINTS}
CLOCK = Terms("steps", then="hold", steps={"play": 14, "confirm": 3}, holidays=20)
NAMES = ("Ada", "Berta", "Carla", "Dora")


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


def give(services, game, member, order, seat=None):
    last = game_view.load_view(services, game, None).last
    orders.declare_order(services, game, member, f"at {last}", last, order, seat=seat)


def work_off(services, game):
    while process_game(services, game):
        pass


@pytest.fixture
def round_one(services, time):  # noqa: F811 fixture
    """Published contest of four entrants with 14 days for a battle, and its members by name."""
    time.is_now(START - DAY, services)
    members = [accounts.register(services, name, "a long enough sentence").id for name in NAMES]
    game = lobby.open_table(
        services,
        members[0],
        "contests",
        "swiss",
        "referee",
        terms=TERMS,
        gathers=True,
        clock=CLOCK,
    ).id
    for number, member in enumerate(members):
        open_seats.take_seat(services, game, member, f"in{number}", o.Enter(NAMES[number]))
    time.is_now(START, services)
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        give(services, game, members[0], order, "referee")
    return game, members


def given(services, game):
    """Default orders of the clock, by battle and seat."""
    history = game_view.load_view(services, game, None).history
    return [
        event
        for move in history.moves
        for event in move.events
        if isinstance(event, clock_orders.StoodIn)
    ]


def test_a_holiday_of_an_entrant_ends_no_battle_and_moves_its_deadline(services, round_one, time):  # noqa: F811 fixture
    game, members = round_one
    view = game_view.load_view(services, game, members[1])
    seat = view.seat
    give(services, game, members[1], clock_orders.TakeHoliday(START.date().isoformat(), 10))
    time.is_now(START + DAY, services)
    work_off(services, game)
    assert not given(services, game)
    with services.store.read() as work:
        row = work.clocks.of_games([game])[game][seat]
    assert availability.parse_time(row.deadline) > START + 20 * DAY


def test_a_battle_waits_for_the_opponent_who_was_on_holiday(services, round_one, time):  # noqa: F811 fixture
    """The others have 14 days. The battle of the absent entrant ends when both have had them."""
    game, members = round_one
    give(services, game, members[1], clock_orders.TakeHoliday(START.date().isoformat(), 10))
    time.is_now(START + 15 * DAY, services)
    work_off(services, game)
    assert len(given(services, game)) == 1  # of the other battle
    time.is_now(START + 23 * DAY, services)
    work_off(services, game)
    assert len(given(services, game)) == 1
    time.is_now(START + 25 * DAY, services)
    work_off(services, game)
    assert len(given(services, game)) == 2
