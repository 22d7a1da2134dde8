"""Metadata of the schema, and columns that many tables have."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = sa.MetaData(naming_convention=NAMING)


def required_column(name: str, kind: Any, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, **more)


def user_column(name: str, on_delete: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.ForeignKey("users.id", ondelete=on_delete), **more)


def partial_index(name: str, *columns: str, sqlite: str, postgresql: str = "") -> sa.Index:
    """Index of the rows that fulfil a condition, in the words that SQLAlchemy uses on each
    database.
    """
    return sa.Index(
        name,
        *columns,
        sqlite_where=sa.text(sqlite),
        postgresql_where=sa.text(postgresql or sqlite),
    )


def game_column(**more: Any) -> sa.Column[Any]:
    return required_column("game_id", sa.ForeignKey("games.id", ondelete="CASCADE"), **more)
