"""Add mail addresses, mailed links, details of log-ins, blocks, complaints and acts of
moderators.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("email", sa.Text(), nullable=False, server_default=""))
    op.add_column(
        "users", sa.Column("is_moderator", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("users", sa.Column("muted_until", sa.Text(), nullable=False, server_default=""))
    op.add_column("users", sa.Column("suspended", sa.Text(), nullable=False, server_default=""))
    op.add_column("users", sa.Column("ended", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_users_email", "users", ["email"])
    op.add_column("logins", sa.Column("browser", sa.Text(), nullable=False, server_default=""))
    op.add_column(
        "letters", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "mailed_links",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("expires", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_mailed_links_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name="pk_mailed_links"),
        sa.CheckConstraint("purpose IN ('address', 'password')", name="ck_mailed_links_purpose"),
    )
    op.create_index("ix_mailed_links_user_id", "mailed_links", ["user_id"])
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("blocked_id", sa.Integer(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_blocks_user_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["blocked_id"], ["users.id"], name="fk_blocks_blocked_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name="pk_blocks"),
    )
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])
    op.create_table(
        "complaints",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=True),
        sa.Column("about_id", sa.Integer(), nullable=True),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("letter", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.Column("closed", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["by_id"], ["users.id"], name="fk_complaints_by_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["about_id"], ["users.id"], name="fk_complaints_about_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["letter_id"], ["letters.id"], name="fk_complaints_letter_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_complaints"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_complaints_closed_id", "complaints", ["closed", "id"])
    op.create_table(
        "acts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=True),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("about_id", sa.Integer(), nullable=True),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("complaint_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name="fk_acts_by_id", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["about_id"], ["users.id"], name="fk_acts_about_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["complaint_id"], ["complaints.id"], name="fk_acts_complaint_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_acts"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    for table in ("acts", "complaints", "blocks", "mailed_links"):
        op.drop_table(table)
    op.drop_column("letters", "hidden")
    op.drop_column("logins", "browser")
    op.drop_index("ix_users_email", "users")
    for column in ("ended", "suspended", "muted_until", "is_moderator", "email"):
        op.drop_column("users", column)
