"""Tables of referees without a seat, and of votes for others."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.columns import game_column, metadata, required_column, user_column

referees = sa.Table(  # users who decide for the seat of the referee
    "referees",
    metadata,
    game_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    required_column("named_at", sa.Text),
)

referee_votes = sa.Table(  # votes of players for another referee
    "referee_votes",
    metadata,
    game_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    user_column("candidate_id", "CASCADE", nullable=False, index=True),
    required_column("made_at", sa.Text),
)
