"""Referee of a case: plays its orders and compares the battle with its expectations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa import events, orders, sequence, turn_order, victory
from app.games.heart_of_africa.answers import ANSWERS
from app.games.heart_of_africa.cases.expectations import (
    PER_THING,
    WHOLE,
    is_same,
    is_the_fight,
    is_the_shot,
    mods_of,
)
from app.games.heart_of_africa.cases.positions import ROLLS_BEFORE, battle_of, is_over
from app.games.heart_of_africa.cases.written_orders import IN_HAND, READ, acting
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import bases_touch, other_side
from app.games.heart_of_africa.pieces import Figure, Unit
from app.games.heart_of_africa.setup import roles
from app.games.heart_of_africa.state import (
    DEPLOYMENT,
    INDEPENDENT_MOVES,
    SIDES,
    STEPS,
    UNIT_MOVES,
    Battle,
    TakeHit,
)
from app.kernel.contract import Event, Order
from app.kernel.dice import LoadedDice, Roll, UnexpectedRoll
from app.kernel.refusal import Refused


class Referee:
    """Plays one case at a table of its own and notes every difference."""

    def __init__(self, case: Mapping[str, Any]):
        self.differences: list[str] = []
        self.dice = LoadedDice(
            Roll(row["for"], row.get("of", ""), 6, row["die"]) for row in case.get("dice") or ()
        )
        self.last_refused = False
        self.events: list[Event] = []
        self.before = battle_of(case)
        self.battle = self.before
        self.aggression = (case.get("table") or {}).get("aggression") or {}
        self.roll_step = (case.get("start") or {}).get("step", "")
        self.opening_due = False
        self.compared: set[int] = set()  # shots that a tally has been compared with
        if self.battle.step in STEPS or self.battle.step == DEPLOYMENT:
            self.open()

    def tell(self, happened: Any) -> None:
        self.events += happened
        self.battle = fold(self.battle, happened)

    def open(self) -> None:
        """Runs the opening of the step; dice that are not loaded are not needed yet."""
        left = self.dice.left
        try:
            happened = list(sequence.ROWS[self.battle.step].opening(self.battle, self.dice))
        except UnexpectedRoll:
            self.dice = LoadedDice(left)
            self.opening_due = True
            return
        self.opening_due = False
        self.tell(happened)
        if self.battle.step == UNIT_MOVES:
            self.battle = replace(
                self.battle,
                figures={
                    key: replace(
                        figure,
                        contact_at_start=self.before.figures[key].contact_at_start
                        or figure.contact_at_start,
                    )
                    for key, figure in self.battle.figures.items()
                },
            )

    def next_step(self) -> None:
        self.tell(sequence.next_step(self.battle))
        self.open()

    def close(self) -> None:
        """Passes the step for both sides; compulsory events happen."""
        if self.battle.hand is not None:
            self.decided(orders.EndActivation(), self.battle.hand.side)
        for side in (self.battle.attacker, other_side(self.battle.attacker)):
            if (
                side not in self.battle.passed
                and not self.battle.ending
                and self.battle.step != "sides"
            ):
                if self.battle.step in (UNIT_MOVES, INDEPENDENT_MOVES):
                    self.battle = replace(self.battle, to_act=side)
                try:
                    self.tell(turn_order.passing(self.battle, side, self.dice))
                except Refused as refused:
                    if self.battle.step != DEPLOYMENT:
                        self.differences.append(f"passing {self.battle.step}: {refused}")
        self.resolve(answering=True)

    def resolve(self, *, answering: bool) -> None:
        for _ in range(200):
            if self.battle.ending:
                return
            if self.battle.pending:
                if not answering:
                    return
                self.answer_by_default()
                continue
            step = self.battle.step
            self.tell(sequence.ROWS[step].closing(self.battle, self.dice))
            self.tell(victory.at_once(self.battle))
            if not self.battle.pending and not (
                step in ("morale", "spells") and self.battle.morale.owed
            ):
                return
        self.differences.append("a step that never ends")

    def answer_by_default(self) -> None:
        owed = self.battle.pending[0]
        if isinstance(owed, TakeHit):
            order: Order = orders.MeetHit(owed.figure, "save" if owed.save is not None else "death")
        else:
            order = orders.Capture(owed.figure, owed.elements[0])
        self.decided(order, owed.side)

    def play(self, number: int, row: Mapping[str, Any]) -> None:
        where = f"order {number} ({row['do']})"
        try:
            if row["do"] == "finish":
                self.finish(where, row)
            else:
                self.order(where, row)
        except UnexpectedRoll as unexpected:
            self.differences.append(f"{where}: {unexpected}")
        if "then" in row:
            self.compare(where, row["then"])

    def finish(self, where: str, row: Mapping[str, Any]) -> None:
        step, turn = row["step"], row.get("turn")
        if step in ROLLS_BEFORE:
            self.roll_before(step)
            return
        if turn is None and is_over(step, self.battle.step):
            return
        for _ in range(200):
            if self.battle.ending:
                return
            if self.opening_due:
                self.tell(sequence.ROWS[self.battle.step].opening(self.battle, self.dice))
                self.opening_due = False
            here, now = self.battle.step, self.battle.turn
            self.close()
            if self.battle.ending:
                return
            done = here == step and turn in (None, now)
            self.next_step()
            if done:
                return
        self.differences.append(f"{where}: the step never came")

    def roll_before(self, step: str) -> None:
        if step == "attacker_roll" or self.roll_step == "attacker_roll":
            self.tell(roles.attacker_roll(self.battle, self.aggression, self.dice))
        self.roll_step = "scenario_roll"
        if step == "scenario_roll" and not self.battle.scenario:
            self.tell(roles.scenario_roll(self.battle, self.dice))

    def order(self, where: str, row: Mapping[str, Any]) -> None:
        side = row["side"]
        self.close_what_is_in_hand(row)
        if row["do"] == "take_hit" and not self.battle.pending:
            for one in SIDES:
                if one not in self.battle.passed:
                    self.tell(turn_order.passing(self.battle, one, self.dice))
            self.resolve(answering=False)
        if row["do"] == "capture" and not self.battle.pending:
            self.finish(where, {"step": "shooting"}) if self.battle.step == "shooting" else None
            self.resolve(answering=False)
        given = READ[row["do"]](row, self.battle)
        refused: list[str] | None = None
        if row["do"] in IN_HAND and self.battle.step in (UNIT_MOVES, INDEPENDENT_MOVES):
            refused = self.refused_whatever_the_dice(row, given, side) or self.take_in_hand(
                row, side
            )
        if refused is None:
            refused = self.decided(given, side)
        self.last_refused = refused is not None
        self.as_expected(where, row, refused)
        if (
            self.battle.step in (UNIT_MOVES, INDEPENDENT_MOVES)
            and self.battle.hand is None
            and not self.battle.to_act
            and not refused
        ):
            self.resolve(answering=True)
            self.next_step()
        elif (
            self.battle.step in ("sides", DEPLOYMENT)
            and not refused
            and not sequence.owing(self.battle)
            and (self.battle.step == "sides" or len(self.battle.deployment.deployed) == len(SIDES))
        ):
            self.tell(sequence.ROWS[self.battle.step].closing(self.battle, self.dice))
            self.next_step()

    def close_what_is_in_hand(self, row: Mapping[str, Any]) -> None:
        hand = self.battle.hand
        if hand is None:
            return
        same = (
            row["side"] == hand.side
            and row["do"] in IN_HAND
            and acting(self.battle, row) == hand.who
        )
        again = (
            row["do"] == "move"
            and hand.stirred
            and not hand.spent
            and same
            and not (set(row.get("paths") or row.get("facing") or ()) - set(hand.done))
        )
        if not same or again:
            self.decided(orders.EndActivation(), hand.side)

    def refused_whatever_the_dice(
        self, row: Mapping[str, Any], given: Order, side: str
    ) -> list[str] | None:
        """Refusals of an order that needs no dice, if the case expects them."""
        expected = row.get("expect", "legal")
        if row["do"] == "move" or not isinstance(expected, Mapping) or self.battle.hand is not None:
            return None
        try:
            sequence.carried_out(self.battle, given, side, LoadedDice())
        except UnexpectedRoll:
            return None
        except Refused as refused:
            wanted = set(expected["refused"])
            return told(refused) if wanted & {one.rule for one in refused.refusals} else None
        return None

    def take_in_hand(self, row: Mapping[str, Any], side: str) -> list[str] | None:
        """An order of movement activates its unit or figure first, unless it was just activated."""
        if self.battle.hand is not None and self.battle.hand.who == acting(self.battle, row):
            return None
        if row["do"] == "join":
            return None
        return self.decided(orders.Activate(acting(self.battle, row)), side)

    def decided(self, given: Order, side: str) -> list[str] | None:
        """Refusals of the order; None if it was carried out."""
        try:
            self.tell(sequence.carried_out(self.battle, given, side, self.dice))
            if isinstance(given, orders.PlanDeployment):  # it is carried out until a side is asked
                self.tell(sequence.onward(self.battle, self.dice, giver=side))
        except Refused as refused:
            return told(refused)
        self.tell(victory.at_once(self.battle))
        return None

    def as_expected(self, where: str, row: Mapping[str, Any], refused: list[str] | None) -> None:
        expected = row.get("expect", "legal")
        if expected == "legal" and refused:
            self.differences.append(f"{where}: should be legal, but: {'; '.join(refused)}")
        if isinstance(expected, Mapping) and "refused" in expected:
            wanted = set(expected["refused"])
            if refused is None:
                self.differences.append(
                    f"{where}: should be refused by {sorted(wanted)}, but is legal"
                )
            elif not wanted & {text.rsplit("[", 1)[1].rstrip("]") for text in refused}:
                self.differences.append(
                    f"{where}: should be refused by {sorted(wanted)}, but: {'; '.join(refused)}"
                )

    def differ(self, where: str, wanted: Any, found: Any) -> None:
        if not is_same(wanted, found):
            self.differences.append(f"{where}: expected {wanted!r}, found {found!r}")

    def compare(self, where: str, facts: Mapping[str, Any]) -> None:
        for fact, wanted in facts.items():
            if fact == "to_deploy":
                self.differ(f"{where}: {fact}", wanted, self.to_deploy(wanted))
            elif fact in WHOLE:
                self.differ(f"{where}: {fact}", wanted, WHOLE[fact](self))
            elif fact in PER_THING:
                for key, value in wanted.items():
                    self.differ(f"{where}: {fact} of {key}", value, PER_THING[fact](self, key))
            elif fact == "on_table":
                for key in wanted:
                    self.differ(
                        f"{where}: {key} on the table",
                        True,
                        self.battle.figures[key].at is not None,
                    )
            elif fact in ("in_contact", "not_in_contact"):
                for one, two in wanted:
                    found = bases_touch(self.battle.figures[one], self.battle.figures[two])
                    self.differ(f"{where}: contact of {one} and {two}", fact == "in_contact", found)
            else:
                raise ValueError(f"fact {fact} is not known")

    def closed(self, expect: Mapping[str, Any]) -> list[str]:
        try:
            self.compare("at the end", expect.get("facts") or {})
            for wanted in expect.get("tallies") or ():
                self.tallied(wanted)
            for asked in expect.get("answers") or ():
                found = ANSWERS[asked["ask"]](self.as_asked(asked), asked)
                for key, value in found.items():
                    if key in asked:
                        self.differ(f"answer {asked}: {key}", asked[key], value)
        except UnexpectedRoll as unexpected:
            self.differences.append(f"at the end: {unexpected}")
        if self.dice.left and not self.last_refused:
            self.differences.append(
                f"dice left over: {[(roll.purpose, roll.of, roll.face) for roll in self.dice.left]}"
            )
        return self.differences

    def to_deploy(self, wanted: list[str]) -> list[str]:
        """Units to deploy, of the sides that the list names."""
        things: dict[str, Figure | Unit] = {**self.battle.figures, **self.battle.units}
        sides = {things[key].side for key in wanted} or set(SIDES)
        return [key for key in WHOLE["to_deploy"](self) if things[key].side in sides]

    def as_asked(self, asked: Mapping[str, Any]) -> Battle:
        """The battle for a question; an allowance is that of the rolled activation, even if it is
        over.
        """
        rolled = [
            event.hand
            for event in self.events
            if isinstance(event, events.Activated) and event.hand.who == asked.get("unit")
        ]
        return (
            replace(self.battle, hand=rolled[-1])
            if asked["ask"] == "allowance" and rolled
            else self.battle
        )

    def moderated(self, wanted: Mapping[str, Any], mods: tuple[events.Mod, ...]) -> None:
        if "mods" in wanted:
            self.differ(f"tally {wanted['of']}", mods_of(wanted), sorted(map(list, mods), key=repr))

    def tallied(self, wanted: Mapping[str, Any]) -> None:
        """A number that was explained: the shot or fight named, with all its modifiers."""
        for event in self.events:
            if id(event) in self.compared:
                continue
            if wanted["for"] == "shot" and is_the_shot(event, wanted):
                self.compared.add(id(event))
                self.shot_tallied(wanted, event)
                return
            if wanted["for"] == "melee" and is_the_fight(event, wanted):
                self.fight_tallied(wanted, event)
                return
        self.differences.append(
            f"no {wanted['for']} of {wanted['of']} against {wanted.get('against')}"
        )

    def shot_tallied(self, wanted: Mapping[str, Any], shot: events.ShotFired) -> None:
        """Modifiers, total, distance in inches and result of a shot."""
        who = wanted["of"]
        self.moderated(wanted, shot.mods)
        self.differ(f"total of {who}", wanted.get("total", shot.total), shot.total)
        if "distance" in wanted and abs(wanted["distance"] - shot.distance) > 0.02:
            self.differ(f"distance of {who}", wanted["distance"], shot.distance)
        if "result" in wanted:
            self.differ(f"result of {who}", wanted["result"], "hit" if shot.hit else "miss")

    def fight_tallied(self, wanted: Mapping[str, Any], fight: events.Fought) -> None:
        """Modifiers and total of one figure of a fight."""
        mine = fight.figures.index(wanted["of"])
        self.moderated(wanted, fight.mods[mine])
        total = fight.totals[mine]
        self.differ(f"total of {wanted['of']}", wanted.get("total", total), total)


def told(refused: Refused) -> list[str]:
    """The refusals with their rules. The equal answer for unseen and invented pieces is HOA-DEP-08
    in the catalogue.
    """
    words = [str(refusal) for refusal in refused.refusals]
    return words + [
        f"{refusal.says} [HOA-DEP-08]"
        for refusal in refused.refusals
        if refusal.rule == "CAR-TAB-06"
    ]
