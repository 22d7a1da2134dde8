"""Random corrections of contests on record: the outcome equals the preview, and rounds stay.

Usage: python -m bench.games.contests.corrections [CORRECTIONS] [sqlite | postgres] [--write]

Guests play contests of 4 to 12 entrants through the services; every second one has groups. Results
are entered, confirmed, disputed or decided, and entrants leave. The organiser corrects random
entries, some of them twice. The number of corrections is that of contests with groups.
"""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Iterator

from app.games import shelf
from app.games.contests import orders as o
from app.games.contests.forms import FORMS, GROUPS
from app.games.contests.standings import places_of, points_of_entrants
from app.games.contests.state import Contest
from app.kernel.contract import Order
from app.kernel.monkey import filled_offer
from app.kernel.seats import Viewer
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby, open_seats, orders
from app.services.watch import game_view
from app.services.watch.game_view import GameView
from bench.arguments import exit_with
from bench.random_corrections import REFEREE, Corrector
from bench.two_processes import database, opened
from bench.written import at_least, at_most, counted, write

BOX = shelf()["contests"]
OTHERS = tuple(key for key in FORMS if key != GROUPS)
FEWEST, MOST, MOST_GUESTS = 4, 12, 14
BETWEEN, EACH_TIME, MOST_ORDERS = 12, 2, 400
"""Orders between two halts, corrections at a halt, and orders of an open contest."""
OF_LEAVING, EACH = 0.01, 20
"""Chance that an entrant is taken out, and contests after which figures are written."""


class ContestTable:
    """One contest on record. `users` are the ids of the accounts by seat."""

    def __init__(self, services: Services, number: int, guests: list[int]):
        self.services, self.seed, self.guests = services, f"contest {number}", guests
        self.chance = random.Random(number)  # noqa: S311 - random play
        self.form = OTHERS[number // 2 % len(OTHERS)] if number % 2 else GROUPS
        self.users: dict[str, int] = {REFEREE: guests[0]}
        self.id = 0

    def found(self) -> ContestTable:
        """Open the contest; guests sign up, sometimes one more than there are places."""
        entrants = self.chance.randint(FEWEST, MOST)
        terms = {
            "battle": "in_words",
            "words": "Chess",
            "places": str(entrants),
            "rounds": "4",
            "late": "no_points",
        }
        game = lobby.open_table(
            self.services, self.guests[0], "contests", self.form, REFEREE, terms=terms, gathers=True
        )
        self.id = game.id
        for number in range(1, entrants + 1 + self.chance.randint(0, 1)):
            order = o.Enter(f"Entrant {number}", f"Club {number % 3}")
            user = self.guests[number]
            open_seats.take_seat(self.services, game.id, user, secrets.token_hex(8), order)
            self.users[f"p{number}"] = user
        return self

    def look(self) -> GameView:
        """Contest as its organiser sees it."""
        return game_view.load_view(self.services, self.id, self.users[REFEREE])

    def give(self, seat: str, order: Order, look: GameView) -> None:
        """Record an order of a seat."""
        command, user = secrets.token_hex(8), self.users[seat]
        orders.declare_order(self.services, self.id, user, command, look.last, order, seat=seat)

    def step(self) -> bool:
        """Give a random order of a seat that owes one, or let an entrant go. False at the end."""
        look = self.look()
        contest: Contest = look.history.now.state
        if BOX.outcome(contest) is not None or look.game.status != "running":
            return False
        playing = [one.key for one in contest.playing()]
        if len(playing) > 2 and self.chance.random() < OF_LEAVING:
            self.give(REFEREE, o.RemoveEntrant(self.chance.choice(playing)), look)
            return True
        owed = self.chance.choice(list(BOX.waiting_for(contest))).seat
        found = self.order_of(owed, contest)
        if found is None:
            return False
        self.give(owed, found, look)
        return True

    def order_of(self, seat: str, contest: Contest) -> Order | None:
        """Random order of a seat; main ones are preferred, and the contest is closed last."""
        view = BOX.view(contest, Viewer(seat, seat))
        live = [one for one in BOX.offers(view) if one.is_live and not one.ahead]
        self.chance.shuffle(live)
        live.sort(key=lambda one: (isinstance(one.order, o.CloseContest), not one.main))
        for offer in live:
            order = filled_offer(BOX, view, offer, self.chance) if offer.asks else offer.order
            if order is not None:
                return order
        return None


def contest_faults(before: Contest, after: Contest) -> Iterator[str]:
    """Rounds that changed, entrants paired twice in a round, and standings that do not add up."""
    for old in before.pairings:
        new = after.pairing(old.key)
        if not after.rules.is_open and (new is None or new.entrants != old.entrants):
            yield f"the pairing {old.key} has changed"
    paired = Counter((one.round, key) for one in after.pairings for key in one.entrants)
    if not after.rules.is_open and paired and max(paired.values()) > 1:
        yield "an entrant has two pairings in a round"
    in_groups = {key for group in after.groups for key in group}
    if after.rules.has_groups and any(
        not in_groups.issuperset(one.entrants) for one in after.pairings
    ):
        yield "an entrant of a published battle is in no group"
    places = places_of(after)
    known = [one.entrant for one in places]
    if len(known) != len(set(known)) or not set(known) <= set(after.entrants):
        yield "an entrant has two places, or none"
    points = points_of_entrants(after)
    if not after.rules.has_rungs and any(one.points != points[one.entrant] for one in places):
        yield "places and points differ"


def play_and_correct(table: ContestTable, left: int) -> Corrector:
    """Play a contest; correct random entries from its first results on, at most `left`."""
    corrector = Corrector(table, BOX, contest_faults)
    for number in range(1, MOST_ORDERS):
        is_over = not table.step()
        wanted = min(EACH_TIME, left - corrector.happened["corrections"])
        if (is_over or number % BETWEEN == 0) and wanted and is_open_to_correction(table):
            corrector.correct_some(wanted)
        if is_over:
            break
    return corrector


def is_open_to_correction(table: ContestTable) -> bool:
    """True once the sign-up is closed, while the contest goes on."""
    look = table.look()
    return look.game.status == "running" and look.history.now.state.has_begun


def main(wanted: int = 100, kind: str = "sqlite", *, is_written: bool = False) -> int:
    """Correct contests until there are enough corrections; return 1 if one is at fault."""
    totals: Counter[str] = Counter()
    faults: list[str] = []
    with database(kind) as url:
        services = opened(url)
        guests = [accounts.create_guest(services).id for _ in range(MOST_GUESTS)]
        number = 0
        while totals[GROUPS] < wanted:
            table = ContestTable(services, number, guests).found()
            is_grouped = table.form == GROUPS
            left = wanted - totals[GROUPS] if is_grouped else wanted
            corrector = play_and_correct(table, left)
            totals.update(corrector.happened)
            totals["contests"] += 1
            totals[table.form] += corrector.happened["corrections"]
            faults += corrector.faults
            number += 1
            print(number, dict(totals), *corrector.faults[:3], sep="\n    ", flush=True)
            if is_written and number % EACH == 0:
                write_figures(kind, totals, len(faults))
        if is_written:
            write_figures(kind, totals, len(faults))
        services.close()
    return 1 if faults else 0


def write_figures(kind: str, totals: Counter[str], faults: int) -> None:
    """Write the figures of the corrections made."""
    made = totals["corrections"]
    write(
        "contest-corrections",
        f"python -m bench.games.contests.corrections {totals[GROUPS]} {kind} --write",
        [
            counted("correction_contests", totals["contests"]),
            counted("corrections", made),
            counted("corrections_groups", totals[GROUPS]),
            at_least("corrections_again", totals["of corrected entries"], made // 20),
            at_most("correction_faults", faults, 0),
        ],
    )


if __name__ == "__main__":
    exit_with(main, 100)
