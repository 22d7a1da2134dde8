"""Rate limits (throttle) by user, network address and game; all numbers are in `LIMITS`.

They do not affect quick play of one user, or a club of thirty behind one address. An address is
kept no longer than `within` seconds. Without a message store each server process counts in memory.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from app.services.failed_attempts import AttemptCounter, Counter

if TYPE_CHECKING:
    from app.services.shared_attempts import SharedStore

MINUTE, HOUR = 60, 3600


class Limit(msgspec.Struct, frozen=True):
    """Limits within `within` seconds; 0 is unlimited."""

    within: int
    user: int = 0
    address: int = 0
    game: int = 0
    anonymous: int = 0  # per address, for visitors without an account
    strangers: int = 0  # by all visitors without an account together


LIMITS: Mapping[str, Limit] = {
    #                       seconds  by one user  from one address  at one game
    "orders": Limit(MINUTE, user=120, address=900, game=400),
    # dry runs, lines of sight, rulers, pages of new tables, drawn pictures: computation without
    # changes. All anonymous visitors together get at most six a second.
    "looks": Limit(MINUTE, user=240, address=1500, anonymous=120, strangers=360),
    "imports": Limit(MINUTE, user=30, address=300, anonymous=30),  # pasted armies
    # "too many requests" pages; further ones are a line of text
    "refusals": Limit(MINUTE, user=30, anonymous=10),
    # pauses, holidays, claims: each notifies the other players by mail
    "clocks": Limit(HOUR, user=150, game=20),
    "texts": Limit(MINUTE, user=20, address=150, game=60),
    # separate from the player chat, so that spectators take nothing from players
    "remarks": Limit(MINUTE, user=12, address=120, game=120),
    "photographs": Limit(HOUR, user=60, address=240, game=240),
    "game files": Limit(HOUR, user=12, address=24),  # imports; each takes seconds of computation
    "codes": Limit(MINUTE, user=15, address=100),  # typed codes of battles
    "notes": Limit(MINUTE, user=60),
    "tables": Limit(HOUR, user=60, address=300),  # new tables and rematches
    # public tables against people: 14 days of them are fewer than the lobby shows
    "tables in lobby": Limit(24 * HOUR, address=35),
    "clubs": Limit(HOUR, user=5),  # new clubs
    "club entries": Limit(HOUR, user=40),  # joining, requests, invitations and roles: each notifies
    "announcements": Limit(HOUR, user=10),  # each notifies all members of a club
    "house rules": Limit(HOUR, user=60),  # saved versions
    "club messages": Limit(MINUTE, user=12, address=120, game=120),  # `game` is the club
    "accounts": Limit(HOUR, address=100),  # registrations
    "guests": Limit(HOUR, address=200),
    "exports": Limit(10 * MINUTE, user=30, address=100),
    # password links and address changes; `user` is the account
    "mails": Limit(HOUR, user=5, address=20),
    "invitations": Limit(HOUR, user=30),
    "tests": Limit(HOUR, user=20),  # test messages to the user's own mail, webhooks and browsers
    # API requests; `address` counts those without a token
    "requests": Limit(MINUTE, user=600, address=240),
    "programs": Limit(MINUTE, user=300),  # API requests of a bot account
    "false tokens": Limit(MINUTE, address=30),
    "complaints": Limit(HOUR, user=15, address=60),
    "new programs": Limit(HOUR, user=10),  # new bot accounts; a member has at most five
}

OF_ONE_PROCESS = frozenset({"orders", "looks", "requests", "programs", "refusals"})
"""Limits that protect the processor of one server process, and are counted there. A shared count
takes twenty times the processor time, and a player gives many of these requests.
"""


class RateLimiter:
    """Counters of recent actions. With `lifted` (load tests) nothing is counted. All processes with
    the same `shared` store count together, except for `OF_ONE_PROCESS`.
    """

    def __init__(self, lifted: bool = False, shared: SharedStore | None = None):
        self._lifted = lifted
        self._done: dict[str, Counter] = {
            kind: shared.counter(f"limit:{kind}", limit.within)
            if shared and kind not in OF_ONE_PROCESS
            else AttemptCounter(within=limit.within)
            for kind, limit in LIMITS.items()
        }

    def rate_limit(
        self,
        kind: str,
        user: int | str | None = None,
        address: str = "",
        game: int | str | None = None,
    ) -> None:
        """Count one action of this kind; raises `TooOften`, and then nothing counts.

        A game is given by its number, in any spelling, or its token.
        """
        limit = LIMITS[kind]
        asked = (
            (f"user:{user}", limit.user, user is not None),
            (f"address:{network_of(address)}", limit.address, bool(address)),
            (f"anonymous:{network_of(address)}", limit.anonymous, user is None and bool(address)),
            ("strangers", limit.strangers, user is None and bool(address)),
            (f"game:{_canonical_address(game)}", limit.game, game is not None),
        )
        wanted = {what: most for what, most, is_known in asked if most and is_known}
        if wanted and not self._lifted:
            self._done[kind].take(wanted)


def _canonical_address(game: int | str | None) -> str:
    """Address of a game in its canonical spelling: 007 is game 7."""
    text = str(game)
    return str(int(text)) if text.isascii() and text.isdigit() and len(text) < 10 else text


def network_of(address: str) -> str:
    """Network of an address for rate limits. IPv6 addresses are grouped by /64."""
    if ":" not in address:
        return address
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else address
