"""Reasons of announced absences, which only the player and the referees read (`CAR-CLK-15`)."""

from __future__ import annotations

import msgspec

from app.kernel.clock_orders import ShortenHoliday, TakeHoliday
from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import Say
from app.services.container import Services, current_time
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people.permissions import player_seat_of
from app.services.people.player_chat import tidy_text
from app.services.play import orders
from app.services.play.referee_desk import Desk
from app.services.time.viewer_clocks import Holiday, clocks_for_viewer
from app.services.watch import game_view
from app.services.watch.game_view import GameView, side_title

LONGEST = 200


class Absence(msgspec.Struct, frozen=True):
    """Announced absence of a player as the referees read it; `reason` is "" without one."""

    title: Say
    name: str
    holiday: Holiday
    reason: str


def takes_reasons(look: GameView) -> bool:
    """True if the game has referees, who are the readers of a reason."""
    return any(one.is_of_referees for one in look.seats)


def announce_absence(
    services: Services,
    address: int | str,
    user_id: int,
    command: str,
    after: int,
    order: TakeHoliday | ShortenHoliday,
    reason: str,
) -> None:
    """Take or shorten a holiday. The reason is kept if the game has referees, and deleted with the
    holiday. Raises as `declare_order` does.
    """
    refuse_if(reason_refusal(tidy_text(reason)))
    orders.declare_order(services, address, user_id, command, after, order)
    if isinstance(order, ShortenHoliday) and order.days:
        return
    if takes_reasons(game_view.load_view(services, address, user_id)):
        kept = reason if isinstance(order, TakeHoliday) else ""
        save_reason(services, address, user_id, order.first, kept)


def save_reason(
    services: Services, address: int | str, user_id: int, first: str, text: str
) -> None:
    """Save the reason of the own absence that begins on the day `first`; "" deletes it.

    Raises `NoSuchGame`, also for a game without referees, `NotYourSeat` and `Refused`.
    """
    text, look = tidy_text(text), game_view.load_view(services, address, user_id)
    if not takes_reasons(look):
        raise NoSuchGame
    seat = player_seat_of(look.seats, user_id)
    if seat is None:
        raise NotYourSeat
    announced = {(one.seat, one.first) for one in holidays_of(services, look)}
    refuse_if(reason_refusal(text), None if (seat.seat, first) in announced else no_absence(text))
    with services.store.write() as work:
        work.absence_reasons.save(look.game.id, user_id, first, text, current_time())
        work.commit()


def holidays_of(services: Services, look: GameView) -> tuple[Holiday, ...]:
    """Absences that are not over; none without a running clock."""
    on = clocks_for_viewer(services, look.game, look.seats, look.history, look.seat)
    return on.holidays if on is not None else ()


def own_reasons(services: Services, look: GameView) -> dict[str, str]:
    """Reasons of the viewer in this game, by first day of the absence."""
    if look.user_id is None or not takes_reasons(look):
        return {}
    with services.store.read() as work:
        kept = work.absence_reasons.of_game(look.game.id)
    return {first: text for (user, first), text in kept.items() if user == look.user_id}


def own_absences(services: Services, address: int | str, user_id: int) -> tuple[Absence, ...]:
    """Absences of the user's seat with their reasons. Raises as `save_reason` does."""
    look = game_view.load_view(services, address, user_id)
    if not takes_reasons(look):
        raise NoSuchGame
    seat = player_seat_of(look.seats, user_id)
    if seat is None:
        raise NotYourSeat
    return tuple(one for one in _absences(services, look) if one.holiday.seat == seat.seat)


def absences_of(services: Services, desk: Desk) -> tuple[Absence, ...]:
    """Absences of the players with their reasons, for a referee at the desk."""
    return _absences(services, desk.look)


def _absences(services: Services, look: GameView) -> tuple[Absence, ...]:
    with services.store.read() as work:
        kept = work.absence_reasons.of_game(look.game.id)
    seats = {one.seat: one for one in look.seats}
    return tuple(
        Absence(
            side_title(look, seats[one.seat].side),
            seats[one.seat].name or "",
            one,
            kept.get((seats[one.seat].user_id or 0, one.first), ""),
        )
        for one in holidays_of(services, look)
        if one.seat in seats
    )


def reason_refusal(text: str) -> Refusal | None:
    """CAR-CLK-15: A reason of an absence has at most 200 characters."""
    return text_refused(text, LONGEST, "CAR-CLK-15") if text else None


def no_absence(text: str) -> Refusal | None:
    """Refusal of a reason without an absence; an empty one deletes an earlier reason."""
    if not text:
        return None
    return no(
        "CAR-CLK-15",
        "You have announced no holiday that begins on this day.",
        "No has anunciado vacaciones que empiecen ese día.",
    )
