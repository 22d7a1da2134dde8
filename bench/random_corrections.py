"""Random corrections of a long game on record. Each outcome is compared with its preview."""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import msgspec

from app.kernel import record
from app.kernel.contract import Game, Order
from app.kernel.correction_orders import Corrected, CorrectMove
from app.kernel.monkey import filled_offer
from app.kernel.readjudication import readjudicate_moves
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.play import corrections
from app.services.play.corrections import CorrectableMove, Preview, Result
from app.services.watch.game_view import GameView

LATELY = 40
"""Latest entries. Early corrections end most that follows."""
OF_CORRECTED, OF_THE_LATEST, WITH_NEW_DICE = 0.25, 0.75, 0.25
MOST_TRIES = 20
REFEREE = "referee"
StateFaults = Callable[[Any, Any], Iterator[str]]


class LongGameTable(Protocol):
    """Table of a long game with a random source and the users of its seats."""

    services: Services
    seed: str
    chance: random.Random
    users: dict[str, int]
    id: int


class Corrector:
    """Referee of one long game of a box, with random corrections. `state_faults` tells of the
    states before and after a correction.
    """

    def __init__(self, table: LongGameTable, box: Game, state_faults: StateFaults):
        self.table, self.box, self.state_faults = table, box, state_faults
        self.user = table.users[REFEREE]
        self.faults: list[str] = []
        self.named: set[int] = set()
        self.happened: Counter[str] = Counter()

    def desk(self) -> GameView:
        """Game as the referee sees it."""
        return corrections.load_desk(self.table.services, self.table.id, self.user)

    def correct_some(self, wanted: int) -> None:
        """Make this number of corrections, then check the whole record."""
        for _ in range(wanted):
            wants_dice = self.table.chance.random() < WITH_NEW_DICE
            for _ in range(MOST_TRIES):
                if self.correct_one(wants_dice):
                    break
        self.check_record()

    def correct_one(self, wants_dice: bool) -> bool:
        """Correct a random entry. Return false if the rules refuse it, and if it rolls no new die
        although one is wanted.
        """
        look, chance = self.desk(), self.table.chance
        moves = corrections.list_moves(look)
        again = [move for move in moves if move.number in self.named]
        lately = moves[:LATELY] if chance.random() < OF_THE_LATEST else moves
        move = chance.choice(again if again and chance.random() < OF_CORRECTED else lately)
        order = CorrectMove(move.number, "Entered wrong.", self.instead_of(look, move))
        try:
            preview = corrections.preview_correction(look, order)
        except Refused:
            return False
        if wants_dice and not rolls_new_dice(preview):
            return False
        corrections.sign_correction(
            self.table.services,
            self.table.id,
            self.user,
            secrets.token_hex(8),
            order,
            preview.digest,
        )
        self.happened["corrections"] += 1
        self.happened["of corrected entries"] += move.number in self.named
        self.named.add(move.number)
        self.compare(look, self.desk(), preview)
        return True

    def instead_of(self, look: GameView, move: CorrectableMove) -> dict[str, object] | None:
        """Order that could have been given in place of a move; None strikes it."""
        before, chance = corrections.view_before(look, move), self.table.chance
        offers = corrections.offers_before(before)
        if not offers or chance.random() < 0.3:
            return None
        offer = chance.choice(offers)
        order: Order | None = offer.order
        if offer.asks:
            order = filled_offer(self.box, before.view, offer, chance)
        return msgspec.to_builtins(order) if order is not None else None

    # ------------------------------------------------------------------ checks
    def compare(self, before: GameView, after: GameView, preview: Preview) -> None:
        """Compare a signed correction with its preview."""
        number = after.last
        for fault in self.differences_from(before, after, preview):
            self.faults.append(f"{self.table.seed}, move {number}: {fault}")

    def differences_from(
        self, before: GameView, after: GameView, preview: Preview
    ) -> Iterator[str]:
        """Facts of a correction that its preview did not tell."""
        move = after.history.moves[before.last]
        is_told = any(is_as_told(one, before, after, move) for one in preview.results)
        self.happened["with new dice"] += rolls_new_dice(preview)
        self.happened["with several results"] += len(preview.results) > 1
        self.happened["not listed"] += not is_told and preview.unlisted > 0
        if not is_told and not preview.unlisted:
            yield f"the outcome of {preview.order} is in no branch of its preview"
        if not 0 <= preview.unlisted < 1 and preview.results:
            yield f"the odds of {preview.order} are wrong: {preview.unlisted} unlisted"
        yield from self.state_faults(before.table.state, after.table.state)

    def check_record(self) -> None:
        """Replay the record and decide it again."""
        history = self.desk().history
        if record.replay_moves(self.box, history.moves).state != history.now.state:
            self.faults.append(f"{self.table.seed}: the replay differs")
        self.faults += [
            f"{self.table.seed}, move {one.number} decided again: {one.why}"
            for one in readjudicate_moves(self.box, history.moves, history.tables)
        ]


def rolls_new_dice(preview: Preview) -> bool:
    """Return true if the results of a preview depend on dice that were not rolled before."""
    return any(way for one in preview.results for way in one.rolls)


def is_as_told(told: Result, before: GameView, after: GameView, move: record.Move) -> bool:
    """Return true if a correction has this result: its dice, its changes, and its struck moves."""
    happened = next(event for event in move.events if isinstance(event, Corrected))
    faces = [roll.face for roll in move.rolls]
    struck = {one.number: one.is_struck for one in happened.line if one.number != happened.move}
    return (
        faces in [[roll.face for roll in one] for one in told.rolls]
        and told.differences == tuple(before.box.differences(before.table.state, after.table.state))
        and all(struck.get(one.number) == one.is_struck for one in told.changed)
    )
