"""Tables of ratings and reliability. All but the first two are computed from the records.

A pool is "web" for battles on this site and "table" for results of real tables. These name their
long game and the key of the battle in it; `battle` is "" for a battle on this site.

Players of ratings are numbers of accounts without a foreign key. The ratings of the others stay the
same when an account is deleted. Numbers of accounts are never reused.
"""

from __future__ import annotations

import sqlalchemy as sa

from app.store.columns import (
    game_column,
    metadata,
    partial_index,
    required_column,
    user_column,
)

rated_seats = sa.Table(  # players who agreed to a rated battle, as it began
    "rated_seats",
    metadata,
    game_column(primary_key=True),
    sa.Column(
        "battle", sa.Text, primary_key=True, server_default=""
    ),  # on a real table, by its key
    sa.Column("seat", sa.Text, primary_key=True),
    required_column("player", sa.Integer),
    # first result of a real table
    required_column("settled_at", sa.Text, server_default="", index=True),
)

hidden_ratings = sa.Table(  # players who show their ratings to no other user
    "hidden_ratings",
    metadata,
    user_column("user_id", "CASCADE", primary_key=True),
    required_column("since", sa.Text),
)

rated_battles = sa.Table(  # finished rated battles, a row for each player
    "rated_battles",
    metadata,
    game_column(primary_key=True),
    required_column("pool", sa.Text, server_default="web"),
    sa.Column("battle", sa.Text, primary_key=True, server_default=""),
    sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
    required_column("opponent", sa.Integer),
    required_column("box", sa.Text),
    required_column("number", sa.Integer),  # last move of the game when it was read
    required_column("ended_at", sa.Text),
    required_column("week", sa.Integer),  # `services.time.weeks`
    required_column("result", sa.Text),
    required_column("on_time", sa.Boolean),
    required_column("reason", sa.Text),  # why it is not rated; "": it is
    required_column("change", sa.Double),  # share in the change of the week, in points
    required_column("opponent_rating", sa.Double),  # before the week
    required_column("opponent_deviation", sa.Double),
    sa.CheckConstraint("result IN ('won', 'drawn', 'lost', 'void')", name="result"),
    sa.Index(None, "box", "pool", "week"),
    sa.Index(None, "player", "box"),
    partial_index("ix_rated_battles_outdated", "game_id", sqlite="number = 0"),  # read again
)

ratings = sa.Table(  # ratings at the end of weeks with battles; the present week is provisional
    "ratings",
    metadata,
    sa.Column("box", sa.Text, primary_key=True),
    sa.Column("pool", sa.Text, primary_key=True, server_default="web"),
    sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("week", sa.Integer, primary_key=True, autoincrement=False),
    required_column("rating", sa.Double),
    required_column("deviation", sa.Double),
    required_column("volatility", sa.Double),
    sa.Index(None, "box", "pool", "week"),
)

timed_decisions = sa.Table(  # decisions with a deadline that ended on a day, by player and game
    "timed_decisions",
    metadata,
    game_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    sa.Column("day", sa.Text, primary_key=True),
    required_column("in_time", sa.Integer),
    required_column("total", sa.Integer),
)
