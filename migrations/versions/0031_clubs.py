"""Add clubs with members, roles, ways in and a protected log."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

PROTECTED = "the log of a club is not changed"
SQLITE = """
CREATE TRIGGER club_log_no_{act} BEFORE {act} ON club_log
BEGIN SELECT RAISE(ABORT, '{why}'); END
"""
REPLACED = """
CREATE TRIGGER club_log_no_replace BEFORE INSERT ON club_log
WHEN EXISTS (SELECT 1 FROM club_log WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, '{why}'); END
"""
POSTGRES = """
CREATE OR REPLACE FUNCTION club_log_is_protected() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{why}' USING ERRCODE = 'integrity_constraint_violation'; END $$
"""
TRIGGER = """
CREATE TRIGGER club_log_protected BEFORE UPDATE OR DELETE ON club_log
FOR EACH ROW EXECUTE FUNCTION club_log_is_protected()
"""
EMPTIED = """
CREATE TRIGGER club_log_kept BEFORE TRUNCATE ON club_log
FOR EACH STATEMENT EXECUTE FUNCTION club_log_is_protected()
"""


def upgrade() -> None:
    _add_clubs()
    _add_members()
    _add_log()


def _add_clubs() -> None:
    texts = ("name", "name_key", "place", "about_en", "about_es", "entry", "language", "zone")
    op.create_table(
        "clubs",
        sa.Column("id", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in texts),
        sa.Column("founded_at", sa.Text(), nullable=False),
        sa.Column("archived_at", sa.Text(), nullable=False),
        sa.CheckConstraint("entry IN ('open', 'request', 'link')", name=op.f("ck_clubs_entry")),
        sa.PrimaryKeyConstraint("id", name="pk_clubs"),
        sa.UniqueConstraint("name_key", name="uq_clubs_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "club_links",
        sa.Column("id", sa.Integer(), nullable=False),
        _number("club_id"),
        sa.Column("code", sa.Text(), nullable=False),
        _number("made_by"),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.Column("ends_at", sa.Text(), nullable=False),
        sa.Column("uses_left", sa.Integer(), nullable=False),
        _key("club_links", "club_id", "clubs"),
        _key("club_links", "made_by", "users"),
        sa.PrimaryKeyConstraint("id", name="pk_club_links"),
        sa.UniqueConstraint("code", name="uq_club_links_code"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_club_links_club_id", "club_links", ["club_id"])
    op.create_index("ix_club_links_made_by", "club_links", ["made_by"])


def _add_members() -> None:
    op.create_table(
        "club_roles",
        _number("club_id"),
        _number("user_id"),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("since", sa.Text(), nullable=False),
        sa.Column("named_by", sa.Integer()),
        _key("club_roles", "club_id", "clubs"),
        _key("club_roles", "user_id", "users"),
        sa.PrimaryKeyConstraint("club_id", "user_id", "role", name="pk_club_roles"),
    )
    op.create_index("ix_club_roles_user_id", "club_roles", ["user_id"])
    op.create_table(
        "club_entries",
        _number("club_id"),
        _number("user_id"),
        sa.Column("invited_by", sa.Integer()),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        _key("club_entries", "club_id", "clubs"),
        _key("club_entries", "user_id", "users"),
        _key("club_entries", "invited_by", "users"),
        sa.PrimaryKeyConstraint("club_id", "user_id", name="pk_club_entries"),
    )
    op.create_index("ix_club_entries_user_id", "club_entries", ["user_id"])
    op.create_index("ix_club_entries_invited_by", "club_entries", ["invited_by"])


def _add_log() -> None:
    op.create_table(
        "club_log",
        sa.Column("id", sa.Integer(), nullable=False),
        _number("club_id"),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Integer()),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("about", sa.Integer()),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_club_log"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_club_log_club_id", "club_log", ["club_id"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(POSTGRES.format(why=PROTECTED))
        op.execute(TRIGGER)
        op.execute(EMPTIED)
        return
    op.execute(REPLACED.format(why=PROTECTED))
    for act in ("UPDATE", "DELETE"):
        op.execute(SQLITE.format(act=act, why=PROTECTED))


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _key(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=f"fk_{table}_{column}", ondelete="CASCADE"
    )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for name in ("club_log_protected", "club_log_kept"):
            op.execute(f"DROP TRIGGER {name} ON club_log")
        op.execute("DROP FUNCTION IF EXISTS club_log_is_protected")
    for table in ("club_log", "club_entries", "club_roles", "club_links", "clubs"):
        op.drop_table(table)
