"""kill -9 of a process that publishes a round of a contest: all battles with their tables and
notifications, or none.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.contract import Order
from app.services.container import Services
from app.services.people import accounts
from app.services.play import large_orders, lobby, open_seats, orders
from bench.self_killing_server import BATTLE_PLACES, LARGE_ORDER_PLACES
from tests.counting import count_on
from tests.games.contests.leak_secrets import ARMIES, ARMY
from tests.killed_process import act_and_die

ENTRANTS, PASSWORD = 6, "a long enough sentence"
TERMS = {"battle": "cry_havoc/lady_edith", "places": str(ENTRANTS), "rounds": "3", "play": "web"}
PLACES = dict(list(BATTLE_PLACES.items())[:3])


def new_member(services: Services, number: int) -> int:
    """New member with an address for notifications."""
    member = accounts.register(services, f"Olmos {number}", PASSWORD).id
    with services.store.write() as work:
        work.users.update_user(member, email=f"{number}@example.org")
        work.commit()
    return member


class SwissContest:
    """Swiss contest whose first round is drawn, on a database that other processes use too."""

    terms, kills = TERMS, "round_kills"
    keys = tuple(f"r1.{number}" for number in range(1, ENTRANTS // 2 + 1))

    def __init__(self, services: Services, members: Sequence[int]):
        self.begin_sign_up(services, members)
        self.sign_up(services)
        self.give(services, o.CloseSignUp())
        self.send_lists(services)
        self.give(services, o.DraftRound())

    def begin_sign_up(self, services: Services, members: Sequence[int]) -> None:
        """Found the contest; the first member is its organiser."""
        self.services = services
        self.organiser, *self.people = members
        self.game = lobby.open_table(
            services, self.organiser, "contests", "swiss", "referee", terms=self.terms, gathers=True
        )

    def sign_up(self, services: Services) -> None:
        for number in range(ENTRANTS):
            self.enter(services, number, o.Enter(f"Ana {number}", ""))

    def send_lists(self, services: Services) -> None:
        """Send army lists and open them, in a contest with lists."""

    def enter(self, services: Services, number: int, order: o.Enter) -> None:
        person = self.people[number]
        open_seats.take_seat(services, self.game.id, person, f"in{number}", order)

    def give(self, services: Services, order: Order, by: int = 0, seat: str = "referee") -> None:
        """Give an order of the organiser or of a captain. The same order has the same command."""
        user = by or self.organiser
        command = f"{type(order).__name__}{getattr(order, 'player', '')}"
        self.declare(services, user, seat, command, order)

    def declare(self, services: Services, user: int, seat: str, command: str, order: Order) -> None:
        """Give an order of a user under a command of its own."""
        with services.store.read() as work:
            last = services.find(work, self.game.id).number
        orders.declare_order(services, self.game.id, user, command, last, order, seat=seat)

    def publish(self, services: Services) -> None:
        self.give(services, o.PublishRound())

    def battles(self) -> tuple[list[str], list[int], int]:
        """Keys of the battles with a table, their players, and the number of notifications."""
        with self.services.store.read() as work:
            tables = work.child_battles.of_game(self.game.id)
            seats = work.seats.of_games([one.id for one in tables])
            sent = [one.key for person in self.people for one in work.outbox.of_user(person, 9999)]
        assert len(sent) == len(set(sent))
        players = [seat.user_id for one in seats.values() for seat in one if seat.user_id]
        return sorted(one.battle for one in tables), sorted(players), len(sent)


class TeamContest(SwissContest):
    """Contest of two teams of three; all players have a board."""

    terms, kills = TERMS | {"team_size": "3", "rounds": "1"}, "board_kills"
    keys = ("r1.1.1", "r1.1.2", "r1.1.3")

    def sign_up(self, services: Services) -> None:
        for captain in (0, 1):
            self.enter(services, captain, o.Enter(f"Team {captain}", player="Ana"))
        for captain, seat in ((0, "p1"), (1, "p2")):
            for number in (captain + 2, captain + 4):
                self.enter(services, number, o.Enter(player=f"Bea {number}", team=seat))
                order = o.AnswerPlayer(f"p{self.seat_number(services)}", True)
                self.give(services, order, self.people[captain], seat)

    def seat_number(self, services: Services) -> int:
        """Number of the last seat of a player."""
        with services.store.read() as work:
            return len([one for one in work.seats.for_game(self.game.id) if one.seat[0] == "p"])


class Listing(SwissContest):
    """Contest whose entrants or players have sent army lists, which are open."""

    def send_lists(self, services: Services) -> None:
        """Each user sends a list with an own name; that of the last one has too many points."""
        with services.store.read() as work:
            held = {one.user_id: one.seat for one in work.seats.for_game(self.game.id)}
        for number, person in enumerate(self.people):
            spearmen = 90 if number == ENTRANTS - 1 else 20
            units = [{"spearman": spearmen}, {"spearman": 20}, {"archer": 20}]
            order = o.SendList(ARMY | {"units": units, "name": f"Army {person}"})
            self.declare(services, person, held[person], f"list {number}", order)
        self.give(services, o.OpenLists())

    def battles(self) -> tuple[list[str], list[int], int]:
        """Battles as of every contest. Each table has the lists of its two players, but not the
        list with faults.
        """
        with self.services.store.read() as work:
            for table in work.child_battles.of_game(self.game.id):
                seats = work.seats.for_game(table.id)
                brought = work.seats.contributions_by_seat(table.id)
                names = {
                    one.user_id: brought.get(one.seat, {}).get("army", {}).get("name", "")
                    for one in seats
                }
                assert names == {
                    user: "" if user == self.people[-1] else f"Army {user}" for user in names
                }
        return super().battles()


class ListContest(Listing):
    """Swiss contest with army lists."""

    terms = TERMS | ARMIES


class TeamListContest(Listing, TeamContest):
    """Contest of two teams of three with army lists."""

    terms = TeamContest.terms | ARMIES


KINDS = (SwissContest, TeamContest, ListContest, TeamListContest)


def runs(without_lists: int, with_lists: int) -> list[object]:
    """Kinds of contest with their rounds: one each, and more with the mark."""
    many = [without_lists, without_lists, with_lists, with_lists]
    proofs = zip(KINDS, many, strict=True)
    quick = [(kind, 1) for kind in KINDS[:2]]
    slow = [pytest.param(kind, 1, marks=pytest.mark.slow) for kind in KINDS[2:]]
    return [*quick, *slow, *(pytest.param(*one, marks=pytest.mark.proof) for one in proofs)]


@pytest.fixture
def club(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


@pytest.mark.parametrize(("kind", "rounds"), runs(167, 17))
def test_a_process_is_killed_while_it_publishes_a_round(
    club, database_url, rounds, most_rounds, kind
):
    """500 rounds with the mark, a third of them at each place, and 50 with army lists."""
    kill_rounds(club, database_url, kind, PLACES, min(rounds, most_rounds))


@pytest.mark.parametrize(("kind", "rounds"), runs(100, 10))
def test_a_process_is_killed_while_it_publishes_a_large_round(
    sqlite_url, monkeypatch, rounds, most_rounds, kind
):
    """The round is computed before the lock, as that of a contest with many entrants."""
    monkeypatch.setattr(large_orders, "MANY_SEATS", 1)
    services = Services.open(shelf(), sqlite_url)
    places = {**PLACES, **LARGE_ORDER_PLACES}
    kill_rounds(services, sqlite_url, kind, places, min(rounds, most_rounds))
    services.close()


def kill_rounds(club, url, kind, places, rounds):
    """Kill a process at each of the places, and publish the round again."""
    all_keys = [*kind.keys]
    members = [new_member(club, number) for number in range(ENTRANTS + 1)]
    for place in [*places] * rounds:
        contest = kind(club, members)
        before = contest.battles()
        assert before[:2] == ([], [])
        act_and_die(url, places[place], contest.publish, boxes=shelf())
        was_committed = place == "move committed, not announced"
        after = contest.battles()
        assert after[0] == (all_keys if was_committed else []), place
        assert (after == before) is not was_committed, place
        contest.publish(club)  # the organiser sends it again
        keys, players, sent = contest.battles()
        assert (keys, players) == (all_keys, sorted(contest.people)), place
        assert sent > before[2], place
        if was_committed:
            assert sent == after[2]
        count_on(url, kind.kills)
