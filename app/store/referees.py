"""Repository of referees: users who decide for the seat of the referee, and votes for others."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import schema
from app.store.archives import acts_in_archive
from app.store.repositories import Repository

_referees, _votes = schema.referees.c, schema.referee_votes.c


class Vote(msgspec.Struct, frozen=True):
    """Vote of a player for another referee."""

    candidate_id: int
    made_at: str


class Referees(Repository):
    def add(self, game_id: int, user_id: int, named_at: str) -> None:
        self._add(schema.referees, game_id=game_id, user_id=user_id, named_at=named_at)

    def remove(self, game_id: int, user_id: int) -> None:
        where = (_referees.game_id == game_id, _referees.user_id == user_id)
        self._do(schema.referees.delete().where(*where))

    def offices_in_club(self, club_id: int, user_id: int) -> list[int]:
        """Numbers of the games of a club in which the user is a referee."""
        games = schema.games.c
        query = (
            sa.select(_referees.game_id)
            .join_from(schema.referees, schema.games)
            .where(_referees.user_id == user_id, games.club_id == club_id)
            .order_by(_referees.game_id)
        )
        return list(self._do(query).scalars())

    def last_act(self, game_id: int, user_id: int) -> str:
        """Time of the last move that the user made for a referee of a running game; "" if there is
        none.
        """
        moves = schema.moves.c
        query = sa.select(sa.func.max(moves.made_at)).where(
            moves.game_id == game_id, moves.made_by == user_id, moves.order.contains("by_referee")
        )
        return self._do(query).scalar() or ""

    def author_of_move(self, game_id: int, number: int) -> int | None:
        """User who made a move; None for the server, and for a deleted account."""
        moves = schema.moves.c
        query = sa.select(moves.made_by).where(moves.game_id == game_id, moves.number == number)
        row = self._do(query).first()
        if row is None:
            archived = dict(acts_in_archive(self._do, game_id)).get(number)
            return archived.made_by if archived is not None else None
        author: int | None = row.made_by
        return author

    def authors_of_acts(self, game_id: int) -> dict[int, str]:
        """Names of the users by the number of each move that they made for a referee."""
        moves, users = schema.moves.c, schema.users.c
        query = (
            sa.select(moves.number, users.name)
            .join_from(schema.moves, schema.users, moves.made_by == users.id)
            .where(moves.game_id == game_id, moves.order.contains("by_referee"))
        )
        found = {row.number: row.name for row in self._do(query)}
        return found or self._authors_in_archive(game_id)

    def _authors_in_archive(self, game_id: int) -> dict[int, str]:
        acts = {
            number: act.made_by
            for number, act in acts_in_archive(self._do, game_id)
            if b"by_referee" in bytes(act.order) and act.made_by is not None
        }
        users = schema.users.c
        query = sa.select(users.id, users.name).where(users.id.in_({*acts.values()}))
        names = {row.id: row.name for row in self._do(query)} if acts else {}
        return {number: names[user] for number, user in acts.items()}

    # ------------------------------------------------------------------ votes
    def vote(self, game_id: int, user_id: int, candidate_id: int, made_at: str) -> None:
        """Store the vote of a player; it replaces an earlier one."""
        where = (_votes.game_id == game_id, _votes.user_id == user_id)
        self._do(schema.referee_votes.delete().where(*where))
        self._add(
            schema.referee_votes,
            game_id=game_id,
            user_id=user_id,
            candidate_id=candidate_id,
            made_at=made_at,
        )

    def votes(self, game_id: int) -> dict[int, int]:
        """Candidate of each player who has voted."""
        return {user: vote.candidate_id for user, vote in self.votes_of(game_id).items()}

    def votes_of(self, game_id: int) -> dict[int, Vote]:
        """Vote of each player who has voted."""
        fields = (_votes.user_id, _votes.candidate_id, _votes.made_at)
        query = sa.select(*fields).where(_votes.game_id == game_id)
        return {row.user_id: Vote(row.candidate_id, row.made_at) for row in self._do(query)}

    def clear_votes(self, game_id: int) -> None:
        self._do(schema.referee_votes.delete().where(_votes.game_id == game_id))

    # ------------------------------------------------------------------ of one user
    def by(self, user_id: int) -> list[dict[str, Any]]:
        """Games in which the user is a referee."""
        query = sa.select(_referees.game_id, _referees.named_at).where(_referees.user_id == user_id)
        return [{"game": row.game_id, "named_at": row.named_at} for row in self._do(query)]

    def votes_by(self, user_id: int) -> list[dict[str, Any]]:
        """Votes of the user for another referee."""
        query = sa.select(_votes.game_id, _votes.made_at).where(_votes.user_id == user_id)
        return [{"game": row.game_id, "made_at": row.made_at} for row in self._do(query)]
