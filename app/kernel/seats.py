"""Viewers of a game."""

from __future__ import annotations

import msgspec

from app.kernel.say import Say


class Viewer(msgspec.Struct, frozen=True):
    """Viewer of a game: a seat of a side, or a spectator (`seat` and `side` None). `plays` are the
    seats that a referee holds as a player. A viewer who `judges` decides disputes and corrects
    results for the seat of the referees, without its secrets (CAR-CLB-52).

    `finished` is true after the end of the game, when everything is visible. `luck` is a secret
    random text of the seat. A box uses it for proposals that other players must not guess, such as
    a hiding place.
    """

    seat: str | None = None
    side: str | None = None
    finished: bool = False
    plays: tuple[str, ...] = ()
    luck: str = ""
    judges: bool = False


class OpenSeats(msgspec.Struct, frozen=True):
    """Seats of a game that players join and leave while it is played.

    `least` players begin, `most` play at a time. `entries` are the kinds of order that join.
    `leaving` says what follows when a player leaves. The seats are p1, p2 and so on; each is a
    side, and none is used again.
    """

    least: int
    most: int
    entries: tuple[type, ...]
    leaving: tuple[Say, ...] = ()


class QueuedEntry(msgspec.Struct, frozen=True):
    """Entry of a player who has joined, before it takes effect.

    `title` names the side, `kind` its army. `says` tells in a sentence when the entry takes effect.
    """

    side: str
    title: Say
    kind: Say
    says: Say


SPECTATOR = Viewer()
