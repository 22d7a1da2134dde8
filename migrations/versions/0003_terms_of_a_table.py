"""Add the terms of a table and the contributions of each player."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("terms", sa.Text(), nullable=False, server_default="{}"))
    op.add_column("seats", sa.Column("brings", sa.Text(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("seats", "brings")
    op.drop_column("games", "terms")
