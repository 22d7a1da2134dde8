"""Add the degree of a result, such as a decisive victory. Older games have none."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("degree", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "degree")  # a copied table could not drop `parent_id` later (0017)
