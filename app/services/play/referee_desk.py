"""Desk of a referee: what waits, late players, and the orders that a referee may give."""

from __future__ import annotations

import msgspec

from app.kernel import record
from app.kernel.clock_orders import ExtendTime
from app.kernel.clock_terms import MOST_DAYS
from app.kernel.form import Field
from app.kernel.offers import Decision, Offer
from app.kernel.say import Say, say
from app.kernel.seats import Viewer
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people.permissions import player_seat_of, referee_seat_of
from app.services.time.viewer_clocks import SeatTime, clocks_for_viewer
from app.services.watch import game_view
from app.services.watch.game_view import GameView
from app.store import records

MORE_TIME = say("Time", "Tiempo")


class LatePlayer(msgspec.Struct, frozen=True):
    """Player with a running deadline; `owes` is the decision, `time` its clock."""

    seat: records.Seat
    title: Say
    owes: Say
    time: SeatTime


class Desk(msgspec.Struct, frozen=True):
    """Desk of one referee. `plays` is true if this referee also has a seat as a player."""

    look: GameView
    seat: records.Seat
    plays: bool
    waits: tuple[Decision, ...]
    players: tuple[LatePlayer, ...]
    offers: tuple[Offer, ...]

    def find(self, order: str) -> Offer | None:
        """Live offer whose order has this JSON form; None if it is not open any more."""
        return next(
            (one for one in self.offers if one.is_live and record.as_given(one.order) == order),
            None,
        )


def load_desk(services: Services, address: int | str, user_id: int | None) -> Desk:
    """Desk of a user who is a referee of a running game.

    The view holds what a spectator sees; a referee who does not play also reads terms on offer.
    Raises `NoSuchGame`, also for a game without referees, and `NotYourSeat` for any other user or state.
    """
    look = game_view.load_view(services, address, user_id)
    if not any(one.is_of_referees for one in look.seats):
        raise NoSuchGame
    seat, own = referee_seat_of(look.seats, user_id), player_seat_of(look.seats, user_id)
    if seat is None or look.game.status != "running" or not look.is_now:
        raise NotYourSeat
    viewer = Viewer(seat.seat, seat.side, plays=(own.seat,) if own else ())
    state = look.table.state
    owed = tuple(one for one in look.box.waiting_for(state) if one.seat == seat.seat)
    players = late_players(services, look)
    offers = (*look.box.offers(look.box.view(state, viewer)), *map(more_time, players))
    return Desk(look, seat, own is not None, owed, players, offers)


def late_players(services: Services, look: GameView) -> tuple[LatePlayer, ...]:
    """Players who owe a decision with a deadline, the earliest deadline first."""
    on = clocks_for_viewer(services, look.game, look.seats, look.story, None)
    seats = {one.seat: one for one in look.seats}
    owed = {one.seat: one.says for one in reversed(look.box.waiting_for(look.table.state))}
    found = [
        LatePlayer(
            seats[one.seat],
            game_view.side_title(look, seats[one.seat].side),
            owed[one.seat],
            one,
        )
        for one in (on.seats if on else ())
        if one.seat in owed and one.seat in seats
    ]
    return tuple(sorted(found, key=lambda one: one.time.deadline))


def more_time(player: LatePlayer) -> Offer:
    """Offer to give a player more time."""
    return Offer(
        ExtendTime(player.seat.seat, 0),
        say("Give more time to {who}", "Dar más tiempo a {who}", who=player.title),
        asks=(Field.number("days", say("Days", "Días"), least=1, most=MOST_DAYS, usual="3"),),
        says=say(
            "The days are counted from now on. The other players are told.",
            "Los días cuentan desde ahora. Se avisa a los demás jugadores.",
        ),
        about=MORE_TIME,
        ahead=True,
    )
