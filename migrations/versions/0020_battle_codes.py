"""Add codes of battles, which are typed as three words."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "battle_codes",
        sa.Column("code", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("battle", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_battle_codes_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("code", name="pk_battle_codes"),
        sa.UniqueConstraint("game_id", "battle", name="uq_battle_codes_game_id_battle"),
    )


def downgrade() -> None:
    op.drop_table("battle_codes")
