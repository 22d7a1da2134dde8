"""Case runner (docs/adjudicate.md): a contest from its settings on, orders with loaded dice, facts.

Orders pass through the same `decide` and `evolve` as in a game. No case has code of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from app.games.contests import corrections, defaults, honours
from app.games.contests.box import contest_of
from app.games.contests.child_battles import order_of_result
from app.games.contests.course import Course
from app.games.contests.decide import advance
from app.games.contests.entries import leave
from app.games.contests.fog import view_of
from app.games.contests.orders import ORDERS
from app.games.contests.standings import places_of
from app.games.contests.state import REFEREE, Contest
from app.kernel.child_battles import READY, Aftermath, Battle
from app.kernel.contract import Event, Order, Setup
from app.kernel.decoding import convert_plain
from app.kernel.dice import LoadedDice, Roll
from app.kernel.refusal import Refused
from app.kernel.say import as_is
from app.kernel.seats import Viewer

KIND = "contests/game"
GAME = contest_of({})
KINDS = {one.__struct_config__.tag: one for one in ORDERS}


def run(case: Mapping[str, Any]) -> list[str]:
    """Differences between a case and the rules; none if it passes. Raises `ValueError` if the case is
    malformed.
    """
    try:
        return CaseRun(case).played()
    except (KeyError, TypeError, AttributeError, msgspec.ValidationError) as wrong:
        raise ValueError(f"{case.get('id')}: {type(wrong).__name__}: {wrong}") from wrong


class CaseRun:
    """Referee that plays one case and notes every difference."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.case = case
        self.differences: list[str] = []
        self.contest: Contest | None = None

    @property
    def now(self) -> Contest:
        """Contest now. Raises `TypeError` before its beginning."""
        if self.contest is None:
            raise TypeError("the contest has not begun")
        return self.contest

    def played(self) -> list[str]:
        """Differences after all orders."""
        orders = list(self.case.get("orders") or ())
        opening = orders.pop(0) if orders and orders[0]["do"] == "begin" else {}
        if self.attempt("setup", opening, self.begun):
            for key, club in (self.case.get("entrants") or {}).items():
                self.give({"by": key, "do": "enter", "name": key, "club": club or ""})
            for number, row in enumerate(orders, start=1):
                self.attempt(f"order {number}", row, lambda row=row: self.given(row))
        self.compare("end", self.case.get("expect") or {})
        return self.differences

    def attempt(self, where: str, row: Mapping[str, Any], act: Any) -> bool:
        """Apply an act and compare its refusals; return true if it was accepted."""
        expect = row.get("expect") or {}
        expected = expect.get("refused") or [] if isinstance(expect, dict) else []
        try:
            act()
        except Refused as refused:
            found = sorted({one.rule for one in refused.refusals})
            if found != sorted(expected):
                self.differences.append(f"{where}: refused by {found}, expected {expected}")
            return False
        if expected:
            self.differences.append(f"{where}: accepted, expected a refusal by {expected}")
        self.compare(where, row.get("then") or {})
        return True

    # ------------------------------------------------------------------ acts
    def begun(self) -> None:
        """Begin with the settings of the case."""
        form, terms = self.case["form"], self.case.get("settings") or {}
        stock = GAME.agreement.stock(form, (), terms, {}) if GAME.agreement else {}
        setup = Setup(form, {REFEREE: REFEREE}, (), stock)
        self.apply(GAME.new_game(setup, LoadedDice()))
        if "box" in self.case:  # a battle of the platform, which cases do not open
            settings = msgspec.structs.replace(
                self.now.settings, box=self.case["box"], played=self.case["played"]
            )
            self.contest = msgspec.structs.replace(self.now, settings=settings)

    def give(self, row: Mapping[str, Any]) -> None:
        """Apply an order that must be accepted."""
        self.attempt(f"{row['by']} {row['do']}", row, lambda: self.given(row))

    def given(self, row: Mapping[str, Any]) -> None:
        """Apply the order of a row."""
        by, before = row.get("by", REFEREE), self.now
        dice = LoadedDice(dice_of(row))
        if row["do"] == "leave":
            course = Course(before, dice)
            leave(course, by)
            advance(course)
            self.apply(course.events)
        elif row["do"] == "correct_result":
            self.corrected(row)
        else:
            side, order = self.order_of(row, by)
            self.apply(GAME.decide(before, order, side, dice))
        dice.require_used()

    def order_of(self, row: Mapping[str, Any], by: str) -> tuple[str, Order]:
        """Order of a row with its seat; a default and a table have orders of their own."""
        if row["do"] == "silence":
            order = defaults.default_order(self.now, by)
            if order is None:
                raise KeyError(f"{by} has no default order")
            return by, order
        if row["do"] == "table":
            return "", self.order_of_table(row)
        values = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in row.items()
            if name not in ("by", "do", "dice", "expect", "then", "lots")
        }
        return by, convert_plain(values, KINDS[row["do"]])

    def order_of_table(self, row: Mapping[str, Any]) -> Order:
        """Result of a table: winner and points by side."""
        pairing = self.now.pairing(row["battle"])
        if pairing is None:
            raise KeyError(row["battle"])
        seats = dict(zip("AB", pairing.entrants, strict=True))
        battle = Battle(pairing.key, as_is(pairing.key), "", "", seats, READY)
        winners = tuple(side for side, key in seats.items() if key == row.get("winner"))
        score = {side: (row.get("score") or {}).get(key, 0) for side, key in seats.items()}
        return order_of_result(battle, Aftermath(winners, score=score))

    def corrected(self, row: Mapping[str, Any]) -> None:
        """Compare the consequences of another result of a settled battle."""
        before = self.now
        changed = tuple(
            msgspec.structs.replace(
                one,
                result=msgspec.structs.replace(one.result, winner=row["winner"], scores=(0, 0)),
            )
            if one.key == row["battle"] and one.result is not None
            else one
            for one in before.pairings
        )
        self.contest = msgspec.structs.replace(before, pairings=changed)
        found = [one.fact.in_("en") for one in corrections.differences(before, self.contest)]
        if found != row["lists"]:
            self.differences.append(f"the correction lists {found}, expected {row['lists']}")

    def apply(self, events: Any) -> None:
        """Fold the events."""
        event: Event
        for event in events:
            self.contest = GAME.evolve(self.contest, event)

    # ------------------------------------------------------------------ facts
    def compare(self, where: str, expected: Mapping[str, Any]) -> None:
        """Compare facts of the contest."""
        for name, value in expected.items():
            found = FACTS[name](self.now)
            if found != value:
                self.differences.append(f"{where}: {name} is {found}, expected {value}")


def dice_of(row: Mapping[str, Any]) -> list[Roll]:
    """Dice of a row. A list of entrants is the order of their lots; the dice follow from it."""
    order = row.get("lots")
    if order is None:
        return []
    return list(lot_rolls(order))


def lot_rolls(order: list[str]) -> Iterator[Roll]:
    """Dice that draw the entrants in this order."""
    left = sorted(order, key=lambda key: (len(key), key))
    for number, key in enumerate(order[:-1], 1):
        face = left.index(key) + 1
        yield Roll("lot", str(number), len(left), face)
        left.pop(face - 1)


def pairs(contest: Contest) -> list[str]:
    """Pairings of the last round, as "a-b"; a bye as "a"."""
    return ["-".join(one.entrants) for one in contest.pairings if one.round == contest.round]


FACTS: dict[str, Any] = {
    "step": lambda c: c.step,
    "round": lambda c: c.round,
    "status": lambda c: {one.key: one.status for one in c.by_entry},
    "lots": lambda c: list(c.lots),
    "pairs": pairs,
    "drafted": lambda c: None if c.draft is None else ["-".join(one.entrants) for one in c.draft],
    "seen_draft": lambda c: view_of(c, Viewer("p1", "p1")).contest.draft is not None,
    "points": lambda c: {one.entrant: one.points for one in places_of(c)},
    "places": lambda c: {one.entrant: one.place for one in places_of(c)},
    "why": lambda c: {one.entrant: one.why.in_("en") for one in places_of(c) if one.why},
    "relaxed": lambda c: {one.key: list(one.relaxed) for one in c.pairings if one.relaxed},
    "open": lambda c: [one.key for one in c.open_pairings()],
    "winner": lambda c: {
        one.key: one.result.winner for one in c.pairings if one.result is not None
    },
    "extended": lambda c: [one.key for one in c.pairings if one.is_extended],
    "dates": lambda c: {
        one.key: [one.date.words, one.date.answer] for one in c.pairings if one.date is not None
    },
    "paid": lambda c: [one.key for one in c.by_entry if one.has_paid],
    "closed": lambda c: c.is_closed,
    "final_places": lambda c: [list(one) for one in honours.final_places(c)],
}
"""Facts that a case may expect, by name."""
