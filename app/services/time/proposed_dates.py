"""Times of orders about dates of battles, and refusals of dates by the clock."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from app.kernel.contract import Order
from app.kernel.date_orders import DateOrder, TimedOrder, is_moment
from app.kernel.refusal import Refusal, no
from app.kernel.say import Moment
from app.services.time.availability import parse_time, time_text
from app.services.time.clocks import load_clocks
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork

RULE = "CAR-BAT-10"


def with_times(order: Order, now: str) -> Order:
    """Order with its proposed date in UTC, or with the time of its arrival. Any other order stays
    as it is.
    """
    if isinstance(order, TimedOrder):
        return msgspec.structs.replace(order, at=utc_text(parse_time(now)))
    if not isinstance(order, DateOrder) or not is_moment(order.at):
        return order
    return msgspec.structs.replace(order, at=utc_text(datetime.fromisoformat(order.at)))


def utc_text(moment: datetime) -> str:
    """Moment as records have it: "2026-12-04T19:00:00Z"."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def date_refusal(
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    order: Order,
    now: str,
) -> Refusal | None:
    """CAR-BAT-10: A proposed date is a moment after now, and not after the deadline of its battle.
    None for other orders, and for a date that the game itself refuses.
    """
    if not isinstance(order, DateOrder) or (order.at and not is_moment(order.at)):
        return None
    if not order.at:
        return no(
            RULE,
            "Give the day and the time of the date.",
            "Indica el día y la hora de la fecha.",
        )
    when = datetime.fromisoformat(order.at)
    if when <= parse_time(now):
        return no(
            RULE,
            "{when} is over. Propose a date that lies ahead.",
            "{when} ya ha pasado. Propón una fecha futura.",
            when=Moment(utc_text(when)),
        )
    deadline = deadline_of_battle(work, game, seats, history, order.battle, now)
    if deadline is None or when <= deadline:
        return None
    return no(
        RULE,
        "{when} is after the deadline of the battle, {deadline}.",
        "{when} es posterior al plazo de la batalla, {deadline}.",
        when=Moment(utc_text(when)),
        deadline=Moment(time_text(deadline)),
    )


def deadline_of_battle(
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    battle: str,
    now: str,
) -> datetime | None:
    """Last deadline of the players who owe a battle; None without one."""
    if not game.clock.runs or game.status != "running":
        return None
    time = load_clocks(work, game, seats, history, parse_time(now))
    states = (
        time.state_of(one.seat, one.clock_key if time.terms.has_steps else "")
        for one in history.box.waiting_for(history.now.state)
        if one.battle == battle
    )
    return max((one.deadline for one in states if one and one.deadline), default=None)
