"""Chapter of a chronicle of a contest: a round, the sign-up, or a month of an open form."""

from __future__ import annotations

import msgspec

from app.kernel.say import Say


class ToldBattle(msgspec.Struct, frozen=True):
    """Battle in a sentence. `key` is "" for an entrant without an opponent.

    - `surprise`: reason why its result is a surprise, None for others.
    - `boards`: battles of the players of two teams.
    """

    key: str
    says: Say
    surprise: Say | None = None
    boards: tuple[ToldBattle, ...] = ()


class ChapterPlace(msgspec.Struct, frozen=True):
    """Place of an entrant at the end of a chapter. `moved`: places gained since the chapter before,
    negative for lost ones, None for a new entrant and in the first table.
    """

    place: int
    side: str
    points: int
    moved: int | None = None


class ChapterTable(msgspec.Struct, frozen=True):
    """Table at the end of a chapter. `title` is that of a group or division, None for one table
    of all.
    """

    title: Say | None
    rows: tuple[ChapterPlace, ...]


class ContestChapter(msgspec.Struct, frozen=True):
    """Chapter of a contest. `title` is its headline, None for a plain one.

    - `lead`: first sentences. `changes`: entrants who came or left, and new captains.
    - `is_ladder`: the tables are rungs and have no points.
    """

    title: Say | None
    lead: tuple[Say, ...]
    battles: tuple[ToldBattle, ...]
    changes: tuple[Say, ...]
    tables: tuple[ChapterTable, ...]
    is_ladder: bool = False

    @property
    def keys(self) -> frozenset[str]:
        """Keys of its battles and boards."""
        told = (each for one in self.battles for each in (one, *one.boards))
        return frozenset(one.key for one in told if one.key)

    @property
    def is_empty(self) -> bool:
        """True if nothing happened."""
        return not (self.battles or self.changes)
