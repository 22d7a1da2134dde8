"""Corrections of a campaign: moves that can be corrected, preview, signature (CAR-COR).

A preview has a digest. A signature takes that digest, so the referee signs what the page has shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from app.kernel import record
from app.kernel.contract import Difference, Line
from app.kernel.correction_branches import Branch, likely_branches
from app.kernel.correction_orders import Corrected, CorrectMove
from app.kernel.correction_reviews import Review, reviews_of
from app.kernel.corrections import (
    correctable_moves,
    corrections_exist,
    folded_table,
    referee_only,
)
from app.kernel.dice import Dice, Roll, SeededDice
from app.kernel.log_lines import told_events
from app.kernel.offers import Offer
from app.kernel.record import CorrectedMove, Move
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import Say
from app.kernel.seats import Viewer
from app.kernel.stored_orders import decided_as_stored
from app.kernel.table import Table
from app.services.container import Services
from app.services.errors import NoSuchGame, Overtaken
from app.services.people.permissions import referee_seat_of
from app.services.play import club_referees, orders
from app.services.play.marked_decisions import own_sides
from app.services.play.played_orders import PlayedOrder
from app.services.watch import game_view
from app.services.watch.game_view import GameView

LEAST_LISTED = Fraction(1, 2)
"""Smallest odds of the results that a preview lists."""


class CorrectableMove(msgspec.Struct, frozen=True):
    """Move that the referee may correct, with its log lines as they were told.

    `is_struck` is true if it does not count any more; `is_corrected` if it has other facts.
    """

    number: int
    seat: str
    made_at: str
    lines: tuple[Line, ...]
    is_struck: bool
    is_corrected: bool


class ChangedMove(msgspec.Struct, frozen=True):
    """Later move that a correction changes: it is struck, it returns, or it has another result.

    `refused_by` are the rules that refuse a struck move.
    """

    number: int
    lines: tuple[Line, ...]
    is_struck: bool
    returns: bool
    refused_by: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """Possible result of a correction: its odds from 0 to 1 and its changes.

    `rolls` lists the new dice of each way to this result. `entry` are the log lines of the
    corrected move after the first of these ways; a struck move has none.
    """

    odds: Fraction
    rolls: tuple[tuple[Roll, ...], ...]
    differences: tuple[Difference, ...]
    changed: tuple[ChangedMove, ...]
    entry: tuple[Line, ...] = ()

    @property
    def percent(self) -> int:
        """Odds in per cent, rounded."""
        return round(100 * self.odds)

    @property
    def faces(self) -> str:
        """Faces of the new dice that lead here, such as "1, 2" or "3+4, 4+3"."""
        return ", ".join("+".join(str(roll.face) for roll in one) for one in self.rolls)


class Preview(msgspec.Struct, frozen=True):
    """Everything that follows from a correction. `digest` signs it.

    `results` are the most likely ones if the new dice have too many to list, so their odds add up
    to less than 1. It is empty if these odds are below `LEAST_LISTED`. `redecided` counts the later
    moves that were decided again.
    """

    order: CorrectMove
    digest: str
    results: tuple[Result, ...]
    redecided: int

    @property
    def is_certain(self) -> bool:
        """True if no new die is rolled, or no new die changes the result."""
        return len(self.results) == 1 and not self.unlisted

    @property
    def unlisted(self) -> Fraction:
        """Odds from 0 to 1 of dice whose result is not listed."""
        return 1 - sum((one.odds for one in self.results), start=Fraction(0))


class SignedCorrection(msgspec.Struct, frozen=True):
    """Correction on record: it names the corrected move and its reason.

    `own_matter` are the sides that its referee plays. `review` is None if none was asked for.
    """

    number: int
    move: int
    reason: str
    made_at: str
    own_matter: tuple[Say, ...] = ()
    review: Review | None = None


def signed_corrections(look: GameView) -> tuple[SignedCorrection, ...]:
    """Corrections on record, the newest first. Raises `NoSuchGame` for a battle."""
    if corrections_exist(look.box):
        raise NoSuchGame
    reviews = reviews_of(look.history.moves)
    found = []
    for move in look.history.moves[: look.at]:
        told = next((one for one in move.events if isinstance(one, Corrected)), None)
        if told is None:
            continue
        found.append(
            SignedCorrection(
                move.number,
                told.move,
                told.reason,
                move.made_at,
                own_sides(look, move),
                reviews.get(move.number),
            )
        )
    return tuple(reversed(found))


def load_desk(services: Services, address: int | str, user_id: int | None) -> GameView:
    """Campaign as its referee sees it now, also a referee who plays.

    Raises `NoSuchGame` for a battle and for a reader without a seat, `Refused` for a player.
    """
    look = game_view.load_view(services, address, user_id)
    viewer = club_referees.desk_viewer(look.seats, user_id)
    if viewer is not None:
        look = msgspec.structs.replace(look, seat=viewer.seat, viewer=viewer)
    if look.seat is None or look.table.state is None or corrections_exist(look.box):
        raise NoSuchGame
    refuse_if(referee_only(look.box, look.table, look.seat))
    return look


def load_signed(services: Services, address: int | str, user_id: int | None) -> GameView:
    """Long game as a reader sees it, for the list of signed corrections.

    A referee sees it from the seat of the referees. Raises `NoSuchGame` for a battle.
    """
    look = game_view.load_view(services, address, user_id)
    if look.table.state is None or corrections_exist(look.box):
        raise NoSuchGame
    if referee_seat_of(look.seats, user_id, judging=True) is not None:
        return load_desk(services, address, user_id)
    return look


def may_correct(look: GameView) -> bool:
    """True for a referee who sees the game from the seat of the referees."""
    return look.seat is not None and referee_only(look.box, look.table, look.seat) is None


def list_moves(look: GameView) -> tuple[CorrectableMove, ...]:
    """Moves that the referee may correct and knows of; the newest first."""
    found = []
    for move in correctable_moves(look.history.moves):
        lines = look.history.lines(move.number, look.viewer)
        if lines:
            new = move.correction if isinstance(move, CorrectedMove) else None
            found.append(
                CorrectableMove(
                    move.number,
                    move.seat,
                    move.made_at,
                    lines,
                    new is not None and new.is_struck,
                    new is not None,
                )
            )
    return tuple(reversed(found))


def find_move(look: GameView, number: int) -> CorrectableMove:
    """Move with this number that the referee may correct; raises `NoSuchGame`."""
    return move_in(list_moves(look), number)


def move_in(moves: Iterable[CorrectableMove], number: int) -> CorrectableMove:
    """Move with this number; raises `NoSuchGame`."""
    found = next((move for move in moves if move.number == number), None)
    if found is None:
        raise NoSuchGame
    return found


def view_before(look: GameView, move: CorrectableMove) -> GameView:
    """Position before a move, as it counts now, for the seat of that move."""
    position = position_before(look, move.number)
    viewer = Viewer(move.seat, position.seats.get(move.seat, ""))
    return msgspec.structs.replace(
        look,
        seat=move.seat,
        viewer=viewer,
        table=position,
        view=look.box.view(position.state, viewer),
        is_offered=True,
    )


def position_before(look: GameView, number: int) -> Table:
    """Position before a move, as it counts now."""
    earlier = [one for one in record.in_force(look.history.moves) if one.number < number]
    return folded_table(look.box, earlier)


def offers_before(before: GameView) -> tuple[Offer, ...]:
    """Orders that could have been given in place of a move."""
    return tuple(offer for offer in before.offers if offer.is_live)


def preview_correction(look: GameView, order: CorrectMove) -> Preview:
    """Results of a correction; raises `Refused`."""
    stored, seat = record.stored_order(order), look.seat or ""

    def result_of(dice: Dice) -> tuple[Any, ...]:
        return decided_as_stored(look.box, look.table, stored, seat, dice, look.history.moves)

    digest, before = _digest_of(look, order), position_before(look, order.move)
    later = sum(one.number > order.move for one in record.in_force(look.history.moves))
    found = likely_branches(result_of)
    if sum(one.odds for one in found) < LEAST_LISTED:
        result_of(SeededDice(digest.encode(), look.last))  # raises what the signature would
        return Preview(order, digest, (), later)
    return Preview(order, digest, _merged(_result(look, before, one) for one in found), later)


def _merged(results: Iterable[Result]) -> tuple[Result, ...]:
    """Results with the same changes as one, with the sum of their odds."""
    found: list[Result] = []
    for one in results:
        same = next(
            (
                place
                for place, other in enumerate(found)
                if (other.differences, other.changed) == (one.differences, one.changed)
            ),
            None,
        )
        if same is None:
            found.append(one)
        else:
            odds, rolls = found[same].odds + one.odds, (*found[same].rolls, *one.rolls)
            found[same] = msgspec.structs.replace(found[same], odds=odds, rolls=rolls)
    return tuple(found)


def sign_correction(
    services: Services,
    address: int | str,
    user_id: int,
    command: str,
    order: CorrectMove,
    digest: str,
) -> PlayedOrder:
    """Record a correction as it was previewed. Raises `Overtaken` if a move came in between, and
    as `declare_order` does.
    """
    look = load_desk(services, address, user_id)
    if digest != _digest_of(look, order):
        raise Overtaken(look.last)
    return orders.declare_order(
        services, address, user_id, command, look.last, order, None, look.seat
    )


def read_correction(look: GameView, raw: str) -> CorrectMove:
    """Correction from JSON; raises `Malformed`, and `Refused` for another kind of order."""
    order = orders.parse_order(look.box, raw)
    if not isinstance(order, CorrectMove):
        refuse_if(not_a_correction())
        raise TypeError(order)
    return order


def correction_of(look: GameView, move: int, reason: str, instead: Any) -> CorrectMove:
    """Correction of a move to the order `instead`; None strikes the move. Raises `Malformed`."""
    asked = {"kind": "correct_move", "move": move, "reason": reason.strip()}
    if instead is not None:
        asked["instead"] = instead
    return read_correction(look, record.as_given(asked))


def not_a_correction() -> Refusal:
    """Refusal of another kind of order."""
    return no("CAR-COR-02", "This is not a correction.", "Esto no es una corrección.")


def _digest_of(look: GameView, order: CorrectMove) -> str:
    """Digest of the whole record and of the correction, in hex."""
    text = f"{look.history.head}\n{bytes(record.stored_order(order)).decode()}"
    return hashlib.sha256(text.encode()).hexdigest()


def _result(look: GameView, before: Table, branch: Branch[tuple[Any, ...]]) -> Result:
    """Result of a branch in words."""
    told, number = branch.result[0], look.history.number + 1
    move = Move(number, look.seat or "", msgspec.Raw(b"{}"), branch.result, (), "", "")
    after = record.replay_moves(look.box, (*look.history.moves, move))
    return Result(
        branch.odds,
        (branch.rolls,),
        tuple(look.box.differences(look.table.state, after.state)),
        tuple(_changed_moves(look, told)),
        _entry_lines(look, before, told),
    )


def _entry_lines(look: GameView, before: Table, told: Corrected) -> tuple[Line, ...]:
    """Log lines of the corrected move as it is told afterwards."""
    events = next((new.events for new in told.line if new.number == told.move), ())
    move = Move(told.move, "", msgspec.Raw(b"{}"), events, (), "", "")
    found = told_events(look.box, before, move, look.viewer)
    return tuple(line for _, lines in found for line in lines)


def _changed_moves(look: GameView, told: Corrected) -> Sequence[ChangedMove]:
    """Later moves that a correction changes and the referee knows of."""
    struck = {
        move.number
        for move in record.in_force(look.history.moves)
        if isinstance(move, CorrectedMove) and move.correction.is_struck
    }
    found = []
    for new in told.line:
        lines = look.history.lines(new.number, look.viewer)
        if new.number != told.move and lines:
            returns = new.number in struck and not new.is_struck
            found.append(ChangedMove(new.number, lines, new.is_struck, returns, new.refused_by))
    return found
