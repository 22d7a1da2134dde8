"""Results of child battles on the record of the long game (CAR-BAT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from app.kernel.child_battles import READY, Aftermath, Battle
from app.kernel.contract import Event, Game, Order
from app.kernel.dice import Dice
from app.kernel.outcome import DROPPED, Outcome
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, as_is, say

SERVER_SEAT = ""
"""Seat under which a long game decides the order of `Game.resulted`."""


class FromTable(Order, frozen=True, tag="from_table"):
    """Server order: the child battle on the table of game `game` is over."""

    battle: str
    game: int
    aftermath: Aftermath


class DropBattle(Order, frozen=True, tag="drop_battle"):
    """Server order at a table: its long game has dropped the battle."""


class BattleDropped(Event, frozen=True, tag="battle_dropped"):
    """Event at a table: the long game has dropped the battle, and the table is closed."""


class ResultTaken(Event, frozen=True, tag="result_taken"):
    """Event: the result of a table counts. The events of the long game follow it."""

    battle: str
    game: int
    aftermath: Aftermath


class ResultTooLate(Event, frozen=True, tag="result_too_late"):
    """Event: the result of a table has no effect, because the battle was not open any more."""

    battle: str
    game: int


ORDERS = (FromTable, DropBattle)
OF_LONG_GAME = (ResultTaken, ResultTooLate)
EVENTS = (*OF_LONG_GAME, BattleDropped)
IS_DROPPED = Outcome(
    (),
    DROPPED,
    say(
        "The campaign has dropped this battle. The table is closed, and no result counts.",
        "La campaña ha anulado esta batalla. La mesa se cierra y no cuenta ningún resultado.",
    ),
)
"""Result of a table whose battle is dropped (CAR-BAT-07)."""


def find_battle(game: Game, state: Any, key: str) -> Battle | None:
    """Battle of a long game by its key; None if the game does not know it."""
    if state is None:
        return None
    return next((one for one in game.battles(state) if one.key == key), None)


def decide_result(game: Game, state: Any, order: FromTable, dice: Dice) -> Sequence[Event]:
    """CAR-BAT-01: The result of a table counts if its battle is still open. Otherwise the move
    records that it has no effect.
    """
    battle = find_battle(game, state, order.battle)
    if battle is None or battle.status != READY:
        return (ResultTooLate(order.battle, order.game),)
    taken = ResultTaken(order.battle, order.game, order.aftermath)
    own_order = game.resulted(state, battle, order.aftermath)
    return (taken, *game.decide(state, own_order, SERVER_SEAT, dice))


def aftermath_of(game: Game, state: Any, winners: Sequence[str]) -> Aftermath:
    """Aftermath with the winners that the platform has recorded, as after a concession."""
    return msgspec.structs.replace(game.aftermath(state), winners=tuple(winners))


def from_server_only() -> Refusal:
    """CAR-BAT-02: Only the server brings armies and results of a table."""
    return no(
        "CAR-BAT-02",
        "Only the server brings armies and results of a table to the campaign.",
        "Solo el servidor lleva a la campaña los ejércitos y resultados de una mesa.",
    )


def result_words(game: Game, state: Any, event: Event) -> tuple[Say, str] | None:
    """Log line of an event of this module, with its rule; None for other events."""
    if isinstance(event, BattleDropped):
        return IS_DROPPED.says, "CAR-BAT-07"
    if not isinstance(event, OF_LONG_GAME):
        return None
    battle = find_battle(game, state, event.battle)
    title = battle.title if battle is not None else as_is(event.battle)
    if isinstance(event, ResultTaken):
        says = say(
            "{battle}: the result comes from its table.",
            "{battle}: el resultado llega de su mesa.",
            battle=title,
        )
        return says, "CAR-BAT-01"
    says = say(
        "{battle}: the battle on its table is over too, without effect. Its result had been "
        "settled already.",
        "{battle}: también ha terminado en su mesa, sin efecto. El resultado ya estaba fijado.",
        battle=title,
    )
    return says, "CAR-BAT-01"
