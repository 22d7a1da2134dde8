"""Statistics of the server for administrators."""

from __future__ import annotations

import msgspec

from app.services.container import Services


class Figure(msgspec.Struct, frozen=True):
    """Numbers of one kind, counted by one label."""

    name: str
    words: str
    label: str
    counts: dict[str, int]


def figures(services: Services) -> tuple[Figure, ...]:
    """Count all statistics in the database."""
    with services.store.read() as work:
        return (
            Figure("games", "Games by what has become of them.", "status", work.counts.games()),
            Figure("accounts", "Accounts by kind.", "kind", work.counts.users()),
            Figure("record", "Rows on record.", "of", work.counts.record()),
            Figure("outbox", "Messages by state.", "state", work.counts.outbox()),
        )
