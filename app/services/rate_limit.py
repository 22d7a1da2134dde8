"""How often something may be done: by one person, from one address, at one game. Every number is in
`LIMITS`.

Generous for people: an evening of quick play at one desk, or a club of thirty behind one address,
meets none of them. They are kept in memory, by each server process for itself, and no address is
kept longer than its `within`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping

import msgspec

from app.services.failed_attempts import Attempts

MINUTE, HOUR = 60, 3600


class Limit(msgspec.Struct, frozen=True):
    """So often within so many seconds; 0: as often as one likes."""

    within: int
    user: int = 0
    address: int = 0
    game: int = 0
    anonymous: int = 0  # from one address, by visitors without an account


LIMITS: Mapping[str, Limit] = {
    #                       seconds  by one user  from one address  at one game
    "orders": Limit(MINUTE, user=120, address=900, game=400),
    "looks": Limit(
        MINUTE, user=240, address=1500, anonymous=600
    ),  # dry runs, sight, rulers: what costs reckoning and changes nothing
    "imports": Limit(MINUTE, user=30, address=300, anonymous=30),  # armies that are pasted
    "refusals": Limit(
        MINUTE, user=30, anonymous=10
    ),  # pages that say "too many"; the next ones are a line of text
    "clocks": Limit(
        HOUR, user=150, game=20
    ),  # pauses, holidays, claims: each is told to the others by mail
    "letters": Limit(MINUTE, user=20, address=150, game=60),
    "remarks": Limit(
        MINUTE, user=12, address=120, game=120
    ),  # apart from the letters: a full hall takes nothing from the players
    "notes": Limit(MINUTE, user=60),
    "tables": Limit(HOUR, user=60, address=300),  # opened, or asked for again
    "accounts": Limit(HOUR, address=100),  # registered
    "guests": Limit(HOUR, address=200),
    "exports": Limit(10 * MINUTE, user=30, address=100),
    "mails": Limit(
        HOUR, user=5, address=20
    ),  # asked for: a forgotten password, a new address; here the user is the account
    "invitations": Limit(HOUR, user=30),
    "tests": Limit(HOUR, user=20),  # of one's own mail, webhooks and browsers
    "requests": Limit(MINUTE, user=600, address=240),  # over the API; of an address without a token
    "programs": Limit(MINUTE, user=300),  # the same, of a member's program
    "false tokens": Limit(MINUTE, address=30),
    "complaints": Limit(HOUR, user=15, address=60),
    "new programs": Limit(HOUR, user=10),  # made; a member keeps five
}


class Limits:
    """What has been done lately. `lifted`: a server under a load test counts nothing."""

    def __init__(self, lifted: bool = False):
        self._lifted = lifted
        self._done = {kind: Attempts(within=limit.within) for kind, limit in LIMITS.items()}

    def spend(
        self,
        kind: str,
        user: int | str | None = None,
        address: str = "",
        game: int | str | None = None,
    ) -> None:
        """One more of this kind; raises `TooOften`, and then nothing counts. A game may be named by
        its number, however that is spelt, or by its token.
        """
        limit = LIMITS[kind]
        asked = (
            (f"user:{user}", limit.user, user is not None),
            (f"address:{network(address)}", limit.address, bool(address)),
            (f"anonymous:{network(address)}", limit.anonymous, user is None and bool(address)),
            (f"game:{_spelt(game)}", limit.game, game is not None),
        )
        wanted = {what: most for what, most, is_known in asked if most and is_known}
        if wanted and not self._lifted:
            self._done[kind].take(wanted)


def _spelt(game: int | str | None) -> str:
    """A game's address as the house writes it: 007 is game 7."""
    text = str(game)
    return str(int(text)) if text.isascii() and text.isdigit() and len(text) < 10 else text


def network(address: str) -> str:
    """Whose address it is: of the newer kind a household has 2 to the power of 64."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else address
