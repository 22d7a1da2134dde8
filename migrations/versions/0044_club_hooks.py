"""Let webhooks belong to clubs."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("receivers", table_kwargs={"sqlite_autoincrement": True}) as table:
        table.alter_column("user_id", existing_type=sa.Integer(), nullable=True)
        table.add_column(sa.Column("club_id", sa.Integer()))
        table.create_foreign_key(
            "fk_receivers_club_id", "clubs", ["club_id"], ["id"], ondelete="CASCADE"
        )
        table.create_index("ix_receivers_club_id", ["club_id"])


def downgrade() -> None:
    op.execute("DELETE FROM receivers WHERE user_id IS NULL")
    with op.batch_alter_table("receivers", table_kwargs={"sqlite_autoincrement": True}) as table:
        table.drop_index("ix_receivers_club_id")
        table.drop_constraint("fk_receivers_club_id", type_="foreignkey")
        table.drop_column("club_id")
        table.alter_column("user_id", existing_type=sa.Integer(), nullable=False)
