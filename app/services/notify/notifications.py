"""Notifications: events, recipients and delivery channels.

Events are turns, reminders, clocks, results, invitations and player chat. Services call `tell` in
their own transaction. The text is written at delivery, from the view that the reader has then.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from app.kernel import table
from app.kernel.contract import Game
from app.kernel.log_lines import side_title
from app.kernel.outcome import CANCELLED, CLOSED, Outcome
from app.kernel.say import Say, name, say
from app.services.container import Services, now
from app.services.notify import outbox
from app.services.notify.outbox import Message, message_of
from app.services.people.permissions import may_look, seat_of
from app.store import records
from app.store.transactions import Work

EVENTS = ("your_turn", "reminder", "clock", "result", "invitation", "chat")
OF_THE_ACCOUNT = ("test", "stopped", "password", "name")
"""Further messages, only by mail to a confirmed address and without a choice."""
WAYS: Mapping[str, tuple[str, ...]] = {
    "mail": ("no", "now", "daily"),
    "hook": ("no", "now"),
    "push": ("no", "now"),
}
PROPOSED = {
    (event, way): "now" for event in ("your_turn", "reminder", "result") for way in WAYS
} | {(event, way): "now" for event in ("invitation", "clock") for way in ("mail", "push")}
"""Defaults for members without a choice; all other pairs are "no"."""

# delay before a notification; an open page shows the move without it
FIRST = timedelta(seconds=30)
SEEN = timedelta(minutes=10)  # for a player who has already seen the decision
TALK = timedelta(minutes=5)  # collects chat messages into one notification
DAILY = time(8)  # in the time zone of the reader
MOST_LETTERS = 20
HOOKS = ("discord", "slack", "json")
ANOTHER_ADDRESS, NO_RECEIVER, NOT_WANTED = (
    "another address",
    "no such receiver",
    "not wanted any more",
)
WHY = {
    ANOTHER_ADDRESS: say("your address is another one now", "ahora tienes otra dirección"),
    NO_RECEIVER: say("you have removed the receiver", "has quitado el receptor"),
    NOT_WANTED: say("you no longer wanted it", "ya no lo querías"),
    "interrupted": say("interrupted", "interrumpido"),
    "claimed by another": say("claimed by another", "lo ha tomado otro"),
    "no mail server": say("no mail server", "no hay servidor de correo"),
    "no longer there": say("no longer there", "ya no está"),
    "not on the list of the keeper": say(
        "not on the list of the keeper", "no está en la lista de quien lleva la casa"
    ),
    "private address": say("private address", "dirección privada"),
    "https only": say("https only", "solo https"),
    "malformed": say("malformed", "mal formada"),
    "name or password of the mail server: letters that its log-in does not carry": say(
        "name or password of the mail server: letters that its log-in does not carry",
        "nombre o contraseña del servidor de correo: letras que su acceso no admite",
    ),
}
"""Reasons of this server for a failed delivery; other reasons are quoted from the remote server."""


class NoLonger(Exception):
    """Notification that is no longer true or no longer wanted.

    The text is the reason for the delivery log, if it needs one.
    """


def because(why: str) -> Say:
    return WHY.get(why) or name(why)


# ---------------------------------------------------------------------- writing to the outbox
def tell(
    work: Work, user_id: int, event: str, key: str, message: Message, not_before: str = ""
) -> None:
    """Write the notification for every channel that its reader has chosen for this event; the
    caller commits.

    `key` identifies the content; a second notification with the same key is dropped. Users without
    an address or receiver get none. A waiting chat notification also covers later chat messages.
    """
    email, zone = work.wishes.reach(user_id)
    receivers = work.receivers.of(user_id)
    if not email and not receivers:
        return
    chosen = work.wishes.of(user_id)

    def put(way: str, channel: str, to: str, due: str) -> None:
        if event != "chat" or not work.outbox.is_waiting(
            user_id, message.game_id, event, channel, to
        ):
            outbox.put(work, f"{key}:{user_id}:{way}", user_id, channel, to, message, due)

    if how(chosen, event, "mail") == "daily" and email:
        put("mail", "daily", email, daily(max(not_before, now()), zone or work.zone))
    elif how(chosen, event, "mail") == "now" and email:
        put("mail", "mail", email, not_before)
    for receiver in receivers:
        way = "push" if receiver.kind == "push" else "hook"
        if not receiver.stopped_at and how(chosen, event, way) == "now":
            put(str(receiver.id), receiver.kind, str(receiver.id), not_before)


def how(chosen: Mapping[tuple[str, str], str], event: str, way: str) -> str:
    return chosen.get((event, way), PROPOSED.get((event, way), "no"))


def may_be(event: str, way: str) -> tuple[str, ...]:
    """Choices for an event and a channel. A reminder cannot wait for the daily mail."""
    return tuple(one for one in WAYS[way] if not (event == "reminder" and one == "daily"))


def daily(moment: str, zone: str) -> str:
    """Next time of the daily mail in this time zone, as ISO 8601 in UTC."""
    try:
        there = ZoneInfo(zone or "UTC")
    except (KeyError, ValueError):
        there = ZoneInfo("UTC")
    local = datetime.fromisoformat(moment).astimezone(there)
    day = local.date() + timedelta(days=local.time() >= DAILY)
    return iso(datetime.combine(day, DAILY, there).astimezone(UTC))


def iso(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def later(moment: str, by: timedelta) -> str:
    return iso(datetime.fromisoformat(moment) + by)


# ---------------------------------------------------------------------- events of a game
def title_of(box: Game, game: records.Game) -> Say:
    """Title of a game in a notification; public to all who may see the game."""
    scenario = next(
        (one.title for one in box.card.scenarios if one.key == game.scenario), box.card.title
    )
    return (
        say("{title} ({scenario})", "{title} ({scenario})", title=game.title, scenario=scenario)
        if game.title
        else scenario
    )


def moved(
    work: Work,
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
    the last move.
    """
    title = title_of(box, game)
    for seat in seats:
        if seat.user_id is None or seat.seat == mover:
            continue
        if outcome is not None:
            how = ended_by(box, game, title, outcome.winners, outcome.ending)
            message = Message(
                "result", how, (outcome.says,), f"/to/{game.id}", game.id, number, seat.seat
            )
            tell(work, seat.user_id, "result", f"result:{game.id}", message)
        elif seat.seat in owing and (not seat.owes or number == 1):
            message = Message(
                "your_turn",
                say(
                    "Your turn: {game}, turn {turn}",
                    "Te toca: {game}, turno {turn}",
                    game=title,
                    turn=turn,
                ),
                (),
                f"/to/{game.id}",
                game.id,
                number,
                seat.seat,
            )
            tell(
                work,
                seat.user_id,
                "your_turn",
                f"turn:{game.id}:{number}",
                message,
                later(now(), FIRST),
            )


def lays(
    work: Work, box: Game, game: records.Game, seats: Sequence[records.Seat], owing: Iterable[str]
) -> None:
    """Notify players who now owe a part of the setup or its acceptance."""
    title = say(
        "Your turn: {game}, the table is laid out",
        "Te toca: {game}, se prepara la mesa",
        game=title_of(box, game),
    )
    for seat in seats:
        if seat.user_id is not None and seat.seat in owing and not seat.owes:
            tell(
                work,
                seat.user_id,
                "your_turn",
                f"lay:{game.id}:{game.moved_at}",
                Message("your_turn", title, (), f"/to/{game.id}", game.id, 0, seat.seat),
                later(now(), FIRST),
            )


def ended_by(box: Game, game: records.Game, title: Say, winners: Sequence[str], ending: str) -> Say:
    if ending == CANCELLED:
        return say("It is over: {game}, cancelled", "Ha terminado: {game}, anulada", game=title)
    if ending == CLOSED:
        return say("It is over: {game}", "Ha terminado: {game}", game=title)
    if not winners:
        return say("It is over: {game}, a draw", "Ha terminado: {game}, tablas", game=title)
    sides = [side_title(box, game.scenario, side) for side in winners]
    return say(
        "It is over: {game}, victory of {winners}",
        "Ha terminado: {game}, victoria de {winners}",
        game=title,
        winners=sides,
    )


def wrote(
    work: Work, box: Game, game: records.Game, seats: Sequence[records.Seat], letter: records.Letter
) -> None:
    """Notify the other players of a new chat message."""
    title = say("New messages: {game}", "Mensajes nuevos: {game}", game=title_of(box, game))
    for seat in seats:
        if seat.user_id is None or seat.user_id == letter.user_id:
            continue
        message = Message(
            "chat", title, (), f"/to/{game.id}?tab=letters", game.id, letter.id, seat.seat
        )
        tell(work, seat.user_id, "chat", f"chat:{game.id}:{letter.id}", message, later(now(), TALK))


# ---------------------------------------------------------------------- delivery
def waits(services: Services, row: records.Sending) -> str:
    """Time before which a notification must wait; "" if it may go out.

    Raises `NoLonger` if it is no longer true or no longer wanted.
    """
    message = message_of(row)
    if row.kind not in (*EVENTS, *OF_THE_ACCOUNT):
        return ""
    with services.store.read() as work:
        if row.user_id is None:
            raise NoLonger
        _insist_on_wish(work, row, row.user_id)
        if row.kind in OF_THE_ACCOUNT:
            return ""
        game = work.games.find(row.game_id) if row.game_id is not None else None
        if game is None:
            raise NoLonger
        if message.deadline and not _is_still_said(work, game, message):
            raise NoLonger
        if row.kind in ("your_turn", "reminder"):
            return _waits_for(services, work, game, row, message)
        if row.kind == "invitation" and not _is_open_to(work, game, row.user_id):
            raise NoLonger
        if row.kind in ("chat", "result") and not _is_read_by(work, game, row, row.user_id):
            raise NoLonger
    return ""


def _insist_on_wish(work: Work, row: records.Sending, user_id: int) -> None:
    """Raise `NoLonger` if the address or receiver is no longer the user's, or if the user has
    turned this event off.
    """
    if row.channel in ("mail", "daily"):
        way, (email, _) = "mail", work.wishes.reach(user_id)
        if row.to != email:
            raise NoLonger(ANOTHER_ADDRESS)
    else:
        way, receiver = "push" if row.channel == "push" else "hook", work.receivers.get(int(row.to))
        if receiver is None or receiver.user_id != user_id:
            raise NoLonger(NO_RECEIVER)
    if row.kind in EVENTS and how(work.wishes.of(user_id), row.kind, way) == "no":
        raise NoLonger(NOT_WANTED)


def _is_read_by(work: Work, game: records.Game, row: records.Sending, user_id: int) -> bool:
    """True if the user may still see the game.

    While it is running, player chat is only for its players.
    """
    seats = work.seats.of(game.id)
    if row.kind == "chat" and seat_of(seats, user_id) is None and game.status != "over":
        return False
    return may_look(game, seats, user_id, game.id, work.former.last(game.id, user_id))


def _is_still_said(work: Work, game: records.Game, message: Message) -> bool:
    """True if the deadline of the message is still the deadline of that seat."""
    kept = work.clocks.of_games([game.id]).get(game.id, {}).get(message.seat)
    return kept is not None and kept.deadline == message.deadline


def _waits_for(
    services: Services, work: Work, game: records.Game, row: records.Sending, message: Message
) -> str:
    held = next((seat for seat in work.seats.of(game.id) if seat.user_id == row.user_id), None)
    if held is None or not held.owes or game.status == "over":
        raise NoLonger
    if message.after:
        story = services.stories.of(work, services.box(game), game)
        has_been_here = any(
            move.seat == held.seat and not table.is_ahead(move)
            for move in story.moves[message.after :]
        )
        if has_been_here or message.after not in story.standing(story.number):
            raise NoLonger  # also after a take back; a new decision has its own notification
    until = later(row.made_at, SEEN)
    has_seen = work.visits.seen(row.user_id, [game.id]).get(game.id, 0) >= max(1, message.after)
    return until if row.kind == "your_turn" and has_seen and now() < until else ""


def _is_open_to(work: Work, game: records.Game, user_id: int) -> bool:
    seats = work.seats.of(game.id)
    asked = next((one for one in work.invitations.of_game(game.id) if one.user_id == user_id), None)
    if asked is not None and asked.seat:
        return game.status == "running"
    return (
        asked is not None
        and game.status == "open"
        and any(seat.is_free for seat in seats)
        and all(seat.user_id != user_id for seat in seats)
    )


def text(services: Services, row: records.Sending, language: str) -> str:
    """Text of a mail below its title. Of a game it contains only facts that its reader may see."""
    message = message_of(row)
    said = [line.in_(language) for line in message.lines]
    if row.kind in ("your_turn", "reminder", "result") and row.game_id is not None:
        said.append(news(services, row.game_id, row.user_id, language))
    elif row.kind == "chat" and row.game_id is not None:
        said += talk(services, row.game_id, row.user_id, message.after)
    return "\n\n".join(part.strip() for part in said if part.strip())


def brief(row: records.Sending, language: str) -> str:
    """Text of a webhook or web push below the title.

    Of an invitation it is the last line (clock or seat); otherwise it is empty.
    """
    lines = message_of(row).lines if row.kind == "invitation" else ()
    return lines[-1].in_(language) if lines else ""


def news(services: Services, game_id: int, user_id: int | None, language: str) -> str:
    """Digest for the user: events since the last visit, and open decisions."""
    from app.services.notify import digest  # noqa: PLC0415 - import cycle by way of game_view
    from app.services.watch import game_view  # noqa: PLC0415 - import cycle by way of orders

    seen = game_view.look(services, game_id, user_id)
    return digest.in_words(seen, language) if seen.table.state is not None else ""


def talk(services: Services, game_id: int, user_id: int | None, first: int) -> list[str]:
    """Chat messages of the other players, from the id `first` on, at most `MOST_LETTERS`."""
    from app.services.people import player_chat  # noqa: PLC0415 - import cycle by way of game_view

    written = [
        one
        for one in player_chat.read(services, game_id, user_id, first - 1)
        if one.user_id != user_id and not one.hidden
    ]
    return [f"{one.name}: {one.text}" for one in written[-MOST_LETTERS:]]


# ---------------------------------------------------------------------- unsubscribe links
def unsubscribe_link(services: Services, user_id: int, event: str) -> str:
    """Address that ends mails of this event without a log-in; "daily" ends the daily mail."""
    return f"{services.post.base_url}/unsubscribe/{user_id}.{event}.{_signed(services, user_id, event)}"


def asked_to_stop(services: Services, token: str) -> tuple[int, str] | None:
    """User and event of an unsubscribe address; None if its signature is invalid."""
    user, _, rest = token.partition(".")
    event, _, signature = rest.partition(".")
    if not (user.isascii() and user.isdigit() and len(user) < 10) or event not in (
        *EVENTS,
        "daily",
    ):
        return None
    if not hmac.compare_digest(signature.encode(), _signed(services, int(user), event).encode()):
        return None
    return int(user), event


def unsubscribe(services: Services, token: str, *, everything: bool = False) -> bool:
    """End the mails of this event, or all mails; false if the address is invalid."""
    found = asked_to_stop(services, token)
    if found is None:
        return False
    user_id, event = found
    with services.store.write() as work:
        if work.users.get(user_id) is None:
            return False
        chosen = work.wishes.of(user_id)
        ending = [
            one
            for one in EVENTS
            if everything
            or one == event
            or (event == "daily" and how(chosen, one, "mail") == "daily")
        ]
        for one in ending:
            work.wishes.put(user_id, one, "mail", "no")
        work.commit()
    return True


def _signed(services: Services, user_id: int, event: str) -> str:
    key = house_key(services, "links", lambda: secrets.token_hex(32))
    return hmac.new(
        key.encode(), f"unsubscribe:{user_id}:{event}".encode(), hashlib.sha256
    ).hexdigest()[:40]


def house_key(services: Services, name: str, make) -> str:
    """Key of the server, made at its first use. All processes get the same key."""
    with services.store.read() as work:
        found = work.house_keys.get(name)
    if found is None:
        with services.store.write() as work:
            work.house_keys.keep(name, make())
            work.commit()
            found = work.house_keys.get(name)
    return found


# ---------------------------------------------------------------------- choices of a member
class Choice(msgspec.Struct, frozen=True):
    """Choice of a member for one event and channel, with the possible choices."""

    event: str
    way: str
    how: str
    may_be: tuple[str, ...]

    @property
    def field(self) -> str:
        return f"{self.event}-{self.way}"


class Notices(msgspec.Struct, frozen=True):
    """Data of the notifications page of a member.

    `has_mail` is true if this server sends mail; `log` is newest first.
    """

    choices: tuple[tuple[Choice, ...], ...]
    email: str
    has_mail: bool
    receivers: tuple[records.Receiver, ...]
    log: tuple[Sent, ...]
    calendar: str


class Sent(msgspec.Struct, frozen=True):
    """Line of the delivery log.

    `to` is the address or the name of the receiver, "" after its removal.
    """

    title: Say
    channel: str
    to: str
    state: str
    at: str
    tries: int
    why: str


def of_member(services: Services, user_id: int, last: int = 50) -> Notices:
    with services.store.read() as work:
        chosen, receivers = work.wishes.of(user_id), tuple(work.receivers.of(user_id))
        email, _ = work.wishes.reach(user_id)
        sent, calendar = work.outbox.of_user(user_id, last), work.calendars.of(user_id)
    names = {str(one.id): one.name for one in receivers}
    log = tuple(
        Sent(
            message_of(row).title,
            row.channel,
            row.to if row.channel in ("mail", "daily") else names.get(row.to, ""),
            row.state,
            row.done_at or row.due,
            row.tries,
            row.why,
        )
        for row in sent
    )
    choices = tuple(
        tuple(Choice(event, way, how(chosen, event, way), may_be(event, way)) for way in WAYS)
        for event in EVENTS
    )
    return Notices(choices, email, services.post.smtp is not None, receivers, log, calendar)


def choose(services: Services, user_id: int, given: Mapping[str, str]) -> None:
    """Store the choices of a form. Missing and invalid choices stay unchanged."""
    with services.store.write() as work:
        for event in EVENTS:
            for way in WAYS:
                wish = given.get(f"{event}-{way}", "")
                if wish in may_be(event, way):
                    work.wishes.put(user_id, event, way, wish)
        work.commit()


def send_test(services: Services, user_id: int, to: str) -> None:
    """Send a test message to the user; `to` is "mail" or the id of a receiver."""
    message = Message(
        "test",
        say("A test message from Caracole", "Un mensaje de prueba de Caracole"),
        (
            say(
                "If you can read this, notices reach you here.",
                "Si lees esto, los avisos te llegan por aquí.",
            ),
        ),
        "/account/notices",
    )
    key = f"test:{user_id}:{secrets.token_hex(8)}"
    with services.store.write() as work:
        email, _ = work.wishes.reach(user_id)
        receiver = next((one for one in work.receivers.of(user_id) if str(one.id) == to), None)
        if to == "mail" and email:
            outbox.put(work, key, user_id, "mail", email, message)
        elif receiver is not None:
            outbox.put(work, key, user_id, receiver.kind, str(receiver.id), message)
        work.commit()
