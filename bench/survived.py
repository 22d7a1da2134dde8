"""Result of the kills of bench/hosts.py: orders, mails, deadlines, anonymous pages and times."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator

import msgspec

from app.services.container import require_game
from app.services.watch.benchmarks import Measurement
from bench.failover import Failed
from bench.kills import Found, open_store
from bench.written import at_least, at_most, counted

ANSWERS = {"process": 5.0, "redis": 5.0, "host": 5.0, "postgres": 30.0}
"""Seconds to good answers after a kill, by kind."""
WANTED = 500  # rounds of each kind


class Survived(msgspec.Struct):
    """Result of a run."""

    found: Found
    mails: Failed
    rounds: Counter[str] = msgspec.field(default_factory=Counter)
    answers: dict[str, list[float]] = msgspec.field(default_factory=dict)
    deadlines: int = 0
    false_deadlines: list[str] = msgspec.field(default_factory=list)
    read: int = 0
    old: list[str] = msgspec.field(default_factory=list)

    @property
    def late(self) -> list[str]:
        return [
            f"{kind}: good answers after {seconds:.1f} s, {ANSWERS[kind]:g} are allowed"
            for kind, some in self.answers.items()
            for seconds in some
            if seconds > ANSWERS[kind]
        ]

    @property
    def unsent(self) -> int:
        """Acknowledged mails that a dying worker may have sent, so they are not sent again."""
        return self.mails.unsent.total()

    @property
    def wrong(self) -> list[str]:
        return [*self.mails.wrong, *self.false_deadlines, *self.old]

    def lines(self) -> Iterator[str]:
        yield f"{dict(self.rounds)} kills, {self.found.acknowledged} orders acknowledged in {self.found.games} games"
        yield f"  {len(self.found.lost)} lost, {len(self.found.half_done)} half done, {len(self.found.odd)} odd"
        yield f"  {self.mails.mails} mails, {self.mails.twice} twice; not sent {dict(self.mails.unsent)}"
        yield f"  {self.deadlines} deadlines, {len(self.false_deadlines)} decided wrongly"
        yield f"  {self.read} anonymous pages, {len(self.old)} old"
        for kind, some in self.answers.items():
            yield f"  {kind}: good answers, median {statistics.median(some):.1f} s, most {max(some):.1f} s"
        yield from (f"  ! {fault}" for fault in (*self.wrong[:20], *self.late[:20]))

    def figures(self) -> Iterator[Measurement]:
        """Yield the figures for the page /quality."""
        for kind, some in self.answers.items():
            yield at_least("host_rounds", self.rounds[kind], WANTED, of=kind)
            yield counted("host_answer_median", statistics.median(some), "s", of=kind)
            yield at_most("host_answer_worst", max(some), ANSWERS[kind], "s", of=kind)
        yield counted("kill_acknowledged", self.found.acknowledged)
        yield at_most("kill_lost", len(self.found.lost), 0)
        yield at_most("kill_half_done", len(self.found.half_done), 0)
        yield at_most("kill_odd", len(self.found.odd), 0)
        yield counted("host_mails", self.mails.mails)
        yield at_most("host_mails_twice", self.mails.twice, 0)
        yield at_most("host_mails_missing", len(self.mails.missing) + self.unsent, 0)
        yield counted("host_deadlines", self.deadlines)
        yield at_most("host_deadlines_wrong", len(self.false_deadlines), 0)
        yield counted("host_pages", self.read)
        yield at_most("host_pages_old", len(self.old), 0)


def decided_deadlines(url: str, addresses: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each order at a deadline in these games, with its fault or "". A decision may take
    several orders, such as an entry and the end of the phase. The same order twice is a fault.
    """
    with open_store(url) as work:
        for address in addresses:
            seen = set[tuple[str, str, str]]()
            moves = work.moves.for_game(require_game(work.games.find_game(address)).id)
            for move in moves:
                order = msgspec.json.decode(move.order)
                if order["kind"] != "stand_in":
                    continue
                what = f"game {address}, move {move.number}"
                key = (order["deadline"], move.seat, str(order["order"]))
                fault = f"{what} is decided twice" if key in seen else ""
                if order["deadline"] > move.made_at:
                    fault = f"{what} is decided before {order['deadline']}"
                seen.add(key)
                yield what, fault
