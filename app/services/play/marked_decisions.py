"""Decisions of referees who play, with their marks and reviews (CAR-REF-02, CAR-COR-06).

Corrections have their own list. The two share reviews and marks.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel.contract import Line
from app.kernel.correction_reviews import Review, marked_moves, reviews_of
from app.kernel.corrections import corrections_exist
from app.kernel.record import Move, correction_in
from app.kernel.say import Say
from app.kernel.table_orders import RefereePlays
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.watch import game_view
from app.services.watch.game_view import GameView

MARK = ("CAR-REF-02",)
"""Rules of the log line that is the mark itself."""


class MarkedDecision(msgspec.Struct, frozen=True):
    """Decision of a referee who plays, with its log lines as they were told.

    `own_matter` are the sides that the referee plays. `review` is None if none was asked for.
    """

    number: int
    made_at: str
    lines: tuple[Line, ...]
    own_matter: tuple[Say, ...]
    review: Review | None = None


def own_sides(look: GameView, move: Move) -> tuple[Say, ...]:
    """Titles of the sides that the referee of a move plays; empty for all other moves."""
    held = next((one.plays for one in move.events if isinstance(one, RefereePlays)), ())
    return tuple(game_view.side_title(look, look.table.seats.get(seat, seat)) for seat in held)


def own_open_reviews(
    services: Services, look: GameView, asked: Sequence[int], user_id: int | None
) -> frozenset[int]:
    """Decisions of this user among those whose review is asked for: another referee answers it."""
    if not asked or user_id is None:
        return frozenset()
    with services.store.read() as work:
        return frozenset(
            number
            for number in asked
            if work.referees.author_of_move(look.game.id, number) == user_id
        )


def marked_decisions(look: GameView) -> tuple[MarkedDecision, ...]:
    """Decisions of referees who play that the viewer knows of, without corrections; newest first.

    Raises `NoSuchGame` for a battle.
    """
    if corrections_exist(look.box):
        raise NoSuchGame
    past = look.history.moves[: look.at]
    reviews = reviews_of(look.history.moves)
    found = []
    for move in marked_moves(past):
        lines = look.history.lines(move.number, look.viewer)
        told = tuple(line for line in lines if line.rules != MARK)
        if told and correction_in(move) is None:
            review = reviews.get(move.number)
            found.append(
                MarkedDecision(move.number, move.made_at, told, own_sides(look, move), review)
            )
    return tuple(reversed(found))
