"""Notifications: events, recipients and delivery channels. Services call `notify_member` in their
own transaction. The text is written at delivery, from the view that the reader has then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.kernel import table_orders
from app.kernel.contract import Game
from app.kernel.outcome import CANCELLED, CLOSED, Outcome
from app.kernel.say import Say, say
from app.services.clubs.roles import Permission, has_permission
from app.services.container import Services, current_time
from app.services.notify import outbox
from app.services.notify.delivery_reasons import ANOTHER_ADDRESS, NO_RECEIVER, NOT_WANTED
from app.services.notify.outbox import Message, decode_message
from app.services.people.permissions import has_room, may_view, seat_of
from app.services.watch.side_titles import side_title
from app.store import records
from app.store.transactions import UnitOfWork

PLAYED = ("your_turn", "reminder", "clock", "result", "battle", "campaign")
INVITING = ("invitation", "opponent", "club")
OF_CLUB_CHAT = ("mention", "club_chat")
"""Messages in the chat of a club: one that names the reader, and a summary of all others."""
EVENTS = (*PLAYED, *INVITING, "chat", *OF_CLUB_CHAT)
READ = ("chat", "result", "battle", "campaign", "opponent")
"""Events for users who may still read the game."""
ASKING = ("your_turn", "reminder", "invitation", "opponent", "test")
"""Events that always ask their reader to act. A webhook mentions the user only then."""
OF_THE_ACCOUNT = ("test", "stopped", "password", "name")
"""Further messages, only by mail to a confirmed address and without a choice."""
WAYS: Mapping[str, tuple[str, ...]] = {
    "mail": ("no", "now", "daily"),
    "hook": ("no", "now"),
    "push": ("no", "now"),
}
PROPOSED = {
    (event, way): "now"
    for event in ("your_turn", "reminder", "result", "battle", "campaign")
    for way in WAYS
} | {(event, way): "now" for event in (*INVITING, "clock", "mention") for way in ("mail", "push")}
"""Defaults for members without a choice; all other pairs are "no"."""

# delay before a notification; an open page shows the move without it
FIRST = timedelta(seconds=30)
SEEN = timedelta(minutes=10)  # for a player who has already seen the decision
TALK = timedelta(minutes=5)  # collects chat messages into one notification
DAILY = time(8)  # in the time zone of the reader


class NoLongerWanted(Exception):
    """Notification that is no longer true or no longer wanted.

    The text is the reason for the delivery log, if it needs one.
    """


# ---------------------------------------------------------------------- writing to the outbox
def notify_member(
    work: UnitOfWork, user_id: int, event: str, key: str, message: Message, not_before: str = ""
) -> None:
    """Write the notification for every channel that its reader has chosen for this event; the
    caller commits.

    `key` identifies the content; a second notification with the same key is dropped. Users without
    an address or target get none. A waiting chat notification also covers later chat messages,
    and one about the chat of a club all messages until it is due.
    """
    email, zone = work.notification_preferences.mail_and_zone(user_id)
    targets = work.notification_targets.for_user(user_id)
    if not email and not targets:
        return
    chosen = work.notification_preferences.for_user(user_id)

    def put(way: str, channel: str, to: str, due: str) -> None:
        if event != "chat" or not work.outbox.is_waiting(
            user_id, message.game_id, event, channel, to
        ):
            until = f":{due}" if event == "club_chat" else ""
            whole = f"{key}{until}:{user_id}:{way}"
            outbox.add_message(work, whole, user_id, channel, to, message, due)

    if chosen_delivery(chosen, event, "mail") == "daily" and email:
        put(
            "mail",
            "daily",
            email,
            next_daily_mail(max(not_before, current_time()), zone or work.zone),
        )
    elif chosen_delivery(chosen, event, "mail") == "now" and email:
        put("mail", "mail", email, not_before)
    for target in targets:
        way = "push" if target.kind == "push" else "hook"
        if not target.stopped_at and chosen_delivery(chosen, event, way) == "now":
            put(str(target.id), target.kind, str(target.id), not_before)


def chosen_delivery(chosen: Mapping[tuple[str, str], str], event: str, way: str) -> str:
    return chosen.get((event, way), PROPOSED.get((event, way), "no"))


def possible_deliveries(event: str, way: str) -> tuple[str, ...]:
    """Choices for an event and a channel. A reminder cannot wait for the daily mail."""
    return tuple(one for one in WAYS[way] if not (event == "reminder" and one == "daily"))


def next_daily_mail(moment: str, zone: str) -> str:
    """Next time of the daily mail in this time zone, as ISO 8601 in UTC."""
    try:
        there = ZoneInfo(zone or "UTC")
    except (KeyError, ValueError):
        there = ZoneInfo("UTC")
    local = datetime.fromisoformat(moment).astimezone(there)
    day = local.date() + timedelta(days=local.time() >= DAILY)
    return utc_text(datetime.combine(day, DAILY, there).astimezone(UTC))


def utc_text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def time_after(moment: str, by: timedelta) -> str:
    return utc_text(datetime.fromisoformat(moment) + by)


# ---------------------------------------------------------------------- events of a game
def title_of(box: Game, game: records.Game) -> Say:
    """Title of a game in a notification; public to all who may see the game."""
    known = box.card.scenario(game.scenario)
    scenario = known.title if known else box.card.title
    return (
        say("{title} ({scenario})", "{title} ({scenario})", title=game.title, scenario=scenario)
        if game.title
        else scenario
    )


def notify_of_move(
    work: UnitOfWork,
    box: Game,
    game: records.Game,
    seats: Sequence[records.Seat],
    mover: str,
    number: int,
    turn: int,
    owing: Iterable[str],
    outcome: Outcome | None,
) -> None:
    """Notify players who owe a decision since this move, or all other players of the result after
    the last move. The result of a child battle is news of its long game.
    """
    title = title_of(box, game)
    for seat in seats if outcome is None or not game.is_child_battle else ():
        if seat.user_id is None or seat.seat == mover:
            continue
        if outcome is not None:
            how = ended_by(box, game, title, outcome.winners, outcome.ending, outcome.degree)
            message = Message(
                "result", how, (outcome.says,), f"/open-game/{game.id}", game.id, number, seat.seat
            )
            notify_member(work, seat.user_id, "result", f"result:{game.id}", message)
        elif seat.seat in owing and (not seat.owes or number == 1):
            message = your_turn_message(game, number, turn, title, seat)
            notify_member(
                work,
                seat.user_id,
                "your_turn",
                f"turn:{game.id}:{number}",
                message,
                time_after(current_time(), FIRST),
            )


def your_turn_message(
    game: records.Game, number: int, turn: int, title: Say, seat: records.Seat
) -> Message:
    """Message to a player who owes a decision."""
    return Message(
        "your_turn",
        say(
            "Your turn: {game}, turn {turn}",
            "Te toca: {game}, turno {turn}",
            game=title,
            turn=turn,
        ),
        (),
        f"/open-game/{game.id}",
        game.id,
        number,
        seat.seat,
    )


def notify_of_setup(
    work: UnitOfWork,
    box: Game,
    game: records.Game,
    seats: Sequence[records.Seat],
    owing: Iterable[str],
) -> None:
    """Notify players who now owe a part of the setup or its acceptance."""
    title = say(
        "Your turn: {game}, the table is laid out",
        "Te toca: {game}, se prepara la mesa",
        game=title_of(box, game),
    )
    for seat in seats:
        if seat.user_id is not None and seat.seat in owing and not seat.owes:
            notify_member(
                work,
                seat.user_id,
                "your_turn",
                f"lay:{game.id}:{game.moved_at}",
                Message("your_turn", title, (), f"/open-game/{game.id}", game.id, 0, seat.seat),
                time_after(current_time(), FIRST),
            )


def ended_by(
    box: Game,
    game: records.Game,
    title: Say,
    winners: Sequence[str],
    ending: str,
    degree: str = "",
) -> Say:
    """Sentence about the end of a game, with its winners and the degree of their victory."""
    if ending == CANCELLED:
        return say("It is over: {game}, cancelled", "Ha terminado: {game}, anulada", game=title)
    if ending == CLOSED:
        return say("It is over: {game}", "Ha terminado: {game}", game=title)
    if not winners:
        return say("It is over: {game}, a draw", "Ha terminado: {game}, tablas", game=title)
    sides = [side_title(box, game, side) for side in winners]
    if degree in box.card.degrees:
        return say(
            "It is over: {game}, {degree} of {winners:the}",
            "Ha terminado: {game}, {degree} {winners:del}",
            game=title,
            degree=box.card.degrees[degree],
            winners=sides,
        )
    return say(
        "It is over: {game}, victory of {winners:the}",
        "Ha terminado: {game}, victoria {winners:del}",
        game=title,
        winners=sides,
    )


def notify_of_chat(
    work: UnitOfWork,
    box: Game,
    game: records.Game,
    readers: Sequence[records.Seat],
    written: records.ChatMessage,
) -> None:
    """Notify the other users among the readers of a new chat message."""
    title = say("New messages: {game}", "Mensajes nuevos: {game}", game=title_of(box, game))
    for seat in readers:
        if seat.user_id is None or seat.user_id == written.user_id:
            continue
        number = work.chat_messages.count(game.id, seat.side)
        message = Message(
            "chat", title, (), f"/open-game/{game.id}?tab=messages", game.id, number, seat.seat
        )
        notify_member(
            work,
            seat.user_id,
            "chat",
            f"chat:{game.id}:{seat.side}:{number}",
            message,
            time_after(current_time(), TALK),
        )


# ---------------------------------------------------------------------- delivery
def wait_before_sending(services: Services, row: records.Sending) -> str:
    """Time before which a notification must wait; "" if it may go out.

    Raises `NoLongerWanted` if it is no longer true or no longer wanted.
    """
    message = decode_message(row)
    if row.kind not in (*EVENTS, *OF_THE_ACCOUNT):
        return ""
    with services.store.read() as work:
        if row.user_id is None:
            raise NoLongerWanted
        _require_wish(work, row, row.user_id)
        if row.kind in OF_THE_ACCOUNT or (row.kind in INVITING[1:] and message.game_id is None):
            return ""
        if row.kind in OF_CLUB_CHAT:
            _require_club_reader(work, message, row.user_id)
            return ""
        game = work.games.find_game(row.game_id) if row.game_id is not None else None
        if game is None:
            raise NoLongerWanted
        if not _is_still_said(work, game, message):
            raise NoLongerWanted
        if row.kind in ("your_turn", "reminder"):
            return _waits_for(services, work, game, row, message)
        if row.kind == "invitation" and not _is_open_to(services, work, game, row.user_id):
            raise NoLongerWanted
        if row.kind in READ and not _is_read_by(work, game, row, row.user_id):
            raise NoLongerWanted
    return ""


def _require_wish(work: UnitOfWork, row: records.Sending, user_id: int) -> None:
    """Raise `NoLongerWanted` if the address or target is no longer the user's, or if the user has
    turned this event off.
    """
    if row.channel in ("mail", "daily"):
        way, (email, _) = "mail", work.notification_preferences.mail_and_zone(user_id)
        if row.to != email:
            raise NoLongerWanted(ANOTHER_ADDRESS)
    else:
        way, target = (
            "push" if row.channel == "push" else "hook",
            work.notification_targets.find_target(int(row.to)),
        )
        if target is None or target.user_id != user_id:
            raise NoLongerWanted(NO_RECEIVER)
    if (
        row.kind in EVENTS
        and chosen_delivery(work.notification_preferences.for_user(user_id), row.kind, way) == "no"
    ):
        raise NoLongerWanted(NOT_WANTED)


def _require_club_reader(work: UnitOfWork, message: Message, user_id: int) -> None:
    """Raise `NoLongerWanted` for users who do not read the chat of the club now, and for a message
    that was hidden meanwhile.
    """
    club = message.club_id or 0
    if not has_permission(work.clubs.roles_of_user(club, user_id), Permission.READ):
        raise NoLongerWanted
    if message.kind == "mention":
        found = work.club_messages.find_message(club, message.after)
        if found is None or found.hidden:
            raise NoLongerWanted


def _is_read_by(work: UnitOfWork, game: records.Game, row: records.Sending, user_id: int) -> bool:
    """True if the user may still see the game.

    While it is running, player chat is only for its players.
    """
    seats = work.seats.for_game(game.id)
    if row.kind == "chat" and seat_of(seats, user_id) is None and game.status != "over":
        return False
    return may_view(game, seats, user_id, game.id, work.former.last_of_user(game.id, user_id))


def _is_still_said(work: UnitOfWork, game: records.Game, message: Message) -> bool:
    """False after the end of the message, or if its deadline is not that of the seat any more."""
    if message.until and current_time() > message.until:
        return False
    if not message.deadline:
        return True
    kept = work.clocks.of_games([game.id]).get(game.id, {}).get(message.seat)
    return kept is not None and kept.deadline == message.deadline


def _waits_for(
    services: Services, work: UnitOfWork, game: records.Game, row: records.Sending, message: Message
) -> str:
    user_id = row.user_id or 0
    own = (
        one
        for one in work.seats.for_game(game.id)
        if one.user_id == user_id or one.is_refereed_by(user_id)
    )
    held = next((one for one in own if message.seat in ("", one.seat)), None)
    if held is None or not held.owes or game.status == "over":
        raise NoLongerWanted
    if message.after:
        history = services.histories.of(work, services.box(game), game)
        has_been_here = any(
            move.seat == held.seat and not table_orders.is_ahead(move)
            for move in history.moves[message.after :]
        )
        if has_been_here or message.after not in history.standing(history.number):
            raise NoLongerWanted  # also after a take back; a new decision has its own notification
    until = time_after(row.made_at, SEEN)
    has_seen = (work.visits.last_seen_in(user_id, game.id) or 0) >= max(1, message.after)
    return until if row.kind == "your_turn" and has_seen and current_time() < until else ""


def _is_open_to(services: Services, work: UnitOfWork, game: records.Game, user_id: int) -> bool:
    seats = work.seats.for_game(game.id)
    asked = next((one for one in work.invitations.of_game(game.id) if one.user_id == user_id), None)
    if asked is not None and asked.seat:
        return game.status == "running"
    return asked is not None and has_room(services.box(game).card, game, seats, user_id)
