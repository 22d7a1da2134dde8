"""Add chats of clubs, and complaints about messages and announcements of clubs."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

OF_COMPLAINTS = {"club_message_id": "club_messages", "club_announcement_id": "club_announcements"}


@contextmanager
def remade() -> Iterator[BatchOperations]:
    """Batch change of `complaints` that keeps the references of `acts`.

    SQLite creates the table anew to change a key. Dropping the old table empties the columns that
    refer to it.
    """
    connection = op.get_bind()
    asked = "SELECT id, complaint_id FROM acts WHERE complaint_id IS NOT NULL"
    dealt_with = connection.execute(sa.text(asked)).mappings().all()
    with op.batch_alter_table("complaints", table_kwargs={"sqlite_autoincrement": True}) as table:
        yield table
    if dealt_with:
        connection.execute(
            sa.text("UPDATE acts SET complaint_id = :complaint_id WHERE id = :id"),
            [dict(act) for act in dealt_with],
        )


def upgrade() -> None:
    op.create_table(
        "club_messages",
        sa.Column("id", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("club_id", "number", "news")),
        sa.Column("user_id", sa.Integer()),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("text", "made_at", "hidden")),
        sa.ForeignKeyConstraint(
            ["club_id"], ["clubs.id"], name="fk_club_messages_club_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_club_messages_user_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_club_messages"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_club_messages_user_id", "club_messages", ["user_id"])
    op.create_index(
        "ix_club_messages_club_id_number", "club_messages", ["club_id", "number"], unique=True
    )
    op.create_index("ix_club_messages_club_id_news", "club_messages", ["club_id", "news"])
    op.add_column(
        "club_announcements",
        sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    with remade() as table:
        for name, other in OF_COMPLAINTS.items():
            table.add_column(sa.Column(name, sa.Integer()))
            table.create_foreign_key(
                f"fk_complaints_{name}", other, [name], ["id"], ondelete="SET NULL"
            )
            table.create_index(f"ix_complaints_{name}", [name])


def downgrade() -> None:
    with remade() as table:
        for name in OF_COMPLAINTS:
            table.drop_index(f"ix_complaints_{name}")
            table.drop_constraint(f"fk_complaints_{name}", type_="foreignkey")
            table.drop_column(name)
    op.drop_column("club_announcements", "hidden")
    op.drop_table("club_messages")
