"""Rows as the club reads them. No secret is among them: seeds and password hashes are asked for by name."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.say import Say


class User(msgspec.Struct, frozen=True):
    id: int
    name: str
    is_guest: bool
    is_bot: bool
    language: str
    theme: str
    palette: str
    created: str


class Game(msgspec.Struct, frozen=True):
    """A game as lists show it. `number`, `turn`, `phase`, `winners` and `ending` are copies of what the moves say; `terms` are public."""

    id: int
    token: str
    box: str
    scenario: str
    options: tuple[str, ...]
    title: str
    visibility: str
    spectators: bool
    status: str
    is_demo: bool
    rematch_of: int | None
    commitment: str
    number: int
    turn: int
    phase: Say
    winners: tuple[str, ...]
    ending: str
    opened_by: int | None
    opened_at: str
    begun_at: str
    moved_at: str
    terms: Mapping[str, Any] = {}

    @property
    def is_private(self) -> bool:
        return self.visibility == "private"

    @property
    def address(self) -> str:
        """What stands in a URL after /games/."""
        return self.token if self.is_private else str(self.id)


class Seat(msgspec.Struct, frozen=True):
    """A seat of a game; `name` is None while nobody sits there. `added` is the player's own text for the dice."""

    seat: str
    side: str
    place: int
    user_id: int | None = None
    bot: str = ""
    name: str | None = None
    added: str = ""
    owes: bool = False

    @property
    def is_free(self) -> bool:
        return self.name is None


class Army(msgspec.Struct, frozen=True):
    """An army that a player keeps; `form` is plain data that its box understands, `by` the present name of its owner.

    `sharing`: "own" (nobody else), "link", "public", or "later" (by its link, from `opens_at` on).
    """

    id: int
    token: str
    user_id: int
    box: str
    name: str
    form: Mapping[str, Any]
    sharing: str
    opens_at: str | None
    data_version: str
    created: str
    changed: str
    by: str = ""

    @property
    def address(self) -> str:
        """What stands in a URL after /armies/ for everybody who may read it."""
        return str(self.id) if self.sharing == "public" else self.token


class Letter(msgspec.Struct, frozen=True):
    """One line of the players' talk; `after` is the move it followed."""

    id: int
    game_id: int
    user_id: int | None
    name: str
    text: str
    made_at: str
    after: int


class Paragraphs(msgspec.Struct, frozen=True):
    """What a player has written into a chapter of a report; with `replaces` it stands in place of what the record says there."""

    id: int
    game_id: int
    section: str
    user_id: int | None
    name: str
    text: str
    replaces: bool
    changed: str
