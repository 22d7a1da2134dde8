"""Wishes for an opponent and their owners, as the matching reads them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from app.kernel.matchmaking import Player, Players, Scenarios, Wish
from app.services.container import Services, current_time
from app.services.play import wish_rules
from app.store.opponent_wishes import FoundGame, OpponentWish
from app.store.transactions import UnitOfWork

WISHES = 4721  # lock number for changing and pairing wishes


class Pool(msgspec.Struct, frozen=True):
    """All wishes that may be paired, with their owners. Wishes without a pace left are not in
    it.
    """

    wishes: tuple[Wish, ...]
    stored: dict[int, OpponentWish]
    players: Players
    scenarios: Scenarios

    def is_waiting(self, wish: Wish) -> bool:
        """True if the owner may get one more game from this wish."""
        return self.players[wish.owner].playing < wish.at_once


def load_pool(services: Services, work: UnitOfWork) -> Pool:
    """Wishes of all members that are not suspended, at the present time."""
    now = current_time()
    scenarios = {key: wish_rules.scenarios_of(box) for key, box in services.shelf.items()}
    stored = [one for one in work.opponent_wishes.all_active() if one.box in scenarios]
    owners = sorted({one.user_id for one in stored})
    games = work.opponent_wishes.found_games(owners)
    wishes = [as_wish(one, games, now) for one in stored]
    return Pool(
        tuple(one for one in wishes if one.paces),
        {one.id: one for one in stored},
        load_players(work, owners, games),
        scenarios,
    )


def load_players(
    work: UnitOfWork, owners: Sequence[int], games: Sequence[FoundGame]
) -> dict[int, Player]:
    """Facts about the owners of wishes that decide about their opponents."""
    facts = work.opponent_wishes
    ratings, finished = work.ratings.last_of_players(owners), facts.finished_games(owners)
    opponents = facts.last_opponents(owners, wish_rules.MOST_APART)
    sides, apart = facts.sides_played(owners), facts.apart_among(owners)
    clubs = facts.clubs_of(owners, wish_rules.READING_ROLES)
    return {
        owner: Player(
            owner,
            ratings.get(owner, {}),
            finished.get(owner, 0) < wish_rules.NEWCOMER_GAMES,
            sum(one.user_id == owner and one.status != "over" for one in games),
            opponents.get(owner, ()),
            sides.get(owner, {}),
            frozenset(other for pair in apart if owner in pair for other in pair - {owner}),
            clubs.get(owner, frozenset()),
        )
        for owner in owners
    }


def as_wish(stored: OpponentWish, games: Sequence[FoundGame], now: str) -> Wish:
    """Wish for the matching. The live pace ends with its hours. A wish whose games were all being
    played waits since the end of the last one.
    """
    over = [one.moved_at for one in games if one.user_id == stored.user_id and one.status == "over"]
    since = max([stored.waits_since, *over])
    return Wish(
        stored.id,
        stored.user_id,
        stored.box,
        stored.seats,
        tuple(pace for pace in stored.paces if pace != wish_rules.LIVE or stored.live_until > now),
        stored.languages,
        stored.language_required,
        stored.strength,
        stored.welcomes_newcomers,
        stored.rated,
        stored.at_once,
        stored.apart,
        stored.club_id or 0,
        hours_between(since, now),
    )


def hours_between(first: str, then: str) -> float:
    """Hours between two recorded times."""
    span = datetime.fromisoformat(then) - datetime.fromisoformat(first)
    return max(0.0, span.total_seconds() / 3600)
