"""Tables of wishes for an opponent, and of the games that they have found."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.columns import game_column, metadata, required_column, user_column

opponent_wishes = sa.Table(
    "opponent_wishes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    user_column("user_id", "CASCADE", nullable=False, index=True),
    required_column("box", sa.Text),
    required_column("seats", sa.Text),  # accepted pairs of scenario and side
    required_column("paces", sa.Text),
    required_column("live_until", sa.Text),  # end of the live pace; "" without it
    required_column("languages", sa.Text),
    required_column("language_required", sa.Boolean),
    required_column("strength", sa.Text),
    required_column("welcomes_newcomers", sa.Boolean),
    required_column("rated", sa.Boolean),
    required_column("at_once", sa.Integer),
    required_column("apart", sa.Integer),  # number of last opponents that are not wanted
    sa.Column(  # club whose members are wanted; None: all players
        "club_id", sa.ForeignKey("clubs.id", ondelete="CASCADE"), index=True
    ),
    required_column("made_at", sa.Text),
    required_column("waits_since", sa.Text),
    required_column("seen_at", sa.Text),  # last visit of the owner to the page of wishes
    required_column("asked_at", sa.Text),  # of the question before its end; "": not asked
    sa.CheckConstraint("strength IN ('any', 'preferred', 'required')", name="strength"),
    sqlite_autoincrement=True,
)

found_games = sa.Table(  # games that wishes have found, a row for each of the two players
    "found_games",
    metadata,
    game_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    required_column("pace", sa.Text),
    required_column("waited_minutes", sa.Integer),
    required_column("made_at", sa.Text),
)
