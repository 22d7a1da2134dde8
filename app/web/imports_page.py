"""Context of the page with the seats of an imported campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.services.container import Services
from app.services.errors import NotYourSeat
from app.services.people.permissions import referee_seat_of
from app.services.play import seat_substitution
from app.services.watch import game_view
from app.services.watch.game_view import GameView

FIELD = "seat-"
"""Beginning of the names of fields; the seat follows."""


@dataclass(frozen=True)
class SeatRow:
    """Seat of a player: the name of the file or of its player, and the name in its field.

    `is_open` is true if no member holds it, `to` is the member to whom it is offered.
    """

    seat: str
    title: Say
    name: str
    is_open: bool
    to: str
    given: str

    @property
    def field(self) -> str:
        return f"{FIELD}{self.seat}"


@dataclass(frozen=True)
class SeatsPage:
    """Seats of a campaign, and the refusals of the last offers."""

    rows: tuple[SeatRow, ...]
    findings: tuple[Refusal, ...]


def seats_page(
    services: Services, look: GameView, findings: tuple[Refusal, ...], given: Mapping[str, Any]
) -> SeatsPage:
    """Page for a referee. Raises `NotYourSeat`."""
    if referee_seat_of(look.seats, look.user_id) is None:
        raise NotYourSeat
    may_offer = seat_substitution.load_substitutions(services, look).may_offer
    to = {one.seat: one.to for one in may_offer}
    rows = tuple(
        SeatRow(
            seat.seat,
            game_view.side_title(look, seat.side),
            seat.name or "",
            seat.seat in to,
            to.get(seat.seat, ""),
            str(given.get(f"{FIELD}{seat.seat}", to.get(seat.seat, ""))),
        )
        for seat in look.seats
        if not seat.bot and not seat.is_of_referees
    )
    return SeatsPage(rows, findings)
