"""Tables of long games: referees and their notes, votes, default rosters, reasons of absences."""

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

default_rosters = sa.Table(  # saved army that a player keeps for the battles of a long game
    "default_rosters",
    metadata,
    game_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    sa.Column(
        "army_id",
        sa.ForeignKey("armies.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
)

referee_notes = sa.Table(  # notes of the referees of a game, for all of its referees
    "referee_notes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    game_column(index=True),
    user_column("user_id", "SET NULL", index=True),
    required_column("name", sa.Text),  # name of the author, kept after deletion of the account
    required_column("text", sa.Text),
    required_column("made_at", sa.Text),
    required_column("changed", sa.Text),  # time of the last change; "" without one
    sqlite_autoincrement=True,
)

absence_reasons = sa.Table(  # reason of an announced absence, for the referees of the game
    "absence_reasons",
    metadata,
    game_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    required_column("first", sa.Text, primary_key=True),  # first day of the absence
    required_column("text", sa.Text),
    required_column("made_at", sa.Text),
)
