"""Notifications about clocks: deadlines ahead, missed deadlines, and decisions about pauses and
holidays.

Each message gives the absolute time in the reader's time zone. A remaining time would be wrong when
it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from babel.dates import format_datetime

from app.kernel import clock, clock_words
from app.kernel.contract import Game
from app.kernel.log_lines import side_title
from app.kernel.record import Move
from app.kernel.say import Say, say
from app.services.notify import notifications
from app.services.notify.outbox import Message
from app.store import records
from app.store.transactions import Work

TOLD = (
    clock.PauseAsked,
    clock.PauseDeclined,
    clock.PauseAgreed,
    clock.PauseEnding,
    clock.PauseEnded,
    clock.HolidayTaken,
    clock.CameBack,
    clock.TimeWasUp,
    clock.StoodIn,
    clock.SeatPassedOn,
)

THE_CLOCK, OTHER_PLAYER = (
    say("The clock: {game}", "El reloj: {game}"),
    say("Another player: {game}", "Otro jugador: {game}"),
)


def when(moment: str, zone: str) -> Say:
    """Instant in the time zone of the reader, with the name of the zone."""
    local = datetime.fromisoformat(moment).astimezone(ZoneInfo(zone or "UTC"))
    place = clock_words.place(zone or "UTC")
    return Say(
        *(
            f"{format_datetime(local, 'EEE d MMM y, HH:mm', locale=language)} ({place})"
            for language in ("en", "es")
        )
    )


def remind(
    work: Work, box: Game, game: records.Game, seat: records.Seat, deadline: str, ends: str
) -> None:
    """Remind a player of a deadline, once for each deadline."""
    if seat.user_id is not None:
        title = say(
            "Your decision is due: {game}",
            "Tu decisión vence: {game}",
            game=notifications.title_of(box, game),
        )
        zone = zone_of(work, seat.user_id)
        lines = (
            say(
                "The time is up on {when}.",
                "El tiempo se acaba el {when}.",
                when=when(deadline, zone),
            ),
            *_grace(game, deadline, ends, zone),
        )
        notifications.tell(
            work,
            seat.user_id,
            "reminder",
            f"reminder:{game.id}:{seat.seat}:{deadline}",
            _message("reminder", title, lines, game, seat.seat, deadline),
        )


def nudge(
    work: Work,
    box: Game,
    game: records.Game,
    seats: Sequence[records.Seat],
    late: str,
    deadline: str,
) -> None:
    """Notify all players of a missed deadline."""
    named = notifications.title_of(box, game)
    for seat in seats:
        if seat.user_id is None:
            continue
        key, up = f"missed:{game.id}:{late}:{deadline}", when(deadline, zone_of(work, seat.user_id))
        if seat.seat == late:
            line = say("It was up on {when}.", "Se acabó el {when}.", when=up)
            notifications.tell(
                work,
                seat.user_id,
                "reminder",
                key,
                _message(
                    "reminder",
                    say("Your time is up: {game}", "Se te acabó el tiempo: {game}", game=named),
                    (line,),
                    game,
                    late,
                    deadline,
                ),
            )
        else:
            side = side_title(
                box, game.scenario, next(one.side for one in seats if one.seat == late)
            )
            line = say(
                "{side}: the time was up on {when}.",
                "{side}: se acabó el tiempo el {when}.",
                side=side,
                when=up,
            )
            notifications.tell(
                work,
                seat.user_id,
                "clock",
                key,
                _message(
                    "clock",
                    say("A time is up: {game}", "Se acabó un tiempo: {game}", game=named),
                    (line,),
                    game,
                    late,
                    deadline,
                ),
            )


def decided(
    work: Work, box: Game, game: records.Game, seats: Sequence[records.Seat], move: Move
) -> None:
    """Notify the other players of decisions about the clock.

    Moves of the server for an absent player are announced once.
    """
    for event in move.events:
        if not isinstance(event, TOLD) or (isinstance(event, clock.StoodIn) and not event.deadline):
            continue
        about = getattr(event, "seat", "")
        side = getattr(event, "side", next((one.side for one in seats if one.seat == about), ""))
        says, _ = clock_words.told(event, side_title(box, game.scenario, side))
        title = OTHER_PLAYER if isinstance(event, clock.SeatPassedOn) else THE_CLOCK
        title = say(title.en, title.es, game=notifications.title_of(box, game))
        what = (
            f"{about}:{event.deadline}"
            if isinstance(event, (clock.StoodIn, clock.TimeWasUp))
            else str(move.number)
        )
        for seat in heard_by(event, seats, move):
            notifications.tell(
                work,
                seat.user_id or 0,
                "clock",
                f"clock:{game.id}:{what}",
                _message(
                    "clock",
                    title,
                    (says, *_runs_again(work, game, event, move, zone_of(work, seat.user_id or 0))),
                    game,
                    seat.seat,
                ),
            )


def heard_by(event: object, seats: Sequence[records.Seat], move: Move) -> Iterator[records.Seat]:
    """Seats that are notified: all except the seat that acted.

    A seat is also notified of actions by the server in its place.
    """
    by_the_house = isinstance(event, (clock.StoodIn, clock.TimeWasUp))
    return (
        seat
        for seat in seats
        if seat.user_id is not None and (by_the_house or seat.seat != move.seat)
    )


def zone_of(work: Work, user_id: int) -> str:
    user = work.users.get(user_id)
    return (user and user.zone) or work.zone


def _grace(game: records.Game, deadline: str, ends: str, zone: str) -> tuple[Say, ...]:
    if ends == deadline or game.clock.then == "wait":
        return ()
    return (
        say(
            "From {when} on: {then}.",
            "A partir del {when}: {then}.",
            when=when(ends, zone),
            then=clock_words.THEN[game.clock.then],
        ),
    )


def _runs_again(
    work: Work, game: records.Game, event: object, move: Move, zone: str
) -> tuple[Say, ...]:
    """Sentence with the end of a pause after notice, not later than its regular end; empty for
    other events.
    """
    pause = work.clocks.of_games([game.id]).get(game.id, {}).get("")  # as it was before this move
    if not isinstance(event, clock.PauseEnding) or pause is None:
        return ()
    until = min(pause.next_at, notifications.later(move.made_at, timedelta(hours=event.hours)))
    return (say("It runs again on {when}.", "Vuelve a correr el {when}.", when=when(until, zone)),)


def _message(
    kind: str, title: Say, lines: tuple[Say, ...], game: records.Game, seat: str, deadline: str = ""
) -> Message:
    return Message(kind, title, lines, f"/to/{game.id}", game.id, 0, seat, deadline)
