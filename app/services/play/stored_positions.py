"""Positions in the database: the beginning of a game, and what lists and notifications show of it.

The callers have locked the game, and they commit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.kernel import clock_orders, record, table, table_orders
from app.kernel.battle_results import aftermath_of
from app.kernel.contract import Event, Game, Setup
from app.kernel.dice import SeededDice
from app.kernel.game_setup import Form
from app.kernel.outcome import CANCELLED, DROPPED, Outcome
from app.kernel.record import Move
from app.kernel.say import say, settle_facts
from app.kernel.stored_orders import decided_as_stored
from app.services.clubs.club_hooks import tell_hooks
from app.services.container import Services, current_time
from app.services.notify import notifications, reminders
from app.services.play import game_setup, rated_battles
from app.services.play.recorded_moves import append_move, close_seats, dice_of_move
from app.services.play.referee_orders import with_referees
from app.services.time import availability, clock_rows
from app.services.time.ended_decisions import count_decisions
from app.services.watch.agreed_dates import next_date
from app.services.watch.game_history import History
from app.store import records
from app.store.club_chronicles import BattleFacts
from app.store.transactions import UnitOfWork


def setup_of(
    services: Services,
    game: records.Game,
    seats: Sequence[records.Seat],
    brought: Mapping[str, Form],
) -> Setup:
    """Setup of a game whose seats are all taken, with the contributions of the seats. Raises
    `Refused` if it does not fit together.
    """
    stock = game_setup.checked_setup(services, game, game_setup.by_side(seats, brought))
    sides = {seat.seat: seat.side for seat in seats}
    return Setup(game.scenario, sides, game.options, stock)


def begin_with(
    work: UnitOfWork,
    box: Game,
    game: records.Game,
    setup: Setup,
    seats: tuple[records.Seat, ...] = (),
) -> None:
    """Record the beginning with a given setup. The caller commits. Raises `Refused`. The `seats`
    are read if they are not given.
    """
    seats = seats or work.seats.for_game(game.id)
    move = first_move(box, game, setup, dice_of_move(work, game, seats, 1))
    seats = _with_exchanged_seats(work, box, game, seats, move.events)
    rated_battles.agree_to_rating(work, game, seats)
    history = append_move(work, game, History(box), move)
    store_position(work, game, seats, history, move, begun_at=move.made_at, reveal_by="")
    if game.club_id is not None and not game.is_child_battle:
        tell_beginning(work, box, game, game.club_id)


def first_move(box: Game, game: records.Game, setup: Setup, dice: SeededDice) -> Move:
    """Move that begins a game with a given setup. Raises `Refused`."""
    terms = game.clock if game.clock.runs else None
    stored = record.stored_order(table_orders.Begin(setup, terms))
    events = decided_as_stored(box, table.EMPTY, stored, "", dice)
    return Move(1, "", stored, events, tuple(dice.rolls), "begin", current_time())


def tell_beginning(work: UnitOfWork, box: Game, game: records.Game, club_id: int) -> None:
    """Tell the webhooks of the club that a game has begun, with its scenario if the game is
    public.
    """
    club = work.clubs.find_club(club_id)
    if club is None:
        return
    scenario = box.card.scenario(game.scenario)
    title = (
        say("A game has begun: {game}", "Ha empezado una partida: {game}", game=scenario.title)
        if scenario is not None and game.visibility == "open"
        else say("A game has begun: {club}", "Ha empezado una partida: {club}", club=club.name)
    )
    tell_hooks(work, club, f"game:{game.id}", title)


def _with_exchanged_seats(
    work: UnitOfWork,
    box: Game,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    events: Sequence[Event],
) -> tuple[records.Seat, ...]:
    """Seats after the choices of the players have settled the sides (CAR-LOB-13). What a player
    has added to the dice stays with the seat, since the dice of the game are made from it.
    """
    new = box.agreement.exchanged_seats(events) if box.agreement else {}
    if not new:
        return seats
    brought = work.seats.contributions_by_seat(game.id)
    moved = [seat for seat in seats if seat.seat in new]
    for seat in moved:  # no user may hold two seats, not even for a moment
        work.seats.update_seat(game.id, seat.seat, user_id=None)
    for seat in moved:
        choices = brought.get(seat.seat, {})
        work.seats.update_seat(
            game.id, new[seat.seat], user_id=seat.user_id, name=seat.name, brings=choices
        )
    return work.seats.for_game(game.id)


def store_position(
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    move: Move,
    **columns: str,
) -> tuple[tuple[int, int], ...]:
    """Update the game and its seats from the history, and write notifications. News of a long game
    after its beginning come from `game_news`.

    `move` is the first of the new moves, and `columns` are further ones of the game. Returns the
    users whose seats were closed.
    """
    outcome = table.table_outcome(history.box, history.now)
    _store_head(work, game, history, move, outcome, columns)
    owing = seats_that_owe(history, outcome)
    if owing != {seat.seat for seat in seats if seat.owes}:
        work.seats.mark_owing(game.id, owing)
    notifications.notify_of_move(
        work,
        history.box,
        game,
        with_referees(seats),
        "" if is_act_of_server(move) else move.seat,
        history.number,
        history.moment(history.number).turn,
        owing if history.box.card.is_battle or move.number == 1 else (),
        outcome,
    )
    for one in history.moves[move.number - 1 :]:
        reminders.notify_clock_decisions(work, history, game, with_referees(seats), one)
    clock_rows.update_clock_rows(work, game, seats, history, availability.parse_time(move.made_at))
    if game.clock.runs:
        counts = count_decisions(work, game, seats, history, move.number)
        work.decision_counts.add_counts(game.id, counts)
    return close_seats(work, game, seats, history, move.number)


def seats_that_owe(history: History, outcome: Outcome | None) -> set[str]:
    """Seats that owe a decision after the last move; none after the end."""
    if outcome:
        return set()
    return {decision.seat for decision in history.box.waiting_for(history.now.state)}


def _store_head(
    work: UnitOfWork,
    game: records.Game,
    history: History,
    move: Move,
    outcome: Outcome | None,
    columns: Mapping[str, str],
) -> None:
    """Update the columns of the game that lists show, and further `columns`."""
    work.games.update_game(game.id, **head_columns(game, history, move, outcome), **columns)
    if game.club_id is not None and history.box.card.is_battle:
        note_battle_facts(work, game.id, history, outcome)


def head_columns(
    game: records.Game, history: History, move: Move, outcome: Outcome | None
) -> dict[str, Any]:
    """Columns of the game that lists show. `move` is the first of the new moves."""
    moment = history.moment(history.number)
    ending: dict[str, Any] = {"status": "running"}
    if outcome:
        ending = {name: getattr(outcome, name) for name in ("winners", "ending", "degree")}
        ending["status"] = "over"
    listed_at = game.begun_at if game.delay and game.begun_at and outcome is None else move.made_at
    return {
        "number": history.number,
        "moved_at": move.made_at,
        "listed_at": listed_at,
        "turn": moment.turn,
        "first_turn_at": game.first_turn_at or (move.made_at if moment.turn else ""),
        "phase": settle_facts(moment.phase),
        "next_date_at": "" if outcome else next_date(history.box, history.now.state, move.made_at),
        **ending,
    }


def note_battle_facts(
    work: UnitOfWork, game_id: int, history: History, outcome: Outcome | None
) -> None:
    """Keep the facts of a finished battle for the record book of its club. An end without a result
    has none, nor has a battle that goes on again.
    """
    if outcome is None or outcome.ending in (CANCELLED, DROPPED):
        work.club_chronicles.remove_facts(game_id)
        return
    after = aftermath_of(history.box, history.now.state, outcome.winners)
    points = sorted(outcome.score.values() or after.score.values(), reverse=True)
    work.club_chronicles.save_facts(
        BattleFacts(
            game_id,
            history.moment(history.number).turn,
            points[0] - points[1] if len(points) > 1 else None,
            sum(one.leaders_lost for one in after.losses.values()),
        )
    )


def is_act_of_server(move: Move) -> bool:
    """True if the player of the seat did not make the move: acts of the server, and claims.

    The player is then notified of an end like all others.
    """
    return any(
        isinstance(event, (clock_orders.StoodIn, clock_orders.TimeWasUp)) for event in move.events
    ) or move.command.startswith("claim:")
