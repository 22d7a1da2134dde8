"""Separate the ratings of results from real tables.

A battle on a real table has no game of its own, so its rows name the battle of their long game.
"""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None

WEB = "web"
MARKED = sa.text("number = 0")
NEW = {"rated_seats": "battle, settled_at", "rated_battles": "pool, battle", "ratings": "pool"}
VALUES = {"rated_seats": "'', ''", "rated_battles": "'web', ''", "ratings": "'web'"}
OLD = {
    "rated_seats": "game_id, seat, player",
    "rated_battles": "game_id, player, opponent, box, number, ended_at, week, result, on_time, "
    "reason, change, opponent_rating, opponent_deviation",
    "ratings": "box, player, week, rating, deviation, volatility",
}
OF_THE_WEB = {
    "rated_seats": "battle = ''",
    "rated_battles": "pool = 'web'",
    "ratings": "pool = 'web'",
}


def upgrade() -> None:
    _make_again(has_pools=True)


def downgrade() -> None:
    _make_again(has_pools=False)


def _make_again(*, has_pools: bool) -> None:
    """Make the tables with other keys, and bring their rows back."""
    for table, columns in OLD.items():
        rows = "" if has_pools else f" WHERE {OF_THE_WEB[table]}"
        op.execute(f"CREATE TABLE kept_{table} AS SELECT {columns} FROM {table}{rows}")  # noqa: S608 - constants of this file
        op.drop_table(table)
        _create(table, has_pools)
        names = f"{columns}, {NEW[table]}" if has_pools else columns
        values = f"{columns}, {VALUES[table]}" if has_pools else columns
        op.execute(f"INSERT INTO {table} ({names}) SELECT {values} FROM kept_{table}")  # noqa: S608 - constants of this file
        op.drop_table(f"kept_{table}")


def _create(table: str, has_pools: bool) -> None:
    pool = [_text("pool", WEB)] if has_pools else []
    battle = [_text("battle")] if has_pools else []
    of_pool, of_battle = [one.name for one in pool], [one.name for one in battle]
    if table == "rated_seats":
        op.create_table(
            table,
            _integer("game_id"),
            *battle,
            sa.Column("seat", sa.Text(), nullable=False),
            _integer("player"),
            *([_text("settled_at")] if has_pools else []),
            _game_key(table),
            sa.PrimaryKeyConstraint("game_id", *of_battle, "seat", name="pk_rated_seats"),
        )
        if has_pools:
            op.create_index("ix_rated_seats_settled_at", table, ["settled_at"])
    elif table == "rated_battles":
        _create_battles([*pool, *battle], of_battle)
        op.create_index(
            f"ix_{'_'.join([table, 'box', *of_pool, 'week'])}", table, ["box", *of_pool, "week"]
        )
        op.create_index("ix_rated_battles_player_box", table, ["player", "box"])
        where = {"sqlite_where": MARKED, "postgresql_where": MARKED}
        op.create_index("ix_rated_battles_outdated", table, ["game_id"], **where)
    else:
        op.create_table(
            table,
            sa.Column("box", sa.Text(), nullable=False),
            *pool,
            _integer("player"),
            _integer("week"),
            *(
                sa.Column(name, sa.Double(), nullable=False)
                for name in ("rating", "deviation", "volatility")
            ),
            sa.PrimaryKeyConstraint("box", *of_pool, "player", "week", name="pk_ratings"),
        )
        op.create_index(
            f"ix_{'_'.join([table, 'box', *of_pool, 'week'])}", table, ["box", *of_pool, "week"]
        )


def _create_battles(new: list[sa.Column], keys: list[str]) -> None:
    op.create_table(
        "rated_battles",
        _integer("game_id"),
        *new,
        _integer("player"),
        _integer("opponent"),
        sa.Column("box", sa.Text(), nullable=False),
        _integer("number"),
        sa.Column("ended_at", sa.Text(), nullable=False),
        _integer("week"),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("on_time", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("change", sa.Double(), nullable=False),
        sa.Column("opponent_rating", sa.Double(), nullable=False),
        sa.Column("opponent_deviation", sa.Double(), nullable=False),
        sa.CheckConstraint(
            "result IN ('won', 'drawn', 'lost', 'void')", name=op.f("ck_rated_battles_result")
        ),
        _game_key("rated_battles"),
        sa.PrimaryKeyConstraint("game_id", *keys, "player", name="pk_rated_battles"),
    )


def _integer(name: str) -> sa.Column:
    return sa.Column(name, sa.Integer(), autoincrement=False, nullable=False)


def _text(name: str, default: str = "") -> sa.Column:
    return sa.Column(name, sa.Text(), nullable=False, server_default=default)


def _game_key(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["game_id"], ["games.id"], name=f"fk_{table}_game_id", ondelete="CASCADE"
    )
