"""Add proposals of owners to close their club for good."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_closings",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("proposed_by", sa.Integer(), nullable=False),
        sa.Column("proposed_at", sa.Text(), nullable=False),
        sa.Column("agreed_by", sa.Integer()),
        sa.Column("agreed_at", sa.Text(), nullable=False),
        _key("club_id", "clubs", "CASCADE"),
        _key("proposed_by", "users", "CASCADE"),
        _key("agreed_by", "users", "SET NULL"),
        sa.PrimaryKeyConstraint("club_id", name="pk_club_closings"),
    )
    for column in ("proposed_by", "agreed_by"):
        op.create_index(f"ix_club_closings_{column}", "club_closings", [column])


def _key(column: str, other: str, on_delete: str) -> sa.ForeignKeyConstraint:
    name = f"fk_club_closings_{column}"
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete=on_delete)


def downgrade() -> None:
    op.drop_table("club_closings")
