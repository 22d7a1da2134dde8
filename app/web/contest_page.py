"""Contexts of the pages of a contest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from app.kernel.offers import Decision
from app.kernel.say import Say
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people.permissions import referee_seat_of
from app.services.play.game_setup import terms_in_words
from app.services.play.referee_desk import pages_of_referee
from app.services.play.referees import silent_referees
from app.services.watch.reading_pages import GamePages
from app.store import records
from app.web.front_page import deadline_of
from app.web.panels.frame import SeatRow, seat_rows


@dataclass(frozen=True)
class ContestFront:
    """Front page of a contest for one viewer. `due` is the deadline of the decision, "" without one.

    `waiting` holds the seats that owe a decision. `terms` are the settings in sentences.
    """

    decision: Decision | None
    due: str
    waiting: Sequence[SeatRow]
    terms: Sequence[Say]
    is_organiser: bool
    silent: Sequence[records.Referee] = ()


def contest_front(services: Services, told: GamePages) -> ContestFront:
    """Front page of a contest."""
    look = told.look
    is_organiser = referee_seat_of(look.seats, look.user_id) is not None
    return ContestFront(
        look.decisions[0] if look.decisions else None,
        deadline_of(services, look),
        tuple(row for row in seat_rows(look, look.seat) if row.owes),
        terms_in_words(look.box, look.game),
        is_organiser and look.game.status == "running",
        silent_referees(services, look),
    )


def with_draft(told: GamePages) -> GamePages:
    """Pages for an organiser, who also sees the draft of a round; the same pages for other users.

    Raises `NoSuchGame` for a game that is no contest.
    """
    if told.pages.contest is None:
        raise NoSuchGame
    pages = pages_of_referee(told.look)
    return told if pages is None else msgspec.structs.replace(told, pages=pages)
