"""Moves of a history by their command, found without reading the whole record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.kernel.record import Move


class MovesByCommand:
    """Numbers of moves by command, shared by a history and the longer ones made from it.

    A move that was never committed may be among them. So each history looks at its own moves.
    """

    def __init__(self, moves: Sequence[Move] = ()):
        self._numbers: dict[str, set[int]] = {}
        for move in moves:
            self.add(move)

    def add(self, move: Move) -> None:
        self._numbers.setdefault(move.command, set()).add(move.number)

    def among(self, moves: Sequence[Move], command: str) -> Iterator[Move]:
        """Moves of a history with this command, the newest first."""
        for number in sorted(self._numbers.get(command, ()), reverse=True):
            if number <= len(moves) and moves[number - 1].command == command:
                yield moves[number - 1]
