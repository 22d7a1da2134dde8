"""Alembic environment. `app.store.migrate` passes its connection; on the command line, the settings
name the database.
"""

from alembic import context

from app.store.schema import metadata


def upgrade_on(connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    upgrade_on(given)
else:
    from app.settings import Settings
    from app.store.engine import open_engine

    with open_engine(Settings().database_url).execution_options(writes=True).begin() as opened:
        upgrade_on(opened)
