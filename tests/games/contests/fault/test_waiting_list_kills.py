"""kill -9 of a process while entrants move up the waiting list of a contest, and another process
frees a place at the same time.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from app.games import shelf
from app.games.contests import events as e
from app.games.contests import orders as o
from app.games.contests.state import ASKED, ENTERED, WAITING, WITHDRAWN
from app.kernel.contract import Order
from app.kernel.table_orders import Concede
from app.services.container import Services
from app.services.errors import NotYourSeat, Overtaken
from app.services.play import open_seats, orders
from bench.self_killing_server import WAITING_LIST_PLACES
from tests.counting import count_on
from tests.games.contests.fault.test_round_kills import TERMS, SwissContest, new_member
from tests.killed_process import dying

PLACES, ENTRANTS = 4, 8
KILLS = 3
"""Kills in one contest."""
COMMITTED = "committed, not announced"
HAS_A_PLACE, IS_ASKED = "You have a place", "A place is free for you"


class FullContest(SwissContest):
    """Contest of four places: p1 to p4 have one, p5 to p8 wait. Its battles have tables here."""

    terms = TERMS | {"places": str(PLACES), "rounds": "1"}

    def __init__(self, services: Services, members: list[int]):
        self.begin_sign_up(services, members)
        for number, person in enumerate(self.people):
            order = o.Enter(f"Ana {number}")
            open_seats.take_seat(services, self.game.id, person, f"in{number}", order)

    def acting(self, seat: str, order: Order) -> Callable[[Services], None]:
        """Act of a seat, that is given again if another order came first. Its command stays."""
        user = self.organiser if seat == "referee" else self.people[int(seat[1:]) - 1]
        command = f"{seat} {type(order).__name__} {getattr(order, 'entrant', '')}"

        def act(services: Services) -> None:
            while True:
                with services.store.read() as work:
                    last = services.find(work, self.game.id).number
                try:
                    orders.declare_order(
                        services, self.game.id, user, command, last, order, seat=seat
                    )
                except Overtaken:
                    continue
                return

        return act

    def statuses(self) -> list[str]:
        """Status of each entrant, p1 first."""
        with self.services.store.read() as work:
            game = self.services.find(work, self.game.id)
            history = self.services.histories.of(work, self.services.box(game), game)
        given = [one for move in history.moves for one in move.events]
        moved = [one.entrant for one in given if isinstance(one, e.MovedUp)]
        asked = [one.entrant for one in given if isinstance(one, e.PlaceOffered)]
        assert moved[:2] == ["p5", "p6"] and len(moved) == len(set(moved)), moved
        assert asked in ([], ["p7", "p8"]), asked
        entrants = history.now.state.entrants
        return [entrants[f"p{number}"].status for number in range(1, ENTRANTS + 1)]

    def told(self, title: str) -> list[int]:
        """Number of messages with this title that each entrant has got, p1 first."""
        about = f"/open-game/{self.game.id}"
        with self.services.store.read() as work:
            boxes = [work.outbox.of_user(person, 9999) for person in self.people]
        found = [[one.message for one in box if title in one.message] for box in boxes]
        return [sum(f'"{about}"' in one for one in each) for each in found]


@pytest.fixture
def club(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [2, pytest.param(167, marks=pytest.mark.proof)])
def test_a_process_is_killed_while_entrants_move_up(club, database_url, rounds, most_rounds):
    """501 kills with the mark, in turn at each place. A free place goes to one entrant, the first
    of the list, who is told once. No entrant is paired twice.
    """
    members = [new_member(club, number) for number in range(ENTRANTS + 1)]
    places = itertools.cycle(reversed(WAITING_LIST_PLACES))
    for _ in range(min(rounds, most_rounds)):
        contest = FullContest(club, members)

        def killed(seat: str, order: Order, other: str, at_once: Order, contest=contest) -> str:
            """Let one seat act in a process that dies while another seat acts, then act again."""
            place = next(places)
            act = contest.acting(seat, order)
            with dying(database_url, WAITING_LIST_PLACES[place], act, boxes=shelf()):
                contest.acting(other, at_once)(club)
            try:
                act(club)
            except NotYourSeat:  # the order is on record, and the entrant has no seat any more
                assert place == COMMITTED and isinstance(order, Concede)
            count_on(database_url, "list_kills")
            return place

        place = killed("p1", Concede(), "referee", o.RemoveEntrant("p2"))
        gone, wait = [WITHDRAWN] * 2, [WAITING] * 2
        assert contest.statuses() == [*gone, *[ENTERED] * 4, *wait], place
        assert contest.told(HAS_A_PLACE) == [0, 0, 0, 0, 1, 1, 0, 0], place

        contest.give(club, o.CloseSignUp())
        place = killed("referee", o.RemoveEntrant("p3"), "p4", Concede())
        assert contest.statuses() == [*gone, *gone, ENTERED, ENTERED, ASKED, ASKED], place
        assert contest.told(IS_ASKED) == [0, 0, 0, 0, 0, 0, 1, 1], place

        place = killed("p7", o.AnswerPlace(True), "p8", o.AnswerPlace(True))
        assert contest.statuses() == [*gone, *gone, *[ENTERED] * 4], place

        contest.give(club, o.DraftRound())
        contest.publish(club)
        keys, players, _ = contest.battles()
        assert keys == ["r1.1", "r1.2"] and players == sorted(contest.people[4:])
