"""Groups of events for one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.event_summary import Met

Key = tuple[Any, ...]
"""The kind of a group, then its distinguishing facts."""
Kind = TypeVar("Kind", bound=Event)


class Group(msgspec.Struct):
    """Related events in order, each with the battle before it."""

    key: Key
    parts: list[Met] = msgspec.field(default_factory=list)

    @property
    def kind(self) -> str:
        return self.key[0]

    @property
    def battle(self) -> Battle:
        """The battle before the first event of the group."""
        return self.parts[0].before

    @property
    def move(self) -> int:
        """The move with which it ended."""
        return self.parts[-1].number

    def all(self, kind: type[Kind]) -> Iterator[Kind]:
        return (part.event for part in self.parts if isinstance(part.event, kind))
