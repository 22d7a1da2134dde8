"""News about the battles of a long game: ready, and result is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from app.kernel.battle_results import IS_DROPPED
from app.kernel.child_battles import Battle
from app.kernel.contract import Game
from app.kernel.say import Say, say
from app.services.notify.notifications import title_of
from app.store import records

EVENT = "battle"
ARMY_DUE = say("Choose your army.", "Elige tu ejército.")
BOT_PLAYS = say(
    "A bot plays on for you. You may take your seat back at any time.",
    "Un bot sigue jugando por ti. Puedes recuperar tu asiento cuando quieras.",
)
COUNTS = say("The result counts in the campaign.", "El resultado cuenta en la campaña.")
TOO_LATE = say(
    "The result does not count: the campaign had settled the battle already.",
    "El resultado no cuenta: la campaña ya había resuelto la batalla.",
)


class BattleNews(msgspec.Struct, frozen=True):
    """News of a battle for one user. `about` is the game that the message links to; `asks` is true
    if the user must act.
    """

    user_id: int
    key: str
    title: Say
    lines: tuple[Say, ...]
    about: int
    asks: bool = False


def news_of_ready_battle(
    box: Game,
    game: records.Game,
    table: records.Game,
    seats: Sequence[records.Seat],
    battle: Battle,
) -> Iterator[BattleNews]:
    """News for the players of a battle that its table is open."""
    title = say("Battle ready: {game}", "Batalla preparada: {game}", game=title_of(box, game))
    for seat in seats:
        if seat.user_id is not None:
            is_due = seat.owes and table.status == "open"
            lines = (battle.title, ARMY_DUE) if is_due else (battle.title,)
            key = f"battle-ready:{table.id}"
            yield BattleNews(seat.user_id, key, title, lines, table.id, asks=True)


def news_of_dropped_battle(
    box: Game, game: records.Game, table: records.Game, seats: Sequence[records.Seat]
) -> Iterator[BattleNews]:
    """News for the players of a battle that the long game has dropped it."""
    title = say("Battle dropped: {game}", "Batalla anulada: {game}", game=title_of(box, game))
    for seat in seats:
        if seat.user_id is not None:
            key = f"battle-dropped:{table.id}"
            yield BattleNews(seat.user_id, key, title, (IS_DROPPED.says,), table.id)


def news_of_bot(
    box: Game,
    game: records.Game,
    table: records.Game,
    seats: Sequence[records.Seat],
    battle: Battle,
) -> Iterator[BattleNews]:
    """News for players of a battle that a bot plays on for them."""
    title = say("A bot plays on: {game}", "Sigue un bot: {game}", game=title_of(box, game))
    for seat in seats:
        if seat.user_id is not None:
            key = f"battle-bot:{table.id}:{table.number}"
            yield BattleNews(seat.user_id, key, title, (battle.title, BOT_PLAYS), table.id)


def news_of_result(
    box: Game,
    game: records.Game,
    table: records.Game,
    seats: Sequence[records.Seat],
    battle: Battle,
    counts: bool,
) -> Iterator[BattleNews]:
    """News for the players of a battle that its result is in, or that it does not count."""
    title = say("Result is in: {game}", "Resultado anotado: {game}", game=title_of(box, game))
    lines = (battle.title, COUNTS if counts else TOO_LATE)
    for seat in seats:
        if seat.user_id is not None:
            yield BattleNews(seat.user_id, f"battle-result:{table.id}", title, lines, game.id)
