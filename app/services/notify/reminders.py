"""Notifications about clocks: deadlines ahead, missed deadlines, and decisions about pauses and
holidays.

Each message gives the absolute time in the reader's time zone. A remaining time would be wrong when
it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from app.kernel import clock_orders, clock_words
from app.kernel.contract import Game
from app.kernel.decider_names import decider_name
from app.kernel.record import Move
from app.kernel.say import Say, say
from app.services.notify import notifications
from app.services.notify.local_times import local_time_text, zone_of
from app.services.notify.outbox import Message
from app.services.watch.game_history import History
from app.services.watch.side_titles import side_title
from app.store import records
from app.store.transactions import UnitOfWork

TOLD = (
    clock_orders.PauseAsked,
    clock_orders.PauseDeclined,
    clock_orders.PauseAgreed,
    clock_orders.PauseEnding,
    clock_orders.PauseEnded,
    clock_orders.HolidayTaken,
    clock_orders.CameBack,
    clock_orders.TimeWasUp,
    clock_orders.StoodIn,
    clock_orders.SeatPassedOn,
    clock_orders.TimeExtended,
)

THE_CLOCK, OTHER_PLAYER = (
    say("The clock: {game}", "El reloj: {game}"),
    say("Another player: {game}", "Otro jugador: {game}"),
)


def remind_player(
    work: UnitOfWork, box: Game, game: records.Game, seat: records.Seat, deadline: str, ends: str
) -> None:
    """Remind a player of a deadline, once for each deadline."""
    if seat.user_id is not None:
        title = say(
            "Your decision is due: {game}",
            "Tu decisión vence: {game}",
            game=notifications.title_of(box, game),
        )
        zone = zone_of(work, seat.user_id, game)
        lines = (
            say(
                "The time is up on {when}.",
                "El tiempo se acaba el {when}.",
                when=local_time_text(deadline, zone),
            ),
            *_grace_lines(game, deadline, ends, zone),
        )
        notifications.notify_member(
            work,
            seat.user_id,
            "reminder",
            f"reminder:{game.id}:{seat.seat}:{deadline}",
            _clock_message("reminder", title, lines, game, seat.seat, deadline),
        )


def notify_missed_deadline(
    work: UnitOfWork,
    history: History,
    game: records.Game,
    seats: Sequence[records.Seat],
    late: str,
    deadline: str,
) -> None:
    """Notify all players of a missed deadline."""
    title = notifications.title_of(history.box, game)
    side = next(one.side for one in seats if one.seat == late)
    side_words = side_title(history.box, game, side, history.now.state)
    for seat in seats:
        if seat.user_id is None:
            continue
        when = local_time_text(deadline, zone_of(work, seat.user_id, game))
        if seat.seat == late:
            kind = "reminder"
            said = say("Your time is up: {game}", "Se te acabó el tiempo: {game}", game=title)
            line = say("It was up on {when}.", "Se acabó el {when}.", when=when)
        else:
            kind = "clock"
            said = say(
                "A player ran out of time: {game}",
                "A un jugador se le acabó el tiempo: {game}",
                game=title,
            )
            line = say(
                "{side}: the time was up on {when}.",
                "{side}: se acabó el tiempo el {when}.",
                side=side_words,
                when=when,
            )
        notifications.notify_member(
            work,
            seat.user_id,
            kind,
            f"missed:{game.id}:{late}:{deadline}",
            _clock_message(kind, said, (line,), game, late, deadline),
        )


def notify_clock_decisions(
    work: UnitOfWork,
    history: History,
    game: records.Game,
    seats: Sequence[records.Seat],
    move: Move,
) -> None:
    """Notify the other players of decisions about the clock.

    Moves of the server for an absent player are announced once.
    """
    for event in move.events:
        if not isinstance(event, TOLD) or (
            isinstance(event, clock_orders.StoodIn) and not event.deadline
        ):
            continue
        about = getattr(event, "seat", "")
        side = getattr(event, "side", next((one.side for one in seats if one.seat == about), ""))
        who = side_title(history.box, game, side, history.now.state)
        says, _ = clock_words.clock_event_line(event, who, decider_name(history.box.card))
        title = OTHER_PLAYER if isinstance(event, clock_orders.SeatPassedOn) else THE_CLOCK
        title = say(title.en, title.es, game=notifications.title_of(history.box, game))
        what = (
            f"{about}:{event.deadline}"
            if isinstance(event, (clock_orders.StoodIn, clock_orders.TimeWasUp))
            else str(move.number)
        )
        for seat in seats_notified(event, seats, move):
            notifications.notify_member(
                work,
                seat.user_id or 0,
                "clock",
                f"clock:{game.id}:{what}",
                _clock_message(
                    "clock",
                    title,
                    (
                        says,
                        *_runs_again(work, game, event, move, zone_of(work, seat.user_id, game)),
                    ),
                    game,
                    seat.seat,
                ),
            )


def seats_notified(
    event: object, seats: Sequence[records.Seat], move: Move
) -> Iterator[records.Seat]:
    """Seats that are notified: all except the seat that acted.

    A seat is also notified of actions by the server in its place.
    """
    by_server = isinstance(event, (clock_orders.StoodIn, clock_orders.TimeWasUp))
    return (
        seat for seat in seats if seat.user_id is not None and (by_server or seat.seat != move.seat)
    )


def _grace_lines(game: records.Game, deadline: str, ends: str, zone: str) -> tuple[Say, ...]:
    if ends == deadline or game.clock.then == "wait":
        return ()
    return (
        say(
            "From {when} on: {then}.",
            "A partir del {when}: {then}.",
            when=local_time_text(ends, zone),
            then=clock_words.consequence(game.clock),
        ),
    )


def _runs_again(
    work: UnitOfWork, game: records.Game, event: object, move: Move, zone: str
) -> tuple[Say, ...]:
    """Sentence with the end of a pause after notice, not later than its regular end; empty for
    other events.
    """
    pause = work.clocks.of_games([game.id]).get(game.id, {}).get("")  # as it was before this move
    if not isinstance(event, clock_orders.PauseEnding) or pause is None:
        return ()
    until = min(pause.next_at, notifications.time_after(move.made_at, timedelta(hours=event.hours)))
    return (
        say(
            "It runs again on {when}.",
            "Vuelve a correr el {when}.",
            when=local_time_text(until, zone),
        ),
    )


def _clock_message(
    kind: str, title: Say, lines: tuple[Say, ...], game: records.Game, seat: str, deadline: str = ""
) -> Message:
    return Message(kind, title, lines, f"/open-game/{game.id}", game.id, 0, seat, deadline)
