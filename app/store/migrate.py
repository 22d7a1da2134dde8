"""Bringing a database to the schema of this version. Alembic does it, from `migrations/` at the top of the house."""
from __future__ import annotations

from functools import cache
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.store.engine import Unsafe, open_engine

HOUSE = Path(__file__).parents[2]


def _config() -> Config:
    return Config(HOUSE / "alembic.ini")


@cache
def known() -> tuple[str, ...]:
    """The migrations of this version, the newest first."""
    return tuple(one.revision for one in ScriptDirectory.from_config(_config()).walk_revisions())


def head() -> str:
    """The newest of them."""
    return known()[0]


def revision_of(connection: sa.Connection) -> str | None:
    """The migration at which this database stands; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(url: str, to: str = "head") -> None:
    """Bring the database at `url` to this migration, the newest unless another is named; does nothing if it is there already.

    Raises `Unsafe` if it stands at one of a later version.
    """
    engine = open_engine(url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            if engine.dialect.name == "postgresql":
                # Several processes may start at once; the second waits here and then finds nothing to do.
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(4716)")
            was = revision_of(connection)
            if was == head():
                return
            if was not in (None, *known()):
                raise Unsafe(f"the database stands at migration {was}, which this version does not know: it knows those up to {head()}")
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, to)
    finally:
        engine.dispose()
