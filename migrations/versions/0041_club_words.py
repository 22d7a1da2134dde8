"""Add reports of the words of clubs, and their removal by a moderator."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

INDEX = "ix_complaints_club_id"


def upgrade() -> None:
    op.add_column(
        "clubs", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.execute(
        "ALTER TABLE complaints ADD COLUMN club_id INTEGER CONSTRAINT fk_complaints_club_id "
        "REFERENCES clubs (id)"
    )
    op.create_index(INDEX, "complaints", ["club_id"])


def downgrade() -> None:
    op.drop_index(INDEX, "complaints")
    op.drop_column("complaints", "club_id")
    op.drop_column("clubs", "hidden")
