"""Bringing a database to the schema of this version. Alembic does it, from `migrations/` at the top of the house."""
from __future__ import annotations

from functools import cache
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.store.engine import open_engine

HOUSE = Path(__file__).parents[2]


def _config() -> Config:
    return Config(HOUSE / "alembic.ini")


@cache
def head() -> str | None:
    """The newest migration of this version."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def revision_of(connection: sa.Connection) -> str | None:
    """The migration at which this database stands; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(url: str, to: str = "head") -> None:
    """Bring the database at `url` to this migration, the newest unless another is named; does nothing if it is there already."""
    engine = open_engine(url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            if engine.dialect.name == "postgresql":
                # Several processes may start at once; the second waits here and then finds nothing to do.
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(4716)")
            if revision_of(connection) == head():
                return
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, to)
    finally:
        engine.dispose()
