"""Add chronicles of clubs: own words by month, and facts of finished battles."""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_chapters",
        sa.Column("club_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Integer()),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"], ["clubs.id"], name="fk_club_chapters_club_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["made_by"], ["users.id"], name="fk_club_chapters_made_by", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("club_id", "month", name="pk_club_chapters"),
    )
    op.create_index("ix_club_chapters_made_by", "club_chapters", ["made_by"])
    op.create_table(
        "battle_facts",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("margin", sa.Integer()),
        sa.Column("leaders_lost", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_battle_facts_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name="pk_battle_facts"),
    )


def downgrade() -> None:
    op.drop_table("battle_facts")
    op.drop_table("club_chapters")
