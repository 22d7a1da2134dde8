"""Orders that one thread records together on SQLite, without a change of thread for each.

Each order runs in a greenlet. One that waits for its commit lets the next begin, so the thread
commits several orders at once. Then each of them continues in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import Context, ContextVar
from threading import get_ident
from typing import TYPE_CHECKING

from greenlet import getcurrent, greenlet

if TYPE_CHECKING:
    from app.store.group_commit import WriterQueue

Act = tuple[Context, Callable[[], None]]
"""Order that raises nothing, and the context variables of its request."""


class SharedTurn:
    """Turn at the database for the orders of one thread, one thread at a time."""

    def __init__(self, queue: WriterQueue):
        self._queue, self._is_held = queue, False
        self._thread: int | None = None
        self._waiting = list[greenlet]()

    def run(self, acts: Iterable[Act]) -> None:
        """Run orders, one after the other, until a commit has enough of them. All of them have
        ended on return.
        """
        self._thread = get_ident()
        for context, act in acts:
            one = greenlet(act)
            one.gr_context = context
            context.run(_TURN.set, self)
            one.switch()
            if not self._queue.may_grow():
                break
        while self._is_held or self._waiting:  # an order may write again after its commit
            self._commit()
        self._thread = None

    @property
    def is_here(self) -> bool:
        """True in the thread that runs the orders. A context may be copied to other threads."""
        return self._thread == get_ident()

    def take_turn(self, *, is_order: bool = False) -> None:  # noqa: ARG002 - as of `WriterQueue`
        """Wait for the turn, unless an order of this thread holds it."""
        if not self._is_held:
            self._queue.take_turn()
            self._is_held = True

    def wait(self) -> None:
        """Wait within an order until the commit is over."""
        one = getcurrent()
        if one.parent is None:
            raise RuntimeError("no order runs here")
        self._waiting.append(one)
        one.parent.switch()

    def _commit(self) -> None:
        """End the turn with the commit, and let the orders that wait for it continue."""
        if self._is_held:
            self._is_held = False
            self._queue.end_turn()
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            one.switch()


_TURN: ContextVar[SharedTurn | None] = ContextVar("shared_turn", default=None)


def own_turn() -> SharedTurn | None:
    """Turn that the present order shares with others of its thread; None for other work."""
    turn = _TURN.get()
    return turn if turn is not None and turn.is_here else None
