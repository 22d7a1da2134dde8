"""History of a game, by event sourcing: all moves, with the table after each, in a cache.

The database is authoritative. Moves are only appended, so a cached history is always a beginning of
the record. Missing moves are read, and each hash is checked.
"""

from __future__ import annotations

import functools
import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from app.kernel import record, table
from app.kernel.battle_report import Report, compile_report
from app.kernel.child_battles import Battle
from app.kernel.chronicle import ChronicleChapter, TurnLine, chronicle_chapters
from app.kernel.contest_chronicle import ContestChapter
from app.kernel.contract import Game, Line, Scenario
from app.kernel.event_summary import Item
from app.kernel.kept_moves import Kept, chain_of, newest_first, with_next_kept
from app.kernel.log_lines import Shot, move_lines, shots_of_move, summary_of_moves
from app.kernel.position import Hint, Moment
from app.kernel.reading_pages import ReadingPages
from app.kernel.record import Broken, Move
from app.kernel.say import Say
from app.kernel.seats import SPECTATOR, Viewer
from app.services.time.time_accounts import ClockMove, TimeAccount
from app.services.watch.moves_by_command import MovesByCommand

FEW = 12  # size of the caches of views and accounts in a history
K = TypeVar("K")
V = TypeVar("V")


class History:
    """Game up to its last known move.

    `tables[n]` is the table after move n; `tables[0]` is the empty one. `seed` is the secret seed
    of the dice, "" if it is not known.
    """

    def __init__(
        self,
        box: Game,
        moves: tuple[Move, ...] = (),
        tables: tuple[table.Table, ...] = (table.EMPTY,),
        seed: str = "",
    ):
        self.box, self.moves, self.tables, self.seed = box, moves, tables, seed
        self._told: dict[tuple[int, Viewer], tuple[Line, ...]] = {}
        self._rewrites: tuple[int, ...] | None = None
        self._retold: dict[tuple[int, int], tuple[int, tuple[Line, ...]]] = {}
        self._moments: dict[int, Moment] = {}
        self._views: dict[tuple[int, Viewer], Any] = {}
        self._pages: dict[tuple[int, Viewer], ReadingPages | None] = {}
        self._hints: dict[tuple[int, Viewer], Hint | None] = {}
        self._in_force: dict[int, tuple[Move, ...]] = {}
        self._kept: Kept | None = None
        self._commands: MovesByCommand | None = None
        self._corrected: dict[int, frozenset[int]] = {}
        self._refolded: dict[int, Sequence[table.Table]] = {}
        self._dates: dict[int, Say | None] = {}
        self._battles: dict[int, Mapping[str, Battle]] = {}
        self._counted: dict[int, tuple[Move, ...]] = {}
        self._recounted: dict[tuple[int, int, Viewer], tuple[Item, ...]] = {}
        self._chapters: dict[tuple[int, int], tuple[ChronicleChapter, ...]] = {}
        self._contest_chapters: dict[tuple[int, int, int], ContestChapter | None] = {}
        self._report: Report | None = None
        self._earlier: History | None = None
        self.timing: tuple[tuple[ClockMove, ...], tuple[Mapping[str, TimeAccount], ...]] = ((), ())

    @property
    def number(self) -> int:
        return len(self.moves)

    @property
    def head(self) -> str:
        """Hash of the last move; "" before the first one."""
        return self.moves[-1].hash if self.moves else ""

    @property
    def now(self) -> table.Table:
        return self.tables[-1]

    def and_then(self, written: Iterable[Move]) -> History:
        """History with the following moves as recorded.

        Raises `Broken` if the chain does not fit or a move is missing.
        """
        moves, tables, head = list(self.moves), list(self.tables), self.head
        for move in written:
            if move.number != len(moves) + 1 or not record.fits_chain(move, head):
                raise Broken(len(moves) + 1)
            new = record.read_move(self.box, move)
            tables.append(table_after(self.box, moves, tables, new))
            moves.append(new)
            head = move.hash
        longer = History(self.box, tuple(moves), tuple(tables), self.seed)
        if self.number in self._in_force:
            longer._in_force = {self.number: self._in_force[self.number]}
        if self.number in self._refolded:
            longer._refolded = {self.number: self._refolded[self.number]}
        self._extend(longer)
        # copies, because the last move may never be committed
        longer._retold, longer._chapters = dict(self._retold), dict(self._chapters)
        longer._contest_chapters = dict(self._contest_chapters)
        if self._rewrites is not None:
            longer._rewrites = (*self._rewrites, *numbers_of_rewrites(moves[self.number :]))
        longer._told, longer._moments, longer._dates, longer.timing = (
            dict(self._told),
            dict(self._moments),
            dict(self._dates),
            self.timing,
        )
        return longer

    def _extend(self, longer: History) -> None:
        """Extend what each new move changes in constant time."""
        new = longer.moves[self.number :]
        if self._kept is not None:
            longer._kept = functools.reduce(with_next_kept, new, self._kept)
        if self._commands is not None:
            longer._commands = self._commands
            for move in new:
                self._commands.add(move)
        if self.number in self._corrected and all(map(record.only_adds, new)):
            longer._corrected = {longer.number: self._corrected[self.number]}

    def until(self, number: int) -> History:
        """History as it was after a move, without later moves."""
        if self._earlier is None or self._earlier.number != number:
            earlier = History(self.box, self.moves[:number], self.tables[: number + 1], self.seed)
            earlier._told, earlier._moments = self._told, self._moments
            earlier._dates = self._dates
            self._earlier = earlier
        return self._earlier

    def eyes(self, seat: str, side: str, user_id: int | None) -> Viewer:
        """Viewer of this user at this seat while the game is running.

        A former player of the seat has another `luck`.
        """
        return Viewer(
            seat,
            side,
            luck=hmac.new(
                self.seed.encode(), f"luck of {user_id} at {seat}".encode(), "sha256"
            ).hexdigest()
            if self.seed
            else "",
        )

    def lines(self, number: int, viewer: Viewer) -> tuple[Line, ...]:
        """Log lines of one move for this viewer."""
        if (number, viewer) not in self._told:
            self._told[number, viewer] = move_lines(
                self.box, self.tables[number - 1], self.moves[number - 1], viewer
            )
        return self._told[number, viewer]

    def under(self, command: str, seat: str) -> Move | None:
        """Move made by this command of the seat; None if there is none."""
        of_seat, plain = (
            next((one for one in self.by_command(name) if one.seat == seat), None)
            for name in (f"{command}\n{seat}", command)
        )
        return of_seat or plain

    def on_record(self, command: str, seat: str) -> str:
        """Unique form of a new command for the record, because another seat may have used the same
        text.
        """
        return f"{command}\n{seat}" if any(self.by_command(command)) else command

    def by_command(self, command: str) -> Iterator[Move]:
        """Moves with exactly this command, the newest first."""
        if self._commands is None:
            self._commands = MovesByCommand(self.moves)
        return self._commands.among(self.moves, command)

    def summary_items(self, after: int, at: int, viewer: Viewer) -> tuple[Item, ...]:
        """Summary of the moves that count after `after` up to `at`."""

        def tell() -> tuple[Item, ...]:
            moves = [move for move in self.counted(at) if move.number > after]
            return summary_of_moves(self.box, moves, self.counted_tables(at), viewer, self.turn)

        return cached_value(self._recounted, (after, at, viewer), tell)

    def counted_tables(self, at: int) -> Sequence[table.Table]:
        """Tables before and after each move that counts after move `at`, with corrected facts.

        Without a correction these are the tables of their time.
        """
        if not self.corrected_numbers(at):
            return self.tables
        return cached_value(self._refolded, at, lambda: self._refold(at))

    def _refold(self, at: int) -> Sequence[table.Table]:
        """Tables with corrected facts; those after the move before are extended if they are
        known.
        """
        known, move = self._refolded.get(at - 1), self.moves[at - 1]
        tables, moves, position = list(self.tables), self.in_force(at), table.EMPTY
        if known is not None and record.only_adds(move):
            tables[:at], moves, position = known[:at], moves[-1:], known[moves[-2].number]
        for move in moves:
            tables[move.number - 1] = position
            position = table.after_all(self.box, position, move.events)
            tables[move.number] = position
        return tables

    def chapters(self, at: int, closed: int) -> tuple[ChronicleChapter, ...]:
        """Chapters of the turns up to `closed`, with the facts that count after move `at`.

        No later move adds to a turn before the present one, so its chapter is cached.
        """

        def tell() -> tuple[ChronicleChapter, ...]:
            counted = self.counted_lines(at)
            lines = (TurnLine(number, turn, one) for number, turn, told in counted for one in told)
            return chronicle_chapters(lines, closed)

        if closed >= self.moment(at).turn:
            return tell()
        return cached_value(self._chapters, (closed, self.last_rewrite(at)), tell)

    def contest_chapter(self, before: int, last: int, at: int) -> ContestChapter | None:
        """Chapter of a contest between two moves, with the facts that count after move `at`."""

        def tell() -> ContestChapter | None:
            views = (self.counted_view(number, at) for number in (before, last))
            return self.box.contest_chapter(*views)

        return cached_value(self._contest_chapters, (before, last, self.last_rewrite(at)), tell)

    def counted_lines(self, at: int) -> Iterator[tuple[int, int, tuple[Line, ...]]]:
        """Moves that count after move `at`: number, turn before it, and public log lines with the
        facts that count.
        """
        corrected, tables = self.corrected_numbers(at), self.counted_tables(at)
        first, rewritten = min(corrected, default=at + 1), self.last_rewrite(at)
        for move in self.counted(at):
            number, before = move.number, max(1, move.number - 1)
            if number < first:
                yield number, self.moment(before).turn, self.lines(number, SPECTATOR)
                continue
            if (number, rewritten) not in self._retold:
                turn = self.box.moment(tables[before].state).turn
                lines = move_lines(self.box, tables[number - 1], move, SPECTATOR)
                self._retold[number, rewritten] = turn, lines
            yield number, *self._retold[number, rewritten]

    def last_rewrite(self, at: int) -> int:
        """Number of the last correction or undo up to move `at`; 0 without one."""
        if self._rewrites is None:
            self._rewrites = numbers_of_rewrites(self.moves)
        return max((number for number in self._rewrites if number <= at), default=0)

    def counted_view(self, number: int, at: int) -> Any:
        """Public view after a move, with the facts that count after move `at`."""
        if not self.corrected_numbers(at):
            return self.view(number, SPECTATOR)
        return self.box.view(self.counted_tables(at)[number].state, SPECTATOR)

    def corrected_numbers(self, at: int) -> frozenset[int]:
        """Numbers of the moves that a correction up to move `at` gave other facts."""
        return cached_value(
            self._corrected,
            at,
            lambda: frozenset(
                one.number for one in self.in_force(at) if isinstance(one, record.CorrectedMove)
            ),
        )

    def view(self, number: int, viewer: Viewer) -> Any:
        """View of this viewer after a move.

        It is cached with everything that the box has computed from it.
        """
        return cached_value(
            self._views, (number, viewer), lambda: self.box.view(self.tables[number].state, viewer)
        )

    def pages(self, number: int, viewer: Viewer) -> ReadingPages | None:
        """Pages to read of this viewer after a move; None for a game without them."""
        return cached_value(
            self._pages, (number, viewer), lambda: self.box.pages(self.view(number, viewer))
        )

    def hint(self, number: int, viewer: Viewer) -> Hint | None:
        """Hint of this viewer after a move. The bot of the game may have to find it."""
        view = self.view(number, viewer)
        return cached_value(self._hints, (number, viewer), lambda: self.box.hint(view))

    def battles(self, number: int) -> Mapping[str, Battle]:
        """Child battles of a long game after a move, by key; none before its beginning."""
        state = self.tables[number].state
        if state is None or self.box.card.is_battle:
            return {}
        return cached_value(
            self._battles, number, lambda: {one.key: one for one in self.box.battles(state)}
        )

    def public_date(self, number: int) -> Say | None:
        """Date of the pages to read after a move, as spectators know it; None without pages."""
        if number not in self._dates:
            pages = self.pages(number, SPECTATOR)
            self._dates[number] = pages.when if pages is not None else None
        return self._dates[number]

    def report(self, scenario: Scenario) -> Report:
        """Report of the whole game from its record."""
        if self._report is None:
            tables = tuple(self.counted_tables(self.number))
            self._report = compile_report(self.box, scenario, self.moves, tables, self.turn)
        return self._report

    def shots(self, number: int, viewer: Viewer) -> tuple[Shot, ...]:
        """Shots of a move that this viewer knows of."""
        return shots_of_move(self.box, self.tables[number - 1], self.moves[number - 1], viewer)

    def turn(self, number: int) -> int:
        """Turn after a move; 0 before the beginning."""
        return self.moment(number).turn if self.tables[number].state is not None else 0

    def moment(self, number: int) -> Moment:
        """Turn, step and phase after a move."""
        if number not in self._moments:
            self._moments[number] = self.box.moment(self.tables[number].state)
        return self._moments[number]

    def standing(self, number: int) -> list[int]:
        """Numbers of the moves that counted after move `number`."""
        return [move.number for move in self.counted(number)]

    def in_force(self, number: int) -> tuple[Move, ...]:
        """Moves after move `number` with the facts that count then (`record.in_force`)."""

        def make() -> tuple[Move, ...]:
            before = dict(self._in_force)  # a copy, because another thread may clear the cache
            known = max((one for one in before if one < number), default=0)
            kept = list(before.get(known, ()))
            for move in self.moves[known:number]:
                kept = record.with_next_move(kept, move)
            return tuple(kept)

        return cached_value(self._in_force, number, make)

    def newest_counted(self) -> Iterator[Move]:
        """Moves that count now, the newest first."""
        if self._kept is None:
            self._kept = chain_of(self.in_force(self.number))
        return record.not_struck(newest_first(self._kept))

    def counted(self, number: int) -> tuple[Move, ...]:
        """Moves that count after move `number` (`record.moves_in_force`)."""
        if not self.corrected_numbers(number):
            return self.in_force(number)
        return cached_value(
            self._counted, number, lambda: tuple(record.without_struck(self.in_force(number)))
        )


def numbers_of_rewrites(moves: Iterable[Move]) -> tuple[int, ...]:
    """Numbers of the corrections and undos among these moves."""
    return tuple(move.number for move in moves if not record.only_adds(move))


def cached_value(kept: dict[K, V], key: K, make: Callable[[], V]) -> V:
    """Value from a small cache, or made and added to it. A full cache is cleared."""
    found = kept.get(key)
    if found is None:
        found = make()
        if len(kept) >= FEW:
            kept.clear()
        kept[key] = found
    return found


def table_after(
    box: Game, moves: Sequence[Move], tables: Sequence[table.Table], move: Move
) -> table.Table:
    """Table after the next move. An undo restores an earlier table, but not its clock. A correction
    builds the state anew from the moves in force.
    """
    back = record.back_to(move)
    if record.correction_in(move) is not None:
        corrected = record.replay_moves(box, [*moves, move])
        after = msgspec.structs.replace(tables[-1], state=corrected.state)
    elif back is not None:
        after = msgspec.structs.replace(tables[back], clock=tables[-1].clock)
    else:
        after = table.after_all(box, tables[-1], move.events)
    return msgspec.structs.replace(after, number=move.number)
