"""What the keeper may want to know of a club at any moment, in numbers."""

from __future__ import annotations

import msgspec

from app.services.container import Services


class Figure(msgspec.Struct, frozen=True):
    """One figure, counted by one label."""

    name: str
    words: str
    label: str
    counts: dict[str, int]


def figures(services: Services) -> tuple[Figure, ...]:
    """All of them, as the ledger stands."""
    with services.store.read() as work:
        return (
            Figure("games", "Games by what has become of them.", "status", work.counts.games()),
            Figure("accounts", "Accounts by kind.", "kind", work.counts.users()),
            Figure("record", "Rows on record.", "of", work.counts.record()),
            Figure("outbox", "Messages by state.", "state", work.counts.outbox()),
        )
