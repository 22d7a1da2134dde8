"""Add the outbox: notifications, preferences, receivers, invitations, private calendars and server
keys.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("to", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("claim", sa.Text(), nullable=False),
        sa.Column("due", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.Column("done_at", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "state IN ('waiting', 'claimed', 'sending', 'sent', 'dropped', 'unsure', 'dead')",
            name=op.f("ck_outbox_state"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_outbox_user_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_outbox_game_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_state_due", "outbox", ["state", "due"])
    op.create_index("ix_outbox_user_id_id", "outbox", ["user_id", "id"])
    op.create_table(
        "wishes",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("how", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_wishes_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "event", "channel", name="pk_wishes"),
    )
    op.create_table(
        "receivers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("mention", sa.Text(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("stopped_at", sa.Text(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('discord', 'slack', 'json', 'push')", name=op.f("ck_receivers_kind")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_receivers_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_receivers"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_receivers_user_id", "receivers", ["user_id"])
    op.create_table(
        "invitations",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("invited_by", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_invitations_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_invitations_user_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["invited_by"], ["users.id"], name="fk_invitations_invited_by", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_invitations"),
    )
    op.create_index("ix_invitations_user_id", "invitations", ["user_id"])
    op.create_table(
        "calendars",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_calendars_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name="pk_calendars"),
        sa.UniqueConstraint("token", name="uq_calendars_token"),
    )
    op.create_table(
        "house_keys",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_house_keys"),
    )


def downgrade() -> None:
    for table in ("house_keys", "calendars", "invitations", "receivers", "wishes", "outbox"):
        op.drop_table(table)
