"""A server that kills itself (SIGKILL) when an order passes a certain place for the N-th time.

    python -m bench.self_killing_server PLACE N

A kill at a random moment seldom hits the few milliseconds in which an order is written. This server
always dies there.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from app.cli import main
from app.kernel import battle_results, table_decisions
from app.services.notify import game_news
from app.services.play import (
    archiving,
    child_battles,
    open_seats,
    orders,
    stored_positions,
    wish_pairing,
)
from app.services.play.played_orders import PlayedOrder
from app.store import archives
from app.store.archives import Archives
from app.store.kept_statements import KeptStatements, OptimisticConnection
from app.store.move_repository import Moves

PLACES: dict[str, tuple[Any, str]] = {
    "game locked": (open_seats, "lock_game_for"),
    "order decided": (table_decisions, "decide_on"),
    "move written, its copies not": (Moves, "append_move"),
    "all written, not committed": (stored_positions, "store_position"),
    "committed, not announced": (orders, "_decide_order"),
    "announced, not answered": (PlayedOrder, "told"),
}

BATTLE_PLACES: dict[str, tuple[Any, str]] = {
    "battle ready, table not opened": (stored_positions, "store_position"),
    "table opened, not committed": (child_battles, "follow_moves"),
    "move committed, not announced": (orders, "_decide_order"),
    "battle over, result not entered": (PlayedOrder, "told"),
    "result decided, not written": (battle_results, "decide_result"),
    "result written, not committed": (child_battles, "follow_moves"),
    "result committed, not announced": (orders, "_decide_order"),
}
"""Places between a long game and its battles; tests/fault kills a process at each of them."""

LARGE_ORDER_PLACES: dict[str, tuple[Any, str]] = {
    "computed, not locked": (OptimisticConnection, "end_reading"),
    "rows written, not committed": (KeptStatements, "write"),
}
"""Places of an order on SQLite that is computed before the lock; tests/fault kills there."""

WISH_PLACES: dict[str, tuple[Any, str]] = {
    "wishes paired, no table opened": (wish_pairing, "make_pairs"),
    "first table opened, second not": (wish_pairing, "open_paired_table"),
    "all written, not committed": (wish_pairing, "note_waits"),
}
"""Places between the pairing of wishes and its commit; tests/fault kills a process at each."""

WAITING_LIST_PLACES: dict[str, tuple[Any, str]] = {
    "order decided, not written": (table_decisions, "decide_on"),
    "move written, its copies not": (Moves, "append_move"),
    "copies written, no message": (child_battles, "follow_moves"),
    "messages written, not committed": (game_news, "notify_of_order"),
    "committed, not announced": (orders, "_decide_order"),
}
"""Places between a free place of a contest and the commit that gives it to the waiting list."""


ARCHIVE_PLACES: dict[str, tuple[Any, str]] = {
    "compressed, not locked": (Archives, "pack"),
    "rows replaced, not committed": (Archives, "replace_moves"),
    "committed": (archiving, "archive_game"),
    "rows back, archive not deleted": (archives, "chain_archived"),
    "rows back, not committed": (Archives, "bring_back"),
}
"""Places between a game and its archive; tests/services kills a process at each of them."""


def killing(way: Callable, left: int) -> Callable:
    """Wrap the function: its call number `left` kills the process instead of returning."""

    def passed(*given: Any, **more: Any) -> Any:
        nonlocal left
        found = way(*given, **more)
        left -= 1
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return found

    return passed


if __name__ == "__main__":
    home, name = PLACES[sys.argv[1]]
    setattr(home, name, killing(getattr(home, name), int(sys.argv[2])))
    sys.exit(main(["serve"]))
