"""A rule that breaks down takes nothing with it; what it leaves behind is enough to see it break
down again.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager

from app.kernel.contract import Order
from app.kernel.record import as_given
from app.kernel.refusal import Refused


@contextmanager
def with_its_order(game_id: int, after: int, seat: str, order: Order) -> Iterator[None]:
    """Whatever breaks down within this carries the command that gives the order again, on a copy;
    it stands in the log under its trace.
    """
    try:
        yield
    except Refused:
        raise
    except Exception as broken:
        words = ["python", "-m", "app", "again", str(game_id), str(after), seat, as_given(order)]
        broken.add_note(shlex.join(words))
        raise
