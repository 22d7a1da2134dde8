"""Time of the chronicle of a contest: a Swiss one of 64 entrants, and a free league over a year.

Run: python -m bench.games.contests.contest_chronicle [entrants] [rounds or months]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.contract import Order
from app.services.container import Services
from app.services.play import lobby, open_seats, orders
from app.services.watch import game_view
from app.services.watch.chronicle import load_chronicle
from app.store.migrate import migrate_database
from bench.games.contests.large_club import add_member

ROUNDS = 30
TERMS = {"battle": "in_words", "words": "Chess"}
OF_FORM = {"swiss": {"rounds": "{rounds}"}, "league": {"meetings": "10"}}


def measured(what: str, act: Callable[[], object]) -> None:
    """Print the median of the processor time of an act, in milliseconds."""
    act()
    spent = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        act()
        spent.append(time.process_time() - begun)
    print(f"{what}: {1000 * statistics.median(spent):.1f} ms of processor time (median)")


class Contest:
    """Contest on a database, with its entrants."""

    def __init__(self, services: Services, form: str, size: int, rounds: int) -> None:
        self.services, self.form = services, form
        with services.store.write() as work:
            names = [f"{form} {n}" for n in range(size + 1)]
            self.organiser, *self.people = [add_member(work, name) for name in names]
            work.commit()
        own = {name: text.format(rounds=rounds) for name, text in OF_FORM[form].items()}
        terms = TERMS | {"places": str(size)} | own
        self.game = lobby.open_table(
            services, self.organiser, "contests", form, "referee", terms=terms, gathers=True
        ).id
        for number, user in enumerate(self.people):
            open_seats.take_seat(
                services, self.game, user, f"in{number}", o.Enter(f"Entrant {number}")
            )
        self.give(o.CloseSignUp())

    def give(self, order: Order, seat: str = "referee") -> None:
        """Give an order of the organiser, or of an entrant."""
        user = self.organiser if seat == "referee" else self.people[int(seat[1:]) - 1]
        with self.services.store.read() as work:
            last = self.services.find(work, self.game).number
        orders.declare_order(self.services, self.game, user, f"{last}", last, order, seat=seat)

    def decide_all(self) -> None:
        """Decide each open battle for its first entrant."""
        state = game_view.load_view(self.services, self.game, None).table.state
        for number, one in enumerate(state.open_pairings()):
            self.give(o.Decide(one.key, one.first, 20, number % 20))

    def play_rounds(self, rounds: int) -> None:
        for _ in range(rounds):
            self.give(o.DraftRound())
            self.give(o.PublishRound())
            self.decide_all()

    def play_months(self, months: int) -> None:
        """A battle of each two neighbours in each month; the moves get dates of their month."""
        ends = []
        for month in range(months):
            for number in range(1 + month % 2, len(self.people), 2):
                self.give(o.ChallengeEntrant(f"p{number + 1}"), f"p{number}")
                state = game_view.load_view(self.services, self.game, None).table.state
                self.give(o.AnswerChallenge(state.challenges[0].key, True), f"p{number + 1}")
            self.decide_all()
            ends.append(game_view.load_view(self.services, self.game, None).last)
        history = game_view.load_view(self.services, self.game, None).history
        history.moves = tuple(
            replace(
                move, made_at=f"2025-{1 + sum(end < move.number for end in ends):02}-15T12:00:00Z"
            )
            for move in history.moves
        )


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 64
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bench.sqlite"
        migrate_database(url)
        services = Services.open(shelf(), url)
        for form in OF_FORM:
            contest = Contest(services, form, size, rounds)
            if form == "swiss":
                contest.play_rounds(rounds)
            else:
                contest.play_months(rounds)
            found = load_chronicle(services, contest.game)
            what = (
                f"{form}: {size} entrants, {len(found.chapters)} chapters, {found.look.last} moves"
            )
            measured(what, partial(load_chronicle, services, contest.game))
        services.close()


if __name__ == "__main__":
    main()
