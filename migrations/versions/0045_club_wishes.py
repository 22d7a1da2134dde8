"""Let a wish for an opponent name a club."""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None

INDEX, KEY = "ix_opponent_wishes_club_id", "fk_opponent_wishes_club_id"


def remade():
    """Batch change of the table, which SQLite creates anew with its check."""
    check = sa.CheckConstraint(
        "strength IN ('any', 'preferred', 'required')",
        name=op.f("ck_opponent_wishes_strength"),
    )
    return op.batch_alter_table(
        "opponent_wishes", table_args=(check,), table_kwargs={"sqlite_autoincrement": True}
    )


def upgrade() -> None:
    with remade() as table:
        table.add_column(sa.Column("club_id", sa.Integer()))
        table.create_foreign_key(KEY, "clubs", ["club_id"], ["id"], ondelete="CASCADE")
        table.create_index(INDEX, ["club_id"])


def downgrade() -> None:
    with remade() as table:
        table.drop_index(INDEX)
        table.drop_constraint(KEY, type_="foreignkey")
        table.drop_column("club_id")
