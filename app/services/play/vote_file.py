"""Votes of players for another referee, in the file of a running game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.services.people.account_rules import name_key, tidy_name
from app.store import records
from app.store.transactions import UnitOfWork


class VoteOnFile(msgspec.Struct, frozen=True):
    """Vote of the player at a seat for the member `candidate`, by name."""

    seat: str
    candidate: str
    made_at: str


def votes_on_file(
    work: UnitOfWork, game_id: int, seats: Sequence[records.Seat]
) -> tuple[VoteOnFile, ...]:
    """Votes in the order of the seats of their players."""
    votes, found = work.referees.votes_of(game_id), []
    for seat in seats:
        vote = votes.get(seat.user_id or 0)
        candidate = work.users.find_user(vote.candidate_id) if vote else None
        if vote and candidate:
            found.append(VoteOnFile(seat.seat, candidate.name, vote.made_at))
    return tuple(found)


def add_votes(
    work: UnitOfWork,
    game_id: int,
    votes: Sequence[VoteOnFile],
    members: Mapping[str, records.User],
) -> None:
    """Store the votes of players whose seat a member takes. A vote for a name that no member has,
    or for a referee, is left out.
    """
    referees = {one.user_id for seat in work.seats.for_game(game_id) for one in seat.referees}
    for one in votes:
        voter = members.get(one.seat)
        user, _ = work.users.find_by_name(name_key(tidy_name(one.candidate))) or (None, None)
        is_candidate = user is not None and not (user.is_guest or user.is_bot)
        if voter and user and is_candidate and user.id not in {*referees, voter.id}:
            work.referees.vote(game_id, voter.id, user.id, one.made_at)
