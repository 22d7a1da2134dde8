"""Saved armies."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import records, schema
from app.store.repositories import MANY, Repository, address_column

_army = [schema.armies.c[field] for field in records.Army.__struct_fields__ if field != "by"]


class Armies(Repository):
    def add_army(self, **values: Any) -> int:
        """Add an army and return its id."""
        return self._add(schema.armies, **_with_form(values))

    def find_army(self, address: int | str) -> records.Army | None:
        """Army with this number or token."""
        column, value = address_column(address)
        return next(iter(self._rows_of(schema.armies.c[column] == value)), None)

    def update_army(self, army_id: int, **values: Any) -> None:
        self._do(
            schema.armies.update().where(schema.armies.c.id == army_id).values(_with_form(values))
        )

    def delete_army(self, army_id: int) -> None:
        self._do(schema.armies.delete().where(schema.armies.c.id == army_id))

    def of_user(self, user_id: int) -> list[records.Army]:
        """Armies of a player, the last changed one first."""
        return self._rows_of(schema.armies.c.user_id == user_id)

    def public_armies(self, limit: int) -> list[records.Army]:
        """Public armies, the last changed one first."""
        return self._rows_of(
            sa.and_(schema.armies.c.sharing == "public", ~schema.armies.c.hidden), limit
        )

    def _rows_of(self, wanted: sa.ColumnElement[bool], limit: int = MANY) -> list[records.Army]:
        armies = schema.armies.c
        query = (
            sa.select(*_army, schema.users.c.name.label("by"))
            .join_from(schema.armies, schema.users)
            .where(wanted)
        )
        return [
            records.Army(**{**row._mapping, "form": msgspec.json.decode(row.form)})  # noqa: SLF001 - SQLAlchemy documents this name
            for row in self._do(
                query.order_by(armies.changed.desc(), armies.id.desc()).limit(limit)
            )
        ]


def _with_form(values: dict[str, Any]) -> dict[str, Any]:
    """Values with the form as JSON, its keys in the given order."""
    return (
        values | {"form": msgspec.json.encode(values["form"]).decode()}
        if "form" in values
        else values
    )
