"""Add the side to which a message of the player chat is limited. Older messages are for all."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("letters", sa.Column("side", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    letters = sa.table("letters", sa.column("hidden", sa.Boolean), sa.column("side", sa.Text))
    # without the column every player would read them
    op.execute(letters.update().where(letters.c.side != "").values(hidden=True))
    op.drop_column("letters", "side")
