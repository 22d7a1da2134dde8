"""Keep the turning points of battles of long games for the chronicle."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("highlights", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "highlights")
