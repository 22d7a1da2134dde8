"""Rows of the clocks in the database, and the acts that are due: a copy for lists and for the
deadline worker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from app.kernel import table
from app.kernel.contract import Order
from app.kernel.offers import Decision
from app.kernel.seats import Viewer
from app.services.time.availability import is_shut_at, time_text
from app.services.time.clock_state import ClockState
from app.services.time.clocks import GameClocks, load_clocks
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork


def update_clock_rows(
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    when: datetime,
) -> None:
    """Update the clock rows of a game; the caller commits."""
    if not game.clock.runs:
        return
    known = work.clocks.of_games([game.id]).get(game.id, {})
    work.clocks.replace_clocks(
        game.id, clock_rows(load_clocks(work, game, seats, history, when), game.id, known)
    )


def clock_rows(
    time: GameClocks, game_id: int, known: Mapping[str, records.SeatClock]
) -> dict[str, records.SeatClock]:
    """Clock rows of a game: one for each seat that owes decisions, and one for a pause.

    A finished game has none. Of several decisions the row has the earliest deadline, first of those
    whose time was not up before, and the earliest act.
    """
    if table.table_outcome(time.history.box, time.history.now) is not None:
        return {}
    found = (
        {"": records.SeatClock(game_id, "", next_at=time_text(time.pause[1]))} if time.pause else {}
    )
    for seat in time.accounts:
        states, before = time.all_of(seat), known.get(seat, records.SeatClock(game_id, seat))
        if states:
            next_times = (next_act_time(time, one, before) for one in states)
            shown = next((one for one in states if not one.is_up), states[0])
            found[seat] = msgspec.structs.replace(
                before,
                deadline=time_text(shown.deadline),
                next_at=time_text(min(filter(None, next_times), default=None)),
                reminded=deadlines_kept(before.reminded, states),
                told=deadlines_kept(before.told, states),
            )
    return found


def deadlines_kept(known: str, states: Sequence[ClockState]) -> str:
    """Deadlines of a row that still stand, separated by spaces."""
    standing = {time_text(one.deadline) for one in states}
    return " ".join(one for one in known.split() if one in standing)


def next_act_time(time: GameClocks, says: ClockState, row: records.SeatClock) -> datetime | None:
    """Time of the next act about the clock of a seat; None if there is none."""
    wanted = (
        []
        if time_text(says.deadline) in row.reminded.split() or says.seat in time.clock.away
        else [says.remind_at]
    )
    if has_consequences(time, says, row):
        wanted.append(says.since if time.is_played_for(says.seat) else end_of_all(time, says))
    if has_default_order(time, says) or is_last_of_side(time, says.seat):
        if order_in_absence(time, says) is not None:
            return time.now
        wanted.append(_next_holiday(time, says.seat))
    due = min((one for one in wanted if one is not None), default=None)
    if due is not None and due <= time.now and says.stands in ("pause", "holiday"):
        return next(end for start, end in time.shut.agreed(says.seat) if start <= time.now < end)
    return due


def _next_holiday(time: GameClocks, seat: str) -> datetime | None:
    """Beginning of the next announced absence of a seat; None without one."""
    return min(
        (start for start, _ in time.shut.holidays.get(seat, ()) if start > time.now), default=None
    )


def has_default_order(time: GameClocks, says: ClockState) -> bool:
    """CAR-CLK-13: True if the game gives an order for the decision that the seat owes."""
    if says.deadline is None or time.terms.then != "hold":
        return False
    return default_order_of(time, says) is not None


def default_order_of(time: GameClocks, says: ClockState) -> Order | None:
    """Default order of the game for the decision of a clock; None without one."""
    now, seat = time.history.now, says.seat
    if seat not in now.seats:
        return None
    view = time.history.box.view(now.state, Viewer(seat, now.seats[seat]))
    return time.history.box.default_order(view, decision_in_several(time, says))


def decision_in_several(time: GameClocks, says: ClockState) -> Decision | None:
    """Decision of a clock among several of its seat; None if the seat has one clock."""
    return time.decision_of(says) if says.decision else None


def is_last_of_side(time: GameClocks, seat: str) -> bool:
    """True if a side of several players waits for this seat alone, and no ally may answer."""
    now = time.history.now
    allies = {
        one.seat
        for one in time.seats
        if one.side == now.seats.get(seat)
        and one.seat not in (seat, *now.gave_up)
        and not one.is_left
    }
    owed = time.history.box.waiting_for(now.state)
    mine = [one for one in owed if one.seat == seat]
    return bool(allies and mine) and not any(
        one.seat in allies or (one.seat == seat and one.also) for one in owed
    )


def order_in_absence(time: GameClocks, says: ClockState) -> Order | None:
    """Default order that the server gives at once for a player on holiday, or None.

    None also for a decision whose time a holiday stops (`StepDeadline.waits_in_holidays`).
    """
    is_paused = says.stands == "pause"
    if says.deadline is None or is_paused or not is_shut_at(time.shut.absent(says.seat), time.now):
        return None
    if waits_in_holidays(time, says):
        return None
    if time.terms.then == "hold" or is_last_of_side(time, says.seat):
        return default_order_of(time, says)
    return None


def waits_in_holidays(time: GameClocks, says: ClockState) -> bool:
    """True if a holiday stops the time of the decision that the seat owes."""
    owed = time.decision_of(says)
    deadlines = time.history.box.card.deadlines if owed is not None and owed.deadline else ()
    return any(one.waits_in_holidays for one in deadlines if owed and one.key == owed.deadline)


def end_of_all(time: GameClocks, says: ClockState) -> datetime | None:
    """End of the grace period of a decision.

    In a contest an absent opponent has the whole time too. So a battle ends with the last end of
    the seats that owe it.
    """
    owed = time.decision_of(says)
    if says.ends is None or owed is None or not owed.battle or not waits_in_holidays(time, says):
        return says.ends
    others = (
        state.ends
        for one in time.history.box.waiting_for(time.history.now.state)
        if one.battle == owed.battle and one.seat != says.seat
        for state in time.all_of(one.seat)
        if state.decision in ("", one.clock_key)
    )
    return max((end for end in others if end is not None and end > says.ends), default=says.ends)


def has_consequences(time: GameClocks, says: ClockState, row: records.SeatClock) -> bool:
    """True if consequences of the end of the grace period are still to come.

    Where the rules have no default order, the late seat is recorded once. A battle is left to its
    table.
    """
    owed = time.decision_of(says)
    is_battle = owed is not None and bool(owed.battle)
    if (time.terms.has_steps and time.terms.then == "hold") or (
        is_battle and time.terms.then in ("substitute", "seat", "hold")
    ):
        return not says.is_up or has_default_order(time, says)
    match time.terms.then:
        case "nudge":
            return time_text(says.deadline) not in row.told.split()
        case "claim":
            return not says.is_up
        case "seat":
            return time.is_played_for(says.seat) or says.seat not in time.clock.away
    return time.terms.then in ("substitute", "hold")
