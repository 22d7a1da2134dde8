"""Case runner (docs/adjudicate.md): plays positions with dice in strict order, notes differences.

Orders pass through the same `decide` and `evolve` as in a game. No case has code of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.beginning import wrong_agreement
from app.games.africa_1859.box import GAME
from app.games.africa_1859.case_facts import answer_differs, facts_differ, tally_differs
from app.games.africa_1859.case_orders import dice_of, order_of
from app.games.africa_1859.case_position import war_of
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.sequence import default_answer
from app.games.africa_1859.state import Ending, War
from app.kernel.contract import Event, Order
from app.kernel.dice import Roll, UnexpectedRoll
from app.kernel.record import Move
from app.kernel.refusal import Refusal, Refused
from app.kernel.table import Table, after_all
from app.kernel.table_decisions import decide_on
from app.kernel.table_orders import Concede, TakeBack, TakenBack

KIND = "africa_1859/game"
OF_THE_HOUSE = {
    "CAR-UND-01": "AFB-WEB-03",
    "CAR-TAB-02": "AFB-END-03",
    "CAR-TAB-05": "AFB-WEB-01",
    "CAR-TAB-07": "AFB-WEB-01",
}
"""Rule of the catalogue that a rule of the platform stands for."""
OF_THE_TABLE: dict[str, Order] = {"take_back": TakeBack(), "concede": Concede()}
MOST_DEFAULTS = 60


def run(case: dict[str, Any]) -> list[str]:
    """Differences between a case and the rules; none if it passes. Raises `ValueError` if the case
    is malformed.
    """
    try:
        return Referee(case).played()
    except (KeyError, TypeError, msgspec.ValidationError) as wrong:
        raise ValueError(f"{case.get('id')}: {type(wrong).__name__}: {wrong}") from wrong


class Referee:
    """Referee that plays one case and notes every difference.

    `moves` are the moves that count; `tables` are the tables before each of them, and the last one.
    """

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.case = case
        self.differences: list[str] = []
        self.dice = dice_of(case)
        self.moves: list[Move] = []
        war = war_of(case)
        self.tables = [Table(war, seats=dict(war.terms.seats), scenario=war.terms.scenario)]

    @property
    def table(self) -> Table:
        """Table now."""
        return self.tables[-1]

    @property
    def war(self) -> War:
        """Position now. A concession is a decisive victory of the other side."""
        war: War = self.table.state
        ended = self.table.ending
        if ended is None or war.ending is not None:
            return war
        return replace(war, ending=Ending(ended.winners[0], "decisive", "concession", {}, 0))

    @property
    def told(self) -> list[Event]:
        """Events of all moves that count."""
        return [event for move in self.moves for event in move.events]

    def played(self) -> list[str]:
        """Differences after the whole case. A die that is not next ends the case."""
        try:
            for number, row in enumerate(self.case["orders"], start=1):
                self.play(f"order {number} ({row['do']})", row)
            if not self.case.get("leave_open"):
                self.answer_by_default(None)
        except UnexpectedRoll as unexpected:
            return [*self.differences, str(unexpected)]
        return [*self.differences, *self.compared()]

    def play(self, where: str, row: Mapping[str, Any]) -> None:
        """Give the order of a line, after the defaults of the questions that it does not answer."""
        if not row.get("now"):
            self.answer_by_default(row)
        seat = row.get("seat") or self.first_seat(row["side"])
        self.as_expected(where, row, self.refusals_of(row, seat))
        for line in facts_differ(self.war, self.told, row.get("then") or {}):
            self.differences.append(f"{where}: {line}")

    def answer_by_default(self, row: Mapping[str, Any] | None) -> None:
        """Take defaults until no question is open, or one of the kind and side of the line."""
        for _ in range(MOST_DEFAULTS):
            question = open_question(self.war)
            if question is None or self.war.ending is not None:
                return
            if row and (row["do"], row["side"]) == (question.decision, question.side):
                return
            answer = default_answer(self.war)
            if answer is None:
                raise ValueError(f"question {question.decision} has no default")
            self.give(answer, self.first_seat(question.side))
        raise ValueError("the questions never end")

    def first_seat(self, side: str) -> str:
        """First seat of a side."""
        return next(seat for seat, one in self.war.terms.seats.items() if one == side)

    def refusals_of(self, row: Mapping[str, Any], seat: str) -> Sequence[Refusal]:
        """Refusals of the order of a line; none if it was carried out.

        A line "begin" states the handicap and bids of a set-up, which is judged and not played.
        """
        if row["do"] == "begin":
            wrong = wrong_agreement(row)
            return (wrong,) if wrong else ()
        order = OF_THE_TABLE[row["do"]] if row["do"] in OF_THE_TABLE else order_of(row)
        try:
            self.give(order, seat)
        except Refused as refused:
            return refused.refusals
        return ()

    def give(self, order: Order, seat: str) -> None:
        """Carry out an order and keep it as a move; raises `Refused`."""
        before = len(self.dice.rolls)
        events = tuple(decide_on(GAME, self.table, order, seat, self.dice, self.moves))
        if events and isinstance(events[0], TakenBack):
            del self.moves[events[0].to :], self.tables[events[0].to + 1 :]
            return
        rolls: tuple[Roll, ...] = tuple(self.dice.rolls[before:])
        self.moves.append(
            Move(len(self.tables), seat, msgspec.Raw(b"{}"), events, rolls, command="", made_at="")
        )
        self.tables.append(after_all(GAME, self.table, events))

    def as_expected(self, where: str, row: Mapping[str, Any], refusals: Sequence[Refusal]) -> None:
        """Note a difference unless the order was legal or refused as the line expects."""
        expected = row.get("expect", "legal")
        found = {OF_THE_HOUSE.get(refusal.rule, refusal.rule) for refusal in refusals}
        said = "; ".join(map(str, refusals))
        if expected == "legal":
            if refusals:
                self.differences.append(f"{where}: should be legal, but: {said}")
        elif not refusals:
            self.differences.append(
                f"{where}: should be refused by {expected['refused']}, but is legal"
            )
        elif not found & set(expected["refused"]):
            self.differences.append(
                f"{where}: should be refused by {expected['refused']}, but: {said}"
            )

    def compared(self) -> list[str]:
        """Differences at the end: dice left over, tallies, answers, facts."""
        expect, told = self.case.get("expect") or {}, self.told
        left = [(roll.purpose, roll.of, roll.face) for roll in self.dice.left]
        found = [f"dice left over: {left}"] if left else []
        for tally in expect.get("tallies") or ():
            found += tally_differs(told, tally)
        for answer in expect.get("answers") or ():
            found += answer_differs(self.war, answer)
        return found + facts_differ(self.war, told, expect.get("facts") or {})
