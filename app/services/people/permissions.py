"""Permissions: seats of users, and access to games and chats."""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel.contract import Card
from app.services.clubs.roles import Permission, has_permission
from app.store import records


def player_seat_of(seats: Sequence[records.Seat], user_id: int | None) -> records.Seat | None:
    """Seat that the user holds."""
    return next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)


def referee_seat_of(
    seats: Sequence[records.Seat], user_id: int | None, *, judging: bool = False
) -> records.Seat | None:
    """Seat of the referees for which the user may decide; None for other users.

    CAR-CLB-52: Members of the game's club who organise and do not play may. With `judging` its
    referees may too: they only decide disputes and correct results.
    """
    rights = (Permission.ORGANISE, *((Permission.JUDGE,) if judging else ()))
    plays = player_seat_of(seats, user_id) is not None

    def decides_in(seat: records.Seat) -> bool:
        if not seat.referees and not seat.officers:
            return False
        roles = frozenset() if plays else seat.club_roles_of(user_id)
        is_officer = any(has_permission(roles, right) for right in rights)
        return seat.is_refereed_by(user_id) or is_officer

    return next(filter(decides_in, seats), None)


def seat_of(seats: Sequence[records.Seat], user_id: int | None) -> records.Seat | None:
    """Seat that the user holds; without one, the seat for which the user decides as a referee."""
    return player_seat_of(seats, user_id) or referee_seat_of(seats, user_id)


def is_asked(seat: records.Seat | None, user_id: int | None) -> bool:
    """Return True if the decisions of this seat wait for the user. Officers of the club may decide,
    but are not asked.
    """
    if seat is None or user_id is None or not seat.owes:
        return False
    return seat.user_id == user_id or seat.is_refereed_by(user_id)


def reading_side(seats: Sequence[records.Seat], user_id: int | None) -> str:
    """Side whose own messages the user reads beside those to all; "" without a seat.

    Referees without a seat of their own read those to the side of the referees.
    """
    held = seat_of(seats, user_id)
    return held.side if held is not None else ""


def has_room(
    card: Card, game: records.Game, seats: Sequence[records.Seat], user_id: int | None = None
) -> bool:
    """True if a game takes another player: at an open table with a free seat, or while it is
    played, if it has open seats. False for a user who plays in it.
    """
    if player_seat_of(seats, user_id) is not None:
        return False
    if game.status == "running" and card.open_seats is not None:
        players = [seat for seat in seats if seat.user_id is not None or seat.bot]
        return len(players) < card.open_seats.most
    return game.status == "open" and any(seat.is_free for seat in seats)


def may_watch(
    game: records.Game, seats: Sequence[records.Seat], user_id: int | None, address: int | str
) -> bool:
    """True if the user may watch a game.

    Its players may, and others if it admits spectators or is open. A private game needs its token,
    an invitation if only invited users may see it, or a role in its club.
    """
    if seat_of(seats, user_id):
        return True
    if game.club_only:
        return user_id in game.club_readers and (game.spectators or game.status == "open")
    if game.by_invitation or not game.spectators:
        is_guest = any(user_id in seat.guests for seat in seats)
        if is_guest or game.by_invitation:
            return is_guest
    return _is_known(game, address) and (game.spectators or game.status == "open")


def may_view(
    game: records.Game,
    seats: Sequence[records.Seat],
    user_id: int | None,
    address: int | str,
    former: records.FormerPlayer | None,
) -> bool:
    """True if the user may view a game; a `former` player may view the part played."""
    return former is not None or may_watch(game, seats, user_id, address)


def may_read_spectator_chat(
    game: records.Game,
    seats: Sequence[records.Seat],
    user_id: int | None,
    former: records.FormerPlayer | None,
) -> bool:
    """True if the user may read the spectator chat.

    Players and `former` players may do so only after the end.
    """
    return game.status == "over" or (seat_of(seats, user_id) is None and former is None)


def _is_known(game: records.Game, address: int | str) -> bool:
    return not game.is_private or str(address) == game.token
