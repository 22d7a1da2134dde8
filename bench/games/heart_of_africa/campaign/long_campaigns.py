"""Campaigns of eight bots over twelve turns, with absences, deadlines and disputed results.

Usage: python -m bench.games.heart_of_africa.campaign.long_campaigns [CAMPAIGNS] [sqlite | postgres]
[FIRST] [--at-once=N] [--write]

With `--at-once` N campaigns are played at a time, each N-th one after another on a database of its
own. All orders pass through the services of two processes for each database, which also run the
clock worker at the same time. Each bot is absent at random for 0 to 60 days of game time. Results
are entered, confirmed, disputed, conceded, or not answered. Every tenth campaign fights two battles
out on their tables. After every move the accounts are checked. At the end the record is replayed
and decided again.
"""

from __future__ import annotations

import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from multiprocessing.queues import Queue
from queue import Empty
from typing import NamedTuple

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.state import READY, REFEREE, Season, War
from app.kernel import clock_orders, record
from app.kernel.battle_results import ResultTaken
from app.kernel.clock_terms import Terms
from app.kernel.contract import Order
from app.services.time import availability
from app.services.watch import game_view
from bench.games.heart_of_africa.campaign.choices import CampaignChoices
from bench.games.heart_of_africa.campaign.tables import CampaignTable
from bench.two_processes import CLOCK, Pair, Task, database, end_faults, order_task
from bench.written import at_most, counted, write
from tests.games.heart_of_africa.campaign import properties

PLAYERS, TURNS = 8, 12
FIRST_YEARS = (1860, 1871, 1882, 1885)
DAYS = {"declare": 3, "answer": 3, "arm": 4, "play": 21, "confirm": 3}
TERMS = Terms("steps", then="hold", steps=DAYS)
CHANCE_OF_AN_ABSENCE, LONGEST_ABSENCE = 0.08, 60  # days
STILL = timedelta(days=200)
"""Game time without a move after which a campaign is stuck."""
EVERY = 10
"""One of so many campaigns fights two battles on their tables."""
MOST_ROUNDS, MOST_TABLE_MOVES = 4_000, 900
FIGURES = {
    "long_moves": "moves",
    "long_turns": "turns",
    "long_absences": "absences",
    "long_defaults": "default orders",
    "long_entered": "entered",
    "long_confirmed": "confirmed",
    "long_silent": "confirmed by silence",
    "long_disputed": "disputed",
    "long_conceded": "conceded",
    "long_undecided": "battle no_decision",
    "long_forfeited": "battle forfeit",
    "long_lapsed": "battle void",
    "long_fought": "fought on the table",
}
"""Names of the figures, and what they count."""


class LongCampaign:
    """One campaign of bots that come and go."""

    def __init__(self, pair: Pair, number: int):
        self.pair, self.number = pair, number
        self.table = CampaignTable(pair.services, f"long campaign {number}")
        self.chance: random.Random = self.table.chance
        self.absent_until: dict[str, datetime] = {}
        self.choices = CampaignChoices(self.table)
        self.checked, self.fought, self.moved_at = 0, 0, CLOCK.now
        self.faults: list[str] = []
        self.happened: Counter[str] = Counter()
        self.look: game_view.GameView

    def play(self) -> LongCampaign:
        """Play to the end, or until the campaign is stuck."""
        self.pair.let_pass(timedelta(hours=1))
        first = FIRST_YEARS[self.number % len(FIRST_YEARS)]
        self.table.found(PLAYERS, first, TERMS)
        for _ in range(MOST_ROUNDS):
            self.check_moves()
            if self.season.is_closed or self.faults:
                break
            self.one_round()
        else:
            self.faults.append("no end in sight")
        if not self.faults:
            self.faults += end_faults(self.look)
        return self

    # ------------------------------------------------------------------ reading
    @property
    def season(self) -> Season:
        """State at the last look."""
        season: Season = self.look.history.now.state
        return season

    def deadlines(self) -> dict[str, datetime]:
        """Deadlines of the campaign by seat."""
        with self.pair.services.store.read() as work:
            rows = work.clocks.of_games([self.table.id]).get(self.table.id, {})
        return {
            seat: availability.parse_time(row.deadline)
            for seat, row in rows.items()
            if row.deadline
        }

    # ------------------------------------------------------------------ one round
    def one_round(self) -> None:
        """Let two players who are there act at once; else let time pass and enforce the clock."""
        look, season = self.look, self.season
        owed = list(dict.fromkeys(one.seat for one in CAMPAIGN.waiting_for(season)))
        deadlines = self.deadlines()
        if not owed:
            self.faults.append(f"no decision is owed after move {look.last}")
            return
        if REFEREE not in owed and not deadlines:
            self.faults.append(f"no deadline after move {look.last}, owed by {owed}")
            return
        acting = [one for one in owed if self.absent_until.get(one, CLOCK.now) <= CLOCK.now]
        self.chance.shuffle(acting)
        orders_ = [(seat, self.order_of(seat, deadlines)) for seat in acting]
        if not any(seat == REFEREE for seat, _ in orders_):
            absent = self.choices.decision_for_absent(season, deadlines, CLOCK.now)
            orders_.append((REFEREE, absent))
        given = [(seat, order) for seat, order in orders_ if order is not None][:2]
        if given:
            self.give_at_once(look.last, given)
            self.pair.let_pass(timedelta(minutes=self.chance.randint(5, 400)))
        else:
            self.pair.let_pass(timedelta(hours=self.chance.randint(6, 30)))
            self.on_both(Task("clock", CLOCK.text(), self.table.id))
        self.fight_on_table(season)

    def order_of(self, seat: str, deadlines: dict[str, datetime]) -> Order | None:
        """Order of a seat that is there. The referee ends the campaign after the last turn."""
        if seat != REFEREE:
            return self.choices.order_of(self.look, seat)
        is_last = self.season.turn > TURNS
        return self.choices.referee_order(self.look, deadlines, CLOCK.now, is_last=is_last)

    def give_at_once(self, last: int, given: list[tuple[str, Order]]) -> None:
        """Give one order in each process; a player may be absent afterwards."""
        tasks = [
            order_task(self.table.id, self.table.users[seat], seat, last, order)
            for seat, order in given
        ]
        answers = self.pair.both(tasks[0], tasks[1] if len(tasks) > 1 else None)
        for (seat, order), answer in zip(given, answers, strict=True):
            self.happened[answer if answer in ("done", "overtaken") else "refused"] += 1
            if answer not in ("done", "overtaken") and len(given) == 1:
                self.faults.append(f"{order} of {seat} after {last}: {answer}")
            if seat != REFEREE and self.chance.random() < CHANCE_OF_AN_ABSENCE:
                days = timedelta(days=self.chance.randint(0, LONGEST_ABSENCE))
                self.absent_until[seat] = CLOCK.now + days
                self.happened["absences"] += 1

    def on_both(self, task: Task) -> None:
        """Do the same task in both processes at the same time."""
        for answer in self.pair.both(task, task):
            if answer.startswith("!"):
                self.faults.append(f"{task.kind}: {answer}")

    # ------------------------------------------------------------------ tables
    def fight_on_table(self, season: Season) -> None:
        """Fight a ready battle out on its table, in two of every tenth campaign."""
        if self.number % EVERY or self.fought >= 2:
            return
        tables = self.table.battle_tables()
        for war in season.battles:
            if war.status == READY and war.key in tables and war.entered is None:
                now = self.table.season.battle(war.key)
                if now is None or now.status != READY or now.entered is not None:
                    continue
                self.fought += 1
                self.fight(war, tables[war.key].id)
                return

    def fight(self, war: War, table_id: int) -> None:
        """Play a battle by bots to its end; then both processes bring its result at once."""
        services = self.pair.services
        with services.store.read() as work:
            found = work.games.find_game(table_id)
        if found is None:
            return
        if found.status == "open":  # else it began with default armies
            self.table.arm(war, found)
        for count in range(MOST_TABLE_MOVES):
            look = game_view.load_view(services, table_id)
            if look.game.status == "over":
                self.happened["fought on the table"] += 1
                break
            seat = next(one for one in look.seats if one.seat == look.waiting[0])
            own = game_view.load_view(services, table_id, seat.user_id)
            order = own.box.bot(own.view, self.chance)
            task = order_task(table_id, seat.user_id or 0, None, own.last, order)
            answers = self.pair.both(*((task, None) if count % 2 else (None, task)))
            if answers != ["done"]:
                self.faults.append(f"table {table_id}, {order}: {answers}")
                return
        before = self.table.look().last
        self.on_both(Task("results", CLOCK.text()))
        taken = [
            event
            for move in self.table.look().history.moves[before:]
            for event in move.events
            if isinstance(event, ResultTaken)
        ]
        if look.game.status == "over" and len(taken) != 1:
            self.faults.append(f"the result of table {table_id} was taken {len(taken)} times")

    # ------------------------------------------------------------------ checks
    def check_moves(self) -> None:
        """Look at the campaign. Check the accounts after each new move, and count what happened."""
        self.look = self.table.look()
        history = self.look.history
        if history.number > self.checked:
            self.moved_at = CLOCK.now
        elif CLOCK.now - self.moved_at > STILL:
            self.faults.append(f"stuck after move {history.number}")
        for number in range(self.checked + 1, history.number + 1):
            season = history.tables[number].state
            for fault in (
                *properties.accounts(season),
                *properties.ledger(season),
                *properties.points_of_battles(season),
                *properties.districts(season),
            ):
                self.faults.append(f"move {number}: {fault}")
            self.happened.update(happenings(history.moves[number - 1]))
        self.checked = history.number


def happenings(move: record.Move) -> Iterator[str]:
    """Names of what happened in a move."""
    raw = bytes(move.order)
    by_clock = any(isinstance(event, clock_orders.StoodIn) for event in move.events)
    if by_clock:
        yield "default orders"
    if any(isinstance(event, clock_orders.TimeWasUp) for event in move.events):
        yield "deadlines without a default"
    for event in move.events:
        if isinstance(event, e.ResultEntered):
            yield "conceded" if event.winner not in (None, event.by) else "entered"
        elif isinstance(event, e.ResultDisputed):
            yield "disputed"
        elif isinstance(event, e.BattleClosed):
            yield f"battle {event.status}"
            if b'"confirm_result"' in raw:
                yield "confirmed by silence" if by_clock else "confirmed"
    yield "moves"


class Played(NamedTuple):
    """One campaign that was played. `took` are seconds of this machine."""

    number: int
    turns: int
    moves: int
    took: float
    faults: list[str]
    happened: Counter[str]


def play_share(kind: str, numbers: Sequence[int], results: Queue[Played]) -> None:
    """Play campaigns one after another on a database of their own."""
    with database(kind) as url, closing(Pair(url)) as pair:
        for number in numbers:
            began = time.monotonic()
            one = LongCampaign(pair, number).play()
            took = time.monotonic() - began
            turns = one.season.turn - 1
            results.put(Played(number, turns, one.checked, took, one.faults, one.happened))


def played_at_once(kind: str, numbers: Sequence[int], at_once: int) -> Iterator[Played]:
    """Campaigns in the order in which they end. Raises `RuntimeError` for a process that fails."""
    spawned = multiprocessing.get_context("spawn")
    results: Queue[Played] = spawned.Queue()
    shares = [numbers[first::at_once] for first in range(at_once)]
    workers = [spawned.Process(target=play_share, args=(kind, one, results)) for one in shares]
    for worker in workers:
        worker.start()
    for _ in numbers:
        while True:
            try:
                yield results.get(timeout=5)
                break
            except Empty:
                if any(worker.exitcode for worker in workers):
                    raise RuntimeError("a process of the campaigns has failed") from None
    for worker in workers:
        worker.join()


def main(
    campaigns: int, kind: str, first: int = 0, at_once: int = 1, *, is_written: bool = False
) -> int:
    """Play the campaigns; print each, and return 1 if one is at fault."""
    totals: Counter[str] = Counter()
    faulty = 0
    numbers = range(first, first + campaigns)
    for count, one in enumerate(played_at_once(kind, numbers, at_once), 1):
        totals.update(one.happened)
        totals["turns"] += one.turns
        faulty += bool(one.faults)
        told = f"{one.number:3} {one.turns} turns, {one.moves} moves, {one.took:.0f} s"
        print(told, *one.faults[:3], sep="\n    ", flush=True)
        if is_written:
            write_figures(kind, count, faulty, totals)
    print(*(f"{name}: {count}" for name, count in sorted(totals.items())), sep="\n")
    return 1 if faulty else 0


def write_figures(kind: str, campaigns: int, faulty: int, totals: Counter[str]) -> None:
    """Write the figures of the campaigns played so far."""
    write(
        f"long-campaigns-{kind}",
        f"python -m bench.games.heart_of_africa.campaign.long_campaigns {campaigns} {kind} --write",
        [
            counted("campaigns", campaigns),
            at_most("long_faults", faulty, 0),
            *(counted(name, totals[what]) for name, what in FIGURES.items()),
        ],
    )


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    numbers = [int(word) for word in words if word.isdigit()]
    options = [word.removeprefix("--at-once=") for word in sys.argv if "--at-once=" in word]
    sys.exit(
        main(
            numbers[0] if numbers else 5,
            "postgres" if "postgres" in words else "sqlite",
            numbers[1] if len(numbers) > 1 else 0,
            int(options[0]) if options else 1,
            is_written="--write" in sys.argv,
        )
    )
