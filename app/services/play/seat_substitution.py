"""Seat substitution: a seat passes to another player during a game, by offer and acceptance.

The seat keeps its knowledge, conditional orders, clock and text for the dice. The former player
still sees the game up to that move (`watch.game_view`). The record notes the change without names.
Names are kept beside the record, so that they can be deleted with an account.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel import side_departures
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import say
from app.kernel.table_refusals import not_out, still_plays
from app.services.clubs import club_games
from app.services.container import Services, current_time, require_account, require_game
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.notify import notifications
from app.services.notify.outbox import Message
from app.services.people import blocking
from app.services.people.initials import hides_names, initials_of
from app.services.people.permissions import may_watch, player_seat_of, seat_of
from app.services.play import child_battles, dice_rounds, invitations, new_tables, orders
from app.services.play.order_requests import LockedGame, with_seats
from app.services.play.played_orders import PlayedOrder
from app.services.play.rating_rules import rating_words
from app.services.play.table_rules import child_battle_refusal
from app.services.time import holidays
from app.services.watch.game_history import History
from app.services.watch.game_view import GameView
from app.services.watch.side_titles import present_title
from app.store import records
from app.store.transactions import UnitOfWork


class OfferedSeat(msgspec.Struct, frozen=True):
    """Seat that the viewer may pass on, and the name of the member it is offered to, "" if none."""

    seat: str
    side: str
    is_mine: bool
    to: str


class PastHolder(msgspec.Struct, frozen=True):
    """Former player of a seat, until move `until`, by present name."""

    seat: str
    side: str
    name: str
    until: int


class SeatSubstitutions(msgspec.Struct, frozen=True):
    """Seats that the viewer may pass on, and former players as far as the viewer may know them."""

    may_offer: tuple[OfferedSeat, ...]
    before: tuple[PastHolder, ...]


def load_substitutions(services: Services, look: GameView) -> SeatSubstitutions:
    """Seat substitutions of a game for a viewer."""
    sides = {seat.seat: seat.side for seat in look.seats}
    with services.store.read() as work:
        is_hidden = hides_names(services.shelf, work, look.game, look.user_id)
        before = tuple(
            PastHolder(
                one.seat,
                sides[one.seat],
                initials_of(one.name) if is_hidden else one.name,
                one.until,
            )
            for one in work.former.for_game(look.game.id)
            if one.until <= look.last
        )
        if (
            look.seat is None
            or look.user_id is None
            or not look.is_now
            or look.game.status != "running"
        ):
            return SeatSubstitutions((), before)
        to = {one.seat: one.name for one in work.invitations.of_game(look.game.id) if one.seat}
    may = [
        seat
        for seat in look.seats
        if passing_refusal(look.game, look.seats, look.history, look.user_id, seat) is None
    ]
    return SeatSubstitutions(
        tuple(
            OfferedSeat(seat.seat, seat.side, seat.seat == look.seat, to.get(seat.seat, ""))
            for seat in may
        ),
        before,
    )


# ---------------------------------------------------------------------- offering
def offer_seat(
    services: Services, address: int | str, user_id: int, seat: str, name: str
) -> records.User:
    """Offer a seat to a member, replacing an earlier offer.

    Raises `NoSuchGame`, `NotYourSeat`, `Refused` or `TooOften`.
    """
    with services.store.write() as work:
        game, seats, offered = _load_passable_seat(services, work, address, user_id, seat)
        guest = invitations.require_invitable(work, user_id, name)
        refuse_if(guest_refusal(work, game, seats, offered, guest))
        services.limits.rate_limit("invitations", user=user_id)
        work.invitations.remove_seat(game.id, seat)
        work.invitations.remove_invitation(game.id, guest.id)
        work.invitations.add_invitation(game.id, guest.id, user_id, current_time(), seat)
        box, host = services.box(game), require_account(work.users.find_user(user_id))
        title = say(
            "{host} offers you a seat: {game}",
            "{host} te ofrece un asiento: {game}",
            host=host.name,
            game=notifications.title_of(box, game),
        )
        side = say(
            "A game that is being played: {side}, after move {n}.",
            "Una partida en curso: {side}, tras la jugada {n}.",
            side=present_title(services, work, game, offered.side),
            n=game.number,
        )
        message = Message(
            "invitation",
            title,
            (side, *rating_words(box.card, game)),
            "/my-games",
            game.id,
            named=host.name,
            nameless=say(
                "A seat: {game}", "Un asiento: {game}", game=notifications.title_of(box, game)
            ),
        )
        notifications.notify_member(
            work, guest.id, "invitation", f"seat:{game.id}:{seat}:{game.number}", message
        )
        work.commit()
    return guest


def withdraw_offer(services: Services, address: int | str, user_id: int, seat: str) -> None:
    """Withdraw the offer of a seat; raises as `offer_seat` does."""
    with services.store.write() as work:
        game, _, _ = _load_passable_seat(services, work, address, user_id, seat)
        work.invitations.remove_seat(game.id, seat)
        work.commit()


def _load_passable_seat(
    services: Services, work: UnitOfWork, address: int | str, user_id: int, seat: str
) -> tuple[records.Game, tuple[records.Seat, ...], records.Seat]:
    game = require_game(work.games.lock_game(address))
    seats = work.seats.for_game(game.id)
    if seat_of(seats, user_id) is None:
        raise NotYourSeat if may_watch(game, seats, user_id, address) else NoSuchGame
    offered = next((one for one in seats if one.seat == seat), None)
    if offered is None:
        raise NoSuchGame
    refuse_if(child_battle_refusal(game))
    refuse_if(
        passing_refusal(
            game, seats, services.histories.of(work, services.box(game), game), user_id, offered
        )
    )
    return game, seats, offered


# ---------------------------------------------------------------------- accepting
def take_offered_seat(services: Services, address: int | str, user_id: int) -> PlayedOrder:
    """Take an offered seat.

    The game is locked and checked again, because its player may have returned. Raises `NoSuchGame`,
    `Refused`.
    """
    with services.store.write() as work:
        game = require_game(work.games.lock_game(address))
        offered = _offer_to(work, game, user_id)
        seats, guest = work.seats.for_game(game.id), require_account(work.users.find_user(user_id))
        before = next(one for one in seats if one.seat == offered.seat)
        history = services.histories.of(work, services.box(game), game)
        refuse_if(
            passing_refusal(game, seats, history, offered.invited_by, before),
            guest_refusal(work, game, seats, before, guest),
        )
        battles = _transfer_battle_seats(services, work, game, before, guest)
        ended = _transfer_seat(services, work, game, before, guest)
        seats = work.seats.for_game(game.id)
        played = orders.record_server_order(
            LockedGame(services, work, game, seats),
            next(one for one in seats if one.seat == before.seat),
            f"seat:{before.seat}:{game.number}",
            holidays.passing_order(work, history, seats, before.seat, current_time()),
        )
    if before.user_id is not None:
        # the former player's streams end and reconnect without a seat
        services.notifier.publish(before.user_id, ended, "logins")
    for battle in battles:
        services.histories.keep(battle.game_id, battle.history)
        battle.told(services)
    return played.told(services)


def _offer_to(work: UnitOfWork, game: records.Game, user_id: int) -> records.Invitation:
    """Offer of a seat to this user; raises `NoSuchGame`."""
    for one in work.invitations.of_game(game.id):
        if one.user_id == user_id and one.seat:
            return one
    raise NoSuchGame


def _transfer_battle_seats(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    before: records.Seat,
    guest: records.User,
) -> list[PlayedOrder]:
    """Pass on the seats of a campaign's battles that are not over. The game is locked before its
    battles. The new player of a waiting table chooses the army anew.
    """
    played = []
    for table, seat in child_battles.seats_in_battles(services, work, game, before.seat):
        if table.status == "open":
            dice_rounds.forget_pledges(work, table, work.seats.for_game(table.id))
            taken = {"user_id": guest.id, "name": guest.name, "brings": {}}
            work.seats.update_seat(table.id, seat.seat, pledge="", added="", **taken)
            new_tables.begin_if_complete(services, work, table.id)
        else:
            _hand_over(work, table, seat, guest)
            played.append(orders.pass_seat_on(with_seats(services, work, table), seat.seat))
    return played


def _hand_over(
    work: UnitOfWork, game: records.Game, before: records.Seat, guest: records.User
) -> None:
    """Give the seat and its conditional orders to the new player, and keep the former one."""
    former = before.name or ""
    work.former.add_former(
        records.FormerPlayer(game.id, before.seat, game.number + 1, before.user_id, former)
    )
    work.seats.update_seat(game.id, before.seat, user_id=guest.id, name=guest.name, bot="")
    if before.user_id is not None:
        work.conditional_orders.hand_over(game.id, before.user_id, guest.id)


def _transfer_seat(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    before: records.Seat,
    guest: records.User,
) -> int:
    """Transfer the seat with its data. Returns the number of ended streams of its former player."""
    _hand_over(work, game, before, guest)
    work.invitations.remove_seat(game.id, before.seat)
    if before.user_id is None:
        return 0
    named = notifications.title_of(services.box(game), game)
    message = Message(
        "clock",
        say(
            "{name} plays on for you: {game}",
            "{name} sigue jugando por ti: {game}",
            name=guest.name,
            game=named,
        ),
        (),
        f"/open-game/{game.id}",
        game.id,
        named=guest.name,
        nameless=say("Another player: {game}", "Otro jugador: {game}", game=named),
    )
    notifications.notify_member(
        work, before.user_id, "clock", f"seat-taken:{game.id}:{before.seat}:{game.number}", message
    )
    return work.logins.end_streams(before.user_id)


# ---------------------------------------------------------------------- rules
def passing_refusal(
    game: records.Game,
    seats: Sequence[records.Seat],
    history: History,
    user_id: int,
    seat: records.Seat,
) -> Refusal | None:
    """CAR-SUB-01: In a running game a player passes on their own seat. The opener of the table may
    also pass on a seat whose player is absent; without the opener, any player may. A seat that
    gives no more orders is not passed on (CAR-OUT-01, CAR-OUT-04).
    """
    if game.status != "running" or seat.bot or seat.is_of_referees:
        return no(
            "CAR-SUB-01",
            "Seats are passed on by people, while a game is being played.",
            "Los asientos los ceden las personas, con la partida en curso.",
        )
    if gives_no_more_orders(history, seat):
        return no(
            "CAR-SUB-01",
            "This seat gives no more orders: its side or its player is out of the game.",
            "Este asiento ya no da órdenes: su bando o su jugador está fuera de la partida.",
        )
    holds = seat_of(seats, user_id)
    if holds is not None and holds.seat == seat.seat:
        return None
    if holds is None or (game.opened_by != user_id and seat_of(seats, game.opened_by) is not None):
        return no(
            "CAR-SUB-01",
            "Only its player or the opener of the table passes this seat on.",
            "Este asiento solo lo pueden ceder su jugador o el jugador que abrió la mesa.",
        )
    if (
        seat.is_left
        or seat.seat in history.now.clock.away
        or seat.seat in side_departures.late_seats(history.now.seats, history.moves)
    ):
        return None
    return no(
        "CAR-SUB-01",
        "Its player is present, and only its player passes this seat on.",
        "Su jugador está presente, y solo su jugador cede este asiento.",
    )


def gives_no_more_orders(history: History, seat: records.Seat) -> bool:
    """Return true for a seat that is out (CAR-OUT-01, CAR-OUT-04). A game that players join while
    it runs (`open_seats`) decides itself what a new player takes over.
    """
    box, now = history.box, history.now
    out = not_out(box, now, seat.side) or still_plays(now, seat.seat)
    return out is not None and box.card.open_seats is None


def guest_refusal(
    work: UnitOfWork,
    game: records.Game,
    seats: Sequence[records.Seat],
    seat: records.Seat,
    guest: records.User,
) -> Refusal | None:
    """CAR-SUB-02: A seat is taken by a member without a seat in this game, never on another of its
    sides, and without blocks there.
    """
    if (
        guest.is_guest
        or guest.is_bot
        or guest.suspended
        or player_seat_of(seats, guest.id) is not None
    ):
        return no(
            "CAR-SUB-02",
            "{name} cannot take this seat.",
            "{name} no puede ocupar este asiento.",
            name=guest.name,
        )
    if (outside := club_games.outsider_refusal(work, game, guest.id)) is not None:
        return outside
    sides = {one.seat: one.side for one in seats}
    if any(
        sides[one.seat] != seat.side
        for one in work.former.for_game(game.id)
        if one.user_id == guest.id
    ):
        return no(
            "CAR-SUB-02",
            "{name} has played on another side.",
            "{name} ha jugado en otro bando.",
            name=guest.name,
        )
    return blocking.blocked_player_refusal(
        work, guest.id, (one.user_id for one in seats if one.seat != seat.seat)
    )
