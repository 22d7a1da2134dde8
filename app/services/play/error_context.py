"""Context of an error: an exception in a rule carries the command that reproduces it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager

from app.kernel.contract import Order
from app.kernel.record import as_given
from app.kernel.refusal import Refused


@contextmanager
def error_with_order(game_id: int, after: int, seat: str, order: Order) -> Iterator[None]:
    """Add the command that repeats the order on a copy to an exception; the log shows it below the
    trace.
    """
    try:
        yield
    except Refused:
        raise
    except Exception as broken:
        words = [
            "python",
            "-m",
            "app",
            "retry-order",
            str(game_id),
            str(after),
            seat,
            as_given(order),
        ]
        broken.add_note(shlex.join(words))
        raise
