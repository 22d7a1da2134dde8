"""Add questions to members about the ownership of clubs, and removed members.

Invitations and links of users who may no longer admit others lose their effect.
"""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

STALE_LINKS = """
DELETE FROM club_links WHERE NOT EXISTS (SELECT 1 FROM club_roles WHERE
club_roles.club_id = club_links.club_id AND club_roles.user_id = club_links.made_by
AND club_roles.role IN ('owner', 'organiser'))
"""
STALE_INVITATIONS = """
DELETE FROM club_entries WHERE invited_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM club_roles
WHERE club_roles.club_id = club_entries.club_id AND club_roles.user_id = club_entries.invited_by
AND club_roles.role IN ('owner', 'organiser'))
"""


def upgrade() -> None:
    op.create_table(
        "club_offers",
        _number("club_id"),
        _number("user_id"),
        sa.Column("made_by", sa.Integer()),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("made_at", "closed_at")),
        *(_key("club_offers", column, "users") for column in ("user_id", "made_by")),
        _key("club_offers", "club_id", "clubs"),
        sa.PrimaryKeyConstraint("club_id", "user_id", name="pk_club_offers"),
    )
    op.create_index("ix_club_offers_user_id", "club_offers", ["user_id"])
    op.create_index("ix_club_offers_made_by", "club_offers", ["made_by"])
    op.create_table(
        "club_bans",
        _number("club_id"),
        _number("user_id"),
        sa.Column("removed_at", sa.Text(), nullable=False),
        _key("club_bans", "user_id", "users"),
        _key("club_bans", "club_id", "clubs"),
        sa.PrimaryKeyConstraint("club_id", "user_id", name="pk_club_bans"),
    )
    op.create_index("ix_club_bans_user_id", "club_bans", ["user_id"])
    for statement in (STALE_LINKS, STALE_INVITATIONS):
        op.execute(statement)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _key(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=f"fk_{table}_{column}", ondelete="CASCADE"
    )


def downgrade() -> None:
    for table in ("club_bans", "club_offers"):
        op.drop_table(table)
