"""Statistics of the server for administrators."""

from __future__ import annotations

import msgspec

from app.services.container import Services


class Statistic(msgspec.Struct, frozen=True):
    """Numbers of one kind, counted by one label."""

    name: str
    words: str
    label: str
    counts: dict[str, int]


def count_statistics(services: Services) -> tuple[Statistic, ...]:
    """Count all statistics in the database."""
    with services.store.read() as work:
        return (
            Statistic(
                "games",
                "Games by what has become of them.",
                "status",
                work.counts.games_by_status(),
            ),
            Statistic("accounts", "Accounts by kind.", "kind", work.counts.users_by_kind()),
            Statistic("record", "Rows on record.", "of", work.counts.stored_records()),
            Statistic("outbox", "Messages by state.", "state", work.counts.outbox_by_state()),
        )
