"""Facts about a user who joins a game, for conditions of its entry. The platform finds them."""

from __future__ import annotations

import msgspec


class EntrantFacts(msgspec.Struct, frozen=True):
    """Facts about a user at the time of the entry.

    - `is_member`: of the club of the game; None for a game without a club.
    - `rating`: the one that all visitors see in the game of the battles, in whole points; None
      without one. `is_provisional`: its deviation is still large, or there is no rating.
    - `hides_ratings`: only the user sees their ratings.
    - `in_time`: weighted share of decisions in time, in per cent; None without decisions.
    - `finished`: games that ended, against other users.
    """

    is_member: bool | None = None
    rating: int | None = None
    is_provisional: bool = True
    in_time: int | None = None
    finished: int = 0
    hides_ratings: bool = False
