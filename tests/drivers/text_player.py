"""Player of the page in words; each game has its own (`text_player.py` of its tests)."""

from __future__ import annotations

from typing import Any, Protocol

from tests.drivers.page_reader import PageReader


class TextPlayer(Protocol):
    """Player of one seat. `trail` holds decisions with their answers."""

    reader: PageReader
    phrases: Any
    trail: list

    @property
    def is_asked(self) -> bool:
        """True while the page asks this player for a decision."""

    @property
    def is_over(self) -> bool:
        """True once the page tells that the game is over."""

    def hear(self) -> None:
        """Read the page of the game."""

    def act(self) -> None:
        """Answer the decision of the page, by one press or more."""
