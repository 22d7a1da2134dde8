"""Notifications of the browsers that owe a value for the dice."""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel.contract import Game
from app.kernel.say import say
from app.services.container import current_time
from app.services.notify.notifications import FIRST, notify_member, time_after, title_of
from app.services.notify.outbox import Message
from app.store import records
from app.store.transactions import UnitOfWork


def notify_of_values(
    work: UnitOfWork,
    box: Game,
    game: records.Game,
    missing: Sequence[records.Seat],
    dice_round: int,
) -> None:
    """Notify players whose browsers owe a value for the dice."""
    title = say(
        "Open your table: {game}, your browser adds its value to the dice",
        "Abre tu mesa: {game}, tu navegador añade su valor a los dados",
        game=title_of(box, game),
    )
    for seat in missing:
        if seat.user_id is not None:
            message = Message(
                "your_turn", title, (), f"/open-game/{game.id}", game.id, 0, seat.seat
            )
            key = f"values:{game.id}:{dice_round}:{game.reveal_by}"
            notify_member(
                work, seat.user_id, "your_turn", key, message, time_after(current_time(), FIRST)
            )
