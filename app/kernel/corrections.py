"""Corrections of long games (CAR-COR): a referee says what an earlier move should have been.

The moves before it stand. Every later order is decided again with its own dice. The result is
recorded, so a replay decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from app.kernel import record
from app.kernel.contract import Event, Game, Order
from app.kernel.correction_orders import MOST_LETTERS, Corrected, CorrectMove, Redecided
from app.kernel.decider_names import decider_name
from app.kernel.dice import Dice, Roll
from app.kernel.record import CorrectedMove, Move, in_force
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.table import EMPTY, Table, after_all, competing_sides
from app.kernel.table_orders import ORDERS, PLATFORM_EVENTS, SeatsExchanged
from app.kernel.table_refusals import not_out, still_open
from app.kernel.wrapped_orders import unwrapped_order

Decide = Callable[[Game, Table, Order, str, Dice, Sequence[Move]], Sequence[Event]]


class CorrectionDice:
    """Dice of a move that is decided again: its own dice by purpose and owner, then new ones."""

    def __init__(self, own: Sequence[Roll], new: Dice):
        self._own, self._new = list(own), new
        self.rolls: list[Roll] = []

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        """Roll a face from 1 to `sides`; an unused die of the move itself comes first."""
        known = next(
            (one for one in self._own if (one.sides, one.purpose, one.of) == (sides, purpose, of)),
            None,
        )
        if known is None:
            face = self._new.roll(sides, purpose, of)
        else:
            self._own.remove(known)
            face = known.face
        self.rolls.append(Roll(purpose, of, sides, face))
        return face


def correct_move(
    game: Game,
    table: Table,
    order: CorrectMove,
    seat: str,
    dice: Dice,
    past: Sequence[Move],
    decide: Decide,
) -> Sequence[Event]:
    """Events of a correction; `decide` decides the orders of the platform. Raises `Refused`."""
    refuse_if(corrections_exist(game), referee_only(game, table, seat), reason_given(order.reason))
    known = in_force(past)
    refuse_if(may_not_correct(known, order.move), not_of_the_game(game, order.instead))
    place = next(at for at, move in enumerate(known) if move.number == order.move)
    before = folded_table(game, known[:place])
    line, now = _decided_again(game, before, known, place, order, dice, decide)
    refuse_if(something_changes(line))
    told = Corrected(order.move, order.reason.strip(), tuple(line))
    return (told, *game.corrected(table.state, now.state, order.move))


def _decided_again(
    game: Game,
    position: Table,
    known: Sequence[Move],
    place: int,
    order: CorrectMove,
    dice: Dice,
    decide: Decide,
) -> tuple[list[Redecided], Table]:
    """New facts of the moves from `place` on that have changed, and the table after the last."""
    line: list[Redecided] = []
    moves = list(known[:place])
    for move in known[place:]:
        new = _decide_again(game, position, move, order, dice, moves, decide)
        if new is not None:
            line.append(new)
        moves.append(move if new is None else record.with_new_facts(move, new))
        position = after_all(game, position, moves[-1].events)
    return line, position


def _decide_again(
    game: Game,
    position: Table,
    move: Move,
    order: CorrectMove,
    dice: Dice,
    past: Sequence[Move],
    decide: Decide,
) -> Redecided | None:
    """New facts of one move; None if nothing changes. Moves of the platform alone stay."""
    is_named = move.number == order.move
    stored = order.instead if is_named else _stored_order(move)
    if is_named and stored is None:
        return Redecided(move.number, platform_events(move), is_struck=True, is_withdrawn=True)
    if not is_named and not (has_box_events(move) or state_of_move(move).is_struck):
        return None
    if state_of_move(move).is_withdrawn and not is_named:
        return None
    if record.correction_in(move) is not None:
        return None
    own = CorrectionDice(move.rolls, dice)
    try:
        events = _events_of(game, position, stored, move, own, past, decide)
    except Refused as refused:
        refuse_if(exchange_stays(move))
        if is_named:
            raise
        rules = tuple(dict.fromkeys(one.rule for one in refused.refusals))
        new = Redecided(move.number, platform_events(move), is_struck=True, refused_by=rules)
    else:
        given = _read_stored(game, stored)
        is_other = given != _read_stored(game, _stored_order(move))
        new = Redecided(
            move.number,
            tuple(game.kept_facts(move.events, events)),
            tuple(own.rolls),
            msgspec.json.decode(record.stored_order(given)) if is_named and is_other else None,
        )
    return None if _is_same(new, move) else new


def _events_of(
    game: Game,
    position: Table,
    stored: Any,
    move: Move,
    dice: Dice,
    past: Sequence[Move],
    decide: Decide,
) -> tuple[Event, ...]:
    """Events of an order on another table. Events of the platform about the move stay."""
    order = _read_stored(game, stored)
    if isinstance(order, ORDERS):
        return tuple(decide(game, position, order, move.seat, dice, past))
    side = position.seats.get(move.seat, "")
    refuse_if(still_open(game, position), not_out(game, position, side))
    return (*platform_events(move), *game.decide(position.state, order, move.seat, dice))


def _stored_order(move: Move) -> bytes:
    """Order of a move as it counts now, without the platform orders around it."""
    return unwrapped_order(record.without_key_mark(move.order))


def _read_stored(game: Game, stored: Any) -> Order:
    """Order in its stored form, or as plain data."""
    if isinstance(stored, Order):
        return stored
    if isinstance(stored, (bytes, msgspec.Raw)):
        return record.read_order(game, record.without_key_mark(stored))
    return record.read_order(game, {key: one for key, one in stored.items() if key != "keys"})


def folded_table(game: Game, moves: Sequence[Move]) -> Table:
    """Table after these moves."""
    position = EMPTY
    for move in moves:
        position = after_all(game, position, move.events)
    return position


def _is_same(new: Redecided, move: Move) -> bool:
    old = state_of_move(move)
    return (
        record.to_json(new.events) == record.to_json(move.events)
        and (new.is_struck, new.refused_by) == (old.is_struck, old.refused_by)
        and new.order is None
    )


def state_of_move(move: Move) -> Redecided:
    """Result of the last correction of a move; neither struck nor withdrawn without one."""
    return move.correction if isinstance(move, CorrectedMove) else Redecided(move.number)


def platform_events(move: Move) -> tuple[Event, ...]:
    """Events of the platform in a move."""
    return tuple(event for event in move.events if type(event) in PLATFORM_EVENTS)


def has_box_events(move: Move) -> bool:
    """Return true if the move tells something of the game itself."""
    return any(type(event) not in PLATFORM_EVENTS for event in move.events)


def correctable_moves(past: Sequence[Move]) -> Iterator[Move]:
    """Moves that a referee may correct, as they count now."""
    known = in_force(past)
    return (move for move in known if decides_nothing(move, known[0]) is None)


# ----------------------------------------------------------------------------- refusals
def corrections_exist(game: Game) -> Refusal | None:
    """CAR-COR-01: only long games have corrections."""
    if game.card.is_battle:
        return no(
            "CAR-COR-01",
            "Only a campaign or a contest has corrections.",
            "Solo hay correcciones en una campaña o en una competición.",
        )
    return None


def referee_only(game: Game, table: Table, seat: str) -> Refusal | None:
    """CAR-COR-02: only a referee corrects."""
    if table.seats.get(seat, "") in competing_sides(game, table):
        return no(
            "CAR-COR-02",
            "Only the {decider} corrects.",
            "Solo corrige el {decider}.",
            decider=decider_name(game.card),
        )
    return None


def reason_given(reason: str) -> Refusal | None:
    """CAR-COR-03: a correction names its reason."""
    if not reason.strip():
        return no(
            "CAR-COR-03",
            "Give the reason of the correction.",
            "Indica el motivo de la corrección.",
        )
    if len(reason) > MOST_LETTERS or not reason.replace("\n", " ").strip().isprintable():
        return no(
            "CAR-COR-03",
            "A reason has at most {most} characters, and no control characters.",
            "El motivo tiene como mucho {most} caracteres, sin caracteres de control.",
            most=MOST_LETTERS,
        )
    return None


def may_not_correct(known: Sequence[Move], number: int) -> Refusal | None:
    """CAR-COR-04: a decision of the game is corrected; the beginning and a correction are not."""
    move = next((one for one in known if one.number == number), None)
    if move is None:
        return no(
            "CAR-COR-04",
            "There is no move {number}, or it was undone.",
            "No hay ninguna jugada {number}, o se ha deshecho.",
            number=number,
        )
    return decides_nothing(move, known[0])


def decides_nothing(move: Move, first: Move) -> Refusal | None:
    """Refusal of a correction, and of a move without a decision of the game; `first` begins it."""
    if record.correction_in(move) is not None:
        return no(
            "CAR-COR-04",
            "Move {number} is a correction: correct the move that it names.",
            "La jugada {number} es una corrección: corrige la jugada que nombra.",
            number=move.number,
        )
    if move is first or not (has_box_events(move) or state_of_move(move).is_struck):
        return no(
            "CAR-COR-04",
            "Move {number} decides nothing that can be corrected.",
            "La jugada {number} no decide nada que se pueda corregir.",
            number=move.number,
        )
    return exchange_stays(move)


def exchange_stays(move: Move) -> Refusal | None:
    """Refusal of a correction without an exchange of seats, which their players keep."""
    if not any(isinstance(event, SeatsExchanged) for event in move.events):
        return None
    return no(
        "CAR-COR-04",
        "In move {number} two players exchanged their seats. It stays.",
        "En la jugada {number} dos jugadores intercambiaron sus asientos. Se conserva.",
        number=move.number,
    )


def not_of_the_game(game: Game, instead: Any) -> Refusal | None:
    """Refusal of a platform order, such as a concession, in place of a decision of the game."""
    if instead is None or isinstance(_read_stored(game, instead), tuple(game.card.orders)):
        return None
    return no(
        "CAR-COR-04",
        "Only another order of the game can take the place of a decision.",
        "Solo otra orden de la partida puede ocupar el lugar de una decisión.",
    )


def something_changes(line: Sequence[Redecided]) -> Refusal | None:
    """CAR-COR-05: a correction changes something."""
    if not line:
        return no(
            "CAR-COR-05",
            "This correction changes nothing.",
            "Esta corrección no cambia nada.",
        )
    return None
