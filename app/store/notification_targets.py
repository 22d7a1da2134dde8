"""Repository of the webhooks and browsers to which notifications go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from app.store import records
from app.store.driver_statements import DriverStatement
from app.store.notification_tables import notification_targets
from app.store.repositories import Repository, bind

_target = [notification_targets.c[name] for name in records.NotificationTarget.__struct_fields__]


class NotificationTargets(Repository):
    """Repository of webhooks and of browsers with push messages."""

    _of = DriverStatement(
        sa.select(*_target)
        .where(notification_targets.c.user_id == bind("user"))
        .order_by(notification_targets.c.id)
    )

    def __init__(self, connection: sa.Connection):
        super().__init__(connection)
        self._known: dict[int, list[records.NotificationTarget]] = {}

    def read_ahead(self, user_ids: Iterable[int]) -> None:
        """Read the targets of many users at once, for the messages of this transaction."""
        wanted = sorted({*user_ids} - {*self._known})
        if not wanted:
            return
        self._known |= {user_id: [] for user_id in wanted}
        for one in self._rows_of(notification_targets.c.user_id.in_(wanted)):
            if one.user_id is not None:
                self._known[one.user_id].append(one)

    def add_target(self, **values: Any) -> int:
        return self._add(notification_targets, failures=0, stopped_at="", **values)

    def find_target(self, target_id: int) -> records.NotificationTarget | None:
        return next(iter(self._rows_of(notification_targets.c.id == target_id)), None)

    def for_user(self, user_id: int) -> list[records.NotificationTarget]:
        if user_id in self._known:
            return self._known[user_id]
        return [records.NotificationTarget(*row) for row in self._run(self._of, {"user": user_id})]

    def for_club(self, club_id: int) -> list[records.NotificationTarget]:
        """Webhooks of a club, the oldest first."""
        return self._rows_of(notification_targets.c.club_id == club_id)

    def target_secret(self, target_id: int) -> str:
        query = sa.select(notification_targets.c.secret).where(
            notification_targets.c.id == target_id
        )
        return str(self._do(query).scalar_one())

    def update_target(self, target_id: int, **values: Any) -> None:
        self._do(
            notification_targets.update()
            .where(notification_targets.c.id == target_id)
            .values(values)
        )

    def remove_target(self, target_id: int) -> None:
        self._do(notification_targets.delete().where(notification_targets.c.id == target_id))

    def remove_browser(self, url: str) -> None:
        """Remove the browser from any account. A browser belongs to one account at a time."""
        there = notification_targets.c
        self._do(notification_targets.delete().where(there.kind == "push", there.url == url))

    def _rows_of(self, wanted: sa.ColumnElement[bool]) -> list[records.NotificationTarget]:
        return [
            records.NotificationTarget(*row)
            for row in self._do(
                sa.select(*_target).where(wanted).order_by(notification_targets.c.id)
            )
        ]
