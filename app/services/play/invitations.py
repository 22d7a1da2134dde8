"""Invitations of members by name. The guest is notified and sees the table in the list of games."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from app.kernel.clock_words import in_words
from app.kernel.contract import Card, Game
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.say import Say, say
from app.services.clubs import club_games
from app.services.container import Services, current_time, require_account, require_game
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.notify import notifications
from app.services.notify.outbox import Message
from app.services.people import blocking, moderation_rules
from app.services.people.account_rules import name_key, tidy_name
from app.services.people.permissions import has_room, may_watch, seat_of
from app.services.play.rating_rules import rating_words
from app.services.watch.game_list import ListedGame, list_games
from app.services.watch.side_titles import present_title
from app.store import records
from app.store.repositories import Conflict
from app.store.transactions import UnitOfWork

NO_TITLE = say("", "")


class InvitedTable(msgspec.Struct, frozen=True):
    """Table with an invitation and its sender.

    `seat` is the offered seat of a running game, or "" before the beginning.
    """

    by: str
    table: ListedGame
    seat: str = ""
    side: Say = NO_TITLE


def invite_member(services: Services, address: int | str, user_id: int, name: str) -> records.User:
    """Invite a member to the user's table; a second invitation changes nothing.

    Raises `NoSuchGame`, `NotYourSeat`, `Refused` or `TooOften`.
    """
    with services.store.write() as work:
        game = require_game(work.games.lock_game(address))
        seats = work.seats.for_game(game.id)
        if seat_of(seats, user_id) is None:
            raise NotYourSeat if may_watch(game, seats, user_id, address) else NoSuchGame
        refuse_if(
            room_for_guest_refusal(services.box(game).card, game, seats),
            moderation_rules.muted_refusal(work, user_id),
        )
        guest = require_invitable(work, user_id, name)
        refuse_if(club_games.outsider_refusal(work, game, guest.id))
        if any(seat.user_id == guest.id for seat in seats) or any(
            one.user_id == guest.id for one in work.invitations.of_game(game.id)
        ):
            return guest
        services.limits.rate_limit("invitations", user=user_id)
        try:
            work.invitations.add_invitation(game.id, guest.id, user_id, current_time())
        except Conflict:
            return guest  # the same form was sent twice
        host = require_account(work.users.find_user(user_id))
        message = invitation_message(services.box(game), game, host)
        key = f"invitation:{game.id}"
        notifications.notify_member(work, guest.id, "invitation", key, message)
        work.commit()
        return guest


def invitation_message(box: Game, game: records.Game, host: records.User) -> Message:
    """Notification of an invitation."""
    named = notifications.title_of(box, game)
    known = box.card.scenario(game.scenario)
    plot = known.plot if known else say("", "")
    return Message(
        "invitation",
        say("{host} invites you: {game}", "{host} te invita: {game}", host=host.name, game=named),
        (
            box.card.title,
            plot,
            *rating_words(box.card, game),
            in_words(game.clock, box.card.deadlines),
        ),
        f"/games/{game.address}",
        game.id,
        named=host.name,
        nameless=say("An invitation: {game}", "Una invitación: {game}", game=named),
    )


def offer_rematch(
    work: UnitOfWork, box: Game, game: records.Game, host_id: int, players: Iterable[int]
) -> None:
    """Invite the other players of a finished game to the rematch `game`; the caller commits."""
    host = require_account(work.users.find_user(host_id))
    message = rematch_message(box, game, host)
    for user_id in sorted(set(players) - {host_id}):
        work.invitations.add_invitation(game.id, user_id, host_id, current_time())
        notifications.notify_member(work, user_id, "invitation", f"rematch:{game.id}", message)


def rematch_message(box: Game, game: records.Game, host: records.User) -> Message:
    """Notification of a rematch offer."""
    named = notifications.title_of(box, game)
    says = say(
        "The sides are swapped, the terms stay.",
        "Se cambian los bandos y las condiciones son las mismas.",
    )
    return Message(
        "invitation",
        say(
            "{host} offers you a rematch: {game}",
            "{host} te ofrece la revancha: {game}",
            host=host.name,
            game=named,
        ),
        (box.card.title, says, in_words(game.clock, box.card.deadlines)),
        f"/games/{game.address}",
        game.id,
        named=host.name,
        nameless=say("A rematch offer: {game}", "Te ofrecen la revancha: {game}", game=named),
    )


def check_invitable(services: Services, user_id: int, name: str) -> None:
    """Check the name of a guest; raises `Refused` if the user cannot invite this member."""
    with services.store.read() as work:
        require_invitable(work, user_id, name)


def require_invitable(work: UnitOfWork, user_id: int, name: str) -> records.User:
    """CAR-INV-02: A guest is another member without a block on either side. The refusal does not
    show which reason applies.
    """
    user, _ = work.users.find_by_name(name_key(tidy_name(name))) or (None, None)
    if (
        user is None
        or user.is_bot
        or user.is_guest
        or user.suspended
        or user.id == user_id
        or blocking.are_apart(work, user_id, user.id)
    ):
        raise Refused(
            no(
                "CAR-INV-02",
                "No member of the name {name} can be invited.",
                "No se puede invitar a ningún miembro con el nombre {name}.",
                name=tidy_name(name)[:40],
            )
        )
    return user


def room_for_guest_refusal(
    card: Card, game: records.Game, seats: tuple[records.Seat, ...]
) -> Refusal | None:
    """CAR-INV-01: Invitations are sent while a seat is free, or the game takes more players."""
    if has_room(card, game, seats):
        return None
    return no(
        "CAR-INV-01",
        "No seat is free at this table.",
        "En esta mesa no queda ningún asiento libre.",
    )


def invited_names(services: Services, game: records.Game) -> list[str]:
    """Names of the members invited to a table."""
    with services.store.read() as work:
        return [one.name for one in work.invitations.of_game(game.id)]


def list_invitations(services: Services, user_id: int) -> list[InvitedTable]:
    """Tables with an invitation that the user can still accept, and offered seats of games."""
    with services.store.read() as work:
        every = work.invitations.of_user(user_id)
        if not every:
            return []
        games = {one.game_id: work.games.find_game(one.game_id) for one in every}
        offered = {one.game_id: one.seat for one in every if one.seat}
        open_ = [
            game
            for game in games.values()
            if game is not None
            and game.status in (("running",) if game.id in offered else ("open", "running"))
        ]
        tables = {
            one.game.id: one
            for one in list_games(services, work, open_, user_id)
            if one.mine is None
            and (
                one.game.id in offered
                or has_room(services.box(one.game).card, one.game, one.seats, user_id)
            )
        }
        apart = work.blocks.kept_apart_from(user_id)
        return [
            _invited_table(services, work, one, tables[one.game_id])
            for one in every
            if one.game_id in tables and one.invited_by not in apart
        ]


def _invited_table(
    services: Services, work: UnitOfWork, one: records.Invitation, table: ListedGame
) -> InvitedTable:
    side = next((seat.side for seat in table.seats if seat.seat == one.seat), "")
    return InvitedTable(
        one.by,
        table,
        one.seat,
        present_title(services, work, table.game, side) if side else NO_TITLE,
    )


def decline_invitation(services: Services, user_id: int, game_id: int) -> None:
    with services.store.write() as work:
        work.invitations.remove_invitation(game_id, user_id)
        work.commit()
