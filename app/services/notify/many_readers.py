"""Choices of many readers, read at once before their messages are written."""

from __future__ import annotations

from collections.abc import Iterable

from app.store.transactions import UnitOfWork

FEW = 4
"""Readers whose choices are read one by one: most of them get no message."""


def read_choices(work: UnitOfWork, user_ids: Iterable[int | None]) -> None:
    """Read addresses, preferences and targets of these users, if they are many."""
    users = {one for one in user_ids if one is not None}
    if len(users) > FEW:
        work.notification_preferences.read_ahead(users)
        work.notification_targets.read_ahead(users)
