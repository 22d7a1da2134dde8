"""Notifications about the battles of a long game: ready, and result is in."""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel.child_battles import Battle
from app.kernel.contract import Game
from app.kernel.say import Say, say
from app.services.notify.notifications import notify_member, title_of
from app.services.notify.outbox import Message
from app.store import records
from app.store.transactions import UnitOfWork

EVENT = "battle"
ARMY_DUE = say("Choose your army.", "Elige tu ejército.")
COUNTS = say("The result counts in the campaign.", "El resultado cuenta en la campaña.")
TOO_LATE = say(
    "The result does not count: the campaign had settled the battle already.",
    "El resultado no cuenta: la campaña ya había resuelto la batalla.",
)


def notify_of_ready_battle(
    work: UnitOfWork,
    box: Game,
    game: records.Game,
    table: records.Game,
    seats: Sequence[records.Seat],
    battle: Battle,
) -> None:
    """Notify the players of a battle that its table is open."""
    title = say("Battle ready: {game}", "Batalla preparada: {game}", game=title_of(box, game))
    for seat in seats:
        lines = (
            (battle.title, ARMY_DUE) if seat.owes and table.status == "open" else (battle.title,)
        )
        _notify(work, seat, f"battle-ready:{table.id}", title, lines, table)


def notify_of_result(
    work: UnitOfWork,
    box: Game,
    game: records.Game,
    table: records.Game,
    seats: Sequence[records.Seat],
    battle: Battle,
    counts: bool,
) -> None:
    """Notify the players of a battle that its result is in, or that it does not count."""
    title = say("Result is in: {game}", "Resultado anotado: {game}", game=title_of(box, game))
    lines = (battle.title, COUNTS if counts else TOO_LATE)
    for seat in seats:
        _notify(work, seat, f"battle-result:{table.id}", title, lines, game)


def _notify(
    work: UnitOfWork,
    seat: records.Seat,
    key: str,
    title: Say,
    lines: tuple[Say, ...],
    about: records.Game,
) -> None:
    if seat.user_id is not None:
        message = Message(EVENT, title, lines, f"/to/{about.id}", about.id)
        notify_member(work, seat.user_id, EVENT, key, message)
