"""Case runner (docs/adjudicate.md): plays positions with loaded dice and notes differences.

Orders pass through the same `decide` and `evolve` as in a game. No case has code of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from app.games.cry_havoc import ammunition, orders
from app.games.cry_havoc.box import GAME
from app.games.cry_havoc.case_facts import PER_UNIT, corpses_in, flags_of, is_same, reported_by
from app.games.cry_havoc.case_orders import AcceptDraw, order_of, rolls_of
from app.games.cry_havoc.case_position import battle_of, scenario_of
from app.games.cry_havoc.reach import assess
from app.games.cry_havoc.state import (
    CLOSE_COMBAT,
    RECOVERY,
    SETUP,
    STEPS,
    Advance,
    Battle,
)
from app.kernel import table, table_decisions, table_refusals
from app.kernel.contract import Event, Order
from app.kernel.dice import LoadedDice, UnexpectedRoll
from app.kernel.offers import Assessment
from app.kernel.refusal import Refusal, Refused, refuse_if
from app.kernel.seats import Viewer
from app.kernel.table import Table
from app.kernel.table_orders import Concede, DeclineDraw, OfferDraw

KIND = "cry_havoc/battle"


def run(case: dict[str, Any]) -> list[str]:
    """Differences between a case and the rules; none if it passes. Raises `ValueError` if the case
    is malformed.
    """
    referee = read(Referee, case)
    for number, row in enumerate(case["orders"], start=1):
        referee.play(number, row)
    return referee.closed(case.get("expect") or {})


def read(reader: Callable[..., Any], row: Mapping[str, Any], *more: Any) -> Any:
    """Result of the reader for a part of a case; raises `ValueError` that names the part if it
    fails.
    """
    try:
        return reader(row, *more)
    except (KeyError, TypeError, AttributeError, msgspec.ValidationError) as wrong:
        raise ValueError(
            f"{row.get('id') or dict(row)}: {type(wrong).__name__}: {wrong}"
        ) from wrong


ANSWERS = ("retreat", "fall", "victim", "advance", "decline_advance")
OF_THE_HOUSE = (Concede, OfferDraw, DeclineDraw, AcceptDraw)


def told(refusal: Refusal) -> list[str]:
    """Refusal as text. Refusals of the platform about the end and draws get CH-SUM-03 as well."""
    words = [str(refusal)]
    if refusal.rule in ("CAR-TAB-02", "CAR-DRW-01", "CAR-DRW-02"):
        words.append(f"{refusal.says} [CH-SUM-03]")
    return words


class Referee:
    """Referee that plays one case at a table and notes every difference."""

    def __init__(self, case: Mapping[str, Any]):
        self.differences: list[str] = []
        self.dice = LoadedDice(rolls_of(case))
        self.last_refused = False
        self.is_closing = False  # `finish` has ended step 4, recovery has not begun
        self.events: tuple[Event, ...] = ()
        battle = scenario_of(case, self.dice) if "scenario" in case else battle_of(case)
        self.table = Table(battle, seats=dict(battle.seats), scenario=battle.scenario)

    @property
    def battle(self) -> Battle:
        return self.table.state

    def play(self, number: int, row: Mapping[str, Any]) -> None:
        where = f"order {number} ({row['do']})"
        if row["do"] == "finish":
            self.finish(where, row)
        elif row["do"] == "roll_ammunition":
            self.quiver(where, row)
        else:
            self.order(where, row)
        if "then" in row:
            self.compare(where, row["then"])

    def quiver(self, where: str, row: Mapping[str, Any]) -> None:
        """Roll the missiles of one shooter alone; a game rolls for all of them at its start."""
        try:
            for event in ammunition.rolled(self.battle, row["unit"], self.dice):
                self.tell(event)
            refused = None
        except Refused as found:
            refused = [str(refusal) for refusal in found.refusals]
        expected = row.get("expect", "legal")
        if isinstance(expected, Mapping):
            self._should_be_refused(where, set(expected["refused"]), refused)
        elif refused:
            self.differences.append(f"{where}: should be legal, but: {'; '.join(refused)}")

    def order(self, where: str, row: Mapping[str, Any]) -> None:
        self._close_the_phase()
        self._silence(row)
        seat = self._seat(row)
        given = read(order_of, row, self.battle)
        assessed = self._assessed(given, seat)
        refused = self._decided(where, given, seat)
        self.last_refused = refused is not None
        self._as_expected(where, row, refused)
        self._reported(where, row.get("report") or {}, assessed)

    def _as_expected(self, where: str, row: Mapping[str, Any], refused: list[str] | None) -> None:
        expected = row.get("expect", "legal")
        if expected == "legal" and refused:
            self.differences.append(f"{where}: should be legal, but: {'; '.join(refused)}")
        if isinstance(expected, Mapping) and "refused" in expected:
            self._should_be_refused(where, set(expected["refused"]), refused)

    def _should_be_refused(self, where: str, wanted: set[str], refused: list[str] | None) -> None:
        if refused is None:
            self.differences.append(f"{where}: should be refused by {sorted(wanted)}, but is legal")
        elif not wanted & {line.rsplit("[", 1)[1].rstrip("]") for line in refused}:
            self.differences.append(
                f"{where}: should be refused by {sorted(wanted)}, but: {'; '.join(refused)}"
            )

    def _assessed(self, given: Order, seat: str) -> Assessment:
        if isinstance(given, OF_THE_HOUSE):
            return Assessment()
        viewer = Viewer(seat, self.battle.seats.get(seat))
        return assess(GAME.view(self.battle, viewer), given)

    def _decided(self, where: str, given: Order, seat: str) -> list[str] | None:
        """Refusals of the order as text; None if it was carried out."""
        self.events = ()
        try:
            if isinstance(given, AcceptDraw):
                given = self._accepted(seat)
            for event in table_decisions.decide_on(GAME, self.table, given, seat, self.dice):
                self.tell(event)
        except Refused as refused:
            return [line for refusal in refused.refusals for line in told(refusal)]
        except UnexpectedRoll as unexpected:
            self.differences.append(f"{where}: {unexpected}")
        return None

    def _accepted(self, seat: str) -> Order:
        refuse_if(
            table_refusals.draw_on_offer(self.table),
            table_refusals.one_offer(self.table, self.battle.seats[seat]),
        )
        return OfferDraw()

    def tell(self, event: Event) -> None:
        self.table = table.evolve_table(GAME, self.table, event)
        self.events = (*self.events, event)

    def _seat(self, row: Mapping[str, Any]) -> str:
        """Seat that gives the order: the one named, the seat of the acting unit, or the first of
        its side.
        """
        if "seat" in row:
            return row["seat"]
        owed = self.battle.pending[0].seat if self.battle.pending else ""
        if owed and row["do"] in ANSWERS and self.battle.seats[owed] == row["side"]:
            return owed
        acting = (
            row.get("unit")
            or row.get("prisoner")
            or row.get("from")
            or next(iter(row.get("attackers", ())), "")
        )
        unit = self.battle.units.get(acting)
        if unit and unit.seat and unit.side == row["side"]:
            return unit.seat
        return next(seat for seat, side in self.battle.seats.items() if side == row["side"])

    def _silence(self, row: Mapping[str, Any]) -> None:
        """Decline an open advance when the next order comes from another side or seat."""
        first = self.battle.pending[0] if self.battle.pending else None
        if not isinstance(first, Advance) or row["do"] in ("advance", "decline_advance"):
            return
        if row.get("seat", row.get("side")) not in (first.seat, self.battle.seats[first.seat]):
            self._decided("silence", orders.DeclineAdvance(), first.seat)

    def finish(self, where: str, row: Mapping[str, Any]) -> None:
        """Pass for every seat up to and including the step named.

        Recovery is not begun before the next line, so that a case can check the end of step 4.
        """
        side = row.get("side", self.battle.active)
        step = SETUP if row["step"] == "setup" else STEPS[row["step"] - 1]
        if self.is_closing and (side, step) == (self.battle.active, RECOVERY):
            self._close_the_phase()
            return
        self._close_the_phase()
        for _ in range(40):
            if self.battle.winners is not None:
                return
            if (
                self.battle.active == side
                and self.battle.step == CLOSE_COMBAT
                and step in (CLOSE_COMBAT, RECOVERY)
            ):
                self.is_closing = True
                if step == RECOVERY:
                    self._close_the_phase()
                return
            done = self.battle.active == side and self.battle.step == step
            if not self._pass(where) or done:
                return
        self.differences.append(f"{where}: the step never came")

    def _close_the_phase(self) -> None:
        if self.is_closing:
            self.is_closing = False
            self._pass("end of the phase")

    def _pass(self, where: str) -> bool:
        """Pass the step for every seat of the active side; False if a pass was refused."""
        turn, active, step = self.battle.turn, self.battle.active, self.battle.step
        for seat, side in self.battle.seats.items():
            self._silence({"do": "pass", "side": None})
            if (self.battle.turn, self.battle.active, self.battle.step) != (turn, active, step):
                break
            if side == active and seat not in self.battle.passed:
                refused = self._decided(where, orders.Pass(), seat)
                if refused:
                    self.differences.append(f"{where}: {'; '.join(refused)}")
                    return False
        return True

    def _reported(self, where: str, wanted: Mapping[str, Any], assessed: Assessment) -> None:
        stated = {**assessed.report, **reported_by(self.events)}
        for key, value in wanted.items():
            self._differ(f"{where}: report {key}", value, stated.get(key))

    def _differ(self, where: str, wanted: Any, found: Any) -> None:
        if not is_same(wanted, found):
            self.differences.append(f"{where}: expected {wanted!r}, found {found!r}")

    def compare(self, where: str, facts: Mapping[str, Any]) -> None:
        for fact, wanted in facts.items():
            if fact in WHOLE:
                self._differ(f"{where}: {fact}", wanted, WHOLE[fact](self, wanted))
            elif fact in PER_UNIT:
                for unit, value in wanted.items():
                    self._differ(
                        f"{where}: {fact} of {unit}",
                        value,
                        PER_UNIT[fact](self.battle, self.battle.units[unit]),
                    )
            elif fact == "flags":
                for unit, flags in wanted.items():
                    self._flagged(
                        f"{where}: flags of {unit}", set(flags), flags_of(self.battle.units[unit])
                    )
            elif fact == "corpses":
                for hex_, value in wanted.items():
                    self._differ(
                        f"{where}: corpses in {hex_}", value, corpses_in(self.battle, hex_, value)
                    )
            else:
                raise ValueError(f"fact {fact} is not known")

    def _flagged(self, where: str, wanted: set[str], found: set[str]) -> None:
        """Note a difference unless the named flags are set; an empty list means no flag."""
        if not wanted <= found or (found and not wanted):
            self.differences.append(f"{where}: expected {sorted(wanted)}, found {sorted(found)}")

    def closed(self, expect: Mapping[str, Any]) -> list[str]:
        self.compare("at the end", expect.get("facts") or {})
        if self.dice.left and not self.last_refused:
            self.differences.append(
                f"dice left over: {[(roll.purpose, roll.of, roll.face) for roll in self.dice.left]}"
            )
        return self.differences


def turn_now(referee: Referee, _: Any) -> Any:
    """Turn, side and number of the step; recovery counts as begun while it waits for the next
    line.
    """
    battle = referee.battle
    step = "setup" if battle.step == SETUP else STEPS.index(battle.step) + 1
    if referee.is_closing:
        step = STEPS.index(RECOVERY) + 1
    return {"number": battle.turn, "side": battle.active, "step": step}


def winner_now(referee: Referee, wanted: Any) -> Any:
    """Winning side; None while the battle goes on. A draw is "draw" if the case says so, else
    None.
    """
    ended = table.table_outcome(GAME, referee.table)
    if ended is None:
        return None
    return ended.winners[0] if ended.winners else wanted if wanted == "draw" else None


WHOLE: dict[str, Callable[[Referee, Any], Any]] = {
    "turn": turn_now,
    "winner": winner_now,
    "score": lambda referee, _: dict(referee.battle.score),
    "over": lambda referee, _: table.table_outcome(GAME, referee.table) is not None,
    "ending": lambda referee, _: referee.battle.ending or None,
}
