"""Ways by which a message leaves the house. Each says of a message that did not go out whether it
may go out later.
"""

from __future__ import annotations

import msgspec


class Parcel(msgspec.Struct, frozen=True):
    """A message as its reader gets it: in one language, with whole addresses. `unsubscribe` is ""
    where nobody may opt out.
    """

    key: str
    kind: str
    language: str
    title: str
    text: str
    link: str
    made_at: str
    game_id: int | None = None
    unsubscribe: str = ""
    settings: str = ""


class NotSent(Exception):
    """Nothing went out, and it may be tried again; the text says why."""


class Impossible(Exception):
    """Nothing went out, and nothing ever will."""


class Uncertain(Exception):
    """It may have gone out: it is not sent again."""
