"""What the keeper may want to know of a club at any moment, in numbers."""
from __future__ import annotations

import msgspec

from app.club.club import Club


class Figure(msgspec.Struct, frozen=True):
    """One figure, counted by one label."""

    name: str
    words: str
    label: str
    counts: dict[str, int]


def figures(club: Club) -> tuple[Figure, ...]:
    """All of them, as the ledger stands."""
    with club.store.read() as work:
        return (
            Figure("games", "Games by what has become of them.", "status", work.counts.games()),
            Figure("accounts", "Accounts by kind.", "kind", work.counts.users()),
            Figure("record", "Rows on record.", "of", work.counts.record()),
            Figure("outbox", "Messages by state.", "state", work.counts.outbox()),
        )
